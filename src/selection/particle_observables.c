#include "selection/particle_observables.h"

#include "process/quantities.h"
#include "process/shower_observables.h"
#include "selection/usual_ranges.h"
#include "tessera/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTICLE_LETTERS "jaltwzh"
#define FLAVOUR_LETTERS "bcsudg"

/* The final particles by their letters. */
struct final_particles {
    const struct named_particle *list;
    int count;
    const struct particle_cuts *cuts;
    int showers;
    char massless, jets; /* jets: the letter of those */
};

static struct final_particles particles_of(const struct observed *part)
{
    return (struct final_particles){.list = part->particles,
                                    .count = part->count,
                                    .cuts = &part->widest,
                                    .showers = part->showers,
                                    .massless = part->massless,
                                    .jets = part->massless ? part->massless : 'j'};
}

/* What is called a jet. */
static const char *jet_word(const struct final_particles *particles)
{
    return particles->jets == 'a' ? "photon" : "jet";
}

/* A histogram that a name asks for. */
struct observable_request {
    char title[96];
    struct integrand_histogram usual;
    int entries, ordered; /* ordered: by falling pT of the jets */
    int needs;            /* what of a shower's event has to be computed (shower_observables.h) */
    char sorted;          /* letter of a kind that is to be sorted by pT; 0: none */
    char values[NAMED_PARTICLES_MOST][120];
};

/* What is measured of a particle or of several: its place in the kernel, unit, and axis. */
static const struct quantity {
    const char *name, *of_one, *of_sum, *of_ranked;
    const char *of_jet; /* at a place by falling pT */
    const char *title;
    double low, high;
} quantities[] = {
    {"pt", "set.pt[%d] * unit", "v_pt(particles_sum(&set, %d)) * unit", "v_pt(by_pt_%c[%d]) * unit",
     "jet_pt[%d] * unit", "pT of %s [GeV]", 0, 500},
    {"eta", "set.eta[%d]", NULL, "momentum_eta(by_pt_%c[%d])", "jet_eta[%d]", "eta of %s", -5, 5},
    {"y", "momentum_rapidity(set.momentum[%d])", "momentum_rapidity(particles_sum(&set, %d))",
     "momentum_rapidity(by_pt_%c[%d])", NULL, "y of %s", -5, 5},
    {"m", NULL, "momentum_mass(particles_sum(&set, %d)) * unit", NULL, NULL, "mass of %s [GeV]", 0, 1000},
    {"energy", "set.momentum[%d].e * unit", "particles_sum(&set, %d).e * unit", "by_pt_%c[%d].e * unit", NULL,
     "energy of %s [GeV]", 0, 500},
    {"costheta", "momentum_costheta(set.momentum[%d])", "momentum_costheta(particles_sum(&set, %d))",
     "momentum_costheta(by_pt_%c[%d])", NULL, "cos theta of %s", -1, 1},
};
enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

/* Whether a particle is one that a letter stands for. */
static int is_of_letter(char letter, int pdg, enum particle_kind kind)
{
    switch (letter) {
    case 'j':
        return kind == KIND_JET;
    case 'a':
        return kind == KIND_PHOTON;
    case 'l':
        return kind == KIND_LEPTON;
    case 't':
        return abs(pdg) == 6;
    case 'w':
        return abs(pdg) == 24;
    case 'z':
        return pdg == 23;
    default:
        return letter == 'h' && pdg == 25;
    }
}

static int find_particles(char letter, const struct final_particles *particles,
                          int found[NAMED_PARTICLES_MOST])
{
    int count = 0;
    for (int i = 0; i < particles->count; ++i)
        if (named_by(&particles->list[i], letter))
            found[count++] = i;
    return count;
}

static void add_value(struct observable_request *request, const char *format, int place)
{
    snprintf(request->values[request->entries++], sizeof request->values[0], format, place);
}

/* "pt_l" of each, "m_ll" of all together. */
static int read_of_letter(const struct quantity *quantity, const char *letters,
                          const struct final_particles *particles, struct observable_request *request)
{
    int found[NAMED_PARTICLES_MOST], which = 0;
    char names[32];
    const int count = find_particles(letters[0], particles, found), sum = letters[1] == letters[0];
    if (particles->massless || !count || letters[1 + sum] || !(sum ? quantity->of_sum : quantity->of_one) ||
        (sum && count < 2))
        return 0;
    for (int i = 0; i < count; ++i) {
        which |= 1 << found[i];
        if (!sum)
            add_value(request, quantity->of_one, found[i]);
    }
    if (sum)
        add_value(request, quantity->of_sum, which);
    else
        usual_range_of_each(particles->cuts, quantity->name, found, count, &request->usual);
    if (sum && count == 2 && !strcmp(quantity->name, "m"))
        usual_range_of_mass(particles->cuts, found[0], found[1], &request->usual);
    snprintf(names, sizeof names, sum ? "all %c together" : "each %c", letters[0]);
    snprintf(request->title, sizeof request->title, quantity->title, names);
    return 1;
}

/* "pt_b2": of the second of a kind by falling pT. */
static int read_of_rank(const struct quantity *quantity, const char *name,
                        const struct final_particles *particles, struct observable_request *request)
{
    int found[NAMED_PARTICLES_MOST];
    char names[32], *end;
    const int count = find_particles(*name, particles, found);
    const long rank = strtol(name + 1, &end, 10);
    if (particles->massless || !quantity->of_ranked || *end || !isdigit((unsigned char)name[1]) || rank < 1 ||
        rank > count)
        return 0;
    if (count == 1)
        add_value(request, quantity->of_one, found[0]);
    else
        snprintf(request->values[request->entries++], sizeof request->values[0], quantity->of_ranked, *name,
                 (int)rank - 1);
    request->sorted = count > 1 ? *name : '\0';
    usual_range_of_each(particles->cuts, quantity->name, found, count, &request->usual);
    snprintf(names, sizeof names, "%c%ld", *name, rank);
    snprintf(request->title, sizeof request->title, quantity->title, names);
    return 1;
}

/* "pt" of each jet, "pt2" of the second by falling pT. */
static int read_of_jets(const struct quantity *quantity, const char *number,
                        const struct final_particles *particles, struct observable_request *request)
{
    int found[NAMED_PARTICLES_MOST];
    char names[32], *end;
    const int count = find_particles(particles->jets, particles, found);
    const long which = strtol(number, &end, 10);
    if (!quantity->of_jet || *end || (*number && (which < 1 || which > count)) || !count)
        return 0;
    if (!*number)
        for (int i = 0; i < count; ++i)
            add_value(request, quantity->of_one, found[i]);
    else
        add_value(request, quantity->of_jet, (int)which - 1);
    if (!particles->massless)
        usual_range_of_each(particles->cuts, quantity->name, found, count, &request->usual);
    request->ordered = *number != 0;
    if (*number)
        snprintf(names, sizeof names, "%s %ld", jet_word(particles), which);
    else
        snprintf(names, sizeof names, "the %ss", jet_word(particles));
    snprintf(request->title, sizeof request->title, quantity->title, names);
    return 1;
}

static int read_of_shower(const char *name, int showers, struct observable_request *request)
{
    const struct shower_observable *row = shower_observable_find(name, showers);
    if (!row)
        return 0;
    request->usual.bins = row->bins;
    request->usual.low = row->low;
    request->usual.high = row->high;
    request->needs = row->needs;
    snprintf(request->title, sizeof request->title, "%s", row->title);
    snprintf(request->values[request->entries++], sizeof request->values[0], "%s", row->value);
    return 1;
}

/* "m_jj": the mass of the event. */
static int read_of_all_massless(const char *name, const struct final_particles *particles,
                                struct observable_request *request)
{
    const char mass[] = {'m', '_', particles->jets, particles->jets, 0};
    if (strcmp(name, mass) != 0)
        return 0;
    snprintf(request->values[request->entries++], sizeof request->values[0], "R(ENERGY) * unit");
    snprintf(request->title, sizeof request->title, "mass of all %ss [GeV]", jet_word(particles));
    return 1;
}

static int read_name(const char *name, const struct final_particles *particles,
                     struct observable_request *request)
{
    int found[NAMED_PARTICLES_MOST];
    *request = (struct observable_request){.usual = {.bins = 50, .low = 0, .high = 1000}};
    if (particles->showers && read_of_shower(name, particles->showers, request))
        return 1;
    if (particles->massless && read_of_all_massless(name, particles, request))
        return 1;
    if (!strcmp(name, "ht") && find_particles(particles->jets, particles, found)) {
        snprintf(request->values[request->entries++], sizeof request->values[0],
                 "particles_ht(&set, JETS_SET) * unit");
        snprintf(request->title, sizeof request->title, "HT [GeV]");
        return 1;
    }
    if (!strcmp(name, "rmin") && find_particles(particles->jets, particles, found) > 1) {
        request->usual.high = 5;
        snprintf(request->values[request->entries++], sizeof request->values[0],
                 "particles_rmin(&set, JETS_SET)");
        snprintf(request->title, sizeof request->title, "smallest Delta R of two %ss", jet_word(particles));
        return 1;
    }
    if (!strcmp(name, "met") && find_particles('n', particles, found)) {
        request->usual.high = 500;
        snprintf(request->values[request->entries++], sizeof request->values[0],
                 "v_pt(particles_sum(&set, NEUTRINOS_SET)) * unit");
        snprintf(request->title, sizeof request->title, "missing pT [GeV]");
        return 1;
    }
    for (const struct quantity *q = quantities; q < quantities + QUANTITIES; ++q) {
        const size_t length = strlen(q->name);
        if (strncmp(name, q->name, length))
            continue;
        request->usual.low = q->low;
        request->usual.high = q->high;
        if (name[length] == '_' ? read_of_letter(q, name + length + 1, particles, request) ||
                                      read_of_rank(q, name + length + 1, particles, request)
                                : read_of_jets(q, name + length, particles, request))
            return 1;
    }
    return 0;
}

char particle_letter(int pdg, enum particle_kind kind)
{
    for (const char *letter = PARTICLE_LETTERS; *letter; ++letter)
        if (is_of_letter(*letter, pdg, kind))
            return *letter;
    return kind == KIND_NEUTRINO ? 'n' : '\0';
}

/* "ht, rmin, pt, eta, pt1 to pt2, eta1 to eta2; met" */
static void add_names_of_kinds(const struct final_particles *particles, struct source *names)
{
    int found[NAMED_PARTICLES_MOST];
    const int jets = find_particles('j', particles, found);
    if (jets && names->length)
        source_append(names, "; ");
    if (jets > 1)
        source_append(names, "ht, rmin, pt, eta, pt1 to pt%d, eta1 to eta%d of the jets by falling pT", jets,
                      jets);
    else if (jets)
        source_append(names, "ht, pt, eta, pt1, eta1 of the jet");
    if (find_particles('n', particles, found))
        source_append(names, "%smet", names->length ? "; " : "");
}

/* "pt_X, eta_X of each X, X one of j, l", or "pt_XX, m_XX of all X together, X one of j" */
static void add_names_of_letters(const struct final_particles *particles, int sum, struct source *names)
{
    static const char listed_letters[] = PARTICLE_LETTERS FLAVOUR_LETTERS;
    int found[NAMED_PARTICLES_MOST], letters = 0, listed = 0;
    for (const char *letter = listed_letters; *letter; ++letter)
        letters += find_particles(*letter, particles, found) > sum;
    if (!letters)
        return;
    const char *between = names->length ? "; " : "";
    for (const struct quantity *q = quantities; q < quantities + QUANTITIES; ++q)
        if (sum ? q->of_sum : q->of_one) {
            source_append(names, "%s%s_%s", between, q->name, sum ? "XX" : "X");
            between = ", ";
        }
    source_append(names, sum ? " of all X together, X " : " of each X, X ");
    for (const char *letter = listed_letters; *letter; ++letter)
        if (find_particles(*letter, particles, found) > sum)
            source_append(names, "%s%c", listed++ ? ", " : letters > 1 ? "one of " : "being ", *letter);
}

static ts_status refuse_name(ts_context *context, const ts_card *card, size_t index, const char *process,
                             const struct final_particles *particles)
{
    size_t count;
    char text[900], asked[48];
    struct source names = {.text = NULL};
    shower_observables_list(particles->showers, ", ", &names);
    add_names_of_kinds(particles, &names);
    add_names_of_letters(particles, 0, &names);
    add_names_of_letters(particles, 1, &names);
    ts_text_show(ts_card_histograms(card, &count)[index].name, asked, sizeof asked);
    if (particles->showers == SHOWERS_OF_QUARK_PAIRS)
        snprintf(text, sizeof text, "there is no histogram \"%s\" of quark pairs: there are %s", asked,
                 names.failed ? "others" : names.text);
    else if (particles->massless)
        snprintf(text, sizeof text, "there is no histogram \"%s\" of %d %ss: there are %s", asked,
                 particles->count, jet_word(particles),
                 particles->jets == 'j' ? OBSERVABLES_OF_JETS : OBSERVABLES_OF_PHOTONS);
    else
        snprintf(text, sizeof text,
                 "there is no histogram \"%s\" that all subprocesses of %s have: there %s%s", asked, process,
                 names.length ? "are " : "is none", names.length ? names.text : "");
    source_free(&names);
    return ts_card_refuse_histogram(context, card, index, text);
}

/* The letter of the particles that a histogram is of: of "pt_l" l, of "met" n, else j. */
static char letter_of(const char *name)
{
    const char *letters = strchr(name, '_');
    return letters ? letters[1] : !strcmp(name, "met") ? 'n' : 'j';
}

/* Whether some subprocesses of a part alone have the particles of a histogram. */
static int is_partial(const struct observed *part, const char *name)
{
    const char word[] = {' ', letter_of(name), ' ', 0};
    return strstr(part->partial, word) != NULL;
}

/* Histograms of a part on their way into its text. */
struct observing {
    const struct observed *parts, *part;
    int count;
    struct quantities quantities;
    struct histogram_list list;
    int ordered;
};

static struct quantities quantities_of(const struct observed *part)
{
    return (struct quantities){.particles = part->particles,
                               .count = part->count,
                               .partial = part->partial,
                               .massless = part->massless != 0,
                               .showers = part->showers};
}

/* The part whose particles an expression is of: the own one, where it has them, else another; NULL: none has.
 */
static const struct observed *part_of_expression(ts_context *context, const ts_card *card, size_t index,
                                                 const struct observing *work)
{
    if (work->count == 1 || !quantities_lack(context, card, index, &work->quantities))
        return work->part;
    for (int i = work->count - 1; i >= 0; --i) {
        const struct quantities quantities = quantities_of(&work->parts[i]);
        if (!quantities_lack(context, card, index, &quantities))
            return &work->parts[i];
    }
    return NULL;
}

static ts_status add_expression(ts_context *context, const ts_card *card, size_t index,
                                struct observing *work)
{
    const struct observed *part = part_of_expression(context, card, index, work);
    struct quantities other;
    if (part == work->part)
        return quantities_add(context, card, index, &work->quantities, &work->list);
    if (part)
        return quantities_add_none(context, card, index, &work->list);
    other = quantities_of(&work->parts[work->count - 1]); /* whose names the refusal lists */
    return quantities_add(context, card, index, &other, &work->list);
}

/* Reads the name as all parts understand it, whose usual ranges go together. Returns whether any does. */
static int read_of_all(const char *name, const struct observing *work, struct observable_request *request)
{
    int known = 0;
    for (int i = 0; i < work->count; ++i) {
        const struct observed *part = &work->parts[i];
        const struct final_particles particles = particles_of(part);
        struct observable_request own;
        if (!read_name(name, &particles, &own))
            continue;
        if (known) {
            own.usual.low = fmin(own.usual.low, request->usual.low);
            own.usual.high = fmax(own.usual.high, request->usual.high);
        }
        *request = own;
        known = 1;
    }
    return known;
}

/* A histogram by its name, filled where the part has its particles. */
static ts_status add_named(ts_context *context, const ts_card *card, size_t index, const char *name,
                           struct observing *work)
{
    const struct observed *part = work->part;
    const struct final_particles own = particles_of(part);
    struct observable_request request, all;
    const int has = read_name(name, &own, &request), partial = !has && is_partial(part, name);
    if (partial || !read_of_all(name, work, &all)) {
        const struct observed *last = partial ? part : &work->parts[work->count - 1];
        const struct final_particles listed = particles_of(last);
        return refuse_name(context, card, index, work->list.process->name, &listed);
    }
    work->ordered |= has && request.ordered;
    work->quantities.needs |= has ? request.needs : 0;
    if (has && request.sorted)
        quantities_sort(&work->quantities, request.sorted);
    const ts_status status = histograms_add(context, card, index, name, &all.usual, all.title, &work->list);
    for (int k = 0; has && k < request.entries; ++k)
        histograms_fill(&work->list, request.values[k]);
    return status;
}

/* A name, or one that stands for a group of what is measured behind a shower. */
static ts_status add_name(ts_context *context, const ts_card *card, size_t index, const char *name,
                          struct observing *work)
{
    const int group = shower_observable_group(name), showers = work->part->showers;
    const struct shower_observable *row;
    ts_status status = TS_OK;
    if (!group || !(showers & (SHOWERS_OF_LEPTONS | SHOWERS_OF_QUARK_PAIRS)))
        return add_named(context, card, index, name, work);
    for (size_t i = 0; !status && (row = shower_observable_at(i)); ++i)
        if (row->needs == group && (row->showers & showers))
            status = add_named(context, card, index, row->name, work);
    return status;
}

static ts_status observe_part(ts_context *context, const ts_card *card, struct observing *work,
                              struct process *process)
{
    size_t count;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    work->quantities = quantities_of(work->part);
    work->ordered = 0;
    ts_status status = histograms_begin(context, count + SHOWER_OBSERVABLES_MOST, process, &work->list);
    work->list.text = work->part->text;
    for (size_t i = 0; i < count && !status; ++i)
        status = *requests[i].expression ? add_expression(context, card, i, work)
                                         : add_name(context, card, i, requests[i].name, work);
    quantities_end(&work->quantities, &work->list);
    status = histograms_end(context, &work->list, status);
    source_append(work->part->text, "#define ORDERED_JETS %d\n", work->ordered);
    shower_observables_write(work->quantities.needs | work->part->needs, work->part->text);
    return status;
}

ts_status particle_observables_create(ts_context *context, const ts_card *card, const struct observed *parts,
                                      int count, struct process *process)
{
    struct observing work = {.parts = parts, .count = count};
    ts_status status = TS_OK;
    for (int i = 0; i < count && !status; ++i) {
        work.part = &parts[i];
        status = observe_part(context, card, &work, process);
    }
    return status;
}

/* So many final particles without mass, all of one kind. */
static void observe_massless(char letter, int count, struct observed *observed)
{
    *observed = (struct observed){.count = count, .massless = letter};
    for (int i = 0; i < count; ++i)
        observed->particles[i].letter = letter;
}

ts_status massless_observables_create(ts_context *context, const ts_card *card, char letter, int count,
                                      struct process *process)
{
    struct observed observed;
    observe_massless(letter, count, &observed);
    observed.text = &process->program.text;
    return particle_observables_create(context, card, &observed, 1, process);
}

const char *massless_observables_unknown(const ts_card *card, char letter, int count)
{
    size_t requests_count;
    const ts_histogram_request *requests = ts_card_histograms(card, &requests_count);
    struct observed observed;
    struct observable_request request;
    observe_massless(letter, count, &observed);
    const struct final_particles particles = particles_of(&observed);
    for (size_t i = 0; i < requests_count; ++i)
        if (!*requests[i].expression && !read_name(requests[i].name, &particles, &request))
            return requests[i].name;
    return NULL;
}

#include "process/particle_observables.h"

#include "process/quantities.h"
#include "process/usual_ranges.h"
#include "tessera/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char particle_letters[] = "jaltwzh";

/* The final particles by their letters. */
struct final_particles {
    const struct named_particle *list;
    int count;
    const struct particle_cuts *cuts;
};

/* A histogram that a name asks for. */
struct request {
    char title[96];
    struct integrand_histogram usual;
    int entries, ordered; /* ordered: by falling pT of the jets */
    char values[LEGS_MOST][96];
};

/* What is measured of a particle or of several: its place in the kernel, unit, and axis. */
static const struct quantity {
    const char *name, *of_one, *of_sum, *title;
    double low, high;
} quantities[] = {
    {"pt", "set.pt[%d] * unit", "v_pt(particles_sum(&set, %d)) * unit", "pT of %s [GeV]", 0, 500},
    {"eta", "set.eta[%d]", NULL, "eta of %s", -5, 5},
    {"y", "momentum_rapidity(set.momentum[%d])", "momentum_rapidity(particles_sum(&set, %d))", "y of %s", -5,
     5},
    {"m", NULL, "momentum_mass(particles_sum(&set, %d)) * unit", "mass of %s [GeV]", 0, 1000},
    {"energy", "set.momentum[%d].e * unit", "particles_sum(&set, %d).e * unit", "energy of %s [GeV]", 0, 500},
    {"costheta", "momentum_costheta(set.momentum[%d])", "momentum_costheta(particles_sum(&set, %d))",
     "cos theta of %s", -1, 1},
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

static int find_particles(char letter, const struct final_particles *particles, int found[LEGS_MOST])
{
    int count = 0;
    for (int i = 0; i < particles->count; ++i)
        if (particles->list[i].letter == letter)
            found[count++] = i;
    return count;
}

static void add_value(struct request *request, const char *format, int place)
{
    snprintf(request->values[request->entries++], sizeof request->values[0], format, place);
}

/* "pt_l" of each, "m_ll" of all together. */
static int read_of_letter(const struct quantity *quantity, const char *letters,
                          const struct final_particles *particles, struct request *request)
{
    int found[LEGS_MOST], which = 0;
    char names[32];
    const int count = find_particles(letters[0], particles, found), sum = letters[1] == letters[0];
    if (!count || letters[1 + sum] || !(sum ? quantity->of_sum : quantity->of_one) || (sum && count < 2))
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

/* "pt" of each jet, "pt2" of the second by falling pT. */
static int read_of_jets(const struct quantity *quantity, const char *number,
                        const struct final_particles *particles, struct request *request)
{
    int found[LEGS_MOST];
    char names[32], *end;
    const int count = find_particles('j', particles, found);
    const long which = strtol(number, &end, 10);
    if (quantity - quantities > 1 || *end || (*number && (which < 1 || which > count)) || !count)
        return 0;
    if (!*number)
        for (int i = 0; i < count; ++i)
            add_value(request, quantity->of_one, found[i]);
    else
        add_value(request, quantity == quantities ? "jet_pt[%d] * unit" : "jet_eta[%d]", (int)which - 1);
    usual_range_of_each(particles->cuts, quantity->name, found, count, &request->usual);
    request->ordered = *number != 0;
    snprintf(names, sizeof names, *number ? "jet %ld" : "the jets", which);
    snprintf(request->title, sizeof request->title, quantity->title, names);
    return 1;
}

static int read_name(const char *name, const struct final_particles *particles, struct request *request)
{
    int found[LEGS_MOST];
    *request = (struct request){.usual = {.bins = 50, .low = 0, .high = 1000}};
    if (!strcmp(name, "ht") && find_particles('j', particles, found)) {
        snprintf(request->values[request->entries++], sizeof request->values[0],
                 "particles_ht(&set, JETS_SET) * unit");
        snprintf(request->title, sizeof request->title, "HT [GeV]");
        return 1;
    }
    if (!strcmp(name, "rmin") && find_particles('j', particles, found) > 1) {
        request->usual.high = 5;
        snprintf(request->values[request->entries++], sizeof request->values[0],
                 "particles_rmin(&set, JETS_SET)");
        snprintf(request->title, sizeof request->title, "smallest Delta R of two jets");
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
        if (name[length] == '_' ? read_of_letter(q, name + length + 1, particles, request)
                                : read_of_jets(q, name + length, particles, request))
            return 1;
    }
    return 0;
}

char particle_letter(int pdg, enum particle_kind kind)
{
    for (const char *letter = particle_letters; *letter; ++letter)
        if (is_of_letter(*letter, pdg, kind))
            return *letter;
    return kind == KIND_NEUTRINO ? 'n' : '\0';
}

/* Names that there are, as text. */
struct names {
    char text[640];
    size_t used;
};

static void add_names(struct names *names, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (names->used < sizeof names->text)
        names->used += (size_t)vsnprintf(names->text + names->used, sizeof names->text - names->used, format,
                                         arguments);
    va_end(arguments);
}

/* "ht, rmin, pt, eta, pt1 to pt2, eta1 to eta2; met" */
static void add_names_of_kinds(const struct final_particles *particles, struct names *names)
{
    int found[LEGS_MOST];
    const int jets = find_particles('j', particles, found);
    if (jets > 1)
        add_names(names, "ht, rmin, pt, eta, pt1 to pt%d, eta1 to eta%d of the jets by falling pT", jets,
                  jets);
    else if (jets)
        add_names(names, "ht, pt, eta, pt1, eta1 of the jet");
    if (find_particles('n', particles, found))
        add_names(names, "%smet", jets ? "; " : "");
}

/* "pt_X, eta_X of each X, X one of j, l", or "pt_XX, m_XX of all X together, X one of j" */
static void add_names_of_letters(const struct final_particles *particles, int sum, struct names *names)
{
    int found[LEGS_MOST], letters = 0, listed = 0;
    for (const char *letter = particle_letters; *letter; ++letter)
        letters += find_particles(*letter, particles, found) > sum;
    if (!letters)
        return;
    const char *between = names->used ? "; " : "";
    for (const struct quantity *q = quantities; q < quantities + QUANTITIES; ++q)
        if (sum ? q->of_sum : q->of_one) {
            add_names(names, "%s%s_%s", between, q->name, sum ? "XX" : "X");
            between = ", ";
        }
    add_names(names, sum ? " of all X together, X " : " of each X, X ");
    for (const char *letter = particle_letters; *letter; ++letter)
        if (find_particles(*letter, particles, found) > sum)
            add_names(names, "%s%c", listed++ ? ", " : letters > 1 ? "one of " : "being ", *letter);
}

static ts_status refuse_name(ts_context *context, const ts_card *card, size_t index, const char *process,
                             const struct final_particles *particles)
{
    size_t count;
    char text[900], asked[48];
    struct names names = {.used = 0};
    add_names_of_kinds(particles, &names);
    add_names_of_letters(particles, 0, &names);
    add_names_of_letters(particles, 1, &names);
    ts_text_show(ts_card_histograms(card, &count)[index].name, asked, sizeof asked);
    snprintf(text, sizeof text, "there is no histogram \"%s\" that all subprocesses of %s have: there %s%s",
             asked, process, names.used ? "are " : "is none", names.text);
    return ts_card_refuse_histogram(context, card, index, text);
}

ts_status particle_observables_create(ts_context *context, const ts_card *card,
                                      const struct named_particle *particles,
                                      const struct particle_cuts *widest, struct process *process)
{
    const struct final_particles named = {particles, widest->final, widest};
    size_t count;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    struct histogram_list list;
    int ordered = 0;
    struct quantities quantities = {.particles = particles, .count = widest->final};
    ts_status status = histograms_begin(context, count, process, &list);
    for (size_t i = 0; i < count && !status; ++i) {
        if (*requests[i].expression) {
            status = quantities_add(context, card, i, &quantities, &list);
            continue;
        }
        struct request request;
        if (!read_name(requests[i].name, &named, &request)) {
            status = refuse_name(context, card, i, process->name, &named);
            break;
        }
        ordered |= request.ordered;
        status = histograms_add(context, card, i, requests[i].name, &request.usual, request.title, &list);
        for (int k = 0; k < request.entries; ++k)
            histograms_fill(&list, request.values[k]);
    }
    quantities_end(&quantities, &list);
    status = histograms_end(context, &list, status);
    source_append(&process->text, "#define ORDERED_JETS %d\n", ordered);
    return status;
}

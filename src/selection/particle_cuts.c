#include "selection/particle_cuts.h"

#include "core/card.h"
#include "core/context.h"
#include "tessera/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GLUON = 21, PHOTON = 22, BOTTOM = 5 };

/* "none" for kernels, whose numbers may be of single precision. */
static const double no_limit = 1e30;

/* The largest Delta R that a card may ask for, as of all options of that name. */
static const double farthest = 10;

enum particle_kind particle_kind_of(const ts_model *model, int pdg)
{
    const int code = abs(pdg);
    const ts_particle *particle = ts_model_particle(model, pdg);
    if (code == GLUON || code <= BOTTOM)
        return KIND_JET;
    if (code == PHOTON)
        return KIND_PHOTON;
    if (!particle->family || particle->colour > 1)
        return KIND_HEAVY;
    return particle->charge ? KIND_LEPTON : KIND_NEUTRINO;
}

/* A label that stands for all particles like this one, so that one cut serves for all pairs of such. Where
 * there is none, its own name. */
static const char *label_of(const ts_model *model, int pdg)
{
    const int electron = 11, muon = 13;
    if (particle_kind_of(model, pdg) == KIND_JET && ts_model_particle(model, pdg)->mass <= 0)
        return "j";
    if (abs(pdg) == electron || abs(pdg) == muon)
        return pdg > 0 ? "l-" : "l+";
    return ts_model_particle_name(model, pdg);
}

int cut_pair(int i, int k) { return i > k ? i * (i - 1) / 2 + k : k * (k - 1) / 2 + i; }

/* By its own cut, or by one on a sum. */
static double own_pt_min(const struct particle_cuts *cuts, int i)
{
    double least = cuts->pt_min[i];
    if (cuts->kind[i] == KIND_JET && particle_cuts_set(cuts, KIND_JET) == 1u << i)
        least = fmax(least, cuts->ht_min);
    else if (cuts->kind[i] == KIND_JET && cuts->final == 2) /* both are jets */
        least = fmax(least, cuts->ht_min / 2);
    if (cuts->kind[i] == KIND_NEUTRINO && particle_cuts_set(cuts, KIND_NEUTRINO) == 1u << i)
        least = fmax(least, cuts->missing_min);
    return least;
}

double particle_cuts_pt_min(const struct particle_cuts *cuts, int i)
{
    const double least = own_pt_min(cuts, i);
    return cuts->final == 2 ? fmax(least, own_pt_min(cuts, 1 - i)) : least;
}

double particle_cuts_distant_mass(const struct particle_cuts *cuts, int i, int k)
{
    const double dr = fmin(cuts->dr_min[cut_pair(i, k)], 1);
    return 0.9 * dr * sqrt(cuts->pt_min[i] * cuts->pt_min[k]);
}

double particle_cuts_mass_min(const struct particle_cuts *cuts, int i, int k)
{
    return fmax(cuts->mass_min[cut_pair(i, k)], particle_cuts_distant_mass(cuts, i, k));
}

/* Whether one is a photon and the other a charged particle without mass, which may be collinear. */
static int may_radiate(const ts_model *model, int first, int second)
{
    const ts_particle *other = ts_model_particle(model, first == PHOTON ? second : first);
    return (first == PHOTON || second == PHOTON) && other->charge && other->mass <= 0;
}

void particle_cuts_advise(const ts_model *model, const struct particle_cuts *cuts, const int *pdg, int i,
                          int k, char text[ADVICE_BYTES])
{
    const int photon = pdg[i] == PHOTON ? i : k, other = photon == i ? k : i;
    if (may_radiate(model, pdg[i], pdg[k]) && cuts->pt_min[i] > 0 && cuts->pt_min[k] > 0)
        snprintf(text, ADVICE_BYTES,
                 "give a least distance or a lowest mass, as in cuts.pair: {%s %s: {dr_min: 0.4}}",
                 label_of(model, pdg[photon]), label_of(model, pdg[other]));
    else
        snprintf(text, ADVICE_BYTES, "give a lowest mass, as in cuts.pair: {%s %s: {mass: [5, null]}}",
                 label_of(model, pdg[k]), label_of(model, pdg[i]));
}

static const char *const groups[] = {[KIND_JET] = "jet",
                                     [KIND_PHOTON] = "photon",
                                     [KIND_LEPTON] = "lepton",
                                     [KIND_NEUTRINO] = "missing",
                                     [KIND_HEAVY] = "heavy"};

/* What a card says of a kind of particles. */
static const struct request_limits *limits_of(const struct request *request, enum particle_kind kind)
{
    const struct request_limits *const limits[] = {[KIND_JET] = &request->cuts.jet,
                                                   [KIND_PHOTON] = &request->cuts.photon,
                                                   [KIND_LEPTON] = &request->cuts.lepton,
                                                   [KIND_NEUTRINO] = &request->cuts.missing,
                                                   [KIND_HEAVY] = &request->cuts.heavy};
    return limits[kind];
}

/* Isolation comes in place of the distance that photons keep from jets by default. */
static int isolation_serves(const struct request *request)
{
    return request->cuts.photon.isolation.r > 0 && !request->cuts.photon.dr_jet_given;
}

static double distance_of(const struct request *request, enum particle_kind a, enum particle_kind b)
{
    if (a > KIND_LEPTON || b > KIND_LEPTON)
        return 0;
    if ((a == KIND_PHOTON || b == KIND_PHOTON) && a != b && isolation_serves(request))
        return 0;
    if (a == b)
        return limits_of(request, a)->dr_min;
    if (a == KIND_JET)
        return limits_of(request, b)->dr_jet;
    return b == KIND_JET ? limits_of(request, a)->dr_jet : 0;
}

static int label_holds(const struct label *label, int pdg)
{
    for (int i = 0; i < label->count; ++i)
        if (label->pdg[i] == pdg)
            return 1;
    return 0;
}

/* A particle or a label by its name. */
static int find_label(const ts_model *model, const struct label_list *labels, const char *name,
                      struct label *label)
{
    for (int i = 0; i < labels->count; ++i)
        if (!strcmp(labels->labels[i].name, name)) {
            *label = labels->labels[i];
            return 1;
        }
    *label = (struct label){.count = 1};
    label->pdg[0] = ts_model_pdg(model, name);
    return label->pdg[0] != 0;
}

/* Two charged leptons are a pair where they are of one flavour. */
static int is_pair(const ts_model *model, const struct label *a, const struct label *b, int first, int second)
{
    const int leptons = particle_kind_of(model, first) == KIND_LEPTON &&
                        particle_kind_of(model, second) == KIND_LEPTON;
    if (leptons && abs(first) != abs(second))
        return 0;
    return (label_holds(a, first) && label_holds(b, second)) ||
           (label_holds(a, second) && label_holds(b, first));
}

/* What an entry asks of a pair. */
struct pair_limits {
    double low, high;       /* of the mass, GeV */
    double pt_low, pt_high; /* of the transverse momentum of both, GeV */
    double distance;        /* the least Delta R */
};

/* A limit in GeV, or `open` for the word null. Returns 0 where it is neither. */
static int read_limit(const char *word, double open, double *limit)
{
    *limit = open;
    return !strcmp(word, "null") || (scalar_number(word, limit) && *limit >= 0);
}

/* Two limits that leave something between them; null for an end that is open. */
static int accept_range(const char *name, char *const numbers[2], int count, double *low, double *high,
                        char sentence[SENTENCE_BYTES])
{
    snprintf(sentence, SENTENCE_BYTES,
             "expected {%s: [66, 116]}, in GeV, the lower limit first, or null for an end that is open",
             name);
    return count == 2 && read_limit(numbers[0], 0, low) && read_limit(numbers[1], INFINITY, high) &&
           *high > *low;
}

/* Two limits of the mass or pT, or one distance. Returns 0, with a sentence, where the numbers are not that.
 */
static int accept_limit(const char *name, char *const numbers[2], int count, struct pair_limits *limits,
                        char sentence[SENTENCE_BYTES])
{
    if (!strcmp(name, "mass"))
        return accept_range(name, numbers, count, &limits->low, &limits->high, sentence);
    if (!strcmp(name, "pt"))
        return accept_range(name, numbers, count, &limits->pt_low, &limits->pt_high, sentence);
    if (!strcmp(name, "dr_min")) {
        snprintf(sentence, SENTENCE_BYTES, "expected {dr_min: 0.4}, a number from 0 to %g", farthest);
        return count == 1 && scalar_number(numbers[0], &limits->distance) && limits->distance >= 0 &&
               limits->distance <= farthest;
    }
    snprintf(
        sentence, SENTENCE_BYTES,
        "a pair has mass, pt and dr_min, and no \"%.40s\": write {mass: [66, 116], dr_min: 0.4}, or some of the three",
        name);
    return 0;
}

/* "mass 66 null dr_min 0.4", each name before its numbers. Returns 0, with a sentence, where it is not that.
 */
static int read_limits(const char *value, struct pair_limits *limits, char sentence[SENTENCE_BYTES])
{
    char words[sizeof((ts_card_entry *)0)->value], *rest = NULL;
    *limits = (struct pair_limits){.high = INFINITY, .pt_high = INFINITY};
    snprintf(words, sizeof words, "%s", value);
    snprintf(sentence, SENTENCE_BYTES,
             "expected {mass: [66, 116], dr_min: 0.4}, or some of mass, pt and dr_min");
    char *word = strtok_r(words, " ", &rest);
    if (!word || scalar_is_limit(word, strlen(word)))
        return 0;
    while (word) {
        const char *name = word;
        char *numbers[2] = {NULL, NULL};
        int count = 0;
        for (; (word = strtok_r(NULL, " ", &rest)) && scalar_is_limit(word, strlen(word)); ++count)
            if (count < 2)
                numbers[count] = word;
        if (!accept_limit(name, numbers, count, limits, sentence))
            return 0;
    }
    return 1;
}

/* Reads "l+ l-". Returns 0 with a sentence. */
static int read_names(const ts_model *model, const struct label_list *labels, const char *name,
                      struct label pair[2], char sentence[SENTENCE_BYTES])
{
    char words[2][32], rest[2], text[48];
    if (sscanf(name, "%31s %31s %1s", words[0], words[1], rest) != 2) {
        snprintf(sentence, SENTENCE_BYTES, "expected two particles or labels, such as l+ l- or j j");
        return 0;
    }
    for (int i = 0; i < 2; ++i) {
        if (find_label(model, labels, words[i], &pair[i]))
            continue;
        ts_text_show(words[i], text, sizeof text);
        snprintf(
            sentence, SENTENCE_BYTES,
            "'%s' is neither a particle of the model %s nor a label: expected two of these, such as l+ l- or "
            "j j (define makes labels)",
            text, ts_model_name(model));
        return 0;
    }
    return 1;
}

static ts_status read_pair(ts_context *context, const ts_card *card, const ts_model *model,
                           const struct label_list *labels, const int *pdg, const ts_card_entry *entry,
                           struct particle_cuts *cuts, int *found)
{
    struct label pair_of[2];
    struct pair_limits limits;
    char sentence[SENTENCE_BYTES];
    if (!read_names(model, labels, entry->name, pair_of, sentence))
        return ts_card_refuse_entry(context, card, "cuts.pair", entry->name, sentence);
    if (!read_limits(entry->value, &limits, sentence))
        return ts_card_refuse_entry(context, card, "cuts.pair", entry->name, sentence);
    for (int i = 1; i < cuts->final; ++i)
        for (int k = 0; k < i; ++k) {
            if (!is_pair(model, &pair_of[0], &pair_of[1], pdg[i], pdg[k]))
                continue;
            const int pair = cut_pair(i, k);
            cuts->mass_min[pair] = fmax(cuts->mass_min[pair], limits.low);
            cuts->mass_max[pair] = fmin(cuts->mass_max[pair], limits.high);
            cuts->pair_pt_min[pair] = fmax(cuts->pair_pt_min[pair], limits.pt_low);
            cuts->pair_pt_max[pair] = fmin(cuts->pair_pt_max[pair], limits.pt_high);
            cuts->dr_min[pair] = fmax(cuts->dr_min[pair], limits.distance);
            *found = 1;
        }
    return TS_OK;
}

/* A limit above which the table of options has "any". */
static double limit_of(double value, double any) { return value < any ? value : INFINITY; }

static const double any_pt = 1e7;

static void read_particle(const struct request_limits *limits, enum particle_kind kind, int i,
                          struct particle_cuts *cuts)
{
    const double any_y = 100;
    const int seen = kind != KIND_NEUTRINO;
    cuts->pt_min[i] = seen ? limits->pt_min : 0;
    cuts->pt_max[i] = seen ? limit_of(limits->pt_max, any_pt) : INFINITY;
    cuts->y_max[i] = seen ? limit_of(limits->y_max, any_y) : INFINITY;
    cuts->eta_max[i] = kind <= KIND_LEPTON ? limits->eta_max : INFINITY;
}

static ts_status check_limits(ts_context *context, const ts_card *card, const struct particle_cuts *cuts)
{
    static const char *const none = "no event passes: it is not above %s";
    char key[64], sentence[64];
    for (int i = 0; i < cuts->final; ++i) {
        if (cuts->pt_max[i] > cuts->pt_min[i])
            continue;
        snprintf(key, sizeof key, "cuts.%s.pt_max", groups[cuts->kind[i]]);
        snprintf(sentence, sizeof sentence, none, "pt_min");
        return ts_card_refuse(context, card, key, sentence);
    }
    if (!(cuts->ht_max > cuts->ht_min)) {
        snprintf(sentence, sizeof sentence, none, "ht_min");
        return ts_card_refuse(context, card, "cuts.jet.ht_max", sentence);
    }
    snprintf(sentence, sizeof sentence, none, "pt_min");
    return cuts->missing_max > cuts->missing_min
               ? TS_OK
               : ts_card_refuse(context, card, "cuts.missing.pt_max", sentence);
}

int particle_cuts_isolate(const struct particle_cuts *cuts)
{
    return cuts->isolation_r > 0 && particle_cuts_set(cuts, KIND_JET) && particle_cuts_set(cuts, KIND_PHOTON);
}

/* A jet of some pT is not nearer to a photon than its pT alone allows, beside the hardest photon. */
static double isolated_distance(const struct particle_cuts *cuts, int photon, int jet, double energy)
{
    const double hardest = fmin(cuts->pt_max[photon], energy / 2);
    const double share = cuts->pt_min[jet] / (cuts->isolation_share * hardest);
    const double part = pow(fmin(share, 1), 0.5 / cuts->isolation_power);
    return 2 * asin(fmin(1, sin(cuts->isolation_r / 2) * part)) * (1 - 1e-9);
}

static void read_isolation(const struct request *request, struct particle_cuts *cuts)
{
    cuts->isolation_r = request->cuts.photon.isolation.r;
    cuts->isolation_share = request->cuts.photon.isolation.epsilon;
    cuts->isolation_power = request->cuts.photon.isolation.n;
    for (int i = 0; i < cuts->final && particle_cuts_isolate(cuts); ++i)
        for (int k = 0; k < cuts->final; ++k)
            if (cuts->kind[i] == KIND_PHOTON && cuts->kind[k] == KIND_JET)
                cuts->dr_min[cut_pair(i, k)] = fmax(cuts->dr_min[cut_pair(i, k)],
                                                    isolated_distance(cuts, i, k, request->beams.energy));
}

unsigned particle_cuts_set(const struct particle_cuts *cuts, enum particle_kind kind)
{
    unsigned set = 0;
    for (int i = 0; i < cuts->final; ++i)
        set |= (unsigned)(cuts->kind[i] == kind) << i;
    return set;
}

ts_status particle_cuts_read(ts_context *context, const ts_card *card, const ts_model *model,
                             const struct label_list *labels, int final, const int *pdg,
                             struct particle_cuts *cuts, uint64_t *used)
{
    const struct request *request = card_request(card);
    const struct request_map *pairs = &request->cuts.pair;
    *cuts = (struct particle_cuts){.final = final,
                                   .q2_beam = -1,
                                   .q2_lepton = -1,
                                   .ht_min = request->cuts.jet.ht_min,
                                   .ht_max = limit_of(request->cuts.jet.ht_max, any_pt),
                                   .missing_min = request->cuts.missing.pt_min,
                                   .missing_max = limit_of(request->cuts.missing.pt_max, any_pt)};
    for (int i = 0; i < final; ++i) {
        const enum particle_kind kind = cuts->kind[i] = particle_kind_of(model, pdg[i]);
        read_particle(limits_of(request, kind), kind, i, cuts);
        for (int k = 0; k < i; ++k) {
            cuts->dr_min[cut_pair(i, k)] = distance_of(request, kind, cuts->kind[k]);
            cuts->mass_max[cut_pair(i, k)] = cuts->pair_pt_max[cut_pair(i, k)] = INFINITY;
        }
    }
    ts_status status = check_limits(context, card, cuts);
    for (size_t i = 0; i < pairs->count && !status; ++i) {
        int found = 0;
        status = read_pair(context, card, model, labels, pdg, &pairs->entries[i], cuts, &found);
        *used |= (uint64_t)found << i;
    }
    read_isolation(request, cuts);
    return status;
}

int particle_cuts_equal(const struct particle_cuts *a, const struct particle_cuts *b)
{
    double numbers[2][CUT_NUMBERS(LEGS_MOST)] = {{0}};
    if (a->final != b->final || a->merging.partons != b->merging.partons)
        return 0;
    for (int i = 0; i < a->final; ++i)
        if (a->kind[i] != b->kind[i])
            return 0;
    particle_cuts_write(a, 1, numbers[0]);
    particle_cuts_write(b, 1, numbers[1]);
    for (int i = 0; i < CUT_NUMBERS(a->final); ++i)
        if (numbers[0][i] != numbers[1][i])
            return 0;
    return 1;
}

void particle_cuts_write(const struct particle_cuts *cuts, double unit, double *numbers)
{
    for (int i = 0; i < cuts->final; ++i, numbers += PARTICLE_CUTS) {
        numbers[CUT_PT_MIN] = cuts->pt_min[i] / unit;
        numbers[CUT_PT_MAX] = fmin(cuts->pt_max[i] / unit, no_limit);
        numbers[CUT_ETA_MAX] = fmin(cuts->eta_max[i], no_limit);
        numbers[CUT_Y_MAX] = fmin(cuts->y_max[i], no_limit);
    }
    for (int pair = 0; pair < PARTICLE_PAIRS(cuts->final); ++pair, numbers += PAIR_CUTS) {
        numbers[CUT_DR2_MIN] = pow(cuts->dr_min[pair], 2);
        numbers[CUT_MASS2_MIN] = pow(cuts->mass_min[pair] / unit, 2);
        numbers[CUT_MASS2_MAX] = fmin(pow(cuts->mass_max[pair] / unit, 2), no_limit);
        numbers[CUT_PAIR_PT2_MIN] = pow(cuts->pair_pt_min[pair] / unit, 2);
        numbers[CUT_PAIR_PT2_MAX] = fmin(pow(cuts->pair_pt_max[pair] / unit, 2), no_limit);
    }
    numbers[CUT_HT_MIN] = cuts->ht_min / unit;
    numbers[CUT_HT_MAX] = fmin(cuts->ht_max / unit, no_limit);
    numbers[CUT_MISSING_MIN] = cuts->missing_min / unit;
    numbers[CUT_MISSING_MAX] = fmin(cuts->missing_max / unit, no_limit);
    numbers[CUT_Q2_MIN] = cuts->q2_min > 0 ? cuts->q2_min / cuts->beams_energy / unit : 0;
    numbers[CUT_Q2_LEPTON] = cuts->q2_min > 0 ? cuts->q2_lepton : 0;
    numbers[CUT_Q2_SIDE] = cuts->q2_beam == 1 ? -1 : 1;
    if (!particle_cuts_isolate(cuts))
        return;
    numbers[CUT_ISOLATION_R2] = pow(cuts->isolation_r, 2);
    numbers[CUT_ISOLATION_SHARE] = cuts->isolation_share;
    numbers[CUT_ISOLATION_POWER] = cuts->isolation_power;
    numbers[CUT_ISOLATION_INVERSE] = 1 / pow(sin(cuts->isolation_r / 2), 2);
}

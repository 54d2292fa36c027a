/* What a process of the model refuses of its card, and what it warns of. */
#include "derived/subprocess_making.h"

#include "core/context.h"
#include "model/model.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "phase_space/finite.h"
#include "process/couplings.h"
#include "process/pdf_range.h"
#include "selection/default_cuts.h"
#include "selection/particle_cuts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Channels that events can name (src/events/event_sum.h). */
enum { channels_numbered = 65535 };

ts_status subprocess_refuse(const struct subprocess_making *making, const char *key, const char *sentence)
{
    return ts_card_refuse(making->context, making->card, key, sentence);
}

/* Numbers of events that each channel has (src/integrate/channel.c). */
static const double most_events = 0x1p44;

ts_status subprocess_check_choices(const struct subprocess_making *making)
{
    static const char *const too_many = "a sum of subprocesses has at most 17592186044416 events (2^44)";
    if ((double)making->request->integration.max_events > most_events)
        return subprocess_refuse(making, "integration.max_events", too_many);
    if ((double)making->request->integration.events > most_events)
        return subprocess_refuse(making, "integration.events", too_many);
    if (making->process->program.mixed)
        return subprocess_refuse(making, "precision",
                                 "mixed precision serves gluon jets alone: take double, or single");
    return request_check_space(making->context, making->card,
                               phase_spaces_served(beams_have_whole(making->card)));
}

const char *subprocess_variations_key(const struct subprocess_making *making)
{
    return making->request->variations.scales ? "variations.scales" : "variations.pdf";
}

ts_status subprocess_check_whole(const struct subprocess_making *making)
{
    if (making->setting.scales.parton_count)
        return TS_OK;
    if (making->request->variations.scales || making->request->variations.pdf)
        return subprocess_refuse(
            making, subprocess_variations_key(making),
            "variations are those of parton densities and of alpha_s beside them, and neither "
            "beam has densities: take none");
    process_set_idle(making->process, "scales.factorization");
    return TS_OK;
}

ts_status subprocess_check_sizes(const struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    ts_status status = TS_OK;
    for (int i = 0; i < list->group_count && !status; ++i)
        status = tree_check_legs(making->context, making->model, list->legs, LEGS_IN,
                                 list->groups[i].members[0].pdg);
    return status;
}

/* Lines of quarks that go out with a particle, those of antiquarks below 0. */
static int lines_of(const struct subprocess_making *making, int pdg)
{
    const int colour = ts_model_particle(making->model, pdg)->colour;
    return colour == 8 ? 0 : (pdg > 0 ? 1 : -1) * (colour / 3);
}

ts_status subprocess_check_decays(const struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    char sentence[300];
    for (int group = 0; group < list->group_count; ++group) {
        const struct chain *chain = &list->groups[group].chain;
        for (int i = 0; i < chain->count; ++i) {
            int lines = lines_of(making, chain->list[i].pdg);
            for (int leg = LEGS_IN; leg < list->legs; ++leg)
                if (chain->list[i].legs >> leg & 1U)
                    lines -= lines_of(making, list->groups[group].members[0].pdg[leg]);
            if (!lines)
                continue;
            snprintf(
                sentence, sizeof sentence,
                "%.40s decays by an epsilon tensor of colour, whose lines no file of events can name: give the "
                "final particles without the decay, or leave it to a shower",
                ts_model_particle_name(making->model, chain->list[i].pdg));
            return subprocess_refuse(making, "process", sentence);
        }
    }
    return TS_OK;
}

/* What the base of a scale is at least in a group, whose cuts stand, in GeV. */
static double lowest_base(const struct subprocess_making *making, int group, ts_scale_base base)
{
    if (base ==
        TS_SCALE_EXPRESSION) /* events without a scale are no numbers (kernels/process/hard_process.h) */
        return making->setting.least_scale;
    if (base == TS_SCALE_CLUSTERING)
        return subprocess_least_clustering(making->process);
    const double least = particle_bounds_scale(making->model, &making->work[group].cuts,
                                               making->setting.list->groups[group].members[0].pdg + LEGS_IN,
                                               base);
    return base == TS_SCALE_M ? fmax(least, resonance_limits_least(making, group)) : least;
}

double subprocess_least_scale(const struct process *process)
{
    return 2 * coupling_table_lowest(pdf_coupling(process->pdf));
}

/* Whether nobody knows before how low a scale falls. */
static int is_late(ts_scale scale)
{
    return scale.base == TS_SCALE_EXPRESSION || scale.base == TS_SCALE_CLUSTERING;
}

double subprocess_lowest_scale(const struct subprocess_making *making, ts_scale scale)
{
    double lowest = INFINITY;
    for (int part = 0; part < making->part_count && !is_late(scale); ++part)
        for (int i = 0; i < making->parts[part].setting.list->group_count; ++i)
            lowest = fmin(lowest, lowest_base(&making->parts[part], i, scale.base));
    return scale.factor * lowest;
}

/* Scales that follow HT need jets. */
static ts_status check_base(const struct subprocess_making *making, const struct particle_cuts *cuts,
                            const char *key, ts_scale scale)
{
    if (!(scale.factor > 0) || scale.base != TS_SCALE_HT || particle_cuts_set(cuts, KIND_JET))
        return TS_OK;
    char sentence[300];
    snprintf(sentence, sizeof sentence,
             "HT is the sum of the jets' pT, and %.180s has no jets: take MT, M or a scale in GeV",
             making->part_count > 1 ? making->name : "the process");
    return subprocess_refuse(making, key, sentence);
}

/* Whether each square of the trees' sum has whole powers of alpha_s. */
static int has_whole_powers(const struct trees *trees)
{
    for (int i = 1; i < trees->count; ++i)
        if ((trees->orders[i].orders.power[ORDER_STRONG] - trees->orders[0].orders.power[ORDER_STRONG]) % 2)
            return 0;
    return 1;
}

/* A scale of alpha_s that changes from event to event may not fall too low. */
static ts_status check_running(const struct subprocess_making *making, int group)
{
    const ts_scale scale = making->setting.scales.renormalization;
    const struct trees *trees = &making->setting.list->groups[group].trees;
    const double lowest = (subprocess_clusters(scale) ? 1 : scale.factor) *
                          lowest_base(making, group, scale.base);
    if (making->process->variation_count && !has_whole_powers(trees))
        return subprocess_refuse(
            making, subprocess_variations_key(making),
            "the trees have even and odd powers of g_s, so that their squares have no powers of alpha_s "
            "alone: bound QCD and QED in orders, or take none");
    if (!(scale.factor > 0) || !trees_strong_most(trees))
        return TS_OK;
    return coupling_check_lowest(making->context, making->card, making->process, lowest,
                                 "take a larger multiple, or raise the cuts");
}

static ts_status check_scales(const struct subprocess_making *making, int group)
{
    const struct particle_cuts *cuts = &making->work[group].cuts;
    ts_status status = check_base(making, cuts, "scales.renormalization",
                                  making->setting.scales.renormalization);
    if (!status)
        status = check_base(making, cuts, "scales.factorization", making->setting.scales.factorization);
    return status ? status : check_running(making, group);
}

ts_status subprocess_check_finite(const struct subprocess_making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct finite_setting finite = {.graph = &making->work[group].tree.graph,
                                          .chain = &setting->list->groups[group].chain,
                                          .cuts = &making->work[group].cuts,
                                          .known = setting->whole[0] && setting->whole[1],
                                          .root_s = setting->root_s,
                                          .least = lowest_base(making, group, TS_SCALE_M)};
    char key[64], sentence[SENTENCE_BYTES];
    switch (finite_check(&finite, key, sentence)) {
    case FINITE:
        return TS_OK;
    case INFINITE:
        return subprocess_refuse(making, key, sentence);
    default:
        return ts_fail_memory(making->context, "a process");
    }
}

ts_status subprocess_check_polarised(struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    for (int group = 0; group < list->group_count; ++group)
        for (int i = 0; i < LEGS_IN; ++i)
            if (list->groups[group].chain.states[i] && !making->setting.whole[i])
                return subprocess_refuse(
                    making, "process",
                    "partons of a hadron have no helicities of their own, for densities are not "
                    "polarised: leave out those before \">\"");
    return TS_OK;
}

ts_status subprocess_check_couplings(const struct subprocess_making *making, int group)
{
    size_t count;
    const ts_model *model = making->model;
    const struct graph *graph = &making->work[group].tree.graph;
    const int runs = making->setting.scales.renormalization.factor > 0;
    if (!model->mixed || (!runs && !making->process->variation_count))
        return TS_OK;
    for (int i = 0; i < graph->term_count; ++i) {
        const int vertex = graph->terms[i].vertex;
        if (!model->mixed[vertex])
            continue;
        char sentence[200];
        snprintf(
            sentence, sizeof sentence,
            "the coupling %.40s of the model is no power of alpha_s, which therefore cannot run: %s",
            ts_model_parameters(model, &count)[ts_model_vertices(model, &count)[vertex].coupling[0]].name,
            runs ? "take a scale in GeV" : "take no variations");
        return subprocess_refuse(making, runs ? "scales.renormalization" : "variations.scales", sentence);
    }
    return TS_OK;
}

int subprocess_has_both_signs(const struct subprocess_making *making, int group)
{
    const struct graph *graph = &making->work[group].tree.graph;
    return graph->flow_orders &&
           !squares_are_whole(&making->setting.list->squares, graph->flow_orders, graph->flow_count);
}

int subprocess_most_of(const struct subprocess_making *making, enum particle_kind kind)
{
    int most = 0;
    for (int i = 0; i < making->setting.list->group_count; ++i) {
        const int count = __builtin_popcount(particle_cuts_set(&making->work[i].cuts, kind));
        most = count > most ? count : most;
    }
    return most;
}

/* How many particles of a kind one of the groups of all parts has at most. */
static int most_of(const struct subprocess_making *making, enum particle_kind kind)
{
    int most = 0;
    for (int part = 0; part < making->part_count; ++part) {
        const int count = subprocess_most_of(&making->parts[part], kind);
        most = count > most ? count : most;
    }
    return most;
}

/* Where some groups have these particles the others give zero, which the result tells of. */
ts_status subprocess_check_sums(const struct subprocess_making *making)
{
    const struct {
        const char *key, *what;
        enum particle_kind kind;
        double least;
    } sums[] = {{"cuts.missing.pt_min", "neutrinos", KIND_NEUTRINO, making->request->cuts.missing.pt_min},
                {"cuts.jet.ht_min", "jets", KIND_JET, making->request->cuts.jet.ht_min}};
    char sentence[SENTENCE_BYTES];
    for (size_t i = 0; i < sizeof sums / sizeof *sums; ++i) {
        if (!(sums[i].least > 0) || most_of(making, sums[i].kind))
            continue;
        snprintf(sentence, sizeof sentence, "no event of %s passes, which has no %s: remove it",
                 making->process->name, sums[i].what);
        return subprocess_refuse(making, sums[i].key, sentence);
    }
    return TS_OK;
}

/* Refuses cuts that no event passes for want of energy. */
static ts_status check_energy(const struct subprocess_making *making, int group)
{
    const double least = lowest_base(making, group, TS_SCALE_M);
    if (least < making->setting.root_s)
        return TS_OK;
    char sentence[200];
    snprintf(sentence, sizeof sentence,
             "masses and cuts of the final particles need %.6g GeV, and the beams have %.6g GeV", least,
             making->setting.root_s);
    return subprocess_refuse(making, "beams.energy", sentence);
}

ts_status subprocess_check_group(const struct subprocess_making *making, int group)
{
    ts_status status = resonance_limits_check(making, group);
    if (!status)
        status = check_energy(making, group);
    return status ? status : check_scales(making, group);
}

ts_status subprocess_check_rounding(const struct subprocess_making *making, double softest)
{
    const int full = making->process->program.double_precision;
    const double rounding = full ? 0x1p-53 : 0x1p-24, s = pow(making->setting.root_s, 2);
    char sentence[SENTENCE_BYTES];
    if (4 * rounding * s < softest)
        return TS_OK;
    snprintf(
        sentence, sizeof sentence,
        "%s precision keeps squared momenta to %.2g GeV^2 at this energy, and %s has poles of %.2g GeV^2: %s",
        full ? "double" : "single", rounding * s, making->process->name, softest,
        full ? "raise widths or cuts, or lower the energy" : "take double");
    return subprocess_refuse(making, full ? "beams.energy" : "precision", sentence);
}

ts_status subprocess_check_channels(const struct subprocess_making *making, size_t count)
{
    char sentence[200];
    if (count <= channels_numbered)
        return TS_OK;
    snprintf(sentence, sizeof sentence,
             "its %zu groups of subprocesses have %zu channels of phase space, and at most %d: name some of "
             "the particles",
             ts_subprocesses_group_count(making->subprocesses), count, (int)channels_numbered);
    return subprocess_refuse(making, "process", sentence);
}

/* Notes entries of cuts.pair without a part in any group, and says which. */
static void note_idle_pairs(const struct subprocess_making *making)
{
    const struct request_map *pairs = &making->request->cuts.pair;
    uint64_t used = 0;
    for (int part = 0; part < making->part_count; ++part)
        used |= making->parts[part].used;
    for (size_t i = 0; i < pairs->count; ++i)
        if (!(used >> i & 1)) {
            making->process->idle_pairs |= (uint64_t)1 << i;
            ts_log(making->context, TS_LOG_WARNING, "cuts.pair.%s has no part in %s and changes nothing.",
                   pairs->entries[i].name, making->process->name);
        }
}

/* Notes cuts on kinds of particles that no group has, and on distances between two where there is one. */
static void note_idle_cuts(struct subprocess_making *making)
{
    static const char *const fronts[] = {[KIND_JET] = "cuts.jet.",
                                         [KIND_PHOTON] = "cuts.photon.",
                                         [KIND_LEPTON] = "cuts.lepton.",
                                         [KIND_HEAVY] = "cuts.heavy.",
                                         [KIND_NEUTRINO] = "cuts.missing."};
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (int kind = KIND_JET; kind <= KIND_NEUTRINO; ++kind) {
        const size_t length = strlen(fronts[kind]);
        const int most = most_of(making, kind), jets = most_of(making, KIND_JET);
        for (size_t i = 0; i < count; ++i) {
            if (strncmp(options[i].key, fronts[kind], length) != 0)
                continue;
            const char *name = options[i].key + length;
            const int from_jets = !strcmp(name, "dr_jet") || !strncmp(name, "isolation.", 10);
            const int no_radius = !strncmp(name, "isolation.", 10) &&
                                  !(making->request->cuts.photon.isolation.r > 0);
            if (most < (strcmp(name, "dr_min") ? 1 : 2) || (from_jets && !jets) || no_radius)
                process_set_idle(making->process, options[i].key);
        }
    }
}

/* A resonance of a group, whose twin is looked for. */
struct likeness {
    const struct subprocess_group *group;
    const struct resonance *resonance;
    int legs;
};

/* Whether legs are the particles of the resonance, in any order. */
static int is_alike(const struct likeness *likeness, unsigned legs)
{
    const int *pdg = likeness->group->members[0].pdg;
    int left[LEGS_MOST] = {0}, count = 0;
    for (int i = 0; i < likeness->legs; ++i)
        if (likeness->resonance->legs >> i & 1)
            left[count++] = pdg[i];
    for (int i = 0; i < likeness->legs; ++i)
        for (int k = 0; legs >> i & 1; ++k) {
            if (k == count)
                return 0;
            if (left[k] == pdg[i]) {
                left[k] = left[--count];
                break;
            }
        }
    return !count;
}

static int see_likeness(void *data, unsigned legs, int pdg)
{
    const struct likeness *likeness = data;
    const struct chain *chain = &likeness->group->chain;
    for (int i = 0; i < chain->count; ++i)
        if (chain->list[i].legs == legs)
            return 1;
    return abs(pdg) != abs(likeness->resonance->pdg) || !is_alike(likeness, legs);
}

/* Warns where a resonance that the process names has a twin that it does not name: the same particles from
 * another line of it. Events near both masses then are in the cross section once for each. */
static int warn_of_twins(const struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    for (int g = 0; g < list->group_count; ++g)
        for (int i = 0; i < list->groups[g].chain.count; ++i) {
            struct likeness likeness = {&list->groups[g], &list->groups[g].chain.list[i], list->legs};
            if (finite_lines_visit(&making->work[g].tree.graph, see_likeness, &likeness))
                continue;
            const ts_particle *particle = ts_model_particle(making->model, likeness.resonance->pdg);
            ts_log(making->context, TS_LOG_WARNING,
                   "In %s the particles of a decay of %s may come from a second %s that the process does not "
                   "name: where both have their mass, events count twice.",
                   making->process->name, particle->name, particle->name);
            return 1;
        }
    return 0;
}

/* The least momentum fraction of a part. */
static double lowest_x(const struct subprocess_making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    double x = 1;
    for (int i = 0; i < setting->list->group_count; ++i)
        x = fmin(x, particle_bounds_x(making->model, &making->work[i].cuts,
                                      setting->list->groups[i].members[0].pdg + LEGS_IN,
                                      lowest_base(making, i, TS_SCALE_M), setting->root_s));
    return x;
}

static void warn_of_densities(const struct subprocess_making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    double x = 1;
    for (int part = 0; part < making->part_count; ++part)
        x = fmin(x, lowest_x(&making->parts[part]));
    if (setting->scales.parton_count)
        pdf_warn_of_range(making->context, making->process->pdf, setting->scales.factorization.fixed,
                          subprocess_lowest_scale(making, setting->scales.factorization), x);
}

/* Whether defaults of cuts on a kind are to be told of: without hadrons, or where such a particle comes from
 * a decay. */
static int is_unexpected(const struct subprocess_making *making, enum particle_kind kind)
{
    const struct subprocess_setting *setting = &making->setting;
    for (int group = 0; group < setting->list->group_count; ++group)
        for (int i = 0; i < making->work[group].cuts.final; ++i)
            if (making->work[group].cuts.kind[i] == kind &&
                ((setting->whole[0] && setting->whole[1]) ||
                 chain_parent(&setting->list->groups[group].chain, 1u << (LEGS_IN + i)) >= 0))
                return 1;
    return 0;
}

static void note_default_cuts(const struct subprocess_making *making)
{
    static const char *const kinds[] = {
        [KIND_JET] = "jet", [KIND_PHOTON] = "photon", [KIND_LEPTON] = "lepton"};
    for (int kind = KIND_JET; kind <= KIND_LEPTON; ++kind)
        for (int part = 0; part < making->part_count; ++part)
            if (is_unexpected(&making->parts[part], kind)) {
                default_cuts_add(making->card, making->process, kinds[kind]);
                break;
            }
}

/* A resonance that phase space does not map is left to the grid, which may not find one that is narrow. */
static int warn_of_resonances(const struct subprocess_making *making)
{
    for (int g = 0; g < making->setting.list->group_count; ++g) {
        const struct phase_space *space = &making->work[g].space;
        if (!space->unmapped)
            continue;
        const ts_particle *particle = ts_model_particle(making->model, space->unmapped);
        ts_log(
            making->context, TS_LOG_WARNING,
            "phase_space: %s does not map the resonance of %s (%.6g GeV, width %.3g GeV), which diagrams of %s "
            "have: the grid may miss its peak. Take channels.",
            request_space_word(space->kind->asked), particle->name, particle->mass, particle->width,
            making->name);
        return 1;
    }
    return 0;
}

void subprocess_tell(struct subprocess_making *making)
{
    note_idle_cuts(making);
    note_default_cuts(making);
    note_idle_pairs(making);
    for (int part = 0, told = 0; part < making->part_count && !told; ++part)
        told = warn_of_twins(&making->parts[part]);
    for (int part = 0, told = 0; part < making->part_count && !told; ++part)
        told = warn_of_resonances(&making->parts[part]);
    warn_of_densities(making);
}

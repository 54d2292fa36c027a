/* Any tree-level process of the model: a sum of groups of subprocesses, each with a recursion of its own. */
#include "core/card_write.h"
#include "core/context.h"
#include "core/options.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/couplings.h"
#include "process/particle_observables.h"
#include "process/pdf_range.h"
#include "process/subprocess_beams.h"
#include "process/subprocess_channel.h"
#include "process/variations_of_card.h"
#include "tessera/subprocess.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double reference_scale =
    91.188;                              /* GeV; of the alpha_s in matrix elements, where mu_R is dynamic */
static const double momentum_unit = 128; /* GeV */

/* Channels that events can name (src/run/event_sum.h), and what each takes of max_events at least. That is
 * 1000 that count, and its part of the quarter that adapts grids (src/integrate/integrate.c). */
enum { channels_numbered = 65535, events_of_channel = 2000 };

/* What is made from a card. */
struct making {
    ts_context *context;
    const ts_card *card;
    struct process *process;
    ts_model *model;
    ts_subprocesses *subprocesses;
    struct label_list labels;
    struct subprocess_setting setting;
    struct subprocess_work *work; /* [group_count] */
    struct tree_room room;
    uint64_t used; /* entries of cuts.pair with a part in one of the groups */
};

static ts_status refuse(const struct making *making, const char *key, const char *sentence)
{
    return ts_card_refuse(making->context, making->card, key, sentence);
}

/* alpha_s at the fixed scale, or at the reference; as the card gives it. */
static ts_status find_coupling(struct making *making)
{
    struct subprocess_setting *setting = &making->setting;
    struct process *process = making->process;
    const double given = coupling_value(process, "alpha_s");
    setting->renormalization = ts_card_scale(making->card, "scales.renormalization");
    setting->factorization = ts_card_scale(making->card, "scales.factorization");
    if (isfinite(given))
        setting->renormalization.factor = 0;
    const int runs = setting->renormalization.factor > 0;
    const double scale = runs ? reference_scale : setting->renormalization.fixed;
    setting->alpha_s = isfinite(given) ? given : ts_pdf_alpha_s(process->pdf, scale);
    coupling_set(process, "alpha_s", runs ? NAN : setting->alpha_s);
    if (setting->alpha_s > 0 && setting->alpha_s < 2)
        return TS_OK;
    char sentence[128];
    snprintf(sentence, sizeof sentence, "alpha_s has no meaning at %g GeV: take a larger scale", scale);
    return refuse(making, "scales.renormalization", sentence);
}

/* The model of the card with this alpha_s. */
static ts_status make_model(struct making *making)
{
    ts_card *card = NULL;
    char text[64];
    ts_status status = card_copy(making->context, making->card, &card);
    snprintf(text, sizeof text, "couplings.alpha_s=%.17g", making->setting.alpha_s);
    if (!status)
        status = ts_card_set(making->context, card, text);
    if (!status)
        status = ts_model_create(making->context, card, &making->model);
    ts_card_destroy(&card);
    return status;
}

/* Refuses what is too large in any group by its legs, before work goes into the others. */
static ts_status check_sizes(const struct making *making)
{
    const struct subprocess_list *list = making->setting.list;
    ts_status status = TS_OK;
    for (int i = 0; i < list->group_count && !status; ++i)
        status = tree_check_legs(making->context, making->model, list->legs, list->groups[i].members[0].pdg);
    return status;
}

static ts_status expand(struct making *making)
{
    ts_status status = subprocess_labels(making->context, making->card, making->model, &making->labels);
    if (!status)
        status = ts_subprocesses_create(making->context, making->card, making->model, NULL,
                                        &making->subprocesses);
    if (status)
        return status;
    if (making->subprocesses->list.legs - LEGS_IN < 2)
        return refuse(making, "process", "a cross section needs two particles or more behind \">\"");
    making->setting.model = making->model;
    making->setting.list = &making->subprocesses->list;
    snprintf(making->process->name, sizeof making->process->name, "%s",
             ts_subprocesses_name(making->subprocesses));
    making->work = calloc((size_t)making->setting.list->group_count, sizeof *making->work);
    return making->work ? TS_OK : ts_fail_memory(making->context, "a process");
}

static ts_status add_densities(struct making *making)
{
    struct subprocess_setting *setting = &making->setting;
    struct process *process = making->process;
    double *values;
    size_t length;
    ts_status status = TS_OK;
    if (setting->renormalization.factor > 0) {
        status = coupling_table_create(making->context, pdf_coupling(process->pdf), &values, &length);
        if (!status)
            status = process_add_table(making->context, process, values, length);
    }
    if (!status)
        status = variations_align(making->context, process);
    if (status)
        return status;
    setting->densities = process->integrand.table_length;
    if (setting->parton_count) {
        status = pdf_table_create(making->context, process->pdf, setting->factorization.fixed,
                                  setting->partons, (size_t)setting->parton_count, &values, &length);
        if (!status)
            status = process_add_table(making->context, process, values, length);
    }
    return status || !process->variation_count
               ? status
               : variations_reserve(making->context, process, &setting->variations);
}

/* Two that go apart with the transverse momentum of the leading cut: one particle, and all others together.
 */
static double balanced_mass(const struct making *making, const struct particle_cuts *cuts, const int *pdg)
{
    double others = 0;
    int leading = 0;
    for (int i = 1; i < cuts->final; ++i)
        if (cuts->pt_min[i] > cuts->pt_min[leading])
            leading = i;
    for (int i = 0; i < cuts->final; ++i)
        if (i != leading)
            others += ts_model_particle(making->model, pdg[i])->mass;
    return hypot(ts_model_particle(making->model, pdg[leading])->mass, cuts->pt_min[leading]) +
           hypot(others, cuts->pt_min[leading]);
}

/* What the base of a scale is at least, in GeV. */
static double lowest_base(const struct making *making, const struct particle_cuts *cuts, const int *pdg,
                          ts_scale_base base)
{
    double least = 0;
    for (int i = 0; i < cuts->final; ++i) {
        const double mass = base == TS_SCALE_HT ? 0 : ts_model_particle(making->model, pdg[i])->mass;
        if (base != TS_SCALE_HT || cuts->kind[i] == KIND_JET)
            least += hypot(mass, cuts->pt_min[i]);
    }
    if (base == TS_SCALE_M)
        least = fmax(least, balanced_mass(making, cuts, pdg));
    for (int pair = 0; pair < PARTICLE_PAIRS(cuts->final) && base == TS_SCALE_M; ++pair)
        least = fmax(least, cuts->mass_min[pair]);
    return base == TS_SCALE_MT ? least : fmax(least, cuts->ht_min);
}

/* Scales that follow HT need jets. */
static ts_status check_base(const struct making *making, const struct particle_cuts *cuts, const char *key,
                            ts_scale scale)
{
    if (!(scale.factor > 0) || scale.base != TS_SCALE_HT || particle_cuts_set(cuts, KIND_JET))
        return TS_OK;
    return refuse(making, key,
                  "HT is the sum of the jets' pT, and the process has no jets: take MT, M or a scale in GeV");
}

/* A scale of alpha_s that changes from event to event needs one power of it, and may not fall too low. */
static ts_status check_running(const struct making *making, int group, const int *pdg)
{
    const ts_scale scale = making->setting.renormalization;
    const double lowest = scale.factor * lowest_base(making, &making->work[group].cuts, pdg, scale.base);
    if (making->process->variation_count && making->setting.list->groups[group].trees.count > 1)
        return refuse(making,
                      strcmp(ts_card_text(making->card, "variations.scales"), "none") ? "variations.scales"
                                                                                      : "variations.pdf",
                      "the trees have several powers of alpha_s, so that no factor says what another one "
                      "gives: bound QCD and QED in orders, or take none");
    if (!(scale.factor > 0) || !making->setting.list->groups[group].trees.orders[0].orders.qcd)
        return TS_OK;
    if (making->setting.list->groups[group].trees.count > 1)
        return refuse(
            making, "scales.renormalization",
            "the trees have several powers of alpha_s, so that it cannot change from event to event: give a "
            "scale in GeV, or bound QCD and QED in orders");
    return coupling_check_lowest(making->context, making->card, making->process, lowest,
                                 "take a larger multiple, or raise the cuts");
}

static ts_status check_scales(const struct making *making, int group, const int *pdg)
{
    const struct particle_cuts *cuts = &making->work[group].cuts;
    ts_status status = check_base(making, cuts, "scales.renormalization", making->setting.renormalization);
    if (!status)
        status = check_base(making, cuts, "scales.factorization", making->setting.factorization);
    return status ? status : check_running(making, group, pdg);
}

/* Cuts without which the cross section is infinite: massless partons and photons that are soft or collinear.
 */
static ts_status check_cuts(const struct making *making, const struct particle_cuts *cuts)
{
    static const char *const groups[] = {"jet", "photon", "lepton"};
    char key[64];
    for (int i = 0; i < cuts->final; ++i) {
        if (cuts->kind[i] > KIND_PHOTON)
            continue;
        snprintf(key, sizeof key, "cuts.%s.pt_min", groups[cuts->kind[i]]);
        if (cuts->pt_min[i] <= 0)
            return refuse(making, key,
                          "the cross section is infinite without a lowest pT: give one above 0 GeV");
        for (int k = 0; k < i; ++k) {
            const int pair = cut_pair(i, k),
                      both = cuts->kind[i] == KIND_PHOTON && cuts->kind[k] == KIND_PHOTON;
            if (cuts->final < 3 || cuts->kind[k] > KIND_PHOTON || both || cuts->dr_min[pair] > 0 ||
                cuts->mass_min[pair] > 0)
                continue;
            snprintf(key, sizeof key,
                     cuts->kind[i] == cuts->kind[k] ? "cuts.%s.dr_min" : "cuts.photon.dr_jet",
                     groups[cuts->kind[i]]);
            return refuse(
                making, key,
                "the cross section is infinite where two may be collinear: give a distance above 0");
        }
    }
    return TS_OK;
}

/* Refuses cuts that no event passes for want of energy. */
static ts_status check_energy(const struct making *making, const struct particle_cuts *cuts, const int *pdg)
{
    const double least = lowest_base(making, cuts, pdg, TS_SCALE_M);
    if (least < making->setting.root_s)
        return TS_OK;
    char sentence[200];
    snprintf(sentence, sizeof sentence,
             "masses and cuts of the final particles need %.6g GeV, and the beams have %.6g GeV", least,
             making->setting.root_s);
    return refuse(making, "beams.energy", sentence);
}

/* Reads the cuts of a group, which its members share: they have one matrix element and one phase space. */
static ts_status read_cuts(struct making *making, int group)
{
    const struct subprocess_group *members = &making->setting.list->groups[group];
    const int final = making->setting.list->legs - LEGS_IN;
    struct particle_cuts *cuts = &making->work[group].cuts, of_member;
    char names[2][160], sentence[SENTENCE_BYTES];
    ts_status status = TS_OK;
    for (int i = 0; i < members->member_count && !status; ++i) {
        status = particle_cuts_read(making->context, making->card, making->model, &making->labels, final,
                                    members->members[i].pdg + LEGS_IN, i ? &of_member : cuts, &making->used);
        if (status || !i || particle_cuts_equal(cuts, &of_member))
            continue;
        for (int k = 0; k < 2; ++k) {
            const ts_subprocess member = ts_subprocesses_member(making->subprocesses, (size_t)group,
                                                                k ? (size_t)i : 0);
            ts_subprocesses_print(making->subprocesses, &member, names[k], sizeof names[k]);
        }
        snprintf(sentence, sizeof sentence,
                 "%s and %s have one matrix element and limits that differ: take the same ones, or two runs",
                 names[0], names[1]);
        status = refuse(making, "cuts.pair", sentence);
    }
    return status;
}

/* Refuses sums of transverse momenta of particles that a group lacks: none of its events passes. */
static ts_status check_sums(const struct making *making, int group)
{
    static const struct {
        const char *key, *what;
        enum particle_kind kind;
    } sums[] = {{"cuts.missing.pt_min", "neutrinos", KIND_NEUTRINO}, {"cuts.jet.ht_min", "jets", KIND_JET}};
    char sentence[SENTENCE_BYTES], name[160];
    const ts_subprocess first = ts_subprocesses_member(making->subprocesses, (size_t)group, 0);
    ts_subprocesses_print(making->subprocesses, &first, name, sizeof name);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; ++i) {
        if (!(ts_card_number(making->card, sums[i].key) > 0) ||
            particle_cuts_set(&making->work[group].cuts, sums[i].kind))
            continue;
        snprintf(sentence, sizeof sentence, "no event of %s passes, which has no %s: remove it", name,
                 sums[i].what);
        return refuse(making, sums[i].key, sentence);
    }
    return TS_OK;
}

static ts_status plan_group(struct making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    const int *pdg = setting->list->groups[group].members[0].pdg + LEGS_IN;
    struct subprocess_work *work = &making->work[group];
    const struct phase_space_setting space = {.model = making->model,
                                              .excluded = &setting->list->excluded,
                                              .final = setting->list->legs - LEGS_IN,
                                              .pdg = pdg,
                                              .cuts = &work->cuts,
                                              .root_s = setting->root_s,
                                              .unit = setting->unit};
    char sentence[SENTENCE_BYTES];
    const int decays = subprocess_decays(setting);
    ts_status status = read_cuts(making, group);
    if (!status)
        status = check_sums(making, group);
    if (!status && !decays)
        status = check_cuts(making, &work->cuts);
    if (!status)
        status = check_energy(making, &work->cuts, pdg);
    if (!status)
        status = check_scales(making, group, pdg);
    if (status || decays)
        return status;
    if (setting->chili ? phase_space_plan(&space, NULL, &work->chili, sentence)
                       : phase_space_channels_create(&space, &work->channels, sentence))
        return TS_OK;
    return sentence[0] ? refuse(making, "process", sentence) : ts_fail_memory(making->context, "a process");
}

/* Says which entries of cuts.pair have no part in any group. */
static void warn_of_idle_pairs(const struct making *making)
{
    size_t count;
    const ts_card_entry *entries = ts_card_entries(making->card, "cuts.pair", &count);
    for (size_t i = 0; i < count; ++i)
        if (!(making->used >> i & 1))
            ts_log(making->context, TS_LOG_WARNING, "cuts.pair.%s has no part in %s and changes nothing.",
                   entries[i].name, making->process->name);
}

/* How many particles of a kind one of the groups has at most. */
static int most_of(const struct making *making, enum particle_kind kind)
{
    int most = 0;
    for (int i = 0; i < making->setting.list->group_count; ++i) {
        const int count = __builtin_popcount(particle_cuts_set(&making->work[i].cuts, kind));
        most = count > most ? count : most;
    }
    return most;
}

/* Notes cuts on kinds of particles that no group has, and on distances between two where there is one. */
static void note_idle_cuts(struct making *making)
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
            const char *name = options[i].key + length;
            if (strncmp(options[i].key, fronts[kind], length) != 0)
                continue;
            if (most < (strcmp(name, "dr_min") ? 1 : 2) || (!strcmp(name, "dr_jet") && !jets))
                process_set_idle(making->context, making->card, making->process, options[i].key);
        }
    }
}

static struct decay_setting decay_setting_of(const struct making *making, int group)
{
    return (struct decay_setting){.graph = &making->work[group].tree.graph,
                                  .cuts = &making->work[group].cuts,
                                  .root_s = making->setting.root_s,
                                  .unit = making->setting.unit};
}

/* Phase space behind a beam that is no hadron, which follows the diagrams. */
static ts_status plan_decays(struct making *making, int group)
{
    const struct decay_setting setting = decay_setting_of(making, group);
    const char *key;
    char sentence[SENTENCE_BYTES];
    if (!decay_tree_check(&setting, &key, sentence))
        return refuse(making, key, sentence);
    decay_tree_plan(&setting, &making->work[group].decays);
    return TS_OK;
}

static ts_status make_tree(struct making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct tree_request request = {
        .model = making->model,
        .legs = setting->list->legs,
        .pdg = setting->list->groups[group].members[0].pdg,
        .most = setting->list->most,
        .excluded = &setting->list->excluded,
        .leading = !strcmp(ts_card_text(making->card, "colour"), "leading"),
    };
    struct tree *tree = &making->work[group].tree;
    const ts_status status = tree_create(making->context, &request, tree);
    if (status)
        return status;
    tree_room_hold(&making->room, tree);
    return subprocess_decays(setting) ? plan_decays(making, group) : TS_OK;
}

/* "g u > e+ e- u" */
static char *channel_name(const struct making *making, int group)
{
    char text[160];
    const ts_subprocess first = ts_subprocesses_member(making->subprocesses, (size_t)group, 0);
    ts_subprocesses_print(making->subprocesses, &first, text, sizeof text);
    return strdup(text);
}

/* What scales that change from event to event fall to in the lowest of all groups. */
static double lowest_of_all(const struct making *making, ts_scale scale)
{
    const struct subprocess_list *list = making->setting.list;
    double lowest = INFINITY;
    for (int i = 0; i < list->group_count; ++i)
        lowest = fmin(lowest, lowest_base(making, &making->work[i].cuts,
                                          list->groups[i].members[0].pdg + LEGS_IN, scale.base));
    return scale.factor * lowest;
}

static void warn_of_densities(const struct making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    const double least = lowest_of_all(making, (ts_scale){.factor = 1, .base = TS_SCALE_M});
    if (setting->parton_count)
        pdf_warn_of_range(making->context, making->process->pdf, setting->factorization.fixed,
                          lowest_of_all(making, setting->factorization), pow(least / setting->root_s, 2));
}

/* The largest power of alpha_s of all groups. */
static int highest_power(const struct subprocess_list *list)
{
    int highest = 0;
    for (int i = 0; i < list->group_count; ++i)
        if (list->groups[i].trees.orders[0].orders.qcd > highest)
            highest = list->groups[i].trees.orders[0].orders.qcd;
    return highest;
}

/* What varies, behind all other tables. */
static ts_status add_variations(const struct making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct variation_setting wish = {
        .partons = setting->partons,
        .parton_count = (size_t)setting->parton_count,
        .renormalization = setting->renormalization,
        .factorization = setting->factorization,
        .alpha_s = setting->alpha_s,
        .alpha_s_power = highest_power(setting->list),
        .alpha_s_given = ts_card_has(making->card, "couplings.alpha_s"),
        .densities = setting->densities,
        .lowest_r = lowest_of_all(making, setting->renormalization),
        .lowest_f = lowest_of_all(making, setting->factorization),
    };
    return making->process->variation_count
               ? variations_add_tables(making->context, making->card, making->process, setting->variations,
                                       &wish)
               : TS_OK;
}

/* How many channels of phase space all groups have; where it is Chili's or a tree of decays, each has one. */
static size_t count_channels(struct making *making)
{
    const int groups = making->setting.list->group_count;
    size_t count = 0;
    if (subprocess_decays(&making->setting) || making->setting.chili)
        return (size_t)groups;
    for (int i = 0; i < groups; ++i) {
        const struct phase_space_channels *channels = &making->work[i].channels;
        if (channels->count > making->setting.channels_most)
            making->setting.channels_most = channels->count;
        for (int k = 0; k < channels->count; ++k)
            count += channels->list[k].copies > 0;
    }
    return count;
}

static ts_status make_channel(struct making *making, int group, int k, const struct integrand *first,
                              struct integrand *channel)
{
    const struct process *process = making->process;
    channel->double_precision = process->double_precision;
    channel->histograms = process->integrand.histograms;
    channel->histogram_count = process->integrand.histogram_count;
    channel->variations = process->integrand.variations;
    channel->name = channel_name(making, group);
    return channel->name ? subprocess_channel_create(making->context, making->process, &making->setting,
                                                     &making->setting.list->groups[group],
                                                     &making->work[group], &making->room, k, first, channel)
                         : ts_fail_memory(making->context, "a process");
}

static ts_status make_group(struct making *making, int group, size_t *made)
{
    struct process *process = making->process;
    const struct phase_space_channels *channels = &making->work[group].channels;
    const struct integrand *first = NULL;
    const int count = making->setting.channels_most ? channels->count : 1;
    ts_status status = TS_OK;
    for (int k = 0; k < count && !status; ++k) {
        if (making->setting.channels_most && !channels->list[k].copies)
            continue;
        process->channel_subprocess[*made] = group;
        status = make_channel(making, group, k, first, &process->channels[*made]);
        first = first ? first : &process->channels[*made];
        ++*made;
    }
    return status;
}

/* Refuses what events or max_events cannot number. */
static ts_status check_channels(const struct making *making, size_t count)
{
    char sentence[200];
    const double least = (double)events_of_channel * (double)count;
    if (count > channels_numbered) {
        snprintf(sentence, sizeof sentence,
                 "its %d matrix elements have %zu channels of phase space, and at most %d: name some of the "
                 "particles",
                 making->setting.list->group_count, count, (int)channels_numbered);
        return refuse(making, "process", sentence);
    }
    if (count == 1 || ts_card_has(making->card, "integration.events") ||
        (double)ts_card_count(making->card, "integration.max_events") >= least)
        return TS_OK;
    snprintf(sentence, sizeof sentence, "%s has %zu channels, which need %.0f events at least",
             making->process->name, count, least);
    return refuse(making, "integration.max_events", sentence);
}

static ts_status make_channels(struct making *making)
{
    struct process *process = making->process;
    const int groups = making->setting.list->group_count;
    const size_t count = count_channels(making);
    ts_status status = check_channels(making, count);
    if (status)
        return status;
    process->channels = calloc(count + 1, sizeof *process->channels);
    process->channel_subprocess = calloc(count + 1, sizeof *process->channel_subprocess);
    if (!process->channels || !process->channel_subprocess)
        return ts_fail_memory(making->context, "a process");
    process->channel_count = count;
    process->subprocess_count = (size_t)groups;
    size_t made = 0;
    for (int i = 0; i < groups && !status; ++i)
        status = make_group(making, i, &made);
    if (!status)
        status = add_variations(making);
    /* Tables of all groups are one buffer, which stood elsewhere before the last of them. */
    for (size_t i = 0; i < count; ++i) {
        process->channels[i].tables = process->tables;
        process->channels[i].table_length = process->integrand.table_length;
    }
    return status;
}

/* Numbers of events that each channel has (src/integrate/channel.c). */
static const double most_events = 0x1p44;

static ts_status check_choices(const struct making *making)
{
    static const char *const limits[] = {"integration.max_events", "integration.events"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i)
        if ((double)ts_card_count(making->card, limits[i]) > most_events)
            return refuse(making, limits[i],
                          "a sum of subprocesses has at most 17592186044416 events (2^44)");
    const char *space = ts_card_text(making->card, "phase_space");
    if (strcmp(space, "auto") != 0 && beams_have_whole(making->card))
        return refuse(making, "phase_space",
                      "with a beam that is no hadron phase space is a tree of decays: take auto");
    if (!strcmp(space, "chain"))
        return refuse(making, "phase_space",
                      "the chain follows the one colour order of gluon jets: take channels, chili or auto");
    if (strcmp(space, "auto") && strcmp(space, "chili") && strcmp(space, "channels"))
        return refuse(making, "phase_space",
                      "RAMBO serves gluon jets and photons alone: take channels, chili or auto");
    if (making->process->mixed)
        return refuse(making, "precision", "mixed precision serves gluon jets alone: take double, or single");
    return TS_OK;
}

/* Whether a final particle is the same in all subprocesses. */
static int is_everywhere(const struct subprocess_list *list, int place, int pdg)
{
    for (int i = 0; i < list->group_count; ++i)
        for (int k = 0; k < list->groups[i].member_count; ++k)
            if (list->groups[i].members[k].pdg[LEGS_IN + place] != pdg)
                return 0;
    return 1;
}

/* The histograms, whose expressions name particles by their kind or, where all subprocesses have them, by
 * themselves. */
static ts_status make_observables(struct making *making)
{
    const struct subprocess_list *list = making->setting.list;
    const int *pdg = list->groups[0].members[0].pdg + LEGS_IN;
    const struct particle_cuts *cuts = &making->work[0].cuts;
    struct named_particle particles[LEGS_MOST] = {{.name = ""}};
    for (int i = 0; i < cuts->final; ++i) {
        particles[i].letter = particle_letter(pdg[i], cuts->kind[i]);
        if (cuts->kind[i] != KIND_JET && is_everywhere(list, i, pdg[i]))
            quantity_name(ts_model_particle_name(making->model, pdg[i]), particles[i].name);
    }
    const ts_status status = quantities_cut(making->context, making->card, particles, cuts->final,
                                            &making->process->text);
    return status ? status
                  : particle_observables_create(making->context, making->card, pdg, particles, cuts,
                                                making->process);
}

/* Densities and scales without a part where both beams collide as they are. */
static ts_status check_whole(const struct making *making)
{
    static const char *const keys[] = {"variations.scales", "variations.pdf"};
    if (making->setting.parton_count)
        return TS_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (strcmp(ts_card_text(making->card, keys[i]), "none") != 0)
            return refuse(making, keys[i],
                          "variations are those of parton densities and of alpha_s beside them, and neither "
                          "beam has densities: take none");
    process_set_idle(making->context, making->card, making->process, "scales.factorization");
    return TS_OK;
}

static ts_status make(struct making *making)
{
    struct process *process = making->process;
    making->setting.root_s = ts_card_number(making->card, "beams.energy");
    making->setting.unit = momentum_unit;
    making->setting.chili = !strcmp(ts_card_text(making->card, "phase_space"), "chili");
    making->setting.unweighted = ts_card_count(making->card, "events.count") > 0 &&
                                 !ts_card_count(making->card, "events.weighted");
    making->setting.sampled = !strcmp(ts_card_text(making->card, "amplitude.helicities"), "sampled");
    ts_status status = check_choices(making);
    if (!status)
        status = ts_pdf_create(making->context, ts_card_text(making->card, "pdf"), 0, &process->pdf);
    if (!status)
        status = find_coupling(making);
    if (!status)
        status = variations_read(making->context, making->card, process);
    if (!status)
        status = make_model(making);
    if (!status)
        status = expand(making);
    if (!status)
        status = subprocess_beams_read(making->context, making->card, process, &making->setting);
    if (!status)
        status = check_whole(making);
    if (!status)
        status = check_sizes(making);
    const int groups = status ? 0 : making->setting.list->group_count;
    for (int i = 0; i < groups && !status; ++i)
        status = plan_group(making, i);
    for (int i = 0; i < groups && !status; ++i)
        status = make_tree(making, i);
    if (!status) {
        note_idle_cuts(making);
        warn_of_idle_pairs(making);
        warn_of_densities(making);
    }
    if (!status)
        status = add_densities(making);
    if (!status)
        status = make_observables(making);
    if (!status)
        status = make_channels(making);
    return status;
}

static void describe(struct making *making)
{
    struct process *process = making->process;
    const struct subprocess_setting *setting = &making->setting;
    const int *pdg = setting->list->groups[0].members[0].pdg + LEGS_IN;
    if (subprocess_decays(setting)) {
        const struct decay_setting decays = decay_setting_of(making, 0);
        decay_tree_describe(&decays, &making->work[0].decays, process->sampling, sizeof process->sampling);
    } else if (setting->chili) {
        phase_space_describe(making->model, &making->work[0].chili, pdg, process->sampling,
                             sizeof process->sampling);
    } else {
        phase_space_channels_describe(making->model, &making->work[0].channels, pdg, process->sampling,
                                      sizeof process->sampling);
    }
    process->scale = setting->parton_count ? setting->factorization.fixed : setting->root_s;
    process->scale_r = setting->renormalization.fixed;
    process->alpha = ts_model_parameter(making->model, "alpha")->re;
    if (!setting->parton_count && !highest_power(setting->list)) /* nor has alpha_s a part */
        ts_pdf_destroy(&process->pdf);
    process->alpha_s = setting->renormalization.factor > 0 ? 0 : setting->alpha_s;
}

static ts_status create(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process)
{
    struct making making = {.context = context, .card = card, .process = process};
    (void)list;
    const ts_status status = make(&making);
    if (!status)
        describe(&making);
    const int groups = making.work ? making.setting.list->group_count : 0;
    for (int i = 0; i < groups; ++i) {
        tree_free(&making.work[i].tree);
        phase_space_channels_free(&making.work[i].channels);
    }
    free(making.work);
    ts_subprocesses_destroy(&making.subprocesses);
    ts_model_destroy(&making.model);
    return status;
}

/* The last resort: process.c takes it where no other family serves. */
static int matches(const struct particle_list *list)
{
    (void)list;
    return 0;
}

const struct process_family subprocess_family = {
    .info =
        {"p p > ...",
         "any tree-level process of the Standard Model: its subprocesses, at full colour; from protons, electrons, "
         "muons, photons or partons as beams",
         PARTICLE_OBSERVABLES, "particle"},
    .matches = matches,
    .create = create,
    .precision = "double",
    .couplings = {{"alpha_s", 0}},
    .uses = {"pdf", "scales", "variations", "cuts", "colour", "colour_stages", "phase_space", "model",
             "define", "orders", "couplings.alpha", "amplitude.helicities"},
};

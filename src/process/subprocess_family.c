/* Any tree-level process of the model: a sum of groups of subprocesses, each with a recursion of its own. */
#include "core/card_write.h"
#include "core/context.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/couplings.h"
#include "process/particle_observables.h"
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

/* What derives from the model comes from protons and antiprotons. */
static ts_status check_beams(struct making *making)
{
    const char *text = ts_card_text(making->card, "process");
    char name[2][8] = {"", ""};
    for (int i = 0; i < LEGS_IN; ++i) {
        const char *beam = ts_card_particle(making->card, "beams.particles", i);
        if (*beam != 'p')
            return refuse(
                making, "beams.particles",
                "electrons and positrons collide in e+ e- > q q~ and e+ e- > a a ... a alone so far: "
                "write [p, p]");
        making->setting.antiproton[i] = !strcmp(beam, "p~");
    }
    /* A process may name the beams, and then they are the card's; p p stands for both. */
    if (sscanf(text, "%7s %7s", name[0], name[1]) == 2 && (!strcmp(name[0], "p~") || !strcmp(name[1], "p~")))
        for (int i = 0; i < LEGS_IN; ++i)
            if (strcmp(name[i], ts_card_particle(making->card, "beams.particles", i))) {
                char sentence[96];
                snprintf(sentence, sizeof sentence, "the process has other beams: write [%s, %s]", name[0],
                         name[1]);
                return refuse(making, "beams.particles", sentence);
            }
    return TS_OK;
}

/* Adds a parton whose density is needed; refuses what is no parton, and what the set lacks. */
static ts_status add_parton(struct making *making, int beam, int pdg)
{
    struct subprocess_setting *setting = &making->setting;
    char sentence[500];
    if (particle_kind_of(setting->model, pdg) != KIND_JET) {
        snprintf(sentence, sizeof sentence,
                 "%s does not come from a proton: processes begin with p, or with partons such as u or g",
                 ts_model_particle_name(setting->model, pdg));
        return refuse(making, "process", sentence);
    }
    const int density = subprocess_density(setting, beam, pdg);
    for (int place = 0; place < setting->parton_count; ++place)
        if (setting->partons[place] == density)
            return TS_OK;
    if (!pdf_has_flavour(making->process->pdf, density)) {
        snprintf(sentence, sizeof sentence, "the set %.255s has no %s, which %.100s needs: take one that has",
                 ts_pdf_name(making->process->pdf), ts_model_particle_name(setting->model, density),
                 making->process->name);
        return refuse(making, "pdf", sentence);
    }
    setting->partons[setting->parton_count++] = density;
    return TS_OK;
}

static ts_status find_partons(struct making *making)
{
    const struct subprocess_list *list = making->setting.list;
    ts_status status = TS_OK;
    for (int i = 0; i < list->member_count && !status; ++i)
        for (int beam = 0; beam < LEGS_IN && !status; ++beam) {
            const struct subprocess *member = &list->members[i];
            status = add_parton(making, beam, member->pdg[member->mirrored ? 1 - beam : beam]);
        }
    return status;
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
    if (!status)
        status = pdf_table_create(making->context, process->pdf, setting->factorization.fixed,
                                  setting->partons, (size_t)setting->parton_count, &values, &length);
    if (status)
        return status;
    setting->densities = process->integrand.table_length;
    status = process_add_table(making->context, process, values, length);
    return status || !process->variation_count
               ? status
               : variations_reserve(making->context, process, &setting->variations);
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

static ts_status plan_group(struct making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    const int *pdg = setting->list->groups[group].members[0].pdg + LEGS_IN;
    const int final = setting->list->legs - LEGS_IN;
    struct subprocess_work *work = &making->work[group];
    char sentence[SENTENCE_BYTES];
    ts_status status = particle_cuts_read(making->context, making->card, making->model, &making->labels,
                                          final, pdg, &work->cuts, &making->used);
    if (!status)
        status = check_cuts(making, &work->cuts);
    if (!status)
        status = check_energy(making, &work->cuts, pdg);
    if (!status)
        status = check_scales(making, group, pdg);
    if (status)
        return status;
    return phase_space_plan(making->model, final, pdg, &work->cuts, setting->root_s, setting->unit,
                            &work->plan, sentence)
               ? TS_OK
               : refuse(making, "process", sentence);
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

static ts_status make_tree(struct making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct tree_request request = {
        .model = making->model,
        .legs = setting->list->legs,
        .pdg = setting->list->groups[group].members[0].pdg,
        .most = setting->list->most,
        .leading = !strcmp(ts_card_text(making->card, "colour"), "leading"),
    };
    struct tree *tree = &making->work[group].tree;
    const ts_status status = tree_create(making->context, &request, tree);
    if (!status)
        tree_room_hold(&making->room, tree);
    return status;
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

static ts_status make_channels(struct making *making)
{
    struct process *process = making->process;
    const int count = making->setting.list->group_count;
    process->channels = calloc((size_t)count, sizeof *process->channels);
    if (!process->channels)
        return ts_fail_memory(making->context, "a process");
    process->channel_count = (size_t)count;
    ts_status status = TS_OK;
    for (int i = 0; i < count && !status; ++i) {
        struct integrand *channel = &process->channels[i];
        channel->double_precision = process->double_precision;
        channel->histograms = process->integrand.histograms;
        channel->histogram_count = process->integrand.histogram_count;
        channel->variations = process->integrand.variations;
        channel->name = channel_name(making, i);
        status = channel->name ? subprocess_channel_create(making->context, process, &making->setting,
                                                           &making->setting.list->groups[i], &making->work[i],
                                                           &making->room, channel)
                               : ts_fail_memory(making->context, "a process");
    }
    if (!status)
        status = add_variations(making);
    /* Tables of all groups are one buffer, which stood elsewhere before the last of them. */
    for (int i = 0; i < count; ++i) {
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
    if (!strcmp(space, "chain"))
        return refuse(making, "phase_space",
                      "the chain follows the one colour order of gluon jets: take chili, or auto");
    if (strcmp(space, "auto") && strcmp(space, "chili"))
        return refuse(making, "phase_space",
                      "RAMBO serves gluon jets and photons alone: take chili, or auto");
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
    return particle_observables_create(making->context, making->card, pdg, particles, cuts, making->process);
}

static ts_status make(struct making *making)
{
    struct process *process = making->process;
    making->setting.root_s = ts_card_number(making->card, "beams.energy");
    making->setting.unit = momentum_unit;
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
        status = check_beams(making);
    if (!status)
        status = find_partons(making);
    if (!status)
        status = check_sizes(making);
    const int groups = status ? 0 : making->setting.list->group_count;
    for (int i = 0; i < groups && !status; ++i)
        status = plan_group(making, i);
    for (int i = 0; i < groups && !status; ++i)
        status = make_tree(making, i);
    if (!status)
        warn_of_idle_pairs(making);
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
    phase_space_describe(making->model, &making->work[0].plan,
                         setting->list->groups[0].members[0].pdg + LEGS_IN, process->sampling,
                         sizeof process->sampling);
    process->scale = setting->factorization.fixed;
    process->scale_r = setting->renormalization.fixed;
    process->alpha = ts_model_parameter(making->model, "alpha")->re;
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
    for (int i = 0; i < groups; ++i)
        tree_free(&making.work[i].tree);
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
         "any tree-level process of the Standard Model in proton collisions: its subprocesses, at full colour",
         PARTICLE_OBSERVABLES, "particle"},
    .matches = matches,
    .create = create,
    .precision = "double",
    .couplings = {{"alpha_s", 0}},
    .uses = {"pdf", "scales", "variations", "cuts", "colour", "colour_stages", "phase_space", "model",
             "define", "orders", "couplings.alpha", "amplitude.helicities"},
};

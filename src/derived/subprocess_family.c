/* Any tree-level process of the model: a sum of groups of subprocesses, each with a recursion of its own. */
#include "core/card_write.h"
#include "core/context.h"
#include "core/options.h"
#include "derived/model_identity.h"
#include "derived/subprocess_making.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/couplings.h"
#include "process/variations_of_card.h"
#include "selection/expression_limits.h"
#include "selection/particle_observables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double momentum_unit = 128; /* GeV */

/* The model of the card with this alpha_s, which the model of a file may lack. */
static ts_status make_model(struct subprocess_making *making)
{
    ts_card *card = NULL;
    char text[64];
    ts_status status = ts_model_create(making->context, making->card, &making->model);
    if (status || !ts_model_parameter(making->model, "alpha_s"))
        return status;
    ts_model_destroy(&making->model);
    status = card_copy(making->context, making->card, &card);
    snprintf(text, sizeof text, "couplings.alpha_s=%.17g", making->setting.scales.alpha_s);
    if (!status)
        status = ts_card_set(making->context, card, text);
    if (!status)
        status = ts_model_create(making->context, card, &making->model);
    ts_card_destroy(&card);
    return status;
}

/* One particle alone has the mass that partons out of two hadrons find, where it has one. */
static int serves_alone(const struct subprocess_making *making, int part)
{
    const struct subprocess_list *list = &making->subprocesses->parts[part].list;
    for (int i = 0; i < list->member_count; ++i)
        if (!(ts_model_particle(making->model, list->members[i].pdg[LEGS_IN])->mass > 0))
            return 0;
    return !beams_have_whole(making->card);
}

static ts_status refuse_single(const struct subprocess_making *making, const char *name)
{
    char sentence[300];
    const int several = making->subprocesses->part_count > 1;
    snprintf(
        sentence, sizeof sentence,
        "a cross section needs two particles or more behind \">\", or one with a mass between hadrons%s%.180s",
        several ? ", which is not so in " : "", several ? name : "");
    return subprocess_refuse(making, "process", sentence);
}

/* Many UFOs give light quarks masses, which are then no members of p and j. */
static void tell_of_light_quarks(const struct subprocess_making *making)
{
    char names[64] = "";
    enum { HEAVIEST = 4 };
    for (int pdg = 1; making->model->file && pdg <= HEAVIEST; ++pdg) {
        const ts_particle *quark = ts_model_particle(making->model, pdg);
        if (quark && quark->mass > 0)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.12s", *names ? ", " : "",
                     quark->name);
    }
    if (*names)
        ts_log(
            making->context, TS_LOG_INFO,
            "the labels p and j leave out %s, for their masses in this model: set these to 0 under model, or import it "
            "with a restriction card",
            names);
}

static ts_status expand(struct subprocess_making *making)
{
    tell_of_light_quarks(making);
    ts_status status = subprocess_labels(making->context, making->card, making->model, &making->labels);
    if (!status)
        status = ts_subprocesses_create(making->context, making->card, making->model, NULL,
                                        &making->subprocesses);
    if (status)
        return status;
    for (int i = 0; i < making->subprocesses->part_count; ++i)
        if (making->subprocesses->parts[i].list.legs - LEGS_IN < 2 && !serves_alone(making, i))
            return refuse_single(making, making->subprocesses->parts[i].name);
    making->setting.model = making->model;
    if (!making->subprocesses->is_polarised)
        process_set_idle(making->process, "polarization_frame");
    making->name = ts_subprocesses_name(making->subprocesses);
    snprintf(making->process->name, sizeof making->process->name, "%s", making->name);
    return TS_OK;
}

/* A making for each part, which begins with what all have in common. */
static ts_status make_parts(struct subprocess_making *making)
{
    const int count = making->subprocesses->part_count;
    making->parts = calloc((size_t)count, sizeof *making->parts);
    if (!making->parts)
        return ts_fail_memory(making->context, "a process");
    for (int i = 0; i < count; ++i) {
        struct subprocess_part *from = &making->subprocesses->parts[i];
        struct subprocess_making *part = &making->parts[i];
        *part = *making;
        part->name = from->name;
        part->list = &from->list;
        part->setting.list = &from->list;
        part->part_count = count;
    }
    for (int i = 0; i < count; ++i)
        making->parts[i].parts = making->parts;
    making->part_count = count;
    return TS_OK;
}

/* Reads the beams, and what densities all parts need together. */
static ts_status read_beams(struct subprocess_making *making)
{
    struct subprocess_setting *setting = &making->setting;
    ts_status status = TS_OK;
    for (int i = 0; i < making->part_count && !status; ++i) {
        setting->list = making->parts[i].list;
        status = subprocess_beams_read(making->context, making->card, making->process, making->parts[i].name,
                                       setting);
    }
    setting->space = phase_space_kind_of(making->request->phase_space,
                                         setting->whole[0] || setting->whole[1]);
    for (int i = 0; i < making->part_count; ++i) {
        const struct subprocess_list *list = making->parts[i].list;
        making->parts[i].setting = *setting;
        making->parts[i].setting.list = list;
    }
    setting->list = NULL;
    return status;
}

/* Splits the groups of a part, which are final then, and makes room for them. */
static ts_status make_room(struct subprocess_making *making)
{
    ts_status status = subprocess_find_clustering(making);
    if (!status)
        status = subprocess_check_sizes(making);
    if (!status)
        status = subprocess_check_decays(making);
    if (!status)
        status = subprocess_parts_split(making);
    if (status)
        return status;
    making->work = calloc((size_t)making->setting.list->group_count, sizeof *making->work);
    return making->work ? TS_OK : ts_fail_memory(making->context, "a process");
}

static ts_status add_densities(struct subprocess_making *making)
{
    struct subprocess_setting *setting = &making->setting;
    struct process *process = making->process;
    ts_status status = scales_add_tables(making->context, process, &setting->scales);
    if (!status && setting->showers)
        status = subprocess_shower_tables(making);
    if (!status && setting->showers)
        status = subprocess_merging_tables(making);
    if (!status && process->variation_count)
        status = variations_reserve(making->context, process, &setting->scales.variations);
    for (int i = 0; i < making->part_count; ++i) {
        making->parts[i].setting.scales = setting->scales;
        making->parts[i].setting.shower_numbers = setting->shower_numbers;
        making->parts[i].setting.shower_count = setting->shower_count;
    }
    return status;
}

/* Reads the cuts of each group of a part, which its members share. */
static ts_status read_cuts(struct subprocess_making *making)
{
    ts_status status = TS_OK;
    for (int i = 0; i < making->setting.list->group_count && !status; ++i)
        status = subprocess_cuts_read(making, &making->setting.list->groups[i],
                                      &making->setting.list->groups[i].members[0], &making->work[i].cuts);
    return status;
}

static ts_status check_cuts(struct subprocess_making *making)
{
    ts_status status = TS_OK;
    for (int i = 0; i < making->setting.list->group_count && !status; ++i)
        status = subprocess_check_group(making, i);
    return status;
}

/* Phase space of a group, whose cuts and diagrams stand. */
static ts_status plan_space(struct subprocess_making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    struct subprocess_work *work = &making->work[group];
    struct named_particle particles[LEGS_MOST] = {{.name = ""}};
    struct particle_cuts limits = work->cuts;
    if (setting->space->has_limits) {
        subprocess_name_particles(making, particles);
        expression_limits_add(making->request->cuts.expression, particles, &limits);
    }
    const struct phase_space_setting space = {.model = making->model,
                                              .graph = &work->tree.graph,
                                              .chain = &setting->list->groups[group].chain,
                                              .final = setting->list->legs - LEGS_IN,
                                              .pdg = setting->list->groups[group].members[0].pdg + LEGS_IN,
                                              .cuts = &limits,
                                              .root_s = setting->root_s,
                                              .unit = setting->unit};
    work->space = (struct phase_space){.kind = setting->space,
                                       .model = making->model,
                                       .final = space.final,
                                       .root_s = setting->root_s / setting->unit,
                                       .softest = INFINITY,
                                       .one_energy = setting->whole[0] != setting->whole[1]};
    if (!phase_space_create(&space, &work->space))
        return ts_fail_memory(making->context, "a process");
    return subprocess_check_rounding(making, work->space.softest);
}

/* The matrix element of a group, and phase space by its diagrams. */
static ts_status make_tree(struct subprocess_making *making, int group)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct tree_request request = {
        .model = making->model,
        .legs = setting->list->legs,
        .pdg = setting->list->groups[group].members[0].pdg,
        .most = setting->list->groups[group].most,
        .chain = &setting->list->groups[group].chain,
        .squares = &setting->list->squares,
        .excluded = &setting->list->excluded,
        .leading = making->request->colour == COLOUR_LEADING,
    };
    struct tree *tree = &making->work[group].tree;
    ts_status status = tree_create(making->context, &request, tree);
    if (!status)
        status = subprocess_find_windows(making, group);
    if (!status)
        status = subprocess_check_finite(making, group);
    if (!status)
        status = subprocess_check_couplings(making, group);
    if (!status)
        status = subprocess_find_histories(making, group);
    if (status)
        return status;
    making->process->both_signs |= subprocess_has_both_signs(making, group);
    tree_room_hold(&making->room, tree);
    return plan_space(making, group);
}

/* Whether cuts ask more of transverse momenta than they leave to what balances these, in all groups of a
 * part. */
static int is_empty(const struct subprocess_making *making)
{
    for (int i = 0; i < making->setting.list->group_count; ++i)
        if (!making->work[i].space.empty)
            return 0;
    return 1;
}

/* Refuses cuts that leave no event in any part. */
static ts_status check_balance(const struct subprocess_making *making)
{
    for (int i = 0; i < making->part_count; ++i)
        if (!is_empty(&making->parts[i]))
            return TS_OK;
    return subprocess_refuse(making, "process",
                             "no event passes: cuts ask for more transverse momentum than they leave to what "
                             "balances it");
}

/* Teams of a GPU's threads for all groups of a part, which share a program. */
static ts_status make_teams(struct subprocess_making *making)
{
    const int count = making->setting.list->group_count;
    struct team_tree *trees = calloc((size_t)count + 1, sizeof *trees);
    ts_status status = trees ? TS_OK : ts_fail_memory(making->context, "a process");
    for (int i = 0; i < count && !status; ++i)
        trees[i] = (struct team_tree){&making->work[i].tree,
                                      subprocess_is_sampled(&making->setting, &making->work[i])};
    if (!status)
        status = trees_make_teams(making->context, trees, count);
    for (int i = 0; i < count && !status; ++i)
        tree_room_hold_team(&making->room, trees[i].tree);
    free(trees);
    return status;
}

static ts_status make_trees(struct subprocess_making *making)
{
    ts_status status = TS_OK;
    for (int i = 0; i < making->setting.list->group_count && !status; ++i)
        status = make_tree(making, i);
    return status ? status : make_teams(making);
}

/* Does a step of each part, before the next step of any. */
static ts_status each_part(struct subprocess_making *making,
                           ts_status (*step)(struct subprocess_making *part))
{
    ts_status status = TS_OK;
    for (int i = 0; i < making->part_count && !status; ++i)
        status = step(&making->parts[i]);
    return status;
}

/* All parts, and what they share. */
static ts_status make_sum(struct subprocess_making *making)
{
    ts_status status = make_parts(making);
    if (!status)
        status = read_beams(making);
    if (!status)
        status = each_part(making, subprocess_check_polarised);
    if (!status)
        status = subprocess_check_whole(making);
    if (!status && making->setting.showers)
        status = each_part(making, subprocess_shower_check);
    if (!status)
        status = each_part(making, make_room);
    if (!status)
        status = each_part(making, read_cuts);
    if (!status)
        status = subprocess_merging_find(making);
    if (!status)
        status = subprocess_check_sums(making);
    if (!status)
        status = each_part(making, check_cuts);
    if (!status)
        status = each_part(making, make_trees);
    if (!status)
        status = check_balance(making);
    if (!status)
        subprocess_tell(making);
    if (!status)
        status = add_densities(making);
    if (!status)
        status = subprocess_observables_create(making);
    return status ? status : subprocess_integrands_create(making);
}

static ts_status make(struct subprocess_making *making)
{
    struct process *process = making->process;
    making->setting.root_s = making->request->beams.energy;
    making->setting.unit = momentum_unit;
    making->setting.unweighted = making->request->events.count > 0 && !making->request->events.weighted;
    making->setting.sampled = making->request->amplitude.helicities == HELICITY_SAMPLE;
    ts_status status = subprocess_check_choices(making);
    if (!status)
        status = merging_read(making->context, making->card, process, &making->setting.merging);
    if (!status)
        status = ts_pdf_create(making->context, making->request->pdf, 0, &process->pdf);
    if (!status)
        status = scales_read(making->context, making->card, process, &making->setting.scales);
    if (!status)
        making->setting.least_scale = subprocess_least_scale(process);
    if (!status)
        status = variations_read(making->context, making->card, process);
    making->setting.varied = process->variation_count > 0;
    if (!status)
        status = subprocess_shower_read(making);
    if (!status)
        status = subprocess_merging_read(making);
    if (!status)
        status = make_model(making);
    if (!status)
        status = expand(making);
    return status ? status : make_sum(making);
}

static void describe(struct subprocess_making *making)
{
    struct process *process = making->process;
    const struct subprocess_setting *setting = &making->setting;
    const struct subprocess_making *first = &making->parts[0];
    const struct phase_space *space = &first->work[0].space;
    space->kind->describe(space, first->setting.list->groups[0].members[0].pdg + LEGS_IN, process->sampling,
                          sizeof process->sampling);
    scales_describe(&setting->scales, setting->root_s, &process->events);
    const ts_parameter *alpha = ts_model_parameter(making->model,
                                                   "alpha"); /* which the model of a file may lack */
    process->events.alpha = alpha ? alpha->re : 0;
    if (!setting->scales.parton_count && !subprocess_highest_power(making)) /* nor has alpha_s a part */
        ts_pdf_destroy(&process->pdf);
}

static void free_part(struct subprocess_making *making)
{
    const int groups = making->work ? making->setting.list->group_count : 0;
    for (int i = 0; i < groups; ++i) {
        tree_free(&making->work[i].tree);
        free(making->work[i].histories.words);
        free(making->work[i].histories.kinds);
        if (making->work[i].space.kind)
            phase_space_destroy(&making->work[i].space);
    }
    free(making->work);
    source_free(&making->setting.observables);
}

static ts_status create(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process)
{
    struct subprocess_making making = {.context = context,
                                       .card = card,
                                       .request = card_request(card),
                                       .process = process};
    (void)list;
    ts_status status = make(&making);
    if (!status && !(status = process_take_model(context, making.model, process)))
        describe(&making);
    for (int i = 0; i < making.part_count; ++i)
        free_part(&making.parts[i]);
    free(making.parts);
    free(making.setting.shower_numbers);
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
    .precision = DOUBLE_PRECISION,
    .couplings = {{"alpha_s", 0}},
    .uses = {"pdf", "scales", "variations", "cuts", "colour", "colour_stages", "phase_space", "model",
             "merging", "define", "orders", "polarization_frame", "couplings.alpha", "amplitude.helicities",
             "sampling", "shower"},
};

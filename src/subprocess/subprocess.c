#include "subprocess/subprocess.h"

#include "core/clock.h"
#include "core/context.h"
#include "subprocess/alignment.h"
#include "subprocess/combinations.h"
#include "subprocess/interchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUBPROCESSES_MOST = 200000 };

/* An expansion at work. */
struct expansion {
    ts_context *context;
    const ts_model *model;
    struct tree_finder *finder;
    struct interchange interchange;
    struct tree_memory memory;
    struct subprocess_list *list;
    size_t member_room, group_room;
    int fixed;   /* as struct notation has it */
    double told; /* seconds, when the user last heard how far it is */
};

static void describe_group(const ts_model *model, const int *pdg, int legs, struct subprocess_group *group)
{
    group->helicities = 1;
    group->average = 1;
    group->identical = chain_identical(&group->chain, pdg, legs);
    for (int i = 0; i < legs; ++i) {
        const ts_particle *particle = ts_model_particle(model, pdg[i]);
        const int states = chain_states(&group->chain, i, model_helicities(particle));
        group->helicities *= states;
        if (i < chain_incoming(&group->chain))
            group->average /= states * abs(particle->colour);
    }
}

static ts_status make_room(ts_context *context, void **rows, size_t count, size_t *room, size_t bytes)
{
    if (count < *room)
        return TS_OK;
    const size_t more = *room ? 2 * *room : 64;
    void *larger = realloc(*rows, more * bytes);
    if (!larger)
        return ts_fail_memory(context, "the subprocesses of a process");
    *rows = larger;
    *room = more;
    return TS_OK;
}

/* A subprocess that is laid beside the legs of a group. */
static ts_status add_member(struct expansion *work, const struct alignment *alignment, int group)
{
    struct subprocess_list *list = work->list;
    const int *place = list->groups[group].place;
    if (list->member_count == SUBPROCESSES_MOST)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "process: it stands for more than %d subprocesses: name some of the particles.",
                       SUBPROCESSES_MOST);
    ts_status status = make_room(work->context, (void **)&list->members, (size_t)list->member_count,
                                 &work->member_room, sizeof *list->members);
    if (status)
        return status;
    struct subprocess *member = &list->members[list->member_count++];
    *member = (struct subprocess){.mirrored = alignment->mirrored,
                                  .group = group,
                                  .number = list->member_count - 1};
    for (int i = 0; i < list->legs; ++i) {
        member->pdg[place[i]] = alignment->aligned[i];
        member->typed[alignment->place[i]] = place[i];
    }
    ++list->groups[group].member_count;
    return TS_OK;
}

static ts_status add_group(struct expansion *work, const int *pdg, const struct chain *chain,
                           const struct alignment *alignment, const struct trees *trees)
{
    struct subprocess_list *list = work->list;
    ts_status status = make_room(work->context, (void **)&list->groups, (size_t)list->group_count,
                                 &work->group_room, sizeof *list->groups);
    if (status)
        return status;
    struct subprocess_group *group = &list->groups[list->group_count];
    *group = (struct subprocess_group){.trees = *trees, .chain = *chain, .most = list->most};
    memcpy(group->place, alignment->place, sizeof group->place);
    describe_group(work->model, pdg, list->legs, group);
    return add_member(work, alignment, list->group_count++);
}

static int find_group(const struct subprocess_list *list, const uint64_t signature[2])
{
    for (int i = 0; i < list->group_count; ++i)
        if (!memcmp(list->groups[i].trees.signature, signature, sizeof list->groups[i].trees.signature))
            return i;
    return -1;
}

/* A diagram has a vertex that is in the model and cannot be computed. */
static ts_status refuse_beyond(const struct expansion *work, int row)
{
    size_t count, used = 0;
    char particles[200] = "";
    const ts_vertex *vertex = &ts_model_vertices(work->model, &count)[row];
    for (int i = 0; i < vertex->leg_count && used < sizeof particles; ++i)
        used += (size_t)snprintf(particles + used, sizeof particles - used, "%s%s", i ? " " : "",
                                 ts_model_particle_name(work->model, vertex->legs[i]));
    return ts_fail(
        work->context, TS_ERROR_INPUT,
        "process: its diagrams have the vertex of %s, and %s cannot be computed: exclude the particle with "
        "\"/\", or bound the orders.",
        particles, vertex->beyond);
}

/* The trees of these legs; flavours that may be interchanged have the same. Resonances have a part in their
 * signature, and so has the factor of equal particles, which other trees have by themselves. */
static ts_status find_trees(struct expansion *work, const int *pdg, const struct chain *chain,
                            struct trees *trees)
{
    const int legs = work->list->legs;
    int renamed[LEGS_MOST] = {0};
    interchange_rename(&work->interchange, work->model, pdg, legs, renamed);
    if (tree_memory_find(&work->memory, renamed, chain, trees))
        return TS_OK;
    const ts_status status = trees_find(work->context, work->finder, legs, renamed, work->list->most, chain,
                                        trees);
    if (!status && trees->beyond)
        return refuse_beyond(work, trees->beyond - 1);
    if (chain->count || chain_is_polarised(chain)) {
        trees->signature[0] += chain_hash(chain);
        trees->signature[1] += (uint64_t)chain_identical(chain, pdg, legs);
    }
    return status ? status : tree_memory_add(work->context, &work->memory, renamed, chain, trees);
}

/* Whether the product of any two amplitudes is within the bounds of the square. */
static int has_square(const struct square_bounds *squares, const struct trees *trees)
{
    for (int i = 0; i < trees->count; ++i)
        for (int k = 0; k <= i; ++k)
            if (squares_allow(squares, &trees->orders[i].squared, &trees->orders[k].squared))
                return 1;
    return 0;
}

/* Where an expansion takes long, says now and then how far it is. */
static void tell(struct expansion *work)
{
    static const double seconds_between = 5;
    const double now = clock_seconds();
    if (now - work->told < seconds_between)
        return;
    work->told = now;
    ts_log(
        work->context, TS_LOG_INFO,
        "Looking for diagrams: %d subprocesses with %d matrix elements so far, QED up to %d; Ctrl-C ends it.",
        work->list->member_count, work->list->group_count, work->list->most.power[ORDER_QED]);
}

/* A subprocess joins the group beside whose legs it can be laid, or begins one. */
static ts_status visit(void *data, const int *pdg, const struct chain *chain)
{
    struct expansion *work = data;
    struct trees trees, first = {0};
    struct alignment alignment, typed = {0};
    if (ts_context_interrupted(work->context))
        return ts_fail(work->context, TS_INTERRUPTED, "Interrupted while the process was expanded.");
    tell(work);
    alignment_begin(&alignment, work->model, pdg, work->list->legs, chain_incoming(chain), work->fixed);
    for (int number = 0; alignment_next(&alignment); ++number) {
        const struct chain aligned = chain_moved(chain, alignment.place, work->list->legs);
        const ts_status status = find_trees(work, alignment.aligned, &aligned, &trees);
        if (status || !has_square(&work->list->squares, &trees))
            return status;
        const int group = find_group(work->list, trees.signature);
        if (group >= 0)
            return add_member(work, &alignment, group);
        if (number == 0) {
            first = trees;
            typed = alignment;
        }
    }
    return add_group(work, pdg, chain, &typed, &first);
}

static ts_status expand(struct expansion *work, const struct combinations *combinations, struct orders most)
{
    struct conserved conserved;
    work->list->most = most;
    tree_memory_clear(&work->memory);
    struct orders highest = most;
    for (int i = 0; i < combinations->chain_count; ++i) {
        const struct orders orders = chain_most_of_all(&combinations->chains[i], &most);
        for (int k = 0; k < ORDERS_MOST; ++k)
            highest.power[k] = orders.power[k] > highest.power[k] ? orders.power[k] : highest.power[k];
    }
    interchange_find(work->model, &highest, &work->list->excluded, combinations->chains,
                     combinations->chain_count, &work->interchange);
    ts_status status = conserved_find(work->context, work->model, &most, &conserved);
    return status ? status
                  : combinations_visit(work->context, combinations, work->model, &conserved, visit, work);
}

enum { WEIGHTED_MOST = 40 };

/* No amplitude has more of a power than the square may have. */
static void bound_by_squares(const struct square_bounds *squares, struct orders *most)
{
    for (int i = 0; i < squares->count; ++i) {
        short *power = &most->power[squares->list[i].order];
        if (squares->list[i].power < *power)
            *power = (short)squares->list[i].power;
    }
}

/* With no bound: the least power of the electroweak coupling, or the least sum of powers as the model weighs
 * them. */
static ts_status expand_orders(struct expansion *work, const struct combinations *combinations)
{
    struct orders most = combinations->notation->most;
    int is_said = combinations->notation->squares.count > 0;
    for (int i = 0; i < ORDERS_MOST; ++i) {
        is_said |= most.power[i] != ORDER_DEFAULT;
        most.power[i] = most.power[i] == ORDER_DEFAULT ? ORDER_ANY : most.power[i];
    }
    bound_by_squares(&combinations->notation->squares, &most);
    model_bound_orders_aloud(work->context, work->model, &most);
    if (is_said)
        return expand(work, combinations, most);
    ts_status status = TS_OK;
    const int place = model_default_order(work->model);
    const int highest = place == ORDER_QED ? combinations->notation->count - 2 : WEIGHTED_MOST;
    for (int power = 0; !status && work->list->group_count == 0 && power <= highest; ++power) {
        most = orders_all(ORDER_ANY);
        most.power[place] = (short)power;
        model_bound_orders(work->model, &most); /* quietly: nobody has asked for more */
        status = expand(work, combinations, most);
    }
    return status;
}

static int compare_members(const void *a, const void *b)
{
    const struct subprocess *x = a, *y = b;
    if (x->group != y->group)
        return (x->group > y->group) - (x->group < y->group);
    return (x->number > y->number) - (x->number < y->number);
}

/* Group by group, each in the order in which they were found. */
static void sort_members(struct subprocess_list *list)
{
    if (list->member_count)
        qsort(list->members, (size_t)list->member_count, sizeof *list->members, compare_members);
    for (int i = 0, first = 0; i < list->group_count; ++i) {
        list->groups[i].members = list->members + first;
        first += list->groups[i].member_count;
    }
}

ts_status subprocess_list_create(ts_context *context, const ts_model *model, const struct notation *notation,
                                 struct subprocess_list *list, char sentence[SENTENCE_BYTES])
{
    struct combinations combinations = {0};
    struct expansion work = {
        .context = context, .model = model, .list = list, .fixed = notation->fixed, .told = clock_seconds()};
    *list = (struct subprocess_list){.excluded = notation->excluded, .squares = notation->squares};
    *sentence = 0;
    if (notation->range.slot) {
        snprintf(sentence, SENTENCE_BYTES,
                 "its range %d..%d stands for several processes: write one number of them",
                 notation->range.low, notation->range.high);
        return TS_ERROR_INPUT;
    }
    ts_status status = tree_finder_create(context, model, &notation->excluded, &notation->squares,
                                          &work.finder);
    if (!status)
        status = combinations_create(context, model, work.finder, notation, &combinations, sentence);
    list->legs = combinations.legs;
    if (!status)
        status = expand_orders(&work, &combinations);
    if (!status && list->group_count == 0)
        status = subprocess_explain(context, model, work.finder, &combinations, sentence);
    sort_members(list);
    tree_memory_clear(&work.memory);
    tree_finder_destroy(&work.finder);
    combinations_free(&combinations);
    if (status)
        subprocess_list_free(list);
    return status;
}

void subprocess_list_free(struct subprocess_list *list)
{
    free(list->groups);
    free(list->members);
    *list = (struct subprocess_list){0};
}

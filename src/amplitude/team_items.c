#include "amplitude/team_items.h"

#include <stdlib.h>

enum { UPPER = 1, LOWER = 2, BOTH = UPPER | LOWER };

static int more(struct team_items *made, void **array, size_t *room, int count, size_t bytes)
{
    if ((size_t)count < *room)
        return 1;
    const size_t larger = *room ? 2 * *room : 1024;
    void *grown = realloc(*array, larger * bytes);
    if (!grown) {
        made->end = TEAM_NO_MEMORY;
        return 0;
    }
    *array = grown;
    *room = larger;
    return 1;
}

static int add_item(struct team_items *made, int size)
{
    if (!more(made, (void **)&made->items, &made->item_room, made->item_count, sizeof *made->items))
        return 0;
    made->items[made->item_count] = (struct team_item){.size = size,
                                                       .first = TEAM_NOTHING,
                                                       .last = TEAM_NOTHING};
    return made->item_count++;
}

/* Arithmetic of a step, and what it costs to begin it. */
static double cost_of(const struct team_items *made, const struct team_step *step)
{
    const uint32_t kind = step->kind & (TREE_ADD - 1);
    const double begin = 40;
    if (kind == TEAM_MOMENTUM)
        return begin;
    if (kind == TEAM_ROW)
        return begin + 4 * (step->number[1] + 1);
    if (kind == TEAM_SQUARE)
        return begin + 6 * made->request->flows;
    return begin + operation_instructions(kind);
}

/* The halves that a vertex for one half takes of an input, which is all that is kept of a massless fermion;
 * else both. */
static unsigned halves_of(uint32_t kind, int input)
{
    switch (kind & (TREE_ADD - 1)) {
    case TREE_FVI_UPPER:
    case TREE_FVO_UPPER:
        return input == 0 ? UPPER : BOTH;
    case TREE_FVI_LOWER:
    case TREE_FVO_LOWER:
        return input == 0 ? LOWER : BOTH;
    case TREE_JIO_UPPER:
        return input == 0 ? UPPER : LOWER;
    case TREE_JIO_LOWER:
        return input == 0 ? LOWER : UPPER;
    case TREE_CLOSE_UPPER:
        return UPPER;
    case TREE_CLOSE_LOWER:
        return LOWER;
    default:
        return BOTH;
    }
}

static void add_step(struct team_items *made, int item, const struct team_step *step)
{
    if (!more(made, (void **)&made->steps, &made->step_room, made->step_count, sizeof *made->steps))
        return;
    struct team_item *owner = &made->items[item];
    if (owner->last == TEAM_NOTHING)
        owner->first = made->step_count;
    else
        made->steps[owner->last].next = made->step_count;
    owner->last = made->step_count;
    made->steps[made->step_count] = *step;
    made->steps[made->step_count++].next = TEAM_NOTHING;
    owner->cost += cost_of(made, step);
    for (int i = 0; i < TEAM_INPUTS; ++i)
        if (step->in[i] >= 0) {
            ++made->items[step->in[i]].readers;
            made->items[step->in[i]].halves |= halves_of(step->kind, i);
        }
}

/* What teams do not know: currents with more than four components, structures of a model's own. */
static int is_for_teams(uint32_t kind)
{
    kind &= TREE_ADD - 1;
    return !(kind >= TREE_STRUCTURE_2 && kind <= TREE_COLUMN_TURNED) && kind != TREE_WAVE_TENSOR &&
           kind != TREE_TENSOR && kind != TREE_TENSOR_MASSLESS && kind != TREE_CLOSE_TENSOR;
}

/* The inputs of an operation, as items. */
static struct team_step step_of(const struct team_items *made, const uint32_t *op, int choice)
{
    const uint32_t kind = op[TREE_KIND] & (TREE_ADD - 1);
    struct team_step step = {.kind = op[TREE_KIND] & (2 * TREE_ADD - 1),
                             .value = op[TREE_VALUE],
                             .in = {TEAM_NOTHING, TEAM_NOTHING, TEAM_NOTHING, TEAM_NOTHING}};
    if (kind <= TREE_WAVE_SCALAR) {
        const struct helicities *helicities = made->request->helicities;
        const int leg = (int)op[TREE_IN];
        step.in[0] = made->momentum[leg];
        step.number[1] = op[TREE_IN + 1] | op[TREE_IN + 2] << 1;
        if (made->request->sharing)
            step.number[2] = (uint32_t)(helicities->list[choice * helicities->legs + leg] + TREE_STATE_ZERO);
        else
            step.in[2] = made->helicities + leg;
    } else if (kind > TREE_SCALED && kind <= TREE_SCALAR) {
        step.in[0] = made->momentum[op[TREE_IN]];
        step.number[1] = op[TREE_IN + 1];
        step.number[2] = op[TREE_IN + 2];
    } else {
        for (int i = 0; i < operation_inputs(kind); ++i)
            step.in[i] = made->current[op[TREE_IN + i]];
        if (operation_has_momenta(kind)) {
            step.in[2] = made->momentum[op[TREE_IN + 2] & ((1U << TREE_PAIR_BITS) - 1)];
            step.in[3] = made->momentum[op[TREE_IN + 2] >> TREE_PAIR_BITS];
        }
    }
    return step;
}

/* An operation: the next step of what stands at its place, or the first one of what comes there. */
static void add_operation(struct team_items *made, const uint32_t *op, int choice)
{
    const uint32_t kind = op[TREE_KIND] & (TREE_ADD - 1);
    const int in_place = kind > TREE_SCALED && kind <= TREE_SCALAR;
    const int makes_current = operation_makes_current(kind);
    if (!is_for_teams(kind))
        made->end = TEAM_UNFIT;
    if (made->end)
        return;
    const struct team_step step = step_of(made, op, choice);
    int *place = makes_current ? &made->current[op[TREE_OUT]] : &made->flow[op[TREE_OUT]];
    if (!in_place && !(op[TREE_KIND] & TREE_ADD))
        *place = add_item(made, makes_current ? 4 : 1);
    /* What was read is complete. */
    int is_unfit = *place < 0 || made->items[*place].readers > 0;
    for (int i = 0; i < operation_inputs(kind); ++i)
        is_unfit |= step.in[i] == TEAM_NOTHING;
    if (is_unfit && !made->end)
        made->end = TEAM_UNFIT;
    if (!made->end)
        add_step(made, *place, &step);
}

static void add_to_list(struct team_items *made, int item)
{
    if (item < 0 && !made->end)
        made->end = TEAM_UNFIT;
    if (!made->end &&
        more(made, (void **)&made->lists, &made->list_room, made->list_count, sizeof *made->lists))
        made->lists[made->list_count++] = item;
}

/* An item that takes the first so many of a list, `number` with it. */
static int add_of_list(struct team_items *made, uint32_t kind, int number, int list, int listed)
{
    const int item = add_item(made, 1);
    const struct team_step step = {.kind = kind,
                                   .number = {0, (uint32_t)number},
                                   .in = {TEAM_NOTHING, TEAM_NOTHING, TEAM_NOTHING, TEAM_NOTHING}};
    if (made->end)
        return TEAM_NOTHING;
    made->items[item].list = list;
    made->items[item].listed = listed;
    add_step(made, item, &step);
    for (int i = 0; i < listed; ++i)
        ++made->items[made->lists[list + i]].readers;
    return item;
}

/* The square of a choice of helicities: the rows of the colour matrix times the flows, and their sum. */
static void add_colours(struct team_items *made)
{
    const int flows = made->request->flows, list = made->list_count;
    for (int i = 0; i < flows; ++i)
        add_to_list(made, made->flow[i]);
    for (int i = 0; i < flows && !made->end; ++i)
        add_to_list(made, add_of_list(made, TEAM_ROW, i, list, i + 1));
    if (made->end)
        return;
    const int square = add_of_list(made, TEAM_SQUARE, 0, list, 2 * flows);
    if (square >= 0)
        ++made->items[square].readers; /* the sum in the end, so that it is never given back */
    ++made->square_count;
}

/* An item that is there before the first wave. */
static int add_given(struct team_items *made, int size)
{
    const int item = add_item(made, size);
    if (!made->end)
        made->items[item].readers = 1; /* kept */
    return item;
}

static void add_momenta(struct team_items *made)
{
    const struct team_request *request = made->request;
    for (int i = 0; i < request->legs; ++i)
        made->momentum[i] = add_given(made, 2);
    made->helicities = made->item_count;
    for (int i = 0; i < request->legs && !request->sharing; ++i)
        add_given(made, 1);
    for (int i = request->legs; i < request->operations->momenta && !made->end; ++i) {
        const uint32_t *sum = request->operations->sums + (size_t)i * TREE_SUMMANDS;
        struct team_step step = {.kind = TEAM_MOMENTUM,
                                 .number = {0, 0, TEAM_NONE},
                                 .in = {made->momentum[sum[0]], made->momentum[sum[1]], TEAM_NOTHING,
                                        TEAM_NOTHING}};
        if (sum[2] != TREE_NONE)
            step.in[2] = made->momentum[sum[2]];
        made->momentum[i] = add_item(made, 2);
        add_step(made, made->momentum[i], &step);
    }
}

static void add_all(struct team_items *made)
{
    const struct team_request *request = made->request;
    const struct sharing *sharing = request->sharing;
    const int choices = sharing ? request->helicities->count : 1;
    add_momenta(made);
    for (int choice = 0; choice < choices && !made->end; ++choice) {
        const uint32_t *list = sharing ? sharing->list : request->operations->list;
        const int first = sharing ? sharing->first[choice] : 0;
        const int end = sharing ? sharing->first[choice + 1] : request->operations->count;
        for (int i = first; i < end && !made->end; ++i)
            add_operation(made, list + (size_t)i * TREE_WORDS, choice);
        if (!made->end)
            add_colours(made);
    }
}

/* Of currents of which one half is taken that half alone is kept. */
static void keep_halves(struct team_items *made)
{
    for (int i = 0; i < made->item_count; ++i)
        if (made->items[i].size == 4 && made->items[i].halves != BOTH)
            made->items[i].size = 2;
}

int team_item_is_lower(const struct team_item *item) { return item->size == 2 && item->halves == LOWER; }

int team_item_is_square(const struct team_items *made, const struct team_item *item)
{
    return item->first != TEAM_NOTHING && made->steps[item->first].kind == TEAM_SQUARE;
}

void team_items_create(const struct team_request *request, struct team_items *made)
{
    const struct operations *operations = request->operations;
    const size_t slots = (size_t)operations->slots + (request->sharing ? (size_t)request->sharing->slots : 0);
    *made = (struct team_items){.request = request};
    made->current = calloc(slots + 1, sizeof *made->current);
    made->flow = calloc((size_t)request->flows + 1, sizeof *made->flow);
    made->momentum = calloc((size_t)operations->momenta + 1, sizeof *made->momentum);
    if (!made->current || !made->flow || !made->momentum) {
        made->end = TEAM_NO_MEMORY;
        return;
    }
    for (size_t i = 0; i < slots; ++i)
        made->current[i] = TEAM_NOTHING;
    for (int i = 0; i < request->flows; ++i)
        made->flow[i] = TEAM_NOTHING;
    add_all(made);
    keep_halves(made);
}

void team_items_free(struct team_items *made)
{
    free(made->items);
    free(made->steps);
    free(made->lists);
    free(made->current);
    free(made->flow);
    free(made->momentum);
    *made = (struct team_items){0};
}

/* Waves of steps: what does not depend on each other side by side, in the order of the operations as far as
 * that goes, so that few numbers have to be kept. */
#include "amplitude/team.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

enum { NOTHING = -1, STEP_INPUTS = 4, WARP_WORKERS = 4, TEAM_WARPS_MOST = 32 };

/* A step, and the items that go in; of a sum over colours these stand in a list of flows. */
struct step {
    uint32_t kind, number[3], value;
    int in[STEP_INPUTS];
    int next; /* of the same item */
};

/* A number that a worker makes. */
struct item {
    int size; /* complex numbers */
    int first, last;
    int list, listed;  /* of what takes a list: where it begins, and how many of it go in */
    int wave, place;   /* NOTHING: not yet */
    int readers, left; /* items that take it, and those of them that are not made yet */
    double cost;
};

struct maker {
    const struct team_request *request;
    struct item *items;
    struct step *steps;
    int *lists; /* of flows, of all sums over colours */
    size_t item_room, step_room, list_room;
    int item_count, step_count, list_count;
    int *current, *flow, *momentum; /* the item at each place */
    int legs_end, helicities, squares, square_count;
    int failed, unfit;
    /* The schedule. */
    unsigned char *taken; /* units */
    int units;
    double span;
};

static int more(struct maker *maker, void **array, size_t *room, int count, size_t bytes)
{
    if ((size_t)count < *room)
        return 1;
    const size_t larger = *room ? 2 * *room : 1024;
    void *grown = realloc(*array, larger * bytes);
    maker->failed |= !grown;
    if (!grown)
        return 0;
    *array = grown;
    *room = larger;
    return 1;
}

static int add_item(struct maker *maker, int size)
{
    if (!more(maker, (void **)&maker->items, &maker->item_room, maker->item_count, sizeof *maker->items))
        return 0;
    maker->items[maker->item_count] =
        (struct item){.size = size, .first = NOTHING, .last = NOTHING, .wave = NOTHING, .place = NOTHING};
    return maker->item_count++;
}

/* Arithmetic of a step, and what it costs to begin it. */
static double cost_of(const struct maker *maker, const struct step *step)
{
    const uint32_t kind = step->kind & (TREE_ADD - 1);
    const double begin = 40;
    if (kind == TEAM_MOMENTUM)
        return begin;
    if (kind == TEAM_ROW)
        return begin + 4 * (step->number[1] + 1);
    if (kind == TEAM_SQUARE)
        return begin + 6 * maker->request->flows;
    return begin + operation_instructions(kind);
}

static void add_step(struct maker *maker, int item, const struct step *step)
{
    if (!more(maker, (void **)&maker->steps, &maker->step_room, maker->step_count, sizeof *maker->steps))
        return;
    struct item *made = &maker->items[item];
    if (made->last == NOTHING)
        made->first = maker->step_count;
    else
        maker->steps[made->last].next = maker->step_count;
    made->last = maker->step_count;
    maker->steps[maker->step_count] = *step;
    maker->steps[maker->step_count++].next = NOTHING;
    made->cost += cost_of(maker, step);
    for (int i = 0; i < STEP_INPUTS; ++i)
        if (step->in[i] >= 0)
            ++maker->items[step->in[i]].readers;
}

/* What teams do not know: currents with more than four components, structures of a model's own. */
static int is_for_teams(uint32_t kind)
{
    kind &= TREE_ADD - 1;
    return !(kind >= TREE_STRUCTURE_2 && kind <= TREE_COLUMN_TURNED) && kind != TREE_WAVE_TENSOR &&
           kind != TREE_TENSOR && kind != TREE_TENSOR_MASSLESS && kind != TREE_CLOSE_TENSOR;
}

/* The inputs of an operation, as items. */
static struct step step_of(const struct maker *maker, const uint32_t *op, int choice)
{
    const uint32_t kind = op[TREE_KIND] & (TREE_ADD - 1);
    struct step step = {.kind = op[TREE_KIND] & (2 * TREE_ADD - 1),
                        .value = op[TREE_VALUE],
                        .in = {NOTHING, NOTHING, NOTHING, NOTHING}};
    if (kind <= TREE_WAVE_SCALAR) {
        const struct helicities *helicities = maker->request->helicities;
        const int leg = (int)op[TREE_IN];
        step.in[0] = maker->momentum[leg];
        step.number[1] = op[TREE_IN + 1] | op[TREE_IN + 2] << 1;
        if (maker->request->sharing)
            step.number[2] = (uint32_t)(helicities->list[choice * helicities->legs + leg] + TREE_STATE_ZERO);
        else
            step.in[2] = maker->helicities + leg;
    } else if (kind > TREE_SCALED && kind <= TREE_SCALAR) {
        step.in[0] = maker->momentum[op[TREE_IN]];
        step.number[1] = op[TREE_IN + 1];
        step.number[2] = op[TREE_IN + 2];
    } else {
        for (int i = 0; i < operation_inputs(kind); ++i)
            step.in[i] = maker->current[op[TREE_IN + i]];
        if (operation_has_momenta(kind)) {
            step.in[2] = maker->momentum[op[TREE_IN + 2] & ((1U << TREE_PAIR_BITS) - 1)];
            step.in[3] = maker->momentum[op[TREE_IN + 2] >> TREE_PAIR_BITS];
        }
    }
    return step;
}

/* An operation: the next step of what stands at its place, or the first one of what comes there. */
static void add_operation(struct maker *maker, const uint32_t *op, int choice)
{
    const uint32_t kind = op[TREE_KIND] & (TREE_ADD - 1);
    const int in_place = kind > TREE_SCALED && kind <= TREE_SCALAR;
    const int makes_current = operation_makes_current(kind);
    maker->unfit |= !is_for_teams(kind);
    if (maker->unfit)
        return;
    const struct step step = step_of(maker, op, choice);
    int *place = makes_current ? &maker->current[op[TREE_OUT]] : &maker->flow[op[TREE_OUT]];
    if (!in_place && !(op[TREE_KIND] & TREE_ADD))
        *place = add_item(maker, makes_current ? 4 : 1);
    /* What was read is complete. */
    maker->unfit |= *place < 0 || maker->items[*place].readers > 0;
    for (int i = 0; i < STEP_INPUTS; ++i)
        maker->unfit |= step.in[i] == NOTHING && i < operation_inputs(kind);
    if (!maker->unfit && !maker->failed)
        add_step(maker, *place, &step);
}

static void add_to_list(struct maker *maker, int item)
{
    maker->unfit |= item < 0;
    if (!maker->unfit &&
        more(maker, (void **)&maker->lists, &maker->list_room, maker->list_count, sizeof *maker->lists))
        maker->lists[maker->list_count++] = item;
}

/* An item that takes the first so many of a list, `number` with it. */
static int add_of_list(struct maker *maker, uint32_t kind, int number, int list, int listed)
{
    const int made = add_item(maker, 1);
    const struct step step = {.kind = kind,
                              .number = {0, (uint32_t)number},
                              .in = {NOTHING, NOTHING, NOTHING, NOTHING}};
    if (maker->failed || maker->unfit)
        return NOTHING;
    maker->items[made].list = list;
    maker->items[made].listed = listed;
    add_step(maker, made, &step);
    for (int i = 0; i < listed; ++i)
        ++maker->items[maker->lists[list + i]].readers;
    return made;
}

/* The square of a choice of helicities: the rows of the colour matrix times the flows, and their sum. */
static void add_colours(struct maker *maker)
{
    const int flows = maker->request->flows, list = maker->list_count;
    for (int i = 0; i < flows; ++i)
        add_to_list(maker, maker->flow[i]);
    for (int i = 0; i < flows && !maker->failed && !maker->unfit; ++i)
        add_to_list(maker, add_of_list(maker, TEAM_ROW, i, list, i + 1));
    if (maker->failed || maker->unfit)
        return;
    const int square = add_of_list(maker, TEAM_SQUARE, 0, list, 2 * flows);
    if (square >= 0)
        ++maker->items[square].readers; /* the sum in the end, so that it is never given back */
    ++maker->square_count;
}

/* An item that is there before the first wave. */
static int add_given(struct maker *maker, int size)
{
    const int item = add_item(maker, size);
    if (!maker->failed) {
        maker->items[item].wave = 0;
        maker->items[item].readers = 1; /* kept */
    }
    return item;
}

static void add_momenta(struct maker *maker)
{
    const struct team_request *request = maker->request;
    for (int i = 0; i < request->legs; ++i)
        maker->momentum[i] = add_given(maker, 2);
    maker->helicities = maker->item_count;
    for (int i = 0; i < request->legs && !request->sharing; ++i)
        add_given(maker, 1);
    for (int i = request->legs; i < request->operations->momenta && !maker->failed; ++i) {
        const uint32_t *sum = request->operations->sums + (size_t)i * TREE_SUMMANDS;
        struct step step = {.kind = TEAM_MOMENTUM,
                            .number = {0, 0, TREE_NONE},
                            .in = {maker->momentum[sum[0]], maker->momentum[sum[1]], NOTHING, NOTHING}};
        if (sum[2] != TREE_NONE)
            step.in[2] = maker->momentum[sum[2]];
        maker->momentum[i] = add_item(maker, 2);
        add_step(maker, maker->momentum[i], &step);
    }
}

static void add_all(struct maker *maker)
{
    const struct team_request *request = maker->request;
    const struct sharing *sharing = request->sharing;
    const int choices = sharing ? request->helicities->count : 1;
    add_momenta(maker);
    for (int choice = 0; choice < choices && !maker->failed && !maker->unfit; ++choice) {
        const uint32_t *list = sharing ? sharing->list : request->operations->list;
        const int first = sharing ? sharing->first[choice] : 0;
        const int end = sharing ? sharing->first[choice + 1] : request->operations->count;
        for (int i = first; i < end && !maker->failed && !maker->unfit; ++i)
            add_operation(maker, list + (size_t)i * TREE_WORDS, choice);
        if (!maker->failed && !maker->unfit)
            add_colours(maker);
    }
}

/* Whether all that an item takes was made before a wave. */
static int is_ready(const struct maker *maker, const struct item *item, int wave)
{
    for (int i = item->first; i != NOTHING; i = maker->steps[i].next)
        for (int k = 0; k < STEP_INPUTS; ++k) {
            const int in = maker->steps[i].in[k];
            if (in >= 0 && (maker->items[in].wave == NOTHING || maker->items[in].wave >= wave))
                return 0;
        }
    for (int i = 0; i < item->listed; ++i) {
        const struct item *in = &maker->items[maker->lists[item->list + i]];
        if (in->wave == NOTHING || in->wave >= wave)
            return 0;
    }
    return 1;
}

/* Takes the first place where there is room; NOTHING where there is none. */
static int take_place(struct maker *maker, int size)
{
    int run = 0;
    for (int i = 0; i < maker->request->units; ++i) {
        run = maker->taken[i] ? 0 : run + 1;
        if (run < size)
            continue;
        memset(maker->taken + i + 1 - size, 1, (size_t)size);
        if (i + 1 > maker->units)
            maker->units = i + 1;
        return i + 1 - size;
    }
    return NOTHING;
}

static void leave(struct maker *maker, int item)
{
    struct item *left = &maker->items[item];
    if (--left->left == 0)
        memset(maker->taken + left->place, 0, (size_t)left->size);
}

/* Gives back what only the items of a wave still had to take. */
static void leave_inputs(struct maker *maker, const struct item *item)
{
    for (int i = item->first; i != NOTHING; i = maker->steps[i].next)
        for (int k = 0; k < STEP_INPUTS; ++k)
            if (maker->steps[i].in[k] >= 0)
                leave(maker, maker->steps[i].in[k]);
    for (int i = 0; i < item->listed; ++i)
        leave(maker, maker->lists[item->list + i]);
}

/* An item of a wave, by what it costs and which kinds of steps it has. */
struct entry {
    double cost;
    uint64_t kinds;
    int item;
};

/* Threads of a warp do the same, or wait for each other: like items become neighbours, costly ones first. */
static int compare_entries(const void *first, const void *second)
{
    const struct entry *a = first, *b = second;
    if (a->cost != b->cost)
        return a->cost < b->cost ? 1 : -1;
    if (a->kinds != b->kinds)
        return a->kinds < b->kinds ? -1 : 1;
    return a->item - b->item;
}

static uint64_t kinds_of(const struct maker *maker, const struct item *item)
{
    uint64_t hash = 0;
    for (int i = item->first; i != NOTHING; i = maker->steps[i].next)
        hash = (hash ^ maker->steps[i].kind) * 0x9e3779b97f4a7c15U;
    return hash;
}

/* Chooses the items of a wave: up to so many of those that are ready, in their order. Returns their number.
 */
static int choose(struct maker *maker, int wave, int most, int *begin, struct entry *entries)
{
    int count = 0, made = 1;
    for (int i = *begin; i < maker->item_count && count < most; ++i) {
        struct item *item = &maker->items[i];
        if (item->wave != NOTHING) {
            *begin += made && i == *begin;
            continue;
        }
        made = 0;
        if (!is_ready(maker, item, wave))
            continue;
        if (item->place == NOTHING)
            item->place = take_place(maker, item->size);
        if (item->place == NOTHING)
            break;
        item->wave = wave;
        entries[count++] = (struct entry){item->cost, kinds_of(maker, item), i};
    }
    return count;
}

/* Gives the items of a wave to warps, so many neighbours to the one that has least. */
static void share_out(struct maker *maker, struct entry *entries, int count, int *worker_of)
{
    double loads[TEAM_WARPS_MOST] = {0}, longest = 0;
    const int warps = maker->request->workers / WARP_WORKERS;
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    for (int i = 0; i < count; i += WARP_WORKERS) {
        int least = 0;
        for (int k = 1; k < warps; ++k)
            least = loads[k] < loads[least] ? k : least;
        loads[least] += entries[i].cost;
        for (int k = i; k < i + WARP_WORKERS && k < count; ++k)
            worker_of[entries[k].item] = least * WARP_WORKERS + k - i;
    }
    for (int k = 0; k < warps; ++k)
        longest = loads[k] > longest ? loads[k] : longest;
    maker->span += longest;
}

static int is_square(const struct maker *maker, const struct item *item)
{
    return item->first != NOTHING && maker->steps[item->first].kind == TEAM_SQUARE;
}

/* The places of what is there from the beginning, and of the squares. */
static int place_given(struct maker *maker)
{
    int at = 0, fits = 1;
    for (int i = 0; i < maker->item_count && fits; ++i) {
        struct item *item = &maker->items[i];
        item->left = item->readers;
        if (item->first == NOTHING && fits)
            fits = (item->place = take_place(maker, item->size)) != NOTHING;
    }
    for (int i = 0; i < maker->square_count && fits; ++i) {
        at = take_place(maker, 1);
        maker->squares = i ? maker->squares : at;
        fits = at != NOTHING;
    }
    at = maker->squares;
    for (int i = 0; i < maker->item_count && fits; ++i)
        if (is_square(maker, &maker->items[i]))
            maker->items[i].place = at++;
    return fits;
}

/* Waves of at most so many items; the number of waves, or 0 where memory does not do. */
static int schedule(struct maker *maker, int most, struct entry *entries, int *worker_of)
{
    int wave = 0, begin = 0, left = 0;
    maker->units = 0;
    maker->span = 0;
    memset(maker->taken, 0, (size_t)maker->request->units);
    for (int i = 0; i < maker->item_count; ++i) {
        struct item *item = &maker->items[i];
        item->wave = item->first == NOTHING ? 0 : NOTHING;
        item->place = NOTHING;
        left += item->first != NOTHING;
    }
    if (!place_given(maker))
        return 0;
    for (wave = 1; left > 0; ++wave) {
        const int count = choose(maker, wave, most, &begin, entries);
        if (!count)
            return 0;
        for (int i = 0; i < count; ++i)
            leave_inputs(maker, &maker->items[entries[i].item]);
        share_out(maker, entries, count, worker_of);
        left -= count;
    }
    return wave - 1;
}

static uint32_t place_of(const struct maker *maker, int item)
{
    return item >= 0 ? (uint32_t)maker->items[item].place : 0;
}

static void write_step(const struct maker *maker, int number, const struct item *item, uint32_t lists_at,
                       uint32_t *words)
{
    const struct step *step = &maker->steps[number];
    const uint32_t kind = step->kind & (TREE_ADD - 1);
    words[TEAM_KIND] = step->kind;
    words[TEAM_OUT] = step->next == NOTHING ? (uint32_t)item->place : TREE_NONE;
    words[TEAM_SIZE] = (uint32_t)item->size;
    words[TEAM_VALUE] = step->value;
    for (int i = 0; i < 3; ++i)
        words[TEAM_IN + i] = step->in[i] >= 0 ? place_of(maker, step->in[i]) : step->number[i];
    if (kind <= TREE_WAVE_SCALAR && step->in[2] >= 0)
        words[TEAM_IN + 2] += TEAM_DRAWN;
    if (kind < TREE_KINDS && operation_has_momenta(kind))
        words[TEAM_IN + 2] |= place_of(maker, step->in[3]) << TREE_PAIR_BITS;
    if (item->listed)
        words[TEAM_IN] = lists_at + (uint32_t)item->list;
}

/* Steps of all workers, wave by wave, and where those of each begin. */
static ts_status write_words(struct maker *maker, int waves, const int *worker_of, struct team *team)
{
    const struct team_request *request = maker->request;
    const size_t workers = (size_t)request->workers, bounds = (size_t)waves * workers + 1;
    const size_t steps_at = TEAM_HEAD_WORDS + bounds;
    const size_t lists_at = steps_at + (size_t)maker->step_count * TEAM_WORDS;
    team->count = lists_at + (size_t)maker->list_count;
    team->words = calloc(team->count, sizeof *team->words);
    uint32_t *ends = calloc(bounds + 1, sizeof *ends);
    if (!team->words || !ends) {
        free(ends);
        return TS_ERROR_MEMORY;
    }
    uint32_t *words = team->words, *first = words + TEAM_HEAD_WORDS;
    words[TEAM_HEAD_WAVES] = (uint32_t)waves;
    words[TEAM_HEAD_UNITS] = (uint32_t)maker->units;
    words[TEAM_HEAD_DRAWN] = !request->sharing;
    words[TEAM_HEAD_HELICITIES] = 2 * (uint32_t)request->legs;
    words[TEAM_HEAD_SQUARES] = (uint32_t)maker->square_count;
    words[TEAM_HEAD_SQUARES_AT] = (uint32_t)maker->squares;
    words[TEAM_HEAD_STEPS_AT] = (uint32_t)steps_at;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < maker->item_count; ++i) {
            const struct item *item = &maker->items[i];
            if (item->first == NOTHING)
                continue;
            const size_t cell = (size_t)(item->wave - 1) * workers + (size_t)worker_of[i];
            for (int k = item->first; k != NOTHING; k = maker->steps[k].next)
                if (pass)
                    write_step(maker, k, item, (uint32_t)lists_at,
                               words + steps_at + TEAM_WORDS * (size_t)ends[cell]++);
                else
                    ++first[cell + 1];
        }
        for (size_t i = 0; i + 1 < bounds && !pass; ++i)
            first[i + 1] += first[i];
        memcpy(ends, first, bounds * sizeof *ends);
    }
    free(ends);
    for (int i = 0; i < maker->list_count; ++i)
        words[lists_at + (size_t)i] = place_of(maker, maker->lists[i]);
    return TS_OK;
}

/* The largest waves for which the memory does. */
static ts_status make_schedule(ts_context *context, struct maker *maker, struct team *team)
{
    const size_t items = (size_t)maker->item_count + 1;
    struct entry *entries = calloc(items, sizeof *entries);
    int *worker_of = calloc(items, sizeof *worker_of), waves = 0;
    maker->taken = calloc((size_t)maker->request->units + 1, 1);
    ts_status status = entries && worker_of && maker->taken ? TS_OK : TS_ERROR_MEMORY;
    for (int most = maker->request->workers * 32; !status && !waves && most >= maker->request->workers / 4;
         most /= 2)
        waves = schedule(maker, most, entries, worker_of);
    if (waves)
        status = write_words(maker, waves, worker_of, team);
    team->waves = waves;
    team->workers = maker->request->workers;
    team->units = waves ? maker->units : 0;
    team->span = maker->span;
    for (int i = 0; i < maker->item_count; ++i)
        team->cost += maker->items[i].cost;
    free(entries);
    free(worker_of);
    return status ? ts_fail_memory(context, "the schedule of a team") : TS_OK;
}

ts_status team_create(ts_context *context, const struct team_request *request, struct team *team)
{
    struct maker maker = {.request = request};
    const struct operations *operations = request->operations;
    const size_t slots = (size_t)operations->slots + (request->sharing ? (size_t)request->sharing->slots : 0);
    *team = (struct team){0};
    maker.current = malloc((slots + 1) * sizeof *maker.current);
    maker.flow = malloc(((size_t)request->flows + 1) * sizeof *maker.flow);
    maker.momentum = malloc(((size_t)operations->momenta + 1) * sizeof *maker.momentum);
    maker.failed = !maker.current || !maker.flow || !maker.momentum;
    for (size_t i = 0; i < slots && !maker.failed; ++i)
        maker.current[i] = NOTHING;
    for (int i = 0; i < request->flows && !maker.failed; ++i)
        maker.flow[i] = NOTHING;
    if (!maker.failed)
        add_all(&maker);
    ts_status status = maker.failed ? ts_fail_memory(context, "the schedule of a team") : TS_OK;
    if (!status && !maker.unfit)
        status = make_schedule(context, &maker, team);
    free(maker.items);
    free(maker.steps);
    free(maker.lists);
    free(maker.current);
    free(maker.flow);
    free(maker.momentum);
    free(maker.taken);
    if (status)
        team_free(team);
    return status;
}

void team_free(struct team *team)
{
    free(team->words);
    *team = (struct team){0};
}

/* Waves of steps: what does not depend on each other goes side by side. Waves follow the order of the
 * operations as far as that goes, so that few numbers have to be kept. */
#include "amplitude/team_items.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

/* Workers of a warp; warps at most; numbers behind the last upper half, where the lower one is read; sizes of
 * waves that are tried. */
enum { WARP_WORKERS = 4, WARPS_MOST = 32, MARGIN = 2, WINDOWS = 4 };

/* What a wave costs beside its steps: a barrier, and the wait for the first of them. */
static const double wave_cost = 200;

/* The state of a schedule. */
struct scheduler {
    struct team_items *made;
    unsigned char *taken; /* units */
    int units, squares;   /* how many were taken at once, and where squares are */
    double span;
};

/* Whether all that an item takes was made before a wave. */
static int is_ready(const struct scheduler *scheduler, const struct team_item *item, int wave)
{
    for (int i = item->first; i != TEAM_NOTHING; i = scheduler->made->steps[i].next)
        for (int k = 0; k < TEAM_INPUTS; ++k) {
            const int in = scheduler->made->steps[i].in[k];
            if (in >= 0 &&
                (scheduler->made->items[in].wave == TEAM_NOTHING || scheduler->made->items[in].wave >= wave))
                return 0;
        }
    for (int i = 0; i < item->listed; ++i) {
        const struct team_item *in = &scheduler->made->items[scheduler->made->lists[item->list + i]];
        if (in->wave == TEAM_NOTHING || in->wave >= wave)
            return 0;
    }
    return 1;
}

/* Takes the first place where there is room; TEAM_NOTHING where there is none. */
static int take_place(struct scheduler *scheduler, int size)
{
    int run = 0;
    for (int i = 0; i < scheduler->made->request->units - MARGIN; ++i) {
        run = scheduler->taken[i] ? 0 : run + 1;
        if (run < size)
            continue;
        memset(scheduler->taken + i + 1 - size, 1, (size_t)size);
        if (i + 1 > scheduler->units)
            scheduler->units = i + 1;
        return i + 1 - size;
    }
    return TEAM_NOTHING;
}

static void leave(struct scheduler *scheduler, int item)
{
    struct team_item *left = &scheduler->made->items[item];
    if (--left->left == 0)
        memset(scheduler->taken + left->place, 0, (size_t)left->size);
}

/* Gives back what only the items of a wave still had to take. */
static void leave_inputs(struct scheduler *scheduler, const struct team_item *item)
{
    for (int i = item->first; i != TEAM_NOTHING; i = scheduler->made->steps[i].next)
        for (int k = 0; k < TEAM_INPUTS; ++k)
            if (scheduler->made->steps[i].in[k] >= 0)
                leave(scheduler, scheduler->made->steps[i].in[k]);
    for (int i = 0; i < item->listed; ++i)
        leave(scheduler, scheduler->made->lists[item->list + i]);
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

static uint64_t kinds_of(const struct scheduler *scheduler, const struct team_item *item)
{
    uint64_t hash = 0;
    for (int i = item->first; i != TEAM_NOTHING; i = scheduler->made->steps[i].next)
        hash = (hash ^ scheduler->made->steps[i].kind) * 0x9e3779b97f4a7c15U;
    return hash;
}

/* Chooses the items of a wave: up to so many of those that are ready, in their order. Returns their number.
 */
static int choose(struct scheduler *scheduler, int wave, int most, int *begin, struct entry *entries)
{
    int count = 0, made = 1;
    for (int i = *begin; i < scheduler->made->item_count && count < most; ++i) {
        struct team_item *item = &scheduler->made->items[i];
        if (item->wave != TEAM_NOTHING) {
            *begin += made && i == *begin;
            continue;
        }
        made = 0;
        if (!is_ready(scheduler, item, wave))
            continue;
        if (item->place == TEAM_NOTHING)
            item->place = take_place(scheduler, item->size);
        if (item->place == TEAM_NOTHING)
            break;
        item->wave = wave;
        entries[count++] = (struct entry){item->cost, kinds_of(scheduler, item), i};
    }
    return count;
}

/* Gives the items of a wave to warps, so many neighbours to the one that has least. */
static void share_out(struct scheduler *scheduler, struct entry *entries, int count, int *worker_of)
{
    double loads[WARPS_MOST] = {0}, longest = 0;
    const int warps = scheduler->made->request->workers / WARP_WORKERS;
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
    scheduler->span += longest + wave_cost;
}

/* The places of what is there from the beginning, and of the squares. */
static int place_given(struct scheduler *scheduler)
{
    struct team_items *made = scheduler->made;
    int fits = 1;
    for (int i = 0; i < made->item_count && fits; ++i)
        if (made->items[i].first == TEAM_NOTHING)
            fits = (made->items[i].place = take_place(scheduler, made->items[i].size)) != TEAM_NOTHING;
    if (fits)
        fits = (scheduler->squares = take_place(scheduler, made->square_count)) != TEAM_NOTHING;
    for (int i = 0, at = scheduler->squares; i < made->item_count && fits; ++i)
        if (team_item_is_square(made, &made->items[i]))
            made->items[i].place = at++;
    return fits;
}

/* Waves of at most so many items; the number of waves, or 0 where memory does not do. */
static int schedule(struct scheduler *scheduler, int most, struct entry *entries, int *worker_of)
{
    int wave = 0, begin = 0, left = 0;
    scheduler->units = 0;
    scheduler->span = 0;
    memset(scheduler->taken, 0, (size_t)scheduler->made->request->units);
    for (int i = 0; i < scheduler->made->item_count; ++i) {
        struct team_item *item = &scheduler->made->items[i];
        item->wave = item->first == TEAM_NOTHING ? 0 : TEAM_NOTHING;
        item->place = TEAM_NOTHING;
        item->left = item->readers;
        left += item->first != TEAM_NOTHING;
    }
    if (!place_given(scheduler))
        return 0;
    for (wave = 1; left > 0; ++wave) {
        const int count = choose(scheduler, wave, most, &begin, entries);
        if (!count)
            return 0;
        for (int i = 0; i < count; ++i)
            leave_inputs(scheduler, &scheduler->made->items[entries[i].item]);
        share_out(scheduler, entries, count, worker_of);
        left -= count;
    }
    return wave - 1;
}

/* The place of an item. That of a lower half is where the upper one would be, in front of it: momenta have
 * the first places. */
static uint32_t place_of(const struct scheduler *scheduler, int item)
{
    const struct team_item *in = &scheduler->made->items[item];
    return (uint32_t)in->place - (team_item_is_lower(in) ? 2 : 0);
}

static void write_step(const struct scheduler *scheduler, int number, const struct team_item *item,
                       uint32_t lists_at, uint32_t *words)
{
    const struct team_step *step = &scheduler->made->steps[number];
    const uint32_t kind = step->kind & (TREE_ADD - 1);
    uint32_t in[3];
    for (int i = 0; i < 3; ++i)
        in[i] = step->in[i] >= 0 ? place_of(scheduler, step->in[i]) : step->number[i];
    words[TEAM_KIND] = step->kind;
    const uint32_t size = team_item_is_lower(item) ? TEAM_LOWER : (uint32_t)item->size;
    const uint32_t place = place_of(scheduler, (int)(item - scheduler->made->items));
    if (step->next == TEAM_NOTHING)
        words[TEAM_KIND] |= size << TEAM_KIND_BITS | place << (TEAM_KIND_BITS + TEAM_SIZE_BITS);
    words[TEAM_IN] = item->listed ? lists_at + (uint32_t)item->list : in[0] | in[1] << TEAM_PLACE_BITS;
    words[TEAM_THIRD] = item->listed ? step->number[1] : in[2];
    if (kind <= TREE_WAVE_SCALAR && step->in[2] >= 0)
        words[TEAM_THIRD] += TEAM_DRAWN;
    if (kind < TREE_KINDS && operation_has_momenta(kind))
        words[TEAM_THIRD] |= place_of(scheduler, step->in[3]) << TEAM_PLACE_BITS;
    words[TEAM_VALUE] = step->value;
}

/* Steps of all workers, wave by wave, and where those of each begin. */
static ts_status write_words(struct scheduler *scheduler, int waves, const int *worker_of, struct team *team)
{
    const struct team_request *request = scheduler->made->request;
    const size_t workers = (size_t)request->workers, bounds = (size_t)waves * workers + 1;
    const size_t steps_at = TEAM_HEAD_WORDS + bounds;
    const size_t lists_at = steps_at + (size_t)scheduler->made->step_count * TEAM_WORDS;
    team->count = lists_at + (size_t)scheduler->made->list_count + TEAM_WORDS; /* steps are read ahead */
    team->words = calloc(team->count, sizeof *team->words);
    uint32_t *ends = calloc(bounds + 1, sizeof *ends);
    if (!team->words || !ends) {
        free(ends);
        return TS_ERROR_MEMORY;
    }
    uint32_t *words = team->words, *first = words + TEAM_HEAD_WORDS;
    words[TEAM_HEAD_WAVES] = (uint32_t)waves;
    words[TEAM_HEAD_DRAWN] = !request->sharing;
    words[TEAM_HEAD_HELICITIES] = 2 * (uint32_t)request->legs;
    words[TEAM_HEAD_SQUARES] = (uint32_t)scheduler->made->square_count;
    words[TEAM_HEAD_SQUARES_AT] = (uint32_t)scheduler->squares;
    words[TEAM_HEAD_STEPS_AT] = (uint32_t)steps_at;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < scheduler->made->item_count; ++i) {
            const struct team_item *item = &scheduler->made->items[i];
            if (item->first == TEAM_NOTHING)
                continue;
            const size_t cell = (size_t)(item->wave - 1) * workers + (size_t)worker_of[i];
            for (int k = item->first; k != TEAM_NOTHING; k = scheduler->made->steps[k].next)
                if (pass)
                    write_step(scheduler, k, item, (uint32_t)lists_at,
                               words + steps_at + TEAM_WORDS * (size_t)ends[cell]++);
                else
                    ++first[cell + 1];
        }
        for (size_t i = 0; i + 1 < bounds && !pass; ++i)
            first[i + 1] += first[i];
        memcpy(ends, first, bounds * sizeof *ends);
    }
    free(ends);
    for (int i = 0; i < scheduler->made->list_count; ++i)
        words[lists_at + (size_t)i] = place_of(scheduler, scheduler->made->lists[i]);
    return TS_OK;
}

/* Of the largest waves for which the memory does those with which the team is ready first; 0: it never does.
 */
static int best_most(struct scheduler *scheduler, struct entry *entries, int *worker_of)
{
    int best = 0, fitting = 0;
    double span = 0;
    for (int k = 16; k > 0 && fitting < WINDOWS; --k) {
        const int most = (k % 2 ? 3 : 4) * scheduler->made->request->workers << (k / 2) >> 4;
        if (!schedule(scheduler, most, entries, worker_of))
            continue;
        if (!fitting++ || scheduler->span < span) {
            span = scheduler->span;
            best = most;
        }
    }
    return best;
}

static ts_status make_schedule(ts_context *context, struct scheduler *scheduler, struct team *team)
{
    const size_t items = (size_t)scheduler->made->item_count + 1;
    struct entry *entries = calloc(items, sizeof *entries);
    int *worker_of = calloc(items, sizeof *worker_of), waves = 0;
    scheduler->taken = calloc((size_t)scheduler->made->request->units + 1, 1);
    ts_status status = entries && worker_of && scheduler->taken ? TS_OK : TS_ERROR_MEMORY;
    const int most = status ? 0 : best_most(scheduler, entries, worker_of);
    if (most)
        waves = schedule(scheduler, most, entries, worker_of);
    if (waves)
        status = write_words(scheduler, waves, worker_of, team);
    team->workers = scheduler->made->request->workers;
    team->units = waves ? scheduler->units + MARGIN : 0;
    team->span = scheduler->span;
    free(entries);
    free(worker_of);
    return status ? ts_fail_memory(context, "the schedule of a team") : TS_OK;
}

ts_status team_create(ts_context *context, const struct team_request *request, struct team *team)
{
    struct team_items made;
    struct scheduler scheduler = {.made = &made};
    *team = (struct team){0};
    team_items_create(request, &made);
    ts_status status = made.end == TEAM_NO_MEMORY ? ts_fail_memory(context, "the schedule of a team") : TS_OK;
    if (made.end == TEAM_GOES_ON)
        status = make_schedule(context, &scheduler, team);
    team_items_free(&made);
    free(scheduler.taken);
    if (status)
        team_free(team);
    return status;
}

void team_free(struct team *team)
{
    free(team->words);
    *team = (struct team){0};
}

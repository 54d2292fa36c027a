#include "amplitude/sharing.h"

#include "amplitude/halves.h"
#include "core/context.h"

#include <stdlib.h>
#include <string.h>

/* A list that grows. A state is a current with the helicities of its legs. */
struct sharer {
    const struct operations *operations;
    const struct helicities *helicities;
    struct sharing *to;
    int slices;
    int **by_set;   /* of a set of legs, for each choice: the first one of its slice that agrees on them */
    unsigned *legs; /* of each current */
    int *states;    /* [currents][choices]: number of a state, plus one */
    int state_count;
    unsigned char *halves; /* of each state */
    size_t room;
    int failed;
};

static int slice_begins(const struct sharer *sharer, int choice)
{
    for (int i = 0; i < sharer->slices; ++i)
        if ((long)i * sharer->helicities->count / sharer->slices == choice)
            return 1;
    return 0;
}

static uint64_t key_of(const struct helicities *helicities, int choice, unsigned set)
{
    uint64_t key = 0;
    for (int leg = 0; leg < helicities->legs; ++leg)
        if (set >> leg & 1)
            key = 8 * key + (uint64_t)(helicities->list[choice * helicities->legs + leg] + 2);
    return key;
}

/* Of each choice the first one of its slice with the same helicities of a set of legs. */
static int *equal_choices(const struct sharer *sharer, unsigned set)
{
    const int choices = sharer->helicities->count;
    size_t room = 16;
    while (room < 2 * (size_t)choices)
        room *= 2;
    int *equal = calloc((size_t)choices + 1, sizeof *equal);
    int *table = calloc(room, sizeof *table);
    for (int i = 0; i < choices && equal && table; ++i) {
        const uint64_t key = key_of(sharer->helicities, i, set);
        if (slice_begins(sharer, i))
            memset(table, 0, room * sizeof *table);
        size_t place = key * 0x9e3779b97f4a7c15U >> 32 & (room - 1);
        while (table[place] && key_of(sharer->helicities, table[place] - 1, set) != key)
            place = (place + 1) & (room - 1);
        if (!table[place])
            table[place] = i + 1;
        equal[i] = table[place] - 1;
    }
    if (!table) {
        free(equal);
        equal = NULL;
    }
    free(table);
    return equal;
}

static const int *equal_of(struct sharer *sharer, unsigned set)
{
    set &= (1U << sharer->helicities->legs) - 1;
    if (!sharer->by_set[set])
        sharer->by_set[set] = equal_choices(sharer, set);
    sharer->failed |= !sharer->by_set[set];
    return sharer->by_set[set];
}

/* The number of the state that a current has in a choice; new where it had none. */
static uint32_t state_of(struct sharer *sharer, uint32_t current, int choice)
{
    const int *equal = equal_of(sharer, sharer->legs[current]);
    if (!equal)
        return 0;
    int *state = &sharer->states[(size_t)current * (size_t)sharer->helicities->count + (size_t)equal[choice]];
    if (!*state)
        *state = ++sharer->state_count;
    return (uint32_t)*state - 1;
}

static void append(struct sharer *sharer, const uint32_t *words)
{
    struct sharing *to = sharer->to;
    if ((size_t)to->count >= sharer->room) {
        sharer->room = sharer->room ? 2 * sharer->room : 1024;
        uint32_t *grown = realloc(to->list, sharer->room * TREE_WORDS * sizeof *grown);
        if (!grown) {
            sharer->failed = 1;
            return;
        }
        to->list = grown;
    }
    memcpy(to->list + (size_t)TREE_WORDS * (size_t)to->count++, words, TREE_WORDS * sizeof *words);
}

/* The operations of a choice that none before it in its slice made. */
static void append_choice(struct sharer *sharer, int choice)
{
    for (int i = 0; i < sharer->operations->count && !sharer->failed; ++i) {
        uint32_t words[TREE_WORDS];
        memcpy(words, sharer->operations->list + (size_t)i * TREE_WORDS, sizeof words);
        const int *equal = equal_of(sharer, words[TREE_LEGS]);
        if (!equal || equal[choice] != choice)
            continue;
        const int inputs = operation_inputs(words[TREE_KIND]);
        for (int k = 0; k < inputs; ++k)
            words[TREE_IN + k] = state_of(sharer, words[TREE_IN + k], choice);
        if (operation_makes_current(words[TREE_KIND]))
            words[TREE_OUT] = state_of(sharer, words[TREE_OUT], choice);
        halves_take(sharer->operations, sharer->helicities, choice, sharer->halves, words);
        append(sharer, words);
    }
}

/* Puts places for states, each free again behind the last operation that has it. */
static void place_states(struct sharer *sharer)
{
    struct sharing *to = sharer->to;
    const size_t states = (size_t)sharer->state_count;
    int *last = calloc(states + 1, sizeof *last), *place = calloc(states + 1, sizeof *place);
    int *vacant = calloc(states + 1, sizeof *vacant), vacant_count = 0;
    sharer->failed |= !last || !place || !vacant;
    for (int i = 0; i < to->count && !sharer->failed; ++i) {
        const uint32_t *op = to->list + (size_t)i * TREE_WORDS;
        for (int k = 0; k < operation_inputs(op[TREE_KIND]); ++k)
            last[op[TREE_IN + k]] = i;
        if (operation_makes_current(op[TREE_KIND]))
            last[op[TREE_OUT]] = i;
    }
    for (int i = 0; i < to->count && !sharer->failed; ++i) {
        uint32_t *op = to->list + (size_t)i * TREE_WORDS, used[GRAPH_CHILDREN + 1];
        const int inputs = operation_inputs(op[TREE_KIND]);
        int count = 0;
        for (int k = 0; k < inputs; ++k)
            used[count++] = op[TREE_IN + k];
        if (operation_makes_current(op[TREE_KIND])) {
            const uint32_t out = used[count++] = op[TREE_OUT];
            if (!place[out])
                place[out] = 1 + (vacant_count ? vacant[--vacant_count] : to->slots++);
            op[TREE_OUT] = (uint32_t)place[out] - 1;
        }
        for (int k = 0; k < inputs; ++k)
            op[TREE_IN + k] = (uint32_t)place[op[TREE_IN + k]] - 1;
        for (int k = 0; k < count; ++k)
            if (last[used[k]] == i) {
                vacant[vacant_count++] = place[used[k]] - 1;
                last[used[k]] = -1; /* once, though a vertex has it twice */
            }
    }
    free(last);
    free(place);
    free(vacant);
}

static void note_legs(struct sharer *sharer)
{
    const struct operations *operations = sharer->operations;
    for (int i = 0; i < operations->count; ++i) {
        const uint32_t *op = operations->list + (size_t)i * TREE_WORDS;
        if (operation_makes_current(op[TREE_KIND]))
            sharer->legs[op[TREE_OUT]] = op[TREE_LEGS];
    }
}

ts_status sharing_create(ts_context *context, const struct operations *operations,
                         const struct helicities *helicities, int slices, struct sharing *sharing)
{
    struct sharer sharer = {.operations = operations,
                            .helicities = helicities,
                            .to = sharing,
                            .slices = slices};
    const size_t sets = (size_t)1 << helicities->legs, choices = (size_t)helicities->count;
    *sharing = (struct sharing){.first = calloc(choices + 1, sizeof *sharing->first)};
    sharer.by_set = calloc(sets, sizeof *sharer.by_set);
    sharer.legs = calloc((size_t)operations->slots + 1, sizeof *sharer.legs);
    sharer.states = calloc((size_t)operations->slots * choices + 1, sizeof *sharer.states);
    sharer.halves = calloc((size_t)operations->slots * choices + 1, sizeof *sharer.halves);
    sharer.failed = !sharer.halves || !sharing->first || !sharer.by_set || !sharer.legs || !sharer.states;
    if (!sharer.failed)
        note_legs(&sharer);
    for (int i = 0; i < helicities->count && !sharer.failed && sharing->count <= SHARING_MOST; ++i) {
        append_choice(&sharer, i);
        sharing->first[i + 1] = sharing->count;
    }
    if (sharing->count > SHARING_MOST)
        sharing->count = 0;
    else if (!sharer.failed)
        place_states(&sharer);
    if (sharing->slots > SHARING_SLOTS_MOST)
        sharing->count = sharing->slots = 0;
    for (size_t i = 0; i < sets && sharer.by_set; ++i)
        free(sharer.by_set[i]);
    free(sharer.by_set);
    free(sharer.legs);
    free(sharer.states);
    free(sharer.halves);
    if (!sharer.failed)
        return TS_OK;
    sharing_free(sharing);
    return ts_fail_memory(context, "the operations of an amplitude");
}

void sharing_free(struct sharing *sharing)
{
    free(sharing->list);
    free(sharing->first);
    *sharing = (struct sharing){0};
}

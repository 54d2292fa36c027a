#include "subprocess/combinations.h"

#include "core/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINALS_MOST = 1000000, FINAL_LEGS = LEGS_MOST - LEGS_IN };

/* A final state as it stands and sorted. */
struct final_state {
    int sorted[FINAL_LEGS], pdg[FINAL_LEGS];
    size_t number;
};

static int compare_codes(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int compare_sorted(const void *a, const void *b)
{
    const struct final_state *x = a, *y = b;
    const int order = memcmp(x->sorted, y->sorted, sizeof x->sorted);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int compare_number(const void *a, const void *b)
{
    const struct final_state *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* The next choice of members, the last leg fastest; 0 behind the last one. Where labels of one name follow
 * one another, members stand in the order of the label: all others are repetitions. */
static int advance(const struct notation *notation, int *place)
{
    const struct label *slots = notation->slots;
    for (int i = notation->count - 1; i >= LEGS_IN; --i) {
        if (++place[i] == slots[i].count)
            continue;
        for (int j = i + 1; j < notation->count; ++j)
            place[j] = strcmp(slots[j].name, slots[j - 1].name) != 0 ? 0 : place[j - 1];
        return 1;
    }
    return 0;
}

/* Final states as they are found. */
struct final_list {
    struct final_state *states;
    size_t count, room;
};

static ts_status add_final(ts_context *context, struct final_list *list, const struct notation *notation,
                           const int *place)
{
    if (list->count == FINALS_MOST)
        return ts_fail(context, TS_ERROR_INPUT,
                       "process: its labels stand for more than %d final states: name some of the particles.",
                       FINALS_MOST);
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 64;
        struct final_state *states = realloc(list->states, room * sizeof *states);
        if (!states)
            return ts_fail_memory(context, "the final states of a process");
        list->states = states;
        list->room = room;
    }
    struct final_state *state = &list->states[list->count];
    *state = (struct final_state){.number = list->count++};
    for (int i = LEGS_IN; i < notation->count; ++i)
        state->sorted[i - LEGS_IN] = state->pdg[i - LEGS_IN] = notation->slots[i].pdg[place[i]];
    qsort(state->sorted, (size_t)(notation->count - LEGS_IN), sizeof *state->sorted, compare_codes);
    return TS_OK;
}

static void remove_repetitions(struct final_list *list)
{
    struct final_state *states = list->states;
    size_t kept = 0;
    qsort(states, list->count, sizeof *states, compare_sorted);
    for (size_t i = 0; i < list->count; ++i)
        if (i == 0 || memcmp(states[i].sorted, states[kept - 1].sorted, sizeof states->sorted) != 0)
            states[kept++] = states[i];
    qsort(states, kept, sizeof *states, compare_number);
    list->count = kept;
}

ts_status combinations_create(ts_context *context, const struct notation *notation,
                              struct combinations *combinations)
{
    struct final_list list = {0};
    const size_t legs = (size_t)(notation->count - LEGS_IN);
    int place[LEGS_MOST] = {0};
    ts_status status;
    *combinations = (struct combinations){.legs = notation->count, .notation = notation};
    do
        status = add_final(context, &list, notation, place);
    while (!status && advance(notation, place));
    if (!status) {
        remove_repetitions(&list);
        combinations->finals = malloc((1 + list.count * legs) * sizeof *combinations->finals);
        if (!combinations->finals)
            status = ts_fail_memory(context, "the final states of a process");
    }
    if (!status) {
        combinations->final_count = list.count;
        for (size_t i = 0; i < list.count; ++i)
            memcpy(combinations->finals + i * legs, list.states[i].pdg, legs * sizeof(int));
    }
    free(list.states);
    return status;
}

void combinations_free(struct combinations *combinations)
{
    free(combinations->finals);
    *combinations = (struct combinations){0};
}

static ts_status visit_all(const struct combinations *combinations, const ts_model *model,
                           const struct conserved *conserved, const double *sums, combination_visitor *visit,
                           void *data)
{
    const struct label *first = &combinations->notation->slots[0],
                       *second = &combinations->notation->slots[1];
    const size_t legs = (size_t)(combinations->legs - LEGS_IN);
    for (int i = 0; i < first->count; ++i)
        for (int j = 0; j < second->count; ++j) {
            int pdg[LEGS_MOST] = {first->pdg[i], second->pdg[j]};
            const double sum = conserved_sum(conserved, model, pdg, LEGS_IN);
            for (size_t k = 0; k < combinations->final_count; ++k) {
                if (fabs(sums[k] - sum) > 1e-6)
                    continue;
                memcpy(pdg + LEGS_IN, combinations->finals + k * legs, legs * sizeof *pdg);
                const ts_status status = visit(data, pdg);
                if (status)
                    return status;
            }
        }
    return TS_OK;
}

ts_status combinations_visit(ts_context *context, const struct combinations *combinations,
                             const ts_model *model, const struct conserved *conserved,
                             combination_visitor *visit, void *data)
{
    const int legs = combinations->legs - LEGS_IN;
    double *sums = malloc((1 + combinations->final_count) * sizeof *sums);
    if (!sums)
        return ts_fail_memory(context, "the final states of a process");
    for (size_t k = 0; k < combinations->final_count; ++k)
        sums[k] = conserved_sum(conserved, model, combinations->finals + k * (size_t)legs, legs);
    const ts_status status = visit_all(combinations, model, conserved, sums, visit, data);
    free(sums);
    return status;
}

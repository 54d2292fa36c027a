#include "subprocess/combinations.h"

#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINALS_MOST = 1000000, FINAL_LEGS = LEGS_MOST - LEGS_IN };

/* A final state as it stands, and a number that does not know the order of its particles. */
struct final_state {
    uint64_t state[2];
    int pdg[FINAL_LEGS], chain;
    size_t number;
};

static int compare_states(const void *a, const void *b)
{
    const struct final_state *x = a, *y = b;
    const int order = memcmp(x->state, y->state, sizeof x->state);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int compare_number(const void *a, const void *b)
{
    const struct final_state *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Labels that the process names alike, with the same helicities. */
static int are_alike(const struct label *a, const struct label *b)
{
    return !strcmp(a->name, b->name) && a->states == b->states;
}

/* The next choice of members, the last leg fastest; 0 behind the last one. Where labels of one name follow
 * one another, members stand in the order of the label: all others are repetitions. */
static int advance(const struct notation *notation, int *place)
{
    const struct label *slots = notation->slots;
    for (int i = notation->count - 1; i >= notation->incoming; --i) {
        if (++place[i] == slots[i].count)
            continue;
        for (int j = i + 1; j < notation->count; ++j)
            place[j] = are_alike(&slots[j], &slots[j - 1]) ? place[j - 1] : 0;
        return 1;
    }
    return 0;
}

/* Final states as they are found. */
struct final_list {
    ts_context *context;
    struct combinations *combinations; /* whose chains grow */
    struct final_state *states;
    size_t count, room;
    char *sentence;
};

/* The number of a chain, which is added where it is new; -1: there is no memory. */
static int number_of(struct combinations *combinations, const struct chain *chain)
{
    for (int i = 0; i < combinations->chain_count; ++i)
        if (!memcmp(&combinations->chains[i], chain, sizeof *chain))
            return i;
    const size_t count = (size_t)combinations->chain_count + 1;
    struct chain *larger = realloc(combinations->chains, count * sizeof *larger);
    if (!larger)
        return -1;
    combinations->chains = larger;
    larger[count - 1] = *chain;
    return combinations->chain_count++;
}

/* All final states have as many particles as the first. */
static ts_status check_count(const struct final_list *list, int count)
{
    const int legs = list->combinations->legs, incoming = list->combinations->notation->incoming;
    if (count > FINAL_LEGS)
        snprintf(list->sentence, SENTENCE_BYTES, "with its decays it has more than %d particles behind \">\"",
                 FINAL_LEGS);
    else if (legs && legs != incoming + count)
        snprintf(list->sentence, SENTENCE_BYTES,
                 "its decays leave %d particles and %d: those of one process are to have the same number",
                 legs - incoming, count);
    return *list->sentence ? TS_ERROR_INPUT : TS_OK;
}

static ts_status add_final(void *data, const int *pdg, int count, const struct chain *chain)
{
    struct final_list *list = data;
    int all[LEGS_MOST] = {0};
    const int incoming = list->combinations->notation->incoming;
    ts_status status = check_count(list, count);
    if (status)
        return status;
    if (list->count == FINALS_MOST)
        return ts_fail(list->context, TS_ERROR_INPUT,
                       "process: its labels stand for more than %d final states: name some of the particles.",
                       FINALS_MOST);
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 64;
        struct final_state *states = realloc(list->states, room * sizeof *states);
        if (!states)
            return ts_fail_memory(list->context, "the final states of a process");
        list->states = states;
        list->room = room;
    }
    list->combinations->legs = incoming + count;
    struct final_state *state = &list->states[list->count];
    *state = (struct final_state){.number = list->count++, .chain = number_of(list->combinations, chain)};
    memcpy(state->pdg, pdg, (size_t)count * sizeof *pdg);
    memcpy(all + incoming, pdg, (size_t)count * sizeof *pdg);
    chain_state(chain, all, incoming + count, state->state);
    return state->chain < 0 ? ts_fail_memory(list->context, "the decays of a process") : TS_OK;
}

static void remove_repetitions(struct final_list *list)
{
    struct final_state *states = list->states;
    size_t kept = 0;
    qsort(states, list->count, sizeof *states, compare_states);
    for (size_t i = 0; i < list->count; ++i)
        if (i == 0 || memcmp(states[i].state, states[kept - 1].state, sizeof states->state) != 0)
            states[kept++] = states[i];
    qsort(states, kept, sizeof *states, compare_number);
    list->count = kept;
}

/* All final states of the production, each with all that its particles decay into. */
static ts_status list_finals(const ts_model *model, const struct notation *notation,
                             const struct decay_ways *ways, struct final_list *list)
{
    static const struct chain nothing;
    int place[LEGS_MOST] = {0}, production[FINAL_LEGS];
    ts_status status = number_of(list->combinations, &nothing) < 0
                           ? ts_fail_memory(list->context, "the decays of a process")
                           : TS_OK;
    if (status)
        return status;
    do {
        for (int i = notation->incoming; i < notation->count; ++i)
            production[i - notation->incoming] = notation->slots[i].pdg[place[i]];
        status = decays_visit(model, ways, production, notation->count - notation->incoming, add_final, list);
    } while (!status && advance(notation, place));
    return status;
}

/* Hands over what was found. */
static ts_status store(const struct final_list *list, struct combinations *combinations)
{
    const size_t legs = (size_t)(combinations->legs - combinations->notation->incoming);
    combinations->finals = malloc((1 + list->count * legs) * sizeof *combinations->finals);
    combinations->chain_of = malloc((1 + list->count) * sizeof *combinations->chain_of);
    if (!combinations->finals || !combinations->chain_of)
        return ts_fail_memory(list->context, "the final states of a process");
    combinations->final_count = list->count;
    for (size_t i = 0; i < list->count; ++i) {
        memcpy(combinations->finals + i * legs, list->states[i].pdg, legs * sizeof(int));
        combinations->chain_of[i] = list->states[i].chain;
    }
    return TS_OK;
}

ts_status combinations_create(ts_context *context, const ts_model *model, struct tree_finder *finder,
                              const struct notation *notation, struct combinations *combinations,
                              char sentence[SENTENCE_BYTES])
{
    struct final_list list = {.context = context, .combinations = combinations, .sentence = sentence};
    struct decay_ways ways = {.notation = notation};
    *combinations = (struct combinations){.notation = notation};
    ts_status status = decays_find(context, model, finder, notation, &ways, sentence);
    if (!status)
        status = list_finals(model, notation, &ways, &list);
    if (!status) {
        remove_repetitions(&list);
        status = store(&list, combinations);
    }
    decays_free(&ways);
    free(list.states);
    return status;
}

void combinations_free(struct combinations *combinations)
{
    free(combinations->finals);
    free(combinations->chain_of);
    free(combinations->chains);
    *combinations = (struct combinations){0};
}

static ts_status visit_all(const struct combinations *combinations, const ts_model *model,
                           const struct conserved *conserved, const double *sums, combination_visitor *visit,
                           void *data)
{
    const int incoming = combinations->notation->incoming;
    const struct label *first = &combinations->notation->slots[0],
                       *second = &combinations->notation->slots[1];
    const int seconds = incoming == LEGS_IN ? second->count : 1;
    const size_t legs = (size_t)(combinations->legs - combinations->notation->incoming);
    for (int i = 0; i < first->count; ++i)
        for (int j = 0; j < seconds; ++j) {
            int pdg[LEGS_MOST] = {first->pdg[i], second->pdg[j]};
            const double sum = conserved_sum(conserved, model, pdg, incoming);
            for (size_t k = 0; k < combinations->final_count; ++k) {
                if (fabs(sums[k] - sum) > 1e-6)
                    continue;
                memcpy(pdg + incoming, combinations->finals + k * legs, legs * sizeof *pdg);
                const ts_status status = visit(data, pdg, &combinations->chains[combinations->chain_of[k]]);
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
    const int legs = combinations->legs, incoming = combinations->notation->incoming;
    double *sums = malloc((1 + combinations->final_count) * sizeof *sums);
    if (!sums)
        return ts_fail_memory(context, "the final states of a process");
    for (size_t k = 0; k < combinations->final_count; ++k) {
        const struct chain *chain = &combinations->chains[combinations->chain_of[k]];
        const size_t finals = (size_t)(legs - incoming);
        int pdg[LEGS_MOST] = {0}, production[LEGS_MOST];
        memcpy(pdg + incoming, combinations->finals + k * finals, finals * sizeof *pdg);
        const int count = chain_production(chain, pdg, legs, production);
        sums[k] = conserved_sum(conserved, model, production, count);
    }
    const ts_status status = visit_all(combinations, model, conserved, sums, visit, data);
    free(sums);
    return status;
}

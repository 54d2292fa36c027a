#include "amplitude/graph_prune.h"

#include <stdlib.h>
#include <string.h>

static int by_current(const void *a, const void *b)
{
    const struct graph_term *x = a, *y = b;
    if (x->current != y->current)
        return x->current < y->current ? -1 : 1;
    return memcmp(x->child, y->child, sizeof x->child); /* any fixed order */
}

int graph_prune(struct graph *graph)
{
    int *place = calloc((size_t)graph->current_count + 1, sizeof *place);
    if (!place)
        return 0;
    if (graph->term_count > 0)
        qsort(graph->terms, (size_t)graph->term_count, sizeof *graph->terms, by_current);
    for (int i = 0; i < graph->legs; ++i)
        place[i] = 1;
    for (int i = 0; i < graph->close_count; ++i)
        place[graph->closes[i].current] = place[graph->closes[i].partner] = 1;
    for (int i = graph->term_count; i-- > 0;)
        for (int k = 0; place[graph->terms[i].current] && k < graph->terms[i].children; ++k)
            place[graph->terms[i].child[k]] = 1;
    int kept = 0, kept_terms = 0;
    for (int i = 0; i < graph->current_count; ++i) {
        if (!place[i])
            continue;
        graph->currents[kept] = graph->currents[i];
        graph->currents[kept].first = graph->currents[kept].count = 0;
        place[i] = ++kept;
    }
    graph->current_count = kept;
    for (int i = 0; i < graph->term_count; ++i) {
        struct graph_term term = graph->terms[i];
        if (!place[term.current])
            continue;
        term.current = place[term.current] - 1;
        for (int k = 0; k < term.children; ++k)
            term.child[k] = place[term.child[k]] - 1;
        struct current *current = &graph->currents[term.current];
        current->first = current->count++ ? current->first : kept_terms;
        graph->terms[kept_terms++] = term;
    }
    graph->term_count = kept_terms;
    for (int i = 0; i < graph->close_count; ++i) {
        graph->closes[i].current = place[graph->closes[i].current] - 1;
        graph->closes[i].partner = place[graph->closes[i].partner] - 1;
    }
    free(place);
    return 1;
}

/* Whether a current is one string of its legs, all of them gluons: no other current makes its colour. */
static int is_string(const struct graph *graph, const struct current *current)
{
    int count = 0;
    signed char leg = current->flow.head;
    for (; leg != FLOW_END; leg = current->flow.next[(int)leg], ++count)
        if (leg >= FLOW_LEGS || ts_model_particle(graph->model, graph->incoming_pdg[(int)leg])->colour != 8)
            return 0;
    return current->flow.tail != FLOW_END && count == __builtin_popcount(current->legs);
}

static struct flow reversed(const struct flow *flow)
{
    struct flow turned;
    memset(&turned, FLOW_END, sizeof turned);
    turned.head = flow->tail;
    turned.tail = flow->head;
    for (signed char leg = flow->head; flow->next[(int)leg] != FLOW_END; leg = flow->next[(int)leg])
        turned.next[(int)flow->next[(int)leg]] = leg;
    return turned;
}

/* The current of the same diagrams in whose place another one stands, which is in front of it, or itself.
 * Those of a set of legs lie side by side. */
static int stand_in(const struct graph *graph, int number)
{
    const struct current *current = &graph->currents[number];
    if (number < graph->legs || !is_string(graph, current))
        return number;
    const struct flow turned = reversed(&current->flow);
    for (int i = number - 1; i >= graph->legs && graph->currents[i].legs == current->legs; --i)
        if (graph->currents[i].pdg == current->pdg && graph->currents[i].required == current->required &&
            orders_equal(&graph->currents[i].orders, &current->orders) &&
            square_powers_equal(&graph->currents[i].squared, &current->squared) &&
            !memcmp(&graph->currents[i].flow, &turned, sizeof turned))
            return i;
    return number;
}

/* Puts the current in whose place it stands; the factor takes the sign. */
static void replace(const struct graph *graph, const int *other, int *number, int *numerator)
{
    if (other[*number] == *number)
        return;
    if (__builtin_popcount(graph->currents[*number].legs) % 2 == 0)
        *numerator = -*numerator;
    *number = other[*number];
}

int graph_reverse(struct graph *graph)
{
    int *other = calloc((size_t)graph->current_count + 1, sizeof *other);
    if (!other)
        return 0;
    for (int i = 0; i < graph->current_count; ++i)
        other[i] = stand_in(graph, i);
    for (int i = 0; i < graph->term_count; ++i)
        for (int k = 0; k < graph->terms[i].children; ++k)
            replace(graph, other, &graph->terms[i].child[k], &graph->terms[i].numerator);
    for (int i = 0; i < graph->close_count; ++i) {
        replace(graph, other, &graph->closes[i].current, &graph->closes[i].numerator);
        replace(graph, other, &graph->closes[i].partner, &graph->closes[i].numerator);
    }
    free(other);
    return graph_prune(graph);
}

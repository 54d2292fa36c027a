/* Lines of a graph that is made: which there are, and the helicities that propagators have. */
#include "amplitude/graph.h"

#include <stdlib.h>

/* Whether the line of a current has these legs at one of its ends. */
static int leaves(const struct graph *graph, const struct current *current, unsigned legs)
{
    return current->legs == legs || current->legs == (((1U << graph->legs) - 1) & ~legs);
}

void graph_set_states(struct graph *graph, const struct chain *chain)
{
    for (int i = graph->legs; i < graph->current_count; ++i) {
        struct current *current = &graph->currents[i];
        for (int k = 0; chain && k < chain->count && !current->joint; ++k)
            if (leaves(graph, current, chain->list[k].legs))
                current->states = chain->list[k].states;
    }
}

int graph_has_tensors(const struct graph *graph)
{
    for (int i = 0; i < graph->current_count; ++i)
        if (ts_model_particle(graph->model, graph->currents[i].pdg)->spin == 5)
            return 1;
    return 0;
}

int graph_has_line(const struct graph *graph, unsigned legs, int pdg)
{
    for (int i = graph->legs; i < graph->current_count; ++i) {
        const struct current *current = &graph->currents[i];
        if (leaves(graph, current, legs) && abs(current->pdg) == abs(pdg))
            return 1;
    }
    return 0;
}

#include "phase_space/finite_lines.h"

#include "model/propagators.h"

#include <stdlib.h>

enum { BEAMS = (1u << LEGS_IN) - 1 };

int finite_lines_visit(const struct graph *graph, int (*visit)(void *data, unsigned legs, int pdg),
                       void *data)
{
    const unsigned every = (1u << graph->legs) - 1;
    for (int i = graph->legs; i < graph->current_count; ++i) {
        const struct current *current = &graph->currents[i];
        const unsigned others = every & ~current->legs;
        const unsigned legs = current->legs & BEAMS && !(others & BEAMS) ? others : current->legs;
        if (!current->joint && !visit(data, legs, current->pdg))
            return 0;
    }
    return 1;
}

static void list_bodies(const struct graph *graph, const struct chain *chain, struct finite_lines *lines)
{
    for (int i = 0; i < graph->legs; ++i) {
        lines->body[lines->bodies].legs = 1u << i;
        lines->body[lines->bodies++].pdg = graph->pdg[i];
    }
    for (int i = 0; chain && i < chain->count; ++i) {
        lines->body[lines->bodies].legs = chain->list[i].legs;
        lines->body[lines->bodies++].pdg = chain->list[i].pdg;
    }
}

/* A graph and what is found of it. */
struct finding {
    const struct graph *graph;
    struct finite_lines *lines;
};

static void add_between(struct finding *finding, int a, int b, const ts_particle *line)
{
    struct finite_lines *lines = finding->lines;
    const int massless = !model_line_is_massless(finding->graph->model, line->pdg) ? 0
                         : line->spin % 2                                          ? LINE_BOSON
                                                                                   : LINE_FERMION;
    lines->between[a][b] |= massless | (abs(lines->body[b].pdg) == line->pdg ? LINE_EMITS : 0);
    lines->between[b][a] |= massless | (abs(lines->body[a].pdg) == line->pdg ? LINE_EMITS : 0);
}

/* Adds a line to the two bodies that have these legs together, if there are such. */
static void add_set(struct finding *finding, unsigned legs, const ts_particle *line)
{
    const struct finite_lines *lines = finding->lines;
    for (int a = 0; a < lines->bodies; ++a)
        for (int b = 0; b < a && !(lines->body[a].legs & ~legs); ++b)
            if (!(lines->body[a].legs & lines->body[b].legs) &&
                (lines->body[a].legs | lines->body[b].legs) == legs)
                add_between(finding, a, b, line);
}

static int add_line(void *data, unsigned legs, int pdg)
{
    struct finding *finding = data;
    const ts_particle *line = ts_model_particle(finding->graph->model, pdg);
    add_set(finding, legs, line);
    add_set(finding, ((1u << finding->graph->legs) - 1) & ~legs, line);
    return 1;
}

/* Whether a term joins currents all of which are without mass. */
static int is_massless(const struct graph_term *term, const char *massless)
{
    int all = 1;
    for (int i = 0; i < term->children; ++i)
        all &= massless[term->child[i]];
    return all;
}

/* Whether a diagram has no line with a mass; negative where there is no memory. */
static int has_massless(const struct graph *graph)
{
    char *massless = calloc((size_t)graph->current_count + 1, 1);
    int found = massless ? 0 : -1;
    for (int i = 0; i < graph->current_count && massless; ++i) {
        const struct current *current = &graph->currents[i];
        massless[i] = i < graph->legs;
        if (i >= graph->legs && (current->joint || model_line_is_massless(graph->model, current->pdg)))
            for (int k = 0; k < current->count; ++k)
                massless[i] |= (char)is_massless(&graph->terms[current->first + k], massless);
    }
    for (int i = 0; i < graph->close_count && found == 0; ++i)
        found = massless[graph->closes[i].current] && massless[graph->closes[i].partner];
    free(massless);
    return found;
}

int finite_lines_find(const struct graph *graph, const struct chain *chain, struct finite_lines *lines)
{
    struct finding finding = {graph, lines};
    *lines = (struct finite_lines){.massless = has_massless(graph)};
    list_bodies(graph, chain, lines);
    finite_lines_visit(graph, add_line, &finding);
    return lines->massless >= 0;
}

#include "amplitude/graph.h"

#include "amplitude/openings.h"
#include "core/context.h"

#include <stdlib.h>
#include <string.h>

/* A graph that grows. */
struct builder {
    ts_context *context;
    const struct graph_process *process;
    struct openings openings;
    struct graph graph;
    size_t current_room, term_room, close_room, flow_room;
    int *table; /* hash table of currents: index + 1 */
    size_t table_room;
    int *first, *count; /* of currents, by set of legs */
    unsigned all;       /* the legs but the closing one */
    unsigned fermions;
    int last_pdg; /* of the last currents */
    int bounded;  /* whether orders matter */
    int most_terms;
    int failed, too_large, interrupted;
};

static int representation_of(const ts_model *model, int pdg)
{
    const ts_particle *particle = ts_model_particle(model, pdg);
    return particle->colour == 3 ? (pdg > 0 ? 3 : -3) : particle->colour;
}

struct colour_legs graph_colour_legs(const struct graph *graph)
{
    struct colour_legs legs = {.count = graph->legs};
    for (int i = 0; i < graph->legs; ++i)
        legs.representation[i] = representation_of(graph->model, graph->incoming_pdg[i]);
    return legs;
}

/* Room for one more. */
static int grow(struct builder *build, void **array, size_t *room, size_t count, size_t bytes)
{
    if (count < *room)
        return 1;
    const size_t larger = *room ? 2 * *room : 256;
    void *grown = realloc(*array, larger * bytes);
    if (!grown) {
        build->failed = 1;
        return 0;
    }
    *array = grown;
    *room = larger;
    return 1;
}

static uint64_t hash_of(const struct current *current)
{
    uint64_t hash = current->legs * 0x9e3779b97f4a7c15U + (uint64_t)(int64_t)current->pdg;
    hash = hash * 0x9e3779b97f4a7c15U + (uint64_t)(64 * current->orders.qcd + current->orders.qed);
    const unsigned char *bytes = (const unsigned char *)&current->flow;
    for (size_t i = 0; i < sizeof current->flow; ++i)
        hash = (hash ^ bytes[i]) * 0x100000001b3U;
    return hash ^ hash >> 31;
}

static int agree(const struct current *a, const struct current *b)
{
    return a->legs == b->legs && a->pdg == b->pdg && a->orders.qcd == b->orders.qcd &&
           a->orders.qed == b->orders.qed && !memcmp(&a->flow, &b->flow, sizeof a->flow);
}

static int table_grow(struct builder *build)
{
    const size_t room = build->table_room ? 2 * build->table_room : 4096;
    int *table = calloc(room, sizeof *table);
    if (!table) {
        build->failed = 1;
        return 0;
    }
    for (int i = 0; i < build->graph.current_count; ++i) {
        size_t place = hash_of(&build->graph.currents[i]) & (room - 1);
        while (table[place])
            place = (place + 1) & (room - 1);
        table[place] = i + 1;
    }
    free(build->table);
    build->table = table;
    build->table_room = room;
    return 1;
}

/* The place of a current, made where it is new; -1 where there is no memory. */
static int current_find(struct builder *build, const struct current *sought)
{
    struct graph *graph = &build->graph;
    if (2 * (size_t)graph->current_count >= build->table_room && !table_grow(build))
        return -1;
    size_t place = hash_of(sought) & (build->table_room - 1);
    for (; build->table[place]; place = (place + 1) & (build->table_room - 1))
        if (agree(&graph->currents[build->table[place] - 1], sought))
            return build->table[place] - 1;
    if (!grow(build, (void **)&graph->currents, &build->current_room, (size_t)graph->current_count,
              sizeof *graph->currents))
        return -1;
    graph->currents[graph->current_count] = *sought;
    build->table[place] = ++graph->current_count;
    return graph->current_count - 1;
}

/* The sign of putting the fermions of a before those of b into the order of their numbers. */
static int fermion_sign(const struct builder *build, unsigned a, unsigned b)
{
    int swaps = 0;
    a &= build->fermions;
    b &= build->fermions;
    for (int i = 0; i < build->graph.legs; ++i)
        if (b >> i & 1)
            swaps += __builtin_popcount(a >> i);
    return swaps % 2 ? -1 : 1;
}

/* Nested commutators need no trace but those that begin with leg 0. */
static int is_needed(const struct builder *build, const struct flow *flow)
{
    for (int i = 0; build->graph.nested && i < build->graph.legs; ++i)
        if (flow->next[i] == 0)
            return 0;
    return 1;
}

/* Adds what a vertex makes of its children. */
static void combine(struct builder *build, const struct opening *opening, const int *child)
{
    struct graph *graph = &build->graph;
    const struct flow *flows[GRAPH_CHILDREN];
    struct flow_term terms[FLOW_TERMS];
    struct current made = {.pdg = opening->made, .first = 0};
    int sign = 1;
    made.orders = opening->orders;
    for (int i = 0; i < opening->children; ++i) {
        const struct current *of = &graph->currents[child[i]];
        sign *= fermion_sign(build, made.legs, of->legs);
        made.legs |= of->legs;
        made.orders.qcd += of->orders.qcd;
        made.orders.qed += of->orders.qed;
        flows[i] = &of->flow;
    }
    if (!build->bounded)
        made.orders = (struct orders){0, 0};
    else if (made.orders.qcd > build->process->most.qcd || made.orders.qed > build->process->most.qed)
        return;
    const int count = flow_join(opening->colour, opening->out, flows, opening->children,
                                build->process->leading, terms);
    for (int i = 0; i < count; ++i) {
        made.flow = terms[i].flow;
        if (!is_needed(build, &made.flow))
            continue;
        if (graph->term_count >= build->most_terms) {
            build->too_large = 1;
            return;
        }
        const int at = current_find(build, &made);
        if (at < 0 || !grow(build, (void **)&graph->terms, &build->term_room, (size_t)graph->term_count,
                            sizeof *graph->terms))
            return;
        struct graph_term *term = &graph->terms[graph->term_count++];
        *term = (struct graph_term){.current = at,
                                    .vertex = opening->vertex,
                                    .out = opening->out,
                                    .children = opening->children,
                                    .middle = terms[i].middle,
                                    .numerator = sign * terms[i].numerator,
                                    .denominator = terms[i].denominator};
        memcpy(term->child, child, sizeof term->child);
    }
}

/* Children number `which` and on, of what is left of a set of legs. */
static void choose(struct builder *build, const struct opening *opening, int which, unsigned left, int *child)
{
    const int last = which >= GRAPH_CHILDREN - 1 || which == opening->children - 1;
    for (unsigned part = last                ? left
                         : left & (left - 1) ? (left - 1) & left
                                             : 0;
         part; part = last ? 0 : (part - 1) & left) {
        for (int i = build->first[part]; i < build->first[part] + build->count[part]; ++i) {
            const struct current *current = &build->graph.currents[i];
            if (current->pdg != opening->slots[which] || build->failed || build->too_large)
                continue;
            /* Equal legs of a vertex: each choice once. */
            int again = 0;
            for (int k = 0; k < which; ++k)
                again |= opening->slots[k] == opening->slots[which] &&
                         build->graph.currents[child[k]].legs > part;
            if (again)
                continue;
            child[which] = i;
            if (last)
                combine(build, opening, child);
            else
                choose(build, opening, which + 1, left & ~part, child);
        }
    }
}

/* All currents of a set of legs. */
static void make_set(struct builder *build, unsigned set)
{
    int child[GRAPH_CHILDREN] = {0};
    build->first[set] = build->graph.current_count;
    for (int i = 0; i < build->openings.count; ++i) {
        const struct opening *opening = &build->openings.list[i];
        if (set == build->all && opening->made != build->last_pdg)
            continue;
        if (__builtin_popcount(set) >= opening->children)
            choose(build, opening, 0, set, child);
    }
    build->count[set] = build->graph.current_count - build->first[set];
}

static void make_legs(struct builder *build)
{
    for (int i = 0; i < build->graph.legs && !build->failed; ++i) {
        const int pdg = build->graph.incoming_pdg[i];
        struct current leg = {.legs = 1U << i, .pdg = pdg};
        leg.flow = flow_external(representation_of(build->process->model, pdg), i);
        if (current_find(build, &leg) < 0)
            return;
        if (i != build->graph.closing) {
            build->first[1U << i] = i;
            build->count[1U << i] = 1;
        }
        if (ts_model_particle(build->process->model, pdg)->spin == 2)
            build->fermions |= 1U << i;
    }
}

static int flow_index(struct builder *build, const struct flow *flow)
{
    struct graph *graph = &build->graph;
    for (int i = 0; i < graph->flow_count; ++i)
        if (!memcmp(&graph->flows[i], flow, sizeof *flow))
            return i;
    if (!grow(build, (void **)&graph->flows, &build->flow_room, (size_t)graph->flow_count,
              sizeof *graph->flows))
        return 0;
    graph->flows[graph->flow_count] = *flow;
    return graph->flow_count++;
}

static void close_graph(struct builder *build)
{
    struct graph *graph = &build->graph;
    const int first = build->first[build->all], count = build->count[build->all];
    for (int i = first; i < first + count && !build->failed; ++i) {
        struct flow_term term;
        if (!flow_close(&graph->currents[i].flow, &graph->currents[graph->closing].flow, &term))
            continue;
        const int flow = flow_index(build, &term.flow);
        if (!grow(build, (void **)&graph->closes, &build->close_room, (size_t)graph->close_count,
                  sizeof *graph->closes))
            return;
        graph->closes[graph->close_count++] = (struct graph_close){.current = i,
                                                                   .flow = flow,
                                                                   .numerator = term.numerator,
                                                                   .denominator = term.denominator};
    }
}

static int by_current(const void *a, const void *b)
{
    const struct graph_term *x = a, *y = b;
    if (x->current != y->current)
        return x->current < y->current ? -1 : 1;
    return memcmp(x->child, y->child, sizeof x->child); /* any fixed order */
}

/* Keeps currents that reach an amplitude, in their order, with their terms together. */
static void prune(struct builder *build)
{
    struct graph *graph = &build->graph;
    int *place = calloc((size_t)graph->current_count + 1, sizeof *place);
    if (!place) {
        build->failed = 1;
        return;
    }
    if (graph->term_count > 0)
        qsort(graph->terms, (size_t)graph->term_count, sizeof *graph->terms, by_current);
    for (int i = 0; i < graph->legs; ++i)
        place[i] = 1;
    for (int i = 0; i < graph->close_count; ++i)
        place[graph->closes[i].current] = 1;
    for (int i = graph->term_count; i-- > 0;)
        for (int k = 0; place[graph->terms[i].current] && k < graph->terms[i].children; ++k)
            place[graph->terms[i].child[k]] = 1;
    int kept = 0, kept_terms = 0;
    for (int i = 0; i < graph->current_count; ++i) {
        if (!place[i])
            continue;
        graph->currents[kept] = graph->currents[i];
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
    for (int i = 0; i < graph->close_count; ++i)
        graph->closes[i].current = place[graph->closes[i].current] - 1;
    free(place);
}

/* The graph that ends with one leg; what the builder holds besides is freed. */
static void build_with(struct builder *build, int closing)
{
    const int legs = build->process->legs;
    unsigned every = 0;
    struct graph *graph = &build->graph;
    graph->model = build->process->model;
    graph->legs = legs;
    graph->closing = closing;
    for (int i = 0; i < legs; ++i) {
        graph->pdg[i] = build->process->pdg[i];
        graph->incoming_pdg[i] = i < LEGS_IN ? graph->pdg[i]
                                             : model_antiparticle(graph->model, graph->pdg[i]);
        every |= 1U << i;
        build->all |= i == closing ? 0 : 1U << i;
    }
    const struct colour_legs colour = graph_colour_legs(graph);
    build->graph.nested = !build->process->leading && colour_is_nested(&colour) &&
                          colour.representation[0] == 8;
    build->last_pdg = model_antiparticle(graph->model, graph->incoming_pdg[closing]);
    build->bounded = build->process->most.qcd < ORDER_ANY || build->process->most.qed < ORDER_ANY;
    build->first = calloc((size_t)every + 1, sizeof *build->first);
    build->count = calloc((size_t)every + 1, sizeof *build->count);
    build->failed = !build->first || !build->count;
    if (!build->failed)
        make_legs(build);
    for (int size = 2; size < legs; ++size)
        for (unsigned set = 1; set <= build->all && !build->failed && !build->too_large; ++set)
            if (!(set & ~build->all) && __builtin_popcount(set) == size) {
                make_set(build, set);
                build->interrupted = ts_context_interrupted(build->context);
                build->failed |= build->interrupted;
            }
    if (!build->failed && !build->too_large)
        close_graph(build);
    if (!build->failed && !build->too_large)
        prune(build);
    free(build->table);
    free(build->first);
    free(build->count);
}

void graph_free(struct graph *graph)
{
    free(graph->currents);
    free(graph->terms);
    free(graph->closes);
    free(graph->flows);
    *graph = (struct graph){0};
}

ts_status graph_create(ts_context *context, const struct graph_process *process, struct graph *graph)
{
    struct graph best = {0};
    struct openings openings;
    ts_status status = openings_create(context, process->model, &openings);
    int tried = 0;
    for (int closing = process->legs - 1; closing > 0 && !status; --closing) {
        struct builder build = {.context = context, .process = process, .openings = openings};
        build.most_terms = GRAPH_TERMS_MOST;
        build_with(&build, closing);
        if (build.failed)
            status = build.interrupted
                         ? ts_fail(context, TS_INTERRUPTED, "Interrupted while currents were counted.")
                         : ts_fail_memory(context, "the currents of an amplitude");
        struct graph worse = build.graph;
        if (!status && !build.too_large && (!tried || build.graph.term_count < best.term_count)) {
            worse = best;
            best = build.graph;
            tried = 1;
        }
        graph_free(&worse);
    }
    openings_free(&openings);
    if (!status && !tried)
        status = ts_fail(context, TS_ERROR_INPUT,
                         "This process has more than %d products of currents, which is too large: take fewer "
                         "particles or lower powers of the couplings.",
                         GRAPH_TERMS_MOST);
    if (status)
        graph_free(&best);
    *graph = best;
    return status;
}

#include "amplitude/graph.h"

#include "amplitude/graph_prune.h"
#include "amplitude/openings.h"
#include "amplitude/products.h"
#include "core/context.h"
#include "subprocess/lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A graph that grows. */
struct builder {
    ts_context *context;
    const struct graph_process *process;
    struct openings openings;
    struct graph graph;
    size_t current_room, term_room, close_room, flow_room, flow_order_room;
    int *table; /* hash table of currents: index + 1 */
    size_t table_room;
    int *first, *count; /* of currents, by set of legs */
    unsigned every;     /* all legs */
    unsigned fermions;
    int bounded; /* whether orders matter */
    int most_terms;
    int begins, ends;  /* of nested commutators: their first gluon, and the last one */
    int has_scalars;   /* whether gluons may make what has no colour */
    int rules;         /* of colour flows */
    int has_symmetric; /* whether gluons are joined by d: reversed strings are not alike */
    int failed, too_large, interrupted, parted;
};

static int squares_of(const struct builder *build)
{
    return build->process->squares && build->process->squares->count > 0;
}

static int representation_of(const ts_model *model, int pdg)
{
    const ts_particle *particle = ts_model_particle(model, pdg);
    const int is_own = particle->colour == 1 || particle->colour == 8;
    return is_own || pdg > 0 ? particle->colour : -particle->colour;
}

struct colour_legs graph_colour_legs(const struct graph *graph)
{
    struct colour_legs legs = {.count = graph->legs, .split = graph->split};
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
    hash = hash * 0x9e3779b97f4a7c15U + orders_hash(&current->orders) + current->required;
    const unsigned char *bytes = (const unsigned char *)&current->flow;
    for (size_t i = 0; i < sizeof current->flow; ++i)
        hash = (hash ^ bytes[i]) * 0x100000001b3U;
    return hash ^ hash >> 31;
}

static int agree(const struct current *a, const struct current *b)
{
    return a->legs == b->legs && a->pdg == b->pdg && a->required == b->required &&
           orders_equal(&a->orders, &b->orders) && square_powers_equal(&a->squared, &b->squared) &&
           !memcmp(&a->flow, &b->flow, sizeof a->flow);
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

/* Whether gluons are in a trace that does not hold all of them. */
static int is_parted(const struct builder *build, const struct flow *flow)
{
    int gluons = 0, most = 0;
    for (int i = 0; i < build->graph.legs; ++i)
        gluons += representation_of(build->graph.model, build->graph.pdg[i]) == 8;
    for (int i = 0; i < build->graph.legs; ++i) {
        int length = 1, at = (int)flow->next[i];
        for (; at != FLOW_END && at != i && length <= gluons; at = (int)flow->next[at])
            ++length;
        most = at == i && length < gluons ? length : most;
    }
    return most > 0;
}

/* Nested commutators need no trace but those that begin with one gluon and end with another. */
static int is_needed(const struct builder *build, const struct flow *flow)
{
    if (!build->graph.nested || (build->has_scalars && is_parted(build, flow)))
        return 1;
    const signed char behind = flow->next[build->ends];
    for (int i = 0; i < build->graph.legs; ++i)
        if (flow->next[i] == build->begins && i != build->ends)
            return 0;
    return behind == FLOW_END || behind == build->begins;
}

static int size_of(unsigned set) { return __builtin_popcount(set); }

/* Joints have what no current may have: more than half of the legs, or that half which has the closing one.
 */
static int is_joint(const struct builder *build, unsigned set)
{
    const int twice = 2 * size_of(set), legs = build->graph.legs;
    return twice > legs || (twice == legs && (set >> build->graph.closing & 1));
}

static int are_partners(const struct builder *build, int joint_pdg, const struct current *partner)
{
    return partner->pdg == model_antiparticle(build->process->model, joint_pdg);
}

/* A line with one leg at an end is that leg; all others flow between vertices. What the process names is
 * there though other lines may not be it. */
static int is_excluded(const struct builder *build, unsigned set, int pdg)
{
    const struct graph_process *process = build->process;
    const struct line line = {build->every, set, pdg};
    int named;
    if (size_of(set) >= build->graph.legs - 1)
        return 0;
    return !chain_allows(process->chain, build->every, set, pdg, &named) ||
           (!named && line_is_barred(process->model, process->excluded, process->chain, &line));
}

/* Which required lines leave this set of legs as this particle. */
static unsigned required_of(const struct builder *build, unsigned set, int pdg)
{
    const struct graph_process *process = build->process;
    const struct line line = {build->every, set, pdg};
    return size_of(set) >= build->graph.legs - 1
               ? 0
               : line_required(process->model, process->excluded, process->chain, &line);
}

/* Whether a vertex of four lines is in a diagram of the chain; one of three always is. */
static int is_joined(const struct builder *build, int children, const int *child)
{
    unsigned branches[GRAPH_CHILDREN + 1], rest = build->every;
    for (int i = 0; i < children; ++i)
        rest &= ~(branches[i] = build->graph.currents[child[i]].legs);
    branches[children] = rest;
    return chain_joins(build->process->chain, build->every, children + 1, branches);
}

/* Whether a joint that is this particle would find a partner. */
static int has_partner(const struct builder *build, unsigned set, int pdg)
{
    const unsigned rest = build->every & ~set;
    for (int i = build->first[rest]; i < build->first[rest] + build->count[rest]; ++i)
        if (are_partners(build, pdg, &build->graph.currents[i]))
            return 1;
    return 0;
}

/* Whether a vertex joins gluons to traces that are none of commutators. */
static int is_symmetric(const struct opening *opening)
{
    return opening->colour.words && opening->colour.words->is_symmetric;
}

/* Counts the powers of a current where it is made. 0: they are above the bounds of its step of the chain. */
static int bound_step(const struct builder *build, const struct orders *vertex, struct current *made)
{
    const struct graph_process *process = build->process;
    if (chain_is_production(process->chain, build->every, made->legs))
        square_powers_add(process->squares, vertex, &made->squared);
    return chain_bound(process->chain, build->every, made->legs, &process->most, &made->orders);
}

/* Adds what a vertex makes of its children. */
static void combine(struct builder *build, const struct opening *opening, const int *child)
{
    struct graph *graph = &build->graph;
    const struct flow *flows[GRAPH_CHILDREN];
    struct flow_term terms[FLOW_TERMS];
    struct current made = {.pdg = opening->made};
    int sign = opening->sign;
    if (!is_joined(build, opening->children, child))
        return;
    made.orders = opening->orders;
    for (int i = 0; i < opening->children; ++i) {
        const struct current *of = &graph->currents[child[i]];
        sign *= fermion_sign(build, made.legs, of->legs);
        made.legs |= of->legs;
        made.orders = orders_sum(&made.orders, &of->orders);
        made.squared = square_powers_sum(&made.squared, &of->squared);
        made.required |= of->required;
        flows[i] = &of->flow;
    }
    made.required |= required_of(build, made.legs, made.pdg);
    made.joint = is_joint(build, made.legs);
    if (!build->bounded)
        made.orders = orders_all(0);
    else if (!bound_step(build, &opening->orders, &made))
        return;
    const int count = flow_join(opening->colour, opening->out, flows, opening->children, build->rules, terms);
    build->too_large |= count < 0;
    build->has_symmetric |= count > 0 && is_symmetric(opening);
    build->parted |= build->has_symmetric && graph->nested;
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
        if (2 * size_of(part) >= build->graph.legs)
            continue; /* a half meets its partner */
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

/* All currents of a set of legs. One with the closing leg is a partner where it has less than half of them, a
 * joint where it has half. With more it is nothing. */
static void make_set(struct builder *build, unsigned set)
{
    if ((set >> build->graph.closing & 1 && 2 * size_of(set) > build->graph.legs) ||
        chain_cuts(build->process->chain, build->every, set))
        return;
    int child[GRAPH_CHILDREN] = {0};
    build->first[set] = build->graph.current_count;
    for (int i = 0; i < build->openings.count; ++i) {
        const struct opening *opening = &build->openings.list[i];
        if (is_excluded(build, set, opening->made) ||
            (is_joint(build, set) && !has_partner(build, set, opening->made)))
            continue;
        if (size_of(set) >= opening->children)
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
        build->first[1U << i] = i;
        build->count[1U << i] = 1;
        if (ts_model_particle(build->process->model, pdg)->spin == 2)
            build->fermions |= 1U << i;
    }
}

static int flow_index(struct builder *build, const struct flow *flow, const struct square_powers *powers)
{
    struct graph *graph = &build->graph;
    for (int i = 0; i < graph->flow_count; ++i)
        if (!memcmp(&graph->flows[i], flow, sizeof *flow) &&
            (!squares_of(build) || square_powers_equal(&graph->flow_orders[i], powers)))
            return i;
    if (!grow(build, (void **)&graph->flows, &build->flow_room, (size_t)graph->flow_count,
              sizeof *graph->flows))
        return 0;
    if (squares_of(build)) {
        if (!grow(build, (void **)&graph->flow_orders, &build->flow_order_room, (size_t)graph->flow_count,
                  sizeof *graph->flow_orders))
            return 0;
        graph->flow_orders[graph->flow_count] = *powers;
    }
    graph->flows[graph->flow_count] = *flow;
    return graph->flow_count++;
}

/* One term of the product of a joint and a partner. */
static void add_close_term(struct builder *build, int joint, int partner, const struct flow_term *term,
                           const struct square_powers *powers)
{
    struct graph *graph = &build->graph;
    const struct current *a = &graph->currents[joint], *b = &graph->currents[partner];
    build->parted |= graph->nested && build->has_scalars && is_parted(build, &term->flow);
    const int flow = flow_index(build, &term->flow, powers);
    if (!grow(build, (void **)&graph->closes, &build->close_room, (size_t)graph->close_count,
              sizeof *graph->closes))
        return;
    const int sign = a->pdg > 0 ? fermion_sign(build, a->legs, b->legs)
                                : fermion_sign(build, b->legs, a->legs);
    graph->closes[graph->close_count++] = (struct graph_close){.current = joint,
                                                               .partner = partner,
                                                               .flow = flow,
                                                               .numerator = sign * term->numerator,
                                                               .denominator = term->denominator};
}

/* Adds the product of a joint and a partner. Of fermions the column comes before the row, as in vertices. */
static void add_close(struct builder *build, int joint, int partner)
{
    struct graph *graph = &build->graph;
    const struct current *a = &graph->currents[joint], *b = &graph->currents[partner];
    const struct orders sum = orders_sum(&a->orders, &b->orders); /* of one step; of two it is zero */
    const struct square_powers powers = square_powers_sum(&a->squared, &b->squared);
    struct flow_term terms[FLOW_TERMS];
    if (!orders_within(&sum,
                       chain_most(build->process->chain, build->every, a->legs, &build->process->most)) ||
        !lines_suffice(build->process->excluded, a->required | b->required))
        return;
    const int count = flow_close(&a->flow, &b->flow, representation_of(graph->model, a->pdg) == 8,
                                 build->rules, terms);
    build->too_large |= count < 0;
    for (int i = 0; i < count; ++i)
        if (is_needed(build, &terms[i].flow))
            add_close_term(build, joint, partner, &terms[i], &powers);
}

static void close_graph(struct builder *build)
{
    const struct graph *graph = &build->graph;
    for (int i = graph->legs; graph->currents && i < graph->current_count; ++i) {
        if (!graph->currents[i].joint)
            continue;
        const unsigned rest = build->every & ~graph->currents[i].legs;
        for (int k = build->first[rest]; k < build->first[rest] + build->count[rest] && !build->failed; ++k)
            if (are_partners(build, graph->currents[i].pdg, &graph->currents[k]))
                add_close(build, i, k);
    }
}

/* Whether a vertex joins gluons other than by commutators. */
static int joins_gluons(const struct opening *opening)
{
    return opening->colour.words ? opening->colour.words->list[0].next[opening->out] != FLOW_END &&
                                       !opening->colour.words->is_commuted
                                 : opening->colour.kind == TS_COLOUR_GLUONS;
}

/* Whether gluons alone have colour, whose traces then are those of nested commutators. These begin with the
 * first gluon and end with the closing one, or else with the last. */
static void set_colours(struct builder *build)
{
    struct graph *graph = &build->graph;
    const struct colour_legs colour = graph_colour_legs(graph);
    build->begins = graph->legs;
    graph->nested = !build->process->leading && colour_is_nested(&colour);
    for (int i = graph->legs - 1; i >= 0; --i)
        build->begins = colour.representation[i] == 8 ? i : build->begins;
    for (int i = 0; i < graph->legs; ++i)
        build->ends = colour.representation[i] == 8 ? i : build->ends;
    if (colour.representation[graph->closing] == 8 && graph->closing != build->begins)
        build->ends = graph->closing;
    build->rules = build->process->leading ? FLOW_LEADING : 0;
    for (int i = 0; i < build->openings.count; ++i) {
        build->has_scalars |= joins_gluons(&build->openings.list[i]);
        build->rules |= is_symmetric(&build->openings.list[i]) ? FLOW_SYMMETRIC : 0;
    }
}

/* The graph that ends with one leg; what the builder holds besides is freed. */
static void build_with(struct builder *build, int closing)
{
    const int legs = build->process->legs;
    struct graph *graph = &build->graph;
    graph->model = build->process->model;
    graph->legs = legs;
    graph->incoming = chain_incoming(build->process->chain);
    graph->closing = closing;
    for (int i = 0; i < legs; ++i) {
        graph->pdg[i] = build->process->pdg[i];
        graph->incoming_pdg[i] = i < graph->incoming ? graph->pdg[i]
                                                     : model_antiparticle(graph->model, graph->pdg[i]);
        build->every |= 1U << i;
    }
    set_colours(build);
    const struct orders bounded = chain_bounded(build->process->chain, &build->process->most);
    build->bounded = orders_bound(&bounded) || squares_of(build);
    build->first = calloc((size_t)build->every + 1, sizeof *build->first);
    build->count = calloc((size_t)build->every + 1, sizeof *build->count);
    build->failed = !build->first || !build->count;
    if (!build->failed)
        make_legs(build);
    for (int size = 2; size < legs; ++size)
        for (int joint = 0; joint < 2; ++joint)
            for (unsigned set = 1; set < build->every && !build->failed && !build->too_large; ++set)
                if (size_of(set) == size && is_joint(build, set) == joint) {
                    make_set(build, set);
                    build->interrupted = ts_context_interrupted(build->context);
                    build->failed |= build->interrupted;
                }
    if (!build->failed && !build->too_large)
        close_graph(build);
    if (!build->failed && !build->too_large)
        build->failed = !graph_prune(&build->graph) ||
                        (!build->has_symmetric && !graph_reverse(&build->graph));
    if (!build->failed && !build->too_large)
        graph_set_states(&build->graph, build->process->chain);
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
    free(graph->flow_orders);
    *graph = (struct graph){0};
}

/* Work for all helicities, in products of two vectors; of a term as far as no term before it is the same
 * product. Negative where there is no memory. */
static double work_of(const struct graph *graph)
{
    struct term_product *products = products_of(graph);
    double work = products ? ldexp(graph->close_count, graph->legs) : -1;
    for (int i = 0; i < graph->term_count && products; ++i)
        work += ldexp(products[i].first == i ? 6 : 0.5,
                      size_of(graph->currents[graph->terms[i].current].legs));
    free(products);
    return work;
}

ts_status graph_create(ts_context *context, const struct graph_process *process, struct graph *graph)
{
    struct graph best = {0};
    struct openings openings;
    double least = 0;
    ts_status status = openings_create(context, process->model, &openings);
    int tried = 0, split = 0;
    for (int closing = process->legs - 1; closing > 0 && !status; --closing) {
        struct builder build = {.context = context,
                                .process = process,
                                .openings = openings,
                                .graph = {.split = split}};
        build.most_terms = GRAPH_TERMS_MOST;
        build_with(&build, closing);
        if (build.failed)
            status = build.interrupted
                         ? ts_fail(context, TS_INTERRUPTED, "Interrupted while currents were counted.")
                         : ts_fail_memory(context, "the currents of an amplitude");
        if (build.parted && !status) { /* once more, with traces in place of nested commutators */
            graph_free(&build.graph);
            graph_free(&best);
            closing = process->legs;
            tried = 0;
            split = 1;
            continue;
        }
        const double work = build.failed || build.too_large ? 0 : work_of(&build.graph);
        if (work < 0)
            status = ts_fail_memory(context, "the currents of an amplitude");
        struct graph worse = build.graph;
        if (!status && !build.too_large && (!tried || work < least)) {
            least = work;
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

#include "derived/histories.h"

#include "core/context.h"
#include "process/clustering_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_PARTICLES_MOST = 8, STATES_MOST = 60000, KINDS_MOST = 4096 };

/* Legs that flow on as one particle, which comes into the next vertex. */
struct block {
    unsigned legs;
    int pdg;
    int jet; /* whether all of it is made of massless partons by the strong interaction */
};

/* A clustering of two blocks of a state. */
struct joining {
    int next; /* state; -1: no diagram has it */
    double kind[CLUSTER_NUMBERS];
};

struct state {
    int count;
    struct block blocks[LEGS_MOST];
    struct orders used;    /* in the vertices so far */
    int valid;             /* whether diagrams have all its lines */
    struct joining *pairs; /* by CLUSTER_NUMBER() */
    size_t place;          /* in the table; 0: not there */
};

/* Vertices of three lines and more that the diagrams may have. */
struct vertex_list {
    const ts_vertex **list;
    int count;
};

struct histories {
    ts_context *context;
    const struct histories_setting *setting;
    const ts_model *model;
    int (*lines)[LINE_PARTICLES_MOST]; /* by sets of legs: what flows out of them, 0 behind */
    struct vertex_list vertices;
    struct state *states;
    int count, room;
    int *places; /* hash table of states: number + 1 */
    ts_status status;
};

enum { PLACES = 1 << 17 };

static const ts_particle *particle_of(const struct histories *h, int pdg)
{
    return ts_model_particle(h->model, pdg);
}

static int has_colour(const struct histories *h, int pdg)
{
    return !model_is_contact(h->model, abs(pdg)) && particle_of(h, pdg)->colour != 1;
}

static int may_be_jet(const struct histories *h, int pdg)
{
    return has_colour(h, pdg) && particle_of(h, pdg)->mass == 0;
}

static void add_line(struct histories *h, unsigned legs, int pdg)
{
    int *line = h->lines[legs];
    for (int i = 0; i < LINE_PARTICLES_MOST; ++i) {
        if (line[i] == pdg)
            return;
        if (!line[i]) {
            line[i] = pdg;
            return;
        }
    }
}

/* Every line of a diagram is a current on one of its sides. */
static int find_lines(struct histories *h)
{
    const struct graph *graph = h->setting->graph;
    const unsigned every = (1u << graph->legs) - 1;
    h->lines = calloc((size_t)every + 1, sizeof *h->lines);
    if (!h->lines)
        return 0;
    for (int i = graph->legs; i < graph->current_count; ++i) {
        const struct current *current = &graph->currents[i];
        const unsigned others = every & ~current->legs;
        if (!(others & (others - 1)))
            continue; /* the amplitude itself, at the closing leg */
        add_line(h, current->legs, current->pdg);
        add_line(h, others, model_antiparticle(h->model, current->pdg));
    }
    return 1;
}

/* Whether a particle, or its antiparticle, is anywhere in the diagrams. */
static int is_here(const struct histories *h, const unsigned char *here, int pdg)
{
    return here[model_particle_index(h->model, pdg)];
}

/* Keeps the vertices all of whose lines the diagrams have. */
static int find_vertices(struct histories *h)
{
    const struct graph *graph = h->setting->graph;
    size_t count;
    const ts_vertex *vertices = ts_model_vertices(h->model, &count);
    unsigned char *here = calloc(h->model->table->particle_count + 1, 1);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    h->vertices.list = malloc((count + 1) * sizeof *h->vertices.list);
    if (!here || !h->vertices.list) {
        free(here);
        return 0;
    }
    for (int i = 0; i < graph->current_count; ++i)
        here[model_particle_index(h->model, graph->currents[i].pdg)] = 1;
    for (int i = 0; i < graph->legs; ++i)
        here[model_particle_index(h->model, graph->pdg[i])] = 1;
    for (size_t i = 0; i < count; ++i) {
        int has_all = !vertices[i].continues;
        for (int k = 0; k < vertices[i].leg_count && has_all; ++k)
            has_all = is_here(h, here, vertices[i].legs[k]);
        if (has_all)
            h->vertices.list[h->vertices.count++] = &vertices[i];
    }
    free(here);
    return 1;
}

/* What a vertex leaves of its lines where these come in: the one other line, 0 where there is another number
 * of them. */
static int left_of(const ts_vertex *vertex, const struct state *state, unsigned set)
{
    int taken[TS_VERTEX_LEGS] = {0}, left = vertex->leg_count, other = 0;
    for (int i = 0; i < state->count; ++i) {
        int found = 0;
        for (int k = 0; k < vertex->leg_count && set >> i & 1 && !found; ++k)
            if (!taken[k] && vertex->legs[k] == state->blocks[i].pdg)
                found = taken[k] = 1;
        if (set >> i & 1 && !found)
            return 0;
        left -= found;
    }
    for (int k = 0; k < vertex->leg_count; ++k)
        other = taken[k] ? other : vertex->legs[k];
    return left == 1 ? other : 0;
}

/* Whether a vertex joins all blocks of the state, and the diagram then has the powers that are asked for. */
static int is_core(const struct histories *h, const struct state *state)
{
    const unsigned all_but_first = ((1u << state->count) - 1) & ~1u;
    for (int i = 0; i < h->vertices.count; ++i) {
        const ts_vertex *vertex = h->vertices.list[i];
        const struct orders orders = vertex_orders(vertex), sum = orders_sum(&state->used, &orders);
        if (vertex->leg_count == state->count &&
            left_of(vertex, state, all_but_first) == state->blocks[0].pdg &&
            sum.power[ORDER_STRONG] == h->setting->strong && orders_within(&sum, &h->setting->most))
            return 1;
    }
    return 0;
}

/* A line that some blocks of a state may become. */
struct candidate {
    int pdg, power;
    double width;
    const ts_vertex *vertex;
};

enum { CANDIDATES_MOST = LINE_PARTICLES_MOST * 4 };

/* Whether two vertices have the same powers of couplings. */
static int is_alike(const ts_vertex *a, const ts_vertex *b)
{
    return !memcmp(a->orders, b->orders, sizeof a->orders);
}

static void add_candidate(struct candidate *list, int *count, const struct candidate *candidate)
{
    int place = *count;
    for (int i = 0; i < *count; ++i)
        if (list[i].pdg == candidate->pdg && is_alike(list[i].vertex, candidate->vertex))
            return;
    if (*count == CANDIDATES_MOST)
        return;
    for (; place > 0 &&
           (list[place - 1].power < candidate->power ||
            (list[place - 1].power == candidate->power && list[place - 1].width < candidate->width));
         --place)
        list[place] = list[place - 1];
    list[place] = *candidate;
    ++*count;
}

/* Lists what blocks `set` of a state may become, the most likely first. */
static int list_candidates(const struct histories *h, const struct state *state, unsigned set,
                           struct candidate list[CANDIDATES_MOST])
{
    unsigned legs = 0;
    int count = 0, blocks = 0;
    for (int i = 0; i < state->count; ++i)
        if (set >> i & 1) {
            legs |= state->blocks[i].legs;
            ++blocks;
        }
    const int *line = h->lines[legs];
    for (int i = 0; i < h->vertices.count && line[0]; ++i) {
        const ts_vertex *vertex = h->vertices.list[i];
        const int other = vertex->leg_count == blocks + 1 ? left_of(vertex, state, set) : 0;
        const int pdg = other ? model_antiparticle(h->model, other) : 0;
        for (int k = 0; k < LINE_PARTICLES_MOST && line[k] && other; ++k) {
            if (line[k] != pdg)
                continue;
            const ts_particle *particle = particle_of(h, pdg);
            const struct candidate candidate = {.pdg = pdg,
                                                .power = vertex_orders(vertex).power[ORDER_STRONG],
                                                .width = particle ? particle->width : 0,
                                                .vertex = vertex};
            add_candidate(list, &count, &candidate);
        }
    }
    return count;
}

/* The state in which blocks `set` have become one, at the place of the first of them. */
static struct state joined_state(const struct histories *h, const struct state *state, unsigned set,
                                 const struct candidate *to)
{
    const struct orders orders = vertex_orders(to->vertex);
    struct state next = {.used = orders_sum(&state->used, &orders)};
    struct block *joined = NULL;
    for (int i = 0; i < state->count; ++i) {
        const struct block *block = &state->blocks[i];
        if (!(set >> i & 1)) {
            next.blocks[next.count++] = *block;
        } else if (!joined) {
            joined = &next.blocks[next.count++];
            *joined = (struct block){block->legs, to->pdg,
                                     block->jet && to->power > 0 && may_be_jet(h, to->pdg)};
        } else {
            joined->legs |= block->legs;
            joined->jet &= block->jet;
        }
    }
    return next;
}

static int is_same(const struct state *a, const struct state *b)
{
    if (a->count != b->count || !orders_equal(&a->used, &b->used))
        return 0;
    for (int i = 0; i < a->count; ++i)
        if (a->blocks[i].legs != b->blocks[i].legs || a->blocks[i].pdg != b->blocks[i].pdg ||
            a->blocks[i].jet != b->blocks[i].jet)
            return 0;
    return 1;
}

static size_t place_of(const struct histories *h, const struct state *state)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < state->count; ++i) {
        const struct block *block = &state->blocks[i];
        hash = (hash ^ block->legs ^ (uint64_t)(block->pdg + (1 << 30)) << 16 ^ (uint64_t)block->jet << 60) *
               0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    size_t place = hash % PLACES;
    while (h->places[place] && !is_same(&h->states[h->places[place] - 1], state))
        place = (place + 1) % PLACES;
    return place;
}

/* Adds a state, and returns its number; -1 where there is no room. */
static int add_state(struct histories *h, const struct state *state, size_t place)
{
    if (h->count == STATES_MOST) {
        h->status = ts_fail(h->context, TS_ERROR_INPUT,
                            "clustering has more than %d histories of a subprocess: take another scale, or "
                            "fewer particles",
                            (int)STATES_MOST);
        return -1;
    }
    if (h->count == h->room) {
        const int room = 2 * h->room + 64;
        struct state *grown = realloc(h->states, (size_t)room * sizeof *grown);
        if (!grown) {
            h->status = ts_fail_memory(h->context, "the histories of a process");
            return -1;
        }
        h->states = grown;
        h->room = room;
    }
    const size_t pairs = (size_t)(state->count * (state->count - 1) / 2);
    struct state *added = &h->states[h->count];
    *added = *state;
    added->pairs = malloc((pairs + 1) * sizeof *added->pairs);
    if (!added->pairs) {
        h->status = ts_fail_memory(h->context, "the histories of a process");
        return -1;
    }
    for (size_t i = 0; i < pairs; ++i)
        added->pairs[i] = (struct joining){.next = -1};
    h->places[place] = ++h->count;
    return h->count - 1;
}

/* Whose jet goes on as that of a line that two final blocks become. */
static int line_of(const struct histories *h, const struct block *first, const struct block *second, int pdg)
{
    const int a = has_colour(h, first->pdg), b = has_colour(h, second->pdg);
    if (!may_be_jet(h, pdg) || !(a || b))
        return CLUSTER_LINE_NONE;
    if (a && b && (first->pdg == pdg) == (second->pdg == pdg))
        return CLUSTER_LINE_HARDER;
    if (a && b)
        return first->pdg == pdg ? CLUSTER_LINE_FIRST : CLUSTER_LINE_SECOND;
    return a ? CLUSTER_LINE_FIRST : CLUSTER_LINE_SECOND;
}

/* What ends where a beam's line becomes another one by an emission. */
static int ends_of(const struct histories *h, const struct block *line, const struct block *emitted, int pdg)
{
    if (has_colour(h, line->pdg) && !has_colour(h, pdg))
        return CLUSTER_COLOUR_ENDS;
    return emitted->jet && may_be_jet(h, pdg) ? CLUSTER_GOES_ON : CLUSTER_JETS_END;
}

/* The kind of a clustering (kernels/process/clustering_layout.h). */
static void describe(const struct histories *h, const struct block *first, const struct block *second,
                     int from_beam, const struct candidate *to, double kind[CLUSTER_NUMBERS])
{
    const ts_particle *particle = particle_of(h, to->pdg);
    const double mass = particle->mass / h->setting->unit, width = particle->width / h->setting->unit;
    /* What radiates is none, though it may be near its mass shell. */
    const int decays = !from_beam && width > 0 && abs(first->pdg) != abs(to->pdg) &&
                       abs(second->pdg) != abs(to->pdg);
    memset(kind, 0, CLUSTER_NUMBERS * sizeof *kind);
    kind[CLUSTER_POWER] = to->power;
    kind[CLUSTER_LINE] = from_beam ? CLUSTER_LINE_NONE : line_of(h, first, second, to->pdg);
    kind[CLUSTER_ENDS] = from_beam ? ends_of(h, first, second, to->pdg) : CLUSTER_GOES_ON;
    if (decays) {
        kind[CLUSTER_LOW] = pow(fmax(0, mass - RESONANCE_WIDTHS * width), 2);
        kind[CLUSTER_HIGH] = pow(mass + RESONANCE_WIDTHS * width, 2);
        kind[CLUSTER_MASS] = mass * mass;
        kind[CLUSTER_MASS_WIDTH] = mass * width;
    }
}

static int explore(struct histories *h, const struct state *state);

/* Finds what blocks `set` may become; of two blocks it is noted as a clustering. Returns whether anything. */
static int try_set(struct histories *h, int number, unsigned set, int first, int second)
{
    struct candidate candidates[CANDIDATES_MOST];
    const struct state state = h->states[number];
    const int count = list_candidates(h, &state, set, candidates), is_pair = second > 0;
    int valid = 0;
    for (int i = 0; i < count && !h->status; ++i) {
        const struct state next = joined_state(h, &state, set, &candidates[i]);
        const int contact = model_is_contact(h->model, abs(candidates[i].pdg));
        const int known = next.count >= 3 ? explore(h, &next) : -1;
        if (known < 0 || !h->states[known].valid)
            continue;
        valid = 1;
        struct joining *pair = is_pair ? &h->states[number].pairs[CLUSTER_NUMBER(first, second)] : NULL;
        if (!pair || contact || pair->next >= 0)
            continue;
        pair->next = known;
        describe(h, &state.blocks[first], &state.blocks[second], first < LEGS_IN, &candidates[i], pair->kind);
    }
    return valid;
}

/* Sets of three blocks and more, for a vertex of more lines. */
static int try_larger(struct histories *h, int number)
{
    const int count = h->states[number].count;
    for (unsigned set = 1; set < 1u << count && !h->status; ++set) {
        const int blocks = __builtin_popcount(set);
        if (blocks > 2 && blocks < TS_VERTEX_LEGS && (set & 3) != 3 && try_set(h, number, set, 0, 0))
            return 1;
    }
    return 0;
}

/* Finds what may follow on a state. Returns its number, or -1. */
static int explore(struct histories *h, const struct state *state)
{
    const size_t place = place_of(h, state);
    if (h->places[place])
        return h->places[place] - 1;
    const int number = add_state(h, state, place);
    if (number < 0)
        return -1;
    int valid = is_core(h, state);
    for (int k = LEGS_IN; k < state->count && state->count > 3; ++k)
        for (int i = 0; i < k && !h->status; ++i)
            valid |= try_set(h, number, 1u << i | 1u << k, i, k);
    if (!valid && state->count > 3 && !h->status)
        valid = try_larger(h, number);
    h->states[number].valid = valid;
    return number;
}

/* Kinds of clusterings, each once. */
struct kinds {
    double rows[KINDS_MOST][CLUSTER_NUMBERS];
    int count;
};

static int kind_number(struct kinds *kinds, const double kind[CLUSTER_NUMBERS])
{
    for (int i = 0; i < kinds->count; ++i)
        /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c): copies */
        if (!memcmp(kinds->rows[i], kind, sizeof kinds->rows[i]))
            return i;
    if (kinds->count == KINDS_MOST)
        return -1;
    memcpy(kinds->rows[kinds->count], kind, sizeof kinds->rows[0]);
    return kinds->count++;
}

/* Gives the states that a walk may come to their places; returns where the last of them ends. */
static size_t place_states(struct histories *h, int root, int *order, int *ordered)
{
    size_t place = (size_t)CLUSTER_STATES(h->setting->graph->legs - LEGS_IN);
    *ordered = 0;
    order[(*ordered)++] = root;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have a root */
    h->states[root].place = place;
    place += (size_t)CLUSTER_ROW(h->states[root].count);
    for (int at = 0; at < *ordered; ++at) {
        const struct state *state = &h->states[order[at]];
        for (int i = 0; i < state->count * (state->count - 1) / 2; ++i) {
            const int next = state->pairs[i].next;
            if (next < 0 || h->states[next].place)
                continue;
            struct state *reached = &h->states[next];
            reached->place = reached->count > 3 ? place : CLUSTER_LAST;
            place += reached->count > 3 ? (size_t)CLUSTER_ROW(reached->count) : 0;
            if (reached->count > 3)
                order[(*ordered)++] = next;
        }
    }
    return place;
}

static void write_state(const struct histories *h, const struct state *state, struct kinds *kinds,
                        struct history_tables *tables)
{
    uint32_t *row = tables->words + state->place;
    for (int i = 0; i < state->count * (state->count - 1) / 2 - 1; ++i, row += CLUSTER_PAIR) {
        const struct joining *pair = &state->pairs[i];
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): each pair began with -1 */
        const int kind = pair->next < 0 ? -1 : kind_number(kinds, pair->kind);
        if (kind < 0)
            continue;
        row[CLUSTER_NEXT] = (uint32_t)h->states[pair->next].place;
        row[CLUSTER_KIND] = (uint32_t)kind;
        if (pair->kind[CLUSTER_POWER] > tables->powers)
            tables->powers = (int)pair->kind[CLUSTER_POWER];
    }
}

static ts_status write_tables(struct histories *h, int root, struct history_tables *tables)
{
    const struct graph *graph = h->setting->graph;
    struct kinds *kinds = calloc(1, sizeof *kinds);
    int *order = malloc(((size_t)h->count + 1) * sizeof *order), ordered = 0;
    tables->word_count = order ? place_states(h, root, order, &ordered) : 0;
    tables->words = calloc(tables->word_count + 1, sizeof *tables->words);
    tables->kinds = calloc(KINDS_MOST, sizeof kinds->rows[0]);
    if (!kinds || !order || !tables->words || !tables->kinds) {
        free(kinds);
        free(order);
        return ts_fail_memory(h->context, "the histories of a process");
    }
    for (int i = 0; i < ordered; ++i)
        write_state(h, &h->states[order[i]], kinds, tables);
    for (int i = 0; i < LEGS_IN; ++i)
        tables->words[CLUSTER_COLOUR_FIRST + i] = (uint32_t)has_colour(h, graph->pdg[i]);
    for (int i = LEGS_IN; i < graph->legs; ++i)
        tables->words[CLUSTER_JETS + i - LEGS_IN] = (uint32_t)may_be_jet(h, graph->pdg[i]);
    memcpy(tables->kinds, kinds->rows, (size_t)kinds->count * sizeof kinds->rows[0]);
    tables->kind_count = (size_t)(kinds->count ? kinds->count : 1) * CLUSTER_NUMBERS;
    free(kinds);
    free(order);
    return TS_OK;
}

static void free_histories(struct histories *h)
{
    for (int i = 0; i < h->count; ++i)
        free(h->states[i].pairs);
    free(h->states);
    free(h->places);
    free(h->lines);
    free(h->vertices.list);
}

ts_status histories_create(ts_context *context, const struct histories_setting *setting,
                           struct history_tables *tables)
{
    struct histories h = {.context = context, .setting = setting, .model = setting->graph->model};
    struct state root = {.count = setting->graph->legs};
    *tables = (struct history_tables){0};
    h.places = calloc(PLACES, sizeof *h.places);
    if (!h.places || !find_lines(&h) || !find_vertices(&h))
        h.status = ts_fail_memory(context, "the histories of a process");
    for (int i = 0; i < root.count && !h.status; ++i) {
        const int pdg = setting->graph->incoming_pdg[i];
        root.blocks[i] = (struct block){1u << i, pdg, may_be_jet(&h, pdg)};
    }
    const int number = h.status ? -1 : explore(&h, &root);
    const ts_status status = h.status ? h.status : write_tables(&h, number, tables);
    free_histories(&h);
    return status;
}

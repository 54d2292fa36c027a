#include "subprocess/trees.h"

#include "core/context.h"
#include "subprocess/lines.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { CURRENTS_MOST = 1 << 20, BUCKETS = 64 };

/* What joins: two or three particles that come in become one that flows on. */
struct fusion {
    int vertex, species;       /* species that flows on, as what comes in at the next vertex */
    int slots[TS_VERTEX_LEGS]; /* of the particles in the vertex; -1 */
};

/* Fusions of two particles, by their species: a row of the list. */
struct fusion_range {
    int first, count;
};

/* A set of legs as one particle, in one order of the couplings. */
struct current {
    int species;
    struct orders orders;         /* of all of it */
    struct orders step;           /* of what the step of the chain has of it, those with a bound */
    struct square_powers squared; /* of what the production has of it */
    unsigned required;            /* lines in it that the process asks for (lines.h) */
    double diagrams;
    int beyond;      /* a vertex in it that cannot be computed, its row plus one */
    uint64_t sum[2]; /* of what makes it */
    uint64_t signature[2];
};

/* A particle, or an antiparticle. */
struct species {
    int pdg;
    uint64_t nature; /* of mass, width, spin and so on: not of the name */
    uint64_t meets;  /* buckets of vertices of four legs and more that have it */
};

struct tree_finder {
    const ts_model *model;
    const ts_vertex *vertices;
    size_t vertex_count;
    struct species *species;
    int species_count;
    uint64_t *vertex_nature;
    struct orders *vertex_orders;
    int *many, many_count; /* vertices of four legs and more */
    int most_legs;
    struct fusion *fusions;
    size_t fusion_count;
    struct fusion_range *pairs; /* [species][species] */
    const struct exclusion *excluded;
    const struct square_bounds *squares;
    struct orders most;        /* of the production */
    struct orders bounded;     /* powers that any step has a bound of */
    const struct chain *chain; /* of the process; NULL: a decay by itself, which has no s-channel */
    unsigned set;              /* legs of the currents that are being made */
    unsigned every;            /* all its legs */
    struct current *currents;  /* of one set of legs after the other */
    size_t current_count, current_room;
    size_t first[(1 << (LEGS_MOST - 1)) + 1]; /* of each set; sets in the order of their bits */
};

static int species_of(const struct tree_finder *finder, int pdg)
{
    for (int i = 0; i < finder->species_count; ++i)
        if (finder->species[i].pdg == pdg)
            return i;
    return -1;
}

/* What the propagator and the wave of a particle depend on. The antiparticle of a fermion or of what has a
 * triplet's colour is another thing, that of a W is not. Its place in a vertex says what it is. */
static uint64_t nature_of(const ts_particle *particle, int is_anti)
{
    const int matters = particle->spin == 2 || abs(particle->colour) == 3;
    const double nature[] = {particle->mass, particle->width, (double)particle->spin,
                             (double)particle->colour, (double)(is_anti && matters)};
    return XXH3_64bits(nature, sizeof nature);
}

static uint64_t nature_of_term(const ts_vertex *vertex, const ts_parameter *parameters)
{
    const ts_parameter *left = &parameters[vertex->coupling[0]], *right = &parameters[vertex->coupling[1]];
    const double numbers[] = {(double)vertex->lorentz,
                              (double)vertex->colour,
                              (double)vertex->structure,
                              (double)vertex->colour_structure,
                              (double)vertex->turns,
                              left->re,
                              left->im,
                              right->re,
                              right->im};
    return XXH3_64bits(numbers, sizeof numbers);
}

/* Of a vertex with all its terms, in any order. */
static uint64_t nature_of_vertex(const struct tree_finder *finder, size_t row, const ts_parameter *parameters)
{
    uint64_t nature = nature_of_term(&finder->vertices[row], parameters);
    for (size_t i = row + 1; i < finder->vertex_count && finder->vertices[i].continues; ++i)
        nature += nature_of_term(&finder->vertices[i], parameters);
    return nature;
}

static ts_status list_species(ts_context *context, struct tree_finder *finder)
{
    size_t count;
    const ts_particle *particles = ts_model_particles(finder->model, &count);
    finder->species = calloc(2 * count + 1, sizeof *finder->species);
    finder->pairs = calloc(4 * count * count + 1, sizeof *finder->pairs);
    if (!finder->species || !finder->pairs)
        return ts_fail_memory(context, "the particles of a model");
    for (size_t i = 0; i < count; ++i)
        for (int is_anti = 0; is_anti < 2; ++is_anti) {
            const int pdg = is_anti ? -particles[i].pdg : particles[i].pdg;
            if (!ts_model_particle(finder->model, pdg))
                continue;
            finder->species[finder->species_count++] = (struct species){.pdg = pdg,
                                                                        .nature = nature_of(&particles[i],
                                                                                            is_anti)};
        }
    return TS_OK;
}

/* The slots of a vertex that these particles take, in their order, and the one slot that is left, or -1. */
static int take_slots(const ts_vertex *vertex, int count, const int *pdg, int *slots)
{
    int taken = 0;
    if (vertex->leg_count != count + 1)
        return -1;
    for (int i = 0; i < count; ++i) {
        int slot = 0;
        while (slot < vertex->leg_count && ((taken >> slot & 1) || vertex->legs[slot] != pdg[i]))
            ++slot;
        if (slot == vertex->leg_count)
            return -1;
        taken |= 1 << slot;
        slots[i] = slot;
    }
    int left = 0;
    while (taken >> left & 1)
        ++left;
    return left;
}

/* Whether a vertex joins these particles; then `fusion` says to what. */
static int fuses(const struct tree_finder *finder, int vertex, int count, const int *pdg,
                 struct fusion *fusion)
{
    for (int i = count; i < TS_VERTEX_LEGS; ++i)
        fusion->slots[i] = -1;
    const int left = take_slots(&finder->vertices[vertex], count, pdg, fusion->slots);
    if (left < 0)
        return 0;
    fusion->vertex = vertex;
    fusion->species = species_of(finder,
                                 model_antiparticle(finder->model, finder->vertices[vertex].legs[left]));
    return 1;
}

/* Vertices of four legs and more, in buckets of which each particle knows those that it is in. */
static ts_status list_many(ts_context *context, struct tree_finder *finder)
{
    finder->many = calloc(finder->vertex_count + 1, sizeof *finder->many);
    if (!finder->many)
        return ts_fail_memory(context, "the vertices of a model");
    int number = 0;
    for (size_t v = 0; v < finder->vertex_count; ++v) {
        const ts_vertex *vertex = &finder->vertices[v];
        if (vertex->leg_count < 4 || vertex->continues)
            continue;
        finder->most_legs = vertex->leg_count > finder->most_legs ? vertex->leg_count : finder->most_legs;
        for (int i = 0; i < finder->species_count; ++i)
            for (int leg = 0; leg < vertex->leg_count; ++leg)
                if (vertex->legs[leg] == finder->species[i].pdg)
                    finder->species[i].meets |= (uint64_t)1 << number % BUCKETS;
        finder->many[number++] = (int)v;
    }
    finder->many_count = number;
    return TS_OK;
}

static ts_status list_fusions(ts_context *context, struct tree_finder *finder)
{
    const size_t room = finder->vertex_count * 6 + 1; /* one more, into which the next is tried */
    finder->fusions = calloc(room, sizeof *finder->fusions);
    finder->vertex_nature = calloc(finder->vertex_count, sizeof *finder->vertex_nature);
    finder->vertex_orders = calloc(finder->vertex_count, sizeof *finder->vertex_orders);
    if (!finder->fusions || !finder->vertex_nature || !finder->vertex_orders)
        return ts_fail_memory(context, "the vertices of a model");
    size_t parameter_count;
    const ts_parameter *parameters = ts_model_parameters(finder->model, &parameter_count);
    for (size_t v = 0; v < finder->vertex_count; ++v) {
        finder->vertex_nature[v] = nature_of_vertex(finder, v, parameters);
        finder->vertex_orders[v] = vertex_orders(&finder->vertices[v]);
    }
    for (int a = 0; a < finder->species_count; ++a)
        for (int b = 0; b < finder->species_count; ++b) {
            struct fusion_range *range =
                &finder->pairs[(size_t)a * (size_t)finder->species_count + (size_t)b];
            range->first = (int)finder->fusion_count;
            for (size_t v = 0; v < finder->vertex_count; ++v)
                if (finder->vertices[v].leg_count == 3 && !finder->vertices[v].continues &&
                    fuses(finder, (int)v, 2, (int[]){finder->species[a].pdg, finder->species[b].pdg},
                          &finder->fusions[finder->fusion_count]))
                    ++finder->fusion_count;
            range->count = (int)finder->fusion_count - range->first;
        }
    return TS_OK;
}

ts_status tree_finder_create(ts_context *context, const ts_model *model, const struct exclusion *excluded,
                             const struct square_bounds *squares, struct tree_finder **finder)
{
    struct tree_finder *made = *finder = calloc(1, sizeof *made);
    if (!made)
        return ts_fail_memory(context, "the diagrams of a process");
    made->model = model;
    made->excluded = excluded;
    made->squares = squares;
    made->vertices = ts_model_vertices(model, &made->vertex_count);
    ts_status status = list_species(context, made);
    if (!status)
        status = list_fusions(context, made);
    if (!status)
        status = list_many(context, made);
    if (status)
        tree_finder_destroy(finder);
    return status;
}

void tree_finder_destroy(struct tree_finder **finder)
{
    if (!*finder)
        return;
    free((*finder)->fusions);
    free((*finder)->vertex_nature);
    free((*finder)->vertex_orders);
    free((*finder)->species);
    free((*finder)->pairs);
    free((*finder)->many);
    free((*finder)->currents);
    free(*finder);
    *finder = NULL;
}

/* The current of the set that is being made, which ends the list. */
static struct current *find_or_add(struct tree_finder *finder, size_t first, const struct current *sought)
{
    for (size_t i = first; i < finder->current_count; ++i) {
        struct current *current = &finder->currents[i];
        if (current->species == sought->species && current->required == sought->required &&
            orders_equal(&current->orders, &sought->orders) && orders_equal(&current->step, &sought->step) &&
            square_powers_equal(&current->squared, &sought->squared))
            return current;
    }
    if (finder->current_count == CURRENTS_MOST)
        return NULL;
    if (finder->current_count == finder->current_room) {
        const size_t room = finder->current_room ? 2 * finder->current_room : 1024;
        struct current *currents = realloc(finder->currents, room * sizeof *currents);
        if (!currents)
            return NULL;
        finder->currents = currents;
        finder->current_room = room;
    }
    struct current *current = &finder->currents[finder->current_count++];
    *current = *sought;
    return current;
}

/* The row, plus one, of a term of a vertex that cannot be computed; 0: all can. */
static int beyond_of(const struct tree_finder *finder, int vertex)
{
    for (int row = vertex;
         row < (int)finder->vertex_count && (row == vertex || finder->vertices[row].continues); ++row)
        if (finder->vertices[row].beyond)
            return row + 1;
    return 0;
}

/* The line of the set that is being made, as this particle. The last leg closes what all others make. */
static struct line line_of(const struct tree_finder *finder, int species)
{
    return (struct line){finder->every, finder->set, finder->species[species].pdg};
}

static int is_internal(const struct tree_finder *finder)
{
    return finder->chain && (finder->every & ~finder->set & ((finder->every & ~finder->set) - 1)) != 0;
}

static unsigned required_of(const struct tree_finder *finder, int species)
{
    const struct line line = line_of(finder, species);
    return is_internal(finder) ? line_required(finder->model, finder->excluded, finder->chain, &line) : 0;
}

/* Adds what these currents make by one vertex; those of one particle may change places. */
static int join(struct tree_finder *finder, size_t first, const struct fusion *fusion, int count,
                const size_t *parts)
{
    const ts_vertex *vertex = &finder->vertices[fusion->vertex];
    struct current made = {.species = fusion->species,
                           .orders = finder->vertex_orders[fusion->vertex],
                           .step = finder->vertex_orders[fusion->vertex],
                           .required = required_of(finder, fusion->species)};
    double diagrams = 1;
    int beyond = beyond_of(finder, fusion->vertex);
    uint64_t by_slot[TS_VERTEX_LEGS + 1][2] = {{0}};
    for (int i = 0; i < count; ++i) {
        const struct current *part = &finder->currents[parts[i]];
        int slot = fusion->slots[i];
        made.orders = orders_sum(&made.orders, &part->orders);
        made.step = orders_sum(&made.step, &part->step);
        made.squared = square_powers_sum(&made.squared, &part->squared);
        diagrams *= part->diagrams;
        made.required |= part->required;
        beyond = beyond ? beyond : part->beyond;
        /* A sum over equal particles does not know their order. */
        for (int j = 0; j < slot; ++j)
            if (vertex->legs[j] == vertex->legs[slot])
                slot = j;
        by_slot[slot][0] += part->signature[0];
        by_slot[slot][1] += part->signature[1];
    }
    if (chain_is_production(finder->chain, finder->every, finder->set))
        square_powers_add(finder->squares, &finder->vertex_orders[fusion->vertex], &made.squared);
    if (!chain_bound(finder->chain, finder->every, finder->set, &finder->most, &made.step))
        return 1;
    made.orders = orders_tracked(&made.orders, &finder->bounded);
    struct current *current = find_or_add(finder, first, &made);
    if (!current)
        return 0;
    by_slot[TS_VERTEX_LEGS][0] = finder->vertex_nature[fusion->vertex];
    by_slot[TS_VERTEX_LEGS][1] = (uint64_t)count;
    const XXH128_hash_t hash = XXH3_128bits(by_slot, sizeof by_slot);
    current->diagrams += diagrams;
    current->beyond = current->beyond ? current->beyond : beyond;
    current->sum[0] += hash.low64;
    current->sum[1] += hash.high64;
    return 1;
}

/* All ways to join a current of each of two sets. */
static int join_pairs(struct tree_finder *finder, size_t first, unsigned a, unsigned b)
{
    for (size_t i = finder->first[a]; i < finder->first[a + 1]; ++i)
        for (size_t j = finder->first[b]; j < finder->first[b + 1]; ++j) {
            const struct fusion_range range =
                finder->pairs[(size_t)finder->currents[i].species * (size_t)finder->species_count +
                              (size_t)finder->currents[j].species];
            for (int k = 0; k < range.count; ++k)
                if (!join(finder, first, &finder->fusions[range.first + k], 2, (size_t[]){i, j}))
                    return 0;
        }
    return 1;
}

/* Three currents or more at all vertices that have them. */
static int join_many(struct tree_finder *finder, size_t first, int count, const size_t *parts)
{
    int pdg[TS_VERTEX_LEGS];
    uint64_t meets = ~(uint64_t)0;
    struct fusion fusion;
    for (int i = 0; i < count; ++i) {
        const struct species *species = &finder->species[finder->currents[parts[i]].species];
        pdg[i] = species->pdg;
        meets &= species->meets;
    }
    for (; meets; meets &= meets - 1)
        for (int v = __builtin_ctzll(meets); v < finder->many_count; v += BUCKETS)
            if (fuses(finder, finder->many[v], count, pdg, &fusion) &&
                !join(finder, first, &fusion, count, parts))
                return 0;
    return 1;
}

/* All ways to join currents of several sets: part `which` and on. */
static int join_sets(struct tree_finder *finder, size_t first, int count, const unsigned *sets, int which,
                     size_t *parts)
{
    if (which == count)
        return join_many(finder, first, count, parts);
    for (parts[which] = finder->first[sets[which]]; parts[which] < finder->first[sets[which] + 1];
         ++parts[which])
        if (!join_sets(finder, first, count, sets, which + 1, parts))
            return 0;
    return 1;
}

/* All splits of a set in three parts and more, each once: the lowest leg that is left is in the next part. */
static int split(struct tree_finder *finder, size_t first, unsigned set, int count, unsigned *sets)
{
    size_t parts[TS_VERTEX_LEGS];
    const unsigned lowest = sets[count - 1] & -sets[count - 1], rest = sets[count - 1] ^ lowest;
    if (count + 1 > finder->most_legs - 1 || count + 2 > TS_VERTEX_LEGS)
        return 1;
    const unsigned whole = sets[count - 1];
    for (unsigned c = rest; c; c = (c - 1) & rest) {
        sets[count - 1] = whole ^ c;
        sets[count] = c;
        sets[count + 1] = finder->every ^ set;
        if (chain_joins(finder->chain, finder->every, count + 2, sets) &&
            !join_sets(finder, first, count + 1, sets, 0, parts))
            return 0;
        if (!split(finder, first, set, count + 1, sets))
            return 0;
    }
    sets[count - 1] = whole;
    return 1;
}

/* All splits of a set in two, and in three, each once: the lowest leg is in the first part. */
static int make_set(struct tree_finder *finder, unsigned set)
{
    const size_t first = finder->current_count;
    const unsigned lowest = set & -set, rest = set ^ lowest;
    for (unsigned b = rest; b; b = (b - 1) & rest) {
        if (!join_pairs(finder, first, set ^ b, b))
            return 0;
        unsigned sets[TS_VERTEX_LEGS + 1] = {set ^ b, b};
        if (!split(finder, first, set, 2, sets))
            return 0;
    }
    for (size_t i = first; i < finder->current_count; ++i) {
        struct current *current = &finder->currents[i];
        const struct line line = line_of(finder, current->species);
        /* Members of a group have the same lines off their mass shell. */
        const uint64_t off_shell = is_internal(finder) &&
                                   line_is_off_shell(finder->model, finder->excluded, finder->chain, &line);
        const uint64_t whole[] = {current->sum[0], current->sum[1],
                                  finder->species[current->species].nature ^ off_shell << 63,
                                  orders_hash(&current->orders)};
        const XXH128_hash_t hash = XXH3_128bits(whole, sizeof whole);
        current->signature[0] = hash.low64;
        current->signature[1] = hash.high64;
    }
    return 1;
}

/* Whether no line may be this one. A decay by itself has no s-channel. */
static int is_barred(const struct tree_finder *finder, const struct line *line)
{
    return finder->chain ? line_is_barred(finder->model, finder->excluded, finder->chain, line)
                         : exclusion_has(finder->excluded, line->pdg);
}

/* Of the currents of the last set those that flow on between vertices. What the process names is there though
 * other lines may not be it. */
static void drop_excluded(struct tree_finder *finder, size_t first, unsigned set)
{

    size_t kept = first;
    for (size_t i = first; i < finder->current_count; ++i) {
        const int species = finder->currents[i].species;
        const struct line line = line_of(finder, species);
        int named;
        if (chain_allows(finder->chain, finder->every, set, line.pdg, &named) &&
            (named || !is_barred(finder, &line)))
            finder->currents[kept++] = finder->currents[i];
    }
    finder->current_count = kept;
}

/* A leg: its place and what it is. 0: the model has no such particle. */
static int make_leg(struct tree_finder *finder, int leg, int pdg)
{
    const struct current sought = {.species = species_of(finder, pdg)};
    struct current *current = sought.species < 0 ? NULL : find_or_add(finder, finder->current_count, &sought);
    if (!current)
        return 0;
    const uint64_t whole[] = {(uint64_t)leg, finder->species[sought.species].nature};
    const XXH128_hash_t hash = XXH3_128bits(whole, sizeof whole);
    current->diagrams = 1;
    current->signature[0] = hash.low64;
    current->signature[1] = hash.high64;
    return 1;
}

/* Adds diagrams of some orders; 0: there are too many orders. */
static int add_order(struct trees *trees, const struct current *current)
{
    int place = 0;
    while (place < trees->count && !(orders_equal(&trees->orders[place].orders, &current->orders) &&
                                     square_powers_equal(&trees->orders[place].squared, &current->squared)))
        ++place;
    if (place == TREE_ORDERS_MOST)
        return 0;
    trees->orders[place].orders = current->orders;
    trees->orders[place].squared = current->squared;
    trees->orders[place].diagrams += current->diagrams;
    trees->count += place == trees->count;
    return 1;
}

/* The last leg meets the current of all others. */
static void close_trees(struct tree_finder *finder, unsigned all, int last, struct trees *trees)
{
    for (size_t i = finder->first[all]; i < finder->first[all + 1]; ++i) {
        const struct current *current = &finder->currents[i];
        if (finder->species[current->species].pdg != last ||
            (finder->chain && !lines_suffice(finder->excluded, current->required)) ||
            !add_order(trees, current))
            continue;
        trees->beyond = trees->beyond ? trees->beyond : current->beyond;
        trees->signature[0] += current->signature[0];
        trees->signature[1] += current->signature[1];
    }
}

ts_status trees_find(ts_context *context, struct tree_finder *finder, int count, const int *pdg,
                     struct orders most, const struct chain *chain, struct trees *trees)
{
    const unsigned all = (1u << (count - 1)) - 1;
    int complete = 1;
    *trees = (struct trees){0};
    finder->chain = chain;
    finder->most = most;
    finder->bounded = chain_bounded(chain, &most);
    finder->every = (1u << count) - 1;
    finder->current_count = 0;
    finder->first[0] = finder->first[1] = 0;
    for (unsigned set = 1; complete && set <= all; ++set) {
        const int leg = __builtin_ctz(set);
        const int incoming = leg < chain_incoming(chain) ? pdg[leg]
                                                         : model_antiparticle(finder->model, pdg[leg]);
        const int is_leg = (set & (set - 1)) == 0;
        finder->set = set;
        if (is_leg)
            complete = make_leg(finder, leg, incoming);
        else if (!chain_cuts(chain, finder->every, set))
            complete = make_set(finder, set);
        if (!is_leg && set != all)
            drop_excluded(finder, finder->first[set], set);
        finder->first[set + 1] = finder->current_count;
    }
    if (!complete)
        return ts_fail(context, TS_ERROR_MEMORY, "There is not enough memory for the diagrams of a process.");
    close_trees(finder, all, pdg[count - 1], trees);
    return TS_OK;
}

static int strong_power(const struct trees *trees, int i)
{
    return trees->orders[i].orders.power[ORDER_STRONG];
}

int trees_strong_least(const struct trees *trees)
{
    int least = strong_power(trees, 0);
    for (int i = 1; i < trees->count; ++i)
        least = strong_power(trees, i) < least ? strong_power(trees, i) : least;
    return least;
}

int trees_strong_most(const struct trees *trees)
{
    int most = strong_power(trees, 0);
    for (int i = 1; i < trees->count; ++i)
        most = strong_power(trees, i) > most ? strong_power(trees, i) : most;
    return most;
}

#include "phase_space/phase_space_plan.h"

#include "phase_space/finite_lines.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_LEAST = 4 };

/* What a node of several particles is named by, beside the PDG codes of the others. */
enum { NODE_NAME = 1 << 24 };

/* Branchings in the making. */
struct work {
    const struct phase_space_setting *setting;
    const struct phase_space_plan *base;
    const unsigned *known;
    int known_count;
    unsigned *lines; /* [line_count], nodes of the t-channel that are at the end of a line, a bit each */
    int line_count;
    struct branchings all;
    int failed;
};

/* The nodes of the t-channel that make up a set of final particles, a bit each; 0: they do not. */
static unsigned nodes_of(const struct work *work, unsigned set)
{
    unsigned nodes = 0;
    for (int i = 0; i < work->base->t_count; ++i) {
        const unsigned own = work->base->set[work->base->t_list[i]];
        if (!(own & ~set))
            nodes |= 1U << i;
        else if (own & set)
            return 0;
    }
    return nodes;
}

/* The final particles of nodes. */
static unsigned set_of(const struct work *work, unsigned nodes)
{
    unsigned set = 0;
    for (int i = 0; i < work->base->t_count; ++i)
        set |= nodes >> i & 1 ? work->base->set[work->base->t_list[i]] : 0;
    return set;
}

/* The mass of nodes together, GeV, where resonances are on their mass shells. */
static double mass_of(const struct work *work, unsigned nodes)
{
    double mass = 0;
    for (int i = 0; i < work->base->t_count; ++i)
        mass += nodes >> i & 1 ? work->base->rows[work->base->t_list[i]][CHILI_MASS] : 0;
    return mass * work->setting->unit;
}

static int has_line(const struct work *work, unsigned nodes)
{
    for (int i = 0; i < work->line_count; ++i)
        if (work->lines[i] == nodes)
            return 1;
    return 0;
}

/* Notes the nodes of a line, where it has colour and is no resonance. */
static int add_line(void *data, unsigned legs, int pdg)
{
    struct work *work = data;
    const ts_particle *particle = ts_model_particle(work->setting->model, pdg);
    const unsigned nodes = legs & ((1U << LEGS_IN) - 1) ? 0 : nodes_of(work, legs >> LEGS_IN);
    if (abs(particle->colour) == 1 || __builtin_popcount(nodes) < 2 || has_line(work, nodes) ||
        (particle->width > 0 && particle->mass > mass_of(work, nodes)))
        return 1;
    unsigned *lines = realloc(work->lines, ((size_t)work->line_count + 1) * sizeof *lines);
    work->failed |= !lines;
    if (!lines)
        return 0;
    work->lines = lines;
    lines[work->line_count++] = nodes;
    return 1;
}

/* The name of a node, which equal particles share. */
static int name_of(const struct work *work, int node)
{
    const int i = work->base->t_list[node];
    return i < work->base->final ? work->setting->pdg[i] : NODE_NAME + i;
}

/* Writes the names of two nodes in order. */
static void name_pair(const struct work *work, unsigned nodes, int names[2])
{
    const int a = name_of(work, __builtin_ctz(nodes)), b = name_of(work, __builtin_ctz(nodes & (nodes - 1)));
    names[0] = a < b ? a : b;
    names[1] = a < b ? b : a;
}

static int is_known(const struct work *work, unsigned set)
{
    for (int i = 0; i < work->known_count; ++i)
        if (work->known[i] == set)
            return 1;
    return 0;
}

/* Adds a pair, and, unless that is 0, what it is in or another one. Of two pairs that differ in their
 * particles the order is that of these. Of two that do not there are both orders, as the last node balances
 * the other. What an exchange of equal particles makes of a branching is there then. */
static void add(struct work *work, unsigned pair, unsigned other)
{
    struct plan_branching branching = {.count = other ? 2 : 1,
                                       .set = {set_of(work, pair), set_of(work, other)}};
    int names[2][2] = {{0}};
    name_pair(work, pair, names[0]);
    if (other & pair)
        names[1][0] = name_of(work, __builtin_ctz(other & ~pair));
    else if (other)
        name_pair(work, other, names[1]);
    if (other && !(other & pair) && memcmp(names[1], names[0], sizeof names[0]) < 0)
        return; /* the other way round */
    branching.kind[0] = !other ? 1 : other & pair ? 2 : 3;
    memcpy(branching.kind + 1, names[0], sizeof names[0]);
    memcpy(branching.kind + 3, names[1], sizeof names[1]);
    struct branchings *all = &work->all;
    struct plan_branching *list = realloc(all->list, ((size_t)all->count + 1) * sizeof *list);
    work->failed |= !list;
    if (!list)
        return;
    all->list = list;
    list[all->count++] = branching;
}

/* Pairs that lines have, alone, with another pair, and in sets of three. */
static void add_all(struct work *work)
{
    for (int i = 0; i < work->line_count && !work->failed; ++i) {
        const unsigned pair = work->lines[i];
        if (__builtin_popcount(pair) != 2)
            continue;
        if (!is_known(work, set_of(work, pair)))
            add(work, pair, 0);
        for (int k = 0; k < work->line_count && !work->failed; ++k) {
            const unsigned other = work->lines[k], both = other & pair;
            if ((__builtin_popcount(other) == 3 && both == pair) || (__builtin_popcount(other) == 2 && !both))
                add(work, pair, other);
        }
    }
}

static int is_of_kind(const struct plan_branching *a, const struct plan_branching *b)
{
    return !memcmp(a->kind, b->kind, sizeof a->kind);
}

/* Moves those of a kind behind what has been chosen. */
static void choose_kind(const struct plan_branching *kind, struct branchings *all, int *chosen)
{
    const struct plan_branching what = *kind;
    for (int i = *chosen; i < all->count; ++i)
        if (is_of_kind(&all->list[i], &what)) {
            const struct plan_branching one = all->list[i];
            memmove(all->list + *chosen + 1, all->list + *chosen, (size_t)(i - *chosen) * sizeof one);
            all->list[(*chosen)++] = one;
        }
}

/* Keeps whole kinds, the smallest first, while there is room. */
static void choose(struct branchings *all, int most)
{
    int chosen = 0, least = 0;
    while (chosen < all->count) {
        int best = -1;
        for (int i = chosen; i < all->count; ++i) {
            int size = 0;
            for (int k = chosen; k < all->count; ++k)
                size += is_of_kind(&all->list[i], &all->list[k]);
            if (best < 0 || size < least) {
                best = i;
                least = size;
            }
        }
        if (chosen + least > most)
            break;
        choose_kind(&all->list[best], all, &chosen);
    }
    all->count = chosen;
}

int branchings_create(const struct phase_space_setting *setting, const struct phase_space_plan *base,
                      const unsigned *known, int known_count, int most, struct branchings *branchings)
{
    struct work work = {.setting = setting, .base = base, .known = known, .known_count = known_count};
    if (setting->graph && base->t_count >= NODES_LEAST) {
        finite_lines_visit(setting->graph, add_line, &work);
        add_all(&work);
        choose(&work.all, most);
    }
    free(work.lines);
    *branchings = work.all;
    return !work.failed;
}

void branchings_free(struct branchings *branchings)
{
    free(branchings->list);
    *branchings = (struct branchings){.count = 0};
}

#include "process/decay_tree_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A mass from which on the logarithm is drawn where no cut gives one, GeV. */
static const double least_mass = 1e-3;

/* A plan at work. */
struct work {
    const struct decay_setting *setting;
    struct decay_tree *tree;
    unsigned legs[DECAY_NODES]; /* of a node, a bit a leg of the process */
    double least[DECAY_NODES];  /* mass [GeV] */
};

enum { PROPAGATORS_MOST = 16 };

/* What flows between a set of legs and all others. */
static int propagators(const struct graph *graph, unsigned legs, int pdg[PROPAGATORS_MOST])
{
    const unsigned all = (1u << graph->legs) - 1;
    const unsigned set = legs >> graph->closing & 1 ? all ^ legs : legs;
    int count = 0;
    for (int i = 0; i < graph->current_count; ++i) {
        int known = graph->currents[i].legs != set || !graph->currents[i].count;
        for (int k = 0; k < count; ++k)
            known |= abs(pdg[k]) == abs(graph->currents[i].pdg);
        if (!known && count < PROPAGATORS_MOST)
            pdg[count++] = graph->currents[i].pdg;
    }
    return count;
}

static const ts_particle *particle_of(const struct graph *graph, int pdg)
{
    return ts_model_particle(graph->model, pdg);
}

static int leg_of(int final) { return LEGS_IN + final; }

static double mass_of_leg(const struct graph *graph, int leg)
{
    return particle_of(graph, graph->pdg[leg])->mass;
}

/* Whether a set of legs has a propagator without mass; *pdg receives it. */
static int has_massless(const struct graph *graph, unsigned legs, int *pdg)
{
    int found[PROPAGATORS_MOST];
    const int count = propagators(graph, legs, found);
    for (int i = 0; i < count; ++i)
        if (particle_of(graph, found[i])->mass <= 0) {
            *pdg = found[i];
            return 1;
        }
    return 0;
}

static const char *name_of(const struct graph *graph, int final)
{
    return ts_model_particle_name(graph->model, graph->pdg[leg_of(final)]);
}

/* Limits of the mass that two nodes have together, GeV. */
static void find_limits(const struct work *work, int a, int b, double *low, double *high)
{
    const struct particle_cuts *cuts = work->setting->cuts;
    *low = work->least[a] + work->least[b];
    *high = work->setting->root_s;
    chain_limits(work->setting->chain, work->setting->graph->model, work->legs[a] | work->legs[b], low, high);
    if (a >= cuts->final || b >= cuts->final)
        return;
    *low = fmax(*low, particle_cuts_mass_min(cuts, a, b));
    *high = fmin(*high, cuts->mass_max[cut_pair(a, b)]);
}

static int is_resonant(const ts_particle *particle, double low, double high)
{
    return particle->width > 0 && low < particle->mass && particle->mass < high;
}

/* How much two nodes want to be one: resonances first, then what has a massless propagator. */
static int score(const struct work *work, int a, int b)
{
    const struct graph *graph = work->setting->graph;
    int found[PROPAGATORS_MOST], best = 0;
    double low, high;
    const int count = propagators(graph, work->legs[a] | work->legs[b], found);
    find_limits(work, a, b, &low, &high);
    for (int i = 0; i < count; ++i) {
        const ts_particle *particle = particle_of(graph, found[i]);
        const int points = is_resonant(particle, low, high) ? 3 : particle->mass <= 0 ? 2 : 1;
        best = points > best ? points : best;
    }
    return best;
}

/* What a mass is drawn from: each resonance, and the logarithm or the square itself for all else. */
static void choose_components(const struct work *work, int node, double low, double high)
{
    const struct graph *graph = work->setting->graph;
    double *row = work->tree->rows[node];
    int found[PROPAGATORS_MOST], used = 0, pdg;
    const int count = propagators(graph, work->legs[node], found);
    for (int i = 0; i < count && used + 1 < DECAY_COMPONENTS; ++i) {
        const ts_particle *particle = particle_of(graph, found[i]);
        if (!is_resonant(particle, low, high))
            continue;
        row[DECAY_POLE + used] = particle->mass / work->setting->unit;
        row[DECAY_WIDTH + used++] = particle->width / work->setting->unit;
    }
    row[DECAY_WIDTH + used] = has_massless(graph, work->legs[node], &pdg) ? DECAY_LOGARITHMIC : DECAY_EVEN;
    work->tree->components[node] = used + 1;
}

/* Puts a node above two others. */
static int join(struct work *work, int a, int b)
{
    struct decay_tree *tree = work->tree;
    const int node = tree->nodes++;
    double *row = tree->rows[node], low, high;
    find_limits(work, a, b, &low, &high);
    work->legs[node] = work->legs[a] | work->legs[b];
    work->least[node] = low;
    tree->parent[node] = -1;
    tree->left[node] = a;
    tree->right[node] = b;
    tree->parent[a] = tree->parent[b] = node;
    row[DECAY_S_MIN] = pow(fmax(low, least_mass) / work->setting->unit, 2);
    row[DECAY_S_MAX] = pow(high / work->setting->unit, 2);
    choose_components(work, node, low, high);
    return node;
}

/* Joins the two that want it most, the first of several. What comes from a resonance that the process names
 * is joined with nothing else before it is whole. */
static int join_best(struct work *work)
{
    const struct decay_tree *tree = work->tree;
    const unsigned every = (1u << work->setting->graph->legs) - 1;
    int first = 0, second = 1, best = -1;
    for (int a = 0; a < tree->nodes; ++a)
        for (int b = 0; b < a; ++b) {
            if (tree->parent[a] >= 0 || tree->parent[b] >= 0 ||
                chain_cuts(work->setting->chain, every, work->legs[a] | work->legs[b]))
                continue;
            const int points = score(work, b, a);
            if (points > best) {
                best = points;
                first = b;
                second = a;
            }
        }
    return join(work, first, second);
}

void decay_tree_plan(const struct decay_setting *setting, struct decay_tree *tree)
{
    const int final = setting->cuts->final;
    struct work work = {.setting = setting, .tree = tree};
    *tree = (struct decay_tree){.final = final, .nodes = final};
    for (int i = 0; i < final; ++i) {
        work.legs[i] = 1u << leg_of(i);
        work.least[i] = mass_of_leg(setting->graph, leg_of(i));
        tree->rows[i][DECAY_MASS] = work.least[i] / setting->unit;
        tree->rows[i][DECAY_S_MIN] = pow(tree->rows[i][DECAY_MASS], 2);
        tree->parent[i] = tree->left[i] = tree->right[i] = -1;
    }
    for (int i = 0; i < final; ++i)
        tree->least += hypot(work.least[i], setting->cuts->pt_min[i]);
    tree->least = fmax(tree->least, sqrt(setting->cuts->q2_min)); /* -t is not above s */
    for (int i = 1; i < final; ++i)
        tree->least = fmax(fmax(tree->least, least_mass), work.least[join_best(&work)]);
    tree->most = sqrt(tree->rows[tree->nodes - 1][DECAY_S_MAX]) * setting->unit;
    tree->axes = 3 * final - 4;
    tree->log_constant = -(final - 1) * log(8 * M_PI) - (final - 2) * log(2 * M_PI);
}

void decay_tree_write(const struct decay_tree *tree, struct source *text)
{
    const int whole = tree->nodes - 1;
    source_append(text, "#define FINAL %d\n#define NODES %d\n#define DECAY_AXES %d\n#define DECAY_MASSES",
                  tree->final, tree->nodes, tree->axes);
    /* Nodes above come later in the list than those below; of two beside each other the later is drawn first.
     */
    for (int i = whole - 1; i >= tree->final; --i) {
        const int parent = tree->parent[i];
        const int beside = tree->left[parent] == i ? tree->right[parent] : tree->left[parent];
        source_append(text, " s[%d] = decay_mass(decay_row(nodes, %d), %d, x[axis++], r_sqrt(s[%d]) - ", i, i,
                      tree->components[i], parent);
        source_append(text, beside > i ? "r_sqrt(s[%d]), weight);" : "decay_least(nodes, %d), weight);",
                      beside);
    }
    source_append(text, "\n#define DECAY_SPLITS");
    for (int i = whole; i >= tree->final; --i) {
        const int parent = tree->parent[i];
        const int beside = i == whole                ? i
                           : tree->left[parent] == i ? tree->right[parent]
                                                     : tree->left[parent];
        source_append(text, " decay_split(momentum[%d], s[%d], s[%d], s[%d], ", i, i, tree->left[i],
                      tree->right[i]);
        if (i == whole)
            source_append(text, "decay_beams(), ");
        else
            source_append(text, "decay_origin(momentum[%d], s[%d], momentum[%d]), ", i, i, beside);
        source_append(text, "x + axis, &momentum[%d], &momentum[%d], weight); axis += 2;", tree->left[i],
                      tree->right[i]);
    }
    source_append(text, "\n");
}

/* "(e+ ve)" */
static size_t describe_node(const struct decay_setting *setting, const struct decay_tree *tree, int node,
                            char *text, size_t bytes)
{
    size_t used = 0;
    if (node < tree->final)
        return (size_t)snprintf(text, bytes, "%s", name_of(setting->graph, node));
    for (int side = 0; side < 2 && used < bytes; ++side) {
        used += (size_t)snprintf(text + used, bytes - used, side ? " " : "(");
        if (used < bytes)
            used += describe_node(setting, tree, side ? tree->right[node] : tree->left[node], text + used,
                                  bytes - used);
    }
    return used < bytes ? used + (size_t)snprintf(text + used, bytes - used, ")") : used;
}

void decay_tree_describe(const struct decay_setting *setting, const struct decay_tree *tree, char *text,
                         size_t bytes)
{
    char nodes[120];
    describe_node(setting, tree, tree->nodes - 1, nodes, sizeof nodes);
    snprintf(text, bytes, "decays %s, %d axes adapt", nodes, tree->axes);
}

#include "amplitude/helicities.h"

#include "core/context.h"

#include <stdlib.h>

/* Sets of choices, a bit each: those for which the upper and the lower half of a fermion may differ from
 * zero. Of a boson both are the same. */
struct sets {
    uint64_t *upper, *lower;
};

struct finder {
    const struct graph *graph;
    const struct chain *chain; /* of the helicities that the process asks for; NULL: all */
    const ts_vertex *vertices;
    const ts_parameter *parameters;
    int choices, words;
    int states[LEGS_MOST], order[LEGS_MOST]; /* order: the leg that changes least often first */
    int most[LEGS_MOST];                     /* the largest helicity of a leg */
    uint64_t *bits;                          /* [currents][2][words] */
};

static struct sets sets_of(const struct finder *finder, int current)
{
    uint64_t *bits = finder->bits + (size_t)current * 2 * (size_t)finder->words;
    return (struct sets){bits, bits + finder->words};
}

static const ts_particle *particle_of(const struct finder *finder, int pdg)
{
    return ts_model_particle(finder->graph->model, pdg);
}

/* The helicity of a leg in choice number `choice`. */
static int helicity_of(const struct finder *finder, int choice, int leg)
{
    for (int i = finder->graph->legs - 1; i >= 0; --i) {
        const int states = finder->states[finder->order[i]], state = choice % states;
        if (finder->order[i] == leg) /* massless ones have the two of largest size */
            return states != 2 ? state - states / 2 : finder->most[leg] * (2 * state - 1);
        choice /= states;
    }
    return 0;
}

/* Legs whose currents need many terms change least often, the closing one most often. */
static void set_order(struct finder *finder)
{
    const struct graph *graph = finder->graph;
    int cost[LEGS_MOST] = {0};
    for (int i = 0; i < graph->term_count; ++i)
        for (int leg = 0; leg < graph->legs; ++leg)
            cost[leg] += (int)(graph->currents[graph->terms[i].current].legs >> leg & 1);
    for (int i = 0; i < graph->legs; ++i) {
        int at = i;
        for (; at > 0 && cost[finder->order[at - 1]] < cost[i]; --at)
            finder->order[at] = finder->order[at - 1];
        finder->order[at] = i;
    }
}

/* A massless fermion has one half: ixxxxx has the lower one for helicity times sign = 1, oxxxxx the upper. */
static void set_leg(const struct finder *finder, int leg)
{
    const int pdg = finder->graph->incoming_pdg[leg];
    const ts_particle *particle = particle_of(finder, pdg);
    const int is_own = model_antiparticle(finder->graph->model, pdg) == pdg;
    const int chiral = particle->spin == 2 && particle->mass == 0 && !is_own;
    const int sign = finder->graph->pdg[leg] < 0 ? -1 : 1;
    struct sets sets = sets_of(finder, leg);
    for (int choice = 0; choice < finder->choices; ++choice) {
        const int right = helicity_of(finder, choice, leg) * sign > 0;
        const int lower = pdg > 0 ? right : !right;
        const uint64_t bit = (uint64_t)1 << (choice % 64);
        if (!chiral || !lower)
            sets.upper[choice / 64] |= bit;
        if (!chiral || lower)
            sets.lower[choice / 64] |= bit;
    }
}

/* What one word of each child gives; a vertex of fermions keeps (vector) or turns (scalar) chirality. */
static void add_word(const ts_vertex *vertex, int out, int left, int right, const uint64_t *upper,
                     const uint64_t *lower, uint64_t made[2])
{
    const int vector = vertex->lorentz == TS_LORENTZ_IOV;
    if (!vector && vertex->lorentz != TS_LORENTZ_IOS) {
        uint64_t all = ~(uint64_t)0;
        for (int i = 0; i < vertex->leg_count - 1; ++i)
            all &= upper[i] | lower[i]; /* of a boson both are the same */
        made[0] |= all, made[1] |= all;
        return;
    }
    const uint64_t l = left ? ~(uint64_t)0 : 0, r = right ? ~(uint64_t)0 : 0;
    uint64_t from_upper, from_lower;
    if (out == 2) { /* column, row */
        const uint64_t a = l & upper[0] & (vector ? lower[1] : upper[1]);
        const uint64_t b = r & lower[0] & (vector ? upper[1] : lower[1]);
        made[0] |= a | b, made[1] |= a | b;
        return;
    }
    /* A row's vector vertex: its lower half meets the left-handed coupling. */
    from_upper = upper[0] & upper[1] & (vector && out == 0 ? r : l);
    from_lower = lower[0] & upper[1] & (vector && out == 0 ? l : r);
    made[0] |= vector ? from_lower : from_upper;
    made[1] |= vector ? from_upper : from_lower;
}

static void set_current(const struct finder *finder, int number)
{
    const struct graph *graph = finder->graph;
    const struct current *current = &graph->currents[number];
    const ts_particle *particle = particle_of(finder, current->pdg);
    struct sets to = sets_of(finder, number);
    for (int i = current->first; i < current->first + current->count; ++i) {
        const struct graph_term *term = &graph->terms[i];
        const ts_vertex *vertex = &finder->vertices[term->vertex];
        const int left = !model_is_zero(graph->model, vertex->coupling[0]);
        const int right = !model_is_zero(graph->model, vertex->coupling[1]);
        for (int w = 0; w < finder->words; ++w) {
            uint64_t upper[GRAPH_CHILDREN] = {0}, lower[GRAPH_CHILDREN] = {0};
            uint64_t made[2] = {to.upper[w], to.lower[w]};
            for (int k = 0; k < term->children; ++k) {
                const struct sets child = sets_of(finder, term->child[k]);
                upper[k] = child.upper[w], lower[k] = child.lower[w];
            }
            add_word(vertex, term->out, left, right, upper, lower, made);
            to.upper[w] = made[0], to.lower[w] = made[1];
        }
    }
    /* The propagator of a fermion turns halves over, and a mass keeps them as well. */
    for (int w = 0; w < finder->words && particle->spin == 2 && !current->joint; ++w) {
        const uint64_t upper = to.upper[w], lower = to.lower[w];
        to.upper[w] = lower | (particle->mass > 0 ? upper : 0);
        to.lower[w] = upper | (particle->mass > 0 ? lower : 0);
    }
}

/* Choices for which a joint meets its partner. */
static void set_result(const struct finder *finder, uint64_t *result)
{
    const struct graph *graph = finder->graph;
    for (int i = 0; i < graph->close_count; ++i) {
        const struct sets joint = sets_of(finder, graph->closes[i].current);
        const struct sets partner = sets_of(finder, graph->closes[i].partner);
        for (int w = 0; w < finder->words; ++w)
            result[w] |= (joint.upper[w] & partner.upper[w]) | (joint.lower[w] & partner.lower[w]);
    }
}

/* A momentum in place of a polarisation stands for the largest helicity. */
static int is_chosen(const struct finder *finder, int choice, const signed char *fixed)
{
    for (int leg = 0; fixed && leg < finder->graph->legs; ++leg) {
        const int wanted = fixed[leg] == HELICITY_GAUGE ? finder->most[leg] : fixed[leg];
        if (wanted != HELICITY_ANY && helicity_of(finder, choice, leg) != wanted)
            return 0;
    }
    for (int leg = 0; finder->chain && leg < finder->graph->legs; ++leg) {
        const int states = finder->chain->states[leg];
        if (states && !(states & state_of_helicity(helicity_of(finder, choice, leg))))
            return 0;
    }
    return 1;
}

/* Whether |M|^2 stays what it is where all helicities are reversed. Amplitudes become complex conjugate,
 * unless a vertex tells left from right or a width makes a propagator complex. */
static int is_mirrored(const struct finder *finder)
{
    const struct graph *graph = finder->graph;
    if (graph->model->slopes) /* derivatives need not have what values have */
        return 0;
    for (int i = 0; i < graph->term_count; ++i) {
        const ts_vertex *vertex = &finder->vertices[graph->terms[i].vertex];
        const ts_parameter *left = &finder->parameters[vertex->coupling[0]];
        const ts_parameter *right = &finder->parameters[vertex->coupling[1]];
        const int chiral = vertex->lorentz == TS_LORENTZ_IOV || vertex->lorentz == TS_LORENTZ_IOS;
        if (vertex->structure >= 0 || left->im != 0 || right->im != 0 || (chiral && left->re != right->re))
            return 0;
    }
    for (int i = graph->legs; i < graph->current_count; ++i)
        if (!graph->currents[i].joint && particle_of(finder, graph->currents[i].pdg)->width != 0)
            return 0;
    return 1;
}

/* Of two opposite choices one: that in which this leg has helicity 1. -1: both. */
static int halving_leg(const struct finder *finder, const signed char *fixed)
{
    const int is_half = !fixed && !chain_is_polarised(finder->chain) && is_mirrored(finder);
    for (int i = 0; i < finder->graph->legs && is_half; ++i)
        if (finder->states[finder->order[i]] == 2)
            return finder->order[i];
    return -1;
}

/* The choices that are left, in their order. */
static void list_choices(const struct finder *finder, const uint64_t *result, const signed char *fixed,
                         struct helicities *helicities)
{
    const int legs = finder->graph->legs, half = halving_leg(finder, fixed);
    helicities->weight = half < 0 ? 1 : 2;
    for (int choice = 0; choice < finder->choices; ++choice) {
        if (!(result[choice / 64] >> (choice % 64) & 1) || !is_chosen(finder, choice, fixed) ||
            (half >= 0 && helicity_of(finder, choice, half) < 0))
            continue;
        signed char *list = helicities->list + (size_t)helicities->count++ * (size_t)legs;
        for (int leg = 0; leg < legs; ++leg)
            list[leg] = fixed && fixed[leg] == HELICITY_GAUGE ? HELICITY_GAUGE
                                                              : (signed char)helicity_of(finder, choice, leg);
    }
}

ts_status helicities_create(ts_context *context, const struct graph *graph, const struct chain *chain,
                            const signed char *fixed, struct helicities *helicities)
{
    size_t count;
    struct finder finder = {.graph = graph, .chain = chain, .choices = 1};
    *helicities = (struct helicities){.legs = graph->legs};
    finder.vertices = ts_model_vertices(graph->model, &count);
    finder.parameters = ts_model_parameters(graph->model, &count);
    for (int i = 0; i < graph->legs; ++i) {
        finder.choices *= finder.states[i] = model_helicities(particle_of(&finder, graph->pdg[i]));
        finder.most[i] = particle_of(&finder, graph->pdg[i])->spin == 5 ? 2 : 1;
    }
    set_order(&finder);
    finder.words = (finder.choices + 63) / 64;
    finder.bits = calloc((size_t)graph->current_count * 2 * (size_t)finder.words, sizeof *finder.bits);
    uint64_t *result = calloc((size_t)finder.words, sizeof *result);
    helicities->list = calloc((size_t)finder.choices * (size_t)graph->legs, 1);
    if (!finder.bits || !result || !helicities->list) {
        free(finder.bits);
        free(result);
        helicities_free(helicities);
        return ts_fail_memory(context, "the helicities of an amplitude");
    }
    for (int i = 0; i < graph->legs; ++i)
        set_leg(&finder, i);
    for (int i = graph->legs; i < graph->current_count; ++i)
        set_current(&finder, i);
    set_result(&finder, result);
    list_choices(&finder, result, fixed, helicities);
    free(finder.bits);
    free(result);
    return TS_OK;
}

void helicities_free(struct helicities *helicities)
{
    free(helicities->list);
    *helicities = (struct helicities){0};
}

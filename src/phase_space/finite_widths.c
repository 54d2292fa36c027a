/* Lines with a mass and no width. */
#include "phase_space/finite.h"

#include "model/propagators.h"

#include <math.h>
#include <stdio.h>

enum { BEAMS = (1u << LEGS_IN) - 1 };

/* A fixed energy this near to a mass, over the mass, is on it. Any width of the particle would change what
 * comes out by orders of magnitude. */
static const double nearest = 1e-3;

/* A pole is narrow where its width over its mass is below the first number. That of a particle has at least
 * the second part of the particle's width. */
static const double narrow = 1e-3, narrowest = 1e-3;

/* What is looked for, and what is found. */
struct search {
    const struct finite_setting *setting;
    char *key, *sentence;
};

static unsigned every_leg(const struct finite_setting *setting) { return (1u << setting->graph->legs) - 1; }

/* The mass [GeV] that these legs have together at least: resonances from number `from` on are within their
 * limits, pairs within cuts. */
static double least_mass(const struct finite_setting *setting, unsigned legs, int from)
{
    const struct graph *graph = setting->graph;
    unsigned rest = legs;
    double least = 0;
    for (int i = from; setting->chain && i < setting->chain->count; ++i) {
        const unsigned decays = setting->chain->list[i].legs;
        double low = 0, high = INFINITY;
        if (decays & ~rest)
            continue;
        chain_limits(setting->chain, graph->model, decays, &low, &high);
        least += fmax(low, least_mass(setting, decays, i + 1));
        rest &= ~decays;
    }
    for (int i = LEGS_IN; i < graph->legs; ++i)
        if (rest >> i & 1)
            least += ts_model_particle(graph->model, graph->pdg[i])->mass;
    for (int i = LEGS_IN; i < graph->legs; ++i)
        for (int k = LEGS_IN; k < i; ++k)
            if (legs >> i & legs >> k & 1)
                least = fmax(least, particle_cuts_mass_min(setting->cuts, i - LEGS_IN, k - LEGS_IN));
    return least;
}

/* The mass that they have at most: what is beside them takes its own of the beams, or of a resonance. */
static double most_mass(const struct finite_setting *setting, unsigned legs)
{
    const int outer = setting->chain ? chain_parent(setting->chain, legs) : -1;
    const unsigned all = outer < 0 ? every_leg(setting) & ~BEAMS : setting->chain->list[outer].legs;
    const int first = __builtin_ctz(legs), last = 31 - __builtin_clz(legs);
    double low = 0, high = setting->root_s;
    if (outer >= 0)
        chain_limits(setting->chain, setting->graph->model, all, &low, &high);
    high -= least_mass(setting, all & ~legs, outer + 1);
    if (__builtin_popcount(legs) == 2)
        high = fmin(high, setting->cuts->mass_max[cut_pair(last - LEGS_IN, first - LEGS_IN)]);
    return high;
}

/* "mu- and mu+", "a, b and c" */
static void print_legs(const struct finite_setting *setting, unsigned legs, char *text, size_t bytes)
{
    size_t used = 0;
    for (int i = LEGS_IN; i < setting->graph->legs && used < bytes; ++i) {
        const unsigned rest = legs >> i;
        if (rest & 1)
            used += (size_t)snprintf(text + used, bytes - used, "%s%s",
                                     ts_model_particle_name(setting->graph->model, setting->graph->pdg[i]),
                                     rest == 1                       ? ""
                                     : __builtin_popcount(rest) == 2 ? " and "
                                                                     : ", ");
    }
}

static int is_named(const struct chain *chain, unsigned legs)
{
    int named = 0;
    for (int i = 0; chain && i < chain->count; ++i)
        named |= chain->list[i].legs == legs;
    return named;
}

static int is_whole(const struct finite_setting *setting, unsigned legs)
{
    return legs == (every_leg(setting) & ~BEAMS);
}

/* Whether what comes from a line may have its mass. */
static int can_be_real(const struct finite_setting *setting, unsigned legs, double mass)
{
    if (setting->known && is_whole(setting, legs))
        return fabs(setting->root_s - mass) <= nearest * mass;
    return least_mass(setting, legs, 0) < mass && mass < most_mass(setting, legs);
}

/* Narrow poles of a model's own propagator that are not of the line's mass and width: phase space knows
 * nothing of them. Returns whether none may be reached. */
static int check_poles(const struct search *search, unsigned legs, int pdg)
{
    const struct finite_setting *setting = search->setting;
    const ts_model *model = setting->graph->model;
    const struct propagator_row *own = model_propagator(model, pdg);
    const ts_particle *line = ts_model_particle(model, pdg);
    struct pole poles[POLES_MOST];
    char names[120];
    const int count = own && !(legs & BEAMS) ? propagator_poles(model, own, poles) : 0;
    for (int i = 0; i < count; ++i) {
        const double mass = sqrt(fmax(poles[i].re, 0)), width = mass > 0 ? -poles[i].im / mass : 0;
        const int is_lines = pole_is_of(&poles[i], line) && fabs(width) >= narrowest * line->width;
        if (!(mass > 0) || is_lines || fabs(width) > narrow * mass || !can_be_real(setting, legs, mass))
            continue;
        print_legs(setting, legs, names, sizeof names);
        snprintf(search->key, 64, "process");
        snprintf(
            search->sentence, SENTENCE_BYTES,
            "the propagator of %s, which is the model's own, has a pole at the mass %.6g GeV with the width %.3g GeV "
            "where %s come from it, and the particle the mass %.6g GeV and the width %.3g GeV, which phase space "
            "follows",
            line->name, mass, width, names, line->mass, line->width);
        return 0;
    }
    return 1;
}

static int check_line(void *data, unsigned legs, int pdg)
{
    const struct search *search = data;
    const struct finite_setting *setting = search->setting;
    const ts_particle *line = ts_model_particle(setting->graph->model, pdg);
    char names[120];
    if (!check_poles(search, legs, pdg))
        return 0;
    if (legs & BEAMS || !model_line_is_stable(setting->graph->model, pdg) || is_named(setting->chain, legs) ||
        !can_be_real(setting, legs, line->mass))
        return 1;
    print_legs(setting, legs, names, sizeof names);
    snprintf(search->key, 64, "process");
    snprintf(search->sentence, SENTENCE_BYTES,
             "the cross section is infinite%s where %s come from %s, which has no width%s%s",
             setting->known && is_whole(setting, legs) ? " about this energy" : "", names, line->name,
             line->width_name ? ": set model." : " in this model: leave it without mass",
             line->width_name ? line->width_name : "");
    return 0;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): both are written to */
int finite_check_widths(const struct finite_setting *setting, char key[64], char sentence[SENTENCE_BYTES])
{
    struct search search = {setting, key, sentence};
    return finite_lines_visit(setting->graph, check_line, &search);
}

#include "process/decay_tree_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static int refuse_pair(const struct decay_setting *setting, int i, int k, const char *where, const char **key,
                       char sentence[SENTENCE_BYTES])
{
    const struct graph *graph = setting->graph;
    char advice[ADVICE_BYTES];
    *key = "cuts.pair";
    particle_cuts_advise(graph->model, setting->cuts, graph->pdg + LEGS_IN, i, k, advice);
    snprintf(sentence, SENTENCE_BYTES, "the cross section is infinite where %s and %s %s: %s",
             name_of(graph, k), name_of(graph, i), where, advice);
    return 0;
}

/* Massless particles that one massless propagator may become, and resonances without width. */
static int check_pair(const struct decay_setting *setting, int i, int k, const char **key,
                      char sentence[SENTENCE_BYTES])
{
    const struct graph *graph = setting->graph;
    const struct particle_cuts *cuts = setting->cuts;
    const unsigned legs = 1u << leg_of(i) | 1u << leg_of(k);
    int found[PROPAGATORS_MOST], pdg;
    const double low = particle_cuts_mass_min(cuts, i, k) + mass_of_leg(graph, leg_of(i)) +
                       mass_of_leg(graph, leg_of(k));
    if (low <= 0 && has_massless(graph, legs, &pdg))
        return refuse_pair(setting, i, k,
                           abs(pdg) < 20 ? "are collinear" : "come from one particle without mass", key,
                           sentence);
    const int count = propagators(graph, legs, found);
    for (int n = 0; n < count; ++n) {
        const ts_particle *particle = particle_of(graph, found[n]);
        if (particle->width > 0 || particle->mass <= fmax(low, cuts->mass_min[cut_pair(i, k)]) ||
            particle->mass >= fmin(setting->root_s, cuts->mass_max[cut_pair(i, k)]))
            continue;
        *key = "process";
        snprintf(sentence, SENTENCE_BYTES,
                 "the cross section is infinite where %s and %s come from %s, which has no width: set "
                 "model.%s",
                 name_of(graph, k), name_of(graph, i), particle->name, particle->width_name);
        return 0;
    }
    return 1;
}

/* Directions of no cut: an angle of which nothing is left in double precision. */
static int is_open(const struct particle_cuts *cuts, int i)
{
    const double none = 20;
    return cuts->pt_min[i] <= 0 && fmin(cuts->eta_max[i], cuts->y_max[i]) >= none;
}

/* What goes along a beam by a massless propagator. */
static int check_beam(const struct decay_setting *setting, int beam, int i, const char **key,
                      char sentence[SENTENCE_BYTES])
{
    const struct graph *graph = setting->graph;
    int pdg;
    if (mass_of_leg(graph, leg_of(i)) > 0 || !is_open(setting->cuts, i) ||
        !has_massless(graph, 1u << beam | 1u << leg_of(i), &pdg))
        return 1;
    *key = "cuts";
    snprintf(sentence, SENTENCE_BYTES,
             "the cross section is infinite where %s goes along the beam: give its kind a pt_min, or an "
             "eta_max below 20",
             name_of(graph, i));
    return 0;
}

/* Soft gluons and photons: a transverse momentum bounds their energy from below, or a mass with another. */
static int check_soft(const struct decay_setting *setting, int i, const char **key,
                      char sentence[SENTENCE_BYTES])
{
    const struct graph *graph = setting->graph;
    const struct particle_cuts *cuts = setting->cuts;
    const int gluon = 21, photon = 22, pdg = graph->pdg[leg_of(i)];
    if ((pdg != gluon && pdg != photon) || cuts->final < 3 || cuts->pt_min[i] > 0)
        return 1;
    for (int k = 0; k < cuts->final; ++k)
        if (k != i && cuts->mass_min[cut_pair(i, k)] > mass_of_leg(graph, leg_of(k)))
            return 1;
    *key = pdg == gluon ? "cuts.jet.pt_min" : "cuts.photon.pt_min";
    snprintf(sentence, SENTENCE_BYTES,
             "the cross section is infinite where %s is soft: give a number above 0 GeV, or a lowest mass "
             "with another particle in cuts.pair",
             name_of(graph, i));
    return 0;
}

int decay_tree_check(const struct decay_setting *setting, const char **key, char sentence[SENTENCE_BYTES])
{
    const int final = setting->cuts->final;
    for (int i = 0; i < final; ++i) {
        for (int beam = 0; beam < LEGS_IN; ++beam)
            if (!check_beam(setting, beam, i, key, sentence))
                return 0;
        for (int k = 0; k < i && final > 2; ++k)
            if (!check_pair(setting, i, k, key, sentence))
                return 0;
        if (!check_soft(setting, i, key, sentence))
            return 0;
    }
    return 1;
}

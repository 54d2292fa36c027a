#include "derived/subprocess_making.h"

#include <math.h>
#include <stdio.h>

static const double least_width = 1e-12; /* over mass */

/* A group's chain and what limits its masses. */
struct limits {
    const ts_model *model;
    const struct chain *chain;
    const struct particle_cuts *cuts;
    const int *pdg;
    int legs;
};

static struct limits limits_of(const struct subprocess_making *making, int group)
{
    const struct subprocess_group *members = &making->setting.list->groups[group];
    return (struct limits){making->model, &members->chain, &making->work[group].cuts, members->members[0].pdg,
                           making->setting.list->legs};
}

static void window_of(const struct limits *limits, int resonance, double *low, double *high)
{
    *low = 0;
    *high = INFINITY;
    chain_limits(limits->chain, limits->model, limits->chain->list[resonance].legs, low, high);
}

/* What comes from a resonance, or from the production (-1), has at least this mass by its products and by the
 * cuts on pairs of them. */
static double least_of_products(const struct limits *limits, int of)
{
    const unsigned every = (1u << limits->legs) - 1, legs = of < 0 ? every : limits->chain->list[of].legs;
    double least = 0, low, high;
    for (int i = LEGS_IN; i < limits->legs; ++i)
        if (chain_parent(limits->chain, 1u << i) == of)
            least += ts_model_particle(limits->model, limits->pdg[i])->mass;
    for (int i = 0; i < limits->chain->count; ++i)
        if (chain_parent(limits->chain, limits->chain->list[i].legs) == of) {
            window_of(limits, i, &low, &high);
            least += fmax(low, least_of_products(limits, i));
        }
    for (int a = 0; a < limits->cuts->final; ++a)
        for (int b = 0; b < a; ++b)
            if (legs >> (LEGS_IN + a) & legs >> (LEGS_IN + b) & 1u)
                least = fmax(least, limits->cuts->mass_min[cut_pair(a, b)]);
    return least;
}

double resonance_limits_least(const struct subprocess_making *making, int group)
{
    const struct limits limits = limits_of(making, group);
    return least_of_products(&limits, -1);
}

/* The highest mass that cuts leave a resonance of two particles. */
static double most_by_cuts(const struct limits *limits, int resonance)
{
    const unsigned legs = limits->chain->list[resonance].legs >> LEGS_IN;
    const int first = __builtin_ctz(legs), second = 31 - __builtin_clz(legs);
    return __builtin_popcount(legs) == 2 ? limits->cuts->mass_max[cut_pair(second, first)] : INFINITY;
}

/* Refuses a resonance that has no width, or whose products and cuts leave its limits no room. */
static ts_status check_one(const struct subprocess_making *making, const struct limits *limits, int resonance)
{
    const ts_particle *particle = ts_model_particle(making->model, limits->chain->list[resonance].pdg);
    char sentence[SENTENCE_BYTES];
    double low, high;
    if (!(particle->width > 0)) {
        snprintf(sentence, sizeof sentence,
                 "the cross section is infinite where %s decays, which has no width: set model.%s",
                 particle->name, particle->width_name ? particle->width_name : "width");
        return subprocess_refuse(making, "process", sentence);
    }
    if (particle->width < least_width * particle->mass) {
        snprintf(sentence, sizeof sentence,
                 "%s decays with a width below 10^-12 of its mass, which double precision does not resolve",
                 particle->name);
        return subprocess_refuse(making, "process", sentence);
    }
    window_of(limits, resonance, &low, &high);
    const double least = least_of_products(limits, resonance), most = most_by_cuts(limits, resonance);
    if (least < high && most > low)
        return TS_OK;
    snprintf(
        sentence, sizeof sentence,
        "no event passes where %s decays: its mass is within %d widths of its own, from %.6g to %.6g GeV, "
        "and what comes from it has %s %.6g GeV",
        particle->name, RESONANCE_WIDTHS, low, high, least < high ? "at most" : "at least",
        least < high ? most : least);
    return subprocess_refuse(making, making->request->cuts.pair.count ? "cuts.pair" : "process", sentence);
}

/* Refuses beams that cannot make what the process names. Two that are no hadrons make one mass. */
static ts_status check_energy(const struct subprocess_making *making, const struct limits *limits)
{
    const struct subprocess_setting *setting = &making->setting;
    const unsigned final = (1u << limits->legs) - (1u << LEGS_IN);
    const double least = least_of_products(limits, -1);
    char sentence[SENTENCE_BYTES];
    double low = 0, high = INFINITY;
    if (setting->whole[0] && setting->whole[1])
        chain_limits(limits->chain, limits->model, final, &low, &high);
    if (least < setting->root_s && setting->root_s < high)
        return TS_OK;
    snprintf(
        sentence, sizeof sentence,
        "what the process names has at %s %.6g GeV within %d widths of its masses, and the beams have %.6g GeV",
        least < setting->root_s ? "most" : "least", least < setting->root_s ? high : least, RESONANCE_WIDTHS,
        setting->root_s);
    return subprocess_refuse(making, "beams.energy", sentence);
}

ts_status resonance_limits_check(const struct subprocess_making *making, int group)
{
    const struct limits limits = limits_of(making, group);
    ts_status status = TS_OK;
    if (!limits.chain->count)
        return TS_OK;
    if (!making->setting.space->has_chains)
        return subprocess_refuse(making, "phase_space",
                                 "decays that the process names have phase space in channels: take auto");
    for (int i = 0; i < limits.chain->count && !status; ++i)
        status = check_one(making, &limits, i);
    return status ? status : check_energy(making, &limits);
}

#include "shower/shower_of_card.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { SHOWER_PARAMETERS(NAME) PARAMETERS };
#undef NAME
enum { REGION_NUMBERS = (PARAMETERS - PARAMETER_region0_above) / COUPLING_REGIONS };

/* The option that a refusal is about: the second where the card gives it alone, else the first. */
static const char *blamed(const ts_card *card, const char *first, const char *second)
{
    return !ts_card_has(card, first) && ts_card_has(card, second) ? second : first;
}

static ts_status check(ts_context *context, const ts_card *card, double energy, const struct shower *shower)
{
    const ts_shower *settings = &shower->settings;
    const double alpha_s = shower_alpha_s(&shower->coupling, 2 * log(settings->cutoff));
    char sentence[240];
    if (energy < 2 * settings->cutoff) {
        snprintf(sentence, sizeof sentence,
                 "emissions above %g GeV need an energy of %g GeV or more, and there are %g GeV: lower the "
                 "cut-off, or set shower.enabled to false",
                 settings->cutoff, 2 * settings->cutoff, energy);
        return ts_card_refuse(context, card, blamed(card, "shower.cutoff", "beams.energy"), sentence);
    }
    if (alpha_s <= 1)
        return TS_OK;
    if (isfinite(alpha_s))
        snprintf(sentence, sizeof sentence,
                 "at %g GeV alpha_s would be %.3g, too large for a shower, which needs 1 at most: raise the "
                 "cut-off",
                 settings->cutoff, alpha_s);
    else
        snprintf(sentence, sizeof sentence,
                 "at %g GeV alpha_s has no meaning, for its running begins above: raise the cut-off",
                 settings->cutoff);
    return ts_card_refuse(context, card, blamed(card, "shower.cutoff", "shower.alpha_s"), sentence);
}

ts_status shower_read(ts_context *context, const ts_card *card, double energy, struct shower *shower)
{
    *shower = (struct shower){
        .settings = {.enabled = (int)ts_card_count(card, "shower.enabled")},
        .log_highest = 2 * log(energy),
    };
    ts_shower *settings = &shower->settings;
    if (!settings->enabled)
        return TS_OK;
    settings->alpha_s = ts_card_number(card, "shower.alpha_s");
    settings->order = (int)ts_card_count(card, "shower.order");
    settings->thresholds = (int)ts_card_count(card, "shower.thresholds");
    settings->cutoff = ts_card_number(card, "shower.cutoff");
    settings->max_partons = (int)ts_card_count(card, "shower.max_partons");
    shower->coupling = shower_coupling_create(&quantum_chromodynamics, settings->alpha_s,
                                              ts_card_number(card, "couplings.m_z"), settings->order,
                                              settings->thresholds);
    const ts_status status = check(context, card, energy, shower);
    if (!status)
        shower->bound = shower_bound_create(&shower->coupling, 2 * log(settings->cutoff),
                                            shower->log_highest);
    return status;
}

void shower_parameters(const struct shower *shower, double *parameters)
{
    const double cutoff = shower->settings.cutoff;
    memset(parameters, 0, PARAMETERS * sizeof *parameters);
    if (!shower->settings.enabled)
        return;
    parameters[PARAMETER_cutoff] = cutoff * cutoff;
    parameters[PARAMETER_log_cutoff] = 2 * log(cutoff);
    parameters[PARAMETER_bound_inverse] = shower->bound.inverse;
    parameters[PARAMETER_bound_slope] = shower->bound.slope;
    parameters[PARAMETER_bound_factor] = shower->bound.factor;
    for (int i = 0; i < shower->coupling.regions; ++i) {
        const struct coupling_region *region = &shower->coupling.region[i];
        double *row = parameters + REGION_NUMBERS * i;
        row[PARAMETER_region0_above] = region->above;
        row[PARAMETER_region0_reference] = region->reference;
        /* Without meaning it may be below the cut-off, where nothing looks. */
        row[PARAMETER_region0_alpha] = isfinite(region->alpha) ? region->alpha : 0;
        row[PARAMETER_region0_b0] = region->b0;
        row[PARAMETER_region0_b1] = region->b1;
    }
}

ts_status shower_refuse(ts_context *context, const ts_card *card, const char *name)
{
    static const char *const keys[] = {"shower.enabled",    "shower.alpha_s", "shower.order",
                                       "shower.thresholds", "shower.cutoff",  "shower.max_partons"};
    char sentence[240];
    if (!ts_card_count(card, "shower.enabled"))
        return TS_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (!ts_card_has(card, keys[i]))
            continue;
        snprintf(sentence, sizeof sentence,
                 "%s has no parton shower yet, e+ e- > q q~ has one: remove this option", name);
        return ts_card_refuse(context, card, keys[i], sentence);
    }
    return TS_OK;
}

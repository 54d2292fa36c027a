/* A fermion and its antiparticle to photons. */
#include "families/amplitude_map.h"
#include "families/photons_family.h"
#include "process/couplings.h"
#include "tessera/card.h"

#include <math.h>

/* As asked for, or what a card has by itself. */
static ts_status find_alpha(struct evaluation *work, double asked)
{
    const ts_option *option = ts_option_find("couplings.alpha");
    const double alpha = asked != 0 ? asked : PHOTONS_ALPHA;
    work->coupling = coupling_of_option("alpha", alpha);
    if (alpha >= option->minimum && alpha <= option->maximum)
        return TS_OK;
    char expected[128];
    ts_option_expectation(option, expected, sizeof expected);
    return ts_fail(work->context, TS_ERROR_INPUT, "The coupling alpha = %g makes no sense: expected %s.",
                   alpha, expected);
}

static ts_status prepare(struct evaluation *work, const ts_amplitude_settings *settings)
{
    const int *pdg = work->particles.pdg, photons = work->particles.count - INCOMING;
    ts_status status = find_alpha(work, settings->alpha);
    if (status)
        return status;
    if (settings->alpha_s != 0 || settings->scale != 0)
        ts_log(work->context, TS_LOG_WARNING,
               "The strong coupling and its scale have no part in photons and change nothing.");
    work->items = 1;
    work->factor = pow(4 * M_PI * work->coupling.re, photons) * photons_charges(pdg[0], photons);
    work->factor *= photons_average(pdg[0]) * (work->fixed_helicities ? 4 : 1);
    return TS_OK;
}

static void write(const struct evaluation *work, struct source *text)
{
    source_append(text, "#define PHOTONS %d\n#define PHOTON_ANYWHERE 1\n", work->particles.count - INCOMING);
    source_append(text, "#define PHOTONS_HELICITIES %d\n#define PHOTONS_FERMION %d\n", work->fixed_helicities,
                  work->particles.pdg[0] < 0);
    source_append(text, "#include \"process/photons_sum.h\"\n");
}

static const struct amplitude_map map = {
    .prepare = prepare,
    .write = write,
    .kernel = "photons_sum_map",
    .singular = INCOMING,
    .includes =
        "helicities summed over photons, spins and colours averaged over what comes in, no symmetry factor",
    .includes_one = "one helicity configuration, colours averaged over what comes in, no symmetry factor",
};

ts_status photon_amplitude_evaluate(ts_context *context, const struct amplitude_request *request,
                                    double *values, ts_amplitude_info *info)
{
    return amplitude_map_evaluate(context, &map, request, values, info);
}

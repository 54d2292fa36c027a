/* g g > g ... g: the exact leading-colour sums. */
#include "families/amplitude_map.h"
#include "families/colour_factor.h"
#include "families/gluon_jets_family.h"
#include "process/couplings.h"
#include "tessera/card.h"

#include <math.h>

/* More terms than this (orders times polarisations) take too long. */
static const double most_terms = 5e8;

/* Counts the terms: (n-1)!/2 orders, 2^n polarisations or one. */
static ts_status check_terms(struct evaluation *work)
{
    int n = work->particles.count;
    work->items = (uint64_t)llround(tgamma(n) / 2);
    double terms = (double)work->items * (work->fixed_helicities ? 1 : exp2(n));
    if (terms <= most_terms)
        return TS_OK;
    return ts_fail(
        work->context, TS_ERROR_INPUT,
        "The exact sum over colour orders and helicities of %d gluons has %.1e terms, more than %.0e: give one "
        "helicity configuration (--helicities), or fewer gluons.",
        n, terms, most_terms);
}

static ts_status find_alpha_s(const struct evaluation *work, const ts_amplitude_settings *settings,
                              double *alpha_s)
{
    *alpha_s = settings->alpha_s;
    if (settings->alpha_s == 0)
        return coupling_at_scale(work->context, settings->scale != 0 ? settings->scale : 91.188, alpha_s);
    if (gluon_jets_coupling_valid(*alpha_s))
        return TS_OK;
    char expected[128];
    ts_option_expectation(ts_option_find("couplings.alpha_s"), expected, sizeof expected);
    return ts_fail(work->context, TS_ERROR_INPUT, "The coupling alpha_s = %g makes no sense: expected %s.",
                   *alpha_s, expected);
}

/* Each order counts twice (kernels/process/gluon_sum.h). */
static ts_status prepare(struct evaluation *work, const ts_amplitude_settings *settings)
{
    double alpha_s = 0;
    ts_status status = check_terms(work);
    if (!status)
        status = find_alpha_s(work, settings, &alpha_s);
    work->coupling = coupling_of_option("alpha_s", alpha_s);
    const int n = work->particles.count;
    const double scale = gluon_amplitude_scale(n);
    work->factor = 2 * gluon_colour_factor(n) * pow(4 * M_PI * alpha_s, n - 2) / (tgamma(n) * exp2(n));
    work->factor /= scale * scale;
    if (work->fixed_helicities)
        work->factor *= 4; /* one configuration of the incoming gluons, not their average */
    return status;
}

static void write(const struct evaluation *work, struct source *text)
{
    source_append(text, "#define GLUONS %d\n#define GLUON_POLARIZATION %d\n", work->particles.count,
                  work->fixed_helicities);
    source_append(text, "#define AMPLITUDE_SCALE %.17e\n", gluon_amplitude_scale(work->particles.count));
    source_append(text, "#include \"process/gluon_sum.h\"\n");
}

static const struct amplitude_map map = {
    .prepare = prepare,
    .write = write,
    .kernel = "gluon_sum_map",
    .singular = MOST_GLUONS,
    .includes =
        "helicities and colours summed over final and averaged over initial gluons, leading colour, no symmetry "
        "factor",
    .includes_one = "one helicity configuration, colours summed over final and averaged over initial gluons, "
                    "leading colour, no symmetry factor",
};

ts_status gluon_amplitude_evaluate(ts_context *context, const struct amplitude_request *request,
                                   double *values, ts_amplitude_info *info)
{
    return amplitude_map_evaluate(context, &map, request, values, info);
}

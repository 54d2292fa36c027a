/* Bounds of the square, `QED^2==2`: products of two amplitudes alone, whose weights have both signs. Cross
 * sections, histograms and errors of all parts are those of the whole, and of a quadrature. */
#include "syntax_support.h"

#include <stdio.h>

/* Jets of u u~ from protons around the mass of the Z boson, where the interference changes its sign. */
static ts_result *run_part(const char *process, const char *events, const char *seed)
{
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu"};
    ts_card *card = card_with(
        (const char *const[]){process, "beams.energy=13000", "couplings.alpha_s=0.02", events, seed,
                              "cuts.jet.pt_min=20", "cuts.jet.eta_max=4.5",
                              "cuts.pair={u u~: {mass: [70, 115]}}",
                              "histograms=[{name: m_jj, bins: 9, range: [70, 115]}]", NULL});
    assert_status(context, ts_run(context, card, &settings, &result));
    ts_card_destroy(&card);
    return result;
}

static void parts_are_the_whole(void **state)
{
    static const char *const processes[] = {"process=u u~ > u u~ QCD=2 QED=2", "process=u u~ > u u~ QCD^2==4",
                                            "process=u u~ > u u~ QED^2==4", "process=u u~ > u u~ QED^2==2"};
    double value = 0, error2 = 0, bins[9] = {0}, bin_errors2[9] = {0}, chi2 = 0;
    int positive = 0, negative = 0;
    (void)state;
    for (int i = 0; i < 4; ++i) {
        ts_result *result = run_part(processes[i], "integration.events=500000", "integration.seed=1");
        const ts_bin *bin = result->histograms[0].bins;
        value += (i ? -1 : 1) * result->value;
        error2 += result->error * result->error;
        for (int k = 0; k < 9; ++k) {
            bins[k] += (i ? -1 : 1) * bin[k].sum_w;
            bin_errors2[k] += bin[k].sum_w2;
            positive += i == 3 && bin[k].sum_w > 5 * sqrt(bin[k].sum_w2);
            negative += i == 3 && bin[k].sum_w < -5 * sqrt(bin[k].sum_w2);
        }
        ts_result_destroy(&result);
    }
    for (int k = 0; k < 9; ++k)
        chi2 += bins[k] * bins[k] / bin_errors2[k];
    if (!(fabs(value) < 4 * sqrt(error2)) || chi2 > 28 || positive < 2 || negative < 4)
        fail_msg("whole - parts is %g +- %g pb, chi^2 %g of 9, %d bins above and %d below 0", value,
                 sqrt(error2), chi2, positive, negative);
}

/* Of one interference with other seeds: how far values are apart in units of their errors. */
static void errors_of_both_signs(void **state)
{
    enum { SEEDS = 12 };
    double values[SEEDS], errors[SEEDS], sum = 0, weights = 0, chi2 = 0;
    (void)state;
    for (int i = 0; i < SEEDS; ++i) {
        char seed[40];
        snprintf(seed, sizeof seed, "integration.seed=%d", 100 + i);
        ts_result *result = run_part("process=u u~ > u u~ QED^2==2", "integration.events=100000", seed);
        values[i] = result->value;
        errors[i] = result->error;
        sum += values[i] / (errors[i] * errors[i]);
        weights += 1 / (errors[i] * errors[i]);
        ts_result_destroy(&result);
    }
    for (int i = 0; i < SEEDS; ++i)
        chi2 += pow((values[i] - sum / weights) / errors[i], 2);
    if (chi2 < 2.6 || chi2 > 31) /* 99.5 and 0.1 % */
        fail_msg("chi^2 is %g of %d", chi2, SEEDS - 1);
}

/* |M|^2 over the angle between partons of known energy, by Simpson's rule. */
static double quadrature(const char *process, const char *const *card, double root_s, double pt_min)
{
    enum { STEPS = 200 };
    const double e = root_s / 2, most = sqrt(1 - pow(pt_min / e, 2)), pb = 0.3893793721e9;
    double sum = 0;
    for (int i = 0; i <= STEPS; ++i) {
        const double y = atanh(most) * (2.0 * i / STEPS - 1), z = tanh(y), t = sqrt(1 - z * z);
        double p[4][4] = {{e, 0, 0, e}, {e, 0, 0, -e}, {e, e * t, 0, e * z}, {e, -e * t, 0, -e * z}};
        const double weight = (i == 0 || i == STEPS ? 1
                               : i % 2              ? 4
                                                    : 2) *
                              2 * atanh(most) / (3 * STEPS) * t * t;
        sum += weight * squared_of(process, card, NULL, p, 4);
    }
    return pb * sum / (32 * M_PI * root_s * root_s);
}

static void cross_section_of_an_interference(void **state)
{
    const char *const card[] = {"couplings.alpha_s=0.1", NULL};
    double error;
    (void)state;
    const double value = cross_section((const char *const[]){"process=u d > u d QED^2==2",
                                                             "beams.particles=[u, d]", "beams.energy=1000",
                                                             "couplings.alpha_s=0.1", "cuts.jet.pt_min=100",
                                                             "cuts.jet.eta_max=20",
                                                             "integration.relative_error=1e-3", NULL},
                                       &error);
    const double expected = quadrature("u d > u d QED^2==2", card, 1000, 100);
    if (!(fabs(value - expected) < 4 * error))
        fail_msg("%g +- %g pb, not %g pb", value, error, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_the_whole),
        cmocka_unit_test(errors_of_both_signs),
        cmocka_unit_test(cross_section_of_an_interference),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}

/* Errors behind beams of known energy: over 100 seeds values scatter as they claim, from thresholds to 10^7
 * GeV. Where there is a closed form they lie about it. labels: long */
#include "cascade_peaks.h"
#include "run_support.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 100 };

static const struct peak others[] = {
    {161, w_from_photons, 0, {PHOTONS}},
    {3e4, w_from_photons, 0, {PHOTONS}},
    {91.188, neutrinos_from_muons, 0, {MUONS}},
    {3000, neutrinos_from_muons, 0, {MUONS}},
    {1e5, neutrinos_from_muons, 0, {MUONS}},
    {3000, NULL, 0, {"process=e+ e- > ve ve~ h", LEPTONS}},
    {1e7, NULL, 0, {"process=e+ e- > ve ve~ h", LEPTONS}},
    {3000, NULL, 0, {"process=e+ e- > w+ w- a", LEPTONS, "integration.relative_error=1e-2"}},
};

/* Prints a row of docs/validation.md. */
static int judge(const struct peak *peak)
{
    double value[SEEDS], error[SEEDS], mean = 0, of_mean = 0, squares = 0, chi2 = 0, expected = 0;
    char process[128] = "";
    for (int seed = 0; seed < SEEDS; ++seed) {
        char text[64];
        snprintf(text, sizeof text, "integration.seed=%d", seed + 1);
        struct run run = run_peak(peak, text);
        if (peak->expected) {
            const struct constants c = constants_of(run.context, run.card);
            expected = peak->expected(&c, peak->root_s);
        }
        snprintf(process, sizeof process, "%s", run.result->process);
        value[seed] = run.result->value;
        error[seed] = run.result->error;
        chi2 += run.result->chi2_per_dof / SEEDS;
        end_run(&run);
        mean += value[seed] / SEEDS;
        of_mean += error[seed] * error[seed];
    }
    of_mean = sqrt(of_mean) / SEEDS;
    for (int seed = 0; seed < SEEDS; ++seed)
        squares += pow((value[seed] - mean) / error[seed], 2);
    const double width = sqrt(squares / (SEEDS - 1)), off = peak->expected ? (mean - expected) / of_mean : 0;
    char deviation[24] = "";
    if (peak->expected)
        snprintf(deviation, sizeof deviation, "%.2f", off);
    print_message("| %s | %g | %.5g(%.1g) | %s | %.2f | %.2f |\n", process, peak->root_s, mean, of_mean,
                  deviation, width, chi2);
    return width > 0.8 && width < 1.2 && chi2 > 0.6 && chi2 < 1.4 &&
           (!peak->expected || fabs(mean - expected) < 4 * of_mean + peak->allowed * expected);
}

static void pulls(void **state)
{
    int right = 1;
    (void)state;
    if (!strncmp(test_device, "opencl", 6)) /* bits are the same */
        skip();
    for (size_t i = 0; i < ROWS(peaks); ++i)
        right &= judge(&peaks[i]);
    for (size_t i = 0; i < ROWS(others); ++i)
        right &= judge(&others[i]);
    assert_true(right);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(pulls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

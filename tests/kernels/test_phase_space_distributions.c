/* Phase space, many events: the distributions of RAMBO and of RAMBO on diet. */
#include "kernel_support.h"
#include "phase_space_program.h"

#include <math.h>

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* sqrt(N) times the Kolmogorov-Smirnov distance is above 2.2 in one case of 8000. */
static const double kolmogorov_limit = 2.2;

/* The share of energy x = 2 E / sqrt(s) of any one particle has the density (n-1)(n-2) x (1-x)^(n-3). */
static void energies_have_their_distribution(void **unused)
{
    (void)unused;
    for (int row = 1; row < ROWS; ++row)
        for (enum map map = PUBLISHED; map < MAPS; ++map) {
            int final = table[row].final;
            some_numbers(&table[row], 0, SAMPLING, u);
            make_momenta(&table[row], map, 2);
            for (int particle = 0; particle < final; particle += 1 + final / 4) {
                double *sample = p[4 * particle], distance = 0;
                qsort(sample, EVENTS, sizeof *sample, rising);
                for (int i = 0; i < EVENTS; ++i) {
                    double v = 1 - sample[i];
                    assert_false(isnan(v));
                    double cumulative = 1 - pow(v, final - 2) * (1 + (final - 2) * (1 - v));
                    distance = fmax(distance, fabs(cumulative - (i + 0.5) / EVENTS) + 0.5 / EVENTS);
                }
                assert_true(distance * sqrt(EVENTS) < kolmogorov_limit);
            }
        }
}

/* What is sampled of an event to compare two generators: of its particles i and j. */
static double pair_mass(int i, int j, int event)
{
    values *a = p + 4 * i, *b = p + 4 * j;
    return a[0][event] * b[0][event] - a[1][event] * b[1][event] - a[2][event] * b[2][event] -
           a[3][event] * b[3][event];
}
static double transverse(int i, int j, int event)
{
    (void)j;
    return hypot(p[4 * i + 1][event], p[4 * i + 2][event]);
}
static double azimuth(int i, int j, int event)
{
    return atan2(p[4 * i + 2][event] + p[4 * j + 2][event] / 2, p[4 * i + 1][event]);
}

enum { QUANTITIES = 3, PAIRS = 2 };
static double (*const quantities[QUANTITIES])(int, int, int) = {pair_mass, transverse, azimuth};

/* The quantities, in rising order, of two pairs of particles. */
static void sample_quantities(const struct row *row, enum map map, values samples[QUANTITIES][PAIRS])
{
    some_numbers(row, 0, map == DIET ? SAMPLING : HELICITY, u);
    make_momenta(row, map, 1);
    for (int q = 0; q < QUANTITIES; ++q)
        for (int pair = 0; pair < PAIRS; ++pair) {
            double *sample = samples[q][pair];
            for (int event = 0; event < EVENTS; ++event)
                sample[event] = quantities[q](pair ? row->final - 2 : 0, row->final - 1, event);
            qsort(sample, EVENTS, sizeof *sample, rising);
        }
}

static void both_maps_have_the_same_distributions(void **unused)
{
    (void)unused;
    static values samples[MAPS][QUANTITIES][PAIRS];
    for (int row = 1; row < ROWS; ++row) {
        for (enum map map = PUBLISHED; map < MAPS; ++map)
            sample_quantities(&table[row], map, samples[map]);
        for (int q = 0; q < QUANTITIES; ++q)
            for (int pair = 0; pair < PAIRS; ++pair) {
                double distance = 0;
                for (int i = 0, j = 0; i < EVENTS && j < EVENTS;) {
                    samples[PUBLISHED][q][pair][i] <= samples[DIET][q][pair][j] ? ++i : ++j;
                    distance = fmax(distance, fabs((double)(i - j)) / EVENTS);
                }
                assert_true(distance * sqrt(EVENTS / 2.0) < kolmogorov_limit);
            }
    }
}

/* The n (n-1) / 2 pairs share the invariant mass squared alike: <s_ij> = 2 s / (n (n-1)), within 4 errors. */
static void pair_masses_average(void **unused)
{
    (void)unused;
    for (int row = 1; row < ROWS; ++row) {
        int final = table[row].final;
        double want = 2.0 / (final * (final - 1));
        some_numbers(&table[row], 0, UNWEIGHTING, u);
        for (enum map map = PUBLISHED; map < MAPS; ++map) {
            make_momenta(&table[row], map, 1);
            for (int first = 0; first < final - 1; first += 1 + final / 4) {
                double sum = 0, squares = 0;
                for (int event = 0; event < EVENTS; ++event) {
                    double s = 2 * pair_mass(first, final - 1, event);
                    sum += s;
                    squares += s * s;
                }
                double mean = sum / EVENTS, error = sqrt((squares / EVENTS - mean * mean) / EVENTS);
                assert_true(fabs(mean - want) < 4 * error);
            }
        }
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_have_their_distribution),
        cmocka_unit_test(both_maps_have_the_same_distributions),
        cmocka_unit_test(pair_masses_average),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}

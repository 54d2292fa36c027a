/* Jet cuts, observables and bins against straightforward double-precision code of the C library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#define FINAL 6
#include "observable/histogram_bin.h"
#include "observable/jets.h"
#include "phase_space/rambo.h"
#include "random.h"

/* Rounding: relative to the values, which are of order 1 in size and angle. */
static const double rounding = PRECISION_DOUBLE ? 1e-14 : 1e-5;

typedef struct plain_jet {
    double pt, eta, phi;
} plain_jet;

static int falling(const void *a, const void *b)
{
    double x = ((const plain_jet *)a)->pt, y = ((const plain_jet *)b)->pt;
    return (x < y) - (x > y);
}

static void plain_jets(const vector4 p[JETS], real rapidity, int lane, plain_jet jets[JETS])
{
    for (int i = 0; i < JETS; ++i) {
        double x = p[i].x[lane], y = p[i].y[lane], z = p[i].z[lane];
        jets[i].pt = hypot(x, y);
        jets[i].eta = asinh(z / jets[i].pt) + (double)rapidity[lane];
        jets[i].phi = atan2(y, x);
    }
}

static double plain_rmin(const plain_jet jets[JETS])
{
    double least = INFINITY;
    for (int i = 0; i < JETS; ++i)
        for (int j = 0; j < i; ++j) {
            double phi = remainder(jets[i].phi - jets[j].phi, 2 * acos(-1.0));
            least = fmin(least, hypot(jets[i].eta - jets[j].eta, phi));
        }
    return least;
}

static void some_event(uint32 number, vector4 p[JETS], real *rapidity)
{
    event_number event = {w_lane() + number * LANES, w_set(0), 5, 0};
    real u[RAMBO_NUMBERS], pair[2];
    for (int i = 0; i < RAMBO_NUMBERS / 2; ++i)
        uniform_pair(event, STREAM_SAMPLING, (uint32)i, u + 2 * i);
    uniform_pair(event, STREAM_SAMPLING, 100, pair);
    rambo(u, R(1.0), p);
    *rapidity = (pair[0] - R(0.5)) * R(3.0);
}

static void observables(void **unused)
{
    (void)unused;
    for (uint32 number = 0; number < 2000; ++number) {
        vector4 p[JETS];
        real rapidity;
        jet_set jets;
        some_event(number, p, &rapidity);
        jets_pt(p, &jets);
        jets_angles(p, rapidity, &jets);
        real ht = jets_ht(&jets), rmin = jets_rmin(&jets);
        jets_order(&jets);
        FOR_LANES(l) {
            plain_jet plain[JETS];
            plain_jets(p, rapidity, l, plain);
            double sum = 0;
            for (int i = 0; i < JETS; ++i)
                sum += plain[i].pt;
            assert_true(fabs((double)ht[l] - sum) < rounding);
            assert_true(fabs((double)rmin[l] - plain_rmin(plain)) < rounding);
            qsort(plain, JETS, sizeof *plain, falling);
            for (int i = 0; i < JETS; ++i) {
                assert_true(fabs((double)jets.pt[i][l] - plain[i].pt) < rounding);
                assert_true(fabs((double)jets.eta[i][l] - plain[i].eta) < rounding);
                assert_true(fabs((double)jets.phi[i][l] - plain[i].phi) < rounding);
            }
        }
    }
}

/* Both codes decide alike unless an event lies on a cut within rounding; both outcomes occur. */
static void cuts(void **unused)
{
    (void)unused;
    const double pt_min = 0.02, eta_max = 2.5, dr_min = 0.4;
    jet_cuts limits = {R(0.02), (scalar)exp(eta_max), (scalar)dr_min};
    long passed = 0, failed = 0;
    for (uint32 number = 0; number < 20000; ++number) {
        vector4 p[JETS];
        real rapidity;
        jet_set jets;
        some_event(number, p, &rapidity);
        mask pass = jets_pass(p, rapidity, limits, &jets);
        FOR_LANES(l) {
            plain_jet plain[JETS];
            plain_jets(p, rapidity, l, plain);
            /* how far inside all cuts, negative outside */
            double inside = plain_rmin(plain) - dr_min;
            for (int i = 0; i < JETS; ++i)
                inside = fmin(inside, fmin(plain[i].pt - pt_min, eta_max - fabs(plain[i].eta)));
            if (fabs(inside) > rounding)
                assert_int_equal(pass[l] != 0, inside > 0);
            passed += pass[l] != 0;
            failed += pass[l] == 0;
        }
    }
    assert_true(passed > 1000 && failed > 1000);
}

/* A jet along the beam has an infinite pseudorapidity and fails; none of the numbers traps. */
static void along_the_beam(void **unused)
{
    (void)unused;
    vector4 p[JETS];
    real rapidity;
    jet_set jets;
    some_event(0, p, &rapidity);
    vector4 forward = {R(0.1), R(0.0), R(0.0), R(-0.1)};
    p[2] = forward;
    jet_cuts limits = {R(-1.0), (scalar)exp(2.5), 0};
    assert_false(r_any(jets_pass(p, rapidity, limits, &jets)));
    jets_angles(p, rapidity, &jets);
    assert_true(isinf(jets.eta[2][0]) && jets.eta[2][0] < 0);
}

static void bins(void **unused)
{
    (void)unused;
    const double values[] = {-1e30, -INFINITY, -1, 0, 0.5, 1, 9.75, 10, 1e30, INFINITY, NAN};
    const int linear[] = {0, 0, 0, 1, 1, 2, 10, 11, 11, 11, 11};
    for (int i = 0; i < 11; ++i)
        assert_int_equal(histogram_bin(r_set((scalar)values[i]), 0, 1, 10)[0], linear[i]);
    const double powers[] = {-1, 0, 0.5, 1.5, 5, 700, 1500, INFINITY, NAN};
    const int logarithmic[] = {0, 0, 0, 1, 1, 3, 4, 4, 4};
    for (int i = 0; i < 9; ++i)
        assert_int_equal(histogram_log_bin(r_set((scalar)powers[i]), 0, (scalar)(1 / log(10)), 3)[0],
                         logarithmic[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(observables),
        cmocka_unit_test(cuts),
        cmocka_unit_test(along_the_beam),
        cmocka_unit_test(bins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Squared matrix elements at given points, as `tessera amplitude` prints them, against
 * closed forms: for four and five gluons the leading-colour sum is the exact one. */
#include "device_support.h"

#include "parke_taylor.h"
#include "tessera/amplitude.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 16 };

static const double gev = 200;      /* the unit of a point's energies */
static const double alpha_s = 0.12; /* so that g^2 = 4 pi alpha_s */

/* A point whose invariants are all large, so that few digits cancel. */
static point spread_point(int n, uint64_t *random)
{
    point event = point_random(n, random);
    while (point_smallest_invariant(&event, n) < 0.02)
        event = point_random(n, random);
    return event;
}

/* The momenta as users give them: incoming energies positive, in GeV. */
static void give(const point *event, int n, double momenta[][4])
{
    for (int i = 0; i < n; ++i)
        for (int c = 0; c < 4; ++c)
            momenta[i][c] = (double)((i < 2 ? -gev : gev) * event->p[i][c]);
}

static void name_process(int n, char *process, size_t bytes)
{
    size_t used = (size_t)snprintf(process, bytes, "g g >");
    for (int i = 2; i < n; ++i)
        used += (size_t)snprintf(process + used, bytes - used, " g");
}

static ts_status evaluate(ts_context *context, int n, const ts_amplitude_settings *settings,
                          const double momenta[][4], size_t points, double *values)
{
    char process[80];
    ts_amplitude_settings here = *settings;
    here.device = test_device;
    name_process(n, process, sizeof process);
    return ts_amplitude_evaluate(context, process, &here, (size_t)n, momenta[0], points, values, NULL);
}

/* The value at one point; helicities NULL: summed and averaged. */
static double value_at(int n, const double momenta[][4], const char *helicities, const char *precision)
{
    const ts_amplitude_settings settings = {.alpha_s = alpha_s,
                                            .helicities = helicities,
                                            .precision = precision};
    ts_context *context;
    double value = NAN;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, evaluate(context, n, &settings, momenta, 1, &value));
    ts_context_destroy(&context);
    return value;
}

static double value_of(const point *event, int n, const char *helicities)
{
    double momenta[MOST][4];
    give(event, n, momenta);
    return value_at(n, momenta, helicities, NULL);
}

static int close_to(double value, double expected, double tolerance)
{
    if (fabs(value / expected - 1) <= tolerance)
        return 1;
    print_error("%.17g is not %.17g: %.2g off\n", value, expected, value / expected - 1);
    return 0;
}

/* sum_{orders} 1 / (s_12 s_23 ... s_n1) over the (n-1)! orders that differ by more than a rotation:
 * order[0 .. fixed-1] stand, the others take turns. */
static long double sum_orders(const point *event, int n, int fixed, int *order)
{
    if (fixed == n)
        return 1 / parke_taylor_cycle(event, n, order);
    long double sum = 0;
    for (int i = fixed; i < n; ++i) {
        const int first = order[fixed], other = order[i];
        order[fixed] = other;
        order[i] = first;
        sum += sum_orders(event, n, fixed + 1, order);
        order[fixed] = first;
        order[i] = other;
    }
    return sum;
}

/* g^(2n-4) N^(n-2) (N^2 - 1) numerator sum_{orders} ..., the sum over colours (M. L. Mangano, S. J. Parke,
 * Phys. Rept. 200 (1991) 301), in GeV, averaged over the incoming colours. */
static double closed_form(const point *event, int n, long double numerator)
{
    int order[MOST];
    for (int i = 0; i < n; ++i)
        order[i] = i;
    const double colours = pow(3, n - 2) * 8 / 64, coupling = pow(4 * acos(-1) * alpha_s, n - 2);
    return (double)(colours * coupling * numerator * sum_orders(event, n, 1, order)) * pow(gev, 8 - 2 * n);
}

static void four_gluons_are_exact(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int trial = 0; trial < 20; ++trial) {
        const point event = spread_point(4, &random);
        const double s = (double)point_invariant(&event, 0, 1), t = (double)point_invariant(&event, 0, 2);
        const double u = (double)point_invariant(&event, 0, 3), g2 = 4 * acos(-1) * alpha_s;
        const double exact = 4.5 * g2 * g2 * (3 - t * u / (s * s) - s * u / (t * t) - s * t / (u * u));
        assert_true(close_to(value_of(&event, 4, NULL), exact, 1e-12));
    }
}

/* Two negative helicities, or two positive ones; 4 is the average over the incoming ones. */
static void five_gluons_are_exact(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int trial = 0; trial < 20; ++trial) {
        const point event = spread_point(5, &random);
        const double exact = closed_form(&event, 5, 2 * parke_taylor_pairs(&event, 5)) / 4;
        assert_true(close_to(value_of(&event, 5, NULL), exact, 1e-11));
    }
}

static void helicities_sum_to_the_total(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int n = 4; n <= 5; ++n) {
        const point event = spread_point(n, &random);
        double sum = 0;
        for (int choice = 0; choice < 1 << n; ++choice) {
            char helicities[MOST + 1] = "";
            for (int i = 0; i < n; ++i)
                helicities[i] = choice >> i & 1 ? '+' : '-';
            sum += value_of(&event, n, helicities);
        }
        assert_true(close_to(value_of(&event, n, NULL), sum / 4, 1e-12));
    }
}

/* An incoming + is an outgoing -: "+++++" has two negative helicities, "--+++" none, "-++++" one. */
static void one_configuration(void **state)
{
    (void)state;
    uint64_t random = 4;
    const point event = spread_point(5, &random);
    const double exact = closed_form(&event, 5, powl(point_invariant(&event, 0, 1), 4));
    assert_true(close_to(value_of(&event, 5, "+++++"), exact, 1e-11));
    assert_true(close_to(value_of(&event, 5, "-----"), exact, 1e-11));
    static const char *const vanishing[] = {"--+++", "-++++", "+-+++", "--++-", "++---", "+----"};
    for (size_t i = 0; i < sizeof vanishing / sizeof vanishing[0]; ++i)
        assert_true(value_of(&event, 5, vanishing[i]) < 1e-24 * exact);
}

static void final_gluons_are_alike(void **state)
{
    (void)state;
    uint64_t random = 5;
    const point event = spread_point(6, &random);
    point other = event;
    for (int i = 2; i < 6; ++i)
        memcpy(other.p[i], event.p[i < 5 ? i + 1 : 2], sizeof other.p[i]);
    assert_true(close_to(value_of(&other, 6, NULL), value_of(&event, 6, NULL), 1e-11));
}

/* Six soft gluons in pairs beside two hard ones: the squares of these amplitudes are beyond
 * single precision, the matrix element is not. */
static void single_precision_has_room(void **state)
{
    (void)state;
    enum { N = 10 };
    const double energy = 4000, soft = 1;
    const double axes[4][3] = {{2. / 3, 1. / 3, 2. / 3}, {0.6, 0.8, 0}, {-0.48, 0.6, 0.64}, {0, 0.96, -0.28}};
    double momenta[N][4] = {{energy, 0, 0, energy}, {energy, 0, 0, -energy}};
    for (int i = 2; i < N; ++i) {
        const double e = i < 4 ? energy - 3 * soft : soft;
        momenta[i][0] = e;
        for (int c = 0; c < 3; ++c)
            momenta[i][c + 1] = (i % 2 ? -e : e) * axes[i / 2 - 1][c];
    }
    const double wide = value_at(N, momenta, "++++++++++", "double");
    assert_true(isfinite(wide) && wide > 0);
    assert_true(close_to(value_at(N, momenta, "++++++++++", "single"), wide, 1e-2));
}

static void assert_refused(int n, const ts_amplitude_settings *settings, const double momenta[][4],
                           size_t points, ts_status expected, const char *words)
{
    ts_context *context;
    double values[2];
    assert_int_equal(ts_context_create(&context), TS_OK);
    const ts_status status = evaluate(context, n, settings, momenta, points, values);
    if (status != expected || !strstr(ts_context_error(context), words))
        fail_msg("status %d, \"%s\" does not say \"%s\"", (int)status, ts_context_error(context), words);
    ts_context_destroy(&context);
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    uint64_t random = 6;
    const ts_amplitude_settings defaults = {0}, half = {.precision = "half"}, strong = {.alpha_s = 3},
                                negative = {.alpha_s = -0.1}, low = {.scale = 0.15}, below = {.scale = -1},
                                short_list = {.helicities = "+++"};
    double momenta[2 * MOST][4];
    point event = spread_point(4, &random);
    give(&event, 4, momenta);
    assert_refused(4, &half, momenta, 1, TS_ERROR_INPUT, "single or double");
    assert_refused(4, &strong, momenta, 1, TS_ERROR_INPUT, "alpha_s = 3 makes no sense");
    assert_refused(4, &negative, momenta, 1, TS_ERROR_INPUT, "alpha_s = -0.1 makes no sense");
    assert_refused(4, &low, momenta, 1, TS_ERROR_INPUT, "no meaning at 0.15 GeV");
    assert_refused(4, &below, momenta, 1, TS_ERROR_INPUT, "no meaning at -1 GeV");
    assert_refused(4, &short_list, momenta, 1, TS_ERROR_INPUT, "each of the 4 particles");
    /* the second point goes along the beam */
    memcpy(momenta[4], momenta[0], 2 * sizeof momenta[0]);
    memcpy(momenta[6], momenta[0], 2 * sizeof momenta[0]);
    assert_refused(4, &defaults, momenta, 2, TS_ERROR_NUMERIC, "Point 2: particles 1 and 3 are collinear");
    event = point_random(12, &random);
    give(&event, 12, momenta);
    assert_refused(12, &defaults, momenta, 1, TS_ERROR_INPUT, "fewer gluons");
}

enum { TOGETHER = 4500, LEGS = 5 }; /* more than a launch has, and no whole number of pieces */

/* Points that are asked for together: by the sum over orders, and with all colours by the recursion. */
static void many_points_are_each_alone(void **state)
{
    (void)state;
    static double momenta[TOGETHER * LEGS][4], values[TOGETHER];
    uint64_t random = 7;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (int i = 0; i < TOGETHER; ++i) {
        const point event = spread_point(LEGS, &random);
        give(&event, LEGS, momenta + LEGS * i);
    }
    for (int way = 0; way < 2; ++way) {
        const ts_amplitude_settings settings = {.alpha_s = alpha_s, .colour = way ? "full" : NULL};
        assert_status(context, evaluate(context, LEGS, &settings, momenta, TOGETHER, values));
        for (int i = 0; i < TOGETHER; i += i < TOGETHER - 100 ? 499 : 33) {
            double alone;
            assert_status(context, evaluate(context, LEGS, &settings, momenta + LEGS * i, 1, &alone));
            assert_memory_equal(&alone, &values[i], sizeof alone);
        }
        /* of two points without a value the first is named, whoever finds which */
        double kept[2];
        memcpy(kept, (double[]){momenta[LEGS * 4100 + 2][0], momenta[LEGS * 4400 + 3][0]}, sizeof kept);
        momenta[LEGS * 4100 + 2][0] = momenta[LEGS * 4400 + 3][0] = NAN;
        const ts_status status = evaluate(context, LEGS, &settings, momenta, TOGETHER, values);
        assert_int_equal(status, TS_ERROR_INPUT);
        assert_non_null(strstr(ts_context_error(context), "Point 4101: particle 3, g, "));
        momenta[LEGS * 4100 + 2][0] = kept[0];
        momenta[LEGS * 4400 + 3][0] = kept[1];
    }
    ts_context_destroy(&context);
}

/* A point of two massless particles, of this energy. */
static void two_to_two(double energy, double cosine, double momenta[4][4])
{
    const double across = energy * sqrt(1 - cosine * cosine), along = energy * cosine;
    const double p[4][4] = {{energy, 0, 0, energy},
                            {energy, 0, 0, -energy},
                            {energy, across, 0, along},
                            {energy, -across, 0, -along}};
    memcpy(momenta, p, sizeof p);
}

/* One of many questions that differ in process, couplings, helicities, energy and number of points. */
static double ask(ts_context *context, int number)
{
    static const char *const processes[] = {"g g > g g", "u u~ > e+ e-", "e+ e- > a a", "u u~ > u u~"};
    const ts_amplitude_settings settings = {.alpha_s = 0.1 + 0.001 * (number % 5),
                                            .alpha = number % 3 ? 0 : 1.0 / 130,
                                            .helicities = number % 7 ? NULL : "+-+-",
                                            .precision = number % 11 ? "double" : "single",
                                            .device = "cpu"};
    double momenta[3][4][4], values[3];
    const size_t points = 1 + (size_t)number % 3;
    for (size_t i = 0; i < points; ++i)
        two_to_two(10 << number % 9, 0.1 * (double)i - 0.3, momenta[i]);
    assert_status(context, ts_amplitude_evaluate(context, processes[number % 4], &settings, 4, momenta[0][0],
                                                 points, values, NULL));
    return values[points - 1];
}

/* A context keeps what it prepared, of the last questions: each has the bits that a new context gives it. */
static void what_is_kept_changes_nothing(void **state)
{
    enum { QUESTIONS = 231, EACH = 13 };
    ts_context *context;
    double values[QUESTIONS];
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (int i = 0; i < 2 * QUESTIONS; ++i) {
        const double value = ask(context, i % QUESTIONS);
        if (i >= QUESTIONS)
            assert_memory_equal(&value, &values[i % QUESTIONS], sizeof value);
        values[i % QUESTIONS] = value;
    }
    ts_context_destroy(&context);
    for (int i = 0; i < QUESTIONS; i += EACH) {
        assert_int_equal(ts_context_create(&context), TS_OK);
        const double value = ask(context, i);
        assert_memory_equal(&value, &values[i], sizeof value);
        ts_context_destroy(&context);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_gluons_are_exact),          cmocka_unit_test(five_gluons_are_exact),
        cmocka_unit_test(helicities_sum_to_the_total),    cmocka_unit_test(one_configuration),
        cmocka_unit_test(final_gluons_are_alike),         cmocka_unit_test(single_precision_has_room),
        cmocka_unit_test(what_has_no_meaning_is_refused), cmocka_unit_test(many_points_are_each_alone),
        cmocka_unit_test(what_is_kept_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

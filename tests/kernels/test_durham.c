/* Durham's jet rates against clustering that looks at all pairs again at every step, in extended precision.
 */
#include "parton_events.h"

#include <float.h>

enum { RATES = 4 };
static const double none = -0x1p100; /* HISTOGRAM_NONE: a rate that is not there */
static double rates[RATES * EVENTS], again[RATES * EVENTS];

static const char head[] = "#include \"map.h\"\n#include \"observable/durham.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    MAP(cluster, GLOBAL scalar *, rows, GLOBAL scalar *, out, GLOBAL scalar *, none, GLOBAL scalar *, more) {
        event_list events = {rows, COUNT};
        real y[DURHAM_RATES];
        durham_rates(events, (uint32)ELEMENT, y);
        for (int i = 0; i < DURHAM_RATES; ++i)
            r_store(out + AT(i), y[i]);
    });

static void run(double *values)
{
    struct kernel kernel = kernel_open_parts(head, kernels, EVENTS);
    events_run(&kernel, "cluster", RATES, values);
    kernel_close(&kernel);
}

static long double distance(const long double p[4], const long double q[4])
{
    const long double e = sqrtl(space_dot(p, p)), f = sqrtl(space_dot(q, q));
    long double square = 0;
    for (int c = 1; c < 4; ++c)
        square += (p[c] / e - q[c] / f) * (p[c] / e - q[c] / f);
    return fminl(p[0] * p[0], q[0] * q[0]) * square;
}

/* y23 and so on; how far the second smallest distance is from the smallest, relatively, at the worst step. */
static double plain_rates(size_t slot, double y[RATES])
{
    long double p[MOST_PARTONS][4], sum = 0, gap = 1;
    int n = (int)*event_count(slot);
    for (int i = 0; i < n; ++i) {
        parton_get(slot, i, p[i]);
        sum += p[i][0];
    }
    for (int i = 0; i < RATES; ++i)
        y[i] = none;
    for (; n > 2; --n) {
        int first = 0, second = 1;
        long double least = distance(p[0], p[1]), next = INFINITY;
        for (int j = 2; j < n; ++j)
            for (int i = 0; i < j; ++i) {
                const long double d = distance(p[i], p[j]);
                next = fminl(next, fmaxl(d, least));
                if (d < least)
                    least = d, first = i, second = j;
            }
        gap = fminl(gap, (next - least) / next);
        if (n - 3 < RATES)
            y[n - 3] = (double)(least / (sum * sum));
        for (int c = 0; c < 4; ++c) {
            p[first][c] += p[second][c];
            p[second][c] = p[n - 1][c];
        }
    }
    return (double)gap;
}

/* Rounding moves an angle by as much as a direction has room for, whatever it is. So y is right to a
 * relative 1e-12 and sqrt(y) to 16 units of the last place of 1 (in single precision to 2e-5). Where two
 * distances are closer than that to each other, either may come first. */
static void against_plain(void **unused)
{
    (void)unused;
    const double last = 2 * (test_double ? DBL_EPSILON : FLT_EPSILON), relative = 32 * last;
    int tied = 0;
    double worst = 0;
    events_random(1, 20);
    run(rates);
    for (size_t slot = 0; slot < EVENTS; ++slot) {
        double plain[RATES];
        if (plain_rates(slot, plain) < 10 * relative) {
            ++tied;
            continue;
        }
        for (int i = 0; i < RATES; ++i) {
            const double y = rates[i * EVENTS + slot];
            assert_int_equal(y == none, plain[i] == none);
            if (plain[i] < 0)
                continue;
            const double allowed = relative * plain[i] + 2 * last * sqrt(plain[i]) + last * last;
            worst = fmax(worst, fabs(y - plain[i]) / allowed);
            assert_true(fabs(y - plain[i]) <= allowed);
        }
    }
    print_message("%d of %d events tied, largest error %.2g of what is allowed\n", tied, EVENTS, worst);
    assert_true(tied < EVENTS / 20);
}

/* The largest events that there is room for, beside the smallest; and each has the same bits beside others.
 */
static void neighbours(void **unused)
{
    (void)unused;
    events_random(2, MOST_PARTONS);
    run(rates);
    events_reverse();
    run(again);
    assert_same_reversed(rates, again, RATES);
    for (size_t i = 0; i < RATES * EVENTS; ++i)
        assert_true(isfinite(rates[i]) && (rates[i] == none || (rates[i] >= 0 && rates[i] <= 1)));
}

static void assert_rates(size_t slot, double y23, double y34, double y45, double y56)
{
    const double expected[RATES] = {y23, y34, y45, y56};
    for (int i = 0; i < RATES; ++i)
        assert_true(fabs(rates[i * EVENTS + slot] - expected[i]) < (test_double ? 1e-15 : 1e-6));
}

/* Equal distances, partons along one line, and some that have no momentum. */
static void known(void **unused)
{
    (void)unused;
    events_random(3, 8);
    events_symmetric();
    run(rates);
    assert_rates(0, 1 / 3., none, none, none);
    assert_rates(1, 1 / 6., 1 / 6., none, none);
    assert_rates(2, 0, 0, 0, 0);
    assert_rates(3, none, none, none, none);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_plain),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

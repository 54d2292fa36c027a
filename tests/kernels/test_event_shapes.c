/* Thrust against all choices of signs, and what follows from its axis against plain formulae, in extended
 * precision. */
#include "parton_events.h"

#include <float.h>

enum { SHAPES = 5, FEW_MOST = 16 };
enum { THRUST, HEAVY, LIGHT, WIDE, NARROW };
static const double none = -0x1p100; /* HISTOGRAM_NONE: shapes of a pair */
static double shapes[SHAPES * EVENTS], again[SHAPES * EVENTS];

static const char head[] = "#include \"map.h\"\n#include \"observable/event_shapes.h\"\n";
static const char planes[] =
    "#define THRUST_FEW 2\n"; /* before it: the way of larger events for nearly all */
static const char kernels[] = KERNEL_TEXT(
    MAP(shapes, GLOBAL scalar *, rows, GLOBAL scalar *, out, GLOBAL scalar *, none, GLOBAL scalar *, more) {
        event_list events = {rows, COUNT};
        event_shape_values values;
        event_shapes(events, (uint32)ELEMENT, &values);
        r_store(out + AT(0), values.thrust);
        r_store(out + AT(1), values.heavy_mass);
        r_store(out + AT(2), values.light_mass);
        r_store(out + AT(3), values.wide);
        r_store(out + AT(4), values.narrow);
    });

static void run(const char *before, double *values)
{
    char text[256];
    snprintf(text, sizeof text, "%s%s", before, head);
    struct kernel kernel = kernel_open_parts(text, kernels, EVENTS);
    events_run(&kernel, "shapes", SHAPES, values);
    kernel_close(&kernel);
}

/* The search over all choices of signs: v is the sum of the partons chosen so far. */
struct search {
    int count;
    long double p[MOST_PARTONS][4];
    long double best, second; /* the largest squares */
    long double axis[4];
};

static void search_signs(struct search *search, int parton, const long double v[4])
{
    if (parton == search->count) {
        const long double square = space_dot(v, v);
        search->second = fmaxl(search->second, fminl(square, search->best));
        if (square > search->best) {
            search->best = square;
            memcpy(search->axis, v, sizeof search->axis);
        }
        return;
    }
    for (int sign = -1; sign < 2; sign += 2) {
        long double next[4];
        for (int c = 1; c < 4; ++c)
            next[c] = v[c] + sign * search->p[parton][c];
        search_signs(search, parton + 1, next);
    }
}

static long double perp(const long double p[4], const long double n[4])
{
    const long double x = p[2] * n[3] - p[3] * n[2], y = p[3] * n[1] - p[1] * n[3],
                      z = p[1] * n[2] - p[2] * n[1];
    return sqrtl(x * x + y * y + z * z);
}

/* (p + q)^2 of massless momenta */
static long double pair_square(const long double p[4], const long double q[4])
{
    const long double e = sqrtl(space_dot(p, p)), f = sqrtl(space_dot(q, q));
    long double square = 0;
    for (int c = 1; c < 4; ++c)
        square += (p[c] / e - q[c] / f) * (p[c] / e - q[c] / f);
    return e * f * square;
}

/* The shapes; how far the second best axis is from the best, relatively. */
static double plain_shapes(size_t slot, double values[SHAPES])
{
    struct search search = {.count = (int)*event_count(slot), .best = -1, .second = -1};
    long double sum = 0, mass[2] = {0}, across[2] = {0};
    for (int i = 0; i < search.count; ++i) {
        parton_get(slot, i, search.p[i]);
        sum += sqrtl(space_dot(search.p[i], search.p[i]));
    }
    search_signs(&search, 1, search.p[0]);
    const long double length = sqrtl(search.best);
    for (int c = 1; c < 4; ++c)
        search.axis[c] /= length;
    for (int i = 0; i < search.count; ++i) {
        const int side = space_dot(search.p[i], search.axis) < 0;
        across[side] += perp(search.p[i], search.axis);
        for (int j = 0; j < i; ++j)
            if ((space_dot(search.p[j], search.axis) < 0) == side)
                mass[side] += pair_square(search.p[i], search.p[j]);
    }
    values[THRUST] = (double)(1 - length / sum);
    values[HEAVY] = (double)(sqrtl(fmaxl(mass[0], mass[1])) / sum);
    values[LIGHT] = (double)(sqrtl(fminl(mass[0], mass[1])) / sum);
    values[WIDE] = (double)(fmaxl(across[0], across[1]) / (2 * sum));
    values[NARROW] = (double)(fminl(across[0], across[1]) / (2 * sum));
    return (double)((search.best - search.second) / search.best);
}

/* To 64 units of their last place (2e-14 in double, 8e-6 in single precision)
 * and 2 of that of 1. Thrust always, the others where no second axis is as
 * good but for that. Where momentum is not conserved, the squares of
 * masses. */
static void assert_plain(void)
{
    const double last = 2 * (test_double ? DBL_EPSILON : FLT_EPSILON), relative = 32 * last;
    int tied = 0, compared = 0;
    double worst[SHAPES] = {0};
    for (size_t slot = 0; slot < EVENTS; ++slot) {
        double plain[SHAPES];
        if (*event_count(slot) < 3)
            continue;
        const int clear = plain_shapes(slot, plain) > 10 * relative;
        tied += !clear;
        ++compared;
        for (int i = 0; i < (clear ? SHAPES : 1); ++i) {
            const double power = slot % KINDS == OPEN && (i == HEAVY || i == LIGHT) ? 2 : 1;
            const double found = pow(shapes[i * EVENTS + slot], power), expected = pow(plain[i], power);
            const double error = fabs(found - expected), allowed = relative * expected + last;
            worst[i] = fmax(worst[i], error / allowed);
            assert_true(error <= allowed);
        }
    }
    print_message("%d of %d events tied; largest errors %.2g %.2g %.2g %.2g %.2g of what is allowed\n", tied,
                  compared, worst[0], worst[1], worst[2], worst[3], worst[4]);
    assert_true(tied < compared / 20);
}

static void against_plain(void **unused)
{
    (void)unused;
    events_random(1, FEW_MOST);
    run("", shapes);
    assert_plain();
}

static void planes_against_plain(void **unused)
{
    (void)unused;
    events_random(2, 12);
    run(planes, shapes);
    assert_plain();
}

/* As little room as a card may give events, less than the table of sums has. */
static void little_room(void **unused)
{
    (void)unused;
    events_random(5, 4);
    run("#define MOST_PARTONS 4\n", shapes);
    assert_plain();
}

/* The largest events that there is room for, beside the smallest; and each has the same bits beside others.
 */
static void neighbours(void **unused)
{
    (void)unused;
    events_random(3, MOST_PARTONS);
    run("", shapes);
    events_reverse();
    run("", again);
    assert_same_reversed(shapes, again, SHAPES);
    events_reverse();
    for (size_t slot = 0; slot < EVENTS; ++slot)
        for (int i = 0; i < SHAPES; ++i) {
            const double value = shapes[i * EVENTS + slot];
            assert_true(*event_count(slot) < 3 ? value == none : value >= 0 && value < 1);
        }
}

static void assert_shapes(size_t slot, double thrust, double heavy, double light, double wide, double narrow)
{
    const double expected[SHAPES] = {thrust, heavy, light, wide, narrow};
    for (int i = 0; i < SHAPES; ++i)
        assert_true(fabs(shapes[i * EVENTS + slot] - expected[i]) < (test_double ? 1e-14 : 1e-6));
}

/* Axes that are equally good, partons along one line, some without momentum; three partons, T = max 2 E_i /
 * E. */
static void known(void **unused)
{
    (void)unused;
    const double h = sqrt(3) / 2, t = 1 / sqrt(3);
    const long double right[][4] = {{3, 3, 0, 0}, {4, 0, 4, 0}, {5, -3, -4, 0}};
    events_random(4, 8);
    events_symmetric();
    event_set(4, 3, right);
    run("", shapes);
    assert_shapes(0, 1 / 3., sqrt(1 / 3.), 0, h / 3, 0);
    assert_shapes(1, 1 - t, 1 / sqrt(6), 1 / sqrt(6), 1 / sqrt(24), 1 / sqrt(24));
    assert_shapes(2, 0, 0, 0, 0, 0);
    assert_shapes(3, none, none, none, none, none);
    assert_shapes(4, 1 / 6., sqrt(24) / 12, 0, .2, 0);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_plain), cmocka_unit_test(planes_against_plain),
        cmocka_unit_test(little_room),   cmocka_unit_test(neighbours),
        cmocka_unit_test(known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

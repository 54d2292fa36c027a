/* The ladder of massless jets (kernels/phase_space/ladder.h), event by event. Tested are conservation and
 * cuts with extreme numbers too, densities against differences of the map, and integrals against others of
 * one dimension. */
#include "kernel_support.h"
#include "phase_space/ladder_axes.h"

#include <float.h>
#include <math.h>

enum { EVENTS = 40000, FINAL_MAX = 12, AXES_MAX = 3 * FINAL_MAX, ROWS_MAX = 5 * FINAL_MAX + 3 };

static const double root_s = 700, y_most = 2.5, y_narrow = 0.6, y_wide = 14;

static const char head[] = "#include \"map.h\"\n#include \"random.h\"\n#include \"phase_space/ladder.h\"\n";

/* Of each particle pT, rapidity, direction and its link's weight; the weight; the places of the beams. */
static const char kernels[] = KERNEL_TEXT(
    MAP(numbers, GLOBAL const uint32 *, choice, GLOBAL scalar *, u, GLOBAL scalar *, none0, GLOBAL scalar *,
        none1) {
        event_number event = {w_lane() + (uint32)(choice[0] + ELEMENT), w_set(0), 11, 0};
        (void)none0;
        (void)none1;
        for (int i = 0; i < 3 * FINAL; i += 2) {
            real pair[2];
            uniform_pair(event, STREAM_SAMPLING, (uint32)i / 2, pair);
            r_store(u + AT(i), pair[0]);
            if (i + 1 < 3 * FINAL)
                r_store(u + AT(i + 1), pair[1]);
        }
    }

    MAP(ladder, GLOBAL const scalar *, u, GLOBAL const scalar *, limit, GLOBAL scalar *, to, GLOBAL scalar *,
        none) {
        const ladder_limits limits = {r_set(limit[0]), r_set(limit[1]), r_set(limit[2])};
        real number[3 * FINAL];
        real link[FINAL];
        ladder_emission emission[FINAL];
        (void)none;
        for (int i = 0; i < 3 * FINAL; ++i)
            number[i] = r_fetch(u + AT(i));
        const ladder_beams beams = ladder_place_beams(number + 3 * FINAL - 2);
        ladder_sample(number, beams, limits, emission, link);
        for (int i = 0; i < FINAL; ++i) {
            r_store(to + AT(5 * i), emission[i].pt);
            r_store(to + AT(5 * i + 1), emission[i].y);
            r_store(to + AT(5 * i + 2), emission[i].cosine);
            r_store(to + AT(5 * i + 3), emission[i].sine);
            r_store(to + AT(5 * i + 4), link[i]);
        }
        r_store(to + AT(5 * FINAL), ladder_weight(emission, link, R(1.0)));
        r_store(to + AT(5 * FINAL + 1), r_from_index(beams.first));
        r_store(to + AT(5 * FINAL + 2), r_from_index(beams.second));
    });

static struct row {
    int final, ring;
    struct kernel kernel;
} table[] = {{.final = 2, .ring = 1},
             {.final = 3, .ring = 1},
             {.final = 4, .ring = 1},
             {.final = 6},
             {.final = 12, .ring = 1}};
enum { TABLE = sizeof table / sizeof *table };

enum { PT, RAPIDITY, COSINE, SINE, LINK, COLUMNS };

typedef double values[EVENTS];
static values u[AXES_MAX], out[ROWS_MAX], other[ROWS_MAX];

static double epsilon(void) { return test_double ? DBL_EPSILON : FLT_EPSILON; }

static int open_table(void **unused)
{
    (void)unused;
    for (struct row *row = table; row < table + TABLE; ++row) {
        char text[sizeof head + 64];
        snprintf(text, sizeof text, "#define FINAL %d\n#define LADDER_RING %d\n%s", row->final, row->ring,
                 head);
        row->kernel = kernel_open_parts(text, kernels, EVENTS);
    }
    return 0;
}

static int close_table(void **unused)
{
    (void)unused;
    for (struct row *row = table; row < table + TABLE; ++row)
        kernel_close(&row->kernel);
    return 0;
}

static void some_numbers(const struct row *row, uint32_t run)
{
    uint32_t choice[1] = {run * EVENTS};
    kernel_run(&row->kernel, "numbers",
               (struct kernel_array[]){{choice, 1, KERNEL_IN | KERNEL_WORDS},
                                       {u, 3 * (size_t)row->final * EVENTS, KERNEL_OUT}},
               2);
}

static void make_events(const struct row *row, double y, double hole, values *to)
{
    double limits[3] = {root_s, y, hole};
    kernel_run(&row->kernel, "ladder",
               (struct kernel_array[]){{u, 3 * (size_t)row->final * EVENTS, KERNEL_IN},
                                       {limits, 3, KERNEL_IN},
                                       {to, (5 * (size_t)row->final + 3) * EVENTS, KERNEL_OUT}},
               3);
}

/* How many beams stand before particle i of the ring. */
static int beams_before(int final, int i, int event)
{
    const int first = (int)out[5 * final + 1][event], second = (int)out[5 * final + 2][event];
    int place = -1, gluon = -1;
    while (gluon < i)
        if (++place != first && place != second)
            ++gluon;
    return (first < place) + (second < place);
}

/* Within the limits, in balance, and with neighbours outside the hole; rounding is that of the largest pT. */
static void judge(const struct row *row, double y_limit, double hole, int event)
{
    double x = 0, y = 0, most = 1;
    for (int i = 0; i < row->final; ++i) {
        values *particle = out + 5 * i;
        const double pt = particle[PT][event];
        most = fmax(most, pt);
        x += pt * particle[COSINE][event];
        y += pt * particle[SINE][event];
        assert_true(pt >= (i + 1 < row->final ? 1 : 0));
        assert_true(fabs(particle[RAPIDITY][event]) <= y_limit * (1 + 8 * epsilon()));
        assert_true(fabs(hypot(particle[COSINE][event], particle[SINE][event]) - 1) <= 64 * epsilon());
        assert_true(particle[LINK][event] > 0 && isfinite(particle[LINK][event]));
        if (!row->ring || i == 0 || i + 1 == row->final ||
            beams_before(row->final, i, event) != beams_before(row->final, i - 1, event))
            continue;
        values *before = particle - 5;
        const double turn = atan2(particle[SINE][event], particle[COSINE][event]) -
                            atan2(before[SINE][event], before[COSINE][event]);
        const double distance = hypot(particle[RAPIDITY][event] - before[RAPIDITY][event],
                                      remainder(turn, 2 * M_PI));
        assert_true(distance >= hole - 64 * epsilon());
    }
    assert_true(hypot(x, y) <= 64 * row->final * epsilon() * most);
}

static void events_are_within_limits(void **unused)
{
    (void)unused;
    static const double holes[] = {0.4, 0.01, 3};
    for (const struct row *row = table; row < table + TABLE; ++row)
        for (int k = 0; k < 3; ++k) {
            some_numbers(row, (uint32_t)k);
            make_events(row, y_most, holes[k], out);
            for (int event = 0; event < EVENTS; ++event)
                judge(row, y_most, holes[k], event);
        }
}

/* In single precision the square of exp(4 y_wide) is above all numbers. So is the product of twelve
 * transverse momenta in the test's unit. */
static void wide_rapidities_have_weights(void **unused)
{
    (void)unused;
    for (const struct row *row = table; row < table + TABLE; ++row) {
        some_numbers(row, 5);
        make_events(row, y_wide, 0.4, out);
        for (int event = 0; event < EVENTS; ++event) {
            judge(row, y_wide, 0.4, event);
            assert_true(row->final == 12 ? !isnan(out[60][event]) : isfinite(out[5 * row->final][event]));
        }
    }
}

/* Any of the numbers, and all of them, at the ends. */
static void extreme_numbers_are_taken(void **unused)
{
    (void)unused;
    const double ends[] = {epsilon() / 2, 1 - epsilon() / 2};
    for (const struct row *row = table; row < table + TABLE; ++row) {
        const int axes = 3 * row->final;
        some_numbers(row, 3);
        for (int event = 0; event < EVENTS; ++event)
            for (int i = 0; i < axes; ++i)
                if (event % 4 == 0 ? i == event / 8 % axes : u[i][event] < 0.8)
                    u[i][event] = ends[(event / 4 + (event % 4 > 0 ? i * i : 0)) % 2];
        make_events(row, y_most, 0.4, out);
        for (int event = 0; event < EVENTS; ++event) {
            judge(row, y_most, 0.4, event);
            assert_false(isnan(out[5 * row->final][event]));
        }
    }
}

/* What moves where number `axis` moves, by central differences: pT, rapidity, azimuth of particle i. */
static void differences(const struct row *row, int axis, double step, double change[][3])
{
    static values kept;
    const int i = axis / 3;
    memcpy(kept, u[axis], sizeof kept);
    for (int event = 0; event < EVENTS; ++event)
        u[axis][event] = kept[event] + step;
    make_events(row, y_most, 0.4, out);
    for (int event = 0; event < EVENTS; ++event)
        u[axis][event] = kept[event] - step;
    make_events(row, y_most, 0.4, other);
    memcpy(u[axis], kept, sizeof kept);
    for (int event = 0; event < EVENTS; ++event) {
        values *a = out + 5 * i, *b = other + 5 * i;
        const double sine = a[SINE][event] * b[COSINE][event] - a[COSINE][event] * b[SINE][event];
        const double cosine = a[COSINE][event] * b[COSINE][event] + a[SINE][event] * b[SINE][event];
        change[event][0] = (a[PT][event] - b[PT][event]) / (2 * step);
        change[event][1] = (a[RAPIDITY][event] - b[RAPIDITY][event]) / (2 * step);
        change[event][2] = atan2(sine, cosine) / (2 * step);
    }
}

/* The weight of each link is the determinant of rapidity and azimuth over their two numbers. The density
 * of the transverse momenta is what ladder_axes.h says. Both come from the map alone. A number next to the
 * middle or the end of its range is not compared: the sign of the turn changes there. */
static void densities_are_those_of_the_map(void **unused)
{
    (void)unused;
    static double hard[EVENTS][3], along[EVENTS][3], across[EVENTS][3], product[EVENTS];
    const double step = 1e-6;
    if (!test_double)
        skip();
    for (const struct row *row = table; row < table + TABLE; ++row) {
        const int final = row->final;
        long compared = 0;
        double worst = 0, density = 1;
        some_numbers(row, 4);
        for (int event = 0; event < EVENTS; ++event)
            product[event] = 1;
        for (int i = 0; i + 1 < final; ++i) {
            differences(row, 3 * i, step, hard);
            differences(row, 3 * i + 1, step, along);
            differences(row, 3 * i + 2, step, across);
            make_events(row, y_most, 0.4, out);
            density *= LADDER_SCALE_POWER + i;
            for (int event = 0; event < EVENTS; ++event) {
                const double want = fabs(along[event][1] * across[event][2] -
                                         along[event][2] * across[event][1]);
                const double link = i > 0 ? out[5 * i + LINK][event] : 1;
                product[event] *= fabs(hard[event][0]);
                if (fabs(u[3 * i + 2][event] - 0.5) < 1e-3 || fabs(u[3 * i + 2][event] - 0.5) > 0.499 ||
                    fabs(u[3 * i + 1][event] - 0.5) > 0.499)
                    continue;
                worst = fmax(worst, fabs(link * 4 * M_PI * y_most / want - 1));
                ++compared;
            }
        }
        print_message("final %2d: %ld links, worst %.1e\n", final, compared, worst);
        assert_true(compared > EVENTS / 2 && worst < 1e-4);
        for (int event = 0; event < EVENTS; ++event) {
            double sum = 1, lowest = 1;
            for (int i = 0; i + 1 < final; ++i) {
                sum += out[5 * i][event];
                lowest = fmin(lowest, u[3 * i][event]);
            }
            const double want = density * pow(final, LADDER_SCALE_POWER) /
                                pow(sum, LADDER_SCALE_POWER + final - 1);
            if (lowest > 0.01) /* a step is little there */
                assert_true(fabs(product[event] * want - 1) < 1e-4);
        }
    }
}

/* A function of one transverse momentum that falls fast, so that the beams' energy is no limit. */
static double falling(double pt) { return exp(-pt * pt / 8); }

/* The integral of prod_i [d^2 p_i falling(p_i)] over momenta above 1 that add up to 0. It is that over b / (2
 * pi) of the power of the transform 2 pi int p dp J_0(b p) falling(p), by the trapezoidal rule. */
static double balanced(int final)
{
    enum { STEPS = 3000, MOMENTA = 1500 };
    static double transforms[STEPS + 1]; /* of all numbers of particles */
    const double b_most = 60, p_most = 16;
    double sum = 0;
    if (final == 2) /* both have one momentum: there the transform falls too slowly */
        return 4 * M_PI * exp(-0.25);
    for (int k = 0; k <= STEPS && transforms[STEPS] == 0; ++k) {
        const double b = b_most * k / STEPS;
        for (int j = 0; j <= MOMENTA; ++j) {
            const double pt = 1 + (p_most - 1) * j / MOMENTA;
            transforms[k] += pt * j0(b * pt) * falling(pt) * (j == 0 || j == MOMENTA ? 0.5 : 1);
        }
        transforms[k] *= 2 * M_PI * (p_most - 1) / MOMENTA;
    }
    for (int k = 0; k <= STEPS; ++k)
        sum += b_most * k / STEPS * pow(transforms[k], final) * (k == 0 || k == STEPS ? 0.5 : 1);
    return sum * b_most / STEPS / (2 * M_PI);
}

/* The mean of all weights times that function, in units of what is even. That is prod d^2 p_i of all but one
 * over (2 pi)^(final - 1) times 2^(final - 1), as dpT^2 dphi is twice that; densities as in the test above.
 * Rapidities are narrow: this function has none of the links' peaks, which their weights then undo. */
static void integrals_are_known(void **unused)
{
    (void)unused;
    enum { RUNS = 10 };
    for (const struct row *row = table; row < table + TABLE; ++row) {
        const int final = row->final;
        double sum = 0, squares = 0, constant = 1;
        if (final == 12) /* the links' weights spread too far */
            continue;
        for (uint32_t run = 0; run < RUNS; ++run) {
            some_numbers(row, 10 + run);
            make_events(row, y_narrow, 0, out);
            for (int event = 0; event < EVENTS; ++event) {
                double value = out[5 * final][event];
                for (int i = 0; i < final; ++i)
                    value *= falling(out[5 * i][event]) * (out[5 * i][event] >= 1);
                sum += value;
                squares += value * value;
            }
        }
        const double count = (double)RUNS * EVENTS, mean = sum / count;
        const double error = sqrt((squares / count - mean * mean) / count);
        for (int i = 0; i + 1 < final; ++i)
            constant *= 2 * M_PI / (LADDER_SCALE_POWER + i);
        constant *= final / pow(final, LADDER_SCALE_POWER);
        const double want = balanced(final) / constant;
        print_message("final %2d: %.5g +- %.1g for %.5g\n", final, mean, error, want);
        assert_true(error < 0.02 * want && fabs(mean - want) < 3 * error);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_within_limits),  cmocka_unit_test(wide_rapidities_have_weights),
        cmocka_unit_test(extreme_numbers_are_taken), cmocka_unit_test(densities_are_those_of_the_map),
        cmocka_unit_test(integrals_are_known),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}

/* The smooth map of a grid leads through the edges. Its slope is its derivative, is positive and goes on from
 * bin to bin, whatever the widths of the bins are. Neither it nor that of straight lines reaches 1. */
#define PRECISION_DOUBLE 1
#define LANES 1
#define GRID_BINS 16
#include "cubature/smooth.h"

#include "kernel_support.h"

#include <math.h>

/* Points of a bin, the last ones just below its end. */
enum { EACH = 1024, COUNT = GRID_BINS * EACH };

static const char head[] = "#define GRID_BINS 16\n#include \"map.h\"\n#include \"cubature/smooth.h\"\n";
static const char kernels[] = KERNEL_TEXT(MAP(points, GLOBAL const scalar *, pieces, GLOBAL const scalar *, y,
                                              GLOBAL scalar *, values, GLOBAL const scalar *, grid) {
    index bin;
    real place = r_fetch(y + AT(0)) * r_set(GRID_BINS), x, slope = vegas_slope(1);
    smooth_map(pieces, 1, &place, &x, &bin, &slope);
    r_store(values + AT(0), x);
    r_store(values + AT(1), slope);
    r_store(values + AT(2), r_from_index(bin));
    r_store(values + AT(3), vegas_line(grid, 0, place, &bin, &slope));
});

/* What is left of a bin there. */
static double gap(void) { return test_double ? 1e-9 : 1e-6; }

/* The largest uniform number. */
static double below_one(void) { return 1 - (test_double ? 0x1p-53 : 0x1p-24); }

struct sample {
    double edges[GRID_BINS + 1], pieces[4 * GRID_BINS], mean;
    double y[COUNT], values[4 * COUNT]; /* the last y is the largest that there is */
};

/* A grid with widths in these proportions, as the host's kernel C fits it, and its map on the device. */
static void sample_grid(const double *proportions, struct sample *sample)
{
    static double grid[2 * GRID_BINS], memory[REFINE_MEMORY];
    static int64 shares[REFINE_SHARES];
    static const int64_t sums[GRID_BINS];
    double sum = 0;
    for (int i = 0; i < GRID_BINS; ++i)
        sum += proportions[i];
    for (int i = 0; i < GRID_BINS; ++i)
        sample->edges[i + 1] = kernel_scalar(sample->edges[i] + proportions[i] / sum);
    sample->edges[GRID_BINS] = 1;
    for (int i = 0; i < GRID_BINS; ++i) {
        grid[VEGAS_EDGE(i)] = sample->edges[i];
        grid[VEGAS_WIDTH(i)] = sample->edges[i + 1] - sample->edges[i];
    }
    const vegas_work work = {sums, 0, VOIDS_AT_EDGES, 1, memory, shares, NULL};
    smooth_learn(&work, grid, sample->pieces, &sample->mean);
    for (int i = 0; i < COUNT; ++i)
        sample->y[i] = kernel_scalar(((i / EACH) + fmin(i % EACH / (EACH - 1.0), 1 - gap())) / GRID_BINS);
    sample->y[COUNT - 1] = below_one();
    if (!test_double) /* the host has fitted it in double precision */
        grid[VEGAS_WIDTH(GRID_BINS - 1)] = below_one() - sample->edges[GRID_BINS - 1];
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "points",
               (struct kernel_array[]){{sample->pieces, sizeof sample->pieces / sizeof(double), KERNEL_IN},
                                       {sample->y, COUNT, KERNEL_IN},
                                       {sample->values, 4 * COUNT, KERNEL_OUT},
                                       {grid, 2 * GRID_BINS, KERNEL_IN}},
               4);
    kernel_close(&kernel);
}

static void check(const double *proportions)
{
    static struct sample sample;
    const double *x = sample.values, *slope = x + COUNT, *bin = slope + COUNT;
    const double exact = test_double ? 1e-14 : 1e-6, near = test_double ? 1e-6 : 1e-2;
    sample_grid(proportions, &sample);
    assert_true(x[COUNT - 1] < 1 && x[4 * COUNT - 1] < 1);
    for (int i = 0; i < COUNT; ++i) {
        const int b = i / EACH;
        assert_true(bin[i] == b);
        assert_true(slope[i] > 0);
        if (i % EACH == 0)
            assert_true(fabs(x[i] - sample.edges[b]) <= exact);
        if (i % EACH == EACH - 1) {
            assert_true(fabs(x[i] - sample.edges[b + 1]) <= near * (sample.edges[b + 1] - sample.edges[b]));
            assert_true(i == COUNT - 1 || fabs(slope[i] / slope[i + 1] - 1) < near);
        }
        /* Simpson's rule is exact for cubic pieces. */
        if (i % 2 == 0 && i % EACH < EACH - 3) {
            const double step = sample.y[i + 2] - sample.y[i];
            const double risen = step / 6 * (slope[i] + 4 * slope[i + 1] + slope[i + 2]);
            assert_true(fabs(x[i + 2] - x[i] - risen) <= (test_double ? 1e-5 : 1e-3) * risen + exact);
        }
    }
}

static void even(void **state)
{
    (void)state;
    double widths[GRID_BINS];
    for (int i = 0; i < GRID_BINS; ++i)
        widths[i] = 1;
    check(widths);
}

/* A narrow peak: the outer bins are wide. */
static void peaked(void **state)
{
    (void)state;
    check((double[GRID_BINS]){300, 9, 4, 3, 2, 1.5, 1.2, 1, 1, 1.2, 1.5, 2, 3, 4, 9, 300});
    check((double[GRID_BINS]){90, 20, 3, 2, 1.5, 1.2, 1, 1, 1, 1, 1.2, 2, 4, 9, 50, 900});
    check((double[GRID_BINS]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 5, 9, 300});
}

static void uneven(void **state)
{
    (void)state;
    check((double[GRID_BINS]){1, 50, 2, 100, 1, 1, 70, 3, 20, 1, 90, 90, 1, 5, 60, 1});
    check((double[GRID_BINS]){40, 1, 30, 1, 20, 1, 10, 1, 10, 1, 20, 1, 30, 1, 40, 1});
}

/* All that an integrand has lies between two numbers that are neighbours of each other. Bins get no narrower
 * than the grid resolves, lead from 0 to 1, and the crowd is where the integrand is. On the host. */
static void crowded(void **state)
{
    (void)state;
    static double grid[2 * GRID_BINS], memory[REFINE_MEMORY];
    static int64 shares[REFINE_SHARES];
    const double place = 0.3;
    for (int i = 0; i < GRID_BINS; ++i) {
        grid[VEGAS_EDGE(i)] = (double)i / GRID_BINS;
        grid[VEGAS_WIDTH(i)] = 1.0 / GRID_BINS;
    }
    int narrowest = 0;
    for (int turn = 0; turn < 200; ++turn) {
        int64_t sums[GRID_BINS] = {0};
        for (int i = 0; i < GRID_BINS; ++i)
            if (grid[VEGAS_EDGE(i)] <= place && place < grid[VEGAS_EDGE(i)] + grid[VEGAS_WIDTH(i)])
                sums[i] = 1000000;
        const vegas_work work = {sums, 0, NO_VOIDS, 3, memory, shares, NULL};
        vegas_learn(&work, grid);
        assert_true(grid[0] == 0);
        for (int i = 0; i < GRID_BINS; ++i) {
            const double edge = grid[VEGAS_EDGE(i)], width = grid[VEGAS_WIDTH(i)];
            assert_true(width >= GRID_RESOLUTION);
            assert_true(edge + width == (i + 1 < GRID_BINS ? grid[VEGAS_EDGE(i + 1)] : 1));
            assert_true(fmod(edge, GRID_RESOLUTION) == 0);
            narrowest += width == GRID_RESOLUTION;
        }
    }
    assert_true(narrowest > GRID_BINS); /* bins became that narrow */
    assert_true(fabs(grid[VEGAS_EDGE(GRID_BINS / 2)] - place) < 64 * GRID_BINS * GRID_RESOLUTION);
}

/* An integrand rises fourfold along an axis, while what is accepted of its events falls to a fiftieth. After
 * ten refinements the grid's density follows the integrand where means teach it. One refinement has a bin in
 * which nothing was accepted. Where sums teach it, it follows the root of the accepted share too. */
static void follows_accepted(void **state)
{
    (void)state;
    double grid[2 * GRID_BINS], memory[REFINE_MEMORY];
    int64_t shares[REFINE_SHARES];
    for (int means = 0; means < 2; ++means) {
        for (int i = 0; i < GRID_BINS; ++i) {
            grid[VEGAS_EDGE(i)] = (double)i / GRID_BINS;
            grid[VEGAS_WIDTH(i)] = 1.0 / GRID_BINS;
        }
        double ratio = 0;
        for (int turn = 0; turn < 10; ++turn) {
            int64_t sums[GRID_BINS], accepted[GRID_BINS];
            for (int i = 0; i < GRID_BINS; ++i) {
                const double width = grid[VEGAS_WIDTH(i)], x = grid[VEGAS_EDGE(i)] + width / 2;
                const double weight = (1 + 3 * x) * width * GRID_BINS;
                accepted[i] = turn == 5 && i == 3 ? 0 : (int64_t)(1e6 * pow(0.02, x));
                sums[i] = (int64_t)(1e6 * (double)accepted[i] * weight * weight);
            }
            const vegas_work work = {sums, 0, NO_VOIDS, 0.5, memory, shares, means ? accepted : NULL};
            vegas_learn(&work, grid);
        }
        ratio = grid[VEGAS_WIDTH(GRID_BINS / 2)] / grid[VEGAS_WIDTH(1)];
        const double x = grid[VEGAS_EDGE(1)] + grid[VEGAS_WIDTH(1)] / 2;
        const double y = grid[VEGAS_EDGE(GRID_BINS / 2)] + grid[VEGAS_WIDTH(GRID_BINS / 2)] / 2;
        const double root = means ? 1 : pow(0.02, (x - y) / 2);
        assert_true(fabs(ratio / ((1 + 3 * x) / (1 + 3 * y) * root) - 1) < 0.03);
    }
}

/* An even grid after it has learned from these sums. On the host. */
static void learned(const int64_t sums[GRID_BINS], int width, double damping, double grid[2 * GRID_BINS])
{
    static double memory[REFINE_MEMORY];
    static int64 shares[REFINE_SHARES];
    for (int i = 0; i < GRID_BINS; ++i) {
        grid[VEGAS_EDGE(i)] = (double)i / GRID_BINS;
        grid[VEGAS_WIDTH(i)] = 1.0 / GRID_BINS;
    }
    const vegas_work work = {sums, width, VOIDS_AT_EDGES, damping, memory, shares, NULL};
    vegas_learn(&work, grid);
}

/* Where bins learn from their neighbours, those at the ends have fewer. A constant leaves the grid even, and
 * of what rises towards an end the bin there is the narrowest. */
static void blurred(void **state)
{
    (void)state;
    double grid[2 * GRID_BINS];
    int64_t constant[GRID_BINS], rising[GRID_BINS];
    for (int i = 0; i < GRID_BINS; ++i) {
        constant[i] = 1000000;
        rising[i] = 1000000 * (i + 1);
    }
    for (int width = 0; width <= GRID_BINS / 4; ++width) {
        learned(constant, width, 1, grid);
        for (int i = 0; i < GRID_BINS; ++i)
            assert_true(fabs(grid[VEGAS_EDGE(i)] - (double)i / GRID_BINS) < 1e-9);
        learned(rising, width, 1, grid);
        for (int i = 1; i < GRID_BINS; ++i)
            assert_true(grid[VEGAS_WIDTH(i)] < grid[VEGAS_WIDTH(i - 1)] * (1 + 1e-9));
    }
}

/* A whole exponent of the damping is no other than one beside it. */
static void damped(void **state)
{
    (void)state;
    double whole[2 * GRID_BINS], beside[2 * GRID_BINS], other[2 * GRID_BINS];
    const int64_t sums[GRID_BINS] = {5, 1, 7, 900, 40, 3000, 2, 1, 1, 1, 60, 70, 10, 0, 20, 3};
    for (int damping = 0; damping <= 3; ++damping) {
        learned(sums, 0, damping, whole);
        learned(sums, 0, damping + 1e-9, beside);
        learned(sums, 0, damping + 0.1, other);
        double moved = 0;
        for (int i = 0; i < 2 * GRID_BINS; ++i) {
            assert_true(fabs(whole[i] - beside[i]) < 1e-8);
            moved = fmax(moved, fabs(whole[i] - other[i]));
        }
        assert_true(moved > 1e-3);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(even),
                                       cmocka_unit_test(peaked),
                                       cmocka_unit_test(uneven),
                                       cmocka_unit_test(crowded),
                                       cmocka_unit_test(blurred),
                                       cmocka_unit_test(damped),
                                       cmocka_unit_test(follows_accepted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Records of events: what an integrand says that it chose is what its weight was made with. */
#include "run_support.h"

#include "close.h"
#include "event/record_layout.h"
#include "events/single_events.h"
#include "process/process.h"

#include <math.h>
#include <stdlib.h>

/* (p_i + p_j)^2 with all particles outgoing. */
static double invariant(const double p[5][4], int i, int j)
{
    const double sign = (i < 2) == (j < 2) ? 1 : -1;
    return 2 * sign * (p[i][0] * p[j][0] - p[i][1] * p[j][1] - p[i][2] * p[j][2] - p[i][3] * p[j][3]);
}

/* |m|^2 of five gluons in the colour order and with the helicities of their record, in units of
 * s-hat, up to a constant. It is s_ij^4 over the invariants of neighbours, i and j the two gluons of
 * unlike helicity, outgoing (S. J. Parke, T. R. Taylor, Phys. Rev. Lett. 56 (1986) 2459). 0: all but
 * one are alike, or all. */
static double parke_taylor(const struct event_batch *batch, size_t slot)
{
    double p[5][4], product = 1;
    int plus[5], colour[5], anticolour[5], sum = 0, unlike[5], found = 0;
    for (int i = 0; i < 5; ++i) {
        const int row = RECORD_PARTICLE + PARTICLE_ROWS * i;
        const double helicity = event_batch_value(batch, row + PARTICLE_HELICITY, slot);
        assert_true(helicity == 1 || helicity == -1);
        for (int k = 0; k < 4; ++k)
            p[i][k] = event_batch_value(batch, row + PARTICLE_E + k, slot);
        plus[i] = (helicity > 0) == (i >= 2);
        sum += plus[i];
        colour[i] = (int)event_batch_value(batch, row + (i < 2 ? PARTICLE_ANTICOLOUR : PARTICLE_COLOUR),
                                           slot);
        anticolour[i] = (int)event_batch_value(batch, row + (i < 2 ? PARTICLE_COLOUR : PARTICLE_ANTICOLOUR),
                                               slot);
    }
    for (int i = 0; i < 5; ++i)
        if (plus[i] == (sum < 3))
            unlike[found++] = i;
    if (found != 2)
        return 0;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            if (colour[i] == anticolour[j])
                product *= invariant(p, i, j);
    return fabs(pow(invariant(p, unlike[0], unlike[1]), 4) / product) * invariant(p, 0, 1);
}

/* A grid that maps nothing: edges and widths of its bins. */
static double *even_grid(int axes, int bins)
{
    double *grid = malloc(sizeof *grid * (size_t)(2 * axes * bins));
    assert_non_null(grid);
    for (int i = 0; i < axes * bins; ++i) {
        grid[2 * i] = (double)(i % bins) / bins;
        grid[2 * i + 1] = 1.0 / bins;
    }
    return grid;
}

/* Each event's squared amplitude is Parke and Taylor's for the helicities and the colour lines of its record.
 */
static void recorded_gluons_have_their_amplitude(void **state)
{
    (void)state;
    enum { BINS = 2, EVENTS = 4096 };
    struct run run = {0};
    struct process process;
    struct device *device;
    struct single_events list;
    struct event_shared shared;
    struct event_batch batch;
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    static const char *const card[] = {"process=g g > g g g", "precision=double",
                                       "amplitude.polarization=helicity"};
    for (int i = 0; i < 3; ++i)
        assert_status(run.context, ts_card_set(run.context, run.card, card[i]));
    assert_status(run.context, process_create(run.context, run.card, BINS, &process));
    const int axes = process.integrand.dimensions;
    struct integral integral = {.grid = even_grid(axes, BINS), .grid_length = (size_t)(2 * axes * BINS)};
    struct source text = {0};
    source_append(&text, "#define GLUON_WEIGHS 1\n%s", process.integrand.text);
    process.integrand.text = text.text;
    assert_status(run.context, device_open(run.context, test_device, 0, &device));
    const struct integrand *const integrand = &process.integrand;
    const size_t grid = 0;
    const struct event_span all = {0, EVENTS, 0};
    struct event_wanted wanted[EVENTS];
    double *weights = malloc(EVENTS * sizeof *weights);
    for (uint32_t i = 0; i < EVENTS; ++i)
        wanted[i] = (struct event_wanted){0, i, i};
    assert_status(run.context, event_shared_create(run.context, device, integrand, &integral, 1, 2, &shared));
    assert_status(run.context, single_events_create(run.context, device, &integrand, &grid, 1, 1, &list));
    const size_t rows = (size_t)list.record_rows;
    double *records = malloc(EVENTS * rows * sizeof *records);
    assert_non_null(weights);
    assert_non_null(records);
    assert_status(run.context, single_events_weigh(run.context, &list, &shared, &all, 1, weights));
    assert_status(run.context,
                  single_events_record(run.context, &list, &shared, wanted, EVENTS, records, rows));
    batch = (struct event_batch){.weights = weights, .rows = records, .wide = 1, .stride = rows};
    double ratio = 0, largest = 0;
    int known = 0, vanish = 0;
    for (size_t slot = 0; slot < EVENTS; ++slot)
        largest = fmax(largest, batch.weights[slot]);
    for (size_t slot = 0; slot < EVENTS; ++slot) {
        if (batch.weights[slot] == 0)
            continue;
        const double expected = parke_taylor(&batch, slot), weight = batch.weights[slot];
        vanish += expected == 0;
        if (expected == 0) {
            assert_true(weight < 1e-20 * largest);
            continue;
        }
        ratio = known++ ? ratio : weight / expected;
        assert_close(weight / expected, ratio, 1e-8 * ratio);
    }
    assert_true(known > 500 && vanish > 100);
    single_events_destroy(&list);
    event_shared_destroy(&shared);
    free(weights);
    free(records);
    device_close(&device);
    process_destroy(&process);
    source_free(&text);
    free(integral.grid);
    end_run(&run);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_gluons_have_their_amplitude),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "cubature/launches.h"

#include "core/clock.h"
#include "core/ranks.h"
#include "cubature/sweeps.h"
#include "integrate/grid.h"
#include "totals_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Weights keep to their scale while the largest v is in between; it is where 2^LARGEST_EXPONENT is dropped.
 */
static const double smallest_peak = 0x1p-20, largest_peak = 0x1p8;

/* Factors of the components (kernels/cubature/weigh.h), by which their mean squares come to the same. The
 * largest weight of each has a v of about one. None of them all is to leave the sums' range, and none to be
 * lost in it. */
static void set_factors(const struct sweeps *sweeps, double *factors)
{
    static const double least = 0x1p-10;
    const int components = sweeps->cubature->components;
    double most = 0;
    for (int c = 0; c < components; ++c) {
        const double v = sweeps->roots[c] * sweeps->scales[c];
        factors[c] = v > 0 ? fmin(1 / v, 1 / least) : 1 / least;
        most = fmax(most, factors[c]);
    }
    for (int c = 0; c < components; ++c)
        factors[c] = fmax(factors[c] / most, least);
}

/* To the device, in the program's precision. */
static ts_status hand_over_scales(struct sweeps *sweeps, const double *numbers, size_t count)
{
    union {
        double wide[1];
        float narrow[1];
    } *memory = malloc(sweeps->buffers.scales->bytes + sizeof *memory);
    if (!memory)
        return ts_fail_memory(sweeps->context, "the scales");
    for (size_t i = 0; i < count; ++i)
        if (sweeps->cubature->double_precision)
            memory->wide[i] = numbers[i];
        else
            memory->narrow[i] = (float)numbers[i];
    ts_status status = device_buffer_write(sweeps->context, sweeps->buffers.scales, memory);
    free(memory);
    return status;
}

ts_status scales_take(struct sweeps *sweeps)
{
    const size_t count = (size_t)sweeps->cubature->components, bytes = 2 * count * sizeof(double);
    double *numbers = malloc(bytes);
    if (!numbers)
        return ts_fail_memory(sweeps->context, "the scales");
    memcpy(numbers, sweeps->scales, count * sizeof *numbers);
    set_factors(sweeps, numbers + count);
    memcpy(sweeps->sums_scale, sweeps->scales, count * sizeof *numbers);
    ts_status status = TS_OK;
    if (memcmp(numbers, sweeps->handed_over, bytes) != 0) /* a copy takes a GPU as long as a small sweep */
        status = hand_over_scales(sweeps, numbers, 2 * count);
    if (!status)
        memcpy(sweeps->handed_over, numbers, bytes);
    free(numbers);
    return status;
}

/* An evaluation of a launch from unit `first` on is made again, to see where it was. */
static ts_status show(struct sweeps *sweeps, struct cubature_sweep sweep, uint64_t first, uint64_t place,
                      double *shown)
{
    const uint64_t unit = first + (sweep.sobol ? place >> sweep.block_bits : place / sweep.samples);
    sweep.show = place + 1;
    sweep.rung = sweep.climb = sweep.learn = sweep.thin = 0;
    ts_status status = device_sweep(sweeps->context, sweeps->program, &sweep, &sweeps->buffers, unit, 1);
    double *values = NULL;
    size_t count;
    if (!status)
        status = scalars_read(sweeps->context, sweeps->buffers.shown, sweeps->cubature->double_precision,
                              &values, &count);
    if (!status)
        memcpy(shown, values, count * sizeof *shown);
    free(values);
    return status;
}

/* The first evaluation of the launch that was not finite. */
static ts_status show_lost(struct sweeps *sweeps, const struct cubature_sweep *sweep, uint64_t first)
{
    const uint64_t place = UINT32_MAX - (uint64_t)sweeps->totals[SUM_FIRST_LOST];
    ts_status status = show(sweeps, *sweep, first, place, sweeps->shown_values);
    sweeps->shown = !status;
    return status;
}

ts_status sweep_heaviest(struct sweeps *sweeps, double *shown, int *found)
{
    const uint32_t word = sweeps->heaviest.word;
    *found = word >> HEAVIEST_BITS && sweeps->sums.evaluations < HEAVIEST_LAST;
    return *found ? show(sweeps, sweeps->heaviest.sweep, sweeps->heaviest.first,
                         HEAVIEST_LAST - (word & HEAVIEST_LAST), shown)
                  : TS_OK;
}

/* Keeps the heaviest evaluation of a launch, unless one before it was as heavy. */
static void take_heaviest(struct sweeps *sweeps, const struct cubature_sweep *sweep, uint64_t first)
{
    const uint32_t word = (uint32_t)sweeps->totals[SUM_HEAVIEST];
    if (word >> HEAVIEST_BITS <= sweeps->heaviest.word >> HEAVIEST_BITS)
        return;
    sweeps->heaviest.sweep = *sweep;
    sweeps->heaviest.first = first;
    sweeps->heaviest.word = word;
}

/* The value that the leading bits of the largest |v| stand for. */
static double peak_of(const struct sweeps *sweeps, int64_t leading)
{
    union {
        uint64_t bits;
        double value;
    } wide = {.bits = (uint64_t)leading << 32};
    union {
        uint32_t bits;
        float value;
    } narrow = {.bits = (uint32_t)leading};
    return sweeps->cubature->double_precision ? wide.value : (double)narrow.value;
}

/* The sums of a launch are added to those of the sweep. */
static void take_totals(struct sweeps *sweeps, int climb)
{
    struct sweep_sums *sums = &sweeps->sums;
    const int components = sweeps->cubature->components;
    const int64_t *counts = sweeps->totals + SUM_MAXIMA + components;
    const int64_t *pairs = sweeps->totals + SUM_SETS(components);
    for (int c = 0; c < components; ++c)
        sweeps->peaks[c] = fmax(sweeps->peaks[c], peak_of(sweeps, sweeps->totals[SUM_MAXIMA + c]));
    sweeps->lost += sweeps->again ? 0 : (uint64_t)counts[SUM_LOST];
    sweeps->infinite += sweeps->again ? 0 : (uint64_t)counts[SUM_INFINITE];
    sums->hits += (uint64_t)counts[SUM_HITS];
    for (int k = 0; k <= climb; ++k) /* a GPU fills more of them than are wanted */
        sums->ladder[k] += (__int128)counts[SUM_LADDER + 2 * k] * ((int64_t)1 << 32) +
                           counts[SUM_LADDER + 2 * k + 1];
    for (int i = 0; i < SWEEP_WORDS * components * sweeps->sets; ++i)
        sums->words[i] += (__int128)pairs[2 * i] * ((int64_t)1 << 32) + pairs[2 * i + 1];
}

/* What a launch has learned of sub-cubes is added to what is known of the sweep. */
static ts_status take_spread(struct sweeps *sweeps)
{
    const struct device_buffer *buffer = sweeps->buffers.spread;
    int64_t *spread = malloc(buffer->bytes);
    if (!spread)
        return ts_fail_memory(sweeps->context, "the sub-cubes");
    ts_status status = device_buffer_read(sweeps->context, sweeps->buffers.spread, spread);
    for (uint64_t cube = 0; cube < sweeps->strata.cubes && !status; ++cube)
        sweeps->strata.spread[cube] += spread[cube];
    free(spread);
    return status;
}

static ts_status launch(struct sweeps *sweeps, struct cubature_sweep *sweep, uint64_t first, uint64_t count)
{
    struct device_buffer *totals = sweeps->buffers.totals;
    sweep->first_unit = first;
    ts_status status = sweeps->empty.totals ? TS_OK : device_buffer_clear(sweeps->context, totals);
    sweeps->empty.totals = 0;
    if (!status && sweep->learn)
        status = device_buffer_clear(sweeps->context, sweeps->buffers.spread);
    if (!status)
        status = device_sweep(sweeps->context, sweeps->program, sweep, &sweeps->buffers, first, count);
    if (!status)
        status = device_buffer_read(sweeps->context, totals, sweeps->totals);
    if (!status && sweep->learn)
        status = take_spread(sweeps);
    if (status)
        return status;
    take_totals(sweeps, (int)sweep->climb);
    if (sweep->climb)
        take_heaviest(sweeps, sweep, first);
    const int64_t lost = sweeps->totals[SUM_MAXIMA + sweeps->cubature->components + SUM_LOST];
    return lost && !sweeps->shown ? show_lost(sweeps, sweep, first) : TS_OK;
}

/* The numbers of Sobol' points up to unit `end`. */
static ts_status ready_points(struct sweeps *sweeps, const struct cubature_sweep *sweep, uint64_t end)
{
    const uint64_t last = sweep->first_block + (end < sweep->blocks ? end : sweep->blocks);
    return sweep->sobol ? sweeps_scramble(sweeps, last << sweep->block_bits) : TS_OK;
}

/* As `smooth` of a sweep has it. */
static uint64_t map_of(const struct sweeps *sweeps, const struct cubature_sweep *sweep)
{
    if (!sweeps->smooth)
        return 0;
    return sweeps->even && sweep->sobol && !(sweeps->bins & (sweeps->bins - 1)) ? SMOOTH_EVEN : 1;
}

/* How they are split has no influence on the sums, so the clock may decide. */
ts_status launch_all(struct sweeps *sweeps, struct cubature_sweep *sweep, uint64_t first, uint64_t count,
                     uint64_t each)
{
    static const double seconds_a_launch = 0.1, most = 0x1p31;
    const uint64_t end = first + count;
    sweep->smooth = map_of(sweeps, sweep);
    if (sweeps->most &&
        (sweeps->evaluations > sweeps->most || count > (sweeps->most - sweeps->evaluations) / each))
        return TS_NOT_CONVERGED;
    ts_status status = ready_points(sweeps, sweep, end);
    for (uint64_t next; first < end && !status; first = next) {
        const uint64_t wanted = (uint64_t)(sweeps->launch_evaluations / (double)each) + 1;
        const uint64_t whole = sweep->sobol ? wanted
                                            : (wanted + PIPELINE_BLOCK - 1) / PIPELINE_BLOCK * PIPELINE_BLOCK;
        next = whole < end - first ? first + whole : end;
        const double start = clock_seconds(), evaluations = (double)(next - first) * (double)each;
        status = launch(sweeps, sweep, first, next - first);
        const double seconds = ranks_pace(sweeps->context, clock_seconds() - start);
        /* One that is shorter than it may be tells that there is room for more, never for less. */
        const double room = fmin(fmin(fmax(evaluations * seconds_a_launch / seconds, 4096), 16 * evaluations),
                                 most / 2);
        if (seconds > 0 && (next - first == whole || room > sweeps->launch_evaluations))
            sweeps->launch_evaluations = room;
        sweeps->evaluations += (next - first) * each;
        if (!status && sweeps->step)
            sweeps->step(sweeps->step_data);
        if (!status && ranks_interrupted(sweeps->context))
            status = TS_INTERRUPTED;
    }
    return status;
}

/* The largest scale that the program's precision can write down, with room. */
static double largest_scale(const struct sweeps *sweeps)
{
    return sweeps->cubature->double_precision ? 0x1p1000 : 0x1p120;
}

int scales_served(const struct sweeps *sweeps, int may_be_small)
{
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        const double peak = sweeps->peaks[c];
        const int mendable = peak > 0 && sweeps->sums_scale[c] < largest_scale(sweeps);
        if (!(peak < largest_peak) || (peak < smallest_peak && mendable && !may_be_small))
            return 0;
    }
    return 1;
}

void scales_set(struct sweeps *sweeps)
{
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        const double peak = sweeps->peaks[c];
        int exponent = 0;
        if (!isfinite(peak)) /* far too large for this scale, by how much cannot be said */
            exponent = sweeps->cubature->double_precision ? 500 : 60;
        else if (peak > 0)
            frexp(peak, &exponent);
        sweeps->scales[c] = fmin(ldexp(sweeps->sums_scale[c], -exponent), largest_scale(sweeps));
    }
}

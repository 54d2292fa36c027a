/* Cubature on the CPU: a run of units, lanes over sub-cubes, over the evaluations of one, or over points. */
#ifndef TESSERA_CUBATURE_CPU_H
#define TESSERA_CUBATURE_CPU_H

#include "cubature/launch.h"
#include "cubature/sobol_points.h"
#include "cubature/strata_table.h"
#include "cubature/sums.h"

/* A run of units at work. */
struct cubature_run {
    const struct cubature_launch *launch;
    const struct cubature_sweep *sweep;
    cubature_sums sums;
    int64 *totals, *refinement;
    real typical; /* cubature_typical() */
};

/* The grid's sums of one vector. */
FN void cubature_teach(const struct cubature_run *run, const cubature_value *value, real importance)
{
    const real scaled = importance * REFINE_UNITS;
    const wide units = wide_from(scaled);
    const int axes = run->sweep->one_grid ? 1 : DIMENSIONS;
    for (unsigned lanes = m_lanes(scaled >= R(1.0)); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        for (int axis = 0; axis < axes; ++axis)
            run->refinement[GRID_BINS * axis + (int)value->bin[axis][l]] += units[l];
    }
}

/* Keeps what there is to see of lane l. */
FN void cubature_show(const struct cubature_run *run, const real *y, real share, int l)
{
    const struct cubature_launch *launch = run->launch;
    real seen[SHOWN_LENGTH(DIMENSIONS, COMPONENTS)];
#ifdef CUBATURE_BATCH
    batch_again(launch->data);
#endif
    cubature_see(launch->parameters, launch->data, launch->grid, (int)launch->sweep.smooth, y, share, seen);
    for (int i = 0; i < SHOWN_LENGTH(DIMENSIONS, COMPONENTS); ++i)
        ((scalar *)launch->shown)[i] = seen[i][l];
}

/* Whether one of these places is asked for. */
FN int cubature_shows(const struct cubature_sweep *sweep, word place)
{
    int shows = 0;
    FOR_LANES(l)
        shows |= sweep->show == (uint64)place[l] + 1;
    return shows;
}

/* What is rare: evaluations that are not finite, and the one that was asked for. */
FN void cubature_note(struct cubature_run *run, const cubature_value *value, const real *y, real share,
                      mask active, word place)
{
    int64 *totals = run->totals;
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        int64 latest = (int64)~place[l];
        if (value->lost[l]) {
            totals[SUM_MAXIMA + COMPONENTS + SUM_LOST] += 1;
            totals[SUM_MAXIMA + COMPONENTS + SUM_INFINITE] += value->infinite[l] != 0;
            if (latest > totals[SUM_FIRST_LOST])
                totals[SUM_FIRST_LOST] = latest;
        }
        if (run->sweep->show == (uint64)place[l] + 1)
            cubature_show(run, y, share, l);
    }
}

#ifdef CUBATURE_BATCH
/* Functions of many points (batch_cpu.h): whether this is the passage that only collects them. */
FN int cubature_collects(const struct cubature_run *run) { return batch_of(run->launch->data)->collects; }

/* In it: adds the point of y. */
FN void cubature_collect(const struct cubature_run *run, const real *y, real share)
{
    const struct cubature_launch *launch = run->launch;
    struct cubature_batch *batch = batch_of(launch->data);
    batch_place *place = batch_here(batch);
    real x[DIMENSIONS];
    place->jacobian = share;
    cubature_point(launch->parameters, launch->grid, (int)launch->sweep.smooth, y, x, place->bin,
                   &place->slope, &place->jacobian);
    batch_collect(x, batch);
}

/* In the other one: what cubature_weigh() has. */
FN cubature_value cubature_read(const struct cubature_run *run, mask active)
{
    const struct cubature_launch *launch = run->launch;
    const struct cubature_sweep *sweep = run->sweep;
    const batch_place *place = batch_here(batch_of(launch->data));
    cubature_value value;
    real f[COMPONENTS];
    batch_read(f, launch->data);
    __builtin_memcpy(value.bin, place->bin, sizeof value.bin);
    value.even = sweep->smooth == SMOOTH_EVEN
                     ? R(1.0)
                     : cubature_even_of(place->slope * run->typical, sweep->rung, sweep->exponent);
    cubature_take(&value, f, place->jacobian * place->slope, active, launch->scales);
    return value;
}

/* What is read has its points already, unless one is shown, or most are thinned out. */
FN int cubature_wants_points(const struct cubature_run *run)
{
    return cubature_collects(run) || run->sweep->show || run->sweep->thin;
}
#else
FN int cubature_collects(const struct cubature_run *run)
{
    (void)run;
    return 0;
}

FN int cubature_wants_points(const struct cubature_run *run)
{
    (void)run;
    return 1;
}
#endif

/* Of a vector that was not evaluated. Its bins are nobody's, and stay as they are: there are many of them. */
FN cubature_value cubature_nothing(void)
{
    cubature_value value;
    for (int c = 0; c < COMPONENTS; ++c)
        value.v[c] = value.size[c] = R(0.0);
    value.all = R(0.0);
    value.even = R(1.0);
    value.lost = value.infinite = m_none();
    return value;
}

/* One vector of points. place: in the launch. */
FN cubature_value cubature_evaluate(struct cubature_run *run, const real *y, cubature_stratum stratum,
                                    mask active, word place)
{
    const struct cubature_launch *launch = run->launch;
    const uint64 rung = run->sweep->rung;
    if (run->sweep->show && !cubature_shows(run->sweep, place))
        return cubature_nothing();
    if (run->sweep->thin && run->sweep->climb > 1)
        active = m_and(active, cubature_is_thin(launch->strata, y, run->sweep->thin));
#ifdef CUBATURE_BATCH
    if (cubature_collects(run)) {
        cubature_collect(run, y, stratum.share);
        return cubature_nothing();
    }
    cubature_value value = cubature_read(run, active);
#else
    cubature_value value = cubature_weigh(launch->parameters, launch->data, launch->grid,
                                          (int)run->sweep->smooth, launch->scales, y, stratum.share, active,
                                          rung, run->sweep->exponent, run->typical);
#endif
    real power = cubature_count(&run->sums, &value, (int)run->sweep->climb, rung, place);
    if (rung)
        cubature_teach(run, &value, cubature_importance(power, value.even, rung) * stratum.factor);
    if (r_any(value.lost) || run->sweep->show)
        cubature_note(run, &value, y, stratum.share, active, place);
    return value;
}

FN void cubature_flush(int64 *pair, const halves *sum)
{
    FOR_LANES(l) {
        pair[0] += sum->high[l];
        pair[1] += sum->low[l];
    }
}

/* Adds what was summed of one set, and clears it. */
FN void cubature_flush_set(struct cubature_run *run, uint64 set)
{
    int64 *words = run->totals + SUM_SETS(COMPONENTS) + SUM_WORDS_OF_COMPONENT * COMPONENTS * set;
    for (int c = 0; c < COMPONENTS; ++c, words += SUM_WORDS_OF_COMPONENT) {
        cubature_flush(words + SUM_VALUE, &run->sums.value[c]);
        cubature_flush(words + SUM_VARIANCE, &run->sums.variance[c]);
        cubature_flush(words + SUM_VARIANCE + 2, &run->sums.finer[c]);
    }
    cubature_clear_set(&run->sums);
}

FN void cubature_flush_counts(struct cubature_run *run)
{
    int64 *counts = run->totals + SUM_MAXIMA + COMPONENTS;
    for (int k = 0; k <= CUBATURE_RUNGS; ++k)
        cubature_flush(counts + SUM_LADDER + 2 * k, &run->sums.ladder[k]);
    FOR_LANES(l) {
        counts[SUM_HITS] += run->sums.hits[l];
        if (run->sums.heaviest[l] > run->totals[SUM_HEAVIEST])
            run->totals[SUM_HEAVIEST] = run->sums.heaviest[l];
        for (int c = 0; c < COMPONENTS; ++c) {
            int64 leading = cubature_leading(r_bits(run->sums.maximum[c])[l]);
            if (leading > run->totals[SUM_MAXIMA + c])
                run->totals[SUM_MAXIMA + c] = leading;
        }
    }
}

/* Threads share these sums, of which each takes a small part. */
FN void cubature_learn(const struct cubature_run *run, real cube, real square, mask active)
{
    wide units = cubature_spread(square);
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        __atomic_fetch_add(run->launch->spread + (int)cube[l], units[l], __ATOMIC_RELAXED);
    }
}

/* Units with equally many evaluations: a lane each. */
FN void cubature_cubes(struct cubature_run *run, uint64 first, uint64 count)
{
    const struct cubature_sweep *sweep = run->sweep;
    const uint32 samples = (uint32)sweep->samples, before = (uint32)(first - sweep->first_unit) * samples;
    const index before_part = sweep->parts ? i_set((int)(first % sweep->parts)) : i_set(0);
    const scalar *factors = (const scalar *)run->launch->scales + COMPONENTS;
    const scalar share = cubature_share_of((scalar)samples);
    const cubature_layout layout = cubature_layout_of(sweep->per_axis);
    const random_keys keys = random_keys_of((uint32)sweep->seed, (uint32)(sweep->seed >> 32));
    scalar digits[DIMENSIONS];
    pipeline_digits(sweep->parts ? 0 : first, sweep->per_axis, digits);
    for (uint32 begin = 0; begin < count; begin += LANES) {
        word slot = w_lane() + w_set(begin);
        mask active = w_less(slot, w_set((uint32)count));
        cubature_stratum stratum = sweep->parts
                                       ? cubature_stratum_of(run->launch->strata, sweep->parts, sweep->cubes,
                                                             sweep->most, before_part + w_index(slot))
                                       : cubature_even(r_from_index(w_index(slot)));
        real mean[COMPONENTS], square[COMPONENTS], corner[DIMENSIONS], y[RANDOM_ROOM];
        for (int c = 0; c < COMPONENTS; ++c)
            mean[c] = square[c] = R(0.0);
        cubature_corner(layout, digits, stratum.cube, corner);
        event_number event = pipeline_event(sweep->first_event + first * samples, slot * samples,
                                            sweep->seed);
        for (uint32 sample = 0; sample < samples; ++sample, event = pipeline_next(event)) {
            if (cubature_wants_points(run))
                cubature_random(layout, event, &keys, corner, y);
            cubature_value value = cubature_evaluate(run, y, stratum, active,
                                                     slot * samples + w_set(before + sample));
            for (int c = 0; c < COMPONENTS; ++c)
                pipeline_deviation(value.v[c], r_set(pipeline_share(sample)), &mean[c], &square[c]);
        }
        for (int c = 0; c < COMPONENTS; ++c)
            cubature_add_cube(&run->sums, c, mean[c], square[c], share);
        if (sweep->learn && !cubature_collects(run))
            cubature_learn(run, stratum.cube, cubature_all(square, factors), active);
    }
    cubature_flush_set(run, 0);
}

/* One block of points of a randomisation, in the order of Gray's code. */
FN void cubature_points(struct cubature_run *run, uint64 unit)
{
    const struct cubature_sweep *sweep = run->sweep;
    const uint64 set = unit / sweep->blocks, block = sweep->first_block + unit % sweep->blocks;
    const uint32 points = (uint32)1 << sweep->block_bits;
    const uint32 before = (uint32)((unit - sweep->first_unit) << sweep->block_bits);
    const uint64 *directions = run->launch->directions + SOBOL_NUMBERS * DIMENSIONS * set;
    sobol_digits digits[DIMENSIONS];
    sobol_start(digits, DIMENSIONS, directions, block << sweep->block_bits, 0);
    mask active = w_less(w_lane(), w_set(points));
    for (uint32 begin = 0, step = 0; begin < points; begin += LANES, ++step) {
        real y[DIMENSIONS];
        cubature_coordinates(digits, y);
        word place = w_lane() + w_set(before + (step ^ step >> 1) * LANES);
        cubature_value value = cubature_evaluate(run, y, cubature_even(R(0.0)), active, place);
        cubature_add_point(&run->sums, &value);
        const int bit = SOBOL_LANE_BITS + sobol_bit(step);
        sobol_add(digits, DIMENSIONS, directions, bit, SOBOL_CHOSEN);
    }
    cubature_flush_set(run, set);
}

__attribute__((visibility("default"))) void cubature_run(const struct cubature_launch *launch, uint64_t first,
                                                         uint64_t count, int64_t *totals, int64_t *refinement)
{
    struct cubature_run run = {.launch = launch,
                               .sweep = &launch->sweep,
                               .totals = totals,
                               .refinement = refinement,
                               .typical = cubature_typical(launch->grid)};
    cubature_clear(&run.sums);
    if (launch->sweep.sobol)
        for (uint64 unit = first; unit < first + count; ++unit)
            cubature_points(&run, unit);
    else
        cubature_cubes(&run, first, count);
    cubature_flush_counts(&run);
}

__attribute__((visibility("default"))) void cubature_refine(void *grid, const int64_t *sums,
                                                            const struct cubature_refinement *how)
{
    scalar memory[REFINE_MEMORY] = {0};
    int64 shares[REFINE_SHARES];
    for (int axis = 0; axis < DIMENSIONS; ++axis) {
        vegas_work work = {sums + (how->one_grid ? 0 : GRID_BINS * axis),
                           (int)how->width,
                           how->smooth ? VOIDS_AT_EDGES : VOIDS,
                           (scalar)how->damping,
                           memory,
                           shares,
                           0};
        smooth_learn(&work, (scalar *)grid + CUBATURE_AXIS(axis), (scalar *)grid + CUBATURE_PIECES(axis),
                     (scalar *)grid + CUBATURE_MEAN(axis));
    }
}

#endif

/* The pipeline of an integrand, sample to sum: what is the same wherever it runs.
 *
 * How events are spread over lanes and threads and how their sums are gathered
 * is the device's own affair: pipeline_cpu.h, pipeline_gpu.h. Included after the
 * integrand (integrand.h says what that defines). */
#ifndef TESSERA_PIPELINE_H
#define TESSERA_PIPELINE_H

#include "accumulate.h"
#include "integrand.h"
#if FILLS > 0
#include "observable/histogram_bin.h"
#endif
#if EVOLVES
#include "shower/shower.h"
#endif
#include "vegas.h"

/* The events of an iteration are numbered sub-cube by sub-cube, sample by sample. */
FN event_number pipeline_event(uint64 first, word offset, uint64 seed)
{
    event_number event;
    event.low = w_set((uint32)first) + offset;
    event.high = w_set((uint32)(first >> 32)) + w_carry(event.low, offset);
    event.seed_low = (uint32)seed;
    event.seed_high = (uint32)(seed >> 32);
    return event;
}

/* The event behind. */
FN event_number pipeline_next(event_number event)
{
    event.low = event.low + w_set(1);
    event.high = event.high + w_carry(event.low, w_set(1));
    return event;
}

/* Coordinates of an event on an axis and the next, in bins, in its sub-cube, of whose number `carry` goes
 * from axis to axis (vegas_coordinate). */
FN void pipeline_coordinates(event_number event, int axis, const scalar digits[DIMENSIONS], scalar per_axis,
                             real *carry, real y[2])
{
    const scalar inverse = 1 / per_axis;
    uniform_pair(event, STREAM_SAMPLING, (uint32)axis / 2, y);
    for (int i = axis; i < axis + 2 && i < DIMENSIONS; ++i) {
        if (per_axis > 1)
            y[i - axis] = vegas_coordinate(digits[i], per_axis, inverse, carry) + y[i - axis];
        y[i - axis] = y[i - axis] * r_set(GRID_BINS * inverse);
    }
}

/* The point of an event, mapped. Its sub-cube is `offset` behind the one whose
 * number has `digits`. Bins and Jacobian go along. */
FN void pipeline_point(GLOBAL const scalar *grid, event_number event, const scalar digits[DIMENSIONS],
                       scalar per_axis, real offset, real x[DIMENSIONS], index bin[DIMENSIONS],
                       real *jacobian)
{
    real carry = offset, y[2];
    *jacobian = R(1.0);
    for (int axis = 0; axis < DIMENSIONS; axis += 2) {
        pipeline_coordinates(event, axis, digits, per_axis, &carry, y);
        for (int i = axis; i < axis + 2 && i < DIMENSIONS; ++i) {
            x[i] = vegas_map(grid, i, y[i - axis], &bin[i], jacobian);
            *jacobian = *jacobian * vegas_slope(1);
        }
    }
}

/* The digits of a sub-cube's number, the first axis lowest. */
FN void pipeline_digits(uint64 cube, uint64 per_axis, scalar digits[DIMENSIONS])
{
    for (int axis = 0; axis < DIMENSIONS; ++axis, cube /= per_axis)
        digits[axis] = (scalar)(cube % per_axis);
}

/* A weight as it is summed. */
typedef struct pipeline_value {
    real v;           /* the weight times the scale; 0 where it is not finite or too large for the scale */
    real size;        /* of the weight itself; 0 where it is not finite */
    real scaled_size; /* times the scale */
    mask lost;        /* not finite */
} pipeline_value;

/* The host learns of what is lost from its count, of what is too large from the maximum. Both are rare. */
FN pipeline_value pipeline_scale(real weight, mask active, scalar scale)
{
    pipeline_value value;
    real scaled = weight * r_set(scale);
    mask serves = m_and(active, r_abs(scaled) < LARGEST), rest = m_and(active, m_not(serves));
    value.lost = m_none();
    value.v = r_select(serves, scaled, R(0.0));
    value.scaled_size = r_abs(value.v);
    value.size = r_select(serves, r_abs(weight), R(0.0));
    if (r_any(rest)) {
        mask large = m_and(rest, r_abs(weight) <= r_set(LARGEST_FINITE));
        value.lost = m_and(rest, m_not(large));
        value.scaled_size = r_select(large, r_abs(scaled), value.scaled_size);
        value.size = r_select(large, r_abs(weight), value.size);
    }
    return value;
}

/* The scaled weight of a variation, from that of the event; 0, and `lost`, where it is no number or too large
 * for the scale. */
FN real pipeline_varied(real v, real factor, mask *lost)
{
    const real varied = v * factor;
    const mask serves = r_abs(varied) < LARGEST;
    *lost = m_not(serves);
    return r_select(serves, varied, R(0.0));
}

/* A weight with the factor of its event, which 0 takes away whatever it is. */
FN real pipeline_reweighted(real weight, real factor)
{
    return r_select(factor == R(0.0), R(0.0), weight * factor);
}

#if EVOLVES
/* What an event weighs behind its shower, and how much its configurations do together. */
typedef struct pipeline_weights {
    real weight, size;
} pipeline_weights;

/* The weights of all configurations of events in LANES neighbouring slots, from that of their matrix
 * elements. */
FN pipeline_weights pipeline_factors(CONSTANT parameters *p, event_list events, uint32 slot, real weight,
                                     real own[CONFIGURATIONS])
{
    pipeline_weights all = {weight, r_abs(weight)};
    own[0] = weight;
#if REWEIGHTS
    all.weight = all.size = R(0.0);
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        own[c] = pipeline_reweighted(weight, integrand_reweight(p, event_configuration(events, c), slot));
        all.weight = all.weight + own[c];
        all.size = all.size + r_abs(own[c]);
    }
#else
    (void)p, (void)events, (void)slot;
#endif
    return all;
}

/* The largest value of a row among the configurations of an event. */
FN real pipeline_most(event_list events, int row, uint32 slot)
{
    real most = event_fetch(events, row, slot);
    for (int c = 1; c < CONFIGURATIONS; ++c)
        most = r_max(most, event_fetch(event_configuration(events, c), row, slot));
    return most;
}
#endif

/* 1 / (sample + 1); most sub-cubes have two samples, which need no division. */
FN scalar pipeline_share(uint32 sample)
{
    return sample == 0 ? S(1.0) : sample == 1 ? S(0.5) : 1 / (scalar)(sample + 1);
}

#if FILLS > 0
/* An entry of a histogram: its bin, and what that adds up, as numbers of units. */
typedef struct pipeline_entry {
    index bin;
    real weight, square, first, second; /* v, v^2, v t, v t^2 */
} pipeline_entry;

/* Where it goes, whatever its weight: its bin, and its value in units of the axis. */
typedef struct pipeline_place {
    index bin;
    real t;
} pipeline_place;

FN pipeline_place pipeline_place_of(const binning *axis, real value)
{
    pipeline_place place;
    place.bin = axis->logarithmic != 0
                    ? histogram_log_bin(value, axis->low, axis->inverse_width, (int)axis->bins)
                    : histogram_bin(value, axis->low, axis->inverse_width, (int)axis->bins);
    /* Values far outside the range go to overflow or underflow; their moments are clamped. */
    real t = r_max(r_min(value * r_set(axis->inverse_size), R(1024.0)), R(-1024.0));
    place.t = r_select(value <= r_set(HISTOGRAM_NONE), R(0.0), t);
    return place;
}

/* What an event adds to a bin: v, v t, v t^2 of what it has there. */
typedef struct pipeline_part {
    index bin;
    real v, first, second;
} pipeline_part;

FN pipeline_part pipeline_part_of(pipeline_place place, real v)
{
    pipeline_part part;
    part.bin = place.bin;
    part.v = v;
    part.first = v * place.t;
    part.second = v * place.t * place.t;
    return part;
}

FN pipeline_entry pipeline_entry_of(pipeline_part part)
{
    pipeline_entry entry;
    entry.bin = part.bin;
    entry.weight = part.v * WEIGHT_UNITS;
    entry.square = part.v * part.v * SQUARE_UNITS;
    entry.first = part.first * MOMENT_UNITS;
    entry.second = part.second * MOMENT_UNITS;
    return entry;
}

#if CONFIGURATIONS > 1
/* The weights of an event's configurations as they are summed, and which of them are there. */
typedef struct pipeline_configurations {
    real v[CONFIGURATIONS];
    mask there[CONFIGURATIONS];
} pipeline_configurations;

/* Of events that are not `active` there are none. */
FN pipeline_configurations pipeline_configurations_of(const real fill[FILL_SLOTS], real jacobian, mask active,
                                                      scalar scale)
{
    pipeline_configurations all;
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        all.v[c] = pipeline_scale(fill[FILL_WEIGHT(c)] * jacobian, active, scale).v;
        all.there[c] = m_not(all.v[c] == R(0.0));
    }
    return all;
}

/* What entry i of all configurations adds to its histogram. Those in one bin become a single part, that of
 * the first of them. So what cancels there is squared when it has. */
FN void pipeline_join(const binning *axis, const real fill[FILL_SLOTS], int i,
                      const pipeline_configurations *all, pipeline_part part[CONFIGURATIONS],
                      mask there[CONFIGURATIONS])
{
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        part[c] = pipeline_part_of(pipeline_place_of(axis, fill[FILL_VALUE(c, i)]), all->v[c]);
        there[c] = all->there[c];
        for (int before = 0; before < c; ++before) {
            const mask same = m_and(m_and(there[before], there[c]), part[before].bin == part[c].bin);
            part[before].v = part[before].v + r_select(same, part[c].v, R(0.0));
            part[before].first = part[before].first + r_select(same, part[c].first, R(0.0));
            part[before].second = part[before].second + r_select(same, part[c].second, R(0.0));
            there[c] = m_and(there[c], m_not(same));
        }
    }
}
#endif
#endif

#if CONFIGURATIONS > 1
/* By what the weights of configurations are multiplied: those of a shower have the Jacobian already. */
FN real pipeline_jacobian(real jacobian) { return EVOLVES ? R(1.0) : jacobian; }

/* The size of an event: of the weights of its configurations together. Hit or miss decides by that. */
FN real pipeline_size(const real fill[FILL_SLOTS])
{
    real size = R(0.0);
    for (int c = 0; c < CONFIGURATIONS; ++c)
        size = size + r_abs(fill[FILL_WEIGHT(c)]);
    return size;
}
#endif

/* Takes one more v into a sub-cube's mean and sum of squared deviations; share is
 * 1 / (how many there are now) (B. P. Welford, Technometrics 4 (1962) 419). */
FN void pipeline_deviation(real v, real share, real *mean, real *square)
{
    real deviation = v - *mean;
    *mean = *mean + deviation * share;
    *square = *square + deviation * (v - *mean);
}

#endif

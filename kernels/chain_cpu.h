/* The chain on the CPU: the stages of an event (stages.h), block by block.
 *
 * A block is a run of sub-cubes, one per lane. For each of the samples of a sub-cube the whole block is
 * sampled and cut. Survivors are packed together, so that the matrix element sees full vectors. Their
 * weights go back to their sub-cubes for the variance. In mixed precision the events in doubt are weighed
 * again in between, by another program (repeat_cpu.h). Where events shower, the survivors do so before they
 * are histogrammed. */
#ifndef TESSERA_CHAIN_CPU_H
#define TESSERA_CHAIN_CPU_H

#include "chain.h"
#include "chain_launch.h"
#include "stages.h"
#include "vegas_refine.h"

/* Rows of packed survivors, each CAPACITY scalars; the slack takes the undefined
 * lanes behind the last packed vector. */
enum { CAPACITY = CHAIN_BLOCK + LANES };
enum {
    ROW_SLOT = 0,                 /* the survivor's place in the block, as a number */
    ROW_JACOBIAN = 1,             /* of the map */
    ROW_STATE = 2,                /* STATE rows */
    ROW_BINS = ROW_STATE + STATE, /* DIMENSIONS rows: bins of the grid, as numbers */
    ROW_WEIGHT = ROW_BINS + DIMENSIONS,
    ROW_FILL = ROW_WEIGHT + 1,          /* FILL_SLOTS rows: what is to be histogrammed */
    ROW_PASSES = ROW_FILL + FILL_SLOTS, /* 1 or 0, where events that do not are packed too */
    ROW_VARY = ROW_PASSES + WEIGHS_ALL, /* VARIATIONS rows: factors of the weight */
    ROW_BIN = ROW_VARY + VARIATIONS,    /* with variations FILL_SLOTS rows: where entries go, */
    ROW_MOMENT = ROW_BIN + (VARIATIONS > 0 ? FILL_SLOTS : 0), /* and as many of their moments */
    ROWS = ROW_MOMENT + (VARIATIONS > 0 ? FILL_SLOTS : 0)
};

struct chain_scratch {
    scalar rows[ROWS][CAPACITY];
    scalar weight[CHAIN_BLOCK]; /* v, 0 where the event was cut */
    scalar mean[CHAIN_BLOCK];   /* of a sub-cube's v so far */
    scalar square[CHAIN_BLOCK]; /* sum of squared deviations from it */
    uint32 doubtful[CAPACITY];  /* columns of the survivors in doubt, then their sub-cubes */
    uint32 doubtful_cubes[CAPACITY];
    double repeated[CAPACITY]; /* weights of the doubtful events */
#if VARIATIONS > 0
    struct {
        scalar weight[CHAIN_BLOCK], mean[CHAIN_BLOCK], square[CHAIN_BLOCK];
    } varied[VARIATIONS];
#endif
#if EVOLVES
    scalar events[(uint64)EVENT_ROWS * CAPACITY];
    uint32 offsets[CAPACITY]; /* of their numbers */
#endif
};

/* The sums of a block, per lane, before they go to the totals. */
struct chain_sums {
    halves weight, variance;
    real maximum, size;
#if VARIATIONS > 0
    struct {
        halves weight, variance;
    } varied[VARIATIONS];
#endif
};

/* A block at work. */
struct chain_block {
    const struct chain_launch *launch;
    const struct chain_iteration *iteration;
    struct chain_scratch *scratch;
    struct chain_sums *sums;
    int64 *totals, *refinement;
    uint64 first_cube, first_event; /* of the block; of sample 0 */
    uint32 cubes;
    scalar digits[DIMENSIONS]; /* of the block's first sub-cube */
    uint64 sample;             /* which of a sub-cube's is at work, */
    uint32 count;              /* and how many of them survive the cuts */
};

/* The number of the event at `slot` (a lane's place in the block) and `sample`. */
FN event_number chain_slot_event(const struct chain_block *block, word slot, uint64 sample)
{
    const struct chain_iteration *iteration = block->iteration;
    return chain_event(block->first_event + sample, slot * (uint32)iteration->samples, iteration->seed);
}

/* Samples the block once and packs what survives the cuts into rows. */
FN void chain_sample(struct chain_block *block)
{
    const struct chain_launch *launch = block->launch;
    struct chain_scratch *scratch = block->scratch;
    uint32 count = 0;
    for (uint32 first = 0; first < block->cubes; first += LANES) {
        word slot = w_lane() + w_set(first);
        real x[DIMENSIONS], state[STATE], jacobian;
        index bin[DIMENSIONS];
        chain_point(launch->grid, chain_slot_event(block, slot, block->sample), block->digits,
                    (scalar)block->iteration->cubes_per_axis, r_from_index(w_index(slot)), x, bin, &jacobian);
        mask inside = w_less(slot, w_set(block->cubes));
        mask passes = m_and(integrand_sample(launch->parameters, x, state), inside);
        mask survives = WEIGHS_ALL ? inside : passes;
        if (!r_any(survives))
            continue;
        r_store(&scratch->rows[ROW_SLOT][count], r_compress(survives, r_from_index(w_index(slot))));
        r_store(&scratch->rows[ROW_JACOBIAN][count], r_compress(survives, jacobian));
        for (int i = 0; i < STATE; ++i)
            r_store(&scratch->rows[ROW_STATE + i][count], r_compress(survives, state[i]));
#if WEIGHS_ALL
        r_store(&scratch->rows[ROW_PASSES][count], r_compress(survives, r_select(passes, R(1.0), R(0.0))));
#endif
        if (block->iteration->refine)
            for (int i = 0; i < DIMENSIONS; ++i)
                r_store(&scratch->rows[ROW_BINS + i][count], r_compress(survives, r_from_index(bin[i])));
        count += (uint32)m_count(survives);
    }
    block->count = count;
}

/* Notes the events of the lanes in `lost`, whose weights are not finite. */
FN void chain_note_lost(const struct chain_block *block, event_number event, mask lost)
{
    int64 *totals = block->totals;
    for (unsigned lanes = m_lanes(lost); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        int64 number = (int64)((uint64)event.high[l] << 32 | event.low[l]);
        totals[TOTAL_NOT_FINITE] += 1;
        if (number < totals[TOTAL_FIRST_NOT_FINITE])
            totals[TOTAL_FIRST_NOT_FINITE] = number;
    }
}

#if FILLS > 0 || EVOLVES
/* Adds whole units to a pair of totals. */
FN void chain_add_pair(int64 *pair, int64 units)
{
    pair[0] += units >> 32;
    pair[1] += units & (int64)0xffffffff;
}
#endif

#if FILLS > 0
FN void chain_add_two(int64 *pairs, two_scales parts, int lane)
{
    chain_add_pair(pairs, parts.units[lane]);
    chain_add_pair(pairs + 2, parts.finer[lane]);
}

/* One entry per lane into the bins of a histogram: the sums of v, v^2, v t, v t^2. */
FN void chain_fill(int64 *bins, mask active, chain_part part)
{
    chain_entry entry = chain_entry_of(part);
    two_scales weight = two_scales_from(entry.weight), square = two_scales_from(entry.square);
    two_scales first = two_scales_from(entry.first), second = two_scales_from(entry.second);
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        int64 *sums = bins + BIN_WORDS * (int64)entry.bin[l];
        chain_add_two(sums + BIN_WEIGHT, weight, l);
        chain_add_two(sums + BIN_SQUARE, square, l);
        chain_add_two(sums + BIN_FIRST, first, l);
        chain_add_two(sums + BIN_SECOND, second, l);
        sums[BIN_ENTRIES] += 1;
    }
}
#endif

/* Adds v^2 to the bins that the events of one vector fell into, and counts these events. */
FN void chain_refine(const struct chain_block *block, uint32 first, mask active, real v)
{
    const int counts = block->launch->follows_accepted;
    wide units = wide_from(v * v * REFINE_UNITS);
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        for (int i = 0; i < DIMENSIONS; ++i) {
            int64 *sum = block->refinement + GRID_BINS * i +
                         (int)block->scratch->rows[ROW_BINS + i][first + (uint32)l];
            *sum += units[l];
            if (counts && units[l] != 0)
                sum[GRID_BINS * DIMENSIONS] += 1;
        }
    }
}

/* Keeps the weights themselves, where the host asked for them. */
FN void chain_record(const struct chain_block *block, event_number event, mask active, real weight)
{
    scalar *record = block->launch->record;
    for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        record[((uint64)event.high[l] << 32 | event.low[l]) - block->iteration->first_event] = weight[l];
    }
}

/* The survivors of a vector, and their events. Lanes behind the last survivor take the first one's place: any
 * event will do. */
struct chain_vector {
    mask active;
    real place; /* in the block */
    event_number event;
};

/* Which lanes of a vector hold survivors. */
FN mask chain_active(const struct chain_scratch *scratch, uint32 first, uint32 count)
{
    const mask present = w_less(w_lane() + w_set(first), w_set(count));
#if WEIGHS_ALL
    return m_and(present, r_fetch(&scratch->rows[ROW_PASSES][first]) > R(0.0));
#else
    (void)scratch;
    return present;
#endif
}

FN struct chain_vector chain_vector_at(const struct chain_block *block, uint32 first)
{
    struct chain_scratch *scratch = block->scratch;
    struct chain_vector vector;
    mask present = w_less(w_lane() + w_set(first), w_set(block->count));
    vector.active = chain_active(scratch, first, block->count);
    vector.place = r_select(present, r_fetch(&scratch->rows[ROW_SLOT][first]),
                            r_set(scratch->rows[ROW_SLOT][0]));
    vector.event = chain_slot_event(block, i_word(r_floor_index(vector.place)), block->sample);
    return vector;
}

/* The weights of the events in doubt become those of the same events in double precision. */
FN void chain_repeat_doubtful(const struct chain_block *block, uint32 doubts)
{
    const struct chain_launch *launch = block->launch;
    struct chain_scratch *scratch = block->scratch;
    launch->repeat(launch, block->first_cube, block->sample, scratch->doubtful_cubes, doubts,
                   scratch->repeated);
    for (uint32 i = 0; i < doubts; ++i)
        scratch->rows[ROW_WEIGHT][scratch->doubtful[i]] = (scalar)scratch->repeated[i];
    block->totals[TOTAL_REPEATED] += doubts;
}

/* Weighs the packed survivors. */
FN void chain_weigh(const struct chain_block *block)
{
    const struct chain_launch *launch = block->launch;
    struct chain_scratch *scratch = block->scratch;
    const uint32 count = block->count;
    uint32 doubts = 0;
    for (uint32 first = 0; first < count; first += LANES) {
        struct chain_vector vector = chain_vector_at(block, first);
        event_state state = {&scratch->rows[ROW_STATE][first], CAPACITY};
        event_team alone = {0, 0};
        real fill[FILL_SLOTS];
        mask doubtful;
        real weight = integrand_weight(launch->parameters, launch->tables, vector.event, state, alone, fill,
                                       &doubtful) *
                      r_fetch(&scratch->rows[ROW_JACOBIAN][first]);
        r_store(&scratch->rows[ROW_WEIGHT][first], weight);
        for (int i = 0; i < FILL_NUMBERS; ++i)
            r_store(&scratch->rows[ROW_FILL + i][first], fill[i]);
#if PRECISION_MIXED
        for (unsigned lanes = m_lanes(m_and(vector.active, doubtful)); lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            scratch->doubtful[doubts] = first + (uint32)l;
            scratch->doubtful_cubes[doubts++] = (uint32)vector.place[l];
        }
#endif
    }
    if (doubts)
        chain_repeat_doubtful(block, doubts);
}

#if EVOLVES
/* Counts the events of a vector whose shower met a ratio of densities above its bound, and adds their
 * weights.
 */
FN void chain_exceed(const struct chain_block *block, uint32 first, mask exceeded)
{
    const real weight = r_fetch(&block->scratch->rows[ROW_WEIGHT][first]);
    const real v = chain_scale(weight, exceeded, (scalar)block->iteration->scale).v;
    const wide units = wide_from(r_abs(v) * WEIGHT_UNITS);
    block->totals[TOTAL_EXCEEDED] += m_count(exceeded);
    for (unsigned lanes = m_lanes(exceeded); lanes; lanes &= lanes - 1)
        chain_add_pair(block->totals + TOTAL_EXCEEDED_WEIGHT, units[__builtin_ctz(lanes)]);
}

FN event_list chain_events(const struct chain_block *block)
{
    struct chain_scratch *scratch = block->scratch;
    event_list events = {scratch->events, CAPACITY, block->first_event + block->sample,
                         block->iteration->seed, scratch->offsets};
    return events;
}
#endif

/* Showers the packed survivors. */
FN void chain_evolve(const struct chain_block *block)
{
#if EVOLVES
    struct chain_scratch *scratch = block->scratch;
    CONSTANT parameters *numbers = block->launch->parameters;
    const event_list events = chain_events(block);
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        struct chain_vector vector = chain_vector_at(block, first);
        event_state state = {&scratch->rows[ROW_STATE][first], CAPACITY};
        integrand_begin(numbers, block->launch->tables, vector.event, state, events, first);
    }
    for (uint32 i = 0; i < count; ++i)
        scratch->offsets[i] = (uint32)scratch->rows[ROW_SLOT][i] * (uint32)block->iteration->samples;
    uint32 taken = 0;
    shower_run(numbers, block->launch->tables, events, &taken, count);
#else
    (void)block;
#endif
}

/* Leaves in the rows of what has showered what is to be histogrammed, and what it makes of variations. */
FN void chain_observe(const struct chain_block *block)
{
#if EVOLVES
    struct chain_scratch *scratch = block->scratch;
    const event_list events = chain_events(block);
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        real fill[FILL_SLOTS];
        integrand_observe(block->launch->parameters, events, first, fill);
        for (int i = 0; i < FILLS; ++i)
            r_store(&scratch->rows[ROW_FILL + i][first], fill[i]);
#if SHOWER_VARIATIONS > 0
        for (int k = 0; k < SHOWER_VARIATIONS; ++k) {
            scalar *factor = &scratch->rows[ROW_VARY + k][first];
            r_store(factor, r_fetch(factor) * shower_varied(events, k, first));
        }
#endif
    }
#else
    (void)block;
#endif
}

/* Multiplies the weights of what has showered, and counts what the shower has to tell. */
FN void chain_reweight(const struct chain_block *block)
{
#if EVOLVES
    struct chain_scratch *scratch = block->scratch;
    const event_list events = chain_events(block);
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        const mask active = chain_active(scratch, first, count);
#if REWEIGHTS
        const real factor = integrand_reweight(block->launch->parameters, events, first);
        r_store(&scratch->rows[ROW_WEIGHT][first],
                chain_reweighted(r_fetch(&scratch->rows[ROW_WEIGHT][first]), factor));
#endif
#if SHOWER_MERGES
        block->totals[TOTAL_VETOED] += m_count(
            m_and(active, event_fetch(events, EVENT_VETOED, first) > R(0.0)));
        block->totals[TOTAL_UNORDERED] += m_count(
            m_and(active, event_fetch(events, EVENT_UNORDERED, first) > R(0.0)));
        block->totals[TOTAL_UNCLUSTERED] += m_count(
            m_and(active, event_fetch(events, EVENT_UNCLUSTERED, first) > R(0.0)));
#endif
        mask limited = event_fetch(events, EVENT_LIMITED, first) > R(0.0);
        block->totals[TOTAL_LIMITED] += m_count(m_and(active, limited));
        chain_exceed(block, first, m_and(active, event_fetch(events, EVENT_EXCEEDED, first) > R(0.0)));
#if SHOWER_VARIATIONS > 0
        block->totals[TOTAL_CAPPED] += m_count(m_and(active, shower_capped(events, first)));
#endif
    }
#else
    (void)block;
#endif
}

/* Leaves in the rows of the packed survivors what their weights are multiplied with. */
FN void chain_vary(const struct chain_block *block)
{
#if VARIATIONS > 0
    const struct chain_launch *launch = block->launch;
    struct chain_scratch *scratch = block->scratch;
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        struct chain_vector vector = chain_vector_at(block, first);
        event_state state = {&scratch->rows[ROW_STATE][first], CAPACITY};
        real factor[VARIATIONS];
        integrand_vary(launch->parameters, launch->tables, vector.event, state, factor);
        for (int k = 0; k < VARIATIONS; ++k)
            r_store(&scratch->rows[ROW_VARY + k][first], factor[k]);
    }
#else
    (void)block;
#endif
}

#if VARIATIONS > 0
/* Adds the weights of variation k of the packed survivors, as chain_add() does their own, and leaves them at
 * their places in the block. */
FN void chain_add_variation(const struct chain_block *block, int k)
{
    struct chain_scratch *scratch = block->scratch;
    const uint32 count = block->count;
    int64 *totals = block->totals + BIN_WORDS * VARIED_BINS((uint64)k, block->launch->bins);
    scalar *weights = scratch->varied[k].weight;
    __builtin_memset(weights, 0, sizeof scratch->varied[k].weight);
    for (uint32 first = 0; first < count; first += LANES) {
        const mask active = chain_active(scratch, first, count);
        const real v = r_fetch(&scratch->rows[ROW_WEIGHT][first]);
        mask lost;
        const real varied = chain_varied(v, r_fetch(&scratch->rows[ROW_VARY + k][first]), &lost);
        halves_add(&block->sums->varied[k].weight, r_select(active, varied, R(0.0)) * WEIGHT_UNITS);
        for (unsigned lanes = m_lanes(active); lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            weights[(int)scratch->rows[ROW_SLOT][first + (uint32)l]] = varied[l];
        }
        lost = m_and(lost, m_and(active, m_not(v == R(0.0))));
        if (r_any(lost))
            totals[TOTAL_BINS - BIN_WORDS + BIN_ENTRIES] += m_count(lost);
#if FILLS > 0
        const binning *axes = block->launch->binnings;
        const int histogram[FILLS] = FILL_HISTOGRAMS;
        for (int i = 0; i < FILLS; ++i) {
            const chain_place place = {r_floor_index(r_fetch(&scratch->rows[ROW_BIN + i][first])),
                                       r_fetch(&scratch->rows[ROW_MOMENT + i][first])};
            chain_fill(totals + (int64)axes[histogram[i]].offset, active, chain_part_of(place, varied));
        }
#endif
    }
}

/* Takes one more sample of each sub-cube into the mean and squared deviations of variation k. */
FN void chain_deviations_varied(struct chain_scratch *scratch, int k, uint32 cubes, uint64 sample)
{
    const real share = r_set(chain_share((uint32)sample));
    scalar *means = scratch->varied[k].mean, *squares = scratch->varied[k].square;
    for (uint32 i = 0; i < cubes; i += LANES) {
        real mean = r_fetch(means + i), square = r_fetch(squares + i);
        chain_deviation(r_fetch(scratch->varied[k].weight + i), share, &mean, &square);
        r_store(means + i, mean);
        r_store(squares + i, square);
    }
}

/* The sums of a block's variations go to the totals. */
FN void chain_close_varied(const struct chain_block *block)
{
    struct chain_sums *sums = block->sums;
    real share = r_set(1 / (scalar)(block->iteration->samples - 1));
    for (int k = 0; k < VARIATIONS; ++k) {
        int64 *head = block->totals + TOTAL_BINS + BIN_WORDS * VARIED_HEAD((uint64)k, block->launch->bins);
        for (uint32 i = 0; i < block->cubes; i += LANES)
            halves_add(&sums->varied[k].variance,
                       r_fetch(&block->scratch->varied[k].square[i]) * share * SQUARE_UNITS);
        FOR_LANES(l) {
            head[BIN_WEIGHT] += sums->varied[k].weight.high[l];
            head[BIN_WEIGHT + 1] += sums->varied[k].weight.low[l];
            head[BIN_SQUARE] += sums->varied[k].variance.high[l];
            head[BIN_SQUARE + 1] += sums->varied[k].variance.low[l];
        }
    }
}
#endif

#if CONFIGURATIONS > 1
/* Adds the entries of all configurations of a vector's events, and notes their sizes. */
FN void chain_add_configurations(const struct chain_block *block, uint32 first, mask active)
{
    struct chain_scratch *scratch = block->scratch;
    struct chain_sums *sums = block->sums;
    const real jacobian = r_fetch(&scratch->rows[ROW_JACOBIAN][first]);
    real fill[FILL_SLOTS];
    for (int i = 0; i < FILL_NUMBERS; ++i)
        fill[i] = r_fetch(&scratch->rows[ROW_FILL + i][first]);
    sums->size = r_max(sums->size, r_select(active, chain_size(fill) * jacobian, R(0.0)));
#if FILLS > 0
    const chain_configurations all = chain_configurations_of(fill, jacobian, active,
                                                             (scalar)block->iteration->entry_scale);
    const int histogram[FILLS] = FILL_HISTOGRAMS;
    for (int i = 0; i < FILLS; ++i) {
        const binning *axis = (const binning *)block->launch->binnings + histogram[i];
        chain_part part[CONFIGURATIONS];
        mask there[CONFIGURATIONS];
        chain_join(axis, fill, i, &all, part, there);
        for (int c = 0; c < CONFIGURATIONS; ++c)
            chain_fill(block->totals + (int64)axis->offset, there[c], part[c]);
    }
#endif
}
#endif

/* Adds the weights to the sums; leaves v at their places in the block. */
FN void chain_add_weights(const struct chain_block *block)
{
    const struct chain_launch *launch = block->launch;
    struct chain_scratch *scratch = block->scratch;
    struct chain_sums *sums = block->sums;
    const uint32 count = block->count;
    for (uint32 first = 0; first < count; first += LANES) {
        struct chain_vector vector = chain_vector_at(block, first);
        real weight = r_fetch(&scratch->rows[ROW_WEIGHT][first]);
        block->totals[TOTAL_ACCEPTED] += m_count(vector.active);
        chain_value value = chain_scale(weight, vector.active, (scalar)block->iteration->scale);
        if (r_any(value.lost))
            chain_note_lost(block, vector.event, value.lost);
        sums->maximum = r_max(sums->maximum, value.size);
        real v = value.v;
        halves_add(&sums->weight, v * WEIGHT_UNITS);
        for (unsigned lanes = m_lanes(vector.active); lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            scratch->weight[(int)vector.place[l]] = v[l];
        }
#if CONFIGURATIONS > 1
        chain_add_configurations(block, first, m_and(vector.active, m_not(value.lost)));
#elif FILLS > 0
        const binning *axes = launch->binnings;
        const int histogram[FILLS] = FILL_HISTOGRAMS;
        for (int i = 0; i < FILLS && !(EVOLVES && block->iteration->refine); ++i) {
            const binning *axis = axes + histogram[i];
            const chain_place place = chain_place_of(axis, r_fetch(&scratch->rows[ROW_FILL + i][first]));
            chain_fill(block->totals + (int64)axis->offset, vector.active, chain_part_of(place, v));
#if VARIATIONS > 0
            r_store(&scratch->rows[ROW_BIN + i][first], r_from_index(place.bin));
            r_store(&scratch->rows[ROW_MOMENT + i][first], place.t);
#endif
        }
#endif
        if (block->iteration->refine)
            chain_refine(block, first, vector.active, v);
        if (launch->record)
            chain_record(block, vector.event, vector.active, weight);
#if VARIATIONS > 0
        r_store(&scratch->rows[ROW_WEIGHT][first], v); /* scaled, for its variations */
#endif
    }
}

/* Takes one more sample of each sub-cube into its mean and squared deviations. */
FN void chain_deviations(struct chain_scratch *scratch, uint32 cubes, uint64 sample)
{
    real share = r_set(chain_share((uint32)sample));
    for (uint32 first = 0; first < cubes; first += LANES) {
        real mean = r_fetch(&scratch->mean[first]), square = r_fetch(&scratch->square[first]);
        chain_deviation(r_fetch(&scratch->weight[first]), share, &mean, &square);
        r_store(&scratch->mean[first], mean);
        r_store(&scratch->square[first], square);
    }
}

/* Adds the packed survivors to the sums of the block, and to histograms. */
FN void chain_add(const struct chain_block *block)
{
    struct chain_scratch *scratch = block->scratch;
    __builtin_memset(scratch->weight, 0, sizeof scratch->weight);
    chain_add_weights(block);
    chain_deviations(scratch, block->cubes, block->sample);
#if VARIATIONS > 0
    /* One after the other, so that the sums of each stay near. */
    for (int k = 0; k < VARIATIONS && !block->iteration->refine; ++k) {
        chain_add_variation(block, k);
        chain_deviations_varied(scratch, k, block->cubes, block->sample);
    }
#endif
}

/* The sums of a block go to the totals. */
FN void chain_close(const struct chain_block *block)
{
    struct chain_scratch *scratch = block->scratch;
    struct chain_sums *sums = block->sums;
    int64 *totals = block->totals;
    real share = r_set(1 / (scalar)(block->iteration->samples - 1));
    for (uint32 first = 0; first < block->cubes; first += LANES)
        halves_add(&sums->variance, r_fetch(&scratch->square[first]) * share * SQUARE_UNITS);
    FOR_LANES(l) {
        totals[TOTAL_WEIGHT] += sums->weight.high[l];
        totals[TOTAL_WEIGHT + 1] += sums->weight.low[l];
        totals[TOTAL_VARIANCE] += sums->variance.high[l];
        totals[TOTAL_VARIANCE + 1] += sums->variance.low[l];
        if (r_bits(sums->maximum)[l] > totals[TOTAL_MAXIMUM])
            totals[TOTAL_MAXIMUM] = r_bits(sums->maximum)[l];
#if CONFIGURATIONS > 1
        if (r_bits(sums->size)[l] > totals[TOTAL_SIZE])
            totals[TOTAL_SIZE] = r_bits(sums->size)[l];
#endif
    }
}

__attribute__((visibility("default"))) uint64_t chain_scratch_bytes(void)
{
    return sizeof(struct chain_scratch);
}

__attribute__((visibility("default"))) void chain_block(const struct chain_launch *launch,
                                                        uint64_t first_cube, uint32_t cubes, void *memory,
                                                        int64_t *totals, int64_t *refinement)
{
    const struct chain_iteration *iteration = &launch->iteration;
    struct chain_sums sums = {0};
    struct chain_block block = {.launch = launch,
                                .iteration = iteration,
                                .scratch = memory,
                                .sums = &sums,
                                .totals = totals,
                                .refinement = refinement,
                                .first_cube = first_cube,
                                .cubes = cubes};
    block.first_event = iteration->first_event + first_cube * iteration->samples;
    chain_digits(first_cube, iteration->cubes_per_axis, block.digits);
    __builtin_memset(block.scratch->mean, 0, sizeof block.scratch->mean);
    __builtin_memset(block.scratch->square, 0, sizeof block.scratch->square);
#if VARIATIONS > 0
    if (!iteration->refine)
        __builtin_memset(block.scratch->varied, 0, sizeof block.scratch->varied);
#endif
#define RUN(stage, teaches)            \
    if (teaches || !iteration->refine) \
        chain_##stage(&block);
    for (; block.sample < iteration->samples; ++block.sample) {
        STAGES(RUN)
    }
#undef RUN
    chain_close(&block);
#if VARIATIONS > 0
    if (!iteration->refine)
        chain_close_varied(&block);
#endif
}

__attribute__((visibility("default"))) void chain_refine_grid(void *grid, const int64_t *refinement,
                                                              double damping, int follows_accepted)
{
    scalar memory[REFINE_MEMORY] = {0};
    int64 shares[REFINE_SHARES];
    for (int axis = 0; axis < DIMENSIONS; ++axis) {
        const int64 *sums = refinement + GRID_BINS * axis;
        vegas_lesson lesson = {sums,
                               0,
                               NO_VOIDS,
                               (scalar)damping,
                               memory,
                               shares,
                               follows_accepted ? sums + GRID_BINS * DIMENSIONS : 0};
        vegas_learn(&lesson, (scalar *)grid + 2 * GRID_BINS * axis);
    }
}

#endif

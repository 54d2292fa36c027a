/* What an integrand is to the integrator: what it samples is cheap, what it weighs
 * costly, and sees only events that the first lets pass.
 *
 * A program defines, before the pipeline that drives it is included:
 *
 *   DIMENSIONS             axes of the unit cube
 *   STATE                  reals an event carries from sample to weigh
 *   FILLS                  histogram entries an event makes (0 without histograms), for each
 *                          configuration of which FILL_SLOTS has a weight and values
 *   parameters             a struct of scalars: the numbers a user varies
 *
 *   FN_SHARED mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE]);
 *       where the integrand may differ from zero (also where it is not a number:
 *       such points must reach weigh to be counted), and what that needs
 *
 *   FN_SHARED real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables,
 *                                   event_number event, event_state state, event_team team,
 *                                   real fill[FILL_SLOTS], mask *doubtful);
 *       its value, without the map's Jacobian, and the values to be histogrammed;
 *       where it is in doubt for want of digits, in mixed precision (PRECISION_MIXED)
 *       the event is repeated in double. `tables` is what it looks up, table behind table,
 *       and behind them integers (tables_integers())
 *
 *   FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables,
 *                            event_number event, event_state state, record_list records,
 *                            uint32 slot);
 *       the records of LANES neighbouring events (event/record.h), from slot on, in the
 *       laboratory, with what was chosen in their weight or is chosen now; RECORDED is how
 *       many particles they have at most. Its weight is written behind it. Only for events
 *       that go to files, as they leave the matrix element
 *
 * and, where FILLS > 0, FILL_HISTOGRAMS, the list of the histogram of each entry.
 *
 * On a GPU integrand_weight may be called by TEAM threads for each event, which share TEAM_SCALARS scalars of
 * their group's memory. The event's number k is at team.memory[k * 32 / TEAM]. What rank 0 returns counts.
 *
 * Where SQUARES_APART is 1, a kernel of a GPU's own makes squared amplitudes of SQUARE_EVENTS events ahead.
 * Its groups have SQUARE_GROUP threads, with registers for SQUARE_THREADS on a multiprocessor, and
 * SQUARE_BYTES of memory. The weight is the product of both:
 *
 *   FN real integrand_square(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
 *                            event_team team, uint32 own);
 *       of event number `own` of the group, by all its threads; what rank 0 returns counts
 *
 *   FN real integrand_factor(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
 *                            event_state state, real fill[FILL_SLOTS]);
 *       of the weight all but the squared amplitude
 *
 * Where CONFIGURATIONS > 1 an event is so many kinematics, each with a weight of its own of either sign. So
 * there is what is real, and what is subtracted from it. integrand_weight returns the sum of their weights,
 * which is what the integral and the grid are of. Its fill has the FILLS values of each configuration, one
 * behind the other, and then their weights: FILL_VALUE(c, i), FILL_WEIGHT(c). A configuration of weight 0 is
 * cut and fills nothing. Entry i of those that fall into the same bin are added before they are squared. In
 * files each is an event, and integrand_record writes a record of each (record_configuration()).
 *
 * Where VARIATIONS > 0 each event has so many weights beside its own, which are it times
 *
 *   FN_SHARED void integrand_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
 *                                 event_state state, real factor[VARIATIONS]);
 *
 * They are summed and histogrammed as it is, but for events that only teach the grid, which knows nothing of
 * them.
 *
 * Where EVOLVES is 1 its events shower (shower/shower.h) and are histogrammed after that. `parameters` hold
 * SHOWER_PARAMETERS then, the fill of integrand_weight has no meaning, and there are
 *
 *   FN_SHARED void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
 *                                  event_state state, event_list events, uint32 slot);
 *       writes LANES neighbouring events, from slot on, with their dipoles measured
 *
 *   FN void integrand_observe(CONSTANT parameters *p, event_list events, uint32 slot, real fill[FILL_SLOTS]);
 *       the values to be histogrammed, of as many that have showered
 *
 * Where REWEIGHTS is 1, what has showered and been observed has its weight multiplied by
 *
 *   FN real integrand_reweight(CONSTANT parameters *p, event_list events, uint32 slot);
 *       a factor; 0 is a veto, and in files such an event has no particles
 *
 * Where they have several configurations, each is a list of events of its own (event_configuration()).
 * integrand_begin writes all of them, integrand_observe and integrand_reweight are called for each. The
 * weight of an event is integrand_weight times the sum of its factors, which have either sign.
 *
 * Events that only teach the grid neither shower nor enter histograms. Which stage follows which stands in
 * stages.h. */
#ifndef TESSERA_INTEGRAND_H
#define TESSERA_INTEGRAND_H

#include "event/record.h"
#include "random.h"

#ifndef FILLS
#define FILLS 0
#endif
/* Whether this is the single-precision part of a program in mixed precision. */
#ifndef PRECISION_MIXED
#define PRECISION_MIXED 0
#endif
#ifndef VARIATIONS
#define VARIATIONS 0
#endif
#ifndef EVOLVES
#define EVOLVES 0
#endif
#ifndef REWEIGHTS
#define REWEIGHTS 0
#endif
#ifndef SQUARES_APART
#define SQUARES_APART 0
#endif
#ifndef CONFIGURATIONS
#define CONFIGURATIONS 1
#endif
#if CONFIGURATIONS > 1 && (VARIATIONS > 0 || PRECISION_MIXED)
#error "Events of several configurations have no variations, and one precision."
#endif
/* Numbers of an event that go to histograms, and where they stand. */
#define FILL_NUMBERS (CONFIGURATIONS > 1 ? CONFIGURATIONS * (FILLS + 1) : FILLS)
#define FILL_VALUE(configuration, i) ((configuration)*FILLS + (i))
#define FILL_WEIGHT(configuration) (CONFIGURATIONS * FILLS + (configuration))
/* An array cannot have length zero in all three languages. */
#define FILL_SLOTS (FILL_NUMBERS > 0 ? FILL_NUMBERS : 1)

/* 1: weigh sees every event, and what it says of those that sample does not let pass is dropped. It is for
 * measuring what it costs. All sums keep their bits. */
#ifndef WEIGHS_ALL
#define WEIGHS_ALL 0
#endif

/* Where an event's state lies: number i at values[i * stride], LANES neighbours. */
typedef struct event_state {
    GLOBAL const scalar *values;
    uint32 stride;
} event_state;

FN real state_fetch(event_state state, int i) { return r_fetch(state.values + i * state.stride); }

/* Integers of an integrand's tables, words of 32 bits: `place` says how many numbers stand in front of them.
 */
FN GLOBAL const uint32 *tables_integers(GLOBAL const scalar *tables, scalar place)
{
    return (GLOBAL const uint32 *)(tables + (int)place);
}

/* Threads that share an event: a power of two up to 32. */
#ifndef TEAM
#define TEAM 1
#define TEAM_SCALARS 1
#endif
typedef struct event_team {
    LOCAL scalar *memory;
    int rank;
} event_team;

/* A binning: value x goes to bin floor((x - low) * inverse_width); bins even in
 * log x take log x first. The bins lie at `offset` in the totals: underflow
 * first, overflow last. Moments are taken of x * inverse_size. */
typedef struct binning {
    scalar low, inverse_width, bins, offset, logarithmic, inverse_size;
} binning;

#endif

/* The runs of neighbouring gluons that the recursions build currents for, and where those are kept. Included
 * by a form of the recursion, which has defined segment_partner: what a segment keeps beside its current. */
#ifndef TESSERA_AMPLITUDE_SEGMENTS_H
#define TESSERA_AMPLITUDE_SEGMENTS_H

#include "amplitude/current.h"
#include "amplitude/threads.h"

/* Gluons that enter the recursion; neighbours i..j of them, from 0, are segment SEGMENT(i, j). Those that end
 * alike lie together, as the recursion runs over them. */
#define LEGS (GLUONS - 1)
#define SEGMENTS (LEGS * (LEGS + 1) / 2)
#define SEGMENT(i, j) ((j) * ((j) + 1) / 2 + (i))

/* Threads of a GPU that share an event, a power of two up to 32: what the card says, else what suits a GPU.
 * Those few that are repeated in mixed precision have one each, and those that go to files (EVENTS_ALONE). */
#if !defined(GPU) || defined(PIPELINE_REPEATS) || defined(EVENTS_ALONE)
#undef GLUON_TEAM
#elif !defined(GLUON_TEAM) && defined(GLUON_TEAM_AUTO) && !GPU_ON_CPU
#define GLUON_TEAM GLUON_TEAM_AUTO
#endif
#ifndef GLUON_TEAM
#define GLUON_TEAM 1
#endif

/* Loops are unrolled on a CPU as long as the code fits the instruction cache, which gains up to half. Complex
 * arithmetic fills it with one gluon less. A GPU keeps what is indexed by constants in registers. There they
 * are unrolled as long as a thread has enough of them, 255 words, for the currents and their contractions. */
#if defined(GPU) && !GPU_ON_CPU
#define GLUON_UNROLLED (CURRENT_WORDS(GLUONS, PRECISION_DOUBLE, GLUON_POLARIZATION) <= CURRENT_WORDS_MOST)
#else
#define GLUON_UNROLLED (GLUONS <= 6 - GLUON_POLARIZATION)
#endif
#if GLUON_UNROLLED && GLUON_TEAM == 1
#define GLUON_LOOP UNROLL
#else
#define GLUON_LOOP
#endif

#if GLUON_TEAM > 1
#include "amplitude/segments_gpu.h"
#else
/* Where the recursion finds the momenta, the currents J and what goes with them, D or F (recursion_*.h). */
typedef struct segments {
    const vector4 *momentum;
    current J[SEGMENTS];
    segment_partner partner[SEGMENTS];
} segments;
FN vector4 segment_momentum(const segments *s, int i) { return s->momentum[i]; }
FN current segment_fetch(const segments *s, int i, int j) { return s->J[SEGMENT(i, j)]; }
FN segment_partner partner_fetch(const segments *s, int i, int j) { return s->partner[SEGMENT(i, j)]; }
FN void segment_put(segments *s, int i, int j, current J, segment_partner partner)
{
    s->J[SEGMENT(i, j)] = J;
    s->partner[SEGMENT(i, j)] = partner;
}
#endif

#endif

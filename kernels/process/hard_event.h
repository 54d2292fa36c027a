/* LANES events as they leave the matrix element, and what is drawn of them (hard_process.h). Included by
 * kinematics, behind `parameters`. */
#ifndef TESSERA_PROCESS_HARD_EVENT_H
#define TESSERA_PROCESS_HARD_EVENT_H

#include "integrand.h"
#include "lorentz.h"
#include "observable/histogram_bin.h"
#include "observable/particles.h"
#if OBSERVES_QUANTITIES || defined(CUT_EXPRESSION) || CUTS_AFTER_SHOWER || SCALE_EXPRESSIONS || ENHANCED
#include "observable/quantities.h"
#endif

typedef struct hard_event {
    CONSTANT parameters *p;
    GLOBAL const scalar *tables;
    event_number number;
    event_state state;
    mask mirrored; /* whether the first leg comes from the second beam */
} hard_event;

/* What is drawn among all that a luminosity is a sum over. */
typedef struct hard_choice {
    real number;     /* of the subprocess */
    real luminosity; /* the sum, where it is known from the choice */
    real share; /* sign of the part, times the sum of sizes over that of parts: 1 where none is negative */
} hard_choice;

/* The legs of a choice: those of the beams first, the first one that which phase space has from the first
 * beam. */
typedef struct hard_legs {
    real pdg[2 + FINAL], colour[2 + FINAL], anticolour[2 + FINAL], helicity[2 + FINAL];
} hard_legs;

#if FILLS > 0
/* Events that fail a cut have no place in histograms. */
FN void hard_fill_where(mask passes, real fill[FILL_SLOTS])
{
    const real no_value = r_set(HISTOGRAM_NONE);
    for (int i = 0; i < FILLS; ++i)
        fill[i] = r_select(passes, fill[i], no_value);
}
#endif

FN real hard_fetch(const hard_event *e, int i) { return state_fetch(e->state, i); }

#endif

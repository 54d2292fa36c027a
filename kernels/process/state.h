/* The state of an event out of two beams (process_layout.h). It has final momenta in the partons' rest frame,
 * a weight, and momentum fractions. Included by kinematics, behind `parameters`. */
#ifndef TESSERA_PROCESS_STATE_H
#define TESSERA_PROCESS_STATE_H

#include "process/hard_event.h"
#include "process/process_layout.h"
#include "process/state_momenta.h"

enum {
    STATE_WEIGHT = 4 * FINAL + BEHIND_WEIGHT,
    STATE_LOG_X1 = 4 * FINAL + BEHIND_LOG_X1,
    STATE_LOG_X2 = 4 * FINAL + BEHIND_LOG_X2,
    STATE_KIND = 4 * FINAL + BEHIND_KIND
};

FN vector4 hard_momentum(const hard_event *e, int i) { return state_momentum(e->state, i); }
FN real hard_weight(const hard_event *e) { return hard_fetch(e, STATE_WEIGHT); }

/* Logarithms of the momentum fractions from both beams. */
FN void hard_log_x(const hard_event *e, real log_x[2])
{
    const real first = hard_fetch(e, STATE_LOG_X1), second = hard_fetch(e, STATE_LOG_X2);
    log_x[0] = r_select(e->mirrored, second, first);
    log_x[1] = r_select(e->mirrored, first, second);
}

/* Twice the rapidity of the partons' rest frame in the laboratory. */
FN real hard_twice_rapidity(const hard_event *e)
{
    return hard_fetch(e, STATE_LOG_X1) - hard_fetch(e, STATE_LOG_X2);
}

/* exp of that rapidity. */
FN real hard_boost(const hard_event *e) { return r_exp(R(0.5) * hard_twice_rapidity(e)); }

#endif

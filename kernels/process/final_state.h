/* The first stage of integrands with FINAL massless particles in a collision of two partons, or of the beams
 * themselves where BEAMS_FIXED is 1. It makes their momenta in the partons' rest frame, in units of
 * sqrt(s-hat) / ENERGY, cut as in the laboratory. It also makes what the second stage needs of the flux. A
 * chain also has the colour order. Included behind `parameters`, which begin with FINAL_STATE_PARAMETERS. */
#ifndef TESSERA_PROCESS_FINAL_STATE_H
#define TESSERA_PROCESS_FINAL_STATE_H

#ifndef ENERGY
#define ENERGY 4.0
#endif
#ifndef PHASE_SPACE
#define PHASE_SPACE PHASE_SPACE_RAMBO
#endif

#ifndef BEAMS_FIXED
#define BEAMS_FIXED 0
#endif

#include "integrand.h"
#include "observable/jets.h"
#include "phase_space/partons.h"
#include "phase_space/rambo.h"
#include "phase_space/rambo_diet.h"
#include "process/final_state_axes.h"
#include "process/state_momenta.h"

#define LADDER_CHAIN (PHASE_SPACE == PHASE_SPACE_CHAIN)
#include "phase_space/ladder.h"

#define DIMENSIONS FINAL_STATE_AXES(FINAL, PHASE_SPACE, BEAMS_FIXED)

/* The state: the final momenta, then what the weight needs. */
enum {
    STATE_LOG_X1 = 4 * FINAL + BEHIND_LOG_X1,
    STATE_LOG_X2 = 4 * FINAL + BEHIND_LOG_X2,
    STATE_UNIT = 4 * FINAL + BEHIND_UNIT,
    STATE_FLUX = 4 * FINAL + BEHIND_FLUX,
    STATE_BEAMS = 4 * FINAL + BEHIND_BEAMS,
    STATE = 4 * FINAL + BEHIND_MOMENTA + 2 * LADDER_CHAIN
};

#if IS_LADDER(PHASE_SPACE)
#include "process/final_state_ladder.h"
#else
#include "process/final_state_rambo.h"
#endif

/* How many particles a record has: those that come in, if they come out of beams, and the final ones. */
#define INCOMING_PARTONS (BEAMS_FIXED ? 0 : 2)
#define RECORDED (INCOMING_PARTONS + FINAL)

/* Begins a record of the event: incoming partons, of these PDG codes, and final particles, all of one. Their
 * colours are 0. */
FN void final_state_record(event_state state, record_list records, uint32 slot, const real incoming[2],
                           real final)
{
    real none = R(0.0), unit = state_fetch(state, STATE_UNIT);
    real boost = r_exp(R(0.5) * (state_fetch(state, STATE_LOG_X1) - state_fetch(state, STATE_LOG_X2)));
    record_begin(records, slot, RECORDED);
    for (int i = 0; i < INCOMING_PARTONS; ++i) {
        real beam = R(0.5) * R(ENERGY);
        vector4 p = {beam, none, none, i == 0 ? beam : -beam};
        record_put(records, slot, i, INCOMING_PARTONS,
                   record_massless(state_laboratory(p, unit, boost), incoming[i], none, none));
    }
    for (int i = 0; i < FINAL; ++i)
        record_put(records, slot, INCOMING_PARTONS + i, INCOMING_PARTONS,
                   record_massless(state_laboratory(state_momentum(state, i), unit, boost), final, none,
                                   none));
}

FN void state_momenta(event_state state, vector4 final[FINAL])
{
    for (int i = 0; i < FINAL; ++i)
        final[i] = state_momentum(state, i);
}

#endif

/* The momenta of a process whose final particles have any masses (hard_process.h says what it defines).
 * Between two hadrons phase space has channels (phase_space/channels.h), or is Chili's (phase_space/chili.h);
 * else its channels are cascades (phase_space/cascade.h). Momenta are in units of p->unit. The first leg
 * comes from the first beam in phase space and its state, so that the grid knows from where it comes. Where
 * members have it from the second beam too, every other event is mirrored along the beams. Included behind
 * `parameters`, which begin with SUBPROCESS_PARAMETERS, and a header of phase space. */
#ifndef TESSERA_PROCESS_KINEMATICS_H
#define TESSERA_PROCESS_KINEMATICS_H

#include "process/state.h"

#include "process/cuts.h"

/* Behind what state.h says the state has the random number of the helicities, where they are sampled. */
enum { STATE_HELICITIES = STATE_KIND, STATE = STATE_HELICITIES + HELICITIES_SAMPLED };

typedef space_point hard_point;

FN mask hard_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE], hard_point *point)
{
    const space_setting setting = {p->node, (int)p->channel, (int)p->channels, p->root_s};
    const mask pass = space_sample(setting, x, point);
    for (int i = 0; i < FINAL; ++i)
        state_put_momentum(state, i, point->rest[i]);
    state[STATE_WEIGHT] = point->weight;
    state[STATE_LOG_X1] = point->log_x[0];
    state[STATE_LOG_X2] = point->log_x[1];
#if HELICITIES_SAMPLED
    state[STATE_HELICITIES] = x[SPACE_AXES];
#endif
    return pass;
}

FN mask hard_pass(CONSTANT parameters *p, const hard_point *point, mask inside)
{
    particle_set set;
    if (!r_any(inside))
        return inside;
    for (int i = 0; i < FINAL; ++i)
        set.momentum[i] = point->laboratory[i];
    particles_measure(&set);
    return m_and(inside, cuts_pass(p, &set));
}

/* Where members have the first leg from both beams it comes from the second one in every other event. */
FN mask hard_mirrored(CONSTANT parameters *p, event_number event)
{
    real u[2];
    const int members = (int)p->mirrored;
    if (members != MIRRORED_SOME)
        return members == MIRRORED_ALL ? m_all() : m_none();
    uniform_pair(event, STREAM_SUBPROCESS, 0, u);
    return u[1] < R(0.5);
}

FN real hard_unit(const hard_event *e) { return r_set(e->p->unit); }
FN real hard_mass(const hard_event *e, int i) { return space_mass(e->p->node, i); }

FN real hard_log_mass2(const hard_event *e)
{
    return R(2.0) * r_log(r_set(e->p->root_s * e->p->unit)) + hard_fetch(e, STATE_LOG_X1) +
           hard_fetch(e, STATE_LOG_X2);
}

FN void hard_incoming(const hard_event *e, real share, vector4 momentum[2])
{
    const real log_tau = hard_fetch(e, STATE_LOG_X1) + hard_fetch(e, STATE_LOG_X2);
    const real energy = share * r_set(e->p->root_s) * r_exp(R(0.5) * log_tau), none = R(0.0);
    const vector4 first = {energy, none, none, energy}, second = {energy, none, none, -energy};
    momentum[0] = first;
    momentum[1] = second;
}

FN vector4 hard_laboratory(const hard_event *e, real boost, int i)
{
    vector4 momentum = state_laboratory(hard_momentum(e, i), R(1.0), boost);
    momentum.z = r_select(e->mirrored, -momentum.z, momentum.z);
    return momentum;
}

FN void hard_particles(const hard_event *e, particle_set *set)
{
    const real boost = hard_boost(e);
    for (int i = 0; i < FINAL; ++i)
        set->momentum[i] = hard_laboratory(e, boost, i);
    particles_measure(set);
}
#define hard_angles(e, set)

FN vector4 hard_beam(const hard_event *e, int beam)
{
    real log_x[2];
    hard_log_x(e, log_x);
    const real energy = R(0.5) * r_set(e->p->root_s) * hard_unit(e) * r_exp(log_x[beam]), none = R(0.0);
    const vector4 q = {energy, none, none, beam ? -energy : energy};
    return q;
}

#if ORDERED_JETS
FN void hard_order(particle_set *set, real jet_pt[JET_COUNT], real jet_eta[JET_COUNT])
{
    const int jets[JET_COUNT + 1] = JETS_LIST;
    particles_order(set, jets, JET_COUNT, jet_pt, jet_eta);
}
#endif

#endif

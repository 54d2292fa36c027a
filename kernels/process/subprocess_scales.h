/* What scales of an event of a group of subprocesses follow: HT, MT, M, an expression of the card, or
 * clustering.
 * Included by subprocess.h, behind its parameters and the places of its state. */
#ifndef TESSERA_PROCESS_SUBPROCESS_SCALES_H
#define TESSERA_PROCESS_SUBPROCESS_SCALES_H

/* The logarithm of the square, in GeV^2, of what a scale follows. */
FN real subprocess_log_base2(CONSTANT parameters *p, event_state state, const particle_set *set, int base)
{
    if (base == SCALE_M)
        return R(2.0) * r_log(r_set(p->root_s * p->unit)) + state_fetch(state, STATE_LOG_X1) +
               state_fetch(state, STATE_LOG_X2);
    return R(2.0) *
           r_log((base == SCALE_MT ? particles_mt(set) : particles_ht(set, JETS_SET)) * r_set(p->unit));
}

/* The logarithms of both scales; 0 where they are fixed. `none`: the lanes that have none, for what an
 * expression says is too small, or no number. */
typedef struct subprocess_scales {
    real log_r2, log_f2;
    mask none;
#if SCALE_CLUSTERS
    cluster_history history; /* with logarithms like log_r2 */
#endif
} subprocess_scales;

#if SCALE_CLUSTERS
/* Clusters the event in the partons' rest frame, where it is not mirrored. */
FN cluster_history subprocess_cluster(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state)
{
    const real log_tau = state_fetch(state, STATE_LOG_X1) + state_fetch(state, STATE_LOG_X2);
    const real energy = R(0.5) * r_set(p->root_s) * r_exp(R(0.5) * log_tau), none = R(0.0);
    vector4 momentum[CLUSTER_BLOCKS];
    real mass[FINAL];
    momentum[0].e = momentum[1].e = energy;
    momentum[0].x = momentum[1].x = momentum[0].y = momentum[1].y = none;
    momentum[0].z = energy;
    momentum[1].z = -energy;
    for (int i = 0; i < FINAL; ++i) {
        momentum[2 + i] = state_momentum(state, i);
        mass[i] = space_mass(p->node, i);
    }
    return cluster_event(tables + (int)p->histories, momentum, mass);
}

/* Scales by clustering. */
FN void subprocess_clustering(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                              subprocess_scales *scales)
{
    scales->history = subprocess_cluster(p, tables, state);
    cluster_scaled(&scales->history, R(2.0) * r_log(r_set(p->unit)));
#if SCALE_R_CLUSTERS
    scales->log_r2 = scales->history.log_scale;
#endif
#if SCALE_F_CLUSTERS
    scales->log_f2 = scales->history.log_scale;
#endif
}
#endif

#if SCALE_EXPRESSIONS
/* The logarithm of the square of what an expression says. */
FN real subprocess_log_value(CONSTANT parameters *p, real value, mask *none)
{
    const real least = r_set(p->least_scale);
    const mask serves = value >= least;
    *none = m_or(*none, m_not(serves));
    return R(2.0) * r_log(r_select(serves, value, least));
}
#endif

#ifdef SCALE_R_EXPRESSION
FN real subprocess_renormalization(CONSTANT parameters *p, const particle_set *measured, mask *none)
{
    const particle_set set = *measured;
    const real unit = r_set(p->unit);
    real value;
    (void)unit;
    SCALE_R_EXPRESSION(value)
    return subprocess_log_value(p, value, none);
}
#endif

#ifdef SCALE_F_EXPRESSION
FN real subprocess_factorization(CONSTANT parameters *p, const particle_set *measured, mask *none)
{
    const particle_set set = *measured;
    const real unit = r_set(p->unit);
    real value;
    (void)unit;
    SCALE_F_EXPRESSION(value)
    return subprocess_log_value(p, value, none);
}
#endif

#ifdef SHOWER_START_EXPRESSION
/* ln t at which an event begins to shower. A value below the cut-off makes a shower without emissions; one
 * that is not above zero, or no number, is none. */
FN real subprocess_start(CONSTANT parameters *p, const particle_set *measured, mask *none)
{
    const particle_set set = *measured;
    const real unit = r_set(p->unit), zero = R(0.0), one = R(1.0);
    real value;
    (void)unit;
    SHOWER_START_EXPRESSION(value)
    const mask serves = value > zero;
    *none = m_or(*none, m_not(serves));
    return R(2.0) * r_log(r_select(serves, value, one));
}
#endif

FN subprocess_scales subprocess_fixed_scales(void)
{
    subprocess_scales scales;
    scales.log_r2 = scales.log_f2 = R(0.0);
    scales.none = m_none();
    return scales;
}

FN subprocess_scales subprocess_scales_of(CONSTANT parameters *p, GLOBAL const scalar *tables,
                                          event_state state, const particle_set *set)
{
    subprocess_scales scales = subprocess_fixed_scales();
    (void)p;
    (void)tables;
    (void)state;
    (void)set;
#if SCALE_CLUSTERS
    subprocess_clustering(p, tables, state, &scales);
#endif
#ifdef SCALE_R_EXPRESSION
    mask without_part = m_none(); /* of what has no alpha_s the weight does not depend on its scale */
    const int has_part = COUPLING_POWER + STRONG_POWERS > 0;
    scales.log_r2 = subprocess_renormalization(p, set, has_part ? &scales.none : &without_part);
#elif SCALE_R_DYNAMIC && !SCALE_R_CLUSTERS
    scales.log_r2 = subprocess_log_base2(p, state, set, SCALE_R_BASE);
#endif
#ifdef SCALE_F_EXPRESSION
    scales.log_f2 = subprocess_factorization(p, set, &scales.none);
#elif !PDF_FIXED_SCALE && !SCALE_F_CLUSTERS
    scales.log_f2 = subprocess_log_base2(p, state, set, SCALE_F_BASE);
#endif
#ifdef SHOWER_START_EXPRESSION
    (void)subprocess_start(p, set, &scales.none);
#endif
    return scales;
}

/* The coupling of an event over that in the matrix element. Where vertices have scales of their own it is the
 * geometric mean of theirs, so that its power is their product. */
FN real subprocess_coupling(CONSTANT parameters *p, GLOBAL const scalar *tables,
                            const subprocess_scales *scales)
{
#if SCALE_R_CLUSTERS
    return cluster_root(cluster_couplings(tables, &scales->history, r_set(p->log_renormalization),
                                          r_set(p->least_clustering), r_set(p->inverse_alpha_s)));
#else
    return scales_coupling(p, tables, scales->log_r2);
#endif
}

#endif

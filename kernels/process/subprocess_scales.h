/* What scales of an event of a group of subprocesses follow: HT, MT, M, or an expression of the card.
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
} subprocess_scales;

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

FN subprocess_scales subprocess_scales_of(CONSTANT parameters *p, event_state state, const particle_set *set)
{
    subprocess_scales scales = {R(0.0), R(0.0), m_none()};
    (void)p;
    (void)state;
    (void)set;
#ifdef SCALE_R_EXPRESSION
    mask without_part = m_none(); /* of what has no alpha_s the weight does not depend on its scale */
    const int has_part = COUPLING_POWER + STRONG_POWERS > 0;
    scales.log_r2 = subprocess_renormalization(p, set, has_part ? &scales.none : &without_part);
#elif SCALE_R_DYNAMIC
    scales.log_r2 = subprocess_log_base2(p, state, set, SCALE_R_BASE);
#endif
#ifdef SCALE_F_EXPRESSION
    scales.log_f2 = subprocess_factorization(p, set, &scales.none);
#elif !PDF_FIXED_SCALE
    scales.log_f2 = subprocess_log_base2(p, state, set, SCALE_F_BASE);
#endif
    return scales;
}

#endif

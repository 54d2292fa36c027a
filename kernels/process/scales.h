/* Scales of an event: what they follow, where its densities are looked up, how its coupling runs, and both in
 * its record. They follow HT, MT, M, an expression of the card, or clustering. `log_base2` is the logarithm
 * of the square, in GeV^2, of what a scale is a multiple of. Where the scale is fixed, any number.
 *
 * Where SCALE_R_DYNAMIC is 1 the tables begin with that of alpha_s, and COUPLING_POWER is its power. Included
 * by hard_process.h, behind the kinematics of a process. */
#ifndef TESSERA_PROCESS_SCALES_H
#define TESSERA_PROCESS_SCALES_H

#include "coupling.h"
#include "event/record.h"
#include "pdf.h"
#include "process/process_layout.h"

#if SCALE_CLUSTERS
#include "process/clustering.h"
#endif

#if !PDF_FIXED_SCALE
/* The logarithm of mu_F^2. */
FN real scales_log_f2(CONSTANT parameters *p, real log_base2)
{
#if SCALE_F_CLUSTERS
    return r_max(log_base2 + r_set(p->log_factorization), r_set(p->least_clustering));
#else
    return log_base2 + r_set(p->log_factorization);
#endif
}

#endif

#if SCALE_R_DYNAMIC
/* And of mu_R^2. */
FN real scales_log_r2(CONSTANT parameters *p, real log_base2)
{
#if SCALE_R_CLUSTERS
    return r_max(log_base2 + r_set(p->log_renormalization), r_set(p->least_clustering));
#else
    return log_base2 + r_set(p->log_renormalization);
#endif
}
#endif

/* Where the densities of a beam are looked up. */
FN pdf_place scales_place(CONSTANT parameters *p, GLOBAL const scalar *table, real log_x, real log_base2)
{
#if PDF_FIXED_SCALE
    (void)p;
    (void)log_base2;
    return pdf_locate(table, log_x);
#else
    return pdf_locate(table, log_x, scales_log_f2(p, log_base2));
#endif
}

/* The logarithms of both scales; 0 where they are fixed. `none`: the lanes that have none, for what an
 * expression says is too small, or no number. */
typedef struct hard_scales {
    real log_r2, log_f2;
    mask none;
#if SCALE_CLUSTERS
    cluster_history history; /* with logarithms like log_r2 */
#endif
} hard_scales;

#if SCALES_DYNAMIC
/* The logarithm of the square, in GeV^2, of what a scale follows, by its word on a card. */
FN real scales_log_HT(const hard_event *e, const particle_set *set)
{
    return R(2.0) * r_log(particles_ht(set, JETS_SET) * hard_unit(e));
}

FN real scales_log_MT(const hard_event *e, const particle_set *set)
{
    return R(2.0) * r_log(particles_mt(set) * hard_unit(e));
}

FN real scales_log_M(const hard_event *e, const particle_set *set)
{
    (void)set;
    return hard_log_mass2(e);
}
#endif

#if SCALE_CLUSTERS
/* Scales by clustering of the event in the partons' rest frame, where it is not mirrored. */
FN void scales_clustering(const hard_event *e, hard_scales *scales)
{
    vector4 momentum[CLUSTER_BLOCKS];
    real mass[FINAL];
    hard_incoming(e, R(0.5), momentum);
    for (int i = 0; i < FINAL; ++i) {
        momentum[2 + i] = hard_momentum(e, i);
        mass[i] = hard_mass(e, i);
    }
    const cluster_tables tables = {tables_integers(e->tables, e->p->integers) + (int)e->p->histories,
                                   e->tables + (int)e->p->clusterings};
    scales->history = cluster_event(tables, momentum, mass);
    cluster_scaled(&scales->history, R(2.0) * r_log(hard_unit(e)));
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
FN real scales_log_value(const hard_event *e, real value, mask *none)
{
    const real least = r_set(e->p->least_scale);
    const mask serves = value >= least;
    *none = m_or(*none, m_not(serves));
    return R(2.0) * r_log(r_select(serves, value, least));
}
#endif

/* The value of one of the card's expressions, in GeV, of a measured event. */
#define SCALE_VALUE(name, EXPRESSION)                               \
    FN real name(const hard_event *e, const particle_set *measured) \
    {                                                               \
        const particle_set set = *measured;                         \
        const real unit = hard_unit(e);                             \
        real value;                                                 \
        (void)unit;                                                 \
        EXPRESSION(value)                                           \
        return value;                                               \
    }
#ifdef SCALE_R_EXPRESSION
SCALE_VALUE(scales_renormalization, SCALE_R_EXPRESSION)
#endif
#ifdef SCALE_F_EXPRESSION
SCALE_VALUE(scales_factorization, SCALE_F_EXPRESSION)
#endif
#ifdef SHOWER_START_EXPRESSION
SCALE_VALUE(scales_start_value, SHOWER_START_EXPRESSION)

/* ln t at which an event begins to shower. A value below the cut-off makes a shower without emissions; one
 * that is not above zero, or no number, is none. */
FN real scales_start(const hard_event *e, const particle_set *set, mask *none)
{
    const real value = scales_start_value(e, set), zero = R(0.0), one = R(1.0);
    const mask serves = value > zero;
    *none = m_or(*none, m_not(serves));
    return R(2.0) * r_log(r_select(serves, value, one));
}
#endif

FN hard_scales scales_fixed(void)
{
    hard_scales scales;
    scales.log_r2 = scales.log_f2 = R(0.0);
    scales.none = m_none();
    return scales;
}

/* The scales of a measured event. */
FN hard_scales scales_of(const hard_event *e, const particle_set *set)
{
    hard_scales scales = scales_fixed();
    (void)e;
    (void)set;
#if SCALE_CLUSTERS
    scales_clustering(e, &scales);
#endif
#ifdef SCALE_R_EXPRESSION
    mask without_part = m_none(); /* of what has no alpha_s the weight does not depend on its scale */
    const int has_part = COUPLING_POWER + STRONG_POWERS > 0;
    scales.log_r2 = scales_log_value(e, scales_renormalization(e, set),
                                     has_part ? &scales.none : &without_part);
#elif SCALE_R_DYNAMIC && !SCALE_R_CLUSTERS
    scales.log_r2 = SCALE_R_BASE(e, set);
#endif
#ifdef SCALE_F_EXPRESSION
    scales.log_f2 = scales_log_value(e, scales_factorization(e, set), &scales.none);
#elif !PDF_FIXED_SCALE && !SCALE_F_CLUSTERS
    scales.log_f2 = SCALE_F_BASE(e, set);
#endif
#ifdef SHOWER_START_EXPRESSION
    (void)scales_start(e, set, &scales.none);
#endif
    return scales;
}

/* The scales of an event that nothing else has measured. */
FN hard_scales scales_of_event(const hard_event *e)
{
#if SCALES_DYNAMIC
    particle_set set;
    hard_particles(e, &set);
    return scales_of(e, &set);
#else
    (void)e;
    return scales_fixed();
#endif
}

/* alpha_s of the event over the reference. Where vertices have scales of their own it is the geometric mean
 * of theirs, so that its power is their product. */
FN real scales_coupling(const hard_event *e, const hard_scales *scales)
{
#if SCALE_R_CLUSTERS
    return cluster_root(cluster_couplings(e->tables, &scales->history, r_set(e->p->log_renormalization),
                                          r_set(e->p->least_clustering), r_set(e->p->inverse_alpha_s)));
#elif SCALE_R_DYNAMIC
    return coupling_alpha_s(e->tables, scales_log_r2(e->p, scales->log_r2)) * r_set(e->p->inverse_alpha_s);
#else
    (void)e;
    (void)scales;
    return R(1.0);
#endif
}

/* A weight with a coupling over the reference, by its power. */
FN real scales_power(real weight, real alpha_s)
{
    (void)alpha_s;
#if SCALE_R_DYNAMIC
    for (int i = 0; i < COUPLING_POWER; ++i)
        weight = weight * alpha_s;
#endif
    return weight;
}

/* Scales that are the event's own. */
FN void scales_record(const hard_event *e, const hard_scales *scales, record_list records, uint32 slot)
{
    (void)e;
    (void)records;
    (void)slot;
    (void)scales;
#if !PDF_FIXED_SCALE
    record_store(records, RECORD_SCALE, slot, r_exp(R(0.5) * scales_log_f2(e->p, scales->log_f2)));
#endif
#if SCALE_R_DYNAMIC
    record_store(records, RECORD_SCALE_R, slot, r_exp(R(0.5) * scales_log_r2(e->p, scales->log_r2)));
    record_store(records, RECORD_ALPHA_S, slot,
                 coupling_alpha_s(e->tables, scales_log_r2(e->p, scales->log_r2)));
#endif
}

#endif

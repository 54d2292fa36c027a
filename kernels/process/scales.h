/* Scales of an event from two partons: where its densities are looked up, how its coupling runs, and both in
 * its record. `log_base2` is the logarithm of the square, in GeV^2, of what a scale is a multiple of, HT for
 * one. Where the scale is fixed, any number.
 *
 * Where SCALE_R_DYNAMIC is 1 the tables begin with that of alpha_s, and COUPLING_POWER is its power. Included
 * behind `parameters` and pdf.h. */
#ifndef TESSERA_PROCESS_SCALES_H
#define TESSERA_PROCESS_SCALES_H

#include "coupling.h"
#include "event/record.h"

#ifndef BEAMS_FIXED
#define BEAMS_FIXED 0
#endif
#ifndef SCALE_R_DYNAMIC
#define SCALE_R_DYNAMIC 0
#endif
#ifndef SCALE_R_CLUSTERS /* where clustering says scales, these are frozen below a least one */
#define SCALE_R_CLUSTERS 0
#endif
#ifndef SCALE_F_CLUSTERS
#define SCALE_F_CLUSTERS 0
#endif
#define SCALES_DYNAMIC (SCALE_R_DYNAMIC || !PDF_FIXED_SCALE)

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

#if !BEAMS_FIXED
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
#endif

/* alpha_s of the event over the reference. */
FN real scales_coupling(CONSTANT parameters *p, GLOBAL const scalar *tables, real log_base2)
{
#if SCALE_R_DYNAMIC
    return coupling_alpha_s(tables, scales_log_r2(p, log_base2)) * r_set(p->inverse_alpha_s);
#else
    (void)p;
    (void)tables;
    (void)log_base2;
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

/* A weight with the coupling of the event in place of the reference. */
FN real scales_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, real weight, real log_base2)
{
    return scales_power(weight, scales_coupling(p, tables, log_base2));
}

/* Scales that are the event's own. */
FN void scales_record(CONSTANT parameters *p, GLOBAL const scalar *tables, record_list records, uint32 slot,
                      real log_r2, real log_f2)
{
    (void)p;
    (void)tables;
    (void)records;
    (void)slot;
    (void)log_r2;
    (void)log_f2;
#if !PDF_FIXED_SCALE
    record_store(records, RECORD_SCALE, slot, r_exp(R(0.5) * scales_log_f2(p, log_f2)));
#endif
#if SCALE_R_DYNAMIC
    record_store(records, RECORD_SCALE_R, slot, r_exp(R(0.5) * scales_log_r2(p, log_r2)));
    record_store(records, RECORD_ALPHA_S, slot, coupling_alpha_s(tables, scales_log_r2(p, log_r2)));
#endif
}

#endif

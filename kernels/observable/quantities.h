/* What expressions of a user measure of final particles in the laboratory (src/process/quantities.c):
 * functions of one momentum, or of the sum of several. */
#ifndef TESSERA_OBSERVABLE_QUANTITIES_H
#define TESSERA_OBSERVABLE_QUANTITIES_H

#include "expression_functions.h"
#include "observable/histogram_bin.h"
#include "observable/particles.h"

FN real momentum_eta(vector4 p) { return pseudorapidity(v_pt(p), p.z); }

/* E + pz of a massless particle, from momentum alone: nothing cancels. */
FN real massless_along(vector4 p)
{
    const real pt2 = r_fma(p.y, p.y, p.x * p.x), size = r_sqrt(r_fma(p.z, p.z, pt2)) + r_abs(p.z);
    return r_select(p.z < R(0.0), pt2 / size, size);
}

/* E - pz, the same. */
FN real massless_against(vector4 p)
{
    const vector4 turned = {p.e, p.x, p.y, -p.z};
    return massless_along(turned);
}

/* The difference of two azimuths, 0 to pi. */
FN real momenta_dphi(vector4 p, vector4 q)
{
    return r_sqrt(distance2(R(0.0), momentum_phi(p) - momentum_phi(q)));
}

FN real momenta_dr(vector4 p, vector4 q)
{
    return r_sqrt(distance2(momentum_eta(p) - momentum_eta(q), momentum_phi(p) - momentum_phi(q)));
}

/* phi* of two particles: tan((pi - dphi) / 2) / cosh(deta / 2) (A. Banfi et al., Eur. Phys. J. C 71 (2011)
 * 1600). The tangent is |p + q| / |p - q| of their transverse directions. */
FN real momenta_phistar(vector4 p, vector4 q)
{
    const real one = R(1.0), over_p = one / v_pt(p), over_q = one / v_pt(q);
    const vector4 along = {one, p.x * over_p, p.y * over_p, one},
                  other = {one, q.x * over_q, q.y * over_q, one};
    const vector4 sum = v_add(along, other), apart = v_add(along, v_scale(other, R(-1.0)));
    const real ratio = r_exp(R(0.5) * (momentum_eta(p) - momentum_eta(q)));
    return v_pt(sum) / v_pt(apart) * R(2.0) / (ratio + one / ratio);
}

/* The transverse mass of what is seen and what is missing: both as if without mass. */
FN real momenta_mtw(vector4 p, vector4 missing)
{
    const real sum = v_pt(p) + v_pt(missing), x = p.x + missing.x, y = p.y + missing.y;
    return r_sqrt(r_max(r_fma(sum, sum, -r_fma(x, x, y * y)), R(0.0)));
}

/* Of a list of particles, `count` of them, the momenta by falling pT. */
FN void particles_by_pt(const particle_set *set, const int *list, int count, vector4 *momentum)
{
    real rows[5 * FINAL];
    for (int i = 0; i < count; ++i) {
        const vector4 p = set->momentum[list[i]];
        rows[i] = v_pt(p);
        rows[count + i] = p.e;
        rows[2 * count + i] = p.x;
        rows[3 * count + i] = p.y;
        rows[4 * count + i] = p.z;
    }
    particles_sort(rows, count, 5);
    for (int i = 0; i < count; ++i) {
        vector4 p = {rows[count + i], rows[2 * count + i], rows[3 * count + i], rows[4 * count + i]};
        momentum[i] = p;
    }
}

/* A value as histograms take it: what is no number, or too large for one, is outside of every range. */
FN real quantity_or_none(real value)
{
    return r_select(r_abs(value) < R(1e30), value, r_set(HISTOGRAM_NONE));
}

#endif

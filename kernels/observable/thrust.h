/* Thrust, exactly: T = max over axes n of sum |p_k . n| / sum |p_k| (E. Farhi, Phys. Rev. Lett. 39 (1977)
 * 1587).
 *
 * The best axis is the direction of some V = sum +-p_k, and T the largest |V| / sum |p_k|. The signs of the
 * largest V are those of p_k . V, since turning one of them over changes V^2 by 4 p_k^2 - 4 |p_k . V|. Two
 * ways to it:
 *
 * All choices of signs, for up to THRUST_FEW partons. They are V = A +- B, with B of the first THRUST_TABLE
 * partons, whose sums stand in a table, and A of the others. V^2 = A^2 + B^2 +- 2 A.B settles two choices at
 * once. This is exact whatever the momenta are.
 *
 * For more, only the choices that a plane through the origin makes. Such a plane can be turned until one of
 * the partons lies in it. So for each parton the plane is turned about it by half a turn, and the others
 * change sides one after the other (compare S. Brandt, H. D. Dahmen, Z. Phys. C 1 (1979) 61, with planes
 * through pairs). One number tells who changes before whom, so that the order holds together where angles
 * are equal but for rounding. In all n^3 comparisons and additions of vectors; to sort the angles takes
 * fewer steps, but each moves four numbers where this adds three.
 *
 * THRUST_TABLE and THRUST_FEW are the fastest on a CPU with AVX-512. */
#ifndef TESSERA_OBSERVABLE_THRUST_H
#define TESSERA_OBSERVABLE_THRUST_H

#include "functions.h"
#include "shower/event.h"
#include "vector3.h"

#ifndef THRUST_TABLE
#define THRUST_TABLE 5
#endif
#ifndef THRUST_FEW
#define THRUST_FEW 12
#endif
#define THRUST_SUMS (1 << (THRUST_TABLE - 1))
#define THRUST_ROOM (MOST_PARTONS > THRUST_TABLE ? MOST_PARTONS : THRUST_TABLE)

/* Partons from a lane's count on are without momentum; at least THRUST_TABLE are filled. */
typedef struct thrust_momenta {
    real x[THRUST_ROOM], y[THRUST_ROOM], z[THRUST_ROOM];
} thrust_momenta;

/* The largest V so far and its square. */
typedef struct thrust_best {
    vector3 v;
    real square;
} thrust_best;

FN vector3 thrust_get(const thrust_momenta *p, int i)
{
    vector3 v = {p->x[i], p->y[i], p->z[i]};
    return v;
}

/* The momentum `first` plus or minus those behind it, up to `end`. It is minus where its bit of `signs` is
 * set, the lowest being that of the second. */
FN vector3 thrust_sum(const thrust_momenta *p, int first, int end, index signs)
{
    vector3 sum = v3_zero();
    if (first < end)
        sum = thrust_get(p, first);
    for (int k = first + 1; k < end; ++k) {
        mask minus = (signs & (1 << (k - first - 1))) > i_set(0);
        sum = v3_axpy(r_select(minus, R(-1.0), R(1.0)), thrust_get(p, k), sum);
    }
    return sum;
}

/* The table: x, y, z and the squares of the sums of the first partons, number b with the signs b. */
FN void thrust_table(const thrust_momenta *p, real table[4][THRUST_SUMS])
{
    table[0][0] = p->x[0];
    table[1][0] = p->y[0];
    table[2][0] = p->z[0];
    for (int k = 1; k < THRUST_TABLE; ++k) {
        const int middle = 1 << (k - 1);
        vector3 q = thrust_get(p, k);
        for (int b = 0; b < middle; ++b) {
            table[0][middle + b] = table[0][b] - q.x;
            table[1][middle + b] = table[1][b] - q.y;
            table[2][middle + b] = table[2][b] - q.z;
            table[0][b] = table[0][b] + q.x;
            table[1][b] = table[1][b] + q.y;
            table[2][b] = table[2][b] + q.z;
        }
    }
    for (int b = 0; b < THRUST_SUMS; ++b) {
        vector3 sum = {table[0][b], table[1][b], table[2][b]};
        table[3][b] = v3_dot(sum, sum);
    }
}

/* The largest V of all choices of signs. What is without momentum adds nothing, to the last bit: a lane's
 * result is the same whatever `most` its neighbours have. */
FN thrust_best thrust_of_few(const thrust_momenta *p, int most)
{
    real table[4][THRUST_SUMS];
    real best = R(-1.0);
    index chosen = i_set(0);
    const int turns = most > THRUST_TABLE + 1 ? 1 << (most - THRUST_TABLE - 1) : 1;
    thrust_table(p, table);
    for (int turn = 0; turn < turns; ++turn) {
        vector3 a = thrust_sum(p, THRUST_TABLE, most, i_set(turn));
        real square = v3_dot(a, a);
        UNROLL
        for (int b = 0; b < THRUST_SUMS; ++b) {
            vector3 other = {table[0][b], table[1][b], table[2][b]};
            real value = r_fma(R(2.0), r_abs(v3_dot(a, other)), square + table[3][b]);
            mask better = value > best;
            best = r_max(value, best);
            chosen = i_select(better, i_set(turn * THRUST_SUMS + b), chosen);
        }
    }
    vector3 a = thrust_sum(p, THRUST_TABLE, most, chosen >> (THRUST_TABLE - 1));
    vector3 b = thrust_sum(p, 0, THRUST_TABLE, chosen);
    real side = r_select(v3_dot(a, b) < R(0.0), R(-1.0), R(1.0));
    thrust_best result = {v3_axpy(side, b, a), best};
    return result;
}

/* Two vectors that with p are a right-handed frame, or a left-handed one. Which of p's components is the
 * largest decides, so that they are never small beside it. */
FN void thrust_frame(vector3 p, vector3 *u, vector3 *w)
{
    real x = r_abs(p.x), y = r_abs(p.y), z = r_abs(p.z);
    mask along_z = m_and(z >= x, z >= y);
    mask along_y = y >= x;
    vector3 u_z = {p.z, R(0.0), -p.x}, w_z = {R(0.0), p.z, -p.y};
    vector3 u_y = {p.y, -p.x, R(0.0)}, w_y = {R(0.0), -p.z, p.y};
    vector3 u_x = {-p.y, p.x, R(0.0)}, w_x = {-p.z, R(0.0), p.x};
    *u = v3_select(along_z, u_z, v3_select(along_y, u_y, u_x));
    *w = v3_select(along_z, w_z, v3_select(along_y, w_y, w_x));
}

/* The others as seen along parton i, each turned over where that brings it
 * into the upper half of the plane. `angle` grows with its angle there, from
 * -1 to 1. What has none is at -2: there the plane has not turned yet. Returns
 * the sum of them all. */
FN vector3 thrust_look_along(const thrust_momenta *p, int i, int most, thrust_momenta *folded,
                             real angle[MOST_PARTONS])
{
    vector3 u, w, sum = v3_zero();
    thrust_frame(thrust_get(p, i), &u, &w);
    for (int k = 0; k < most; ++k) {
        vector3 q = thrust_get(p, k);
        real across = v3_dot(q, u), up = v3_dot(q, w), size = r_abs(across) + r_abs(up);
        mask over = m_or(up < R(0.0), m_and(up <= R(0.0), across < R(0.0)));
        real side = r_select(over, R(-1.0), R(1.0));
        mask seen = m_and(size > R(0.0), k == i ? m_none() : m_all());
        angle[k] = r_select(seen, -side * across / r_max(size, r_set(SMALLEST_NORMAL)), R(-2.0));
        q = k == i ? v3_zero() : v3_scale(q, side);
        folded->x[k] = q.x;
        folded->y[k] = q.y;
        folded->z[k] = q.z;
        sum = v3_add(sum, q);
    }
    return sum;
}

/* V where the plane about parton i has turned as far as parton j: what lies before it has changed sides. */
FN vector3 thrust_turned(const thrust_momenta *folded, const real angle[MOST_PARTONS], int most, int j,
                         vector3 sum)
{
    vector3 before = v3_zero();
    real limit = angle[j];
    for (int k = 0; k < most; ++k) {
        mask passed = angle[k] < limit;
        before = v3_add(before, v3_where(passed, thrust_get(folded, k)));
    }
    return v3_axpy(R(-2.0), before, sum);
}

/* The largest V of the choices that planes make. */
FN thrust_best thrust_of_many(const thrust_momenta *p, int most)
{
    thrust_best best = {v3_zero(), R(-1.0)};
    for (int i = 0; i < most; ++i) {
        thrust_momenta folded;
        real angle[MOST_PARTONS];
        vector3 own = thrust_get(p, i);
        vector3 sum = thrust_look_along(p, i, most, &folded, angle);
        for (int j = 0; j < most; ++j) {
            vector3 v = thrust_turned(&folded, angle, most, j, sum);
            v = v3_axpy(r_select(v3_dot(own, v) < R(0.0), R(-1.0), R(1.0)), own, v);
            real square = v3_dot(v, v);
            mask better = square > best.square;
            best.square = r_max(square, best.square);
            best.v = v3_select(better, v, best.v);
        }
    }
    return best;
}

/* The momentum V of the axis, of events of `count` partons, `most` in any lane: sum |p_k . V| = V^2 and
 * T = |V| / sum |p_k|. */
FN vector3 thrust_axis(const thrust_momenta *p, real count, int most)
{
    mask few = count <= r_set((scalar)THRUST_FEW);
    thrust_best best = {v3_zero(), R(0.0)};
    if (r_any(few))
        best = thrust_of_few(p, most < THRUST_FEW ? most : THRUST_FEW);
    if (!r_all(few)) {
        thrust_best many = thrust_of_many(p, most);
        best.v = v3_select(few, best.v, many.v);
    }
    vector3 v = v3_zero();
    for (int k = 0; k < most; ++k) {
        vector3 q = thrust_get(p, k);
        v = v3_axpy(r_select(v3_dot(q, best.v) < R(0.0), R(-1.0), R(1.0)), q, v);
    }
    return v;
}

#endif

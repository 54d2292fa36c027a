/* The Parke-Taylor formula, for tests: S. J. Parke, T. R. Taylor, Phys. Rev.
 * Lett. 56 (1986) 2459. Momenta and normalisation as in kernels/amplitude/. */
#ifndef TEST_PARKE_TAYLOR_H
#define TEST_PARKE_TAYLOR_H

#include "kernels/phase_space_points.h"

/* s_12 s_23 ... s_n1 in the colour order given */
static inline long double parke_taylor_cycle(const point *event, int n, const int *order)
{
    long double product = 1;
    for (int i = 0; i < n; ++i)
        product *= point_invariant(event, order[i], order[(i + 1) % n]);
    return product;
}

/* |m|^2 of one colour order where only a and b have negative helicity (or only
 * they positive): 2^(n-2) s_ab^4 / (s_12 s_23 ... s_n1) */
static inline double parke_taylor(const point *event, int n, const int *order, int a, int b)
{
    long double s = point_invariant(event, a, b);
    return (double)(ldexpl(s * s * s * s, n - 2) / parke_taylor_cycle(event, n, order));
}

/* sum_{a<b} s_ab^4 */
static inline long double parke_taylor_pairs(const point *event, int n)
{
    long double sum = 0;
    for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b)
            sum += powl(point_invariant(event, a, b), 4);
    return sum;
}

/* |m|^2 of one colour order summed over all helicities, for n = 4 and 5. Every amplitude that does not vanish
 * has two negative helicities or two positive ones. For n = 4 these are the same. */
static inline double parke_taylor_helicity_sum(const point *event, int n, const int *order)
{
    long double sum = ldexpl(parke_taylor_pairs(event, n), n - 2) / parke_taylor_cycle(event, n, order);
    return (double)(n == 4 ? sum : 2 * sum);
}

#endif

/* From the leading-colour amplitude of kernels/amplitude/gluons.h to the squared matrix element. */
#ifndef TESSERA_FAMILIES_COLOUR_FACTOR_H
#define TESSERA_FAMILIES_COLOUR_FACTOR_H

/* The sum over colours and helicities of n gluons at leading colour (Giele, Stavenga, Winter, Eur. Phys.
 * J. C 71 (2011) 1703, eqs. 7 and 8), with N = 3 colours,
 *
 *   sum |M|^2 = g^(2n-4) (N/2)^(n-2) (N^2 - 1) sum_{orders} sum_{helicities} |m|^2,
 *
 * over the (n-1)! orders that differ by more than a rotation. One event has one order and one set of
 * random linear polarisations, so the sums are (n-1)! 2^n times the mean. Returned is the factor of the
 * mean of g^(2n-4) |m|^2 in |M|^2, averaged over the incoming gluons' 2 helicities and N^2 - 1 colours
 * each. Identical final gluons are not divided out. */
static inline double gluon_colour_factor(int n)
{
    const double colours = 3, incoming = 2 * (colours * colours - 1);
    double factor = (colours * colours - 1) / (incoming * incoming) * 2 * 2;
    for (int i = 2; i < n; ++i)
        factor *= colours / 2 * i * 2; /* colour, (n-1)!, helicities */
    return factor;
}

#endif

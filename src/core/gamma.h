#ifndef TESSERA_CORE_GAMMA_H
#define TESSERA_CORE_GAMMA_H

/* The regularised upper incomplete gamma function
 *   Q(a, x) = 1/Gamma(a) int_x^inf t^(a-1) exp(-t) dt
 * for a > 0, x >= 0 (DLMF 8.2.4); NAN elsewhere. The probability that a chi^2 with
 * k degrees of freedom exceeds c is Q(k/2, c/2). */
double gamma_q(double a, double x);

/* The logarithm of Gamma(a), a > 0. C's lgamma() also sets the variable signgam, which all threads share. */
double log_gamma(double a);

#endif

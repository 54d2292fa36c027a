#define _DEFAULT_SOURCE /* lgamma_r() is older than POSIX, which has not taken it in */
#include "core/gamma.h"

#include <float.h>
#include <math.h>

double log_gamma(double a)
{
    int sign;
    return lgamma_r(a, &sign);
}

/* Both expansions need a few times sqrt(a) terms where x is near a. */
static int terms_most(double a) { return (int)fmin(1e8, 200 + 40 * sqrt(a)); }

/* exp(-x) x^a / Gamma(a), by logarithms: the factors alone overflow. */
static double front(double a, double x) { return exp(-x + a * log(x) - log_gamma(a)); }

/* P = 1 - Q by the series sum_k x^k / (a (a+1) ... (a+k)), DLMF 8.7.1. */
static double series(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int k = 1; k < terms_most(a) && term > DBL_EPSILON * sum; k++) {
        term *= x / (a + k);
        sum += term;
    }
    return sum * front(a, x);
}

/* Q by the continued fraction 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))), DLMF
 * 8.9.2, evaluated as Lentz does (Thompson and Barnett, J. Comput. Phys. 64, 490). */
static double fraction(double a, double x)
{
    const double tiny = DBL_MIN / DBL_EPSILON;
    double b = x + 1 - a;
    double c = 1 / tiny, d = 1 / b, value = d;
    for (int k = 1; k < terms_most(a); k++) {
        const double numerator = -k * (k - a);
        b += 2;
        d = numerator * d + b;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = b + numerator / c;
        c = fabs(c) < tiny ? tiny : c;
        value *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON)
            break;
    }
    return value * front(a, x);
}

double gamma_q(double a, double x)
{
    if (!(a > 0) || !(x >= 0))
        return NAN;
    if (x == 0)
        return 1;
    if (isinf(x))
        return 0;
    /* Each where it converges fast and nothing cancels. */
    const double q = x < a + 1 ? 1 - series(a, x) : fraction(a, x);
    return fmin(1, fmax(0, q));
}

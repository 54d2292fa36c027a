#define _DEFAULT_SOURCE /* lgamma_r() is older than POSIX, which has not taken it in */
#include "core/log_gamma.h"

#include <math.h>

double log_gamma(double a)
{
    int sign;
    return lgamma_r(a, &sign);
}

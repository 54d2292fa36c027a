#ifndef TESSERA_CORE_LOG_GAMMA_H
#define TESSERA_CORE_LOG_GAMMA_H

/* The logarithm of Gamma(a), a > 0. C's lgamma() also sets the variable signgam, which all threads share. */
double log_gamma(double a);

#endif

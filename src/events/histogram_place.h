/* In which bin of the histograms of a process a value lies, as kernels say it. */
#ifndef TESSERA_EVENTS_HISTOGRAM_PLACE_H
#define TESSERA_EVENTS_HISTOGRAM_PLACE_H

#include "integrate/integrand.h"

#include <stddef.h>

/* The number of the bin into which `value` of histogram number `which` falls. Bins of all histograms stand
 * one behind the other, each with underflow in front and overflow behind. */
size_t histogram_place(const struct integrand_histogram *axes, int which, double value);

#endif

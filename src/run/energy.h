/* The energy that a device has used, as its driver counts it. */
#ifndef TESSERA_RUN_ENERGY_H
#define TESSERA_RUN_ENERGY_H

/* Joules since some time of a GPU by its number (NVML), or of all packages of the processor (the kernel's
 * powercap) where gpu is negative; NAN where nothing tells, or nobody but root may read it. Counters of
 * packages start again from zero now and then: a difference below zero is none. */
double energy_joules(int gpu);

#endif

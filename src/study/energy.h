/* The energy that a device uses, as its driver counts it. */
#ifndef TESSERA_STUDY_ENERGY_H
#define TESSERA_STUDY_ENERGY_H

#include "device/device.h"

/* Opens the meter of a GPU of CUDA's where it is the only one of the machine
 * (NVML numbers them in its own way). Otherwise all packages of the processor
 * (Linux' powercap). */
struct energy_meter {
    void *library, *gpu;
    int packages;
};

/* Opens the meter of a device; energy_close() closes it. */
void energy_open(const struct device *device, struct energy_meter *meter);
void energy_close(struct energy_meter *meter);

/* Joules since some time; NAN where nothing tells, or nobody but root may read it. Counters of packages start
 * again from zero now and then: a difference below zero is none. */
double energy_joules(const struct energy_meter *meter);

#endif

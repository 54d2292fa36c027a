/* Kernels over a range of items on the CPU: map_function of src/device/device.h. */
#ifndef TESSERA_MAP_CPU_H
#define TESSERA_MAP_CPU_H

#include "dialect.h"

#define MAP_ENTRY __attribute__((visibility("default"))) void

#endif

/* The devices that OpenCL's drivers offer: "0.1" is device 1 of platform 0. */
#ifndef TESSERA_DEVICE_OPENCL_DEVICES_H
#define TESSERA_DEVICE_OPENCL_DEVICES_H

#include "device/opencl/library.h"
#include "tessera/device.h"

/* One device, as the driver describes it. */
struct opencl_facts {
    cl_platform_id platform;
    cl_device_id device;
    unsigned platform_number, device_number;
    char name[128], platform_name[128], driver[64], version[64];
    int is_gpu, has_double, has_atomics_64;
    int is_exact; /* division and square root of single precision are IEEE's, small numbers are kept */
    const char *unusable; /* NULL, or a clause that says why it cannot be used */
    unsigned units;
    size_t memory, allocation_most, group_most, local_most, constant_most;
};

enum { OPENCL_DEVICES = 64 };

/* Fills `facts` with all devices of all platforms, at most OPENCL_DEVICES, and returns how many there are.
 * 0: *reason is a clause that says why. */
size_t opencl_devices(struct opencl_facts facts[OPENCL_DEVICES], const char **reason);

/* "NVIDIA H200 (NVIDIA CUDA, driver 580.1)". */
void opencl_describe(const struct opencl_facts *facts, char *text, size_t bytes);

/* For the backend's table. */
size_t opencl_list(ts_device_info *list, size_t room);

#endif

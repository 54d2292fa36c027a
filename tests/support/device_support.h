/* Tests that run on any device, from one body: the command line names it, and for kernels the precision
 * ("test_functions opencl double"). Where the device is not there, or has no double precision, a test is
 * skipped. tests/CMakeLists.txt says which devices and precisions every run has. */
#ifndef TESSERA_DEVICE_SUPPORT_H
#define TESSERA_DEVICE_SUPPORT_H

#include "test_support.h"

#include "device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *test_device = "cpu";
static int test_double = 0;     /* the precision of kernels */
static int test_has_double = 1; /* whether the device has that of double */

/* Reads the command line; 77, to be returned by main(), where the device is not there. */
static inline int test_begin(int argc, char **argv)
{
    ts_context *context;
    struct device *device;
    if (argc > 1)
        test_device = argv[1];
    test_double = argc > 2 && !strcmp(argv[2], "double");
    if (ts_context_create(&context))
        return 1;
    int missing = 0;
    if (device_open(context, test_device, 0, &device)) {
        printf("skipped: %s\n", ts_context_error(context));
        missing = 77;
    } else if (test_double && !device->has_double) {
        printf("skipped: %s has no double precision\n", device->description);
        missing = 77;
    }
    if (device)
        test_has_double = device->has_double;
    device_close(&device);
    ts_context_destroy(&context);
    return missing;
}

/* Whether this run is a sample. OpenCL's compilers of a CPU take long over
 * programs whose every bit the CPU has too (test_device_events). An ordinary
 * run goes through one of each kind, `./test --long` through all.
 */
static inline int test_is_sample(void)
{
    return !strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG");
}

/* For what a sample leaves out. */
static inline void skip_in_sample(void)
{
    if (test_is_sample())
        skip();
}

#endif

/* The loader of OpenCL's drivers, opened at run time. */
#ifndef TESSERA_DEVICE_OPENCL_LIBRARY_H
#define TESSERA_DEVICE_OPENCL_LIBRARY_H

#include "device/opencl/api.h"

struct opencl_library {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define FUNCTION(result, name, arguments) result(*name) arguments;
    OPENCL_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

/* The library, which stays open; NULL where it is missing or lacks a function, and *reason is a clause that
 * says so. */
const struct opencl_library *opencl_library(const char **reason);

/* The name of an error's code, as the specification has it. */
const char *opencl_error(cl_int code);

#endif

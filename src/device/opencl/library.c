#include "device/opencl/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char library_name[] = "libOpenCL.so.1";

static struct opencl_library library;
static char reason_text[256];
static int usable;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Finds a function; its address goes to *function. */
static int find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    if (!address)
        snprintf(reason_text, sizeof reason_text, "the library %s lacks the function %s of OpenCL 1.2",
                 library_name, name);
    return address != NULL;
}

static void open_library(void)
{
    void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(reason_text, sizeof reason_text,
                 "the library %s was not found (on Debian and Ubuntu it comes with ocl-icd-libopencl1)",
                 library_name);
        return;
    }
    usable = 1;
#define FIND(result, name, arguments) usable = usable && find(handle, #name, &library.name);
    OPENCL_FUNCTIONS(FIND)
#undef FIND
}

const struct opencl_library *opencl_library(const char **reason)
{
    pthread_once(&once, open_library);
    *reason = reason_text;
    return usable ? &library : NULL;
}

const char *opencl_error(cl_int code)
{
    switch (code) {
#define NAME(name, number) \
    case name:             \
        return #name;
        OPENCL_ERRORS(NAME)
#undef NAME
    default:
        return "an error without a name here";
    }
}

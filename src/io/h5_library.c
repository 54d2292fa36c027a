#include "io/h5_library.h"

#include "io/h5.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(hid_t) == sizeof(int64_t), "HDF5 before 1.10 numbers its objects with less");

static struct h5_library library;
static char reason[1600];

/* Finds a function or a number of the library; its address goes to *symbol. */
static int find(void *handle, const char *name, void *symbol)
{
    void *address = dlsym(handle, name);
    memcpy(symbol, &address, sizeof address);
    if (!address)
        snprintf(reason, sizeof reason, "HDF5's library %s lacks %s", HDF5_SONAME, name);
    return address != NULL;
}

static hid_t number_of(void *handle, const char *name)
{
    const hid_t *number = NULL;
    return find(handle, name, &number) ? *number : -1;
}

static int find_all(void *handle)
{
    int all = 1;
#define H5_FIND(name) all = all && find(handle, #name, &library.name##_of);
    H5_FUNCTIONS(H5_FIND)
#undef H5_FIND
    if (!all)
        return 0;
    /* At exit it would end what a failed write left open, and crash. */
    if (library.H5dont_atexit_of() < 0 || library.H5open_of() < 0) {
        snprintf(reason, sizeof reason, "HDF5's library %s does not begin its work", HDF5_SONAME);
        return 0;
    }
    library.real = number_of(handle, "H5T_NATIVE_DOUBLE_g");
    library.whole = number_of(handle, "H5T_NATIVE_INT_g");
    library.text = number_of(handle, "H5T_C_S1_g");
    library.creation = number_of(handle, "H5P_CLS_DATASET_CREATE_ID_g");
    library.file_access = number_of(handle, "H5P_CLS_FILE_ACCESS_ID_g");
    library.access = number_of(handle, "H5P_CLS_DATASET_ACCESS_ID_g");
    return reason[0] == '\0';
}

/* By its name as the system finds it, else where it was when this was built. */
static void load(void)
{
    void *handle = dlopen(HDF5_SONAME, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        handle = dlopen(HDF5_PATH, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        snprintf(reason, sizeof reason,
                 "HDF5's library, with which this was built, cannot be loaded (%.200s): install it "
                 "(libhdf5-103-1, or another package that has %s)",
                 dlerror(), HDF5_SONAME);
    else
        find_all(handle);
}

const struct h5_library *h5_library(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason[0] ? NULL : &library;
}

const char *h5_lacking(void)
{
    h5_library();
    return reason[0] ? reason : NULL;
}

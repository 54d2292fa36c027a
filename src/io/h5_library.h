/* The functions of HDF5's C library that h5.c calls, found in it when they are first needed. */
#ifndef TESSERA_IO_H5_LIBRARY_H
#define TESSERA_IO_H5_LIBRARY_H

#include <hdf5.h>

/* Calls that the header puts before some of its constants, of functions that nothing is linked with. */
#undef H5CHECK
#undef H5OPEN
#define H5CHECK
#define H5OPEN

/* HDF5 1.12 gave a function another name, and its struct with it. */
#if H5_VERSION_GE(1, 12, 0)
#define H5_LINKS(DO) DO(H5Lget_info2)
typedef H5L_info2_t h5_link;
#else
#define H5_LINKS(DO) DO(H5Lget_info)
typedef H5L_info_t h5_link;
#endif

/* Every function, once: the struct below and what fills it are made from this list. */
/* clang-format off */
#define H5_FUNCTIONS(DO) \
    DO(H5open) DO(H5dont_atexit) DO(H5Eset_auto2) DO(H5Ewalk2) DO(H5Fcreate) DO(H5Fopen) \
    DO(H5Fclose) DO(H5Fflush) DO(H5Fget_filesize) DO(H5Pcreate) DO(H5Pset_chunk) DO(H5Pget_chunk) DO(H5Pset_chunk_cache) \
    DO(H5Pset_obj_track_times) DO(H5Pset_fclose_degree) DO(H5Pclose) DO(H5Screate_simple) \
    DO(H5Sget_simple_extent_ndims) DO(H5Sget_simple_extent_dims) DO(H5Sget_simple_extent_npoints) \
    DO(H5Sselect_hyperslab) DO(H5Sclose) DO(H5Dcreate2) DO(H5Dopen2) DO(H5Dclose) DO(H5Dwrite) \
    DO(H5Dread) DO(H5Dset_extent) DO(H5Dget_space) DO(H5Dget_type) DO(H5Dvlen_reclaim) DO(H5Tcopy) \
    DO(H5Tset_size) DO(H5Tset_cset) DO(H5Tget_size) DO(H5Tget_class) DO(H5Tis_variable_str) \
    DO(H5Tclose) DO(H5Acreate2) DO(H5Awrite) DO(H5Aread) DO(H5Aexists) DO(H5Aopen) DO(H5Aget_space) \
    DO(H5Aget_type) DO(H5Aclose) DO(H5Lexists) DO(H5Lget_name_by_idx) DO(H5Dget_create_plist) \
    DO(H5Pget_layout) DO(H5Pget_external_count) DO(H5PLget_loading_state) DO(H5PLset_loading_state) H5_LINKS(DO)
/* clang-format on */

struct h5_library {
#define H5_MEMBER(name) __typeof__(name) *name##_of;
    H5_FUNCTIONS(H5_MEMBER)
#undef H5_MEMBER
    hid_t real, whole, text;             /* HDF5's numbers of double, int and text */
    hid_t creation, access, file_access; /* and of kinds of lists of properties */
};

/* The library, ready; NULL: h5_lacking() says why not. Once it is there it stays. */
const struct h5_library *h5_library(void);

#endif

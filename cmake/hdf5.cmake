# HDF5's headers, and the name under which its library is loaded when a file of its kind is first written or read
# (src/io/h5.h): nothing is linked with it. Sets h5_left_out: which files of src/io/ are not for this build.
option(TESSERA_HDF5 "Write and read LHEH5 files, where HDF5's C library is found" ON)
set(hdf5_library)

# Takes the first of these libraries and its headers where none is taken yet and hdf5.h compiles. That of a build with MPI includes mpi.h, which
# may not be there, or be for mpicc alone.
function(take_hdf5 libraries)
    if(hdf5_library OR NOT libraries)
        return()
    endif()
    list(GET libraries 0 library)
    file(WRITE ${CMAKE_BINARY_DIR}/hdf5_compiles.c "#include <hdf5.h>\nint main(void) { return H5_VERS_MAJOR == 0; }\n")
    try_compile(compiles ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/hdf5_compiles.c
        CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${ARGN}")
    if(compiles)
        set(hdf5_library ${library} PARENT_SCOPE)
        set(hdf5_headers ${ARGN} PARENT_SCOPE)
    else()
        message(STATUS "LHEH5: the headers of ${library} do not compile here")
    endif()
endfunction()

if(TESSERA_HDF5)
    foreach(kind hdf5-serial hdf5) # Debian's packages have a name for each kind, and one that may be that of any
        if(NOT hdf5_library)
            pkg_check_modules(HDF5_${kind} QUIET ${kind})
            take_hdf5("${HDF5_${kind}_LINK_LIBRARIES}" ${HDF5_${kind}_INCLUDE_DIRS})
        endif()
    endforeach()
    if(NOT hdf5_library)
        find_package(HDF5 1.10 QUIET COMPONENTS C) # asks h5cc
        take_hdf5("${HDF5_C_LIBRARIES}" ${HDF5_C_INCLUDE_DIRS})
    endif()
endif()
if(hdf5_library)
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${hdf5_library} OUTPUT_VARIABLE hdf5_facts ERROR_QUIET)
    if(hdf5_facts MATCHES "SONAME +([^ \n]+)")
        set(hdf5_soname ${CMAKE_MATCH_1})
    else()
        set(hdf5_library)
    endif()
endif()
if(hdf5_library)
    message(STATUS "LHEH5: ${hdf5_library}, loaded as ${hdf5_soname}")
    set(h5_left_out "/src/io/h5_none.c$")
    list(TRANSFORM hdf5_headers PREPEND "-isystem") # their warnings are not ours
    set_source_files_properties(src/io/h5.c src/io/h5_library.c PROPERTIES COMPILE_OPTIONS "${hdf5_headers}"
        COMPILE_DEFINITIONS "HDF5_SONAME=\"${hdf5_soname}\";HDF5_PATH=\"${hdf5_library}\"")
else()
    message(STATUS "LHEH5: HDF5's C library was not found (libhdf5-dev); files of this format are refused")
    set(h5_left_out "/src/io/h5(_library)?.c$")
endif()

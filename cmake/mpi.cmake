# The modules that talk MPI, one for each MPI whose mpicc is found. Program and library need none of them.
# TESSERA_MPICC_OPENMPI and TESSERA_MPICC_MPICH name compilers elsewhere, such as a cluster's own.
option(TESSERA_MPI "Build the modules for MPI, where its compilers are found" ON)
add_custom_target(mpi_modules ALL)
if(NOT TESSERA_MPI)
    return()
endif()
find_program(TESSERA_MPICC mpicc)
find_program(TESSERA_MPICC_OPENMPI mpicc.openmpi)
find_program(TESSERA_MPICC_MPICH mpicc.mpich)

# A plain mpicc is that of the MPI that it says it is of.
if(TESSERA_MPICC AND NOT (TESSERA_MPICC_OPENMPI AND TESSERA_MPICC_MPICH))
    execute_process(COMMAND ${TESSERA_MPICC} --showme:version RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
    if(NOT refused AND NOT TESSERA_MPICC_OPENMPI)
        set(TESSERA_MPICC_OPENMPI ${TESSERA_MPICC})
    elseif(refused AND NOT TESSERA_MPICC_MPICH)
        set(TESSERA_MPICC_MPICH ${TESSERA_MPICC})
    endif()
endif()

set(module_source ${PROJECT_SOURCE_DIR}/src/mpi/module/mpi_module.c)
foreach(kind openmpi mpich)
    string(TOUPPER ${kind} upper)
    if(NOT TESSERA_MPICC_${upper})
        continue()
    endif()
    set(module ${CMAKE_BINARY_DIR}/modules/tessera-${kind}.so)
    add_custom_command(OUTPUT ${module}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/modules
        COMMAND ${CMAKE_COMMAND} -E env OMPI_CC=${CMAKE_C_COMPILER} MPICH_CC=${CMAKE_C_COMPILER}
            ${TESSERA_MPICC_${upper}} -std=c17 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra
            $<$<BOOL:${TESSERA_WERROR}>:-Werror> -I${PROJECT_SOURCE_DIR}/src -o ${module} ${module_source}
        DEPENDS ${module_source} ${PROJECT_SOURCE_DIR}/src/core/ranks_carrier.h
        COMMENT "Building the module for ${kind}" VERBATIM COMMAND_EXPAND_LISTS)
    add_custom_target(mpi_module_${kind} DEPENDS ${module})
    add_dependencies(mpi_modules mpi_module_${kind})
    install(FILES ${module} DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ
        WORLD_READ OWNER_EXECUTE GROUP_EXECUTE WORLD_EXECUTE)
endforeach()

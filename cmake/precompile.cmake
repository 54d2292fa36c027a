# The programs of the examples, compiled ahead into BUILD/programs.
add_custom_target(programs)
if(NOT TESSERA_PRECOMPILE)
    return()
endif()

set(folder ${CMAKE_BINARY_DIR}/programs)
set(levels ${TESSERA_PRECOMPILE_LEVELS})
if(NOT levels)
    set(levels host)
endif()

# What other kernels made is stale. A program that changed otherwise compiles what it does not find.
add_custom_command(OUTPUT ${folder}/.emptied DEPENDS ${CMAKE_BINARY_DIR}/kernel_sources.c
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder} COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/.emptied)
set(compiled "")
file(GLOB cards CONFIGURE_DEPENDS examples/*.yaml)
foreach(level IN LISTS levels)
    foreach(card IN LISTS cards)
        get_filename_component(name ${card} NAME_WE)
        set(mark ${folder}/.${name}-${level})
        add_custom_command(OUTPUT ${mark} DEPENDS ${folder}/.emptied tessera_program ${card}
            COMMAND tessera_program compile ${card} --out ${folder} $<$<NOT:$<STREQUAL:${level},host>>:--level=${level}>
            COMMAND ${CMAKE_COMMAND} -E touch ${mark}
            COMMENT "Compiling the program of examples/${name}.yaml" VERBATIM COMMAND_EXPAND_LISTS)
        list(APPEND compiled ${mark})
    endforeach()
endforeach()
add_custom_target(compiled_programs ALL DEPENDS ${compiled})
add_dependencies(programs compiled_programs)

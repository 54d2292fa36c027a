# The Python package's part of the build, where pip makes it (pyproject.toml): the library, the program, and cffi's
# declarations of the public headers.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB public_headers CONFIGURE_DEPENDS include/tessera/*.h)
set(declarations ${CMAKE_BINARY_DIR}/_declarations.py)
add_custom_command(OUTPUT ${declarations}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/python/tessera/_declare.py ${PROJECT_SOURCE_DIR}/include
        ${CMAKE_C_COMPILER} ${declarations}
    DEPENDS ${public_headers} python/tessera/_declare.py VERBATIM)
add_custom_target(python_declarations ALL DEPENDS ${declarations})
install(FILES ${declarations} DESTINATION tessera COMPONENT python)
# One file, for wheels have no links.
set_target_properties(tessera PROPERTIES VERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS tessera LIBRARY DESTINATION tessera/lib COMPONENT python NAMELINK_SKIP)
install(TARGETS tessera_program RUNTIME DESTINATION tessera/bin COMPONENT python)

# What `cmake --install` puts where.
include(CMakePackageConfigHelpers)

install(TARGETS tessera tessera_program EXPORT tessera
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/tessera DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The man page and the shells' completions come from the program's own tables.
foreach(document "tessera.1 --man" "tessera.bash completion bash" "_tessera completion zsh"
        "tessera.fish completion fish")
    separate_arguments(document UNIX_COMMAND ${document})
    list(POP_FRONT document file)
    add_custom_command(OUTPUT ${file} COMMAND tessera_program ${document} > ${file} DEPENDS tessera_program VERBATIM)
    list(APPEND documents ${file})
endforeach()
add_custom_target(documents ALL DEPENDS ${documents})
install(FILES ${CMAKE_BINARY_DIR}/tessera.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_BINARY_DIR}/tessera.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tessera)
install(FILES ${CMAKE_BINARY_DIR}/_tessera DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${CMAKE_BINARY_DIR}/tessera.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
if(TARGET compiled_programs)
    install(DIRECTORY ${CMAKE_BINARY_DIR}/programs DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera
            PATTERN ".*" EXCLUDE)
endif()

# For users of the library: pkg-config and find_package(tessera).
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)
file(RELATIVE_PATH from_package_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/tessera.pc.in tessera.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tessera.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_package_config_file(cmake/tesseraConfig.cmake.in tesseraConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(tesseraConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tesseraConfig.cmake ${CMAKE_BINARY_DIR}/tesseraConfigVersion.cmake
        DESTINATION ${package_folder})
install(EXPORT tessera NAMESPACE tessera:: DESTINATION ${package_folder} FILE tesseraTargets.cmake)

# `cpack` in the build folder makes a package for Debian and Ubuntu.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Tessera developers")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, libc6-dev") # for programs that were not compiled ahead
include(CPack)

# What the builder chooses, and the flags that every target shares.
option(TESSERA_TESTS "Build the tests" ON)
option(TESSERA_FUZZ "Build the fuzz targets (clang)" OFF)
option(TESSERA_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(TESSERA_WERROR "Treat warnings as errors" OFF)
option(TESSERA_PRECOMPILE "Compile the programs of the examples ahead, so that a first run does not wait" OFF)
set(TESSERA_PRECOMPILE_LEVELS "" CACHE STRING
    "For which instruction levels, such as x86-64-v2;x86-64-v3;x86-64-v4; empty: this machine's")
set(TESSERA_TEST_CACHE "${CMAKE_BINARY_DIR}/cache" CACHE PATH "Where tests keep the programs that they compile")
option(TESSERA_TEST_LONG "Tests compile their programs as ./test --long does, with the flags that users have" OFF)
option(BUILD_SHARED_LIBS "Build libtessera as a shared library" ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Contraction is ours, not the compiler's (docs/architecture.md).
add_compile_options(-Wall -Wextra -Wno-psabi -ffp-contract=off -fno-math-errno)
add_compile_definitions(_XOPEN_SOURCE=700) # POSIX.1-2008 with XSI
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    add_link_options(LINKER:-z,relro,-z,now) # functions are found when a program begins, not amid what is timed
endif()
if(TESSERA_WERROR)
    add_compile_options(-Werror)
endif()
if(TESSERA_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()
if(TESSERA_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

/** @file
 * The version: of these headers as macros, of the library that a program runs with as functions.
 *
 * Until 1.0 each minor version (0.1, 0.2) may change structs and functions, and is a library of its own:
 * libtessera.so.0.1 never takes the place of libtessera.so.0.2. Within one, a program that was compiled with
 * any release runs with every later one. Functions and enumerations keep their meaning, arrays their
 * elements, and new fields come at the end of two kinds of structs only. Settings begin with their size,
 * which says what fields the caller has. Results are made by the library, one at a time, and freed by it. A
 * program reads them where they are and copies none of them whole. */
#ifndef TESSERA_VERSION_H
#define TESSERA_VERSION_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TESSERA_VERSION_MAJOR 0
#define TESSERA_VERSION_MINOR 1
#define TESSERA_VERSION_PATCH 0

/** "0.1.0" */
#define TESSERA_VERSION \
    TESSERA_VERSION_TEXT(TESSERA_VERSION_MAJOR, TESSERA_VERSION_MINOR, TESSERA_VERSION_PATCH)
#define TESSERA_VERSION_TEXT(major, minor, patch) TESSERA_VERSION_WORDS(major, minor, patch)
#define TESSERA_VERSION_WORDS(major, minor, patch) #major "." #minor "." #patch

/** 1000000 major + 1000 minor + patch, for comparisons: 1000 for 0.1.0. */
#define TESSERA_VERSION_NUMBER \
    (1000000 * TESSERA_VERSION_MAJOR + 1000 * TESSERA_VERSION_MINOR + TESSERA_VERSION_PATCH)

/** The library's version as text: "0.1.0". */
TS_API const char *ts_version(void);

/** The library's version as a number: TESSERA_VERSION_NUMBER when it was built. */
TS_API int ts_version_number(void);

#ifdef __cplusplus
}
#endif
#endif

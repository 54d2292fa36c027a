/* Compile-time constants of derived processes (subprocess.h), where nothing says so. Included before the
 * header of their phase space. */
#ifndef TESSERA_PROCESS_SUBPROCESS_CONSTANTS_H
#define TESSERA_PROCESS_SUBPROCESS_CONSTANTS_H

#ifndef PARTONS
#define PARTONS 1
#define JET_COUNT 2
#define JETS_LIST \
    {             \
        0, 1      \
    }
#define JETS_SET 3
#define NEUTRINOS_SET 0
#endif
#include "process/constants.h"
#ifndef MASS_WINDOWS
#define MASS_WINDOWS 0
#endif
#if SHOWER
#define SHOWER_BEAMS 1
#define FN_TREE FN_APART
#ifdef GPU /* more code than the 128 kB of its cache of instructions stops it at every trial */
#define FN_ELEMENTARY FN_APART
#endif
#endif
/* A bit of each parton of merging, and what the cut of merging is on. */
#ifndef MERGING_SET
#define MERGING_SET 0
#define MERGING_MEASURE MERGING_NONE
#endif
#if STRONG_POWERS > 0
#define TREE_STRONG
#endif

#endif

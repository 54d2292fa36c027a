/* The system's C compiler. */
#ifndef TESSERA_PROGRAM_COMPILER_H
#define TESSERA_PROGRAM_COMPILER_H

#include "core/context.h"

#include <limits.h>

struct compiler {
    char path[PATH_MAX];
    char identity[PATH_MAX + 64]; /* path, size and time: changes when the compiler does */
};

/* The compiler: $TESSERA_CC, or the first of cc, gcc, clang on the PATH. */
ts_status compiler_find(ts_context *context, struct compiler *compiler);

/* The flags that shape a program's bits; a NULL-terminated list. */
const char *const *compiler_flags(void);

/* Compiles `text` with the embedded kernels into the shared object `output`,
 * which appears whole or not at all, sealed (program/seal.h). TS_ERROR_FILE where it
 * cannot be written or the disk is full; else the compiler's log is in the error. */
ts_status compiler_run(ts_context *context, const struct compiler *compiler, const char *text,
                       const char *level, const char *output);

#endif

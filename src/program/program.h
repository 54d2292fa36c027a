/* Programs: kernel source and constants, compiled when they are known.
 *
 * A program is a small C text (constants, then #includes of kernels). For the
 * CPU it becomes a shared object, made by the system's C compiler and kept in
 * the user's cache. */
#ifndef TESSERA_PROGRAM_PROGRAM_H
#define TESSERA_PROGRAM_PROGRAM_H

#include "core/context.h"
#include "program/source.h"

#include <stddef.h>

/* The level of processors that have no names for theirs: what the compiler makes
 * without -march, which every machine of the kind runs. */
#define LEVEL_BASELINE "baseline"

/* The instruction level that programs are compiled for, as -march names it: this
 * machine's, or what TESSERA_CPU_LEVEL says. */
const char *cpu_level(void);

/* The highest level that this machine has. */
const char *cpu_level_most(void);

/* Whether instructions that load vectors from places of their own are faster here than loads one by one. They
 * are on Intel's processors, unless these were slowed for security. What they load is the same. */
int cpu_gathers(void);

/* Refuses a level that is unknown or above `most` (TS_ERROR_INPUT). */
ts_status cpu_level_check(ts_context *context, const char *level, const char *most);

/* Says that a program is compiled now, which takes a while, once. @param with the compiler, or the driver */
void program_announce(ts_context *context, const char *with, const char *how_long);

/* Says how long it took. */
void program_announce_end(ts_context *context, double seconds);

/* Opens the shared object of `text` (dlopen): one built ahead, one from the cache,
 * or one compiled now, which adds to *compile_seconds. What is damaged, or lacks one
 * of the functions `needs` (ends with NULL; may be NULL), is compiled anew. What
 * cannot be kept or opened in the cache goes to a temporary folder. TS_ERROR_COMPILE
 * where there is no compiler (with what to do), or with its log. `expected`: seconds
 * that a compilation takes on a core of its own; 0: not known. */
ts_status program_open(ts_context *context, const char *text, const char *const *needs, double expected,
                       void **handle, double *compile_seconds);

/* Compiles `text` for `level` into `folder` under the name that program_open()
 * looks for beside the library, whatever compiler made it. One that lies there whole is kept. */
ts_status program_compile_ahead(ts_context *context, const char *text, const char *level, const char *folder);

/* Compiles `text` for `level` into one file at `path`, which also holds a description of it. */
ts_status program_compile_file(ts_context *context, const char *text, const char *level,
                               const char *description, const char *path);

/* The description that such a file holds, to be freed. TS_ERROR_INPUT where it is no such file, or damaged.
 */
ts_status program_describe_file(ts_context *context, const char *path, char **description);

/* Opens such a file as program_open() would the shared object of `text`, without a compiler. TS_ERROR_INPUT
 * where it was compiled from another text, or for instructions that this machine lacks. */
ts_status program_open_file(ts_context *context, const char *path, const char *text, const char *const *needs,
                            void **handle);

#endif

/* A program's text with its #includes put in, for compilers that are handed one text. */
#ifndef TESSERA_PROGRAM_FLATTEN_H
#define TESSERA_PROGRAM_FLATTEN_H

#include "program/program.h"

/* Appends `text` with the kernels that it includes, each as often as a preprocessor might need it. #line
 * directives name the headers, so that a compiler's messages do. TS_ERROR_COMPILE names a header that is not
 * there; TS_ERROR_MEMORY. */
ts_status source_flatten(ts_context *context, const char *text, struct source *flat);

#endif

/* Names that users give to what their integrands read: they become part of names in programs. */
#ifndef TESSERA_INTEGRAND_NAME_H
#define TESSERA_INTEGRAND_NAME_H

#include "tessera/context.h"

/* Refuses (TS_ERROR_INPUT) what is not a letter and up to 62 more letters, digits and underscores.
 * @param what "a table", for the sentence */
ts_status name_check(ts_context *context, const char *what, const char *name);

#endif

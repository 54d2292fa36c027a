/* Settings that a caller hands over, of whatever release of this minor version (tessera/version.h). */
#ifndef TESSERA_CORE_SETTINGS_H
#define TESSERA_CORE_SETTINGS_H

#include "tessera/context.h"

#include <stddef.h>

/* Size [bytes] of a struct that ends with `last`. */
#define SIZE_THROUGH(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* Copies what the caller has of the settings, which begin with their size as a size_t, into the library's
 * own. The fields that the caller does not have are 0, as are all where `given` is NULL. A size of 0 stands
 * for `first` bytes: the fields of the minor version's first release. Fails with TS_ERROR_INPUT where a field
 * that this library does not know is set. */
ts_status settings_take(ts_context *context, const char *name, const void *given, size_t first, void *own,
                        size_t bytes);

#endif

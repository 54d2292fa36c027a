/* From SVG to what paper and slides take. */
#ifndef TESSERA_PLOT_CONVERT_H
#define TESSERA_PLOT_CONVERT_H

#include "tessera/context.h"

#include <stddef.h>

/* Writes a picture as "pdf" or "png" to `path`, whole or not at all, by librsvg's program.
 * TS_ERROR_INPUT where that is not installed; TS_ERROR_FILE, TS_ERROR_MEMORY. */
ts_status convert_svg(ts_context *context, const char *svg, size_t bytes, const char *format,
                      const char *path);

#endif

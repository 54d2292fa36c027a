/* A sheet: several pictures as one SVG that stands alone. */
#ifndef TESSERA_PLOT_SHEET_H
#define TESSERA_PLOT_SHEET_H

#include "program/source.h"
#include "tessera/context.h"

/* A picture that is drawn: its <svg>, and its height [pixels]. */
struct drawn_picture {
    struct source svg;
    double height;
};

/* Whether a file of pictures ends with .html; TS_ERROR_INPUT where it ends with what no picture has. */
ts_status sheet_check_ending(ts_context *context, const char *path, int *is_page);

/* Writes pictures, which are freed, side by side into a file whose ending says what: .svg, .pdf, .png. */
ts_status sheet_write(ts_context *context, const char *title, struct drawn_picture *pictures, size_t count,
                      const char *path);

#endif

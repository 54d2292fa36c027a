/* Widths of particles by their decays, where they are given as "auto". */
#ifndef TESSERA_MODEL_WIDTHS_H
#define TESSERA_MODEL_WIDTHS_H

#include "model/decay_widths.h"

enum { WIDTH_BYTES = 32 };

/* Gives settings of widths that are "auto" their numbers, from a model of the others. `texts` receives these,
 * which the settings point into; free() it. TS_ERROR_INPUT, TS_ERROR_MEMORY. */
ts_status model_auto_widths(ts_context *context, const struct model_table *table,
                            struct model_setting *settings, size_t count, char (**texts)[WIDTH_BYTES]);

#endif

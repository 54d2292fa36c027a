/* Widths of particles by their decays into two others. */
#ifndef TESSERA_MODEL_WIDTHS_H
#define TESSERA_MODEL_WIDTHS_H

#include "model/model.h"

/* The decays of a particle of a table into two others, those alone that its mass allows; free() them. A model
 * that is compiled has none. TS_ERROR_INPUT where a vertex is beyond what can be computed, TS_ERROR_MEMORY.
 */
ts_status model_decays(ts_context *context, const ts_model *model, int pdg, ts_decay **decays, size_t *count);

/* The sum of widths [GeV]. */
double model_width(const ts_decay *decays, size_t count);

enum { WIDTH_BYTES = 32 };

/* Gives settings of widths that are "auto" their numbers, from a model of the others. `texts` receives these,
 * which the settings point into; free() it. TS_ERROR_INPUT, TS_ERROR_MEMORY. */
ts_status model_auto_widths(ts_context *context, const struct model_table *table,
                            struct model_setting *settings, size_t count, char (**texts)[WIDTH_BYTES]);

#endif

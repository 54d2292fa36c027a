/* Decays of a particle of a table at tree level: into two others, or into three where there are none into
 * two. Couplings that rounding may have left of zero count as none there. */
#ifndef TESSERA_MODEL_DECAY_WIDTHS_H
#define TESSERA_MODEL_DECAY_WIDTHS_H

#include "model/decay_amplitude.h"

/* The decays that a mass allows; free() them. A model that is compiled has none. With `most` 2 those into
 * three are not looked for, and there are none where those into two are of rounding's size. TS_ERROR_INPUT
 * where a vertex is beyond what can be computed or where a width does not converge, TS_ERROR_MEMORY. */
ts_status model_decays(ts_context *context, const ts_model *model, int pdg, int most, ts_decay **decays,
                       size_t *count);

/* The sum of widths [GeV]. */
double model_width(const ts_decay *decays, size_t count);

#endif

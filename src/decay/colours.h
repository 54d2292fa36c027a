/* Colour lines of what decays, handed on to its products. */
#ifndef TESSERA_DECAY_COLOURS_H
#define TESSERA_DECAY_COLOURS_H

#include "tessera/events.h"
#include "tessera/model.h"

/* Gives the last `products` particles of a list their lines, where `place` has decayed into them. One of
 * several choices is taken by a uniform number. TS_ERROR_INPUT where lines cannot say it. */
ts_status colours_give(ts_context *context, const ts_model *model, ts_event_particle *particles, size_t count,
                       size_t place, int products, double uniform);

#endif

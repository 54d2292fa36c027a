/* Light particles that an event has on a mass shell, and a model without mass. */
#ifndef TESSERA_REWEIGHT_MASSLESS_H
#define TESSERA_REWEIGHT_MASSLESS_H

#include "tessera/events.h"
#include "tessera/model.h"

enum { MASSLESS_PARTICLES_MOST = 64 };

/* Copies the particles of an event and moves them to where such particles have no mass. Showers give masses
 * to light quarks and leptons that matrix elements have none for, and files have these. What particles come
 * from keeps its momentum, as do the two that come in together. Returns the heaviest particle that has such a
 * mass. NULL: there is none, or nothing can be moved, and the event is to be taken as it is. */
const ts_event_particle *massless_put(const ts_model *model, const ts_event *event,
                                      ts_event_particle particles[MASSLESS_PARTICLES_MOST]);

#endif

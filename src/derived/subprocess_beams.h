/* The beams of a card for what derives from the model: hadrons, or particles that collide as they are. */
#ifndef TESSERA_DERIVED_SUBPROCESS_BEAMS_H
#define TESSERA_DERIVED_SUBPROCESS_BEAMS_H

#include "derived/subprocess_channel.h"

/* Whether one of the card's beams is no hadron. */
int beams_have_whole(const ts_card *card);

/* Reads the beams into the setting, whose subprocesses stand, and adds the densities that they need to its
 * list. `name`: of the process. TS_ERROR_INPUT where the process begins with other particles, or the set of
 * densities lacks one. */
ts_status subprocess_beams_read(ts_context *context, const ts_card *card, const struct process *process,
                                const char *name, struct subprocess_setting *setting);

#endif

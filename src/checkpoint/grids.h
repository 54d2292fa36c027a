/* Learned grids: what a warm-up found, in a folder from which other runs of the same card begin. */
#ifndef TESSERA_CHECKPOINT_GRIDS_H
#define TESSERA_CHECKPOINT_GRIDS_H

#include "integrate/journal.h"
#include "process/process.h"

/* Writes grids.json and card.yaml into a folder, which is made where it is not there. */
ts_status grids_write(ts_context *context, const char *folder, const ts_card *whole,
                      const struct process *process, const struct journal *journal);

/* Reads them for a run of `whole` (made_of()); journal_destroy() frees what it makes. `name` receives a
 * number of what was read. TS_ERROR_INPUT where they are of another card, with what differs, of other
 * densities, or damaged. */
ts_status grids_read(ts_context *context, const char *folder, const ts_card *whole,
                     const struct process *process, struct journal *journal, char name[20]);

#endif

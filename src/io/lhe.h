/* Events as Les Houches event files, version 3: what Pythia, Herwig and Sherpa's tools read.
 *
 * J. Alwall et al., Comput. Phys. Commun. 176 (2007) 300 (hep-ph/0609017); J. Andersen et al., section I.4 of
 * arXiv:1405.1067; the numbers are those of hep-ph/0109068. Weights are in pb, and their mean is the cross
 * section (IDWTUP = -4). The header holds the card and the names of the processes. */
#ifndef TESSERA_IO_LHE_H
#define TESSERA_IO_LHE_H

#include "io/event.h"

struct lhe_writer;

/* Begins a file, `compressed` by gzip or not. It appears under its name with
 * lhe_finish(), whole. TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status lhe_create(ts_context *context, const char *path, int compressed, const struct event_run *run,
                     struct lhe_writer **writer);

/* Writes events. Where nothing in one came out of the beams, they themselves are what comes in.
 * TS_ERROR_FILE, TS_ERROR_MEMORY; TS_ERROR_NUMERIC where a number of one is not finite. */
ts_status lhe_write(struct lhe_writer *writer, const struct event *events, size_t count);

/* Ends the file, or gives it up and leaves an older one as it was. Either frees the writer. */
ts_status lhe_finish(struct lhe_writer **writer);
void lhe_discard(struct lhe_writer **writer);

#endif

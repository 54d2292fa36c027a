/* Events as HepMC3's text files: "Asciiv3", as its ReaderAscii and Rivet read it.
 *
 * A. Buckley et al., Comput. Phys. Commun. 260 (2021) 107310, section 3.4. In GeV and mm, one weight
 * ("Default"). Vertices follow the mothers of particles. Either the beams meet at one and all leave, or
 * each beam has one and the collision another (remnants of beams are not there). Colour lines stand as the
 * attributes flow1 (colour) and flow2 (anticolour) of particles. Each event carries the cross section of
 * the run with its error, the numbers of events kept and generated so far. It carries the generator's
 * number of it too, which may be larger than HepMC's own can be. */
#ifndef TESSERA_IO_HEPMC_H
#define TESSERA_IO_HEPMC_H

#include "io/event.h"
#include "tessera/context.h"

struct hepmc_writer;

/* Begins a file. It appears under its name with hepmc_finish(), whole; nothing of it is kept in memory.
 * TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status hepmc_create(ts_context *context, const char *path, const struct event_run *run,
                       struct hepmc_writer **writer);

/* Writes events. TS_ERROR_FILE, TS_ERROR_MEMORY; TS_ERROR_NUMERIC where a number of one is not finite. */
ts_status hepmc_write(struct hepmc_writer *writer, const struct event *events, size_t count);

/* Ends the file, or gives it up and leaves an older one as it was. Either frees the writer. */
ts_status hepmc_finish(struct hepmc_writer **writer);
void hepmc_discard(struct hepmc_writer **writer);

#endif

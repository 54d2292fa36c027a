/* Merging by the run's own shower (kernels/shower/merging.h): what a card has to have for it, and the table
 * of what histories end at. */
#ifndef TESSERA_DERIVED_SUBPROCESS_MERGING_H
#define TESSERA_DERIVED_SUBPROCESS_MERGING_H

#include "derived/subprocess_checks.h"

/* Refuses a card whose options do not fit such merging, or that merges elsewhere what showers here. The
 * card's merging, shower, scales and variations are read. */
ts_status subprocess_merging_read(const struct subprocess_making *making);

/* Finds the most partons of a multiplicity, for all parts. `making` is that of all, whose cuts stand.
 * @return TS_ERROR_INPUT where none is without partons, none has some, or other particles have colour */
ts_status subprocess_merging_find(struct subprocess_making *making);

/* Adds the table of cores, and writes the numbers of merging among those of the shower. */
ts_status subprocess_merging_tables(struct subprocess_making *making);

#endif

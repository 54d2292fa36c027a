/* The shower of a process of the model between hadrons, while that is made from its card. */
#ifndef TESSERA_DERIVED_SUBPROCESS_SHOWER_H
#define TESSERA_DERIVED_SUBPROCESS_SHOWER_H

#include "derived/subprocess_checks.h"

/* Reads the shower that the card asks for, if any; the densities stand. Refuses beams that are no hadrons. */
ts_status subprocess_shower_read(struct subprocess_making *making);

/* Refuses what a shower does not serve yet in a part, whose model and beams stand. */
ts_status subprocess_shower_check(struct subprocess_making *making);

/* Adds its tables to those of the process, and makes its numbers. */
ts_status subprocess_shower_tables(struct subprocess_making *making);

#endif

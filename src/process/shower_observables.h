/* What is measured of an event that leaves a shower: names for histograms and expressions. */
#ifndef TESSERA_PROCESS_SHOWER_OBSERVABLES_H
#define TESSERA_PROCESS_SHOWER_OBSERVABLES_H

#include "program/program.h"

/* What showers, a bit each: events out of beams with a hadron, or out of two leptons, or the quark pairs that
 * are written out. All but the first have Durham's rates and event shapes too. */
enum { SHOWERS_OF_HADRONS = 1, SHOWERS_OF_LEPTONS = 2, SHOWERS_OF_QUARK_PAIRS = 4 };

/* No more observables than these. */
enum { SHOWER_OBSERVABLES_MOST = 64 };

struct shower_observable {
    const char *name, *value, *title; /* value: kernel C, HISTOGRAM_NONE where an event has none */
    int bins;
    double low, high;
    int needs;   /* what the kernel computes once for it and others, a bit; 0: nothing */
    int showers; /* behind which it is: bits of the above */
};

/* The observables by number; NULL behind the last. */
const struct shower_observable *shower_observable_at(size_t index);

/* The one of a name behind a shower (SHOWERS_...); NULL: there is none. */
const struct shower_observable *shower_observable_find(const char *name, int showers);

/* Appends the names of those behind a shower, as "njets, ht, durham, log10y23": that of a group stands before
 * its members. */
void shower_observables_list(int showers, const char *between, struct source *text);

/* What the observables of a group compute, which a name stands for; 0: it is no group. */
int shower_observable_group(const char *name);

/* Says to a program what it has to compute: bits of `needs` of the observables that it has. */
void shower_observables_write(int needs, struct source *text);

#endif

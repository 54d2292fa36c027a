/* Results of one card with different seeds, on their way to one. */
#ifndef TESSERA_RUN_MERGE_H
#define TESSERA_RUN_MERGE_H

#include "tessera/run.h"

#include <jansson.h>

/* A result that is read. */
struct merge_part {
    const char *folder;
    json_t *result;
    double part;  /* of all events that count, its own: its weight */
    double value; /* pb */
    uint64_t tried, written;
    ts_histogram *histograms;
    size_t histogram_count;
};

struct merge {
    ts_context *context;
    struct merge_part *parts;
    size_t count;
    ts_merged *merged;
};

/* Merges the files of events, where the runs have some. One stands behind the other, the numbers of HepMC's
 * going on, weights of Les Houches' scaled to the mean that the head names (src/run/merge_events.c). */
ts_status merge_events(const struct merge *merge, const char *out);

#endif

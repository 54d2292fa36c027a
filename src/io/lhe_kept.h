/* What the head of a Les Houches file says that readers of its events do not ask for, and copies of it keep.
 */
#ifndef TESSERA_IO_LHE_KEPT_H
#define TESSERA_IO_LHE_KEPT_H

#include "io/event.h"

enum { KEPT_COMBINE_BYTES = 64, KEPT_DROPPED_BYTES = 240 };

/* What a weight of the head is, beside its name. */
struct kept_weight {
    double mur, muf; /* 0: the head does not say */
    int density_set; /* 0: the head does not say */
    char combine[KEPT_COMBINE_BYTES];
};

struct kept_text {
    char *text; /* NULL: there is none */
    size_t used, room;
};

struct lhe_kept {
    struct event_merging merging; /* of use where lhe_kept_merged() */
    struct kept_text card, slha;
    uint64_t seed;               /* 0: the head does not say */
    struct kept_weight *weights; /* [weight_count] */
    size_t weight_count;
    char dropped[KEPT_DROPPED_BYTES]; /* names of its other blocks: "MG5ProcCard, MGVersion" */

    /* Where the reader stands. */
    int block;                        /* what the lines belong to: enum in src/io/lhe_kept.c */
    char name[64];                    /* what that block is called */
    char combine[KEPT_COMBINE_BYTES]; /* of the group of weights */
};

/* Whether a head says what events were cut on for a merging. */
int lhe_kept_merged(const struct lhe_kept *kept);

/* Takes what a line of the head has of it. TS_ERROR_MEMORY */
ts_status lhe_kept_line(ts_context *context, struct lhe_kept *kept, const char *line);

/* Takes what the mark <weight ...> at hand says of the weight that has this place, one behind the other.
 * TS_ERROR_MEMORY */
ts_status lhe_kept_weight(ts_context *context, struct lhe_kept *kept, const char *mark, size_t place);

void lhe_kept_free(struct lhe_kept *kept);

#endif

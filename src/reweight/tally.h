/* What new weights are worth: sums over events of a file, of any number. */
#ifndef TESSERA_REWEIGHT_TALLY_H
#define TESSERA_REWEIGHT_TALLY_H

#include "tessera/events.h"
#include "tessera/reweight.h"

/* Sizes of weights in steps of a 64th of an octave, so that the heaviest are known without a list of all. */
enum { TALLY_STEPS = 64, TALLY_OCTAVES = 400, TALLY_BINS = TALLY_STEPS * TALLY_OCTAVES };

struct tally {
    double old, old_squares, sum, squares, cross, sizes, old_sizes, ratio_squares, largest;
    uint64_t events, impossible, first_impossible, unknown, first_unknown;
    double *bin_sizes; /* [TALLY_BINS] */
    uint64_t *bin_counts;
};

ts_status tally_create(ts_context *context, struct tally *tally);
void tally_destroy(struct tally *tally);

/* Adds an event: its own weight, and the new one. */
void tally_add(struct tally *tally, double weight, double made);

/* Counts an event that the old card cannot make, or whose process is not known; its weight is 0. */
void tally_note_impossible(struct tally *tally, uint64_t place);
void tally_note_unknown(struct tally *tally, uint64_t place);

/* What came out. The cross section is that of the head times the mean ratio, with both errors. */
void tally_tell(const struct tally *tally, const ts_event_head *head, ts_reweight_summary *summary);

#endif

/* What a card says of merging: a cut on its scale in the matrix element, and limits of phase space that
 * follow (kernels/observable/merging.h). */
#ifndef TESSERA_SELECTION_MERGING_H
#define TESSERA_SELECTION_MERGING_H

#include "core/request.h"
#include "io/event.h"
#include "process/process.h"
#include "selection/particle_cuts.h"
#include "subprocess/chain.h"

struct merging {
    enum merging_scheme scheme;
    enum merging_measure measure; /* between hadrons */
    double value, d;              /* GeV; D of kt_durham */
    int by_shower; /* of a scheme: whether the shower of the run merges, or else a reader of files */
};

/* Reads it, and notes options without a part. TS_ERROR_INPUT where its options do not fit one another, or
 * other cuts on jets take away what it leaves. */
ts_status merging_read(ts_context *context, const ts_card *card, struct process *process,
                       struct merging *merging);

/* Adds its cut to those of a subprocess, `pdg` [2 + final], with what it means for transverse momenta and
 * masses of pairs. TS_ERROR_INPUT where one beam has colour and one has none. */
ts_status merging_add(ts_context *context, const ts_card *card, const struct merging *merging,
                      const ts_model *model, const struct chain *chain, const int *pdg,
                      struct particle_cuts *cuts);

/* What files of events say of it. */
struct event_merging merging_of_events(const struct merging *merging, const ts_model *model);

/* Writes MERGING_NUMBERS numbers in units of `unit` GeV. */
void merging_write(const struct particle_cuts *cuts, double unit, double *numbers);

#endif

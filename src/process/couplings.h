/* The couplings, masses and widths of a process: one list, read from the card and told in the result. */
#ifndef TESSERA_PROCESS_COUPLINGS_H
#define TESSERA_PROCESS_COUPLINGS_H

#include "process/family.h"

/* The parameter that the option couplings.NAME is, with a value. */
ts_parameter coupling_of_option(const char *name, double value);

/* alpha_s of the embedded densities at a scale [GeV]. TS_ERROR_INPUT where it has no meaning there. */
ts_status coupling_at_scale(ts_context *context, double scale, double *alpha_s);

/* Reads those of the family's list: from the card, or what is usual in the family; NAN where neither says. */
void couplings_read(const ts_card *card, const struct process_family *family, struct process *process);

/* A value of the list. NAN: none. */
double coupling_value(const struct process *process, const char *name);

/* Changes one that the list has. */
void coupling_set(struct process *process, const char *name, double value);

/* Refuses a scale of alpha_s that falls to `lowest` [GeV] in some events, where that is below what the set's
 * alpha_s has a meaning for. `advice`: what to do. */
ts_status coupling_check_lowest(ts_context *context, const ts_card *card, const struct process *process,
                                double lowest, const char *advice);

#endif

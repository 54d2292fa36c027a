/* Scales, alpha_s and densities of a process with partons: what a card says of them, and what its kernel
 * needs of that (kernels/process/scales.h). */
#ifndef TESSERA_PROCESS_SCALES_OF_CARD_H
#define TESSERA_PROCESS_SCALES_OF_CARD_H

#include "process/process.h"

enum { PARTONS_MOST = 16 };

struct process_scales {
    ts_scale renormalization, factorization; /* no part in it: both numbers 0 */
    double alpha_s;    /* in the unit or in matrix elements: at mu_R, or at a reference where that runs; 0: it
                          has no part */
    int alpha_s_given; /* 1: it is the card's, or has no part in it: the same for all variations */
    int partons[PARTONS_MOST]; /* PDG codes of the table of densities, */
    int parton_count;
    size_t densities;  /* where it begins, */
    size_t variations; /* and where that of variations does */
};

/* Whether alpha_s runs from event to event. */
int scales_run(const struct process_scales *scales);

/* Reads both scales and alpha_s, once the densities are open. Refuses a scale where that has no meaning. */
ts_status scales_read(ts_context *context, const ts_card *card, struct process *process,
                      struct process_scales *scales);

/* Refuses a set without the density of a parton that a process needs; both by their names in messages. */
ts_status scales_check_parton(ts_context *context, const ts_card *card, const struct process *process,
                              int pdg, const char *parton, const char *name);

/* Adds the table of alpha_s, where it runs, and that of the densities, if there are any. */
ts_status scales_add_tables(ts_context *context, struct process *process, struct process_scales *scales);

/* The first run-time numbers of the kernel, PROCESS_PARAMETERS, once the tables stand. */
void scales_numbers(const struct process_scales *scales, double root_s, double *numbers);

/* What records of events say where it is the same in all; without densities `root_s`, GeV, is their scale. */
void scales_describe(const struct process_scales *scales, double root_s, struct process_events *events);

/* The program's constants. */
void scales_write(const struct process_scales *scales, struct source *text);

#endif

/* What is said of new weights: what cannot be made, what is doubtful, and what a weight is. */
#ifndef TESSERA_REWEIGHT_HONESTY_H
#define TESSERA_REWEIGHT_HONESTY_H

#include "io/event_file.h"
#include "reweight/hypothesis.h"
#include "reweight/tally.h"
#include "tessera/reweight.h"

/* Warns where the file's head names another set of densities than the card. */
void honesty_tell_set(ts_context *context, const ts_event_file *file, const ts_pdf *pdf);

/* Warns of a file whose events are beyond leading order. */
void honesty_tell_file(ts_context *context, const ts_event_file *file);

/* Warns where the head has a cross section that is not that of the weights, which then counts. */
void honesty_tell_total(ts_context *context, const ts_event_file *file, const struct tally *tally);

/* Warns of subprocesses that the old card does not have: the file has no events of them. */
void honesty_tell_support(ts_context *context, const char *name, const struct hypothesis *old,
                          const struct hypothesis *choice);

/* Refuses an event without a matrix element: its number, its particles, and why. */
ts_status honesty_refuse_event(ts_context *context, const char *path, const struct hypothesis *hypothesis,
                               const struct sample *sample, size_t event, const char *lack);

/* Refuses an event whose scales or densities are not known. */
ts_status honesty_refuse_scales(ts_context *context, const char *path, const struct sample_event *event,
                                const struct event_scales *before, const struct event_scales *scales);

/* Says of a weight what its card has that the old one has not, "model.m_t=173 MUR=0.5". */
void honesty_describe(const ts_reweight_choice *choice, const ts_card *old, char *text, size_t bytes);

/* Warns of weights that are worth little, and of events that have none. */
void honesty_warn(ts_context *context, const char *name, const ts_reweight_summary *summary);

#endif

/* The histograms of a process, one after the other: axes for the host, text for its program (FILLS,
 * FILL_HISTOGRAMS, OBSERVE, HISTOGRAM_BINS). */
#ifndef TESSERA_PROCESS_HISTOGRAMS_H
#define TESSERA_PROCESS_HISTOGRAMS_H

#include "process/process.h"

struct histogram_list {
    struct process *process;
    struct source *text;                  /* of the program: the process's, until the caller says another */
    struct source before, fills, observe; /* before: what is computed once for several entries */
    int *places;                          /* [fill_count]: the histogram of each entry */
    int fill_count, bins;                 /* bins: of all histograms, underflow and overflow included */
    size_t count;
};

/* Begins a list of at most `most` histograms. */
ts_status histograms_begin(ts_context *context, size_t most, struct process *process,
                           struct histogram_list *list);

/* Adds the histogram /tessera/NAME that request number `index` of the card asks for. Where the request says
 * nothing of its axis it is the usual one. TS_ERROR_INPUT where the axis makes no sense, or the list has one
 * of this name. */
ts_status histograms_add(ts_context *context, const ts_card *card, size_t index, const char *name,
                         const struct integrand_histogram *usual, const char *title,
                         struct histogram_list *list);

/* An entry that each event makes into the last one added: `value` is an expression of kernel C. */
void histograms_fill(struct histogram_list *list, const char *value);

/* Fills a histogram where statements of kernel C that end with f[0] compute the value. */
void histograms_fill_from(struct histogram_list *list, const char *statements);

/* Writes the text and hands the axes to the process's integrand; frees the list. Returns `status`, or where
 * that is TS_OK a failure of its own. */
ts_status histograms_end(ts_context *context, struct histogram_list *list, ts_status status);

#endif

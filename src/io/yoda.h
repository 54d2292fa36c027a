/* YODA files in memory. */
#ifndef TESSERA_IO_YODA_H
#define TESSERA_IO_YODA_H

#include "tessera/observable.h"
#include "tessera/run.h"

/* Reads as ts_yoda_read() does; `name` stands for the file in messages. The text
 * need not end with a zero byte. */
ts_status yoda_read_memory(ts_context *context, const char *name, const char *text, size_t bytes,
                           ts_histogram **histograms, size_t *count);

/* What other programs need to merge a run's histograms with those of others, and to scale them. */
struct yoda_run {
    double cross_section, error;    /* pb; the weights of all events add up to cross_section */
    uint64_t events;                /* events that count, those that pass no cut too */
    const ts_variation *variations; /* the name of each stands in brackets behind a path */
    size_t variation_count;
    const ts_histogram *varied; /* histograms of variations, written behind the others */
    size_t varied_count;
};

/* The text that ts_yoda_write() writes, allocated; NULL: not enough memory. Where `run` is not NULL it ends
 * with
 * /_EVTCOUNT and /_XSEC, as Rivet's files do, and of each variation with these, its name behind them. */
char *yoda_text(const ts_histogram *histograms, size_t count, const struct yoda_run *run, size_t *bytes);

/* Writes that text to a file, as ts_yoda_write() does. */
ts_status yoda_write(ts_context *context, const char *path, const ts_histogram *histograms, size_t count,
                     const struct yoda_run *run);

#endif

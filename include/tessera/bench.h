/** @file
 * Measurements: what `tessera bench` does. A study measures one thing and hands over a table, row by row. */
#ifndef TESSERA_BENCH_H
#define TESSERA_BENCH_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A study, as it is listed. */
typedef struct ts_bench_study {
    const char *name;
    const char *description; /**< one line */
    int n_min, n_max; /**< numbers of gluons or photons where nothing else is asked for; 0: it has none */
    const char *precision;  /**< where nothing else is asked for; NULL: both */
    int runs;               /**< where nothing else is asked for */
    const char *integrands; /**< integrands of a study of integrals where nothing else is asked for; NULL:
                             * gluons */
    const char *methods;    /**< methods of the integrals where nothing else is asked for; NULL: the study
                             * takes none */
    double relative_error;  /**< the one they are to reach, or the smallest; 0: the study takes none */
} ts_bench_study;

/** What to measure. Zero everywhere is a good default. */
typedef struct ts_bench_settings {
    size_t size;        /**< sizeof(ts_bench_settings), or 0: the fields of the first release (version.h) */
    const char *device; /**< as --device; NULL: the default */
    const char *precision; /**< "single" or "double"; NULL: as the study has it */
    int threads;           /**< CPU threads; 0: one */
    int n_min, n_max; /**< numbers of gluons in all, from 4 to 16, or of photons, from 2 to 8; 0: as the study
                           has it */
    int runs; /**< the median of how many, where time is measured, or how many seeds; 0: as the study has it
               */
    unsigned long long
        events;             /**< of a row, or evaluations of an integral, at most; 0: as the study has it */
    const char *integrands; /**< built-in ones, "f4:8,fB": name and dimensions; NULL: as the study has it */
    const char *methods;    /**< "qmc,vegas"; NULL: as the study has it */
    double relative_error;  /**< of integrals, or the smallest of them; 0: as the study has it */
    const char *pdf;        /**< a set of parton densities as a card names it; NULL: the embedded one */
    const char *out;        /**< a folder for the results that a study's rows come from; NULL: none is kept */
} ts_bench_settings;

/** A cell of a table: the name of its column, and a text or, where that is NULL, a number (NAN: none). Names
 * that begin with ns are nanoseconds. */
typedef struct ts_bench_value {
    const char *name;
    const char *text;
    double number;
} ts_bench_value;

/** Receives a row as soon as it is measured. Every row of a study has the same columns. */
typedef void ts_bench_function(const ts_bench_value *values, size_t count, void *data);

/** The studies, in the order of the documentation. @param count receives their number
 * @return a table that the library keeps */
TS_API const ts_bench_study *ts_bench_list(size_t *count);

/** Runs a study (docs/studies.md) on one device: the n-gluon process at 14 TeV, photons, or integrals.
 * @param name as ts_bench_list() has it
 * @param settings NULL: the defaults
 * @param machine receives the name of what ran: device, threads, lanes
 * @param machine_bytes its size
 * @return TS_OK; TS_INTERRUPTED; TS_ERROR_INPUT, _FILE, _COMPILE, _DEVICE, _MEMORY, _NUMERIC */
TS_API ts_status ts_bench(ts_context *context, const char *name, const ts_bench_settings *settings,
                          ts_bench_function *function, void *data, char *machine,
                          unsigned long machine_bytes);

#ifdef __cplusplus
}
#endif
#endif

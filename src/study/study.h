/* Measurements: what `tessera bench` does. A study measures one thing and hands over a table, row by row. */
#ifndef TESSERA_STUDY_STUDY_H
#define TESSERA_STUDY_STUDY_H

#include "tessera/context.h"

#include <stddef.h>

/* A study, as it is listed. */
struct study {
    const char *name;
    const char *description; /* one line */
    int n_min, n_max;      /* numbers of gluons or photons where nothing else is asked for; 0: it has none */
    const char *precision; /* where nothing else is asked for; NULL: both */
    int runs;              /* where nothing else is asked for */
    const char
        *integrands; /* integrands of a study of integrals where nothing else is asked for; NULL: gluons */
    const char
        *methods; /* methods of the integrals where nothing else is asked for; NULL: the study takes none */
    double relative_error; /* the one they are to reach, or the smallest; 0: the study takes none */
};

/* What to measure. Zero everywhere is a good default. */
struct study_settings {
    const char *device;    /* as --device; NULL: the default */
    const char *precision; /* "single" or "double"; NULL: as the study has it */
    int threads;           /* CPU threads; 0: one */
    int n_min, n_max; /* numbers of gluons in all, 4 to 16, or of photons, 2 to 8; 0: as the study has it */
    int runs; /* the median of how many, where time is measured, or how many seeds; 0: as the study has it */
    unsigned long long events; /* of a row, or evaluations of an integral, at most; 0: as the study has it */
    const char *integrands;    /* built-in ones, "f4:8,fB": name and dimensions; NULL: as the study has it */
    const char *methods;       /* "qmc,vegas"; NULL: as the study has it */
    double relative_error;     /* of integrals, or the smallest of them; 0: as the study has it */
    const char *pdf;           /* a set of parton densities as a card names it; NULL: the embedded one */
    const char *out; /* a folder for the results that a study's rows come from; NULL: none is kept */
};

/* A cell of a table: the name of its column, and a text or, where that is NULL, a number (NAN: none). Names
 * that begin with ns are nanoseconds. */
struct study_value {
    const char *name;
    const char *text;
    double number;
};

/* Receives a row as soon as it is measured. Every row of a study has the same columns. */
typedef void study_function(const struct study_value *values, size_t count, void *data);

/* The studies, in the order of the documentation; `count` receives their number. */
const struct study *study_list(size_t *count);

/* Runs a study (docs/studies.md) on one device: the n-gluon process at 14 TeV, photons, or integrals.
 * `machine` receives the name of what ran: device, threads, lanes. NULL settings are the defaults. Returns
 * TS_OK, TS_INTERRUPTED, or TS_ERROR_INPUT, _FILE, _COMPILE, _DEVICE, _MEMORY, _NUMERIC. */
ts_status study_run(ts_context *context, const char *name, const struct study_settings *settings,
                    study_function *function, void *data, char *machine, size_t machine_bytes);

/* Studies as pictures (`--plot FILE`), in picture.c. */

/* The rows of a study, which all have the columns of the first; {0} has none. */
struct study_table {
    struct study_value *cells; /* row behind row; names and texts are the table's own */
    size_t columns, rows;
    int failed; /* there was no memory */
};

void study_table_add(struct study_table *table, const struct study_value *values, size_t count);
void study_table_free(struct study_table *table);

/* Whether a study may be drawn into that file, before it runs: TS_ERROR_INPUT with a sentence where not. */
ts_status study_check_plot(ts_context *context, const char *name, const char *path);

/* Draws the rows of a study into a file: .html with the table below, .svg, .pdf or .png. `machine` stands
 * below the title. TS_OK; TS_ERROR_INPUT where no row has what is drawn; TS_ERROR_FILE, _MEMORY. */
ts_status study_plot(ts_context *context, const char *name, const char *machine,
                     const struct study_table *table, const char *path);

#endif

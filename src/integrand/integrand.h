/* Integrands of users, and the programs they become. */
#ifndef TESSERA_INTEGRAND_INTEGRAND_H
#define TESSERA_INTEGRAND_INTEGRAND_H

#include "integrand/array.h"
#include "integrand/table.h"
#include "tessera/integrate.h"

enum { DIMENSIONS_MOST = 100, COMPONENTS_MOST = 100 };

/* The last three are functions of the caller's. */
enum integrand_kind {
    INTEGRAND_EXPRESSIONS,
    INTEGRAND_SOURCE,
    INTEGRAND_GSL,
    INTEGRAND_CUBA,
    INTEGRAND_BATCH
};

struct integrand_parameter {
    char *name;
    double value;
};

struct ts_integrand {
    ts_context *context;
    enum integrand_kind kind;
    int dimensions;
    size_t components;
    char **texts; /* expressions of the components, or one source */
    size_t text_count;
    char *label; /* of a source: where it came from, for messages */
    ts_function_gsl *gsl;
    ts_function_cuba *cuba;
    ts_function_batch *batch;
    ts_batch_memory *batch_memory;
    void *callback_data;
    double *lower, *upper; /* [dimensions] */
    struct integrand_parameter *parameters;
    size_t parameter_count;
    struct array *arrays;
    size_t array_count;
    struct table *tables;
    size_t table_count;
    double (*true_value)(int dimensions); /* NULL: not known */
    char *program_file;                   /* NULL, or where it is compiled already, and for what: */
    char program_precision[16];
    int program_bins;
};

/* A program of kernels/cubature/integrand.h and the numbers it reads. */
struct integrand_program {
    struct source text;
    double *parameters;
    size_t parameter_count;
    double *data;
    size_t data_length;
};

/* TS_ERROR_INPUT where the integrand cannot be: an expression with an error, a callback in single precision.
 */
ts_status integrand_build(ts_context *context, const ts_integrand *integrand, int double_precision,
                          struct integrand_program *program);
void integrand_program_free(struct integrand_program *program);

static inline int integrand_calls(const ts_integrand *integrand) { return integrand->kind >= INTEGRAND_GSL; }

/* The empty integrand of a kind, with the unit cube as its box. */
ts_status integrand_create(ts_context *context, enum integrand_kind kind, int dimensions, size_t components,
                           const char *const *texts, size_t text_count, ts_integrand **made);

#endif

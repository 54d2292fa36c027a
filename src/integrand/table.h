/* Tables that a user's integrand interpolates in: values on the nodes of a grid in one to three dimensions.
 *
 * docs/tables.md says what a file looks like, kernels/interpolate.h how it is interpolated. */
#ifndef TESSERA_INTEGRAND_TABLE_H
#define TESSERA_INTEGRAND_TABLE_H

#include "program/program.h"

enum { TABLE_DIMENSIONS = 3 };

struct table {
    char *name;
    int dimensions;
    size_t sizes[TABLE_DIMENSIONS]; /* nodes on each axis */
    int regular[TABLE_DIMENSIONS];  /* whether they are even (below) */
    int cubic;                      /* cubic interpolation, else linear */
    double *axes[TABLE_DIMENSIONS]; /* the nodes, ascending */
    double *values;                 /* the last axis fastest */
};

/* An axis counts as regular where no node lies farther than this from its
 * place among even ones, in units of the spacing. What is interpolated moves
 * by as much of its change from node to node. That is less than single
 * precision and far less than the error of interpolation. An axis that was
 * rounded more than that when it was written keeps its nodes, and takes a
 * search to find a cell. */
#define TABLE_EVEN 1e-9

/* Reads a text file: rows of coordinates and a value that make a complete grid, in any order.
 * @param name what integrands call it (name_check) */
ts_status table_read(ts_context *context, const char *name, const char *path, int cubic, struct table *table);

/* Copies a table from memory: 1 to 3 axes of two ascending nodes at least, all numbers finite. */
ts_status table_create(ts_context *context, const char *name, int dimensions, const size_t *sizes,
                       const double *const *axes, const double *values, int cubic, struct table *table);

/* How many scalars of a program's data it takes. */
size_t table_length(const struct table *table);

/* Writes them. */
void table_store(const struct table *table, double *data);

/* Appends kernel C, which needs "interpolate.h": FN real table_NAME(INPUTS, real x, ...), an argument for
 * each axis. INPUTS declares `GLOBAL const scalar *data`, in which the table lies at `offset`. */
void table_declare(const struct table *table, size_t offset, struct source *source);

/* Of one that could not be made too. */
void table_free(struct table *table);

#endif

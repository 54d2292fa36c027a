/* Lines of a table of a model, and the rows that they become. */
#ifndef TESSERA_MODEL_TABLE_LINES_H
#define TESSERA_MODEL_TABLE_LINES_H

#include "model/model.h"

enum { TABLE_WORDS_MOST = 64 };

/* Rows of one kind, which grow. */
struct table_rows {
    void *list;
    size_t count, room, bytes;
};

struct table_file {
    char *text; /* what names and formulae point into */
    struct model_table table;
    struct table_rows parameters, particles, vertices, more, structures, orders, hierarchies, colours,
        coupling_orders, propagators, numerators, own_propagators, expansions, forms;
    short *vertex_powers;  /* [vertices][orders] */
    unsigned char *widths; /* [parameters] */
};

/* A file at work, line by line. */
struct table_reader {
    ts_context *context;
    const char *path;
    struct table_file *file;
    int line, lines; /* number of the line at hand; how many end in the file, as it says itself */
    char *words[TABLE_WORDS_MOST];
    int count;
    char *formula;            /* what stands behind " = "; NULL: nothing */
    int legs[TS_VERTEX_LEGS]; /* of the vertex at hand */
    int leg_count, is_first;
};

/* Powers of a coupling, by order. */
struct coupling_order {
    const char *coupling;
    int order, power;
};

/* A new row of zeros, of so many bytes; NULL: there is no memory. */
void *table_row_add(struct table_rows *rows, size_t bytes);

/* Says what is wrong with the line at hand. */
ts_status table_refuse(const struct table_reader *reader, const char *why);

/* The number in a word; 0 where it is none. */
int table_integer(const char *word, int *number);

/* Whether a parameter stands before the line at hand. */
int table_has_parameter(const struct table_reader *reader, const char *name);

/* Reads all lines of the file's text, which it cuts. TS_ERROR_INPUT with the line, TS_ERROR_MEMORY. */
ts_status table_lines_read(struct table_reader *reader);

#endif

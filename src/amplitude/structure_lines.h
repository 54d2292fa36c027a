/* The lines that the function of a structure is made of, each with a name, and the text that they become. */
#ifndef TESSERA_AMPLITUDE_STRUCTURE_LINES_H
#define TESSERA_AMPLITUDE_STRUCTURE_LINES_H

#include "model/structure.h"
#include "program/source.h"

enum { LINES_MOST = 4000, LINE_BYTES = 200, NONE = -1 };

enum kind { NUMBER, VECTOR, MOMENTUM, SPINOR, TENSOR };

/* A value of the text; id NONE: none. */
struct value {
    enum kind kind;
    int id;
};

struct line {
    enum kind kind;
    char text[LINE_BYTES];
};

/* Lines that grow; `failed`: there are too many, or one is too long. */
struct line_list {
    struct line *lines; /* [LINES_MOST] */
    int count, failed;
};

/* The value of a line, which is added where it does not stand there yet. */
struct value line_add(struct line_list *list, enum kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sums of scalars, one for each vector or spinor that they multiply. */
struct part {
    struct value of, factor;
};

/* All of a function that makes leg `out` of a structure. */
struct structure_lines {
    const struct structure *structure;
    int out;
    const struct line *lines; /* [count] */
    int count;
    const struct part *parts; /* [part_count] */
    int part_count;
};

/* The place of a leg among the branches, where leg `out` is made. */
static inline int structure_child(int out, int leg) { return leg - (leg > out); }

/* Appends the function and, with `tangent`, its derivative (structure_text.h). */
void structure_lines_write(const struct structure_lines *all, int number, int tangent, struct source *text);

#endif

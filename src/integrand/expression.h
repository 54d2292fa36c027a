/* Expressions: what a user types as an integrand, as kernel C. docs/expressions.md has the language.
 *
 * The text is read once, into a tape (expression_tape.h). Its steps stand in the order of their
 * computation, each with the numbers of the steps before it that it takes. Constants are folded on
 * the way. What the result needs of the tape is then written, a step a line. */
#ifndef TESSERA_INTEGRAND_EXPRESSION_H
#define TESSERA_INTEGRAND_EXPRESSION_H

#include "core/context.h"
#include "program/program.h"

#include <stddef.h>

enum {
    EXPRESSION_LONGEST = 65536,     /* bytes of a text */
    EXPRESSION_DEEPEST = 200,       /* parentheses, calls, signs and exponents within each other */
    EXPRESSION_ARGUMENTS_MOST = 8,  /* dimensions of a table */
    EXPRESSION_RANGE_MOST = 1000000 /* the numbers between which a sum may run, in size */
};

struct expression_array {
    const char *name;
    size_t length;
};

struct expression_table {
    const char *name;
    int dimensions; /* of its arguments, at most EXPRESSION_ARGUMENTS_MOST */
};

/* Functions of named things, as "m(j1, j2)" of particles: where there are some, they take the place of x. */
struct expression_quantities {
    const char *const *functions; /* [function_count], names of C */
    size_t function_count;
    const char *things; /* sentence that names the things, for messages */
    /* The component of x that a call stands for, from 1; 0 after writing a sentence of what is wrong. A name
     * without parentheses has no arguments. */
    int (*find)(void *data, const char *function, const char *const *arguments, int count,
                char sentence[240]);
    void *data;
};

/* What an expression may refer to besides the components of the point and what
 * the language has. Names are identifiers of C without a meaning of their own
 * (expression_name_meaning()). */
struct expression_names {
    int dimensions;                /* components of x, at least 1; 0 where there are quantities */
    const char *const *parameters; /* [parameter_count] */
    size_t parameter_count;
    const struct expression_array *arrays; /* [array_count] */
    size_t array_count;
    const struct expression_table *tables; /* [table_count] */
    size_t table_count;
    const struct expression_quantities *quantities; /* NULL: none */
};

/* The letter that a sign behind a particle's name becomes: e+ is ep, e- em, t~ tx; 0: it is no such sign. */
char expression_sign_letter(char sign);

/* What a name means in every expression ("a function", "a component of x"), so that it can be no parameter's,
 * array's or table's. NULL where it is free. */
const char *expression_name_meaning(const char *name);

/* Appends a block of kernel C that computes `text` and assigns it to f[component].
 *
 * The block needs kernels/expression_functions.h before it, x[] and f[] of reals, and as far as the text
 * refers to them:
 *
 *   parameter(name)                    a macro that gives a real
 *   element(name, k)                   the same; k is an int from 0, made of numbers and the i of a loop
 *   table_NAME(inputs, data, a, ...)   a function of as many reals as the table has dimensions
 *
 * @return TS_ERROR_INPUT with place and reason where the text is no expression; `source` is unchanged then */
ts_status expression_translate(ts_context *context, const char *text, const struct expression_names *names,
                               int component, struct source *source);

/* Two ends of a range, which may be infinite. */
struct expression_span {
    double low, high;
};

/* A range outside of which the expression has no values, where its components have none outside of theirs.
 * `components`: filled while the text is read, by find() of quantities. Sums and products over a counter may
 * have any value. TS_ERROR_INPUT as above. */
ts_status expression_find_span(ts_context *context, const char *text, const struct expression_names *names,
                               const struct expression_span *components, struct expression_span *found);

#endif

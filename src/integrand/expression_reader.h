/* What the reader of expressions shares: its grammar (expression_read.c), what is called and indexed there
 * (expression_calls.c), and its words (expression_words.c). */
#ifndef TESSERA_INTEGRAND_EXPRESSION_READER_H
#define TESSERA_INTEGRAND_EXPRESSION_READER_H

#include "integrand/expression_tape.h"

struct reader {
    ts_context *context;
    const struct expression_names *names;
    struct tape *tape;
    const char *text;
    size_t at;    /* the next byte */
    size_t depth; /* of what is open */
    int loop;     /* the step that began the sum or product that is open, or -1 */
};

/* An identifier in the text. */
struct word {
    size_t place, length;
};

/* What can be called: a function of the language, or a table of the user (`table` then is its number). */
struct callee {
    const char *name;
    enum operation operation;
    int least, most; /* arguments */
    size_t table;
};

/* Refuses the text for what stands at `place`; the sentence is of one piece with the place before it. */
ts_status reader_refuse(const struct reader *reader, size_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What stands next, blanks passed over. */
const char *reader_here(struct reader *reader);

/* Goes past `c` if it stands next. */
int reader_take(struct reader *reader, char c);

/* Refuses what stands where an operator would be right, or the end of what `opened` began. */
ts_status reader_refuse_rest(struct reader *reader, const char *opened);

/* Reads values joined by operators of at least this level: 0 for all there are. */
ts_status reader_expression(struct reader *reader, int level, int *result);

/* Reads the rest of a call whose word and parenthesis were read, and of an element whose word and bracket
 * were. */
ts_status reader_call(struct reader *reader, struct word word, int *result);
ts_status reader_index(struct reader *reader, struct word word, int *result);

/* The word before a parenthesis. */
ts_status reader_callee(const struct reader *reader, struct word word, struct callee *callee);

/* A call of a quantity, whose parenthesis was read where `called` is 1. *result stays below 0 where the word
 * is none. */
ts_status reader_quantity(struct reader *reader, struct word word, int called, int *result);

/* The word before an index: a step that lacks nothing but its index. */
ts_status reader_indexed(const struct reader *reader, struct word word, struct step *step);

/* A word alone: a constant, a component, the counter, a parameter. */
ts_status reader_value(const struct reader *reader, struct word word, int *result);

/* Refuses an index that leaves what it counts while i runs over `from`..`to`. */
ts_status reader_check_index(const struct reader *reader, const struct step *step, int from, int to);

#endif

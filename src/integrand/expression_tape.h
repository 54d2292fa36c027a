/* The tape of an expression: its steps in the order of their computation.
 *
 * A step's operands are numbers of steps before it. What it gives is a number or a truth (a mask, in
 * kernel C). The functions below convert one to the other as the operation wants it. The steps between a
 * LOOP and the SUM or PRODUCT that ends it are computed for each value of the counter. */
#ifndef TESSERA_INTEGRAND_EXPRESSION_TAPE_H
#define TESSERA_INTEGRAND_EXPRESSION_TAPE_H

#include "integrand/expression.h"

enum operation {
    OPERATION_CONSTANT,
    OPERATION_COMPONENT, /* of x; the index, from 1, is slope i + base */
    OPERATION_ELEMENT,   /* of an array; so is its index */
    OPERATION_PARAMETER,
    OPERATION_TABLE,
    OPERATION_COUNTER, /* i */
    OPERATION_LOOP,    /* for i from `from` to `to`: the steps that follow */
    OPERATION_SUM,     /* operands: the loop, what is added */
    OPERATION_PRODUCT,
    OPERATION_CHOOSE, /* operands: a truth, what is taken where it holds, what elsewhere */
    OPERATION_TRUTH,  /* whether a number is not zero */
    OPERATION_NUMBER, /* 1 for a truth that holds, else 0 */
    OPERATION_NEGATE,
    OPERATION_ADD,
    OPERATION_SUBTRACT,
    OPERATION_MULTIPLY,
    OPERATION_DIVIDE,
    OPERATION_LESS,
    OPERATION_LESS_EQUAL,
    OPERATION_GREATER,
    OPERATION_GREATER_EQUAL,
    OPERATION_EQUAL,
    OPERATION_DIFFERENT,
    OPERATION_AND,
    OPERATION_OR,
    OPERATION_NOT,
    OPERATION_POWER, /* and from here on functions of one or two numbers */
    OPERATION_MINIMUM,
    OPERATION_MAXIMUM,
    OPERATION_ATAN2,
    OPERATION_SQRT,
    OPERATION_EXP,
    OPERATION_LOG,
    OPERATION_LOG10,
    OPERATION_SIN,
    OPERATION_COS,
    OPERATION_TAN,
    OPERATION_ASIN,
    OPERATION_ACOS,
    OPERATION_ATAN,
    OPERATION_SINH,
    OPERATION_COSH,
    OPERATION_TANH,
    OPERATION_ERF,
    OPERATION_ABS,
    OPERATION_FLOOR,
    OPERATION_CEIL,
    OPERATION_SIGN,
    OPERATION_STEP,
    OPERATION_COUNT
};

struct step {
    enum operation operation;
    int operand_count, operands[EXPRESSION_ARGUMENTS_MOST];
    double value;    /* of a constant; what a loop begins with */
    size_t name;     /* which parameter, array or table */
    int whole;       /* whether it is the whole number slope i + base */
    int slope, base; /* slope and base as above; of a component or an element, those of its index */
    int from, to;    /* of a loop */
    size_t place;    /* of a component or an element, in the text */
};

/* Step 0 is always there. Once memory ran out, `failed` is set and what is added is step 0. */
struct tape {
    struct step *steps;
    int count, room;
    int failed;
};

/* What an operation is in kernel C ("$1 + $2", or NULL where that is no matter of operands alone). Then how
 * many operands it has, and whether it takes and gives truths. */
struct operation_form {
    const char *code;
    int operands, takes_truths, gives_truth;
};
const struct operation_form *operation_form(enum operation operation);

/* The value of an operation that has a form, in the kernels' meaning: a truth is 1 or 0. */
double operation_value(enum operation operation, double a, double b);

ts_status tape_create(ts_context *context, struct tape *tape);
void tape_destroy(struct tape *tape);

/* All of these return the number of the step that has the result. */
int tape_add(struct tape *tape, struct step step);
int tape_constant(struct tape *tape, double value);

/* An operation that has a form; `b` is not looked at where it takes one operand. */
int tape_apply(struct tape *tape, enum operation operation, int a, int b);

/* The step as a number, whatever it gives. */
int tape_number(struct tape *tape, int step);

/* a where the condition holds, else b. */
int tape_choose(struct tape *tape, int condition, int a, int b);

/* a^b: products, a quotient and a square root where b is a constant multiple of 1/2 up to 64; exp where a is
 * e. */
int tape_power(struct tape *tape, int a, int b);

/* Appends the kernel C of the steps that `result` needs, and its assignment to f[component]. */
ts_status tape_write(ts_context *context, const struct tape *tape, int result,
                     const struct expression_names *names, int component, struct source *source);

/* The grammar: the text becomes a tape; *result is the step that has its value. */
ts_status expression_read(ts_context *context, const char *text, const struct expression_names *names,
                          struct tape *tape, int *result);

#endif

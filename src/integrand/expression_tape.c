#include "integrand/expression_tape.h"

#include <math.h>
#include <stdlib.h>

/* Whole numbers are followed up to here: sums and products of two fit a double exactly. */
#define WHOLE_MOST 536870912.0

/* Exponents up to this size become products. */
enum { EXPONENT_MOST = 64 };

ts_status tape_create(ts_context *context, struct tape *tape)
{
    *tape = (struct tape){0};
    tape_constant(tape, 0);
    return tape->failed ? ts_fail_memory(context, "an expression") : TS_OK;
}

void tape_destroy(struct tape *tape)
{
    free(tape->steps);
    *tape = (struct tape){0};
}

int tape_add(struct tape *tape, struct step step)
{
    if (tape->failed)
        return 0;
    if (tape->count == tape->room) {
        int room = tape->room ? 2 * tape->room : 64;
        struct step *steps = realloc(tape->steps, (size_t)room * sizeof *steps);
        if (!steps) {
            tape->failed = 1;
            return 0;
        }
        tape->steps = steps;
        tape->room = room;
    }
    tape->steps[tape->count] = step;
    return tape->count++;
}

static int is_constant(const struct tape *tape, int step)
{
    return tape->steps[step].operation == OPERATION_CONSTANT;
}

/* Marks a step as the whole number slope i + base, if it is not too large. */
static void mark_whole(struct step *step, double slope, double base)
{
    if (!(fabs(slope) <= WHOLE_MOST && fabs(base) <= WHOLE_MOST) || base != floor(base))
        return;
    step->whole = 1;
    step->slope = (int)slope;
    step->base = (int)base;
}

int tape_constant(struct tape *tape, double value)
{
    struct step step = {.operation = OPERATION_CONSTANT, .value = value};
    mark_whole(&step, 0, value);
    return tape_add(tape, step);
}

int tape_number(struct tape *tape, int step)
{
    if (!operation_form(tape->steps[step].operation)->gives_truth)
        return step;
    return tape_add(tape,
                    (struct step){.operation = OPERATION_NUMBER, .operand_count = 1, .operands = {step}});
}

static int to_truth(struct tape *tape, int step)
{
    if (operation_form(tape->steps[step].operation)->gives_truth)
        return step;
    return tape_add(tape,
                    (struct step){.operation = OPERATION_TRUTH, .operand_count = 1, .operands = {step}});
}

/* Follows whole numbers through sums, differences and products with a constant, for indices. */
static void follow_whole(const struct tape *tape, struct step *step)
{
    const struct step *a = &tape->steps[step->operands[0]], *b = &tape->steps[step->operands[1]];
    if (step->operation == OPERATION_NEGATE && a->whole)
        mark_whole(step, -a->slope, -a->base);
    if (!a->whole || !b->whole)
        return;
    if (step->operation == OPERATION_ADD)
        mark_whole(step, (double)a->slope + b->slope, (double)a->base + b->base);
    if (step->operation == OPERATION_SUBTRACT)
        mark_whole(step, (double)a->slope - b->slope, (double)a->base - b->base);
    if (step->operation == OPERATION_MULTIPLY && (a->slope == 0 || b->slope == 0))
        mark_whole(step, (double)a->slope * b->base + (double)b->slope * a->base, (double)a->base * b->base);
}

int tape_apply(struct tape *tape, enum operation operation, int a, int b)
{
    const struct operation_form *form = operation_form(operation);
    if (form->operands == 1)
        b = a;
    if (is_constant(tape, a) && is_constant(tape, b))
        return tape_constant(tape, operation_value(operation, tape->steps[a].value, tape->steps[b].value));
    int first = form->takes_truths ? to_truth(tape, a) : tape_number(tape, a);
    int second = form->operands == 1 ? first : form->takes_truths ? to_truth(tape, b) : tape_number(tape, b);
    struct step step = {.operation = operation, .operand_count = form->operands, .operands = {first, second}};
    follow_whole(tape, &step);
    return tape_add(tape, step);
}

int tape_choose(struct tape *tape, int condition, int a, int b)
{
    if (is_constant(tape, condition))
        return tape_number(tape, tape->steps[condition].value != 0 ? a : b);
    struct step step = {.operation = OPERATION_CHOOSE, .operand_count = 3};
    step.operands[0] = to_truth(tape, condition);
    step.operands[1] = tape_number(tape, a);
    step.operands[2] = tape_number(tape, b);
    return tape_add(tape, step);
}

/* a^n for n > 0 from squares, which is right for every sign. */
static int whole_power(struct tape *tape, int a, int n)
{
    int power = -1, square = a;
    for (; n; n /= 2) {
        if (n % 2)
            power = power < 0 ? square : tape_apply(tape, OPERATION_MULTIPLY, power, square);
        if (n > 1)
            square = tape_apply(tape, OPERATION_MULTIPLY, square, square);
    }
    return power;
}

int tape_power(struct tape *tape, int a, int b)
{
    a = tape_number(tape, a);
    b = tape_number(tape, b);
    const double exponent = tape->steps[b].value, size = fabs(exponent);
    if (is_constant(tape, b) && exponent == 0)
        return tape_constant(tape, 1);
    if (is_constant(tape, a) && tape->steps[a].value == M_E)
        return tape_apply(tape, OPERATION_EXP, b, b);
    if (is_constant(tape, a) || !is_constant(tape, b) || !(size <= EXPONENT_MOST) ||
        2 * size != floor(2 * size))
        return tape_apply(tape, OPERATION_POWER, a, b);
    int whole = (int)size, power = whole ? whole_power(tape, a, whole) : -1;
    if (size != whole) {
        int root = tape_apply(tape, OPERATION_SQRT, a, a);
        power = whole ? tape_apply(tape, OPERATION_MULTIPLY, power, root) : root;
    }
    return exponent > 0 ? power : tape_apply(tape, OPERATION_DIVIDE, tape_constant(tape, 1), power);
}

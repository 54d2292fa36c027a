/* Between which values an expression stays while its components stay within theirs: arithmetic of intervals.
 * Each step is taken by itself, so that what comes of it holds the values, and may hold more. */
#include "integrand/expression_tape.h"

#include <math.h>
#include <stdlib.h>

typedef struct expression_span span;

static const span anything = {-INFINITY, INFINITY};

/* Zero, and not no number, where an end without limit meets nothing. */
static double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

static span hull(const double ends[4])
{
    span found = {ends[0], ends[0]};
    for (int i = 0; i < 4; ++i) {
        if (isnan(ends[i]))
            return anything;
        found.low = fmin(found.low, ends[i]);
        found.high = fmax(found.high, ends[i]);
    }
    return found;
}

static span multiply(span a, span b)
{
    return hull(
        (double[4]){times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
}

static span square(span a)
{
    const double low = a.low > 0 ? a.low : a.high < 0 ? -a.high : 0, high = fmax(-a.low, a.high);
    return (span){low * low, high * high};
}

static span divide(span a, span b)
{
    return b.low > 0 || b.high < 0 ? multiply(a, (span){1 / b.high, 1 / b.low}) : anything;
}

static span power(span a, span b)
{
    return a.low > 0 ? hull((double[4]){pow(a.low, b.low), pow(a.low, b.high), pow(a.high, b.low),
                                        pow(a.high, b.high)})
                     : anything;
}

/* Of functions that rise everywhere. */
static span rising(enum operation operation, span a)
{
    const span found = {operation_value(operation, a.low, 0), operation_value(operation, a.high, 0)};
    return isnan(found.low) || isnan(found.high) ? anything : found;
}

static span joined(span a, span b) { return (span){fmin(a.low, b.low), fmax(a.high, b.high)}; }

static span of_operation(const struct step *step, const span *spans)
{
    const span a = step->operand_count > 0 ? spans[step->operands[0]] : anything;
    const span b = step->operand_count > 1 ? spans[step->operands[1]] : anything;
    switch (step->operation) {
    case OPERATION_CONSTANT:
        return isnan(step->value) ? anything : (span){step->value, step->value};
    case OPERATION_CHOOSE:
        return joined(b, spans[step->operands[2]]);
    case OPERATION_NUMBER:
    case OPERATION_STEP:
        return (span){0, 1};
    case OPERATION_SIGN:
    case OPERATION_SIN:
    case OPERATION_COS:
        return (span){-1, 1};
    case OPERATION_NEGATE:
        return (span){-a.high, -a.low};
    case OPERATION_ADD:
        return (span){a.low + b.low, a.high + b.high};
    case OPERATION_SUBTRACT:
        return (span){a.low - b.high, a.high - b.low};
    case OPERATION_MULTIPLY:
        return step->operands[0] == step->operands[1] ? square(a) : multiply(a, b);
    case OPERATION_DIVIDE:
        return divide(a, b);
    case OPERATION_POWER:
        return power(a, b);
    case OPERATION_MINIMUM:
        return (span){fmin(a.low, b.low), fmin(a.high, b.high)};
    case OPERATION_MAXIMUM:
        return (span){fmax(a.low, b.low), fmax(a.high, b.high)};
    case OPERATION_ABS:
        return (span){sqrt(square(a).low), fmax(-a.low, a.high)};
    case OPERATION_COSH:
        return (span){1, INFINITY};
    case OPERATION_SQRT:
    case OPERATION_EXP:
    case OPERATION_LOG:
    case OPERATION_LOG10:
    case OPERATION_ATAN:
    case OPERATION_SINH:
    case OPERATION_TANH:
    case OPERATION_ERF:
    case OPERATION_FLOOR:
    case OPERATION_CEIL:
        return rising(step->operation, a);
    default: /* what else there is has no limits that are looked for */
        return anything;
    }
}

ts_status expression_find_span(ts_context *context, const char *text, const struct expression_names *names,
                               const struct expression_span *components, struct expression_span *found)
{
    struct tape tape;
    int result = 0;
    *found = anything;
    ts_status status = tape_create(context, &tape);
    if (status == TS_OK)
        status = expression_read(context, text, names, &tape, &result);
    span *spans = status ? NULL : calloc((size_t)result + 1, sizeof *spans);
    for (int i = 0; spans && i <= result; ++i) {
        spans[i] = tape.steps[i].operation == OPERATION_COMPONENT ? components[tape.steps[i].base - 1]
                                                                  : of_operation(&tape.steps[i], spans);
        if (isnan(spans[i].low) || isnan(spans[i].high))
            spans[i] = anything;
    }
    if (spans)
        *found = spans[result];
    else if (!status)
        status = ts_fail_memory(context, "an expression");
    free(spans);
    tape_destroy(&tape);
    return status;
}

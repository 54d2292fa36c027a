/* From a tape to kernel C: what the result needs, a step a line. Constants, components, elements, parameters
 * and the counter stand where they are used. */
#include "integrand/expression_tape.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LITERAL_BYTES = 96, INDEX_BYTES = 48 };

struct writer {
    const struct tape *tape;
    const struct expression_names *names;
    FILE *out;
    int in_loop;
};

/* The shortest digits that are this number in double precision, with a point. */
static void write_digits(double value, char digits[32])
{
    for (int count = 15; count <= 17; ++count) {
        snprintf(digits, 32, "%.*g", count, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    if (!strpbrk(digits, ".e"))
        snprintf(digits + strlen(digits), 32 - strlen(digits), ".0");
}

static void write_literal(double value, char literal[LITERAL_BYTES])
{
    char digits[32], narrow[32];
    const char *sign = signbit(value) ? "-" : "";
    write_digits(value, digits);
    if (isnan(value))
        snprintf(literal, LITERAL_BYTES, "r_nan()");
    else if (isinf(value))
        snprintf(literal, LITERAL_BYTES, "(%sr_infinity())", sign);
    else if (fabs(value) > FLT_MAX)
        snprintf(literal, LITERAL_BYTES, "IN_DOUBLE(%s, %sr_infinity())", digits, sign);
    else if (value != 0 && fabs(value) < FLT_MIN) {
        write_digits((double)(float)value, narrow);
        snprintf(literal, LITERAL_BYTES, "IN_DOUBLE(%s, R(%s))", digits, narrow);
    } else
        snprintf(literal, LITERAL_BYTES, "R(%s)", digits);
}

/* The index of a component or an element, from 0. */
static void write_index(const struct step *step, char index[INDEX_BYTES])
{
    int base = step->base - 1;
    char sign = base < 0 ? '-' : '+';
    if (!step->slope)
        snprintf(index, INDEX_BYTES, "%d", base);
    else if (step->slope == 1 && base)
        snprintf(index, INDEX_BYTES, "i %c %d", sign, abs(base));
    else if (step->slope == 1)
        snprintf(index, INDEX_BYTES, "i");
    else
        snprintf(index, INDEX_BYTES, "%d * i %c %d", step->slope, sign, abs(base));
}

static void write_operand(const struct writer *writer, int operand)
{
    const struct step *step = &writer->tape->steps[operand];
    char literal[LITERAL_BYTES], index[INDEX_BYTES];
    switch (step->operation) {
    case OPERATION_CONSTANT:
        write_literal(step->value, literal);
        fprintf(writer->out, "%s", literal);
        break;
    case OPERATION_COMPONENT:
        write_index(step, index);
        fprintf(writer->out, "x[%s]", index);
        break;
    case OPERATION_ELEMENT:
        write_index(step, index);
        fprintf(writer->out, "element(%s, %s)", writer->names->arrays[step->name].name, index);
        break;
    case OPERATION_PARAMETER:
        fprintf(writer->out, "parameter(%s)", writer->names->parameters[step->name]);
        break;
    case OPERATION_COUNTER:
        fprintf(writer->out, "r_set((scalar)i)");
        break;
    case OPERATION_SUM:
    case OPERATION_PRODUCT:
        fprintf(writer->out, "t%d", step->operands[0]);
        break;
    default:
        fprintf(writer->out, "t%d", operand);
    }
}

static void indent(const struct writer *writer)
{
    fprintf(writer->out, "%s", writer->in_loop ? "            " : "        ");
}

/* The code of an operation with its operands put in. */
static void write_form(const struct writer *writer, const struct step *step)
{
    for (const char *code = operation_form(step->operation)->code; *code; ++code)
        if (*code == '$')
            write_operand(writer, step->operands[*++code - '1']);
        else
            fprintf(writer->out, "%c", *code);
}

/* A call of a table or of r_select, whose operands stand in a row. */
static void write_call(const struct writer *writer, const struct step *step)
{
    if (step->operation == OPERATION_CHOOSE)
        fprintf(writer->out, "r_select(");
    else
        fprintf(writer->out, "table_%s(inputs, data, ", writer->names->tables[step->name].name);
    for (int k = 0; k < step->operand_count; ++k) {
        fprintf(writer->out, "%s", k ? ", " : "");
        write_operand(writer, step->operands[k]);
    }
    fprintf(writer->out, ")");
}

/* A loop of few rounds is unrolled, so that what it takes of x stays in registers. */
static void begin_loop(struct writer *writer, int number)
{
    enum { UNROLL_MOST = 16 };
    const struct step *loop = &writer->tape->steps[number];
    fprintf(writer->out, "        real t%d = R(%d.0);\n%s", number, (int)loop->value,
            loop->to - loop->from < UNROLL_MOST ? "        UNROLL\n" : "");
    fprintf(writer->out, "        for (int i = %d; i <= %d; ++i) {\n", loop->from, loop->to);
    writer->in_loop = 1;
}

static void end_loop(struct writer *writer, const struct step *end)
{
    fprintf(writer->out, "            t%d = t%d %c ", end->operands[0], end->operands[0],
            end->operation == OPERATION_SUM ? '+' : '*');
    write_operand(writer, end->operands[1]);
    fprintf(writer->out, ";\n        }\n");
    writer->in_loop = 0;
}

static void write_step(struct writer *writer, int number)
{
    const struct step *step = &writer->tape->steps[number];
    const struct operation_form *form = operation_form(step->operation);
    const int is_call = step->operation == OPERATION_TABLE || step->operation == OPERATION_CHOOSE;
    if (step->operation == OPERATION_LOOP)
        begin_loop(writer, number);
    else if (step->operation == OPERATION_SUM || step->operation == OPERATION_PRODUCT)
        end_loop(writer, step);
    else if (is_call || form->code) {
        indent(writer);
        fprintf(writer->out, "%s t%d = ", form->gives_truth ? "mask" : "real", number);
        if (is_call)
            write_call(writer, step);
        else
            write_form(writer, step);
        fprintf(writer->out, ";\n");
    }
}

/* Marks what the result is made of, from the end to the beginning. */
static void mark_needed(const struct tape *tape, int result, char *needed)
{
    needed[result] = 1;
    for (int number = result; number >= 0; --number)
        for (int k = 0; needed[number] && k < tape->steps[number].operand_count; ++k)
            needed[tape->steps[number].operands[k]] = 1;
}

static void write_tape(struct writer *writer, int result, int component, const char *needed)
{
    fprintf(writer->out, "    {\n");
    for (int number = 0; number <= result; ++number)
        if (needed[number])
            write_step(writer, number);
    fprintf(writer->out, "        f[%d] = ", component);
    write_operand(writer, result);
    fprintf(writer->out, ";\n    }\n");
}

/* Through a stream in memory, which grows by more than a piece at a time. */
ts_status tape_write(ts_context *context, const struct tape *tape, int result,
                     const struct expression_names *names, int component, struct source *source)
{
    char *needed = calloc((size_t)tape->count, 1), *text = NULL;
    size_t bytes = 0;
    FILE *out = needed ? open_memstream(&text, &bytes) : NULL;
    int failed = !out;
    if (out) {
        struct writer writer = {.tape = tape, .names = names, .out = out};
        mark_needed(tape, result, needed);
        write_tape(&writer, result, component, needed);
        failed = ferror(out);
        failed |= fclose(out) != 0;
    }
    if (!failed)
        source_append(source, "%s", text);
    free(text);
    free(needed);
    return failed || source->failed ? ts_fail_memory(context, "an expression") : TS_OK;
}

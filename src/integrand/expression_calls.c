/* What is called and what is indexed in an expression: functions, tables, sums, elements. */
#include "integrand/expression_reader.h"

#include <stdlib.h>

/* The expressions up to the parenthesis that closes; those that a table could not have are counted only. */
static ts_status read_arguments(struct reader *reader, int arguments[EXPRESSION_ARGUMENTS_MOST], int *count)
{
    *count = 0;
    do {
        int argument = 0;
        ts_status status = reader_expression(reader, 0, &argument);
        if (status != TS_OK)
            return status;
        if (*count < EXPRESSION_ARGUMENTS_MOST)
            arguments[*count] = argument;
        ++*count;
    } while (reader_take(reader, ','));
    return reader_take(reader, ')') ? TS_OK : reader_refuse_rest(reader, "(");
}

static ts_status check_count(const struct reader *reader, size_t place, const struct callee *callee,
                             int count)
{
    const int most = callee->most < EXPRESSION_ARGUMENTS_MOST ? callee->most : EXPRESSION_ARGUMENTS_MOST;
    if (count >= callee->least && count <= most)
        return TS_OK;
    if (callee->least == most)
        return reader_refuse(reader, place, "%s takes %d argument%s, not %d.", callee->name, most,
                             most == 1 ? "" : "s", count);
    return reader_refuse(reader, place, "%s takes %d to %d arguments, not %d.", callee->name, callee->least,
                         most, count);
}

/* One end of a sum's range. */
static ts_status read_bound(struct reader *reader, int *bound)
{
    int step = 0;
    (void)reader_here(reader);
    const size_t place = reader->at;
    ts_status status = reader_expression(reader, 0, &step);
    if (status != TS_OK)
        return status;
    const struct step *found = &reader->tape->steps[step];
    if (found->operation != OPERATION_CONSTANT || !found->whole || abs(found->base) > EXPRESSION_RANGE_MOST)
        return reader_refuse(
            reader, place,
            "the range of a sum or product is given by constant whole numbers, %d at most in size.",
            EXPRESSION_RANGE_MOST);
    *bound = found->base;
    return TS_OK;
}

/* ", from, to)" or ")" behind what is summed. */
static ts_status read_range(struct reader *reader, const struct callee *callee, int *from, int *to)
{
    if (reader_take(reader, ',')) {
        ts_status status = read_bound(reader, from);
        if (status == TS_OK && !reader_take(reader, ','))
            return reader_refuse(reader, reader->at, "%s takes 1 argument, or 3: what, from, to.",
                                 callee->name);
        if (status == TS_OK)
            status = read_bound(reader, to);
        if (status != TS_OK)
            return status;
    }
    return reader_take(reader, ')') ? TS_OK : reader_refuse_rest(reader, "(");
}

/* sum( and prod(: the steps between a LOOP and its end; the range, which stands behind, is put in then. */
static ts_status read_loop(struct reader *reader, size_t place, const struct callee *callee, int *result)
{
    struct tape *tape = reader->tape;
    int body = 0, from = 1, to = reader->names->dimensions;
    if (reader->loop >= 0)
        return reader_refuse(reader, place,
                             "a sum or product within another would leave open whose i is meant.");
    const double start = callee->operation == OPERATION_SUM ? 0 : 1;
    const int loop = tape_add(tape, (struct step){.operation = OPERATION_LOOP, .value = start});
    reader->loop = loop;
    ts_status status = reader_expression(reader, 0, &body);
    reader->loop = -1;
    if (status != TS_OK)
        return status;
    body = tape_number(tape, body);
    status = read_range(reader, callee, &from, &to);
    if (status != TS_OK)
        return status;
    if (from > to) {
        *result = tape_constant(tape, start);
        return TS_OK;
    }
    for (int k = loop; k < tape->count; ++k) {
        const struct step *step = &tape->steps[k];
        if (step->operation == OPERATION_COMPONENT || step->operation == OPERATION_ELEMENT)
            status = reader_check_index(reader, step, from, to);
        if (status != TS_OK)
            return status;
    }
    tape->steps[loop].from = from;
    tape->steps[loop].to = to;
    *result = tape_add(tape, (struct step){.operation = callee->operation,
                                           .operand_count = 2,
                                           .operands = {loop, body}});
    return TS_OK;
}

ts_status reader_call(struct reader *reader, struct word word, int *result)
{
    struct callee callee;
    int arguments[EXPRESSION_ARGUMENTS_MOST] = {0}, count;
    *result = -1;
    ts_status status = reader_quantity(reader, word, 1, result);
    if (status != TS_OK || *result >= 0)
        return status;
    status = reader_callee(reader, word, &callee);
    if (status != TS_OK)
        return status;
    if (callee.operation == OPERATION_SUM || callee.operation == OPERATION_PRODUCT)
        return read_loop(reader, word.place, &callee, result);
    status = read_arguments(reader, arguments, &count);
    if (status == TS_OK)
        status = check_count(reader, word.place, &callee, count);
    if (status != TS_OK)
        return status;
    if (callee.operation == OPERATION_TABLE) {
        struct step step = {.operation = OPERATION_TABLE, .operand_count = count, .name = callee.table};
        for (int k = 0; k < count; ++k)
            step.operands[k] = tape_number(reader->tape, arguments[k]);
        *result = tape_add(reader->tape, step);
    } else if (callee.operation == OPERATION_CHOOSE)
        *result = tape_choose(reader->tape, arguments[0], arguments[1], arguments[2]);
    else if (callee.operation == OPERATION_POWER)
        *result = tape_power(reader->tape, arguments[0], arguments[1]);
    else {
        *result = tape_apply(reader->tape, callee.operation, arguments[0], arguments[1]);
        for (int k = 2; k < count; ++k)
            *result = tape_apply(reader->tape, callee.operation, *result, arguments[k]);
    }
    return TS_OK;
}

ts_status reader_index(struct reader *reader, struct word word, int *result)
{
    struct step step;
    int index = 0;
    ts_status status = reader_indexed(reader, word, &step);
    (void)reader_here(reader);
    const size_t place = reader->at;
    if (status == TS_OK)
        status = reader_expression(reader, 0, &index);
    if (status != TS_OK)
        return status;
    if (!reader_take(reader, ']'))
        return reader_refuse_rest(reader, "[");
    if (!reader->tape->steps[index].whole)
        return reader_refuse(
            reader, place,
            "an index is a constant whole number or, within sum and prod, made of whole numbers "
            "and i by +, - and *, as in dim+1-i.");
    step.slope = reader->tape->steps[index].slope;
    step.base = reader->tape->steps[index].base;
    *result = tape_add(reader->tape, step);
    return reader->loop >= 0 ? TS_OK : reader_check_index(reader, &step, 1, 1);
}

#include "cubature/state.h"

#include "core/context.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t state_size(enum state_kind kind)
{
    return kind == STATE_NUMBERS  ? sizeof(double)
           : kind == STATE_COUNTS ? sizeof(uint64_t)
           : kind == STATE_SUMS   ? sizeof(state_sum)
                                  : 1;
}

const char *state_label(const ts_integral_state *state) { return state->label ? state->label : "The state"; }

const struct state_entry *state_find(const ts_integral_state *state, const char *name)
{
    const size_t next = state->next < state->count ? state->next : 0;
    for (size_t i = 0; i < state->count; ++i) {
        const size_t at = next + i < state->count ? next + i : next + i - state->count;
        const struct state_entry *entry = &state->entries[at];
        if (entry->name[0] == name[0] && !strcmp(entry->name, name)) /* most differ at once */
            return entry;
    }
    return NULL;
}

void state_cut(ts_integral_state *state, size_t count)
{
    while (state->count > count)
        free(state->entries[--state->count].data);
}

/* For one entry more. */
static int make_room(ts_integral_state *state)
{
    if (state->count < state->room)
        return 1;
    const size_t room = 2 * state->room + 64;
    struct state_entry *entries = realloc(state->entries, room * sizeof *entries);
    if (entries) {
        state->entries = entries;
        state->room = room;
    }
    return entries != NULL;
}

struct state_entry *state_put(ts_integral_state *state, const char *name, enum state_kind kind, size_t rows,
                              size_t columns)
{
    struct state_entry *entry = (struct state_entry *)state_find(state, name);
    state->next = (entry ? (size_t)(entry - state->entries) : state->count) + 1;
    if (entry && entry->kind == kind && entry->rows == rows && entry->columns == columns)
        return entry;
    void *data = calloc(rows * columns + 1, state_size(kind));
    if (!data || (!entry && !make_room(state))) {
        free(data);
        return NULL;
    }
    if (entry)
        free(entry->data);
    else
        entry = &state->entries[state->count++];
    *entry = (struct state_entry){.kind = kind, .rows = rows, .columns = columns, .data = data};
    snprintf(entry->name, sizeof entry->name, "%s", name);
    return entry;
}

ts_status state_copy(ts_context *context, const ts_integral_state *from, ts_integral_state *to)
{
    for (size_t i = 0; i < from->count; ++i) {
        const struct state_entry *entry = &from->entries[i];
        struct state_entry *copy = state_put(to, entry->name, entry->kind, entry->rows, entry->columns);
        if (!copy)
            return ts_fail_memory(context, "the state of an integral");
        memcpy(copy->data, entry->data, entry->rows * entry->columns * state_size(entry->kind));
    }
    return TS_OK;
}

void state_refuse(struct state_io *io, const char *name, const char *what)
{
    if (io->status)
        return;
    io->status = ts_fail(io->context, TS_ERROR_INPUT, "%s cannot be continued: '%s' %s.",
                         state_label(io->state), name, what);
}

/* Puts values back from an entry of that shape. Whole numbers serve as numbers too. */
static void restore(struct state_io *io, const char *name, enum state_kind kind, void *values, size_t rows,
                    size_t columns)
{
    static const char *const kinds[] = {"numbers", "whole numbers", "sums in quotes", "a text"};
    const struct state_entry *entry = state_find(io->state, name);
    char what[128];
    if (!entry) {
        state_refuse(io, name, "is missing");
        return;
    }
    const int widened = kind == STATE_NUMBERS && entry->kind == STATE_COUNTS;
    snprintf(what, sizeof what, "should be %s, %zu of them", kinds[kind], rows * columns);
    if ((entry->kind != kind && !widened) || entry->rows != rows || entry->columns != columns)
        state_refuse(io, name, what);
    else if (!widened)
        memcpy(values, entry->data, rows * columns * state_size(kind));
    else
        for (size_t i = 0; i < rows * columns; ++i)
            ((double *)values)[i] = (double)((const uint64_t *)entry->data)[i];
}

static void pass(struct state_io *io, const char *name, enum state_kind kind, void *values, size_t rows,
                 size_t columns)
{
    if (io->status)
        return;
    if (io->restoring) {
        restore(io, name, kind, values, rows, columns);
        return;
    }
    struct state_entry *entry = state_put(io->state, name, kind, rows, columns);
    if (entry)
        memcpy(entry->data, values, rows * columns * state_size(kind));
    else
        io->status = ts_fail_memory(io->context, "the state of an integral");
}

/* Whether numbers that were put back are what such a fact can be; else they are refused. */
static void check(struct state_io *io, const char *name, const double *values, size_t count, double least,
                  double most)
{
    for (size_t i = 0; i < count && io->restoring && !io->status; ++i)
        if (!(values[i] >= least && values[i] <= most))
            state_refuse(io, name,
                         least < 0     ? "should be finite"
                         : isinf(most) ? "should not be below zero"
                                       : "should be finite, and not below zero");
}

void state_rows(struct state_io *io, const char *name, double *values, size_t rows, size_t columns)
{
    pass(io, name, STATE_NUMBERS, values, rows, columns);
    check(io, name, values, rows * columns, -DBL_MAX, DBL_MAX);
}

void state_numbers(struct state_io *io, const char *name, double *values, size_t count)
{
    state_rows(io, name, values, 1, count);
}

void state_magnitudes(struct state_io *io, const char *name, double *values, size_t count)
{
    pass(io, name, STATE_NUMBERS, values, 1, count);
    check(io, name, values, count, 0, DBL_MAX);
}

void state_bounds(struct state_io *io, const char *name, double *values, size_t count)
{
    pass(io, name, STATE_NUMBERS, values, 1, count);
    check(io, name, values, count, 0, INFINITY);
}

void state_shown(struct state_io *io, const char *name, double *values, size_t count)
{
    pass(io, name, STATE_NUMBERS, values, 1, count);
}

void state_counts(struct state_io *io, const char *name, uint64_t *values, size_t count)
{
    pass(io, name, STATE_COUNTS, values, 1, count);
}

void state_sums(struct state_io *io, const char *name, state_sum *values, size_t count)
{
    pass(io, name, STATE_SUMS, values, 1, count);
}

void state_words(struct state_io *io, const char *name, char *text, size_t bytes)
{
    if (io->status)
        return;
    if (!io->restoring) {
        pass(io, name, STATE_WORDS, text, 1, strlen(text));
        return;
    }
    const struct state_entry *entry = state_find(io->state, name);
    if (!entry || entry->kind != STATE_WORDS || entry->columns >= bytes)
        state_refuse(io, name, entry ? "should be a short text" : "is missing");
    else
        snprintf(text, bytes, "%s", (const char *)entry->data);
}

void state_amount(struct state_io *io, const char *name, double *value)
{
    static const double most = 0x1p63;
    double given = *value;
    state_numbers(io, name, &given, 1);
    if (!io->status && io->restoring && !(given >= 0 && given < most))
        state_refuse(io, name, "should be a finite number, not below zero");
    else
        *value = given;
}

void state_choice(struct state_io *io, const char *name, int *value, int low, int high)
{
    uint64_t given = (uint64_t)*value;
    state_counts(io, name, &given, 1);
    if (!io->status && io->restoring && (given < (uint64_t)low || given > (uint64_t)high)) {
        char what[64];
        snprintf(what, sizeof what, "should be a whole number from %d to %d", low, high);
        state_refuse(io, name, what);
        return;
    }
    *value = (int)given;
}

void ts_integral_state_destroy(ts_integral_state **state)
{
    if (!state)
        return;
    ts_integral_state *gone = *state;
    *state = NULL;
    if (!gone)
        return;
    for (size_t i = 0; i < gone->count; ++i)
        free(gone->entries[i].data);
    free(gone->entries);
    free(gone->label);
    free(gone);
}

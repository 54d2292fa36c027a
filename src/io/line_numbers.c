#include "io/line_numbers.h"

#include "core/context.h"

#include <stdlib.h>

/* One end of a line: its number, and where the event names it. */
struct line_end {
    int number;
    size_t at;
};

static int by_number(const void *left, const void *right)
{
    const struct line_end *a = left, *b = right;
    const int order = (a->number > b->number) - (a->number < b->number);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

static ts_status make_room(ts_context *context, size_t particles, struct line_numbers *lines)
{
    if (particles <= lines->room)
        return TS_OK;
    line_numbers_free(lines);
    lines->places = malloc(4 * particles * sizeof *lines->places);
    lines->numbers = malloc(4 * particles * sizeof *lines->numbers);
    lines->ends = malloc(4 * particles * sizeof *lines->ends);
    if (!lines->places || !lines->numbers || !lines->ends)
        return ts_fail_memory(context, "an event");
    lines->room = 2 * particles;
    return TS_OK;
}

/* Sorts ends by the numbers of their lines, and the few that most events have without a call for each. */
static void sort_ends(struct line_end *ends, size_t count)
{
    enum { FEW = 32 };
    if (count > FEW) {
        qsort(ends, count, sizeof *ends, by_number);
        return;
    }
    for (size_t i = 1; i < count; ++i) {
        const struct line_end end = ends[i];
        size_t k = i;
        for (; k > 0 && ends[k - 1].number > end.number; --k)
            ends[k] = ends[k - 1];
        ends[k] = end;
    }
}

ts_status line_numbers_find(ts_context *context, const ts_event *event, struct line_numbers *lines)
{
    const size_t all = 2 * event->particle_count;
    const ts_status status = make_room(context, event->particle_count, lines);
    size_t count = 0;
    lines->count = 0;
    if (status)
        return status;
    for (size_t at = 0; at < all; ++at) {
        const int number = abs(
            event->particles[at / 2].colours[at % 2]); /* below 0: a sextet's second line */
        lines->places[at] = 0;
        if (number)
            lines->ends[count++] = (struct line_end){number, at};
    }
    sort_ends(lines->ends, count);
    /* The first end of each line is marked, then these are counted in the order of the event. */
    for (size_t i = 0; i < count; ++i)
        if (i == 0 || lines->ends[i].number != lines->ends[i - 1].number)
            lines->places[lines->ends[i].at] = 1;
    for (size_t at = 0; at < all; ++at)
        if (lines->places[at]) {
            lines->numbers[lines->count] = abs(event->particles[at / 2].colours[at % 2]);
            lines->places[at] = (int)++lines->count;
        }
    for (size_t i = 1; i < count; ++i)
        if (lines->ends[i].number == lines->ends[i - 1].number)
            lines->places[lines->ends[i].at] = lines->places[lines->ends[i - 1].at];
    return TS_OK;
}

void line_numbers_free(struct line_numbers *lines)
{
    free(lines->places);
    free(lines->numbers);
    free(lines->ends);
    *lines = (struct line_numbers){.room = 0};
}

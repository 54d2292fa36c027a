/* The colour lines of an event, whose numbers may be any, counted from 1 in the order in which it names them.
 */
#ifndef TESSERA_IO_LINE_NUMBERS_H
#define TESSERA_IO_LINE_NUMBERS_H

#include "tessera/events.h"

struct line_numbers {
    size_t count;          /* lines of the event */
    int *places;           /* [2 * particles]: of colour and anticolour, from 1; 0: none */
    int *numbers;          /* [count]: as the event has them */
    struct line_end *ends; /* room for the sorting */
    size_t room;           /* particles */
};

/* Finds the lines of an event, in a time that grows with its particles alone. TS_ERROR_MEMORY */
ts_status line_numbers_find(ts_context *context, const ts_event *event, struct line_numbers *lines);

void line_numbers_free(struct line_numbers *lines);

#endif

/* The processes that the head of a file of events lists. */
#ifndef TESSERA_EVENTS_EVENT_ROWS_H
#define TESSERA_EVENTS_EVENT_ROWS_H

#include "io/event.h"
#include "process/process.h"

/* Makes one row of all subprocesses of a part whose events have equal numbers of partons of merging. Their
 * cross sections add up. `processes` [*count] are the subprocesses, of which the rows take the place; *count
 * becomes their number. `rows` receives the row of each subprocess. Those of one part are neighbours. */
void event_rows_of_parts(const struct process *process, struct event_process *processes, size_t *count,
                         int *rows);

#endif

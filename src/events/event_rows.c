#include "events/event_rows.h"

#include <math.h>

static void add(struct event_process *row, const struct event_process *process)
{
    row->cross_section += process->cross_section;
    row->error = hypot(row->error, process->error);
    row->largest = fmax(row->largest, process->largest);
    if (process->particles > row->particles)
        row->particles = process->particles;
}

void event_rows_of_parts(const struct process *process, struct event_process *processes, size_t *count,
                         int *rows)
{
    const struct process_part *part = NULL;
    int first = 0, used = 0; /* row of the part at hand, and behind the last one */
    for (size_t i = 0; i < *count; ++i) {
        const struct event_process own = processes[i];
        const struct process_part *its = process_part_of(process, i);
        if (its != part || !its)
            first = used;
        part = its;
        int row = first;
        while (row < used && processes[row].partons != own.partons)
            ++row;
        rows[i] = row;
        if (row < used) {
            add(&processes[row], &own);
            continue;
        }
        processes[used] = own; /* which has been read: there are no more rows than subprocesses */
        processes[used++].name = its ? its->name : own.name;
    }
    *count = (size_t)used;
}

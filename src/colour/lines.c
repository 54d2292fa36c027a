#include "colour/lines.h"

#include <string.h>

/* Colour runs from a leg's column to the row of the leg behind it. So the line behind a leg is the anticolour
 * of one that comes in, and the colour of one that goes out. The line before it is the other. */
static void put_line(struct colour_line_pair lines[FLOW_LEGS], int place, int incoming, int behind, int line)
{
    if (place >= FLOW_JUNCTION)
        return;
    const int is_second = place >= FLOW_SECOND, leg = is_second ? place - FLOW_SECOND : place;
    const int is_anticolour = (leg < incoming) == behind;
    *(is_anticolour != is_second ? &lines[leg].anticolour : &lines[leg].colour) = is_second ? -line : line;
}

int colour_lines(const struct colour_legs *legs, int incoming, const struct flow *flow,
                 struct colour_line_pair lines[FLOW_LEGS])
{
    const int places = colour_junctions(legs) ? FLOW_PLACES : FLOW_JUNCTION;
    int count = 0;
    memset(lines, 0, FLOW_LEGS * sizeof *lines);
    for (int at = 0; at < places; ++at) {
        if (flow->next[at] == FLOW_END)
            continue;
        put_line(lines, at, incoming, 1, LINE_FIRST + count);
        put_line(lines, (int)flow->next[at], incoming, 0, LINE_FIRST + count);
        ++count;
    }
    return count;
}

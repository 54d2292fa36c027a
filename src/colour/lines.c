#include "colour/lines.h"

#include <string.h>

/* Colour runs from a leg's column to the row of the leg behind it. So the line behind a leg is the anticolour
 * of one that comes in, and the colour of one that goes out. The line before it is the other. */
static int *end_of(struct colour_line_pair *pair, int incoming, int behind)
{
    return incoming == behind ? &pair->anticolour : &pair->colour;
}

int colour_lines(const struct colour_legs *legs, int incoming, const struct flow *flow,
                 struct colour_line_pair lines[FLOW_LEGS])
{
    int count = 0;
    memset(lines, 0, FLOW_LEGS * sizeof *lines);
    for (int i = 0; i < legs->count; ++i) {
        if (flow->next[i] == FLOW_END)
            continue;
        const int behind = (int)flow->next[i];
        *end_of(&lines[i], i < incoming, 1) = LINE_FIRST + count;
        *end_of(&lines[behind], behind < incoming, 0) = LINE_FIRST + count;
        ++count;
    }
    return count;
}

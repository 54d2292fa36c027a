/* Colour lines of events: what a colour flow is to a record, a file or a shower. */
#ifndef TESSERA_COLOUR_LINES_H
#define TESSERA_COLOUR_LINES_H

#include "colour/matrix.h"

enum { LINE_FIRST = 1 };

/* Numbers of the lines of a leg [from LINE_FIRST], 0: none. ICOLUP(1) and (2) of hep-ph/0109068. That accord
 * has no sextets: the second line of one is minus its number in the other place, as MadGraph writes and
 * Pythia reads it.
 */
struct colour_line_pair {
    int colour, anticolour;
};

/* The lines of a finished flow, legs[0 .. incoming) being those that are incoming in the event: each line is
 * the colour index that two neighbours of a product share. `legs` says what each is as it comes in, so that
 * an outgoing quark is -3. The three lines of a junction have one end each. Returns the number of lines. */
int colour_lines(const struct colour_legs *legs, int incoming, const struct flow *flow,
                 struct colour_line_pair lines[FLOW_LEGS]);

#endif

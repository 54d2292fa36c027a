/* Which particle of an event is which leg of a subprocess. */
#ifndef TESSERA_REWEIGHT_ASSIGN_H
#define TESSERA_REWEIGHT_ASSIGN_H

#include "reweight/kinds.h"
#include "subprocess/subprocess.h"

enum assignment {
    ASSIGNMENT_NONE,      /* the event has other particles */
    ASSIGNMENT_LINES,     /* the event has lines that the subprocess does not have */
    ASSIGNMENT_AMBIGUOUS, /* without lines its particles may come from the resonances in several ways */
    ASSIGNMENT_FOUND
};

/* Finds leg i of a subprocess of the group as particle place[i] of the kind. Equal particles of one resonance
 * may change places, which |M|^2 does not see. Resonances of the process are found by the event's lines,
 * where it has lines of their code. Where it has none, they are clear if there is one way alone. */
enum assignment assign_legs(const struct subprocess_group *group, const struct subprocess *member,
                            const struct event_kind *kind, int place[LEGS_MOST]);

#endif

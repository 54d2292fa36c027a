/* The rows of an event that showers (event.h says what they are): plain C, for the kernels and the host. */
#ifndef TESSERA_SHOWER_EVENT_LAYOUT_H
#define TESSERA_SHOWER_EVENT_LAYOUT_H

/* Variations that reach into the shower. */
#ifndef SHOWER_VARIATIONS
#define SHOWER_VARIATIONS 0
#endif
enum {
    EVENT_PARTONS, /* how many there are */
    EVENT_DIPOLES,
    EVENT_COLOURS, /* the highest number of a colour line */
    EVENT_SCALE,   /* ln of t, GeV^2, of the last emission, or where the shower began */
    EVENT_TRIALS,  /* emissions proposed so far */
    EVENT_LIMITED, /* 1: the list of partons was full before the shower ended */
    /* Where two partons come in, they are the first of the list (beams.h): */
    EVENT_KEEP_FIRST, /* bound of the ratio of densities of either while it stays what it is, */
    EVENT_KEEP_SECOND,
    EVENT_TURN_FIRST, /* and where another one comes in in its place */
    EVENT_TURN_SECOND,
    EVENT_FINAL_ENDS, /* 1: final ends beside final ones radiate; 0: not at this step */
    EVENT_TURNING,    /* -1: none; 0 or 1: the heavy quark that has to become a gluon at this t */
    EVENT_EDGE,       /* ln t down to which these hold */
    EVENT_BOOST,      /* exp of the rapidity with which the frame of all momenta moves along the beams */
    EVENT_EXACT,      /* 1: the next emission is that of the matrix element (beams_exact) */
    EVENT_CUT,        /* 1: the event has no weight, and enters no histogram */
    EVENT_EXCEEDED,   /* how often a ratio of densities was above its bound */
    EVENT_SCALE_R,    /* what the record of the hard process said (begin.h), */
    EVENT_ALPHA_S,
    EVENT_SUBPROCESS,
    EVENT_CAPPED, /* 1: a rate of some variation was capped (vary.h) */
    /* Of merging (merging.h): */
    EVENT_FACTOR,      /* by what the weight of the event is multiplied */
    EVENT_LEVEL,       /* how many jets the state has that showers now */
    EVENT_ENDS,        /* and the one that showers to the end */
    EVENT_UNORDERED,   /* 1: its history has an emission above the one before */
    EVENT_UNCLUSTERED, /* 1: it has no history */
    EVENT_VETOED,      /* 1: its weight is 0: the shower would have emitted something else, or by UMEPS it has
                          no history */
    EVENT_VARY,        /* SHOWER_VARIATIONS rows: by what the shower multiplies the weights of variations */
    EVENT_PARTON = EVENT_VARY + SHOWER_VARIATIONS /* then MOST_PARTONS times: */
};
enum {
    PARTON_E,
    PARTON_X,
    PARTON_Y,
    PARTON_Z, /* GeV */
    PARTON_PDG,
    PARTON_COLOUR,
    PARTON_ANTICOLOUR, /* numbers of its lines, 0: none */
    PARTON_RIGHT,      /* the dipole of which it is the left end, or NOWHERE */
    PARTON_LEFT,       /* the one of which it is the right end, or NOWHERE */
    PARTON_MASS,       /* GeV */
    PARTON_ROWS
};
/* then as many times: */
enum {
    DIPOLE_LEFT,
    DIPOLE_RIGHT,  /* places of its partons in their list */
    DIPOLE_SQUARE, /* 2 p_left.p_right, GeV^2 */
    DIPOLE_WEIGHT, /* the integral of its splittings' bounds over z (splitting.h), */
    DIPOLE_FIRST,  /* and the left end's part of it */
    /* Where partons come in, what the bounds of ratios of densities are multiplied with in these: */
    DIPOLE_FIRST_STAYS, /* of the left end, where what comes in stays what it is, */
    DIPOLE_FIRST_TURNS, /* where another parton comes in, */
    DIPOLE_SECOND_STAYS,
    DIPOLE_SECOND_TURNS, /* and of the right end */
    DIPOLE_ROWS
};
/* All rows of an event with room for so many partons. */
#define EVENT_ROWS_FOR(partons) (EVENT_PARTON + (partons) * (PARTON_ROWS + DIPOLE_ROWS))

#endif

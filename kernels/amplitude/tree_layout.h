/* What host and kernels agree on of a recursion: kinds of operations, and the layout of its tables. */
#ifndef TESSERA_AMPLITUDE_TREE_LAYOUT_H
#define TESSERA_AMPLITUDE_TREE_LAYOUT_H

/* An operation is TREE_WORDS words: kind, legs that it depends on, place of the result. With the kind is
 * TREE_ADD where it adds to what stands there, and above that a structure's number of its list. Then come
 * places of what goes in (up to three; or as its kind says), the number of the coupling or of mass and width.
 */
enum { TREE_KIND, TREE_LEGS, TREE_OUT, TREE_IN, TREE_VALUE = TREE_IN + 3, TREE_WORDS };
enum { TREE_ADD = 256, TREE_LIST_SHIFT = 9, TREE_PAIR_BITS = 12 };

enum tree_kind {
    /* external waves: TREE_IN the leg, TREE_IN + 1 whether its momentum is incoming, and what is of sign -1
     */
    TREE_WAVE_COLUMN,
    TREE_WAVE_ROW,
    TREE_WAVE_VECTOR,
    TREE_WAVE_TENSOR,
    TREE_WAVE_SCALAR,
    /* vertices */
    TREE_FVI,
    TREE_FVO,
    TREE_JIO,
    /* of one half of a massless fermion (of a column in TREE_JIO), where the other one is zero */
    TREE_FVI_UPPER,
    TREE_FVI_LOWER,
    TREE_FVO_UPPER,
    TREE_FVO_LOWER,
    TREE_JIO_UPPER,
    TREE_JIO_LOWER,
    TREE_FS,
    TREE_HIO,
    TREE_VVV,       /* TREE_IN + 2: the momenta of both, TREE_PAIR_BITS each */
    TREE_VVV_APART, /* as TREE_VVV, of momenta less that of the third vector */
    TREE_VVSH,      /* two vectors: TREE_IN + 2 as of TREE_VVV */
    TREE_JVSH,      /* a vector and a scalar: the same */
    TREE_CONTACT,
    TREE_VS,
    TREE_VV,
    TREE_VSS,
    TREE_VVS,
    TREE_SS,
    TREE_SSS,
    TREE_STRUCTURE_1, /* a structure of the model's own, of one current (a propagator's numerator), of two,
                         three, or more: the first three of them */
    TREE_STRUCTURE_2,
    TREE_STRUCTURE_3,
    TREE_STRUCTURE_MORE,
    TREE_ROW_TURNED, /* a column of a row, and a row of a column: of the other fermion number */
    TREE_COLUMN_TURNED,
    TREE_SCALED, /* a multiple of a product of currents that several currents have: TREE_VALUE its factor */
    /* propagators, in place: TREE_IN the momentum */
    TREE_COLUMN,
    TREE_COLUMN_MASSLESS,
    TREE_ROW,
    TREE_ROW_MASSLESS,
    TREE_COLUMN_UPPER, /* massless ones with one half */
    TREE_COLUMN_LOWER,
    TREE_ROW_UPPER,
    TREE_ROW_LOWER,
    TREE_VECTOR,
    TREE_VECTOR_MASSLESS,
    TREE_COLUMN_STATES, /* of some helicities alone: TREE_IN + 1 a bit each, -1 first; TREE_IN + 2 whether the
                           momentum is that of the particle, which comes out */
    TREE_ROW_STATES,
    TREE_VECTOR_STATES,
    TREE_TENSOR,
    TREE_TENSOR_MASSLESS,
    TREE_DENOMINATOR, /* a factor of the model's own, left + right q^2 + third q^4. TREE_VALUE: the coupling
                         of the first two; TREE_IN + 1: that of the third plus one, or 0 */
    TREE_SCALAR,
    /* amplitudes: TREE_OUT the flow; TREE_VALUE the factor, left of a coupling */
    TREE_CLOSE_VECTOR,
    TREE_CLOSE_FERMION,
    TREE_CLOSE_SCALAR,
    TREE_CLOSE_TENSOR,
    TREE_CLOSE_UPPER, /* fermions with one half in common */
    TREE_CLOSE_LOWER,
    TREE_KINDS
};

/* The table of words begins with these numbers. */
enum tree_head {
    TREE_HEAD_LEGS,
    TREE_HEAD_SLICES,     /* parts in which helicities are summed */
    TREE_HEAD_HELICITIES, /* number of choices of helicities, and where they are */
    TREE_HEAD_HELICITIES_AT,
    TREE_HEAD_MOMENTA, /* sums of momenta behind those of the legs, and where they are */
    TREE_HEAD_MOMENTA_AT,
    TREE_HEAD_OPERATIONS,
    TREE_HEAD_OPERATIONS_AT,
    TREE_HEAD_SHARED_AT, /* where operations are that choices share; 0: nowhere */
    TREE_HEAD_FLOWS,
    TREE_HEAD_POLES_AT,   /* in the values: masses, TREE_POLE numbers each */
    TREE_HEAD_MATRIX_AT,  /* in the values: the lower triangle of the colour matrix, twice beside the diagonal
                           */
    TREE_HEAD_LISTS_AT,   /* lists of structures */
    TREE_HEAD_ROWS_AT,    /* rows of colour flows that events may have; 0: nowhere, */
    TREE_HEAD_SQUARES_AT, /* and in the values how their squares count */
    TREE_HEAD_SLOPES,    /* number of parameters by which derivatives are taken, and where those of the values
                            are */
    TREE_HEAD_SLOPES_AT, /* in the values, each as long as what lies in front of them */
    TREE_HEAD_DIRECTIONS, /* number of derivatives: by parameters, and by components of momenta behind them */
    TREE_HEAD_TEAM_AT,    /* where the schedule of a team is; 0: nowhere */
    TREE_HEAD_WORDS
};

/* A choice of helicities: legs whose helicity is another than in the choice before, and two words with the
 * helicities of TREE_WORD_LEGS legs each. A leg has four bits: 0 to 4 for -2 to 2, and TREE_GAUGE for a
 * momentum in place of a polarisation (Ward identities). */
enum { TREE_STATE_ZERO = 2, TREE_GAUGE = 5, TREE_WORD_LEGS = 6 };
enum {
    TREE_CHOICE_CHANGED,
    TREE_CHOICE_LOW,
    TREE_CHOICE_HIGH,
    TREE_CHOICE_FIRST, /* of shared operations those that the choices before did not do */
    TREE_CHOICE_COUNT,
    TREE_CHOICE_WORDS
};

/* A sum of momenta: its three summands; TREE_NONE where there is none. */
/* How many currents a structure of the model's own takes, by its kind and the fifth that its list has. */
#define TREE_STRUCTURE_BRANCHES(kind, fifth) \
    ((kind) == TREE_STRUCTURE_1   ? 1        \
     : (kind) == TREE_STRUCTURE_2 ? 2        \
     : (kind) == TREE_STRUCTURE_3 ? 3        \
     : (fifth) == TREE_NONE       ? 4        \
                                  : 5)

enum { TREE_SUMMANDS = 3, TREE_NONE = 0xffff };

/* What a number takes of the memory of a team of threads, for all points of its group: what is read in one
 * go. */
#define TEAM_UNIT_BYTES 128

/* Points that threads of a group have side by side in a team: so many fill the bytes of a number. */
#define TEAM_POINTS_OF(double_precision) (TEAM_UNIT_BYTES / ((double_precision) ? 16 : 8))

/* The schedule of a team of threads (tree_team.h) begins with these numbers. Behind them come, for each wave
 * and worker, the number of its first step, and that of the last one's end. */
enum {
    TEAM_HEAD_WAVES,
    TEAM_HEAD_DRAWN, /* whether events draw their helicities, and where they are put */
    TEAM_HEAD_HELICITIES,
    TEAM_HEAD_SQUARES, /* number of squares, and the place of the first */
    TEAM_HEAD_SQUARES_AT,
    TEAM_HEAD_STEPS_AT,
    TEAM_HEAD_WORDS
};

/* A step is four words. The first has the kind of an operation and TREE_ADD, how many complex numbers are put
 * away behind it, and their place. That is none but for the last step of a number. The second has the places
 * of two that go in, the third that of one more, or those of two momenta. The fourth is the number of the
 * coupling, or of mass and width. A wave has the place of its momentum, two signs, and its state, or
 * TEAM_DRAWN more than the place of its helicity. Rows and squares have places of flows in the schedule, and
 * behind these those of rows, from the second word on. The third is the number of the row. */
enum { TEAM_KIND, TEAM_IN, TEAM_THIRD, TEAM_VALUE, TEAM_WORDS };
enum { TEAM_KIND_BITS = 9, TEAM_SIZE_BITS = 3, TEAM_PLACE_BITS = 12, TEAM_NONE = (1 << TEAM_PLACE_BITS) - 1 };
enum { TEAM_LOWER = 3 }; /* as a size: the lower half of a massless fermion alone, two numbers */
enum { TEAM_MOMENTUM = TREE_KINDS, TEAM_ROW, TEAM_SQUARE };
enum { TEAM_DRAWN = 16 };

/* A list of a structure: the number of its function, the momenta of what goes in, places of the fourth and
 * the fifth. Last comes the first of the couplings that are constants of form factors, or 0. */
enum {
    TREE_LIST_FUNCTION,
    TREE_LIST_MOMENTA,
    TREE_LIST_MORE = TREE_LIST_MOMENTA + 5,
    TREE_LIST_FORMS = TREE_LIST_MORE + 2,
    TREE_LIST_WORDS
};

/* Numbers of a coupling: left and right, real and imaginary parts; its power of g_s. */
enum { TREE_COUPLING_STRONG = 4, TREE_COUPLING };

/* Numbers of a mass: mass and width, and the mass in numerators of propagators, real and imaginary part. */
enum { TREE_MASS, TREE_WIDTH, TREE_COMPLEX_MASS, TREE_POLE = TREE_COMPLEX_MASS + 2 };

/* Colour flows that an event may have. Among the words their number comes first, then a row of each. That is
 * how many terms its amplitude has, and for each the place of a flow, from 1, with its sign. Of each leg
 * follow the numbers of its lines, colour and anticolour, 0 for none. Among the values stand how often each
 * choice of helicities counts, and the factor of the square of each. */
enum { FLOW_COUNT, FLOW_BEGIN };
enum { FLOW_ROW_TERMS, FLOW_ROW_LIST };
enum { FLOW_CHOICE, FLOW_FACTORS };

#endif

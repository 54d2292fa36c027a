/* The rows of an event's record (record.h says what they are): plain C, for the kernels and the host. */
#ifndef TESSERA_EVENT_RECORD_LAYOUT_H
#define TESSERA_EVENT_RECORD_LAYOUT_H

enum {
    RECORD_WEIGHT,     /* with the grid's Jacobian, in units of the integral's; 0: the event is cut, and the
                          other rows have no meaning. Of a configuration: its share in the event's size */
    RECORD_PARTICLES,  /* how many there are */
    RECORD_SCALE,      /* of factorization [GeV]; 0: the same for all events */
    RECORD_SCALE_R,    /* of renormalization [GeV]; 0: the same for all events, or none */
    RECORD_ALPHA_S,    /* strong coupling; 0: the same for all events */
    RECORD_CHANNEL,    /* number of the channel of a sum that the event is of; the host writes it */
    RECORD_SUBPROCESS, /* number of the choice of flavours */
    RECORD_ORDER,      /* number of the colour order, where it is numbered; else 0, and colour lines say it */
    RECORD_LIMITED,    /* 1: the list of partons was full before the shower ended */
    RECORD_VARIED,     /* the row at which the factors of variations begin */
    RECORD_NEXT, /* how many rows on the record of the event's next configuration begins; 0: it is the last */
    RECORD_PARTICLE /* then for each: */
};
enum {
    PARTICLE_E,
    PARTICLE_X,
    PARTICLE_Y,
    PARTICLE_Z, /* GeV, in the laboratory */
    PARTICLE_MASS,
    PARTICLE_PDG,
    PARTICLE_STATUS,  /* STATUS_FINAL or STATUS_INCOMING */
    PARTICLE_MOTHER1, /* places of its mothers, from 1, the two beams first; 0: none */
    PARTICLE_MOTHER2,
    PARTICLE_COLOUR, /* numbers of its lines as Les Houches has them; 0: none */
    PARTICLE_ANTICOLOUR,
    PARTICLE_HELICITY, /* -1, 0 or 1, in the partons' rest frame; HELICITY_UNKNOWN where summed over or a
                          superposition */
    PARTICLE_SCALE, /* GeV, at which clustering takes it off, else the beams' energy; 0: events have none */
    PARTICLE_ROWS
};

enum { STATUS_FINAL = 1, STATUS_INCOMING = 21, HELICITY_UNKNOWN = 9 };

/* Rows of an event with room for so many particles. Behind that room, of which an event may leave a part
 * empty, a record has a row for each variation: the factor of the weight. */
#define RECORD_ROWS_FOR(particles) (RECORD_PARTICLE + (particles)*PARTICLE_ROWS)

#endif

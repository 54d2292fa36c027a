/* Events as files hold them: what every format of them is made from. */
#ifndef TESSERA_IO_EVENT_H
#define TESSERA_IO_EVENT_H

#include <stdint.h>

/* Those that files know of: what leaves the collision as it is, a beam, what comes out of a beam and
 * collides.
 */
enum event_status { EVENT_FINAL = 1, EVENT_BEAM = 4, EVENT_INCOMING = 21 };

struct event_particle {
    double e, x, y, z, mass; /* GeV */
    int pdg, status;
    int colour, anticolour; /* numbers of its lines; 0: none */
    int mothers[2];         /* places of particles before it in the event, from 1; both 0: all beams, or of a
                               beam none */
    int helicity;           /* -1 or 1; 0 or 9: unknown */
};

struct event {
    uint64_t number; /* as random numbers count it */
    uint64_t tried;  /* how many events were generated until this one was kept, all of the file together */
    double weight;
    double scale, alpha_s; /* where they are not those of the run: of factorization [GeV]; else 0 */
    int incoming, outgoing;
    const struct event_particle *particles; /* the beams, then all others, mothers first */
};

/* What all events of a file have in common. The texts are not kept longer than they are needed. */
struct event_run {
    const char *description;     /* of how they were made, one line */
    double cross_section, error; /* pb */
    double scale;                /* GeV, of the hard process; 0: not written, or not the same for all */
    double alpha_s, alpha;       /* the same of the couplings */
};

#endif

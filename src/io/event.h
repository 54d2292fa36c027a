/* Events as files hold them: what every format of them is made from. */
#ifndef TESSERA_IO_EVENT_H
#define TESSERA_IO_EVENT_H

#include <stdint.h>

/* The two that files know of: a beam, and what leaves the collision as it is. */
enum event_status { EVENT_FINAL = 1, EVENT_BEAM = 4 };

struct event_particle {
    double e, x, y, z, mass; /* GeV */
    int pdg, status;
    int colour, anticolour; /* numbers of its lines; 0: none */
};

struct event {
    uint64_t number; /* as random numbers count it */
    uint64_t tried;  /* how many events were generated until this one was kept, all of the file together */
    double weight;
    int incoming, outgoing;
    const struct event_particle *particles; /* those that come in, then those that go out */
};

/* What all events of a file have in common. The texts are not kept longer than they are needed. */
struct event_run {
    const char *description;     /* of how they were made, one line */
    double cross_section, error; /* pb */
    double scale;                /* GeV, of the hard process; 0: not written, the couplings there too */
    double alpha_s, alpha;
};

#endif

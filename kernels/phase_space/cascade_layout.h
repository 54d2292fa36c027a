/* The numbers of a cascade (cascade.h), for kernel and host. */
#ifndef TESSERA_PHASE_SPACE_CASCADE_LAYOUT_H
#define TESSERA_PHASE_SPACE_CASCADE_LAYOUT_H

enum { CASCADE_COMPONENTS = 4 }; /* ways to draw a mass, at most */

/* A row of a node. Places of nodes are -1 where there is none. */
enum cascade_number {
    CASCADE_MASS,  /* of a final particle */
    CASCADE_S_MIN, /* limits of the squared mass; of a final particle its own */
    CASCADE_S_MAX,
    CASCADE_COUNT, /* how many components a mass that is drawn has */
    CASCADE_POLE,  /* [CASCADE_COMPONENTS]: the mass of a resonance; without a width a squared mass */
    CASCADE_WIDTH = CASCADE_POLE +
                    CASCADE_COMPONENTS, /* [CASCADE_COMPONENTS]: its width, or one of the below */
    CASCADE_LEFT = CASCADE_WIDTH + CASCADE_COMPONENTS, /* what it splits into, */
    CASCADE_RIGHT,                                     /* of which this is nearer to the second beam */
    CASCADE_PARENT,
    CASCADE_BESIDE,     /* the other one of its parent */
    CASCADE_ALONG_BEAM, /* 1: angles are measured from the second beam, 0: from the node beside */
    CASCADE_T_POLE,     /* squared mass of what is exchanged where the right one follows the second beam, */
    CASCADE_U_POLE,     /* and where the left one does; -1: nothing is */
    CASCADE_SHARE, /* of the whole: what the density of the channel is multiplied with in the sum of all */
    CASCADE_NUMBERS
};

/* In the place of a width: even in the logarithm of the distance to a pole, or in the squared mass itself. */
#define CASCADE_LOGARITHMIC 0
#define CASCADE_EVEN (-1)

/* All nodes of `final` particles: these, what splits, and the whole as the last. */
#define CASCADE_NODES(final) (2 * (final)-1)
#define CASCADE_CHANNEL(final) (CASCADE_NODES(final) * CASCADE_NUMBERS)

#endif

/* The numbers of a channel of phase space (channels.h), for kernel and host. */
#ifndef TESSERA_PHASE_SPACE_CHANNELS_LAYOUT_H
#define TESSERA_PHASE_SPACE_CHANNELS_LAYOUT_H

#include "phase_space/chili_layout.h"

/* A channel begins with these. */
enum channel_number {
    CHANNEL_FACTOR, /* what its density is multiplied with; the same numbers of 2 and pi for all */
    CHANNEL_NODES,  /* final particles and what decays into them */
    CHANNEL_T,      /* how many stand in the t-channel */
    CHANNEL_HT_MIN, /* limits of the sum of the jets' transverse momenta; 0 and 1e30: none */
    CHANNEL_HT_MAX,
    CHANNEL_T_LIST /* which they are; the last one balances the others */
};

/* Behind them come rows of nodes: Chili's numbers, and these. Places of nodes are -1 where there is none. */
enum node_number {
    NODE_SPAN = CHILI_NUMBERS, /* the largest difference of rapidity to the node that balances */
    NODE_LEFT,                 /* what it decays into */
    NODE_RIGHT,
    NODE_PARENT,
    NODE_BESIDE,  /* the other one of its parent */
    NODE_FAR,     /* 1: its mass may be far below that of its resonance */
    NODE_FORWARD, /* 1: angles of its decay are measured from its transverse momentum, 0: from the beams */
    NODE_LIMITED, /* of what decays 1: cuts on its products limit their angles; of these exp of twice the
                   * largest rapidity; else 0 */
    NODE_APART,   /* the least m^2 / (pT1 pT2) of what decays into two massless particles; 0: there is none */
    NODE_LIFTS,   /* 1: cuts on its products limit its transverse momentum */
    NODE_FOLLOWS, /* 1: so does what is sampled before it, by the numbers below */
    NODE_JETS,    /* 1: it has jets, 2: and nothing else */
    NODE_REST_JETS,   /* 1: so is all that is sampled behind it, and what balances */
    NODE_LATER,       /* what those that are sampled behind it have together at most */
    NODE_LATER_LEAST, /* and jets among them at least */
    NODE_HT_SHARE,    /* the part of what jets lack of HT that it has at least; 0: not known yet */
    NODE_PAIR,        /* a node before it or that which balances, with which it has a least mass; -1: none */
    NODE_PAIR_MASS2,  /* the square of that */
    NODE_PAIR_REACH,  /* one plus cosh of the largest difference of their rapidities; 0: they have masses */
    NODE_NUMBERS
};

/* Of `final` particles, with as many nodes as there can be. */
#define CHANNEL_NODES_MOST(final) (2 * (final)-1)
#define CHANNEL_NUMBERS(final) (CHANNEL_T_LIST + (final) + CHANNEL_NODES_MOST(final) * NODE_NUMBERS)

#endif

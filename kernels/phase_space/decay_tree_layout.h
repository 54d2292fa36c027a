/* The numbers of a node of a tree of decays (decay_tree.h), for kernel and host. */
#ifndef TESSERA_PHASE_SPACE_DECAY_TREE_LAYOUT_H
#define TESSERA_PHASE_SPACE_DECAY_TREE_LAYOUT_H

enum { DECAY_COMPONENTS = 4 }; /* ways to draw a mass, at most */

enum decay_number {
    DECAY_MASS,  /* of a final particle */
    DECAY_S_MIN, /* limits of the squared mass; of a final particle its own */
    DECAY_S_MAX,
    DECAY_POLE,                                  /* [DECAY_COMPONENTS]: the mass of a resonance */
    DECAY_WIDTH = DECAY_POLE + DECAY_COMPONENTS, /* [DECAY_COMPONENTS]: its width, or one of the below */
    DECAY_NUMBERS = DECAY_WIDTH + DECAY_COMPONENTS
};

/* In the place of a width: even in the logarithm of the squared mass, or in that itself. */
#define DECAY_LOGARITHMIC 0
#define DECAY_EVEN (-1)

#endif

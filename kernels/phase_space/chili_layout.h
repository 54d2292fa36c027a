/* The numbers of a node of phase space (chili.h), for kernel and host. */
#ifndef TESSERA_PHASE_SPACE_CHILI_LAYOUT_H
#define TESSERA_PHASE_SPACE_CHILI_LAYOUT_H

enum chili_number {
    CHILI_MASS,
    CHILI_WIDTH, /* 0: not a resonance */
    CHILI_S_MIN, /* limits of the squared mass of what decays */
    CHILI_S_MAX,
    CHILI_PT_MIN, /* the least transverse momentum; 0: there is none */
    CHILI_PT_MAX, /* the largest; 1e30: there is none */
    CHILI_SOFT,   /* where the density begins to fall without one */
    CHILI_Y_MAX,  /* the largest |rapidity| */
    CHILI_NUMBERS
};

#endif

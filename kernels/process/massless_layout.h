/* What kernel and host agree on of massless final particles (massless.h).
 *
 * Axes of the collision come first: tau and rapidity of two partons, or none where the beams collide as they
 * are (`fixed` 1). A ladder (Chili's t-channel, or the ring that follows a colour order) has none of these:
 * it makes partons and momenta together. */
#ifndef TESSERA_PROCESS_MASSLESS_LAYOUT_H
#define TESSERA_PROCESS_MASSLESS_LAYOUT_H

#include "process/process_layout.h"

#define COLLISION_AXES(fixed) ((fixed) ? 0 : 2)

#define MASSLESS_PARAMETERS(X)                                         \
    PROCESS_PARAMETERS(X)                                              \
    X(log_tau_min) /* logarithm of the lowest s-hat / s */             \
    X(tau_min)                                                         \
    X(pt_min)      /* GeV */                                           \
    X(exp_eta_max) /* exp of the largest |eta| */                      \
    X(dr_min)                                                          \
    X(y_max) /* of a ladder: the largest |rapidity| within the cuts */ \
    X(hole)  /* and its distance within which neighbours cannot be */

/* Of g g > g ... g. */
#define GLUON_JETS_PARAMETERS(X) \
    MASSLESS_PARAMETERS(X)       \
    X(amplitude_scale) /* a power of two that keeps squared amplitudes in range */

/* Of q q~ > photons. */
#define PHOTONS_PARAMETERS(X)                                                                               \
    MASSLESS_PARAMETERS(X)                                                                                  \
    X(down)  /* Q^(2n) of d, s, b, by which their densities count; of one flavour alone, or the electron */ \
    X(up)    /* Q^(2n) of u, c */                                                                           \
    X(quark) /* PDG code of what the first beam gives, of several flavours the first */

#endif

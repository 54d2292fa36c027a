/* One attempt at the momenta of a plan: masses by Breit and Wigner, and phase space. */
#ifndef TESSERA_DECAY_TRIAL_H
#define TESSERA_DECAY_TRIAL_H

#include "decay/plan.h"

/* How momenta are chosen, where not by random numbers and Breit and Wigner. */
struct trial_choice {
    int on_shell;                  /* whether masses are those of the model */
    int is_flat;                   /* whether products are flat in phase space, lines between them or not */
    double window;                 /* widths that a mass may be off its own */
    int directed;                  /* so many of the last nodes have directions that are given */
    const double (*directions)[3]; /* [directed], of each one's first product in its rest frame */
};

struct trial {
    double weight; /* of its place in phase space. Times the ratio of |M|^2 its mean is the share of the total
                      widths; 0: it has no momenta */
    double flat;   /* of flat phase space alone, over the largest that it may be */
    double uniform; /* by which it is taken or not */
};

/* Gives the plan's particles their momenta. What comes from one line, or from a collision of given energy,
 * keeps its sum: at rest all of it is scaled where masses change. In an open collision what changes its mass
 * moves along the beams, and the weight has what densities make of it. `number`: of the trial, below
 * TRIALS_MOST. */
struct trial trial_make(const struct draw *draw, uint32_t number, struct trial_choice choice,
                        struct plan *plan);

#endif

/* How Chili's phase space serves a final state. A plan says which particles come
 * from a resonance or a pair, what stands in the t-channel, and the numbers of
 * each node (kernels/phase_space/chili.h). */
#ifndef TESSERA_PHASE_SPACE_PHASE_SPACE_PLAN_H
#define TESSERA_PHASE_SPACE_PHASE_SPACE_PLAN_H

#include "amplitude/graph.h"
#include "model/model.h"
#include "phase_space/chili_layout.h"
#include "program/program.h"
#include "selection/particle_cuts.h"

enum { PLAN_NODES = 2 * LEGS_MOST, PLAN_RESONANCES = LEGS_MOST };

/* Resonances of a channel, those of few particles first. */
struct plan_resonances {
    int count;
    unsigned set[PLAN_RESONANCES]; /* final particles that come from each, a bit each */
    int pdg[PLAN_RESONANCES];
};

/* What branches off one from another in a channel, inner sets first (branchings.c). */
struct plan_branching {
    int count;       /* 0: nothing does */
    unsigned set[2]; /* final particles that have a mass together, a bit each */
    int kind[5];     /* equal where two differ by the places of equal particles alone */
};

/* What limits the transverse momentum of a node event by event (kernels/phase_space/channels.h). */
struct plan_recoil {
    int lifts;          /* 1: cuts on its products may, by its mass */
    int follows;        /* 1: what is sampled before it may */
    int jets;           /* 1: it has jets, 2: and nothing else */
    int rest_is_jets;   /* 1: so is all that is sampled behind it, and what balances */
    double later;       /* what those that are sampled behind it have together at most, in units */
    double later_least; /* jets among them have at least */
    int pair;         /* a node before it or that which balances, with which it has a least mass; -1: none */
    double pair_mass; /* the least mass of both, in units */
    double ht_share;  /* of what jets lack of HT it has this part at least; 0: that is not known yet */
};

struct phase_space_plan {
    int final, nodes, t_count, axes;
    int t_list[PLAN_NODES]; /* nodes of the t-channel; the last one balances the others */
    int parent[PLAN_NODES], left[PLAN_NODES], right[PLAN_NODES]; /* of a node that decays; -1: none */
    double rows[PLAN_NODES][CHILI_NUMBERS];                      /* in units of `unit` GeV */
    double apart[PLAN_NODES];                       /* m^2 / (pT1 pT2) of its products at least; 0: any */
    double log_constant;                            /* logarithm of what is constant, in those units */
    unsigned set[PLAN_NODES];                       /* final particles of a node, a bit each */
    double pt_low[PLAN_NODES], pt_high[PLAN_NODES]; /* limits of transverse momenta, GeV (recoil_limits.c) */
    struct plan_recoil recoil[PLAN_NODES];
    double ht_low, ht_high; /* limits of HT, in units; 0 and 1e30: none */
    int empty;              /* 1: no event passes the cuts */
};

/* The final state whose phase space is planned. */
struct phase_space_setting {
    const ts_model *model;
    const struct graph *graph; /* NULL: all that the model allows may be in its diagrams */
    const struct chain *chain; /* NULL: no resonance is named */
    int final;
    const int *pdg; /* [final] */
    const struct particle_cuts *cuts;
    double root_s, unit; /* GeV */
};

/* What a plan is asked for beside the resonances that everybody knows. */
struct phase_space_request {
    int pair[2]; /* final particles that come from one parton, or leptons from a boson; -1: none do */
    int parton;  /* PDG code of that */
    int last;    /* the final particle that balances the others; -1: what suits best */
    int hard;    /* the jet that is sampled last of the others, with what HT lacks; -1: any */
    struct plan_resonances resonances; /* which diagrams have */
    struct plan_branching branching;
};

/* The boson that two leptons come from in a diagram; 0: in none. */
int phase_space_boson(const struct phase_space_setting *setting, int a, int b);

/* The electric charge of a final particle [e / 3]. */
int phase_space_charge(const struct phase_space_setting *setting, int i);

/* Plans the phase space of a process whose cross section is finite (phase_space/finite.h). `request`: NULL:
 * for nothing but resonances. */
void phase_space_plan(const struct phase_space_setting *setting, const struct phase_space_request *request,
                      struct phase_space_plan *plan);

/* Writes the compile-time constants of phase space. */
void phase_space_write(const struct phase_space_plan *plan, struct source *text);

/* "a t-channel of 3 with Z > e+ e-" */
void phase_space_describe(const ts_model *model, const struct phase_space_plan *plan, const int *pdg,
                          char *text, size_t bytes);

/* recoil_limits.c. What cuts leave of the transverse momenta of a plan's nodes. The vector sum of the rest
 * balances each, so that a cut on one particle, a pair or a sum limits others too. All limits are necessary:
 * what is beyond them has no weight. */

/* Finds limits of all nodes from `setting`'s cuts, and writes them into the plan and its rows; what stands in
 * the t-channel has no parent. Where no event passes the plan is marked as empty and has none. */
void recoil_limits_narrow(const struct phase_space_setting *setting, struct phase_space_plan *plan);

/* Finds what limits those that are sampled event by event, once the order of the t-channel stands. */
void recoil_limits_follow(const struct phase_space_setting *setting, struct phase_space_plan *plan);

/* Whether the sum of the jets' pT has to be more than what their own limits leave, so that some are hard. */
int recoil_limits_need_hard_jets(const struct phase_space_setting *setting);

/* resonance_sets.c. Resonances that the diagrams of a process may have on their mass shells at once: what
 * channels of phase space between hadrons have to map. */

/* Sets, each the resonances of one channel. */
struct resonance_sets {
    int count;
    struct plan_resonances *list; /* [count] */
};

/* Finds all sets that can take no other resonance. Where these are too many each resonance is in one. Returns
 * 0 where there is no memory. */
int resonance_sets_create(const struct phase_space_setting *setting, struct resonance_sets *sets);
void resonance_sets_free(struct resonance_sets *sets);

/* branchings.c. What may branch off one from another behind a t-channel between hadrons: two of its nodes,
 * two pairs of them, or three. Their masses have peaks along the lines of the diagrams, which channels follow
 * (phase_space_channels.h). */

struct branchings {
    int count;
    struct plan_branching *list; /* [count] */
};

/* Finds them in the diagrams, by lines with colour that are no resonances, where at least four nodes stand in
 * the t-channel of `base`. Those that differ by the places of equal particles alone are a kind, which is
 * there as a whole or not at all. Kinds of few come first, up to `most` branchings in all. `known`
 * [known_count]: sets of two particles, a bit each, that have channels of their own. Returns 0 where there is
 * no memory. */
int branchings_create(const struct phase_space_setting *setting, const struct phase_space_plan *base,
                      const unsigned *known, int known_count, int most, struct branchings *branchings);
void branchings_free(struct branchings *branchings);

#endif

/* A chain of decays: resonances that a process names, each with the legs that come from it.
 *
 * A diagram of the process has one line of each resonance, which parts its legs from all others. So a line
 * that has some of them on both sides, with others on both sides too, is in no diagram of the chain. */
#ifndef TESSERA_SUBPROCESS_CHAIN_H
#define TESSERA_SUBPROCESS_CHAIN_H

#include "subprocess/notation.h"

#include <stdint.h>

/* The mass of a resonance is at most that many widths off its own, as MadGraph's bwcutoff has it. */
enum { RESONANCE_WIDTHS = 15 };

struct resonance {
    unsigned legs;         /* a bit each leg of the process */
    int pdg, antiparticle; /* as it comes out, and what comes in at the next vertex */
    struct orders most;    /* powers of the couplings in its decay alone */
    int states;            /* helicities that the process asks for (STATE_...); 0: all */
};

struct chain {
    int count;
    struct resonance list[DECAYS_MOST]; /* outer ones before those inside, zeros behind */
    unsigned char
        states[LEGS_MOST]; /* helicities that the process asks for of each leg (STATE_...); 0: all */
    unsigned frame;        /* legs in whose rest frame those are, a bit each; 0: what comes in */
    int alone;             /* whether one particle comes in, and not LEGS_IN of them */
};

/* How many legs come in. NULL: LEGS_IN. */
static inline int chain_incoming(const struct chain *chain) { return chain && chain->alone ? 1 : LEGS_IN; }

/* Whether the process asks for helicities of any leg or resonance. NULL: of none. */
int chain_is_polarised(const struct chain *chain);

/* How many helicities a leg has that has so many by itself. */
int chain_states(const struct chain *chain, int leg, int of_particle);

/* Momenta of a point (E, px, py, pz of each leg) in the frame of the helicities that the process asks for. */
void chain_boost(const struct chain *chain, int legs, const double *from, double *to);

/* Whether a line with these legs at one end, of all legs `every`, is in no diagram. NULL: a chain of nothing.
 */
int chain_cuts(const struct chain *chain, unsigned every, unsigned legs);

/* Whether a line that no resonance cuts may be this particle, as it comes in behind these legs. *named
 * receives whether it is a resonance. */
int chain_allows(const struct chain *chain, unsigned every, unsigned legs, int pdg, int *named);

/* Whether a vertex whose branches have these legs leaves each resonance a line of its own. */
int chain_joins(const struct chain *chain, unsigned every, int count, const unsigned *branches);

/* Steps are the production and each decay, parted by the lines of resonances. The powers of the couplings of
 * each have bounds of their own. These are the bounds of the step that makes the line which leaves `legs`. */
const struct orders *chain_most(const struct chain *chain, unsigned every, unsigned legs,
                                const struct orders *production);

/* Whether the step that makes the line which leaves `legs` is the production. */
int chain_is_production(const struct chain *chain, unsigned every, unsigned legs);

/* Counts the powers that a step has made up to the line which leaves `legs`. What has no bound becomes zero,
 * and all does where the line is a resonance, behind which another step begins. 0: they are above the bounds
 * of the step. */
int chain_bound(const struct chain *chain, unsigned every, unsigned legs, const struct orders *production,
                struct orders *orders);

/* Bounds of the powers in all steps together. */
struct orders chain_most_of_all(const struct chain *chain, const struct orders *production);

/* Bounds whose powers are those that any step has a bound of. */
struct orders chain_bounded(const struct chain *chain, const struct orders *production);

/* The innermost resonance that has these legs and more; -1: none. */
int chain_parent(const struct chain *chain, unsigned legs);

/* Whether two legs may come from one line that the process does not name. Both are of the production then, or
 * of one decay, with more than these two. */
int chain_may_join(const struct chain *chain, int a, int b, int legs);

/* Narrows limits of the mass [GeV] that these legs have together, where they come from a resonance. */
void chain_limits(const struct chain *chain, const ts_model *model, unsigned legs, double *low, double *high);

/* The final particles of the production, where resonances stand for what comes from them. Returns how many.
 */
int chain_production(const struct chain *chain, const int *pdg, int legs, int *production);

/* The chain for legs in another order: leg i is leg place[i] of this one. */
struct chain chain_moved(const struct chain *chain, const int *place, int legs);

/* Product of n! for n equal particles of the production or of one decay. Resonances are equal where all that
 * comes from them is. */
double chain_identical(const struct chain *chain, const int *pdg, int legs);

/* A number of the final state, the same for all orders of its legs and resonances. */
void chain_state(const struct chain *chain, const int *pdg, int legs, uint64_t state[2]);

/* A number of resonances and their legs, of helicities and their frame, 0 where there are none. */
uint64_t chain_hash(const struct chain *chain);

#endif

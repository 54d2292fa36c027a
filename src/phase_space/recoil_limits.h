/* What cuts leave of the transverse momenta of a plan's nodes. The vector sum of the rest balances each, so
 * that a cut on one particle, a pair or a sum limits others too. All limits are necessary: what is beyond
 * them has no weight. */
#ifndef TESSERA_PHASE_SPACE_RECOIL_LIMITS_H
#define TESSERA_PHASE_SPACE_RECOIL_LIMITS_H

#include "phase_space/phase_space_plan.h"

/* Finds limits of all nodes from `setting`'s cuts, and writes them into the plan and its rows; what stands in
 * the t-channel has no parent. Where no event passes the plan is marked as empty and has none. */
void recoil_limits_narrow(const struct phase_space_setting *setting, struct phase_space_plan *plan);

/* Finds what limits those that are sampled event by event, once the order of the t-channel stands. */
void recoil_limits_follow(const struct phase_space_setting *setting, struct phase_space_plan *plan);

/* Whether the sum of the jets' pT has to be more than what their own limits leave, so that some are hard. */
int recoil_limits_need_hard_jets(const struct phase_space_setting *setting);

#endif

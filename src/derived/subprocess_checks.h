/* A process of the model while it is made from its card, what is refused on the way, and what is told. */
#ifndef TESSERA_DERIVED_SUBPROCESS_CHECKS_H
#define TESSERA_DERIVED_SUBPROCESS_CHECKS_H

#include "derived/subprocess_channel.h"
#include "tessera/subprocess.h"

/* What is made from a card. */
struct subprocess_making {
    ts_context *context;
    const ts_card *card;
    const struct request *request; /* the card's */
    struct process *process;
    ts_model *model;
    ts_subprocesses *subprocesses;
    struct label_list labels;
    struct subprocess_list *list; /* of the part */
    struct subprocess_setting setting;
    const char *name;             /* of the part of the process that this is, or of all of it */
    struct subprocess_work *work; /* [group_count] */
    struct tree_room room;
    uint64_t used; /* entries of cuts.pair with a part in one of the groups */

    /* Processes whose sum is made, each with a list, cuts and trees of its own. */
    struct subprocess_making *parts;
    int part_count;
};

/* Refuses the value of a key of the card with this sentence. */
ts_status subprocess_refuse(const struct subprocess_making *making, const char *key, const char *sentence);

/* Which of the keys for variations a card gives, of which one at least asks for some. */
const char *subprocess_variations_key(const struct subprocess_making *making);

/* Below this [GeV] a scale that is an expression has no meaning: variations halve it, and alpha_s begins
 * there. */
double subprocess_least_scale(const struct process *process);

/* What a scale that changes from event to event falls to [GeV] in the lowest of all groups, whose cuts stand.
 * Of an expression nobody knows before, and clustering has a lowest one: infinity. `making` is that of all
 * parts. */
double subprocess_lowest_scale(const struct subprocess_making *making, ts_scale scale);

/* Refuses choices of the card that no process of the model has; its beams are not read yet. */
ts_status subprocess_check_choices(const struct subprocess_making *making);

/* Refuses variations, and notes scales without a part, where neither beam has densities. */
ts_status subprocess_check_whole(const struct subprocess_making *making);

/* Refuses what is too large in any group by its legs, before work goes into the others. */
ts_status subprocess_check_sizes(const struct subprocess_making *making);

/* Refuses decays of a chain by epsilon tensors: their lines of colour have no place in files of events. */
ts_status subprocess_check_decays(const struct subprocess_making *making);

/* Refuses sums of transverse momenta of particles that all parts lack, whose cuts stand. */
ts_status subprocess_check_sums(const struct subprocess_making *making);

/* Refuses cuts of a group that leave no event at all, and scales that do not fit it. */
ts_status subprocess_check_group(const struct subprocess_making *making, int group);

/* Refuses polarised partons of hadrons, whose densities are not polarised; the beams stand. */
ts_status subprocess_check_polarised(struct subprocess_making *making);

/* Refuses cuts of a group that leave its cross section infinite; its tree stands. */
ts_status subprocess_check_finite(const struct subprocess_making *making, int group);

/* How many particles of a kind one of the groups has at most. */
int subprocess_most_of(const struct subprocess_making *making, enum particle_kind kind);

/* Refuses a precision in which the beams' energy leaves nothing of squared momenta as small as this, in
 * GeV^2.
 */
ts_status subprocess_check_rounding(const struct subprocess_making *making, double softest);

/* Refuses a scale that runs, and variations, where a coupling of the group is no power of alpha_s; its tree
 * stands. */
ts_status subprocess_check_couplings(const struct subprocess_making *making, int group);

/* Whether weights of a group have both signs: those of interference alone do. Its tree stands. */
int subprocess_has_both_signs(const struct subprocess_making *making, int group);

/* Warns of densities beyond their grid and of pairs without a part; notes cuts on kinds that no group has. */
void subprocess_tell(struct subprocess_making *making);

/* Refuses more channels than events or max_events can number. */
ts_status subprocess_check_channels(const struct subprocess_making *making, size_t count);

#endif

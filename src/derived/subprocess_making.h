/* A process of the model while it is made from its card, what is refused on the way, and what is told. */
#ifndef TESSERA_DERIVED_SUBPROCESS_MAKING_H
#define TESSERA_DERIVED_SUBPROCESS_MAKING_H

#include "derived/subprocess_channel.h"
#include "process/quantities.h"
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

/* subprocess_beams.c. The beams of a card for what derives from the model: hadrons, or particles that collide
 * as they are. */

/* Whether one of the card's beams is no hadron. */
int beams_have_whole(const ts_card *card);

/* Reads the beams into the setting, whose subprocesses stand, and adds the densities that they need to its
 * list. `name`: of the process. TS_ERROR_INPUT where the process begins with other particles, or the set of
 * densities lacks one. */
ts_status subprocess_beams_read(ts_context *context, const ts_card *card, const struct process *process,
                                const char *name, struct subprocess_setting *setting);

/* subprocess_parts.c. Subprocesses of one matrix element that cuts tell apart, as groups of their own. */

/* Reads the cuts on the final particles of a member of a group. TS_ERROR_INPUT where an entry of cuts.pair or
 * the cut of merging makes no sense. */
ts_status subprocess_cuts_read(struct subprocess_making *making, const struct subprocess_group *group,
                               const struct subprocess *member, struct particle_cuts *cuts);

/* Splits groups whose members have unlike cuts, legs beside legs, or unlike kinds of particles. Members of a
 * group then share phase space, cuts and histograms too. */
ts_status subprocess_parts_split(struct subprocess_making *making);

/* resonance_limits.c. Limits that decays which a process names set to masses, and what is refused of them. */

/* The mass [GeV] that all final particles of a group have together at least. Resonances are within their
 * limits, pairs within cuts. */
double resonance_limits_least(const struct subprocess_making *making, int group);

/* Refuses resonances without a width, those whose limits no event passes, and those that the beams cannot
 * make. */
ts_status resonance_limits_check(const struct subprocess_making *making, int group);

/* subprocess_windows.c. Masses that the lines of a group may not have ("$ t"), while a process is made. */

/* Finds them, where the tree of the group stands. Refuses those of lines without width, and those that leave
 * no event. */
ts_status subprocess_find_windows(struct subprocess_making *making, int group);

/* subprocess_clustering.c. Scales by clustering of a process of the model: where they serve, and what they
 * follow. */

/* Whether clustering says a scale. */
int subprocess_clusters(ts_scale scale);

/* Below this [GeV] couplings and densities at scales by clustering are frozen: densities begin there, and
 * alpha_s has a meaning. */
double subprocess_least_clustering(const struct process *process);

/* Notes which scales of a part clustering says, and refuses it where neither beam is a hadron; the beams
 * stand. */
ts_status subprocess_find_clustering(struct subprocess_making *making);

/* Makes the histories of a group, where a scale follows them; its tree stands. */
ts_status subprocess_find_histories(struct subprocess_making *making, int group);

/* subprocess_shower.c. The shower of a process of the model between hadrons, while that is made from its
 * card. */

/* Reads the shower that the card asks for, if any; the densities stand. Refuses beams that are no hadrons. */
ts_status subprocess_shower_read(struct subprocess_making *making);

/* Refuses what a shower does not serve yet in a part, whose model and beams stand. */
ts_status subprocess_shower_check(struct subprocess_making *making);

/* Adds its tables to those of the process, and makes its numbers. */
ts_status subprocess_shower_tables(struct subprocess_making *making);

/* subprocess_merging.c. Merging by the run's own shower (kernels/shower/merging.h): what a card has to have
 * for it, and the table of what histories end at. */

/* Refuses a card whose options do not fit such merging, or that merges elsewhere what showers here. The
 * card's merging, shower, scales and variations are read. */
ts_status subprocess_merging_read(const struct subprocess_making *making);

/* Finds the most partons of a multiplicity, for all parts. `making` is that of all, whose cuts stand.
 * @return TS_ERROR_INPUT where none is without partons, none has some, or other particles have colour */
ts_status subprocess_merging_find(struct subprocess_making *making);

/* Adds the table of cores, and writes the numbers of merging among those of the shower. */
ts_status subprocess_merging_tables(struct subprocess_making *making);

/* subprocess_observables.c. Histograms of a process that is derived from the model, and the cut that is an
 * expression. */

/* Writes what observes the events of each part into its text (setting.observables), and the axes into the
 * process. Expressions name particles by their kind or, where all subprocesses of a part have them, by
 * themselves. TS_ERROR_INPUT where a histogram is of no part, or the cut not of all. */
ts_status subprocess_observables_create(struct subprocess_making *making);

/* The names of the final particles of a part in expressions, `particles` [LEGS_MOST], all zero before. */
void subprocess_name_particles(const struct subprocess_making *making, struct named_particle *particles);

/* subprocess_integrands.c. The channels of phase space of all groups of subprocesses, each an integrand. */

/* The largest power of alpha_s of all groups. */
int subprocess_highest_power(const struct subprocess_making *making);

/* Makes the channels of the process, whose other tables are there, and adds those of variations.
 * TS_ERROR_INPUT where there are too many; TS_ERROR_MEMORY. */
ts_status subprocess_integrands_create(struct subprocess_making *making);

/* subprocess_kept.c. What results and files of events know of a process that is derived from the model. */

/* Lists in the process the parts of a sum, how many events each is to have, and what decays in each group.
 * TS_ERROR_INPUT where numbers of events are not as many as parts. */
ts_status subprocess_keep_parts(struct subprocess_making *making);

/* subprocess_on_shell.c. Resonances on their mass shells that files of events are to have, of each group. */

/* Lists in the process which lines of the diagrams of each group may be resonances, and what they are for
 * each final state. Only where the card asks for events that have them. The process knows its subprocesses.
 */
ts_status subprocess_keep_on_shell(const struct subprocess_making *making);

#endif

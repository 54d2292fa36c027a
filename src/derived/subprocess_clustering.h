/* Scales by clustering of a process of the model: where they serve, and what they follow. */
#ifndef TESSERA_DERIVED_SUBPROCESS_CLUSTERING_H
#define TESSERA_DERIVED_SUBPROCESS_CLUSTERING_H

#include "derived/subprocess_checks.h"

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

#endif

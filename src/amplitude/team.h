/* The schedule by which a team of a GPU's threads makes a squared amplitude (kernels/amplitude/tree_team.h).
 */
#ifndef TESSERA_AMPLITUDE_TEAM_H
#define TESSERA_AMPLITUDE_TEAM_H

#include "amplitude/sharing.h"

/* What a schedule is made for. */
struct team_request {
    const struct operations *operations;
    const struct helicities *helicities;
    const struct sharing *sharing; /* NULL: of one choice of helicities, which each event draws */
    int legs, flows;
    int workers;
    int units; /* complex numbers of a point for which there is memory */
};

struct team {
    uint32_t *words;
    size_t count;
    int units, workers;
    double span; /* cost of the busiest warps of all waves, and of these themselves */
};

/* Makes the schedule; it has no words where an operation is not for teams, or the memory does not do.
 * TS_ERROR_MEMORY. */
ts_status team_create(ts_context *context, const struct team_request *request, struct team *team);
void team_free(struct team *team);

#endif

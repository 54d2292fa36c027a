/* What a card says of the parton shower. */
#ifndef TESSERA_SHOWER_SHOWER_OF_CARD_H_HOST
#define TESSERA_SHOWER_SHOWER_OF_CARD_H_HOST

#include "shower/coupling_of_card.h"
#include "tessera/card.h"
#include "tessera/run.h"

struct shower {
    ts_shower settings;
    double log_highest; /* ln of the largest t, GeV^2 */
    struct shower_coupling coupling;
    struct shower_bound bound;
};

/* Reads the options of the shower of a system of energy `energy` (GeV). Where shower.enabled is false the
 * rest has no part and no meaning is asked of it.
 * @return TS_OK; TS_ERROR_INPUT where the energy is below twice the cut-off, or alpha_s at the cut-off is
 * above 1 or has no meaning */
ts_status shower_read(ts_context *context, const ts_card *card, double energy, struct shower *shower);

/* Writes the numbers of SHOWER_PARAMETERS, in their order; zeros where there is no shower. */
void shower_parameters(const struct shower *shower, double *parameters);

/* Refuses a card that asks for a shower of a process that has none. `name`: of the process. */
ts_status shower_refuse(ts_context *context, const ts_card *card, const char *name);

#endif

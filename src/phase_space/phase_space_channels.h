/* The channels of phase space of a final state (kernels/phase_space/channels.h). They differ in what balances
 * the transverse momenta and in which two jets come from one parton. */
#ifndef TESSERA_PHASE_SPACE_PHASE_SPACE_CHANNELS_H
#define TESSERA_PHASE_SPACE_PHASE_SPACE_CHANNELS_H

#include "phase_space/channels_layout.h"
#include "phase_space/phase_space_plan.h"

#include <stdint.h>

/* A channel. Where it differs from another by the places of equal particles alone, both have one integral. */
struct phase_space_channel {
    struct phase_space_plan plan;
    struct phase_space_request request;
    int copies; /* how many channels it stands for; 0: another one stands for it */
};

struct phase_space_channels {
    int count;
    struct phase_space_channel *list; /* [count] */
    double log_constant;              /* logarithm of what is constant in all of them, in units of `unit` */
};

/* Plans them. Returns 0 where there is no memory. */
int phase_space_channels_create(const struct phase_space_setting *setting,
                                struct phase_space_channels *channels);
void phase_space_channels_free(struct phase_space_channels *channels);

/* Writes all of them, CHANNEL_NUMBERS(final) numbers each. `root_s`: of the beams, in units of the rows. */
void phase_space_channels_write(const struct phase_space_channels *channels, double root_s, double *numbers);

/* A number that channels share which map random numbers alike, but for the places of equal particles. */
uint64_t phase_space_channel_map(const struct phase_space_plan *plan, double root_s);

/* "channels, 7 axes adapt: ..." of the first one and how many there are. */
void phase_space_channels_describe(const ts_model *model, const struct phase_space_channels *channels,
                                   const int *pdg, char *text, size_t bytes);

/* Whether a plan maps a resonance of this particle where these final particles come from it. */
int phase_space_has_resonance(const struct phase_space_setting *setting, const struct phase_space_plan *plan,
                              unsigned set, int pdg);

/* exchanges.c. What exchanges of equal final particles make of a set of channels. Where they leave it as it
 * is, channels that differ by the places of these particles have one integral. The density of one, over the
 * sum of all, is then that of the other at exchanged momenta. */

/* The final particles whose exchange with an equal one changes the set, a bit each. */
unsigned exchanges_uneven(const struct phase_space_setting *setting,
                          const struct phase_space_channels *channels);

#endif

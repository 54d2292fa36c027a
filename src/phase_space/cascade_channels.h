/* The channels of phase space behind beams of known energy (kernels/phase_space/cascade.h), one for each tree
 * of cascade_trees.c. */
#ifndef TESSERA_PHASE_SPACE_CASCADE_CHANNELS_H
#define TESSERA_PHASE_SPACE_CASCADE_CHANNELS_H

#include "phase_space/cascade_layout.h"
#include "phase_space/cascade_tree.h"

#include <stdint.h>

/* Where one channel differs from another by the places of equal particles alone, both have one integral. */
struct cascade_channel {
    int copies;   /* how many channels it stands for; 0: another one stands for it */
    double *rows; /* [CASCADE_CHANNEL(final)], in units of `unit` GeV */
};

struct cascade_channels {
    int count, final, axes;
    struct cascade_channel *list; /* [count] */
    double *rows;                 /* of all of them */
    double log_constant;          /* logarithm of what is constant, in those units */
    double softest;  /* GeV^2 that rounding must leave of squared momenta: an exchange, m Gamma */
    char first[120]; /* the tree of the first one, as "((mu- vm~) (u d~))" */
};

/* Plans them. Returns 0 where memory is missing. */
int cascade_channels_create(const struct cascade_setting *setting, struct cascade_channels *channels);
void cascade_channels_free(struct cascade_channels *channels);

/* A number that channels share which map random numbers alike, but for the places of equal particles. */
uint64_t cascade_channel_map(const struct cascade_channels *channels, int channel);

/* "decays ((mu- vm~) (u d~)) and 4 more channels, 8 axes adapt" */
void cascade_channels_describe(const struct cascade_channels *channels, char *text, size_t bytes);

#endif

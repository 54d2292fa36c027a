/* What maps random numbers to the final state of a group of subprocesses. Each kind is a row of functions,
 * and a header of kernels/phase_space/ with one `space_sample` (space_point.h). */
#ifndef TESSERA_PHASE_SPACE_PHASE_SPACE_KIND_H
#define TESSERA_PHASE_SPACE_PHASE_SPACE_KIND_H

#include "core/request.h"
#include "phase_space/cascade_channels.h"
#include "phase_space/phase_space_channels.h"

struct phase_space_kind;

/* The phase space of a group: a number of channels, each with grids of its own. */
struct phase_space {
    const struct phase_space_kind *kind;
    const ts_model *model;
    int final, channels;
    int one_energy; /* whether one of the beams alone has a known energy */
    double root_s;  /* of the beams, in units of the rows */
    double softest; /* GeV^2 that rounding must leave of squared momenta; INFINITY: any does */
    int empty;      /* 1: no event passes the cuts */
    int unmapped;   /* PDG code of a resonance of the diagrams that no channel maps; 0: none */
    void *of;       /* [kind->bytes] that it keeps itself */
};

struct phase_space_kind {
    enum request_space asked; /* the word of a card for it; SPACE_AUTO: there is none of its own */
    int whole;                /* whether it is where a beam is no hadron, or between two hadrons */
    const char *header;       /* of the kernel: its space_sample() */
    size_t bytes;             /* of what it keeps */
    int has_chains;           /* whether decays that the process names have a place in it */
    int has_limits;           /* whether limits that follow from cuts.expression narrow it */

    /* Plans it in `of`, which is zero; 0 where memory is missing. NULL for destroy: it has nothing to free.
     */
    int (*create)(const struct phase_space_setting *setting, struct phase_space *space);
    void (*destroy)(struct phase_space *space);

    /* The random numbers of a channel. */
    int (*axes)(const struct phase_space *space, int channel);

    /* The logarithm of what is constant in its weight. */
    double (*log_constant)(const struct phase_space *space, int channel);

    /* How many channels it stands for; 0: another one stands for it. */
    int (*copies)(const struct phase_space *space, int channel);

    /* A number that channels share which map random numbers alike; 0: none does. */
    uint64_t (*map)(const struct phase_space *space, int channel);

    /* How many stand beside each other in its t-channel; 0: it has none. */
    int (*beside)(const struct phase_space *space, int channel);

    /* How many run-time numbers `most` channels have; these of its own channels; the constants of the kernel.
     */
    size_t (*numbers)(const struct phase_space *space, int most);
    void (*write)(const struct phase_space *space, double *numbers);
    void (*text)(const struct phase_space *space, int most, struct source *text);

    /* As results tell: "channels, 7 axes adapt: ...". `pdg`: of the final particles. */
    void (*describe)(const struct phase_space *space, const int *pdg, char *text, size_t bytes);
};

/* The kind that a card asks for; `whole`: whether a beam is no hadron. NULL: there it has none. */
const struct phase_space_kind *phase_space_kind_of(enum request_space asked, int whole);

/* What a card may ask for, as request_check_space() takes it. */
unsigned phase_spaces_served(int whole);

/* Plans a phase space that has its kind, and what the caller knows of the beams; 0 where memory is missing.
 */
int phase_space_create(const struct phase_space_setting *setting, struct phase_space *space);
void phase_space_destroy(struct phase_space *space);

#endif

/* A process: what a card asks for, as an integrand. */
#ifndef TESSERA_PROCESS_PROCESS_H
#define TESSERA_PROCESS_PROCESS_H

#include "core/request.h"
#include "integrate/integrand.h"
#include "io/event.h"
#include "program/program.h"
#include "shower/shower_of_card.h"
#include "tessera/pdf.h"
#include "tessera/run.h"

/* A histogram of the process: its axis and how it is written. */
struct process_histogram {
    char path[64], title[96];
    size_t request; /* place in the card's list of what asked for it */
};

enum { STAGE_LEGS_MOST = 16 }; /* of a second stage, and room for those that it refuses */
enum { IDLE_MOST = 64 };

/* A process of those whose sum is computed: a multiplicity of a range, or an entry of a list. */
struct process_part {
    char name[128];      /* in its normal form */
    char bounds[256];    /* of its diagrams, " / t QED=2", as they stand behind its particles */
    int legs, jets;      /* external particles; jets among them, at most */
    size_t first, count; /* place and number of the subprocesses */
    double events;       /* relative number of events in files; 0: in proportion to its cross section */
};

/* Of which model it is; numbers of files and values are "h0123456789abcdef". */
struct model_identity {
    char name[64];   /* empty: none */
    char table[20];  /* of the file of its table; empty: it is compiled */
    char card[20];   /* of its parameter card; empty: there is none */
    char values[20]; /* of the values of all parameters */
    char *slha;      /* the values in SLHA's blocks; NULL: the model is compiled */
};

struct process_family;
struct chain;             /* subprocess/chain.h */
struct on_shell;          /* amplitude/on_shell.h */
struct process_variation; /* process/variations_of_card.h */

/* What its programs are made of, and what its integrands point to. */
struct process_program {
    int double_precision, mixed;
    int threads; /* of a GPU that share an event */
    struct source text;
    double *parameters;
    double *tables;
    uint32_t *integers;
    struct integrand_histogram *axes;
    int *fills; /* [fill_count]: into which histogram each value of an event goes */
    int fill_count;
};

/* What is the same in all its events, as files and lists of events have it. */
struct process_events {
    struct chain *chains;      /* [subprocess_count], what decays in each and is polarised; NULL: nothing */
    int hides_chains;          /* whether files lack them all the same */
    struct on_shell *on_shell; /* [subprocess_count], what is on mass shells; NULL: nothing */
    int *partons; /* [subprocess_count], how many of each count in merging; NULL: it is not merged */
    struct event_merging merging;
    struct event_particle beams[2];
    int beams_collide;     /* themselves, and no partons out of them: these come in, in lists of events */
    double scale, alpha_s; /* of factorization [GeV] and coupling; 0: not the same in all, or none */
    double scale_r;        /* of renormalization [GeV]; 0 as above */
    double alpha;          /* the electromagnetic coupling; NAN or 0: none */
};

/* What the integrand of a channel points to. */
struct channel_memory {
    double *parameters;
    char *text, *name;
};

struct process {
    const struct process_family *family;
    char name[128];                            /* in its normal form */
    ts_pdf *pdf;                               /* NULL: has no part */
    ts_parameter couplings[TS_COUPLINGS_MOST]; /* couplings, masses and widths (process/couplings.h) */
    size_t coupling_count;
    struct model_identity model;
    int both_signs; /* whether weights have both signs: of interference alone, or what UMEPS takes away again
                     */
    struct shower shower;
    int cut_after; /* whether there are cuts behind the shower */
    int merged;    /* whether the shower merges, and records say by what weights are multiplied */
    char sampling[160];
    char default_cuts[240]; /* of which the result tells (selection/default_cuts.h); empty: none */

    struct process_program program;
    struct integrand integrand;
    struct integrand
        *channels; /* [channel_count], integrands whose sum the process is; NULL: one, the above */
    struct channel_memory *channel_memory; /* [channel_count] */
    size_t channel_count;
    struct process_histogram *histograms;
    struct process_variation *variations; /* [variation_count], weights of events beside their own */
    size_t variation_count;

    struct process_events events;
    int *channel_subprocess;    /* [channel_count], which subprocess a channel is part of */
    size_t subprocess_count;    /* as results and files list them */
    struct process_part *parts; /* [part_count], of what is derived from the model, else NULL */
    size_t part_count;

    /* A process at leading colour whose events a second stage gives all colours (events/full_colour.h): its
     * legs, incoming first, in the order of its records. 0: there is none. */
    int stage_legs;
    int stage_pdg[STAGE_LEGS_MOST];

    /* Options without a part in this process, though the family has one for them. */
    const char *idle[IDLE_MOST];
    int idle_count;
    uint64_t idle_pairs; /* entries of cuts.pair without one, a bit each */
};

/* Makes the process of a card. TS_ERROR_INPUT with the card's line where it
 * cannot be; TS_ERROR_FILE, TS_ERROR_MEMORY. `bins`: of the integrator's grid. */
ts_status process_create(ts_context *context, const ts_card *card, int bins, struct process *process);
void process_destroy(struct process *process);

/* Puts a table behind those that the process has, and takes it over: frees `values`. */
ts_status process_add_table(ts_context *context, struct process *process, double *values, size_t length);

/* Puts integers behind those that it has; *place receives where they begin among them. */
ts_status process_add_integers(ts_context *context, struct process *process, const uint32_t *values,
                               size_t count, double *place);

/* The integrands whose sum the process is. */
const struct integrand *process_channels(const struct process *process, size_t *count);

/* The part that a subprocess is of; NULL: the process has none. */
const struct process_part *process_part_of(const struct process *process, size_t subprocess);

/* Notes that an option has no part in the process, of which the card's are told once it is made. `key`: of
 * the table of options, which it points to from then on. */
void process_set_idle(struct process *process, const char *key);

/* Whether an option has a part in the process. */
int process_uses(const struct process *process, const char *key);

/* "single", "double" or "mixed". */
const char *process_precision(const struct process *process);

/* idle_options.c. What a card gives that has no part in its process. */

/* Warns of such options in one sentence, where several of a group that has no part at all go by its name. A
 * distance between two is left out where there is one particle of its kind, which it asks nothing of. */
void idle_options_tell(ts_context *context, const ts_card *card, const struct process *process);

#endif

/* Events as files hold them: what every format of them is made from. */
#ifndef TESSERA_IO_EVENT_H
#define TESSERA_IO_EVENT_H

#include "tessera/context.h"

#include <stddef.h>
#include <stdint.h>

/* States that files know of: what leaves the collision as it is, what has decayed, a beam, what comes out of
 * a beam and collides. */
enum event_status { EVENT_FINAL = 1, EVENT_DECAYED = 2, EVENT_BEAM = 4, EVENT_INCOMING = 21 };

/* As many trials of a file as a double still counts one by one. */
#define EVENT_TRIALS_MOST 0x1p53

struct event_particle {
    double e, x, y, z, mass; /* GeV */
    int pdg, status;
    int colour, anticolour; /* numbers of its lines; 0: none */
    int mothers[2];         /* places of particles before it in the event, from 1; both 0: all beams, or of a
                               beam none */
    int helicity;           /* -1, 0 or 1, in the rest frame of what collides; HELICITY_UNKNOWN */
    double scale;           /* GeV, at which clustering takes it off; 0: nobody knows, or what decayed */
};

struct event {
    uint64_t number; /* as random numbers count it */
    int process;     /* which of the run's it is, from 0 */
    uint64_t tried;  /* how many events were generated until this one was kept, all of the file together */
    double weight;
    int group_size,
        group_place;       /* of how many neighbours it is one, from 0, that have its number; 0: of none */
    double scale, alpha_s; /* where they are not those of the run: of factorization [GeV]; else 0 */
    double scale_r;        /* scale of renormalization [GeV]; 0: that of the run */
    double scale_f;        /* of factorization [GeV], where `scale` is another one; else 0 */
    int is_copy;           /* whether a file had it, whose scales are to be read again */
    int incoming, outgoing;
    const struct event_particle *particles; /* the beams, then all others, mothers first */
    const double *variations; /* [variation_count], weights like `weight`, in the order of the run's */
    size_t variation_count;   /* 0, or that of the run */
};

/* A process that events of a file are of. */
struct event_process {
    const char *name;
    double cross_section, error, largest; /* pb; the largest weight */
    int particles;                        /* in the list of an event of it; 0: as many as in any */
    int partons;                          /* how many count in merging; of use where the run is merged */
    double unit; /* pb that its events have over those tried, up to the largest; 0: as the run says */
};

/* The cut of merging that events of a run passed, by the names that MadGraph's run card has for it. */
struct event_merging {
    int ickkw;                      /* 1: MLM's, else CKKW-L's */
    double ktdurham, ptlund, xqcut; /* GeV; 0: it is another one */
    double dparameter;              /* of ktdurham */
    int maxjetflavor;               /* the heaviest quark that is a parton of merging */
    double alpsfact;                /* a factor of the scales of alpha_s at partons */
};

/* What a variation of the run's choices varies: its scales, the member of its set of densities, or nobody
 * knows. */
enum event_variation_kind { EVENT_VARIES_SCALES, EVENT_VARIES_DENSITIES, EVENT_VARIES_OTHERS };

/* A weight that each event of a file has beside its own. */
struct event_variation {
    const char *name; /* "MUR=0.5_MUF=0.5_LHAPDF=10042", as MCnet recommends (arXiv:2203.08230) */
    enum event_variation_kind kind;
    double mur, muf;             /* factors of both scales; of EVENT_VARIES_OTHERS none */
    int density_set;             /* LHAPDF's number of the member; 0: it has none */
    double cross_section, error; /* pb */
    const char *combine; /* how the weights of its kind make an uncertainty: "envelope", or the ErrorType of a
                          * set of densities; NULL: it is not known */
};

/* What all events of a file have in common. The texts are not kept longer than they are needed. */
struct event_run {
    const char *description;     /* of how they were made, one line */
    const char *card;            /* card that makes the events again; NULL: not written */
    const char *slha;            /* values of the model in SLHA's blocks; NULL: it is one that all know */
    double cross_section, error; /* pb */
    double mean_weight;          /* expected mean weight of the events in the file, above 0, */
    double mean_error;           /* and the error of that, relative: means of weights have it beside theirs */
    double unit; /* pb that a weight of 1 stands for, over the events tried; 0: weights are in pb */
    uint64_t seed;
    double scale;          /* GeV, of the hard process; 0: not written, or not the same for all */
    double scale_r;        /* GeV, of renormalization; 0 too where nothing depends on it */
    double alpha_s, alpha; /* couplings; 0: not written, or not the same for all */
    int density_set[2];    /* number of each beam's set of densities, LHAPDF's; 0: none */
    struct event_particle beams[2];
    int particles_most; /* largest number in the list of an event, which has beams where nothing else comes in
                         */
    const struct event_process *processes;
    size_t process_count;
    const struct event_merging *merging; /* NULL: they are not merged */
    const struct event_variation *variations;
    size_t variation_count;
    int grouped; /* whether neighbours with one number are configurations of one event, whose weights belong
                    together; means of weights are over these events */
    int apart;   /* whether Les Houches' text has them as events of their own all the same, as programs that
                    hadronise read no groups. Means of its weights are over these */
    int kept;    /* whether an unfinished file stays, so that a later run can go on with it */
    int threads; /* at most, for a file's text; 0: one */
};

/* Where a file of events stands between two of them. */
struct event_position {
    uint64_t bytes;   /* of the file, on disk */
    const char *rest; /* text behind them, in memory of the file's writer: visible ASCII and newlines */
    size_t rest_bytes;
    int lost; /* nobody can go on there: it is in a pipe */
};

/* TS_ERROR_NUMERIC where a momentum of the event or a weight of it is not finite. */
ts_status event_check(ts_context *context, const struct event *event);

/* The names of the variations for a writer to keep, one behind the other, each with its 0; free() it. NULL:
 * no memory. */
char *event_variation_names(const struct event_run *run);

#endif

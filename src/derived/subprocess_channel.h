/* A group of subprocesses with one matrix element as an integrand (kernels/process/subprocess.h). */
#ifndef TESSERA_DERIVED_SUBPROCESS_CHANNEL_H
#define TESSERA_DERIVED_SUBPROCESS_CHANNEL_H

#include "amplitude/tree.h"
#include "derived/histories.h"
#include "phase_space/mass_windows.h"
#include "phase_space/phase_space_kind.h"
#include "process/scales_of_card.h"
#include "selection/merging.h"
#include "subprocess/subprocess.h"

/* What all groups of a process share. */
struct subprocess_setting {
    const ts_model *model;
    const struct subprocess_list *list;
    struct merging merging;
    int merging_most; /* partons of merging that a multiplicity has at most, where the shower merges; else 0
                       */
    struct process_scales scales;
    int antiproton[2]; /* whether a beam is one, */
    int whole[2];      /* or no hadron: it collides as it is */
    int beam_pdg[2];
    double root_s, unit;     /* GeV; of the beams, and that of the kernel's numbers */
    double least_scale;      /* GeV: scales that are expressions have no meaning below, */
    double least_clustering; /* and those by clustering are frozen below this */
    double enhanced_from;    /* what an enhancement by an expression begins at; 0: there is none */
    const struct phase_space_kind *space; /* known once the beams are */
    int channels_most;                    /* channels of phase space that a group has at most */
    int windows_most;                     /* masses that events of a group may not have, at most */
    int sampled;                          /* whether an event has one choice of helicities */
    int unweighted;                       /* whether events of weight one are wanted */
    int varied;                           /* whether events have weights of other scales or densities */
    int clusters[2];   /* whether clustering says the scale of renormalization, and of factorization */
    int vertex_powers; /* highest power of g_s in a vertex of the histories */
    int showers;       /* SHOWERS_... of events that do, by these numbers of the kernel; 0: they do not */
    int shower_masses; /* whether coloured final particles that shower have a mass, or get one */
    int shower_heavy;  /* whether some of them are no quarks or gluons */
    double *shower_numbers; /* [shower_count], the process's own */
    size_t shower_count;
    struct source observables; /* FILLS, OBSERVE and the like */
};

/* A group at work. */
struct subprocess_work {
    struct particle_cuts cuts;
    struct phase_space space;
    struct tree tree;
    struct mass_windows windows; /* of lines in its diagrams */
    struct history_tables histories;
};

/* The parton of a proton whose density is that of this one in a beam. */
int subprocess_density(const struct subprocess_setting *setting, int beam, int pdg);

/* Whether events of the group draw one of several choices of helicities. */
int subprocess_is_sampled(const struct subprocess_setting *setting, const struct subprocess_work *work);

/* Makes channel `number` of the process, a channel of phase space of a group whose cuts, channels and tree
 * stand. Tables of the group are added to those of the process. `room`: the largest tree of all groups;
 * `first`: a channel of the same group, whose tables serve; NULL: there is none yet. */
ts_status subprocess_channel_create(ts_context *context, struct process *process,
                                    const struct subprocess_setting *setting,
                                    const struct subprocess_group *group, const struct subprocess_work *work,
                                    const struct tree_room *room, int channel, const struct integrand *first,
                                    size_t number);

/* Gives a channel the tables of all, once they are one buffer that stays where it is. */
void subprocess_channel_finish(struct process *process, size_t number);

#endif

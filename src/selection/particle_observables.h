/* Histograms of final particles, as text for kernels/process/hard_process.h. */
#ifndef TESSERA_SELECTION_PARTICLE_OBSERVABLES_H
#define TESSERA_SELECTION_PARTICLE_OBSERVABLES_H

#include "process/process.h"
#include "process/quantities.h"
#include "selection/particle_cuts.h"

#define PARTICLE_OBSERVABLES                                                                                 \
    "ht, rmin, pt, eta, pt1, eta1, pt2, ... of the jets by falling pT; met; pt_X, eta_X, y_X, energy_X, "    \
    "costheta_X of each X, pt_X1, ... of one, m_XX, pt_XX, y_XX, energy_XX, costheta_XX of all, X of j, l, " \
    "a, t, w, z, h, b, c, s, u, d, g"

/* The letter of a particle's kind in names of histograms and in expressions; 0: none. */
char particle_letter(int pdg, enum particle_kind kind);

/* The final particles of a process, or of a part of one that is a sum, as histograms know them. */
struct observed {
    struct named_particle particles[NAMED_PARTICLES_MOST];
    int count;
    char massless; /* j or a, where all are of this kind, without mass: names of jets are then theirs; else 0
                    */
    struct particle_cuts
        widest;        /* what the cuts of all groups leave, by which ranges go that the card does not give */
    char partial[256]; /* as struct quantities has it */
    struct source *text; /* of their programs, to which is added what fills the histograms */
    int showers; /* SHOWERS_..., 0: none; whether histograms are of what leaves a shower: its jets, not the
                    process's own */
    int needs;   /* what the cuts behind it compute (shower_observables.h) */
};

/* The histograms that the card asks for, of all parts. One that no event of a part has is not filled by it;
 * each is of one part at least, or refused. */
ts_status particle_observables_create(ts_context *context, const ts_card *card, const struct observed *parts,
                                      int count, struct process *process);

/* The histograms that it asks for of so many massless final particles that are all of one kind, j or a. */
ts_status massless_observables_create(ts_context *context, const ts_card *card, char letter, int count,
                                      struct process *process);

/* The first histogram that the card asks for and there is none of, of such particles; NULL: there are all. */
const char *massless_observables_unknown(const ts_card *card, char letter, int count);

/* The names that there are of them. */
#define OBSERVABLES_OF_JETS "ht rmin m_jj pt eta pt1 pt2 ... eta1 eta2 ..."
#define OBSERVABLES_OF_PHOTONS "ht rmin m_aa pt eta pt1 pt2 ... eta1 eta2 ..."

#endif

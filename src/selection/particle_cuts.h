/* The cuts of a card on final particles by their kinds, and on pairs (kernels/observable/particles.h). */
#ifndef TESSERA_SELECTION_PARTICLE_CUTS_H
#define TESSERA_SELECTION_PARTICLE_CUTS_H

#include "model/model.h"
#include "observable/merging_layout.h"
#include "observable/particles_layout.h"
#include "subprocess/notation.h"
#include "tessera/card.h"

#include <stdint.h>

/* What a detector takes a particle for. */
enum particle_kind { KIND_JET, KIND_PHOTON, KIND_LEPTON, KIND_HEAVY, KIND_NEUTRINO };

enum particle_kind particle_kind_of(const ts_model *model, int pdg);

enum { CUT_PAIRS_MOST = LEGS_MOST * LEGS_MOST / 2, SETS_MOST = 8 };

/* Limits of the transverse momentum of several particles together, GeV. */
struct set_limit {
    unsigned set; /* a bit each */
    double low, high;
};

/* The least scale of merging (selection/merging.h). */
struct merging_cut {
    enum merging_measure measure;
    unsigned partons; /* which count, a bit each */
    double value, d;  /* GeV; D of MERGING_KT */
};

struct particle_cuts {
    int final;
    enum particle_kind kind[LEGS_MOST];
    double pt_min[LEGS_MOST], pt_max[LEGS_MOST];          /* GeV; 0 and INFINITY: none */
    double eta_max[LEGS_MOST], y_max[LEGS_MOST];          /* INFINITY: none */
    double ht_min, missing_min;                           /* GeV; 0: none */
    double ht_max, missing_max;                           /* GeV; INFINITY: none */
    double q2_min, beams_energy;                          /* of the scattered lepton: GeV^2, 0: none; GeV */
    int q2_beam, q2_lepton;                               /* the beam and the final particle; -1: none */
    double isolation_r, isolation_share, isolation_power; /* of photons from jets; radius 0: none */
    double dr_min[CUT_PAIRS_MOST]; /* of pair (i, k < i), number i (i - 1) / 2 + k; 0: none */
    double mass_min[CUT_PAIRS_MOST], mass_max[CUT_PAIRS_MOST];       /* GeV; 0 and INFINITY: none */
    double pair_pt_min[CUT_PAIRS_MOST], pair_pt_max[CUT_PAIRS_MOST]; /* of both together, likewise */
    int set_count; /* of what an expression alone limits: no number of the kernels */
    struct set_limit sets[SETS_MOST];
    struct merging_cut merging;
};

/* The number of a pair. */
int cut_pair(int i, int k);

/* The transverse momentum [GeV] that a particle has at least: by its own cut, or by one on a sum of which it
 * is all. Of two final particles both have that of the other. */
double particle_cuts_pt_min(const struct particle_cuts *cuts, int i);

/* A mass [GeV] of two particles below which cuts on their distance and transverse momenta leave nothing, pT
 * dr and less. */
double particle_cuts_distant_mass(const struct particle_cuts *cuts, int i, int k);

/* A mass [GeV] below which that leaves nothing, nor does the cut on the mass itself. */
double particle_cuts_mass_min(const struct particle_cuts *cuts, int i, int k);

enum { ADVICE_BYTES = 160 };

/* What to ask for where i and k may not be collinear, as "give a lowest mass, as in cuts.pair: ...". That is
 * a distance where one radiates the other, a photon, and both have a lowest pT. `pdg` [final]. */
void particle_cuts_advise(const ts_model *model, const struct particle_cuts *cuts, const int *pdg, int i,
                          int k, char text[ADVICE_BYTES]);

/* Reads the cuts on final particles `pdg` [final]. TS_ERROR_INPUT where an entry of cuts.pair makes no sense;
 * entry number i is added to `used`, as 1 << i, where it has a part. */
ts_status particle_cuts_read(ts_context *context, const ts_card *card, const ts_model *model,
                             const struct label_list *labels, int final, const int *pdg,
                             struct particle_cuts *cuts, uint64_t *used);

/* Whether photons are isolated from jets. */
int particle_cuts_isolate(const struct particle_cuts *cuts);

/* Whether both cut events alike. */
int particle_cuts_equal(const struct particle_cuts *a, const struct particle_cuts *b);

/* The particles of a kind, a bit each. */
unsigned particle_cuts_set(const struct particle_cuts *cuts, enum particle_kind kind);

/* Writes CUT_NUMBERS numbers in units of `unit` GeV. */
void particle_cuts_write(const struct particle_cuts *cuts, double unit, double *numbers);

/* particle_bounds.c. What scales follow, and what cuts leave at least of that and of momentum fractions. */

/* What a scale follows, HT, MT or M, is at least this [GeV] within cuts on final particles `pdg`. */
double particle_bounds_scale(const ts_model *model, const struct particle_cuts *cuts, const int *pdg,
                             ts_scale_base base);

/* And of final particles `pdg` [count] of an event it is this [GeV], momenta [count][4], as kernels have it
 * too (kernels/process/scales.h). */
double particle_scale(const ts_model *model, const int *pdg, const double *momenta, int count,
                      ts_scale_base base);

/* The momentum fractions of partons are at least this, in beams of root_s GeV. `mass`: of all final particles
 * together at least [GeV]. */
double particle_bounds_x(const ts_model *model, const struct particle_cuts *cuts, const int *pdg, double mass,
                         double root_s);

#endif

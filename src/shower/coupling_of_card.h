/* The strong coupling of the shower and its bound, as numbers for the kernel (kernels/shower/coupling.h). */
#ifndef TESSERA_SHOWER_COUPLING_OF_CARD_H_HOST
#define TESSERA_SHOWER_COUPLING_OF_CARD_H_HOST

#include "shower/parameters.h"

/* A gauge group SU(N): QCD is {3, 4/3, 1/2}. */
struct colour_group {
    double adjoint, fundamental, trace; /* C_A, C_F, T_R */
};
extern const struct colour_group quantum_chromodynamics;

/* K of soft gluons, with so many flavours (kernels/shower/coupling.h). */
double cusp(const struct colour_group *group, int flavours);

/* b0 and b1 of the running (kernels/shower/coupling.h), with so many flavours. */
double beta_zero(const struct colour_group *group, int flavours);
double beta_one(const struct colour_group *group, int flavours);

/* alpha_s over ln t, t in GeV^2, in regions of one number of flavours each, from low to high. */
struct shower_coupling {
    int regions;
    struct coupling_region {
        double above;     /* ln t from which on it holds; of the first, all below the second */
        double reference; /* ln t at which alpha is given */
        double alpha, b0, b1;
        double soft; /* K / (2 pi) of soft gluons; 0: without */
    } region[COUPLING_REGIONS];
};

/* The coupling that is alpha_s at the scale m_z (GeV). order: loops, 1 or 2. thresholds: 0 for five flavours
 * at all scales, 1 for three to six, whose alpha_s meet at the masses of the quarks. Where a region begins at
 * a scale at which alpha_s has no meaning, its alpha is infinite. It is that of MSbar;
 * shower_coupling_soften() makes it the one of soft gluons. */
struct shower_coupling shower_coupling_create(const struct colour_group *group, double alpha_s, double m_z,
                                              int order, int thresholds);

void shower_coupling_soften(const struct colour_group *group, int thresholds,
                            struct shower_coupling *coupling);

/* Lets alpha_s be that at `factor` times the transverse momentum. */
void shower_coupling_shift(struct shower_coupling *coupling, double factor);

/* alpha_s; infinite where it has no meaning (w <= 0). */
double shower_alpha_s(const struct shower_coupling *coupling, double log_t);

/* alpha_s(t) <= factor / (inverse + slope ln(t / t_c)) between t_c and the highest t. */
struct shower_bound {
    double inverse; /* 1 / alpha_s(t_c) */
    double slope, factor;
};

/* log_cutoff < log_highest, and alpha_s finite and above 0 between them. */
struct shower_bound shower_bound_create(const struct shower_coupling *coupling, double log_cutoff,
                                        double log_highest);

#endif

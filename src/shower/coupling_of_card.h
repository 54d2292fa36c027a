/* The strong coupling of the shower, its table and its bound (kernels/shower/alpha_s.h). */
#ifndef TESSERA_SHOWER_COUPLING_OF_CARD_H_HOST
#define TESSERA_SHOWER_COUPLING_OF_CARD_H_HOST

#include "pdf/alpha_s.h"

/* The coupling that is alpha_s at the scale m_z (GeV). order: loops, 1 or 2. thresholds: 0 for five flavours
 * at all scales, 1 for three to six, whose alpha_s meet at the masses of the quarks. soft: that of soft
 * gluons. */
struct alpha_s shower_coupling_create(double alpha_s, double m_z, int order, int thresholds, int soft);

/* alpha_s(t) <= factor / (inverse + slope ln(t / t_c)) between t_c and the highest t. */
struct shower_bound {
    double inverse; /* 1 / alpha_s(t_c) */
    double slope, factor;
};

/* The steps of ln t in the shower's table of alpha_s. The cubics err by 2e-10 of it where it is .4, and by
 * 7e-9 where it is 1, the most that a shower takes. */
#define SHOWER_COUPLING_STEP 0.05

/* The bound of what a table (pdf/table.h) has, and so of what kernels read, which take alpha_s at log_r2
 * above ln t. log_cutoff < log_highest. */
struct shower_bound shower_bound_create(const double *table, double log_r2, double log_cutoff,
                                        double log_highest);

#endif

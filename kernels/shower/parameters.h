/* The run-time numbers of the shower, in their order in memory: for the kernel that reads them and the host
 * that writes them (src/shower/). X-macros: SHOWER_PARAMETERS(X) calls X(name) for each. */
#ifndef TESSERA_SHOWER_PARAMETERS_H
#define TESSERA_SHOWER_PARAMETERS_H

#define SHOWER_PARAMETERS(X)                                                                                \
    X(cutoff)          /* t_c in GeV^2 */                                                                   \
    X(log_cutoff)      /* ln t_c */                                                                         \
    X(bound_inverse)   /* 1 / alpha_s at t_c, */                                                            \
    X(bound_slope)     /* d (1 / alpha) / d ln t and */                                                     \
    X(bound_factor)    /* factor f of the bound f / (bound_inverse + bound_slope ln(t / t_c)) of alpha_s */ \
    X(coupling_table)  /* where the table of alpha_s begins (alpha_s.h), */                                 \
    X(coupling_log_r2) /* ln k_R^2: it is that at k_R pT */

/* Where partons come in, these stand behind (beams.h, begin.h). */
#define BEAM_SHOWER_PARAMETERS(X)                                                                 \
    X(beam_cutoff)     /* t in GeV^2 down to which what touches a beam radiates, */               \
    X(beam_log_cutoff) /* and its logarithm */                                                    \
    X(beam_root_s)     /* of the beams, GeV */                                                    \
    X(beam_sign_first) /* -1: the first beam is one of antiparticles */                           \
    X(beam_sign_second)                                                                           \
    X(beam_charm2)    /* t at which the density of c begins, GeV^2; 0: below the cutoff */        \
    X(beam_bottom2)   /* t at which that of b begins; m^2 / k_F^2, both */                        \
    X(beam_log_f2)    /* ln k_F^2: densities are those at k_F pT */                               \
    X(beam_densities) /* where the table of densities begins, */                                  \
    X(beam_bounds)    /* where that of bounds does (beams_layout.h) */                            \
    X(beam_varied)    /* where that of variations does, if they reach into the shower (vary.h) */ \
    X(beam_exact)     /* 1: the first emission is that of the matrix element (beams_exact) */     \
    X(beam_start)     /* what t begins from, START_AUTO, ... (beams_layout.h) */                  \
    X(beam_log_start) /* ln t of the beginning, where that is fixed */                            \
    X(beam_limiting)  /* bits of the final legs that limit START_AUTO beside leptons (begin.h) */ \
    X(split_charm)    /* masses of c and b that gluons become, GeV */                             \
    X(split_bottom)                                                                               \
    X(merging_cores)      /* where the table of what merging ends at begins (merging.h), */       \
    X(merging_log_f2)     /* ln mu_F^2 of the matrix elements, GeV^2, */                          \
    X(merging_alpha_s)    /* 1 / alpha_s in these, */                                             \
    X(merging_least2)     /* square of the scale of merging, GeV^2, */                            \
    X(merging_inverse_d2) /* and 1 / D^2 of it */                                                 \
    X(jet_power)          /* of pT^2 in the distances of jets: -1 anti-kt, 0 Cambridge, 1 kt */   \
    X(jet_radius2)        /* R^2 */                                                               \
    X(jet_pt2_min)        /* GeV^2; of what counts as a jet, */                                   \
    X(jet_eta_max)        /* and of its pseudorapidity */

#endif

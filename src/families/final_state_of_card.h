/* Processes with massless final particles in a collision of two partons, or of
 * beams that collide as they are. They have in common on the host: cuts, flux,
 * phase space, densities (kernels/process/massless.h).
 */
#ifndef TESSERA_FAMILIES_FINAL_STATE_OF_CARD_H_HOST
#define TESSERA_FAMILIES_FINAL_STATE_OF_CARD_H_HOST

#include "process/variations_of_card.h"

struct final_state {
    const char *particle; /* "jet" or "photon" */
    int count;
    double root_s, pt_min, eta_max, dr_min; /* GeV */
    struct process_scales scales;
    int beams_fixed; /* no partons: the beams collide as they are */
    enum request_space space;
};

/* ENERGY of the kernel, the power of two next to the number of final particles: their energies are then near
 * one. */
double final_state_energy(int count);

/* Whether a scale is one that they have, a number or HT, which is MT of massless particles. */
int final_state_has_scale(ts_scale scale);

/* The lowest sum of their pT that the cuts allow, GeV. */
double final_state_lowest_ht(const struct final_state *final);

/* Reads energy, cuts and phase space of final particles whose kind, number and beams stand in `final`. Where
 * the card has no phase space it is `automatic`. Refuses one that they do not have, and cuts that leave the
 * cross section infinite or that nothing passes. */
ts_status final_state_read(ts_context *context, const ts_card *card, enum request_space automatic,
                           struct final_state *final);

/* Opens the card's set of densities, and lists its variations; refuses one that lacks any of these flavours.
 */
ts_status final_state_find_pdf(ts_context *context, const ts_card *card, const int *flavours,
                               size_t flavour_count, struct process *process);

/* Adds alpha_s, the densities of these partons and what varies to the process's tables, last of all; its
 * scales are read. `power`: that of alpha_s in the squared matrix element. */
ts_status final_state_add_tables(ts_context *context, const ts_card *card, struct final_state *final,
                                 const int *pdg, int count, int power, struct process *process);

/* Writes the numbers of MASSLESS_PARAMETERS, once the tables stand. */
void final_state_parameters(const struct final_state *final, double *parameters);

/* The logarithm of what is constant in d sigma but for the matrix element, in pb: flux, phase space,
 * identical particles. */
double final_state_log_unit(const struct final_state *final);

/* The program's constants. */
void final_state_write(const struct final_state *final, struct source *text);

/* The integrand's axes, and the sentence that tells of them; scales of records. */
void final_state_sampling(const ts_card *card, const struct final_state *final, struct process *process);

/* Says where the densities are extrapolated. */
void final_state_warn(ts_context *context, const struct final_state *final, const ts_pdf *pdf);

#endif

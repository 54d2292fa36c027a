/* What a card says of the parton shower. */
#ifndef TESSERA_SHOWER_SHOWER_OF_CARD_H_HOST
#define TESSERA_SHOWER_SHOWER_OF_CARD_H_HOST

#include "shower/coupling_of_card.h"
#include "shower/density_bounds.h"
#include "tessera/card.h"
#include "tessera/run.h"

struct shower {
    ts_shower settings;
    double log_highest;           /* ln of the largest t, GeV^2 */
    struct alpha_s coupling;      /* points into the set, where it is that of one */
    struct shower_bound bound;    /* once there is the table */
    struct density_scales scales; /* of partons that come in */
};

/* Reads the options of the shower of a system of energy `energy` (GeV). Where shower.enabled is false the
 * rest has no part and no meaning is asked of it.
 * @return TS_OK; TS_ERROR_INPUT where the energy is below twice the cut-off, or alpha_s at the cut-off is
 * above 1 or has no meaning */
ts_status shower_read(ts_context *context, const ts_card *card, double energy, struct shower *shower);

/* alpha_s of an emission, from ln t; infinite where it has no meaning. */
double shower_alpha_s(const struct shower *shower, double log_t);

/* Makes the table of alpha_s of all t, and finds its bound. free() it. */
ts_status shower_coupling_table(ts_context *context, struct shower *shower, double **table, size_t *length);

/* Makes that of variations, which multiply the scale by what lies between `least` and `most`. */
ts_status shower_varied_coupling(ts_context *context, const struct shower *shower, double least, double most,
                                 double **table, size_t *length);

/* Writes the numbers of SHOWER_PARAMETERS, in their order; zeros where there is no shower. `coupling`: where
 * the table of alpha_s begins. */
void shower_parameters(const struct shower *shower, double coupling, double *parameters);

/* Whether the card has options of a shower, and whether it asks by them for a shower. */
int shower_has_options(const ts_card *card);
int shower_is_asked(const ts_card *card);

/* What shower.start may be. */
#define SHOWER_STARTS \
    "auto, mass, power, a scale in GeV, such as 91.2, or an expression of final particles, such as pt(j1)"

/* Whether shower.start is neither a word nor a number, but an expression of final particles. */
int shower_start_is_expression(const ts_card *card);

/* Reads the options of the shower of partons that come in: as shower_read(), and between what scales these
 * densities are known. NULL: no beam has any.
 * @return also TS_ERROR_INPUT where there is no way from the highest to the lowest, or a start means nothing
 */
ts_status shower_read_beams(ts_context *context, const ts_card *card, double energy, const ts_pdf *pdf,
                            struct shower *shower);

/* Where the tables of that shower begin. */
struct shower_tables {
    double coupling, densities, bounds;
    double varied; /* where variations reach into it */
};

/* How many numbers that shower has, and writes them. `antiparticles`: whether a beam is of these. */
size_t shower_beam_numbers(void);
void shower_beam_parameters(const struct shower *shower, const ts_card *card, const int antiparticles[2],
                            const struct shower_tables *tables, double *parameters);

/* What merging by that shower is about. */
struct shower_merging {
    double cores;   /* where their table begins (kernels/shower/merging.h) */
    double muf;     /* GeV, of the matrix elements */
    double alpha_s; /* in these */
    double value, d;
};

/* Writes the numbers of merging. */
void shower_merging_parameters(const struct shower_merging *merging, double *parameters);

/* Lets legs of a channel alone limit the scale that a shower begins at beside leptons, a bit each; before
 * this all do. */
void shower_beam_limit(unsigned legs, double *parameters);

/* Gives masses [GeV] to the quarks that gluons become. */
void shower_beam_quarks(double charm, double bottom, double *parameters);

/* Refuses a card that asks for a shower of a process that has none. `name`: of the process. */
ts_status shower_refuse(ts_context *context, const ts_card *card, const char *name);

#endif

/** @file
 * Squared matrix elements at given phase-space points: what `tessera amplitude` does. */
#ifndef TESSERA_AMPLITUDE_H
#define TESSERA_AMPLITUDE_H

#include "card.h"
#include "parameter.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What an amplitude needs beside its momenta. Zero everywhere is a good default. */
typedef struct ts_amplitude_settings {
    size_t size;    /**< sizeof(ts_amplitude_settings), or 0: the fields of the first release (version.h) */
    double alpha_s; /**< the strong coupling, in the range of the option couplings.alpha_s;
                         0: that of the embedded PDF set at `scale` */
    double alpha;   /**< the electromagnetic coupling, in the range of the option couplings.alpha,
                         from which with G_F and m_Z the model's m_W follows; 0: 1/132.507 */
    double scale;   /**< renormalisation scale in GeV; 0: 91.188 */
    const char *helicities; /**< one '+' or '-' per particle, incoming first ("--+++"), '0' for a scalar and,
                                 as well, for a massive vector; '2' and '=' for 2 and -2 of spin 2: this
                                 configuration alone, without the average over helicities; NULL: summed over
                               final, averaged over initial ones */
    const char *precision;  /**< "single" or "double"; NULL: double */
    const char *device;     /**< as --device; NULL: the default */
    const char *colour;     /**< "leading" or "full"; NULL: leading for gluons alone, full for the rest */
    const ts_card *card;    /**< whose `model` and `couplings` count, as for ts_model_create(); a coupling
                                 that is also given above is refused; NULL: the defaults */
} ts_amplitude_settings;

/** What was computed. */
typedef struct ts_amplitude_info {
    char process[128];  /**< in its normal form: "g g > g g g" */
    char includes[256]; /**< a sentence: sums, averages, colour, symmetry factor */
    char device[128];
    char precision[16];
    size_t coupling_count;
    ts_parameter couplings[TS_COUPLINGS_MOST]; /**< couplings, masses and widths with a part in the process */
} ts_amplitude_info;

/** Evaluates the squared matrix element, summed over final and averaged over
 * initial helicities and colours, without a symmetry factor for identical
 * particles, in GeV^(4 - 2 n_final).
 * @param process as in a card: "g g > g g g", "u d~ > e+ ve g", "g g > t t~ QED=0": particles, no labels
 * @param settings NULL: the defaults
 * @param particles how many particles each point holds; it must be what the process has
 * @param momenta [points][particles][4]: E, px, py, pz in GeV; incoming particles first, with their
 *        physical (positive) energies. They are conserved, and on the mass shells of the model to seven
 *        digits
 * @param matrix_element_squared [points], receives the values
 * @param info receives what was computed; may be NULL
 * @return TS_OK; TS_ERROR_INPUT where the process, settings or number of particles are wrong;
 *         TS_INTERRUPTED, TS_ERROR_COMPILE, TS_ERROR_DEVICE, TS_ERROR_MEMORY. TS_ERROR_NUMERIC, naming
 *         the point, where a value is not finite (collinear momenta) */
TS_API ts_status ts_amplitude_evaluate(ts_context *context, const char *process,
                                       const ts_amplitude_settings *settings, size_t particles,
                                       const double *momenta, size_t points, double *matrix_element_squared,
                                       ts_amplitude_info *info);

#ifdef __cplusplus
}
#endif
#endif

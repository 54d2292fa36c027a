/** @file
 * New weights for the events of files, and their squared matrix elements. */
#ifndef TESSERA_REWEIGHT_H
#define TESSERA_REWEIGHT_H

#include "card.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A weight that events are to have beside their own. */
typedef struct ts_reweight_choice {
    const char *name;    /**< in the file; letters, digits and . _ - + = : * / ^ ( ) ~ */
    const ts_card *card; /**< model, process, orders, scales, densities and alpha_s that the weight is for */
    double mur, muf;     /**< factors of the scales of renormalization and factorization; 0: 1 */
} ts_reweight_choice;

/** How events get weights. */
typedef struct ts_reweight_settings {
    size_t size; /**< sizeof(ts_reweight_settings), or 0: the fields of the first release (version.h) */
    const ts_card *card; /**< what the events are of. With a `process` each event is one of its subprocesses,
                              decays included; without one its process is what its particles say */
    const ts_reweight_choice *choices; /**< [choice_count] */
    size_t choice_count;
    const char *polynomial; /**< "ctg,cqq=0.5": inputs of the model in which |M|^2 is a polynomial of second
                                 degree, each perhaps with a size that suits it (1 else); NULL: none */
    const char *device;     /**< as --device; NULL: the default */
    int of_file_helicities; /**< 1: |M|^2 for the helicities of the file; 0: summed over */
    int keep_unknown;       /**< 1: events of processes that are not known stay, with weight 0 */
    int replace;            /**< 1: a file that is there already is replaced */
    double checkpoint_seconds; /**< time between checkpoints, each added to the file `to`.checkpoint, which is
                                  left where the work is stopped; 0: none */
    int resume; /**< 1: go on from the checkpoint beside `to`, where there is one, to the same bytes. Without
                   it one that is there is refused, unless `replace` is 1 */
    int each_helicity; /**< 1: ts_event_amplitudes() has a row for each choice of helicities that does not
                          vanish */
} ts_reweight_settings;

/** What a weight of a choice came to. */
typedef struct ts_reweight_summary {
    uint64_t events;
    double cross_section, error; /**< pb; NAN: the file has no cross section */
    double ratio, spread;        /**< of new to old weights: mean, and standard deviation over the mean */
    double effective_before, effective; /**< effective numbers of events, (sum w)^2 / sum w^2 */
    double largest;                     /**< share of the largest weight in the sum of their sizes */
    double heaviest;                    /**< share of the heaviest hundredth of all events in it */
    uint64_t impossible,
        first_impossible;            /**< events for which |M|^2 of the old card is 0; their weight is 0 */
    uint64_t unknown, first_unknown; /**< events of processes that are not known; their weight is 0 */
} ts_reweight_summary;

/** Writes a copy of a Les Houches or LHEH5 file with more weights for each event. Each is the event's own
 * weight times the ratio of squared matrix elements, densities and powers of alpha_s. All else stays as it
 * is.
 *
 * A polynomial of n inputs gives 1 + n + n (n + 1) / 2 weights, "polynomial:1", "polynomial:ctg",
 * "polynomial:ctg*ctg", the coefficients of the event's weight as a function of the inputs.
 * @param path the file, whichever program wrote it
 * @param to the copy, of the same format; compressed where its name ends with .gz
 * @param summaries [choice_count], receives what came out; may be NULL
 * @return TS_OK; TS_ERROR_INPUT where the file, a card or the settings are wrong, or an event's process is
 * not known; TS_ERROR_FILE where `to` cannot be written; TS_ERROR_NUMERIC where |M|^2 is no polynomial of
 *         second degree; TS_INTERRUPTED, after which there is no copy; TS_ERROR_MEMORY, TS_ERROR_COMPILE,
 *         TS_ERROR_DEVICE */
TS_API ts_status ts_reweight(ts_context *context, const char *path, const char *to,
                             const ts_reweight_settings *settings, ts_reweight_summary *summaries);

/** The squared matrix element of an event of a file. */
typedef struct ts_event_amplitude {
    uint64_t place;      /**< in the file, from 1 */
    const char *process; /**< "u u~ > e+ e- g"; its particles' codes where it is not known */
    double alpha_s;
    double matrix_element_squared; /**< GeV^(4 - 2 n_final); NAN: the process is not known */
    const char *helicities; /**< "+-0-", of each particle of `process`, 2 and = being 2 and -2, where each
                                 choice has a row: |M|^2 is then that of this choice, averaged over colours
                                 alone; "" where helicities are summed, or the file's */
} ts_event_amplitude;

/** Receives some rows that follow one another. A return value other than 0 ends the reading. */
typedef int ts_event_amplitude_visit(const ts_event_amplitude *list, size_t count, void *data);

/** Evaluates the squared matrix element of every event of a Les Houches or LHEH5 file.
 *
 * The strong coupling is the card's, where it gives one, else the event's own, else that of the densities.
 * Sums and averages are those of ts_amplitude_evaluate().
 * @param settings whose card, device, of_file_helicities and keep_unknown count
 * @return as ts_reweight() */
TS_API ts_status ts_event_amplitudes(ts_context *context, const char *path,
                                     const ts_reweight_settings *settings, ts_event_amplitude_visit *visit,
                                     void *data);

/** Writes these into a file, an event a row, which appears when it is whole.
 *
 * HDF5: a dataset "amplitudes" with the columns that its attribute "properties" names, event, process,
 * alpha_s and matrix_element_squared. A process is a number, from 0 on, in the list of the attribute
 * "processes". Where each choice of helicities has a row, a column "helicities" at the end is a number in the
 * list of that name. NumPy: a structured array of event, alpha_s and matrix_element_squared, then of 16
 * bytes of helicities. NAN: the process is not known.
 * @param to its name ends with .hdf5, .h5 or .npy
 * @param settings as for ts_event_amplitudes(); `replace` counts too
 * @return as ts_reweight() */
TS_API ts_status ts_event_amplitudes_write(ts_context *context, const char *path, const char *to,
                                           const ts_reweight_settings *settings);

#ifdef __cplusplus
}
#endif
#endif

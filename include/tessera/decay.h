/** @file
 * Decays of the particles of files of events, with the correlations of their spins. */
#ifndef TESSERA_DECAY_H
#define TESSERA_DECAY_H

#include "card.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How particles of events decay. */
typedef struct ts_decay_settings {
    size_t size;         /**< sizeof(ts_decay_settings), or 0: the fields of the first release (version.h) */
    const ts_card *card; /**< has `decay`, model, orders and `integration.seed`; with a `process` each event
                            is one of its subprocesses, without one its process is what its particles say */
    const char *device;  /**< as --device; NULL: the default */
    int without_spins;   /**< 1: decays are flat in phase space */
    int replace;         /**< 1: a file that is there already is replaced */
    double window;       /**< widths that a mass may be off its own, 1 to 100; 0: 15 */
    int of_file_helicities; /**< 1: particles of the file that do not decay have its helicities, where it has
                               them; 0: helicities are summed over */
    double checkpoint_seconds; /**< time between checkpoints, each added to the file `to`.checkpoint, which is
                                  left where the work is stopped; 0: none */
    int resume;          /**< 1: go on from the checkpoint beside `to`, where there is one, to the same bytes.
                              Without it one that is there is refused, unless `replace` is 1 */
    int draw_helicities; /**< 1: SPINUP of what does not decay further is drawn by |M|^2 of each choice; 0: it
                            is that of the one choice that contributes, or 9 */
} ts_decay_settings;

/** What came of the decays of a file. */
typedef struct ts_decay_summary {
    uint64_t events, decayed;    /**< of the file, and those of which a particle has decayed */
    double branching;            /**< mean share of the total widths that the decays of an event have */
    double branching_error;      /**< of its integration; 0 where all decays are into two particles */
    double cross_section, error; /**< pb, of the new file; NAN: the old one has none */
    double trials;               /**< mean number of an event */
    uint64_t beyond;             /**< events that were more likely than the largest that was scouted */
    double worst;                /**< the largest of these ratios; 1 where there is none */
    double missing; /**< of the events, the share that lacks for this: these stand for as many of their kind
                       as the ratio says, and are one each */
} ts_decay_summary;

/** Writes a copy of a Les Houches or LHEH5 file in which particles have decayed.
 *
 * Momenta of products follow the squared matrix element of production and decays together, over that of the
 * production, by hit or miss. Masses of what decays follow Breit and Wigner within a window. What has
 * decayed stays in the list with the status 2, and products follow at its end. Weights and cross sections are
 * multiplied with the branching ratios.
 * @param path the file, whichever program wrote it
 * @param to the copy, of the same format; compressed where its name ends with .gz
 * @param summary receives what came out; may be NULL
 * @return TS_OK; TS_ERROR_INPUT where the file, the card or the settings are wrong, or an event's process is
 *         not known; TS_ERROR_FILE where `to` cannot be written; TS_INTERRUPTED, after which there is no
 * copy; TS_ERROR_NUMERIC, TS_ERROR_MEMORY, TS_ERROR_COMPILE, TS_ERROR_DEVICE */
TS_API ts_status ts_events_decay(ts_context *context, const char *path, const char *to,
                                 const ts_decay_settings *settings, ts_decay_summary *summary);

#ifdef __cplusplus
}
#endif
#endif

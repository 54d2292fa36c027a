/** @file
 * Files of events: what is in them, one event after the other, and whether it is sound.
 *
 * Formats: Les Houches event files (1 to 3, compressed by gzip or not), LHEH5 (2), HepMC3's text ("Asciiv3"),
 * whichever program wrote them. Files are read from front to end in a small memory. */
#ifndef TESSERA_EVENTS_H
#define TESSERA_EVENTS_H

#include "context.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a particle is to the balance of its event. */
typedef enum ts_event_role {
    TS_EVENT_OTHER,    /**< has decayed, or is a beam of which only a parton collides */
    TS_EVENT_INCOMING, /**< comes in with its momentum */
    TS_EVENT_OUTGOING  /**< goes out with its momentum */
} ts_event_role;

/** A particle as the file has it. */
typedef struct ts_event_particle {
    int pdg;
    int status; /**< the format's: -1, 1, 2 of Les Houches, 4, 21, 1 of HepMC */
    ts_event_role role;
    int mothers[2];          /**< places in the event, from 1; 0: none */
    int colours[2];          /**< numbers of its colour and its anticolour line; 0: none */
    double e, x, y, z, mass; /**< GeV */
    double helicity;         /**< 9: unknown */
} ts_event_particle;

/** An event. What it points to is good until the next one is read. */
typedef struct ts_event {
    uint64_t place;  /**< in the file, from 1 */
    uint64_t number; /**< of the run that made it, as `tessera run --event` takes it, where */
    int numbered;    /**< the file has such numbers */
    uint64_t line;   /**< of the file, where it begins; 0: the file has no lines */
    int process;     /**< as the list of processes numbers them */
    double weight;   /**< as it stands in the file */
    double trials;   /**< events generated for it; 1 where the format has no such number. 0: it is a
                        further configuration of the event before it, and their weights belong
                        together */
    double scale, alpha, alpha_s; /**< GeV; of Les Houches -1: unknown; 0: not in the file */
    size_t particle_count;
    const ts_event_particle *particles;
    const double *weights;   /**< [weight_count of the file], of variations; NAN: missing for this event */
    double scale_f, scale_r; /**< GeV, of factorization and renormalization; 0: the event does not say */
} ts_event;

/** A process that events of a file are of. */
typedef struct ts_event_process {
    int number;
    char name[128];              /**< "": the file does not say */
    double cross_section, error; /**< pb */
    double largest;              /**< largest weight, or LHEH5's unitWeight */
} ts_event_process;

/** What stands at the head of a file. */
typedef struct ts_event_head {
    const char *format;  /**< as events.format of a card has it */
    char version[32];    /**< of the format */
    char generator[128]; /**< "" where the file does not say */
    int beams[2];        /**< PDG codes; 0: unknown, as of HepMC's files until the first event */
    double energies[2];  /**< GeV */
    int density_sets[2]; /**< LHAPDF's numbers; 0: none */
    int weighting;       /**< IDWTUP of Les Houches; 0: the format has none */
    size_t process_count;
    const ts_event_process *processes; /**< [process_count] */
    size_t weight_count;               /**< weights of variations */
    const char *const *weight_names;   /**< [weight_count] */
    double cross_section, error;       /**< pb, of all processes, or of the last event read; NAN: not known */
    int matched; /**< whether the head says that its events are of next-to-leading order, matched to a shower
                  */
} ts_event_head;

/** Opaque: a file that is read. */
typedef struct ts_event_file ts_event_file;

/** Opens a file and reads its head. The format is found in its content.
 * @return TS_OK; TS_ERROR_FILE where it cannot be read; TS_ERROR_INPUT where it is of no such format, or
 *         damaged: a sentence with file and line */
TS_API ts_status ts_event_file_open(ts_context *context, const char *path, ts_event_file **file);

/** The head; owned by the file. */
TS_API const ts_event_head *ts_event_file_head(const ts_event_file *file);

/** Reads the next event.
 * @param event receives NULL behind the last
 * @return as ts_event_file_open(); TS_INTERRUPTED */
TS_API ts_status ts_event_file_next(ts_context *context, ts_event_file *file, const ts_event **event);

/** Closes a file and sets the handle to NULL. */
TS_API void ts_event_file_close(ts_event_file **file);

/** Something that is wrong with a file. */
typedef struct ts_event_fault {
    uint64_t count;     /**< events that have it */
    uint64_t first;     /**< place of the first of them; 0: none has */
    char sentence[200]; /**< what is wrong with the first of them */
} ts_event_fault;

/** What ts_events_survey() looks for. */
enum {
    TS_FAULT_MOMENTUM, /**< what comes in does not go out */
    TS_FAULT_MASS,     /**< E^2 - p^2 is not the square of the mass */
    TS_FAULT_COLOUR,   /**< a colour line does not have two ends, or a particle not its own number of lines */
    TS_FAULT_WEIGHT,   /**< a weight of zero, or of a variation that is missing */
    TS_FAULT_PROCESS,  /**< a process that the head does not list */
    TS_FAULTS
};

/** One process of a survey. */
typedef struct ts_event_share {
    int number; /**< as ts_event_process has it */
    uint64_t events;
    double sum_w, sum_w2; /**< of its weights and their squares */
} ts_event_share;

/** A whole file in numbers. ts_event_survey_destroy() frees it. */
typedef struct ts_event_survey {
    uint64_t events;
    size_t particles_least, particles_most; /**< of an event */
    double sum_w, sum_w2;                   /**< of the weights and their squares */
    double sum_trials;                      /**< events tried for those of the file */
    double smallest, largest;               /**< sizes of weights */
    uint64_t common;                        /**< events whose weight has the smallest size */
    uint64_t negative;
    double cross_section, error;           /**< pb, from the weights; NAN: they do not say */
    double head_cross_section, head_error; /**< pb, that of the head; NAN: none */
    double worst_momentum;                 /**< of the sums of momenta, over the energy that comes in */
    double worst_mass;                     /**< |E^2 - p^2 - m^2| / E^2 */
    ts_event_fault faults[TS_FAULTS];
    size_t share_count;
    ts_event_share *shares; /**< [share_count] */
    size_t weight_count;    /**< weights of variations */
    double *sums;           /**< [weight_count] of each variation */
    int sums_agree; /**< whether the cross section of the weights, and each process' part, is that of the head
                      within four errors; 1 too where nothing can be compared */
    char sums_sentence[200]; /**< where they do not */
} ts_event_survey;

/** The size up to which momenta and masses (worst_momentum, worst_mass) count as kept. */
#define TS_EVENT_TOLERANCE 1e-6

/** Reads all that is left of a file.
 * @return as ts_event_file_next() */
TS_API ts_status ts_events_survey(ts_context *context, ts_event_file *file, ts_event_survey *survey);

/** Frees what a survey holds; the struct is the caller's. */
TS_API void ts_event_survey_destroy(ts_event_survey *survey);

/** Writes the events of a Les Houches or LHEH5 file in another format (docs/events.md).
 * @param format "lhe", "lhe.gz", "lheh5" or "hepmc3"
 * @return TS_OK; TS_ERROR_INPUT where it cannot be read, or not be converted; TS_ERROR_FILE where `to` cannot
 * be written; TS_ERROR_MEMORY, TS_INTERRUPTED */
TS_API ts_status ts_events_convert(ts_context *context, const char *path, const char *format, const char *to);

#ifdef __cplusplus
}
#endif
#endif

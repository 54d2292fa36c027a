/** @file
 * From a card to a cross section: what `tessera run` does. */
#ifndef TESSERA_RUN_H
#define TESSERA_RUN_H

#include "card.h"
#include "events.h"
#include "observable.h"
#include "parameter.h"
#include "progress.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a run needs beside its card. Zero everywhere is a good default. */
typedef struct ts_run_settings {
    size_t size;        /**< sizeof(ts_run_settings), or 0: the fields of the first release (version.h) */
    const char *device; /**< as ts_device_list() names them, such as "cpu" or "cuda:1"; NULL: the first CUDA
                           GPU, else the CPU */
    int threads;        /**< CPU threads; 0: all there are */
    ts_progress_function *progress; /**< told how far it is; NULL: nobody is */
    void *progress_data;            /**< handed through to it */
    const char *folder; /**< folder of the result, where files of events are before ts_run() returns; NULL for
                         * a card without events */
    int keep_others;    /**< 1: fail before any work where result.json in `folder` is another card's, or a
                         * checkpoint is there from which the run does not go on */
    int no_report;      /**< 1: ts_result_write() writes no report.html */
    int resume; /**< 1: go on from the checkpoint in `folder`, where there is one, with the bits of a run
                   that never stopped */
    double checkpoint_seconds; /**< time between checkpoints, which are written into `folder` and removed by
                                  ts_result_write(); the last one when the run is interrupted. 0: none */
    const char *grids; /**< a folder of ts_learn(), from whose grids the run begins, in place of a warm-up;
                          NULL: none. TS_ERROR_INPUT where they are of another card */
} ts_run_settings;

/** The parton shower of a run, as docs/cards.md describes its options. */
typedef struct ts_shower {
    int enabled;    /**< 0: there is none, and the rest is 0 */
    double alpha_s; /**< at the mass of the Z boson */
    int order;      /**< loops of its running; 0: it is that of the set of densities */
    int thresholds; /**< whether the flavours of its running depend on the scale */
    double cutoff;  /**< GeV: the least transverse momentum of an emission */
    int max_partons;
    int variations;                /**< whether variations of scales and densities reach into it */
    double renormalization_factor; /**< of the scale of alpha_s */
} ts_shower;

/** The single events of a run, written to a file. */
typedef struct ts_events {
    int file;         /**< 1: files were written */
    int failed;       /**< 1: it could not be, and the status of ts_run() says why */
    uint64_t tried;   /**< events generated for it */
    uint64_t written; /**< events that the files hold */
    uint64_t above;   /**< of events by hit or miss, how many have a weight above 1 */
    double worst;     /**< the largest of these weights; 0: none */
    uint64_t limited; /**< events written whose shower shower.max_partons ended */
    char files[128];  /**< names of the files, separated by one space: "events.hepmc3" */
} ts_events;

/** A subprocess of a run, or several with one matrix element: what it adds to the cross section. */
typedef struct ts_subprocess_result {
    char name[128];      /**< the first of them: "g u > e+ e- u" */
    double value, error; /**< pb */
    uint64_t generated, accepted;
} ts_subprocess_result;

/** A process of a sum: a multiplicity of a range ("p p > e+ e- 0..2 j"), or an entry of a list. */
typedef struct ts_multiplicity {
    char process[128];   /**< in its normal form: "p p > e+ e- j" */
    int jets;            /**< of its final particles, at most */
    double value, error; /**< pb */
    uint64_t generated, accepted;
    size_t first, count; /**< place and number of its subprocesses in the list of all */
    uint64_t written;    /**< events of it that the files hold */
    double kept;         /**< expected share of its events tried that hit or miss keeps; 0: not known */
} ts_multiplicity;

/** A channel of phase space of a subprocess: one of the integrals whose sum that is. */
typedef struct ts_channel_result {
    size_t subprocess;   /**< place in the list of subprocesses */
    double value, error; /**< pb */
    size_t iterations;   /**< how many of the result's are of it, in their order */
} ts_channel_result;

/** A cross section with all colours in two stages. The first is at leading colour; the second is the mean
 * ratio of both squared matrix elements, over some of its events. */
typedef struct ts_full_colour {
    int stages;           /**< 2; 0: the run has no second stage, and the rest is 0 */
    double value, error;  /**< pb: the first stage, at leading colour */
    double ratio;         /**< mean of the squared matrix element over that at leading colour */
    double ratio_error;   /**< of the mean */
    double ratio_spread;  /**< standard deviation of the ratio from event to event */
    double ratio_largest; /**< the largest that was found */
    uint64_t survivors;   /**< unweighted events that were looked at; 0: interrupted before that */
    uint64_t tried;       /**< events generated for them */
    uint64_t not_finite; /**< of the survivors, those whose ratio is not a finite number: they do not count */
    double seconds;      /**< of the second stage */
} ts_full_colour;

/** The cross section with other scales or densities, from the same events. */
typedef struct ts_variation {
    char name[128];      /**< as in files: "MUR=0.5_MUF=1_LHAPDF=10042" */
    double mur, muf;     /**< factors of both scales */
    int member;          /**< of the set of densities */
    double value, error; /**< pb */
    double spread;       /**< standard deviation, over their mean, of what the weights of events that a shower
                            varies too are multiplied with; 0: not known */
} ts_variation;

/** What variations make together of the cross section. */
typedef struct ts_spread {
    int known;        /**< 0: there are none, and the rest is 0 */
    double low, high; /**< pb */
} ts_spread;

/** The importance grid of a process, or of a channel of one of its subprocesses, as the run left it. */
typedef struct ts_grid {
    size_t axes, bins;
    double *widths; /**< [axes][bins], of the bins along each axis of the unit cube; NULL: not known */
} ts_grid;

/** The result of a run. Owned by the caller; ts_result_destroy() frees it. */
typedef struct ts_result {
    char process[128]; /**< in its normal form */
    char device[128];
    char precision[16];   /**< single, double or mixed */
    char pdf[256];        /**< the name of the set, or "none" */
    int pdf_member;       /**< 0: the central one */
    char pdf_source[512]; /**< where it came from: "embedded", or the folder */
    char sampling[256];   /**< a sentence: phase space, axes, sub-cubes */
    uint64_t seed;
    double value, error; /**< pb */
    double chi2_per_dof;
    double largest_share; /**< of the counted events' weights, the largest one's part of their sum */
    int converged;        /**< the error is as small as was asked for, and nothing speaks against it */
    int interrupted;
    char objection[160]; /**< what speaks against the error; empty: nothing */
    uint64_t generated, accepted, not_finite;
    uint64_t counted;          /**< events generated in iterations that count */
    uint64_t repeated;         /**< events that mixed precision repeated in double */
    uint64_t limited;          /**< events whose shower shower.max_partons ended; 0 without histograms */
    uint64_t first_not_finite; /**< number of the first event that is not finite, where not_finite > 0 */
    size_t coupling_count;
    ts_parameter couplings[TS_COUPLINGS_MOST]; /**< couplings, masses and widths with a part in the process;
                                                  NAN: changes from event to event */
    ts_shower shower;
    double seconds_total;  /**< of the whole call */
    double seconds_device; /**< of the total, the driver's: until the device is open */
    double seconds_compile, seconds_integrate, seconds_write;
    size_t iteration_count;
    ts_iteration *iterations; /**< [iteration_count], in pb */
    size_t histogram_count;
    ts_histogram *histograms; /**< [histogram_count], in the order of the card */
    ts_events events;
    ts_card
        *card; /**< what the run was made of: each option with a part in it, defaults too; the result's own */
    size_t subprocess_count;            /**< 0: the process is one */
    ts_subprocess_result *subprocesses; /**< [subprocess_count] */
    size_t *subprocess_iterations;   /**< [subprocess_count], how many of `iterations` are of each, in their
                                        order */
    size_t grid_count;               /**< one, or that of channels */
    ts_grid *grids;                  /**< [grid_count] */
    int no_report;                   /**< 1: ts_result_write() writes no report.html */
    size_t variation_count;          /**< 0: the card asks for none */
    ts_variation *variations;        /**< [variation_count] */
    ts_spread scales;                /**< the least and the largest cross section of all scales */
    ts_spread densities;             /**< ts_pdf_uncertainty(): one standard deviation down and up */
    char error_type[32];             /**< how members make that, ts_pdf_facts; "" without */
    size_t varied_histogram_count;   /**< of all variations: histogram_count times variation_count */
    ts_histogram *varied_histograms; /**< histograms of variations, the first one's first:
                                      * "/tessera/ht[MUR=0.5_...]" */
    uint64_t lost_variations;    /**< weights of variations that counted as zero, not being finite or above
                                    256 times the largest weight */
    ts_full_colour full_colour;  /**< how all colours came about, where that took two stages */
    int ranks;                   /**< processes that computed it together */
    ts_bands *bands;             /**< [histogram_count] of the variations; NULL: there are none */
    size_t channel_count;        /**< 0: the process is no sum of subprocesses */
    ts_channel_result *channels; /**< subprocess by subprocess */
    /** Mean weight over the median of bootstrapped maxima (arXiv:2001.10028), of events by hit or miss with
     * events.overweight. It is the share kept if none had a weight above 1; 0: not looked for. */
    double efficiency_bootstrapped;
    size_t multiplicity_count;       /**< 0: the process is no sum of several */
    ts_multiplicity *multiplicities; /**< [multiplicity_count], in the order of the card */
    double chi2_probability; /**< of iterations that differ by chance alone to scatter as these do, or more */
    char learned_grids[20];  /**< a number of the learned grids from which the run began; empty: it learned by
                                itself */
    char default_cuts[240];  /**< cuts by default that count on products of decays, or without hadrons:
                              * "cuts.lepton.pt_min 20 GeV, ..."; empty: none */
    int both_signs;          /**< 1: weights have both signs, as those of interference alone do */
    uint64_t written_negative; /**< events of the files whose weight is below zero */
    double negative_share;     /**< expected share of those, of unweighted events of both signs; else 0 */
    char model[64];            /**< name of the model; empty: the process is none of a model */
    char model_table[20];      /**< a number of the file of its table; empty: it is compiled */
    char model_card[20];       /**< one of its parameter card; empty: there is none */
    char model_values[20];     /**< one of the values of all its parameters */
    size_t event_parts;        /**< N: events.files stands for a file of each multiplicity, "events.lhe" for
                                * "events-0.lhe" to "events-(N-1).lhe"; 0: for itself */
    uint64_t capped;           /**< events whose shower left a weight of a variation that was capped */
    uint64_t vetoed;           /**< events that merging leaves no weight, for their shower emits something
                                  else */
    uint64_t unordered;        /**< events of merging whose history the shower does not make */
    uint64_t unclustered;      /**< events of merging without a history */
    uint64_t exceeded;         /**< events whose shower met a ratio of densities above its bound */
    double effective_events;   /**< of the events written, (sum w)^2 / sum w^2: how many of weight one are as
                                  good */
    double exceeded_share;     /**< part that the `exceeded` events have in the weights of all that count */
    double factorization_factor; /**< of the scale of densities in the shower; 0 where no parton comes in */
    double beam_cutoff; /**< GeV: the least transverse momentum of emissions that touch a beam, which ends
                           where its densities begin; 0 where no parton comes in or nothing showers */
} ts_result;

/** Whether the error of a subprocess is at most a tenth of its value. A result may be converged beside some
 * that are not precise: what is asked for is the error of the sum. */
TS_API int ts_subprocess_is_precise(const ts_subprocess_result *subprocess);

/** Learns the grids of a card: runs its warm-up, and writes what that found into a folder, grids.json and
 * card.yaml. Runs that begin with them (ts_run_settings.grids) need no warm-up. With the same seed they have
 * the bits of a run that learned by itself. Seed, events and integration.relative_error, events and
 * max_events may be others there.
 * @param settings device, threads and progress count; NULL: the defaults
 * @param folder made where it is not there; what grids it holds are replaced
 * @return TS_OK; statuses as of ts_run() */
TS_API ts_status ts_learn(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                          const char *folder);

/** Runs a card.
 * @param settings NULL: the defaults
 * @param result receives the result on TS_OK, TS_NOT_CONVERGED (the limit of
 *        events came first) and TS_INTERRUPTED (but NULL where no iteration was
 *        complete by then). So it does where all went well but the file of
 *        events (events.failed); it is NULL on other statuses
 * @return those, or TS_ERROR_INPUT, _FILE, _MEMORY, _COMPILE, _DEVICE, _NUMERIC */
TS_API ts_status ts_run(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                        ts_result **result);

/** Compiles the CPU's program of a card ahead of time, for a package. Where the program
 * lies in `folder` of an installation, the card runs without a compiler.
 * @param level an instruction level as -march names it ("x86-64-v3"); NULL: this machine's
 * @param folder where to; it is made
 * @return TS_OK, or TS_ERROR_INPUT, _FILE, _MEMORY, _COMPILE */
TS_API ts_status ts_compile(ts_context *context, const ts_card *card, const char *level, const char *folder);

/** An event of a run, made again by its number. ts_event_again_destroy() frees it. */
typedef struct ts_event_again {
    uint64_t number;    /**< as files of events have it */
    char process[128];  /**< flavours: "g u~ > e+ e- u~"; of events that showered those of the card */
    int channel;        /**< number of the part of the sum, from 0 */
    char of[128];       /**< the subprocess, or the first of several, that this part is */
    uint64_t of_number; /**< number among the events of that part, by which random numbers go */
    double weight;      /**< pb, over the events tried, of the first configuration that has one; 0: it fails
                           a cut, and nothing below is known */
    double largest;     /**< pb: what hit or miss was against */
    double kept;        /**< weight by hit or miss; 0: the event is not in the file */
    double scale, scale_r;         /**< GeV, of factorization and renormalization; 0: nothing depends on it */
    double alpha, alpha_s;         /**< 0: nothing depends on it */
    double matrix_element_squared; /**< as ts_amplitude_evaluate() gives it, in double precision; NAN: not
                                      known */
    char problem[400];             /**< why not; empty: it is */
    size_t particle_count;
    ts_event_particle *particles; /**< as Les Houches files have them */
} ts_event_again;

/** Makes one event of a run again: the integral, with the same bits, and then this event alone. The card is
 * that of the run (card.yaml beside its files), as its events depend on every option.
 * @return TS_OK; TS_ERROR_INPUT where the card has no events, or none of this number; and as ts_run() */
TS_API ts_status ts_run_event(ts_context *context, const ts_card *card, const ts_run_settings *settings,
                              uint64_t number, ts_event_again *event);

/** Frees what it holds; the struct is the caller's. */
TS_API void ts_event_again_destroy(ts_event_again *event);

/** Frees a result and sets the handle to NULL. */
TS_API void ts_result_destroy(ts_result **result);

/** The result as the JSON text of result.json; free() it. NULL: not enough memory. */
TS_API char *ts_result_json(const ts_result *result);

/** Makes the folder (and its parents) and writes result.json and, where there are
 * histograms, histograms.yoda. It writes report.html, the page of ts_result_report() (plot.h), and card.yaml,
 * the result's card, with which `tessera run` gives the same bits. All are written under other names first.
 * After a failure the older result stands as it was, unless the last step failed, the rename of result.json.
 * Sets the result's seconds_write.
 * @return TS_OK, TS_ERROR_FILE or TS_ERROR_MEMORY */
TS_API ts_status ts_result_write(ts_context *context, ts_result *result, const char *folder);

/** What results of one card with different seeds are together. */
typedef struct ts_merged {
    size_t runs;
    double value, error; /**< pb */
    double chi2;         /**< between the runs */
    size_t degrees_of_freedom;
    double p_value;   /**< the probability that runs which differ by chance alone differ as much, or more */
    uint64_t counted; /**< events that count */
    uint64_t written; /**< events in its files */
    char files[128];  /**< names of the files, separated by one space */
    char *json;       /**< the text of its result.json; free() it */
} ts_merged;

/** Makes one result of those in `folders`, runs of one card with different seeds. Cross section,
 * histograms and events count each run by its events that count. It is written into `out` like that of a
 * run, and can be merged again, in any order. Folders that are read are locked against runs that write.
 * @return TS_OK; TS_NOT_CONVERGED where the runs do not agree, or none reached the precision that its card
 * asks for and neither do all together; TS_ERROR_INPUT where they do not belong together, with the
 *         difference, where one cannot be read, or where `out` is one of the folders; TS_ERROR_FILE where
 *         `out` cannot be written; TS_ERROR_MEMORY, TS_INTERRUPTED */
TS_API ts_status ts_result_merge(ts_context *context, const char *out, const char *const *folders,
                                 size_t count, ts_merged *merged);

/** A lock that makes a folder one's own: opaque; made by ts_folder_lock_create(). */
typedef struct ts_folder_lock ts_folder_lock;

/** Makes the folder and takes it for a run, so that no other writes into it. The lock is the kernel's
 * (flock): it ends with the process, however that ends. @return TS_OK; TS_ERROR_FILE where another process
 * has it, with its number, or where the folder cannot be written; TS_ERROR_MEMORY */
TS_API ts_status ts_folder_lock_create(ts_context *context, const char *folder, ts_folder_lock **lock);

/** Gives the folder free and sets the handle to NULL. Folders that the lock made go again where they are
 * empty. */
TS_API void ts_folder_lock_destroy(ts_folder_lock **lock);

/** Fails early, before any work, where ts_result_write() would. It tries the folder
 * and a file in it, and removes what it made: a run that is refused leaves nothing.
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_FILE */
TS_API ts_status ts_result_check_folder(ts_context *context, const char *folder);

/** Fails where files in the folder would be replaced that no run is known to have left. These are card.yaml,
 * histograms.yoda, report.html or files of events, without a result or a checkpoint beside them. To be
 * asked before the folder is locked.
 * @return TS_OK or TS_ERROR_INPUT */
TS_API ts_status ts_result_check_others(ts_context *context, const char *folder);

#ifdef __cplusplus
}
#endif
#endif

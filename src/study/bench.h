/* What the studies of `tessera bench` share: one file each, with one row in bench.c. */
#ifndef TESSERA_STUDY_BENCH_H
#define TESSERA_STUDY_BENCH_H

#include "core/card.h"
#include "device/device.h"
#include "integrate/iteration.h"
#include "process/process.h"
#include "study/study.h"
#include "tessera/run.h"

#include <math.h>

enum { MOST_RUNS = 1000 };

static const double shortest_measurement = 0.05; /* seconds */

/* A study at work: its settings with all defaults filled in, but for precision. */
struct bench {
    ts_context *context;
    struct study_settings settings;
    struct device *device;
    study_function *function;
    void *data;
    enum card_evaluates evaluates; /* of the cards that bench_card() makes */
};

typedef ts_status bench_study(const struct bench *bench);
bench_study bench_gluons, bench_threads, bench_occupancy, bench_stages, bench_convergence,
    bench_distributions, bench_shower, bench_cycles, bench_peak, bench_ward, bench_rounding, bench_recut,
    bench_sums, bench_photons, bench_diagrams, bench_digits, bench_accuracy, bench_speed, bench_onegrid,
    bench_methods, bench_events, bench_backends, bench_share, bench_amplitudes, bench_ranks;

/* Cells of a row. */
#define BENCH_NUMBER(name, number) \
    {                              \
        name, NULL, number         \
    }
#define BENCH_TEXT(name, text) \
    {                          \
        name, text, 0          \
    }

/* Hands a row over; TS_INTERRUPTED where that was asked for. */
ts_status bench_row(const struct bench *bench, const struct study_value *values, size_t count);

/* Whether the study covers single precision (0), double (1): as asked for, and as far as the device has it.
 */
int bench_covers(const struct bench *bench, int double_precision);
const char *bench_precision(int double_precision);

/* Takes the rows of each number of particles in each precision that the study covers, up to one that fails.
 */
ts_status bench_each(const struct bench *bench,
                     ts_status (*rows)(const struct bench *bench, int n, int wide));

struct gpu_device;

/* The one GPU that a study by this name needs; where there is none, that is a status. */
ts_status bench_gpu(const struct bench *bench, const char *study, struct gpu_device **gpu);

double median(double *values, int count);

/* The value below which this part of all lie, on a straight line between two; NAN where there are none. Puts
 * them in order, as median() does. */
double bench_quantile(double *values, int count, double part);

/* The card of n gluons, with the settings' PDF set and these values, another process among them; NULL ends
 * them. */
ts_status bench_card(const struct bench *bench, int n, int double_precision, const char *const *values,
                     ts_card **card);

/* The forms of the amplitude of photons, as kernels/amplitude/photons.h numbers them, and the sum over
 * helicities (photons.c). */
enum { BENCH_PERMUTATIONS, BENCH_SHARED, BENCH_SUBSETS, BENCH_SUM, BENCH_FORMS };
const char *bench_photons_name(int form);

/* Nanoseconds of an amplitude. `unrolled`: PHOTONS_UNROLLED of permutations. */
ts_status bench_photons_form(const struct bench *bench, int form, int n, int wide, int unrolled, double *ns);

/* "process=u u~ > a a", for bench_card(): n photons (photons.c). */
const char *bench_photons_process(int n, char process[64]);

/* Values of a card of quark pairs at the Z that shower. */
#define BENCH_LEP_CARD "process=e+ e- > q q~", "beams.particles=[e+, e-]", "beams.energy=91.2"

/* A card's process on the device, to be measured (events.c). */
struct bench_events {
    ts_card *card;
    struct process process;
    struct engine engine;
    double events; /* how many fill the shortest time; 0: not known yet */
};

ts_status bench_events_create(const struct bench *bench, int n, int double_precision,
                              const char *const *values, struct bench_events *work);
void bench_events_destroy(struct bench_events *work);

/* Iterations that find the scale of the weights, and how many events fill the time. The grid does not adapt,
 * but with `refine` what that needs is gathered. */
ts_status bench_events_prepare(const struct bench *bench, struct bench_events *work, int refine);

/* One iteration of that length. */
ts_status bench_events_iterate(struct bench_events *work, int refine, struct iteration_sums *sums);

/* Nanoseconds of a generated event: the median of the settings' runs. `pass`, where not NULL, receives the
 * share of events that pass the cuts. */
ts_status bench_events_time(const struct bench *bench, struct bench_events *work, int refine, double *ns,
                            double *pass);

/* The time of one setting, from card to number. */
ts_status bench_time(const struct bench *bench, int n, int double_precision, const char *const *values,
                     double *ns);

/* Puts kernels/study/KERNEL behind a text, with those of its folder that it includes. */
void bench_put_kernel(struct source *text, const char *kernel);

/* Compiles constants and, behind them, kernels/study/KERNEL, "peak.h"; frees the text. `what` says all of the
 * program but that. */
ts_status bench_compile(const struct bench *bench, struct source *text, const char *kernel,
                        struct program_text what, struct device_program **program);

/* Runs a kernel over items to its end, as what is timed has to. */
ts_status bench_map(const struct bench *bench, struct device_program *program, const char *kernel,
                    struct device_buffer *const buffers[MAP_BUFFERS], uint64_t items);

/* Nanoseconds of one of the `repeats` evaluations of an event by a kernel of its
 * own name in kernels/study/KERNEL.h. Its item is LANES events, its one buffer
 * holds a scalar of each. It is the median of the settings' runs (map.c).
 * `text`: its constants, to be freed here. */
ts_status bench_map_time(const struct bench *bench, struct source *text, const char *kernel,
                         int double_precision, uint64_t items, int repeats, double *ns);

/* A card's result after so many events (result.c). */
ts_status bench_result(const struct bench *bench, ts_card *card, double events, ts_result **result);

/* How far a result is from a number, in per cent and in its errors; NAN where there is none (0). */
double bench_deviation_percent(const ts_result *result, double published);
double bench_deviation_errors(const ts_result *result, double published);

#endif

/** @file
 * Measurements of speed: what `tessera bench` does. */
#ifndef TESSERA_BENCH_H
#define TESSERA_BENCH_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What to measure. Zero everywhere is a good default. */
typedef struct ts_bench_settings {
    const char *device;    /**< as --device; NULL: the default */
    const char *precision; /**< "single" or "double"; NULL: both */
    int threads;           /**< CPU threads; 0: one */
    int n_min, n_max;      /**< numbers of gluons in all; 0: 4 and 12 */
    int runs;              /**< the median of how many; 0: 5 */
} ts_bench_settings;

/** The times of one number of gluons in one precision: medians over the runs. */
typedef struct ts_bench_row {
    int n;                      /**< gluons in all, incoming ones too */
    char precision[16];         /**< "single" or "double" */
    double ns_matrix_element;   /**< the squared matrix element alone, per event */
    double ns_event_generated;  /**< everything, per generated event */
    double ns_event_accepted;   /**< the same time per event that passes the cuts */
    double ns_beside_amplitude; /**< random numbers, phase space, cuts, PDFs: per generated event */
    double accepted;            /**< the share of events that pass the cuts, 0 to 1 */
} ts_bench_row;

/** Receives a row as soon as it is measured. */
typedef void ts_bench_function(const ts_bench_row *row, void *data);

/** Measures the n-gluon process on one device, at 14 TeV with the cuts pT > 20 GeV,
 * |eta| < 2.5, Delta R > 0.4.
 * @param settings NULL: the defaults
 * @param machine receives the name of what ran: device, threads, lanes
 * @param machine_bytes its size
 * @return TS_OK; TS_INTERRUPTED; TS_ERROR_INPUT, _COMPILE, _DEVICE, _MEMORY */
TS_API ts_status ts_bench_gluons(ts_context *context, const ts_bench_settings *settings,
                                 ts_bench_function *function, void *data, char *machine,
                                 unsigned long machine_bytes);

#ifdef __cplusplus
}
#endif
#endif

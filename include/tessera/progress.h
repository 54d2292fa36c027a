/** @file
 * How far long work is, as the library tells its caller, and the iterations that it is made of. */
#ifndef TESSERA_PROGRESS_H
#define TESSERA_PROGRESS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How far a run or an integral is. Its function gets one before the program is compiled (which takes no time
 * where it is kept from an earlier run), then several a second. */
typedef struct ts_progress {
    const char *stage;   /**< "compiling", "adapting", "integrating", "writing events" */
    double fraction;     /**< done, 0 to 1, by what it takes to reach the precision or the limit */
    uint64_t events;     /**< generated so far */
    double rate;         /**< events per second */
    double value, error; /**< the estimate so far, in the result's unit; error 0: none yet */
    double seconds_left; /**< NAN: not known yet */
} ts_progress;

/** Receives progress, in the thread that called. */
typedef void ts_progress_function(const ts_progress *progress, void *data);

/** One iteration of the integrator. */
typedef struct ts_iteration {
    double value, error; /**< [the result's unit] */
    uint64_t events;     /**< evaluations */
    int counted;         /**< 0: it served the adaptation only */
} ts_iteration;

#ifdef __cplusplus
}
#endif
#endif

/** @file
 * The processes that Tessera knows. */
#ifndef TESSERA_PROCESS_H
#define TESSERA_PROCESS_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One family of processes. */
typedef struct ts_process_info {
    char pattern[64];      /**< as a card writes it: "g g > g g ... g (2 to 14 gluons)" */
    char description[160]; /**< one line */
    char observables[256]; /**< the histograms a card may ask for, separated by one space */
    char cuts[128];        /**< the groups of cuts it obeys: "jet" */
} ts_process_info;

/** Lists the processes, in the order of the documentation.
 * @param list receives a table that the library keeps: do not free it
 * @param count receives its length
 * @return TS_OK */
TS_API ts_status ts_process_list(ts_context *context, const ts_process_info **list, size_t *count);

#ifdef __cplusplus
}
#endif
#endif

/* The histograms that a word of the command line names. */
#ifndef TESSERA_CLI_HISTOGRAMS_OF_H
#define TESSERA_CLI_HISTOGRAMS_OF_H

#include "tessera/context.h"
#include "tessera/observable.h"

/* Whether a path is a folder: that of a result, where histograms are read. */
int is_result_folder(const char *path);

/* Reads the histograms of a YODA file or of a result's folder; ts_histograms_destroy() frees them. */
ts_status histograms_of(ts_context *context, const char *path, ts_histogram **histograms, size_t *count);

#endif

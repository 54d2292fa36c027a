#include "tessera/observable.h"

#include <stdlib.h>

void ts_histograms_destroy(ts_histogram **histograms, size_t count)
{
    for (size_t i = 0; *histograms && i < count; i++)
        free((*histograms)[i].bins);
    free(*histograms);
    *histograms = NULL;
}

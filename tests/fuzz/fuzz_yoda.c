/* Any file: its histograms are read or it is refused with a sentence. */
#include "input.h"
#include "tessera/observable.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    if (ts_context_create(&context) != TS_OK)
        abort();
    ts_histogram *histograms;
    size_t count;
    ts_status status = ts_yoda_read(context, input_file(data, bytes), &histograms, &count);
    if (status == TS_OK) {
        ts_comparison comparison;
        for (size_t i = 0; i < count; i++)
            ts_histogram_compare(context, &histograms[i], &histograms[0], 0, &comparison);
        ts_histograms_destroy(&histograms, count);
    } else if (ts_context_error(context)[0] == 0) {
        abort();
    }
    ts_context_destroy(&context);
    return 0;
}

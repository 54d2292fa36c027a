/* Any file of text: its events are read to the end, or it is refused with a sentence. */
#include "input.h"
#include "tessera/events.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    ts_event_file *file;
    if (bytes > 3 && !memcmp(data + 1, "HDF", 3))
        return 0; /* HDF5's own library reads these */
    if (ts_context_create(&context) != TS_OK)
        abort();
    ts_status status = ts_event_file_open(context, input_file(data, bytes), &file);
    if (status == TS_OK) {
        ts_event_survey survey;
        status = ts_events_survey(context, file, &survey);
        ts_event_survey_destroy(&survey);
        ts_event_file_close(&file);
    }
    if (status != TS_OK && ts_context_error(context)[0] == 0)
        abort();
    ts_context_destroy(&context);
    return 0;
}

/* Any text: it is the table of a model, whose values are computed, or is refused with a sentence. */
#include "input.h"
#include "model/model.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    ts_model *model;
    if (ts_context_create(&context) != TS_OK)
        abort();
    const char *path = input_file(data, bytes);
    const ts_status status = model_create_of_file(context, path, NULL, NULL, 0, &model);
    if (status ? !ts_context_error(context)[0] || model : !model)
        abort();
    ts_model_destroy(&model);
    ts_context_destroy(&context);
    return 0;
}

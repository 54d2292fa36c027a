/* Any text: its numbers are those of a result.json, or it is refused with a sentence. */
#include "input.h"
#include "merge/merge.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    struct merge merge = {.count = 1};
    if (ts_context_create(&merge.context) != TS_OK)
        abort();
    json_t *result = json_loadb((const char *)data, bytes, JSON_REJECT_DUPLICATES, NULL);
    if (result && merge_check_numbers(&merge, "input", result) != TS_OK &&
        !ts_context_error(merge.context)[0])
        abort();
    json_decref(result);
    ts_context_destroy(&merge.context);
    return 0;
}

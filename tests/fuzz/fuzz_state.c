/* Any file: it is a state, or is refused with a sentence. What is taken for a state without its checksum
 * is written and read without a change. */
#include "cubature/state.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(ts_context *context, const char *text, size_t bytes, int sealed)
{
    ts_integral_state *state;
    char *again = NULL;
    if (state_parse(context, "The input", text, bytes, &integral_format, sealed, &state) == TS_OK)
        again = state_text(state, &integral_format);
    else if (ts_context_error(context)[0] == 0)
        abort();
    ts_integral_state_destroy(&state);
    return again;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    ts_integral_state *state;
    if (ts_context_create(&context) != TS_OK)
        abort();
    if (ts_integral_state_read(context, input_file(data, bytes), &state) == TS_OK)
        ts_integral_state_destroy(&state);
    else if (ts_context_error(context)[0] == 0)
        abort();
    char *once = text_of(context, (const char *)data, bytes, 0);
    char *twice = once ? text_of(context, once, strlen(once), 1) : NULL;
    if (once && (!twice || strcmp(once, twice) != 0))
        abort();
    free(once);
    free(twice);
    ts_context_destroy(&context);
    return 0;
}

/* Any file: it is a state, or is refused with a sentence. What is taken for a state without its checksum
 * is written and read without a change. */
#include "cubature/state.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(ts_context *context, const struct state_format *format, const char *text, size_t bytes,
                     int sealed)
{
    ts_integral_state *state;
    char *again = NULL;
    if (state_parse(context, "The input", text, bytes, format, sealed, &state) == TS_OK)
        again = state_text(state, format);
    else if (ts_context_error(context)[0] == 0)
        abort();
    ts_integral_state_destroy(&state);
    return again;
}

/* Written once and read, it is written the same again. */
static void comes_back(ts_context *context, const struct state_format *format, const uint8_t *data,
                       size_t bytes)
{
    char *once = text_of(context, format, (const char *)data, bytes, 0);
    char *twice = once ? text_of(context, format, once, strlen(once), 1) : NULL;
    if (once && (!twice || strcmp(once, twice) != 0))
        abort();
    free(once);
    free(twice);
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
    const struct state_format packed = {integral_format.mark, integral_format.what, 1};
    comes_back(context, &integral_format, data, bytes);
    comes_back(context, &packed, data, bytes);
    ts_context_destroy(&context);
    return 0;
}

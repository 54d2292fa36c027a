/* Any text: it is what a set of parton densities says of itself, with an alpha_s, or is refused with a
 * sentence. */
#include "input.h"
#include "pdf/info.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const double z = 91.1876;
    ts_context *context;
    struct info info = {0};
    struct alpha_s coupling = {.count = 0};
    if (ts_context_create(&context) != TS_OK)
        abort();
    ts_status status = info_parse(context, "input", (const char *)data, bytes, &info);
    if (!status)
        status = info_alpha_s(context, &info, "input", &coupling);
    if (!status)
        info_warn_of_alpha_s(context, "input", &coupling);
    if (status ? !ts_context_error(context)[0] : !isfinite(alpha_s_value(&coupling, z * z)))
        abort();
    alpha_s_destroy(&coupling);
    info_destroy(&info);
    ts_context_destroy(&context);
    return 0;
}

/* Any .dat file: it is a grid that can be read everywhere, or it is refused with a sentence. */
#include "input.h"
#include "pdf/lhagrid.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    char *text = malloc(bytes + 1);
    if (!text || ts_context_create(&context) != TS_OK)
        abort();
    memcpy(text, data, bytes);
    text[bytes] = 0;

    struct pdf_grid grid;
    if (lhagrid_parse(context, "input", text, bytes, &grid) == TS_OK) {
        for (double log_x = -20; log_x <= 0; log_x += 2.5)
            for (double log_q2 = -5; log_q2 < 20; log_q2 += 2.5)
                pdf_grid_value(&grid, 0, log_x, log_q2);
        pdf_grid_destroy(&grid);
    } else if (ts_context_error(context)[0] == 0) {
        abort();
    }
    free(text);
    ts_context_destroy(&context);
    return 0;
}

/* Programs compiled ahead of time. */
#include "device/text.h"
#include "process/process.h"
#include "tessera/run.h"

ts_status ts_compile(ts_context *context, const ts_card *card, const char *level, const char *folder)
{
    struct process process;
    struct source text = {0};
    ts_status status = process_create(context, card, (int)ts_card_count(card, "integration.bins"), &process);
    if (status)
        return status;
    source_for_cpu(&(struct program_text){.text = process.integrand.text,
                                          .double_precision = process.integrand.double_precision,
                                          .chain = 1},
                   &text);
    status = text.failed ? ts_fail_memory(context, "a program")
                         : program_compile_ahead(context, text.text, level ? level : cpu_level(), folder);
    source_free(&text);
    process_destroy(&process);
    return status;
}

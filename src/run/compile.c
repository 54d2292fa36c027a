/* Programs compiled ahead of time. */
#include "device/device.h"
#include "process/process.h"
#include "program/program.h"
#include "tessera/run.h"

ts_status ts_compile(ts_context *context, const ts_card *card, const char *level, const char *folder)
{
    struct process process;
    struct source text = {0};
    ts_status status = process_create(context, card, (int)ts_card_count(card, "integration.bins"), &process);
    if (status)
        return status;
    cpu_chain_text(process.integrand.text, &text);
    status = text.failed ? ts_fail_memory(context, "a program")
                         : program_compile_ahead(context, text.text, level ? level : cpu_level(), folder);
    source_free(&text);
    process_destroy(&process);
    return status;
}

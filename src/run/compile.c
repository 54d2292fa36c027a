/* Programs compiled ahead of time. */
#include "core/environment.h"
#include "device/text.h"
#include "process/process.h"
#include "tessera/run.h"

typedef void part_function(const struct program_text *text, struct source *source);

static ts_status compile_part(ts_context *context, const struct program_text *program, part_function *part,
                              const char *level, const char *folder)
{
    struct source text = {0};
    part(program, &text);
    ts_status status = text.failed
                           ? ts_fail_memory(context, "a program")
                           : program_compile_ahead(context, text.text, level ? level : cpu_level(), folder);
    source_free(&text);
    return status;
}

ts_status ts_compile(ts_context *context, const ts_card *card, const char *level, const char *folder)
{
    OWN_ENVIRONMENT;
    struct process process;
    ts_status status = process_create(context, card, (int)ts_card_count(card, "integration.bins"), &process);
    if (status)
        return status;
    const struct program_text text = {.text = process.integrand.text,
                                      .double_precision = process.integrand.double_precision,
                                      .mixed = process.integrand.mixed,
                                      .kind = PROGRAM_CHAIN};
    status = compile_part(context, &text, source_for_cpu, level, folder);
    if (!status && text.mixed)
        status = compile_part(context, &text, source_for_cpu_repeat, level, folder);
    process_destroy(&process);
    return status;
}

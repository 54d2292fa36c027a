/* Programs compiled ahead of time. */
#include "core/environment.h"
#include "core/needs.h"
#include "core/stack.h"
#include "device/text.h"
#include "process/process.h"
#include "tessera/run.h"

#include <string.h>

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

static ts_status compile_integrand(ts_context *context, const struct integrand *integrand, const char *level,
                                   const char *folder)
{
    const struct program_text text = {.text = integrand->text,
                                      .double_precision = integrand->double_precision,
                                      .mixed = integrand->mixed,
                                      .with_events = integrand->with_events,
                                      .kind = PROGRAM_CHAIN};
    ts_status status = compile_part(context, &text, source_for_cpu, level, folder);
    if (!status && text.mixed)
        status = compile_part(context, &text, source_for_cpu_repeat, level, folder);
    return status;
}

ts_status ts_compile(ts_context *context, const ts_card *card, const char *level, const char *folder)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && card && folder);
    NEEDS_STACK(context);
    struct process process;
    size_t count;
    ts_status status = process_create(context, card, card_request(card)->integration.bins, &process);
    if (status)
        return status;
    const struct integrand *channels = process_channels(&process, &count);
    for (size_t i = 0; i < count && !status; ++i)
        if (i == 0 || strcmp(channels[i].text, channels[i - 1].text) != 0) /* most have one program */
            status = compile_integrand(context, &channels[i], level, folder);
    process_destroy(&process);
    return status;
}

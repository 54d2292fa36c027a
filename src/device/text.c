#include "device/text.h"

static void append(const struct program_text *text, const char *before, const char *const *headers,
                   struct source *source)
{
    source_append(source, "#define PRECISION_DOUBLE %d\n#define PRECISION_MIXED %d\n%s%s",
                  text->double_precision, text->mixed, before, text->text);
    for (; *headers; ++headers)
        source_append(source, "#include \"%s\"\n", *headers);
}

static void append_repeat(const struct program_text *text, const char *pipeline, struct source *source)
{
    source_append(source, "#define PRECISION_DOUBLE 1\n#define PIPELINE_REPEATS 1\n%s#include \"%s\"\n",
                  text->text, pipeline);
}

/* The compiler has one copy of what the pipeline and single events have in common: half of its time is saved.
 */
void source_for_cpu(const struct program_text *text, struct source *source)
{
    static const char *const both[] = {"pipeline_cpu.h", "event/list.h", NULL};
    static const char *const alone[][2] = {[PROGRAM_MAPS] = {NULL},
                                           [PROGRAM_PIPELINE] = {"pipeline_cpu.h"},
                                           [PROGRAM_EVENTS] = {"event/list.h"},
                                           [PROGRAM_CUBATURE] = {"cubature/cubature_cpu.h"}};
    append(text, "", text->with_events ? both : alone[text->kind], source);
}

/* A kernel of a GPU has its own copy of all that it calls, and what suits the pipeline need not suit events.
 */
void source_for_gpu(const struct program_text *text, struct source *source)
{
    static const char *const alone[][2] = {[PROGRAM_MAPS] = {NULL},
                                           [PROGRAM_PIPELINE] = {"pipeline_gpu.h"},
                                           [PROGRAM_EVENTS] = {"event/list.h"},
                                           [PROGRAM_CUBATURE] = {"cubature/cubature_gpu.h"}};
    append(text, text->kind == PROGRAM_EVENTS ? "#define EVENTS_ALONE 1\n" : "", alone[text->kind], source);
}

void source_for_cpu_repeat(const struct program_text *text, struct source *source)
{
    append_repeat(text, "repeat_cpu.h", source);
}

void source_for_gpu_repeat(const struct program_text *text, struct source *source)
{
    append_repeat(text, "repeat_gpu.h", source);
}

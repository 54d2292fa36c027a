#include "device/text.h"

static void append(const struct program_text *text, const char *chain, const char *cubature,
                   struct source *source)
{
    source_append(source, "#define PRECISION_DOUBLE %d\n#define PRECISION_MIXED %d\n%s",
                  text->double_precision, text->mixed, text->text);
    if (text->kind != PROGRAM_MAPS)
        source_append(source, "#include \"%s\"\n", text->kind == PROGRAM_CHAIN ? chain : cubature);
}

static void append_repeat(const struct program_text *text, const char *chain, struct source *source)
{
    source_append(source, "#define PRECISION_DOUBLE 1\n#define CHAIN_REPEATS 1\n%s#include \"%s\"\n",
                  text->text, chain);
}

void source_for_cpu(const struct program_text *text, struct source *source)
{
    append(text, "chain_cpu.h", "cubature/cubature_cpu.h", source);
}

void source_for_gpu(const struct program_text *text, struct source *source)
{
    append(text, "chain_gpu.h", "cubature/cubature_gpu.h", source);
}

void source_for_cpu_repeat(const struct program_text *text, struct source *source)
{
    append_repeat(text, "repeat_cpu.h", source);
}

void source_for_gpu_repeat(const struct program_text *text, struct source *source)
{
    append_repeat(text, "repeat_gpu.h", source);
}

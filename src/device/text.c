#include "device/text.h"

static void append(const struct program_text *text, const char *chain, struct source *source)
{
    source_append(source, "#define PRECISION_DOUBLE %d\n%s", text->double_precision, text->text);
    if (text->chain)
        source_append(source, "#include \"%s\"\n", chain);
}

void source_for_cpu(const struct program_text *text, struct source *source)
{
    append(text, "chain_cpu.h", source);
}

void source_for_gpu(const struct program_text *text, struct source *source)
{
    append(text, "chain_gpu.h", source);
}

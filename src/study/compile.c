/* Programs of studies. The kernels of studies (kernels/study/) are not among
 * the library's, where a program's #include is looked up. So their text is put
 * in, and they need no guards. */
#include "study/bench.h"

#include "program/embedded.h"
#include "program/program.h"

#include <string.h>

extern const struct embedded_file study_kernels[]; /* made by the build; ends with a row of NULLs */

/* Appends a kernel and those of its folder that it includes. */
static void put_in(struct source *text, const char *name, size_t length)
{
    static const char include[] = "#include \"study/";
    const struct embedded_file *file = study_kernels;
    while (file->path && (strlen(file->path) != length || memcmp(file->path, name, length) != 0))
        ++file;
    if (!file->path)
        source_append(text, "#error \"there is no kernel %.*s\"\n", (int)length, name);
    for (const char *line = file->path ? file->text : "", *end; *line; line = end) {
        const char *inner = line + sizeof include - 1;
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (!strncmp(line, include, sizeof include - 1))
            put_in(text, inner, strcspn(inner, "\""));
        else
            source_append(text, "%.*s", (int)(end - line), line);
    }
}

void bench_put_kernel(struct source *text, const char *kernel) { put_in(text, kernel, strlen(kernel)); }

ts_status bench_compile(const struct bench *bench, struct source *text, const char *kernel,
                        struct program_text what, struct device_program **program)
{
    double seconds = 0;
    bench_put_kernel(text, kernel);
    what.text = text->text;
    ts_status status = text->failed ? ts_fail_memory(bench->context, "a program")
                                    : device_compile(bench->context, bench->device, &what, program, &seconds);
    source_free(text);
    return status;
}

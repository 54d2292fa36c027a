/* A text that grows by printf: of a program, of a picture. */
#ifndef TESSERA_PROGRAM_SOURCE_H
#define TESSERA_PROGRAM_SOURCE_H

#include <stddef.h>

/* Once memory ran out, `failed` is set and `text` is NULL. */
struct source {
    char *text;
    size_t length, room; /* bytes without the end, and that there is memory for */
    int failed;
};

void source_append(struct source *source, const char *format, ...) __attribute__((format(printf, 2, 3)));
void source_free(struct source *source);

#endif

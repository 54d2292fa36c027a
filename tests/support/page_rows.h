/* Rows of tables that docs/amplitudes.md shows stand in the test that tries them. */
#ifndef TESSERA_TEST_PAGE_ROWS_H
#define TESSERA_TEST_PAGE_ROWS_H

#include "test_support.h"

#include <stdio.h>
#include <string.h>

/* The rows of the section under one heading, up to the next heading, are `count`, and all stand in `source`.
 */
static inline void check_rows_of_page(const char *heading, const char *source, size_t count)
{
    static char text[1 << 16], line[1024], path[1024];
    snprintf(path, sizeof path, "%s%s", TEST_SOURCE, source);
    FILE *page = fopen(TEST_SOURCE "/docs/amplitudes.md", "r"), *test = fopen(path, "r");
    assert_non_null(page);
    assert_non_null(test);
    text[fread(text, 1, sizeof text - 1, test)] = 0;
    size_t rows = 0;
    for (int here = 0, inside = 0; fgets(line, sizeof line, page);) {
        if (*line == '#')
            here = !strcmp(line, heading);
        else if (!strncmp(line, "```", 3))
            inside = here && !strcmp(line, "```c\n");
        else if (inside && *line == '{' && ++rows && !strstr(text, line))
            fail_msg("docs/amplitudes.md has a row that nothing tests: %s", line);
    }
    assert_int_equal(rows, count);
    fclose(page);
    fclose(test);
}

#endif

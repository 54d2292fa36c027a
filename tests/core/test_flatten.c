/* A program's text with its headers put in, each once, unless a condition may have hidden it. And the cache
 * of what devices' compilers make of it. */
#include "test_support.h"

#include "program/binary.h"
#include "program/flatten.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often `word` begins a line of the text. */
static int count_lines(const char *text, const char *word)
{
    int count = 0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        count += !strncmp(line, word, strlen(word));
    return count;
}

static struct source flatten(const char *text)
{
    ts_context *context;
    struct source flat = {0};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, source_flatten(context, text, &flat));
    ts_context_destroy(&context);
    return flat;
}

static void every_header_once(void **state)
{
    (void)state;
    struct source flat = flatten(
        "#include \"phase_space/rambo.h\"\n#include \"lorentz.h\"\n#include \"random.h\"\n");
    assert_int_equal(count_lines(flat.text, "#include \""), 0);
    assert_int_equal(count_lines(flat.text, "FN vector4 v_add("), 1);
    assert_int_equal(count_lines(flat.text, "FN void philox4x32("), 1);
    assert_int_equal(count_lines(flat.text, "#line 1 \"lorentz.h\""), 1);
    source_free(&flat);
}

/* What stands behind a condition that does not hold is no reason to leave it out below. */
static void conditions_hide(void **state)
{
    (void)state;
    struct source flat = flatten(
        "#if 0\n#include \"random.h\"\n#endif\n#include \"random.h\"\n#include \"random.h\"\n");
    assert_int_equal(count_lines(flat.text, "FN void philox4x32("), 2);
    source_free(&flat);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    ts_context *context;
    struct source flat = {0};
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_int_equal(source_flatten(context, "#include \"no/such.h\"\n", &flat), TS_ERROR_COMPILE);
    assert_non_null(strstr(ts_context_error(context), "no/such.h"));
    source_free(&flat);
    ts_context_destroy(&context);
}

static void binaries_are_kept_whole(void **state)
{
    (void)state;
    ts_context *context;
    char folder[] = "/tmp/tessera-binary-XXXXXX", command[128], *data;
    const char *const parts[] = {"device", "text", NULL}, *const others[] = {"device", "texu", NULL};
    size_t bytes;
    assert_non_null(mkdtemp(folder));
    setenv("TESSERA_CACHE_DIR", folder, 1);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_int_equal(binary_load(context, "test", parts, &data, &bytes), TS_ERROR_FILE);
    assert_status(context, binary_store(context, "test", parts, "machine code", 12));
    assert_status(context, binary_load(context, "test", parts, &data, &bytes));
    assert_int_equal(bytes, 12);
    assert_memory_equal(data, "machine code", 12);
    free(data);
    assert_int_equal(binary_load(context, "test", others, &data, &bytes), TS_ERROR_FILE);
    snprintf(command, sizeof command, "printf x | dd of=\"$(ls %s/test/*.bin)\" conv=notrunc 2>/dev/null",
             folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(binary_load(context, "test", parts, &data, &bytes), TS_ERROR_FILE);
    assert_non_null(strstr(ts_context_error(context), "damaged"));
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_header_once),
        cmocka_unit_test(conditions_hide),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(binaries_are_kept_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

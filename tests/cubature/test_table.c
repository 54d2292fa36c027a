/* Tables and arrays: what is read from files and memory, and every refusal with its place. */
#include "test_support.h"

#include "integrand/array.h"
#include "integrand/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ts_context *context;
static char path[] = "/tmp/tessera_table_XXXXXX";

static int start(void **state)
{
    (void)state;
    const int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    return ts_context_create(&context) != TS_OK;
}

static int end(void **state)
{
    (void)state;
    unlink(path);
    ts_context_destroy(&context);
    return 0;
}

static const char *file_of(const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
    return path;
}

/* The table of a text is refused with a sentence that begins with this place and says this. */
static void check_refusal(const char *text, const char *place, const char *words)
{
    struct table table;
    char beginning[128];
    assert_int_equal(table_read(context, "shape", file_of(text), 0, &table), TS_ERROR_INPUT);
    snprintf(beginning, sizeof beginning, "%s%s", path, place);
    const char *sentence = ts_context_error(context);
    if (strncmp(sentence, beginning, strlen(beginning)) != 0 || !strstr(sentence, words))
        fail_msg("not '%s...%s', but: %s", beginning, words, sentence);
    assert_null(table.values);
}

static void check_numbers(const double *got, const double *want, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        assert_true(got[i] == want[i]);
}

static void a_file_is_read(void **state)
{
    (void)state;
    struct table table;
    assert_status(context,
                  table_read(context, "shape",
                             file_of("# a curve\n\n1 10\n2\t2e1 # twice\n  3,30\n\n4 , -0.4e+2"), 0, &table));
    assert_string_equal(table.name, "shape");
    assert_int_equal(table.dimensions, 1);
    assert_int_equal(table.sizes[0], 4);
    assert_int_equal(table.cubic, 0);
    check_numbers(table.axes[0], (double[]){1, 2, 3, 4}, 4);
    check_numbers(table.values, (double[]){10, 20, 30, -40}, 4);
    table_free(&table);
    assert_null(table.values);
}

static void rows_may_come_in_any_order(void **state)
{
    (void)state;
    struct table table;
    assert_status(context, table_read(context, "shape",
                                      file_of("1 5 15\r\n-0 7 7\r\n0 6 6\r\n1 7 17\r\n0 5 5\r\n1 6 16\r\n"),
                                      1, &table));
    assert_int_equal(table.dimensions, 2);
    assert_int_equal(table.sizes[0], 2);
    assert_int_equal(table.sizes[1], 3);
    assert_int_equal(table.cubic, 1);
    check_numbers(table.axes[0], (double[]){0, 1}, 2);
    check_numbers(table.axes[1], (double[]){5, 6, 7}, 3);
    check_numbers(table.values, (double[]){5, 6, 7, 15, 16, 17}, 6);
    table_free(&table);
}

static void three_axes_are_read(void **state)
{
    (void)state;
    struct table table;
    assert_status(context,
                  table_read(context, "shape",
                             file_of(
                                 "0 0 0 1\n0 0 1 2\n0 1 0 3\n0 1 1 4\n1 0 0 5\n1 0 1 6\n1 1 0 7\n1 1 1 8\n"),
                             0, &table));
    assert_int_equal(table.dimensions, 3);
    check_numbers(table.values, (double[]){1, 2, 3, 4, 5, 6, 7, 8}, 8);
    table_free(&table);
}

/* A table of 100000 rows that stand backwards takes no time. */
static void large_files_are_read(void **state)
{
    (void)state;
    enum { ROWS = 100000, ROW_BYTES = 40 };
    char *text = malloc((size_t)ROWS * ROW_BYTES), *at = text;
    assert_non_null(text);
    for (int i = ROWS; i > 0; --i)
        at += snprintf(at, ROW_BYTES, "%d %d %d\n", i % 10, i / 10, i);
    struct table table;
    assert_int_equal(table_read(context, "shape", file_of(text), 0, &table),
                     TS_ERROR_INPUT); /* 0 0 is missing */
    assert_non_null(strstr(ts_context_error(context), "(0, 0) is missing"));
    at = strchr(text, '\n') + 1; /* without (0, 10000) */
    strcat(at, "0 0 0\n");
    assert_status(context, table_read(context, "shape", file_of(at), 0, &table));
    assert_int_equal(table.sizes[0], 10);
    assert_int_equal(table.sizes[1], ROWS / 10);
    assert_true(table.values[ROWS - 1] == ROWS - 1);
    table_free(&table);
    free(text);
}

static int regular(const char *text)
{
    struct table table;
    assert_status(context, table_read(context, "shape", file_of(text), 0, &table));
    const int is = table.regular[0];
    table_free(&table);
    return is;
}

static void even_axes_are_known(void **state)
{
    (void)state;
    assert_true(regular("0 1\n1 1\n"));
    assert_true(regular("0 1\n0.1 1\n0.2 1\n0.3 1\n0.4 1\n0.5 1\n0.6 1\n0.7 1\n"));
    assert_true(regular("1000.1 1\n1000.2 1\n1000.3 1\n1000.4 1\n"));
    assert_true(regular("0 1\n0.333333333333 1\n0.666666666667 1\n1 1\n"));
    assert_false(regular("0 1\n0.333333 1\n0.666667 1\n1 1\n"));
    assert_false(regular("0 1\n1.000001 1\n2 1\n"));
    assert_false(regular("1 1\n10 1\n100 1\n"));
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    check_refusal("0 1\n1 abc\n", ":2:3:", "a number was expected, not 'abc'");
    check_refusal("x y\n", ":1:1:", "'x'");
    check_refusal("0 1\n1 2x\n", ":2:3:", "'2x'");
    check_refusal("0 1\n1 0x10\n", ":2:3:", "'0x10'");
    check_refusal("0 1\n1 nan\n", ":2:3:", "'nan'");
    check_refusal("0 1\n1 inf\n", ":2:3:", "'inf'");
    check_refusal("0 1\n  1 1e999\n", ":2:5:", "1.8e308");
    check_refusal("0 1\n1 1e\n", ":2:3:", "'1e'");
    check_refusal("0 1\n1 1-2\n", ":2:3:", "'1-2'");
    check_refusal("0,1\n1,,2\n", ":2:3:", "a number was expected, not ','");
    check_refusal("0,1\n,2\n", ":2:1:", "a number was expected");
    check_refusal("0 1\n1 1;5\n", ":2:3:", "'1;5'");
}

static void ragged_rows_are_refused(void **state)
{
    (void)state;
    check_refusal("0 1\n1 2 3\n", ":2:5:", "the end of the line was expected");
    check_refusal("0 0 1\n1 2\n2 3 4\n", ":2:3:", "the first row (line 1) has 3, this one 2");
    check_refusal("0 0 1\n1 2", ":2:3:", "more numbers were expected");
    check_refusal("1 2 3 4 5\n", ":1:9:", "at most 4 numbers");
    check_refusal("\n7\n8\n", ":2:1:", "1 to 3 coordinates and a value");
    check_refusal("0 1\n  7\n", ":2:3:", "1 to 3 coordinates and a value");
    check_refusal("# nothing\n\n", ":3:", "no row");
    check_refusal("", ":1:", "no row");
}

static void incomplete_grids_are_refused(void **state)
{
    (void)state;
    check_refusal("0 0 1\n0 1 2\n1 1 3\n", ":2:", "(1, 0) is missing");
    check_refusal("0 0 1\n0 1 2\n1 0 3\n", ":3:", "(1, 1) is missing");
    check_refusal("0 1 1\n1 0 2\n1 1 3\n", ":1:", "(0, 0) is missing");
    check_refusal("0 0 1\n0 1 2\n1 0 3\n1 1.0000001 4\n", ":2:", "(0, 1.0000001) is missing");
    check_refusal("0 1\n1 1\n2 1\n1 5\n", ":4:", "the point (1) stands in line 2 already");
    check_refusal("0 0 0 1\n0 0 0 2\n", ":2:", "(0, 0, 0) stands in line 1 already");
    check_refusal("-0 1\n0 1\n1 2\n", ":2:", "stands in line 1");
    check_refusal("3 1\n", ":1:", "coordinate 1 is 3 in every row");
    check_refusal("0 3 1\n1 3 1\n2 3 1\n", ":1:", "coordinate 2 is 3 in every row");
}

static void files_that_are_not_there_are_refused(void **state)
{
    (void)state;
    struct table table;
    struct array array;
    assert_int_equal(table_read(context, "shape", "/nonexistent/file", 0, &table), TS_ERROR_FILE);
    assert_int_equal(array_read(context, "weights", "/nonexistent/file", &array), TS_ERROR_FILE);
    assert_null(table.name);
    assert_null(array.name);
}

static void check_create(int dimensions, const size_t *sizes, const double *axis, const double *values,
                         const char *words)
{
    struct table table;
    assert_int_equal(table_create(context, "shape", dimensions, sizes,
                                  (const double *const[]){axis, axis, axis, axis}, values, 0, &table),
                     TS_ERROR_INPUT);
    if (!strstr(ts_context_error(context), words))
        fail_msg("not '%s', but: %s", words, ts_context_error(context));
    assert_null(table.values);
}

static void bad_memory_is_refused(void **state)
{
    (void)state;
    static const double axis[] = {0, 1, 2, 3}, ones[] = {1, 1, 1, 1};
    const size_t fours[] = {4, 4, 4, 4}, huge[] = {(size_t)1 << 14, (size_t)1 << 14};
    check_create(0, fours, axis, ones, "0 dimensions");
    check_create(4, fours, axis, ones, "4 dimensions");
    check_create(1, (const size_t[]){1}, axis, ones, "has 1 nodes");
    check_create(1, (const size_t[]){SIZE_MAX}, axis, ones, "nodes; it may have 2");
    check_create(2, huge, axis, ones, "more than");
    check_create(1, fours, (const double[]){0, 1, 1, 2}, ones, "number 3 (1) follows 1");
    check_create(1, fours, (const double[]){0, NAN, 1, 2}, ones, "must be finite");
    check_create(1, fours, (const double[]){0, 1, 2, INFINITY}, ones, "must be finite");
    check_create(1, fours, (const double[]){0, 1e-320, 2, 3}, ones, "too near");
    check_create(1, fours, (const double[]){-1e308, 0, 1, 1e308}, ones, "too long");
    check_create(1, fours, axis, (const double[]){1, 2, NAN, 3}, "number 3 is nan");
}

/* What becomes part of a program is nothing but a name. */
static void names_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",    "1a",       "_a",
        "a b", "a;",       "a\n",
        "a-b", "\xc3\xa9", "a234567890123456789012345678901234567890123456789012345678901234"};
    static const double axis[] = {0, 1};
    struct table table;
    struct array array;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(table_create(context, bad[i], 1, (const size_t[]){2}, (const double *const[]){axis},
                                      axis, 0, &table),
                         TS_ERROR_INPUT);
        assert_int_equal(table_read(context, bad[i], file_of("0 1\n1 1\n"), 0, &table), TS_ERROR_INPUT);
        assert_int_equal(array_create(context, bad[i], 2, axis, &array), TS_ERROR_INPUT);
        assert_non_null(strstr(ts_context_error(context), "cannot be the name of an array"));
    }
    assert_status(context, array_create(context, "Mass_2", 2, axis, &array));
    array_free(&array);
}

static void arrays_are_read(void **state)
{
    (void)state;
    struct array array;
    assert_status(context, array_read(context, "weights", file_of("# five\n1, 2,\n3 4\n\n-5e-1"), &array));
    assert_string_equal(array.name, "weights");
    assert_int_equal(array.length, 5);
    check_numbers(array.values, (double[]){1, 2, 3, 4, -0.5}, 5);
    array_free(&array);
    assert_null(array.values);
    assert_int_equal(array_read(context, "weights", file_of("# none\n"), &array), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "no number"));
    assert_int_equal(array_read(context, "weights", file_of("1\n2 b\n"), &array), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), ":2:3: a number was expected, not 'b'"));
}

static void arrays_are_copied(void **state)
{
    (void)state;
    struct array array;
    double values[] = {1, 2, 3};
    assert_status(context, array_create(context, "weights", 3, values, &array));
    values[1] = 7;
    check_numbers(array.values, (double[]){1, 2, 3}, 3);
    array_free(&array);
    assert_int_equal(array_create(context, "weights", 0, values, &array), TS_ERROR_INPUT);
    values[2] = NAN;
    assert_int_equal(array_create(context, "weights", 3, values, &array), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "number 3 is nan"));
}

/* table_store() writes as much as table_length() says, and nothing but numbers. */
static void a_table_takes_its_length(void **state)
{
    (void)state;
    static const double axis[] = {0, 1, 3, 4}, values[64] = {1};
    for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (int cubic = 0; cubic < 2; ++cubic) {
            struct table table;
            assert_status(context,
                          table_create(context, "shape", dimensions, (const size_t[]){4, 4, 4},
                                       (const double *const[]){axis, axis, axis}, values, cubic, &table));
            const size_t length = table_length(&table);
            double *data = malloc((length + 1) * sizeof *data);
            assert_non_null(data);
            for (size_t i = 0; i <= length; ++i)
                data[i] = NAN;
            table_store(&table, data);
            for (size_t i = 0; i < length; ++i)
                assert_false(isnan(data[i]));
            assert_true(isnan(data[length]));
            free(data);
            table_free(&table);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(rows_may_come_in_any_order),
        cmocka_unit_test(three_axes_are_read),
        cmocka_unit_test(large_files_are_read),
        cmocka_unit_test(even_axes_are_known),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(ragged_rows_are_refused),
        cmocka_unit_test(incomplete_grids_are_refused),
        cmocka_unit_test(files_that_are_not_there_are_refused),
        cmocka_unit_test(bad_memory_is_refused),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(arrays_are_read),
        cmocka_unit_test(arrays_are_copied),
        cmocka_unit_test(a_table_takes_its_length),
    };
    return cmocka_run_group_tests(tests, start, end);
}

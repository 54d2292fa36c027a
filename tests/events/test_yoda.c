/* YODA files: what is written is read back, the reference is read, wrong files are refused. */
#include "core/context.h"
#include "io/yoda.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "close.h"

static int setup(void **state)
{
    ts_context *context;
    const int failed = ts_context_create(&context) != TS_OK;
    *state = context;
    return failed;
}

static int teardown(void **state)
{
    ts_context *context = *state;
    ts_context_destroy(&context);
    return 0;
}

static ts_bin bin(double low, double high, double weight, uint64_t entries)
{
    const double x = 0.5 * (low + high);
    return (ts_bin){low, high, weight, weight * weight / 3, weight * x, weight * x * x, entries};
}

static void same_bin(const ts_bin *a, const ts_bin *b) { assert_memory_equal(a, b, sizeof *a); }

static void what_is_written_is_read_back(void **state)
{
    ts_bin bins[3] = {bin(0, 1.0 / 3, 0.1, 7), bin(1.0 / 3, 2.0 / 3, -1e-300, 1),
                      bin(2.0 / 3, 1, 2.5e8, 4000000000u)};
    ts_histogram written[2] = {
        {"/tessera/ht", "HT [GeV]", 3, bins, bin(0, 0, 3, 9), bin(0, 0, 1, 2), bin(0, 0, 4, 5)},
        {"/tessera/odd", "a: \"b\" \\ #c", 1, bins, bin(0, 0, 0, 0), bin(0, 0, 0, 0), bin(0, 0, 0, 0)},
    };
    char path[] = TEST_BINARY "/test_yoda.XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(ts_yoda_write(*state, path, written, 2), TS_OK);
    ts_histogram *read;
    size_t count;
    assert_int_equal(ts_yoda_read(*state, path, &read, &count), TS_OK);
    unlink(path);
    assert_int_equal(count, 2);
    assert_string_equal(read[0].path, "/tessera/ht");
    assert_string_equal(read[0].title, "HT [GeV]");
    assert_int_equal(read[0].bin_count, 3);
    for (size_t i = 0; i < 3; i++)
        same_bin(&read[0].bins[i], &bins[i]);
    same_bin(&read[0].total, &written[0].total);
    same_bin(&read[0].underflow, &written[0].underflow);
    same_bin(&read[0].overflow, &written[0].overflow);
    ts_histograms_destroy(&read, count);
    assert_null(read);
}

static void the_layout_is_yodas(void **state)
{
    (void)state;
    ts_bin bins[1] = {{0, 1, 2, 4, 1, 0.5, 3}};
    const ts_bin nothing = bin(0, 0, 0, 0);
    const ts_histogram histogram = {"/tessera/ht", "HT [GeV]", 1, bins, bins[0], nothing, nothing};
    size_t bytes;
    char *text = yoda_text(&histogram, 1, NULL, &bytes);
    assert_string_equal(
        text,
        "BEGIN YODA_HISTO1D_V2 /tessera/ht\nPath: /tessera/ht\nTitle: HT [GeV]\nType: Histo1D\n---\n"
        "# Mean: 5.000000e-01\n# Area: 2.000000e+00\n# ID\t ID\t sumw\t sumw2\t sumwx\t sumwx2\t numEntries\n"
        "Total   \tTotal   \t2.0000000000000000e+00\t4.0000000000000000e+00\t1.0000000000000000e+00\t"
        "5.0000000000000000e-01\t3.0000000000000000e+00\n"
        "Underflow\tUnderflow\t0.0000000000000000e+00\t0.0000000000000000e+00\t0.0000000000000000e+00\t"
        "0.0000000000000000e+00\t0.0000000000000000e+00\n"
        "Overflow\tOverflow\t0.0000000000000000e+00\t0.0000000000000000e+00\t0.0000000000000000e+00\t"
        "0.0000000000000000e+00\t0.0000000000000000e+00\n"
        "# xlow\t xhigh\t sumw\t sumw2\t sumwx\t sumwx2\t numEntries\n"
        "0.0000000000000000e+00\t1.0000000000000000e+00\t2.0000000000000000e+00\t4.0000000000000000e+00\t"
        "1.0000000000000000e+00\t5.0000000000000000e-01\t3.0000000000000000e+00\n"
        "END YODA_HISTO1D_V2\n\n");
    free(text);
}

static void the_reference_is_read(void **state)
{
    const char *path = TEST_SOURCE "/tests/data/lep-durham.yoda";
    ts_histogram *histograms;
    size_t count;
    assert_int_equal(ts_yoda_read(*state, path, &histograms, &count), TS_OK);
    assert_int_equal(count, 4);
    assert_string_equal(histograms[0].path, "/lep/log10y23");
    assert_int_equal(histograms[0].bin_count, 100);
    assert_close(histograms[0].bins[0].low, -4.3, 1e-12);
    assert_true(histograms[0].bins[0].entries == 4);
    assert_close(histograms[0].underflow.sum_w, 5.349060e-02, 1e-12);
    assert_true(histograms[0].total.entries == 1000000);
    ts_histograms_destroy(&histograms, count);
}

/* Other objects are skipped, blank lines, comments and Windows line ends do not matter. */
static void other_objects_are_skipped(void **state)
{
    const char *text =
        "# made by hand\r\n\r\nBEGIN YODA_SCATTER2D_V2 /s\r\nPath: /s\r\n---\r\n1 2 3\r\nEND YODA_SCATTER2D_V2\r\n"
        "BEGIN YODA_HISTO1D /h\nPath=/h\nTitle=T\nType=Histo1D\n0 1 2 4 1 0.5 3\n3 4 1 1 1 1 1.0e+00\n"
        "END YODA_HISTO1D\n";
    ts_histogram *histograms;
    size_t count;
    assert_int_equal(yoda_read_memory(*state, "t", text, strlen(text), &histograms, &count), TS_OK);
    assert_int_equal(count, 1);
    assert_string_equal(histograms[0].title, "T");
    assert_int_equal(histograms[0].bin_count, 2);
    assert_close(histograms[0].total.sum_w, 3, 0);
    assert_true(histograms[0].total.entries == 4);
    ts_histograms_destroy(&histograms, count);
}

static void refused(void **state, const char *text, const char *sentence)
{
    ts_histogram *histograms;
    size_t count;
    assert_int_equal(yoda_read_memory(*state, "t", text, strlen(text), &histograms, &count), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(*state), sentence);
    assert_null(histograms);
    assert_int_equal(count, 0);
}

#define HEAD "BEGIN YODA_HISTO1D_V2 /h\nType: Histo1D\n---\n"

static void wrong_files_are_refused(void **state)
{
    refused(state, "hello\n", "t:1: expected 'BEGIN YODA_... /path': this is no YODA file.");
    refused(state, HEAD "0 1 2 4 1 0.5 3\n", "t:4: the file ends within a block; END is missing.");
    refused(state, HEAD "0 1 2 4 1 0.5\n",
            "t:4: expected a bin: xlow, xhigh, sumw, sumw2, sumwx, sumwx2, numEntries.");
    refused(state, HEAD "0 1 nan 4 1 0.5 3\n",
            "t:4: expected a bin: xlow, xhigh, sumw, sumw2, sumwx, sumwx2, numEntries.");
    refused(state, HEAD "1 0 2 4 1 0.5 3\n", "t:4: the lower edge of a bin is not below its upper edge.");
    refused(state, HEAD "0 1 2 4 1 0.5 -3\n", "t:4: sumw2 and numEntries must not be negative.");
    refused(state, HEAD "0 1 2 4 1 0.5 3\n0 1 2 4 1 0.5 3\n",
            "t:5: this bin begins before the end of the one above it; bins must ascend.");
    refused(state, HEAD "Total Overflow 1 2 3 4 5\n",
            "t:4: expected the name twice, then sumw, sumw2, sumwx, sumwx2, numEntries.");
    refused(state, HEAD HEAD, "t:4: a block begins before the one above it has ended; is the file whole?");
    refused(state, "BEGIN YODA_HISTO1D_V2 /h\nEND YODA_HISTO1D_V2\n",
            "t:2: the histogram that ends here has no data: '---' is missing.");
    refused(state, "BEGIN YODA_HISTO1D_V3 /h\n",
            "t:1: this histogram has the format of YODA 2; expected YODA_HISTO1D or YODA_HISTO1D_V2.");
    refused(state, "BEGIN YODA_HISTO1D\nEND YODA_HISTO1D\n",
            "t:2: the histogram that ends here has no path.");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_is_read_back), TEST(the_layout_is_yodas),     TEST(the_reference_is_read),
        TEST(other_objects_are_skipped),    TEST(wrong_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

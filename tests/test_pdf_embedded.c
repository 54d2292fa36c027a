/* The embedded CTEQ6L1 against the published table, and its life in the cache. */
#include "test_support.h"

#include "tessera/pdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ts_context *context;

static int start(void **state)
{
    (void)state;
    unsetenv("LHAPDF_DATA_PATH");
    return ts_context_create(&context) != TS_OK;
}

static int end(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

static ts_pdf *embedded(void)
{
    ts_pdf *pdf;
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    assert_string_equal(ts_pdf_source(pdf), "embedded");
    return pdf;
}

/* A parton's largest relative difference from the table over a range of x at a scale. */
static double difference(const ts_pdf *ours, const ts_pdf *published, int pdg, double x_max, double q)
{
    double worst = 0;
    for (double x = 1e-5; x < x_max; x *= 1.02) {
        double want = ts_pdf_xfx(published, pdg, x, q);
        worst = fmax(worst, fabs(ts_pdf_xfx(ours, pdg, x, q) - want) / want);
    }
    return worst;
}

static void partons_agree_with_the_table_within_0_6_percent(void **state)
{
    (void)state;
    static const struct {
        int pdg;
        double x_max, q_min;
    } rows[] = {
        {21, 0.7, 2},
        {2, 0.7, 2},
        {1, 0.7, 2},
        {-1, 0.3, 2},
        {-2, 0.3, 2},
        {3, 0.3, 2},
        {-3, 0.3, 2},
        {4, 0.3, 2},
        {-4, 0.3, 2},
        /* The table's first scale above the bottom's threshold is 6.2 GeV; below that its
         * interpolation runs across the threshold. */
        {5, 0.3, 6.3},
        {-5, 0.3, 6.3},
    };
    ts_pdf *ours = embedded(), *published;
    if (ts_pdf_create(context, TEST_SHARED "/pdf/CTEQ6L1", 0, &published)) {
        print_message("skipped: there is no %s/pdf/CTEQ6L1\n", TEST_SHARED);
        ts_pdf_destroy(&ours);
        skip();
    }
    double worst = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        for (double q = rows[i].q_min; q < 5000; q *= 1.35) {
            double found = difference(ours, published, rows[i].pdg, rows[i].x_max, q);
            if (found > 0.006)
                fail_msg("parton %d at Q = %g GeV differs by %.3f %%", rows[i].pdg, q, 100 * found);
            worst = fmax(worst, found);
        }
    print_message("the largest difference is %.2f %%\n", 100 * worst);
    ts_pdf_destroy(&ours);
    ts_pdf_destroy(&published);
}

/* Below the lowest x of the grid the continuation counts too. */
static void many_points_are_those_of_one(void **state)
{
    (void)state;
    const int pdg[] = {21, -1, 5, 9, 2};
    const double x[] = {1e-3, 0.2, 0.03, 0.1, -1}, q[] = {91.188, 10, 1e3, 50, 50};
    double xf[5];
    ts_pdf *pdf = embedded();
    ts_pdf_xfx_points(pdf, 5, pdg, x, q, xf);
    for (int i = 0; i < 4; ++i)
        assert_true(xf[i] == ts_pdf_xfx(pdf, pdg[i], x[i], q[i]));
    assert_true(xf[0] > 0 && xf[3] == 0 && isnan(xf[4]));
    ts_pdf_destroy(&pdf);
}

static void partons_carry_the_momentum(void **state)
{
    (void)state;
    ts_pdf *pdf = embedded();
    for (double q = 1.4; q < 1e5; q *= 7) {
        const int steps = 20000;
        const double range = -log(1e-13);
        double sum = 0;
        for (int n = 0; n < steps; ++n) {
            double x = exp(-range * (n + 0.5) / steps);
            for (int pdg = -5; pdg <= 5; ++pdg)
                sum += x * ts_pdf_xfx(pdf, pdg, x, q) * range / steps;
        }
        assert_float_equal(sum, 1, 1e-4);
    }
    ts_pdf_destroy(&pdf);
}

static void the_coupling_is_that_of_cteq6l1(void **state)
{
    (void)state;
    ts_pdf *pdf = embedded();
    assert_float_equal(ts_pdf_alpha_s(pdf, 91.188), 0.129808, 5e-7);
    /* Continuous at the bottom's mass, with a kink. */
    assert_float_equal(ts_pdf_alpha_s(pdf, 4.5 * (1 - 1e-9)), ts_pdf_alpha_s(pdf, 4.5 * (1 + 1e-9)), 1e-8);
    assert_true(ts_pdf_alpha_s(pdf, 2) > 12 * acos(-1) / (23 * log(4 / (0.1652 * 0.1652))));
    ts_pdf_destroy(&pdf);
}

/* A cache of the test's own. */
static char folder[256], file[320];

static void own_cache(const char *name)
{
    snprintf(folder, sizeof folder, "%s/%s-%ld", TEST_BINARY, name, (long)getpid());
    setenv("TESSERA_CACHE_DIR", folder, 1);
}

static long cached_bytes(void)
{
    struct stat facts;
    char list[320];
    snprintf(list, sizeof list, "ls %s/pdf/CTEQ6L1-*.grid 2>/dev/null", folder);
    FILE *names = popen(list, "r");
    int found = names && fscanf(names, "%319s", file) == 1;
    if (names)
        pclose(names);
    return found && !stat(file, &facts) ? (long)facts.st_size : 0;
}

static void remove_cache(void)
{
    char path[300];
    unlink(file);
    snprintf(path, sizeof path, "%s/pdf", folder);
    rmdir(path);
    rmdir(folder);
}

static void a_damaged_cache_is_made_again(void **state)
{
    (void)state;
    own_cache("damaged");
    ts_pdf *pdf = embedded();
    double want = ts_pdf_xfx(pdf, 21, 0.01, 50);
    ts_pdf_destroy(&pdf);
    long bytes = cached_bytes();
    assert_true(bytes > 0);
    struct stat facts;
    assert_int_equal(stat(folder, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0700);
    /* Read back; one bit turned; cut short; emptied. */
    for (int damage = 0; damage < 4; ++damage) {
        if (damage == 1) {
            FILE *stream = fopen(file, "r+b");
            fseek(stream, bytes / 2, SEEK_SET);
            int byte = fgetc(stream);
            fseek(stream, bytes / 2, SEEK_SET);
            fputc(byte ^ 16, stream);
            fclose(stream);
        } else if (damage > 1) {
            assert_int_equal(truncate(file, damage == 2 ? bytes / 3 : 0), 0);
        }
        pdf = embedded();
        assert_true(ts_pdf_xfx(pdf, 21, 0.01, 50) == want);
        ts_pdf_destroy(&pdf);
        assert_int_equal(cached_bytes(), bytes);
    }
    remove_cache();
}

static void a_cache_that_cannot_be_written_costs_only_time(void **state)
{
    (void)state;
    setenv("TESSERA_CACHE_DIR", "/dev/null/nowhere", 1);
    ts_pdf *pdf = embedded();
    assert_true(ts_pdf_xfx(pdf, 21, 0.01, 50) > 0);
    ts_pdf_destroy(&pdf);
}

static void only_member_0_exists(void **state)
{
    (void)state;
    ts_pdf *pdf;
    assert_int_equal(ts_pdf_create(context, "CTEQ6L1", 1, &pdf), TS_ERROR_INPUT);
    assert_null(pdf);
    assert_int_equal(ts_pdf_create(context, "CTEQ6L1", -1, &pdf), TS_ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partons_agree_with_the_table_within_0_6_percent),
        cmocka_unit_test(many_points_are_those_of_one),
        cmocka_unit_test(partons_carry_the_momentum),
        cmocka_unit_test(the_coupling_is_that_of_cteq6l1),
        cmocka_unit_test(only_member_0_exists),
        cmocka_unit_test(a_damaged_cache_is_made_again),
        cmocka_unit_test(a_cache_that_cannot_be_written_costs_only_time),
    };
    return cmocka_run_group_tests(tests, start, end);
}

/* The embedded CTEQ6L1 against numbers of the published table, and its life in the cache. */
#include "test_support.h"

#include "pdf/set.h"
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
    setenv("LHAPDF_DATA_PATH", "::", 1); /* no set of this machine */
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

/* x f of the published table of CTEQ6L1 (hep-ph/0201195) between its knots, by LHAPDF's interpolation: gluon,
 * u, d, d~, u~, s, c and b. Towards x = 1 the table's sea is tiny and not smooth. Its first scale above the
 * bottom's threshold is 6.2 GeV; below that its interpolation runs across the threshold. */
static const int partons[] = {21, 2, 1, -1, -2, 3, 4, 5};
enum { PARTONS = sizeof partons / sizeof partons[0] };
static const struct {
    double q, x, xf[PARTONS]; /* 0: not compared */
} published[] = {
    {3.1, 2e-05, {41.1168, 1.4319, 1.42747, 1.41861, 1.41859, 0.876603, 0.515166}},
    {3.1, 0.0006, {15.7972, 0.667723, 0.648271, 0.614333, 0.613959, 0.385098, 0.232355}},
    {3.1, 0.013, {5.12783, 0.464071, 0.389177, 0.275384, 0.267473, 0.158784, 0.0836659}},
    {3.1, 0.11, {1.18331, 0.592405, 0.374872, 0.129959, 0.0863757, 0.0523992, 0.0152095}},
    {3.1, 0.27, {0.264286, 0.573925, 0.262983, 0.0351345, 0.0224979, 0.0129769, 0.00241433}},
    {3.1, 0.6, {0.00632785, 0.147367, 0.0311927}},
    {33, 2e-05, {187.011, 5.00244, 4.99667, 4.98556, 4.9855, 4.49138, 4.16184, 3.31669}},
    {33, 0.0006, {41.2622, 1.54733, 1.52223, 1.48023, 1.4793, 1.27031, 1.13063, 0.798586}},
    {33, 0.013, {6.75447, 0.634553, 0.541357, 0.40925, 0.396658, 0.300464, 0.232118, 0.133767}},
    {33, 0.11, {0.788439, 0.569666, 0.339728, 0.112126, 0.0778206, 0.0535312, 0.0258949, 0.0122506}},
    {33, 0.27, {0.118921, 0.428518, 0.182324, 0.0212848, 0.0151886, 0.00911182, 0.0030268, 0.00130907}},
    {33, 0.6, {0.00196991, 0.0702611, 0.0132107}},
    {1700, 2e-05, {439.805, 13.6763, 13.6689, 13.6552, 13.6551, 13.202, 12.8999, 12.1261}},
    {1700, 0.0006, {65.897, 2.85854, 2.82706, 2.77645, 2.77474, 2.58293, 2.45446, 2.15686}},
    {1700, 0.013, {6.77761, 0.757492, 0.64732, 0.500877, 0.484444, 0.400042, 0.338278, 0.257021}},
    {1700, 0.11, {0.50187, 0.513796, 0.290182, 0.0895359, 0.0637209, 0.0462583, 0.0260055, 0.0167476}},
    {1700, 0.27, {0.0592835, 0.308211, 0.122922, 0.0126057, 0.00975532, 0.00590734, 0.00239086, 0.00143281}},
    {1700, 0.6, {0.000769221, 0.033565, 0.00568503}},
};

/* Within 0.4 %; docs/pdf.md says how far over the whole table. */
static void partons_agree_with_the_published_table(void **state)
{
    (void)state;
    ts_pdf *pdf = embedded();
    double worst = 0;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; ++i)
        for (int k = 0; k < PARTONS && published[i].xf[k] > 0; ++k) {
            const double found = ts_pdf_xfx(pdf, partons[k], published[i].x, published[i].q);
            const double off = fabs(found / published[i].xf[k] - 1);
            if (!(off < 0.004))
                fail_msg("parton %d at x = %g, Q = %g GeV differs by %.3f %%", partons[k], published[i].x,
                         published[i].q, 100 * off);
            worst = fmax(worst, off);
        }
    print_message("the largest difference is %.2f %%\n", 100 * worst);
    for (int heavy = 3; heavy <= 5; ++heavy)
        assert_true(ts_pdf_xfx(pdf, heavy, 0.01, 50) == ts_pdf_xfx(pdf, -heavy, 0.01, 50));
    ts_pdf_destroy(&pdf);
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

/* What the bounds of a shower's densities look up has the bits of the public call. Scales lie inside the
 * grid, below and above it; the set has no top quark. */
static void a_row_of_momentum_fractions_has_the_same_bits(void **state)
{
    enum { COUNT = 200 };
    static const double scales[] = {0.7, 1.3, 4.5, 91.2, 3e4};
    double x[COUNT], log_x[COUNT], xf[COUNT];
    ts_pdf *pdf = embedded();
    (void)state;
    for (int i = 0; i < COUNT; ++i) {
        x[i] = pow((i + 0.5) / COUNT, i % 2 ? 8 : 1);
        log_x[i] = log(x[i]);
    }
    for (size_t k = 0; k < sizeof scales / sizeof *scales; ++k)
        for (int pdg = -6; pdg <= 6; ++pdg) {
            pdf_xfx_at(pdf, pdg, scales[k], COUNT, log_x, xf);
            for (int i = 0; i < COUNT; ++i)
                assert_true(xf[i] == ts_pdf_xfx(pdf, pdg, x[i], scales[k]));
        }
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
        cmocka_unit_test(partons_agree_with_the_published_table),
        cmocka_unit_test(many_points_are_those_of_one),
        cmocka_unit_test(a_row_of_momentum_fractions_has_the_same_bits),
        cmocka_unit_test(partons_carry_the_momentum),
        cmocka_unit_test(the_coupling_is_that_of_cteq6l1),
        cmocka_unit_test(only_member_0_exists),
        cmocka_unit_test(a_damaged_cache_is_made_again),
        cmocka_unit_test(a_cache_that_cannot_be_written_costs_only_time),
    };
    return cmocka_run_group_tests(tests, start, end);
}

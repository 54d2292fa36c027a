/* The shower's coupling in the kernel, from the table and the numbers that the host hands over, against the
 * host's formula and their bound. */
#include "kernel_support.h"

#include "shower/parameters.h"
#include "shower/shower_of_card.h"

#include <math.h>

#define NAME(name) PARAMETER_##name,
enum { SHOWER_PARAMETERS(NAME) PARAMETERS };
#undef NAME

enum { COUNT = 4096 };

static const char head[] =
    "#include \"map.h\"\n#include \"shower/parameters.h\"\n#define PARAMETER(name) scalar name;\n"
    "typedef struct parameters { SHOWER_PARAMETERS(PARAMETER) } parameters;\n#undef PARAMETER\n"
    "#include \"shower/alpha_s.h\"\n";
static const char kernels[] = KERNEL_TEXT(MAP(couplings, CONSTANT parameters *, p, GLOBAL const scalar *,
                                              log_t, GLOBAL scalar *, values, GLOBAL const scalar *, table) {
    real at = r_fetch(log_t + AT(0));
    r_store(values + AT(0), shower_alpha_s(p, table, at));
    r_store(values + AT(1), r_set(p->bound_factor) / coupling_bound_inverse(p, at));
});

/* A shower of a card with these values; `pdf`: of the beams, or NULL. */
static struct shower shower_of(ts_context *context, const char *const values[3], const ts_pdf *pdf)
{
    ts_card *card;
    struct shower shower;
    assert_status(context, ts_card_create(context, &card));
    for (int i = 0; i < 3; ++i)
        assert_status(context, ts_card_set(context, card, values[i]));
    assert_status(context, pdf ? shower_read_beams(context, card, 1000, pdf, &shower)
                               : shower_read(context, card, 1000, &shower));
    ts_card_destroy(&card);
    return shower;
}

/* Eight digits, as rates have to have: the table has cubics. */
static void compare(ts_context *context, struct shower *shower)
{
    static double log_t[COUNT], values[2 * COUNT];
    double numbers[PARAMETERS], *table, worst = 0;
    size_t length;
    const double tolerance = test_double ? 1e-8 : 3e-6, rounding = test_double ? 1e-14 : 3e-6;
    assert_status(context, shower_coupling_table(context, shower, &table, &length));
    shower_parameters(shower, 0, numbers);
    for (int i = 0; i < COUNT; ++i)
        log_t[i] = kernel_scalar(shower->log_highest * i / COUNT);
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "couplings",
               (struct kernel_array[]){{numbers, PARAMETERS, KERNEL_IN},
                                       {log_t, COUNT, KERNEL_IN},
                                       {values, 2 * COUNT, KERNEL_OUT},
                                       {table, length, KERNEL_IN}},
               4);
    kernel_close(&kernel);
    free(table);
    for (int i = 0; i < COUNT; ++i) {
        const double bound = shower->bound.factor / (shower->bound.inverse + shower->bound.slope * log_t[i]);
        worst = fmax(worst, fabs(values[i] / shower_alpha_s(shower, log_t[i]) - 1));
        assert_true(fabs(values[COUNT + i] / bound - 1) < rounding);
        assert_true(values[i] <= values[COUNT + i] * (1 + rounding));
    }
    print_message("%.2g\n", worst);
    assert_true(worst < tolerance);
}

static void the_kernel_has_the_same(void **state)
{
    static const char *const choices[][3] = {{"shower.order=2", "shower.thresholds=false",
                                              "shower.cmw=false"},
                                             {"shower.order=1", "shower.thresholds=true", "shower.cmw=false"},
                                             {"shower.order=2", "shower.thresholds=true", "shower.cmw=true"},
                                             {"shower.order=1", "shower.alpha_s=0.135",
                                              "shower.renormalization_factor=0.5"}};
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; ++i) {
        struct shower shower = shower_of(context, choices[i], NULL);
        compare(context, &shower);
    }
    ts_context_destroy(&context);
}

/* alpha_s of a set at k_R pT, as the set tells it to others. */
static void it_may_be_that_of_the_densities(void **state)
{
    static const char *const values[] = {"shower.coupling=pdf", "shower.renormalization_factor=2",
                                         "integration.seed=1"};
    ts_context *context;
    ts_pdf *pdf;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    struct shower shower = shower_of(context, values, pdf);
    for (double pt = 1; pt < 1000; pt *= 1.3) {
        const double own = shower_alpha_s(&shower, 2 * log(pt));
        assert_true(fabs(own / ts_pdf_alpha_s(pdf, 2 * pt) - 1) < 1e-13);
    }
    assert_true(fabs(shower.settings.alpha_s / ts_pdf_alpha_s(pdf, 91.1876) - 1) < 1e-13);
    compare(context, &shower);
    ts_pdf_destroy(&pdf);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_kernel_has_the_same),
                                       cmocka_unit_test(it_may_be_that_of_the_densities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

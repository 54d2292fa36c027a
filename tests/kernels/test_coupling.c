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

static struct shower shower_of(ts_context *context, const char *order, const char *thresholds,
                               const char *cmw)
{
    ts_card *card;
    struct shower shower;
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, order));
    assert_status(context, ts_card_set(context, card, thresholds));
    assert_status(context, ts_card_set(context, card, cmw));
    assert_status(context, shower_read(context, card, 1000, &shower));
    ts_card_destroy(&card);
    return shower;
}

static void compare(ts_context *context, const char *order, const char *thresholds, const char *cmw)
{
    static double log_t[COUNT], values[2 * COUNT];
    struct shower shower = shower_of(context, order, thresholds, cmw);
    double numbers[PARAMETERS], *table;
    size_t length;
    /* Eight digits, as rates have to have (a table's cubics). */
    const double tolerance = test_double ? 1e-8 : 3e-6, rounding = test_double ? 1e-14 : 3e-6;
    assert_status(context, shower_coupling_table(context, &shower, &table, &length));
    shower_parameters(&shower, 0, numbers);
    for (int i = 0; i < COUNT; ++i)
        log_t[i] = kernel_scalar(shower.log_highest * i / COUNT);
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "couplings",
               (struct kernel_array[]){{numbers, PARAMETERS, KERNEL_IN},
                                       {log_t, COUNT, KERNEL_IN},
                                       {values, 2 * COUNT, KERNEL_OUT},
                                       {table, length, KERNEL_IN}},
               4);
    kernel_close(&kernel);
    free(table);
    double worst = 0;
    for (int i = 0; i < COUNT; ++i) {
        const double bound = shower.bound.factor / (shower.bound.inverse + shower.bound.slope * log_t[i]);
        worst = fmax(worst, fabs(values[i] / shower_alpha_s(&shower, log_t[i]) - 1));
        assert_true(fabs(values[COUNT + i] / bound - 1) < rounding);
        assert_true(values[i] <= values[COUNT + i] * (1 + rounding));
    }
    print_message("%s %s %s: %.2g\n", order, thresholds, cmw, worst);
    assert_true(worst < tolerance);
}

static void the_kernel_has_the_same(void **state)
{
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    compare(context, "shower.order=2", "shower.thresholds=false", "shower.cmw=false");
    compare(context, "shower.order=1", "shower.thresholds=true", "shower.cmw=false");
    compare(context, "shower.order=2", "shower.thresholds=true", "shower.cmw=true");
    compare(context, "shower.order=1", "shower.alpha_s=0.135", "shower.renormalization_factor=0.5");
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_kernel_has_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The three ways in which a set defines its coupling. */
#include "test_support.h"

#include "pdf/alpha_s.h"
#include "pdf/info.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ts_context *context;
static const double pi = 3.14159265358979323846;

static int start(void **state)
{
    (void)state;
    return ts_context_create(&context) != TS_OK;
}

static int end(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

static ts_status read(const char *text, struct alpha_s *coupling)
{
    struct info info = {0};
    ts_status status = info_parse(context, "test.info", text, strlen(text), &info);
    if (!status)
        status = info_alpha_s(context, &info, "test.info", coupling);
    info_destroy(&info);
    if (status)
        alpha_s_destroy(coupling);
    return status;
}

static void one_loop_by_lambda(void **state)
{
    (void)state;
    struct alpha_s coupling;
    assert_status(context,
                  read("AlphaS_Type: analytic\nAlphaS_OrderQCD: 0\nAlphaS_Lambda5: 0.1652\nMBottom: 4.5\n"
                       "MCharm: 1.3\nMTop: 180\nNumFlavors: 5\n",
                       &coupling));
    assert_float_equal(alpha_s_value(&coupling, 91.188 * 91.188), 0.129808, 5e-7);
    assert_float_equal(alpha_s_value(&coupling, 100), 12 * pi / (23 * log(100 / (0.1652 * 0.1652))), 1e-15);
    /* The only Lambda there is holds at every scale, with its own number of flavours. */
    assert_float_equal(alpha_s_value(&coupling, 4), 12 * pi / (23 * log(4 / (0.1652 * 0.1652))), 1e-15);
    assert_true(isinf(alpha_s_value(&coupling, 0.1652 * 0.1652)));
    assert_true(isnan(alpha_s_value(&coupling, -1)));
}

/* The expansion in 1/t, t = log(Q^2/Lambda^2), obeys the renormalisation group up to the
 * first term that it leaves out, of relative order (b1/b0^2 log(t)/t)^(order + 1). From
 * 10^8 to 10^10 GeV both run alike. */
static void more_loops_by_lambda_run_as_the_integral_does(void **state)
{
    (void)state;
    const char *text =
        "AlphaS_Type: analytic\nAlphaS_OrderQCD: %d\nAlphaS_Lambda5: 0.21\nAlphaS_Lambda4: 0.29\n"
        "MBottom: 4.75\nMCharm: 1.4\nNumFlavors: 5\n";
    const double t = log(1e16 / (0.21 * 0.21)), term = 348 / 529.0 * log(t) / t;
    for (int order = 0; order <= 3; ++order) {
        char line[256];
        struct alpha_s coupling, integral = {.type = ALPHA_S_INTEGRATED, .fixed_flavours = 5};
        snprintf(line, sizeof line, text, order);
        assert_status(context, read(line, &coupling));
        integral.order = order;
        integral.reference_scale = 1e8;
        integral.reference_value = alpha_s_value(&coupling, 1e16);
        double far = alpha_s_value(&coupling, 1e20);
        assert_float_equal(alpha_s_value(&integral, 1e20) / far, 1,
                           order ? 0.1 * pow(term, order + 1) : 1e-9);
        assert_int_equal(alpha_s_flavours(&coupling, 20), 4);
        assert_int_equal(alpha_s_flavours(&coupling, 23), 5);
    }
}

static void one_loop_by_integration_has_a_closed_form(void **state)
{
    (void)state;
    struct alpha_s coupling;
    assert_status(context,
                  read("AlphaS_Type: ode\nAlphaS_OrderQCD: 0\nAlphaS_MZ: 0.13\nMZ: 91.1876\nMBottom: 4.5\n"
                       "MCharm: 1.3\nMTop: 180\nNumFlavors: 5\n",
                       &coupling));
    double log_b = 2 * log(4.5 / 91.1876), b5 = 23 / (12 * pi), b4 = 25 / (12 * pi);
    double at_b = 0.13 / (1 + 0.13 * b5 * log_b);
    assert_float_equal(alpha_s_value(&coupling, 91.1876 * 91.1876), 0.13, 1e-15);
    assert_float_equal(alpha_s_value(&coupling, 4.5 * 4.5), at_b, 1e-9);
    assert_float_equal(alpha_s_value(&coupling, 4), at_b / (1 + at_b * b4 * log(4 / (4.5 * 4.5))), 1e-8);
    assert_float_equal(alpha_s_value(&coupling, 1e6), 0.13 / (1 + 0.13 * b5 * log(1e6 / (91.1876 * 91.1876))),
                       1e-9);
    assert_true(isinf(alpha_s_value(&coupling, 0.01)));
}

/* T. van Ritbergen, J. A. M. Vermaseren, S. A. Larin, Phys. Lett. B 400 (1997) 379: for
 * five flavours beta_0 to beta_3 are 7.6667, 38.667, 180.91, 4826.2 in powers of alpha_s / (4 pi). */
static void the_coupling_falls_as_the_beta_function_says(void **state)
{
    (void)state;
    static const double beta[] = {23 / 3.0, 116 / 3.0, 180.907, 4826.16};
    double sum = 0;
    for (int order = 0; order <= 3; ++order) {
        struct alpha_s coupling = {.type = ALPHA_S_INTEGRATED,
                                   .order = order,
                                   .fixed_flavours = 5,
                                   .reference_scale = 10,
                                   .reference_value = 0.4};
        double step = 1e-4, slope = (alpha_s_value(&coupling, 100 * exp(step)) -
                                     alpha_s_value(&coupling, 100 * exp(-step))) /
                                    (2 * step);
        sum -= beta[order] * pow(0.4, order + 2) / pow(4 * pi, order + 1);
        assert_float_equal(slope / sum, 1, 2e-6);
    }
}

/* M. Dittmar et al., hep-ph/0511119, section 4.4: three loops and four flavours from
 * 0.35 at 2 GeV^2 give 0.110141 at 10^4 GeV^2. */
static void three_loops_by_integration_give_the_benchmark(void **state)
{
    (void)state;
    struct alpha_s coupling;
    assert_status(context,
                  read("AlphaS_Type: ode\nAlphaS_OrderQCD: 2\nAlphaS_Reference: 0.35\n"
                       "AlphaS_MassReference: 1.4142135623730951\nFlavorScheme: fixed\nNumFlavors: 4\n",
                       &coupling));
    assert_float_equal(alpha_s_value(&coupling, 1e4), 0.110141, 5e-7);
}

/* K. G. Chetyrkin, B. A. Kniehl, M. Steinhauser: 1 + (11/72) (alpha_s/pi)^2 downwards at the mass. */
static void the_coupling_steps_at_a_threshold_beyond_one_loop(void **state)
{
    (void)state;
    struct alpha_s coupling;
    assert_status(context,
                  read("AlphaS_Type: ode\nAlphaS_OrderQCD: 1\nAlphaS_MZ: 0.118\nMBottom: 4.2\nMCharm: 1.3\n"
                       "NumFlavors: 5\n",
                       &coupling));
    double q2 = 4.2 * 4.2, above = alpha_s_value(&coupling, q2 * (1 + 1e-12)),
           below = alpha_s_value(&coupling, q2);
    assert_float_equal(below / above, 1 + 11 / 72.0 * above * above / (pi * pi), 1e-9);
}

/* Of second degree in log Q: exact between inner knots. The lower and the upper
 * part do not know each other. Outside: a power law below, the last value above. */
static void tables_are_cubic_in_log_q_squared(void **state)
{
    (void)state;
    struct alpha_s coupling;
    assert_status(context, read("AlphaS_Type: ipol\nAlphaS_OrderQCD: 1\n"
                                "AlphaS_Qs: [1, 10, 100, 1000, 1000, 10000, 100000]\n"
                                "AlphaS_Vals: [0.40, 0.29, 0.20, 0.13, 0.12, 0.10, 0.09]\n",
                                &coupling));
    double m = 1.3, want = 0.4 - 0.12 * m + 0.01 * m * m;
    assert_float_equal(alpha_s_value(&coupling, pow(10, 2 * m)), want, 1e-14);
    assert_float_equal(alpha_s_value(&coupling, 1e6 * (1 - 1e-13)), 0.13, 1e-12);
    assert_float_equal(alpha_s_value(&coupling, 1e6), 0.12, 1e-14);
    assert_float_equal(alpha_s_value(&coupling, 1e12), 0.09, 1e-15);
    assert_float_equal(alpha_s_value(&coupling, 0.25), 0.40 * pow(0.29 / 0.40, log10(0.5)), 1e-13);
    alpha_s_destroy(&coupling);
}

/* Values of PDFFlow 1.2.2, which follows LHAPDF. */
static void tables_give_the_numbers_of_pdfflow(void **state)
{
    (void)state;
    static const double scales[] = {1.1, 2.5, 4.4, 4.6, 10, 91.1876, 1900};
    static const double values[] = {0.375058363507766, 0.265417609388599, 0.221623910287338,
                                    0.218869742853052, 0.181229869396416, 0.121607402149542,
                                    0.0839759071470026};
    static const double knots[] = {1, 1.4, 2.1, 3, 4.5, 4.5, 8, 20, 70, 300, 2000};
    char text[1024] =
        "AlphaS_Type: ipol\nAlphaS_Qs: [1, 1.4, 2.1, 3, 4.5, 4.5, 8, 20, 70, 300, 2000]\nAlphaS_Vals: [";
    for (int i = 0; i < 11; ++i) {
        double b0 = (i < 5 ? 25 : 23) / (12 * pi);
        snprintf(text + strlen(text), 64, "%.17g%s", 0.22 / (1 + 0.22 * b0 * 2 * log(knots[i] / 4.5)),
                 i < 10 ? ", " : "]\n");
    }
    struct alpha_s coupling;
    assert_status(context, read(text, &coupling));
    for (int i = 0; i < 7; ++i)
        assert_float_equal(alpha_s_value(&coupling, scales[i] * scales[i]), values[i], 1e-7 * values[i]);
    alpha_s_destroy(&coupling);
}

static void incomplete_definitions_are_refused(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"MZ: 91\n", "AlphaS_Type"},
        {"AlphaS_Type: exact\n", "AlphaS_Type"},
        {"AlphaS_Type: analytic\n", "AlphaS_Lambda"},
        {"AlphaS_Type: ipol\n", "AlphaS_Qs"},
        {"AlphaS_Type: ipol\nAlphaS_Qs: [1, 2]\nAlphaS_Vals: [0.3]\n", "as many"},
        {"AlphaS_Type: ipol\nAlphaS_Qs: [2, 1]\nAlphaS_Vals: [0.3, 0.2]\n", "ascend"},
        {"AlphaS_Type: ipol\nAlphaS_Qs: [1, 2]\nAlphaS_Vals: [0.3, -0.2]\n", "above zero"},
        {"AlphaS_Type: ipol\nAlphaS_Qs: [1, 1]\nAlphaS_Vals: [0.3, 0.2]\n", "two numbers"},
        {"AlphaS_Type: ipol\nAlphaS_Qs: [1, many]\nAlphaS_Vals: [0.3, 0.2]\n", "number"},
        {"AlphaS_Type: ode\nMBottom: 4.5\n", "AlphaS_MZ"},
        {"AlphaS_Type: ode\nAlphaS_MZ: 0.118\n", "MBottom"},
        {"AlphaS_Type: ode\nAlphaS_MZ: nan\n", "number"},
        {"AlphaS_Type: ode\nAlphaS_OrderQCD: 7\n", "AlphaS_OrderQCD"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        struct alpha_s coupling;
        assert_int_equal(read(texts[i][0], &coupling), TS_ERROR_INPUT);
        if (!strstr(ts_context_error(context), texts[i][1]) ||
            !strstr(ts_context_error(context), "test.info"))
            fail_msg("'%s' said '%s'", texts[i][0], ts_context_error(context));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_loop_by_lambda),
        cmocka_unit_test(more_loops_by_lambda_run_as_the_integral_does),
        cmocka_unit_test(one_loop_by_integration_has_a_closed_form),
        cmocka_unit_test(the_coupling_falls_as_the_beta_function_says),
        cmocka_unit_test(three_loops_by_integration_give_the_benchmark),
        cmocka_unit_test(the_coupling_steps_at_a_threshold_beyond_one_loop),
        cmocka_unit_test(tables_are_cubic_in_log_q_squared),
        cmocka_unit_test(tables_give_the_numbers_of_pdfflow),
        cmocka_unit_test(incomplete_definitions_are_refused),
    };
    return cmocka_run_group_tests(tests, start, end);
}

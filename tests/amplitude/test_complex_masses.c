/* Complex masses (arXiv:hep-ph/0605312) keep what fixed widths break. That is Ward identities where unstable
 * particles emit photons and gluons, and the cancellations among longitudinal bosons at high energies. */
#include "tree_identities.h"

typedef double _Complex number;
extern double cabs(number);

enum { MORE_MOST = 4 };

/* The model with or without complex masses, and with some more inputs. */
static void open_with(struct tested *tested, int complex_masses, const struct model_setting *more,
                      size_t count)
{
    struct model_setting settings[MORE_MOST + 1] = {
        {"complex_masses", complex_masses ? "true" : "false", ""}};
    assert_true(count <= MORE_MOST);
    for (size_t i = 0; i < count; ++i)
        settings[i + 1] = more[i];
    test_open_with(tested, settings, count + 1);
}

static double violation_of(const char *name, double energy, int complex_masses)
{
    const struct model_setting more[] = {{"gamma_t", "1.49", ""}, {"m_tau", "30", ""}};
    struct tested tested;
    uint64_t random = 4;
    open_with(&tested, complex_masses, more, 2);
    test_process(&tested, name);
    test_point(&tested, energy, &random);
    const double violation = ward_violation(&tested);
    test_close(&tested);
    return violation;
}

/* Photons from W bosons, with each vertex that they have, and gluons from a top quark. The squares with a
 * momentum for a polarisation are rounding errors. With fixed widths (Gamma / M)^2 and some mass ratios. */
static void ward_identities(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double energy;
    } cases[] = {{"u d~ > ta+ vt a", 100},
                 {"u d~ > e+ ve z a", 300},
                 {"u d~ > ta+ vt a a", 120},
                 {"e+ e- > mu- vm~ u d~ a", 220},
                 {"b w+ > b w+ g", 200}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double kept = violation_of(cases[i].name, cases[i].energy, 1);
        const double broken = violation_of(cases[i].name, cases[i].energy, 0);
        if (!(kept < 1e-24 && broken > 1e-7 && broken < 1e-2))
            fail_msg("%s: Ward identities fail by %.2g, with fixed widths by %.2g", cases[i].name, kept,
                     broken);
    }
}

/* |M|^2 at 40 TeV over that without any width, less 1. What is external has no width, to be on its shell. */
static double shift_of(const char *name, const char *external, const signed char *helicities,
                       int complex_masses)
{
    static const char *const widths[] = {"gamma_w", "gamma_z", "gamma_h"};
    double values[2];
    for (int k = 0; k < 2; ++k) {
        struct model_setting more[MORE_MOST] = {{"m_tau", "30", ""}};
        struct tested tested;
        uint64_t random = 2;
        for (int i = 0; i < 3; ++i) {
            const int stable = k == 0 || !strcmp(widths[i], external);
            more[i + 1] = (struct model_setting){widths[i], stable ? "0" : "2.5", ""};
        }
        open_with(&tested, complex_masses, more, MORE_MOST);
        test_process(&tested, name);
        test_point(&tested, 40000, &random);
        values[k] = test_value(&tested, helicities, 0, NULL);
        test_close(&tested);
    }
    return values[1] / values[0] - 1;
}

/* Diagrams grow with powers of (E / M)^2, some 10^5 here, and cancel only where all couplings and masses fit.
 * Without the imaginary part of one contact coupling this is off by 10^7 and more. */
static void longitudinal_bosons(void **state)
{
    (void)state;
    enum { ANY = HELICITY_ANY };
    static const struct {
        const char *name, *external;
        signed char helicities[6];
    } cases[] = {{"w+ w- > w+ w-", "gamma_w", {0, 0, 0, 0}},
                 {"w+ w+ > w+ w+", "gamma_w", {0, 0, 0, 0}},
                 {"w+ w- > h h", "gamma_w", {0, 0, 0, 0}},
                 {"u u~ > w+ w-", "gamma_w", {ANY, ANY, 0, 0}},
                 {"ta+ ta- > w+ w-", "gamma_w", {ANY, ANY, 0, 0}},
                 {"u d~ > e+ ve z z", "gamma_z", {ANY, ANY, ANY, ANY, 0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double shift = shift_of(cases[i].name, cases[i].external, cases[i].helicities, 1);
        if (!(fabs(shift) < 0.04)) /* Gamma / M */
            fail_msg("%s: complex masses shift it by %.3g", cases[i].name, shift);
        if (i < 2)
            assert_true(shift_of(cases[i].name, cases[i].external, cases[i].helicities, 0) > 1e5);
    }
}

/* 3 mu^2 / v^2 (1 + 3 mu^2 sum of 1 / (q^2 - mu^2)), squared. */
static void higgs_bosons(void **state)
{
    (void)state;
    const struct model_setting width = {"gamma_h", "20", ""};
    struct tested tested;
    uint64_t random = 6;
    open_with(&tested, 1, &width, 1);
    test_process(&tested, "h h > h h");
    test_point(&tested, 300, &random);
    const number mu2 = 125.0 * 125 - 1.0i * 125 * 20;
    const ts_parameter *v = ts_model_parameter(tested.model, "v");
    const number v2 = (v->re + 1.0i * v->im) * (v->re + 1.0i * v->im);
    number sum = 1;
    for (int i = 1; i < 4; ++i)
        sum += 3 * mu2 / (2 * 125.0 * 125 + (i == 1 ? 2 : -2) * test_product(tested.p[0], tested.p[i]) - mu2);
    assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL), pow(cabs(3 * mu2 / v2 * sum), 2),
                1e-12);
    test_close(&tested);
}

static double bits_of(const char *name, int complex_masses, enum tree_form form)
{
    const struct model_setting more[] = {{"gamma_w", "0", ""}, {"gamma_z", "0", ""}, {"gamma_h", "0", ""}};
    struct tested tested;
    uint64_t random = 12;
    open_with(&tested, complex_masses, more, form == TREE_FORM_SHARED ? 3 : 0);
    test_process(&tested, name);
    test_point(&tested, 700, &random);
    const double value = test_value_of(&tested, form, 1, NULL, 0, NULL);
    test_close(&tested);
    return value;
}

/* Without widths masses are real, to the last bit. */
static void no_widths(void **state)
{
    (void)state;
    assert_true(bits_of("u d~ > w+ z", 0, TREE_FORM_SHARED) == bits_of("u d~ > w+ z", 1, TREE_FORM_SHARED));
    assert_true(bits_of("w+ w- > z h", 0, TREE_FORM_SHARED) == bits_of("w+ w- > z h", 1, TREE_FORM_SHARED));
}

/* Operations written out do what those of the table do, to the last bit. */
static void forms_agree(void **state)
{
    (void)state;
    const double table = bits_of("u d~ > ta+ vt z", 1, TREE_FORM_TABLE);
    assert_true(bits_of("u d~ > ta+ vt z", 1, TREE_FORM_STRAIGHT) == table);
    assert_true(fabs(bits_of("u d~ > ta+ vt z", 0, TREE_FORM_TABLE) / table - 1) > 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ward_identities),
                                       cmocka_unit_test(longitudinal_bosons), cmocka_unit_test(higgs_bosons),
                                       cmocka_unit_test(no_widths), cmocka_unit_test(forms_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

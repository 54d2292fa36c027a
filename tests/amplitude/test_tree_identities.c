/* Identities of matrix elements that the program derives, of a few processes
 * that hold every kind of vertex (test_tree_breadth.c has many). Limits of
 * soft and collinear momenta; leading colour and the families that are written
 * by hand. */
#include "tree_identities.h"

#include "tessera/amplitude.h"

static void identities_hold(void **state)
{
    (void)state;
    struct tested tested;
    uint64_t random = 5;
    test_open(&tested);
    check_identities(&tested, "g g > t t~ g", 900, &random);
    check_identities(&tested, "u u > u u g", 700, &random);
    check_identities(&tested, "u d~ > w+ a a", 900, &random);
    check_identities(&tested, "w+ w- > w+ w-", 900, &random);
    check_identities(&tested, "w+ z > w+ a", 900, &random);
    check_identities(&tested, "z z > h h", 900, &random);
    check_identities(&tested, "h h > h h", 900, &random);
    check_identities(&tested, "u u~ > t t~ h", 1200, &random);
    check_identities(&tested, "e+ e- > u u~ d d~ g", 700, &random);
    test_close(&tested);
}

/* Makes room for a momentum k: massless final momenta are scaled and boosted into what is left. */
static void add_momentum(struct tested *tested, const double *k, double energy)
{
    const four_momentum left = {energy - k[0], -k[1], -k[2], -k[3]};
    const double mass = sqrt(test_product(left, left));
    for (int i = LEGS_IN; i < tested->legs; ++i) {
        for (int c = 0; c < 4; ++c)
            tested->p[i][c] *= mass / energy;
        test_boost(left, mass, tested->p[i]);
    }
    memcpy(tested->p[tested->legs], k, sizeof(four_momentum));
}

/* |M|^2 with a soft boson over |M|^2 without: -sum c_i c_j p_i.p_j / (p_i.k p_j.k), with c the charges of the
 * outgoing particles. For one pair of quarks their product is -C_F. */
static void soft_limit(const char *without, const char *with, int first, int last, const double *charges,
                       double coupling)
{
    struct tested tested;
    uint64_t random = 11;
    const double energy = 500;
    test_open(&tested);
    test_process(&tested, without);
    test_point(&tested, energy, &random);
    const double before = test_value(&tested, NULL, 0, NULL);
    four_momentum k = {1e-4, 0, 0, 0};
    test_direction(&random, k[0], k);
    add_momentum(&tested, k, energy);
    double eikonal = 0;
    for (int i = first; i <= last; ++i)
        for (int j = first; j <= last; ++j)
            eikonal -= charges[i] * charges[j] * test_product(tested.p[i], tested.p[j]) /
                       (test_product(tested.p[i], k) * test_product(tested.p[j], k));
    test_process(&tested, with);
    assert_near(&tested, "soft", test_value(&tested, NULL, 0, NULL), coupling * eikonal * before, 1e-4);
    test_close(&tested);
}

static void soft_bosons(void **state)
{
    (void)state;
    const double root = sqrt(4.0 / 3), quarks[] = {root, -root, 0, 0};
    const double leptons[] = {-1, 1, 1, -1}; /* e+ in, e- in, mu+, mu- out: as if all were outgoing */
    soft_limit("u u~ > e+ e-", "u u~ > e+ e- g", 0, 1, quarks, 4 * M_PI * 0.129808);
    soft_limit("e+ e- > mu+ mu-", "e+ e- > mu+ mu- a", 0, 3, leptons, 4 * M_PI / 132.507);
}

/* A quark and a gluon with small s: 2 g^2 C_F (1 + z^2) / (1 - z) / s, z the quark's share (hep-ph/9602277).
 */
static void collinear_limit(void **state)
{
    (void)state;
    struct tested tested;
    uint64_t random = 3;
    const double energy = 500, s = 1e-3, z = 0.3;
    test_open(&tested);
    test_process(&tested, "e+ e- > u u~");
    test_point(&tested, energy, &random);
    const double before = test_value(&tested, NULL, 0, NULL);
    /* The quark becomes a pair of this mass: its momentum in the rest frame has the angle of z. */
    const double half = sqrt(s) / 2, e = (energy * energy + s) / (2 * energy);
    const double p = (energy * energy - s) / (2 * energy);
    double axis[3], beside[3];
    for (int i = 0; i < 3; ++i)
        axis[i] = tested.p[2][i + 1] / tested.p[2][0];
    const double length = hypot(axis[0], axis[1]);
    beside[0] = axis[1] / length, beside[1] = -axis[0] / length, beside[2] = 0;
    const four_momentum pair = {e, p * axis[0], p * axis[1], p * axis[2]};
    const double cosine = 2 * z - 1, sine = sqrt(1 - cosine * cosine);
    four_momentum quark = {half}, gluon = {half};
    for (int i = 0; i < 3; ++i) {
        quark[i + 1] = half * (cosine * axis[i] + sine * beside[i]);
        gluon[i + 1] = -quark[i + 1];
        tested.p[3][i + 1] = -p * axis[i];
    }
    tested.p[3][0] = p;
    test_boost(pair, sqrt(s), quark);
    test_boost(pair, sqrt(s), gluon);
    memcpy(tested.p[2], quark, sizeof quark);
    memcpy(tested.p[4], gluon, sizeof gluon);
    test_process(&tested, "e+ e- > u u~ g");
    const double split = 8 * M_PI * 0.129808 * (4.0 / 3) * (1 + z * z) / (1 - z) / s;
    assert_near(&tested, "collinear", test_value(&tested, NULL, 0, NULL), split * before, 1e-4);
    test_close(&tested);
}

static double family_value(const struct tested *tested, const char *colour)
{
    const ts_amplitude_settings settings = {.alpha_s = 0.129808,
                                            .alpha = 1 / 132.507,
                                            .colour = colour,
                                            .device = "cpu"};
    double value = NAN;
    assert_status(tested->context,
                  ts_amplitude_evaluate(tested->context, tested->name, &settings, (size_t)tested->legs,
                                        tested->p[0], 1, &value, NULL));
    return value;
}

/* Four and five gluons at leading colour are exact; photons have one colour structure. */
static void families_agree(void **state)
{
    (void)state;
    static const char *const names[] = {"g g > g g",      "g g > g g g",   "u u~ > a a",    "u u~ > a a a",
                                        "u u~ > a a a a", "e+ e- > a a a", "d~ d > a a a a"};
    struct tested tested;
    uint64_t random = 8;
    test_open(&tested);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        test_process(&tested, names[i]);
        test_point(&tested, 600, &random);
        assert_near(&tested, "by hand", test_value(&tested, NULL, 0, NULL), family_value(&tested, NULL),
                    1e-11);
    }
    test_close(&tested);
}

/* Leading colour of a quark line: the squares of all orders; of one with no gluon or one it is exact but for
 * 1 / N^2. */
static void leading_colour(void **state)
{
    (void)state;
    struct tested tested;
    uint64_t random = 9;
    test_open(&tested);
    test_process(&tested, "u u~ > e+ e- g");
    test_point(&tested, 600, &random);
    assert_near(&tested, "leading colour", test_value(&tested, NULL, 1, NULL) * (1 - 1.0 / 9),
                test_value(&tested, NULL, 0, NULL), 1e-12);
    test_process(&tested, "u d > u d");
    test_point(&tested, 600, &random);
    assert_near(&tested, "leading colour", test_value(&tested, NULL, 1, NULL) * (1 - 1.0 / 9),
                test_value(&tested, NULL, 0, NULL), 1e-12);
    test_close(&tested);
}

/* Longitudinal bosons at high energies. Contact terms, exchange of bosons and of the Higgs boson each grow
 * with a power of the energy; their sum does not. */
static void longitudinal_bosons(void **state)
{
    (void)state;
    static const char *const names[] = {"w+ w- > w+ w-", "w+ w- > z z", "w+ z > w+ z", "w+ w+ > w+ w+",
                                        "z z > z z",     "w+ w- > h h", "z z > h h"};
    const signed char helicities[LEGS_MOST] = {0};
    struct tested tested;
    test_open(&tested);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        double values[2];
        for (int k = 0; k < 2; ++k) {
            uint64_t random = 2;
            test_process(&tested, names[i]);
            test_point(&tested, k ? 40000 : 4000, &random);
            values[k] = test_value(&tested, helicities, 0, NULL);
        }
        assert_near(&tested, "at ten times the energy", values[1], values[0], 0.2);
    }
    test_close(&tested);
}

/* 3 m^2 / v^2 (1 + 3 m^2 sum of 1 / (q^2 - m^2)), squared. */
static void higgs_bosons(void **state)
{
    (void)state;
    struct tested tested;
    uint64_t random = 6;
    test_open(&tested);
    test_process(&tested, "h h > h h");
    test_point(&tested, 700, &random);
    const double m2 = 125.0 * 125, v = ts_model_parameter(tested.model, "v")->re;
    double sum = 1;
    for (int i = 1; i < 4; ++i) {
        const double q2 = 2 * m2 + (i == 1 ? 2 : -2) * test_product(tested.p[0], tested.p[i]);
        sum += 3 * m2 / (q2 - m2);
    }
    assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL), pow(3 * m2 / (v * v) * sum, 2),
                1e-12);
    test_close(&tested);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identities_hold), cmocka_unit_test(soft_bosons),
        cmocka_unit_test(collinear_limit), cmocka_unit_test(families_agree),
        cmocka_unit_test(leading_colour),  cmocka_unit_test(longitudinal_bosons),
        cmocka_unit_test(higgs_bosons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

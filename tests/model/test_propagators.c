/* Propagators of a model's own, those of tests/models/propagators. Usual ones in other words agree with what
 * is built in; changed ones agree with closed forms. */
#include "model_processes.h"

#include "model/propagators.h"
#include "tessera/amplitude.h"

typedef double _Complex number;
extern double cabs(number);
extern double creal(number);

/* A process with these powers, and no others of the model. */
static const char *only(char process[PROCESS_BYTES], const char *name, const char *orders)
{
    static const char *const all[] = {"QED", "OLD", "NEW", "PHO", "GAU", "RUN",
                                      "QUA", "COR", "RXI", "ZER", "WID", NULL};
    return ufo_only(process, name, orders, all);
}

/* Processes by usual propagators, and by the model's own. */
static void twins(void **state)
{
    static const struct {
        const char *process, *usual, *own;
        double energy;
        int is_everywhere;
    } cases[] = {{"ta+ ta- > ta+ ta-", "OLD=2", "NEW=2", 700, 0},
                 {"e+ e- > mu+ mu-", "QED=2", "PHO=2", 700, 0},
                 {"e- ve~ > ta- vm~", "OLD=2", "NEW=2", 700, 0},
                 {"e+ ta- > a a a", "OLD=3", "NEW=3", 900, 1},
                 {"mu- a > mu- a", "OLD=2", "NEW=2", 900, 0}};
    struct tested tested;
    uint64_t random = 41;
    (void)state;
    open_model(&tested, "propagators", NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char process[PROCESS_BYTES];
        test_process(&tested, only(process, cases[i].process, cases[i].usual));
        test_point(&tested, cases[i].energy, &random);
        const double usual = test_value(&tested, NULL, 0, NULL);
        test_process(&tested, only(process, cases[i].process, cases[i].own));
        const double own = test_value(&tested, NULL, 0, NULL);
        assert_true(usual > 0);
        assert_near(&tested, "as the usual propagator", own, usual, 1e-13);
        if (!cases[i].is_everywhere)
            continue;
        assert_near(&tested, "written out", test_value_of(&tested, TREE_FORM_STRAIGHT, 1, NULL, 0, NULL), own,
                    1e-13);
        assert_near(&tested, "in single precision",
                    test_value_of(&tested, TREE_FORM_SHARED, 0, NULL, 0, NULL), own, 1e-4);
    }
    test_close(&tested);
}

/* Own propagators have the sign of usual ones: both together are twice one of them. */
static void signs(void **state)
{
    static const char *const processes[] = {"e+ e- > a a", "ta+ ta- > a a", "mu+ mu- > a a",
                                            "e+ e- > mu+ mu-", "mu- ta+ > mu- ta+"};
    struct tested tested;
    uint64_t random = 44;
    (void)state;
    open_model(&tested, "propagators", NULL, 0);
    for (size_t i = 0; i < sizeof processes / sizeof *processes; ++i) {
        char process[PROCESS_BYTES];
        test_process(&tested, only(process, processes[i], "OLD=2"));
        test_point(&tested, 700, &random);
        const double usual = test_value(&tested, NULL, 0, NULL);
        assert_true(usual > 0);
        assert_near(&tested, "with the other one",
                    value_with(&tested, tested.model, only(process, processes[i], "OLD=2 NEW=2")), 4 * usual,
                    1e-12);
    }
    test_close(&tested);
}

/* |M|^2 of e+ e- > mu+ mu- where all of it is one factor of s beside the couplings' products. */
static double of_factor(const struct tested *tested, double squared_factor)
{
    const double g[2] = {number_of(tested, "gl"), number_of(tested, "gr")};
    double sum = 0;
    for (int in = 0; in < 2; ++in)
        for (int out = 0; out < 2; ++out)
            sum += pow(2 * test_product(tested->p[0], tested->p[in == out ? 3 : 2]) * g[in] * g[out], 2);
    return sum * squared_factor;
}

static double squared(number z) { return creal(z * __builtin_conj(z)); }

/* Widths that run, a term of p^4, the first power of a change of the width, a gauge. Far off, and at the
 * pole. */
static void closed_forms(void **state)
{
    static const double energies[] = {300, 490, 500, 510, 900};
    struct tested tested;
    uint64_t random = 42;
    char process[PROCESS_BYTES];
    (void)state;
    open_model(&tested, "propagators", NULL, 0);
    const double m = number_of(&tested, "MV"), w = number_of(&tested, "WV"), eta = number_of(&tested, "eta"),
                 change = number_of(&tested, "dWV");
    for (size_t i = 0; i < sizeof energies / sizeof *energies; ++i) {
        test_process(&tested, "e+ e- > mu+ mu-");
        test_point(&tested, energies[i], &random);
        const double s = 2 * test_product(tested.p[0], tested.p[1]);
        const number usual = 1 / (s - m * m + 1.0i * m * w), shift = -1.0i * m * change * usual * usual;
        const struct {
            const char *orders;
            double value;
        } cases[] = {
            {"RUN=2", squared(1 / (s - m * m + 1.0i * s * w / m))},
            {"QUA=2", squared(1 / (s - m * m + 1.0i * m * w - eta * s * s / (m * m)))},
            {"COR=2", squared(shift)},
            {"OLD=2 COR=2", squared(usual + shift)},
            {"OLD=2 COR=2 COR^2==2", 2 * creal(usual * __builtin_conj(shift))},
            {"RXI=2", squared(usual)},
            {"WID=2", squared(usual)},
            {"ZER=2", squared(usual * m * m / s)},
        };
        for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
            assert_near(&tested, cases[k].orders,
                        value_with(&tested, tested.model, only(process, "e+ e- > mu+ mu-", cases[k].orders)),
                        of_factor(&tested, cases[k].value), 1e-12);
    }
    test_close(&tested);
}

/* Whatever the gauge, currents that are conserved do not know of it: a photon has it, and its emission. */
static void gauges(void **state)
{
    static const char *const gauge[] = {"0", "1", "-7", "1000"};
    static const char *const names[] = {"e+ e- > ta+ ta-", "e- ta- > e- ta- a"};
    uint64_t random = 43;
    (void)state;
    for (size_t i = 0; i < sizeof gauge / sizeof *gauge; ++i) {
        const struct model_setting setting = {"xi", gauge[i], ""};
        struct tested tested;
        open_model(&tested, "propagators", &setting, 1);
        for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
            char process[PROCESS_BYTES];
            test_process(&tested, only(process, names[k], k ? "QED=3" : "QED=2"));
            test_point(&tested, 700, &random);
            const double usual = test_value(&tested, NULL, 0, NULL);
            only(process, names[k], k ? "QED=1 GAU=2" : "GAU=2");
            assert_near(&tested, gauge[i], value_with(&tested, tested.model, process), usual, 1e-10);
        }
        test_close(&tested);
    }
}

/* Lines that correct a propagator are no particles; others are, in whatever words and gauge. */
static void particles(void **state)
{
    static const struct {
        const char *name;
        int is_particle;
    } cases[] = {{"vo", 1}, {"so", 1}, {"xo+", 1}, {"fo-", 1}, {"go+", 1}, {"ap", 1},
                 {"ax", 1}, {"vr", 1}, {"vq", 0},  {"vc", 0},  {"v", 1},   {"a", 1}};
    struct tested tested;
    (void)state;
    open_model(&tested, "propagators", NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        if (model_is_particle(tested.model, ts_model_pdg(tested.model, cases[i].name)) !=
            cases[i].is_particle)
            fail_msg("%s should %sbe a particle", cases[i].name, cases[i].is_particle ? "" : "not ");
    test_close(&tested);
}

/* Poles of lines, by their own propagators where they have them. */
static void poles(void **state)
{
    static const struct {
        const char *name;
        int is_massless, is_stable;
    } cases[] = {{"a", 1, 0},  {"ap", 1, 0},  {"ax", 1, 0}, {"v", 0, 0},  {"vo", 0, 0},
                 {"vx", 0, 0}, {"ta-", 0, 1}, {"vz", 1, 0}, {"vw", 0, 0}, {"go-", 1, 0}};
    struct tested tested;
    (void)state;
    open_model(&tested, "propagators", NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const int pdg = ts_model_pdg(tested.model, cases[i].name);
        if (model_line_is_massless(tested.model, pdg) != cases[i].is_massless ||
            model_line_is_stable(tested.model, pdg) != cases[i].is_stable)
            fail_msg("%s: massless %d, stable %d", cases[i].name, model_line_is_massless(tested.model, pdg),
                     model_line_is_stable(tested.model, pdg));
    }
    test_close(&tested);
}

/* The text of a propagator, whole and cut. */
static void texts(void **state)
{
    static const char expected[] = "(P(1,1)*P(2,1)*vo.n0 + Metric(1,2)*vo.n1)/(vo.d0_0 + vo.d0_1*p^2)";
    struct tested tested;
    char text[sizeof expected + 10], part[12];
    (void)state;
    open_model(&tested, "propagators", NULL, 0);
    const int pdg = ts_model_pdg(tested.model, "vo");
    assert_int_equal(ts_model_propagator(tested.model, pdg, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(ts_model_propagator(tested.model, pdg, part, sizeof part), strlen(expected));
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_int_equal(ts_model_propagator(tested.model, pdg, NULL, 0), strlen(expected));
    assert_int_equal(ts_model_propagator(tested.model, ts_model_pdg(tested.model, "v"), text, sizeof text),
                     0);
    test_close(&tested);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins),  cmocka_unit_test(closed_forms),
                                       cmocka_unit_test(gauges), cmocka_unit_test(particles),
                                       cmocka_unit_test(signs),  cmocka_unit_test(poles),
                                       cmocka_unit_test(texts)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}

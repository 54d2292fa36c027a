/* Lines that diagrams must have (`> z >`), may not have (`$$`) or have off their mass shell alone (`$`).
 * Squared amplitudes are those of other processes with the same diagrams. A cross section without masses near
 * a pole and the one of these masses are the whole. */
#include "syntax_support.h"

#include <stdio.h>

static void same_diagrams(void **state)
{
    static const struct {
        const char *process, *same;
        int final;
    } cases[] = {
        {"e+ e- > z > mu+ mu-", "e+ e- > mu+ mu- / a", 2},
        {"e+ e- > a > mu+ mu-", "e+ e- > mu+ mu- $$ z", 2},
        {"e+ e- > z | a > mu+ mu-", "e+ e- > mu+ mu-", 2},
        {"e+ e- > mu+ mu- $ z", "e+ e- > mu+ mu-", 2},
        {"e+ e- > z > mu+ mu- a", "e+ e- > mu+ mu- a / a", 3},
        /* One of both channels alone is that of other flavours. */
        {"u u~ > g > u u~ QED=0", "u u~ > d d~ QED=0", 2},
        {"u u~ > u u~ $$ g QED=0", "u d~ > u d~ QED=0", 2},
        /* A line is what becomes the final particles: w+, not w-. */
        {"u d~ > w+ > e+ ve g", "u d~ > e+ ve g", 3},
        {"u d~ > w+ z $$ w-", "u d~ > w+ z", 2},
        {"d u~ > e- ve~ g $$ w+", "d u~ > w- > e- ve~ g", 3},
        /* All words of an alternative are in one diagram. */
        {"e+ e- > z h > mu+ mu- b b~", "e+ e- > z h, z > mu+ mu-, h > b b~", 4},
        {"e+ e- > h | w+ > mu+ mu- b b~", "e+ e- > z h, z > mu+ mu-, h > b b~", 4},
    };
    const char *const card[] = {"model.ym_b=4.7", "couplings.alpha_s=0.118", NULL};
    double p[SYNTAX_LEGS][4];
    unsigned long seed = 7;
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i) {
        const double w = 80.41900244575616, z = 91.188, none[4] = {0}, bosons[] = {w, z};
        make_point(300, strstr(cases[i].process, "w+ z") ? bosons : none, cases[i].final, &seed, p);
        const double value = squared_of(cases[i].process, card, NULL, p, 2 + cases[i].final);
        const double same = squared_of(cases[i].same, card, NULL, p, 2 + cases[i].final);
        if (!(value > 0 && fabs(value / same - 1) < 1e-10))
            fail_msg("%s has %.17g, %s %.17g", cases[i].process, value, cases[i].same, same);
    }
}

/* Diagrams of a required line do not know equal particles apart: final gluons, and beams, may change places.
 */
static void equal_particles(void **state)
{
    static const char *const processes[] = {"g g > g > g g g", "g g > g g g $$ g", "u u~ > g > g g g",
                                            "g g > g > u u~ g g"};
    const char *const card[] = {"couplings.alpha_s=0.118", NULL};
    const double none[4] = {0};
    double p[SYNTAX_LEGS][4], swapped[SYNTAX_LEGS][4];
    unsigned long seed = 13;
    (void)state;
    for (size_t i = 0; i < ROWS(processes); ++i) {
        const int final = i == 3 ? 4 : 3, legs = 2 + final;
        make_point(500, none, final, &seed, p);
        const double value = squared_of(processes[i], card, NULL, p, legs);
        memcpy(swapped, p, sizeof p);
        memcpy(swapped[legs - 1], p[legs - 2], sizeof *p);
        memcpy(swapped[legs - 2], p[legs - 1], sizeof *p);
        if (i != 2) {
            memcpy(swapped[0], p[1], sizeof *p);
            memcpy(swapped[1], p[0], sizeof *p);
        }
        const double other = squared_of(processes[i], card, NULL, swapped, legs);
        if (!(value > 0 && fabs(other / value - 1) < 1e-9))
            fail_msg("%s: %.17g and %.17g", processes[i], value, other);
    }
}

/* |M|^2 of photon and Z and of both: in e+ e- > mu+ mu- with vector and axial couplings, and a closed form of
 * each. */
static void photon_and_z(void **state)
{
    const double e2 = 4 * M_PI * 0.0075467711139788835, m = 91.188, width = 2.441404,
                 s2 = 0.22224648578577766;
    const double root_s = 120, s = root_s * root_s, none[2] = {0};
    const char *const card[] = {NULL};
    const double g = sqrt(e2 / (s2 * (1 - s2))), left = g * (s2 - 0.5), right = g * s2;
    const double re = 1 / (s - m * m + pow(m * width, 2) / (s - m * m)),
                 square = 1 / (pow(s - m * m, 2) + pow(m * width, 2));
    double p[SYNTAX_LEGS][4], parts[3] = {0};
    unsigned long seed = 9;
    (void)state;
    make_point(root_s, none, 2, &seed, p);
    const double t = -2 * (p[0][0] * p[2][0] - p[0][3] * p[2][3]), u = -s - t;
    for (int i = 0; i < 4; ++i) {
        const double a = i & 1 ? left : right, b = i & 2 ? left : right, k = (i & 1) == (i >> 1) ? u : t;
        parts[0] += 4 * k * k * e2 * e2 / (s * s) / 4;
        parts[1] += 4 * k * k * a * a * b * b * square / 4;
        parts[2] += 8 * k * k * e2 * a * b * re / s / 4;
    }
    /* e+ is the first particle and mu+ the third: t, between them, goes with equal chiralities of the other
     * lines. */
    const double photon = squared_of("e+ e- > a > mu+ mu-", card, NULL, p, 4);
    const double z = squared_of("e+ e- > z > mu+ mu-", card, NULL, p, 4);
    const double whole = squared_of("e+ e- > mu+ mu-", card, NULL, p, 4);
    assert_true(fabs(photon / parts[0] - 1) < 1e-10);
    assert_true(fabs(z / parts[1] - 1) < 1e-10);
    assert_true(fabs((photon + z + parts[2]) / whole - 1) < 1e-10);
}

/* Runs a process as it is, with "$ z", and inside the masses that this leaves out. */
static void assert_parted(const char *process, const char *const *card, const char *inside)
{
    double value[3], error[3];
    for (int i = 0; i < 3; ++i) {
        const char *assignments[12] = {NULL};
        char text[120];
        int count = 0;
        snprintf(text, sizeof text, "process=%s%s", process, i == 1 ? " $ z" : "");
        assignments[count++] = text;
        for (; card[count - 1]; ++count)
            assignments[count] = card[count - 1];
        assignments[count] = i == 2 ? inside : NULL;
        value[i] = cross_section(assignments, &error[i]);
    }
    if (!(fabs(value[1] + value[2] - value[0]) < 4 * hypot(error[0], hypot(error[1], error[2]))) ||
        !(value[1] > 0 && value[1] < value[0] - 10 * error[0]))
        fail_msg("%s: %g +- %g pb off and %g +- %g pb on the mass shell are not %g +- %g pb", process,
                 value[1], error[1], value[2], error[2], value[0], error[0]);
}

static void off_the_mass_shell(void **state)
{
    (void)state;
    assert_parted("e+ e- > mu+ mu- h",
                  (const char *const[]){"beams.particles=[e+, e-]", "beams.energy=300",
                                        "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100",
                                        "integration.relative_error=2e-3", NULL},
                  "cuts.pair={mu+ mu-: {mass: [54.56694, 127.80906]}}");
    /* A photon from either line leaves the Z two masses. */
    assert_parted(
        "u u~ > mu+ mu- a",
        (const char *const[]){
            "beams.energy=13000", "cuts.photon.dr_min=0.4", "cuts.lepton.eta_max=2.5",
            "integration.relative_error=5e-3",
            "cuts.pair={mu+ mu-: {mass: [40, null]}, a l+: {dr_min: 0.4}, a l-: {dr_min: 0.4}}", NULL},
        "cuts.expression=abs(m(mup, mum) - 91.188) < 36.62106 || abs(m(mup, mum, a) - 91.188) < 36.62106");
}

static void refusals(void **state)
{
    (void)state;
    assert_run_refused(
        (const char *const[]){"process=p p > w+ w- j $ t t~", "cuts.jet.pt_min=30", NULL},
        "t has no width, of which \"$ t\" leaves out 15 to both sides of its mass: set model.gamma_t, or "
        "take \"$$\"");
    assert_run_refused(
        (const char *const[]){"process=e+ e- > mu+ mu- $ z", "beams.particles=[e+, e-]", "beams.energy=91.2",
                              NULL},
        "no event passes, for \"$ z\" leaves out masses from 54.5669 to 127.809 GeV, and the beams have "
        "91.2 GeV");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_diagrams), cmocka_unit_test(equal_particles),
        cmocka_unit_test(photon_and_z),  cmocka_unit_test(off_the_mass_shell),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}

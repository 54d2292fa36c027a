/* Form factors, the matrix of charge conjugation and sigma matrices, in the model of tests/models/forms.
 * Other words for one structure agree, and form factors with what they are equal to. */
#include "model_processes.h"

#include "model/decay_vertices.h"
#include "model/formula.h"
#include "model/structure_spinors.h"

typedef double _Complex complex_value;

/* A process with these powers, and no others of the model. */
static const char *only(char process[PROCESS_BYTES], const char *name, const char *orders)
{
    static const char *const all[] = {"QED", "BAR", "CON", "DIP", "DIR", "PRO", "HEA", "SIG",
                                      "GAM", "FLO", "CHA", "DEC", "FOF", "FOC", "LEG", NULL};
    return ufo_only(process, name, orders, all);
}

/* The model with another line in its table, in place of the one that begins so. */
static void open_with_line(struct tested *tested, const char *beginning, const char *line,
                           const struct model_setting *settings, size_t count)
{
    char path[UFO_PATH_BYTES], changed[UFO_PATH_BYTES + 8], old[4096];
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    ufo_import(tested->context, "forms", path);
    snprintf(changed, sizeof changed, "%s.probe", path);
    FILE *from = fopen(path, "r"), *to = fopen(changed, "w");
    assert_true(from && to);
    while (fgets(old, sizeof old, from))
        if (!strncmp(old, beginning, strlen(beginning)))
            fprintf(to, "%s%s\n", beginning, line);
        else
            fputs(old, to);
    assert_int_equal(fclose(from) | fclose(to), 0);
    assert_int_equal(remove(path), 0);
    assert_status(tested->context,
                  model_create_of_file(tested->context, changed, NULL, settings, count, &tested->model));
    assert_int_equal(remove(changed), 0);
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

/* Two ways to write one process; the point is that of the first. */
static void twins(void **state)
{
    static const struct {
        const char *process, *one, *other;
        double energy, tolerance;
        int is_everywhere;
    } cases[] = {
        {"e+ e- > mu+ mu-", "CON=2", "BAR=2", 700, 1e-13, 0},
        {"e- mu- > e- mu- a", "CON=2 QED=1", "BAR=2 QED=1", 500, 1e-13, 1},
        {"e+ ta- > a a a", "SIG=1 QED=2", "GAM=1 QED=2", 900, 1e-13, 1},
        {"e- a > ta- a", "SIG=1 QED=1", "GAM=1 QED=1", 900, 1e-13, 0},
        {"e- e- > ta- ta-", "CHA=2", "FLO=2", 900, 1e-13, 1},
        {"e- mu- > ta- mu- a", "CHA=2 QED=1", "FLO=2 QED=1", 900, 1e-13, 1},
        {"e+ mu+ > ta+ mu+", "CHA=2", "FLO=2", 900, 1e-13, 0},
        /* 1/q^2 over 1 - q^2/M^2 is the exchange of two bosons with charges of unlike signs */
        {"e+ e- > mu+ mu-", "DIP=2", "QED=2 HEA=2", 700, 1e-12, 0},
        {"e+ e- > mu+ mu-", "DIR=2", "QED=2 HEA=2", 1400, 1e-12, 0},
        {"e- ta- > e- ta-", "DIP=2", "QED=2 HEA=2", 700, 1e-12, 1},
        {"ta- mu- > ta- mu-", "DIP=2", "DIR=2", 700, 1e-12, 0},
        {"e- ta+ > e- ta+ a", "DIP=2 QED=1", "QED=3 HEA=2", 700, 1e-11, 1},
        {"e- ta+ > e- ta+ a", "DIR=2 QED=1", "DIP=2 QED=1", 700, 1e-12, 0},
    };
    struct tested tested;
    uint64_t random = 51;
    (void)state;
    open_model(&tested, "forms", NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char process[PROCESS_BYTES];
        test_process(&tested, only(process, cases[i].process, cases[i].one));
        test_point(&tested, cases[i].energy, &random);
        const double one = test_value(&tested, NULL, 0, NULL);
        assert_true(one > 0);
        assert_near(&tested, cases[i].other,
                    value_with(&tested, tested.model, only(process, cases[i].process, cases[i].other)), one,
                    cases[i].tolerance);
        if (!cases[i].is_everywhere)
            continue;
        test_process(&tested, only(process, cases[i].process, cases[i].one));
        assert_near(&tested, "written out", test_value_of(&tested, TREE_FORM_STRAIGHT, 1, NULL, 0, NULL), one,
                    1e-13);
        assert_near(&tested, "in single precision",
                    test_value_of(&tested, TREE_FORM_SHARED, 0, NULL, 0, NULL), one, 1e-3);
    }
    test_close(&tested);
}

/* Four fermions, two of which come in and two go out, are the exchange of a boson of two charges times
 * (q^2 - M^2) / M^2. They stand in the model by the flow of fermions, and with the matrix of charge
 * conjugation. */
static void four_fermions(void **state)
{
    static const struct {
        const char *process;
        int leg; /* in or out with the first one of the boson */
    } rows[] = {{"e- e- > ta- ta-", 1},  {"e+ e+ > ta+ ta+", 1},  {"e- ta+ > e+ ta-", 2},
                {"e- mu- > ta- mu-", 1}, {"e+ mu+ > ta+ mu+", 1}, {"ta- mu- > e- mu-", 1},
                {"ta+ e- > mu- mu+", 2}};
    struct tested tested;
    uint64_t random = 57;
    (void)state;
    open_model(&tested, "forms", NULL, 0);
    const double m2 = pow(number_of(&tested, "MK"), 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char process[PROCESS_BYTES];
        test_process(&tested, only(process, rows[i].process, "FLO=2"));
        test_point(&tested, 900, &random);
        const int leg = rows[i].leg, sign = leg < LEGS_IN ? 1 : -1;
        const double m[2] = {test_mass(&tested, 0), test_mass(&tested, leg)};
        const double q2 = m[0] * m[0] + m[1] * m[1] + 2 * sign * test_product(tested.p[0], tested.p[leg]);
        const double expected = test_value(&tested, NULL, 0, NULL) * pow((q2 - m2) / m2, 2);
        assert_true(expected > 0);
        assert_near(&tested, "four fermions by their flow",
                    value_with(&tested, tested.model, only(process, rows[i].process, "FOF=1")), expected,
                    1e-12);
        assert_near(&tested, "four fermions by charge conjugation",
                    value_with(&tested, tested.model, only(process, rows[i].process, "FOC=1")), expected,
                    1e-12);
    }
    test_close(&tested);
}

/* Fierz: of four left-handed fields the three ways to pair them add up to zero. */
static void fierz(void **state)
{
#define PAIR(a, b) "C(" #a ",-" #a ")*ProjM(-" #a "," #b ")"
    static const char *const texts[] = {PAIR(2, 1) "*" PAIR(4, 3), PAIR(3, 1) "*" PAIR(4, 2),
                                        PAIR(4, 1) "*" PAIR(3, 2)};
    static const char *const names[] = {"e- e- > ta- ta-", "e- ta+ > e+ ta-", "ta+ ta+ > e+ e+"};
    const struct model_setting left = {"gr", "0", ""};
    (void)state;
    for (int sum = 0; sum < 2; ++sum) {
        struct tested tested;
        char text[300], process[PROCESS_BYTES];
        uint64_t random = 58;
        snprintf(text, sizeof text, sum ? "%s+%s+%s" : "%s+%s", texts[0], texts[1], texts[2]);
        open_with_line(&tested, "lorentz FOCSMM spins 2 2 2 2 = ", text, &left, 1);
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
            test_process(&tested, only(process, names[i], "FOC=1"));
            test_point(&tested, 900, &random);
            const double usual = value_with(&tested, tested.model, only(process, names[i], "FOF=1"));
            const double found = value_with(&tested, tested.model, only(process, names[i], "FOC=1"));
            if (sum ? !(found < 1e-28 * usual) : !(found > 1e-3 * usual))
                fail_msg("%s: %g of %g", names[i], found, usual);
        }
        test_close(&tested);
    }
}

/* A vertex of five or six legs alone. Its momenta add up to zero, so that all their products are known from
 * the masses; gamma matrices of two photons make twice the metric. */
static void many_legs(void **state)
{
    struct tested tested;
    uint64_t random = 59;
    (void)state;
    open_model(&tested, "forms", NULL, 0);
    const double coupling = pow(number_of(&tested, "gl"), 2) / pow(number_of(&tested, "MV"), 4);
    const double s2 = pow(number_of(&tested, "MS"), 2), z2 = pow(number_of(&tested, "MV"), 2);
    const struct {
        const char *process;
        double constant;
        int legs[2]; /* by whose product it grows; as one and the same: it does not */
    } cases[] = {
        {"s s > s z2 z2", pow(1.5 * s2 + z2, 2), {0, 0}},
        {"s s > s s s s", pow(3 * s2, 2), {0, 0}},
        {"e- e+ > s s s s", 10 / 4.0, {0, 1}},
        {"s s > e- e+ s s", 10, {2, 3}},
        {"a a > s s s s", 2 / 4.0, {0, 0}},
        {"a a > e- e+ s s", 4 * 2 / 4.0 * 4, {2, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char process[PROCESS_BYTES];
        const int *legs = cases[i].legs;
        test_process(&tested, only(process, cases[i].process, "LEG=1"));
        test_point(&tested, 4000, &random);
        const double product = legs[0] == legs[1] ? 1 : test_product(tested.p[legs[0]], tested.p[legs[1]]);
        assert_near(&tested, "a vertex of many legs", test_value(&tested, NULL, 0, NULL),
                    cases[i].constant * coupling * product, 1e-11);
    }
    test_close(&tested);
}

/* Lorentz invariance, antiparticles, all legs crossed, the order of names, single helicities. */
static void identities(void **state)
{
    static const char *const cases[][2] = {{"e- ta+ > e- ta+", "DIP=2"},
                                           {"e+ e- > ta+ ta-", "DIR=2"},
                                           {"e- e- > ta- ta-", "CHA=2"},
                                           {"e- mu- > ta- mu-", "CHA=2"}};
    struct tested tested;
    uint64_t random = 54;
    (void)state;
    open_model(&tested, "forms", NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char process[PROCESS_BYTES];
        check_identities(&tested, only(process, cases[i][0], cases[i][1]), 700, &random);
    }
    test_close(&tested);
}

/* Formulae of form factors ------------------------------------------------------------------------------- */

struct names {
    double s, fc;
};

static int name_at(const void *names, const char *name, size_t length, struct formula_value *value)
{
    const struct names *of = names;
    *value = (struct formula_value){.re = length == 2 ? of->fc : of->s};
    return (length == 2 && !strncmp(name, "fc", 2)) || (length == 5 && !strncmp(name, "P_3_3", 5));
}

/* Functions at numbers within the domain of real ones, beyond it, and complex ones: z is s, 490000. */
static void functions(void **state)
{
#define ALL(z)                                                                                    \
    "exp(" z ") + 2*log(" z ") + 3*sqrt(" z ") - 4*sin(" z ") + 5*cos(" z ") + 6*tan(" z ")"      \
    " + 7*asin(" z ") - 8*acos(" z ") + 9*atan(" z ") + 3*sinh(" z ") - 2*cosh(" z ") + tanh(" z  \
    ") + asinh(" z ") - 5*acosh(" z ")/2 + 4*atanh(" z ") + sec(" z ") + 2*csc(" z ") - 3*cot(" z \
    ") + 4*asec(" z ") + 5*acsc(" z ") - acot(" z ") + (" z ")^2.5 + 2^(" z ") - (" z ")^(-3) + fc^(" z ")"
    static const char *const formulae[] = {
        ALL("(P_3_3/700000)"),
        ALL("(P_3_3/200000)"),
        ALL("(-P_3_3/500000)"),
        ALL("(P_3_3/700000 - i*fc)"),
        ALL("(-P_3_3/400000 + i*0.3)"),
        "abs(P_3_3*i/100000 - 3) + arg(P_3_3 + 300000*i) + 2*re(i + fc) + im(conj(3*i + P_3_3))*i",
        ("where(less(P_3_3, 500000), 2, 3) + 10*where(less(500000, P_3_3), 2, 3) + 100*where(equal(fc, fc), 2, 3) + "
         "1000*where(both(1, less(2, 1)), 2, 3) + 10000*where(either(0, i), 2, 3) + 100000*no(P_3_3) + 1e6*no(0)"),
    };
    (void)state;
    for (size_t i = 0; i < sizeof formulae / sizeof *formulae; ++i) {
        struct tested tested;
        struct formula_value found;
        char process[PROCESS_BYTES];
        uint64_t random = 53;
        open_with_line(&tested, "form Probe = ", formulae[i], NULL, 0);
        const struct names names = {700.0 * 700, number_of(&tested, "fc")};
        assert_true(formula_compute(formulae[i], name_at, &names, &found));
        test_process(&tested, only(process, "e+ e- > mu+ mu-", "PRO=2"));
        test_point(&tested, 700, &random);
        const double usual = value_with(&tested, tested.model, only(process, "e+ e- > mu+ mu-", "QED=2"));
        assert_near(&tested, formulae[i], test_value(&tested, NULL, 0, NULL),
                    usual * (found.re * found.re + found.im * found.im), 1e-12);
        test_close(&tested);
    }
}

/* Widths ------------------------------------------------------------------------------------------------- */

static double width_of(const struct tested *tested, int pdg)
{
    ts_decay *decays = NULL;
    size_t count = 0;
    assert_status(tested->context, ts_model_decays(tested->context, tested->model, pdg, &decays, &count));
    assert_int_equal(count, 1);
    const double width = decays[0].width;
    free(decays);
    return width;
}

/* The length of momenta where a mass parts into two. */
static double length_of(double mass, double a, double b)
{
    return sqrt((mass * mass - (a + b) * (a + b)) * (mass * mass - (a - b) * (a - b))) / (2 * mass);
}

/* Of two fermions by F P_L + P_R, where F depends on their mass alone. */
static void widths(void **state)
{
    struct tested tested = {.name = "widths"};
    (void)state;
    open_model(&tested, "forms", NULL, 0);
    const double m = number_of(&tested, "MTA"), v = number_of(&tested, "MV"), s = number_of(&tested, "MS"),
                 g = number_of(&tested, "gl");
    const double product = s * s / 2 - m * m, form = v * v / (v * v + 2 * product);
    const double square = g * g * (2 * (form * form + 1) * product - 4 * m * m * form);
    tested.name = "s > ta+ ta-";
    assert_near(&tested, "closed form", width_of(&tested, 51),
                square * length_of(s, m, m) / (8 * M_PI * s * s), 1e-12);
    /* Simpson's rule in the angle that takes the ends' roots away */
    enum { STEPS = 2000 };
    double sum = 0;
    for (int i = 1; i < STEPS; ++i) {
        const double angle = M_PI * i / STEPS, least = 4 * m * m, most = (v - s) * (v - s);
        const double pair = (least + most) / 2 - (most - least) / 2 * cos(angle), at = pair / 2 - m * m;
        const double here = v * v / (v * v + 2 * at), contact = g / (v * v) * here;
        const double range = 4 * v * length_of(sqrt(pair), m, m) * length_of(v, sqrt(pair), s) / sqrt(pair);
        sum += (i % 2 ? 4 : 2) * contact * contact * (4 * at - 4 * m * m) * range * (most - least) / 2 *
               sin(angle);
    }
    sum *= M_PI / STEPS / 3;
    tested.name = "z2 > ta+ ta- s";
    assert_near(&tested, "its integral", width_of(&tested, 52), sum / (pow(2 * M_PI, 3) * 32 * v * v * v),
                1e-8);
    test_close(&tested);
}

/* Spinor indices ------------------------------------------------------------------------------------------
 */

static complex_value matrix(const struct structure_factor *factor, int mu, int row, int column)
{
    const double same = row == column;
    switch (factor->token) {
    case STRUCTURE_GAMMA:
        return decay_gamma(mu, row, column);
    case STRUCTURE_GAMMA5:
        return row < 2 ? -same : same;
    case STRUCTURE_PROJM:
        return row < 2 ? same : 0;
    case STRUCTURE_C:
        return decay_conjugation(row, column);
    default:
        return same;
    }
}

/* A term's components at spinor components of both legs, where vector indices 3 and 4 are `mu`. Inner indices
 * are summed over one by one. */
static complex_value component(const struct structure_term *term, const int *mu, int first, int second)
{
    int names[STRUCTURE_FACTORS_MOST], count = 0;
    complex_value sum = 0;
    for (int i = 0; i < term->count; ++i)
        for (int k = term->factor[i].token == STRUCTURE_GAMMA, n = k + 2; k < n; ++k) {
            int known = term->factor[i].index[k] > 0;
            for (int j = 0; j < count; ++j)
                known |= names[j] == term->factor[i].index[k];
            if (!known)
                names[count++] = term->factor[i].index[k];
        }
    for (int choice = 0; choice < 1 << (2 * count); ++choice) {
        complex_value product = term->re + 1.0i * term->im;
        for (int i = 0; i < term->count; ++i) {
            const struct structure_factor *factor = &term->factor[i];
            const int row = factor->token == STRUCTURE_GAMMA;
            int at[2];
            for (int k = 0; k < 2; ++k) {
                const int name = factor->index[row + k];
                at[k] = name == 1 ? first : second;
                for (int j = 0; j < count; ++j)
                    at[k] = names[j] == name ? choice >> (2 * j) & 3 : at[k];
            }
            product *= matrix(factor, row ? mu[factor->index[0] - 3] : 0, at[0], at[1]);
        }
        sum += product;
    }
    return sum;
}

/* Terms with C against those without it, in which a leg of the other kind has its spinor times C. */
static void conjugation(void **state)
{
#define G(mu, a, b)                   \
    {                                 \
        STRUCTURE_GAMMA, { mu, a, b } \
    }
#define M(a, b)                   \
    {                             \
        STRUCTURE_PROJM, { a, b } \
    }
#define CC(a, b)              \
    {                         \
        STRUCTURE_C, { a, b } \
    }
    static const struct {
        struct structure_term term;
        int is_turned[2],
            rows; /* which legs are of the other kind behind it, and those in rows, a bit each */
    } cases[] = {
        {{1, 0, 1, {CC(2, 1)}}, {0, 1}, 2},
        {{1, 0, 1, {CC(1, 2)}}, {0, 1}, 2},
        {{1, 0, 2, {CC(2, -1), M(-1, 1)}}, {0, 1}, 2},
        {{0.3, 2, 3, {CC(1, -1), M(-1, -2), G(3, -2, 2)}}, {0, 1}, 2},
        {{1, 0, 3, {G(3, 2, -1), M(-1, -2), CC(-2, 1)}}, {1, 0}, 2},
        {{1, 0, 3, {G(3, 2, -1), CC(-2, -1), G(4, 1, -2)}}, {1, 0}, 2},
        {{1, 0, 4, {G(3, 2, -1), CC(-1, -2), G(4, 1, -3), M(-3, -2)}}, {1, 0}, 2},
        {{1, 0, 3, {CC(2, -1), G(3, -1, -2), CC(-2, 1)}}, {0, 0}, 1},
        {{1, 0, 5, {G(3, 2, -1), CC(-1, -2), G(4, -3, -2), CC(-3, -4), M(-4, 1)}}, {0, 0}, 2},
        {{1, 0, 5, {CC(2, -1), CC(-1, -2), CC(-3, -2), G(4, -3, -4), M(-4, 1)}}, {0, 1}, 2},
    };
    const struct structure structure = {.name = "X", .legs = 4, .spins = {2, 2, 3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct structure_term term = cases[i].term;
        const char *why = structure_join_spinors(&structure, &term);
        if (why || structure_rows(&term) != (unsigned)cases[i].rows)
            fail_msg("term %zu: %s, rows %u", i, why ? why : "", structure_rows(&term));
        for (int at = 0; at < 256; ++at) {
            const int mu[2] = {at & 3, at >> 2 & 3}, first = at >> 4 & 3, second = at >> 6 & 3;
            complex_value sum = 0;
            for (int a = 0; a < 4; ++a)
                for (int b = 0; b < 4; ++b) {
                    /* a row is psi^T C, a column C psi^T */
                    const int row1 = cases[i].rows & 1, row2 = cases[i].rows >> 1 & 1;
                    const complex_value of_first = !cases[i].is_turned[0] ? a == first
                                                   : row1                 ? decay_conjugation(first, a)
                                                                          : decay_conjugation(a, first);
                    const complex_value of_second = !cases[i].is_turned[1] ? b == second
                                                    : row2                 ? decay_conjugation(second, b)
                                                                           : decay_conjugation(b, second);
                    if (of_first != 0 && of_second != 0)
                        sum += of_first * of_second * component(&term, mu, a, b);
                }
            const complex_value expected = component(&cases[i].term, mu, first, second);
            if (__builtin_cabs(sum - expected) > 1e-14)
                fail_msg("term %zu at %d: %g %+g i is not %g %+g i", i, at, __builtin_creal(sum),
                         __builtin_cimag(sum), __builtin_creal(expected), __builtin_cimag(expected));
        }
    }
}

/* Structures whose spinor indices make no sense, or a trace, are kept by name and refused where needed. */
static void refused(void **state)
{
    static const struct {
        const char *text;
        int read;
    } rows[] = {{"Gamma(3,2,-1)*ProjM(1,-1)", 2},    {"Gamma(3,2,1)*Gamma(-1,-2,-3)*Gamma(-1,-3,-2)", 2},
                {"Gamma(3,2,1)*Identity(-1,-1)", 2}, {"C(2,-1)*Gamma(3,1,-1)*C(-2,-3)*Identity(-2,-3)", 2},
                {"C(2,1)*Gamma(3,2,1)", 0},          {"Sigma(3,-1,2)*P(-1,3)", 0},
                {"Sigma(3,-1,2,1)*P(-1,3)", 1},      {"C(2,-1)*Sigma(3,-2,-1,1)*P(-2,3)", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct structure structure = {.name = "X", .legs = 3, .spins = {2, 2, 3}};
        char sentence[300] = "";
        const int read = structure_read(rows[i].text, &structure, sentence, sizeof sentence);
        if (read != rows[i].read)
            fail_msg("%s is read as %d: %s", rows[i].text, read, sentence);
        structure_free(&structure);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(conjugation), cmocka_unit_test(refused),
                                       cmocka_unit_test(twins),       cmocka_unit_test(four_fermions),
                                       cmocka_unit_test(fierz),       cmocka_unit_test(many_legs),
                                       cmocka_unit_test(identities),  cmocka_unit_test(functions),
                                       cmocka_unit_test(widths)};
    return ufo_is_python() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}

/* Sextets, epsilon tensors and d in matrix elements, of a model of tests/data: closed forms and identities,
 * and the colour lines of their events. */
#include "heavy_top_forms.h"

#include "colour/lines.h"

static void open_model(struct tested *tested)
{
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    assert_status(tested->context,
                  model_create_of_file(tested->context, TEST_SOURCE "/tests/data/coloured.tsm", NULL, NULL, 0,
                                       &tested->model));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

static double number_of(const struct tested *tested, const char *name)
{
    return ts_model_parameter(tested->model, name)->re;
}

/* Scalars of a representation of this dimension and Casimir from quarks and gluons. With one gluon's colour
 * order the amplitude is that of photons times u' / s or t' / s. */
static double of_quarks(const struct tested *tested, double index, double m, double t, double u, double s)
{
    const double form = ((t - m * m) * (u - m * m) - m * m * s) / (s * s);
    return pow(number_of(tested, "G"), 4) * 8.0 / 9 * index * form;
}

static double of_gluons(const struct tested *tested, double dimension, double casimir, double m, double t,
                        double u, double s)
{
    const double product = (t - m * m) * (u - m * m), x = m * m * s / product;
    const double colour = casimir * dimension * (casimir - 3 * product / (s * s));
    return pow(number_of(tested, "G"), 4) / 256 * colour * 8 * (1 - 2 * x + 2 * x * x);
}

static double sextets_of_quarks(const struct tested *tested, double t, double u, double s)
{
    return of_quarks(tested, 5.0 / 2, number_of(tested, "MS"), t, u, s);
}

static double squarks_of_quarks(const struct tested *tested, double t, double u, double s)
{
    return of_quarks(tested, 1.0 / 2, number_of(tested, "MQ"), t, u, s);
}

static double sextets_of_gluons(const struct tested *tested, double t, double u, double s)
{
    return of_gluons(tested, 6, 10.0 / 3, number_of(tested, "MS"), t, u, s);
}

static double squarks_of_gluons(const struct tested *tested, double t, double u, double s)
{
    return of_gluons(tested, 3, 4.0 / 3, number_of(tested, "MQ"), t, u, s);
}

/* Of equal scalars of a real representation. */
static double octets_of_gluons(const struct tested *tested, double t, double u, double s)
{
    return of_gluons(tested, 8, 3, number_of(tested, "MO"), t, u, s);
}

/* u u > six > u u: the trace of the symmetric projector is 6. */
static double ups_by_sextet(const struct tested *tested, double t, double u, double s)
{
    (void)t, (void)u;
    return pow(number_of(tested, "y"), 4) * 6 / 36 * pow(s / (s - pow(number_of(tested, "MS"), 2)), 2);
}

/* d s > sq~ > d s: epsilon_ijk epsilon_klm squared is 12. */
static double downs_by_squark(const struct tested *tested, double t, double u, double s)
{
    (void)t, (void)u;
    return pow(number_of(tested, "lambda"), 4) * 12 / 36 * pow(s / (s - pow(number_of(tested, "MQ"), 2)), 2);
}

/* d s~ > d s~ by the squark in the other channel. */
static double downs_across(const struct tested *tested, double t, double u, double s)
{
    (void)t, (void)s;
    return pow(number_of(tested, "lambda"), 4) * 12 / 36 * pow(u / (u - pow(number_of(tested, "MQ"), 2)), 2);
}

/* Four gluons by the octet. With equal helicities (all coming in) each channel has its invariant squared;
 * with two of each the channel of equal ones stands alone. d d squared is 25/9 8 in one channel, -5/6 8 in
 * two. */
static double gluons_by_octet(const struct tested *tested, double t, double u, double s)
{
    const double m2 = pow(number_of(tested, "MO"), 2);
    const double a = s * s / (s - m2), b = t * t / (t - m2), c = u * u / (u - m2);
    const double same = 25.0 / 9 * 8, crossed = -5.0 / 6 * 8;
    const double squares = same * (a * a + b * b + c * c), mixed = 2 * crossed * (a * b + b * c + c * a);
    return pow(number_of(tested, "c") / 2, 4) * (4 * squares + 2 * mixed) / 256;
}

static void closed_forms(void **state)
{
    static const struct {
        const char *name;
        double (*value)(const struct tested *tested, double t, double u, double s);
    } forms[] = {{"u u~ > six six~ NP=0", sextets_of_quarks}, {"d d~ > sq sq~ NP=0", squarks_of_quarks},
                 {"g g > six six~ NP=0", sextets_of_gluons},  {"g g > sq sq~ NP=0", squarks_of_gluons},
                 {"g g > oct oct NP=0", octets_of_gluons},    {"u u > u u NP=2 QCD=0", ups_by_sextet},
                 {"d s > d s NP=2 QCD=0", downs_by_squark},   {"d s~ > d s~ NP=2 QCD=0", downs_across},
                 {"g g > g g NP=2 QCD=0", gluons_by_octet}};
    struct tested tested;
    uint64_t random = 51;
    (void)state;
    open_model(&tested);
    for (size_t i = 0; i < 2 * sizeof forms / sizeof *forms; ++i) {
        test_process(&tested, forms[i / 2].name);
        test_point(&tested, 2500, &random);
        const double s = heavy_top_invariant(&tested, 0, 1), t = heavy_top_invariant(&tested, 0, 2);
        const double u = heavy_top_invariant(&tested, 1, 2);
        assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL),
                    forms[i / 2].value(&tested, t, u, s), 1e-11);
    }
    test_close(&tested);
}

/* One particle of two: what is squared is the coupling, m^2 and the colours. */
static void resonances(void **state)
{
    static const struct {
        const char *name, *mass, *coupling;
        double power, factor;
    } rows[] = {{"u u > six", "MS", "y", 2, 6.0 / 36},
                {"d s > sq~", "MQ", "lambda", 2, 6.0 / 36},
                {"g g > oct", "MO", "c", 4, 5.0 / 192}};
    struct tested tested;
    uint64_t random = 52;
    (void)state;
    open_model(&tested);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const double m = number_of(&tested, rows[i].mass);
        test_process(&tested, rows[i].name);
        test_point(&tested, m, &random);
        assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL),
                    pow(number_of(&tested, rows[i].coupling), 2) * pow(m, rows[i].power) * rows[i].factor,
                    1e-12);
    }
    test_close(&tested);
}

/* Gluons beside all of them: Ward identities, exchanges, antiparticles, Lorentz invariance. Of a junction the
 * flows depend on each other, so that squares that vanish are differences: 1e-16 of what each flow has. */
static void identities(void **state)
{
    static const struct {
        const char *name;
        int has_junctions;
    } rows[] = {{"u u > six g", 0},
                {"g u > six u~", 0},
                {"g g > six u~ u~", 0},
                {"u u > u u g NP=2", 0},
                {"d s > sq~ g", 1},
                {"g d > sq~ s~", 1},
                {"d s > sq~ g g", 1},
                {"g g > sq~ d~ s~", 1},
                {"d s > d s g NP=2", 0},
                {"g g > six six~ g NP=0", 0},
                {"sq sq > d~ s~ d~ s~ NP=2", 1},
                {"g g > oct g", 0},
                {"u u~ > oct g", 0},
                {"u u > u u NP=2", 0},
                {"u u~ > oct u u~", 0}};
    struct tested tested;
    uint64_t random = 53;
    (void)state;
    open_model(&tested);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        tested.ward = rows[i].has_junctions ? 1e-14 : 0;
        check_identities(&tested, rows[i].name, 3000, &random);
    }
    test_close(&tested);
}

/* Flows of a junction are three where two are independent, so that their squares alone are of no gauge. */
static void no_leading_colour(void **state)
{
    static const char *const names[] = {"d s > sq~ g", "g d > sq~ s~", "sq sq > d~ s~ d~ s~ NP=2"};
    struct tested tested;
    (void)state;
    open_model(&tested);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        struct tree tree;
        test_process(&tested, names[i]);
        const struct tree_request request = {
            .model = tested.model, .legs = tested.legs, .pdg = tested.pdg, .most = tested.most, .leading = 1};
        assert_int_equal(tree_create(tested.context, &request, &tree), TS_ERROR_INPUT);
        assert_non_null(strstr(ts_context_error(tested.context), "take colour: full"));
    }
    test_process(&tested, "u u > six g");
    uint64_t random = 57;
    test_point(&tested, 3000, &random);
    assert_true(test_value(&tested, NULL, 1, NULL) > 0);
    test_close(&tested);
}

/* Widths of two products: a coupling squared, m / (16 pi), and colours over those of what decays; 1/2 of
 * equal ones. Of the octet it is c^2 m^3 / (64 pi) times 5/3 d^2 in place of delta^2, 40/3 over 8. */
static void widths(void **state)
{
    struct tested tested;
    (void)state;
    open_model(&tested);
    const double y = number_of(&tested, "y"), lambda = number_of(&tested, "lambda"),
                 c = number_of(&tested, "c");
    const double ms = number_of(&tested, "MS"), mq = number_of(&tested, "MQ"), mo = number_of(&tested, "MO");
    const struct {
        int pdg;
        double width;
    } rows[] = {{9000006, y * y * ms / (16 * M_PI) / 2},
                {1000006, lambda * lambda * mq / (16 * M_PI) * 2},
                {9000008, c * c * mo * mo * mo / (64 * M_PI) * 5 / 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ts_decay *decays;
        size_t count;
        assert_status(tested.context,
                      ts_model_decays(tested.context, tested.model, rows[i].pdg, &decays, &count));
        assert_int_equal(count, 1);
        if (!(fabs(decays[0].width / rows[i].width - 1) < 1e-12))
            fail_msg("%d: the width %.15g is not %.15g", rows[i].pdg, decays[0].width, rows[i].width);
        free(decays);
    }
    test_close(&tested);
}

/* Lines of events. A sextet's second line has minus its number in the other place (Pythia); the three lines
 * of a junction have one end each (hep-ph/0109068, section 4). */
static void lines_of_events(void **state)
{
    const struct colour_legs sextet = {3, {3, 3, -6}, 0}, junction = {4, {3, 8, 3, 3}, 0};
    struct colour_line_pair lines[FLOW_LEGS];
    struct flow flow;
    (void)state;
    memset(&flow, FLOW_END, sizeof flow);
    flow.next[2] = 0;
    flow.next[FLOW_SECOND + 2] = 1;
    assert_int_equal(colour_lines(&sextet, 2, &flow, lines), 2);
    assert_true(lines[0].colour == 1 && lines[0].anticolour == 0 && lines[1].colour == 2);
    assert_true(lines[2].colour == 1 && lines[2].anticolour == -2);
    memset(&flow, FLOW_END, sizeof flow);
    flow.next[FLOW_JUNCTION] = 1;
    flow.next[1] = 0;
    flow.next[FLOW_JUNCTION + 1] = 2;
    flow.next[FLOW_JUNCTION + 2] = 3;
    assert_int_equal(colour_lines(&junction, 2, &flow, lines), 4);
    assert_true(lines[0].colour && lines[0].colour == lines[1].anticolour && !lines[0].anticolour);
    assert_true(lines[1].colour && lines[1].colour != lines[1].anticolour);
    assert_true(lines[2].anticolour && !lines[2].colour && lines[3].anticolour && !lines[3].colour);
    assert_true(lines[2].anticolour != lines[3].anticolour && lines[2].anticolour != lines[1].colour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_forms), cmocka_unit_test(resonances),
                                       cmocka_unit_test(identities),   cmocka_unit_test(no_leading_colour),
                                       cmocka_unit_test(widths),       cmocka_unit_test(lines_of_events)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The example of docs/amplitudes.md for a vertex of a new kind: gluons and a Higgs boson where the top quark
 * is heavy. Tested are closed forms, soft and collinear limits of which fix their factors, and identities. */
#include "heavy_top_forms.h"
#include "model/standard_model.h"
#include "page_rows.h"

/* The like for W bosons and photons, whose charges tell the legs of the vertex apart. Its strength is any. */
static const struct parameter_row charged_parameters[] = {
    {"hww", "1/GeV", NULL, TS_PARAMETER_COUPLING, "1/v", 0, 0, "Higgs boson to two W bosons"},
    {"hwwa", "1/GeV", NULL, TS_PARAMETER_COUPLING, "e*hww", 0, 0, "Higgs boson to two W bosons and a photon"},
};
static const struct vertex_row charged_vertices[] = {
    {{24, -24, 25}, TS_LORENTZ_VVSH, TS_COLOUR_ONE, "hww", NULL, 0, 1},
    {{24, -24, 22, 25}, TS_LORENTZ_VVVSH, TS_COLOUR_ONE, "hwwa", NULL, 0, 2},
};

#define ROWS(table) (sizeof(table) / sizeof *(table))
enum { ROWS_MOST = 200 };
static struct parameter_row parameters[ROWS_MOST];
static struct vertex_row vertices[ROWS_MOST];

static const struct model_setting settings[] = {{"gamma_w", "0", ""},
                                                {"gamma_z", "0", ""},
                                                {"gamma_h", "0", ""},
                                                {"heavy_top", "true", ""}};

/* The Standard Model with parameters and `count` vertices more. */
static void open_with_rows(struct tested *tested, const struct parameter_row *some,
                           const struct vertex_row *vertex_rows, size_t count)
{
    static struct model_table table;
    table = standard_model;
    assert_true(table.parameter_count + 2 <= ROWS_MOST && table.vertex_count + count <= ROWS_MOST);
    memcpy(parameters, table.parameters, table.parameter_count * sizeof *parameters);
    memcpy(parameters + table.parameter_count, some, 2 * sizeof *some);
    memcpy(vertices, table.vertices, table.vertex_count * sizeof *vertices);
    memcpy(vertices + table.vertex_count, vertex_rows, count * sizeof *vertices);
    table.name = "sm and heavy top";
    table.parameter_count += 2;
    table.vertex_count += count;
    table.parameters = parameters, table.vertices = vertices;
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    assert_status(tested->context,
                  model_create(tested->context, &table, settings, ROWS(settings), &tested->model));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

/* The Standard Model where the top quark is heavy, without its last vertices. */
static void open_without(struct tested *tested, size_t missing)
{
    static struct model_table table;
    table = standard_model;
    table.vertex_count -= missing;
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    assert_status(tested->context,
                  model_create(tested->context, &table, settings, ROWS(settings), &tested->model));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

static void open_heavy_top(struct tested *tested) { open_without(tested, 0); }

static double value_of(const struct tested *tested, const char *name)
{
    return ts_model_parameter(tested->model, name)->re;
}

static void closed_forms(void **state)
{
    struct tested tested;
    uint64_t random = 21;
    (void)state;
    open_heavy_top(&tested);
    const struct heavy_top top = {value_of(&tested, "g_s"), value_of(&tested, "ghgg"),
                                  value_of(&tested, "m_h")};
    check_heavy_top_forms(&tested, &top, orders_of(ORDER_ANY, 1, ORDER_ANY), &random);
    test_close(&tested);
}

static void identities_hold(void **state)
{
    static const char *const names[] = {"g g > g h",   "u u~ > g h",  "u g > u g h",
                                        "u u > u u h", "g g > g g h", "g g > u u~ h"};
    struct tested tested;
    uint64_t random = 22;
    (void)state;
    open_heavy_top(&tested);
    for (size_t i = 0; i < ROWS(names); ++i)
        check_identities(&tested, names[i], 700, &random);
    test_close(&tested);
}

static int has_operation(const struct tested *tested, uint32_t kind)
{
    const struct tree_request request = {.model = tested->model,
                                         .legs = tested->legs,
                                         .pdg = tested->pdg,
                                         .most = tested->most};
    struct tree tree;
    int found = 0;
    assert_status(tested->context, tree_create(tested->context, &request, &tree));
    for (int i = 0; i < tree.operations.count; ++i)
        found |= tree.operations.list[(size_t)i * TREE_WORDS] % TREE_ADD == kind;
    tree_free(&tree);
    return found;
}

/* The vertex of three gluons makes a gluon in one order of the legs, in another the Higgs boson. */
static void every_leg_is_made(void **state)
{
    static const char *const names[] = {"g g > g h", "g g > h g"};
    struct tested tested;
    int vectors = 0, scalars = 0;
    (void)state;
    open_heavy_top(&tested);
    for (size_t i = 0; i < ROWS(names); ++i) {
        test_process(&tested, names[i]);
        vectors |= has_operation(&tested, TREE_VS);
        scalars |= has_operation(&tested, TREE_VV);
    }
    assert_true(vectors && scalars);
    test_close(&tested);
    uint64_t random = 26;
    open_with_rows(&tested, charged_parameters, charged_vertices, ROWS(charged_vertices));
    check_identities(&tested, "a w+ > w+ h", 700, &random);
    check_identities(&tested, "a h > w+ w-", 700, &random);
    check_identities(&tested, "u d~ > w+ a h", 700, &random);
    test_close(&tested);
}

/* Every form of program has the same: straight text writes both operations of the vertex too. */
static void forms_agree(void **state)
{
    struct tested tested;
    uint64_t random = 23;
    (void)state;
    open_heavy_top(&tested);
    test_process(&tested, "u g > u g h");
    test_point(&tested, 700, &random);
    const double value = test_value(&tested, NULL, 0, NULL);
    assert_near(&tested, "as a table", test_value_of(&tested, TREE_FORM_TABLE, 1, NULL, 0, NULL), value,
                1e-13);
    assert_near(&tested, "as text", test_value_of(&tested, TREE_FORM_STRAIGHT, 1, NULL, 0, NULL), value,
                1e-13);
    test_close(&tested);
}

/* What lacks a vertex breaks a Ward identity: four gluons in g g > g g h, three in g g > g h. */
static void all_vertices_are_needed(void **state)
{
    static const struct {
        const char *name;
        size_t missing; /* the last ones of the table */
    } cases[] = {{"g g > g g h", 1}, {"g g > g g h", 2}, {"g g > g h", 3}};
    uint64_t random = 24;
    (void)state;
    for (int i = 0; i < 3; ++i) {
        struct tested tested;
        open_without(&tested, cases[i].missing);
        test_process(&tested, cases[i].name);
        test_point(&tested, 700, &random);
        assert_true(ward_violation(&tested) > 1e-6);
        test_close(&tested);
    }
}

/* Two Higgs bosons' worth of powers: gluons are in two traces, which a Higgs boson joins. */
static void parted_gluons(void **state)
{
    static const char *const names[] = {"g g > g g QED=2", "g g > g g g QED=2"};
    uint64_t random = 25;
    (void)state;
    for (int i = 0; i < 2; ++i) {
        struct tested tested;
        open_heavy_top(&tested);
        check_identities(&tested, names[i], 700, &random);
        test_close(&tested);
    }
}

/* Two Higgs bosons and gluons have a vertex of their own, which is not there. */
static void two_are_refused(void **state)
{
    struct tested tested;
    struct tree tree;
    uint64_t random = 27;
    (void)state;
    open_heavy_top(&tested);
    test_process(&tested, "g g > h h");
    test_point(&tested, 700, &random);
    const struct tree_request request = {.model = tested.model,
                                         .legs = tested.legs,
                                         .pdg = tested.pdg,
                                         .most = orders_of(ORDER_ANY, 2, ORDER_ANY)};
    assert_int_equal(tree_create(tested.context, &request, &tree), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(tested.context), "Two h and vectors meet in a vertex"));
    test_close(&tested);
}

static void rows_are_those_of_the_page(void **state)
{
    (void)state;
    check_rows_of_page("### A vertex of a new kind\n", "/src/model/standard_model.c", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_forms),
                                       cmocka_unit_test(identities_hold),
                                       cmocka_unit_test(every_leg_is_made),
                                       cmocka_unit_test(forms_agree),
                                       cmocka_unit_test(all_vertices_are_needed),
                                       cmocka_unit_test(parted_gluons),
                                       cmocka_unit_test(two_are_refused),
                                       cmocka_unit_test(rows_are_those_of_the_page)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

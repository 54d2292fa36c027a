/* The example of docs/amplitudes.md is a Z' boson added to the tables of the Standard Model. Tested are its
 * exchange against a closed form, and the identities of processes that make it. */
#include "model/standard_model.h"
#include "page_rows.h"
#include "tree_identities.h"

typedef double _Complex number;
extern double cabs(number);

static const struct parameter_row more_parameters[] = {
    /* clang-format off */
    {"m_zp", "GeV", NULL, TS_PARAMETER_INPUT, "1000", 0, 100000, "mass of Z'"},
    {"gamma_zp", "GeV", NULL, TS_PARAMETER_INPUT, "30", 0, 100000, "width of Z'"},
    {"mu_zp", "GeV", NULL, TS_PARAMETER_DERIVED, "sqrt(m_zp^2 - i*complex_masses*m_zp*gamma_zp)", 0, 0, "complex mass of Z'"},
    {"gzp_l", "", NULL, TS_PARAMETER_COUPLING, "-g_z/4", 0, 0, "Z' to left-handed fermions"},
    {"gzp_r", "", NULL, TS_PARAMETER_COUPLING, "e/3", 0, 0, "Z' to right-handed fermions"},
};
static const ts_particle more_particles[] = {
    {32, "zp", "zp", 3, 1, 0, 0, 0, 0, 0, {0, 0}, "m_zp", "gamma_zp", "mu_zp"},
};
static const struct vertex_row more_vertices[] = {
    {{2, -2, 32}, TS_LORENTZ_IOV, TS_COLOUR_DELTA, "gzp_l", "gzp_r", 0, 1},
    {{11, -11, 32}, TS_LORENTZ_IOV, TS_COLOUR_ONE, "gzp_l", "gzp_r", 0, 1},
    {{13, -13, 32}, TS_LORENTZ_IOV, TS_COLOUR_ONE, "gzp_l", "gzp_r", 0, 1},
    /* clang-format on */
};

#define ROWS(table) (sizeof(table) / sizeof *(table))
enum { ROWS_MOST = 200 };
static struct parameter_row parameters[ROWS_MOST];
static ts_particle particles[ROWS_MOST];
static struct vertex_row vertices[ROWS_MOST];

/* The rows of one table behind those of another. */
static size_t join(void *to, const void *first, size_t count, const void *second, size_t more, size_t bytes)
{
    assert_true(count + more <= ROWS_MOST);
    memcpy(to, first, count * bytes);
    memcpy((char *)to + count * bytes, second, more * bytes);
    return count + more;
}

static struct model_table extended_table(void)
{
    struct model_table table = standard_model;
    table.name = "sm and Z'";
    table.parameter_count = join(parameters, table.parameters, table.parameter_count, more_parameters,
                                 ROWS(more_parameters), sizeof *parameters);
    table.particle_count = join(particles, table.particles, table.particle_count, more_particles,
                                ROWS(more_particles), sizeof *particles);
    table.vertex_count = join(vertices, table.vertices, table.vertex_count, more_vertices,
                              ROWS(more_vertices), sizeof *vertices);
    table.parameters = parameters, table.particles = particles, table.vertices = vertices;
    return table;
}

static number value_of(const ts_model *model, const char *name)
{
    const ts_parameter *parameter = ts_model_parameter(model, name);
    return parameter->re + 1.0i * parameter->im;
}

/* e+ e- > mu+ mu-: each pair of chiralities is a photon, a Z and a Z' boson. */
static double lepton_pair(const struct tested *tested)
{
    static const char *const couplings[][2] = {{"gal", "gal"}, {"gzl_l", "gzl_r"}, {"gzp_l", "gzp_r"}};
    static const char *const masses[] = {NULL, "m_z", "m_zp"}, *const widths[] = {NULL, "gamma_z",
                                                                                  "gamma_zp"};
    const double s = 2 * test_product(tested->p[0], tested->p[1]);
    double sum = 0;
    for (int in = 0; in < 2; ++in)
        for (int out = 0; out < 2; ++out) {
            number amplitude = 0;
            for (int i = 0; i < 3; ++i) {
                const number m = i ? value_of(tested->model, masses[i]) : 0;
                const number width = i ? value_of(tested->model, widths[i]) : 0;
                amplitude += value_of(tested->model, couplings[i][in]) *
                             value_of(tested->model, couplings[i][out]) / (s - m * m + 1.0i * m * width);
            }
            const double invariant = 2 * test_product(tested->p[0], tested->p[in == out ? 3 : 2]);
            sum += pow(invariant * cabs(amplitude), 2);
        }
    return sum;
}

static void open_extended(struct tested *tested, const struct model_table *table, const char *complex_masses)
{
    const struct model_setting setting = {"complex_masses", complex_masses, ""};
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    assert_status(tested->context, model_create(tested->context, table, &setting, 1, &tested->model));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

static void exchange(void **state)
{
    (void)state;
    const struct model_table table = extended_table();
    for (int i = 0; i < 2; ++i) {
        struct tested tested;
        uint64_t random = 14;
        open_extended(&tested, &table, i ? "true" : "false");
        test_process(&tested, "e+ e- > mu+ mu-");
        test_point(&tested, 990, &random);
        assert_near(&tested, "closed form", test_value(&tested, NULL, 0, NULL), lepton_pair(&tested), 1e-12);
        test_close(&tested);
    }
}

/* A photon that Z' couples to nowhere, and a gluon. */
static void identities_hold(void **state)
{
    (void)state;
    const struct model_table table = extended_table();
    struct tested tested;
    uint64_t random = 15;
    open_extended(&tested, &table, "true");
    check_identities(&tested, "u u~ > zp g", 3000, &random);
    check_identities(&tested, "e+ e- > zp zp", 3000, &random);
    test_process(&tested, "u u~ > zp a g");
    test_point(&tested, 3000, &random);
    check_ward(&tested);
    test_close(&tested);
}

static void rows_are_those_of_the_page(void **state)
{
    (void)state;
    check_rows_of_page("## A particle, a vertex\n", "/tests/model/test_z_prime.c",
                       ROWS(more_parameters) + ROWS(more_particles) + ROWS(more_vertices));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exchange), cmocka_unit_test(identities_hold),
                                       cmocka_unit_test(rows_are_those_of_the_page)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The Standard Model's tables: derived numbers against published ones, and relations among couplings that
 * gauge invariance and unitarity demand. Also what each vertex conserves, and what is refused. */
#include "test_support.h"

#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUARK_COLOURS = 3, PHOTON = 22, Z = 23, W = 24, HIGGS = 25 };

typedef double _Complex number;
extern double cabs(number);

struct fixture {
    ts_context *context;
    ts_model *model;
    ts_status status;
};

/* Settings as "m_t=172.5", ended by NULL. */
static struct fixture open_model(const char *const assignments[])
{
    struct fixture f = {0};
    struct model_setting settings[8];
    static char text[8][64];
    size_t count = 0;
    for (; assignments && assignments[count]; ++count) {
        snprintf(text[count], sizeof text[count], "%s", assignments[count]);
        char *equals = strchr(text[count], '=');
        *equals = 0;
        settings[count] = (struct model_setting){text[count], equals + 1, "here"};
    }
    assert_int_equal(ts_context_create(&f.context), TS_OK);
    f.status = model_create_standard(f.context, settings, count, &f.model);
    return f;
}

static void close_model(struct fixture *f)
{
    ts_model_destroy(&f->model);
    ts_context_destroy(&f->context);
}

static number value(const ts_model *model, const char *name)
{
    const ts_parameter *parameter = ts_model_parameter(model, name);
    assert_non_null(parameter);
    return parameter->re + 1.0i * parameter->im;
}

static void assert_same(number found, number expected, double scale, const char *what)
{
    if (!(cabs(found - expected) <= 1e-14 * scale))
        fail_msg("%s: %.17g%+.17gi, expected %.17g%+.17gi", what, __real__ found, __imag__ found,
                 __real__ expected, __imag__ expected);
}

/* The coupling of a vertex of exactly these incoming particles; `side` 0 left, 1 right. 0 where there is
 * none. */
static number coupling(const ts_model *model, int a, int b, int c, int side)
{
    size_t count, parameters;
    const ts_vertex *vertices = ts_model_vertices(model, &count);
    const ts_parameter *list = ts_model_parameters(model, &parameters);
    for (size_t i = 0; i < count; ++i) {
        const ts_vertex *v = &vertices[i];
        if (v->leg_count == 3 && v->legs[0] == a && v->legs[1] == b && v->legs[2] == c)
            return list[v->coupling[side]].re + 1.0i * list[v->coupling[side]].im;
    }
    return 0;
}

/* From G_F, alpha and M_Z as MadGraph computes them; the W mass of that back through the other scheme. */
static void derived_numbers(void **state)
{
    (void)state;
    struct fixture f = open_model(NULL);
    assert_status(f.context, f.status);
    assert_string_equal(ts_model_scheme(f.model), "alpha_mz");
    assert_same(value(f.model, "m_w"), 80.41900244575616, 80, "m_w");
    assert_same(value(f.model, "sin2_theta_w"), 0.22224648578577766, 0.2, "sin2_theta_w");
    assert_same(value(f.model, "alpha"), 0.0075467711139788835, 0.007, "alpha");
    close_model(&f);
    f = open_model((const char *const[]){"scheme=gmu", NULL});
    assert_status(f.context, f.status);
    assert_same(value(f.model, "alpha"), 0.0075467711139788835, 0.02, "alpha from M_W");
    close_model(&f);
}

/* High energies demand of each fermion and helicity that s-channel photon and
 * Z cancel the exchange of its partner in f f~ -> W W. They demand of its mass
 * that the Higgs boson cancels the rest, in W W and in Z Z (J. M. Cornwall, D.
 * N. Levin, G. Tiktopoulos, PRD 10, 1145). */
static void check_fermion(const ts_model *model, const ts_particle *fermion)
{
    const int f = fermion->pdg;
    const double size = cabs(value(model, "g_w") * value(model, "g_w"));
    const number gwwa = coupling(model, W, -W, PHOTON, 0), gwwz = coupling(model, W, -W, Z, 0);
    number partner = 0;
    size_t count;
    const ts_particle *particles = ts_model_particles(model, &count);
    for (size_t i = 0; i < count; ++i) {
        const number down = coupling(model, f, -particles[i].pdg, W, 0);
        const number up = coupling(model, f, -particles[i].pdg, -W, 0);
        partner += down * down - up * up;
    }
    for (int side = 0; side < 2; ++side)
        assert_same(coupling(model, f, -f, PHOTON, side) * gwwa + coupling(model, f, -f, Z, side) * gwwz,
                    side == 0 ? partner : 0, size, fermion->name);
    const number axial = coupling(model, f, -f, Z, 0) - coupling(model, f, -f, Z, 1);
    const number higgs = coupling(model, f, -f, HIGGS, 0), gwf = value(model, "gwf");
    const number mass = fermion->mass > 0 ? value(model, f == 6 ? "mu_t" : fermion->mass_name) : 0;
    const double scale = size * cabs(mass);
    assert_same(higgs * coupling(model, W, -W, HIGGS, 0), -mass * gwf * gwf, scale, "f f~ > W W");
    if (fermion->mass > 0)
        assert_same(higgs * coupling(model, Z, Z, HIGGS, 0), -2 * mass * axial * axial, 10 * scale,
                    "f f~ > Z Z");
}

static void check_bosons(const ts_model *model)
{
    const number g = value(model, "g_w"), e = value(model, "e"), s = value(model, "s_w");
    const number gwwa = value(model, "gwwa"), gwwz = value(model, "gwwz"), gwwh = value(model, "gwwh");
    const number mu_w = value(model, "mu_w"), mu_z = value(model, "mu_z"), mu2_h = value(model, "mu2_h");
    const double size = cabs(g * g);
    assert_same(g * s, e, 1, "e = g s_w");
    assert_same(gwwa * gwwa + gwwz * gwwz, g * g, size, "W W W W");
    assert_same(3 * mu_z * mu_z * gwwz * gwwz + gwwh * gwwh, 4 * mu_w * mu_w * g * g,
                4 * size * cabs(mu_w * mu_w), "growth of W W > W W");
    assert_same(value(model, "gzzh") * mu_w, gwwh * mu_z * mu_z / mu_w, 1e4, "W and Z to h");
    assert_same(2 * mu_w * mu_w * value(model, "gwwhh"), gwwh * gwwh, 1e4, "W W h h");
    assert_same(2 * mu_z * mu_z * value(model, "gzzhh"), value(model, "gzzh") * value(model, "gzzh"), 1e4,
                "Z Z h h");
    assert_same(2 * mu_w * mu_w * value(model, "ghhh"), -3 * mu2_h * gwwh, 1e7, "h h h");
    assert_same(value(model, "ghhhh") * value(model, "v"), value(model, "ghhh"), 1e3, "h h h h");
    assert_same(value(model, "ggg"), value(model, "g_s"), 1, "g g g");
    assert_same(value(model, "gg"), -value(model, "g_s"), 1, "gluon to quarks");
}

/* The triangle of two photons, or two gluons, and a Z has no anomaly. */
static void check_anomaly(const ts_model *model)
{
    number photons = 0, gluons = 0;
    size_t count;
    const ts_particle *particles = ts_model_particles(model, &count);
    for (size_t i = 0; i < count; ++i) {
        const int f = particles[i].pdg;
        if (particles[i].spin != 2)
            continue;
        const number charge = coupling(model, f, -f, PHOTON, 0);
        const number axial = coupling(model, f, -f, Z, 0) - coupling(model, f, -f, Z, 1);
        photons += particles[i].colour * charge * charge * axial;
        gluons += particles[i].colour == QUARK_COLOURS ? axial : 0;
    }
    assert_same(photons, 0, 1, "Z to two photons");
    assert_same(gluons, 0, 1, "Z to two gluons");
}

static void gauge_relations(void **state)
{
    static const char *const choices[][5] = {
        {NULL},
        {"scheme=gmu", "m_w=80.377", "m_b=4.7", "m_tau=1.777", NULL},
        {"complex_masses=true", "gamma_t=1.49", NULL},
        {"scheme=gmu", "complex_masses=1", "m_b=4.7", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; ++i) {
        struct fixture f = open_model(choices[i]);
        assert_status(f.context, f.status);
        size_t count;
        const ts_particle *particles = ts_model_particles(f.model, &count);
        for (size_t j = 0; j < count; ++j)
            if (particles[j].spin == 2)
                check_fermion(f.model, &particles[j]);
        check_bosons(f.model);
        check_anomaly(f.model);
        assert_true((__imag__ value(f.model, "s_w") != 0) == (i >= 2));
        close_model(&f);
    }
}

/* What a structure needs of the spins of its legs, in their order. */
static const char *const spins[TS_LORENTZ_KINDS] = {
    [TS_LORENTZ_IOV] = "223",   [TS_LORENTZ_IOS] = "221",   [TS_LORENTZ_VVV] = "333",
    [TS_LORENTZ_W3W3] = "3333", [TS_LORENTZ_WWWW] = "3333", [TS_LORENTZ_GGGG] = "3333",
    [TS_LORENTZ_VVS] = "331",   [TS_LORENTZ_VVSS] = "3311", [TS_LORENTZ_VSS] = "311",
    [TS_LORENTZ_SSS] = "111",   [TS_LORENTZ_SSSS] = "1111",
};
static const char *const colours[TS_COLOUR_KINDS] = {"", "33", "338", "888", "8888"};

static void check_vertex(const ts_model *model, const ts_vertex *vertex)
{
    int charge = 0, baryon = 0, lepton[4] = {0};
    char spin[8] = "", colour[8] = "";
    for (int i = 0; i < vertex->leg_count; ++i) {
        const ts_particle *particle = ts_model_particle(model, vertex->legs[i]);
        const int sign = vertex->legs[i] > 0 ? 1 : -1;
        charge += sign * particle->charge;
        baryon += sign * particle->baryon;
        lepton[particle->family] += particle->family ? sign : 0;
        spin[strlen(spin)] = (char)('0' + particle->spin);
        if (particle->colour > 1)
            colour[strlen(colour)] = (char)('0' + particle->colour);
        /* Fermion number flows in on the first leg and out on the second. */
        if (particle->spin == 2)
            assert_int_equal(sign, i == 0 ? 1 : -1);
    }
    assert_int_equal(charge, 0);
    assert_int_equal(baryon, 0);
    for (int family = 1; family <= 3; ++family)
        assert_int_equal(lepton[family], 0);
    assert_string_equal(spin, spins[vertex->lorentz]);
    assert_string_equal(colour, colours[vertex->colour]);
    assert_int_equal(vertex->orders[ORDER_QCD] + vertex->orders[ORDER_QED], vertex->leg_count - 2);
}

static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* The Lagrangian is hermitian: the antiparticles of a vertex's legs make a vertex too. */
static void check_conjugate(const ts_model *model, const ts_vertex *vertex)
{
    size_t count, found = 0;
    const ts_vertex *vertices = ts_model_vertices(model, &count);
    int legs[TS_VERTEX_LEGS] = {0}, others[TS_VERTEX_LEGS];
    for (int i = 0; i < vertex->leg_count; ++i)
        legs[i] = model_antiparticle(model, vertex->legs[i]);
    qsort(legs, TS_VERTEX_LEGS, sizeof *legs, compare_ints);
    for (size_t i = 0; i < count; ++i) {
        memcpy(others, vertices[i].legs, sizeof others);
        qsort(others, TS_VERTEX_LEGS, sizeof *others, compare_ints);
        if (memcmp(legs, others, sizeof legs) == 0) {
            ++found;
            assert_int_equal(vertices[i].coupling[0], vertex->coupling[0]);
            assert_int_equal(vertices[i].coupling[1], vertex->coupling[1]);
        }
    }
    assert_int_equal(found, 1);
}

/* With all masses 12 charged and neutral fermions have 6 + 9 + 12 + 12 vertices with g, photon, Z and W+-,
 * and 9 with h. Bosons have 3 of three vectors, 5 of four, 2 + 2 with one and two h, 2 of h alone. */
static void vertices(void **state)
{
    static const struct {
        const char *settings[8];
        size_t count;
    } cases[] = {
        {{NULL}, 6 + 9 + 12 + 12 + 1 + 3 + 5 + 4 + 2},
        {{"m_b=4.7", NULL}, 6 + 9 + 12 + 12 + 2 + 3 + 5 + 4 + 2},
        {{"ym_b=2.9", "ym_t=0", NULL}, 6 + 9 + 12 + 12 + 1 + 3 + 5 + 4 + 2},
        {{"m_d=1", "m_u=1", "m_s=1", "m_c=1", "m_b=1", "m_e=1", "m_mu=1", NULL},
         6 + 9 + 12 + 12 + 8 + 3 + 5 + 4 + 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct fixture f = open_model(cases[i].settings);
        assert_status(f.context, f.status);
        size_t count;
        const ts_vertex *list = ts_model_vertices(f.model, &count);
        assert_int_equal(count, cases[i].count);
        for (size_t j = 0; j < count; ++j) {
            check_vertex(f.model, &list[j]);
            check_conjugate(f.model, &list[j]);
        }
        close_model(&f);
    }
}

static void names(void **state)
{
    (void)state;
    struct fixture f = open_model(NULL);
    assert_status(f.context, f.status);
    size_t count;
    const ts_particle *particles = ts_model_particles(f.model, &count);
    assert_int_equal(count, 18);
    for (size_t i = 0; i < count; ++i) {
        if (model_is_contact(f.model, particles[i].pdg)) { /* no process may name it */
            assert_int_equal(ts_model_pdg(f.model, particles[i].name), 0);
            continue;
        }
        assert_int_equal(ts_model_pdg(f.model, particles[i].name), particles[i].pdg);
        const int anti = model_antiparticle(f.model, particles[i].pdg);
        assert_string_equal(ts_model_particle_name(f.model, anti), particles[i].antiname);
        assert_ptr_equal(ts_model_particle(f.model, anti), &particles[i]);
    }
    assert_int_equal(ts_model_pdg(f.model, "w-"), -24);
    assert_int_equal(model_antiparticle(f.model, -2), 2);
    assert_int_equal(model_antiparticle(f.model, 21), 21);
    assert_int_equal(model_antiparticle(f.model, -21), 0);
    assert_null(ts_model_particle(f.model, -23));
    assert_int_equal(ts_model_pdg(f.model, "G"), 0);
    close_model(&f);
}

static void refusals(void **state)
{
    static const struct {
        const char *setting, *sentence;
    } cases[] = {
        {"m_t=-1", "here: expected a number from 0 to 100000 GeV, found '-1'."},
        {"m_t=heavy", "here: expected a number from 0 to 100000 GeV, found 'heavy'."},
        {"ym_t=1e999", "here: expected a number in GeV, found '1e999'."},
        {"mt=172", "here: the model has no input 'mt'; did you mean m_t?"},
        {"m_squark=1", "here: the model has no input 'm_squark'; `tessera model` lists them."},
        {"scheme=alpha0", "here: expected one of alpha_mz, gmu, found 'alpha0'."},
        {"m_w=80",
         "here: m_w is no input of the scheme alpha_mz, where it follows as sqrt(m_z^2/2 + sqrt(m_z^4/4 - "
         "pi*alpha*m_z^2/(sqrt(2)*g_fermi))): it is one with model.scheme: gmu."},
        {"alpha=0.1",
         "model: m_w, the mass of W, is to lie between 0.001 and 100000, but with these inputs m_w = "
         "sqrt(m_z^2/2 + sqrt(m_z^4/4 - pi*alpha*m_z^2/(sqrt(2)*g_fermi))) is no real number."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct fixture f = open_model((const char *const[]){cases[i].setting, NULL});
        assert_int_equal(f.status, TS_ERROR_INPUT);
        assert_null(f.model);
        assert_string_equal(ts_context_error(f.context), cases[i].sentence);
        close_model(&f);
    }
    struct fixture f = open_model((const char *const[]){"scheme=gmu", "m_w=95", NULL});
    assert_int_equal(f.status, TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(f.context), "sin2_theta_w = 1 - m_w^2/m_z^2 is -0.085"));
    close_model(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derived_numbers), cmocka_unit_test(gauge_relations), cmocka_unit_test(vertices),
        cmocka_unit_test(names),           cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

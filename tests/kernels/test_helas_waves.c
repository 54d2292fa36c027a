/* External waves of HELAS, for all helicities, particles and antiparticles, incoming and outgoing. Spinors
 * stand against projections on the solutions of the Dirac equation, polarisation vectors against eigenvectors
 * of the spin. So it is for every direction, along the axis, next to it and at rest, with and without
 * mass. */
#include "helas_program.h"

/* p, mass, helicity and sign of a wave; the results of the general form, and of the special ones. */
enum { WAVE_INPUTS = 7, WAVES = 6 };
static double waves_in[WAVE_INPUTS][POINTS], waves_out[WAVES][WAVE][POINTS];

static const char kernels[] = KERNEL_TEXT(
    FN void store_fermion_at(GLOBAL scalar *out, int wave, uint64 item, helas_fermion f) {
        store_fermion(out + (uint64)(12 * wave) * COUNT, item, f);
    }

    FN void store_vector_at(GLOBAL scalar *out, int wave, uint64 item, helas_vector w) {
        store_vector(out + (uint64)(12 * wave) * COUNT, item, w);
    } MAP(fermions, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL scalar *, none0, GLOBAL scalar *,
          none1) {
        vector4 p = fetch_momentum(in, 0, item);
        real mass = r_fetch(in + AT(4));
        real helicity = r_fetch(in + AT(5));
        real sign = r_fetch(in + AT(6));
        (void)none0;
        (void)none1;
        store_fermion_at(out, 0, item, ixxxxx(p, mass, helicity, sign));
        store_fermion_at(out, 1, item, oxxxxx(p, mass, helicity, sign));
    } MAP(massless, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL scalar *, none0, GLOBAL scalar *,
          none1) {
        vector4 p = fetch_momentum(in, 0, item);
        real helicity = r_fetch(in + AT(5));
        real sign = r_fetch(in + AT(6));
        (void)none0;
        (void)none1;
        store_fermion_at(out, 0, item, ixxxx0(p, helicity, sign));
        store_fermion_at(out, 1, item, ixxxx1(p, helicity, sign));
        store_fermion_at(out, 2, item, ixxxx2(p, helicity, sign));
        store_fermion_at(out, 3, item, oxxxx0(p, helicity, sign));
        store_fermion_at(out, 4, item, oxxxx1(p, helicity, sign));
        store_fermion_at(out, 5, item, oxxxx2(p, helicity, sign));
    } MAP(vectors, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL scalar *, none0, GLOBAL scalar *,
          none1) {
        vector4 p = fetch_momentum(in, 0, item);
        real mass = r_fetch(in + AT(4));
        real helicity = r_fetch(in + AT(5));
        real sign = r_fetch(in + AT(6));
        (void)none0;
        (void)none1;
        store_vector_at(out, 0, item, vxxxxx(p, mass, helicity, sign));
        store_vector_at(out, 1, item, vxxxx0(p, helicity, sign));
        store_vector_at(out, 2, item, vxxxx1(p, helicity, sign));
        store_vector_at(out, 3, item, vxxxx2(p, helicity, sign));
        helas_scalar s = sxxxxx(p, sign);
        store_number(out, 48, item, s.s);
        store_momentum(out, 50, item, s.momentum);
    });

enum directions { EVERYWHERE, OFF_AXIS, UPWARDS, DOWNWARDS };

/* A direction: the axis exactly for a fifth of those everywhere, angles down to 2^-12 from it for another. */
static void draw_direction(enum directions where, uint64_t *state, double n[3])
{
    double kind = random_uniform(state), phi = 2 * acos(-1) * random_uniform(state);
    double sine = kind < 0.2 && where != OFF_AXIS ? 0 : exp2(-12 * random_uniform(state) * (kind < 0.4));
    sine *= kind < 0.4 ? 1 : random_uniform(state);
    double cosine = sqrt((1 - sine) * (1 + sine)) * (random_uniform(state) < 0.5 ? -1 : 1);
    if (where >= UPWARDS) {
        sine = 0;
        cosine = where == UPWARDS ? 1 : -1;
    }
    n[0] = sine * cos(phi);
    n[1] = sine * sin(phi);
    n[2] = cosine;
}

/* Momenta of a mass between 0.01 and 4, or without; among the massive ones every eighth at rest. Energies are
 * those of the momenta and masses as the device gets them. */
static void draw_waves(enum directions where, int massive, int helicities, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t i = 0; i < POINTS; ++i) {
        double n[3], length = massive && i % 8 == 0 ? 0 : exp2(6 * random_uniform(&state) - 3), square = 0;
        draw_direction(where, &state, n);
        waves_in[4][i] = massive ? kernel_scalar(exp2(8.6 * random_uniform(&state) - 6.6)) : 0;
        for (int c = 0; c < 3; ++c) {
            waves_in[c + 1][i] = kernel_scalar(length * n[c]);
            square += waves_in[c + 1][i] * waves_in[c + 1][i];
        }
        waves_in[0][i] = sqrt(square + waves_in[4][i] * waves_in[4][i]);
        waves_in[5][i] = (int)(helicities * random_uniform(&state)) * (helicities == 2 ? 2 : 1) - 1;
        waves_in[6][i] = random_uniform(&state) < 0.5 ? -1 : 1;
    }
}

static struct kernel waves_open(void)
{
    struct source text = {0};
    source_append(&text, "%s%s%s", helas_head, helas_fetch, kernels);
    assert_false(text.failed);
    struct kernel kernel = kernel_open(text.text, POINTS);
    source_free(&text);
    return kernel;
}

static void run(const char *name)
{
    struct kernel kernel = waves_open();
    kernel_run(&kernel, name,
               (struct kernel_array[]){{waves_in, (size_t)WAVE_INPUTS * POINTS, KERNEL_IN},
                                       {waves_out, (size_t)WAVES * WAVE * POINTS, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
}

static void external_momentum(size_t i, long double p[4])
{
    for (int c = 0; c < 4; ++c)
        p[c] = kernel_scalar(waves_in[c][i]);
}

/* Components within 16 roundings of `size`; the momentum is the particle's times its sign. */
static void check_wave(int wave, size_t i, int count, const number *value, long double size)
{
    const row r = {.name = "wave"};
    const long double bound = 16 * (test_double ? 0x1p-52L : 0x1p-23L) * size;
    for (int k = 0; k < count; ++k) {
        assert_component(&r, i, waves_out[wave][2 * k][i], creall(value[k]), bound);
        assert_component(&r, i, waves_out[wave][2 * k + 1][i], cimagl(value[k]), bound);
    }
    for (int c = 0; c < 4; ++c)
        assert_component(&r, i, waves_out[wave][2 * count + c][i],
                         waves_in[6][i] * kernel_scalar(waves_in[c][i]), 0);
}

static void check_fermion(int wave_in, int wave_out)
{
    for (size_t i = 0; i < POINTS; ++i) {
        long double p[4];
        number u[4], bar[4];
        external_momentum(i, p);
        dirac_spinor(p, kernel_scalar(waves_in[4][i]), (int)waves_in[5][i], (int)waves_in[6][i], u);
        adjoint(u, bar);
        check_wave(wave_in, i, 4, u, sqrtl(2 * p[0]));
        check_wave(wave_out, i, 4, bar, sqrtl(2 * p[0]));
    }
}

/* HELAS vectors are epsilon for an incoming one, its complex conjugate for an outgoing one. */
static void check_vector(int wave)
{
    for (size_t i = 0; i < POINTS; ++i) {
        long double p[4], mass = kernel_scalar(waves_in[4][i]), size = 1;
        number e[4];
        external_momentum(i, p);
        if (waves_in[5][i] != 0) {
            transverse_vector(p, (int)waves_in[5][i], e);
        } else {
            longitudinal_vector(p, mass, e);
            size = p[0] / mass;
        }
        for (int mu = 0; mu < 4; ++mu)
            e[mu] = waves_in[6][i] > 0 ? conjl(e[mu]) : e[mu];
        check_wave(wave, i, 4, e, size);
    }
}

static void fermions(void **state)
{
    (void)state;
    for (int massive = 0; massive < 2; ++massive) {
        draw_waves(EVERYWHERE, massive, 2, 1);
        run("fermions");
        check_fermion(0, 1);
    }
}

static void massless_fermions(void **state)
{
    (void)state;
    for (enum directions where = OFF_AXIS; where <= DOWNWARDS; ++where) {
        draw_waves(where, 0, 2, 2);
        run("massless");
        check_fermion((int)where - 1, (int)where + 2);
    }
    draw_waves(UPWARDS, 0, 2, 3);
    run("massless");
    check_fermion(0, 3);
}

static void vectors(void **state)
{
    (void)state;
    draw_waves(EVERYWHERE, 1, 3, 4);
    run("vectors");
    check_vector(0);
    draw_waves(EVERYWHERE, 0, 2, 5);
    run("vectors");
    check_vector(0);
    for (enum directions where = OFF_AXIS; where <= DOWNWARDS; ++where) {
        draw_waves(where, 0, 2, 6);
        run("vectors");
        check_vector((int)where);
    }
}

static void scalars(void **state)
{
    (void)state;
    draw_waves(EVERYWHERE, 1, 2, 7);
    run("vectors");
    for (size_t i = 0; i < POINTS; ++i)
        check_wave(4, i, 1, (number[]){1}, 0);
}

/* The reference itself. Its vectors are orthogonal to the momentum, of square -1. Its spinors solve the Dirac
 * equation with the helicity they are named after. */
static void reference(void **state)
{
    (void)state;
    draw_waves(EVERYWHERE, 1, 2, 8);
    for (size_t i = 0; i < POINTS; ++i) {
        long double p[4], mass = waves_in[4][i], spin[3];
        int helicity = (int)waves_in[5][i], sign = (int)waves_in[6][i];
        number e[4], u[4], rest[4], turned[4];
        external_momentum(i, p);
        p[0] = sqrtl(momentum_length(p) * momentum_length(p) + mass * mass);
        dirac_spinor(p, mass, helicity, sign, u);
        matrix_column(matrix_shell(p, -sign * mass), u, rest);
        assert_true(length_of(rest) < 1e-16L * p[0] * length_of(u));
        transverse_vector(p, helicity, e);
        const number k[4] = {p[0], p[1], p[2], p[3]};
        assert_true(cabsl(number_dot(k, e)) < 1e-16L * p[0]);
        for (int c = 0; c < 3; ++c)
            spin[c] = momentum_length(p) > 0 ? p[c + 1] / momentum_length(p) : c == 2;
        spin_along(spin, e + 1, turned);
        for (int c = 0; c < 3; ++c)
            assert_true(cabsl(turned[c] - helicity * e[c + 1]) < 1e-16L);
        longitudinal_vector(p, mass, e);
        assert_true(cabsl(number_dot(k, e)) < 1e-15L * p[0] * p[0] / mass);
        assert_true(cabsl(number_dot(e, e) + 1) < 1e-15L * p[0] * p[0] / mass / mass);
    }
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(reference), cmocka_unit_test(fermions),
                                       cmocka_unit_test(massless_fermions), cmocka_unit_test(vectors),
                                       cmocka_unit_test(scalars)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Polarisation vectors are unit vectors in space orthogonal to the momentum. They are so in every direction,
 * along the beam and next to it included, and for the negative energies of incoming particles. */
#include "kernel_support.h"
#include "phase_space_points.h"

enum { POINTS = 163840 };

static double momentum[4 * POINTS], azimuth[POINTS], results[8 * POINTS];

static double rounding(void) { return test_double ? 0x1p-52 : 0x1p-23; }

/* Directions at angles down to 2^-40 from the beam and exactly along it, with any energy. */
static void draw(uint64_t seed)
{
    uint64_t random = seed, *state = &random;
    for (size_t i = 0; i < POINTS; ++i) {
        double kind = random_uniform(state), energy = exp2(20 * random_uniform(state) - 10);
        double phi = 2 * acos(-1) * random_uniform(state);
        double sine = kind < 0.2 ? 0 : kind < 0.4 ? exp2(-40 * random_uniform(state)) : random_uniform(state);
        double cosine = sqrt((1 - sine) * (1 + sine)) * (random_uniform(state) < 0.5 ? -1 : 1);
        momentum[i] = random_uniform(state) < 0.5 ? -energy : energy;
        momentum[POINTS + i] = energy * sine * cos(phi);
        momentum[2 * POINTS + i] = energy * sine * sin(phi);
        momentum[3 * POINTS + i] = energy * cosine;
        azimuth[i] = random_uniform(state);
    }
}

/* The products that have to vanish, formed by the kernel's own arithmetic. */
static const char head[] =
    "#define GLUONS 4\n#define GLUON_POLARIZATION 1\n#include \"amplitude/polarization.h\"\n"
    "#include \"map.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    FN vector4 fetch(GLOBAL const scalar *p, uint64 item) {
        vector4 v;
        v.e = r_fetch(p + AT(0));
        v.x = r_fetch(p + AT(1));
        v.y = r_fetch(p + AT(2));
        v.z = r_fetch(p + AT(3));
        return v;
    }

    FN void check_linear(vector4 p, vector4 e, GLOBAL scalar *out, uint64 item, int k) {
        r_store(out + AT(k), e.e);
        r_store(out + AT(k + 1), v_dot(e, p) / p.e);
        r_store(out + AT(k + 2), v_dot(e, e) + R(1.0));
    }

    MAP(linear, GLOBAL const scalar *, momenta, GLOBAL const scalar *, angles, GLOBAL scalar *, out,
        GLOBAL scalar *, none) {
        vector4 p = fetch(momenta, item);
        real angle = r_fetch(angles + AT(0));
        vector4 e = polarization_real(p, angle);
        vector4 f = polarization_real(p, angle + R(0.25));
        check_linear(p, e, out, item, 0);
        check_linear(p, f, out, item, 3);
        r_store(out + AT(6), v_dot(e, f));
    }

    MAP(helicity, GLOBAL const scalar *, momenta, GLOBAL scalar *, out, GLOBAL scalar *, none,
        GLOBAL scalar *, more) {
        vector4 p = fetch(momenta, item);
        current e = polarization_helicity(p, R(1.0));
        current f = polarization_helicity(p, R(-1.0));
        number square = j_dot(e, e);
        number norm = j_dot(e, f);
        number along = j_dot_momentum(p, e, n_from(R(0.0)));
        r_store(out + AT(0), along.re / p.e);
        r_store(out + AT(1), along.im / p.e);
        r_store(out + AT(2), square.re);
        r_store(out + AT(3), square.im);
        r_store(out + AT(4), norm.re + R(1.0));
        r_store(out + AT(5), norm.im);
        r_store(out + AT(6), R(2.0) * (e.x.im * e.y.re - e.x.re * e.y.im) - p.z / p.e);
    });

/* Row k of the results: none is larger than `bound` roundings. */
static void assert_small(int k, double bound)
{
    for (size_t i = 0; i < POINTS; ++i)
        assert_true(fabs(results[(size_t)k * POINTS + i]) <= bound * rounding());
}

static void linear(void **state)
{
    (void)state;
    struct kernel kernel = kernel_open_parts(head, kernels, POINTS);
    draw(1);
    kernel_run(&kernel, "linear",
               (struct kernel_array[]){{momentum, 4 * POINTS, KERNEL_IN},
                                       {azimuth, POINTS, KERNEL_IN},
                                       {results, 8 * POINTS, KERNEL_OUT}},
               3);
    kernel_close(&kernel);
    for (int vector = 0; vector < 6; vector += 3) {
        assert_small(vector, 0);
        assert_small(vector + 1, 4);
        assert_small(vector + 2, 8);
    }
    assert_small(6, 8);
}

/* e.e = 0 and e.e* = -1; the other helicity is the complex conjugate. The sense of rotation: e x e* = i h p /
 * E, here its z component for h = 1. */
static void helicity(void **state)
{
    (void)state;
    struct kernel kernel = kernel_open_parts(head, kernels, POINTS);
    draw(2);
    kernel_run(&kernel, "helicity",
               (struct kernel_array[]){{momentum, 4 * POINTS, KERNEL_IN}, {results, 8 * POINTS, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
    assert_small(0, 4);
    assert_small(1, 4);
    for (int row = 2; row < 7; ++row)
        assert_small(row, 8);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(linear), cmocka_unit_test(helicity)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Polarisation vectors are unit vectors in space orthogonal to the momentum, in every direction, along the
 * beam and next to it included, and for the negative energies of incoming particles. */
#define GLUON_POLARIZATION 1
#include "error_quantiles.h"
#include "gluon_table.h"

static const scalar rounding = PRECISION_DOUBLE ? (scalar)0x1p-52 : (scalar)0x1p-23;

/* Directions at angles down to 2^-40 from the beam and exactly along it, with any energy. */
static vector4 direction(uint64_t *state)
{
    vector4 p;
    FOR_LANES(l) {
        double kind = random_uniform(state), energy = exp2(20 * random_uniform(state) - 10);
        double phi = 2 * acos(-1) * random_uniform(state);
        double sine = kind < 0.2 ? 0 : kind < 0.4 ? exp2(-40 * random_uniform(state)) : random_uniform(state);
        double cosine = sqrt((1 - sine) * (1 + sine)) * (random_uniform(state) < 0.5 ? -1 : 1);
        p.e[l] = (scalar)(random_uniform(state) < 0.5 ? -energy : energy);
        p.x[l] = (scalar)(energy * sine * cos(phi));
        p.y[l] = (scalar)(energy * sine * sin(phi));
        p.z[l] = (scalar)(energy * cosine);
    }
    return p;
}

static void assert_small(real a, double bound)
{
    FOR_LANES(l)
        assert_true(fabs((double)a[l]) <= bound * (double)rounding);
}

static void check_linear(vector4 p, vector4 e)
{
    assert_small(e.e, 0);
    assert_small(v_dot(e, p) / p.e, 4);
    assert_small(v_dot(e, e) + R(1.0), 8);
}

static void linear(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int trial = 0; trial < 10000; ++trial) {
        vector4 p = direction(&random);
        real azimuth;
        FOR_LANES(l)
            azimuth[l] = (scalar)random_uniform(&random);
        vector4 e = polarization_real(p, azimuth), f = polarization_real(p, azimuth + R(0.25));
        check_linear(p, e);
        check_linear(p, f);
        assert_small(v_dot(e, f), 8);
    }
}

/* e.e = 0 and e.e* = -1; the other helicity is the complex conjugate. */
static void helicity(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int trial = 0; trial < 10000; ++trial) {
        vector4 p = direction(&random);
        current e = polarization_helicity(p, R(1.0)), f = polarization_helicity(p, R(-1.0));
        number square = j_dot(e, e), norm = j_dot(e, f), along = j_dot_momentum(p, e, n_from(R(0.0)));
        assert_small(along.re / p.e, 4);
        assert_small(along.im / p.e, 4);
        assert_small(square.re, 8);
        assert_small(square.im, 8);
        assert_small(norm.re + R(1.0), 8);
        assert_small(norm.im, 8);
    }
}

/* The sense of rotation: e x e* = i h p / E, here its z component for h = 1. */
static void handedness(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int trial = 0; trial < 1000; ++trial) {
        vector4 p = direction(&random);
        current e = polarization_helicity(p, R(1.0));
        real cross = R(2.0) * (e.x.im * e.y.re - e.x.re * e.y.im);
        assert_small(cross - p.z / p.e, 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(linear), cmocka_unit_test(helicity),
                                       cmocka_unit_test(handedness)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

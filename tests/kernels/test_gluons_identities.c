/* What colour-ordered amplitudes obey whatever the polarisations: gauge invariance, the cyclic and the
 * reflection identity and the decoupling of a photon, for every n and both forms of the recursion; and the
 * two forms agree. Each violation is relative to the sum of the sizes of the amplitudes it relates. */
#include "error_quantiles.h"
#include "gluon_table.h"

enum { POINTS = 512 };

typedef struct gluons {
    vector4 momentum[GLUONS_MAX], polarization[GLUONS_MAX];
} gluons;

/* A violation of an identity and the size of what should cancel. */
typedef void identity(int recursion, int n, const gluons *g, real *violation, real *size);

static real amplitude(int recursion, int n, const gluons *g)
{
    return gluon_table[recursion][n](g->momentum, g->polarization);
}

/* Gluon `from` of g becomes gluon `to` of h. */
static void place(gluons *h, int to, const gluons *g, int from)
{
    h->momentum[to] = g->momentum[from];
    h->polarization[to] = g->polarization[from];
}

/* A polarisation replaced by the direction of its momentum. */
static void gauge(int recursion, int n, const gluons *g, real *violation, real *size)
{
    *violation = R(0.0);
    *size = r_abs(amplitude(recursion, n, g));
    for (int i = 0; i < n; ++i) {
        gluons h = *g;
        h.polarization[i] = v_scale(h.momentum[i], R(1.0) / h.momentum[i].e);
        *violation = r_max(*violation, r_abs(amplitude(recursion, n, &h)));
    }
}

/* m(2, ..., n, 1) = m(1, ..., n) */
static void cyclic(int recursion, int n, const gluons *g, real *violation, real *size)
{
    gluons h;
    for (int i = 0; i < n; ++i)
        place(&h, i, g, (i + 1) % n);
    real a = amplitude(recursion, n, g), b = amplitude(recursion, n, &h);
    *violation = r_abs(a - b);
    *size = r_abs(a) + r_abs(b);
}

/* m(n, ..., 1) = (-1)^n m(1, ..., n) */
static void reflection(int recursion, int n, const gluons *g, real *violation, real *size)
{
    gluons h;
    for (int i = 0; i < n; ++i)
        place(&h, i, g, n - 1 - i);
    real a = amplitude(recursion, n, g), b = amplitude(recursion, n, &h);
    *violation = r_abs(n % 2 ? a + b : a - b);
    *size = r_abs(a) + r_abs(b);
}

/* Gluon 1 in every place among the others, in their order, sums to zero: it would be a photon. */
static void photon(int recursion, int n, const gluons *g, real *violation, real *size)
{
    real sum = R(0.0);
    *size = R(0.0);
    for (int at = 0; at < n - 1; ++at) {
        gluons h;
        for (int i = 0; i < n; ++i)
            place(&h, i, g, i == at ? 0 : i < at ? i + 1 : i);
        real m = amplitude(recursion, n, &h);
        sum = sum + m;
        *size = *size + r_abs(m);
    }
    *violation = r_abs(sum);
}

static void forms(int recursion, int n, const gluons *g, real *violation, real *size)
{
    (void)recursion;
    real a = amplitude(3, n, g), b = amplitude(4, n, g);
    *violation = r_abs(a - b);
    *size = r_abs(a) + r_abs(b);
}

static void check(identity *test, int recursion, int n)
{
    error_quantiles errors = {0};
    uint64_t state = (uint64_t)n;
    for (int first = 0; first < POINTS; first += LANES) {
        batch events;
        gluons g;
        batch_random(&events, n, &state);
        for (int i = 0; i < n; ++i) {
            real cosine, sine;
            FOR_LANES(l) {
                double azimuth = 2 * acos(-1) * random_uniform(&state);
                cosine[l] = (scalar)cos(azimuth);
                sine[l] = (scalar)sin(azimuth);
            }
            g.momentum[i] = events.momentum[i];
            g.polarization[i] = polarization_linear(events.momentum[i], cosine, sine);
        }
        real violation, size;
        test(recursion, n, &g, &violation, &size);
        FOR_LANES(l)
            error_add(&errors, fabs(violation[l] / size[l]), point_smallest_invariant(&events.points[l], n));
    }
    error_check(&errors);
}

static void check_all(identity *test)
{
    for (int n = GLUONS_MIN; n <= GLUONS_MAX; ++n)
        for (int recursion = 3; recursion <= 4; ++recursion)
            check(test, recursion, n);
}

static void gauge_invariance(void **state)
{
    (void)state;
    check_all(gauge);
}
static void cyclic_identity(void **state)
{
    (void)state;
    check_all(cyclic);
}
static void reflection_identity(void **state)
{
    (void)state;
    check_all(reflection);
}
static void photon_decoupling(void **state)
{
    (void)state;
    check_all(photon);
}

static void equal_forms(void **state)
{
    (void)state;
    for (int n = GLUONS_MIN; n <= GLUONS_MAX; ++n)
        check(forms, 0, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gauge_invariance), cmocka_unit_test(cyclic_identity),
                                       cmocka_unit_test(reflection_identity),
                                       cmocka_unit_test(photon_decoupling), cmocka_unit_test(equal_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

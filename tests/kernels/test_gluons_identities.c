/* What colour-ordered amplitudes obey whatever the polarisations. That is gauge invariance, the cyclic and
 * the reflection identity and the decoupling of a photon, for every n and both forms of the recursion. The
 * two forms agree. Each violation is relative to the sum of the sizes of the amplitudes it relates. */
#include "error_quantiles.h"
#include "gluon_program.h"
#include "kernel_support.h"

enum { POINTS = 512 };

static const char kernels[] = KERNEL_TEXT(
    /* the polarisation at the azimuth */
    MAP(polarize, GLOBAL const scalar *, momentum, GLOBAL const scalar *, azimuth, GLOBAL scalar *,
        polarization, GLOBAL scalar *, none) {
        (void)none;
        for (int i = 0; i < GLUONS; ++i) {
            vector4 e = polarization_real(fetch_four_vector(momentum, i, item), r_fetch(azimuth + AT(i)));
            r_store(polarization + AT(4 * i), e.e);
            r_store(polarization + AT(4 * i + 1), e.x);
            r_store(polarization + AT(4 * i + 2), e.y);
            r_store(polarization + AT(4 * i + 3), e.z);
        }
    }
    /* m */
    MAP(amplitude, GLOBAL const scalar *, momentum, GLOBAL const scalar *, polarization, GLOBAL scalar *, m,
        GLOBAL scalar *, none) {
        vector4 p[GLUONS];
        current e[GLUONS];
        (void)none;
        for (int i = 0; i < GLUONS; ++i) {
            p[i] = fetch_four_vector(momentum, i, item);
            e[i] = fetch_four_vector(polarization, i, item);
        }
        r_store(m + AT(0), gluon_amplitude(p, e));
    });

typedef struct gluons {
    double momentum[GLUONS_MAX][4][POINTS], polarization[GLUONS_MAX][4][POINTS];
    double invariant[POINTS]; /* the smallest of the point */
} gluons;

/* A form of the recursion for n gluons. */
typedef struct form {
    struct kernel kernel;
    int n;
} form;

static void amplitude(const form *f, gluons *g, double m[POINTS])
{
    size_t length = 4 * (size_t)f->n * POINTS;
    kernel_run(&f->kernel, "amplitude",
               (struct kernel_array[]){{g->momentum, length, KERNEL_IN},
                                       {g->polarization, length, KERNEL_IN},
                                       {m, POINTS, KERNEL_OUT}},
               3);
}

/* Gluon `from` of g becomes gluon `to` of h. */
static void place(gluons *h, int to, const gluons *g, int from)
{
    memcpy(h->momentum[to], g->momentum[from], sizeof h->momentum[to]);
    memcpy(h->polarization[to], g->polarization[from], sizeof h->polarization[to]);
}

/* A violation of an identity and the size of what should cancel. */
typedef void identity(const form *f, gluons *g, double *violation, double *size);

static gluons original, changed;
static double a[POINTS], b[POINTS];

/* A polarisation replaced by the direction of its momentum. */
static void gauge(const form *f, gluons *g, double *violation, double *size)
{
    gluons *h = &changed;
    amplitude(f, g, a);
    for (int k = 0; k < POINTS; ++k) {
        violation[k] = 0;
        size[k] = fabs(a[k]);
    }
    for (int i = 0; i < f->n; ++i) {
        *h = *g;
        for (int c = 0; c < 4; ++c)
            for (int k = 0; k < POINTS; ++k)
                h->polarization[i][c][k] = h->momentum[i][c][k] * (1 / h->momentum[i][0][k]);
        amplitude(f, h, b);
        for (int k = 0; k < POINTS; ++k)
            if (!(fabs(b[k]) <= violation[k])) /* what is not a number is one, too */
                violation[k] = fabs(b[k]);
    }
}

/* a = sign b */
static void relate(double sign, double *violation, double *size)
{
    for (int k = 0; k < POINTS; ++k) {
        violation[k] = fabs(a[k] - sign * b[k]);
        size[k] = fabs(a[k]) + fabs(b[k]);
    }
}

/* m(2, ..., n, 1) = m(1, ..., n) */
static void cyclic(const form *f, gluons *g, double *violation, double *size)
{
    for (int i = 0; i < f->n; ++i)
        place(&changed, i, g, (i + 1) % f->n);
    amplitude(f, g, a);
    amplitude(f, &changed, b);
    relate(1, violation, size);
}

/* m(n, ..., 1) = (-1)^n m(1, ..., n) */
static void reflection(const form *f, gluons *g, double *violation, double *size)
{
    for (int i = 0; i < f->n; ++i)
        place(&changed, i, g, f->n - 1 - i);
    amplitude(f, g, a);
    amplitude(f, &changed, b);
    relate(f->n % 2 ? -1 : 1, violation, size);
}

/* Gluon 1 in every place among the others, in their order, sums to zero: it would be a photon. */
static void photon(const form *f, gluons *g, double *violation, double *size)
{
    for (int k = 0; k < POINTS; ++k)
        violation[k] = size[k] = 0;
    for (int at = 0; at < f->n - 1; ++at) {
        for (int i = 0; i < f->n; ++i)
            place(&changed, i, g, i == at ? 0 : i < at ? i + 1 : i);
        amplitude(f, &changed, a);
        for (int k = 0; k < POINTS; ++k) {
            violation[k] += a[k];
            size[k] += fabs(a[k]);
        }
    }
    for (int k = 0; k < POINTS; ++k)
        violation[k] = fabs(violation[k]);
}

static void make_gluons(const form *f, gluons *g)
{
    static double azimuth[GLUONS_MAX][POINTS];
    uint64_t state = (uint64_t)f->n;
    int order[GLUONS_MAX];
    for (int i = 0; i < f->n; ++i)
        order[i] = i;
    for (size_t k = 0; k < POINTS; ++k) {
        point event = point_random(f->n, &state);
        gluon_put(&g->momentum[0][0][0], POINTS, k, &event, f->n, order);
        g->invariant[k] = point_smallest_invariant(&event, f->n);
        for (int i = 0; i < f->n; ++i)
            azimuth[i][k] = random_uniform(&state);
    }
    size_t length = (size_t)f->n * POINTS;
    kernel_run(&f->kernel, "polarize",
               (struct kernel_array[]){{g->momentum, 4 * length, KERNEL_IN},
                                       {azimuth, length, KERNEL_IN},
                                       {g->polarization, 4 * length, KERNEL_OUT}},
               3);
}

static void check_errors(const char *label, int n, const double *violation, const double *size)
{
    error_quantiles errors = {0};
    for (int k = 0; k < POINTS; ++k)
        error_add(&errors, fabs(violation[k] / size[k]), original.invariant[k]);
    error_print(&errors, label, n);
    error_check(&errors);
}

static form form_open(int recursion, int n)
{
    form f = {gluon_open(n, recursion, 0, kernels, POINTS), n};
    return f;
}

static void check(identity *test, const char *label)
{
    static double violation[POINTS], size[POINTS];
    for (int n = GLUONS_MIN; n <= GLUONS_MAX; ++n)
        for (int recursion = 3; recursion <= 4 && gluon_tested(n); ++recursion) {
            form f = form_open(recursion, n);
            make_gluons(&f, &original);
            test(&f, &original, violation, size);
            printf("%s ", recursion == 3 ? "tensor" : "vertices");
            check_errors(label, n, violation, size);
            kernel_close(&f.kernel);
        }
}

static void gauge_invariance(void **state)
{
    (void)state;
    check(gauge, "gauge");
}
static void cyclic_identity(void **state)
{
    (void)state;
    check(cyclic, "cyclic");
}
static void reflection_identity(void **state)
{
    (void)state;
    check(reflection, "reflection");
}
static void photon_decoupling(void **state)
{
    (void)state;
    check(photon, "photon");
}

static void equal_forms(void **state)
{
    static double violation[POINTS], size[POINTS];
    (void)state;
    for (int n = GLUONS_MIN; n <= GLUONS_MAX; ++n) {
        if (!gluon_tested(n))
            continue;
        form tensor = form_open(3, n), vertices = form_open(4, n);
        make_gluons(&tensor, &original);
        amplitude(&tensor, &original, a);
        amplitude(&vertices, &original, b);
        relate(1, violation, size);
        check_errors("forms", n, violation, size);
        kernel_close(&tensor.kernel);
        kernel_close(&vertices.kernel);
    }
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(gauge_invariance), cmocka_unit_test(cyclic_identity),
                                       cmocka_unit_test(reflection_identity),
                                       cmocka_unit_test(photon_decoupling), cmocka_unit_test(equal_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

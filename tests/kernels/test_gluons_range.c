/* Nothing leaves the range of single precision at the edges of what a run at 14 TeV asks for. No result
 * rests on a subnormal number. Sixteen gluons are fourteen jets with pT of at least 20 GeV, |eta| < 2.5 and
 * Delta R > 0.4. Either all are at 20 GeV or two of nearly 7 TeV among them.
 *
 * An amplitude of sixteen gluons is that of twice the momenta times 2^12, and so is every step on the way a
 * power of two. They agree bit for bit, unless a number was rounded to a subnormal one or was too large. On
 * x86 CPUs subnormal numbers are made to count as zero, too. */
#include "gluon_program.h"
#include "kernel_support.h"

enum { N = 16, POINTS = 2048 };

static const char kernels[] = KERNEL_TEXT(
    FN number amplitude_of(GLOBAL const scalar *momentum, GLOBAL const scalar *azimuth, uint64 item) {
        vector4 p[GLUONS];
        current e[GLUONS];
        for (int i = 0; i < GLUONS; ++i) {
            p[i] = fetch_four_vector(momentum, i, item);
            e[i] = polarization_real(p[i], r_fetch(azimuth + AT(i)));
        }
        return gluon_amplitude(p, e);
    }
    /* m */
    MAP(amplitude, GLOBAL const scalar *, momentum, GLOBAL const scalar *, azimuth, GLOBAL scalar *, m,
        GLOBAL scalar *, none) {
        (void)none;
        r_store(m + AT(0), amplitude_of(momentum, azimuth, item));
    });

static const char flushed_kernel[] = KERNEL_TEXT(
    /* m where subnormal results and operands count as zero, on an x86 CPU */
    MAP(amplitude_flushed, GLOBAL const scalar *, momentum, GLOBAL const scalar *, azimuth, GLOBAL scalar *,
        m, GLOBAL scalar *, none) {
        unsigned mode = __builtin_ia32_stmxcsr();
        (void)none;
        __builtin_ia32_ldmxcsr(mode | 0x8040);
        r_store(m + AT(0), amplitude_of(momentum, azimuth, item));
        __builtin_ia32_ldmxcsr(mode);
    });

static double momentum[4 * N * POINTS], azimuth[N * POINTS], m[POINTS];

/* A jet of transverse momentum pt that keeps Delta R from those before it. */
static void add_jet(point *event, int i, double pt, double *eta, double *phi, uint64_t *state)
{
    for (int apart = 0; !apart;) {
        eta[i] = 5 * random_uniform(state) - 2.5;
        phi[i] = 2 * acos(-1) * random_uniform(state);
        apart = 1;
        for (int j = 2; j < i; ++j) {
            double angle = acos(cos(phi[i] - phi[j]));
            apart &= hypot(eta[i] - eta[j], angle) > 0.4;
        }
    }
    long double v[4] = {pt * coshl(eta[i]), pt * cosl(phi[i]), pt * sinl(phi[i]), pt * sinhl(eta[i])};
    for (int c = 0; c < 4; ++c)
        event->p[i][c] = v[c];
}

/* Twelve jets of 20 GeV, one of `hard` GeV and one that balances their transverse momenta; in the
 * centre-of-mass frame with the squared energy scaled to 16^2. */
static point point_edge(double hard, uint64_t *state)
{
    point event = {0};
    double eta[N], phi[N];
    long double total[4] = {0};
    for (int i = 2; i < N; ++i) {
        add_jet(&event, i, i == N - 2 ? hard : 20, eta, phi, state);
        if (i == N - 1) {
            long double x = -total[1], y = -total[2], pt = hypotl(x, y);
            long double last[4] = {pt * coshl(eta[i]), x, y, pt * sinhl(eta[i])};
            for (int c = 0; c < 4; ++c)
                event.p[i][c] = last[c];
        }
        for (int c = 0; c < 4; ++c)
            total[c] += event.p[i][c];
    }
    long double mass = sqrtl(total[0] * total[0] - total[3] * total[3]), scale = 16 / mass;
    long double gamma = total[0] / mass, boost = total[3] / mass;
    for (int i = 2; i < N; ++i) {
        long double *p = event.p[i], e = gamma * p[0] - boost * p[3], z = gamma * p[3] - boost * p[0];
        p[0] = scale * e;
        p[1] *= scale;
        p[2] *= scale;
        p[3] = scale * z;
    }
    for (int i = 0; i < 2; ++i) {
        event.p[i][0] = -8;
        event.p[i][3] = i ? 8 : -8;
    }
    return event;
}

/* Hard and soft neighbours change with the rotation of the colour order. */
static void make_events(double hard)
{
    uint64_t state = 1;
    for (int k = 0; k < POINTS; ++k) {
        point event = point_edge(hard, &state);
        int order[N];
        for (int i = 0; i < N; ++i) {
            order[i] = (i * 5 + k) % N;
            azimuth[i * POINTS + k] = random_uniform(&state);
        }
        gluon_put(momentum, POINTS, (size_t)k, &event, N, order);
    }
}

static void run(const struct kernel *kernel, const char *name, double *result)
{
    kernel_run(kernel, name,
               (struct kernel_array[]){{momentum, sizeof momentum / sizeof(double), KERNEL_IN},
                                       {azimuth, sizeof azimuth / sizeof(double), KERNEL_IN},
                                       {result, POINTS, KERNEL_OUT}},
               3);
}

/* The momenta times `factor`, the results with the power of it that makes up for it. */
static void check_scaled(const struct kernel *kernel, double factor)
{
    static double scaled[POINTS];
    for (int i = 0; i < 4 * N * POINTS; ++i)
        momentum[i] *= factor;
    run(kernel, "amplitude", scaled);
    for (int i = 0; i < 4 * N * POINTS; ++i)
        momentum[i] /= factor;
    for (int k = 0; k < POINTS; ++k)
        scaled[k] *= pow(factor, N - 4);
    assert_memory_equal(m, scaled, sizeof m);
}

static int can_flush(void)
{
#if defined(__x86_64__)
    return !strcmp(test_device, "cpu");
#else
    return 0;
#endif
}

static void check_flushed(const struct kernel *kernel)
{
    static double flushed[POINTS];
    run(kernel, "amplitude_flushed", flushed);
    assert_memory_equal(m, flushed, sizeof m);
}

static struct kernel open_kernels(int recursion)
{
    struct source text = {0};
    source_append(&text, "%s%s", kernels, can_flush() ? flushed_kernel : "");
    assert_false(text.failed);
    struct kernel kernel = gluon_open(N, recursion, 0, text.text, POINTS);
    source_free(&text);
    return kernel;
}

static void check(double hard, int recursion)
{
    double largest = 0, smallest = INFINITY;
    struct kernel kernel = open_kernels(recursion);
    make_events(hard);
    run(&kernel, "amplitude", m);
    check_scaled(&kernel, 2);
    check_scaled(&kernel, 0.5);
    if (can_flush())
        check_flushed(&kernel);
    kernel_close(&kernel);
    for (int k = 0; k < POINTS; ++k) {
        assert_true(isfinite(m[k]));
        largest = fmax(largest, fabs(m[k]));
        smallest = fmin(smallest, fabs(m[k]));
    }
    printf("hard jets of %g GeV: |m| from %.1e to %.1e\n", hard, smallest, largest);
    assert_true(smallest > 1e-30 && largest < 1e30); /* the range ends at 10^-38 and 10^38 */
}

static void all_soft(void **state)
{
    (void)state;
    check(20, 3);
    check(20, 4);
}

static void two_hard(void **state)
{
    (void)state;
    check(6800, 3);
    check(6800, 4);
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_soft), cmocka_unit_test(two_hard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

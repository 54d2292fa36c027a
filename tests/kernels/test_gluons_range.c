/* Nothing leaves the range of single precision at the edges of what a run at 14 TeV can ask for, and no
 * result rests on a subnormal number: sixteen gluons, fourteen jets with pT of at least 20 GeV, |eta| < 2.5
 * and Delta R > 0.4; either all at 20 GeV or two of nearly 7 TeV among them. */
#define GLUON_POLARIZATION 0
#include "error_quantiles.h"
#include "gluon_table.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { N = 16, POINTS = 2048 };

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

static real amplitude_flushed(int recursion, const vector4 *momentum, const vector4 *polarization)
{
#if defined(__x86_64__)
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | 0x8040); /* subnormal results and operands count as zero */
    real m = gluon_table[recursion][N](momentum, polarization);
    _mm_setcsr(mode);
    return m;
#else
    return gluon_table[recursion][N](momentum, polarization);
#endif
}

static void check(double hard, int recursion)
{
    uint64_t state = 1;
    double largest = 0, smallest = INFINITY;
    for (int first = 0; first < POINTS; first += LANES) {
        batch events;
        vector4 momentum[N], polarization[N];
        FOR_LANES(l)
            events.points[l] = point_edge(hard, &state);
        batch_set(&events, N);
        for (int i = 0; i < N; ++i) { /* hard and soft neighbours change with the rotation */
            momentum[i] = events.momentum[(i * 5 + first / LANES) % N];
            real azimuth;
            FOR_LANES(l)
                azimuth[l] = (scalar)random_uniform(&state);
            polarization[i] = polarization_real(momentum[i], azimuth);
        }
        real m = gluon_table[recursion][N](momentum, polarization);
        real flushed = amplitude_flushed(recursion, momentum, polarization);
        assert_memory_equal(&m, &flushed, sizeof m);
        FOR_LANES(l) {
            largest = fmax(largest, fabs(m[l]));
            smallest = fmin(smallest, fabs(m[l]));
        }
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_soft), cmocka_unit_test(two_hard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

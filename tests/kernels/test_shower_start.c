/* The scale that a shower begins at beside leptons. Between two it is the least kT^2 of pairs by Durham's
 * measure. Beside one it is Q^2, or the least transverse mass in Breit's frame, here by projections onto a
 * plane. */
#include "beam_shower.h"

enum { NODES = 256, PARTICLES = 5, ROWS = 6, INPUTS = PARTICLES * ROWS };

static const char start_kernel[] = KERNEL_TEXT(MAP(start, CONSTANT parameters *, p, GLOBAL const scalar *, in,
                                                   GLOBAL scalar *, out, GLOBAL scalar *, none) {
    begin_particles all;
    (void)none;
    for (int i = 0; i < RECORDED; ++i) {
        const vector4 q = {r_fetch(in + AT(6 * i)), r_fetch(in + AT(6 * i + 1)), r_fetch(in + AT(6 * i + 2)),
                           r_fetch(in + AT(6 * i + 3))};
        all.momentum[i] = q;
        all.mass[i] = r_fetch(in + AT(6 * i + 4));
        all.colour[i] = r_fetch(in + AT(6 * i + 5));
        all.anticolour[i] = R(0.0);
    }
    r_store(out + AT(0), begin_scale(p, &all));
});

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

static double random_of(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* What comes from both sides, and three final particles, of which the first `coloured` have colour. */
static void fill(int coloured, double event[PARTICLES][ROWS], uint64_t *state)
{
    for (int i = 2; i < PARTICLES; ++i) {
        event[i][5] = i < 2 + coloured;
        event[i][4] = i == 2 ? 5 * random_of(state) : 0;
        for (int c = 1; c < 4; ++c)
            event[i][c] = 200 * (random_of(state) - 0.5);
        event[i][0] = sqrt(event[i][4] * event[i][4] + event[i][1] * event[i][1] + event[i][2] * event[i][2] +
                           event[i][3] * event[i][3]);
    }
    for (int i = 0; i < 2; ++i) {
        const double beam[ROWS] = {500, 0, 0, i ? -500 : 500, 0, 0};
        memcpy(event[i], beam, sizeof beam);
    }
}

/* t at which all of these begin; `limiting`: bits of final particles. */
static void run(const char *beams, int coloured, int limiting, double events[NODES][PARTICLES][ROWS],
                double t[NODES])
{
    double numbers[BEAM_NUMBERS] = {0}, *in = malloc(INPUTS * NODES * sizeof *in), none[NODES] = {0};
    uint64_t state = 7;
    struct source head = {0};
    assert_non_null(in);
    numbers[BEAM_NUMBER_beam_start] = START_AUTO;
    numbers[BEAM_NUMBER_beam_limiting] = limiting;
    for (int n = 0; n < NODES; ++n) {
        fill(coloured, events[n], &state);
        for (int i = 0; i < INPUTS; ++i)
            in[i * NODES + n] = events[n][i / ROWS][i % ROWS];
    }
    source_append(&head, "%s#define RECORDED 5\n%s#include \"shower/begin.h\"\n", beams, beam_head);
    struct kernel kernel = kernel_open_parts(head.text, start_kernel, NODES);
    kernel_run(&kernel, "start",
               (struct kernel_array[]){{numbers, BEAM_NUMBERS, KERNEL_IN},
                                       {in, INPUTS * NODES, KERNEL_IN},
                                       {t, NODES, KERNEL_OUT},
                                       {none, NODES, KERNEL_IN}},
               4);
    kernel_close(&kernel);
    source_free(&head);
    free(in);
    for (int n = 0; n < NODES; ++n)
        t[n] = exp(t[n]);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= (test_double ? 1e-9 : 1e-2) * fabs(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

static double events[NODES][PARTICLES][ROWS], t[NODES];

static void two_leptons_have_the_least_of_all_pairs(void **unused)
{
    static const char leptons[] = "#define WHOLE_FIRST 1\n#define WHOLE_SECOND 1\n";
    (void)unused;
    run(leptons, 3, 0x1c, events, t);
    for (int n = 0; n < NODES; ++n) {
        double least = INFINITY;
        for (int i = 2; i < PARTICLES; ++i)
            for (int j = 2; j < i; ++j) {
                const double *p = events[n][i], *q = events[n][j];
                const double space = p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
                const double cosine = space / sqrt((p[0] * p[0] - p[4] * p[4]) * (q[0] * q[0] - q[4] * q[4]));
                least = fmin(least, 2 * pow(fmin(p[0], q[0]), 2) * (1 - cosine));
            }
        assert_near(t[n], least);
    }
    /* Two particles with colour, or what comes from a resonance without it, limit nothing: the mass of all.
     */
    run(leptons, 2, 0x1c, events, t);
    for (int n = 0; n < NODES; ++n)
        assert_near(t[n], 1e6);
    run(leptons, 3, 0x10, events, t);
    for (int n = 0; n < NODES; ++n)
        assert_near(t[n], 1e6);
}

/* The part of p that is orthogonal to a and q, and its square. */
static double across2(const double *p, const double *a, const double *q)
{
    const double aa = dot(a, a), aq = dot(a, q), qq = dot(q, q), pa = dot(p, a), pq = dot(p, q);
    const double det = aa * qq - aq * aq, x = (pa * qq - pq * aq) / det, y = (pq * aa - pa * aq) / det;
    double rest[4];
    for (int c = 0; c < 4; ++c)
        rest[c] = p[c] - x * a[c] - y * q[c];
    return -dot(rest, rest);
}

static void one_lepton_has_the_momentum_that_is_taken_up(void **unused)
{
    (void)unused;
    run("#define WHOLE_FIRST 1\n#define WHOLE_SECOND 0\n", 2, 0x1c, events, t);
    for (int n = 0; n < NODES; ++n) {
        double q[4], least = INFINITY;
        for (int c = 0; c < 4; ++c)
            q[c] = events[n][2][c] + events[n][3][c] - events[n][1][c];
        for (int i = 2; i < 4; ++i)
            least = fmin(least, pow(events[n][i][4], 2) + across2(events[n][i], events[n][1], q));
        assert_near(t[n], least);
    }
    /* What comes from a resonance without colour limits nothing: one is left, and t is Q^2. */
    run("#define WHOLE_FIRST 1\n#define WHOLE_SECOND 0\n", 2, 0x18, events, t);
    for (int n = 0; n < NODES; ++n)
        assert_near(t[n], 2 * dot(events[n][1], events[n][3]));
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_leptons_have_the_least_of_all_pairs),
                                       cmocka_unit_test(one_lepton_has_the_momentum_that_is_taken_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Single emissions of massive quarks. Their momenta give back the variables that they are made from.
 * Splitting functions are those of the literature, written with scalar products, and have their limits. */
#include "beam_shower.h"
#include "massive_emissions.h"

static struct point point_of(enum kind kind, double s, const double *i, const double *j, const double *k)
{
    const double ij = dot(i, j), ik = dot(i, k), jk = dot(j, k);
    struct point at = {kind, s, 0, 0, ij / (ij + ik + jk), ik / (ik + jk), 0, 0, ij, jk};
    at.x = kind == FI ? 1 - ij / (ik + jk) : 1 - jk / (ij + ik);
    at.u = ij / (ij + ik);
    return at;
}

/* Single emissions on the device. */
enum { NODES = 1024, INPUTS = 17, OUTPUTS = 16 };
enum {
    IN_KIND,
    IN_ROW,
    IN_OWN,
    IN_OTHER,
    IN_T,
    IN_Z,
    IN_TURN,
    IN_S,
    IN_EMITTER,
    IN_SPECTATOR = 12,
    IN_REST = 16
};
enum { OUT_Y, OUT_JACOBIAN, OUT_PART, OUT_BOUND, OUT_MOMENTA };

static const char points_head[] =
    "#include \"shower/trial.h\"\n#define BOUND(name) bound = r_select(row == r_set((scalar)SPLITTING_##name), "
    "name##_bound(share), bound);\n#define PUT(n, v) r_store(out + AT(n), v.e); r_store(out + AT(n + 1), v.x); "
    "r_store(out + AT(n + 2), v.y); r_store(out + AT(n + 3), v.z);\n"
    "#if SHOWER_MASSES\n#define MASSES end.own = own; end.other = other;\n#define SPLIT split_massive_momenta(emitter, "
    "spectator, s, own, other, share, at.y, t, at.quarks, turn)\n#else\n#define MASSES (void)other;\n#define SPLIT "
    "split_momenta(emitter, spectator, s, share, at.y, t, turn)\n#endif\n";
static const char points_kernel[] = KERNEL_TEXT(MAP(points, CONSTANT parameters *, p, GLOBAL const scalar *,
                                                    tables, GLOBAL const scalar *, in, GLOBAL scalar *, out) {
    const real kind = r_fetch(in + AT(0)), row = r_fetch(in + AT(1)), s = r_fetch(in + AT(7));
    const real own = r_fetch(in + AT(2)), other = r_fetch(in + AT(3)), t = r_fetch(in + AT(4));
    const momentum_share share = {r_fetch(in + AT(5)), r_fetch(in + AT(16))};
    const vector4 emitter = {r_fetch(in + AT(8)), r_fetch(in + AT(9)), r_fetch(in + AT(10)),
                             r_fetch(in + AT(11))};
    const vector4 spectator = {r_fetch(in + AT(12)), r_fetch(in + AT(13)), r_fetch(in + AT(14)),
                               r_fetch(in + AT(15))};
    splitting_end end;
    real bound = R(1.0);
    (void)p, (void)tables;
    end.incoming = kind > R(1.5);
    end.beside = m_and(kind > R(0.5), m_not(end.incoming));
    MASSES
    const splitting_point at = splitting_point_at(&end, share, t / s);
    SPLITTINGS(BOUND)
    const real turn = r_fetch(in + AT(6));
    const splitting_momenta slow = SPLIT;
    const splitting_momenta beam = split_beam_momenta(emitter, spectator, end.incoming, end.beside, s,
                                                      r_select(end.incoming, other, own), &at, t, turn);
    const mask final = kind < R(0.5);
    const vector4 i = v_select(final, slow.emitter, beam.emitter);
    const vector4 j = v_select(final, slow.emitted, beam.emitted);
    const vector4 k = v_select(final, slow.spectator, beam.spectator);
    r_store(out + AT(0), at.y);
    r_store(out + AT(1), at.jacobian);
    r_store(out + AT(2), splitting_acceptance(row, &at));
    r_store(out + AT(3), bound);
    PUT(4, i) PUT(8, j) PUT(12, k)
});

static double random_of(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* Emissions of all kinds with masses of `heavy` times those of top quarks, from a few GeV to the edge. */
static void fill_points(double heavy, double *in)
{
    uint64_t state = 42;
    for (int n = 0; n < NODES; ++n) {
        const int kind = n % 3, slot = n / 3;
        const int massive = kind != IF && slot % 2;
        const double mass = massive ? heavy * 173 : 0;
        const double beyond = heavy * (slot / 2 % 2 || kind == IF ? 120 : 0);
        const int row = kind == IF ? IN_Q_QG + slot % 4 : massive ? Q_QG : slot / 4 % 3;
        double p[2][4], m[2] = {mass, kind == FI ? 0 : beyond};
        for (int i = 0; i < 2; ++i) {
            for (int c = 1; c < 4; ++c)
                p[i][c] = 600 * (random_of(&state) - 0.5);
            if ((kind == IF && i == 0) || (kind == FI && i == 1))
                p[i][1] = p[i][2] = 0;
            p[i][0] = sqrt(m[i] * m[i] + p[i][1] * p[i][1] + p[i][2] * p[i][2] + p[i][3] * p[i][3]);
        }
        const double s = 2 * dot(p[0], p[1]), rest = pow(random_of(&state), 2);
        in[IN_KIND * NODES + n] = kind;
        in[IN_ROW * NODES + n] = row;
        in[IN_OWN * NODES + n] = m[0] * m[0] / s;
        in[IN_OTHER * NODES + n] = m[1] * m[1] / s;
        in[IN_T * NODES + n] = 25 * pow(s / 100, random_of(&state));
        in[IN_Z * NODES + n] = 1 - rest;
        in[IN_REST * NODES + n] = rest;
        in[IN_TURN * NODES + n] = random_of(&state);
        in[IN_S * NODES + n] = s;
        for (int c = 0; c < 4; ++c) {
            in[(IN_EMITTER + c) * NODES + n] = p[0][c];
            in[(IN_SPECTATOR + c) * NODES + n] = p[1][c];
        }
    }
}

static void run_points(int masses, const double *in, double *out)
{
    double numbers[BEAM_NUMBERS] = {0}, nothing[8] = {0};
    struct source head = {0};
    source_append(&head, "#define SHOWER_MASSES %d\n%s%s", masses, beam_head, points_head);
    struct kernel kernel = kernel_open_parts(head.text, points_kernel, NODES);
    double *copy = malloc(INPUTS * NODES * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, in, INPUTS * NODES * sizeof *copy);
    kernel_run(&kernel, "points",
               (struct kernel_array[]){{numbers, BEAM_NUMBERS, KERNEL_IN},
                                       {nothing, 8, KERNEL_IN},
                                       {copy, INPUTS * NODES, KERNEL_IN},
                                       {out, OUTPUTS * NODES, KERNEL_OUT}},
               4);
    kernel_close(&kernel);
    source_free(&head);
    free(copy);
}

static void column(const double *rows, int first, int n, double p[4])
{
    for (int c = 0; c < 4; ++c)
        p[c] = rows[(first + c) * NODES + n];
}

static void assert_close(double a, double b, double scale)
{
    if (!(fabs(a - b) <= (test_double ? 1e-9 : 1e-2) * scale))
        fail_msg("%.17g is not %.17g", a, b);
}

/* Whether an emission is within phase space, and its x one that densities leave. */
static int is_inside(const double *in, const double *out, int n)
{
    const int kind = (int)in[IN_KIND * NODES + n];
    const double before = in[(kind == IF ? IN_EMITTER : IN_SPECTATOR) * NODES + n];
    const double behind = out[(OUT_MOMENTA + (kind == IF ? 0 : 8)) * NODES + n];
    return out[OUT_Y * NODES + n] < 1 && (kind == FF || before > 1e-3 * behind);
}

/* One emission: momenta, masses, variables, splitting function. */
static void check_point(const double *in, const double *out, int n)
{
    const enum kind kind = (enum kind)in[IN_KIND * NODES + n];
    const enum row row = (enum row)in[IN_ROW * NODES + n];
    const double s = in[IN_S * NODES + n], t = in[IN_T * NODES + n];
    const double own = in[IN_OWN * NODES + n] * s, other = in[IN_OTHER * NODES + n] * s;
    double before[2][4], i[4], j[4], k[4], all = 0;
    column(in, IN_EMITTER, n, before[0]);
    column(in, IN_SPECTATOR, n, before[1]);
    column(out, OUT_MOMENTA, n, i);
    column(out, OUT_MOMENTA + 4, n, j);
    column(out, OUT_MOMENTA + 8, n, k);
    for (int c = 0; c < 4; ++c) {
        const double sum = (kind == IF ? -1 : 1) * (before[0][c] - i[c]) +
                           (kind == FI ? -1 : 1) * (before[1][c] - k[c]);
        all = fmax(all, fmax(fabs(i[0]), fabs(k[0])));
        assert_true(fabs(sum - j[c]) < (test_double ? 1e-14 : 1e-5) * all);
    }
    const double rounding = (test_double ? 1e-12 : 1e-3) * all * all;
    assert_true(fabs(dot(i, i) - own) < rounding && fabs(dot(j, j)) < rounding);
    assert_true(fabs(dot(k, k) - other) < rounding);
    struct point at = point_of(kind, s, i, j, k);
    at.mass2 = own;
    at.spectator2 = other;
    if (kind == FF)
        assert_close(at.y, out[OUT_Y * NODES + n], 1);
    if (kind != IF)
        assert_close(at.z, in[IN_Z * NODES + n], 1);
    assert_close(scale_of(&at), t, s);
    const double value = out[OUT_PART * NODES + n] * out[OUT_BOUND * NODES + n] /
                         out[OUT_JACOBIAN * NODES + n];
    const double written = splitting(row, &at);
    assert_close(value, written, fabs(written) + 100);
    assert_true(out[OUT_PART * NODES + n] <= 1 + 1e-5);
}

static void emissions_are_those_of_the_formulae(void **unused)
{
    double *in = malloc(INPUTS * NODES * sizeof *in), *out = malloc(OUTPUTS * NODES * sizeof *out);
    int inside = 0;
    (void)unused;
    assert_true(in && out);
    fill_points(1, in);
    run_points(1, in, out);
    for (int n = 0; n < NODES; ++n) {
        if (!is_inside(in, out, n))
            continue;
        if (test_double) /* which cards have: boosts need the digits */
            check_point(in, out, n);
        ++inside;
    }
    assert_true(inside > NODES / 2);
    free(in);
    free(out);
}

static void without_masses_all_is_as_before(void **unused)
{
    double *in = malloc(INPUTS * NODES * sizeof *in), *light = malloc(OUTPUTS * NODES * sizeof *light);
    double *none = malloc(OUTPUTS * NODES * sizeof *none), *before = malloc(OUTPUTS * NODES * sizeof *before);
    (void)unused;
    assert_true(in && light && none && before);
    fill_points(1e-8, in);
    run_points(1, in, light);
    fill_points(0, in);
    run_points(1, in, none);
    run_points(0, in, before);
    for (int n = 0; n < NODES; ++n)
        for (int i = 0; i < OUTPUTS; ++i) {
            const double value = before[i * NODES + n], scale = i < OUT_MOMENTA ? 1 + fabs(value) : 1000;
            if (!is_inside(in, before, n) || (i >= OUT_MOMENTA && !test_double))
                continue;
            const double rounding = i < OUT_MOMENTA ? 1e-11 : 1e-9;
            assert_close(light[i * NODES + n], value, scale);
            assert_true(fabs(none[i * NODES + n] - value) <= (test_double ? rounding : 1e-2) * scale);
        }
    free(in);
    free(light);
    free(none);
    free(before);
}

/* The energy of a particle of mass m. */
static void on_shell(double m, double x, double y, double z, double p[4])
{
    const double q[4] = {sqrt(m * m + x * x + y * y + z * z), x, y, z};
    memcpy(p, q, sizeof q);
}

/* Where a gluon is soft, both ends of a dipole together radiate as two classical charges. Nearly parallel to
 * a heavy quark it is radiated as Nucl. Phys. B 627 (2002) 189 says. */
static void splitting_functions_have_their_limits(void **unused)
{
    double i[4], j[4], k[4], a[4];
    const double m = 173, other = 120, soft = 1e-4, z = 0.6;
    (void)unused;
    on_shell(m, 80, -30, 200, i);
    on_shell(other, -120, 10, -90, k);
    on_shell(0, 0, 0, -150, a);
    on_shell(0, 60 * soft, 50 * soft, 10 * soft, j);
    const double si = dot(i, j), sk = dot(k, j), sa = dot(a, j), s = 2 * dot(i, k) + 2 * si + 2 * sk;
    struct point left = point_of(FF, s, i, j, k), right = point_of(FF, s, k, j, i);
    left.mass2 = right.spectator2 = m * m;
    left.spectator2 = right.mass2 = other * other;
    double sum = splitting(Q_QG, &left) / si + splitting(Q_QG, &right) / sk;
    double charges = cf * (2 * dot(i, k) / (si * sk) - m * m / (si * si) - other * other / (sk * sk));
    assert_true(fabs(sum / charges - 1) < 20 * soft);
    left = point_of(FI, 0, i, j, a);
    left.mass2 = m * m;
    right = point_of(IF, 0, a, j, i);
    right.spectator2 = m * m;
    sum = splitting(Q_QG, &left) / si + splitting(IN_Q_QG, &right) / sa;
    charges = cf * (2 * dot(i, a) / (si * sa) - m * m / (si * si));
    assert_true(fabs(sum / charges - 1) < 20 * soft);

    on_shell(m, m / 2, 0, z * 1e4 * m, i);
    on_shell(0, -m / 2, 0, (1 - z) * 1e4 * m, j);
    on_shell(other, 0, 0, -1e4 * m, k);
    on_shell(0, 0, 0, -1e4 * m, a);
    const double expected = cf * ((1 + z * z) / (1 - z) - m * m / dot(i, j));
    left = point_of(FF, 2 * (dot(i, j) + dot(i, k) + dot(j, k)), i, j, k);
    left.mass2 = m * m;
    left.spectator2 = other * other;
    assert_true(fabs(splitting(Q_QG, &left) - expected) < 1e-5);
    left = point_of(FI, 0, i, j, a);
    left.mass2 = m * m;
    assert_true(fabs(splitting(Q_QG, &left) - expected) < 1e-5);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(emissions_are_those_of_the_formulae),
                                       cmocka_unit_test(without_masses_all_is_as_before),
                                       cmocka_unit_test(splitting_functions_have_their_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The shower of massive quarks. Momenta of single emissions give back the variables that they are made from.
 * Splitting functions are those of the literature, written with scalar products, and have their limits. First
 * emissions follow the Sudakov factor, integrated over the variables of phase space. Momentum and masses are
 * kept in every event. */
#include "beam_events.h"

enum { MANY = 1 << 14, FEW = 1 << 10, ROOM = 48 };
enum kind { FF, FI, IF };
enum row { Q_QG, G_GG, G_QQ, IN_Q_QG, IN_G_GG, IN_Q_G, IN_G_Q };
static const double cf = 4 / 3.0, ca = 3, tr = 0.5;

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

/* What an emission is made of, as scalar products say it: i emits j, k takes the recoil. Incoming momenta are
 * those behind the emission. `s` is 2 p_ij.p_k before it. */
struct point {
    enum kind kind;
    double s, mass2, spectator2; /* of the emitter and of the spectator where they are final */
    double y, z, x, u, ij, jk;   /* p_i.p_j and p_j.p_k */
};

static struct point point_of(enum kind kind, double s, const double *i, const double *j, const double *k)
{
    const double ij = dot(i, j), ik = dot(i, k), jk = dot(j, k);
    struct point at = {kind, s, 0, 0, ij / (ij + ik + jk), ik / (ik + jk), 0, 0, ij, jk};
    at.x = kind == FI ? 1 - ij / (ik + jk) : 1 - jk / (ij + ik);
    at.u = ij / (ij + ik);
    return at;
}

/* Velocities of pair and spectator, before and behind: Nucl. Phys. B 627 (2002) 189, eq. (5.12) and (5.14).
 */
static double speed_before(const struct point *at)
{
    return sqrt(1 - 4 * at->mass2 * at->spectator2 / (at->s * at->s));
}

static double speed(const struct point *at)
{
    const double room = at->s * (1 - at->y), all = at->s + at->mass2 + at->spectator2;
    const double square = pow(2 * at->spectator2 + room, 2) - 4 * at->spectator2 * all;
    return sqrt(square > 0 ? square : 0) / room;
}

/* <V> over 8 pi alpha_s, half of it for gluons: eq. (5.16), (5.20), (5.21), (5.54), (5.82) to (5.88),
 * averaged. */
static double splitting(enum row row, const struct point *at)
{
    const double z = at->z, x = at->x, u = at->u, v = speed(at), edge = (1 - v * v) / 4;
    const double hard = (1 - x) / x * (1 - u * at->spectator2 / (2 * (1 - u) * at->jk));
    switch (row) {
    case Q_QG:
        return at->kind == FF
                   ? cf * (2 / (1 - z * (1 - at->y)) - speed_before(at) / v * (1 + z + at->mass2 / at->ij))
                   : cf * (2 / (2 - z - x) - 1 - z - at->mass2 / at->ij);
    case G_GG:
        return at->kind == FF ? ca / 2 * (2 / (1 - z * (1 - at->y)) + (z * (1 - z) - edge - 2) / v)
                              : ca / 2 * (2 / (2 - z - x) + z * (1 - z) - 2);
    case G_QQ:
        return tr / 2 * (1 - 2 * (z * (1 - z) - (at->kind == FF ? edge : 0)));
    case IN_Q_QG:
        return cf * (2 / (1 - x + u) - 1 - x);
    case IN_G_GG:
        return ca * (1 / (1 - x + u) + hard - 1 + x * (1 - x));
    case IN_Q_G:
        return tr * (1 - 2 * x * (1 - x));
    default:
        return cf / 2 * (x + 2 * hard);
    }
}

/* t of a point; below 0: it is not in phase space. */
static double scale_of(const struct point *at)
{
    const double z = at->z, rest = 1 - z;
    if (at->kind == IF)
        return at->s * at->u * (1 - at->u) * (1 - at->x) / at->x - at->u * at->u * at->spectator2;
    if (at->kind == FI)
        return at->s * z * rest * (1 - at->x) / at->x - rest * rest * at->mass2;
    const double most = 2 * (at->mass2 + at->s * at->y), v = speed(at) * at->s * at->y;
    const double middle = 2 * at->mass2 + at->s * at->y;
    return z * most < middle - v || z * most > middle + v
               ? -1
               : at->s * at->y * z * rest - rest * rest * at->mass2;
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

/* An event before it showers: `count` particles, of which the first two come in with momentum fractions eta,
 * and t at which it begins. Final ones have momenta that add up to nothing; the rest frame is that of all. */
struct beginning {
    double log_start, eta;
    int count;
    struct particle {
        int pdg, colour, anticolour;
        double mass, x, y, z;
    } particle[5];
};
enum {
    NUMBER_START = BEAM_NUMBERS,
    NUMBER_COUNT,
    NUMBER_BOOST,
    NUMBER_ROWS,
    PARTICLE_NUMBERS = 8,
    NUMBERS = NUMBER_ROWS + 5 * PARTICLE_NUMBERS
};

static const char massive_parameters[] = "scalar start, count, boost, row[40];";
static const char massive_begin[] = KERNEL_TEXT(
    FN void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                            event_state state, event_list events, uint32 slot) {
        const int count = (int)p->count;
        const index slots = w_index(w_lane() + w_set(slot));
        int dipoles = 0;
        (void)event, (void)state;
        event_begin(events, slot, r_set(p->start));
        event_store(events, EVENT_BOOST, slot, r_set(p->boost));
        for (int i = 0; i < count; ++i) {
            CONSTANT const scalar *row = p->row + 8 * i;
            const vector4 q = {r_set(row[4]), r_set(row[5]), r_set(row[6]), r_set(row[7])};
            event_set_parton(events, slot, i, q, r_set(row[0]), r_set(row[1]), r_set(row[2]));
            event_store(events, EVENT_PARTON + PARTON_ROWS * i + PARTON_MASS, slot, r_set(row[3]));
        }
        for (int left = 0; left < count; ++left)
            for (int right = 0; right < count; ++right)
                if (left != right && p->row[8 * left + 1] > S(0.0) &&
                    p->row[8 * left + 1] == p->row[8 * right + 2])
                    event_join(events, slot, dipoles++, left, right);
        beams_measure(p, tables, events, m_all(), slots, r_set(p->start));
        dipoles_measure(p, events, m_all(), slots, r_set((scalar)dipoles));
    });

/* The momenta of its particles; returns their energy. */
static double momenta_of(const struct beginning *event, double momenta[5][4])
{
    double energy = 0;
    for (int i = 2; i < 5 && i < event->count; ++i) {
        const struct particle *q = &event->particle[i];
        const double p[4] = {sqrt(q->mass * q->mass + q->x * q->x + q->y * q->y + q->z * q->z), q->x, q->y,
                             q->z};
        memcpy(momenta[i], p, sizeof p);
        energy += p[0];
    }
    for (int i = 0; i < 2; ++i) {
        const double p[4] = {energy / 2, 0, 0, (i ? -1 : 1) * energy / 2};
        memcpy(momenta[i], p, sizeof p);
    }
    return energy;
}

static struct events make_events(const struct beam_shower *shower, const struct beginning *event, int room,
                                 size_t slots)
{
    double numbers[NUMBERS] = {0}, momenta[5][4];
    const double energy = momenta_of(event, momenta);
    memcpy(numbers, shower->numbers, sizeof shower->numbers);
    numbers[NUMBER_START] = event->log_start;
    numbers[NUMBER_COUNT] = event->count;
    numbers[NUMBER_BOOST] = event->eta * beam_energy / energy;
    for (int i = 0; i < 5 && i < event->count; ++i) {
        const struct particle *q = &event->particle[i];
        double *row = numbers + NUMBER_ROWS + PARTICLE_NUMBERS * i;
        row[0] = q->pdg;
        row[1] = q->colour;
        row[2] = q->anticolour;
        row[3] = q->mass;
        memcpy(row + 4, momenta[i], sizeof momenta[i]);
    }
    const struct beam_process process = {"#define SHOWER_MASSES 1\n", massive_parameters, massive_begin,
                                         numbers, NUMBERS};
    return beam_events_make(shower, &process, room, slots);
}

/* The rates of one end in steps of ln t, integrated over the variables of phase space. */
enum { BINS = 8, STEPS_OF_BIN = 12, STEPS = BINS * STEPS_OF_BIN, GRID_POINTS = 400 };

struct end {
    const struct beam_shower *shower;
    enum kind kind;
    int pdg; /* of the emitter that is final, or of what comes in */
    double s, mass2, spectator2, eta;
};

/* Masses of the quarks that gluons become, of which three have none. */
static const double heavy_quarks[] = {1.5, 4.75};
enum { HEAVY = 2, LIGHT = 3 };

static double density(const struct end *end, int pdg, double x, double t)
{
    return ts_pdf_xfx(end->shower->pdf, pdg, x, sqrt(t));
}

/* The splitting functions of an end at a point, with ratios of densities. */
static double value_of(const struct end *end, const struct point *at, double t)
{
    const int gluon = end->pdg == GLUON;
    double before = 1, keep = 1, turn = 0;
    if (end->kind != FF) {
        if (end->eta >= at->x)
            return 0;
        before = density(end, end->pdg == 6 ? GLUON : end->pdg, end->eta, t);
        keep = density(end, end->pdg == 6 ? GLUON : end->pdg, end->eta / at->x, t) / before;
    }
    if (end->kind != IF)
        return keep *
               (fmax(splitting(gluon ? G_GG : Q_QG, at), 0) + (gluon ? LIGHT * splitting(G_QQ, at) : 0));
    for (int quark = -QUARK_FLAVOURS; quark <= QUARK_FLAVOURS && gluon; ++quark)
        turn += quark ? density(end, quark, end->eta / at->x, t) / before : 0;
    if (!gluon)
        turn = density(end, GLUON, end->eta / at->x, t) / before;
    return keep * fmax(splitting(gluon ? IN_G_GG : IN_Q_QG, at), 0) +
           turn * splitting(gluon ? IN_G_Q : IN_Q_G, at);
}

/* The part of g > Q Q~ where both have mass^2 m2: *t receives their kT^2. Nucl. Phys. B 627 (2002) 189, eq.
 * (5.18) without its 1 / v, with z_+- of (5.16), and (5.54). The measure is that of the pair's mass and z. */
static double heavy_value(const struct end *end, const struct point *at, double m2, double *t)
{
    const double pair = end->kind == FF ? end->s * at->y : end->s * (1 - at->x) / at->x, z = at->z;
    const double inner2 = 1 - 4 * m2 / pair, outer = end->kind == FF ? speed(at) : 1;
    *t = pair * z * (1 - z) - m2;
    if (inner2 <= 0 || *t <= 0 || fabs(2 * z - 1) >= sqrt(inner2) * outer)
        return 0;
    double keep = end->kind == FF ? 1 : 0;
    if (end->kind == FI && end->eta < at->x)
        keep = density(end, GLUON, end->eta / at->x, *t) / density(end, GLUON, end->eta, *t);
    return keep * tr / 2 * (1 - 2 * (z * (1 - z) - (1 - inner2 * outer * outer) / 4));
}

static void add_rate(double rate, double t, double low, double high, double rates[STEPS])
{
    const double step = (log(t) - low) / (high - low) * STEPS;
    if (step >= 0 && step < STEPS)
        rates[(int)step] += rate * two_loops(log(t)) / (2 * M_PI);
}

/* Rates of all emissions in steps of ln t, and of those that make massive quarks. */
struct rates {
    double all[STEPS], heavy[STEPS];
};

/* Adds rates to the steps. The measure is dy / y dz (1 - y) / v~, dx / (1 - x) dz, or dx du / u. Variables
 * are logarithms of odds. */
static void add_rates(const struct end *end, double low, double high, struct rates *rates)
{
    const double from = -14, width = 28.0 / GRID_POINTS;
    for (int a = 0; a < GRID_POINTS; ++a)
        for (int b = 0; b < GRID_POINTS; ++b) {
            struct point at = {end->kind, end->s, end->mass2, end->spectator2, 0, 0, 0, 0, 0, 0};
            const double first = 1 / (1 + exp(-(from + (a + 0.5) * width))),
                         second = 1 / (1 + exp(-(from + (b + 0.5) * width)));
            double measure = width * width * second * (1 - second);
            at.y = first; /* and 1 - x */
            at.x = 1 - first;
            at.z = second; /* or u */
            at.u = second;
            at.ij = end->kind == FF ? end->s * at.y / 2 : end->s * first / at.x / 2;
            at.jk = end->s * first / at.x / 2;
            measure *= end->kind == FF   ? (1 - first) * (1 - at.y) / speed_before(&at)
                       : end->kind == FI ? at.x
                                         : first * at.x / second;
            const double t = end->kind == FF && speed(&at) == 0 ? -1 : scale_of(&at);
            if (t <= 0)
                continue;
            add_rate(measure * value_of(end, &at, t), t, low, high, rates->all);
            for (int i = 0; i < HEAVY && end->pdg == GLUON && end->kind != IF; ++i) {
                double heavy_t;
                const double value = heavy_value(end, &at, heavy_quarks[i] * heavy_quarks[i], &heavy_t);
                if (value <= 0)
                    continue;
                add_rate(measure * value, heavy_t, low, high, rates->all);
                add_rate(measure * value, heavy_t, low, high, rates->heavy);
            }
        }
}

/* All ends of an event. */
static void add_ends(const struct beam_shower *shower, const struct beginning *event, double low,
                     struct rates *rates)
{
    double momenta[5][4];
    momenta_of(event, momenta);
    for (int i = 0; i < event->count; ++i)
        for (int k = 0; k < event->count; ++k) {
            const struct particle *own = &event->particle[i], *other = &event->particle[k];
            const int lines = (own->colour > 0 && own->colour == other->anticolour) +
                              (own->anticolour > 0 && own->anticolour == other->colour);
            const enum kind kind = i < 2 ? IF : k < 2 ? FI : FF;
            const struct end end = {shower,
                                    kind,
                                    abs(own->pdg),
                                    2 * dot(momenta[i], momenta[k]),
                                    own->mass * own->mass,
                                    other->mass * other->mass,
                                    event->eta};
            if (i != k && lines)
                add_rates(&end, low, event->log_start, rates);
        }
}

static const struct beginning beginnings[] = {
    {9.21,
     0.05,
     4,
     {{11, 0, 0, 0, 0, 0, 0},
      {-11, 0, 0, 0, 0, 0, 0},
      {6, 1, 0, 173, 120, 40, 160},
      {-6, 0, 1, 173, -120, -40, -160}}},
    {9.21,
     0.05,
     5,
     {{11, 0, 0, 0, 0, 0, 0},
      {-11, 0, 0, 0, 0, 0, 0},
      {6, 1, 0, 173, 150, 0, 200},
      {-5, 0, 2, 4.75, 50, -50, -200},
      {21, 2, 1, 0, -200, 50, 0}}},
    {9.21,
     0.02,
     4,
     {{21, 2, 1, 0, 0, 0, 0},
      {22, 0, 0, 0, 0, 0, 0},
      {6, 1, 0, 173, 120, 40, 90},
      {-6, 0, 2, 173, -120, -40, -90}}},
    /* A gluon between what comes in and a light quark. */
    {9.21,
     0.05,
     5,
     {{21, 2, 1, 0, 0, 0, 0},
      {22, 0, 0, 0, 0, 0, 0},
      {2, 1, 0, 0, 150, 0, 200},
      {21, 3, 2, 0, 50, -50, -200},
      {-2, 0, 3, 0, -200, 50, 0}}},
    /* Deep inelastic scattering: the electron has all of its beam's energy, but for rounding upwards. */
    {9.21,
     0.001,
     4,
     {{2, 0, 1, 0, 0, 0, 0},
      {11, 0, 0, 0, 0, 0, 0},
      {2, 1, 0, 0, 120, 40, 162},
      {11, 0, 0, 0, -120, -40, -162}}},
};

static struct beam_shower create_shower(void)
{
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    shower.numbers[BEAM_NUMBER_split_charm] = heavy_quarks[0];
    shower.numbers[BEAM_NUMBER_split_bottom] = heavy_quarks[1];
    return shower;
}

/* Where there is room for one more particle, an event ends with its first emission. */
static void first_emissions_follow_the_sudakov_factor(void **unused)
{
    struct beam_shower shower = create_shower();
    const double low = log(1.69);
    (void)unused;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; ++i) {
        const struct beginning *event = &beginnings[i];
        double exponent = 0, chi2 = 0, expected[BINS] = {0}, seen[BINS] = {0}, none = 0;
        double heavy_expected = 0, heavy = 0;
        struct rates rates = {{0}, {0}};
        struct events events = make_events(&shower, event, event->count + 1, MANY);
        add_ends(&shower, event, low, &rates);
        for (int step = STEPS - 1; step >= 0; --step) {
            const double here = exp(-exponent) * (1 - exp(-rates.all[step]));
            expected[step / STEPS_OF_BIN] += here;
            heavy_expected += rates.all[step] > 0 ? here * rates.heavy[step] / rates.all[step] : 0;
            exponent += rates.all[step];
        }
        for (size_t slot = 0; slot < events.slots; ++slot) {
            const double part = (number_of(&events, slot, EVENT_SCALE) - low) / (event->log_start - low);
            if (number_of(&events, slot, EVENT_PARTONS) > event->count)
                seen[(int)fmin(BINS * part, BINS - 1)] += 1;
            else
                none += 1;
            heavy += number_of(&events, slot, EVENT_PARTONS) > event->count &&
                     parton_of(&events, slot, event->count, PARTON_MASS) > 0;
        }
        const double n = (double)events.slots;
        for (int bin = 0; bin < BINS; ++bin)
            chi2 += pow(seen[bin] - n * expected[bin], 2) / (n * expected[bin] + 1e-9);
        assert_true(fabs(none / n - exp(-exponent)) < 4 * sqrt(exp(-exponent) / n) + 2e-4);
        assert_true(chi2 < BINS + 4 * sqrt(2.0 * BINS));
        print_message("massive quarks in %.0f of %.0f events, %.1f expected\n", heavy, n, n * heavy_expected);
        assert_true(fabs(heavy - n * heavy_expected) <= 4 * sqrt(n * heavy_expected));
        free(events.rows);
    }
    beam_shower_free(&shower);
}

/* To the rounding of all energies. */
static void momentum_and_masses_are_kept(void **unused)
{
    struct beam_shower shower = create_shower();
    double most = 0;
    int heavy = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings && test_double; ++i) {
        const struct beginning *event = &beginnings[i];
        struct events events = make_events(&shower, event, ROOM, FEW);
        for (size_t slot = 0; slot < events.slots; ++slot) {
            const int count = (int)number_of(&events, slot, EVENT_PARTONS);
            double sum[4] = {0}, all = 0, start[5][4];
            momenta_of(event, start);
            for (int k = 0; k < count; ++k) {
                double p[4];
                for (int c = 0; c < 4; ++c) {
                    p[c] = parton_of(&events, slot, k, c);
                    sum[c] += (k < 2 ? 1 : -1) * p[c];
                }
                const int pdg = abs((int)parton_of(&events, slot, k, PARTON_PDG));
                const double mass = parton_of(&events, slot, k, PARTON_MASS);
                /* A quark that a splitting made has its flavour's mass, but for those beside what comes in.
                 */
                const int made = k >= event->count || event->particle[k].pdg == GLUON;
                heavy += made && mass > 0;
                assert_true(made ? mass == 0 || (pdg == 4 && mass == heavy_quarks[0]) ||
                                       (pdg == 5 && mass == heavy_quarks[1])
                                 : mass == event->particle[k].mass);
                all += k < 2 ? p[0] : 0;
                /* Leptons have no part in it, whether they come in or go out. */
                if (k < event->count && abs(event->particle[k].pdg) == 11)
                    for (int c = 0; c < 4; ++c)
                        assert_true(fabs(p[c] - start[k][c]) < 2e-15 * start[k][0]);
                assert_true(fabs(dot(p, p) - mass * mass) < 1e-15 * p[0] * p[0]);
                assert_true(k >= event->count || k < 2 ||
                            abs((int)parton_of(&events, slot, k, PARTON_PDG)) ==
                                abs(event->particle[k].pdg) ||
                            event->particle[k].pdg == GLUON);
            }
            for (int c = 0; c < 4; ++c)
                most = fmax(most, fabs(sum[c]) / all);
        }
        free(events.rows);
    }
    assert_true(most < 1e-15 && (heavy > 50 || !test_double));
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(emissions_are_those_of_the_formulae),
                                       cmocka_unit_test(without_masses_all_is_as_before),
                                       cmocka_unit_test(splitting_functions_have_their_limits),
                                       cmocka_unit_test(first_emissions_follow_the_sudakov_factor),
                                       cmocka_unit_test(momentum_and_masses_are_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

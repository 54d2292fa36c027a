/* Rates of splittings of which an end comes in, with densities, against the formulae as they are written, at
 * many points and integrated. Bounds hold, of splitting functions and of ratios of densities. */
#include "beam_shower.h"

/* An end and its spectator. */
enum kind { FF, FI, IF, II, KINDS };
/* The rows of SPLITTINGS(X) in their order. */
enum row { Q_QG, G_GG, G_QQ, IN_Q_QG, IN_G_GG, IN_Q_G, IN_G_Q };

/* dP / dln t of one row: who splits, beside whom, and what comes in before and behind. And what an
 * independent program says of it at t = 25 GeV^2. */
struct rate {
    enum kind kind;
    enum row row;
    int before, after;
    double eta, s, known, t;
};
#define known_t 25.0

enum { NODES = 1024, INPUTS = 9, OUTPUTS = 5 };
enum { IN_ROW, IN_INCOMING, IN_BESIDE, IN_ETA, IN_SQUARE, IN_T, IN_Z, IN_REST, IN_FLAVOURS };
enum { OUT_PART, OUT_VALUE, OUT_RATIO, OUT_KEEP, OUT_TURN };

static const char rates_head[] =
    "#include \"shower/trial.h\"\n#define BOUND(name) bound = r_select(row == r_set((scalar)SPLITTING_##name), "
    "name##_bound(share), bound);\n";
static const char rates_kernel[] = KERNEL_TEXT(MAP(rates, CONSTANT parameters *, p, GLOBAL const scalar *,
                                                   tables, GLOBAL const scalar *, in, GLOBAL scalar *, out) {
    const real row = r_fetch(in + AT(0)), eta = r_fetch(in + AT(3)), s = r_fetch(in + AT(4));
    const real t = r_fetch(in + AT(5)), log_t = r_log(t), both = r_fetch(in + AT(8));
    const real first = r_floor_small(both / R(16.0)), second = both - R(16.0) * first;
    const momentum_share share = {r_fetch(in + AT(6)), r_fetch(in + AT(7))};
    splitting_end end;
    real bound = R(1.0), keep, turn;
    end.incoming = r_fetch(in + AT(1)) > R(0.5);
    end.beside = r_fetch(in + AT(2)) > R(0.5);
    end.eta = eta;
    const splitting_point at = splitting_point_at(&end, share, t / s);
    SPLITTINGS(BOUND)
    const real part = splitting_acceptance(row, &at);
    const real x = r_min(eta / at.x, R(1.0));
    const real ratio = beam_density(p, tables, r_floor_index(second), x, log_t) /
                       beam_density(p, tables, r_floor_index(first), eta, log_t);
    GLOBAL const scalar *bounds = tables + (int)p->beam_bounds;
    const real pdg = r_select(first == R(0.0), R(21.0), r_select(first > R(5.5), R(5.0) - first, first));
    const bounds_place place = bounds_locate(p, bounds, pdg, eta, log_t);
    bounds_of(bounds, &place, r_floor_index(first), &keep, &turn);
    r_store(out + AT(0), part);
    r_store(out + AT(1), shower_alpha_s(p, tables, log_t) * part * bound);
    r_store(out + AT(2), ratio);
    r_store(out + AT(3), keep);
    r_store(out + AT(4), turn);
});

/* Limits of z0 at t; the variable of the nodes is even in the logarithm of the distances to both. */
static void limits(const struct rate *rate, double *low, double *rest)
{
    const double eta = rate->eta, s = rate->s, t = rate->t;
    if (rate->kind == FF || rate->kind == FI) {
        const double reach = rate->kind == FI ? s * (1 - eta) / eta : s;
        *low = *rest = reach > 4 * t ? 2 * t / reach / (1 + sqrt(1 - 4 * t / reach)) : 0.5;
        return;
    }
    const double most = s * (1 - eta) / (4 * eta) * (rate->kind == II ? 1 - eta : 1);
    *rest = t < most ? (1 - eta) / 2 * (t / most) / (1 + sqrt(1 - t / most)) : (1 - eta) / 2;
    *low = eta + *rest;
}

/* A splitting function times its Jacobian, and x, as the literature writes them (hep-ph/9605323 with the
 * variables of kernels/shower/beam_splitting.h), in long double. */
static long double written(const struct rate *rate, long double z, long double rest, long double *x)
{
    const long double r = (long double)rate->t / rate->s, cf = 4 / 3.0L, ca = 3, tr = 0.5L;
    long double y = 0, u = 0, j;
    *x = 1;
    if (rate->kind == FF) {
        y = r / (z * rest);
        j = 1 - y;
    } else if (rate->kind == FI) {
        *x = j = 1 / (1 + r / (z * rest));
    } else if (rate->kind == IF) {
        const long double all = rest + r;
        *x = all / (2 * r) * (1 - sqrtl(1 - 4 * r * z * rest / (all * all)));
        if (r < 1e-4L) /* where the difference has lost its digits */
            *x = 2 * z * rest / (all * (1 + sqrtl(1 - 4 * r * z * rest / (all * all))));
        u = *x * r / rest;
        j = *x / (*x + u - 2 * *x * u);
    } else {
        *x = z * rest / (rest + r);
        j = rest / (rest + r);
    }
    const long double pole = rate->kind == FF   ? 1 / (1 - z * (1 - y))
                             : rate->kind == FI ? 1 / (rest + 1 - *x)
                                                : 1 / (1 - *x + u);
    switch (rate->row) {
    case Q_QG:
        return j * cf * (2 * pole - 1 - z);
    case G_GG:
        return j * ca / 2 * (2 * pole - 2 + z * rest);
    case G_QQ:
        return j * tr / 2 * (1 - 2 * z * rest);
    case IN_Q_QG:
        return j * cf * (2 * pole - 1 - *x);
    case IN_G_GG:
        return j * ca * (pole + (1 - *x) / *x - 1 + *x * (1 - *x));
    case IN_Q_G:
        return j * tr * (1 - 2 * *x * (1 - *x));
    default:
        return j * cf / 2 * (*x + 2 * (1 - *x) / *x);
    }
}

static int slot_of(int pdg) { return pdg == GLUON ? 0 : pdg > 0 ? pdg : QUARK_FLAVOURS - pdg; }

/* Half of the range of the variable of the nodes. */
static double reach_of(double low, double rest)
{
    return fmin(log((1 - low - rest) / fmin(low, rest)) + 20, 24);
}

/* Computes the nodes of a rate on the device. */
static void compute(const struct kernel *kernel, struct beam_shower *shower, const struct rate *rate,
                    double *in, double *out)
{
    double low, rest;
    limits(rate, &low, &rest);
    for (int i = 0; i < NODES; ++i) {
        const double u = (2 * (i + 0.5) / NODES - 1) * reach_of(low, rest);
        const double part = 1 / (1 + exp(-u));
        in[IN_ROW * NODES + i] = rate->row;
        in[IN_INCOMING * NODES + i] = rate->kind == IF || rate->kind == II;
        in[IN_BESIDE * NODES + i] = rate->kind == FI || rate->kind == II;
        in[IN_ETA * NODES + i] = kernel_scalar(rate->eta);
        in[IN_SQUARE * NODES + i] = rate->s;
        in[IN_T * NODES + i] = rate->t;
        in[IN_Z * NODES + i] = low + (1 - low - rest) * part;
        in[IN_REST * NODES + i] = rest + (1 - low - rest) / (1 + exp(u));
        in[IN_FLAVOURS * NODES + i] = 16 * slot_of(rate->before) + slot_of(rate->after);
    }
    kernel_run(kernel, "rates",
               (struct kernel_array[]){{shower->numbers, BEAM_NUMBERS, KERNEL_IN},
                                       {shower->tables, shower->length, KERNEL_IN},
                                       {in, INPUTS * NODES, KERNEL_IN},
                                       {out, OUTPUTS * NODES, KERNEL_OUT}},
               4);
}

/* Compares node by node, and the sums: of both but for the measure, and with it that of the device with what
 * is known. */
static void compare(const struct beam_shower *shower, const struct rate *rate, const double *in,
                    const double *out)
{
    double here = 0, there = 0, rate_here = 0, low, room;
    limits(rate, &low, &room);
    const double width = 1 - low - room, step = 2 * reach_of(low, room) / NODES;
    const double alpha = two_loops(log(rate->t));
    for (int i = 0; i < NODES; ++i) {
        const double z = in[IN_Z * NODES + i], rest = in[IN_REST * NODES + i];
        const double weight = fmin(z, rest); /* so that no end counts alone */
        long double x;
        const double value = (double)written(rate, z, rest, &x) * alpha;
        double ratio = 1, own = 1;
        if (rate->kind != FF && rate->eta / (double)x < 1) {
            const double q = sqrt(rate->t);
            ratio = ts_pdf_xfx(shower->pdf, rate->after, rate->eta / (double)x, q) /
                    ts_pdf_xfx(shower->pdf, rate->before, rate->eta, q);
            own = out[OUT_RATIO * NODES + i];
            const double bound = rate->before == rate->after ? out[OUT_KEEP * NODES + i]
                                                             : out[OUT_TURN * NODES + i];
            assert_true(own <= bound);
        } else if (rate->kind != FF) {
            continue;
        }
        assert_true(out[OUT_PART * NODES + i] <= 1 + (test_double ? 1e-12 : 1e-5));
        here += weight * out[OUT_VALUE * NODES + i] * own;
        there += weight * value * ratio;
        rate_here += step * (z - low) * (rest - room) / width * out[OUT_VALUE * NODES + i] * own / (2 * M_PI);
    }
    /* The program had the published table of the set, from which the embedded one differs. */
    if (rate->t == known_t)
        assert_true(fabs(rate_here / rate->known - 1) < (rate->kind != FF ? 6e-3
                                                         : test_double    ? 3e-8
                                                                          : 2e-4));
    assert_true(fabs(here - there) <= (test_double ? 1e-8 : 2e-4) * fabs(there));
}

static void rates_are_those_of_the_formulae(void **unused)
{
    static const double scales[] = {2, known_t, 400, 1600};
    static const struct rate rates[] = {
        {FF, Q_QG, 2, 2, 0.1, 2500, 0.12782487, 0},
        {FF, G_GG, 2, 2, 0.1, 2500, 0.12928388, 0},
        {FF, G_QQ, 2, 2, 0.1, 2500, 0.0048397005, 0},
        {FI, Q_QG, 2, 2, 0.007, 2500, 0.12460366, 0},
        {FI, G_GG, GLUON, GLUON, 0.05, 2500, 0.11865043, 0},
        {FI, G_QQ, GLUON, GLUON, 0.007, 2500, 0.00477321, 0},
        {IF, IN_Q_QG, 2, 2, 0.007, 2500, 0.14560333, 0},
        {IF, IN_Q_G, 2, GLUON, 0.05, 2500, 0.026226385, 0},
        {IF, IN_G_GG, GLUON, GLUON, 0.007, 2500, 0.21519032, 0},
        {IF, IN_G_Q, GLUON, 2, 0.05, 2500, 0.017337328, 0},
        {II, IN_Q_QG, 2, 2, 0.2, 8315.178394, 0.15555612, 0},
        {II, IN_Q_G, -2, GLUON, 0.007, 8315.178394, 0.13854749, 0},
        {II, IN_Q_G, 3, GLUON, 0.007, 8315.178394, 0.20697677, 0},
        {II, IN_G_GG, GLUON, GLUON, 0.05, 8315.178394, 0.19162045, 0},
        {II, IN_G_Q, GLUON, 1, 0.007, 8315.178394, 0.0068900633, 0},
        {II, IN_G_Q, GLUON, -2, 0.007, 8315.178394, 0.0027266512, 0},
    };
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, z_mass * z_mass);
    struct source head = {0};
    double *in = malloc(INPUTS * NODES * sizeof *in), *out = malloc(OUTPUTS * NODES * sizeof *out);
    (void)unused;
    assert_non_null(in);
    assert_non_null(out);
    source_append(&head, "%s%s", beam_head, rates_head);
    struct kernel kernel = kernel_open_parts(head.text, rates_kernel, NODES);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i)
        for (size_t k = 0; k < sizeof scales / sizeof *scales; ++k) {
            struct rate rate = rates[i];
            double low, rest;
            rate.t = scales[k];
            limits(&rate, &low, &rest);
            if (low + rest >= 1)
                continue;
            compute(&kernel, &shower, &rate, in, out);
            compare(&shower, &rate, in, out);
        }
    kernel_close(&kernel);
    source_free(&head);
    free(in);
    free(out);
    beam_shower_free(&shower);
}

static double random_of(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* The bound of the table for a parton that was there and one that comes in: a cell as bounds_locate() finds
 * it. */
static double bound_of(const struct beam_shower *shower, int before, int after, double odds, double tau,
                       double mass2)
{
    const double *table = shower->tables + (int)shower->numbers[BEAM_NUMBER_beam_bounds];
    const int etas = (int)table[BOUNDS_ETAS], taus = (int)table[BOUNDS_TAUS];
    const double low = mass2 > 0 ? log(fmax(mass2, 1) * BOUNDS_LEAST_PART) : table[BOUNDS_LOG_LOW];
    const int eta_cell = (int)fmax(0, fmin((odds - table[BOUNDS_ODDS_LOW]) * table[BOUNDS_ODDS_INVERSE],
                                           etas - 1));
    const int tau_cell = (int)fmax(0, fmin((log(tau) - low) / LOG_2, taus - 1));
    const double *rows = table + BOUNDS_HEAD, *ways = rows + (size_t)2 * BEAM_PARTONS * (size_t)(taus * etas);
    const size_t cell = (size_t)(tau_cell * etas + eta_cell);
    if (before == 0 && after > 0)
        return ways[cell * (BEAM_PARTONS - 1) + (size_t)(after - 1)];
    return rows[2 * ((size_t)(before * taus * etas) + cell) + (after != before)];
}

/* At random points ratios of densities are below their bounds, for each parton, wherever the densities of the
 * set have digits. Towards x = 1 they cross 0, and bounds end (density_bounds.c). */
static void bounds_of_densities_hold(void **unused)
{
    enum { POINTS = 300000 };
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, z_mass * z_mass);
    const double masses[] = {shower.numbers[BEAM_NUMBER_beam_charm2],
                             shower.numbers[BEAM_NUMBER_beam_bottom2]};
    const double highest = beam_energy * beam_energy;
    uint64_t state = 7;
    int held = 0;
    (void)unused;
    for (int i = 0; i < POINTS; ++i) {
        const int before = i % BEAM_PARTONS, quark = 1 + i / BEAM_PARTONS % (BEAM_PARTONS - 1);
        const int after = random_of(&state) < 0.5 ? before : before ? 0 : quark;
        const int flavour = before > QUARK_FLAVOURS ? before - QUARK_FLAVOURS : before;
        const double mass2 = flavour > 3 ? masses[flavour - 4] : 0;
        const double least = mass2 > 0 ? mass2 * BOUNDS_LEAST_PART : 1.69;
        const double tau = least * pow(highest / least, random_of(&state)), t = tau + mass2;
        const double odds = -16 + 20 * random_of(&state), eta = 1 / (1 + exp(-odds)), u = random_of(&state);
        const double x = i % 2 ? eta + (1 - eta) * u : pow(eta, 1 - u * u * u);
        const double own = ts_pdf_xfx(shower.pdf, density_partons[before], eta, sqrt(t));
        const double bound = bound_of(&shower, before, after, odds, tau, mass2);
        if (t < 1.69 || t > highest || !(own > 0) || bound > 9999)
            continue;
        assert_true(ts_pdf_xfx(shower.pdf, density_partons[after], x, sqrt(t)) <= bound * own);
        ++held;
    }
    assert_true(held > POINTS / 2);
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(rates_are_those_of_the_formulae),
                                       cmocka_unit_test(bounds_of_densities_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

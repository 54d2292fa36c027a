/* Scales of merging against the C library's own arithmetic, by angles and four-vectors as Pythia and MadGraph
 * define them. Limits of transverse momenta and masses hold in every event of a scale. */
#include "merging_program.h"

#include "selection/merging.h"
#include "tessera/card.h"

#include <math.h>

/* Three partons, a Z boson and a lepton in their midst. */
enum { FINAL_MOST = 5, COUNT = 16000, TIMES_LIMITS = 4000 };
static const int pdg[2 + FINAL_MOST] = {2, 21, 21, 1, 23, 2, 11};
static const double masses[FINAL_MOST] = {0, 0, 91.1876, 0, 0};

static double events[4 * FINAL_MOST * COUNT], squares[COUNT];

typedef struct vector {
    double e, x, y, z;
} vector;

static double uniform(void)
{
    static uint64_t state = 7;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

/* Transverse momenta even in their logarithm, and every other particle beside the one before. */
static void make_events(int final)
{
    for (size_t n = 0; n < COUNT; ++n) {
        double eta = 0, phi = 0;
        for (int i = 0; i < final; ++i) {
            const int beside = i % 2 && n % 2;
            const double pt = 5 * exp(3 * uniform()), mt = hypot(pt, masses[i]);
            const double apart = 0.02 * exp(4 * uniform()), turn = 6.28 * uniform();
            eta = beside ? eta + apart * cos(turn) : 8 * uniform() - 4;
            phi = beside ? phi + apart * sin(turn) : 6.28 * uniform();
            const double p[4] = {mt * cosh(eta), pt * cos(phi), pt * sin(phi), mt * sinh(eta)};
            for (int c = 0; c < 4; ++c)
                events[(size_t)(4 * i + c) * COUNT + n] = kernel_scalar(p[c]);
        }
    }
}

/* On its mass shell, which rounding of an energy leaves. */
static vector momentum(size_t n, int i)
{
    const double *p = events + 4 * (size_t)i * COUNT + n, x = p[COUNT], y = p[2 * COUNT], z = p[3 * COUNT];
    return (vector){sqrt(masses[i] * masses[i] + x * x + y * y + z * z), x, y, z};
}

static vector add(vector a, vector b, double factor)
{
    return (vector){a.e + factor * b.e, a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static double dot(vector a, vector b) { return a.e * b.e - a.x * b.x - a.y * b.y - a.z * b.z; }
static double pt_of(vector p) { return hypot(p.x, p.y); }
static double eta_of(vector p) { return asinh(p.z / pt_of(p)); }
static double dphi_of(vector a, vector b)
{
    return remainder(atan2(a.y, a.x) - atan2(b.y, b.x), 2 * acos(-1.0));
}

/* Pairs by their angles. */
static double apart(vector a, vector b, enum merging_measure measure, double d)
{
    const double least = fmin(pt_of(a), pt_of(b)), eta = eta_of(a) - eta_of(b), phi = dphi_of(a, b);
    if (measure == MERGING_KT)
        return least * hypot(eta, phi) / d;
    if (measure == MERGING_CONES)
        return 2 * least * sqrt(pow(sinh(eta / 2), 2) + pow(sin(phi / 2), 2));
    const vector cross = {0, a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    const double angle = atan2(sqrt(cross.x * cross.x + cross.y * cross.y + cross.z * cross.z),
                               a.x * b.x + a.y * b.y + a.z * b.z);
    return 2 * fmin(a.e, b.e) * sin(angle / 2);
}

/* The pT of an emission off a parton that came in, by virtuality and energy that are left. */
static double off_beam(vector beam, vector other, vector emitted)
{
    const vector left = add(beam, emitted, -1), before = add(beam, other, 1), after = add(left, other, 1);
    const double z = dot(after, after) / dot(before, before);
    return sqrt(-dot(left, left) * (1 - z));
}

/* The pT of a parton that splits beside a third: energies in the rest frame of all three share it.
 * `incoming`: the third came in, and gives up momentum until it is on its mass shell before. */
static double off_parton(vector a, vector b, vector third, int incoming)
{
    const vector both = add(a, b, 1);
    const double q2 = dot(both, both);
    if (incoming) {
        const double sum = dot(add(both, third, 1), add(both, third, 1)), dipole = sum - 2 * q2;
        const double scale = (1 - q2 / dipole) / (1 + q2 / dipole);
        if (scale < 0)
            return INFINITY;
        third = add((vector){0, 0, 0, 0}, third, scale);
    }
    const vector all = add(both, third, 1);
    const double x1 = 2 * dot(all, a) / dot(all, all), x2 = 2 * dot(all, third) / dot(all, all),
                 z = x1 / (2 - x2);
    return sqrt(z * (1 - z) * q2);
}

static double lund(size_t n, int final, const int *list, int count)
{
    vector sum = {0, 0, 0, 0}, beams[2];
    double least = INFINITY;
    for (int i = 0; i < final; ++i)
        sum = add(sum, momentum(n, i), 1);
    for (int side = 0; side < 2; ++side)
        beams[side].e = (sum.e + (side ? -sum.z : sum.z)) / 2, beams[side].x = beams[side].y = 0,
        beams[side].z = side ? -beams[side].e : beams[side].e;
    for (int i = 0; i < count && count == final; ++i)
        least = fmin(least, pt_of(momentum(n, list[i])));
    for (int i = 0; i < count && count < final; ++i)
        for (int side = 0; side < 2; ++side) {
            const vector own = momentum(n, list[i]);
            least = fmin(least, off_beam(beams[side], beams[1 - side], own));
            for (int k = 0; k < count; ++k) {
                if (k == i)
                    continue;
                least = fmin(least, off_parton(own, momentum(n, list[k]), beams[side], 1));
                for (int m = 0; m < count; ++m)
                    if (m != i && m != k)
                        least = fmin(least, off_parton(own, momentum(n, list[k]), momentum(n, list[m]), 0));
            }
        }
    return least;
}

static double plain(size_t n, int final, int partons, enum merging_measure measure, double d)
{
    int list[FINAL_MOST], count = 0;
    double least = INFINITY;
    for (int i = 0; i < final; ++i)
        if (partons >> i & 1)
            list[count++] = i;
    if (measure == MERGING_PT_LUND)
        return lund(n, final, list, count);
    for (int i = 0; i < count; ++i) {
        least = measure == MERGING_KT_BEAMS ? least : fmin(least, pt_of(momentum(n, list[i])));
        for (int k = 0; k < i; ++k)
            least = fmin(least, apart(momentum(n, list[i]), momentum(n, list[k]), measure, d));
    }
    return least;
}

/* The limits of a cut at just this scale. */
static void check_limits(const ts_model *model, size_t n, int final, int partons,
                         enum merging_measure measure, double scale, double d)
{
    static const struct chain none;
    const int leptons[2] = {11, -11}, *in = measure == MERGING_KT_BEAMS ? leptons : pdg;
    int legs[2 + FINAL_MOST] = {in[0], in[1]};
    struct merging merging = {MERGED_CKKWL, measure == MERGING_KT_BEAMS ? MERGING_KT : measure, scale, d, 0};
    struct particle_cuts cuts = {.final = final};
    for (int i = 0; i < final; ++i) {
        legs[2 + i] = pdg[2 + i];
        cuts.kind[i] = particle_kind_of(model, pdg[2 + i]);
    }
    assert_int_equal(merging_add(NULL, NULL, &merging, model, &none, legs, &cuts), TS_OK);
    assert_int_equal(cuts.merging.partons, partons);
    for (int i = 0; i < final; ++i) {
        assert_true(cuts.pt_min[i] <= pt_of(momentum(n, i)) * (1 + 1e-12));
        for (int k = 0; k < i; ++k) {
            const vector both = add(momentum(n, i), momentum(n, k), 1);
            assert_true(cuts.mass_min[cut_pair(i, k)] <= sqrt(fabs(dot(both, both))) * (1 + 1e-9));
        }
    }
}

static double largest_energy(size_t n, int final)
{
    double most = 0;
    for (int i = 0; i < final; ++i)
        most = fmax(most, momentum(n, i).e);
    return most;
}

/* Squared masses lose what is below the last place of squared energies. */
static void check(const ts_model *model, int final, int partons, enum merging_measure measure, double d)
{
    struct kernel kernel = merging_open(final, partons, measure, COUNT);
    double worst = 0;
    make_events(final);
    merging_run(&kernel, events, final, d, squares);
    kernel_close(&kernel);
    for (size_t n = 0; n < COUNT; ++n) {
        const double other = plain(n, final, partons, measure, d);
        worst = fmax(worst, fabs(squares[n] - other * other) / pow(largest_energy(n, final), 2));
        if (test_double && n < TIMES_LIMITS)
            check_limits(model, n, final, partons, measure, other, d);
    }
    print_message("%d particles, partons %#x, measure %d: %.2g\n", final, partons, (int)measure, worst);
    assert_true(worst < (test_double ? 1e-14 : 1e-5));
}

static void scales(void **state)
{
    ts_context *context;
    ts_card *card;
    ts_model *model;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_model_create(context, card, &model));
    for (int measure = MERGING_KT; measure <= MERGING_PT_LUND; ++measure)
        check(model, 5, 0xb, (enum merging_measure)measure, 0.4);
    check(model, 3, 0x3, MERGING_KT, 1.5);
    check(model, 3, 0x3, MERGING_PT_LUND, 1);
    check(model, 2, 0x3, MERGING_PT_LUND, 1);
    ts_model_destroy(&model);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scales)};
    const int missing = test_begin(argc, argv);
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}

/* Global recoil against the same emissions with local recoil, and against its momenta by other formulae.
 * These are those of S. Hoeche, S. Schumann, F. Siegert, Phys. Rev. D 81 (2010) 034026, app. A, in long
 * double. What turns all that is final goes through the rest frame of both partons that come in. */
#include "dipole_events.h"

#define PRECISION_DOUBLE 1
#define LANES 1
#include "pdf.h"

#include <stdio.h>

enum { SLOTS = 1 << 13, FEW = 1 << 11 };
#define LOCAL_RECOIL "#define SHOWER_MASSES 1\n"
#define GLOBAL_RECOIL LOCAL_RECOIL "#define SHOWER_GLOBAL 1\n"

typedef long double number;
typedef struct momentum {
    number p[4];
} momentum;

static number dot(momentum a, momentum b)
{
    return a.p[0] * b.p[0] - a.p[1] * b.p[1] - a.p[2] * b.p[2] - a.p[3] * b.p[3];
}

static momentum add(momentum a, number s, momentum b)
{
    for (int c = 0; c < 4; ++c)
        a.p[c] += s * b.p[c];
    return a;
}

static momentum scaled(momentum a, number s) { return add(a, s - 1, a); }

static momentum momentum_of(const struct events *events, size_t slot, int parton)
{
    momentum q;
    for (int c = 0; c < 4; ++c)
        q.p[c] = parton_of(events, slot, parton, PARTON_E + c);
    return q;
}

/* p in the rest frame of `frame`. */
static momentum at_rest(momentum frame, momentum p)
{
    const number mass = sqrtl(dot(frame, frame)), energy = dot(frame, p) / mass;
    const number share = -(p.p[0] + energy) / (frame.p[0] + mass);
    p = add(p, share, frame);
    p.p[0] = energy;
    return p;
}

/* Turns p, in that frame, as `from` is to lie along the z axis, by the angle between the two. */
static momentum turned(momentum from, number sign, momentum p)
{
    const number size = sqrtl(from.p[1] * from.p[1] + from.p[2] * from.p[2] + from.p[3] * from.p[3]);
    const number cosine = sign * from.p[3] / size, x = from.p[1] / size, y = from.p[2] / size;
    const number across = (x * p.p[1] + y * p.p[2]) / (1 + cosine);
    momentum q = p;
    q.p[1] -= x * (across + sign * p.p[3]);
    q.p[2] -= y * (across + sign * p.p[3]);
    q.p[3] = sign * (x * p.p[1] + y * p.p[2]) + cosine * p.p[3];
    return q;
}

/* From where `emitter` has transverse momentum to where it has none and `other` is as it was. */
static momentum realigned(momentum emitter, momentum other, momentum p)
{
    const momentum both = add(emitter, 1, other);
    const number sign = other.p[3] > 0 ? -1 : 1; /* of what the emitter moves along */
    const momentum q = turned(at_rest(both, emitter), sign, at_rest(both, p));
    const number factor = other.p[0] / at_rest(both, other).p[0];
    const number forward = (q.p[0] + sign * q.p[3]) / factor, backward = (q.p[0] - sign * q.p[3]) * factor;
    const momentum r = {{(forward + backward) / 2, q.p[1], q.p[2], sign * (forward - backward) / 2}};
    return r;
}

/* An emission with local recoil: places of emitter and spectator, what they were, and what they are. */
struct emission {
    int emitter, spectator;
    momentum before[BEFORE], behind[BEHIND];
};

/* Momenta of that emission with global recoil. They have the same scalar products among a, j and k as those
 * of local recoil. The transverse part of j has the same direction. */
static void recoil_globally(const struct emission *e, momentum expected[BEHIND])
{
    const momentum pa = e->before[e->emitter], pk = e->before[e->spectator];
    const momentum j = e->behind[BEHIND - 1], k = e->behind[e->spectator], other = e->before[1 - e->emitter];
    const momentum q = add(pa, -1, pk), light = add(pk, -dot(pk, pk) / (2 * dot(pa, pk)), pa);
    const number q2 = dot(q, q), mass2 = dot(pk, pk), qk = dot(q, k), s = 2 * dot(pa, light);
    const number factor = sqrtl((mass2 - qk * qk / q2) / (mass2 - dot(q, pk) * dot(q, pk) / q2));
    const momentum new_k = add(scaled(add(pk, -dot(q, pk) / q2, q), factor), qk / q2, q);
    momentum across = add(add(j, -2 * dot(j, light) / s, pa), -2 * dot(j, pa) / s, light);
    across = scaled(across, 1 / sqrtl(-dot(across, across)));
    /* j = own P_a + next L + size across: own and next from j.q and j.k. */
    const number qa = dot(q, pa), ql = dot(q, light), ka = dot(new_k, pa), kl = dot(new_k, light);
    const number qj = dot(q, j), kj = dot(k, j), determinant = qa * kl - ql * ka;
    const number own = (qj * kl - kj * ql) / determinant, next = (kj * qa - qj * ka) / determinant;
    const momentum new_j = add(add(scaled(pa, own), next, light), sqrtl(own * next * s), across);
    const momentum new_a = add(add(q, 1, new_j), 1, new_k);
    for (int i = 2; i < BEHIND; ++i)
        expected[i] = realigned(new_a, other,
                                i == e->spectator ? new_k
                                : i == BEHIND - 1 ? new_j
                                                  : e->before[i]);
    expected[e->emitter] = realigned(new_a, other, new_a);
    expected[1 - e->emitter] = other;
}

/* Emitter and spectator of a first emission of IF, from the local event; 0: it is of another kind. A new
 * line joins emitter and emitted parton, and what becomes another parton has emitted. */
static int find_emission(const struct events *before, const struct events *local, size_t slot,
                         struct emission *e)
{
    const double line = number_of(before, slot, EVENT_COLOURS) + 1;
    e->emitter = e->spectator = -1;
    for (int i = 0; i < BEHIND; ++i)
        e->behind[i] = momentum_of(local, slot, i);
    for (int i = 0; i < BEFORE; ++i) {
        e->before[i] = momentum_of(before, slot, i);
        const int differs = parton_of(before, slot, i, PARTON_PDG) != parton_of(local, slot, i, PARTON_PDG);
        const int joined = parton_of(local, slot, i, PARTON_COLOUR) == line ||
                           parton_of(local, slot, i, PARTON_ANTICOLOUR) == line;
        number moved = 0;
        for (int c = 0; c < 4; ++c)
            moved += fabsl(e->before[i].p[c] - e->behind[i].p[c]);
        if (differs || joined)
            e->emitter = i;
        if (i > 1 && moved > 1e-11 * e->before[i].p[0])
            e->spectator = e->spectator < 0 ? i : BEHIND; /* more than one: II */
    }
    return e->emitter >= 0 && e->emitter < 2 && e->spectator > 1 && e->spectator < BEFORE;
}

static void assert_near(number a, number b, number scale) { assert_true(fabsl(a - b) < 1e-8L * scale); }

/* But for a turn about the beams' axis, which has no meaning. */
static void compare(const struct events *global, size_t slot, const momentum expected[BEHIND])
{
    for (int i = 0; i < BEHIND; ++i) {
        const momentum own = momentum_of(global, slot, i);
        const number scale = expected[0].p[0] + expected[1].p[0];
        assert_near(own.p[0], expected[i].p[0], scale);
        assert_near(own.p[3], expected[i].p[3], scale);
        for (int k = 2; k < BEHIND; ++k) {
            const momentum q = momentum_of(global, slot, k), r = expected[k];
            assert_near(own.p[1] * q.p[1] + own.p[2] * q.p[2],
                        expected[i].p[1] * r.p[1] + expected[i].p[2] * r.p[2], scale * scale);
            assert_near(own.p[1] * q.p[2] - own.p[2] * q.p[1],
                        expected[i].p[1] * r.p[2] - expected[i].p[2] * r.p[1], scale * scale);
        }
    }
}

/* All but momenta are the same bits: t, what is emitted, colour lines. */
static void assert_same_emission(const struct events *a, const struct events *b, size_t slot)
{
    static const int rows[] = {PARTON_PDG, PARTON_COLOUR, PARTON_ANTICOLOUR, PARTON_MASS};
    const int count = (int)number_of(a, slot, EVENT_PARTONS);
    assert_true(count == (int)number_of(b, slot, EVENT_PARTONS));
    assert_true(number_of(a, slot, EVENT_SCALE) == number_of(b, slot, EVENT_SCALE));
    for (int i = 0; i < count; ++i)
        for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k)
            assert_true(parton_of(a, slot, i, rows[k]) == parton_of(b, slot, i, rows[k]));
}

static void assert_same_momenta(const struct events *a, const struct events *b, size_t slot)
{
    for (int i = 0; i < (int)number_of(a, slot, EVENT_PARTONS); ++i)
        for (int c = 0; c < 4; ++c)
            assert_true(parton_of(a, slot, i, PARTON_E + c) == parton_of(b, slot, i, PARTON_E + c));
}

/* Takes away all densities above a momentum fraction, at the next knot. Returns that; 1: they stay. */
static double end_densities(const struct beam_shower *shower, double above)
{
    double *table = shower->tables + (size_t)shower->numbers[BEAM_NUMBER_beam_densities];
    const size_t cells = (size_t)table[PDF_X_CELLS], partons = (size_t)table[PDF_PARTONS];
    const double *knots = table + (size_t)table[PDF_X_AXIS + AXIS_CELLS];
    size_t first = 0;
    while (first < cells && exp(knots[2 * first]) < above)
        ++first;
    double *records = table + (size_t)table[PDF_COEFFICIENTS];
    for (double *end = table + shower->length; first < cells && records < end;
         records += 16 * partons * cells)
        if (records + 16 * partons * cells <=
            shower->tables + (size_t)shower->numbers[BEAM_NUMBER_beam_bounds])
            memset(records + 16 * partons * first, 0, 16 * partons * (cells - first) * sizeof *records);
    return first < cells ? exp(knots[2 * first]) : 1;
}

/* How many emissions had global recoil; `above`: the momentum fraction from which on nothing comes in. */
static size_t check_emissions(const struct beginning *of, double above, size_t slots)
{
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    const double edge = end_densities(&shower, above);
    struct events before = dipole_events_make(&shower, of, LOCAL_RECOIL, BEFORE, slots);
    struct events local = dipole_events_make(&shower, of, LOCAL_RECOIL, BEHIND, slots);
    struct events global = dipole_events_make(&shower, of, GLOBAL_RECOIL, BEHIND, slots);
    size_t emissions = 0, beyond = 0;
    for (size_t slot = 0; slot < slots; ++slot) {
        struct emission e;
        momentum expected[BEHIND];
        assert_same_emission(&local, &global, slot);
        int recoils = number_of(&local, slot, EVENT_PARTONS) == BEHIND &&
                      find_emission(&before, &local, slot, &e);
        if (recoils) {
            const momentum a = e.behind[e.emitter], j = e.behind[BEHIND - 1], k = e.behind[e.spectator];
            const number whole = dot(a, j) + dot(a, k), x = 1 - dot(j, k) / whole, u = dot(a, j) / whole;
            recoils = u < x;
            if (recoils)
                recoil_globally(&e, expected);
            beyond += recoils && 2 * expected[e.emitter].p[0] >= edge * beam_energy;
            recoils = recoils && 2 * expected[e.emitter].p[0] < edge * beam_energy;
        }
        if (recoils)
            compare(&global, slot, expected);
        else
            assert_same_momenta(&local, &global, slot);
        emissions += (size_t)recoils;
    }
    free(before.rows);
    free(local.rows);
    free(global.rows);
    beam_shower_free(&shower);
    assert_true(above == 1 || beyond > slots / 200); /* of the beginnings with an edge 2 and 1 % */
    return emissions;
}

static void momenta_are_those_of_the_literature(void **unused)
{
    static const struct beginning heavy[] = {{{21, 21, 6, -6}, {2, 3, 1, 0}, {1, 2, 0, 3}, 173},
                                             {{21, 21, 5, -5}, {2, 3, 1, 0}, {1, 2, 0, 3}, 4.7}};
    (void)unused;
    if (!test_double)
        skip();
    const size_t slots = !strcmp(test_device, "opencl") ? FEW : SLOTS;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; ++i)
        assert_true(check_emissions(&beginnings[i], 1, slots) > slots / 10);
    for (size_t i = 0; i < sizeof heavy / sizeof *heavy; ++i)
        assert_true(check_emissions(&heavy[i], 1, slots) > slots / 10);
}

/* A parton that nothing is left of would not evolve any more. */
static void recoil_stays_local_where_there_is_no_density(void **unused)
{
    (void)unused;
    if (!test_double)
        skip();
    const size_t slots = !strcmp(test_device, "opencl") ? FEW : SLOTS;
    for (size_t i = 1; i < 3; ++i)
        assert_true(check_emissions(&beginnings[i], 0.1, slots) > slots / 50);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(momenta_are_those_of_the_literature),
                                       cmocka_unit_test(recoil_stays_local_where_there_is_no_density)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

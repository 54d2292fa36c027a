/* Clusterings of the shower against its emissions. Of an event behind its first emission exactly one gives
 * back the event before it. It has the same momenta, flavours, colours, t and variables of the splitting. */
#include "dipole_events.h"

enum { SLOTS = 1 << 14, FEW = 1 << 11, ROOM = 16 };

/* All clusterings of the last particle. Numbers of an element are those of the particles before and behind,
 * and ln t. Each emitter and spectator has 1 where the clustering is there, and by how much it misses. */
enum {
    PARTICLE_NUMBERS = 8,
    IN_NUMBERS = (BEFORE + BEHIND) * PARTICLE_NUMBERS + 1,
    PLACES = 4,
    OUT_NUMBERS = 3 * PLACES * PLACES
};
static const char cluster_text[] = KERNEL_TEXT(
    FN real off(real a, real b, real scale) { return r_abs(a - b) / scale; }

    FN void take(GLOBAL const scalar *in, int first, int count, uint64 item, cluster_state *s) {
        for (int i = 0; i < count; ++i) {
            const int k = first + 8 * i;
            const vector4 q = {r_fetch(in + AT(k)), r_fetch(in + AT(k + 1)), r_fetch(in + AT(k + 2)),
                               r_fetch(in + AT(k + 3))};
            s->momentum[i] = q;
            s->pdg[i] = r_fetch(in + AT(k + 4));
            s->colour[i] = r_fetch(in + AT(k + 5));
            s->anticolour[i] = r_fetch(in + AT(k + 6));
            TAKE_MASS
        }
    }

    MAP(clusterings, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL const scalar *, unused,
        GLOBAL const scalar *, idle) {
        cluster_state before;
        cluster_state behind;
        (void)unused;
        (void)idle;
        take(in, 0, 5, item, &before);
        take(in, 40, 6, item, &behind);
        const real log_t = r_fetch(in + AT(88));
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 4; ++k) {
                const cluster_places places = {5, i, k};
                const int row = 3 * (4 * i + k);
                mask there = m_none();
                real miss = R(0.0), part = R(0.0);
                if (i != k) {
                    cluster_state found;
                    cluster_point point;
                    splitting_end end;
                    const cluster_kind kind = cluster_kind_of(&behind, places);
                    there = cluster_event(&behind, places, &kind, &found, &point);
                    part = point.part;
                    miss = off(r_log(r_select(there, point.t, R(1.0))), log_t, R(1.0));
                    for (int n = 0; n < 5; ++n) {
                        const vector4 q = found.momentum[n], p = before.momentum[n];
                        const real scale = before.momentum[0].e + before.momentum[1].e;
                        miss = r_max(miss, r_max(off(q.e, p.e, scale), off(q.x, p.x, scale)));
                        miss = r_max(miss, r_max(off(q.y, p.y, scale), off(q.z, p.z, scale)));
                        miss = r_max(miss, off(found.pdg[n], before.pdg[n], R(1.0)));
                        miss = r_max(miss, off(found.colour[n], before.colour[n], R(1.0)));
                        miss = r_max(miss, off(found.anticolour[n], before.anticolour[n], R(1.0)));
                    }
                    const real s = cluster_square(&found, i, k);
                    end.incoming = i < 2 ? m_all() : m_none();
                    end.beside = k < 2 ? m_all() : m_none();
                    END_MASSES
                    const splitting_point at = splitting_point_at(&end, point.at.share, point.t / s);
                    miss = r_max(miss, off(at.pole / point.at.pole, R(1.0), R(1.0)));
                    miss = r_max(miss, r_max(off(at.x, point.at.x, R(1.0)), off(at.u, point.at.u, R(1.0))));
                    miss = r_max(miss, off(at.y, point.at.y, R(1.0)));
                    const real value = splitting_value(kind.splitting, &at);
                    miss = r_max(miss, off(value, splitting_value(kind.splitting, &point.at),
                                           R(1.0) + r_abs(value)));
                }
                r_store(out + AT(row), r_select(there, R(1.0), R(0.0)));
                r_store(out + AT(row + 1), r_select(there, miss, R(0.0)));
                r_store(out + AT(row + 2), r_select(there, part, R(0.0)));
            }
    });

static void put(double *in, const struct events *events, size_t slot, size_t slots, int first, int count)
{
    static const int rows[PARTICLE_NUMBERS] = {PARTON_E,   PARTON_X,      PARTON_Y,          PARTON_Z,
                                               PARTON_PDG, PARTON_COLOUR, PARTON_ANTICOLOUR, PARTON_MASS};
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < PARTICLE_NUMBERS; ++k)
            in[(size_t)(first + PARTICLE_NUMBERS * i + k) * slots + slot] = parton_of(events, slot, i,
                                                                                      rows[k]);
}

static int has_same_momenta(const struct events *a, const struct events *b, size_t slot)
{
    int same = 1;
    for (int i = 0; i < BEHIND; ++i)
        for (int c = 0; c < 4; ++c)
            same &= parton_of(a, slot, i, PARTON_E + c) == parton_of(b, slot, i, PARTON_E + c);
    return same;
}

/* Global recoil that would take more energy than there is has been local. Of such events another one is found
 * before the emission. They are few. */
static void check_clusterings(const char *constants, const struct beginning *of, size_t count)
{
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    const int is_short = !strcmp(test_device, "opencl") || !getenv("TESSERA_TEST_LONG"); /* each is exact */
    const size_t slots = is_short ? FEW : SLOTS;
    char head[600];
    snprintf(
        head, sizeof head,
        "%s#define SHOWER_BEAMS 1\n#define RECORDED 6\n#include \"shower/clustering.h\"\n"
        "#include \"map.h\"\n#if SHOWER_MASSES\n#define TAKE_MASS s->mass[i] = r_fetch(in + AT(k + 7));\n"
        "#define END_MASSES end.own = cluster_mass2(&found, i) / s; end.other = cluster_mass2(&found, k) / s;\n"
        "#else\n#define TAKE_MASS\n#define END_MASSES\n#endif\n",
        constants);
    struct kernel kernel = kernel_open_parts(head, cluster_text, slots);
    double *in = calloc(IN_NUMBERS * slots, sizeof *in), *out = calloc(OUT_NUMBERS * slots, sizeof *out);
    size_t kinds[2][2] = {{0}}, others = 0;
    assert_true(in && out);
    const char *const masses = of->mass > 0 ? "#define SHOWER_MASSES 1\n" : "";
    const int global = strstr(constants, "SHOWER_GLOBAL") != NULL;
    for (size_t b = 0; b < count; ++b) {
        struct events before = dipole_events_make(&shower, &of[b], constants, BEFORE, slots),
                      behind = dipole_events_make(&shower, &of[b], constants, BEHIND, slots),
                      local = dipole_events_make(&shower, &of[b], masses, BEHIND, slots);
        for (size_t slot = 0; slot < slots; ++slot) {
            put(in, &before, slot, slots, 0, BEFORE);
            put(in, &behind, slot, slots, BEFORE * PARTICLE_NUMBERS, BEHIND);
            in[(IN_NUMBERS - 1) * slots + slot] = number_of(&behind, slot, EVENT_SCALE);
        }
        kernel_run(&kernel, "clusterings",
                   (struct kernel_array[]){{in, IN_NUMBERS * slots, KERNEL_IN},
                                           {out, OUT_NUMBERS * slots, KERNEL_OUT},
                                           {in, 1, KERNEL_IN},
                                           {in, 1, KERNEL_IN}},
                   4);
        for (size_t slot = 0; slot < slots; ++slot) {
            int found = 0;
            if (number_of(&behind, slot, EVENT_PARTONS) < BEHIND)
                continue;
            for (int place = 0; place < PLACES * PLACES; ++place) {
                const double *of = out + (size_t)(3 * place) * slots + slot;
                if (of[0] == 0 || of[slots] > 1e-10)
                    continue;
                assert_true(of[2 * slots] > 0);
                ++found;
                ++kinds[place / PLACES < 2][place % PLACES < 2];
            }
            assert_true(found == 1 || (global && has_same_momenta(&behind, &local, slot)));
            others += found != 1;
        }
        free(before.rows);
        free(behind.rows);
        free(local.rows);
    }
    assert_true(others < slots / 100);
    for (int i = 0; i < 4; ++i)
        assert_true(kinds[i / 2][i % 2] > slots / 50);
    free(in);
    free(out);
    kernel_close(&kernel);
    beam_shower_free(&shower);
}

static void clusterings_are_emissions_backwards(void **unused)
{
    /* Top quarks as emitters and spectators of each other, of gluons and of what comes in. */
    static const struct beginning heavy[] = {{{21, 21, 6, -6}, {2, 3, 1, 0}, {1, 2, 0, 3}, 173},
                                             {{2, -2, 6, -6}, {0, 1, 2, 0}, {1, 0, 0, 2}, 173},
                                             {{2, 21, 6, 21}, {0, 1, 3, 2}, {1, 2, 0, 3}, 173},
                                             {{21, -1, 21, -5}, {2, 1, 3, 0}, {3, 0, 1, 2}, 4.7}};
    (void)unused;
    if (!test_double)
        skip();
    const size_t light = sizeof beginnings / sizeof *beginnings, massive = sizeof heavy / sizeof *heavy;
    check_clusterings("", beginnings, light);
    check_clusterings("#define SHOWER_GLOBAL 1\n", beginnings, light);
    check_clusterings("#define SHOWER_MASSES 1\n", heavy, massive);
    check_clusterings("#define SHOWER_MASSES 1\n#define SHOWER_GLOBAL 1\n", heavy, massive);
}

/* A quark and an antiquark make a boson and a gluon, which either of them may have emitted. The event keeps 1
 * if the first did by the history that is drawn, and else 0; behind it stands how often it should. */
static const char history_text[] = "#include \"shower/history.h\"\n" KERNEL_TEXT(FN void integrand_begin(
    CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event, event_state state,
    event_list events, uint32 slot) {
    const index slots = w_index(w_lane() + w_set(slot));
    const real none = R(0.0), one = R(1.0), two = R(2.0), mass = R(91.0);
    real a[2];
    cluster_state last;
    cluster_state first;
    (void)state;
    uniform_pair(event, STREAM_SAMPLING, 0, a);
    const real pt = R(10.0) + R(50.0) * a[0], tilt = r_exp(R(4.0) * a[1] - two);
    const real mt = r_sqrt(pt * pt + mass * mass), plus = mt + pt * tilt, minus = mt + pt / tilt;
    const vector4 q1 = {R(0.5) * plus, none, none, R(0.5) * plus};
    const vector4 q2 = {R(0.5) * minus, none, none, R(-0.5) * minus};
    const vector4 boson = {mt, -pt, none, none};
    const vector4 gluon = {R(0.5) * pt * (tilt + one / tilt), pt, none, R(0.5) * pt * (tilt - one / tilt)};
    last.momentum[0] = q1;
    last.momentum[1] = q2;
    last.momentum[2] = boson;
    last.momentum[3] = gluon;
    for (int i = 0; i < 4; ++i) {
        last.pdg[i] = r_set(i == 0 ? S(2.0) : i == 1 ? S(-2.0) : i == 2 ? S(23.0) : S(21.0));
        last.colour[i] = r_set(i == 1 ? S(2.0) : i == 3 ? S(1.0) : S(0.0));
        last.anticolour[i] = r_set(i == 0 ? S(1.0) : i == 3 ? S(2.0) : S(0.0));
    }
    event_begin(events, slot, none);
    for (int i = 0; i < 4; ++i)
        event_set_parton(events, slot, i, last.momentum[i], last.pdg[i], none, none);
    const history_kind kind = history_find(p, tables + (int)p->cores, events, slots, event, &last);
    history_fetch(events, slots, i_set(0), &first);
    const mask known = history_is_made(&kind), emits = first.momentum[0].e < q1.e * R(0.999999);
    event_store(events, EVENT_FACTOR, slot, r_select(known, r_select(emits, one, none), two));
    const real by1 = v_dot(q1, gluon), by2 = v_dot(q2, gluon);
    event_store(events, EVENT_VETOED, slot, by2 / (by1 + by2));
});

/* D_1 : D_2 = 1 / p_1.k : 1 / p_2.k of the two dipoles, whose splitting functions are of the same x. */
static void histories_are_as_frequent_as_their_kernels(void **unused)
{
    (void)unused;
    if (!test_double)
        skip();
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    const size_t slots = !strcmp(test_device, "opencl") ? FEW : SLOTS, length = shower.length;
    static const double cores[] = {1, 2, -2};
    double numbers[BEAM_NUMBERS + 1], *tables = realloc(shower.tables, (length + 3) * sizeof *tables);
    double off = 0, variance = 0;
    assert_non_null(tables);
    shower.tables = tables;
    memcpy(shower.tables + length, cores, sizeof cores);
    shower.length = length + 3;
    memcpy(numbers, shower.numbers, sizeof shower.numbers);
    numbers[BEAM_NUMBERS] = (double)length;
    const struct beam_process process = {
        "#define RECORDED 4\n#define MERGING_SET 2\n#define MERGING_JETS 1\n", "scalar cores;", history_text,
        numbers, BEAM_NUMBERS + 1};
    struct events events = beam_events_make(&shower, &process, ROOM, slots);
    for (size_t slot = 0; slot < slots; ++slot) {
        const double emits = number_of(&events, slot, EVENT_FACTOR),
                     share = number_of(&events, slot, EVENT_VETOED);
        assert_true(emits == 0 || emits == 1);
        off += emits - share;
        variance += share * (1 - share);
    }
    assert_true(fabs(off) < 4 * sqrt(variance));
    assert_true(variance > 0.05 * (double)slots);
    free(events.rows);
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(clusterings_are_emissions_backwards),
                                       cmocka_unit_test(histories_are_as_frequent_as_their_kernels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

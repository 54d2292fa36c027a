/* Jets, scales of the kt algorithm and event shapes of showered hadron collisions, against straightforward
 * code.
 *
 *   test_hadron_jets DEVICE PRECISION                  the tests
 *   test_hadron_jets DEVICE PRECISION print POWER R SEED
 *
 * prints events for tests/program/test_hadron_jets_peers.sh: a line `E px py pz` for each parton, then a line
 * `=` with the numbers of the kernel (enum result), below -1e30: none. */
#include "kernel_support.h"
#include "phase_space_points.h"

#include "shower/event_layout.h"
#include "shower/parameters.h"

#include <math.h>

enum { EVENTS = 2048, PARTONS = 26, ROWS = EVENT_ROWS_FOR(PARTONS), JETS = 24, SCALES = 4 };
enum result {
    COUNT_OF_JETS,
    HT,
    PT,
    ETA = PT + JETS,
    SCALE = ETA + JETS,
    THRUST = SCALE + SCALES,
    MINOR,
    SPHEROCITY,
    RESULTS
};

#define NUMBER(name) NUMBER_##name,
enum { SHOWER_PARAMETERS(NUMBER) BEAM_SHOWER_PARAMETERS(NUMBER) NUMBERS };
#undef NUMBER

static double rows[(size_t)ROWS * EVENTS], results[(size_t)RESULTS * EVENTS];
static const double pt_min = 20, eta_max = 4.5;

static const char head[] =
    "#define SHOWER_BEAMS 1\n#define MOST_PARTONS 26\n#define HADRON_JETS 24\n#include \"map.h\"\n"
    "#include \"shower/parameters.h\"\n#define PARAMETER(name) scalar name;\n"
    "typedef struct parameters { SHOWER_PARAMETERS(PARAMETER) BEAM_SHOWER_PARAMETERS(PARAMETER) } parameters;\n"
    "#include \"observable/hadron_jets.h\"\n#include \"observable/hadron_shapes.h\"\n";
static const char kernels[] = KERNEL_TEXT(MAP(observe, CONSTANT parameters *, p, GLOBAL scalar *, rows,
                                              GLOBAL scalar *, out, GLOBAL uint32 *, offsets) {
    const event_list events = {rows, COUNT, 0, 0, offsets};
    hadron_jets jets;
    hadron_shapes shapes;
    real scales[JET_SCALES];
    hadron_jets_find(p, events, (uint32)ELEMENT, &jets);
    hadron_jets_scales(p, events, (uint32)ELEMENT, scales);
    hadron_shapes_find(p, events, (uint32)ELEMENT, &shapes);
    r_store(out + AT(0), jets.count);
    r_store(out + AT(1), jets.ht);
    for (int i = 0; i < HADRON_JETS; ++i) {
        r_store(out + AT(2 + i), jets.pt[i]);
        r_store(out + AT(2 + HADRON_JETS + i), jets.eta[i]);
    }
    for (int i = 0; i < JET_SCALES; ++i)
        r_store(out + AT(2 + 2 * HADRON_JETS + i), scales[i]);
    r_store(out + AT(2 + 2 * HADRON_JETS + JET_SCALES), shapes.thrust);
    r_store(out + AT(3 + 2 * HADRON_JETS + JET_SCALES), shapes.minor);
    r_store(out + AT(4 + 2 * HADRON_JETS + JET_SCALES), shapes.spherocity);
});

/* A parton in the laboratory. */
typedef struct parton {
    double e, x, y, z;
} parton;

static double *row_of(int row, size_t slot) { return rows + (size_t)row * EVENTS + slot; }
static double *parton_row(int parton, int row, size_t slot)
{
    return row_of(EVENT_PARTON + PARTON_ROWS * parton + row, slot);
}
static double result(int row, size_t slot) { return results[(size_t)row * EVENTS + slot]; }

/* A particle with a mass in the frame of the event. */
static void put(size_t slot, int place, double mass, double pt, double y, double phi, int colour)
{
    const double mt = hypot(mass, pt);
    *parton_row(place, PARTON_E, slot) = mt * cosh(y);
    *parton_row(place, PARTON_X, slot) = pt * cos(phi);
    *parton_row(place, PARTON_Y, slot) = pt * sin(phi);
    *parton_row(place, PARTON_Z, slot) = mt * sinh(y);
    *parton_row(place, PARTON_COLOUR, slot) = colour;
    *parton_row(place, PARTON_ANTICOLOUR, slot) = 0;
}

/* None to 23 partons about one to four axes. Before them are two that come in and what is not seen: a boson
 * without colour, a top quark or its antiquark. Distances and parts of the momentum lie over orders of
 * magnitude. */
static void events_random(uint64_t seed)
{
    memset(rows, 0, sizeof rows);
    for (size_t slot = 0; slot < EVENTS; ++slot) {
        const int partons = (int)(slot % (PARTONS - 2)), axes = 1 + (int)(slot / PARTONS % 4);
        double axis[4][3];
        *row_of(EVENT_PARTONS, slot) = partons + 3;
        *row_of(EVENT_BOOST, slot) = exp(2 * random_uniform(&seed) - 1);
        for (int i = 0; i < 2; ++i)
            put(slot, i, 0, 0, 0, 0, 1);
        const int unseen = (int)(slot % 3) - 1; /* t~, boson, t */
        put(slot, 2, unseen ? 172.5 : 91.2, 200 * random_uniform(&seed), 0, 1, unseen != 0);
        *parton_row(2, PARTON_PDG, slot) = 6 * unseen;
        for (int i = 0; i < axes; ++i) {
            axis[i][0] = 10 * pow(30, random_uniform(&seed));
            axis[i][1] = 6 * random_uniform(&seed) - 3;
            axis[i][2] = 2 * M_PI * random_uniform(&seed);
        }
        for (int i = 0; i < partons; ++i) {
            const double *of = axis[i % axes], turn = 2 * M_PI * random_uniform(&seed);
            const double away = i < axes ? 0 : 2 * pow(1e-3, random_uniform(&seed));
            put(slot, 3 + i, 0, of[0] * (i < axes ? 1 : pow(1e-2, random_uniform(&seed))),
                of[1] + away * cos(turn), of[2] + away * sin(turn), 1);
        }
    }
}

static int partons_of(size_t slot, parton list[PARTONS])
{
    const int count = (int)*row_of(EVENT_PARTONS, slot) - 3;
    const double boost = kernel_scalar(*row_of(EVENT_BOOST, slot));
    for (int i = 0; i < count; ++i) {
        double p[4];
        for (int c = 0; c < 4; ++c)
            p[c] = kernel_scalar(*parton_row(3 + i, PARTON_E + c, slot));
        const double plus = (p[0] + p[3]) * boost, minus = (p[0] - p[3]) / boost;
        list[i] = (parton){(plus + minus) / 2, p[1], p[2], (plus - minus) / 2};
    }
    return count;
}

static void run(double power, double radius)
{
    static double numbers[NUMBERS];
    static uint32_t offsets[EVENTS];
    struct kernel kernel = kernel_open_parts(head, kernels, EVENTS);
    numbers[NUMBER_beam_root_s] = 13000;
    numbers[NUMBER_jet_power] = power;
    numbers[NUMBER_jet_radius2] = radius * radius;
    numbers[NUMBER_jet_pt2_min] = pt_min * pt_min;
    numbers[NUMBER_jet_eta_max] = eta_max;
    kernel_run(&kernel, "observe",
               (struct kernel_array[]){{numbers, NUMBERS, KERNEL_IN},
                                       {rows, sizeof rows / sizeof *rows, KERNEL_IN},
                                       {results, sizeof results / sizeof *results, KERNEL_OUT},
                                       {offsets, EVENTS, KERNEL_WORDS | KERNEL_IN}},
               4);
    kernel_close(&kernel);
}

/* y by the mass, so that both halves keep their digits. */
static double rapidity(parton p)
{
    const double pt2 = p.x * p.x + p.y * p.y, m2 = fmax(p.e * p.e - p.z * p.z - pt2, 0);
    return copysign(log((p.e + fabs(p.z)) / sqrt(pt2 + m2)), p.z);
}

static double closeness(parton p, parton q)
{
    const double phi = remainder(atan2(p.y, p.x) - atan2(q.y, q.x), 2 * M_PI), y = rapidity(p) - rapidity(q);
    return phi * phi + y * y;
}

static int falling(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

struct plain {
    int count;
    double ht, jets[JETS][2], scales[SCALES]; /* pT and eta by falling pT; d01, ... */
};

/* Sequential recombination, all distances anew at every step. */
static void cluster(parton *list, int count, double power, double radius, struct plain *found)
{
    *found = (struct plain){0};
    while (count > 0) {
        int first = 0, second = -1;
        double least = INFINITY;
        for (int i = 0; i < count; ++i)
            for (int k = -1; k < i; ++k) {
                const double own = pow(list[i].x * list[i].x + list[i].y * list[i].y, power);
                const double other = k < 0 ? own : pow(list[k].x * list[k].x + list[k].y * list[k].y, power);
                const double d = fmin(own, other) *
                                 (k < 0 ? 1 : closeness(list[i], list[k]) / (radius * radius));
                if (d < least)
                    least = d, first = i, second = k;
            }
        const parton p = list[first];
        if (second >= 0) {
            list[second] = (parton){p.e + list[second].e, p.x + list[second].x, p.y + list[second].y,
                                    p.z + list[second].z};
        } else {
            const double pt = hypot(p.x, p.y), eta = asinh(p.z / pt);
            if (pt >= pt_min && fabs(eta) <= eta_max) {
                found->ht += pt;
                found->jets[found->count][0] = pt;
                found->jets[found->count++][1] = eta;
            }
        }
        list[first] = list[--count];
        if (count < SCALES)
            found->scales[count] = least;
    }
    qsort(found->jets, (size_t)found->count, sizeof *found->jets, falling);
}

static int near(double found, double expected)
{
    return fabs(found - expected) <= (test_double ? 1e-9 : 1e-3) * (1 + fabs(expected));
}

/* Whether an event is as the plain code has it. */
static int agrees(size_t slot, double power, double radius)
{
    parton list[PARTONS];
    struct plain plain, by_kt;
    const int count = partons_of(slot, list);
    cluster(list, count, power, radius, &plain);
    partons_of(slot, list);
    cluster(list, count, 1, radius, &by_kt);
    int same = result(COUNT_OF_JETS, slot) == plain.count && near(result(HT, slot), plain.ht);
    for (int i = 0; i < JETS; ++i)
        same &= i < plain.count ? near(result(PT + i, slot), plain.jets[i][0]) &&
                                      near(result(ETA + i, slot), plain.jets[i][1])
                                : result(PT + i, slot) < -1e30;
    for (int i = 0; i < SCALES; ++i)
        same &= i < count ? near(result(SCALE + i, slot), by_kt.scales[i]) : result(SCALE + i, slot) < -1e30;
    return same;
}

/* In single precision what is within rounding of another distance goes another way. */
static void jets_are_those_of_plain_code(void **unused)
{
    static const double tried[][2] = {{-1, 0.4}, {0, 1}, {1, 0.6}};
    (void)unused;
    events_random(7);
    for (size_t k = 0; k < sizeof tried / sizeof *tried; ++k) {
        size_t others = 0;
        run(tried[k][0], tried[k][1]);
        for (size_t slot = 0; slot < EVENTS; ++slot)
            others += !agrees(slot, tried[k][0], tried[k][1]);
        print_message("power %g, R %g: %zu of %d events differ\n", tried[k][0], tried[k][1], others, EVENTS);
        assert_true(others <= (test_double ? 0 : EVENTS / 50));
    }
}

/* Sums of |p . n| and |p x n| over directions all around: what is best of them. */
static void shapes_are_the_best_of_all_directions(void **unused)
{
    enum { DIRECTIONS = 20000, STEP = 51 };
    (void)unused;
    events_random(8);
    run(-1, 0.4);
    for (size_t slot = 0; slot < EVENTS; slot += STEP) {
        parton all[PARTONS], list[PARTONS];
        int count = 0;
        double sum = 0, most = 0, least = INFINITY, minor = 0;
        for (int i = 0, there = partons_of(slot, all); i < there; ++i)
            if (fabs(asinh(all[i].z / hypot(all[i].x, all[i].y))) <= eta_max)
                list[count++] = all[i];
        for (int i = 0; i < count; ++i)
            sum += hypot(list[i].x, list[i].y);
        for (int k = 0; k < DIRECTIONS; ++k) {
            const double x = cos(M_PI * k / DIRECTIONS), y = sin(M_PI * k / DIRECTIONS);
            double along = 0, across = 0;
            for (int i = 0; i < count; ++i) {
                along += fabs(list[i].x * x + list[i].y * y) / sum;
                across += fabs(list[i].x * y - list[i].y * x) / sum;
            }
            minor = along > most ? across : minor;
            most = fmax(most, along);
            least = fmin(least, across);
        }
        if (!count) {
            assert_true(result(THRUST, slot) < -1e30 && result(MINOR, slot) < -1e30 &&
                        result(SPHEROCITY, slot) < -1e30);
            continue;
        }
        const double rounding = test_double ? 1e-12 : 1e-5, step = M_PI / DIRECTIONS;
        const double round = sqrt(fmax(result(SPHEROCITY, slot), 0)) * 2 / M_PI;
        assert_true(1 - result(THRUST, slot) >= most - rounding &&
                    1 - result(THRUST, slot) <= most + step * step + rounding);
        assert_true(round <= least + rounding && round >= least - step - rounding);
        assert_true(fabs(result(MINOR, slot) - minor) < 2 * step + 10 * rounding);
    }
}

static void print_events(char **words)
{
    parton list[PARTONS];
    events_random((uint64_t)atoi(words[2]));
    run(atof(words[0]), atof(words[1]));
    for (size_t slot = 0; slot < EVENTS; ++slot) {
        for (int i = 0, count = partons_of(slot, list); i < count; ++i)
            printf("%.17g %.17g %.17g %.17g\n", list[i].e, list[i].x, list[i].y, list[i].z);
        printf("=");
        for (int i = 0; i < RESULTS; ++i)
            printf(" %.17g", result(i, slot));
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    if (argc == 7 && !strcmp(argv[3], "print")) {
        print_events(argv + 4);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jets_are_those_of_plain_code),
        cmocka_unit_test(shapes_are_the_best_of_all_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

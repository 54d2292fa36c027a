/* Jet cuts, observables and bins against straightforward double-precision code of the C library. */
#include "kernel_support.h"

#include <math.h>

/* JETS is the kernel's FINAL; ROWS are the momenta and the rapidity of an event. */
enum { JETS = 6, COUNT = 320000, ROWS = 4 * JETS + 1, RESULTS = 3 * JETS + 2, BIN_COUNT = 64 };

static double events[ROWS * COUNT], results[RESULTS * COUNT];

/* Rounding: relative to the values, which are of order 1 in size and angle. */
static double rounding(void) { return test_double ? 1e-14 : 1e-5; }

static const char head[] =
    "#define FINAL 6\n#define JETS FINAL\n#include \"map.h\"\n#include \"observable/histogram_bin.h\"\n"
    "#include \"observable/jets.h\"\n#include \"phase_space/rambo.h\"\n#include \"random.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    /* momenta [JETS][4] and the rapidity */
    MAP(make, GLOBAL scalar *, out, GLOBAL scalar *, none, GLOBAL scalar *, more, GLOBAL scalar *, most) {
        event_number event = {w_lane() + (uint32)ELEMENT, w_set(0), 5, 0};
        real u[RAMBO_NUMBERS];
        real pair[2];
        vector4 p[JETS];
        for (int i = 0; i < RAMBO_NUMBERS / 2; ++i)
            uniform_pair(event, STREAM_SAMPLING, (uint32)i, u + 2 * i);
        uniform_pair(event, STREAM_SAMPLING, 100, pair);
        rambo(u, R(1.0), p);
        for (int i = 0; i < JETS; ++i) {
            r_store(out + AT(4 * i), p[i].e);
            r_store(out + AT(4 * i + 1), p[i].x);
            r_store(out + AT(4 * i + 2), p[i].y);
            r_store(out + AT(4 * i + 3), p[i].z);
        }
        r_store(out + AT(4 * JETS), (pair[0] - R(0.5)) * R(3.0));
    }

    FN void fetch_event(GLOBAL const scalar *from, uint64 item, vector4 p[JETS]) {
        for (int i = 0; i < JETS; ++i) {
            p[i].e = r_fetch(from + AT(4 * i));
            p[i].x = r_fetch(from + AT(4 * i + 1));
            p[i].y = r_fetch(from + AT(4 * i + 2));
            p[i].z = r_fetch(from + AT(4 * i + 3));
        }
    }

    /* HT, R_min, then pT, eta, phi of each jet by falling pT */
    MAP(observables, GLOBAL const scalar *, events, GLOBAL scalar *, out, GLOBAL scalar *, none,
        GLOBAL scalar *, more) {
        vector4 p[JETS];
        particle_set set;
        fetch_event(events, item, p);
        jets_pt(p, &set);
        jets_angles(p, r_fetch(events + AT(4 * JETS)), &set);
        r_store(out + AT(0), particles_ht(&set, PARTICLES_ALL));
        r_store(out + AT(1), particles_rmin(&set, PARTICLES_ALL));
        jets_order(&set);
        for (int i = 0; i < JETS; ++i) {
            r_store(out + AT(2 + 3 * i), set.pt[i]);
            r_store(out + AT(3 + 3 * i), set.eta[i]);
            r_store(out + AT(4 + 3 * i), set.phi[i]);
        }
    }

    /* limits: pT, exp of the largest |eta|, Delta R; 1 where an event passes */
    MAP(cut, GLOBAL const scalar *, events, GLOBAL const scalar *, limits, GLOBAL scalar *, out,
        GLOBAL scalar *, none) {
        vector4 p[JETS];
        particle_set set;
        jet_cuts cuts = {r_set(limits[0]), limits[1], limits[2]};
        fetch_event(events, item, p);
        mask pass = jets_pass(p, r_fetch(events + AT(4 * JETS)), cuts, &set);
        r_store(out + AT(0), r_select(pass, R(1.0), R(0.0)));
    }

    /* the bins of values: linear [0, 10), 10 bins; logarithmic [1, 1000), 3 */
    MAP(bins, GLOBAL const scalar *, values, GLOBAL const scalar *, limits, GLOBAL scalar *, linear,
        GLOBAL scalar *, logarithmic) {
        real value = r_fetch(values + AT(0));
        r_store(linear + AT(0), r_from_index(histogram_bin(value, 0, 1, 10)));
        r_store(logarithmic + AT(0), r_from_index(histogram_log_bin(value, 0, limits[0], 3)));
    });

typedef struct plain_jet {
    double pt, eta, phi;
} plain_jet;

static int falling(const void *a, const void *b)
{
    double x = ((const plain_jet *)a)->pt, y = ((const plain_jet *)b)->pt;
    return (x < y) - (x > y);
}

static void plain_jets(size_t event, plain_jet jets[JETS])
{
    for (size_t i = 0; i < JETS; ++i) {
        const double *p = events + 4 * i * COUNT + event;
        jets[i].pt = hypot(p[COUNT], p[2 * COUNT]);
        jets[i].eta = asinh(p[3 * COUNT] / jets[i].pt) + events[4 * JETS * (size_t)COUNT + event];
        jets[i].phi = atan2(p[2 * COUNT], p[COUNT]);
    }
}

static double plain_rmin(const plain_jet jets[JETS])
{
    double least = INFINITY;
    for (int i = 0; i < JETS; ++i)
        for (int j = 0; j < i; ++j) {
            double phi = remainder(jets[i].phi - jets[j].phi, 2 * acos(-1.0));
            least = fmin(least, hypot(jets[i].eta - jets[j].eta, phi));
        }
    return least;
}

static struct kernel make_events(void)
{
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "make", (struct kernel_array[]){{events, ROWS * COUNT, KERNEL_OUT}}, 1);
    return kernel;
}

static double result(int row, size_t event) { return results[(size_t)row * COUNT + event]; }

static void observables(void **unused)
{
    (void)unused;
    struct kernel kernel = make_events();
    kernel_run(&kernel, "observables",
               (struct kernel_array[]){{events, ROWS * COUNT, KERNEL_IN},
                                       {results, RESULTS * COUNT, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
    for (size_t event = 0; event < COUNT / 10; ++event) {
        plain_jet plain[JETS];
        plain_jets(event, plain);
        double sum = 0;
        for (int i = 0; i < JETS; ++i)
            sum += plain[i].pt;
        assert_true(fabs(result(0, event) - sum) < rounding());
        assert_true(fabs(result(1, event) - plain_rmin(plain)) < rounding());
        qsort(plain, JETS, sizeof *plain, falling);
        for (int i = 0; i < JETS; ++i) {
            assert_true(fabs(result(2 + 3 * i, event) - plain[i].pt) < rounding());
            assert_true(fabs(result(3 + 3 * i, event) - plain[i].eta) < rounding());
            assert_true(fabs(result(4 + 3 * i, event) - plain[i].phi) < rounding());
        }
    }
}

static void run_cut(const struct kernel *kernel, double pt_min, double eta_max, double dr_min)
{
    double limits[] = {pt_min, exp(eta_max), dr_min};
    kernel_run(kernel, "cut",
               (struct kernel_array[]){{events, ROWS * COUNT, KERNEL_IN},
                                       {limits, 3, KERNEL_IN},
                                       {results, COUNT, KERNEL_OUT}},
               3);
}

/* Both codes decide alike unless an event lies on a cut within rounding; both outcomes occur. */
static void cuts(void **unused)
{
    (void)unused;
    const double pt_min = 0.02, eta_max = 2.5, dr_min = 0.4;
    long passed = 0;
    struct kernel kernel = make_events();
    run_cut(&kernel, pt_min, eta_max, dr_min);
    kernel_close(&kernel);
    for (size_t event = 0; event < COUNT; ++event) {
        plain_jet plain[JETS];
        plain_jets(event, plain);
        /* how far inside all cuts, negative outside */
        double inside = plain_rmin(plain) - dr_min;
        for (int i = 0; i < JETS; ++i)
            inside = fmin(inside, fmin(plain[i].pt - pt_min, eta_max - fabs(plain[i].eta)));
        if (fabs(inside) > rounding())
            assert_int_equal(result(0, event) != 0, inside > 0);
        passed += result(0, event) != 0;
    }
    assert_true(passed > 1000 && COUNT - passed > 1000);
}

/* A jet along the beam has an infinite pseudorapidity and fails; none of the numbers traps. */
static void along_the_beam(void **unused)
{
    (void)unused;
    struct kernel kernel = make_events();
    for (size_t event = 0; event < COUNT; ++event) {
        double *p = events + 4 * 2 * (size_t)COUNT + event;
        p[0] = 0.1;
        p[COUNT] = p[2 * COUNT] = 0;
        p[3 * COUNT] = -0.1;
    }
    run_cut(&kernel, -1, 2.5, 0);
    for (size_t event = 0; event < COUNT; ++event)
        assert_true(result(0, event) == 0);
    kernel_run(&kernel, "observables",
               (struct kernel_array[]){{events, ROWS * COUNT, KERNEL_IN},
                                       {results, RESULTS * COUNT, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
    for (size_t event = 0; event < COUNT; ++event) /* the jet without pT is the last */
        assert_true(isinf(result(3 * JETS, event)) && result(3 * JETS, event) < 0);
}

static void bins(void **unused)
{
    (void)unused;
    static double values[BIN_COUNT], linear[BIN_COUNT], logarithmic[BIN_COUNT];
    const double tried[] = {-1e30, -INFINITY, -1,  0,   0.5, 1,   9.75, 10,
                            1e30,  INFINITY,  NAN, 1.5, 5,   700, 1500};
    const int in_linear[] = {0, 0, 0, 1, 1, 2, 10, 11, 11, 11, 11, 2, 6, 11, 11};
    const int in_logarithmic[] = {0, 0, 0, 0, 0, 1, 1, -1,
                                  4, 4, 4, 1, 1, 3, 4}; /* 10 is on an edge in rounding */
    double limits[] = {1 / log(10)};
    memcpy(values, tried, sizeof tried);
    struct kernel kernel = kernel_open_parts(head, kernels, BIN_COUNT);
    kernel_run(&kernel, "bins",
               (struct kernel_array[]){{values, BIN_COUNT, KERNEL_IN},
                                       {limits, 1, KERNEL_IN},
                                       {linear, BIN_COUNT, KERNEL_OUT},
                                       {logarithmic, BIN_COUNT, KERNEL_OUT}},
               4);
    kernel_close(&kernel);
    for (size_t i = 0; i < sizeof tried / sizeof *tried; ++i) {
        assert_true(linear[i] == in_linear[i]);
        assert_true(in_logarithmic[i] < 0 || logarithmic[i] == in_logarithmic[i]);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(observables),
        cmocka_unit_test(cuts),
        cmocka_unit_test(along_the_beam),
        cmocka_unit_test(bins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

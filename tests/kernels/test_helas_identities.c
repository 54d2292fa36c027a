/* Amplitudes put together from HELAS functions. Photons on fermions, scalars and W bosons are gauge
 * invariant, gluons among themselves and a photon in u d~ -> W+ photon. Then squares in two channels
 * each, which crossing relates, against their closed forms. Each violation is relative to the sizes
 * of the diagrams. */
#include "error_quantiles.h"
#include "helas_program.h"

static const char kernels[] = KERNEL_TEXT(
    FN real helicity(int bits, int bit) {
        int up = (bits >> bit) & 1;
        return up ? R(1.0) : R(-1.0);
    }

    FN real size(complex_number z) {
        real square = c_norm(z);
        return r_sqrt(square);
    }

    FN helas_coupling equal(real g) {
        helas_coupling both = {c_set(g, R(0.0)), c_set(g, R(0.0))};
        return both;
    }

    /* An incoming or outgoing vector whose polarisation is its momentum. */
    FN helas_vector longitudinal(vector4 p, real sign) {
        complex_vector v = {c_set(p.e, R(0.0)), c_set(p.x, R(0.0)), c_set(p.y, R(0.0)), c_set(p.z, R(0.0))};
        helas_vector w = {v, v_scale(p, sign)};
        return w;
    }

    /* Where there is no third diagram. */
    FN complex_number nothing(void) {
        complex_number zero = {R(0.0), R(0.0)};
        return zero;
    }

    /* Adds |a + b + c| and |a| + |b| + |c|: single helicities may vanish diagram by diagram. */
    FN void compare(real total[2], complex_number a, complex_number b, complex_number c) {
        total[0] = total[0] + size(c_add(c_add(a, b), c));
        total[1] = total[1] + size(a) + size(b) + size(c);
    }

    /* One fermion line, two vectors in both orders. */
    FN complex_number line(helas_fermion fi, helas_fermion fo, helas_vector first, helas_vector second,
                           helas_coupling g, real mass) {
        helas_fermion between = fvixxx(fi, first, g, mass, R(0.0));
        return iovxxx(between, fo, second, g);
    }

    IDENTITY(ward_fermion) {
        real total[2] = {R(0.0), R(0.0)};
        for (int h = 0; h < 8; ++h) {
            helas_fermion fi = ixxxxx(p[0], mass, helicity(h, 0), R(1.0));
            helas_fermion fo = oxxxxx(p[2], mass, helicity(h, 1), R(1.0));
            helas_vector in = vxxxx0(p[1], helicity(h, 2), R(-1.0));
            helas_vector out = longitudinal(p[3], R(1.0));
            compare(total, line(fi, fo, in, out, equal(R(1.0)), mass),
                    line(fi, fo, out, in, equal(R(1.0)), mass), nothing());
        }
        return total[0] / total[1];
    }

    /* Two scalars come in: their vertices are g (p1 - p2), the contact vertex 2 g^2. */
    IDENTITY(ward_scalar) {
        real total[2] = {R(0.0), R(0.0)};
        complex_number g = c_set(R(0.5), R(0.0));
        helas_scalar s1 = sxxxxx(p[0], R(-1.0));
        helas_scalar s2 = sxxxxx(p[1], R(-1.0));
        helas_vector v1 = longitudinal(p[2], R(1.0));
        for (int h = 0; h < 2; ++h) {
            helas_vector v2 = vxxxx0(p[3], helicity(h, 0), R(1.0));
            compare(total, vssxxx(v2, hvsxxx(v1, s1, g, mass, R(0.0)), s2, g),
                    vssxxx(v1, hvsxxx(v2, s1, g, mass, R(0.0)), s2, g),
                    vvssxx(v1, v2, s1, s2, R_NUMBER(0.5)));
        }
        return total[0] / total[1];
    }

    /* What multiplies f^abx f^xcd. */
    FN complex_number gluon_channel(helas_vector a, helas_vector b, helas_vector c, helas_vector d, real g) {
        return c_subtract(ggggxx(a, b, c, d, g), vvvxxx(jvvxx0(a, b, g), c, d, g));
    } IDENTITY(ward_gluons) {
        real total[2] = {R(0.0), R(0.0)};
        real g = R(1.25);
        helas_vector d = longitudinal(p[3], R(1.0));
        for (int h = 0; h < 8; ++h) {
            helas_vector a = vxxxx0(p[0], helicity(h, 0), R(-1.0));
            helas_vector b = vxxxx0(p[1], helicity(h, 1), R(-1.0));
            helas_vector c = vxxxx0(p[2], helicity(h, 2), R(1.0));
            complex_number s = gluon_channel(a, b, c, d, g);
            complex_number t = gluon_channel(a, c, d, b, g);
            complex_number u = gluon_channel(a, d, b, c, g);
            compare(total, s, c_negate(t), nothing());
            compare(total, s, c_negate(u), nothing());
        }
        return total[0] / total[1];
    }

    /* Two photons make W- and W+, all helicities of these. */
    IDENTITY(ward_w) {
        real total[2] = {R(0.0), R(0.0)};
        real g = R(0.75);
        helas_vector a1 = longitudinal(p[0], R(-1.0));
        for (int h = 0; h < 18; ++h) {
            helas_vector a2 = vxxxx0(p[1], helicity(h, 0), R(-1.0));
            helas_vector wm = vxxxxx(p[2], mass, r_set((scalar)(h / 2 % 3 - 1)), R(1.0));
            helas_vector wp = vxxxxx(p[3], mass, r_set((scalar)(h / 6 - 1)), R(1.0));
            compare(total, vvvxxx(jvvxxx(a1, wm, g, mass, R(0.0)), wp, a2, g),
                    vvvxxx(jvvxxx(a2, wm, g, mass, R(0.0)), wp, a1, g), w3w3xx(wm, a1, wp, a2, g, g));
        }
        return total[0] / total[1];
    }

    /* Without masses W- W+ -> W- W+ is gauge invariant as gluons are. That takes the exchange of the neutral
     * vectors that couple with the same squares as the contact vertex. All are waves that flow out. */
    IDENTITY(ward_four_w) {
        (void)mass;
        real total[2] = {R(0.0), R(0.0)};
        real g = R(1.25);
        helas_vector wm1 = longitudinal(p[3], R(1.0));
        for (int h = 0; h < 8; ++h) {
            helas_vector wp1 = vxxxx0(p[0], helicity(h, 0), R(-1.0));
            helas_vector wm2 = vxxxx0(p[1], helicity(h, 1), R(-1.0));
            helas_vector wp2 = vxxxx0(p[2], helicity(h, 2), R(1.0));
            compare(total, vvvxxx(wm2, wp2, jvvxx0(wm1, wp1, g), g), vvvxxx(wm2, wp1, jvvxx0(wm1, wp2, g), g),
                    wwwwxx(wm1, wp1, wm2, wp2, R(0.75), R(1.0)));
        }
        return total[0] / total[1];
    }

    /* u d~ -> W+ photon: the photon couples to quarks by -e Q, to W by e. */
    IDENTITY(ward_charges) {
        real total[2] = {R(0.0), R(0.0)};
        real e = R(0.375);
        helas_coupling up = equal(R(-2.0 / 3.0) * e);
        helas_coupling down = equal(R(1.0 / 3.0) * e);
        helas_coupling weak = {c_set(R(0.5), R(0.25)), nothing()};
        helas_fermion u = ixxxx0(p[0], R(-1.0), R(1.0));
        helas_fermion d = oxxxx0(p[1], R(1.0), R(-1.0));
        helas_vector photon = longitudinal(p[3], R(1.0));
        for (int h = -1; h <= 1; ++h) {
            helas_vector wp = vxxxxx(p[2], mass, r_set((scalar)h), R(1.0));
            compare(total, iovxxx(fvixx0(u, photon, up), d, wp, weak),
                    iovxxx(u, fvoxx0(d, photon, down), wp, weak),
                    vvvxxx(jioxxx(u, d, weak, mass, R(0.0)), wp, photon, e));
        }
        return total[0] / total[1];
    }

    /* e- photon -> e- photon, summed over helicities */
    IDENTITY(compton) {
        real sum = R(0.0);
        for (int h = 0; h < 16; ++h) {
            helas_fermion fi = ixxxxx(p[0], mass, helicity(h, 0), R(1.0));
            helas_fermion fo = oxxxxx(p[2], mass, helicity(h, 1), R(1.0));
            helas_vector in = vxxxx0(p[1], helicity(h, 2), R(-1.0));
            helas_vector out = vxxxx0(p[3], helicity(h, 3), R(1.0));
            sum = sum + c_norm(c_add(line(fi, fo, in, out, equal(R(1.0)), mass),
                                     line(fi, fo, out, in, equal(R(1.0)), mass)));
        }
        return sum;
    }
    /* photon photon -> e- e+, by the waves that flow out */
    IDENTITY(pair) {
        real sum = R(0.0);
        helas_coupling one = equal(R(1.0));
        for (int h = 0; h < 16; ++h) {
            helas_fermion fo = oxxxxx(p[2], mass, helicity(h, 0), R(1.0));
            helas_fermion fi = ixxxxx(p[3], mass, helicity(h, 1), R(-1.0));
            helas_vector a = vxxxx0(p[0], helicity(h, 2), R(-1.0));
            helas_vector b = vxxxx0(p[1], helicity(h, 3), R(-1.0));
            sum = sum + c_norm(c_add(iovxxx(fi, fvoxxx(fo, a, one, mass, R(0.0)), b, one),
                                     iovxxx(fi, fvoxxx(fo, b, one, mass, R(0.0)), a, one)));
        }
        return sum;
    }
    /* e- e+ -> mu- mu+, and e- mu- -> e- mu-; the electron has no mass */
    IDENTITY(muon_pair) {
        real sum = R(0.0);
        helas_coupling one = equal(R(1.0));
        for (int h = 0; h < 16; ++h) {
            helas_vector photon = jioxx0(ixxxx0(p[0], helicity(h, 0), R(1.0)),
                                         oxxxx0(p[1], helicity(h, 1), R(-1.0)), one);
            sum = sum + c_norm(iovxxx(ixxxxx(p[3], mass, helicity(h, 2), R(-1.0)),
                                      oxxxxx(p[2], mass, helicity(h, 3), R(1.0)), photon, one));
        }
        return sum;
    } IDENTITY(muon_scattering) {
        real sum = R(0.0);
        helas_coupling one = equal(R(1.0));
        for (int h = 0; h < 16; ++h) {
            helas_vector photon = jioxx0(ixxxx0(p[0], helicity(h, 0), R(1.0)),
                                         oxxxx0(p[2], helicity(h, 1), R(1.0)), one);
            sum = sum + c_norm(iovxxx(ixxxxx(p[1], mass, helicity(h, 2), R(1.0)),
                                      oxxxxx(p[3], mass, helicity(h, 3), R(1.0)), photon, one));
        }
        return sum;
    });

/* IDENTITY(name) {...}: a function of four momenta and a mass, and the kernel that calls it. */
static const char helas_identity[] =
    "#define R_NUMBER(a) c_set(R(a), R(0.0))\n"
    "#define IDENTITY(name) \\\n"
    "    FN real name##_of(const vector4 p[4], real mass); \\\n"
    "    MAP(name, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL scalar *, none0, GLOBAL scalar *, none1) \\\n"
    "    { vector4 p[4]; (void)none0; (void)none1; \\\n"
    "      for (int i = 0; i < 4; ++i) p[i] = fetch_momentum(in, 4 * i, item); \\\n"
    "      r_store(out + AT(0), name##_of(p, r_fetch(in + AT(16)))); } \\\n"
    "    FN real name##_of(const vector4 p[4], real mass)\n";

/* Physical momenta of two incoming and two outgoing particles, and the mass; what comes out. */
static double events[17][POINTS], result[POINTS];

static struct kernel kernel;

static int open_kernel(void **state)
{
    struct source text = {0};
    (void)state;
    source_append(&text, "%s%s%s%s", helas_head, helas_fetch, helas_identity, kernels);
    assert_false(text.failed);
    kernel = kernel_open(text.text, POINTS);
    source_free(&text);
    return 0;
}

static int close_kernel(void **state)
{
    (void)state;
    kernel_close(&kernel);
    return 0;
}

/* A random unit vector. */
static void draw_axis(uint64_t *state, double n[3])
{
    double cosine = 2 * random_uniform(state) - 1, phi = 2 * acos(-1) * random_uniform(state);
    double sine = sqrt((1 - cosine) * (1 + cosine));
    n[0] = sine * cos(phi);
    n[1] = sine * sin(phi);
    n[2] = cosine;
}

/* Two back to back with these masses and this energy. */
static void put_pair(int first, size_t point, const double mass[2], double energy, const double n[3])
{
    double s = energy * energy, sum = mass[0] + mass[1], difference = mass[0] - mass[1];
    double length = sqrt((s - sum * sum) * (s - difference * difference)) / (2 * energy);
    for (int i = 0; i < 2; ++i) {
        double *const signs = (double[]){1, -1};
        events[4 * (first + i)][point] = sqrt(mass[i] * mass[i] + length * length);
        for (int c = 0; c < 3; ++c)
            events[4 * (first + i) + 1 + c][point] = signs[i] * length * n[c];
    }
}

/* Which of the four particles have the mass, which is 0.3 to 0.9; the energy is 2 to 4. */
static void draw_events(const int heavy[4], uint64_t seed)
{
    uint64_t state = seed;
    for (size_t point = 0; point < POINTS; ++point) {
        double n[3], mass = kernel_scalar(0.3 + 0.6 * random_uniform(&state));
        double energy = 2 + 2 * random_uniform(&state);
        for (int first = 0; first < 4; first += 2) {
            draw_axis(&state, n);
            put_pair(first, point, (double[]){heavy[first] * mass, heavy[first + 1] * mass}, energy, n);
        }
        events[16][point] = heavy[0] + heavy[1] + heavy[2] + heavy[3] ? mass : 0;
    }
}

static double pair_product(size_t point, int i, int j)
{
    double product = 0;
    for (int c = 0; c < 4; ++c)
        product += (c ? -1 : 1) * events[4 * i + c][point] * events[4 * j + c][point];
    return product;
}

/* Sums over all helicities with charge 1: e- photon -> e- photon, e- e+ -> mu- mu+ and their crossings (M. E.
 * Peskin, D. V. Schroeder, An Introduction to Quantum Field Theory, chapter 5). */
static double compton_formula(double m2, double in, double out)
{
    double d = 1 / in - 1 / out;
    return 8 * (out / in + in / out + 2 * m2 * d + m2 * m2 * d * d);
}
static double compton_square(size_t i)
{
    double m2 = events[16][i] * events[16][i];
    return compton_formula(m2, pair_product(i, 0, 1), pair_product(i, 0, 3));
}
/* p -> -p of the positron, k' -> -k' of the photon that now comes in; a fermion crossed changes the sign. */
static double pair_square(size_t i)
{
    double m2 = events[16][i] * events[16][i];
    return -compton_formula(m2, -pair_product(i, 3, 0), pair_product(i, 3, 1));
}
static double muon_pair_square(size_t i)
{
    double m2 = events[16][i] * events[16][i], s = 2 * pair_product(i, 0, 1);
    double sum = pair_product(i, 0, 2) * pair_product(i, 1, 3) +
                 pair_product(i, 0, 3) * pair_product(i, 1, 2);
    return 32 * (sum + m2 * pair_product(i, 0, 1)) / (s * s);
}
static double muon_scattering_square(size_t i)
{
    double m2 = events[16][i] * events[16][i], t = -2 * pair_product(i, 0, 2);
    double sum = pair_product(i, 0, 1) * pair_product(i, 2, 3) +
                 pair_product(i, 0, 3) * pair_product(i, 1, 2);
    return 32 * (sum - m2 * pair_product(i, 0, 2)) / (t * t);
}

static void check(const char *name, const int heavy[4], double (*formula)(size_t point))
{
    error_quantiles errors = {0};
    draw_events(heavy, 1);
    kernel_run(&kernel, name,
               (struct kernel_array[]){{events, 17 * (size_t)POINTS, KERNEL_IN},
                                       {result, POINTS, KERNEL_OUT}},
               2);
    for (size_t i = 0; i < POINTS; ++i)
        error_add(&errors, formula ? fabs(result[i] / formula(i) - 1) : result[i], 1);
    error_print(&errors, name, 4);
    error_check(&errors);
}

static void gauge_invariance(void **state)
{
    (void)state;
    check("ward_fermion", (int[]){1, 0, 1, 0}, NULL);
    check("ward_scalar", (int[]){1, 1, 0, 0}, NULL);
    check("ward_gluons", (int[]){0, 0, 0, 0}, NULL);
    check("ward_w", (int[]){0, 0, 1, 1}, NULL);
    check("ward_four_w", (int[]){0, 0, 0, 0}, NULL);
    check("ward_charges", (int[]){0, 0, 1, 0}, NULL);
}

static void crossing(void **state)
{
    (void)state;
    check("compton", (int[]){1, 0, 1, 0}, compton_square);
    check("pair", (int[]){0, 0, 1, 1}, pair_square);
    check("muon_pair", (int[]){0, 0, 1, 1}, muon_pair_square);
    check("muon_scattering", (int[]){0, 1, 0, 1}, muon_scattering_square);
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(gauge_invariance), cmocka_unit_test(crossing)};
    return cmocka_run_group_tests(tests, open_kernel, close_kernel);
}

/* q q~ -> n photons, n = 2 to 8: helicities with one photon unlike the others against their closed form,
 * those with all alike, which vanish, gauge invariance, and the three forms against each other and against
 * HELAS functions. */
#include "error_quantiles.h"
#include "kernel_support.h"
#include "phase_space_points.h"

enum { POINTS = 4096, FEW = 64, FEWEST = 2, MOST = 8, FORMS_HELICITIES = 4 };

static const char kernels[] = KERNEL_TEXT(
    FN vector4 photons_fetch(GLOBAL const scalar *from, int i, uint64 item) {
        vector4 v;
        v.e = r_fetch(from + AT(4 * i));
        v.x = r_fetch(from + AT(4 * i + 1));
        v.y = r_fetch(from + AT(4 * i + 2));
        v.z = r_fetch(from + AT(4 * i + 3));
        return v;
    }

    /* The arrays hold outgoing momenta: the incoming ones are reversed. */
    FN void photons_event(GLOBAL const scalar *momentum, uint64 item, photon_line *line) {
        vector4 photon[PHOTONS];
        for (int i = 0; i < PHOTONS; ++i)
            photon[i] = photons_fetch(momentum, i + 2, item);
        vector4 quark = v_scale(photons_fetch(momentum, 0, item), R(-1.0));
        vector4 antiquark = v_scale(photons_fetch(momentum, 1, item), R(-1.0));
        photon_line_make(quark, antiquark, photon, line);
    }

    /* |m|^2 with photon i of helicity -1 among others of +1, then of +1 among others of -1; all +1, all -1;
     * and the sum over all helicities. */
    MAP(one_unlike, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        const uint32 all = ((uint32)1 << PHOTONS) - 1;
        photon_line line;
        (void)none0;
        (void)none1;
        photons_event(momentum, item, &line);
        for (int i = 0; i < PHOTONS; ++i) {
            uint32 unlike = (uint32)1 << i;
            r_store(square + AT(i), c_norm(photons_by_subsets(&line, all ^ unlike)));
            r_store(square + AT(PHOTONS + i), c_norm(photons_by_subsets(&line, unlike)));
        }
        r_store(square + AT(2 * PHOTONS), c_norm(photons_by_subsets(&line, all)));
        r_store(square + AT(2 * PHOTONS + 1), c_norm(photons_by_subsets(&line, 0)));
        r_store(square + AT(2 * PHOTONS + 2), photons_squared_by_subsets(&line));
    }

    FN slashed slash_momentum(vector4 p) {
        real unit = R(1.0) / p.e;
        complex_vector v = {c_set(R(1.0), R(0.0)), c_set(p.x * unit, R(0.0)), c_set(p.y * unit, R(0.0)),
                            c_set(p.z * unit, R(0.0))};
        return slash(v);
    }

    /* The sum over all helicities, and the same with k / E in place of the polarisation of a photon: the
     * largest over photons. */
    MAP(gauge, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        photon_line line;
        real worst = R(0.0);
        (void)none0;
        (void)none1;
        photons_event(momentum, item, &line);
        r_store(square + AT(0), photons_squared_by_subsets(&line));
        for (int i = 0; i < PHOTONS; ++i) {
            slashed minus = line.polarization[i][0];
            slashed plus = line.polarization[i][1];
            line.polarization[i][0] = slash_momentum(line.photon[i]);
            line.polarization[i][1] = line.polarization[i][0];
            worst = r_max(worst, photons_squared_by_subsets(&line));
            line.polarization[i][0] = minus;
            line.polarization[i][1] = plus;
        }
        r_store(square + AT(1), worst);
    }

    /* |m_form - m_permutations|^2 and |m|^2, summed over some helicities. */
    MAP(forms, GLOBAL const scalar *, momentum, GLOBAL const uint32 *, helicities, GLOBAL scalar *, square,
        GLOBAL scalar *, none) {
        photon_line line;
        real shared = R(0.0);
        real subsets = R(0.0);
        real sum = R(0.0);
        (void)none;
        photons_event(momentum, item, &line);
        for (int h = 0; h < 4; ++h) {
            complex_number m = photons_by_permutations(&line, helicities[h]);
            shared = shared + c_norm(c_subtract(m, photons_by_shared_waves(&line, helicities[h])));
            subsets = subsets + c_norm(c_subtract(m, photons_by_subsets(&line, helicities[h])));
            sum = sum + c_norm(m);
        }
        r_store(square + AT(0), shared);
        r_store(square + AT(1), subsets);
        r_store(square + AT(2), sum);
    }

    /* One order by HELAS functions, for the quark's helicity -1 or +1. */
    FN complex_number diagram(const photon_line *line, const int *order, uint32 helicities, real quark) {
        complex_number one = c_set(R(1.0), R(0.0));
        helas_coupling charge = {one, one};
        helas_fermion in = ixxxxx(line->quark, R(0.0), quark, R(1.0));
        helas_fermion out = oxxxxx(line->antiquark, R(0.0), -quark, R(-1.0));
        helas_vector photon;
        for (int i = 0; i < PHOTONS; ++i) {
            int k = order[i];
            int plus = (helicities >> k) & 1;
            photon = vxxxx0(line->photon[k], plus ? R(1.0) : R(-1.0), R(1.0));
            if (i < PHOTONS - 1)
                in = fvixx0(in, photon, charge);
        }
        return iovxxx(in, out, photon, charge);
    }

    FN complex_number diagrams(const photon_line *line, uint32 helicities, real quark) {
        complex_number sum = c_set(R(0.0), R(0.0));
        int order[PHOTONS];
        permutation_first(order);
        do
            sum = c_add(sum, diagram(line, order, helicities, quark));
        while (permutation_next(order));
        return sum;
    }

    /* |m - m_HELAS|^2 and |m|^2 for a left-handed quark, and the difference of squares from a right-handed
     * one with all helicities flipped. */
    MAP(helas, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        const uint32 all = ((uint32)1 << PHOTONS) - 1;
        photon_line line;
        real difference = R(0.0);
        real parity = R(0.0);
        real sum = R(0.0);
        (void)none0;
        (void)none1;
        photons_event(momentum, item, &line);
        for (uint32 h = 0; h <= all; ++h) {
            complex_number m = photons_by_subsets(&line, h);
            complex_number flipped = diagrams(&line, all ^ h, R(1.0));
            difference = difference + c_norm(c_subtract(m, diagrams(&line, h, R(-1.0))));
            parity = parity + r_abs(c_norm(m) - c_norm(flipped));
            sum = sum + c_norm(m);
        }
        r_store(square + AT(0), difference);
        r_store(square + AT(1), parity);
        r_store(square + AT(2), sum);
    });

static double momentum[4 * (MOST + 2) * POINTS], square[2 * MOST + 3][POINTS];
static double formula[2 * MOST][POINTS], invariant[POINTS];

/* The closed form, over (e Q)^(2n) and for the left-handed quark: with s_ij = 2 p_i.p_j, photon I unlike the
 * others,
 *
 *   |m|^2 = 2^n prod_k s / (s_qk s_q~k) / s^2 times s_qI s_q~I^3 where I has helicity -1, s_qI^3 s_q~I for +1
 *
 * (R. Kleiss, W. J. Stirling, Phys. Lett. B 179 (1986) 159, for n photons). */
static double one_unlike(const point *event, int n, int unlike, int minus)
{
    long double s = point_invariant(event, 0, 1), product = ldexpl(1, n) / (s * s);
    for (int k = 2; k < n + 2; ++k)
        product *= s / (point_invariant(event, 0, k) * point_invariant(event, 1, k));
    long double quark = -point_invariant(event, 0, unlike + 2),
                antiquark = -point_invariant(event, 1, unlike + 2);
    return (double)(product * quark * antiquark * (minus ? antiquark * antiquark : quark * quark));
}

/* Points of q q~ -> n photons, element k of arrays [particle][component][count]. */
static void draw_events(int n, size_t count, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t k = 0; k < count; ++k) {
        point event = point_random(n + 2, &state);
        for (int i = 0; i < n + 2; ++i)
            for (int c = 0; c < 4; ++c)
                momentum[(size_t)(4 * i + c) * count + k] = (double)event.p[i][c];
        invariant[k] = point_smallest_invariant(&event, n + 2);
        for (int i = 0; i < n; ++i) {
            formula[i][k] = one_unlike(&event, n, i, 1);
            formula[n + i][k] = one_unlike(&event, n, i, 0);
        }
    }
}

static struct kernel open_photons(int n, size_t count)
{
    char head[160];
    snprintf(
        head, sizeof head,
        "#define PHOTONS %d\n#include \"amplitude/helas.h\"\n#include \"amplitude/photons.h\"\n#include \"map.h\"\n",
        n);
    return kernel_open_parts(head, kernels, count);
}

static void run(int n, size_t count, const char *name, double *result, size_t rows)
{
    struct kernel kernel = open_photons(n, count);
    kernel_run(&kernel, name,
               (struct kernel_array[]){{momentum, 4 * (size_t)(n + 2) * count, KERNEL_IN},
                                       {result, rows * count, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
}

/* In double precision a median of 1e-12 and 99.9 % within 1e-9, in single 1e-5 and 99 % within 1e-3. */
static void check_errors(error_quantiles *errors, const char *label, int n)
{
    error_print(errors, label, n);
    assert_true(error_quantile(errors, 0.5) < (test_double ? 1e-12 : 1e-5));
    assert_true(error_quantile(errors, test_double ? 0.999 : 0.99) < (test_double ? 1e-9 : 1e-3));
    free(errors->errors);
}

/* The deviation of all 2n + 2 configurations relative to their sum; for n = 2 and 3 they are all there are.
 */
static void closed_form(void **state)
{
    (void)state;
    for (int n = FEWEST; n <= MOST; ++n) {
        error_quantiles errors = {0}, sums = {0};
        draw_events(n, POINTS, 1);
        run(n, POINTS, "one_unlike", square[0], (size_t)(2 * n + 3));
        for (size_t k = 0; k < POINTS; ++k) {
            double deviation = square[2 * n][k] + square[2 * n + 1][k], sum = 0;
            for (int i = 0; i < 2 * n; ++i) {
                deviation += fabs(square[i][k] - formula[i][k]);
                sum += formula[i][k];
            }
            error_add(&errors, deviation / sum, invariant[k]);
            /* n = 2 has two configurations, each of which is counted by either photon. */
            error_add(&sums, fabs(square[2 * n + 2][k] / (n == 2 ? sum : 2 * sum) - 1), invariant[k]);
        }
        check_errors(&errors, "closed form", n);
        if (n <= 3)
            check_errors(&sums, "sum over helicities", n);
        else
            free(sums.errors);
    }
}

static void gauge_invariance(void **state)
{
    (void)state;
    for (int n = FEWEST; n <= MOST; n += n < 4 ? 1 : 2) {
        error_quantiles errors = {0};
        draw_events(n, FEW * 4, 2);
        run(n, FEW * 4, "gauge", square[0], 2);
        for (size_t k = 0; k < FEW * 4; ++k)
            error_add(&errors, sqrt(square[0][FEW * 4 + k] / square[0][k]), invariant[k]);
        check_errors(&errors, "gauge", n);
    }
}

static void equal_forms(void **state)
{
    (void)state;
    for (int n = FEWEST; n <= MOST; ++n) {
        error_quantiles shared = {0}, subsets = {0};
        /* One photon unlike the others, two, and the same flipped. */
        uint32_t all = (1u << n) - 1, helicities[FORMS_HELICITIES] = {1, all ^ 1, all & 0x55, all & 0xaa};
        struct kernel kernel = open_photons(n, FEW);
        draw_events(n, FEW, 3);
        kernel_run(&kernel, "forms",
                   (struct kernel_array[]){{momentum, 4 * (size_t)(n + 2) * FEW, KERNEL_IN},
                                           {helicities, FORMS_HELICITIES, KERNEL_IN | KERNEL_WORDS},
                                           {square[0], 3 * (size_t)FEW, KERNEL_OUT}},
                   3);
        kernel_close(&kernel);
        for (size_t k = 0; k < FEW; ++k) {
            error_add(&shared, sqrt(square[0][k] / square[0][2 * FEW + k]), invariant[k]);
            error_add(&subsets, sqrt(square[0][FEW + k] / square[0][2 * FEW + k]), invariant[k]);
        }
        check_errors(&shared, "shared waves and permutations", n);
        check_errors(&subsets, "subsets and permutations", n);
    }
}

static void helas_functions(void **state)
{
    (void)state;
    for (int n = FEWEST; n <= 4; ++n) {
        error_quantiles left = {0}, right = {0};
        draw_events(n, FEW, 4);
        run(n, FEW, "helas", square[0], 3);
        for (size_t k = 0; k < FEW; ++k) {
            error_add(&left, sqrt(square[0][k] / square[0][2 * FEW + k]), invariant[k]);
            error_add(&right, square[0][FEW + k] / square[0][2 * FEW + k], invariant[k]);
        }
        check_errors(&left, "HELAS", n);
        check_errors(&right, "parity", n);
    }
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_form), cmocka_unit_test(gauge_invariance),
                                       cmocka_unit_test(equal_forms), cmocka_unit_test(helas_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

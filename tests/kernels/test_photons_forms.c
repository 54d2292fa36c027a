/* The three forms of q q~ -> n photons against each other, n = 2 to 8. Also against HELAS functions, which
 * know nothing of chirality, for both helicities of the quark. */
#include "photons_program.h"

enum { FEW = 64, HELICITIES = 4 };

static const char form_kernels[] = KERNEL_TEXT(
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
    });

static const char layout_kernels[] = KERNEL_TEXT(
    /* |m_layout - m_subsets|^2 and |m|^2: permutations as they are unrolled, shared waves in three pieces. */
    MAP(layouts, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        photon_line line;
        (void)none0;
        (void)none1;
        photons_event(momentum, item, &line);
        complex_number m = photons_by_subsets(&line, 1);
        complex_number pieces = photons_shared_orders(&line, 1, 0, 1);
        pieces = c_add(pieces, photons_shared_orders(&line, 1, 1, PHOTON_ORDERS / 2));
        pieces = c_add(pieces, photons_shared_orders(&line, 1, PHOTON_ORDERS / 2 + 1, PHOTON_ORDERS / 2 - 1));
        r_store(square + AT(0), c_norm(c_subtract(m, photons_by_permutations(&line, 1))));
        r_store(square + AT(1), c_norm(c_subtract(m, pieces)));
        r_store(square + AT(2), c_norm(m));
    });

static const char sum_kernels[] = KERNEL_TEXT(
    /* The sum over all helicities, and the same one by one for both of the quark's. */
    MAP(sums, GLOBAL const scalar *, momentum, GLOBAL scalar *, square, GLOBAL scalar *, none0,
        GLOBAL scalar *, none1) {
        photon_line line;
        real sum = R(0.0);
        (void)none0;
        (void)none1;
        photons_event(momentum, item, &line);
        for (uint32 h = 0; h < ((uint32)1 << PHOTONS); ++h)
            sum = sum + R(2.0) * c_norm(photons_by_subsets(&line, h));
        r_store(square + AT(0), photons_squared(&line));
        r_store(square + AT(1), sum);
    });

static const char helas_kernels[] = KERNEL_TEXT(
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
        permutation_first(order, PHOTONS);
        do
            sum = c_add(sum, diagram(line, order, helicities, quark));
        while (permutation_next(order, PHOTONS));
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

static double square[3 * FEW];

static void equal_forms(void **state)
{
    (void)state;
    for (int n = PHOTONS_FEWEST; n <= PHOTONS_MOST; ++n) {
        error_quantiles shared = {0}, subsets = {0};
        if (!photons_tested(n))
            continue;
        /* One photon unlike the others, two, and the same flipped. */
        uint32_t all = (1u << n) - 1, helicities[HELICITIES] = {1, all ^ 1, all & 0x55, all & 0xaa};
        struct kernel kernel = photons_open(n, "", form_kernels, FEW);
        photons_draw(n, FEW, 3, NULL);
        kernel_run(&kernel, "forms",
                   (struct kernel_array[]){{momentum, 4 * (size_t)(n + 2) * FEW, KERNEL_IN},
                                           {helicities, HELICITIES, KERNEL_IN | KERNEL_WORDS},
                                           {square, 3 * (size_t)FEW, KERNEL_OUT}},
                   3);
        kernel_close(&kernel);
        for (size_t k = 0; k < FEW; ++k) {
            error_add(&shared, sqrt(square[k] / square[2 * FEW + k]), invariant[k]);
            error_add(&subsets, sqrt(square[FEW + k] / square[2 * FEW + k]), invariant[k]);
        }
        photons_check(&shared, "shared waves and permutations", n);
        photons_check(&subsets, "subsets and permutations", n);
    }
}

/* Loops unrolled and lists of diagrams in pieces leave the amplitude as it is. */
static void equal_layouts(void **state)
{
    static const char *const defines[] = {"#define PHOTONS_UNROLLED 2\n", "#define PHOTONS_UNROLLED 3\n"};
    const int n = strcmp(test_device, "opencl") ? 4 : 3;
    (void)state;
    for (int i = 0; i < 2; ++i) {
        error_quantiles unrolled = {0}, pieces = {0};
        struct kernel kernel = photons_open(n, defines[i], layout_kernels, FEW);
        photons_draw(n, FEW, 6, NULL);
        kernel_run(&kernel, "layouts",
                   (struct kernel_array[]){{momentum, 4 * (size_t)(n + 2) * FEW, KERNEL_IN},
                                           {square, 3 * (size_t)FEW, KERNEL_OUT}},
                   2);
        kernel_close(&kernel);
        for (size_t k = 0; k < FEW; ++k) {
            error_add(&unrolled, sqrt(square[k] / square[2 * FEW + k]), invariant[k]);
            error_add(&pieces, sqrt(square[FEW + k] / square[2 * FEW + k]), invariant[k]);
        }
        photons_check(&unrolled, "unrolled permutations", n);
        photons_check(&pieces, "shared waves in pieces", n);
    }
}

/* What the sum makes once for all helicities is what each of them would make anew. */
static void sums_over_helicities(void **state)
{
    (void)state;
    for (int n = PHOTONS_FEWEST; n <= PHOTONS_MOST; ++n) {
        error_quantiles errors = {0};
        if (!photons_variants_tested(n))
            continue;
        photons_draw(n, FEW, 5, NULL);
        photons_run(n, FEW, sum_kernels, "sums", square, 2);
        for (size_t k = 0; k < FEW; ++k)
            error_add(&errors, fabs(square[k] / square[FEW + k] - 1), invariant[k]);
        photons_check(&errors, "sum", n);
    }
}

static void helas_functions(void **state)
{
    (void)state;
    for (int n = PHOTONS_FEWEST; n <= 4; ++n) {
        error_quantiles left = {0}, right = {0};
        if (!photons_variants_tested(n))
            continue;
        photons_draw(n, FEW, 4, NULL);
        photons_run(n, FEW, helas_kernels, "helas", square, 3);
        for (size_t k = 0; k < FEW; ++k) {
            error_add(&left, sqrt(square[k] / square[2 * FEW + k]), invariant[k]);
            error_add(&right, square[FEW + k] / square[2 * FEW + k], invariant[k]);
        }
        photons_check(&left, "HELAS", n);
        photons_check(&right, "parity", n);
    }
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(equal_forms), cmocka_unit_test(equal_layouts),
                                       cmocka_unit_test(sums_over_helicities),
                                       cmocka_unit_test(helas_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Backward evolution is exact. Partons are distributed as the densities at a high scale, with their momentum
 * as weight, and evolve down to a low one. There they are distributed as the densities of that scale. So it
 * is for each flavour, in bins of the momentum fraction, through the threshold of b. */
#include "backward_evolution.h"

enum { COUNT = 1 << 16, X_BINS = 5, TABLE_NUMBERS = 3 };
static const double x_edges[X_BINS + 1] = {0.01, 0.03, 0.08, 0.2, 0.35, 0.6};
static const double scale_high = 100, scale_low = 2;

/* Partons begin in turns, gluons most often, with momentum fractions even in their square root. */
static const double x_least = 1e-7;
enum { TURNS = 18 };
static const int turns_of[BEAM_PARTONS] = {5, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1};

static double halton(uint64_t i, int base)
{
    double value = 0, part = 1;
    for (; i; i /= (uint64_t)base)
        value += (part /= base) * (double)(i % (uint64_t)base);
    return value;
}

struct sums {
    double weight[BEAM_PARTONS][X_BINS], square[BEAM_PARTONS][X_BINS];
};

static int bin_of(double x)
{
    for (int bin = 0; bin < X_BINS; ++bin)
        if (x >= x_edges[bin] && x < x_edges[bin + 1])
            return bin;
    return -1;
}

static int start_of(uint64_t i)
{
    int turn = (int)(i % TURNS), parton = 0;
    while (turn >= turns_of[parton])
        turn -= turns_of[parton++];
    return parton;
}

static void add_batch(const struct beam_shower *shower, const struct kernel *kernel, int batch,
                      double *tables, size_t length, double *in, double *out, struct sums *sums)
{
    double numbers[BEAM_NUMBERS];
    memcpy(numbers, shower->numbers, sizeof numbers);
    numbers[BEAM_NUMBER_beam_start] = (double)shower->length;
    tables[shower->length] = 2 * log(scale_high);
    tables[shower->length + 1] = 2 * log(scale_low);
    tables[shower->length + 2] = batch;
    for (uint64_t i = 0; i < COUNT; ++i) {
        const uint64_t number = (uint64_t)batch * COUNT + i;
        in[i] = density_partons[start_of(number)];
        in[COUNT + i] = kernel_scalar(
            pow(sqrt(x_least) + (1 - sqrt(x_least)) * halton(number / TURNS + 1, 2), 2));
    }
    kernel_run(kernel, "evolve",
               (struct kernel_array[]){{numbers, BEAM_NUMBERS, KERNEL_IN},
                                       {tables, length, KERNEL_IN},
                                       {in, 2 * COUNT, KERNEL_IN},
                                       {out, 2 * COUNT, KERNEL_OUT}},
               4);
    for (uint64_t i = 0; i < COUNT; ++i) {
        const int start = start_of((uint64_t)batch * COUNT + i), bin = bin_of(out[COUNT + i]);
        const double x = in[COUNT + i], share = (double)turns_of[start] / TURNS;
        const double weight = ts_pdf_xfx(shower->pdf, density_partons[start], x, scale_high) * 2 * sqrt(x) *
                              (1 - sqrt(x_least)) / share;
        const int pdg = (int)out[i], slot = pdg == GLUON ? 0 : pdg > 0 ? pdg : QUARK_FLAVOURS - pdg;
        if (bin < 0)
            continue;
        sums->weight[slot][bin] += weight;
        sums->square[slot][bin] += weight * weight;
    }
}

/* The momentum of a parton in a bin at the low scale. */
static double momentum(const struct beam_shower *shower, int parton, int bin)
{
    enum { STEPS = 400 };
    const double reach = log(x_edges[bin + 1] / x_edges[bin]);
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double x = x_edges[bin] * exp(reach * (i + 0.5) / STEPS);
        sum += ts_pdf_xfx(shower->pdf, density_partons[parton], x, scale_low) * x * reach / STEPS;
    }
    return sum;
}

static void densities_evolve_into_densities(void **unused)
{
    const int batches = getenv("TESSERA_TEST_LONG") ? 300 : 5;
    struct beam_shower shower = beam_shower_create(COUPLING_OF_SET, scale_low * scale_low,
                                                   scale_high * scale_high);
    const size_t length = shower.length + TABLE_NUMBERS;
    double *tables = malloc(length * sizeof *tables), *in = malloc(2 * COUNT * sizeof *in);
    double *out = malloc(2 * COUNT * sizeof *out), chi2 = 0;
    int count = 0;
    struct sums sums = {0};
    struct source head = {0};
    (void)unused;
    assert_true(tables && in && out);
    memcpy(tables, shower.tables, shower.length * sizeof *tables);
    source_append(&head, "%s%s", beam_head, evolution_head);
    struct kernel kernel = kernel_open_parts(head.text, evolution_kernel, COUNT);
    for (int batch = 0; batch < batches; ++batch)
        add_batch(&shower, &kernel, batch, tables, length, in, out, &sums);
    const double starts = (double)batches * COUNT;
    for (int parton = 0; parton < BEAM_PARTONS; ++parton)
        for (int bin = 0; bin < X_BINS; ++bin) {
            const double expected = momentum(&shower, parton, bin), seen = sums.weight[parton][bin] / starts;
            const double error = sqrt(sums.square[parton][bin]) / starts;
            assert_true(expected > 0 || seen == 0); /* b is below its threshold */
            if (!(error < 0.045 * seen))
                continue; /* too few to know the error */
            assert_true(fabs(seen - expected) < 4 * error + 1e-3 * expected);
            chi2 += pow((seen - expected) / hypot(error, 1e-3 * expected), 2);
            ++count;
        }
    print_message("chi2 %.1f of %d bins\n", chi2, count);
    assert_true(count > 20);
    assert_true(chi2 < count + 4 * sqrt(2.0 * count));
    kernel_close(&kernel);
    source_free(&head);
    free(tables);
    free(in);
    free(out);
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(densities_evolve_into_densities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

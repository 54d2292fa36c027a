/* Backward evolution is exact. Partons are distributed as the densities at a high scale, with their momentum
 * as weight, and evolve down to a low one. There they are distributed as the densities of that scale. So it
 * is for each flavour, in bins of the momentum fraction, through the threshold of b. One set is the embedded
 * one. In the other all flavours have as much, so that none has few events. */
#include "backward_evolution.h"
#include "even_densities.h"

enum { X_BINS = 5, TABLE_NUMBERS = 3, KEPT_BATCHES = 8 };
static const double x_edges[X_BINS + 1] = {0.01, 0.03, 0.08, 0.2, 0.35, 0.6};
static const double scale_high = 100, scale_low = 2;

/* Partons begin in turns, with momentum fractions even in their cube root; none becomes smaller. Gluons weigh
 * most, and what becomes of them makes most of the error. They begin where the bounds do. At 100 GeV 1.5e-3
 * of all momentum is below 1e-6: out of it come .21 % of the gluons and .10 % of the quarks of the first bin.
 */
static const double x_least = 2.6e-8, x_most = 0.6;
enum { TURNS = 26 };
static const int turns_embedded[BEAM_PARTONS] = {12, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1};
static const int turns_even[BEAM_PARTONS] = {12, 2, 2, 1, 2, 1, 1, 1, 1, 2, 1};

/* What is not in these events: less than 1.6e-4 out of partons that begin below, and what gluons of less than
 * EVOLUTION_LEAST make, 1e-4 (tests/pdf/test_pdf_evolution.c). */
static const double systematic = 2.5e-4;

struct sums {
    double weight[BEAM_PARTONS][X_BINS], square[BEAM_PARTONS][X_BINS];
};

/* Batches of `count` partons: their arrays for the kernel, and their weights. */
struct partons {
    const int *turns;
    size_t count, length;
    double *tables, *in, *out, *weight;
};

static double halton(uint64_t i, int base)
{
    double value = 0, part = 1;
    for (; i; i /= (uint64_t)base)
        value += (part /= base) * (double)(i % (uint64_t)base);
    return value;
}

static int bin_of(double x)
{
    for (int bin = 0; bin < X_BINS; ++bin)
        if (x >= x_edges[bin] && x < x_edges[bin + 1])
            return bin;
    return -1;
}

static int start_of(const int *turns, uint64_t i)
{
    int turn = (int)(i % TURNS), parton = 0;
    while (turn >= turns[parton])
        turn -= turns[parton++];
    return parton;
}

/* Some batches have the same starts: their random numbers are others. */
static void start(const struct beam_shower *shower, struct partons *partons, uint64_t first)
{
    const double low = cbrt(x_least), high = cbrt(x_most);
    for (size_t i = 0; i < partons->count; ++i) {
        const uint64_t number = first + i;
        const int parton = start_of(partons->turns, number);
        const double root = low + (high - low) * halton(number / TURNS + 1, 2);
        const double x = kernel_scalar(root * root * root), share = (double)partons->turns[parton] / TURNS;
        partons->in[i] = density_partons[parton];
        partons->in[partons->count + i] = x;
        partons->weight[i] = ts_pdf_xfx(shower->pdf, density_partons[parton], x, scale_high) * 3 *
                             cbrt(x * x) * (high - low) / share;
    }
}

static void evolve(const struct beam_shower *shower, const struct kernel *kernel, int batch,
                   struct partons *partons, struct sums *sums)
{
    double numbers[BEAM_NUMBERS];
    memcpy(numbers, shower->numbers, sizeof numbers);
    numbers[BEAM_NUMBER_beam_start] = (double)shower->length;
    partons->tables[shower->length] = 2 * log(scale_high);
    partons->tables[shower->length + 1] = 2 * log(scale_low);
    partons->tables[shower->length + 2] = batch;
    kernel_run(kernel, "evolve",
               (struct kernel_array[]){{numbers, BEAM_NUMBERS, KERNEL_IN},
                                       {partons->tables, partons->length, KERNEL_IN},
                                       {partons->in, 2 * partons->count, KERNEL_IN},
                                       {partons->out, 2 * partons->count, KERNEL_OUT}},
               4);
    for (size_t i = 0; i < partons->count; ++i) {
        const int pdg = (int)partons->out[i], slot = pdg == GLUON ? 0 : pdg > 0 ? pdg : QUARK_FLAVOURS - pdg;
        const int bin = bin_of(partons->out[partons->count + i]);
        if (bin < 0)
            continue;
        sums->weight[slot][bin] += partons->weight[i];
        sums->square[slot][bin] += partons->weight[i] * partons->weight[i];
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

/* `starts`: how many events the sums have. */
static void compare(const struct beam_shower *shower, const struct sums *sums, double starts, int least_bins)
{
    double chi2 = 0, largest = 0, errors[2] = {1, 0};
    int count = 0;
    for (int parton = 0; parton < BEAM_PARTONS; ++parton)
        for (int bin = 0; bin < X_BINS; ++bin) {
            const double expected = momentum(shower, parton, bin);
            const double seen = sums->weight[parton][bin] / starts;
            const double error = sqrt(sums->square[parton][bin]) / starts / expected;
            assert_true(expected > 0 || seen == 0); /* b is below its threshold */
            if (!(error < 0.045))
                continue; /* too few to know the error */
            const double deviation = seen / expected - 1;
            if (getenv("TESSERA_TEST_LONG"))
                print_message("%3d from x = %.2f on: %+.5f +- %.5f\n", density_partons[parton], x_edges[bin],
                              deviation, error);
            assert_true(fabs(deviation) < 4 * hypot(error, systematic));
            chi2 += pow(deviation, 2) / (error * error + systematic * systematic);
            largest = fmax(largest, fabs(deviation));
            errors[0] = fmin(errors[0], error);
            errors[1] = fmax(errors[1], error);
            ++count;
        }
    print_message("chi2 %.1f of %d bins, with errors of %.2g to %.2g; the largest deviation is %.2g\n", chi2,
                  count, errors[0], errors[1], largest);
    assert_true(count >= least_bins);
    assert_true(chi2 < count + 4 * sqrt(2.0 * count));
}

static void evolves_into_itself(struct beam_shower *shower, const int *turns, size_t count, int batches,
                                int least_bins)
{
    struct partons partons = {turns, count, shower->length + TABLE_NUMBERS, NULL, NULL, NULL, NULL};
    struct sums sums = {0};
    struct source head = {0};
    partons.tables = malloc(partons.length * sizeof *partons.tables);
    partons.in = malloc(2 * count * sizeof *partons.in);
    partons.out = malloc(2 * count * sizeof *partons.out);
    partons.weight = malloc(count * sizeof *partons.weight);
    assert_true(partons.tables && partons.in && partons.out && partons.weight);
    memcpy(partons.tables, shower->tables, shower->length * sizeof *partons.tables);
    source_append(&head, "%s%s", beam_head, evolution_head);
    struct kernel kernel = kernel_open_parts(head.text, evolution_kernel, count);
    for (int batch = 0; batch < batches; ++batch) {
        if (batch % KEPT_BATCHES == 0)
            start(shower, &partons, (uint64_t)(batch / KEPT_BATCHES) * count);
        evolve(shower, &kernel, batch, &partons, &sums);
    }
    compare(shower, &sums, (double)batches * (double)count, least_bins);
    kernel_close(&kernel);
    source_free(&head);
    free(partons.tables);
    free(partons.in);
    free(partons.out);
    free(partons.weight);
    beam_shower_free(shower);
}

/* Long runs have 10^9 events on a GPU, 2 10^7 on other devices. */
static int is_long_on_gpu(void) { return getenv("TESSERA_TEST_LONG") && !strcmp(test_device, "cuda"); }

static size_t count_of(void) { return (size_t)1 << (is_long_on_gpu() ? 20 : 16); }

static int batches_of(int quick)
{
    if (!getenv("TESSERA_TEST_LONG"))
        return quick;
    return is_long_on_gpu() ? 1000 : 300;
}

static void embedded_densities_evolve_into_themselves(void **unused)
{
    struct beam_shower shower = beam_shower_create(COUPLING_OF_SET, scale_low * scale_low,
                                                   scale_high * scale_high);
    (void)unused;
    evolves_into_itself(&shower, turns_embedded, count_of(), batches_of(2), 20);
}

static void even_densities_evolve_into_themselves(void **unused)
{
    ts_context *context;
    (void)unused;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct beam_shower shower = beam_shower_of_set(context, even_densities(context), COUPLING_OF_SET,
                                                   scale_low * scale_low, scale_high * scale_high, 1);
    evolves_into_itself(&shower, turns_even, count_of(), batches_of(3), 40);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(embedded_densities_evolve_into_themselves),
                                       cmocka_unit_test(even_densities_evolve_into_themselves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

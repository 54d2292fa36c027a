/* Single against double precision, event by event of n photons. It tells how far the squared amplitude is
 * off, summed over helicities and in each form, and how far whole weights are. */
#include "study/bench.h"
#include "study/weight_list.h"

#include <stdlib.h>

static const double usual_events = 1e5;

#define ALONE "#define PHOTONS_WEIGHS 1\n"

/* What is compared; the forms have one choice of helicities an event. */
enum { WEIGHT, SUM, QUANTITIES = 5 };
static const struct quantity {
    const char *name, *defines, *value;
} quantities[QUANTITIES] = {
    {"weight", "", NULL},
    {"sum", ALONE, NULL},
    {"subsets", ALONE "#define PHOTONS_FORM FORM_SUBSETS\n", "amplitude.helicities=sampled"},
    {"shared", ALONE "#define PHOTONS_FORM FORM_SHARED\n", "amplitude.helicities=sampled"},
    {"permutations", ALONE "#define PHOTONS_FORM FORM_PERMUTATIONS\n", "amplitude.helicities=sampled"},
};

/* In double precision: whole weights, and the sums over helicities in them. */
struct reference {
    struct weight_list weight, sum;
};

static ts_status list_weights(const struct bench *bench, int n, const struct quantity *quantity, int wide,
                              struct weight_list *list)
{
    const uint64_t count = bench->settings.events ? bench->settings.events : (uint64_t)usual_events;
    char process[64];
    ts_card *card = NULL;
    ts_status status = bench_card(bench, n, wide,
                                  (const char *const[]){bench_photons_process(n, process),
                                                        "scales.factorization=20", quantity->value, NULL},
                                  &card);
    if (!status)
        status = weight_list_create(bench->context, bench->device, card, quantity->defines, count, list);
    ts_card_destroy(&card);
    return status;
}

/* What differs, in terms of the event's sum over helicities, of which one choice may have next to nothing. */
struct comparison {
    double *errors;
    int events, cut_otherwise;
    double difference, off, largest_off, total; /* in weights */
};

static ts_status compare(const struct bench *bench, const struct weight_list *narrow,
                         const struct weight_list *wide, const struct weight_list *scale,
                         const struct reference *reference, struct comparison *all)
{
    *all = (struct comparison){.errors = malloc((wide->count + 1) * sizeof *all->errors)};
    if (!all->errors)
        return ts_fail_memory(bench->context, "the errors");
    for (size_t i = 0; i < wide->count; ++i) {
        /* An event at the edge of the cuts may pass them in one precision only. */
        all->cut_otherwise += isnan(narrow->weights[i]) != isnan(wide->weights[i]);
        if (isnan(narrow->weights[i]) || isnan(wide->weights[i]))
            continue;
        const double error = (narrow->weights[i] - wide->weights[i]) / scale->weights[i];
        const double weight = reference->weight.weights[i];
        all->errors[all->events++] = fabs(error);
        all->difference += error * weight;
        all->off += fabs(error * weight);
        all->largest_off = fmax(all->largest_off, fabs(error * weight));
        all->total += weight;
    }
    return TS_OK;
}

static ts_status hand_over(const struct bench *bench, int n, const char *name, const struct comparison *all)
{
    const struct study_value row[] = {
        BENCH_NUMBER("n", n),
        BENCH_TEXT("of", name),
        BENCH_NUMBER("events", all->events),
        BENCH_NUMBER("cut_otherwise", all->cut_otherwise),
        BENCH_NUMBER("median", bench_quantile(all->errors, all->events, 0.5)),
        BENCH_NUMBER("one_in_1000", bench_quantile(all->errors, all->events, 0.999)),
        BENCH_NUMBER("worst", bench_quantile(all->errors, all->events, 1)),
        BENCH_NUMBER("sum_difference", all->difference / all->total),
        BENCH_NUMBER("sum_off", all->off / all->total),
        BENCH_NUMBER("largest_off", all->largest_off / all->total),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

static ts_status measure(const struct bench *bench, int n, int place, const struct reference *reference)
{
    const struct quantity *quantity = &quantities[place];
    struct weight_list narrow = {0}, wide = {0};
    struct comparison all = {0};
    ts_status status = list_weights(bench, n, quantity, 0, &narrow);
    if (!status && place > SUM)
        status = list_weights(bench, n, quantity, 1, &wide);
    if (!status)
        status = compare(bench, &narrow,
                         place == WEIGHT ? &reference->weight
                         : place == SUM  ? &reference->sum
                                         : &wide,
                         place == WEIGHT ? &reference->weight : &reference->sum, reference, &all);
    if (!status)
        status = hand_over(bench, n, quantity->name, &all);
    free(all.errors);
    weight_list_free(&narrow);
    weight_list_free(&wide);
    return status;
}

ts_status bench_digits(const struct bench *bench)
{
    ts_status status = TS_OK;
    for (int n = bench->settings.n_min; n <= bench->settings.n_max && !status; ++n) {
        struct reference reference = {0};
        status = list_weights(bench, n, &quantities[WEIGHT], 1, &reference.weight);
        if (!status)
            status = list_weights(bench, n, &quantities[SUM], 1, &reference.sum);
        for (int i = 0; i < QUANTITIES && !status; ++i)
            status = measure(bench, n, i, &reference);
        weight_list_free(&reference.weight);
        weight_list_free(&reference.sum);
    }
    return status;
}

#include "integrate/combine.h"

#include "core/gamma.h"

#include <math.h>
#include <string.h>

void combination_reset(struct combination *combination)
{
    struct combination kept = *combination;
    *combination = (struct combination){.by = kept.by,
                                        .bins = kept.bins,
                                        .bin_count = kept.bin_count,
                                        .varied = kept.varied,
                                        .variation_count = kept.variation_count};
    if (kept.varied)
        memset(kept.varied, 0, kept.variation_count * sizeof *kept.varied);
    if (kept.bins)
        memset(kept.bins, 0, kept.bin_count * sizeof *kept.bins);
}

void combination_add(struct combination *combination, const struct engine *engine,
                     const struct iteration_sums *sums, const struct varied_sums *varied)
{
    /* An iteration without scatter says nothing of its inverse variance. */
    int inverse = combination->by == COMBINE_INVERSE_VARIANCE;
    double factor = !inverse ? (double)sums->events : sums->variance > 0 ? 1 / sums->variance : 0;
    combination->count += 1;
    combination->sum += factor;
    combination->value += factor * sums->value;
    combination->variance += factor * factor * sums->variance;
    combination->plain_sum += (double)sums->events;
    combination->plain_value += (double)sums->events * sums->value;
    if (sums->variance > 0) {
        combination->chi_count += 1;
        combination->chi_sum += 1 / sums->variance;
        combination->chi_value += sums->value / sums->variance;
        combination->chi_square += sums->value * sums->value / sums->variance;
    }
    for (size_t k = 0; k < combination->variation_count; ++k) {
        combination->varied[k].value += factor * varied[k].value;
        combination->varied[k].variance += factor * factor * varied[k].variance;
        combination->varied[k].lost += varied[k].lost;
    }
    if (combination->bins)
        engine_add_histograms(engine, sums, factor, combination->bins);
}

void combination_estimate(const struct combination *combination, double *value, double *error,
                          double *chi2_per_dof)
{
    *value = *error = *chi2_per_dof = 0;
    if (combination->count == 0)
        return;
    if (combination->sum ==
        0) { /* by inverse variances, and there were none: a constant, or nothing but zeros */
        *value = combination->plain_value / combination->plain_sum;
        return;
    }
    double mean = combination->value / combination->sum;
    *value = mean;
    *error = sqrt(combination->variance) / combination->sum;
    if (combination->chi_count > 1) {
        double chi2 = combination->chi_square - 2 * mean * combination->chi_value +
                      mean * mean * combination->chi_sum;
        *chi2_per_dof = fmax(chi2, 0) / (double)(combination->chi_count - 1);
    }
}

void combination_estimate_varied(const struct combination *combination, size_t k, double *value,
                                 double *error)
{
    const struct varied_sums *sums = &combination->varied[k];
    *value = combination->sum > 0 ? sums->value / combination->sum : 0;
    *error = combination->sum > 0 ? sqrt(sums->variance) / combination->sum : 0;
}

double combination_probability(const struct combination *combination)
{
    double value, error, chi2_per_dof;
    combination_estimate(combination, &value, &error, &chi2_per_dof);
    if (combination->chi_count < 2)
        return 1;
    const double half = 0.5 * (double)(combination->chi_count - 1);
    return gamma_q(half, half * chi2_per_dof);
}

void combination_normalise(struct combination *combination)
{
    double share = combination->sum > 0 ? 1 / combination->sum : 0;
    for (size_t i = 0; i < combination->bin_count; ++i) {
        ts_bin *bin = &combination->bins[i];
        bin->sum_w *= share;
        bin->sum_w2 *= share * share;
        bin->sum_wx *= share;
        bin->sum_wx2 *= share;
    }
}

/* The integral by Sobol' points: independent randomisations of them, whose scatter is the error (A. B. Owen,
 * "Randomly permuted (t,m,s)-nets", 1995; P. L'Ecuyer, C. Lemieux, "Recent advances in randomized quasi-Monte
 * Carlo methods", 2002). Points are doubled until the error is small enough. */
#include "cubature/work.h"

#include "cubature/ends.h"
#include "cubature/resume.h"
#include "cubature/sweeps.h"

#include <math.h>
#include <stdlib.h>

/* Randomisations. An error from so many has itself one of 13 per cent, and Student's t for it. */
enum {
    FIRST_POINTS = 256, /* of each: half of what a claim takes */
    FEWEST_POINTS = 16,
    MOST_FIRST_POINTS = 4096, /* so that levels do not depend on how many evaluations there may be */
    MOST_BITS = SOBOL_BITS
};
/* The quantile of 68.27 % of Student's t with 31 degrees of freedom over that of a normal, 1.016. A twentieth
 * is added because points end where the error came out small (tests/cubature/test_integral_pulls.c). */
static const double student = 1.07;
/* Of the squares, that one evaluation may carry: before it widens the error, before it forbids a claim. */
static const double heavy_share = 0.005, largest_share = 0.02;
/* Of the squared deviations from the mean, that one evaluation may carry on a grid that has learned nothing.
 * With more it is as if there were few others: on a constant such a one is the flank of a peak. A grid that
 * has learned makes others so alike that the one where it ends, at a singularity, carries much of what is
 * left. */
static const double largest_deviation = 0.1;

/* The levels so far, of each component. */
struct levels {
    double *value, *error; /* of the last */
    double *chi2;
    int count;
    int even; /* the grid is about as it began */
    struct sweeps *sweeps;
};

static const char stage[] = "sobol points";

/* What is kept at the end of a level. */
static void levels_fields(struct state_io *io, void *part)
{
    struct levels *levels = part;
    struct sweeps *sweeps = levels->sweeps;
    struct sweep_sums *sums = &sweeps->sums;
    const size_t components = (size_t)sweeps->cubature->components;
    state_choice(io, "levels", &levels->count, 1, MOST_BITS);
    state_magnitudes(io, "level_chi2", levels->chi2, components);
    state_numbers(io, "level_value", levels->value, components);
    state_magnitudes(io, "level_error", levels->error, components);
    state_counts(io, "points", &sums->units, 1);
    state_counts(io, "points_of_all", &sums->evaluations, 1);
    state_counts(io, "hits", &sums->hits, 1);
    state_magnitudes(io, "peaks", sweeps->peaks, components);
    state_magnitudes(io, "sums_scale", sweeps->sums_scale, components);
    state_sums(io, "sums", sums->words, SWEEP_WORDS * (size_t)sweeps->sets * components);
}

/* Where one evaluation carries much of the variance, others like it may not have been met. They would have
 * changed the value by about as much, or by far more where the warm-up was cut off. There nothing is
 * claimed. */
static void estimate(const struct cubature_work *work, int component, double *value, double *error)
{
    const struct sweeps *sweeps = &work->sweeps;
    double mean = 0, square = 0, largest = 0;
    for (int set = 0; set < sweeps->sets; ++set)
        mean += sweep_set_mean(sweeps, set, component) / sweeps->sets;
    for (int set = 0; set < sweeps->sets; ++set)
        largest = fmax(largest, fabs(sweep_set_mean(sweeps, set, component) - mean));
    for (int set = 0; set < sweeps->sets && largest > 0; ++set) /* squares of small numbers would be none */
        square += pow((sweep_set_mean(sweeps, set, component) - mean) / largest, 2);
    *value = mean;
    *error = student * largest * sqrt(square / (sweeps->sets - 1) / sweeps->sets);
    if (sweep_largest_share(sweeps, component) > heavy_share)
        *error = hypot(*error, sweeps->peaks[component] / sweeps->sums_scale[component] /
                                   (double)sweeps->sums.evaluations);
    work->rounding[component] = rounding_of(work, sweep_root_mean_square(sweeps, component));
    *error = fmax(*error, work->rounding[component]);
}

/* Whether an evaluation of this level is unlike all others, of which the grid has learned nothing. */
static int is_unlike(const struct levels *levels, int component)
{
    return levels->even && sweep_largest_deviation(levels->sweeps, component) > largest_deviation;
}

/* What speaks against a component of this level is kept. */
static void examine(struct cubature_work *work, const struct levels *levels, int c, double value,
                    double error)
{
    const struct sweeps *sweeps = &work->sweeps;
    const unsigned long long points = (unsigned long long)sweeps->sums.evaluations;
    const double share = sweep_largest_share(sweeps, c);
    add_not_finite_objection(work, c, value, error);
    add_constant_objection(work, c, value, error, (double)points);
    if (sweeps->peaks[c] == 0)
        add_objection(work, "Component %d of the integrand was zero at all %llu points.", c + 1, points);
    else if (share > largest_share && !work->settled)
        add_objection(work,
                      "One evaluation in %llu carries %.0f %% of the variance: there may be more like it.",
                      points, 100 * share);
    if (is_unlike(levels, c))
        add_objection(
            work,
            "One evaluation in %llu differs from the others by so much that they tell no error: there "
            "may be more like it.",
            points);
    if (levels->count && fabs(value - levels->value[c]) > 5 * levels->error[c])
        add_objection(work, "The last doubling of points moved the value by %.1f of its errors.",
                      fabs(value - levels->value[c]) / levels->error[c]);
    add_guess_objection(work, c, value, error);
}

/* Whether the estimate of this level may be claimed. */
static int holds(struct cubature_work *work, const struct levels *levels, const double *value,
                 const double *error)
{
    const struct sweeps *sweeps = &work->sweeps;
    const unsigned long long points = (unsigned long long)sweeps->sums.evaluations;
    int small = 1;
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        small = small && error[c] <= tolerance_of(work, value[c]);
        examine(work, levels, c, value[c], error[c]);
    }
    add_warm_up_objection(work);
    if ((double)points < work->fewest)
        add_objection(work, "There were %llu points, and %.0f are the fewest that say anything.", points,
                      work->fewest);
    return small && !work->integral->objection[0];
}

/* What speaks against a level that is resumed, by the errors that are asked for now. An objection that was
 * made with others stays for one level more. */
static void judge_again(struct cubature_work *work)
{
    add_warm_up_objection(work);
    if ((double)work->sweeps.sums.evaluations < work->fewest)
        add_objection(work, "There were %.0f points, and %.0f are the fewest that say anything.",
                      (double)work->sweeps.sums.evaluations, work->fewest);
}

/* One level, taken into the result. */
static ts_status take_level(struct cubature_work *work, struct levels *levels, int *done)
{
    const int components = work->sweeps.cubature->components;
    double *value = work->values, *error = work->errors;
    for (int c = 0; c < components; ++c)
        estimate(work, c, &value[c], &error[c]);
    work->integral->objection[0] = 0;
    *done = holds(work, levels, value, error);
    for (int c = 0; c < components; ++c) {
        if (levels->count && levels->error[c] > 0)
            levels->chi2[c] += pow((value[c] - levels->value[c]) / levels->error[c], 2);
        levels->value[c] = value[c];
        levels->error[c] = error[c];
        work->integral->components[c] = (ts_component){value[c], error[c],
                                                       levels->count ? levels->chi2[c] / levels->count : 0};
    }
    levels->count += 1;
    past_note(work, (double)work->sweeps.sums.evaluations);
    return note_sweep(work, value, error, 1);
}

/* Points of the first level: more where they will not be enough. That takes about the root of what random
 * ones would have to be. Fewer where they leave no room for others. */
static uint64_t first_points(const struct cubature_work *work)
{
    const double evaluations_left = evaluations_most_of_result(work) - evaluations_of(work);
    const double sure = isfinite(work->needed) ? sqrt(work->needed) / 2 / work->sweeps.sets : 0;
    uint64_t points = FIRST_POINTS;
    while (points < MOST_FIRST_POINTS && 2 * (double)points <= sure)
        points *= 2;
    while (points > FEWEST_POINTS && 2 * (double)points * work->sweeps.sets > evaluations_left)
        points /= 2;
    return points;
}

/* Whether there is such an evaluation. A longer warm-up may meet more of its like. */
static int is_news(const struct levels *levels)
{
    int news = 0;
    for (int c = 0; c < levels->sweeps->cubature->components; ++c)
        news = news || is_unlike(levels, c);
    return news;
}

/* Doubles the points until it is enough; *again: a weight has outgrown its scale. */
static ts_status double_points(struct cubature_work *work, struct levels *levels, int *again)
{
    struct sweeps *sweeps = &work->sweeps;
    int done = levels->count && is_small(work, 1) && !work->integral->objection[0];
    while (!done) {
        *again = levels->count && !is_past_mending(work) && is_small(work, 1) && is_news(levels);
        if (*again) {
            work->given_up = fmax(work->given_up, (double)sweeps->sums.evaluations);
            return TS_OK;
        }
        if (levels->count && is_hopeless(work))
            object_to_hopeless(work);
        if (levels->count && (work->hopeless || is_past_mending(work)))
            return TS_OK;
        const uint64_t points = sweeps->sums.units, more = points ? points : first_points(work);
        work->wanted = evaluations_of(work) + (double)more * sweeps->sets;
        if (work->wanted > evaluations_most_of_result(work) || points >> (MOST_BITS - 1))
            return TS_OK;
        ts_status status = sweep_sobol(sweeps, points, more, again);
        if (!status && !*again)
            status = take_level(work, levels, &done);
        if (!status && !*again)
            status = state_take(work, stage, levels_fields, levels);
        if (status || *again)
            return status;
        warn_of_objection(work);
    }
    work->integral->converged = 1;
    return TS_OK;
}

/* A level that is resumed is what its sums give, and the result is that level. */
static ts_status check_levels(const struct cubature_work *work, const struct levels *levels)
{
    const struct sweep_sums *sums = &work->sweeps.sums;
    if (sums->evaluations != sums->units * (uint64_t)work->sweeps.sets || sums->hits > sums->evaluations)
        return state_contradiction(work, "points_of_all");
    for (int c = 0; c < work->sweeps.cubature->components; ++c) {
        const ts_component *result = &work->integral->components[c];
        double value, error;
        estimate(work, c, &value, &error);
        if (!state_agrees(value, levels->value[c]) || !state_agrees(error, levels->error[c]))
            return state_contradiction(work, "sums");
        if (result->value != levels->value[c] || result->error != levels->error[c])
            return state_contradiction(work, "result");
    }
    return TS_OK;
}

ts_status cubature_quasi(struct cubature_work *work, int *again)
{
    const size_t components = (size_t)work->sweeps.cubature->components;
    struct levels levels = {.value = calloc(components, sizeof(double)),
                            .error = calloc(components, sizeof(double)),
                            .chi2 = calloc(components, sizeof(double)),
                            .sweeps = &work->sweeps};
    int resumed = 0;
    ts_status status = levels.value && levels.error && levels.chi2
                           ? TS_OK
                           : ts_fail_memory(work->context, "the levels");
    work->stage = "integrating";
    sweeps_clear(&work->sweeps);
    if (!status)
        status = sweeps_is_even(&work->sweeps, &levels.even);
    if (!status)
        status = state_resume(work, stage, levels_fields, &levels, &resumed);
    if (!status && resumed)
        status = check_levels(work, &levels);
    if (!status && resumed && work->asks_anew)
        judge_again(work);
    if (!resumed)
        work->past->count = 0;
    work->scrambled += resumed ? 0 : (uint64_t)work->sweeps.sets;
    sweeps_randomise(&work->sweeps, work->scrambled - (uint64_t)work->sweeps.sets, work->sweeps.sets);
    if (!status)
        status = double_points(work, &levels, again);
    free(levels.value);
    free(levels.error);
    free(levels.chi2);
    return status;
}

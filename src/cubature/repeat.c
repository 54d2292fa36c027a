/* The integral by random sweeps with the grid frozen, combined by their numbers of evaluations. Weights that
 * do not depend on the samples leave no bias. By inverse variances, as in arXiv:2202.01753, where that is
 * asked for. */
#include "cubature/work.h"

#include "cubature/ends.h"
#include "cubature/random_sweeps.h"
#include "cubature/resume.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST_SWEEP = 2048, SWEEPS_OF_PLAN = 8, FEWEST_SWEEPS = 4, FEWEST_HITS = 512 };
static const double spare = 1.1;          /* evaluations planned beyond those that the error takes */
static const double largest_share = 0.02; /* of the squares, that one evaluation may carry */
static const double disagreement = 5;     /* chi^2 above its mean, in its deviations */

/* One component over the sweeps so far, in units of about its size, whose squares then have room. They are
 * sums of n, n v, n^2 var; for chi^2 of 1/var, v/var, v^2/var; for the scatter of n^2, n^2 v, n^2 v^2. */
struct combined {
    double unit, n, value, variance, inverse, by, square, weight, moment, spread;
    int count, scattered;
};

static void combine(struct combined *sum, double n, double value, double error)
{
    if (sum->unit == 0 && value != 0)
        sum->unit = fabs(value);
    const double v = sum->unit > 0 ? value / sum->unit : 0, e = sum->unit > 0 ? error / sum->unit : 0;
    sum->n += n;
    sum->value += n * v;
    sum->variance += pow(n * e, 2);
    sum->weight += n * n;
    sum->moment += n * n * v;
    sum->spread += n * n * v * v;
    sum->count += 1;
    if (!(e > 0))
        return;
    sum->inverse += 1 / (e * e);
    sum->by += v / (e * e);
    sum->square += v * v / (e * e);
    sum->scattered += 1;
}

/* The error of the mean by how much the sweeps' values differ, whatever their errors say. */
static double scatter_of(const struct combined *sum)
{
    const double mean = sum->value / sum->n;
    const double square = sum->spread - 2 * mean * sum->moment + mean * mean * sum->weight;
    return sqrt(fmax(0, square) * sum->count / fmax(1, sum->count - 1)) / sum->n;
}

/* Sweeps that scatter more than their errors allow have too small errors. Theirs is widened by the root of
 * chi^2 per degree of freedom, as the Particle Data Group does. Where they do not agree at all, that could
 * be any number. So it is where one alone has seen a peak and others claim next to no error. Then the
 * error is that of the scatter, if it is smaller. */
static ts_component scattered_component(const struct combined *sum, int by_variance)
{
    const int inverse = by_variance && sum->scattered > 0; /* without errors there are no weights */
    const double mean = inverse ? sum->by / sum->inverse : sum->value / sum->n, dof = sum->scattered - 1;
    const double error = inverse ? 1 / sqrt(sum->inverse) : sqrt(sum->variance) / sum->n;
    ts_component component = {mean * sum->unit, error * sum->unit, 0};
    if (sum->scattered < 2)
        return component;
    component.chi2_per_dof = fmax(0, sum->square - 2 * mean * sum->by + mean * mean * sum->inverse) / dof;
    const double wide = error * sqrt(component.chi2_per_dof);
    if (component.chi2_per_dof > 1 + disagreement * sqrt(2 / dof))
        component.error = fmin(wide, fmax(error, scatter_of(sum))) * sum->unit;
    else if (component.chi2_per_dof > 1 + 3 * sqrt(2 / dof))
        component.error = wide * sum->unit;
    return component;
}

/* The root mean square of all weights. */
static double root_mean_square(const struct combined *sum)
{
    return sum->n > 0 ? sum->unit * hypot(sqrt(sum->variance / sum->n), sum->value / sum->n) : 0;
}

/* No error is smaller than that of rounding. */
static ts_component component_of(const struct cubature_work *work, const struct combined *sum,
                                 int by_variance)
{
    ts_component component = scattered_component(sum, by_variance);
    component.error = fmax(component.error, rounding_of(work, root_mean_square(sum)));
    return component;
}

static int is_same(const ts_component *a, const ts_component *b)
{
    return state_agrees(a->value, b->value) && state_agrees(a->error, b->error);
}

/* What has been counted so far. */
struct counted {
    struct combined *components;
    double *largest; /* |w| of each */
    double evaluations, hits;
    int planned; /* in the middle of a plan: */
    double size; /* of its sweeps */
    double end;  /* evaluations at its end */
    size_t component_count;
};

static const char stage[] = "random sweeps";

/* What is kept after each sweep. */
static void counted_fields(struct state_io *io, void *part)
{
    struct counted *counted = part;
    for (size_t c = 0; c < counted->component_count; ++c) {
        struct combined *sum = &counted->components[c];
        double numbers[] = {sum->unit, sum->n,      sum->value,  sum->variance, sum->inverse,
                            sum->by,   sum->square, sum->weight, sum->moment,   sum->spread};
        char name[48];
        snprintf(name, sizeof name, "combined_%zu", c + 1);
        state_numbers(io, name, numbers, sizeof numbers / sizeof numbers[0]);
        if (!(numbers[1] >= 0 && numbers[3] >= 0 && numbers[4] >= 0 && numbers[7] >= 0))
            state_refuse(io, name, "should hold sums of squares that are not below zero");
        snprintf(name, sizeof name, "combined_sweeps_%zu", c + 1);
        state_choice(io, name, &sum->count, 0, INT32_MAX / 2);
        snprintf(name, sizeof name, "combined_scattered_%zu", c + 1);
        state_choice(io, name, &sum->scattered, 0, INT32_MAX / 2);
        *sum = (struct combined){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
                                 numbers[6], numbers[7], numbers[8], numbers[9], sum->count, sum->scattered};
    }
    state_magnitudes(io, "largest", counted->largest, counted->component_count);
    state_amount(io, "counted_evaluations", &counted->evaluations);
    state_amount(io, "counted_hits", &counted->hits);
    state_choice(io, "planned", &counted->planned, 0, 1);
    state_amount(io, "plan_sweep", &counted->size);
    state_amount(io, "plan_end", &counted->end);
}

/* Whether the result may be claimed: what speaks against it is kept. */
static int holds(struct cubature_work *work, const struct counted *counted)
{
    int small = 1;
    work->integral->objection[0] = 0;
    for (int c = 0; c < work->sweeps.cubature->components; ++c) {
        const struct combined *sum = &counted->components[c];
        const ts_component *component = &work->integral->components[c];
        const double n = counted->evaluations;
        /* The part of the squares of all weights, which follow from the variance of one evaluation. */
        const double largest = sum->unit > 0 ? counted->largest[c] / sum->unit : 0;
        const double share = pow(largest, 2) / (sum->variance + pow(sum->value, 2) / n);
        small = small && component->error <= tolerance_of(work, component->value);
        add_not_finite_objection(work, c, component->value, component->error);
        add_constant_objection(work, c, component->value, component->error, n);
        if (counted->largest[c] == 0)
            add_objection(work, "Component %d of the integrand was zero at all %.0f points.", c + 1, n);
        if (component->chi2_per_dof > 1 + disagreement * sqrt(2.0 / fmax(1, sum->scattered - 1)))
            add_objection(work, "The iterations do not agree: chi^2 per degree of freedom is %.3g.",
                          component->chi2_per_dof);
        if (share > largest_share)
            add_objection(
                work, "One evaluation in %.0f carries %.0f %% of the variance: there may be more like it.", n,
                100 * share);
        add_guess_objection(work, c, component->value, component->error);
        if (sum->count < FEWEST_SWEEPS)
            add_objection(work, "There were %d iterations, and %d are the fewest that can agree.", sum->count,
                          FEWEST_SWEEPS);
    }
    add_warm_up_objection(work);
    if (counted->evaluations < work->fewest)
        add_objection(work, "There were %.0f evaluations, and %.0f are the fewest that say anything.",
                      counted->evaluations, work->fewest);
    if (counted->hits < FEWEST_HITS)
        add_objection(work, "Only %.0f of %.0f evaluations were not zero.", counted->hits,
                      counted->evaluations);
    return small && !work->integral->objection[0];
}

static ts_status count_sweep(struct cubature_work *work, struct counted *counted, double size)
{
    struct sweeps *sweeps = &work->sweeps;
    const struct sweep_teaching none = {0};
    const int by_variance = !strcmp(work->settings->combination, "inverse_variance");
    ts_status status = strcmp(work->integral->method, "vegasplus")
                           ? sweep_random(sweeps, stratify((uint64_t)size, sweeps->cubature->dimensions),
                                          none)
                           : sweep_strata(sweeps, (uint64_t)size, none);
    if (status)
        return status;
    const double n = (double)sweeps->sums.evaluations;
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        sweep_estimate(sweeps, c, &work->values[c], &work->errors[c]);
        combine(&counted->components[c], n, work->values[c], work->errors[c]);
        work->integral->components[c] = component_of(work, &counted->components[c], by_variance);
        work->rounding[c] = rounding_of(work, root_mean_square(&counted->components[c]));
        counted->largest[c] = fmax(counted->largest[c], sweeps->peaks[c] / sweeps->sums_scale[c]);
    }
    counted->evaluations += n;
    counted->hits += (double)sweeps->sums.hits;
    past_note(work, counted->evaluations);
    return note_sweep(work, work->values, work->errors, 1);
}

/* How many evaluations the tolerance takes, by all sweeps so far. */
static double needed(struct cubature_work *work, const struct counted *counted)
{
    for (int c = 0; c < work->sweeps.cubature->components; ++c) {
        work->values[c] = work->integral->components[c].value;
        work->errors[c] = work->integral->components[c].error;
    }
    return evaluations_needed(work, counted->evaluations, work->values, work->errors);
}

/* Iterations of m-Cubes have the length that was asked for; 0: of other methods. */
static double calls_of(const struct cubature_work *work)
{
    return strncmp(work->integral->method, "mcubes", 6) ? 0 : (double)work->settings->calls;
}

/* How many sweeps of which size come next. */
static void plan(struct cubature_work *work, struct counted *counted, double evaluations_left)
{
    const double calls = calls_of(work);
    const double least = calls > 0 ? FEWEST_SWEEPS * calls
                                   : fmax(SWEEPS_OF_PLAN * SMALLEST_SWEEP, counted->evaluations / 2);
    const double all = fmin(fmax(spare * work->needed - counted->evaluations, least), evaluations_left);
    counted->size = calls > 0 ? calls : fmax(all / SWEEPS_OF_PLAN, SMALLEST_SWEEP);
    counted->end = counted->evaluations + all;
}

/* The next sweep of the plan. */
static ts_status run_next(struct cubature_work *work, struct counted *counted, double evaluations_left)
{
    static const double longest = 0x1p26;
    const double calls = calls_of(work), rest = fmin(counted->end - counted->evaluations, evaluations_left);
    double next = calls > 0 ? fmin(calls, evaluations_left)
                            : fmin(counted->size, fmax(longest, counted->evaluations / 16));
    if (calls == 0 && rest < 1.5 * next)
        next = rest;
    work->wanted = evaluations_of(work) + counted->end - counted->evaluations;
    counted->planned = 1;
    ts_status status = count_sweep(work, counted, next);
    return status ? status : state_take(work, stage, counted_fields, counted);
}

/* Whether the plan has another sweep. */
static int has_more(const struct counted *counted)
{
    return counted->end - counted->evaluations >= fmax(counted->size / 2, 1);
}

static double evaluations_left(const struct cubature_work *work)
{
    return evaluations_most_of_result(work) - evaluations_of(work);
}

/* Sweeps of the plan, whose sizes are settled before the first of them. Were
 * their own errors to decide, runs that happen to see small weights would end
 * early, and the mean of many runs be low. Where the error is not reached
 * then, more are planned in the same way. */
static ts_status run_plans(struct cubature_work *work, struct counted *counted)
{
    while (!work->integral->converged &&
           !(counted->evaluations > 0 && !counted->planned && (work->hopeless || is_past_mending(work))) &&
           (counted->planned || evaluations_left(work) >= FEWEST_SWEEPS * SMALLEST_SWEEP ||
            counted->evaluations == 0)) {
        int more = !counted->planned;
        if (counted->evaluations == 0 && evaluations_left(work) < 1) /* continued without more of them */
            return TS_NOT_CONVERGED;
        if (more)
            plan(work, counted, evaluations_left(work));
        else /* one that is continued, unless there is no room for more of it */
            more = has_more(counted) && evaluations_left(work) >= SMALLEST_SWEEP && !is_hopeless(work);
        ts_status status = TS_OK;
        while (more) {
            status = run_next(work, counted, evaluations_left(work));
            if (status && !(status == TS_NOT_CONVERGED && counted->evaluations > 0))
                return status;
            more = !status && has_more(counted) && evaluations_left(work) >= 1 && !is_hopeless(work);
        }
        counted->planned = 0;
        work->integral->converged = holds(work, counted);
        if (!work->integral->converged && is_hopeless(work))
            object_to_hopeless(work);
        work->needed = needed(work, counted);
        warn_of_objection(work);
        if (status) /* there was no room for the next sweep */
            return status;
    }
    return TS_OK;
}

/* Sweeps that are resumed give the result, by the one or the other of the two ways to combine them. */
static ts_status check_counted(const struct cubature_work *work, const struct counted *counted)
{
    if (counted->hits > counted->evaluations)
        return state_contradiction(work, "counted_hits");
    for (size_t c = 0; c < counted->component_count; ++c) {
        const struct combined *sum = &counted->components[c];
        const ts_component *result = &work->integral->components[c];
        const ts_component by_samples = component_of(work, sum, 0), by_variance = component_of(work, sum, 1);
        if (sum->n != counted->evaluations || sum->scattered > sum->count)
            return state_contradiction(work, "counted_evaluations");
        work->rounding[c] = rounding_of(work, root_mean_square(sum));
        if (!is_same(result, &by_samples) && !is_same(result, &by_variance))
            return state_contradiction(work, "result");
    }
    return TS_OK;
}

ts_status cubature_repeat(struct cubature_work *work)
{
    const size_t components = (size_t)work->sweeps.cubature->components;
    struct counted counted = {.components = calloc(components, sizeof *counted.components),
                              .largest = calloc(components, sizeof *counted.largest),
                              .component_count = components};
    int resumed = 0;
    ts_status status = counted.components && counted.largest ? TS_OK
                                                             : ts_fail_memory(work->context, "the sweeps");
    work->stage = "integrating";
    if (!status)
        status = state_resume(work, stage, counted_fields, &counted, &resumed);
    if (!status && resumed)
        status = check_counted(work, &counted);
    if (!resumed)
        work->past->count = 0;
    else if (work->asks_anew) /* the plan was for other errors */
        counted.end = counted.evaluations;
    if (!status && resumed && !counted.planned && is_hopeless(work))
        object_to_hopeless(work);
    if (!status)
        status = run_plans(work, &counted);
    free(counted.components);
    free(counted.largest);
    return status;
}

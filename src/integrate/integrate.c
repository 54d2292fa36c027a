#include "integrate/integrate.h"

#include "core/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FIRST_ITERATION = 65536,   /* events */
    SMALLEST_ITERATION = 1000, /* events, of those that count */
    FEWEST_PER_BIN = 16        /* events that teach the grid something */
};

/* An integral at work. */
struct integration {
    ts_context *context;
    const struct integration_settings *settings;
    struct engine engine;
    struct combination combination;
    struct integral *integral;
    int counting; /* iterations count by now: those before them are forgotten */
    const char *stage;
    double weight_sum; /* of the counted events' contributions to the integral */
    double start;
    double spent;    /* events of complete iterations */
    uint64_t events; /* launched so far, repeated ones too: what progress shows */
    uint64_t wanted; /* the best guess of all that it takes */
};

static void report(uint64_t events, void *data)
{
    struct integration *work = data;
    work->events += events;
    if (!work->settings->progress)
        return;
    double seconds = clock_seconds() - work->start, chi2;
    ts_progress progress = {.stage = work->stage, .events = work->events};
    combination_estimate(&work->combination, &progress.value, &progress.error, &chi2);
    progress.rate = seconds > 0 ? (double)work->events / seconds : 0;
    progress.fraction = work->wanted ? fmin(1, (double)work->events / (double)work->wanted) : 0;
    if (progress.rate > 0 && work->wanted > work->events)
        progress.seconds_left = (double)(work->wanted - work->events) / progress.rate;
    work->settings->progress(&progress, work->settings->progress_data);
}

static ts_status note_iteration(struct integration *work, const struct iteration_sums *sums, int counted)
{
    struct integral *integral = work->integral;
    size_t count = integral->iteration_count;
    ts_iteration *rows = realloc(integral->iterations, (count + 1) * sizeof *rows);
    if (!rows)
        return ts_fail_memory(work->context, "the list of iterations");
    rows[count] = (ts_iteration){sums->value, sqrt(sums->variance), sums->events, counted};
    integral->iterations = rows;
    integral->iteration_count = count + 1;
    integral->generated += sums->events;
    integral->accepted += sums->accepted;
    integral->repeated += sums->repeated;
    integral->limited += sums->limited;
    if (sums->not_finite && !integral->not_finite)
        integral->first_not_finite = sums->first_not_finite;
    integral->not_finite += sums->not_finite;
    if (counted) {
        if (!integral->counted)
            integral->first_counted = integral->generated - sums->events;
        integral->counted += sums->events;
        work->weight_sum += sums->value * (double)sums->events;
        integral->largest = fmax(integral->largest, sums->largest);
    }
    integral->sub_cubes_per_axis = sums->layout.per_axis;
    return TS_OK;
}

/* About so many events, in as many sub-cubes as suit them. */
static struct stratification about(const struct integration *work, double events)
{
    return stratify((uint64_t)events, work->engine.integrand->dimensions);
}

/* Exactly so many, an even number: one sub-cube, gone through in pairs. */
static struct stratification exactly(uint64_t events)
{
    return (struct stratification){.per_axis = 1, .samples = 2, .cubes = events / 2};
}

/* One iteration from launch to note. Those that do not count gather the grid's sums, whether it is refined by
 * them or not: by that the device tells them from those that count. */
static ts_status iterate(struct integration *work, struct stratification layout, int refine, int counted,
                         struct iteration_sums *sums)
{
    ts_status status = engine_iterate(&work->engine, layout, !counted, sums);
    if (status)
        return status;
    if (counted && !work->counting) {
        work->counting = 1;
        combination_reset(&work->combination);
    }
    combination_add(&work->combination, &work->engine, sums);
    if (refine && sums->accepted >= (uint64_t)FEWEST_PER_BIN * (uint64_t)work->settings->bins)
        status = engine_refine(&work->engine, work->settings->damping);
    if (status)
        return status;
    work->spent += (double)sums->events;
    return note_iteration(work, sums, counted);
}

/* How many events the precision takes in all, from an estimate that has an error; or as many as are asked
 * for. */
static double events_needed(const struct integration *work, double events, double value, double variance)
{
    if (work->settings->events)
        return (double)work->settings->events;
    double target = work->settings->relative_error * fabs(value);
    return target > 0 ? events * variance / (target * target) : INFINITY;
}

/* How many events the warm-up has at most: a tenth of a fixed number, for those that count are not fewer for
 * it. */
static double warm_up_events(const struct integration_settings *settings)
{
    return settings->events ? fmax((double)settings->events / 10, 4) : (double)settings->max_events / 4;
}

/* Iterations that refine the grid: short ones while it is rough, each 1.5 times
 * the one before, a quarter of all events at most. They end early where less is
 * left to do than was spent on them. Small ones would teach the grid nothing but
 * their accidents; a small budget has none. `need` is left as the number of events
 * that the precision takes with the grid as it is then. */
static ts_status warm_up(struct integration *work, double *need)
{
    static const double growth = 1.5;
    const struct integration_settings *settings = work->settings;
    struct iteration_sums sums;
    double size = FIRST_ITERATION, most = warm_up_events(settings);
    work->stage = "adapting";
    ts_status status = TS_OK;
    for (int i = 0; i < settings->warmup && work->spent + size <= most && *need > work->spent && !status;
         ++i) {
        status = iterate(work, about(work, size), 1, 0, &sums);
        if (!status)
            *need = events_needed(work, (double)sums.events, sums.value, sums.variance);
        size *= growth;
    }
    if (status || isfinite(*need))
        return status;
    /* No iteration, or none with an event: one more, only to learn how many it takes. */
    status = iterate(work, about(work, fmin(FIRST_ITERATION, most)), 0, 0, &sums);
    if (!status)
        *need = events_needed(work, (double)sums.events, sums.value, sums.variance);
    return status;
}

/* The iterations that count, the grid frozen. How many events they have is settled
 * before the first of them, from the warm-up alone, with a tenth to spare: were it
 * decided by their own errors as they come, runs that happen to see small weights
 * would end early, and the mean of many runs be low. Where the error is not
 * reached then, more events are planned in the same way.
 * Iterations are an eighth of the plan, but not so long that an interruption would
 * lose much: a second's work or a sixteenth of what there is. */
static ts_status measure(struct integration *work, double need)
{
    static const double spare = 1.1, longest = 0x1p24;
    struct iteration_sums sums;
    double left = (double)work->settings->max_events - work->spent, done = 0;
    work->stage = "integrating";
    while (!work->integral->converged && (left >= SMALLEST_ITERATION || !work->counting)) {
        double plan = fmin(fmax(spare * need - done, 8 * SMALLEST_ITERATION), left);
        double size = fmax(plan / 8, SMALLEST_ITERATION);
        double end = done + plan;
        do {
            double next = fmin(size, fmax(longest, done / 16)), rest = fmin(end - done, left);
            if (rest < 1.5 * next) /* no small iteration at the end */
                next = rest;
            work->wanted = (uint64_t)((double)work->events + end - done);
            ts_status status = iterate(work, about(work, next), 0, 1, &sums);
            if (status)
                return status;
            done += (double)sums.events;
            left -= (double)sums.events;
        } while (end - done >= size / 2);
        struct integral *integral = work->integral;
        combination_estimate(&work->combination, &integral->value, &integral->error, &integral->chi2_per_dof);
        need = events_needed(work, done, integral->value, integral->error * integral->error);
        integral->converged = need <= done;
    }
    return TS_OK;
}

/* The iterations that count where their number of events is given: an eighth of it each, with the same limit
 * as above. */
static ts_status measure_events(struct integration *work)
{
    const uint64_t all = work->settings->events + work->settings->events % 2, longest = UINT64_C(1) << 24;
    struct iteration_sums sums;
    uint64_t done = 0, size = all / 16 * 2;
    if (size < SMALLEST_ITERATION)
        size = SMALLEST_ITERATION;
    work->stage = "integrating";
    while (done < all) {
        uint64_t limit = done / 32 * 2 > longest ? done / 32 * 2 : longest;
        uint64_t next = size < limit ? size : limit, rest = all - done;
        if (rest < next + next / 2) /* no small iteration at the end */
            next = rest;
        work->wanted = work->events + rest;
        ts_status status = iterate(work, exactly(next), 0, 1, &sums);
        if (status)
            return status;
        done += sums.events;
    }
    combination_estimate(&work->combination, &work->integral->value, &work->integral->error,
                         &work->integral->chi2_per_dof);
    work->integral->converged = work->integral->value != 0;
    return TS_OK;
}

/* By chance iterations scatter like this in one run of a million: then the error is not to be trusted,
 * whatever it is. */
static const double least_probability = 1e-6;

static void examine(struct integration *work)
{
    struct integral *integral = work->integral;
    if (combination_probability(&work->combination) >= least_probability)
        return;
    snprintf(integral->objection, sizeof integral->objection,
             "The iterations do not agree: chi^2 per degree of freedom is %.3g.", integral->chi2_per_dof);
    integral->converged = 0;
}

static ts_status finish(struct integration *work, ts_status status)
{
    struct integral *integral = work->integral;
    const char *limit = work->settings->events ? "integration.events" : "max_events";
    if (status != TS_OK && status != TS_INTERRUPTED)
        return status;
    combination_estimate(&work->combination, &integral->value, &integral->error, &integral->chi2_per_dof);
    combination_normalise(&work->combination);
    if (work->weight_sum != 0)
        integral->largest_share = integral->largest / fabs(work->weight_sum);
    integral->interrupted = status == TS_INTERRUPTED;
    if (status == TS_INTERRUPTED && integral->iteration_count == 0)
        return ts_fail(work->context, status,
                       "Interrupted before the first iteration was complete: there is nothing to write.");
    if (status == TS_INTERRUPTED)
        return ts_fail(work->context, status, "Interrupted after %llu events.",
                       (unsigned long long)integral->generated);
    if (!isfinite(integral->value) || !isfinite(integral->error))
        return ts_fail(work->context, TS_ERROR_NUMERIC, "The integral is not a finite number.");
    if (integral->accepted > 0 && integral->not_finite == integral->accepted)
        return ts_fail(work->context, TS_ERROR_NUMERIC,
                       "All %llu events that passed the cuts have a weight that is not a finite number.",
                       (unsigned long long)integral->accepted);
    examine(work);
    if (integral->converged)
        return TS_OK;
    if (!integral->accepted)
        return ts_fail(work->context, TS_NOT_CONVERGED,
                       "No event out of %llu passed the cuts: loosen them, or raise %s.",
                       (unsigned long long)integral->generated, limit);
    if (integral->value == 0)
        return ts_fail(
            work->context, TS_NOT_CONVERGED,
            "Only %llu of %llu events passed the cuts, and none that counts has a weight above zero: "
            "loosen them, or raise %s.",
            (unsigned long long)integral->accepted, (unsigned long long)integral->generated, limit);
    if (integral->objection[0])
        return ts_fail(
            work->context, TS_NOT_CONVERGED,
            "The relative error of %.2g that was found with %llu events is not to be trusted. %s More events "
            "help, or more iterations that adapt (integration.warmup).",
            integral->error / fabs(integral->value), (unsigned long long)integral->generated,
            integral->objection);
    return ts_fail(
        work->context, TS_NOT_CONVERGED,
        "A relative error of %g was not reached with %llu events (it is %.2g): raise max_events or "
        "relative_error.",
        work->settings->relative_error, (unsigned long long)integral->generated,
        integral->value != 0 ? integral->error / fabs(integral->value) : INFINITY);
}

ts_status integrate(ts_context *context, struct device *device, const struct integrand *integrand,
                    const struct integration_settings *settings, struct integral *integral)
{
    *integral = (struct integral){0};
    struct integration work = {.context = context, .settings = settings, .integral = integral};
    work.combination.by = settings->combination;
    ts_status status = engine_create(context, device, integrand, settings->bins, settings->seed, &work.engine,
                                     &integral->seconds_compile);
    if (status)
        return status;
    work.engine.step = report;
    work.engine.step_data = &work;
    work.combination.bin_count = work.engine.bins;
    work.combination.bins = integral->bins = calloc(work.engine.bins + 1, sizeof *integral->bins);
    if (!integral->bins)
        status = ts_fail_memory(context, "the histograms");

    work.start = clock_seconds();
    work.wanted = settings->events ? settings->events : settings->max_events;
    double need = INFINITY;
    if (!status)
        status = warm_up(&work, &need);
    if (!status)
        status = settings->events ? measure_events(&work) : measure(&work, need);
    status = finish(&work, status);
    if (integral->iteration_count > 0 &&
        (!status || status == TS_NOT_CONVERGED || status == TS_INTERRUPTED)) {
        const ts_status read = engine_read_grid(&work.engine, &integral->grid, &integral->grid_length);
        status = read ? read : status;
    }
    integral->seconds_integrate = clock_seconds() - work.start;
    engine_destroy(&work.engine);
    if (status && status != TS_NOT_CONVERGED && status != TS_INTERRUPTED)
        integral_destroy(integral);
    return status;
}

void integral_destroy(struct integral *integral)
{
    free(integral->iterations);
    free(integral->bins);
    free(integral->grid);
    *integral = (struct integral){0};
}

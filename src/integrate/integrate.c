#include "integrate/integrate.h"

#include "core/clock.h"
#include "integrate/combine.h"

#include <math.h>
#include <stdlib.h>

enum {
    FEWEST_COUNTED = 5,        /* iterations, for chi^2 to have a meaning */
    SMALLEST_ITERATION = 1000, /* events */
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
    double start;
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
    if (sums->not_finite && !integral->not_finite)
        integral->first_not_finite = sums->first_not_finite;
    integral->not_finite += sums->not_finite;
    integral->sub_cubes_per_axis = sums->layout.per_axis;
    return TS_OK;
}

/* One iteration from launch to note. */
static ts_status iterate(struct integration *work, uint64_t events, int counted, struct iteration_sums *sums)
{
    struct stratification layout = stratify(events, work->engine.integrand->dimensions);
    ts_status status = engine_iterate(&work->engine, layout, !counted, sums);
    if (status)
        return status;
    if (counted && !work->counting) {
        work->counting = 1;
        combination_reset(&work->combination);
    }
    combination_add(&work->combination, &work->engine, sums);
    if (!counted && sums->accepted >= (uint64_t)FEWEST_PER_BIN * (uint64_t)work->settings->bins)
        engine_refine(&work->engine, work->settings->damping);
    return note_iteration(work, sums, counted);
}

/* Iterations that refine the grid: short ones while it is rough, each 1.5 times
 * the one before, as many as a quarter of all events allows. Small ones would
 * teach the grid nothing but their accidents, so a small budget has none. */
static ts_status warm_up(struct integration *work, uint64_t *spent, struct iteration_sums *last)
{
    static const double growth = 1.5, first = 65536;
    const struct integration_settings *settings = work->settings;
    double size = first;
    work->stage = "adapting";
    for (int i = 0; i < settings->warmup && (double)*spent + size <= (double)settings->max_events / 4; ++i) {
        ts_status status = iterate(work, (uint64_t)size, 0, last);
        if (status)
            return status;
        *spent += last->events;
        size *= growth;
    }
    return TS_OK;
}

/* How many events the precision takes, by the last iteration's error. */
static double events_needed(const struct integration *work, const struct iteration_sums *last)
{
    double target = work->settings->relative_error * fabs(last->value);
    return target > 0 ? (double)last->events * last->variance / (target * target) : INFINITY;
}

static int precise(struct integration *work)
{
    struct integral *integral = work->integral;
    combination_estimate(&work->combination, &integral->value, &integral->error, &integral->chi2_per_dof);
    return work->combination.count >= FEWEST_COUNTED && integral->value != 0 &&
           integral->error <= work->settings->relative_error * fabs(integral->value);
}

/* The iterations that count, the grid frozen: an eighth of what seems needed
 * each, until the error is reached or the events are used up. */
static ts_status measure(struct integration *work, uint64_t spent, struct iteration_sums *last)
{
    const struct integration_settings *settings = work->settings;
    work->stage = "integrating";
    uint64_t left = settings->max_events > spent ? settings->max_events - spent : 0;
    uint64_t reserve = left / FEWEST_COUNTED; /* there is room for the fewest iterations */
    while (!work->integral->converged && (left >= SMALLEST_ITERATION || !work->counting)) {
        double need = events_needed(work, last) - (double)(settings->max_events - spent - left);
        double size = fmax(fmin(need / 8, 0x1p62), (double)last->events);
        if (size > (double)reserve)
            size = (double)(left < 2 * reserve ? left : reserve);
        work->wanted = work->events + (uint64_t)fmin(fmax(need, size), (double)left);
        ts_status status = iterate(work, (uint64_t)fmax(size, 4), 1, last);
        if (status)
            return status;
        left -= last->events < left ? last->events : left;
        work->integral->converged = precise(work);
    }
    return TS_OK;
}

static ts_status finish(struct integration *work, ts_status status)
{
    struct integral *integral = work->integral;
    if (status != TS_OK && status != TS_INTERRUPTED)
        return status;
    combination_estimate(&work->combination, &integral->value, &integral->error, &integral->chi2_per_dof);
    combination_normalise(&work->combination);
    integral->interrupted = status == TS_INTERRUPTED;
    if (status == TS_INTERRUPTED && integral->iteration_count == 0)
        return ts_fail(work->context, status,
                       "Interrupted before the first iteration was complete: there is nothing to write.");
    if (status == TS_INTERRUPTED)
        return ts_fail(work->context, status, "Interrupted after %llu events.",
                       (unsigned long long)integral->generated);
    if (!isfinite(integral->value) || !isfinite(integral->error))
        return ts_fail(work->context, TS_ERROR_NUMERIC, "The integral is not a finite number.");
    if (integral->converged)
        return TS_OK;
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
    work.combination.bin_count = work.engine.shape.bins;
    work.combination.bins = integral->bins = calloc(work.engine.shape.bins + 1, sizeof *integral->bins);
    if (!integral->bins)
        status = ts_fail_memory(context, "the histograms");

    work.start = clock_seconds();
    work.wanted = settings->max_events;
    struct iteration_sums last = {0};
    uint64_t spent = 0;
    if (!status)
        status = warm_up(&work, &spent, &last);
    if (!status)
        status = measure(&work, spent, &last);
    status = finish(&work, status);
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
    *integral = (struct integral){0};
}

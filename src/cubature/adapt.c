/* The warm-up of an integral: sweeps, each of which teaches the grid for the next (learning.h). Their points
 * are Sobol' ones where those are known: they cost less than random ones, and miss less. */
#include "cubature/work.h"

#include "cubature/ends.h"
#include "cubature/learning.h"
#include "cubature/places.h"
#include "cubature/random_sweeps.h"
#include "cubature/sobol.h"
#include "cubature/sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SWEEP = 256, FIRST_RUNG = 2 /* |v| */, MOST_CLIMBS = 3 };
static const double damping = 1;
/* What is learned from roots is tempered already, and taken over almost as it is. Damped as squares are, the
 * grid would need twice as many sweeps. */
static const double damping_of_roots = 3;
static const double longer = 4; /* sweeps of the next climb */

/* The randomisation of the warm-up's points; those of the integral are the first ones. */
#define WARM_UP_SET ((uint64_t)1 << 40)

/* Whether a sweep has Sobol' points. */
static int has_points(const struct cubature_work *work, struct sweep_teaching teaching)
{
    return !teaching.learn && work->sweeps.smooth && work->sweeps.cubature->dimensions <= SOBOL_AXES;
}

/* The last sweep, taken into the result so far. */
static ts_status take_sweep(struct cubature_work *work)
{
    const int components = work->sweeps.cubature->components;
    sweeps_weigh(&work->sweeps);
    for (int c = 0; c < components; ++c) {
        sweep_estimate(&work->sweeps, c, &work->values[c], &work->errors[c]);
        work->guess[c] = work->values[c];
        work->guess_error[c] = work->errors[c];
        work->integral->components[c] = (ts_component){work->values[c], work->errors[c], 0};
    }
    return note_sweep(work, work->guess, work->guess_error, 0);
}

void warm_up_randomise(struct cubature_work *work) { sweeps_randomise(&work->sweeps, WARM_UP_SET, 1); }

ts_status warm_up_points(struct cubature_work *work, double size, struct sweep_teaching teaching)
{
    struct sweeps *sweeps = &work->sweeps;
    const uint64_t evaluations = (uint64_t)size;
    return has_points(work, teaching)
               ? sweep_points(sweeps, evaluations, teaching)
               : sweep_random(sweeps, stratify(evaluations, sweeps->cubature->dimensions), teaching);
}

static ts_status run_sweep(struct cubature_work *work, double size, struct sweep_teaching teaching)
{
    ts_status status = teaching.learn ? sweep_strata(&work->sweeps, (uint64_t)size, teaching)
                                      : warm_up_points(work, size, teaching);
    return status ? status : take_sweep(work);
}

/* The search for a peak, which is one long sweep: what it takes is the size of that. */
static ts_status search(struct cubature_work *work, struct learning *learning, double most)
{
    const struct sweep_teaching teaching = {.rung = CUBATURE_RUNGS,
                                            .climb = CUBATURE_RUNGS,
                                            .exponent = learning_exponent(learning, CUBATURE_RUNGS)};
    ts_status status = sweep_search(&work->sweeps, (uint64_t)learning->size,
                                    (uint64_t)(most - evaluations_of(work)), LEARNING_FEWEST,
                                    has_points(work, teaching), teaching);
    learning->size = (double)work->sweeps.sums.evaluations;
    return status ? status : take_sweep(work);
}

/* The next sweep. */
static ts_status run_next(struct cubature_work *work, struct learning *learning, double most)
{
    learning->filled = learning_rungs(learning);
    if (learning->searches)
        return search(work, learning, most);
    return run_sweep(work, learning->size,
                     (struct sweep_teaching){.rung = learning->rung,
                                             .climb = learning->filled,
                                             .learn = learning->follows && learning->rung == 1,
                                             .exponent = learning_exponent(learning, learning->rung)});
}

/* What a sweep has taught. */
static ts_status learn(struct cubature_work *work, struct learning *learning)
{
    struct sweeps *sweeps = &work->sweeps;
    ts_status status = TS_OK;
    if (learning->pilot) {
        learning_plan(learning);
        return TS_OK;
    }
    const int best = learning_note(learning, work),
              teaches = sweep_count(sweeps, learning->rung) >= LEARNING_FEWEST;
    if (best)
        status = strata_copy(work->context, &learning->best_strata, &sweeps->strata);
    if (!status && teaches)
        status = sweeps_refine(sweeps,
                               (struct cubature_refinement){.damping = learning->rung > 1 ? damping_of_roots
                                                                                          : damping,
                                                            .width = (uint64_t)learning_width(learning),
                                                            .keep = (uint64_t)best});
    else if (!status && best)
        status = sweeps_keep_grid(sweeps);
    if (!status && learning->follows && learning->rung == 1)
        status = strata_learn(work->context, &sweeps->strata);
    learning_plan(learning);
    return status;
}

/* By how many errors the last sweep, of the first component, is below what those before had seen that knew
 * less. Each of them is rough, but together they tell when a grid has closed in on a part, such as one of
 * two unequal peaks. From then on its sweeps agree with each other, on too small a value. Nobody knows
 * which of them was the last to see all. So the most counts that the first of them say, however many those
 * are. */
static double errors_below_earlier(const struct cubature_work *work)
{
    const double rougher = 5;   /* than the last sweep: their errors */
    const double largest = 0.2; /* relative error of what is more than a few hits */
    const double value = fabs(work->guess[0]), error = work->guess_error[0];
    double weight = 0, sum = 0, errors_below = 0;
    for (size_t i = 0; i < work->integral->iteration_count; ++i) {
        const ts_iteration *sweep = &work->integral->iterations[i];
        if (sweep->counted || sweep->error < rougher * error || sweep->error > largest * fabs(sweep->value) ||
            !(sweep->error > 0))
            continue;
        weight += 1 / pow(sweep->error, 2);
        sum += fabs(sweep->value) / pow(sweep->error, 2);
        errors_below = fmax(errors_below, (sum / weight - value) / hypot(1 / sqrt(weight), error));
    }
    return errors_below;
}

/* Whether the grid has lost what it had seen, and may look for it. Where it may be chance, it looks once:
 * what was lost is seen again then, and better. */
static int has_fallen(struct cubature_work *work, const struct learning *learning)
{
    const double doubtful = 3; /* errors, which one of some 200 integrals falls by chance */
    work->fallen = errors_below_earlier(work);
    return work->fallen > doubtful && learning->climbs < (work->fallen > MOST_FALLEN ? MOST_CLIMBS : 1);
}

/* Looks back from the end of a climb: *again: something may be lost, and there may be another. */
static ts_status look_back(struct cubature_work *work, const struct learning *learning, int *again)
{
    ts_status status = places_look_back(work->places, work, (double)work->sweeps.sums.evaluations);
    *again = has_fallen(work, learning) || (work->left_behind > 0 && learning->climbs < MOST_CLIMBS);
    return status;
}

/* A climb from the beginning, with longer sweeps. What the first had seen stays known. */
static ts_status climb_again(struct cubature_work *work, struct learning *learning)
{
    learning->climbs += 1;
    learning_begin(learning, learning->first * longer, FIRST_RUNG);
    ts_status status = sweeps_reset_grid(&work->sweeps);
    return status ? status : state_take(work, STAGE_WARM_UP, learning_fields, learning);
}

/* Judges the sweep that was run: whether the grid is to learn from it, or from the beginning. */
static ts_status judge_sweep(struct cubature_work *work, struct learning *learning)
{
    learning_judge(learning, work);
    if (!learning->known) {
        ts_status status = places_note(work->places, work);
        if (status)
            return status;
    }
    if (learning->agreed && has_fallen(work, learning))
        return climb_again(work, learning);
    return learning_is_worth_it(learning, work) ? learn(work, learning) : TS_OK;
}

/* One more sweep. */
static ts_status step(struct cubature_work *work, struct learning *learning, double most)
{
    ts_status status = run_next(work, learning, most);
    if (!status)
        status = judge_sweep(work, learning);
    learning->sweep += 1;
    return status ? status : state_take(work, STAGE_WARM_UP, learning_fields, learning);
}

/* A grid that brought nothing gives way to the best there was. */
static ts_status take_best(struct cubature_work *work, const struct learning *learning)
{
    if (learning->idle == 0 || !isfinite(learning->best))
        return TS_OK;
    ts_status status = sweeps_restore_grid(&work->sweeps);
    return status ? status : strata_copy(work->context, &work->sweeps.strata, &learning->best_strata);
}

/* Evaluations that the warm-up may take. */
static double warm_up_most(const struct cubature_work *work) { return evaluations_most(work) / 4; }

static int has_room(const struct cubature_work *work, const struct learning *learning)
{
    /* After so many evaluations a grid that still has no variance to know it by will not have one. The search
     * for a first value goes on. */
    static const double longest = 0x1p31;
    const int in_vain = learning->sweep > 0 && !learning->known && !learning->searches &&
                        evaluations_of(work) > longest;
    return !in_vain && evaluations_of(work) + learning->size <= warm_up_most(work);
}

/* Sweeps until the next would not be worth it; *room: there was one more. */
static ts_status climb_up(struct cubature_work *work, struct learning *learning, int *room)
{
    ts_status status = TS_OK;
    *room = has_room(work, learning);
    while (!status && *room && learning_is_worth_it(learning, work)) {
        status = step(work, learning, warm_up_most(work));
        if (!status && !learning->known && is_out_of_reach(work)) {
            object_to_out_of_reach(work);
            return TS_NOT_CONVERGED;
        }
        *room = has_room(work, learning);
    }
    return status ? status : take_best(work, learning);
}

/* Climbs until one has left nothing behind. */
static ts_status climb(struct cubature_work *work, struct learning *learning)
{
    int resumed;
    ts_status status = state_resume(work, STAGE_WARM_UP, learning_fields, learning, &resumed);
    if (!resumed)
        work->needed = INFINITY;
    else if (!status && isfinite(learning->best))
        status = state_resume_best(work);
    warm_up_randomise(work);
    for (int room, again = 1; !status && again;) {
        status = climb_up(work, learning, &room);
        if (!status)
            status = look_back(work, learning, &again);
        again = again && room;
        if (!status && again)
            status = climb_again(work, learning);
    }
    work->settled = !learning_is_worth_it(learning, work);
    /* What is cut off goes on another time. */
    if ((status == TS_INTERRUPTED || status == TS_NOT_CONVERGED) && isfinite(learning->best)) {
        const ts_status kept = state_take_best(work);
        status = kept ? kept : status;
    }
    return status;
}

/* The warm-up of m-Cubes: so many sweeps of equal length, each teaching by squared weights. */
static ts_status adapt_published(struct cubature_work *work, int one_grid)
{
    const struct ts_integrate_settings *settings = work->settings;
    struct sweeps *sweeps = &work->sweeps;
    struct learning learning = {.sweeps = sweeps};
    int resumed;
    ts_status status = state_resume(work, STAGE_WARM_UP, learning_fields, &learning, &resumed);
    while (learning.sweep < settings->adapting && !status) {
        if (evaluations_of(work) + (double)settings->calls > (double)settings->max_evaluations / 2)
            break;
        status = run_sweep(work, (double)settings->calls,
                           (struct sweep_teaching){.rung = 1, .one_grid = one_grid, .climb = 1});
        if (!status && sweep_count(sweeps, 1) > 0)
            status = sweeps_refine(sweeps,
                                   (struct cubature_refinement){
                                       .damping = damping,
                                       .width = (uint64_t)learning_blur(sweep_count(sweeps, 1), sweeps->bins),
                                       .one_grid = one_grid != 0});
        work->needed = evaluations_needed(work, (double)sweeps->sums.evaluations, work->values, work->errors);
        learning.sweep += 1;
        if (!status)
            status = state_take(work, STAGE_WARM_UP, learning_fields, &learning);
    }
    return status;
}

ts_status cubature_adapt(struct cubature_work *work)
{
    const int one_grid = !strcmp(work->integral->method, "mcubes1d");
    work->stage = "adapting";
    if (one_grid || !strcmp(work->integral->method, "mcubes"))
        return adapt_published(work, one_grid);
    const size_t components = (size_t)work->sweeps.cubature->components;
    const double most = warm_up_most(work);
    struct learning learning = {.sweeps = &work->sweeps,
                                .best_strata = {.dimensions = work->sweeps.cubature->dimensions},
                                .follows = !strcmp(work->integral->method, "vegasplus"),
                                .value = calloc(components, sizeof(double)),
                                .error = calloc(components, sizeof(double))};
    learning_begin(&learning, fmin(work->first, fmax(most / 4, LEAST_SWEEP)),
                   work->settings->grid_from ? 1 : FIRST_RUNG);
    ts_status status = learning.value && learning.error ? climb(work, &learning)
                                                        : ts_fail_memory(work->context, "the sweeps");
    strata_free(&learning.best_strata);
    free(learning.value);
    free(learning.error);
    return status;
}

/* The warm-up of an integral: random sweeps, each of which teaches the grid for the next.
 *
 * VEGAS learns from squared weights. Where a peak is so narrow that a handful of evaluations carry them all,
 * the grid would close in on those few places and lose the rest. So the weights are tempered: the grid learns
 * from |v|^(4/2^k) with the smallest k, a rung of a ladder of sums, for which the number of evaluations that
 * count, (sum a)^2 / sum a^2, is large enough; and sums of few are spread over neighbouring bins. Rung after
 * rung, the grid climbs to the peak. */
#include "integrate/resume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_SWEEP = 256,
    FEWEST = 8,         /* that count, to teach the grid anything */
    ENOUGH = 64,        /* that count, for a lower rung not to be left */
    KNOWN = 256,        /* that carry the squares, for their variance to be believed */
    KNOWN_OF_EACH = 32, /* as large as the largest, of each component of several */
    PER_BIN = 16,       /* that count, below which bins learn from their neighbours too */
    SETTLED = 16,       /* that carry the squares, for a steep peak not to be made flat: then */
    HITS_OF_ONE = 8,    /* evaluations that are not zero are as good as one that counts */
    FIRST_RUNG = 2,     /* |v| */
    MOST_SWEEPS = 100,
    PATIENCE = 5, /* sweeps without progress */
    MOST_CLIMBS = 3
};
static const double growth = 1.5, search_growth = 4, descent = 16, progress_wanted = 0.95, damping = 1;
static const double agreement = 4; /* errors between two sweeps of a grid that may be left as it is */
static const double longer = 4;    /* sweeps of the next climb */

/* The grid's state of learning. */
struct lesson {
    const struct sweeps *sweeps;
    int sweep;          /* how many there were */
    double first, size; /* of a sweep: the least, the next */
    int rung, idle;
    int filled;        /* rungs of the ladder, of the last sweep */
    int searches;      /* for a peak: next to nothing but zeros was found */
    int arrived;       /* at the lowest rung once */
    int known, agreed; /* of the last sweep: its variance, and that it found the value of the one before */
    double last;       /* its relative variance of an evaluation */
    double *value, *error; /* of its components */
    double best;           /* the smallest relative variance that was known so far */
    void *best_grid;
    struct strata best_strata;
    int follows; /* evaluations are to follow what is learned of sub-cubes (strata.h) */
    int climbs;  /* that were given up */
};

/* What the warm-up keeps. */
static void lesson_fields(struct state_io *io, void *part)
{
    struct lesson *lesson = part;
    state_choice(io, "sweep", &lesson->sweep, 0, INT32_MAX);
    if (!lesson->best_grid) /* the warm-up of m-Cubes: nothing else */
        return;
    state_amount(io, "sweep_first", &lesson->first);
    state_amount(io, "sweep_size", &lesson->size);
    state_choice(io, "rung", &lesson->rung, 1, CUBATURE_RUNGS);
    state_choice(io, "searches", &lesson->searches, 0, 1);
    state_choice(io, "idle", &lesson->idle, 0, MOST_SWEEPS);
    state_choice(io, "arrived", &lesson->arrived, 0, 1);
    state_choice(io, "known", &lesson->known, 0, 1);
    state_choice(io, "agreed", &lesson->agreed, 0, 1);
    state_numbers(io, "last_variance", &lesson->last, 1);
    state_numbers(io, "last_value", lesson->value, (size_t)lesson->sweeps->cubature->components);
    state_numbers(io, "last_error", lesson->error, (size_t)lesson->sweeps->cubature->components);
    state_choice(io, "climbs", &lesson->climbs, 0, MOST_CLIMBS);
    state_numbers(io, "best_variance", &lesson->best, 1);
    if (!isfinite(lesson->best))
        return;
    state_grid(io, lesson->sweeps, "best", lesson->best_grid);
    if (lesson->follows)
        state_strata(io, "best", &lesson->best_strata);
}

/* The lowest rung that enough evaluations carry; else that which most do. Where they are too few on any rung,
 * as one alone is, the highest: the next sweep may find more, most of them on that one. */
static int choose_rung(const struct sweeps *sweeps)
{
    const double enough = fmax(ENOUGH, (double)sweeps->sums.evaluations / 256);
    int best = CUBATURE_RUNGS;
    for (int rung = 1; rung <= CUBATURE_RUNGS; ++rung) {
        const double count = sweep_count(sweeps, rung);
        if (count >= enough)
            return rung;
        if (count > sweep_count(sweeps, best))
            best = rung;
    }
    return sweep_count(sweeps, best) >= FEWEST ? best : CUBATURE_RUNGS;
}

/* Bins on either side that a bin learns from, where `count` evaluations carry the sums. */
static int blur(double count, int bins)
{
    const double wanted = PER_BIN * (double)bins / fmax(count, 1);
    const int width = wanted > 1 ? (int)(wanted / 2) : 0;
    return width < bins / 8 ? width : bins / 8;
}

/* The same for the last sweep of a climb, which taught that rung. Where a peak is so steep that few
 * evaluations ever carry the squares, neighbours would make it flatter, and the weights more uneven still:
 * there those that were not zero count, too. */
static int width_of(const struct sweeps *sweeps, int rung)
{
    const double count = sweep_count(sweeps, rung);
    const int settled = rung == 1 && count >= SETTLED;
    return blur(settled ? fmax(count, (double)sweeps->sums.hits / HITS_OF_ONE) : count, sweeps->bins);
}

/* The relative variance of one evaluation: of the component of which it is largest, but for those that were
 * zero everywhere. Infinite where there is no value. That of several is cut off where a value is lost in its
 * error, as one that is nothing but a difference always is. */
static double relative_variance(const struct cubature_work *work)
{
    const int components = work->sweeps.cubature->components;
    const double n = (double)work->sweeps.sums.evaluations;
    double most = 0;
    if (components == 1)
        return work->values[0] != 0 ? pow(work->errors[0] / work->values[0], 2) * n : INFINITY;
    for (int c = 0; c < components; ++c)
        if (work->sweeps.peaks[c] > 0)
            most = fmax(most, n * pow(work->errors[c] / hypot(work->values[c], work->errors[c]), 2));
    return most > 0 ? most : INFINITY;
}

/* Whether the variance of every component is to be believed. The ladder is of them all; of each by itself the
 * largest weight tells how many like it there are at least. */
static int is_known(const struct cubature_work *work)
{
    const struct sweeps *sweeps = &work->sweeps;
    const double n = (double)sweeps->sums.evaluations;
    int known = sweep_count(sweeps, 1) >= KNOWN;
    for (int c = 0; c < sweeps->cubature->components && sweeps->cubature->components > 1; ++c) {
        const double largest = sweeps->peaks[c] / sweeps->sums_scale[c];
        if (largest > 0)
            known = known && n * pow(sweeps->roots[c] / largest, 2) >= KNOWN_OF_EACH;
    }
    return known;
}

/* What a sweep says of the grid. Few evaluations that carry the squares leave a variance that may be far too
 * small, because the heaviest weights are still to come; and a grid that has closed in on a part of a peak
 * finds a small error too, but a value that grows from sweep to sweep. */
static void judge(struct lesson *lesson, const struct cubature_work *work)
{
    const int known = is_known(work);
    int agreed = known;
    for (int c = 0; c < work->sweeps.cubature->components; ++c) {
        const double value = work->values[c], error = work->errors[c];
        agreed = agreed && (error == 0 || (lesson->known && fabs(value - lesson->value[c]) <=
                                                                agreement * hypot(error, lesson->error[c])));
        lesson->value[c] = value;
        lesson->error[c] = error;
    }
    lesson->agreed = agreed;
    lesson->known = known;
}

/* How the next sweep is to be. Where there is nothing to learn from, it is a search for a peak, which goes on
 * until there is; then the grid finds with few evaluations what many had found. Sweeps that bring no progress
 * are too short ones, in which the grid follows chance, and no later one is as short. None is shorter than
 * the first: of two peaks the grid would follow the one that a short sweep saw more of. */
static void plan(struct lesson *lesson, const struct sweeps *sweeps, int climbs, int better)
{
    const int before = lesson->rung;
    lesson->rung = choose_rung(sweeps);
    lesson->searches = lesson->filled == CUBATURE_RUNGS && sweep_count(sweeps, lesson->rung) < FEWEST;
    if (lesson->searches)
        lesson->size *= search_growth;
    else if (lesson->rung > 1 && !lesson->arrived &&
             (better || lesson->rung < before || lesson->size > lesson->first))
        lesson->size = fmax(lesson->first, lesson->size / descent);
    else if (!climbs || !better)
        lesson->size *= growth;
    lesson->arrived = lesson->arrived || lesson->rung == 1;
}

/* What a sweep has taught. */
static ts_status learn(struct cubature_work *work, struct lesson *lesson, int one_grid)
{
    const struct sweeps *sweeps = &work->sweeps;
    const double variance = relative_variance(work), count = sweep_count(sweeps, lesson->rung);
    const int climbs = !lesson->arrived || count < ENOUGH;
    const int better = variance <
                       progress_wanted * (climbs || !isfinite(lesson->best) ? lesson->last : lesson->best);
    ts_status status = TS_OK;
    lesson->idle = climbs || better ? 0 : lesson->idle + 1;
    lesson->last = variance;
    if (lesson->known && variance < lesson->best) {
        lesson->best = variance;
        status = sweeps_read_grid(&work->sweeps, lesson->best_grid);
        if (!status)
            status = strata_copy(work->context, &lesson->best_strata, &sweeps->strata);
    }
    if (!status && count >= FEWEST)
        status = sweeps_refine(&work->sweeps, damping, width_of(&work->sweeps, lesson->rung), one_grid);
    if (!status && lesson->follows && lesson->rung == 1)
        status = strata_learn(work->context, &work->sweeps.strata);
    plan(lesson, sweeps, climbs, better);
    return status;
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

static ts_status run_sweep(struct cubature_work *work, double size, struct sweep_teaching teaching)
{
    ts_status status = teaching.learn
                           ? sweep_strata(&work->sweeps, (uint64_t)size, teaching)
                           : sweep_random(&work->sweeps,
                                          stratify((uint64_t)size, work->sweeps.cubature->dimensions),
                                          teaching);
    return status ? status : take_sweep(work);
}

/* The search for a peak, which is one long sweep: what it takes is the lesson's size. */
static ts_status search(struct cubature_work *work, struct lesson *lesson, double most)
{
    ts_status status = sweep_search(&work->sweeps, (uint64_t)lesson->size,
                                    (uint64_t)(most - evaluations_of(work)), FEWEST);
    lesson->size = (double)work->sweeps.sums.evaluations;
    return status ? status : take_sweep(work);
}

/* Rungs of the ladder that may serve after the next sweep: roots take time. The first sweep knows nothing;
 * later the grid climbs down, and where it has to go up again there is room for it. */
static int rungs_wanted(const struct lesson *lesson)
{
    enum { ROOM = 2 };
    if (lesson->searches || isinf(lesson->last) || lesson->rung + ROOM > CUBATURE_RUNGS)
        return CUBATURE_RUNGS;
    return lesson->known && lesson->rung == 1 ? 1 : lesson->rung + ROOM;
}

/* The next sweep of a lesson. */
static ts_status run_next(struct cubature_work *work, struct lesson *lesson, double most)
{
    lesson->filled = rungs_wanted(lesson);
    if (lesson->searches)
        return search(work, lesson, most);
    return run_sweep(work, lesson->size,
                     (struct sweep_teaching){lesson->rung, 0, lesson->filled,
                                             lesson->follows && lesson->rung == 1});
}

/* The warm-up of m-Cubes: so many sweeps of equal length, each teaching by squared weights. */
static ts_status adapt_published(struct cubature_work *work, int one_grid)
{
    const struct ts_integrate_settings *settings = work->settings;
    struct lesson lesson = {.sweeps = &work->sweeps};
    int resumed;
    ts_status status = state_resume(work, STAGE_WARM_UP, lesson_fields, &lesson, &resumed);
    while (lesson.sweep < settings->adapting && !status) {
        if (evaluations_of(work) + (double)settings->calls > (double)settings->max_evaluations / 2)
            break;
        status = run_sweep(work, (double)settings->calls, (struct sweep_teaching){1, one_grid, 1, 0});
        if (!status && sweep_count(&work->sweeps, 1) > 0)
            status = sweeps_refine(&work->sweeps, damping,
                                   blur(sweep_count(&work->sweeps, 1), work->sweeps.bins), one_grid);
        work->need = evaluations_needed(work, (double)work->sweeps.sums.evaluations, work->values,
                                        work->errors);
        lesson.sweep += 1;
        if (!status)
            status = state_take(work, STAGE_WARM_UP, lesson_fields, &lesson);
    }
    return status;
}

/* By how many errors the last sweep, of the first component, is below what those before had seen that knew
 * less. Each of them is rough, but together they tell when a grid has closed in on a part of the integrand,
 * as on one of two peaks of different heights: from then on its sweeps agree with each other, on too small a
 * value. */
static double fall_of(const struct cubature_work *work)
{
    const double rougher = 5;   /* than the last sweep: their errors */
    const double largest = 0.2; /* relative error of what is more than a few hits */
    const double value = fabs(work->values[0]), error = work->errors[0];
    double weight = 0, sum = 0;
    for (size_t i = 0; i < work->integral->iteration_count; ++i) {
        const ts_iteration *sweep = &work->integral->iterations[i];
        if (sweep->counted || sweep->error < rougher * error || sweep->error > largest * fabs(sweep->value) ||
            !(sweep->error > 0))
            continue;
        weight += 1 / pow(sweep->error, 2);
        sum += fabs(sweep->value) / pow(sweep->error, 2);
    }
    return weight > 0 ? (sum / weight - value) / hypot(1 / sqrt(weight), error) : 0;
}

/* A climb from the beginning, with longer sweeps. What the first had seen stays known. */
static ts_status climb_again(struct cubature_work *work, struct lesson *lesson)
{
    const double first = lesson->first * longer;
    lesson->climbs += 1;
    lesson->first = lesson->size = first;
    lesson->rung = FIRST_RUNG;
    lesson->idle = lesson->searches = lesson->arrived = lesson->known = lesson->agreed = 0;
    lesson->last = lesson->best = INFINITY;
    return sweeps_reset_grid(&work->sweeps);
}

/* Whether another sweep is worth its evaluations: no more than a part of what the integral itself will take.
 * Of Sobol' points that is less than the random ones that are needed, and grows more slowly with them: 10^8
 * for 10^9 and 5 10^11 for 10^15 where they gain least (f3 in eight dimensions), 4 10^6 for 2 10^8 and 10^10
 * for 2 10^14 on f4. Until two sweeps agree nobody knows what that is. */
static int is_worth_it(const struct cubature_work *work, const struct lesson *lesson)
{
    const int quasi = !strcmp(work->integral->method, "qmc");
    return !lesson->agreed || lesson->size <= 0.5 * (quasi ? pow(work->need, 0.7) : work->need);
}

/* Judges the sweep that was run: whether the grid is to learn from it, or from the beginning. */
static ts_status take_lesson(struct cubature_work *work, struct lesson *lesson)
{
    judge(lesson, work);
    if (sweep_count(&work->sweeps, choose_rung(&work->sweeps)) >= FEWEST)
        work->need = evaluations_needed(work, (double)work->sweeps.sums.evaluations, work->values,
                                        work->errors);
    work->fall = lesson->agreed ? fall_of(work) : 0;
    if (work->fall > MOST_FALLEN && lesson->climbs < MOST_CLIMBS)
        return climb_again(work, lesson);
    return is_worth_it(work, lesson) ? learn(work, lesson, 0) : TS_OK;
}

/* Sweeps until the next would not be worth it. */
static ts_status climb(struct cubature_work *work, struct lesson *lesson)
{
    const double most = (double)work->settings->max_evaluations / 4;
    int resumed;
    ts_status status = state_resume(work, STAGE_WARM_UP, lesson_fields, lesson, &resumed);
    if (!resumed)
        work->need = INFINITY;
    while (lesson->sweep < MOST_SWEEPS && lesson->idle < PATIENCE && !status) {
        if (evaluations_of(work) + lesson->size > most || !is_worth_it(work, lesson))
            break;
        status = run_next(work, lesson, most);
        if (!status)
            status = take_lesson(work, lesson);
        lesson->sweep += 1;
        if (!status)
            status = state_take(work, STAGE_WARM_UP, lesson_fields, lesson);
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
    const double most = (double)work->settings->max_evaluations / 4;
    const double begin = fmin(work->first, fmax(most / 4, LEAST_SWEEP));
    struct lesson lesson = {.sweeps = &work->sweeps,
                            .first = begin,
                            .size = begin,
                            .rung = work->settings->grid_from ? 1 : FIRST_RUNG,
                            .last = INFINITY,
                            .best = INFINITY,
                            .best_strata = {.dimensions = work->sweeps.cubature->dimensions},
                            .follows = !strcmp(work->integral->method, "vegasplus"),
                            .value = calloc(components, sizeof(double)),
                            .error = calloc(components, sizeof(double)),
                            .best_grid = calloc(1, work->sweeps.buffers.grid->bytes)};
    ts_status status = lesson.best_grid && lesson.value && lesson.error
                           ? climb(work, &lesson)
                           : ts_fail_memory(work->context, "the grid");
    /* A grid that brought nothing gives way to the best there was. */
    if (!status && lesson.idle > 0 && isfinite(lesson.best)) {
        status = sweeps_write_grid(&work->sweeps, lesson.best_grid);
        if (!status)
            status = strata_copy(work->context, &work->sweeps.strata, &lesson.best_strata);
    }
    strata_free(&lesson.best_strata);
    free(lesson.best_grid);
    free(lesson.value);
    free(lesson.error);
    return status;
}

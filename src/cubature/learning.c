#include "cubature/lesson.h"

#include <math.h>
#include <string.h>

enum {
    PILOT = 8,          /* sweeps like the first sample of a climb in one of the least size */
    ENOUGH = 64,        /* evaluations that count, for a lower rung not to be left */
    KNOWN = 256,        /* evaluations that carry the squares, for their variance to be believed */
    KNOWN_OF_EACH = 32, /* as large as the largest, of each component of several */
    KNOWN_WELL = 4096,  /* evaluations that carry the squares, for their variance to two per cent */
    PER_BIN = 16,       /* evaluations that count, below which bins learn from neighbours too */
    SETTLED = 16,       /* evaluations that carry the squares, for no steep peak to be made flat: then */
    HITS_OF_ONE = 8,    /* evaluations that are not zero are as good as one that counts */
    MOST_SWEEPS = 100,
    PATIENCE = 4,          /* sweeps without progress */
    MOST_STALLS = 2,       /* stalls on the way to the lowest rung, for low peaks to be cared for */
    UNKNOWN_ENOUGH = 32768 /* evaluations of a sweep that leaves its variance unknown */
};
static const double growth = 1.5, polishing_growth = 3, search_growth = 4, descent = 16,
                    progress_wanted = 0.95, fast_progress = 0.5;
static const double agreement = 4; /* errors between two sweeps of a grid that may be left as it is */

void lesson_fields(struct state_io *io, void *part)
{
    struct lesson *lesson = part;
    state_choice(io, "sweep", &lesson->sweep, 0, INT32_MAX);
    if (!lesson->value)
        return;
    state_amount(io, "sweep_first", &lesson->first);
    state_amount(io, "sweep_size", &lesson->size);
    state_choice(io, "pilot", &lesson->pilot, 0, 1);
    state_choice(io, "rung", &lesson->rung, 1, CUBATURE_RUNGS);
    state_choice(io, "searches", &lesson->searches, 0, 1);
    state_choice(io, "descends", &lesson->descends, 0, 1);
    state_choice(io, "idle", &lesson->idle, 0, 2 * MOST_SWEEPS);
    state_choice(io, "stalls", &lesson->stalls, 0, MOST_SWEEPS);
    state_choice(io, "arrived", &lesson->arrived, 0, 1);
    state_choice(io, "lowest_rung", &lesson->lowest, 1, CUBATURE_RUNGS + 1);
    state_magnitudes(io, "part_of_lowest", &lesson->part, 1);
    state_choice(io, "known", &lesson->known, 0, 1);
    state_choice(io, "agreed", &lesson->agreed, 0, 1);
    state_bounds(io, "last_variance", &lesson->last, 1);
    state_numbers(io, "last_value", lesson->value, (size_t)lesson->sweeps->cubature->components);
    state_magnitudes(io, "last_error", lesson->error, (size_t)lesson->sweeps->cubature->components);
    state_choice(io, "climbs", &lesson->climbs, 0, MOST_SWEEPS);
    state_bounds(io, "best_variance", &lesson->best, 1);
    if (isfinite(lesson->best) && lesson->follows)
        state_strata(io, "best", &lesson->best_strata);
}

void lesson_begin(struct lesson *lesson, double first, int rung)
{
    lesson->first = first;
    lesson->size = floor(first / PILOT);
    lesson->pilot = 1;
    lesson->rung = rung;
    lesson->lowest = CUBATURE_RUNGS + 1;
    lesson->idle = lesson->stalls = lesson->searches = lesson->descends = lesson->arrived = lesson->known =
        lesson->agreed = 0;
    lesson->part = 0;
    lesson->last = lesson->best = INFINITY;
}

/* Roots take time. The first sweep knows nothing; later the grid climbs down, and where it has to go up again
 * there is room for it. */
int lesson_rungs(const struct lesson *lesson)
{
    enum { ROOM = 2 };
    if (lesson->searches || lesson->pilot || lesson->rung + ROOM > CUBATURE_RUNGS)
        return CUBATURE_RUNGS;
    return lesson->rung == 1 && (lesson->known || lesson->follows) ? 1 : lesson->rung + ROOM;
}

double lesson_exponent(const struct lesson *lesson, int rung)
{
    const double p = ldexp(4, -rung), d = lesson->sweeps->cubature->dimensions, least = 0.5;
    const double balanced = p * (1 + d) / 2 - 1;
    return 1 + (lesson->stalls < MOST_STALLS && balanced > least ? balanced : least) / d - p;
}

/* The lowest rung that enough evaluations carry; else that which most do. Where they are too few on any rung
 * that was filled, as one alone is, the next higher. The next sweep may find more, most of them on that one.
 */
static int choose_rung(const struct lesson *lesson)
{
    const struct sweeps *sweeps = lesson->sweeps;
    const int highest = lesson->filled < CUBATURE_RUNGS ? lesson->filled + 1 : CUBATURE_RUNGS;
    const double enough = ENOUGH * fmin(1, (double)sweeps->sums.evaluations / lesson->first);
    int best = highest;
    for (int rung = 1; rung <= lesson->filled; ++rung) {
        const double count = sweep_count(sweeps, rung);
        if (count >= enough)
            return rung;
        if (count > sweep_count(sweeps, best))
            best = rung;
    }
    return sweep_count(sweeps, best) >= LESSON_FEWEST ? best : highest;
}

int lesson_blur(double count, int bins)
{
    const double wanted = PER_BIN * (double)bins / fmax(count, 1);
    const int width = wanted > 1 ? (int)(wanted / 2) : 0;
    return width < bins / 8 ? width : bins / 8;
}

/* Where a peak is so steep that few evaluations ever carry the squares, neighbours would make it flatter, and
 * the weights more uneven still. There those that were not zero count, too. */
int lesson_width(const struct lesson *lesson)
{
    const struct sweeps *sweeps = lesson->sweeps;
    const double count = sweep_count(sweeps, lesson->rung);
    const int settled = lesson->rung == 1 && count >= SETTLED;
    return lesson_blur(settled ? fmax(count, (double)sweeps->sums.hits / HITS_OF_ONE) : count, sweeps->bins);
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
static int is_known(const struct sweeps *sweeps)
{
    const double n = (double)sweeps->sums.evaluations;
    int known = sweep_count(sweeps, 1) >= KNOWN;
    for (int c = 0; c < sweeps->cubature->components && sweeps->cubature->components > 1; ++c) {
        const double largest = sweeps->peaks[c] / sweeps->sums_scale[c];
        if (largest > 0)
            known = known && n * pow(sweeps->roots[c] / largest, 2) >= KNOWN_OF_EACH;
    }
    return known;
}

/* Few evaluations that carry the squares leave a variance that may be far too small, because the heaviest
 * weights are still to come. A grid that has closed in on a part of a peak finds a small error too, but its
 * value grows from sweep to sweep. */
void lesson_judge(struct lesson *lesson, struct cubature_work *work)
{
    const int known = is_known(lesson->sweeps);
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
    if (sweep_count(lesson->sweeps, choose_rung(lesson)) >= LESSON_FEWEST)
        work->needed = evaluations_needed(work, (double)work->sweeps.sums.evaluations, work->values,
                                          work->errors);
}

/* No more than a part of what the integral itself will take. Of Sobol' points that is less than the random
 * ones that are needed, the more so the fewer dimensions there are. Examples are 6 10^4 for 5 10^8 (f3 in
 * three), 10^6 for 2 10^8 (f4 in five), 10^8 for 10^10 (f3 in eight, where they gain least). Until two
 * sweeps agree nobody knows what that is. But there is an end to it where the grid has arrived and heavy
 * weights stay too rare for their variance to be known. And where an error is asked for that nothing reaches,
 * as a part of zero, there is one too. */
static double longest(const struct lesson *lesson, const struct cubature_work *work)
{
    static const double longest_points = 0x1p26, longest_random = 0x1p28;
    const double power = fmin(0.4 + 0.05 * work->sweeps.cubature->dimensions, 0.7);
    if (!lesson->agreed)
        return lesson->arrived ? fmax(UNKNOWN_ENOUGH, work->needed / 16) : INFINITY;
    return strcmp(work->integral->method, "qmc") ? fmin(0.5 * work->needed, longest_random)
                                                 : fmin(0.25 * pow(work->needed, power), longest_points);
}

/* Whether the grid does better than none. A damaged state may have lost what that is. */
static int has_learned(const struct lesson *lesson, const struct cubature_work *work)
{
    if (!work->integral->iteration_count)
        return 0;
    const ts_iteration *first = &work->integral->iterations[0];
    const double none = pow(first->error / first->value, 2) * (double)first->events;
    return !(lesson->best > 0.5 * none); /* not a number where it had found nothing */
}

/* Sweeps that are short against that may go on without progress, for longer ones make the grid smoother. */
int lesson_is_worth_it(const struct lesson *lesson, const struct cubature_work *work)
{
    double most = longest(lesson, work);
    if (lesson->idle >= PATIENCE)
        most = has_learned(lesson, work) ? most / 16 : 0;
    return lesson->sweep < MOST_SWEEPS && lesson->size <= most;
}

/* On the way to the lowest rung progress is a lower one, or a larger part of the evaluations that count on
 * it. The variance, which few carry, says nothing there. */
static int has_climbed(struct lesson *lesson)
{
    const struct sweeps *sweeps = lesson->sweeps;
    const int rung = choose_rung(lesson);
    const double part = sweep_count(sweeps, rung) / (double)sweeps->sums.evaluations;
    if (rung > lesson->lowest || (rung == lesson->lowest && part * progress_wanted < lesson->part))
        return 0;
    lesson->lowest = rung;
    lesson->part = part;
    return 1;
}

int lesson_note(struct lesson *lesson, const struct cubature_work *work)
{
    const double variance = relative_variance(work), count = sweep_count(lesson->sweeps, 1);
    const double before = isfinite(lesson->best) ? lesson->best : lesson->last;
    const int climbs = !lesson->arrived || sweep_count(lesson->sweeps, lesson->rung) < ENOUGH;
    const int better = climbs ? has_climbed(lesson) : variance < progress_wanted * before;
    const int best = lesson->known && variance < lesson->best;
    lesson->stalls += !lesson->arrived && !better;
    if (better || climbs)
        lesson->idle = 0;
    else
        lesson->idle += count >= KNOWN_WELL ? 2 : 1;
    lesson->climbed = better;
    lesson->learns_fast = variance < fast_progress * lesson->last;
    lesson->last = variance;
    if (best)
        lesson->best = variance;
    return best;
}

/* The pilot says which rung to begin with, so that a whole sweep need not. Where there is nothing to learn
 * from, it is a search for a peak, which goes on until there is. Then the grid finds with few evaluations
 * what many had found. On the way to the lowest rung sweeps that bring no progress are too short ones, in
 * which the grid follows chance. None is shorter than the first: of two peaks the grid would follow the one
 * that a short sweep saw more of. Once there, sweeps stay as short as they are while each halves the
 * variance; then few long ones make the grid smooth. */
void lesson_plan(struct lesson *lesson)
{
    const int began = lesson->pilot, rung = choose_rung(lesson);
    lesson->pilot = 0;
    lesson->descends = lesson->searches || (lesson->descends && lesson->climbed);
    lesson->rung = began && rung < lesson->rung ? lesson->rung : rung; /* a pilot's few may be chance */
    lesson->searches = lesson->filled == CUBATURE_RUNGS &&
                       sweep_count(lesson->sweeps, lesson->rung) < LESSON_FEWEST;
    if (began)
        lesson->size = lesson->first;
    else if (lesson->searches)
        lesson->size *= search_growth;
    else if (!lesson->arrived && (lesson->climbed || lesson->descends))
        lesson->size = fmax(lesson->first, lesson->size / (lesson->descends ? descent : growth));
    else if (!lesson->arrived)
        lesson->size *= growth;
    else if (!lesson->learns_fast)
        lesson->size *= polishing_growth;
    lesson->arrived = lesson->arrived || lesson->rung == 1;
}

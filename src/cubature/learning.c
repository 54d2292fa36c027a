#include "cubature/learning.h"

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

void learning_fields(struct state_io *io, void *part)
{
    struct learning *learning = part;
    state_choice(io, "sweep", &learning->sweep, 0, INT32_MAX);
    if (!learning->value)
        return;
    state_amount(io, "sweep_first", &learning->first);
    state_amount(io, "sweep_size", &learning->size);
    state_choice(io, "pilot", &learning->pilot, 0, 1);
    state_choice(io, "rung", &learning->rung, 1, CUBATURE_RUNGS);
    state_choice(io, "searches", &learning->searches, 0, 1);
    state_choice(io, "descends", &learning->descends, 0, 1);
    state_choice(io, "idle", &learning->idle, 0, 2 * MOST_SWEEPS);
    state_choice(io, "stalls", &learning->stalls, 0, MOST_SWEEPS);
    state_choice(io, "arrived", &learning->arrived, 0, 1);
    state_choice(io, "lowest_rung", &learning->lowest, 1, CUBATURE_RUNGS + 1);
    state_magnitudes(io, "part_of_lowest", &learning->part, 1);
    state_choice(io, "known", &learning->known, 0, 1);
    state_choice(io, "agreed", &learning->agreed, 0, 1);
    state_bounds(io, "last_variance", &learning->last, 1);
    state_numbers(io, "last_value", learning->value, (size_t)learning->sweeps->cubature->components);
    state_magnitudes(io, "last_error", learning->error, (size_t)learning->sweeps->cubature->components);
    state_choice(io, "climbs", &learning->climbs, 0, MOST_SWEEPS);
    state_bounds(io, "best_variance", &learning->best, 1);
    if (isfinite(learning->best) && learning->follows)
        state_strata(io, "best", &learning->best_strata);
}

void learning_begin(struct learning *learning, double first, int rung)
{
    learning->first = first;
    learning->size = floor(first / PILOT);
    learning->pilot = 1;
    learning->rung = rung;
    learning->lowest = CUBATURE_RUNGS + 1;
    learning->idle = learning->stalls = learning->searches = learning->descends = learning->arrived =
        learning->known = learning->agreed = 0;
    learning->part = 0;
    learning->last = learning->best = INFINITY;
}

/* Roots take time. The first sweep knows nothing; later the grid climbs down, and where it has to go up again
 * there is room for it. */
int learning_rungs(const struct learning *learning)
{
    enum { ROOM = 2 };
    if (learning->searches || learning->pilot || learning->rung + ROOM > CUBATURE_RUNGS)
        return CUBATURE_RUNGS;
    return learning->rung == 1 && (learning->known || learning->follows) ? 1 : learning->rung + ROOM;
}

double learning_exponent(const struct learning *learning, int rung)
{
    const double p = ldexp(4, -rung), d = learning->sweeps->cubature->dimensions, least = 0.5;
    const double balanced = p * (1 + d) / 2 - 1;
    return 1 + (learning->stalls < MOST_STALLS && balanced > least ? balanced : least) / d - p;
}

/* The lowest rung that enough evaluations carry; else that which most do. Where they are too few on any rung
 * that was filled, as one alone is, the next higher. The next sweep may find more, most of them on that one.
 */
static int choose_rung(const struct learning *learning)
{
    const struct sweeps *sweeps = learning->sweeps;
    const int highest = learning->filled < CUBATURE_RUNGS ? learning->filled + 1 : CUBATURE_RUNGS;
    const double enough = ENOUGH * fmin(1, (double)sweeps->sums.evaluations / learning->first);
    int best = highest;
    for (int rung = 1; rung <= learning->filled; ++rung) {
        const double count = sweep_count(sweeps, rung);
        if (count >= enough)
            return rung;
        if (count > sweep_count(sweeps, best))
            best = rung;
    }
    return sweep_count(sweeps, best) >= LEARNING_FEWEST ? best : highest;
}

int learning_blur(double count, int bins)
{
    const double wanted = PER_BIN * (double)bins / fmax(count, 1);
    const int width = wanted > 1 ? (int)(wanted / 2) : 0;
    return width < bins / 8 ? width : bins / 8;
}

/* Where a peak is so steep that few evaluations ever carry the squares, neighbours would make it flatter, and
 * the weights more uneven still. There those that were not zero count, too. */
int learning_width(const struct learning *learning)
{
    const struct sweeps *sweeps = learning->sweeps;
    const double count = sweep_count(sweeps, learning->rung);
    const int settled = learning->rung == 1 && count >= SETTLED;
    return learning_blur(settled ? fmax(count, (double)sweeps->sums.hits / HITS_OF_ONE) : count,
                         sweeps->bins);
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
void learning_judge(struct learning *learning, struct cubature_work *work)
{
    const int known = is_known(learning->sweeps);
    int agreed = known;
    for (int c = 0; c < work->sweeps.cubature->components; ++c) {
        const double value = work->values[c], error = work->errors[c];
        agreed = agreed &&
                 (error == 0 || (learning->known && fabs(value - learning->value[c]) <=
                                                        agreement * hypot(error, learning->error[c])));
        learning->value[c] = value;
        learning->error[c] = error;
    }
    learning->agreed = agreed;
    learning->known = known;
    if (sweep_count(learning->sweeps, choose_rung(learning)) >= LEARNING_FEWEST)
        work->needed = evaluations_needed(work, (double)work->sweeps.sums.evaluations, work->values,
                                          work->errors);
}

/* No more than a part of what the integral itself will take. Of Sobol' points that is less than the random
 * ones that are needed, the more so the fewer dimensions there are. Examples are 6 10^4 for 5 10^8 (f3 in
 * three), 10^6 for 2 10^8 (f4 in five), 10^8 for 10^10 (f3 in eight, where they gain least). Until two
 * sweeps agree nobody knows what that is. But there is an end to it where the grid has arrived and heavy
 * weights stay too rare for their variance to be known. And where an error is asked for that nothing reaches,
 * as a part of zero, there is one too. */
static double longest(const struct learning *learning, const struct cubature_work *work)
{
    static const double longest_points = 0x1p26, longest_random = 0x1p28;
    const double power = fmin(0.4 + 0.05 * work->sweeps.cubature->dimensions, 0.7);
    if (!learning->agreed)
        return learning->arrived ? fmax(UNKNOWN_ENOUGH, work->needed / 16) : INFINITY;
    return strcmp(work->integral->method, "qmc") ? fmin(0.5 * work->needed, longest_random)
                                                 : fmin(0.25 * pow(work->needed, power), longest_points);
}

/* Whether the grid does better than none. A damaged state may have lost what that is. */
static int has_learned(const struct learning *learning, const struct cubature_work *work)
{
    if (!work->integral->iteration_count)
        return 0;
    const ts_iteration *first = &work->integral->iterations[0];
    const double none = pow(first->error / first->value, 2) * (double)first->events;
    return !(learning->best > 0.5 * none); /* not a number where it had found nothing */
}

/* Sweeps that are short against that may go on without progress, for longer ones make the grid smoother. */
int learning_is_worth_it(const struct learning *learning, const struct cubature_work *work)
{
    double most = longest(learning, work);
    if (learning->idle >= PATIENCE)
        most = has_learned(learning, work) ? most / 16 : 0;
    return learning->sweep < MOST_SWEEPS && learning->size <= most;
}

/* On the way to the lowest rung progress is a lower one, or a larger part of the evaluations that count on
 * it. The variance, which few carry, says nothing there. */
static int has_climbed(struct learning *learning)
{
    const struct sweeps *sweeps = learning->sweeps;
    const int rung = choose_rung(learning);
    const double part = sweep_count(sweeps, rung) / (double)sweeps->sums.evaluations;
    if (rung > learning->lowest || (rung == learning->lowest && part * progress_wanted < learning->part))
        return 0;
    learning->lowest = rung;
    learning->part = part;
    return 1;
}

int learning_note(struct learning *learning, const struct cubature_work *work)
{
    const double variance = relative_variance(work), count = sweep_count(learning->sweeps, 1);
    const double before = isfinite(learning->best) ? learning->best : learning->last;
    const int climbs = !learning->arrived || sweep_count(learning->sweeps, learning->rung) < ENOUGH;
    const int better = climbs ? has_climbed(learning) : variance < progress_wanted * before;
    const int best = learning->known && variance < learning->best;
    learning->stalls += !learning->arrived && !better;
    if (better || climbs)
        learning->idle = 0;
    else
        learning->idle += count >= KNOWN_WELL ? 2 : 1;
    learning->climbed = better;
    learning->learns_fast = variance < fast_progress * learning->last;
    learning->last = variance;
    if (best)
        learning->best = variance;
    return best;
}

/* The pilot says which rung to begin with, so that a whole sweep need not. Where there is nothing to learn
 * from, it is a search for a peak, which goes on until there is. Then the grid finds with few evaluations
 * what many had found. On the way to the lowest rung sweeps that bring no progress are too short ones, in
 * which the grid follows chance. None is shorter than the first: of two peaks the grid would follow the one
 * that a short sweep saw more of. Once there, sweeps stay as short as they are while each halves the
 * variance; then few long ones make the grid smooth. */
void learning_plan(struct learning *learning)
{
    const int began = learning->pilot, rung = choose_rung(learning);
    learning->pilot = 0;
    learning->descends = learning->searches || (learning->descends && learning->climbed);
    learning->rung = began && rung < learning->rung ? learning->rung : rung; /* a pilot's few may be chance */
    learning->searches = learning->filled == CUBATURE_RUNGS &&
                         sweep_count(learning->sweeps, learning->rung) < LEARNING_FEWEST;
    if (began)
        learning->size = learning->first;
    else if (learning->searches)
        learning->size *= search_growth;
    else if (!learning->arrived && (learning->climbed || learning->descends))
        learning->size = fmax(learning->first, learning->size / (learning->descends ? descent : growth));
    else if (!learning->arrived)
        learning->size *= growth;
    else if (!learning->learns_fast)
        learning->size *= polishing_growth;
    learning->arrived = learning->arrived || learning->rung == 1;
}

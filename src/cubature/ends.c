#include "cubature/ends.h"

#include "core/context.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* An error so near to that of rounding falls no more. */
static const double near_rounding = 4;
/* A value of fewer errors is like one of zero. */
static const double like_zero = 5;
/* Evaluations of a result that looks like zero, where the user names no limit. After so many it takes more
 * than ten million million to find a value of five errors to the usual 1e-3. */
static const double most_like_zero = 0x1p28;
/* An error has ceased to fall where it is not half of what it was with a 32nd of the evaluations. Random ones
 * make it less than a fifth. Before so many evaluations that may be chance. */
static const double fewest_of_stalled = 0x1p28, part_of_stalled = 1.0 / 32, fallen_of_stalled = 0.5;

/* Evaluations of the result, after which a part of rounding is not looked for any more. The result is a fair
 * one by then.
 */
static const double fewest_for_rounding = 0x1p20;

static const char advice[] =
    "There is a place too narrow for the numbers of the box, or the integral has no bound. Give narrower limits, split "
    "the box there, or integrate over a variable that stretches it, as t with x = exp(t).";

enum reason { NONE, ROUNDING, BELOW_ROUNDING, LIKE_ZERO, STALLED };

ts_status past_create(ts_context *context, size_t components, struct past *past)
{
    *past = (struct past){.components = components,
                          .rows = calloc(PAST_MOST * (1 + components), sizeof(double))};
    return past->rows ? TS_OK : ts_fail_memory(context, "the errors of an integral");
}

void past_free(struct past *past)
{
    free(past->rows);
    *past = (struct past){0};
}

void past_note(struct cubature_work *work, double evaluations)
{
    struct past *past = work->past;
    const size_t length = 1 + past->components;
    double *row = past->rows + (size_t)past->count * length;
    if (past->count == PAST_MOST || (past->count > 0 && evaluations < 2 * row[-(ptrdiff_t)length]))
        return;
    row[0] = evaluations;
    for (size_t c = 0; c < past->components; ++c)
        row[1 + c] = work->integral->components[c].error;
    past->count += 1;
}

void past_fields(struct state_io *io, struct past *past)
{
    state_choice(io, "past_count", &past->count, 0, PAST_MOST);
    if (!io->status && past->count)
        state_rows(io, "past_errors", past->rows, (size_t)past->count, 1 + past->components);
}

/* Evaluations of the result. */
static double evaluations_counted(const ts_integral *integral)
{
    const int levels = !strcmp(integral->method, "qmc"); /* a level of Sobol' points holds those before it */
    double all = 0;
    for (size_t i = 0; i < integral->iteration_count; ++i)
        if (integral->iterations[i].counted)
            all = (double)integral->iterations[i].events + (levels ? 0 : all);
    return all;
}

int is_out_of_reach(const struct cubature_work *work)
{
    enum { SWEEPS = 8 };
    const double nothing = 0.5; /* relative error of a sweep that knows no value */
    const ts_integral *integral = work->integral;
    size_t vain = 0;
    for (size_t i = integral->iteration_count; i > 0; --i, ++vain) {
        const ts_iteration *row = &integral->iterations[i - 1];
        if (row->counted || !(row->error > nothing * fabs(row->value)))
            break;
    }
    return vain >= SWEEPS && evaluations_of(work) > fewest_of_stalled;
}

void object_to_out_of_reach(struct cubature_work *work)
{
    work->hopeless = 1;
    work->integral->objection[0] = 0;
    add_objection(work, "One evaluation of a sweep stands for all others, however many there are. %s",
                  advice);
}

static int has_stalled(const struct cubature_work *work, size_t c)
{
    const struct past *past = work->past;
    const double all = evaluations_counted(work->integral);
    double then = INFINITY;
    for (int i = 0; i < past->count; ++i) {
        const double *row = past->rows + (size_t)i * (1 + past->components);
        if (row[0] <= part_of_stalled * all)
            then = row[1 + c];
    }
    return all >= fewest_of_stalled && work->integral->components[c].error > fallen_of_stalled * then;
}

/* Whether the errors are what was asked for, and what speaks against the result stays. Some objections go
 * away with more evaluations: those of random ones are here 16 times as many as the error took. */
static int is_objected_to(const struct cubature_work *work)
{
    const double far_below = 4; /* the tolerance */
    if (!work->integral->objection[0] || !is_small(work, 1))
        return 0;
    if (is_of_warm_up(work))
        return 1;
    int stays = is_small(work, far_below);
    for (size_t c = 0; c < work->integral->component_count; ++c)
        stays = stays || has_stalled(work, c);
    return stays && evaluations_counted(work->integral) >= fewest_of_stalled;
}

/* Why a component will hardly become what is asked for. */
static enum reason reason_of(const struct cubature_work *work, size_t c)
{
    const ts_component *component = &work->integral->components[c];
    const double error = component->error, tolerance = tolerance_of(work, component->value);
    const int zero = fabs(component->value) < like_zero * error;
    if (!(error > tolerance))
        return NONE;
    if (error <= near_rounding * work->rounding[c] && (zero || tolerance < work->rounding[c]))
        return zero ? LIKE_ZERO : ROUNDING;
    if (!zero && tolerance < work->rounding[c] && evaluations_counted(work->integral) >= fewest_for_rounding)
        return BELOW_ROUNDING;
    if (zero && work->settings->max_evaluations == MOST_EVALUATIONS && evaluations_of(work) > most_like_zero)
        return LIKE_ZERO;
    return has_stalled(work, c) ? STALLED : NONE;
}

int is_hopeless(const struct cubature_work *work)
{
    for (size_t c = 0; c < work->integral->component_count; ++c)
        if (reason_of(work, c))
            return 1;
    return is_objected_to(work);
}

void object_to_hopeless(struct cubature_work *work)
{
    size_t c = 0;
    while (c + 1 < work->integral->component_count && !reason_of(work, c))
        ++c;
    const enum reason reason = reason_of(work, c);
    const ts_component *component = &work->integral->components[c];
    if (!reason) {
        work->hopeless = is_objected_to(work);
        return;
    }
    work->hopeless = 1;
    work->integral->objection[0] = 0;
    if (reason == BELOW_ROUNDING) {
        add_objection(
            work,
            "Component %zu, %.17g with an error of %.2g, is to be known to %.2g, and rounding leaves "
            "%.2g however many there are: ask for a larger error.",
            c + 1, component->value, component->error, tolerance_of(work, component->value),
            work->rounding[c]);
        return;
    }
    const char *sentence =
        reason == LIKE_ZERO
            ? "Component %zu looks like zero, %.2g with an error of %.2g: no part of zero is an error to ask "
              "for. Give an absolute one (--abs)."
        : reason == ROUNDING
            ? "Component %zu is known to rounding, %.17g with an error of %.2g: ask for a larger error."
            : "The error of component %zu, %.6g with %.2g, has ceased to fall. %s";
    add_objection(work, sentence, c + 1, component->value, component->error, advice);
}

/* New weights for the events of a file: read some, weigh them for all choices, copy them with their weights.
 */
#include "tessera/reweight.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "core/settings.h"
#include "core/stack.h"
#include "io/event_copy.h"
#include "io/event_file.h"
#include "reweight/honesty.h"
#include "reweight/hypothesis.h"
#include "reweight/ledger.h"
#include "reweight/polynomial.h"
#include "reweight/tally.h"
#include "reweight/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A polynomial is one where |M|^2 at one more point is what it says, in units of the sizes of its terms. */
static const double polynomial_tolerance = 1e-7;

struct work {
    ts_context *context;
    const ts_reweight_settings *settings;
    ts_event_file *file;
    struct device *device;
    struct hypothesis old;
    struct hypothesis *choices; /* [choice_count] of the settings */
    struct tally *tallies;      /* [choice_count] */
    int is_told;                /* whether values of the file were compared with the card's */
    struct polynomial polynomial;
    ts_card **cards;           /* [points] of the polynomial, whose terms and one more they are */
    struct hypothesis *points; /* [points] */
    int point_count;
    size_t weight_count; /* of an event: choices, then terms */
    size_t columns;      /* of a row: weights, then a mark for each choice */
    struct ledger ledger;
    struct added_weight *added;
    char *texts; /* names and descriptions of these */
    struct sample *sample;
    struct event_scales *scales;                 /* [EVENTS_AT_ONCE] as the file has them */
    double *old_alpha_s, *alpha_s, *before, *at; /* couplings, |M|^2 before, and of a choice */
    double *rows;                                /* [EVENTS_AT_ONCE][columns] */
    double *values;                              /* [EVENTS_AT_ONCE][point_count] */
};

enum { TEXT_BYTES = 600 };

/* Why a weight is 0: a choice has a mark of each event. */
enum mark { MARK_NONE, MARK_IMPOSSIBLE, MARK_UNKNOWN };

static ts_status check_choices(ts_context *context, const ts_reweight_settings *settings)
{
    if (!settings->choice_count && !settings->polynomial)
        return ts_fail(context, TS_ERROR_INPUT,
                       "There is no weight to be made: give a choice or a polynomial.");
    for (size_t i = 0; i < settings->choice_count; ++i) {
        const ts_reweight_choice *choice = &settings->choices[i];
        if (!choice->name || !choice->card)
            return ts_fail(context, TS_ERROR_INPUT, "Weight %zu has no name or no card.", i + 1);
        if (!(choice->mur >= 0 && choice->mur < 1e6 && choice->muf >= 0 && choice->muf < 1e6))
            return ts_fail(context, TS_ERROR_INPUT,
                           "The weight \"%.100s\" has a factor of a scale that is none: expected a number "
                           "above 0.",
                           choice->name);
    }
    return TS_OK;
}

/* Whether anything of the sum depends on the densities, or on the beams' energies. */
static ts_status check_beams(const struct work *work)
{
    const ts_event_head *head = &work->file->head;
    int changes = 0;
    for (size_t i = 0; i < work->settings->choice_count; ++i)
        changes |= hypothesis_changes_scales(&work->choices[i], &work->old);
    for (int i = 0; i < LEGS_IN && changes; ++i)
        if (!(head->energies[i] > 0))
            return ts_fail(
                work->context, TS_ERROR_INPUT,
                "%s: beam %d has the energy %g GeV, and densities need one: expected a number above 0.",
                work->file->path, i + 1, head->energies[i]);
    if (changes)
        honesty_tell_set(work->context, work->file, work->old.pdf);
    return TS_OK;
}

static ts_status make_choices(struct work *work)
{
    const ts_reweight_settings *settings = work->settings;
    ts_status status = device_open(work->context, settings->device, 0, &work->device);
    if (!status)
        status = hypothesis_create(work->context, settings->card, work->device, NULL, 1, 1, &work->old);
    work->choices = calloc(settings->choice_count + 1, sizeof *work->choices);
    work->tallies = calloc(settings->choice_count + 1, sizeof *work->tallies);
    if (!status && (!work->choices || !work->tallies))
        status = ts_fail_memory(work->context, "new weights");
    for (size_t i = 0; i < settings->choice_count && !status; ++i) {
        const ts_reweight_choice *choice = &settings->choices[i];
        status = hypothesis_create(work->context, choice->card, work->device, &work->old,
                                   choice->mur > 0 ? choice->mur : 1, choice->muf > 0 ? choice->muf : 1,
                                   &work->choices[i]);
        if (!status)
            status = tally_create(work->context, &work->tallies[i]);
        if (!status)
            honesty_tell_support(work->context, choice->name, &work->old, &work->choices[i]);
    }
    if (!status)
        honesty_tell_file(work->context, work->file);
    return status ? status : check_beams(work);
}

/* The points of the polynomial, and one more by which it is tested. */
static ts_status make_points(struct work *work)
{
    if (!work->settings->polynomial)
        return TS_OK;
    ts_status status = polynomial_create(work->context, work->settings->polynomial, &work->polynomial);
    if (status)
        return status;
    const size_t count = (size_t)work->polynomial.terms + 1;
    work->cards = calloc(count, sizeof(ts_card *));
    work->points = calloc(count, sizeof *work->points);
    if (!work->cards || !work->points)
        return ts_fail_memory(work->context, "new weights");
    for (size_t i = 0; i < count && !status; ++i) {
        status = polynomial_card(work->context, &work->polynomial, work->settings->card, (int)i,
                                 &work->cards[i]);
        if (!status)
            status = hypothesis_create(work->context, work->cards[i], work->device, &work->old, 1, 1,
                                       &work->points[i]);
        work->point_count += !status;
    }
    return status;
}

/* Names and descriptions of all weights. */
static ts_status make_names(struct work *work)
{
    const size_t choices = work->settings->choice_count;
    work->weight_count = choices + (size_t)work->polynomial.terms;
    work->columns = work->weight_count + choices;
    work->added = calloc(work->weight_count + 1, sizeof *work->added);
    work->texts = calloc(work->weight_count + 1, (size_t)2 * TEXT_BYTES);
    if (!work->added || !work->texts)
        return ts_fail_memory(work->context, "new weights");
    for (size_t i = 0; i < work->weight_count; ++i) {
        char *name = work->texts + 2 * TEXT_BYTES * i, *description = name + TEXT_BYTES;
        work->added[i] = (struct added_weight){name, description};
        if (i >= choices) {
            polynomial_name(&work->polynomial, (int)(i - choices), name);
            snprintf(description, TEXT_BYTES, "coefficient of a polynomial in inputs of the model");
        } else {
            snprintf(name, TEXT_BYTES, "%s", work->settings->choices[i].name);
            honesty_describe(&work->settings->choices[i], work->settings->card, description, TEXT_BYTES);
        }
    }
    return TS_OK;
}

static ts_status make_room(struct work *work)
{
    const size_t points = (size_t)work->point_count;
    work->sample = calloc(1, sizeof *work->sample);
    work->scales = calloc(EVENTS_AT_ONCE, sizeof *work->scales);
    work->old_alpha_s = calloc(EVENTS_AT_ONCE, sizeof *work->old_alpha_s);
    work->alpha_s = calloc(EVENTS_AT_ONCE, sizeof *work->alpha_s);
    work->before = calloc(EVENTS_AT_ONCE, sizeof *work->before);
    work->at = calloc(EVENTS_AT_ONCE, sizeof *work->at);
    work->rows = calloc(EVENTS_AT_ONCE * work->columns, sizeof *work->rows);
    work->values = calloc(EVENTS_AT_ONCE * points + 1, sizeof *work->values);
    if (!(work->sample && work->scales && work->old_alpha_s && work->alpha_s && work->before && work->at &&
          work->rows && work->values))
        return ts_fail_memory(work->context, "new weights");
    work->sample->model = elements_model(work->old.elements);
    return TS_OK;
}

static void destroy(struct work *work)
{
    for (size_t i = 0; work->choices && i < work->settings->choice_count; ++i)
        hypothesis_destroy(&work->choices[i]);
    for (size_t i = 0; work->tallies && i < work->settings->choice_count; ++i)
        tally_destroy(&work->tallies[i]);
    for (int i = 0; work->points && i <= work->polynomial.terms; ++i) {
        hypothesis_destroy(&work->points[i]);
        ts_card_destroy(&work->cards[i]);
    }
    hypothesis_destroy(&work->old);
    polynomial_destroy(&work->polynomial);
    device_close(&work->device);
    if (work->sample)
        kinds_free(&work->sample->kinds);
    free(work->choices);
    free(work->tallies);
    free(work->cards);
    free(work->points);
    free(work->added);
    free(work->texts);
    free(work->sample);
    free(work->scales);
    free(work->old_alpha_s);
    free(work->alpha_s);
    free(work->before);
    free(work->at);
    free(work->rows);
    free(work->values);
    ts_event_file_close(&work->file);
}

/* Why an event has no matrix element, of the old card or of a choice; NULL: it has both. */
static const char *lack_of(const struct work *work, const struct hypothesis *hypothesis, size_t event)
{
    const size_t kind = work->sample->events[event].kind;
    const char *lack = elements_lack(work->old.elements, kind);
    return lack ? lack : elements_lack(hypothesis->elements, kind);
}

/* Refuses events that lack a matrix element, where they are not to be kept. */
static ts_status check_known(const struct work *work, const struct hypothesis *hypothesis)
{
    for (size_t i = 0; i < work->sample->count && !work->settings->keep_unknown; ++i) {
        const char *lack = lack_of(work, hypothesis, i);
        if (lack)
            return honesty_refuse_event(work->context, work->file->path, hypothesis, work->sample, i, lack);
    }
    return TS_OK;
}

/* Whether all events of the sample follow powers of alpha_s, of both hypotheses the same. */
static int follows_powers(const struct work *work, const struct hypothesis *hypothesis)
{
    int power, all = hypothesis->elements == work->old.elements;
    for (size_t i = 0; i < work->sample->count && all; ++i)
        all = elements_lack(work->old.elements, work->sample->events[i].kind) ||
              elements_power(work->old.elements, work->sample->events[i].kind, &power);
    return all;
}

/* What is known of the sample before any choice: scales, couplings, and |M|^2 where a choice needs it. */
static ts_status prepare(struct work *work)
{
    int needs_squares = work->point_count > 0;
    ts_status status = elements_prepare(work->context, work->old.elements, &work->sample->kinds);
    if (!status && !work->is_told)
        values_tell(work->context, work->file, work->old.elements);
    work->is_told = 1;
    for (size_t i = 0; i < work->settings->choice_count && !status; ++i) {
        status = elements_prepare(work->context, work->choices[i].elements, &work->sample->kinds);
        if (!status)
            status = check_known(work, &work->choices[i]);
        needs_squares |= !status && !follows_powers(work, &work->choices[i]);
    }
    for (int i = 0; i < work->point_count && !status; ++i) {
        status = elements_prepare(work->context, work->points[i].elements, &work->sample->kinds);
        if (!status)
            status = check_known(work, &work->points[i]);
    }
    for (size_t i = 0; i < work->sample->count && !status; ++i) {
        work->scales[i] = hypothesis_scales_of_file(&work->old, &work->sample->events[i]);
        work->old_alpha_s[i] = work->scales[i].alpha_s;
    }
    if (!status)
        status = hypothesis_check_couplings(work->context, work->file->path, &work->old, work->sample,
                                            work->old_alpha_s);
    return !status && needs_squares ? elements_evaluate(work->context, work->old.elements, work->sample,
                                                        work->old_alpha_s, work->before)
                                    : status;
}

/* The ratio of densities, new over old; NAN where a scale or a density is not known. *impossible: the old
 * product is 0. */
static double densities_of(const struct work *work, const struct hypothesis *hypothesis,
                           const struct event_scales *scales, size_t i, int *impossible)
{
    const struct event_scales *of_file = &work->scales[i];
    *impossible = 0;
    if (!hypothesis_changes_densities(hypothesis))
        return 1;
    const ts_event_head *head = &work->file->head;
    const struct sample_event *event = &work->sample->events[i];
    const double before = hypothesis_densities(&work->old, head, event, of_file->f);
    *impossible = before == 0;
    return before != 0 ? hypothesis_densities(hypothesis, head, event, scales->f) / before : 0;
}

/* The ratio of squared matrix elements, each with its alpha_s. */
static double squares_of(const struct work *work, const struct hypothesis *hypothesis, int by_powers,
                         size_t i, int *impossible)
{
    int power;
    *impossible = 0;
    if (by_powers) {
        elements_power(hypothesis->elements, work->sample->events[i].kind, &power);
        return power && work->alpha_s[i] != work->old_alpha_s[i]
                   ? pow(work->alpha_s[i] / work->old_alpha_s[i], power)
                   : 1;
    }
    *impossible = work->before[i] == 0;
    return *impossible ? 0 : work->at[i] / work->before[i];
}

/* One weight of an event. */
static ts_status weigh_event(struct work *work, size_t choice, const struct event_scales *scales,
                             int by_powers, size_t i)
{
    const struct hypothesis *hypothesis = &work->choices[choice];
    const struct sample_event *event = &work->sample->events[i];
    double *weight = &work->rows[i * work->columns + choice], *mark = weight + work->weight_count;
    int without_density = 0, without_square = 0;
    *weight = 0;
    *mark = MARK_NONE;
    if (lack_of(work, hypothesis, i)) {
        *mark = MARK_UNKNOWN;
    } else {
        const double densities = densities_of(work, hypothesis, scales, i, &without_density);
        const double squares = squares_of(work, hypothesis, by_powers, i, &without_square);
        if (!isfinite(densities * squares))
            return honesty_refuse_scales(work->context, work->file->path, event, &work->scales[i], scales);
        if (without_density || without_square)
            *mark = MARK_IMPOSSIBLE;
        *weight = event->weight * densities * squares;
    }
    return TS_OK;
}

/* The weights of one choice. */
static ts_status weigh(struct work *work, size_t choice)
{
    const struct hypothesis *hypothesis = &work->choices[choice];
    const int by_powers = follows_powers(work, hypothesis);
    const size_t count = work->sample->count;
    struct event_scales *scales = calloc(count + 1, sizeof *scales);
    ts_status status = scales ? TS_OK : ts_fail_memory(work->context, "new weights");
    for (size_t i = 0; i < count && !status; ++i) {
        scales[i] = work->scales[i];
        if (!lack_of(work, hypothesis, i))
            scales[i] = hypothesis_scales(hypothesis, &work->old, &work->scales[i], work->sample, i);
        work->alpha_s[i] = scales[i].alpha_s;
        if (work->alpha_s[i] != work->old_alpha_s[i] &&
            elements_fixed(hypothesis->elements, work->sample->events[i].kind))
            status =
                ts_fail(work->context, TS_ERROR_INPUT,
                        "The weight \"%.100s\" has another alpha_s, of which a coupling of the model is no "
                        "power.",
                        work->settings->choices[choice].name);
    }
    if (!status && !by_powers)
        status = elements_evaluate(work->context, hypothesis->elements, work->sample, work->alpha_s,
                                   work->at);
    for (size_t i = 0; i < count && !status; ++i)
        status = weigh_event(work, choice, &scales[i], by_powers, i);
    free(scales);
    return status;
}

/* Coefficients of an event, and whether the polynomial holds at the point of the test. */
static ts_status fit_event(struct work *work, size_t i, double *coefficients)
{
    const struct polynomial *polynomial = &work->polynomial;
    const double *values = work->values + i * (size_t)work->point_count, found = values[polynomial->terms];
    double size = fabs(found);
    polynomial_fit(polynomial, values, coefficients);
    for (int k = 0; k < polynomial->terms; ++k)
        size = fmax(size, fabs(values[k]));
    if (fabs(polynomial_at(polynomial, coefficients, polynomial->terms) - found) <=
        polynomial_tolerance * size)
        return TS_OK;
    return ts_fail(
        work->context, TS_ERROR_NUMERIC,
        "Event %llu: |M|^2 is no polynomial of second degree in %s: bound the order of the model that "
        "they come with to 1, or take inputs that are factors of couplings alone.",
        (unsigned long long)work->sample->events[i].place, work->settings->polynomial);
}

static ts_status weigh_polynomial(struct work *work)
{
    const size_t points = (size_t)work->point_count, choices = work->settings->choice_count;
    ts_status status = TS_OK;
    for (size_t k = 0; k < points && !status; ++k) {
        status = elements_evaluate(work->context, work->points[k].elements, work->sample, work->old_alpha_s,
                                   work->at);
        for (size_t i = 0; i < work->sample->count; ++i)
            work->values[i * points + k] = work->at[i];
    }
    for (size_t i = 0; i < work->sample->count && points && !status; ++i) {
        double *coefficients = work->rows + i * work->columns + choices;
        const int known = !lack_of(work, &work->points[0], i) && work->before[i] != 0;
        if (known)
            status = fit_event(work, i, coefficients);
        for (size_t k = 0; k + 1 < points; ++k)
            coefficients[k] = known ? coefficients[k] * work->sample->events[i].weight / work->before[i] : 0;
    }
    return status;
}

/* The rows of the events at hand: weighed, or those of the work that was stopped. */
static ts_status find_rows(struct work *work)
{
    if (ledger_has(&work->ledger))
        return ledger_read(&work->ledger, work->rows, work->sample->count);
    ts_status status = prepare(work);
    for (size_t i = 0; i < work->settings->choice_count && !status; ++i)
        status = weigh(work, i);
    if (!status)
        status = weigh_polynomial(work);
    return status ? status : ledger_add(&work->ledger, work->rows, work->sample->count);
}

/* Sums of an event's row. */
static void add_row(struct work *work, const struct sample_event *event, const double *row)
{
    for (size_t i = 0; i < work->settings->choice_count; ++i) {
        const double mark = row[work->weight_count + i];
        if (mark == MARK_IMPOSSIBLE)
            tally_note_impossible(&work->tallies[i], event->place);
        if (mark == MARK_UNKNOWN)
            tally_note_unknown(&work->tallies[i], event->place);
        tally_add(&work->tallies[i], event->trials, event->weight, row[i]);
    }
}

/* Weighs all events. Rank 0 copies them; to others `copy` is NULL. */
static ts_status copy_all(void *data, struct event_copy *copy)
{
    struct work *work = data;
    ts_status status = TS_OK;
    do {
        status = sample_read(work->context, work->file,
                             work->settings->of_file_helicities ? HELICITIES_OF_ALL : HELICITIES_SUMMED,
                             work->sample);
        if (!status && work->sample->count)
            status = find_rows(work);
        for (size_t i = 0; i < work->sample->count && !status; ++i) {
            const double *row = work->rows + i * work->columns;
            add_row(work, &work->sample->events[i], row);
            status = copy ? event_copy_put(copy, row) : TS_OK;
        }
    } while (!status && work->sample->count == EVENTS_AT_ONCE);
    return status;
}

/* A hash of all that weights depend on. */
static ts_status made_of(const struct work *work, uint64_t *hash)
{
    const ts_reweight_settings *settings = work->settings;
    const int flags[] = {settings->of_file_helicities, settings->keep_unknown};
    *hash = (uint64_t)flags[0] + 2 * (uint64_t)flags[1];
    ts_status status = hypothesis_hash(work->context, &work->old, hash);
    for (size_t i = 0; i < settings->choice_count && !status; ++i)
        status = hypothesis_hash(work->context, &work->choices[i], hash);
    for (int i = 0; i < work->point_count && !status; ++i)
        status = hypothesis_hash(work->context, &work->points[i], hash);
    return status;
}

static ts_status begin(struct work *work, const char *path, const char *to, struct event_copy **copy,
                       uint64_t *hash)
{
    ts_status status = check_choices(work->context, work->settings);
    if (!status)
        status = file_status_of_input(ts_event_file_open(work->context, path, &work->file));
    if (!status)
        status = event_copy_check(work->context, work->file);
    if (!status)
        status = event_copy_check_target(work->context, work->file, to, work->settings->replace);
    if (!status)
        status = make_choices(work);
    if (!status)
        status = make_points(work);
    if (!status)
        status = make_names(work);
    if (!status)
        status = make_room(work);
    if (!status && ranks_first(work->context))
        status = event_copy_create(work->context, work->file, to,
                                   &(struct copy_request){.added = work->added, .count = work->weight_count},
                                   copy);
    return status ? status : made_of(work, hash);
}

static ts_status reweight(struct work *work, const char *path, const char *to, ts_reweight_summary *summaries)
{
    const ts_reweight_settings *settings = work->settings;
    struct event_copy *copy = NULL;
    uint64_t hash = 0;
    ts_status status = begin(work, path, to, &copy, &hash);
    status = ledger_copy(work->context, status,
                         &(struct ledger_request){.to = to,
                                                  .from = path,
                                                  .made_of = hash,
                                                  .columns = work->columns,
                                                  .every = settings->checkpoint_seconds,
                                                  .resume = settings->resume,
                                                  .replace = settings->replace},
                         copy_all, work, &copy, &work->ledger);
    for (size_t i = 0; i < settings->choice_count && !status; ++i) {
        ts_reweight_summary summary;
        if (i == 0)
            honesty_tell_total(work->context, work->file, &work->tallies[i]);
        tally_tell(&work->tallies[i], work->file, &summary);
        honesty_warn(work->context, settings->choices[i].name, &summary);
        if (summaries)
            summaries[i] = summary;
    }
    return status;
}

ts_status ts_reweight(ts_context *context, const char *path, const char *to,
                      const ts_reweight_settings *given, ts_reweight_summary *summaries)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && path && to && given);
    NEEDS_STACK(context);
    ts_reweight_settings settings;
    ts_status status = settings_take(context, "ts_reweight_settings", given,
                                     SIZE_THROUGH(ts_reweight_settings, replace), &settings, sizeof settings);
    if (status)
        return status;
    NEEDS(context, settings.card && (settings.choices || !settings.choice_count));
    struct work work = {.context = context, .settings = &settings};
    status = reweight(&work, path, to, summaries);
    destroy(&work);
    return status;
}

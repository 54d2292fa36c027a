/* Decays of the particles of a file of events. It is read twice: once for the shares of the total widths,
 * which the head tells of, then for the decays themselves. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "core/request.h"
#include "core/settings.h"
#include "core/stack.h"
#include "decay/batch.h"
#include "io/event.h"
#include "io/event_copy.h"
#include "io/event_file.h"
#include "reweight/honesty.h"
#include "reweight/ledger.h"
#include "reweight/tally.h"
#include "tessera/version.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* IDWTUP of Les Houches: weights that are one, and such whose mean is the cross section in pb. */
enum { UNWEIGHTED = 3, MEAN = 4 };

enum { NOTE_BYTES = 1400 };

/* The share of events that may lack without a warning, as others were more likely than what was scouted. */
static const double missing_most = 1e-3;

/* By how much shares may be above one for a width that was rounded. */
static const double excess_least = 1e-4;

/* What a process of the head comes to, by its events. */
struct process_sum {
    double old, new, error; /* of weights: before, after, and what widths leave open of these */
    double least, most;     /* factor of an event */
    uint64_t events;
    int particles; /* of an event, at most */
};

struct work {
    ts_context *context;
    const ts_decay_settings *settings;
    const char *path;
    ts_event_file *file;
    struct device *device;
    struct batch batch;
    struct process_sum *sums; /* [process_count] */
    struct changed_process *processes;
    uint64_t events, with_decays;
    double branching, uncertain; /* sums over the events */
    double least, most;          /* factor of an event */
    struct tally tally;          /* of the events as they are: their sums alone */
    double unit;                 /* pb that a weight of the file is; 1: weights keep their unit */
    struct ledger ledger;
    double (*rows)[BATCH_COLUMNS]; /* [EVENTS_AT_ONCE] */
};

/* The place of an event's process in the head; the number of processes: the head does not list it. */
static size_t process_of(const struct work *work, int number)
{
    size_t i = 0;
    while (i < work->file->head.process_count && work->file->head.processes[i].number != number)
        ++i;
    return i;
}

/* The most particles that come from one that decays, itself and its products with it. */
static int most_particles(const struct ways *ways, int pdg, int by)
{
    int most = 0;
    for (int i = 0; i < ways->count; ++i) {
        int count = ways->list[i].count;
        if (!way_is_of(ways, i, pdg, by))
            continue;
        for (int k = 0; k < ways->list[i].count; ++k)
            count += most_particles(ways, ways->list[i].products[k], ways->list[i].named);
        most = count > most ? count : most;
    }
    return most;
}

/* An event whose process has no cross section in the head would leave the total as it was. */
static ts_status check_process(const struct work *work, size_t i)
{
    const int number = work->batch.events[i].process;
    if (!work->file->head.process_count || process_of(work, number) < work->file->head.process_count)
        return TS_OK;
    return ts_fail(
        work->context, TS_ERROR_INPUT,
        "%s: event %llu is of the process %d, for which the head has no cross section: expected one "
        "of those that it lists.",
        work->path, (unsigned long long)work->batch.sample->events[i].place, number);
}

static void add_event(struct work *work, size_t i)
{
    const struct batch_event *event = &work->batch.events[i];
    const size_t process = process_of(work, event->process);
    int particles = (int)event->plan.count, decays = 0;
    for (size_t k = 0; k < event->plan.count; ++k)
        if (event->plan.particles[k].status == EVENT_FINAL) {
            const int more = most_particles(&work->batch.ways, event->plan.particles[k].pdg, -1);
            particles += more;
            decays |= more > 0;
        }
    const struct sample_event *of_file = &work->batch.sample->events[i];
    work->tally.trials += of_file->trials;
    work->tally.old += event->weight;
    work->tally.old_squares += event->weight * event->weight;
    work->tally.sum += event->weight * event->branching;
    ++work->events;
    work->with_decays += (uint64_t)decays;
    work->branching += event->branching;
    work->uncertain += event->uncertain;
    work->least = fmin(work->least, event->branching);
    work->most = fmax(work->most, event->branching);
    struct process_sum *sum = &work->sums[process];
    sum->least = sum->events++ ? fmin(sum->least, event->branching) : event->branching;
    sum->most = fmax(sum->most, event->branching);
    sum->old += event->weight;
    sum->new += event->weight * event->branching;
    sum->error += fabs(event->weight) * event->uncertain;
    sum->particles = particles > sum->particles ? particles : sum->particles;
}

/* Opens the file at its front. */
static ts_status open_file(struct work *work)
{
    ts_event_file_close(&work->file);
    return file_status_of_input(ts_event_file_open(work->context, work->path, &work->file));
}

/* Names of what the card lets decay, and no event has. */
static void warn_of_idle(const struct work *work)
{
    const struct ways *ways = &work->batch.ways;
    for (int k = 0; k < ways->named_count; ++k) {
        int is_idle = 1;
        for (int i = 0; i < ways->count; ++i)
            is_idle &= ways->list[i].named != k || ways->list[i].share == 0;
        if (is_idle)
            ts_log(work->context, TS_LOG_WARNING, "No event has the decay %s >%s.",
                   ts_model_particle_name(elements_model(work->batch.squares.production), ways->named[k].pdg),
                   ways->named[k].text);
    }
}

/* Warns of a particle whose decays have more than its width, which then is another than that of the model. */
static void warn_of_excess(const struct work *work, int number)
{
    const struct ways *ways = &work->batch.ways;
    const ts_model *model = elements_model(work->batch.squares.production);
    const struct way *way = &ways->list[number];
    const int inside = ways->named[way->named].inside;
    double sum = 0, squares = 0;
    for (int i = 0; i < ways->count; ++i) {
        if (ways->list[i].pdg != way->pdg || ways->named[ways->list[i].named].inside != inside)
            continue;
        if (i < number)
            return; /* the first way of the particle has told */
        sum += ways->list[i].share;
        squares += ways->list[i].error * ways->list[i].error;
    }
    if (sum > 1 + 3 * sqrt(squares) + excess_least)
        ts_log(work->context, TS_LOG_WARNING,
               "Decays of %s have %.6g of its width, %g GeV: expected 1 at most. Is that the width of the "
               "card's masses and couplings?",
               ts_model_particle_name(model, way->pdg), sum, ts_model_particle(model, way->pdg)->width);
}

/* What a process comes to. One without events gets the mean of all, as nothing is known of its own. */
static struct changed_process changed_by(const struct work *work, const struct process_sum *all,
                                         const struct process_sum *own)
{
    const struct process_sum *sum = own->events ? own : all;
    const double mean = sum->old != 0 ? sum->new / sum->old : work->branching / (double)work->events;
    return (struct changed_process){.factor = sum->least == sum->most ? sum->least : mean,
                                    .uncertain = sum->new != 0 ? sum->error / fabs(sum->new) : 0,
                                    .largest = sum->most,
                                    .particles = own->particles};
}

/* Whether weights are one, and the number of a process's events alone says how large it is. Events of LHEH5
 * have trials beside their weights. */
static int is_unweighted(const struct work *work)
{
    const ts_event_head *head = &work->file->head;
    return abs(head->weighting) == UNWEIGHTED && head->process_count && !strcmp(head->format, "lhe");
}

/* Whether weights of one would say nothing, as factors differ from event to event. */
static int gets_unit(const struct work *work) { return is_unweighted(work) && work->least != work->most; }

/* Finds how many pb a weight of the file is, so that the mean of all is the cross section. */
static ts_status find_unit(struct work *work, const struct process_sum *all)
{
    const ts_event_head *head = &work->file->head;
    double sum = 0;
    work->unit = 1;
    if (!gets_unit(work))
        return TS_OK;
    for (size_t i = 0; i < head->process_count; ++i)
        sum += head->processes[i].cross_section;
    work->unit = sum * (double)work->events / all->old;
    for (size_t i = 0; i < head->process_count; ++i)
        work->processes[i].largest *= work->unit;
    if (work->unit > 0 && isfinite(work->unit))
        return TS_OK;
    return ts_fail(
        work->context, TS_ERROR_INPUT,
        "%s: the cross section of the head is %g pb, and the sum of the weights %g: expected two of "
        "one sign, by which weights get a unit.",
        work->path, sum, all->old);
}

/* Factors of the head's processes, from what their events have. */
static ts_status find_factors(struct work *work)
{
    const size_t count = work->file->head.process_count;
    struct process_sum all = {.events = work->events, .least = work->least, .most = work->most};
    if (!work->with_decays)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: no event has a final particle that decays by the card's `decay`.", work->path);
    for (size_t i = 0; i < count; ++i) {
        all.old += work->sums[i].old;
        all.new += work->sums[i].new;
        all.error += work->sums[i].error;
    }
    for (size_t i = 0; i < count; ++i)
        work->processes[i] = changed_by(work, &all, &work->sums[i]);
    warn_of_idle(work);
    for (int i = 0; i < work->batch.ways.count; ++i)
        warn_of_excess(work, i);
    return find_unit(work, &all);
}

static ts_status survey(struct work *work)
{
    ts_status status;
    do {
        status = batch_read(&work->batch, work->file);
        for (size_t i = 0; i < work->batch.sample->count && !status; ++i)
            if (!(status = check_process(work, i)))
                add_event(work, i);
    } while (!status && work->batch.sample->count == EVENTS_AT_ONCE);
    return status ? status : find_factors(work);
}

/* By what an event's weights change. Those that are one by their kind stay so where all have one factor. */
static double factor_of(const struct work *work, const struct batch_event *event)
{
    if (is_unweighted(work) && !gets_unit(work) && fabs(event->weight) == 1)
        return 1;
    return event->branching * work->unit;
}

/* The rows of the events at hand: found, or those of the work that was stopped. */
static ts_status find_rows(struct work *work)
{
    const size_t count = work->batch.sample->count;
    if (!ledger_has(&work->ledger)) {
        const ts_status status = batch_find(&work->batch, work->rows);
        return status ? status : ledger_add(&work->ledger, *work->rows, count);
    }
    const ts_status status = batch_pass(&work->batch);
    return status ? status : ledger_read(&work->ledger, *work->rows, count);
}

/* Lets all events decay. Rank 0 writes them; to others `copy` is NULL. */
static ts_status copy_all(void *data, struct event_copy *copy)
{
    struct work *work = data;
    ts_status status;
    do {
        status = batch_read(&work->batch, work->file);
        if (!status && work->batch.sample->count)
            status = find_rows(work);
        if (!status)
            status = batch_take(&work->batch, work->rows);
        for (size_t i = 0; i < work->batch.sample->count && !status && copy; ++i) {
            const struct batch_event *event = &work->batch.events[i];
            status = event_copy_change(copy, &(struct changed_event){.factor = factor_of(work, event),
                                                                     .of_file = event->plan.of_file,
                                                                     .count = event->plan.count,
                                                                     .particles = event->plan.particles});
        }
    } while (!status && work->batch.sample->count == EVENTS_AT_ONCE);
    return status;
}

static ts_status create(struct work *work, const char *to)
{
    const double window = work->settings->window;
    ts_status status = TS_OK;
    if (window != 0 && !(window >= 1 && window <= 100))
        status = ts_fail(work->context, TS_ERROR_INPUT,
                         "The window of masses is %g widths: expected 1 to 100.", window);
    if (!status && work->settings->draw_helicities && work->settings->without_spins)
        status =
            ts_fail(work->context, TS_ERROR_INPUT,
                    "Helicities are drawn by matrix elements, which decays without spins have not: leave "
                    "out one of both.");
    if (!status)
        status = open_file(work);
    if (!status)
        status = event_copy_check(work->context, work->file);
    if (!status)
        status = event_copy_check_target(work->context, work->file, to, work->settings->replace);
    if (!status && work->file->head.matched)
        ts_log(work->context, TS_LOG_WARNING,
               "%s has events of next-to-leading order, and spins of their decays are those of trees.",
               work->path);
    if (!status)
        status = device_open(work->context, work->settings->device, 0, &work->device);
    if (!status)
        status = batch_create(work->context, work->settings, work->path, work->device, &work->batch);
    if (!status && hypothesis_has_hadrons(&work->file->head))
        honesty_tell_set(work->context, work->file, work->batch.of_card.pdf);
    const size_t count = status ? 0 : work->file->head.process_count;
    work->sums = calloc(count + 1, sizeof *work->sums);
    work->processes = calloc(count + 1, sizeof *work->processes);
    work->rows = calloc(EVENTS_AT_ONCE, sizeof *work->rows);
    return status || (work->sums && work->processes && work->rows)
               ? status
               : ts_fail_memory(work->context, "decays of events");
}

/* The cross section of all processes. */
static void find_total(const struct work *work, struct changed_total *total)
{
    const ts_event_head *head = &work->file->head;
    double old = 0, sum = 0, squares = 0;
    double common = 0; /* what widths leave open, which is one number for all processes */
    for (size_t i = 0; i < head->process_count; ++i) {
        const struct changed_process *changed = &work->processes[i];
        const double of = head->processes[i].cross_section * changed->factor;
        sum += of;
        old += head->processes[i].cross_section;
        squares += pow(head->processes[i].error * changed->factor, 2);
        common += fabs(of) * changed->uncertain;
    }
    total->factor = old != 0 ? sum / old : work->branching / (double)work->events;
    const int is_said = head->process_count && isfinite(head->error);
    total->cross_section = is_said ? sum : NAN;
    total->error = is_said ? hypot(sqrt(squares), common) : NAN;
}

static void tell(const struct work *work, ts_decay_summary *summary)
{
    const struct batch *batch = &work->batch;
    const double events = (double)work->events;
    struct changed_total total;
    find_total(work, &total);
    double value, error;
    if (!tally_total(&work->tally, work->file, &value,
                     &error)) { /* as of Sherpa, whose heads have 1 +- 1 pb */
        const double factor = work->tally.sum / work->tally.old;
        honesty_tell_total(work->context, work->file, &work->tally);
        total.cross_section = value * factor;
        total.error = hypot(error, value * work->uncertain / work->branching) * factor;
    }
    *summary = (ts_decay_summary){.events = work->events,
                                  .decayed = batch->decayed,
                                  .branching = work->branching / events,
                                  .branching_error = work->uncertain / events,
                                  .cross_section = total.cross_section,
                                  .error = total.error,
                                  .trials = (double)batch->trials / (double)batch->decayed,
                                  .beyond = batch->beyond,
                                  .worst = fmax(1, batch->worst),
                                  .missing = batch->missing / (double)batch->decayed};
    if (summary->missing > missing_most)
        ts_log(
            work->context, TS_LOG_WARNING,
            "%llu of %llu events are more likely than the largest that was scouted, up to %.3g times: %.2g %% "
            "of the events are missing, all of that kind.",
            (unsigned long long)batch->beyond, (unsigned long long)batch->decayed, batch->worst,
            100 * summary->missing);
}

/* What was done, for the head of the copy. */
static void note_decays(const struct work *work, char note[NOTE_BYTES])
{
    const ts_card *card = work->settings->card;
    snprintf(note, NOTE_BYTES,
             "version: " TESSERA_VERSION "\ndecay: \"%.1000s\"\nseed: %llu\nspins: %s\nwindow: %g\n"
             "branching: %.9g\nerror: %.3g\n",
             card_request(card)->decay, (unsigned long long)work->batch.seed,
             work->batch.without_spins ? "off" : "on", work->batch.window,
             work->branching / (double)work->events, work->uncertain / (double)work->events);
}

/* IDWTUP of the copy. */
static int weighting_of(const struct work *work)
{
    const int old = work->file->head.weighting;
    return !gets_unit(work) ? old : old < 0 ? -MEAN : MEAN;
}

static ts_status begin_copy(struct work *work, const char *to, struct event_copy **copy)
{
    char note[NOTE_BYTES];
    struct changed_total total = {.note = note};
    find_total(work, &total);
    note_decays(work, note);
    return event_copy_create(work->context, work->file, to,
                             &(struct copy_request){.processes = work->processes,
                                                    .weighting = weighting_of(work),
                                                    .total = total},
                             copy);
}

/* A hash of all that trials depend on. */
static ts_status made_of(const struct work *work, uint64_t *hash)
{
    const ts_decay_settings *settings = work->settings;
    const double numbers[] = {work->batch.window, settings->without_spins, settings->of_file_helicities,
                              settings->draw_helicities};
    *hash = elements_hash(work->batch.squares.production, XXH3_64bits(numbers, sizeof numbers));
    return ledger_hash_card(work->context, settings->card, hash);
}

static ts_status decay(struct work *work, const char *to, ts_decay_summary *summary)
{
    struct event_copy *copy = NULL;
    ts_decay_summary made;
    uint64_t hash = 0;
    ts_status status = create(work, to);
    if (!status)
        status = survey(work);
    if (!status)
        status = open_file(work);
    if (!status && ranks_first(work->context))
        status = begin_copy(work, to, &copy);
    if (!status)
        status = made_of(work, &hash);
    status = ledger_copy(work->context, status,
                         &(struct ledger_request){.to = to,
                                                  .from = work->path,
                                                  .made_of = hash,
                                                  .columns = BATCH_COLUMNS,
                                                  .every = work->settings->checkpoint_seconds,
                                                  .resume = work->settings->resume,
                                                  .replace = work->settings->replace},
                         copy_all, work, &copy, &work->ledger);
    if (!status)
        tell(work, summary ? summary : &made);
    return status;
}

ts_status ts_events_decay(ts_context *context, const char *path, const char *to,
                          const ts_decay_settings *given, ts_decay_summary *summary)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && path && to && given);
    NEEDS_STACK(context);
    ts_decay_settings settings;
    ts_status status = settings_take(context, "ts_decay_settings", given,
                                     SIZE_THROUGH(ts_decay_settings, window), &settings, sizeof settings);
    if (status)
        return status;
    NEEDS(context, settings.card);
    struct work work = {
        .context = context, .settings = &settings, .path = path, .least = INFINITY, .unit = 1};
    status = decay(&work, to, summary);
    batch_destroy(&work.batch);
    device_close(&work.device);
    ts_event_file_close(&work.file);
    free(work.rows);
    free(work.sums);
    free(work.processes);
    return status;
}

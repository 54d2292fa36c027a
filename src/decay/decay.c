/* Decays of the particles of a file of events. It is read twice: once for the shares of the total widths,
 * which the head tells of, then for the decays themselves. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/settings.h"
#include "core/stack.h"
#include "decay/batch.h"
#include "io/event_copy.h"
#include "io/event_file.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { FINAL = 1, RELATIVE = 3 /* IDWTUP of weights that are one */ };

/* Warnings of events that no trial should be beyond. */
static const double beyond_most = 1e-3;

/* What a process of the head comes to, by its events. */
struct process_sum {
    double old, new, error; /* of weights: before, after, and what widths leave open of these */
    double first;           /* factor of the first event */
    uint64_t events;
    int same, particles; /* whether all have that factor; particles of an event, at most */
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

static void add_event(struct work *work, size_t i)
{
    const struct batch_event *event = &work->batch.events[i];
    const size_t process = process_of(work, event->process);
    int particles = (int)event->plan.count, decays = 0;
    for (size_t k = 0; k < event->plan.count; ++k)
        if (event->plan.particles[k].status == FINAL) {
            const int more = most_particles(&work->batch.ways, event->plan.particles[k].pdg, -1);
            particles += more;
            decays |= more > 0;
        }
    ++work->events;
    work->with_decays += (uint64_t)decays;
    work->branching += event->branching;
    work->uncertain += event->uncertain;
    if (process == work->file->head.process_count)
        return;
    struct process_sum *sum = &work->sums[process];
    if (!sum->events++) {
        sum->first = event->branching;
        sum->same = 1;
    }
    sum->same &= event->branching == sum->first;
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

/* Factors of the head's processes, from what their events have. */
static ts_status find_factors(struct work *work)
{
    const size_t count = work->file->head.process_count;
    for (size_t i = 0; i < count; ++i) {
        const struct process_sum *sum = &work->sums[i];
        work->processes[i].particles = sum->particles;
        work->processes[i].factor = !sum->events || sum->same ? (sum->events ? sum->first : 1)
                                    : sum->old != 0           ? sum->new / sum->old
                                                              : sum->first;
    }
    if (!work->with_decays)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: no event has a final particle that decays by the card's `decay`.", work->path);
    warn_of_idle(work);
    return TS_OK;
}

static ts_status survey(struct work *work)
{
    ts_status status;
    do {
        status = batch_read(&work->batch, work->file);
        for (size_t i = 0; i < work->batch.sample->count && !status; ++i)
            add_event(work, i);
    } while (!status && work->batch.sample->count == EVENTS_AT_ONCE);
    return status ? status : find_factors(work);
}

/* By what an event's weights change. Those that are one by their kind stay so. */
static double factor_of(const struct work *work, const struct batch_event *event)
{
    const size_t process = process_of(work, event->process);
    if (abs(work->file->head.weighting) == RELATIVE && fabs(event->weight) == 1 &&
        process < work->file->head.process_count)
        return event->branching / work->processes[process].factor;
    return event->branching;
}

static ts_status copy_all(struct work *work, struct event_copy *copy)
{
    ts_status status;
    do {
        status = batch_read(&work->batch, work->file);
        if (!status)
            status = batch_decay(&work->batch);
        for (size_t i = 0; i < work->batch.sample->count && !status; ++i) {
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
    ts_status status = TS_OK;
    if (!work->settings->replace && access(to, F_OK) == 0)
        status = ts_fail(work->context, TS_ERROR_INPUT,
                         "%s is there already: it is replaced where that is asked for (--force).", to);
    if (!status)
        status = open_file(work);
    if (!status)
        status = event_copy_check(work->context, work->file);
    if (!status)
        status = device_open(work->context, work->settings->device, 0, &work->device);
    if (!status)
        status = batch_create(work->context, work->settings->card, work->path, work->device,
                              work->settings->without_spins, &work->batch);
    const size_t count = status ? 0 : work->file->head.process_count;
    work->sums = calloc(count + 1, sizeof *work->sums);
    work->processes = calloc(count + 1, sizeof *work->processes);
    return status || (work->sums && work->processes) ? status
                                                     : ts_fail_memory(work->context, "decays of events");
}

static void tell(const struct work *work, ts_decay_summary *summary)
{
    const ts_event_head *head = &work->file->head;
    const struct batch *batch = &work->batch;
    const double events = (double)work->events;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < head->process_count; ++i) {
        const double of = head->processes[i].cross_section, factor = work->processes[i].factor;
        const double open = work->sums[i].new != 0 ? work->sums[i].error / fabs(work->sums[i].new) : 0;
        sum += of * factor;
        squares += pow(head->processes[i].error * factor, 2) + pow(of * factor * open, 2);
    }
    *summary = (ts_decay_summary){.events = work->events,
                                  .decayed = batch->decayed,
                                  .branching = work->branching / events,
                                  .branching_error = work->uncertain / events,
                                  .cross_section = head->process_count ? sum : NAN,
                                  .error = head->process_count ? sqrt(squares) : NAN,
                                  .trials = (double)batch->trials / (double)batch->decayed,
                                  .beyond = batch->beyond,
                                  .worst = fmax(1, batch->worst)};
    if ((double)batch->beyond > beyond_most * (double)batch->decayed)
        ts_log(
            work->context, TS_LOG_WARNING,
            "%llu of %llu events are more likely than the largest that was scouted, up to %.3g times: there "
            "are too few of their kind.",
            (unsigned long long)batch->beyond, (unsigned long long)batch->decayed, batch->worst);
}

static ts_status decay(struct work *work, const char *to, ts_decay_summary *summary)
{
    struct event_copy *copy = NULL;
    ts_decay_summary made;
    ts_status status = create(work, to);
    if (!status)
        status = survey(work);
    if (!status)
        status = open_file(work);
    if (!status)
        status = event_copy_create(work->context, work->file, to,
                                   &(struct copy_request){.processes = work->processes}, &copy);
    if (!status)
        status = copy_all(work, copy);
    if (!status)
        status = event_copy_finish(&copy);
    event_copy_discard(&copy);
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
                                     SIZE_THROUGH(ts_decay_settings, replace), &settings, sizeof settings);
    if (status)
        return status;
    NEEDS(context, settings.card);
    struct work work = {.context = context, .settings = &settings, .path = path};
    status = decay(&work, to, summary);
    batch_destroy(&work.batch);
    device_close(&work.device);
    ts_event_file_close(&work.file);
    free(work.sums);
    free(work.processes);
    return status;
}

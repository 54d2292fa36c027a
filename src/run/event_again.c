/* One event of a run, made again by its number: the run's integral, as the event depends on its grid, and
 * then the event alone. */
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/settings.h"
#include "core/stack.h"
#include "event/record_layout.h"
#include "events/event_sum.h"
#include "events/merging_scouts.h"
#include "events/nearest_shell.h"
#include "events/resonances.h"
#include "events/unweight.h"
#include "io/les_houches.h"
#include "run/run.h"
#include "tessera/amplitude.h"
#include "tessera/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEAMS = 2, RECORD_MOST = 64 /* particles of an event that does not shower */ };

/* What is known of the run. */
struct again {
    ts_context *context;
    const ts_card *card;
    const ts_run_settings *settings;
    const struct process *process;
    ts_event_again *event;
    struct event_particle legs[RECORD_MOST]; /* of the process, where the event does not shower */
    int leg_count;
    int configurations; /* configurations that have a share of the weight; 0: not counted */
};

static double first_above_zero(double a, double b) { return a > 0 ? a : b > 0 ? b : 0; }

/* What the process names in the event; NULL: nothing. */
static const struct chain *chain_of(const struct again *work)
{
    const struct process *process = work->process;
    return process->events.chains ? &process->events.chains[process->channel_subprocess[work->event->channel]]
                                  : NULL;
}

/* Keeps the legs of the process, and puts in the resonances that files have. Returns how many particles there
 * are then. */
static int insert_resonances(struct again *work, struct event_particle *list, int count)
{
    const struct process *process = work->process;
    const struct chain *named = process->events.hides_chains ? NULL : chain_of(work);
    struct chain chain = {.count = 0};
    if (process->shower.settings.enabled)
        return count;
    memcpy(work->legs, list, (size_t)count * sizeof *list);
    work->leg_count = count;
    if (process->events.on_shell)
        chain = nearest_shell(named,
                              &process->events.on_shell[process->channel_subprocess[work->event->channel]],
                              list, count);
    else if (named)
        chain = *named;
    return chain.count ? resonances_insert(&chain, list, count, BEAMS) : count;
}

static ts_status take_particles(struct again *work, const struct event_batch *batch)
{
    ts_event_again *event = work->event;
    int count = (int)event_batch_value(batch, RECORD_PARTICLES, 0);
    const size_t room = (size_t)count + DECAYS_MOST + BEAMS;
    struct event_particle *particles = malloc(room * sizeof *particles);
    event->particles = calloc(room, sizeof *event->particles);
    if (!particles || !event->particles) {
        free(particles);
        return ts_fail_memory(work->context, "an event");
    }
    memcpy(particles, work->process->events.beams, sizeof work->process->events.beams);
    event_batch_particles(batch, 0, particles + BEAMS, count);
    count = insert_resonances(work, particles + BEAMS, count);
    const struct event whole = {.incoming = BEAMS, .outgoing = count, .particles = particles};
    const int first = les_houches_first(&whole);
    for (int i = first; i < count + BEAMS; ++i) {
        const struct event_particle *p = &particles[i];
        const struct les_houches_particle listed = les_houches_particle(p, first);
        event->particles[event->particle_count++] =
            (ts_event_particle){.pdg = p->pdg,
                                .status = listed.status,
                                .role = listed.status == LES_HOUCHES_INCOMING ? TS_EVENT_INCOMING
                                        : listed.status == EVENT_DECAYED      ? TS_EVENT_OTHER
                                                                              : TS_EVENT_OUTGOING,
                                .mothers = {listed.mothers[0], listed.mothers[1]},
                                .colours = {listed.colours[0], listed.colours[1]},
                                .e = p->e,
                                .x = p->x,
                                .y = p->y,
                                .z = p->z,
                                .mass = p->mass,
                                .helicity = p->helicity};
    }
    free(particles);
    return TS_OK;
}

/* "u u~ > e+ e-", or with decays "u u~ > z, z > e+ e-". */
static void name_process(const struct again *work, const ts_model *model, char *text, size_t bytes)
{
    const struct chain *chain = chain_of(work);
    size_t used = 0;
    text[0] = 0;
    if (chain) {
        int pdg[LEGS_MOST];
        for (int i = 0; i < work->leg_count; ++i)
            pdg[i] = work->legs[i].pdg;
        resonances_name(model, chain, pdg, work->leg_count, text, bytes);
        return;
    }
    for (int i = 0; i < work->leg_count && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s",
                                 i == 0       ? ""
                                 : i == BEAMS ? " > "
                                              : " ",
                                 ts_model_particle_name(model, work->legs[i].pdg));
}

/* What bounds the diagrams stands behind the production, before its decays. */
static void add_bounds(const struct again *work, char *text, size_t bytes)
{
    const struct process *process = work->process;
    const struct process_part *part =
        process->part_count
            ? process_part_of(process, (size_t)process->channel_subprocess[work->event->channel])
            : NULL;
    const size_t production = strcspn(text, ",");
    char decays[sizeof work->event->process];
    snprintf(decays, sizeof decays, "%s", text + production);
    snprintf(text + production, bytes - production, "%s%s", part ? part->bounds : "", decays);
}

/* The squared matrix element at the event's momenta, by the library's public way to it. */
static void evaluate(const struct again *work, const char *process)
{
    ts_event_again *event = work->event;
    const struct request *request = card_request(work->card);
    const ts_amplitude_settings settings = {
        .size = sizeof settings,
        .alpha_s = request->couplings.alpha_s > 0 ? 0 : event->alpha_s,
        .device = "cpu",
        .colour = request->colour == COLOUR_AUTO   ? NULL
                  : request->colour == COLOUR_FULL ? "full"
                                                   : "leading",
        .card = work->card,
    };
    const size_t count = (size_t)work->leg_count;
    double *momenta = malloc((4 * count + 1) * sizeof *momenta);
    ts_status status = momenta ? TS_OK : ts_fail_memory(work->context, "an event");
    for (size_t i = 0; i < count && momenta; ++i) {
        const struct event_particle *p = &work->legs[i];
        const double momentum[] = {p->e, p->x, p->y, p->z};
        memcpy(momenta + 4 * i, momentum, sizeof momentum);
    }
    if (!status)
        status = ts_amplitude_evaluate(work->context, process, &settings, count, momenta, 1,
                                       &event->matrix_element_squared, NULL);
    free(momenta);
    if (status) {
        event->matrix_element_squared = NAN;
        snprintf(event->problem, sizeof event->problem, "%s", ts_context_error(work->context));
    }
}

static ts_status name_and_evaluate(const struct again *work)
{
    ts_event_again *event = work->event;
    char process[sizeof event->process + sizeof((struct process_part *)0)->bounds];
    ts_model *model = NULL;
    const ts_status status = ts_model_create(work->context, work->card, &model);
    if (status)
        return status;
    name_process(work, model, event->process, sizeof event->process);
    ts_model_destroy(&model);
    if (work->process->shower.settings.enabled) {
        snprintf(event->process, sizeof event->process, "%.*s", (int)sizeof event->process - 1,
                 work->process->name);
        if (work->configurations > 1)
            snprintf(event->problem, sizeof event->problem,
                     "The event has %d configurations: weight and particles are those of the first, as they "
                     "left the shower.",
                     work->configurations);
        else
            snprintf(event->problem, sizeof event->problem,
                     "The particles are those that left the shower; shower.enabled: false has another run.");
        return TS_OK;
    }
    snprintf(process, sizeof process, "%s", event->process);
    add_bounds(work, process, sizeof process);
    evaluate(work, process);
    return TS_OK;
}

/* Puts the first configuration of an event that has a weight in the place of the first. */
static void find_first(struct event_batch *batch)
{
    struct event_batch record = *batch;
    do
        if (event_batch_value(&record, RECORD_WEIGHT, 0) != 0) {
            *batch = record;
            return;
        }
    while (event_batch_next(&record, 0));
}

/* What the first configuration has of the weight, and of what hit or miss has kept; merging has a hit or miss
 * of its own. */
static void take_configurations(struct again *work, const struct event_sum *sum, struct event_batch *batch)
{
    ts_event_again *event = work->event;
    const double factor = merging_factor(batch, 0, &work->configurations);
    const double limit = event_sum_factor(sum, (size_t)event->channel);
    find_first(batch);
    const double share = isfinite(factor) ? event_batch_value(batch, RECORD_WEIGHT, 0) : 0;
    const double kept = sum->two_stages
                            ? unweight(event->kept * factor, limit, second_uniform(sum->seed, event->number))
                            : event->kept * share;
    const double sign = event->kept * share;
    event->weight = share != 0 ? event->weight * share / limit : 0; /* nothing has no sign */
    event->kept = share != 0 && kept != 0 ? copysign(kept, sign) : 0;
}

/* What the record says. */
static ts_status take_record(struct again *work, struct event_sum *sum)
{
    const uint32_t slot = 0;
    struct event_batch batch;
    ts_event_again *event = work->event;
    ts_status status = event_sum_record(work->context, sum, &slot, 1, &batch);
    if (status)
        return status;
    if (work->process->merged || event_batch_value(&batch, RECORD_NEXT, 0) > 0)
        take_configurations(work, sum, &batch);
    event->kept *= event_sum_undo(sum, work->process, (size_t)event->channel);
    if (work->process->integrand.enhanced)
        event->kept *= event_batch_value(&batch,
                                         (int)event_batch_value(&batch, RECORD_VARIED, 0) +
                                             (int)work->process->variation_count,
                                         0);
    event->scale = first_above_zero(event_batch_value(&batch, RECORD_SCALE, 0), work->process->events.scale);
    event->scale_r = first_above_zero(event_batch_value(&batch, RECORD_SCALE_R, 0),
                                      work->process->events.scale_r);
    event->alpha_s = first_above_zero(event_batch_value(&batch, RECORD_ALPHA_S, 0),
                                      work->process->events.alpha_s);
    event->alpha = first_above_zero(work->process->events.alpha, 0);
    if ((work->process->cut_after || work->process->merged) &&
        event_batch_value(&batch, RECORD_PARTICLES, 0) == 0) {
        event->weight = event->kept = 0; /* cut behind its shower */
        return TS_OK;
    }
    status = take_particles(work, &batch);
    return status ? status : name_and_evaluate(work);
}

static ts_status make_event(struct again *work, struct event_sum *sum)
{
    ts_event_again *event = work->event;
    struct event_batch batch;
    size_t count;
    const struct integrand *channels = process_channels(work->process, &count);
    if (event->number < sum->first)
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "Events of this card's files have numbers from %llu on: there is none of the number %llu.",
            (unsigned long long)sum->first, (unsigned long long)event->number);
    if (!(sum->sum > 0))
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "No event that counts has a weight, so there is none to show: see whether the cuts "
                       "leave room.");
    ts_status status = event_sum_skip(work->context, sum, event->number);
    if (!status)
        status = event_sum_make(work->context, sum, event->number, 1, &batch);
    if (status)
        return status;
    event->channel = sum->channel[0];
    event->of_number = sum->begin[event->channel] + sum->offset[0];
    snprintf(event->of, sizeof event->of, "%.*s", (int)sizeof event->of - 1,
             work->process->channels ? channels[event->channel].name : work->process->name);
    const double weight = batch.weights[0], undo = event_sum_undo(sum, work->process, sum->channel[0]);
    event->weight = undo * weight;
    event->largest = undo * sum->sum;
    if (!isfinite(weight) || weight == 0)
        return TS_OK;
    event->kept = unweight(weight, sum->sum, unweight_uniform(sum->seed, event->number));
    return take_record(work, sum);
}

static ts_status make_integral(struct again *work, struct device *device)
{
    size_t count;
    const struct integrand *channels = process_channels(work->process, &count);
    const struct integration_settings integration = integration_settings(work->card, work->settings,
                                                                         work->process);
    struct integral *parts = calloc(count, sizeof *parts), total = {0};
    struct event_sum sum = {.count = 0};
    ts_status status = parts ? integrate(work->context, device, channels, count, &integration, parts, &total)
                             : ts_fail_memory(work->context, "the channels of an integral");
    if (!status || status == TS_NOT_CONVERGED) {
        const struct event_sum_settings settings =
            event_sum_settings_of(work->card, card_request(work->card)->integration.seed, 1);
        status = event_sum_create(work->context, device, work->process, parts, &settings, &sum);
        if (!status)
            status = make_event(work, &sum);
    }
    event_sum_destroy(&sum);
    integral_destroy(&total);
    for (size_t i = 0; i < count && parts; ++i)
        integral_destroy(&parts[i]);
    free(parts);
    return status;
}

ts_status ts_run_event(ts_context *context, const ts_card *card, const ts_run_settings *given,
                       uint64_t number, ts_event_again *event)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && card && event);
    NEEDS_STACK(context);
    struct process process;
    struct device *device;
    ts_run_settings settings;
    *event = (ts_event_again){.number = number, .matrix_element_squared = NAN};
    ts_status status = settings_take(context, "ts_run_settings", given,
                                     SIZE_THROUGH(ts_run_settings, keep_others), &settings, sizeof settings);
    if (!status && card_request(card)->events.count == 0)
        status =
            ts_card_refuse(context, card, "events.count",
                           "the card asks for no events, and those of a file depend on how many it asks for");
    if (status)
        return status;
    status = process_create(context, card, card_request(card)->integration.bins, &process);
    if (status)
        return status;
    if (process.stage_legs)
        status = ts_card_refuse(context, card, "colour",
                                "no event is made again where a second stage gives it all colours: take "
                                "colour_stages: 1 or colour: leading");
    if (!status)
        status = device_open(context, settings.device, settings.threads, &device);
    if (!status) {
        struct again work = {
            .context = context, .card = card, .settings = &settings, .process = &process, .event = event};
        status = make_integral(&work, device);
        device_close(&device);
    }
    process_destroy(&process);
    if (status)
        ts_event_again_destroy(event);
    return status;
}

void ts_event_again_destroy(ts_event_again *event)
{
    if (!event)
        return;
    free(event->particles);
    event->particles = NULL;
    event->particle_count = 0;
}

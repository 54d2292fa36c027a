/* A whole file of events in numbers, and what is wrong with it. */
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "io/event_file.h"
#include "io/les_houches.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 256 /* colour lines of an event that are followed */ };

static void fault(ts_event_survey *survey, int which, uint64_t place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void fault(ts_event_survey *survey, int which, uint64_t place, const char *format, ...)
{
    ts_event_fault *found = &survey->faults[which];
    if (found->first == place)
        return; /* an event has it once */
    ++found->count;
    if (found->first)
        return;
    found->first = place;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(found->sentence, sizeof found->sentence, format, arguments);
    va_end(arguments);
}

static void check_momentum(ts_event_survey *survey, const ts_event *event)
{
    static const char *const names[] = {"energy", "px", "py", "pz"};
    double sums[4] = {0}, energy = 0;
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const int sign = p->role == TS_EVENT_OUTGOING ? 1 : p->role == TS_EVENT_INCOMING ? -1 : 0;
        const double momentum[] = {p->e, p->x, p->y, p->z};
        for (int j = 0; j < 4; ++j)
            sums[j] += sign * momentum[j];
        energy += sign < 0 ? fabs(p->e) : 0;
    }
    for (int j = 0; j < 4; ++j) {
        const double part = fabs(sums[j]) / energy;
        if (!(part <= survey->worst_momentum))
            survey->worst_momentum = part;
        if (!(part <= TS_EVENT_TOLERANCE))
            fault(survey, TS_FAULT_MOMENTUM, event->place, "%s changes by %.3g GeV, with %.6g GeV coming in",
                  names[j], sums[j], energy);
    }
}

/* What a resonance of Les Houches decays into, those that name it alone as their mother, has its momentum. */
static void check_decays(ts_event_survey *survey, const ts_event *event)
{
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        double e = p->e, x = p->x, y = p->y, z = p->z;
        size_t products = 0;
        if (p->role != TS_EVENT_OTHER)
            continue;
        for (size_t k = 0; k < event->particle_count; ++k) {
            const ts_event_particle *of = &event->particles[k];
            if ((size_t)of->mothers[0] != i + 1 || (of->mothers[1] && of->mothers[1] != of->mothers[0]))
                continue;
            ++products;
            e -= of->e, x -= of->x, y -= of->y, z -= of->z;
        }
        const double change = fmax(fmax(fabs(e), fabs(x)), fmax(fabs(y), fabs(z)));
        if (products && !(change <= TS_EVENT_TOLERANCE * fabs(p->e)))
            fault(survey, TS_FAULT_MOMENTUM, event->place,
                  "what particle %zu (%d) decays into has another momentum, by %.3g GeV", i + 1, p->pdg,
                  change);
    }
}

static void check_masses(ts_event_survey *survey, const ts_event *event)
{
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const double square = p->e * p->e - p->x * p->x - p->y * p->y - p->z * p->z;
        const double part = fabs(square - p->mass * p->mass) / (p->e * p->e);
        if (p->role == TS_EVENT_OTHER)
            continue;
        if (!(part <= survey->worst_mass))
            survey->worst_mass = part;
        if (!(part <= TS_EVENT_TOLERANCE))
            fault(survey, TS_FAULT_MASS, event->place,
                  "particle %zu (%d) has E^2 - p^2 = %.6g GeV^2, and the mass %.6g GeV", i + 1, p->pdg,
                  square, p->mass);
    }
}

/* How many colour and anticolour lines a particle of the Standard Model has; returns whether it is one. */
static int lines_of(int pdg, int lines[2])
{
    const int size = abs(pdg), quark = size >= 1 && size <= 6;
    lines[0] = pdg == 21 || (quark && pdg > 0);
    lines[1] = pdg == 21 || (quark && pdg < 0);
    return quark || (size >= 11 && size <= 16) || (size >= 21 && size <= 25);
}

/* Follows the ends of lines, those of what comes in crossed: each line leaves as colour once, and once as
 * anticolour. */
static void check_colours(ts_event_survey *survey, const ts_event *event)
{
    int labels[LINES_MOST], ends[LINES_MOST][2] = {{0}}, count = 0;
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        int own[2];
        const int known = lines_of(p->pdg, own);
        if (p->role == TS_EVENT_OTHER)
            continue;
        for (int end = 0; end < 2; ++end) {
            const int label = p->colours[end];
            int line = 0;
            if (known && (label != 0) != own[end])
                fault(survey, TS_FAULT_COLOUR, event->place, "particle %zu (%d) has the lines %d and %d",
                      i + 1, p->pdg, p->colours[0], p->colours[1]);
            while (label && line < count && labels[line] != label)
                ++line;
            if (!label || line == LINES_MOST)
                continue;
            labels[line] = label;
            count += line == count;
            ++ends[line][p->role == TS_EVENT_INCOMING ? !end : end];
        }
    }
    for (int line = 0; line < count; ++line)
        if (ends[line][0] != 1 || ends[line][1] != 1)
            fault(survey, TS_FAULT_COLOUR, event->place, "line %d begins %d times and ends %d times",
                  labels[line], ends[line][0], ends[line][1]);
}

/* Whether an event says anything of colour: files of hadrons do not, nor do those of some programs. */
static int has_colours(const ts_event *event)
{
    for (size_t i = 0; i < event->particle_count; ++i)
        if (event->particles[i].colours[0] || event->particles[i].colours[1])
            return 1;
    return 0;
}

static void check_weights(ts_event_survey *survey, const ts_event_file *file, const ts_event *event)
{
    if (event->weight == 0)
        fault(survey, TS_FAULT_WEIGHT, event->place, "its weight is zero");
    for (size_t i = 0; i < survey->weight_count; ++i) {
        survey->sums[i] += event->weights[i];
        if (!isfinite(event->weights[i]))
            fault(survey, TS_FAULT_WEIGHT, event->place, "the weight '%.100s' is missing",
                  file->head.weight_names[i]);
    }
}

static ts_event_share *share_of(ts_event_survey *survey, int process)
{
    for (size_t i = 0; i < survey->share_count; ++i)
        if (survey->shares[i].number == process)
            return &survey->shares[i];
    return NULL;
}

static void add(ts_event_survey *survey, const ts_event *event)
{
    const double size = fabs(event->weight);
    ts_event_share *share = share_of(survey, event->process);
    if (!survey->events || event->particle_count < survey->particles_least)
        survey->particles_least = event->particle_count;
    if (event->particle_count > survey->particles_most)
        survey->particles_most = event->particle_count;
    if (!survey->events || size < survey->smallest) {
        survey->smallest = size;
        survey->common = 0;
    }
    survey->common += size == survey->smallest;
    survey->largest = fmax(survey->largest, size);
    survey->negative += event->weight < 0;
    survey->sum_w += event->weight;
    survey->sum_w2 += event->weight * event->weight;
    survey->sum_trials += event->trials;
    ++survey->events;
    if (share) {
        ++share->events;
        share->sum_w += event->weight;
        share->sum_w2 += event->weight * event->weight;
    } else if (survey->share_count) {
        fault(survey, TS_FAULT_PROCESS, event->place, "its process %d is not one of the head's",
              event->process);
    }
}

/* What the weights say of the cross section, in files of Les Houches' numbers. */
static void conclude_weights(ts_event_survey *survey, const ts_event_file *file)
{
    const ts_event_head *head = &file->head;
    const int strategy = abs(head->weighting);
    const int of_trials = !strcmp(head->format, "lheh5");
    const double n = of_trials ? survey->sum_trials : (double)survey->events;
    survey->cross_section = survey->error = NAN;
    if (n > 0 && (of_trials || strategy == 4)) {
        const double mean = survey->sum_w / n;
        survey->cross_section = mean;
        survey->error = sqrt(fmax(survey->sum_w2 / n - mean * mean, 0) / n);
    }
}

static void disagree(ts_event_survey *survey, const char *what, double value, double error, double head,
                     double head_error)
{
    survey->sums_agree = 0;
    snprintf(survey->sums_sentence, sizeof survey->sums_sentence,
             "%.60s is %.6g +- %.2g pb by the weights and %.6g +- %.2g pb in the head", what, value, error,
             head, head_error);
}

/* The parts of processes: their events are drawn, and overweights are drawn seldom. */
static void conclude_sums(ts_event_survey *survey, const ts_event_file *file)
{
    const ts_event_head *head = &file->head;
    const double value = survey->cross_section, given = survey->head_cross_section;
    survey->sums_agree = isfinite(survey->sum_w) && isfinite(survey->sum_w2);
    if (!survey->sums_agree)
        snprintf(survey->sums_sentence, sizeof survey->sums_sentence,
                 "the weights, or their squares, have no finite sum");
    if (!survey->sums_agree || !isfinite(value) || !isfinite(given) || !survey->events)
        return;
    /* An overweight or two more or less than expected, where nearly all weights are equal. */
    const double slack = survey->largest / fabs(survey->sum_w) * fabs(value);
    if (fabs(value - given) > 4 * (hypot(survey->error, survey->head_error) + slack))
        disagree(survey, "the cross section", value, survey->error, given, survey->head_error);
    for (size_t i = 0; i < survey->share_count && survey->sums_agree && survey->sum_w != 0; ++i) {
        const ts_event_share *share = &survey->shares[i];
        const double part = share->sum_w / survey->sum_w;
        const double spread = sqrt(share->sum_w2 * (1 - part) * (1 - part) +
                                   (survey->sum_w2 - share->sum_w2) * part * part) /
                              fabs(survey->sum_w);
        const double expected = head->processes[i].cross_section / given;
        const double known = head->processes[i].error / fabs(given);
        char what[64];
        snprintf(what, sizeof what, "that of process %d", share->number);
        if (fabs(part - expected) > 4 * hypot(spread, known) + 4 * survey->largest / fabs(survey->sum_w))
            disagree(survey, what, part * value, spread * value, head->processes[i].cross_section,
                     head->processes[i].error);
    }
}

static ts_status begin(ts_context *context, const ts_event_file *file, ts_event_survey *survey)
{
    const ts_event_head *head = &file->head;
    *survey = (ts_event_survey){.share_count = head->process_count, .weight_count = head->weight_count};
    survey->shares = calloc(head->process_count + 1, sizeof *survey->shares);
    survey->sums = calloc(head->weight_count + 1, sizeof *survey->sums);
    if (!survey->shares || !survey->sums)
        return ts_fail_memory(context, "a survey of events");
    for (size_t i = 0; i < head->process_count; ++i)
        survey->shares[i].number = head->processes[i].number;
    return TS_OK;
}

ts_status ts_events_survey(ts_context *context, ts_event_file *file, ts_event_survey *survey)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && file && survey);
    const ts_event *event = NULL;
    ts_status status = begin(context, file, survey);
    while (!status && !(status = ts_event_file_next(context, file, &event)) && event) {
        add(survey, event);
        check_momentum(survey, event);
        if (file->head.process_count)
            check_decays(survey, event);
        check_masses(survey, event);
        check_weights(survey, file, event);
        if (has_colours(event))
            check_colours(survey, event);
    }
    survey->head_cross_section = file->head.cross_section;
    survey->head_error = file->head.error;
    conclude_weights(survey, file);
    conclude_sums(survey, file);
    return status;
}

void ts_event_survey_destroy(ts_event_survey *survey)
{
    if (!survey)
        return;
    free(survey->shares);
    free(survey->sums);
    *survey = (ts_event_survey){.events = 0};
}

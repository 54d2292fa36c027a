/* A whole file of events in numbers, and what is wrong with it. */
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "io/event_file.h"
#include "io/line_numbers.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the products of a particle leave of its momentum. */
struct decay {
    double e, x, y, z;
    size_t products;
};

/* A survey under way. */
struct work {
    ts_event_survey *survey;
    const ts_event_file *file;
    uint64_t last[TS_FAULTS]; /* places of the events that had each fault last */
    struct decay *decays;     /* [room], of the particles of an event */
    int (*ends)[2];           /* [2 room], of its lines: as colour and as anticolour */
    size_t room;
    struct line_numbers lines;
    uint64_t *times;          /* [weights] how many events have each */
    ts_event_share **ordered; /* [shares] in the order of their numbers */
    double group;             /* the weight so far of an event with several configurations */
};

static void fault(struct work *work, int which, uint64_t place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void fault(struct work *work, int which, uint64_t place, const char *format, ...)
{
    ts_event_fault *found = &work->survey->faults[which];
    if (work->last[which] == place)
        return; /* an event has it once */
    work->last[which] = place;
    ++found->count;
    if (found->first)
        return;
    found->first = place;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(found->sentence, sizeof found->sentence, format, arguments);
    va_end(arguments);
}

static void check_momentum(struct work *work, const ts_event *event)
{
    ts_event_survey *survey = work->survey;
    static const char *const names[] = {"energy", "px", "py", "pz"};
    long double sums[4] = {0}; /* of thirty particles doubles would lose as much as the events have */
    double energy = 0;
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const int sign = p->role == TS_EVENT_OUTGOING ? 1 : p->role == TS_EVENT_INCOMING ? -1 : 0;
        const double momentum[] = {p->e, p->x, p->y, p->z};
        for (int j = 0; j < 4; ++j)
            sums[j] += sign * momentum[j];
        energy += sign < 0 ? fabs(p->e) : 0;
    }
    for (int j = 0; j < 4; ++j) {
        const double sum = (double)sums[j], part = fabs(sum) / energy;
        if (!(part <= survey->worst_momentum))
            survey->worst_momentum = part;
        if (!(part <= TS_EVENT_TOLERANCE))
            fault(work, TS_FAULT_MOMENTUM, event->place, "%s changes by %.3g GeV, with %.6g GeV coming in",
                  names[j], sum, energy);
    }
}

/* Room for what is found of an event of so many particles. */
static ts_status make_room(ts_context *context, struct work *work, size_t count)
{
    if (count <= work->room)
        return TS_OK;
    struct decay *decays = realloc(work->decays, 2 * count * sizeof *decays);
    if (decays)
        work->decays = decays;
    int(*ends)[2] = realloc(work->ends, 4 * count * sizeof *ends);
    if (ends)
        work->ends = ends;
    if (!decays || !ends)
        return ts_fail_memory(context, "an event");
    work->room = 2 * count;
    return TS_OK;
}

/* What a resonance of Les Houches decays into, those that name it alone as their mother, has its momentum. */
static void check_decays(struct work *work, const ts_event *event)
{
    const size_t count = event->particle_count;
    for (size_t i = 0; i < count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        work->decays[i] = (struct decay){p->e, p->x, p->y, p->z, 0};
    }
    for (size_t k = 0; k < count; ++k) {
        const ts_event_particle *of = &event->particles[k];
        if (of->mothers[0] < 1 || (of->mothers[1] && of->mothers[1] != of->mothers[0]))
            continue;
        struct decay *left = &work->decays[of->mothers[0] - 1];
        ++left->products;
        left->e -= of->e, left->x -= of->x, left->y -= of->y, left->z -= of->z;
    }
    for (size_t i = 0; i < count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const struct decay *left = &work->decays[i];
        const double change = fmax(fmax(fabs(left->e), fabs(left->x)), fmax(fabs(left->y), fabs(left->z)));
        if (p->role == TS_EVENT_OTHER && left->products && !(change <= TS_EVENT_TOLERANCE * fabs(p->e)))
            fault(work, TS_FAULT_MOMENTUM, event->place,
                  "what particle %zu (%d) decays into has another momentum, by %.3g GeV", i + 1, p->pdg,
                  change);
    }
}

static void check_masses(struct work *work, const ts_event *event)
{
    ts_event_survey *survey = work->survey;
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const double square = p->e * p->e - p->x * p->x - p->y * p->y - p->z * p->z;
        const double part = fabs(square - p->mass * p->mass) / (p->e * p->e);
        if (p->role == TS_EVENT_OTHER)
            continue;
        if (!(part <= survey->worst_mass))
            survey->worst_mass = part;
        if (!(part <= TS_EVENT_TOLERANCE))
            fault(work, TS_FAULT_MASS, event->place,
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

/* How often a line leaves the event: as colour, and as anticolour. */
static void count_ends(const struct work *work, const ts_event *event, int (*ends)[2])
{
    for (size_t at = 0; at < 2 * event->particle_count; ++at) {
        const ts_event_role role = event->particles[at / 2].role;
        const int line = work->lines.places[at], number = event->particles[at / 2].colours[at % 2];
        const int end = number < 0 ? !(at % 2) : at % 2; /* below 0: the second colour of a sextet */
        if (line && role != TS_EVENT_OTHER)              /* what comes in is crossed */
            ++ends[line - 1][role == TS_EVENT_INCOMING ? !end : end];
    }
}

/* Junctions that an event of a hard process may have; more are taken for lines that lack an end. */
static const int junctions_most = 4;

/* Whether lines that have one end alone may meet in junctions, three that leave as the same. */
static int have_junctions(const int (*ends)[2], size_t count)
{
    int open[2] = {0, 0};
    for (size_t line = 0; line < count; ++line)
        for (int end = 0; end < 2; ++end)
            open[end] += ends[line][end] == 1 && ends[line][!end] == 0;
    return open[0] % 3 == 0 && open[1] % 3 == 0 && open[0] + open[1] <= 3 * junctions_most;
}

/* Follows the ends of lines: each leaves as colour once, and once as anticolour, but for those of junctions.
 */
static ts_status check_colours(ts_context *context, struct work *work, const ts_event *event)
{
    const ts_status status = line_numbers_find(context, event, &work->lines);
    if (status)
        return status;
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        int own[2];
        const int known = lines_of(p->pdg, own) && p->role != TS_EVENT_OTHER;
        if (known && ((p->colours[0] != 0) != own[0] || (p->colours[1] != 0) != own[1]))
            fault(work, TS_FAULT_COLOUR, event->place, "particle %zu (%d) has the lines %d and %d", i + 1,
                  p->pdg, p->colours[0], p->colours[1]);
    }
    int(*ends)[2] = work->ends;
    memset(ends, 0, work->lines.count * sizeof *ends);
    count_ends(work, event, ends);
    const int junctions = have_junctions(ends, work->lines.count);
    for (size_t line = 0; line < work->lines.count; ++line)
        if ((ends[line][0] || ends[line][1]) && (ends[line][0] != 1 || ends[line][1] != 1) &&
            !(junctions && ends[line][0] + ends[line][1] == 1))
            fault(work, TS_FAULT_COLOUR, event->place, "line %d begins %d times and ends %d times",
                  work->lines.numbers[line], ends[line][0], ends[line][1]);
    return TS_OK;
}

/* Whether an event says anything of colour: files of hadrons do not, nor do those of some programs. */
static int has_colours(const ts_event *event)
{
    for (size_t i = 0; i < event->particle_count; ++i)
        if (event->particles[i].colours[0] || event->particles[i].colours[1])
            return 1;
    return 0;
}

/* The sums of those weights that the event has: a short event may have none of very many. */
static void check_weights(struct work *work, const ts_event *event)
{
    const ts_event_file *file = work->file;
    if (event->weight == 0)
        fault(work, TS_FAULT_WEIGHT, event->place, "its weight is zero");
    for (size_t i = 0; i < file->given_count; ++i) {
        work->survey->sums[file->given[i]] += event->weights[file->given[i]];
        ++work->times[file->given[i]];
    }
    if (file->given_count == file->head.weight_count)
        return;
    size_t missing = 0; /* which is looked for once, for the sentence */
    while (!work->survey->faults[TS_FAULT_WEIGHT].first && !isnan(event->weights[missing]))
        ++missing;
    fault(work, TS_FAULT_WEIGHT, event->place, "the weight '%.100s' is missing",
          file->head.weight_names[missing]);
}

static int by_number(const void *left, const void *right)
{
    const ts_event_share *a = *(ts_event_share *const *)left, *b = *(ts_event_share *const *)right;
    const int order = (a->number > b->number) - (a->number < b->number);
    return order ? order : (a > b) - (a < b);
}

/* The first share of a process; NULL: the head does not list it. */
static ts_event_share *share_of(const struct work *work, int process)
{
    size_t first = 0, end = work->survey->share_count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (work->ordered[middle]->number < process)
            first = middle + 1;
        else
            end = middle;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there are as many as are counted */
    const int found = first < work->survey->share_count && work->ordered[first]->number == process;
    return found ? work->ordered[first] : NULL;
}

/* What a weight adds to the sum of squares. Configurations of one event, of which all but the first took no
 * trial, are added before they are squared. */
static double square_of(struct work *work, const ts_event *event)
{
    const double before = event->trials == 0 ? work->group : 0;
    work->group = before + event->weight;
    return work->group * work->group - before * before;
}

static void add(struct work *work, const ts_event *event)
{
    ts_event_survey *survey = work->survey;
    const double size = fabs(event->weight), square = square_of(work, event);
    ts_event_share *share = share_of(work, event->process);
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
    survey->sum_w2 += square;
    survey->sum_trials += event->trials;
    ++survey->events;
    if (share) {
        ++share->events;
        share->sum_w += event->weight;
        share->sum_w2 += square;
    } else if (survey->share_count) {
        fault(work, TS_FAULT_PROCESS, event->place, "its process %d is not one of the head's",
              event->process);
    }
}

/* What the weights say of the cross section, in files of Les Houches' numbers. */
static void conclude_weights(ts_event_survey *survey, const ts_event_file *file)
{
    event_file_weigh(file, survey->sum_w, survey->sum_w2, survey->sum_trials, &survey->cross_section,
                     &survey->error);
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

static ts_status begin(ts_context *context, const ts_event_file *file, ts_event_survey *survey,
                       struct work *work)
{
    const ts_event_head *head = &file->head;
    *survey = (ts_event_survey){.share_count = head->process_count, .weight_count = head->weight_count};
    *work = (struct work){.survey = survey, .file = file};
    survey->shares = calloc(head->process_count + 1, sizeof *survey->shares);
    survey->sums = calloc(head->weight_count + 1, sizeof *survey->sums);
    work->times = calloc(head->weight_count + 1, sizeof *work->times);
    work->ordered = calloc(head->process_count + 1, sizeof(ts_event_share *));
    if (!survey->shares || !survey->sums || !work->times || !work->ordered)
        return ts_fail_memory(context, "a survey of events");
    for (size_t i = 0; i < head->process_count; ++i) {
        survey->shares[i].number = head->processes[i].number;
        work->ordered[i] = &survey->shares[i];
    }
    if (head->process_count)
        qsort(work->ordered, head->process_count, sizeof(ts_event_share *), by_number);
    return TS_OK;
}

static ts_status check(ts_context *context, struct work *work, const ts_event *event)
{
    const ts_status status = make_room(context, work, event->particle_count);
    if (status)
        return status;
    add(work, event);
    check_momentum(work, event);
    if (work->file->head.process_count)
        check_decays(work, event);
    check_masses(work, event);
    check_weights(work, event);
    return has_colours(event) ? check_colours(context, work, event) : TS_OK;
}

static void free_work(struct work *work)
{
    free(work->decays);
    free(work->ends);
    free(work->times);
    free(work->ordered);
    line_numbers_free(&work->lines);
}

ts_status ts_events_survey(ts_context *context, ts_event_file *file, ts_event_survey *survey)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && file && survey);
    const ts_event *event = NULL;
    struct work work;
    ts_status status = begin(context, file, survey, &work);
    while (!status && !(status = ts_event_file_next(context, file, &event)) && event)
        status = check(context, &work, event);
    for (size_t i = 0; i < survey->weight_count && !status; ++i)
        if (work.times[i] != survey->events)
            survey->sums[i] = NAN;
    survey->sum_trials += file->trials_behind;
    survey->head_cross_section = file->head.cross_section;
    survey->head_error = file->head.error;
    conclude_weights(survey, file);
    conclude_sums(survey, file);
    free_work(&work);
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

/* From one format of events to another: what was read is written as if a run had made it. */
#include "core/context.h"
#include "core/decimal.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "io/event_file.h"
#include "io/formats.h"
#include "io/les_houches.h"
#include "io/line_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BEAMS = 2 };

/* Everything of a conversion. */
struct conversion {
    ts_context *context;
    ts_event_file *file;
    ts_event_survey survey;
    struct event_run run;
    struct event_process *processes;
    struct event_variation *variations;
    struct event_particle *particles;
    size_t room;
    struct line_numbers lines; /* of the event */
    struct event_facts *facts; /* [process_count] of all events */
    int clustered;             /* whether an event says at which scale a parton was clustered */
    int lines_kept;            /* whether they stay as its file has them, but for where they begin */
    const struct event_format *format;
    void *writer;
    double tried;
};

static ts_status find_format(ts_context *context, const char *name, const struct event_format **format)
{
    for (size_t i = 0; (*format = event_format_at(i)); ++i)
        if (!strcmp((*format)->name, name))
            return (*format)->lacking && (*format)->lacking()
                       ? ts_fail(context, TS_ERROR_FILE, "%s cannot be written: %s.", name,
                                 (*format)->lacking())
                       : TS_OK;
    return ts_fail(context, TS_ERROR_INPUT,
                   "%s is no format of events: expected lhe, lhe.gz, lheh5 or hepmc3.", name);
}

/* Reads the file a first time, for its sums. */
static ts_status survey_file(struct conversion *work, const char *path)
{
    ts_event_file *file;
    ts_status status = ts_event_file_open(work->context, path, &file);
    if (!status && !file->head.process_count)
        status = ts_fail(work->context, TS_ERROR_INPUT,
                         "%s is of the format %s, and only Les Houches and LHEH5 files are converted.", path,
                         file->head.format);
    if (!status)
        status = ts_events_survey(work->context, file, &work->survey);
    if (!status) {
        work->tried = file->trials_behind; /* the first event of the copy has them */
        work->facts = file->facts;
        file->facts = NULL;
    }
    ts_event_file_close(&file);
    return file_status_of_input(status);
}

/* The number behind a word in a name such as "MUR=0.5_MUF=0.5_LHAPDF=10042"; 0: there is none. */
static double number_in(const char *name, const char *word)
{
    const char *found = strstr(name, word);
    double number = 0;
    if (found && (found == name || found[-1] == '_'))
        decimal_read(found + strlen(word), decimal_length(found + strlen(word)), &number);
    return number;
}

/* A weight of variation as the head has it, or its name, which is one of those that MCnet recommends. */
static struct event_variation variation_of(const ts_event_file *file, size_t place)
{
    const char *name = file->head.weight_names[place];
    struct event_variation variation = {.name = name, .kind = EVENT_VARIES_OTHERS};
    struct kept_weight kept = {.mur = 0};
    if (place < file->kept.weight_count) {
        kept = file->kept.weights[place];
        variation.combine = *kept.combine ? file->kept.weights[place].combine : NULL;
    }
    if (!(kept.mur > 0 && kept.muf > 0)) {
        const double set = number_in(name, "LHAPDF=");
        kept.mur = number_in(name, "MUR=");
        kept.muf = number_in(name, "MUF=");
        kept.density_set = set > 0 && set < 1e9 ? (int)set : 0;
    }
    if (kept.mur > 0 && kept.muf > 0) {
        const int varied = kept.mur != 1 || kept.muf != 1;
        variation.kind = varied || !kept.density_set ? EVENT_VARIES_SCALES : EVENT_VARIES_DENSITIES;
        variation.mur = kept.mur;
        variation.muf = kept.muf;
        variation.density_set = kept.density_set;
    }
    return variation;
}

static ts_status make_lists(struct conversion *work)
{
    const ts_event_head *head = &work->file->head;
    work->processes = calloc(head->process_count + 1, sizeof *work->processes);
    work->variations = calloc(head->weight_count + 1, sizeof *work->variations);
    if (!work->processes || !work->variations)
        return ts_fail_memory(work->context, "a conversion of events");
    for (size_t i = 0; i < head->process_count; ++i) {
        const ts_event_process *process = &head->processes[i];
        work->processes[i] = (struct event_process){.name = process->name,
                                                    .cross_section = process->cross_section,
                                                    .error = process->error,
                                                    .largest = process->largest,
                                                    .particles = (int)work->facts[i].particles_most,
                                                    .partons = work->facts[i].partons};
    }
    for (size_t i = 0; i < head->weight_count; ++i)
        work->variations[i] = variation_of(work->file, i);
    return TS_OK;
}

/* The cross section of the head, which an integration knows better than the events do. Where the weights say
 * another one, or it has none, that of the weights, to which readers scale: it goes into the head. */
static void choose_cross_section(struct conversion *work)
{
    const ts_event_head *head = &work->file->head;
    const ts_event_survey *survey = &work->survey;
    struct event_run *run = &work->run;
    const int known = isfinite(head->cross_section) && head->cross_section != 0;
    run->cross_section = known ? head->cross_section : 0;
    run->error = known && isfinite(head->error) ? head->error : 0;
    if (!isfinite(survey->cross_section) || survey->sum_w == 0 || (known && survey->sums_agree))
        return;
    run->cross_section = survey->cross_section;
    run->error = survey->error;
    for (size_t i = 0; i < survey->share_count; ++i) {
        const double unit = survey->cross_section / survey->sum_w;
        work->processes[i].cross_section = unit * survey->shares[i].sum_w;
        work->processes[i].error = fabs(unit) * sqrt(survey->shares[i].sum_w2);
    }
}

/* Les Houches' weights have the cross section as their mean where IDWTUP is 4 or -4. Those of files with
 * trials, as LHEH5 is, have it where each has one. Those for more trials stay so in a copy of that format.
 * All others are scaled, so that their mean is the cross section. */
static double factor_of_weights(const struct conversion *work)
{
    const ts_event_head *head = &work->file->head;
    const ts_event_survey *survey = &work->survey;
    const int has_one = survey->sum_trials == (double)survey->events; /* trial each, said or not */
    const int has_trials = !has_one || work->file->has_trials;
    const int kept = has_trials ? has_one || work->format == &lheh5_format
                                : abs(head->weighting) == -LES_HOUCHES_MEAN;
    if (kept || survey->sum_w == 0 || work->run.cross_section == 0)
        return 1;
    return work->run.cross_section / (survey->sum_w / (double)survey->events);
}

/* Whether each process has events of one number of partons. */
static int has_partons(const struct conversion *work)
{
    for (size_t i = 0; i < work->file->head.process_count; ++i)
        if (work->facts[i].events && work->facts[i].partons == NO_PARTONS)
            return 0;
    return 1;
}

/* What the head says that the copy is to say too. */
static void keep_head(struct conversion *work)
{
    const struct lhe_kept *kept = &work->file->kept;
    work->run.card = kept->card.text;
    work->run.seed = kept->seed;
    work->run.slha = kept->slha.text;
    work->run.merging = lhe_kept_merged(kept) && has_partons(work) ? &kept->merging : NULL;
}

/* Says what of the file the copy has no place for. */
static void tell_of_losses(const struct conversion *work)
{
    const struct lhe_kept *kept = &work->file->kept;
    const int is_text = work->format == &lhe_format || work->format == &lhe_compressed_format;
    const int lost = lhe_kept_merged(kept) && (!is_text || !work->run.merging);
    if (*kept->dropped)
        ts_log(work->context, TS_LOG_WARNING, "The copy leaves out what the head has of %s.", kept->dropped);
    if (lost)
        ts_log(work->context, TS_LOG_WARNING,
               "The copy leaves out the cut of merging and npLO of its events%s.",
               is_text ? ", which differs among events of one process"
                       : ", of which the format has no place");
    if (work->clustered && !is_text)
        ts_log(
            work->context, TS_LOG_WARNING,
            "The copy leaves out the scales at which partons were clustered (pt_clust), of which the format "
            "has no place.");
    if (kept->slha.text && !is_text)
        ts_log(work->context, TS_LOG_WARNING,
               "The copy leaves out the model's values (slha), of which the format has no place.");
    if (kept->card.text && work->format == &lheh5_format)
        ts_log(work->context, TS_LOG_WARNING,
               "The copy leaves out the card of the run, of which the format has no place.");
}

static void make_run(struct conversion *work)
{
    const ts_event_head *head = &work->file->head;
    const ts_event_survey *survey = &work->survey;
    struct event_run *run = &work->run;
    *run = (struct event_run){.description = "events of another file",
                              .particles_most = (int)survey->particles_most,
                              .density_set = {head->density_sets[0], head->density_sets[1]},
                              .processes = work->processes,
                              .process_count = head->process_count,
                              .variations = work->variations,
                              .variation_count = head->weight_count};
    keep_head(work);
    choose_cross_section(work);
    const double factor = factor_of_weights(work);
    run->mean_weight = run->cross_section / factor;
    run->unit = factor == 1 ? 0 : factor;
    for (size_t i = 0; i < run->process_count; ++i)
        work->processes[i].largest *= factor;
    for (size_t i = 0; i < run->variation_count && survey->sum_w != 0; ++i) {
        const double part = survey->sums[i] / survey->sum_w;
        work->variations[i].cross_section = part * run->cross_section;
        work->variations[i].error = fabs(part) * run->error; /* the scale's: both have the same events */
    }
    for (int i = 0; i < BEAMS; ++i)
        run->beams[i] = (struct event_particle){.pdg = head->beams[i],
                                                .status = EVENT_BEAM,
                                                .e = head->energies[i],
                                                .z = i ? -head->energies[i] : head->energies[i],
                                                .helicity = 9};
}

/* Whether all numbers of colour lines lie where the accords begin to count. */
static int lines_follow_accords(const ts_event *event)
{
    for (size_t i = 0; i < event->particle_count; ++i)
        for (int j = 0; j < 2; ++j)
            if (event->particles[i].colours[j] && event->particles[i].colours[j] <= LES_HOUCHES_LINES_FROM)
                return 0;
    return 1;
}

/* The number of a colour line, at an end of it: that of its file, else from 1 as the event names them. */
static int line_of(const struct conversion *work, const ts_event *event, size_t particle, int end)
{
    const int number = event->particles[particle].colours[end];
    const int line = number && work->lines_kept ? abs(number) - LES_HOUCHES_LINES_FROM
                                                : work->lines.places[2 * particle + (size_t)end];
    return number < 0 ? -line : line;
}

/* A helicity as the formats know it; of others, such as the cosine of a tau's angle, nothing is known. */
static int helicity_of(double helicity) { return helicity == 0 || fabs(helicity) == 1 ? (int)helicity : 9; }

static struct event_particle particle_of(const struct conversion *work, const ts_event *event, size_t which,
                                         int incoming)
{
    const ts_event_particle *p = &event->particles[which];
    struct event_particle result = {.e = p->e,
                                    .x = p->x,
                                    .y = p->y,
                                    .z = p->z,
                                    .mass = p->mass,
                                    .pdg = p->pdg,
                                    .status = p->status,
                                    .colour = line_of(work, event, which, 0),
                                    .anticolour = line_of(work, event, which, 1),
                                    .helicity = helicity_of(p->helicity),
                                    .scale = work->file->scales[which]};
    for (int i = 0; i < 2; ++i)
        result.mothers[i] = p->mothers[i] ? p->mothers[i] + BEAMS : 0;
    if (p->status == LES_HOUCHES_INCOMING) {
        result.status = EVENT_INCOMING;
        result.mothers[0] = incoming < BEAMS ? incoming + 1 : 0;
        result.mothers[1] = 0;
    }
    return result;
}

static ts_status make_room(struct conversion *work, size_t count)
{
    if (count <= work->room)
        return TS_OK;
    struct event_particle *particles = realloc(work->particles, 2 * count * sizeof *particles);
    if (!particles)
        return ts_fail_memory(work->context, "an event");
    work->particles = particles;
    work->room = 2 * count;
    memcpy(particles, work->run.beams, sizeof work->run.beams);
    return TS_OK;
}

/* What the formats cannot say. */
static ts_status check_event(const struct conversion *work, const ts_event *event)
{
    if (event_file_process(work->file, event->process) == work->run.process_count)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: event %llu is of process %d, which the head does not list.", work->file->path,
                       (unsigned long long)event->place, event->process);
    if (work->file->given_count != work->run.variation_count)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: event %llu has %zu of the %zu weights that the head lists: expected all.",
                       work->file->path, (unsigned long long)event->place, work->file->given_count,
                       work->run.variation_count);
    if (event->trials == 0)
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "%s: event %llu is a further configuration of the one before it: events of several are "
            "not converted.",
            work->file->path, (unsigned long long)event->place);
    if (work->tried > EVENT_TRIALS_MOST)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: event %llu: more than 2^53 trials cannot be counted.", work->file->path,
                       (unsigned long long)event->place);
    return TS_OK;
}

static ts_status convert_event(struct conversion *work, const ts_event *event)
{
    work->tried += event->trials;
    ts_status status = check_event(work, event);
    if (!status)
        status = make_room(work, event->particle_count + BEAMS);
    if (!status)
        status = line_numbers_find(work->context, event, &work->lines);
    if (status)
        return status;
    int incoming = 0;
    work->lines_kept = lines_follow_accords(event);
    for (size_t i = 0; i < event->particle_count; ++i) {
        work->particles[BEAMS + i] = particle_of(work, event, i, incoming);
        incoming += event->particles[i].status == LES_HOUCHES_INCOMING;
        work->clustered |= work->file->scales[i] > 0;
    }
    const struct event written = {.number = event->numbered ? event->number : event->place,
                                  .process = (int)event_file_process(work->file, event->process),
                                  .tried = (uint64_t)work->tried,
                                  .weight = event->weight,
                                  .scale = event->scale,
                                  .alpha_s = event->alpha_s,
                                  .scale_r = event->scale_r,
                                  .scale_f = event->scale_f,
                                  .is_copy = 1,
                                  .incoming = BEAMS,
                                  .outgoing = (int)event->particle_count,
                                  .particles = work->particles,
                                  .variations = event->weights,
                                  .variation_count = work->run.variation_count};
    return work->format->write(work->writer, &written, 1);
}

/* Whether an event has particles of its own that come in, and not the beams alone. */
static int comes_in(const ts_event *event)
{
    for (size_t i = 0; i < event->particle_count; ++i)
        if (event->particles[i].status == LES_HOUCHES_INCOMING)
            return 1;
    return 0;
}

/* The beams are listed where nothing else comes in. */
static void add_beams(struct conversion *work)
{
    work->run.particles_most += BEAMS;
    for (size_t i = 0; i < work->run.process_count; ++i)
        work->processes[i].particles += work->processes[i].particles ? BEAMS : 0;
}

static ts_status convert(struct conversion *work, const char *path, const char *to)
{
    const ts_event *event = NULL;
    ts_status status = ts_event_file_open(work->context, path, &work->file);
    if (!status)
        status = make_lists(work);
    if (status)
        return status;
    make_run(work);
    if (work->run.cross_section == 0 && work->survey.events)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s: the head has no cross section, and the weights add up to none.", path);
    status = ts_event_file_next(work->context, work->file, &event);
    work->run.alpha = event ? event->alpha : 0; /* which is the same for all */
    if (event && !comes_in(event))
        add_beams(work);
    if (!status)
        status = work->format->open(work->context, to, &work->run, &work->writer);
    if (status)
        return status;
    while (!status && event)
        if (!(status = convert_event(work, event)))
            status = ts_event_file_next(work->context, work->file, &event);
    if (status)
        work->format->discard(work->writer);
    else
        status = work->format->finish(work->writer);
    if (!status)
        tell_of_losses(work);
    return status;
}

static int is_same_file(const char *path, const char *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_ino == two.st_ino &&
           one.st_dev == two.st_dev;
}

ts_status ts_events_convert(ts_context *context, const char *path, const char *format, const char *to)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && path && format && to);
    struct conversion work = {.context = context};
    ts_status status = find_format(context, format, &work.format);
    if (!status)
        status = file_refuse_special(context, to);
    if (!status && is_same_file(path, to))
        status = ts_fail(context, TS_ERROR_INPUT,
                         "%s is the file that is read: give the new one another name.", to);
    if (!status)
        status = survey_file(&work, path);
    if (!status)
        status = convert(&work, path, to);
    ts_event_file_close(&work.file);
    ts_event_survey_destroy(&work.survey);
    free(work.processes);
    free(work.variations);
    free(work.facts);
    free(work.particles);
    line_numbers_free(&work.lines);
    return status;
}

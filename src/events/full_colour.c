#include "events/full_colour.h"

#include "core/clock.h"
#include "core/context.h"
#include "core/ranks.h"
#include "events/event_sum.h"
#include "events/histogram_place.h"
#include "events/unweight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With half of the first stage's error in the second, the whole is sqrt(5/4) of the first. */
static const double second_over_first = 0.5;
const double full_colour_first_part = 0.8944271909999159;

/* Survivors that tell the spread of the ratio, and the most; how many are looked at between reports. */
enum { PILOT = 512, SURVIVORS_MOST = 1 << 18, LOOK_MOST = 512 };

/* Fewer survivors do not tell the error of their mean. */
enum { SURVIVORS_LEAST = 30 };

/* Part of the cross section that may lie in overweights: they count with what they are. */
static const double overweight = 0.05;

/* Events that hit or miss has kept, one behind the other. */
struct survivors {
    size_t count, room, looked; /* looked: the first of them, whose ratios are known */
    size_t not_finite;          /* events looked at whose ratio is not finite: they weigh nothing */
    size_t legs, fills, variations;
    double *weights; /* v */
    double *ratios;  /* r */
    double *momenta; /* [legs][4], GeV */
    double *values;  /* [fills], of histograms */
    double *varied;  /* [variations], their factors beside v */
};

struct stage {
    ts_context *context;
    const struct process *process;
    const struct full_colour_settings *settings;
    struct colour_ratio *ratio;
    struct event_sum sum;
    struct survivors survivors;
    uint32_t *kept;    /* [EVENT_SUM_LEAST], slots of a batch */
    double *kept_with; /* [EVENT_SUM_LEAST], and v of these */
    ts_full_colour *colour;
    double begun;
};

static ts_status make_room(ts_context *context, struct survivors *list, size_t count)
{
    if (count <= list->room)
        return TS_OK;
    const size_t room = 2 * count;
    double **const rows[] = {&list->weights, &list->ratios, &list->momenta, &list->values, &list->varied};
    const size_t numbers[] = {1, 1, 4 * list->legs, list->fills, list->variations};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double *grown = realloc(*rows[i], (room * numbers[i] + 1) * sizeof *grown);
        if (!grown)
            return ts_fail_memory(context, "the events of a second stage");
        *rows[i] = grown;
    }
    list->room = room;
    return TS_OK;
}

static void survivors_free(struct survivors *list)
{
    free(list->weights);
    free(list->ratios);
    free(list->momenta);
    free(list->values);
    free(list->varied);
}

/* Takes the first `count` events of a batch of records, with weights `with`. */
static void take(struct stage *stage, const struct event_batch *batch, const double *with, uint32_t count)
{
    struct survivors *list = &stage->survivors;
    const struct single_events *events = &stage->sum.lists[0];
    const int fills = events->record_rows - (int)list->fills;
    const int varied = events->record_rows - events->extra_rows;
    for (size_t i = 0; i < count; ++i, ++list->count) {
        double *values = list->values + list->fills * list->count;
        double *factors = list->varied + list->variations * list->count;
        list->weights[list->count] = with[i];
        colour_ratio_momenta(stage->ratio, batch, i, list->momenta + 4 * list->legs * list->count);
        for (size_t k = 0; k < list->fills; ++k)
            values[k] = event_batch_value(batch, fills + (int)k, i);
        for (size_t k = 0; k < list->variations; ++k) {
            factors[k] = event_batch_value(batch, varied + (int)k, i);
            factors[k] = isfinite(factors[k]) ? factors[k] : 0;
        }
    }
}

/* Generates the next batch of trials, and takes what is kept of it. */
static ts_status add_batch(struct stage *stage)
{
    const uint64_t left = stage->settings->most - stage->colour->tried;
    const uint32_t count = left < EVENT_SUM_LEAST ? (uint32_t)left : EVENT_SUM_LEAST;
    const uint64_t first = stage->sum.first + stage->colour->tried;
    struct event_batch batch;
    ts_status status = event_sum_make(stage->context, &stage->sum, first, count, &batch);
    uint32_t kept = 0;
    const struct unweighting trials = {stage->settings->seed, first, count, stage->sum.sum, batch.weights};
    if (!status)
        status = unweight_batch(stage->context, stage->sum.shared.threads, &trials, stage->kept,
                                stage->kept_with, &kept);
    if (!status)
        status = make_room(stage->context, &stage->survivors, stage->survivors.count + kept);
    for (uint32_t begin = 0; begin < kept && !status; begin += stage->sum.records_at_once) {
        const uint32_t more = kept - begin < stage->sum.records_at_once ? kept - begin
                                                                        : stage->sum.records_at_once;
        status = event_sum_record(stage->context, &stage->sum, stage->kept + begin, more, &batch);
        if (!status)
            take(stage, &batch, stage->kept_with + begin, more);
    }
    stage->colour->tried += count;
    return status;
}

static void report(const struct stage *stage, size_t wanted)
{
    const struct full_colour_settings *settings = stage->settings;
    const double seconds = clock_seconds() - stage->begun;
    ts_progress progress = {.stage = "full colour",
                            .events = stage->survivors.looked,
                            .rate = seconds > 0 ? (double)stage->survivors.looked / seconds : 0,
                            .value = stage->colour->value,
                            .error = stage->colour->error,
                            .fraction = (double)stage->survivors.looked / (double)wanted};
    progress.seconds_left = progress.fraction > 0 ? seconds * (1 - progress.fraction) / progress.fraction
                                                  : NAN;
    if (settings->progress)
        settings->progress(&progress, settings->progress_data);
}

static ts_status refuse_interrupted(const struct stage *stage)
{
    return ranks_interrupted(stage->context) ? ts_fail(stage->context, TS_INTERRUPTED, "Interrupted.")
                                             : TS_OK;
}

/* Takes the next ratios as known. What has one that is not finite is an event no more. */
static void count_looked(struct survivors *list, size_t more)
{
    for (size_t i = list->looked; i < list->looked + more; ++i)
        if (!isfinite(list->ratios[i])) {
            list->weights[i] = list->ratios[i] = 0;
            ++list->not_finite;
        }
    list->looked += more;
}

/* Events whose ratio counts. */
static size_t usable(const struct survivors *list) { return list->looked - list->not_finite; }

/* The next ratios: those of a checkpoint, then new ones. */
static ts_status find_ratios(struct stage *stage, size_t most, size_t *found)
{
    struct survivors *list = &stage->survivors;
    const struct checkpoint *checkpoint = stage->settings->checkpoint;
    const size_t known = checkpoint->ratio_count > list->looked ? checkpoint->ratio_count - list->looked : 0;
    double *ratios = list->ratios + list->looked;
    *found = known && known < most ? known : most;
    if (!known)
        return colour_ratio_evaluate(stage->context, stage->ratio,
                                     list->momenta + 4 * list->legs * list->looked, most, ratios);
    memcpy(ratios, checkpoint->ratios + list->looked, *found * sizeof *ratios);
    return TS_OK;
}

/* Gives the ratios that are known so far to the checkpoint. */
static void keep_ratios(const struct stage *stage)
{
    const struct survivors *list = &stage->survivors;
    struct checkpoint *checkpoint = stage->settings->checkpoint;
    if (checkpoint->ratio_count >= list->looked || !checkpoint_keeps(checkpoint))
        return;
    double *ratios = realloc(checkpoint->ratios, list->looked * sizeof *ratios);
    if (!ratios) /* ratios are found anew where it goes on */
        return;
    for (size_t i = checkpoint->ratio_count; i < list->looked; ++i)
        ratios[i] = list->weights[i] == 0 ? NAN : list->ratios[i]; /* count_looked() */
    checkpoint->ratios = ratios;
    checkpoint->ratio_count = list->looked;
}

/* The ratios of the first `wanted` survivors, or of as many as there are once no more are generated. */
static ts_status look(struct stage *stage, size_t wanted)
{
    struct survivors *list = &stage->survivors;
    ts_status status = TS_OK;
    while (list->count < wanted && stage->colour->tried < stage->settings->most && !status) {
        status = refuse_interrupted(stage);
        if (!status)
            status = add_batch(stage);
        report(stage, wanted);
    }
    const size_t end = wanted < list->count ? wanted : list->count;
    while (list->looked < end && !status) {
        const size_t left = end - list->looked;
        size_t more = LOOK_MOST * (size_t)ranks_count(stage->context);
        status = refuse_interrupted(stage);
        if (!status)
            status = find_ratios(stage, left < more ? left : more, &more);
        if (!status)
            count_looked(list, more);
        if (!status && checkpoint_is_due(stage->settings->checkpoint)) {
            keep_ratios(stage);
            checkpoint_write(stage->settings->checkpoint, NULL);
        }
        report(stage, wanted);
    }
    return status;
}

/* The weight of a survivor: v, or of a variation, counted from 1, v times its factor. */
static double weight_of(const struct survivors *list, size_t event, size_t variation)
{
    const double factor = variation ? list->varied[list->variations * event + variation - 1] : 1;
    return factor * list->weights[event];
}

/* What a weight, or a variation of it, has of the ratio. */
struct mean_ratio {
    double weights, mean, error;
};

static struct mean_ratio mean_ratio_of(const struct survivors *list, size_t variation)
{
    struct mean_ratio found = {0};
    double sum = 0, squares = 0;
    for (size_t i = 0; i < list->looked; ++i) {
        found.weights += weight_of(list, i, variation);
        sum += weight_of(list, i, variation) * list->ratios[i];
    }
    found.mean = sum / found.weights;
    for (size_t i = 0; i < list->looked; ++i)
        squares += pow(weight_of(list, i, variation) * (list->ratios[i] - found.mean), 2);
    const double n = (double)usable(list);
    found.error = n > 1 ? sqrt(squares * n / (n - 1)) / fabs(found.weights) : INFINITY;
    return found;
}

/* Mean, error and spread of the ratios. */
static void estimate(const struct survivors *list, ts_full_colour *colour)
{
    double spread = 0;
    colour->survivors = list->looked;
    colour->not_finite = list->not_finite;
    colour->ratio_largest = 0;
    if (!usable(list))
        return;
    for (size_t i = 0; i < list->looked; ++i)
        colour->ratio_largest = fmax(colour->ratio_largest, list->ratios[i]);
    const struct mean_ratio found = mean_ratio_of(list, 0);
    colour->ratio = found.mean;
    colour->ratio_error = found.error;
    for (size_t i = 0; i < list->looked; ++i)
        spread += list->weights[i] * pow(list->ratios[i] - found.mean, 2);
    colour->ratio_spread = sqrt(fabs(spread / found.weights));
}

/* The relative error that the mean ratio may have. */
static double allowed(const struct stage *stage)
{
    const double first = stage->colour->error / fabs(stage->colour->value);
    const double whole = stage->settings->relative;
    return fmax(second_over_first * first, whole > first ? sqrt(whole * whole - first * first) : 0);
}

/* Looks at as many survivors as that error takes, with a tenth to spare, by the spread that is known so far.
 * That survivors end where their own error is small leaves a bias of the order of its square. */
static ts_status look_at_enough(struct stage *stage)
{
    const struct survivors *list = &stage->survivors;
    const double target = allowed(stage);
    size_t wanted = PILOT;
    for (;;) {
        const ts_status status = look(stage, wanted);
        estimate(&stage->survivors, stage->colour);
        const double error = stage->colour->ratio_error / fabs(stage->colour->ratio);
        if (status || list->looked < wanted || wanted == SURVIVORS_MOST || !(error > target) || target <= 0)
            return status;
        const double needed = 1.1 * (double)list->looked * pow(error / target, 2);
        wanted = needed < SURVIVORS_MOST ? (size_t)needed + 1 : SURVIVORS_MOST;
    }
}

/* Bins at the mean ratio, and what single events differ from it. `value`: the integral of the bins. */
static void correct_bins(const struct stage *stage, size_t variation, const struct mean_ratio *ratio,
                         double value, ts_bin *bins, size_t count)
{
    const struct survivors *list = &stage->survivors;
    const struct process *process = stage->process;
    for (ts_bin *bin = bins; bin < bins + count; ++bin) {
        bin->sum_w *= ratio->mean, bin->sum_w2 *= ratio->mean * ratio->mean;
        bin->sum_wx *= ratio->mean, bin->sum_wx2 *= ratio->mean;
    }
    for (size_t i = 0; i < list->looked; ++i) {
        const double off = value / ratio->weights * weight_of(list, i, variation) *
                           (list->ratios[i] - ratio->mean);
        for (size_t k = 0; k < list->fills; ++k) {
            const double x = list->values[list->fills * i + k];
            ts_bin *bin = &bins[histogram_place(process->program.axes, process->program.fills[k], x)];
            bin->sum_w += off, bin->sum_w2 += off * off;
            bin->sum_wx += off * x, bin->sum_wx2 += off * x * x;
        }
    }
}

/* Corrects an integral, that of the weight or of a variation, and its bins. */
static void correct_one(const struct stage *stage, size_t variation, double *value, double *error,
                        ts_bin *bins, size_t count)
{
    const struct mean_ratio ratio = mean_ratio_of(&stage->survivors, variation);
    if (*value == 0 || ratio.weights == 0)
        return;
    correct_bins(stage, variation, &ratio, *value, bins, count);
    *error = fabs(*value * ratio.mean) * hypot(*error / *value, ratio.error / ratio.mean);
    *value *= ratio.mean;
}

static void correct(const struct stage *stage, struct integral *part, struct integral *total)
{
    const size_t kinds = 1 + total->variation_count, bins = total->bin_count / kinds;
    correct_one(stage, 0, &total->value, &total->error, total->bins, bins);
    for (size_t k = 1; k < kinds; ++k) {
        struct varied_integral *varied = &total->varied[k - 1];
        correct_one(stage, k, &varied->value, &varied->error, total->bins + k * bins, bins);
        part->varied[k - 1] = *varied;
    }
    part->value = total->value;
    part->error = total->error;
    if (total->converged && usable(&stage->survivors) < SURVIVORS_LEAST) {
        total->converged = 0;
        snprintf(total->objection, sizeof total->objection,
                 "fewer events were left for the second stage (%zu) than tell its error (%d)",
                 usable(&stage->survivors), SURVIVORS_LEAST);
    }
    if (total->converged && stage->settings->relative > 0 &&
        total->error > stage->settings->relative * fabs(total->value)) {
        total->converged = 0;
        snprintf(total->objection, sizeof total->objection,
                 "the ratio of full to leading colour is known to %.2g %% only",
                 100 * stage->colour->ratio_error / stage->colour->ratio);
    }
}

static void object_to_none(struct integral *total)
{
    total->converged = 0;
    snprintf(total->objection, sizeof total->objection,
             "no event was left for the second stage: the cross section is that of leading colour");
}

static ts_status prepare(struct stage *stage, struct device *device, const struct integral *part)
{
    const struct event_sum_settings settings = {.seed = stage->settings->seed,
                                                .overweight = overweight,
                                                .count = PILOT};
    stage->survivors.legs = (size_t)stage->process->stage_legs;
    stage->survivors.fills = (size_t)stage->process->program.fill_count;
    stage->survivors.variations = stage->process->variation_count;
    stage->kept = malloc(EVENT_SUM_LEAST * sizeof *stage->kept);
    stage->kept_with = malloc(EVENT_SUM_LEAST * sizeof *stage->kept_with);
    if (!stage->kept || !stage->kept_with)
        return ts_fail_memory(stage->context, "the events of a second stage");
    return event_sum_create(stage->context, device, stage->process, part, &settings, &stage->sum);
}

ts_status full_colour(ts_context *context, struct device *device, const struct process *process,
                      const struct full_colour_settings *settings, struct colour_ratio *ratio,
                      struct integral *part, struct integral *total, ts_full_colour *colour)
{
    struct stage stage = {.context = context,
                          .process = process,
                          .settings = settings,
                          .ratio = ratio,
                          .colour = colour,
                          .begun = clock_seconds()};
    *colour = (ts_full_colour){.stages = 2, .value = total->value, .error = total->error};
    ts_status status = TS_OK;
    if (total->value != 0) {
        status = prepare(&stage, device, part);
        total->seconds_compile += stage.sum.seconds_compile;
        if (!status)
            status = look_at_enough(&stage);
        keep_ratios(&stage);
        if (status == TS_INTERRUPTED)
            checkpoint_write(settings->checkpoint, NULL);
        if ((!status || status == TS_INTERRUPTED) && usable(&stage.survivors))
            correct(&stage, part, total);
        else if (!status)
            object_to_none(total);
    }
    colour->seconds = clock_seconds() - stage.begun;
    event_sum_destroy(&stage.sum);
    survivors_free(&stage.survivors);
    free(stage.kept);
    free(stage.kept_with);
    return status;
}

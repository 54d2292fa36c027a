#include "integrate/channel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_PER_BIN = 16,     /* events that teach the grid something */
    CHANNEL_NUMBER_BITS = 44 /* of an event's number; the channel's stands above them */
};

/* An iteration without end loses much when it is interrupted. */
static const double longest_iteration = 0x1p24;

ts_status channel_create(ts_context *context, struct device *device, const struct integrand *integrand,
                         int number, const struct integration_settings *settings,
                         const struct channel *neighbour, struct integral *integral, struct channel *channel)
{
    *integral = (struct integral){.first_event = (uint64_t)number << CHANNEL_NUMBER_BITS,
                                  .enhanced = integrand->enhanced};
    *channel = (struct channel){.context = context,
                                .settings = settings,
                                .integral = integral,
                                .combination.by = settings->combination,
                                .number = (uint64_t)number,
                                .journal = settings->checkpoints ? &settings->checkpoints->journal : NULL,
                                .share = 1,
                                .part_share = 1,
                                .tighter = 1,
                                .events_needed = INFINITY};
    ts_status status = engine_create_beside(context, device, integrand, settings->bins, settings->seed,
                                            neighbour ? &neighbour->engine : NULL, &channel->engine,
                                            &integral->seconds_compile);
    if (status)
        return status;
    engine_set_lane(&channel->engine, (size_t)number);
    channel->engine.first_event = channel->engine.next_event = integral->first_event;
    const size_t variations = integrand->variations;
    struct combination *combination = &channel->combination;
    integral->bin_count = combination->bin_count = channel->engine.bins * (1 + variations);
    integral->variation_count = combination->variation_count = variations;
    combination->bins = integral->bins = calloc(integral->bin_count + 1, sizeof *integral->bins);
    combination->varied = calloc(variations + 1, sizeof *combination->varied);
    integral->varied = calloc(variations + 1, sizeof *integral->varied);
    channel->varied = calloc(variations + 1, sizeof *channel->varied);
    return integral->bins && integral->varied && combination->varied && channel->varied
               ? TS_OK
               : ts_fail_memory(context, "the histograms");
}

void channel_destroy(struct channel *channel)
{
    engine_destroy(&channel->engine);
    free(channel->combination.varied);
    free(channel->varied);
}

/* The sums of what is sampled, where that is enhanced, and of the integral, which is its last variation. */
static struct varied_sums *enhanced_sums(const struct channel *channel)
{
    return channel->integral->enhanced ? &channel->varied[channel->integral->variation_count - 1] : NULL;
}

/* Puts the sums of the integral in the place of those of what is sampled, and these in theirs. */
static void swap_enhanced(struct iteration_sums *sums, struct varied_sums *varied)
{
    const struct varied_sums plain = *varied;
    varied->value = sums->value;
    varied->variance = sums->variance;
    sums->value = plain.value;
    sums->variance = plain.variance;
}

static ts_status note_iteration(struct channel *channel, const struct iteration_sums *sums, int counted)
{
    struct integral *integral = channel->integral;
    size_t count = integral->iteration_count;
    ts_iteration *rows = realloc(integral->iterations, (count + 1) * sizeof *rows);
    if (!rows)
        return ts_fail_memory(channel->context, "the list of iterations");
    rows[count] = (ts_iteration){sums->value, sqrt(sums->variance), sums->events, counted};
    integral->iterations = rows;
    integral->iteration_count = count + 1;
    integral->generated += sums->events;
    integral->accepted += sums->accepted;
    integral->repeated += sums->repeated;
    integral->limited += sums->limited;
    integral->exceeded += sums->exceeded;
    integral->capped += sums->capped;
    integral->vetoed += sums->vetoed;
    integral->unordered += sums->unordered;
    integral->unclustered += sums->unclustered;
    if (sums->not_finite && !integral->not_finite)
        integral->first_not_finite = sums->first_not_finite;
    integral->not_finite += sums->not_finite;
    if (counted) {
        if (!integral->counted)
            integral->first_counted = integral->first_event + integral->generated - sums->events;
        integral->counted += sums->events;
        integral->passed += sums->accepted;
        integral->weightless += sums->weightless;
        channel->exceeded_sum += sums->exceeded_value * (double)sums->events;
        const struct varied_sums *enhanced = enhanced_sums(channel);
        channel->weight_sum += (enhanced ? enhanced->value : sums->value) * (double)sums->events;
        integral->largest = fmax(integral->largest, sums->largest);
        integral->largest_size = fmax(integral->largest_size, sums->largest_size);
    }
    integral->sub_cubes_per_axis = sums->layout.per_axis;
    return TS_OK;
}

/* About so many events, in as many sub-cubes as suit them. */
static struct stratification about(const struct channel *channel, double events)
{
    return stratify((uint64_t)events, channel->engine.integrand->dimensions);
}

/* Exactly so many, an even number: one sub-cube, gone through in pairs. */
static struct stratification exactly(uint64_t events)
{
    return (struct stratification){.per_axis = 1, .samples = 2, .cubes = events / 2};
}

double channel_target(const struct integration_settings *settings)
{
    return settings->checkpoints ? journal_target(&settings->checkpoints->journal, settings->relative_error)
                                 : settings->relative_error;
}

/* How many events the precision takes in all, from an estimate that has an error; or as many as are asked
 * for. */
static double events_needed(const struct channel *channel, double events, double value, double variance)
{
    if (channel->settings->events)
        return (double)channel->allotted;
    double target = channel_target(channel->settings) * fabs(value + channel->others) * channel->share;
    return target > 0 ? events * variance / (target * target) : INFINITY;
}

/* The sums of an iteration, computed or looked up. In the latter case the grid is as it was refined later,
 * and the histograms hold it already. */
static ts_status sum_up(struct channel *channel, struct stratification layout, int refine, int known,
                        struct iteration_sums *sums)
{
    channel->combination.bins = known ? NULL : channel->integral->bins;
    if (known)
        return journal_look_up(channel->context, channel->journal, channel->number, layout, &channel->engine,
                               sums, channel->varied);
    const ts_status status = engine_iterate(&channel->engine, layout, refine, sums);
    for (size_t k = 0; k < channel->integral->variation_count && !status; ++k)
        channel->varied[k] = engine_varied(&channel->engine, sums, k);
    return !status && channel->journal ? journal_note(channel->context, channel->journal, channel->number,
                                                      &channel->engine, sums, channel->varied)
                                       : status;
}

/* What the warm-up says of iterations that count. Factors that these alone have, of which many are 0, spread
 * weights by about half of their mean. */
static void look_ahead(struct channel *channel, const struct iteration_sums *sums)
{
    const double spread = channel->engine.integrand->reweighted ? sums->value / 2 : 0;
    channel->last = *sums;
    channel->last.variance += spread * spread / (double)sums->events;
    channel->spread = sqrt((double)sums->events * channel->last.variance);
}

/* Behind an iteration that counts: whether the plan has another one. */
static void go_on(struct channel *channel)
{
    const double rest = channel->plan.end - channel->done;
    const struct integration_settings *settings = channel->settings;
    channel->plan.goes_on = settings->events ? rest > 0
                                             : rest >= channel->plan.size / 2 &&
                                                   channel_target(settings) == channel->plan.target;
    if (!channel->plan.goes_on)
        channel_estimate(channel);
}

/* One iteration from launch to note. Those that do not count gather the grid's sums, whether it is refined by
 * them or not. By that the device tells them from those that count. */
ts_status channel_run(const struct channel_step *step)
{
    struct channel *channel = step->channel;
    const int counted = step->counted;
    struct iteration_sums sums;
    const int known = journal_is_behind(channel->journal);
    ts_status status = sum_up(channel, step->layout, !counted, known, &sums);
    if (status)
        return status;
    if (counted && enhanced_sums(channel)) /* variations are known of what counts alone */
        swap_enhanced(&sums, enhanced_sums(channel));
    if (counted && !channel->counting) {
        channel->counting = 1;
        combination_reset(&channel->combination);
    }
    combination_add(&channel->combination, &channel->engine, &sums, channel->varied);
    const int learns = step->refine && channel->settings->damping > 0 &&
                       sums.accepted >= (uint64_t)FEWEST_PER_BIN * (uint64_t)channel->settings->bins;
    if (learns && !known)
        status = engine_refine(&channel->engine, channel->settings->damping);
    if (status)
        return status;
    channel->refinements += learns;
    channel->spent += (double)sums.events;
    if (counted) {
        channel->last = sums;
        channel->done += (double)sums.events;
        channel->plan.left -= (double)sums.events;
    } else
        look_ahead(channel, &sums);
    status = note_iteration(channel, &sums, counted);
    if (!status && counted)
        go_on(channel);
    return status;
}

ts_status channel_begin(const struct channel_step *step)
{
    const struct channel *channel = step->channel;
    return journal_is_behind(channel->journal)
               ? TS_OK
               : engine_begin(&step->channel->engine, step->layout, !step->counted);
}

ts_status channel_take(struct channel *channel, const struct journal_row *row,
                       const struct varied_sums *varied)
{
    const struct iteration_sums *sums = &row->sums;
    const size_t variations = channel->integral->variation_count;
    if (variations)
        memcpy(channel->varied, varied, variations * sizeof *varied);
    channel->engine.next_event += sums->events;
    channel->engine.scale = row->scale;
    if (journal_is_behind(channel->journal))
        ++channel->journal->next;
    else if (channel->journal) {
        const ts_status status = journal_note(channel->context, channel->journal, channel->number,
                                              &channel->engine, sums, channel->varied);
        if (status)
            return status;
    }
    channel->combination.bins = NULL;
    combination_add(&channel->combination, &channel->engine, sums, channel->varied);
    ++channel->refinements;
    channel->spent += (double)sums->events;
    look_ahead(channel, sums);
    return note_iteration(channel, sums, 0);
}

struct channel_step channel_adapts(struct channel *channel, double events, int refine)
{
    return (struct channel_step){channel, about(channel, events), refine, 0};
}

void channel_plan(struct channel *channel)
{
    const struct integral *integral = channel->integral;
    const struct iteration_sums *last = &channel->last;
    if (!integral->iteration_count) /* nothing is known */
        return;
    channel->events_needed = channel->counting
                                 ? events_needed(channel, channel->done, integral->value,
                                                 integral->error * integral->error)
                                 : events_needed(channel, (double)last->events, last->value, last->variance);
    channel->remaining = isfinite(channel->events_needed) ? fmax(0, channel->events_needed - channel->done)
                                                          : (double)channel->settings->max_events;
}

void channel_estimate(struct channel *channel)
{
    struct integral *integral = channel->integral;
    combination_estimate(&channel->combination, &integral->value, &integral->error, &integral->chi2_per_dof);
    if (channel->counting)
        channel->spread = sqrt(channel->done) * integral->error;
}

double channel_wants(const struct channel *channel)
{
    static const double spare = 1.1;
    return fmax(fmax(spare * channel->events_needed, channel->least) - channel->done, FEWEST_EVENTS);
}

void channel_make_plan(struct channel *channel, double most)
{
    const double plan = fmin(channel_wants(channel), most);
    channel->plan.size = fmax(plan / 8, SMALLEST_ITERATION);
    channel->plan.end = channel->done + plan;
    channel->plan.left = most;
    channel->plan.target = channel_target(channel->settings);
    channel->plan.goes_on = 1;
}

void channel_plan_events(struct channel *channel)
{
    channel->plan.end = (double)(channel->allotted + channel->allotted % 2);
    channel->plan.goes_on = 1;
}

uint64_t channel_next_events(uint64_t done, uint64_t all)
{
    const uint64_t longest = (uint64_t)longest_iteration, rest = all - done;
    const uint64_t limit = done / 32 * 2 > longest ? done / 32 * 2 : longest;
    const uint64_t wanted = all / 16 * 2 < SMALLEST_ITERATION ? SMALLEST_ITERATION : all / 16 * 2;
    const uint64_t next = wanted < limit ? wanted : limit;
    return rest < next + next / 2 ? rest : next; /* no small iteration at the end */
}

/* About as many events as the next iteration of a plan by precision has. */
static double next_events(const struct channel *channel)
{
    const double done = channel->done, next = fmin(channel->plan.size, fmax(longest_iteration, done / 16));
    const double rest = fmin(channel->plan.end - done, channel->plan.left);
    return rest < 1.5 * next ? rest : next; /* no small iteration at the end */
}

int channel_measures(struct channel *channel, struct channel_step *step)
{
    *step = (struct channel_step){.channel = channel, .counted = 1};
    channel->remaining = channel->plan.end - channel->done;
    if (channel->plan.goes_on)
        step->layout = channel->settings->events ? exactly(channel_next_events((uint64_t)channel->done,
                                                                               (uint64_t)channel->plan.end))
                                                 : about(channel, next_events(channel));
    return channel->plan.goes_on;
}

/* Where what is sampled is enhanced, its bins and those of the integral change places. Iterations that do not
 * count saw it alone: of them stands the part that the integral has of it. */
static void swap_results(struct integral *integral)
{
    const size_t bins = integral->bin_count / (1 + integral->variation_count);
    ts_bin *last = integral->bins + bins * integral->variation_count;
    const double sampled = integral_sampled(integral), part = sampled != 0 ? integral->value / sampled : 1;
    for (size_t i = 0; i < bins; ++i) {
        const ts_bin plain = last[i];
        last[i] = integral->bins[i];
        integral->bins[i] = plain;
    }
    for (size_t i = 0; i < integral->iteration_count; ++i)
        if (!integral->iterations[i].counted) {
            integral->iterations[i].value *= part;
            integral->iterations[i].error *= fabs(part);
        }
}

ts_status channel_finish(struct channel *channel)
{
    struct integral *integral = channel->integral;
    channel_estimate(channel);
    channel->combination.bins = integral->bins;
    combination_normalise(&channel->combination);
    for (size_t k = 0; k < integral->variation_count && channel->counting; ++k) {
        struct varied_integral *varied = &integral->varied[k];
        combination_estimate_varied(&channel->combination, k, &varied->value, &varied->error);
        varied->lost = channel->combination.varied[k].lost;
    }
    if (integral->enhanced && channel->counting)
        swap_results(integral);
    integral->degrees = channel->combination.chi_count ? channel->combination.chi_count - 1 : 0;
    if (channel->weight_sum != 0) {
        integral->largest_share = integral->largest / fabs(channel->weight_sum);
        integral->largest_excess = fmax(0, integral->largest_share - 1 / (double)integral->counted);
    }
    if (integral->counted)
        integral->exceeded_value = channel->exceeded_sum / (double)integral->counted;
    integral->probability = combination_probability(&channel->combination);
    return integral->iteration_count
               ? engine_read_grid(&channel->engine, &integral->grid, &integral->grid_length)
               : TS_OK;
}

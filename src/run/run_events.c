#include "run/run.h"

#include "core/card.h"
#include "core/context.h"
#include "device/cpu/parallel.h"
#include "events/event_rows.h"
#include "events/event_split.h"
#include "events/event_sum.h"
#include "events/full_colour.h"
#include "pdf/set.h"
#include "result/variations.h"

#include <math.h>
#include <stdlib.h>

/* What stands at the head of a file of events. */
static struct event_run event_run_of(const struct process *process, const ts_result *result,
                                     const struct integral *total, const struct event_process *processes,
                                     size_t process_count, const struct event_variation *variations)
{
    const int number = process->pdf ? pdf_number(process->pdf) : 0, proton = 2212;
    return (struct event_run){.description = process->name,
                              .cross_section = total->value,
                              .error = total->error,
                              .mean_weight = 1,
                              .seed = result->seed,
                              .scale = process->events.scale,
                              .scale_r = process->events.scale_r,
                              .alpha_s = process->events.alpha_s,
                              .alpha = process->events.alpha,
                              .density_set = {abs(process->events.beams[0].pdg) == proton ? number : 0,
                                              abs(process->events.beams[1].pdg) == proton ? number : 0},
                              .beams = {process->events.beams[0], process->events.beams[1]},
                              .card = ts_card_yaml(result->card),
                              .slha = process->model.slha,
                              .processes = processes,
                              .process_count = process_count,
                              .merging = process->events.partons ? &process->events.merging : NULL,
                              .variations = variations,
                              .variation_count = result->variation_count};
}

/* The lists at the head of a file, which live as long as it is written. */
struct heads {
    struct event_process *processes;
    size_t process_count;
    int *rows; /* as of a source */
    struct event_variation *variations, *of_parts;
};

/* Whether heads list multiplicities. */
static int lists_parts(const struct run *run)
{
    const enum request_processes asked = card_request(run->card)->events.processes;
    return asked == PROCESSES_MULTIPLICITIES || (asked == PROCESSES_AUTO && run->process->events.partons);
}

static int heads_create(const struct run *run, struct heads *heads)
{
    heads->processes = event_sum_processes(run->process, run->parts, &heads->process_count);
    heads->rows = calloc(heads->process_count + 1, sizeof *heads->rows);
    if (heads->processes && heads->rows && lists_parts(run))
        event_rows_of_parts(run->process, heads->processes, &heads->process_count, heads->rows);
    else
        for (size_t i = 0; i < heads->process_count && heads->rows; ++i)
            heads->rows[i] = (int)i;
    heads->variations = variations_of_events(run->process, run->result);
    heads->of_parts = variations_of_parts(run->process, run->result, run->parts);
    return heads->processes && heads->rows && heads->variations && heads->of_parts;
}

static void heads_free(struct heads *heads)
{
    free(heads->processes);
    free(heads->rows);
    free(heads->variations);
    free(heads->of_parts);
}

/* What events are taken from: trials of the sum, and for all colours their ratios. */
static struct event_source source_of(struct run *run, const struct heads *heads, struct event_sum *sum)
{
    const struct process *process = run->process;
    const int all = card_request(run->card)->events.count == UINT64_MAX;
    const uint64_t most = card_request(run->card)->integration.max_events, counted = run->total.counted;
    return (struct event_source){
        .make = event_sum_make,
        .record = event_sum_record,
        .begin = sum->on_gpu ? event_sum_begin : NULL,
        .data = sum,
        .at_once = sum->at_once,
        .records_at_once = sum->records_at_once,
        .showers_at_once = process->shower.settings.enabled ? sum->showers_at_once : 0,
        .first = sum->first,
        .count = all || most < counted ? counted : most,
        .bounded = !all,
        .cut_after = process->cut_after || process->merged,
        .merged = process->merged,
        .factors = sum->factors,
        .seed = run->result->seed,
        .largest = sum->sum,
        .negative = &run->result->written_negative,
        .run = event_run_of(process, run->result, &run->total, heads->processes, heads->process_count,
                            heads->variations),
        .rows = heads->rows,
        .reweight = process->stage_legs ? colour_ratio_of_records : NULL,
        .reweight_data = &run->ratio,
        .reweight_largest = run->result->full_colour.ratio_largest,
        .next = sum->next,
        .next_count = event_sum_numbers(process),
        .parts = process->parts,
        .part_count = sum->part_count,
        .written = sum->written,
        .undo = sum->undo,
        .shares = sum->shares,
        .part_variations = heads->of_parts,
        .split = event_split_parts(run->card, process) > 0,
        .checkpoint = run->checkpoint,
        .enhanced = run->total.enhanced,
        /* Behind a shower nothing is left of the legs that resonances were made of. */
        .chains = process->shower.settings.enabled || process->events.hides_chains ? NULL
                                                                                   : process->events.chains,
        .on_shell = process->events.on_shell,
    };
}

/* What weights of events mean: their mean, which is the cross section over all of them, and their unit. */
static void set_weights(const struct run *run, const struct event_sum *sum, int weighted,
                        struct event_source *source)
{
    const double sampled = integral_sampled(&run->total);
    source->absolute = run->process->both_signs ? event_sum_absolute(sum) : fabs(sampled);
    source->run.mean_weight = sum->mean_kept;
    source->run.mean_error = weighted ? 0 : sum->mean_kept_error;
    if (run->process->both_signs && source->absolute > 0)
        source->run.mean_weight *= sampled / source->absolute;
    if (run->total.enhanced && sampled != 0)
        source->run.mean_weight *= run->total.value / sampled;
    if (weighted && sum->accepted > 0)
        source->run.mean_weight = run->total.value /
                                  (source->run.apart ? sum->configurations : sum->accepted);
    source->run.unit = weighted ? 0 : sum->sum * (source->reweight ? source->reweight_largest : 1);
}

/* What events of each process weigh, where parts have numbers of events of their own. `undo`: of each part.
 */
static void set_units(const struct process *process, double unit, const double *undo, struct heads *heads)
{
    for (size_t k = 0; k < process->part_count && undo; ++k)
        for (size_t i = process->parts[k].first; i < process->parts[k].first + process->parts[k].count; ++i)
            heads->processes[heads->rows[i]].unit = unit * undo[k];
}

/* Tells in the result what was written. `weights`: sums of weights and of their squares. */
static void tell(const struct run *run, const struct event_sum *sum, int weighted,
                 const struct event_source *source, const double weights[2])
{
    ts_result *result = run->result;
    for (size_t i = 0; i < sum->part_count; ++i) {
        ts_multiplicity *row = &result->multiplicities[i];
        row->written = sum->written[i];
        row->kept = weighted ? 0 : event_sum_kept(sum, &run->process->parts[i]);
    }
    result->effective_events = events_effective(weights);
    result->efficiency_bootstrapped = sum->bootstrapped;
    if (source->reweight)
        result->efficiency_bootstrapped *= result->full_colour.ratio / source->reweight_largest;
    if (run->process->both_signs && !weighted && source->absolute > 0 && !source->run.grouped)
        result->negative_share = 0.5 - 0.5 * integral_sampled(&run->total) / source->absolute;
}

ts_status run_write_events(struct run *run)
{
    ts_context *context = run->context;
    struct heads heads;
    if (!heads_create(run, &heads)) {
        heads_free(&heads);
        return ts_fail_memory(context, "the processes of a file of events");
    }
    const int weighted = card_request(run->card)->events.weighted != 0;
    const int threads = parallel_threads(context, run->settings->threads);
    struct event_sum_settings settings = event_sum_settings_of(run->card, run->result->seed, threads);
    settings.progress = run->settings->progress;
    settings.progress_data = run->settings->progress_data;
    struct event_sum sum;
    ts_status status = event_sum_create(context, run->device, run->process, run->parts, &settings, &sum);
    run->result->seconds_compile += sum.seconds_compile;
    double weights[2] = {0, 0};
    struct event_source source = source_of(run, &heads, &sum);
    source.run.apart = run->process->merged;
    set_weights(run, &sum, weighted, &source);
    set_units(run->process, source.run.unit, sum.undo, &heads);
    source.weights = weights;
    source.run.kept = checkpoint_keeps(run->checkpoint);
    source.run.threads = threads;
    source.run.grouped = event_sum_configurations(&sum) > 1;
    source.run.particles_most = status ? 0 : event_sum_particles(&sum, run->process);
    if (!status)
        status = source.run.card ? events_of_run(context, run->card, &source, run->settings, run->result)
                                 : ts_fail_memory(context, "a card");
    tell(run, &sum, weighted, &source, weights);
    event_sum_destroy(&sum);
    free((void *)(uintptr_t)source.run.card);
    heads_free(&heads);
    return status;
}

#include "integrate/journal.h"

#include <stdlib.h>
#include <string.h>

static void forget_channels(struct journal *journal)
{
    for (size_t i = 0; i < journal->channel_count && journal->channels; ++i) {
        free(journal->channels[i].grid);
        free(journal->channels[i].bins);
    }
    free(journal->channels);
    journal->channels = NULL;
    journal->channel_count = 0;
}

void journal_destroy(struct journal *journal)
{
    forget_channels(journal);
    free(journal->rows);
    free(journal->varied);
    free(journal->targets);
    free(journal->begun.totals);
    free(journal->begun.refinement);
    *journal = (struct journal){0};
}

int journal_is_behind(const struct journal *journal) { return journal && journal->next < journal->count; }

static ts_status refuse(ts_context *context)
{
    return ts_fail(context, TS_ERROR_INPUT,
                   "The checkpoint does not fit what it is of: begin again without --resume.");
}

ts_status journal_look_up(ts_context *context, struct journal *journal, uint64_t channel,
                          struct stratification layout, struct engine *engine, struct iteration_sums *sums,
                          struct varied_sums *varied)
{
    const struct journal_row *row = &journal->rows[journal->next];
    const size_t variations = engine->integrand->variations;
    const struct stratification *was = &row->sums.layout;
    if (row->channel != channel || was->per_axis != layout.per_axis || was->samples != layout.samples ||
        was->cubes != layout.cubes || journal->variations != variations)
        return refuse(context);
    if (variations)
        memcpy(varied, journal->varied + variations * journal->next, variations * sizeof *varied);
    ++journal->next;
    *sums = row->sums;
    engine->next_event += sums->events;
    engine->scale = row->scale;
    return TS_OK;
}

/* Room for one more row, and for its variations. */
static ts_status make_room(ts_context *context, struct journal *journal)
{
    if (journal->count < journal->room)
        return TS_OK;
    const size_t room = 2 * journal->room + 64;
    struct journal_row *rows = realloc(journal->rows, room * sizeof *rows);
    if (!rows)
        return ts_fail_memory(context, "the list of iterations");
    journal->rows = rows;
    struct varied_sums *varied = realloc(journal->varied, (room * journal->variations + 1) * sizeof *varied);
    if (!varied)
        return ts_fail_memory(context, "the list of iterations");
    journal->varied = varied;
    journal->room = room;
    return TS_OK;
}

double journal_target(const struct journal *journal, double otherwise)
{
    for (size_t i = journal->target_count; i > 0; --i)
        if (journal->targets[i - 1].from <= journal->next)
            return journal->targets[i - 1].relative_error;
    return otherwise;
}

ts_status journal_ask(ts_context *context, struct journal *journal, double relative_error)
{
    const size_t count = journal->target_count;
    if (count && journal->targets[count - 1].relative_error == relative_error)
        return TS_OK;
    struct journal_target *targets = realloc(journal->targets, (count + 1) * sizeof *targets);
    if (!targets)
        return ts_fail_memory(context, "a checkpoint");
    journal->targets = targets;
    targets[count] = (struct journal_target){journal->count + (journal->begun.cubes > 0), relative_error};
    journal->target_count = count + 1;
    return TS_OK;
}

ts_status journal_note(ts_context *context, struct journal *journal, uint64_t channel,
                       const struct engine *engine, const struct iteration_sums *sums,
                       const struct varied_sums *varied)
{
    const size_t variations = engine->integrand->variations;
    if (!journal->count)
        journal->variations = variations;
    if (journal->variations != variations)
        return refuse(context);
    const ts_status status = make_room(context, journal);
    if (status)
        return status;
    if (variations)
        memcpy(journal->varied + variations * journal->count, varied, variations * sizeof *varied);
    journal->rows[journal->count++] = (struct journal_row){channel, *sums, engine->scale};
    journal->next = journal->count;
    journal->begun.cubes = 0;
    return TS_OK;
}

ts_status journal_make_channels(ts_context *context, struct journal *journal, size_t count)
{
    if (journal->channel_count == count)
        return TS_OK;
    forget_channels(journal);
    journal->channels = calloc(count, sizeof *journal->channels);
    if (!journal->channels)
        return ts_fail_memory(context, "a checkpoint");
    journal->channel_count = count;
    return TS_OK;
}

ts_status journal_take_channel(struct journal *journal, size_t channel, const struct engine *engine,
                               const ts_bin *bins, size_t bin_count)
{
    struct journal_channel *taken = &journal->channels[channel];
    double *grid;
    size_t length;
    const ts_status status = engine_read_grid(engine, &grid, &length);
    if (status)
        return status;
    free(taken->grid);
    taken->grid = grid;
    taken->grid_length = length;
    ts_bin *copy = realloc(taken->bins, (bin_count + 1) * sizeof *copy);
    if (!copy)
        return ts_fail_memory(engine->context, "a checkpoint");
    memcpy(copy, bins, bin_count * sizeof *bins);
    taken->bins = copy;
    taken->bin_count = bin_count;
    return TS_OK;
}

/* The engine finds the iteration under way as it was left. */
static ts_status restore_begun(const struct journal *journal, struct engine *engine)
{
    if (journal->begun.totals_length != engine->length)
        return refuse(engine->context);
    memcpy(engine->totals, journal->begun.totals, engine->length * sizeof *engine->totals);
    engine->begun = journal->begun.cubes;
    engine->begun_scale = journal->begun.scale;
    if (!journal->begun.refinement_length)
        return TS_OK;
    if (journal->begun.refinement_length * sizeof(int64_t) != engine->buffers.refinement->bytes)
        return refuse(engine->context);
    return device_sums_write(engine->context, engine->buffers.refinement, journal->begun.refinement);
}

ts_status journal_restore_channel(const struct journal *journal, size_t channel, struct engine *engine,
                                  ts_bin *bins, size_t bin_count)
{
    const struct journal_channel *taken = &journal->channels[channel];
    const size_t axes = (size_t)engine->integrand->dimensions, grid_bins = (size_t)engine->grid_bins;
    if (taken->bin_count != bin_count || taken->grid_length < 2 * axes * grid_bins ||
        !grid_is_whole(taken->grid, axes, grid_bins))
        return refuse(engine->context);
    memcpy(bins, taken->bins, bin_count * sizeof *bins);
    const ts_status status = engine_write_grid(engine, taken->grid, taken->grid_length);
    if (status || !journal->begun.cubes || journal->begun.channel != channel)
        return status;
    return restore_begun(journal, engine);
}

ts_status journal_take_begun(struct journal *journal, size_t channel, const struct engine *engine)
{
    const size_t length = engine->refining ? engine->buffers.refinement->bytes / sizeof(int64_t) : 0;
    int64_t *totals = realloc(journal->begun.totals, engine->length * sizeof *totals);
    if (!totals)
        return ts_fail_memory(engine->context, "a checkpoint");
    journal->begun.totals = totals;
    int64_t *refinement = realloc(journal->begun.refinement, (length + 1) * sizeof *refinement);
    if (!refinement)
        return ts_fail_memory(engine->context, "a checkpoint");
    journal->begun.refinement = refinement;
    memcpy(totals, engine->totals, engine->length * sizeof *totals);
    journal->begun.totals_length = engine->length;
    journal->begun.refinement_length = length;
    journal->begun.channel = channel;
    journal->begun.cubes = engine->begun;
    journal->begun.scale = engine->scale;
    return length ? device_sums_read(engine->context, engine->buffers.refinement, refinement) : TS_OK;
}

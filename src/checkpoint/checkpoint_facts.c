/* The journal of an integral and the progress of events as named facts. */
#include "checkpoint/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_COUNTS = 16,
    ROW_NUMBERS = 7,
    VARIED_NUMBERS = 2,
    BIN_NUMBERS = 6,
    TALLY_COUNTS = 6,
    NAME_BYTES = 32
};

/* Facts on their way into a state. */
struct facts {
    ts_context *context;
    ts_integral_state *state;
    ts_status status;
};

/* Room for so many values under a name; NULL where there are none or memory lacks. */
static void *put(struct facts *facts, const char *name, enum state_kind kind, size_t count)
{
    if (facts->status || !count)
        return NULL;
    struct state_entry *entry = state_put(facts->state, name, kind, 1, count);
    if (!entry)
        facts->status = ts_fail_memory(facts->context, "a checkpoint");
    return entry ? entry->data : NULL;
}

static void put_copy(struct facts *facts, const char *name, enum state_kind kind, const void *values,
                     size_t count)
{
    void *room = put(facts, name, kind, count);
    if (room)
        memcpy(room, values, count * state_size(kind));
}

/* The values of a name, `count` of them; NULL where it is missing or holds others. */
static const void *get(const ts_integral_state *state, const char *name, enum state_kind kind, size_t count)
{
    const struct state_entry *entry = state_find(state, name);
    return entry && entry->kind == kind && entry->rows * entry->columns == count ? entry->data : NULL;
}

static size_t length_of(const ts_integral_state *state, const char *name)
{
    const struct state_entry *entry = state_find(state, name);
    return entry ? entry->rows * entry->columns : 0;
}

static void put_rows(struct facts *facts, const struct journal *journal)
{
    uint64_t *counts = put(facts, "iteration_counts", STATE_COUNTS, ROW_COUNTS * journal->count);
    double *numbers = put(facts, "iteration_numbers", STATE_NUMBERS, ROW_NUMBERS * journal->count);
    for (size_t i = 0; i < journal->count && counts && numbers; ++i) {
        const struct journal_row *row = &journal->rows[i];
        const struct iteration_sums *sums = &row->sums;
        const uint64_t of_row[ROW_COUNTS] = {
            row->channel,     sums->layout.per_axis,  sums->layout.samples, sums->layout.cubes,
            sums->events,     sums->accepted,         sums->repeated,       sums->limited,
            sums->not_finite, sums->first_not_finite, sums->exceeded,       sums->capped,
            sums->vetoed,     sums->unordered,        sums->unclustered,    sums->weightless};
        const double real[ROW_NUMBERS] = {sums->value,         sums->variance,     sums->largest,
                                          row->scale.sums,     sums->largest_size, row->scale.entries,
                                          sums->exceeded_value};
        memcpy(counts + ROW_COUNTS * i, of_row, sizeof of_row);
        memcpy(numbers + ROW_NUMBERS * i, real, sizeof real);
    }
}

/* What was asked for, and from which iteration on. */
static void put_targets(struct facts *facts, const struct journal *journal)
{
    uint64_t *from = put(facts, "targets_from", STATE_COUNTS, journal->target_count);
    double *errors = put(facts, "targets", STATE_NUMBERS, journal->target_count);
    for (size_t i = 0; i < journal->target_count && from && errors; ++i) {
        from[i] = journal->targets[i].from;
        errors[i] = journal->targets[i].relative_error;
    }
}

/* What the iterations gave for each variation. */
static void put_varied(struct facts *facts, const struct journal *journal)
{
    const size_t all = journal->count * journal->variations;
    double *numbers = put(facts, "varied_numbers", STATE_NUMBERS, VARIED_NUMBERS * all);
    uint64_t *lost = put(facts, "varied_lost", STATE_COUNTS, all);
    for (size_t i = 0; i < all && numbers && lost; ++i) {
        numbers[VARIED_NUMBERS * i] = journal->varied[i].value;
        numbers[VARIED_NUMBERS * i + 1] = journal->varied[i].variance;
        lost[i] = journal->varied[i].lost;
    }
}

static void put_channel(struct facts *facts, size_t index, const struct journal_channel *channel)
{
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "grid_%zu", index);
    put_copy(facts, name, STATE_NUMBERS, channel->grid, channel->grid_length);
    snprintf(name, sizeof name, "bins_%zu", index);
    double *numbers = put(facts, name, STATE_NUMBERS, BIN_NUMBERS * channel->bin_count);
    snprintf(name, sizeof name, "entries_%zu", index);
    uint64_t *entries = put(facts, name, STATE_COUNTS, channel->bin_count);
    for (size_t i = 0; i < channel->bin_count && numbers && entries; ++i) {
        const ts_bin *bin = &channel->bins[i];
        const double of_bin[BIN_NUMBERS] = {bin->low,    bin->high,   bin->sum_w,
                                            bin->sum_w2, bin->sum_wx, bin->sum_wx2};
        memcpy(numbers + BIN_NUMBERS * i, of_bin, sizeof of_bin);
        entries[i] = bin->entries;
    }
}

ts_status facts_of_journal(ts_context *context, const struct journal *journal, ts_integral_state *state)
{
    struct facts facts = {context, state, TS_OK};
    const uint64_t shape[] = {journal->count, journal->channel_count};
    put_copy(&facts, "shape", STATE_COUNTS, shape, 2);
    put_copy(&facts, "seconds", STATE_NUMBERS, &journal->seconds, 1);
    put_rows(&facts, journal);
    put_targets(&facts, journal);
    put_varied(&facts, journal);
    for (size_t i = 0; i < journal->channel_count; ++i)
        put_channel(&facts, i, &journal->channels[i]);
    if (!journal->begun.cubes)
        return facts.status;
    const uint64_t begun[] = {journal->begun.channel, journal->begun.cubes};
    put_copy(&facts, "begun", STATE_COUNTS, begun, 2);
    const double scale[] = {journal->begun.scale.sums, journal->begun.scale.entries};
    put_copy(&facts, "begun_scale", STATE_NUMBERS, scale, 2);
    put_copy(&facts, "begun_totals", STATE_COUNTS, journal->begun.totals, journal->begun.totals_length);
    put_copy(&facts, "begun_refinement", STATE_COUNTS, journal->begun.refinement,
             journal->begun.refinement_length);
    return facts.status;
}

static int is_scale(double scale) { return isfinite(scale) && scale > 0; }

/* Whether a row can be what an iteration came to: no sum is lost, its sub-cubes have its events, and no more
 * of them count. */
static int is_row(const struct journal_row *row)
{
    const struct iteration_sums *sums = &row->sums;
    const struct stratification *layout = &sums->layout;
    return isfinite(sums->value) && isfinite(sums->variance) && sums->variance >= 0 &&
           isfinite(sums->largest) && isfinite(sums->largest_size) && isfinite(sums->exceeded_value) &&
           is_scale(row->scale.sums) && is_scale(row->scale.entries) && sums->accepted <= sums->events &&
           sums->weightless <= sums->accepted && sums->not_finite <= sums->events && layout->cubes &&
           layout->samples && sums->events % layout->samples == 0 &&
           sums->events / layout->samples == layout->cubes;
}

static int get_rows(const ts_integral_state *state, size_t count, struct journal *journal)
{
    const uint64_t *counts = get(state, "iteration_counts", STATE_COUNTS, ROW_COUNTS * count);
    const double *numbers = get(state, "iteration_numbers", STATE_NUMBERS, ROW_NUMBERS * count);
    if (count && (!counts || !numbers))
        return 0;
    journal->rows = calloc(count + 1, sizeof *journal->rows);
    for (size_t i = 0; i < count && journal->rows && counts && numbers; ++i) {
        const uint64_t *n = counts + ROW_COUNTS * i;
        const double *x = numbers + ROW_NUMBERS * i;
        journal->rows[i] = (struct journal_row){
            .channel = n[0],
            .sums = {.layout = {.per_axis = n[1], .samples = n[2], .cubes = n[3]},
                     .events = n[4],
                     .accepted = n[5],
                     .repeated = n[6],
                     .limited = n[7],
                     .not_finite = n[8],
                     .first_not_finite = n[9],
                     .exceeded = n[10],
                     .capped = n[11],
                     .vetoed = n[12],
                     .unordered = n[13],
                     .unclustered = n[14],
                     .weightless = n[15],
                     .value = x[0],
                     .variance = x[1],
                     .largest = x[2],
                     .largest_size = x[4],
                     .exceeded_value = x[6]},
            .scale = {x[3], x[5]},
        };
        if (!is_row(&journal->rows[i]))
            return 0;
    }
    journal->count = journal->rows ? count : 0;
    journal->room = journal->count; /* what comes next makes room, also for variations */
    return journal->rows != NULL;
}

/* A run that was stopped before its integral began has none of these. */
static int get_targets(const ts_integral_state *state, struct journal *journal)
{
    const size_t count = length_of(state, "targets");
    const uint64_t *from = get(state, "targets_from", STATE_COUNTS, count);
    const double *errors = get(state, "targets", STATE_NUMBERS, count);
    if (count && (!from || !errors))
        return 0;
    journal->targets = calloc(count + 1, sizeof *journal->targets);
    for (size_t i = 0; i < count && journal->targets && from && errors; ++i) {
        if (!is_scale(errors[i]) || from[i] > journal->count + 1 || (i && from[i] < from[i - 1]))
            return 0;
        journal->targets[i] = (struct journal_target){from[i], errors[i]};
    }
    journal->target_count = journal->targets ? count : 0;
    return journal->targets != NULL;
}

/* A run without variations has none of these. */
static int get_varied(const ts_integral_state *state, struct journal *journal)
{
    const size_t all = length_of(state, "varied_lost");
    const uint64_t *lost = get(state, "varied_lost", STATE_COUNTS, all);
    const double *numbers = get(state, "varied_numbers", STATE_NUMBERS, VARIED_NUMBERS * all);
    if (all && (!lost || !numbers || !journal->count || all % journal->count))
        return 0;
    journal->variations = all ? all / journal->count : 0;
    journal->varied = calloc(all + 1, sizeof *journal->varied);
    for (size_t i = 0; i < all && journal->varied && lost && numbers; ++i) {
        const double value = numbers[VARIED_NUMBERS * i], variance = numbers[VARIED_NUMBERS * i + 1];
        if (!isfinite(value) || !isfinite(variance) || variance < 0)
            return 0;
        journal->varied[i] = (struct varied_sums){.value = value, .variance = variance, .lost = lost[i]};
    }
    return journal->varied != NULL;
}

/* A copy, to be freed. */
static void *copy_of(const void *values, size_t bytes)
{
    void *copy = malloc(bytes + 1);
    if (copy && values)
        memcpy(copy, values, bytes);
    return copy;
}

static int get_channel(const ts_integral_state *state, size_t index, struct journal_channel *channel)
{
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "grid_%zu", index);
    const size_t length = length_of(state, name);
    const double *grid = get(state, name, STATE_NUMBERS, length);
    snprintf(name, sizeof name, "entries_%zu", index);
    const size_t bins = length_of(state, name);
    const uint64_t *entries = get(state, name, STATE_COUNTS, bins);
    snprintf(name, sizeof name, "bins_%zu", index);
    const double *numbers = get(state, name, STATE_NUMBERS, BIN_NUMBERS * bins);
    if (!grid || (bins && (!entries || !numbers)))
        return 0;
    channel->grid = copy_of(grid, length * sizeof *grid);
    channel->bins = calloc(bins + 1, sizeof *channel->bins);
    channel->grid_length = length;
    channel->bin_count = bins;
    for (size_t i = 0; i < bins && channel->bins && numbers && entries; ++i) {
        const double *x = numbers + BIN_NUMBERS * i;
        channel->bins[i] = (ts_bin){x[0], x[1], x[2], x[3], x[4], x[5], entries[i]};
        if (x[0] > x[1] || !isfinite(x[2]) || !isfinite(x[3]) || x[3] < 0 || !isfinite(x[4]) ||
            !isfinite(x[5]))
            return 0;
    }
    return channel->grid && channel->bins;
}

static int get_begun(const ts_integral_state *state, struct journal *journal)
{
    const uint64_t *begun = get(state, "begun", STATE_COUNTS, 2);
    if (!begun)
        return 1;
    const double *scale = get(state, "begun_scale", STATE_NUMBERS, 2);
    const size_t totals = length_of(state, "begun_totals");
    const size_t refinement = length_of(state, "begun_refinement");
    const void *sums = get(state, "begun_totals", STATE_COUNTS, totals);
    const void *bins = get(state, "begun_refinement", STATE_COUNTS, refinement);
    if (!scale || !is_scale(scale[0]) || !is_scale(scale[1]) || !sums || (refinement && !bins))
        return 0;
    journal->begun.channel = begun[0];
    journal->begun.cubes = begun[1];
    journal->begun.scale = (struct scales){scale[0], scale[1]};
    journal->begun.totals_length = totals;
    journal->begun.totals = copy_of(sums, totals * sizeof(int64_t));
    journal->begun.refinement_length = refinement;
    journal->begun.refinement = copy_of(bins, refinement * sizeof(int64_t));
    return journal->begun.totals && journal->begun.refinement;
}

ts_status facts_to_journal(ts_context *context, const ts_integral_state *state, struct journal *journal)
{
    const uint64_t *shape = get(state, "shape", STATE_COUNTS, 2);
    const double *seconds = get(state, "seconds", STATE_NUMBERS, 1);
    int right = shape && seconds && isfinite(*seconds) && *seconds >= 0 && shape[1] &&
                length_of(state, "iteration_counts") == ROW_COUNTS * shape[0] && shape[1] <= state->count;
    *journal = (struct journal){.seconds = right ? *seconds : 0};
    if (right)
        right = get_rows(state, (size_t)shape[0], journal) && get_targets(state, journal) &&
                get_varied(state, journal);
    if (right) {
        const ts_status status = journal_make_channels(context, journal, (size_t)shape[1]);
        if (status)
            return status;
    }
    for (size_t i = 0; i < journal->channel_count && right; ++i)
        right = get_channel(state, i, &journal->channels[i]);
    if (right && get_begun(state, journal))
        return TS_OK;
    journal_destroy(journal);
    return ts_fail(context, TS_ERROR_INPUT,
                   "%s does not hold all that it should, or there is not enough memory for it.",
                   state_label(state));
}

ts_status facts_put_text(ts_context *context, ts_integral_state *state, const char *name, const char *text,
                         size_t bytes)
{
    struct state_entry *entry = state_put(state, name, STATE_WORDS, 1, bytes);
    if (!entry)
        return ts_fail_memory(context, "a checkpoint");
    memcpy(entry->data, text, bytes);
    return TS_OK;
}

const char *facts_text(const ts_integral_state *state, const char *name)
{
    const struct state_entry *entry = state_find(state, name);
    return entry && entry->kind == STATE_WORDS ? entry->data : "";
}

ts_status facts_of_ratios(ts_context *context, const double *ratios, size_t count, ts_integral_state *state)
{
    struct facts facts = {context, state, TS_OK};
    put_copy(&facts, "colour_ratios", STATE_NUMBERS, ratios, count);
    return facts.status;
}

ts_status facts_to_ratios(ts_context *context, const ts_integral_state *state, double **ratios, size_t *count)
{
    *count = length_of(state, "colour_ratios");
    const double *values = get(state, "colour_ratios", STATE_NUMBERS, *count);
    for (size_t i = 0; values && i < *count; ++i)
        values = isfinite(values[i]) ? values : NULL;
    *ratios = *count && values ? copy_of(values, *count * sizeof *values) : NULL;
    if (!*count || *ratios)
        return TS_OK;
    *count = 0;
    return ts_fail(context, TS_ERROR_INPUT,
                   "%s does not hold all that it should, or there is not enough memory for it.",
                   state_label(state));
}

ts_status facts_of_events(ts_context *context, const struct event_progress *progress,
                          ts_integral_state *state)
{
    struct facts facts = {context, state, TS_OK};
    const ts_events *tally = &progress->tally;
    const uint64_t counts[TALLY_COUNTS] = {tally->tried,   tally->written,  tally->above,
                                           tally->limited, progress->named, progress->negative};
    put_copy(&facts, "events", STATE_COUNTS, counts, TALLY_COUNTS);
    put_copy(&facts, "events_worst", STATE_NUMBERS, &tally->worst, 1);
    put_copy(&facts, "events_weights", STATE_NUMBERS, progress->weights, 2);
    put_copy(&facts, "events_next", STATE_COUNTS, progress->next, progress->next_count);
    uint64_t *bytes = put(&facts, "files", STATE_COUNTS, progress->file_count);
    for (size_t i = 0; i < progress->file_count && bytes && !facts.status; ++i) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "file_%zu", i);
        bytes[i] = progress->files[i].bytes;
        facts.status = facts_put_text(context, state, name, progress->files[i].rest,
                                      progress->files[i].rest_bytes);
    }
    return facts.status;
}

int facts_to_events(const ts_integral_state *state, struct event_progress *progress)
{
    const uint64_t *counts = get(state, "events", STATE_COUNTS, TALLY_COUNTS);
    const double *worst = get(state, "events_worst", STATE_NUMBERS, 1);
    const double *weights = get(state, "events_weights", STATE_NUMBERS, 2);
    const uint64_t *next = get(state, "events_next", STATE_COUNTS, progress->next_count);
    const size_t files = length_of(state, "files");
    const uint64_t *bytes = get(state, "files", STATE_COUNTS, files);
    if (!counts || !worst || !weights || !next || !bytes || files > EVENT_FORMATS_MOST)
        return 0;
    if (counts[1] > counts[0] || counts[5] > counts[1] || !isfinite(*worst) || !isfinite(weights[0]) ||
        !isfinite(weights[1]) || weights[1] < 0)
        return 0;
    progress->tally = (ts_events){
        .tried = counts[0], .written = counts[1], .above = counts[2], .limited = counts[3], .worst = *worst};
    progress->named = counts[4];
    memcpy(progress->weights, weights, sizeof progress->weights);
    progress->negative = counts[5];
    memcpy(progress->next, next, progress->next_count * sizeof *next);
    progress->file_count = files;
    for (size_t i = 0; i < files; ++i) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "file_%zu", i);
        const struct state_entry *rest = state_find(state, name);
        if (!rest || rest->kind != STATE_WORDS)
            return 0;
        progress->files[i] = (struct event_position){.bytes = bytes[i],
                                                     .rest = rest->data,
                                                     .rest_bytes = rest->columns};
    }
    return 1;
}

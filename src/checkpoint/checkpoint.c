#include "checkpoint/checkpoint.h"

#include "checkpoint/made_of.h"
#include "core/card_write.h"
#include "core/clock.h"
#include "core/context.h"
#include "core/file.h"
#include "core/file_beside.h"
#include "core/ranks.h"
#include "program/kernels.h"
#include "tessera/version.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MOST = 1 << 30, PATH_BYTES = 4200 };

/* The number changes where an old checkpoint would be read wrongly. */
static const struct state_format checkpoint_format = {"tessera checkpoint 3", "checkpoint of a run", 1};

void checkpoint_path(const char *folder, char *path, size_t bytes)
{
    snprintf(path, bytes, "%s/checkpoint.json", folder);
}

static void hash_values(XXH3_state_t *hash, const void *values, size_t bytes)
{
    if (bytes)
        XXH3_128bits_update(hash, values, bytes);
}

/* Channels share texts and tables, which are gigabytes where each counts again. */
void checkpoint_hash_process(const struct process *process, char text[20])
{
    size_t count;
    const struct integrand *channels = process_channels(process, &count);
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_128bits_reset(&hash);
    kernels_hash(&hash);
    for (size_t i = 0; i < count; ++i) {
        const struct integrand *channel = &channels[i], *before = i ? channel - 1 : NULL;
        const int facts[] = {channel->double_precision, channel->mixed, channel->dimensions};
        hash_values(&hash, facts, sizeof facts);
        if (!before || before->text != channel->text)
            hash_values(&hash, channel->text, strlen(channel->text));
        hash_values(&hash, channel->parameters, channel->parameter_count * sizeof *channel->parameters);
        if (!before || before->tables != channel->tables) {
            hash_values(&hash, channel->tables, channel->table_length * sizeof *channel->tables);
            hash_values(&hash, channel->integers, channel->integer_count * sizeof *channel->integers);
        }
        hash_values(&hash, &channel->unit, sizeof channel->unit);
    }
    snprintf(text, 20, "h%016llx", (unsigned long long)XXH3_128bits_digest(&hash).low64);
}

static int due_of_integral(void *data) { return checkpoint_is_due(data); }

static void write_of_integral(void *data, const struct journal *journal)
{
    (void)journal; /* the checkpoint's own */
    checkpoint_write(data, NULL);
}

/* The option that may be another one where a run goes on. */
static const char target_key[] = "integration.relative_error";

/* Refuses a checkpoint of another run. Where another relative error is asked for than before, that is said.
 * What is made of the whole integral then begins anew: ratios of colours, events. */
static ts_status check(struct checkpoint *checkpoint, const ts_card *whole)
{
    ts_context *context = checkpoint->context;
    const char *version = facts_text(checkpoint->state, "version");
    if (strcmp(version, TESSERA_VERSION) != 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s was written by version %.20s, this is " TESSERA_VERSION
                       ": go on with that version, or begin again with --force.",
                       checkpoint->path, *version ? version : "?");
    json_t *ours = card_json(whole);
    json_t *theirs = json_loads(facts_text(checkpoint->state, "card"), 0, NULL);
    char difference[512] = "";
    ts_status status = TS_OK;
    if (card_difference(theirs, ours, target_key, difference, sizeof difference))
        status =
            ts_fail(context, TS_ERROR_INPUT,
                    "%s is of another card: %s. Go on with the card as it was, or begin again with --force.",
                    checkpoint->path, difference);
    else if (strcmp(facts_text(checkpoint->state, "process"), checkpoint->process) != 0)
        status = ts_fail(
            context, TS_ERROR_INPUT,
            "%s is of the same card, but that stands for other numbers by now: the densities of %s, "
            "the model's table or its parameter card, say, or this program were changed. Begin again with --force.",
            checkpoint->path, card_request(whole)->pdf);
    else if (card_difference(theirs, ours, NULL, difference, sizeof difference)) {
        checkpoint->has_other_target = 1;
        ts_log(context, TS_LOG_INFO, "%s: the integral goes on from %s, and what follows it begins anew.",
               difference, checkpoint->path);
    }
    json_decref(ours);
    json_decref(theirs);
    return status;
}

static ts_status read_checkpoint(struct checkpoint *checkpoint, const ts_card *whole)
{
    ts_context *context = checkpoint->context;
    char *text, label[PATH_BYTES + 16];
    size_t bytes;
    ts_status status = ranks_file_read(context, checkpoint->path, TEXT_MOST, &text, &bytes);
    if (status)
        return status;
    snprintf(label, sizeof label, "The file %s", checkpoint->path);
    ts_integral_state *read = NULL;
    status = state_parse(context, label, text, bytes, &checkpoint_format, 1, &read);
    free(text);
    if (status)
        return status;
    ts_integral_state_destroy(&checkpoint->state);
    checkpoint->state = read;
    status = check(checkpoint, whole);
    if (!status)
        status = facts_to_journal(context, read, &checkpoint->integral.journal);
    checkpoint->goes_on = !status;
    if (!status && !checkpoint->has_other_target)
        status = facts_to_ratios(context, read, &checkpoint->ratios, &checkpoint->ratio_count);
    checkpoint->has_events = !status && !checkpoint->has_other_target && state_find(read, "events") != NULL;
    return status;
}

/* What is there already, where the run does not go on from it. */
static ts_status replace_old(const struct checkpoint *checkpoint, const ts_run_settings *settings)
{
    if (settings->keep_others)
        return ts_fail(
            checkpoint->context, TS_ERROR_INPUT,
            "%s is there, of a run that was stopped: --resume goes on from it, --force begins again.",
            checkpoint->path);
    return ranks_first(checkpoint->context) ? checkpoint_remove(checkpoint->context, settings->folder)
                                            : TS_OK;
}

ts_status checkpoint_open(ts_context *context, const ts_run_settings *settings, const ts_card *whole,
                          const struct process *process, struct checkpoint *checkpoint)
{
    *checkpoint = (struct checkpoint){.context = context, .folder = settings->folder};
    if (!settings->folder)
        return settings->resume
                   ? ts_fail(context, TS_ERROR_INPUT, "A run goes on in a folder, and none is given.")
                   : TS_OK;
    checkpoint->every = settings->checkpoint_seconds;
    checkpoint->last = clock_seconds();
    checkpoint_path(settings->folder, checkpoint->path, sizeof checkpoint->path);
    checkpoint->integral.due = due_of_integral;
    checkpoint->integral.write = write_of_integral;
    checkpoint->integral.data = checkpoint;
    checkpoint_hash_process(process, checkpoint->process);
    checkpoint->card = card_json_text(card_json(whole));
    checkpoint->state = calloc(1, sizeof *checkpoint->state);
    if (!checkpoint->card || !checkpoint->state)
        return ts_fail_memory(context, "a checkpoint");
    int64_t is_there = access(checkpoint->path, F_OK) == 0;
    const ts_status decided = ranks_decide(context, "a checkpoint", &is_there);
    if (decided)
        return decided;
    if (settings->resume && is_there)
        return read_checkpoint(checkpoint, whole);
    if (settings->resume)
        ts_log(context, TS_LOG_INFO, "There is no %s: the run begins at its beginning.", checkpoint->path);
    return is_there ? replace_old(checkpoint, settings) : TS_OK;
}

void checkpoint_close(struct checkpoint *checkpoint)
{
    /* Unfinished files are of use to a checkpoint alone. */
    if (checkpoint->card && ranks_first(checkpoint->context) && checkpoint_keeps(checkpoint) &&
        access(checkpoint->path, F_OK) && errno == ENOENT)
        checkpoint_remove(checkpoint->context, checkpoint->folder);
    journal_destroy(&checkpoint->integral.journal);
    ts_integral_state_destroy(&checkpoint->state);
    free(checkpoint->card);
    free(checkpoint->ratios);
    *checkpoint = (struct checkpoint){.context = NULL};
}

struct checkpoints *checkpoint_of_integral(struct checkpoint *checkpoint)
{
    return checkpoint_keeps(checkpoint) || checkpoint->integral.journal.channel_count ? &checkpoint->integral
                                                                                      : NULL;
}

int checkpoint_keeps(const struct checkpoint *checkpoint)
{
    return checkpoint->every > 0 || checkpoint->integral.journal.channel_count;
}

int checkpoint_is_due(struct checkpoint *checkpoint)
{
    const double now = clock_seconds();
    int64_t is_due = fabs(now - checkpoint->last) >= checkpoint->every; /* the clock may have been put back */
    return checkpoint->every > 0 && !ranks_decide(checkpoint->context, "a checkpoint", &is_due) && is_due;
}

static ts_status make_facts(struct checkpoint *checkpoint, const struct event_progress *events)
{
    ts_context *context = checkpoint->context;
    ts_integral_state *state = checkpoint->state;
    state_cut(state, 0);
    ts_status status = facts_put_text(context, state, "version", TESSERA_VERSION, strlen(TESSERA_VERSION));
    if (!status)
        status = facts_put_text(context, state, "card", checkpoint->card, strlen(checkpoint->card));
    if (!status)
        status = facts_put_text(context, state, "process", checkpoint->process, strlen(checkpoint->process));
    if (!status)
        status = facts_of_journal(context, &checkpoint->integral.journal, state);
    if (!status)
        status = facts_of_ratios(context, checkpoint->ratios, checkpoint->ratio_count, state);
    if (!status && events)
        status = facts_of_events(context, events, state);
    return status;
}

void checkpoint_write(struct checkpoint *checkpoint, const struct event_progress *events)
{
    ts_context *context = checkpoint->context;
    if (!(checkpoint->every > 0) || !ranks_first(context))
        return;
    ts_status status = make_facts(checkpoint, events);
    char *text = status ? NULL : state_text(checkpoint->state, &checkpoint_format);
    if (!status && !text)
        status = ts_fail_memory(context, "a checkpoint");
    if (!status)
        status = file_make_folder(context, checkpoint->folder, 0777);
    if (!status)
        status = file_write_atomically(context, checkpoint->path, text, strlen(text));
    free(text);
    if (status && !checkpoint->missed)
        ts_log(context, TS_LOG_WARNING, "No checkpoint: %s The run goes on.", ts_context_error(context));
    checkpoint->missed = status != TS_OK;
    checkpoint->last = clock_seconds();
}

int checkpoint_events(struct checkpoint *checkpoint, struct event_progress *progress)
{
    return checkpoint->has_events && facts_to_events(checkpoint->state, progress);
}

ts_status checkpoint_remove(ts_context *context, const char *folder)
{
    char path[PATH_BYTES], part[PATH_BYTES + 8];
    checkpoint_path(folder, path, sizeof path);
    file_remove_stale(path);
    ts_status status = file_remove(context, path);
    char name[EVENT_NAME_BYTES];
    int of_part;
    for (size_t i = 0; event_file_at(i, &of_part, name) && !status; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
        file_part(path, part, sizeof part);
        status = file_remove(context, part);
    }
    return status;
}

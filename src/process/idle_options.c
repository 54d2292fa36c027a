#include "process/process.h"

#include "core/context.h"
#include "core/options.h"

#include <stdio.h>
#include <string.h>

/* Names in a sentence: that of an option, or the first letters of it, which are a group's. */
struct names {
    const char *keys[OPTIONS_MOST];
    size_t lengths[OPTIONS_MOST];
    int count;
};

/* The length of the group that stands before the last dot of a key; 0: none. */
static size_t group_of(const char *key)
{
    const char *dot = strrchr(key, '.');
    return dot ? (size_t)(dot - key) : 0;
}

/* A distance in a group whose particles are there: each is far enough from those that are not. */
static int holds_by_itself(const struct process *process, const char *key)
{
    char cut[OPTION_KEY_BYTES];
    const size_t length = group_of(key);
    snprintf(cut, sizeof cut, "%.*s.pt_min", (int)length, key);
    return !strncmp(key, "cuts.", 5) && !strncmp(key + length, ".dr_", 4) && process_uses(process, cut);
}

/* Whether nothing of the group that a key stands in has a part. */
static int is_idle_group(const struct process *process, const char *key)
{
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i)
        if (!strncmp(options[i].key, key, group_of(key) + 1) && process_uses(process, options[i].key))
            return 0;
    return 1;
}

/* Adds an option, which the table has behind those that are named. */
static void add(const struct process *process, const char *key, struct names *names)
{
    const size_t group = group_of(key);
    const int last = names->count - 1;
    if (last >= 0 && group && !strncmp(names->keys[last], key, group + 1) && is_idle_group(process, key)) {
        names->lengths[last] = group;
        return;
    }
    names->keys[names->count] = key;
    names->lengths[names->count++] = strlen(key);
}

/* "a, b and c" */
static void list(const struct names *names, char *text, size_t bytes)
{
    size_t used = 0;
    *text = 0;
    for (int i = 0; i < names->count && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%s%.*s",
                                 !i                      ? ""
                                 : i + 1 == names->count ? " and "
                                                         : ", ",
                                 (int)names->lengths[i], names->keys[i]);
}

/* Whether a key is of the shower, and the card says that there is to be none. */
static int is_turned_off(const ts_card *card, const char *key)
{
    return option_is_within(key, "shower") && !card_request(card)->shower.enabled;
}

/* What a card has for the events that a run leaves. */
static const char of_other_command[] = "decay";

void idle_options_tell(ts_context *context, const ts_card *card, const struct process *process)
{
    struct names names = {.count = 0};
    char text[640];
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i)
        if (ts_card_has(card, options[i].key) && !process_uses(process, options[i].key) &&
            strcmp(options[i].key, of_other_command) && !holds_by_itself(process, options[i].key) &&
            !is_turned_off(card, options[i].key))
            add(process, options[i].key, &names);
    list(&names, text, sizeof text);
    if (ts_card_has(card, of_other_command))
        ts_log(
            context, TS_LOG_WARNING,
            "decay is what `tessera decay` will do with the events: those of this run have the decays of the "
            "process alone.");
    if (names.count)
        ts_log(context, TS_LOG_WARNING,
               names.count > 1 ? "%s have no part in %s and change nothing."
                               : "%s has no part in %s and changes nothing.",
               text, process->name);
}

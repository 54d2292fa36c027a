#include "derived/subprocess_making.h"

#include "core/context.h"
#include "process/variations_of_card.h"

#include <stdlib.h>
#include <string.h>

/* Places of tables are numbers of the program's precision, of which single ones tell so many apart. Tables of
 * variations are found by blocks, and stand behind all others. */
enum { PLACES_OF_SINGLE = 1 << 24 };

/* "g u > e+ e- u" */
static char *channel_name(const struct subprocess_making *making, int group)
{
    char text[160];
    const struct subprocess *first = &making->setting.list->groups[group].members[0];
    subprocess_print(making->model, making->setting.list->legs, first->pdg,
                     making->setting.list->groups[group].chain.states, first->mirrored, text, sizeof text);
    return strdup(text);
}

int subprocess_highest_power(const struct subprocess_making *making)
{
    int highest = 0;
    for (int part = 0; part < making->part_count; ++part) {
        const struct subprocess_list *list = making->parts[part].list;
        for (int i = 0; i < list->group_count; ++i)
            if (trees_strong_most(&list->groups[i].trees) > highest)
                highest = trees_strong_most(&list->groups[i].trees);
    }
    return highest;
}

/* What varies, behind all other tables. */
static ts_status add_variations(const struct subprocess_making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct variation_setting varied = {
        .scales = &setting->scales,
        .alpha_s_power = subprocess_highest_power(making),
        .lowest_r = subprocess_lowest_scale(making, setting->scales.renormalization),
        .lowest_f = subprocess_lowest_scale(making, setting->scales.factorization),
    };
    return making->process->variation_count
               ? variations_add_tables(making->context, making->card, making->process, &varied)
               : TS_OK;
}

/* How many channels of phase space all groups of a part have. */
static size_t count_channels(struct subprocess_making *making)
{
    const int groups = making->setting.list->group_count;
    size_t count = 0;
    for (int i = 0; i < groups; ++i) {
        const struct phase_space *space = &making->work[i].space;
        if (space->channels > making->setting.channels_most)
            making->setting.channels_most = space->channels;
        for (int k = 0; k < space->channels; ++k)
            count += space->kind->copies(space, k) > 0;
    }
    return count;
}

static ts_status make_channel(struct subprocess_making *making, int group, int k,
                              const struct integrand *first, size_t number)
{
    struct process *process = making->process;
    struct integrand *channel = &process->channels[number];
    channel->double_precision = process->program.double_precision;
    channel->histograms = process->integrand.histograms;
    channel->histogram_count = process->integrand.histogram_count;
    channel->variations = process->integrand.variations;
    channel->enhanced = process->integrand.enhanced;
    channel->part = (size_t)(making - making->parts);
    channel->name = process->channel_memory[number].name = channel_name(making, group);
    return channel->name ? subprocess_channel_create(making->context, process, &making->setting,
                                                     &making->setting.list->groups[group],
                                                     &making->work[group], &making->room, k, first, number)
                         : ts_fail_memory(making->context, "a process");
}

/* `first_group`: of the part among all subprocesses. */
static ts_status make_group(struct subprocess_making *making, int first_group, int group, size_t *made)
{
    struct process *process = making->process;
    const struct integrand *first = NULL;
    const struct phase_space *space = &making->work[group].space;
    ts_status status = TS_OK;
    for (int k = 0; k < space->channels && !status; ++k) {
        if (!space->kind->copies(space, k))
            continue;
        process->channel_subprocess[*made] = first_group + group;
        status = make_channel(making, group, k, first, *made);
        first = first ? first : &process->channels[*made];
        ++*made;
    }
    return status;
}

static ts_status make_room_for_channels(struct subprocess_making *making)
{
    struct process *process = making->process;
    size_t count = 0;
    for (int i = 0; i < making->part_count; ++i)
        count += count_channels(&making->parts[i]);
    const ts_status status = subprocess_check_channels(making, count);
    if (status)
        return status;
    process->channels = calloc(count + 1, sizeof *process->channels);
    process->channel_memory = calloc(count + 1, sizeof *process->channel_memory);
    process->channel_subprocess = calloc(count + 1, sizeof *process->channel_subprocess);
    process->channel_count = count;
    return process->channels && process->channel_memory && process->channel_subprocess
               ? TS_OK
               : ts_fail_memory(making->context, "a process");
}

ts_status subprocess_integrands_create(struct subprocess_making *making)
{
    struct process *process = making->process;
    size_t made = 0;
    ts_status status = make_room_for_channels(making);
    if (!status)
        status = subprocess_keep_parts(making);
    for (int part = 0; part < making->part_count && !status; ++part)
        for (int i = 0; i < making->parts[part].list->group_count && !status; ++i)
            status = make_group(&making->parts[part], (int)process->parts[part].first, i, &made);
    if (!status && !process->program.double_precision &&
        (process->integrand.table_length > PLACES_OF_SINGLE ||
         process->integrand.integer_count > PLACES_OF_SINGLE))
        status = subprocess_refuse(making, "precision",
                                   "tables are longer than places in single precision reach: take double");
    if (!status)
        status = add_variations(making);
    for (size_t i = 0; i < process->channel_count && !status; ++i)
        subprocess_channel_finish(process, i);
    return status;
}

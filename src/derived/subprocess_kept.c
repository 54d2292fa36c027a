#include "derived/subprocess_making.h"

#include "core/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What decays in each group and is polarised, for its events. */
static ts_status keep_chains(const struct subprocess_making *making)
{
    int chained = 0;
    size_t kept = 0;
    for (int part = 0; part < making->part_count; ++part)
        for (int i = 0; i < making->parts[part].list->group_count; ++i)
            chained |= making->parts[part].list->groups[i].chain.count ||
                       chain_is_polarised(&making->parts[part].list->groups[i].chain);
    if (!chained)
        return TS_OK;
    making->process->events.hides_chains = making->request->events.resonances == RESONANCES_NONE;
    struct chain *chains = calloc(making->process->subprocess_count, sizeof *chains);
    if (!chains)
        return ts_fail_memory(making->context, "a process");
    for (int part = 0; part < making->part_count; ++part)
        for (int i = 0; i < making->parts[part].list->group_count; ++i)
            chains[kept++] = making->parts[part].list->groups[i].chain;
    making->process->events.chains = chains;
    return TS_OK;
}

/* What files of events say of merging, unless it is done. */
static ts_status keep_merging(const struct subprocess_making *making)
{
    const struct merging *merging = &making->setting.merging;
    struct process *process = making->process;
    size_t kept = 0;
    if (merging->scheme == MERGED_NOT || merging->by_shower)
        return TS_OK;
    process->events.merging = merging_of_events(merging, making->model);
    process->events.partons = calloc(process->subprocess_count, sizeof *process->events.partons);
    if (!process->events.partons)
        return ts_fail_memory(making->context, "a process");
    for (int part = 0; part < making->part_count; ++part)
        for (int i = 0; i < making->parts[part].list->group_count; ++i)
            process->events.partons[kept++] = __builtin_popcount(
                making->parts[part].work[i].cuts.merging.partons);
    return TS_OK;
}

/* Relative numbers of events of the parts. They have no use for one alone, or without events. */
static ts_status read_events(const struct subprocess_making *making)
{
    static const char key[] = "sampling.multiplicities";
    const char *text = making->request->sampling.multiplicities;
    const size_t count = making->process->part_count;
    size_t given = 0;
    char sentence[300];
    if (count < 2 || !making->request->events.count) {
        process_set_idle(making->process, key);
        return TS_OK;
    }
    for (char *end; *text; text = end + strspn(end, " "), ++given) {
        const double number = strtod(text, &end);
        if (given < count)
            making->process->parts[given].events = number;
    }
    if (!given || given == count)
        return TS_OK;
    snprintf(sentence, sizeof sentence, "expected %zu numbers, one of each part of %.180s, found %zu", count,
             making->process->name, given);
    return subprocess_refuse(making, key, sentence);
}

/* What results and files say of the parts. */
static ts_status list_parts(const struct subprocess_making *making)
{
    struct process *process = making->process;
    process->parts = calloc((size_t)making->part_count, sizeof *process->parts);
    if (!process->parts)
        return ts_fail_memory(making->context, "a process");
    process->part_count = (size_t)making->part_count;
    for (int i = 0; i < making->part_count; ++i) {
        const struct subprocess_making *from = &making->parts[i];
        struct process_part *part = &process->parts[i];
        snprintf(part->name, sizeof part->name, "%s", from->name);
        bounds_print(making->model, &from->list->excluded, &from->list->most, &from->list->squares,
                     part->bounds, sizeof part->bounds);
        part->legs = from->list->legs;
        part->jets = subprocess_most_of(from, KIND_JET);
        part->first = process->subprocess_count;
        part->count = (size_t)from->list->group_count;
        process->subprocess_count += part->count;
    }
    return TS_OK;
}

ts_status subprocess_keep_parts(struct subprocess_making *making)
{
    ts_status status = list_parts(making);
    if (!status)
        status = read_events(making);
    if (!status)
        status = keep_merging(making);
    if (!status)
        status = keep_chains(making);
    return status ? status : subprocess_keep_on_shell(making);
}

#include "process/process.h"

#include "core/context.h"
#include "process/family.h"

#include <stdlib.h>
#include <string.h>

ts_status process_add_table(ts_context *context, struct process *process, double *values, size_t length)
{
    struct integrand *integrand = &process->integrand;
    double *tables = realloc(process->program.tables, (integrand->table_length + length) * sizeof *tables);
    if (tables) {
        memcpy(tables + integrand->table_length, values, length * sizeof *tables);
        integrand->tables = process->program.tables = tables;
        integrand->table_length += length;
    }
    free(values);
    return tables ? TS_OK : ts_fail_memory(context, "the tables of a process");
}

ts_status process_add_integers(ts_context *context, struct process *process, const uint32_t *values,
                               size_t count, double *place)
{
    struct integrand *integrand = &process->integrand;
    const size_t before = integrand->integer_count;
    uint32_t *integers = realloc(process->program.integers, (before + count) * sizeof *integers);
    if (!integers)
        return ts_fail_memory(context, "the tables of a process");
    memcpy(integers + before, values, count * sizeof *integers);
    integrand->integers = process->program.integers = integers;
    integrand->integer_count += count;
    *place = (double)before;
    return TS_OK;
}

const struct process_part *process_part_of(const struct process *process, size_t subprocess)
{
    for (size_t i = 0; i < process->part_count; ++i)
        if (subprocess - process->parts[i].first < process->parts[i].count)
            return &process->parts[i];
    return NULL;
}

void process_set_idle(struct process *process, const char *key)
{
    if (process_uses(process, key) && process->idle_count < IDLE_MOST)
        process->idle[process->idle_count++] = key;
}

int process_uses(const struct process *process, const char *key)
{
    for (int i = 0; i < process->idle_count; ++i)
        if (!strcmp(process->idle[i], key))
            return 0;
    return family_uses(process->family, key);
}

const struct integrand *process_channels(const struct process *process, size_t *count)
{
    *count = process->channels ? process->channel_count : 1;
    return process->channels ? process->channels : &process->integrand;
}

const char *process_precision(const struct process *process)
{
    return process->program.mixed ? "mixed" : process->program.double_precision ? "double" : "single";
}

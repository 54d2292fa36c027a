#include "result/variations.h"

#include "core/context.h"
#include "process/variations_of_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The least and the largest of the value itself and of those that vary its scales. */
static void spread_scales(const struct process *process, ts_result *result)
{
    ts_spread *spread = &result->scales;
    for (size_t k = 0; k < result->variation_count; ++k) {
        const double value = result->variations[k].value;
        if (process->variations[k].kind != EVENT_VARIES_SCALES)
            continue;
        if (!spread->known)
            *spread = (ts_spread){.known = 1, .low = result->value, .high = result->value};
        spread->low = fmin(spread->low, value);
        spread->high = fmax(spread->high, value);
    }
}

/* By the set's own formula, of all its members: where the value itself is that of member 0. */
static ts_status spread_densities(ts_context *context, const struct process *process, ts_result *result)
{
    const ts_pdf_facts facts = ts_pdf_describe(process->pdf);
    size_t found = 1;
    double *values = calloc((size_t)facts.member_count, sizeof *values);
    if (!values)
        return ts_fail_memory(context, "the variations");
    values[0] = result->value;
    for (size_t k = 0; k < result->variation_count; ++k)
        if (process->variations[k].kind == EVENT_VARIES_DENSITIES) {
            values[result->variations[k].member] = result->variations[k].value;
            ++found;
        }
    ts_pdf_spread spread;
    if (facts.member == 0 && found > 1 && ts_pdf_uncertainty(process->pdf, values, &spread)) {
        result->densities = (ts_spread){.known = 1,
                                        .low = spread.central - spread.down,
                                        .high = spread.central + spread.up};
        snprintf(result->error_type, sizeof result->error_type, "%s", facts.error_type);
    }
    free(values);
    return TS_OK;
}

ts_status variations_conclude(ts_context *context, const struct process *process,
                              const struct integral *integral, ts_result *result)
{
    if (!process->variation_count || !integral->counted) /* what an enhancement adds to them is none */
        return TS_OK;
    result->variations = calloc(process->variation_count, sizeof *result->variations);
    if (!result->variations)
        return ts_fail_memory(context, "the variations");
    result->variation_count = process->variation_count;
    for (size_t k = 0; k < result->variation_count; ++k) {
        const struct process_variation *variation = &process->variations[k];
        ts_variation *row = &result->variations[k];
        *row = (ts_variation){.mur = variation->mur,
                              .muf = variation->muf,
                              .member = variation->member,
                              .value = integral->varied[k].value,
                              .error = integral->varied[k].error};
        memcpy(row->name, variation->name, sizeof row->name);
        result->lost_variations += integral->varied[k].lost;
    }
    spread_scales(process, result);
    if (result->lost_variations)
        ts_log(context, TS_LOG_WARNING,
               "%llu weights of variations are not finite, or far above the largest weight of the run, and "
               "count as zero.",
               (unsigned long long)result->lost_variations);
    return spread_densities(context, process, result);
}

struct event_variation *variations_of_events(const struct process *process, const ts_result *result)
{
    struct event_variation *list = calloc(result->variation_count + 1, sizeof *list);
    const char *of_kind[] = {[EVENT_VARIES_SCALES] = "envelope", [EVENT_VARIES_DENSITIES] = "unknown"};
    if (process->pdf)
        of_kind[EVENT_VARIES_DENSITIES] = ts_pdf_describe(process->pdf).error_type;
    for (size_t k = 0; k < result->variation_count && list; ++k)
        list[k] = (struct event_variation){.name = result->variations[k].name,
                                           .kind = process->variations[k].kind,
                                           .combine = of_kind[process->variations[k].kind],
                                           .mur = process->variations[k].mur,
                                           .muf = process->variations[k].muf,
                                           .density_set = process->variations[k].density_set,
                                           .cross_section = result->variations[k].value,
                                           .error = result->variations[k].error};
    return list;
}

struct event_variation *variations_of_parts(const struct process *process, const ts_result *result,
                                            const struct integral *parts)
{
    const size_t count = result->variation_count;
    struct event_variation *all = variations_of_events(process, result);
    struct event_variation *lists = calloc(process->part_count * count + 1, sizeof *lists);
    size_t channel_count;
    process_channels(process, &channel_count);
    for (size_t p = 0; p < process->part_count && all && lists; ++p) {
        struct event_variation *list = lists + p * count;
        for (size_t k = 0; k < count; ++k) {
            list[k] = all[k];
            list[k].cross_section = list[k].error = 0;
        }
        for (size_t i = 0; i < channel_count; ++i)
            for (size_t k = 0; k < count; ++k)
                if ((size_t)process->channel_subprocess[i] - process->parts[p].first <
                    process->parts[p].count) {
                    list[k].cross_section += parts[i].varied[k].value;
                    list[k].error = hypot(list[k].error, parts[i].varied[k].error);
                }
    }
    if (!all) {
        free(lists);
        lists = NULL;
    }
    free(all);
    return lists;
}

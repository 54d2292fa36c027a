#include "selection/parton_observables.h"

#include "process/histograms.h"
#include "process/shower_observables.h"

#include <stdio.h>
#include <string.h>

/* Groups that stand for several: all that the kernel computes together. */
static const struct group {
    const char *name;
    int needs;
} groups[] = {{"durham", SHOWER_NEEDS_RATES}, {"event_shapes", SHOWER_NEEDS_LEPTON_SHAPES}};

static int is_of_group(const struct shower_observable *row, const char *name)
{
    for (size_t i = 0; i < sizeof groups / sizeof *groups; ++i)
        if (row->needs == groups[i].needs && !strcmp(name, groups[i].name))
            return 1;
    return 0;
}

static ts_status refuse(ts_context *context, const ts_card *card, size_t index, const char *name)
{
    char sentence[400];
    snprintf(sentence, sizeof sentence,
             "there is no histogram \"%s\" of quark pairs: there are " PARTON_OBSERVABLES_NAMES, name);
    return ts_card_refuse_histogram(context, card, index, sentence);
}

/* Adds the observables that a name stands for: itself, or the members of a group. */
static ts_status add(ts_context *context, const ts_card *card, size_t index, const char *name,
                     struct histogram_list *list, int *needs)
{
    int found = 0;
    const struct shower_observable *row;
    for (size_t i = 0; (row = shower_observable_at(i)); ++i) {
        if (!(row->showers & SHOWERS_OF_QUARK_PAIRS) ||
            (strcmp(name, row->name) != 0 && !is_of_group(row, name)))
            continue;
        const struct integrand_histogram usual = {.bins = row->bins, .low = row->low, .high = row->high};
        const ts_status status = histograms_add(context, card, index, row->name, &usual, row->title, list);
        if (status)
            return status;
        histograms_fill(list, row->value);
        *needs |= row->needs;
        found = 1;
    }
    return found ? TS_OK : refuse(context, card, index, name);
}

ts_status parton_observables_create(ts_context *context, const ts_card *card, struct process *process)
{
    size_t count;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    struct histogram_list list;
    int needs = 0;
    ts_status status = histograms_begin(context, SHOWER_OBSERVABLES_MOST, process, &list);
    for (size_t i = 0; i < count && !status; ++i)
        status =
            *requests[i].expression
                ? ts_card_refuse_histogram(context, card, i,
                                           "expressions are of the particles of a hard process, and quark "
                                           "pairs from e+ e- have the observables " PARTON_OBSERVABLES_NAMES)
                : add(context, card, i, requests[i].name, &list, &needs);
    status = histograms_end(context, &list, status);
    shower_observables_write(needs, &process->program.text);
    return status;
}

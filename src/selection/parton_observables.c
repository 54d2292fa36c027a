#include "selection/parton_observables.h"

#include "process/histograms.h"

#include <stdio.h>
#include <string.h>

/* One row per observable. A value is kernel C over what an event has there. That is `rates`, four Durham
 * rates (kernels/observable/durham.h), `lepton_shapes` (event_shapes.h), and the rows of the event in `slot` of
 * `events` (kernels/shower/event.h). A rate or shape that an event lacks is HISTOGRAM_NONE
 * (histogram_bin.h), and so is the logarithm of 0. */
#define LOG10(value) \
    "r_select(" value " > R(0.0), r_log(" value ") * R(0.43429448190325183), r_set(HISTOGRAM_NONE))"
static const struct parton_observable {
    const char *group, *name, *value, *title;
    int bins;
    double low, high;
} observables[] = {
    {"durham", "log10y23", LOG10("rates[0]"), "log10 y23, Durham", 100, -4.3, -0.3},
    {"durham", "log10y34", LOG10("rates[1]"), "log10 y34, Durham", 100, -4.3, -0.3},
    {"durham", "log10y45", LOG10("rates[2]"), "log10 y45, Durham", 100, -4.3, -0.3},
    {"durham", "log10y56", LOG10("rates[3]"), "log10 y56, Durham", 100, -4.3, -0.3},
    {"event_shapes", "thrust", "lepton_shapes.thrust", "1 - thrust", 100, 0, 0.5},
    {"event_shapes", "heavy_jet_mass", "lepton_shapes.heavy_mass", "heavy jet mass over the sum of |p|", 100, 0, 1},
    {"event_shapes", "light_jet_mass", "lepton_shapes.light_mass", "light jet mass over the sum of |p|", 100, 0,
     0.5},
    {"event_shapes", "wide_broadening", "lepton_shapes.wide", "wide jet broadening", 100, 0, 0.5},
    {"event_shapes", "narrow_broadening", "lepton_shapes.narrow", "narrow jet broadening", 100, 0, 0.2},
    {"", "emissions", "event_fetch(events, EVENT_PARTONS, slot) - R(2.0)", "emissions", 31, -0.5, 30.5},
    {"", "partons", "event_fetch(events, EVENT_PARTONS, slot)", "partons", 31, 1.5, 32.5},
    {"", "trials", "event_fetch(events, EVENT_TRIALS, slot)", "emissions proposed", 100, -0.5, 99.5},
};

enum { OBSERVABLES = sizeof observables / sizeof observables[0] };

static ts_status refuse(ts_context *context, const ts_card *card, size_t index, const char *name)
{
    char sentence[400];
    snprintf(sentence, sizeof sentence,
             "there is no histogram \"%s\" of quark pairs: there are " PARTON_OBSERVABLES_NAMES, name);
    return ts_card_refuse_histogram(context, card, index, sentence);
}

/* Adds the observables that a name stands for: itself, or the members of a group. `used`: of each row,
 * whether it is asked for. */
static ts_status add(ts_context *context, const ts_card *card, size_t index, const char *name,
                     struct histogram_list *list, int used[OBSERVABLES])
{
    int found = 0;
    for (int i = 0; i < OBSERVABLES; ++i) {
        const struct parton_observable *row = &observables[i];
        if (strcmp(name, row->name) != 0 && strcmp(name, row->group) != 0)
            continue;
        const struct integrand_histogram usual = {.bins = row->bins, .low = row->low, .high = row->high};
        const ts_status status = histograms_add(context, card, index, row->name, &usual, row->title, list);
        if (status)
            return status;
        histograms_fill(list, row->value);
        found = used[i] = 1;
    }
    return found ? TS_OK : refuse(context, card, index, name);
}

static int any_of(const char *group, const int used[OBSERVABLES])
{
    for (int i = 0; i < OBSERVABLES; ++i)
        if (used[i] && !strcmp(observables[i].group, group))
            return 1;
    return 0;
}

ts_status parton_observables_create(ts_context *context, const ts_card *card, struct process *process)
{
    size_t count;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    struct histogram_list list;
    int used[OBSERVABLES] = {0};
    ts_status status = histograms_begin(context, OBSERVABLES, process, &list);
    for (size_t i = 0; i < count && !status; ++i)
        status =
            *requests[i].expression
                ? ts_card_refuse_histogram(context, card, i,
                                           "expressions are of the particles of a hard process, and quark "
                                           "pairs from e+ e- have the observables " PARTON_OBSERVABLES_NAMES)
                : add(context, card, i, requests[i].name, &list, used);
    status = histograms_end(context, &list, status);
    source_append(&process->program.text, "#define OBSERVE_DURHAM %d\n#define OBSERVE_SHAPES %d\n",
                  any_of("durham", used), any_of("event_shapes", used));
    return status;
}

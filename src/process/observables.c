#include "process/observables.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One row per observable: what the kernel calls it, how many values an event
 * gives, and how it is binned unless the card says otherwise. `%d` in a value is
 * the number of the jet, from 0, by falling pT. */
static const struct observable {
    const char *name;
    const char *value; /* kernel C over `jets` and `unit` (kernels/process/); photons are jets there */
    enum { ONCE, EACH_JET, ONE_JET } times;
    const char *title; /* `%s`: jet or photon; `%d`: its number, from 1 */
    int bins;
    double low, high;
} observables[] = {
    {"ht", "jets_ht(&jets) * unit", ONCE, "HT [GeV]", 50, 0, 1000},
    {"rmin", "jets_rmin(&jets)", ONCE, "smallest Delta R of two %ss", 50, 0, 5},
    {"pt", "jets.pt[%d] * unit", EACH_JET, "pT of the %ss [GeV]", 50, 0, 500},
    {"eta", "jets.eta[%d]", EACH_JET, "eta of the %ss", 50, -5, 5},
    {"pt", "jets.pt[%d] * unit", ONE_JET, "pT of %s %d [GeV]", 50, 0, 500},
    {"eta", "jets.eta[%d]", ONE_JET, "eta of %s %d", 50, -5, 5},
};

enum { OBSERVABLES = sizeof observables / sizeof observables[0] };

/* The row of a name, and for "pt2" the number of the jet from 0. */
static const struct observable *find(const char *name, int jets, int *jet)
{
    for (size_t i = 0; i < OBSERVABLES; ++i) {
        const struct observable *row = &observables[i];
        size_t length = strlen(row->name);
        if (row->times != ONE_JET && !strcmp(name, row->name))
            return row;
        if (row->times != ONE_JET || strncmp(name, row->name, length) || name[length] < '1' ||
            name[length] > '9')
            continue;
        char *end;
        long number = strtol(name + length, &end, 10);
        if (*end == 0 && number <= jets) {
            *jet = (int)number - 1;
            return row;
        }
    }
    return NULL;
}

/* Whether the kernels' numbers tell the bins apart: a bin is at least four steps of
 * the largest value, and neither it nor the values are near the ends of their range. */
static int resolved(const struct integrand_histogram *axis, int double_precision)
{
    double step = double_precision ? DBL_EPSILON : FLT_EPSILON,
           largest = fmax(fabs(axis->low), fabs(axis->high));
    double low = axis->log ? log(axis->low) : axis->low, high = axis->log ? log(axis->high) : axis->high;
    double width = (high - low) / axis->bins;
    double size = axis->log ? fmax(1, fmax(fabs(low), fabs(high))) : largest;
    return width >= 4 * step * size && width > 1e-30 && largest < 1e30;
}

/* Request number `index` of the card with the row's defaults where it says nothing. */
static ts_status make_axis(ts_context *context, const ts_card *card, size_t index,
                           const struct observable *row, int double_precision,
                           struct integrand_histogram *axis)
{
    size_t count;
    const ts_histogram_request *request = &ts_card_histograms(card, &count)[index];
    *axis = (struct integrand_histogram){.bins = request->bins > 0 ? request->bins : row->bins,
                                         .low = isnan(request->low) ? row->low : request->low,
                                         .high = isnan(request->high) ? row->high : request->high,
                                         .log = request->log > 0};
    char sentence[240];
    if (!(axis->low < axis->high)) {
        snprintf(sentence, sizeof sentence, "the range of \"%s\" is empty: [%g, %g]", request->name,
                 axis->low, axis->high);
        return ts_card_refuse_histogram(context, card, index, sentence);
    }
    if (axis->log && axis->low <= 0) {
        snprintf(sentence, sizeof sentence,
                 "\"%s\" has bins in the logarithm, so that its range must begin above 0", request->name);
        return ts_card_refuse_histogram(context, card, index, sentence);
    }
    if (!resolved(axis, double_precision)) {
        snprintf(
            sentence, sizeof sentence,
            "%d bins of \"%s\" in [%.9g, %.9g] are finer than the numbers of %s precision: take fewer bins, "
            "or a range that suits the observable",
            axis->bins, request->name, axis->low, axis->high, double_precision ? "double" : "single");
        return ts_card_refuse_histogram(context, card, index, sentence);
    }
    return TS_OK;
}

/* Appends the entries of one histogram to the program's text. */
static int append_fills(struct source *fills, struct source *observe, const struct observable *row,
                        size_t histogram, int fill, int jets, int jet)
{
    int first = row->times == ONE_JET ? jet : 0, last = row->times == EACH_JET ? jets - 1 : first;
    for (int i = first; i <= last; ++i, ++fill) {
        char value[64];
        snprintf(value, sizeof value, row->value, i);
        source_append(fills, "%zu, ", histogram);
        source_append(observe, " fill[%d] = %s;", fill, value);
    }
    return fill;
}

ts_status observables_create(ts_context *context, const ts_card *card, const char *particle, int jets,
                             struct process *process)
{
    size_t count;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    process->axes = calloc(count + 1, sizeof *process->axes);
    process->histograms = calloc(count + 1, sizeof *process->histograms);
    if (!process->axes || !process->histograms)
        return ts_fail_memory(context, "the histograms");
    struct source fills = {0}, observe = {0};
    int fill = 0, ordered = 0, bins = 0; /* bins: of all histograms, underflow and overflow included */
    ts_status status = TS_OK;
    for (size_t i = 0; i < count && !status; ++i) {
        int jet = 0;
        const struct observable *row = find(requests[i].name, jets, &jet);
        if (!row) {
            char sentence[200];
            snprintf(sentence, sizeof sentence,
                     "there is no histogram \"%s\" of %d %ss: there are " OBSERVABLES_NAMES, requests[i].name,
                     jets, particle);
            status = ts_card_refuse_histogram(context, card, i, sentence);
            break;
        }
        ordered |= row->times == ONE_JET;
        status = make_axis(context, card, i, row, process->double_precision, &process->axes[i]);
        bins += process->axes[i].bins + 2;
        fill = append_fills(&fills, &observe, row, i, fill, jets, jet);
        struct process_histogram *histogram = &process->histograms[i];
        snprintf(histogram->path, sizeof histogram->path, "/tessera/%s", requests[i].name);
        snprintf(histogram->title, sizeof histogram->title, row->title, particle, jet + 1);
    }
    source_append(&process->text, "#define FILLS %d\n", fill);
    if (fill)
        source_append(&process->text,
                      "#define FILL_HISTOGRAMS {%s}\n#define OBSERVE%s\n#define ORDERED_JETS %d\n"
                      "#define HISTOGRAM_BINS %d\n",
                      fills.text, observe.text, ordered,
                      (bins / 64 + 1) * 64); /* other bins, the same program */
    if (!status && (fills.failed || observe.failed))
        status = ts_fail_memory(context, "a program");
    source_free(&fills);
    source_free(&observe);
    process->integrand.histograms = process->axes;
    process->integrand.histogram_count = count;
    return status;
}

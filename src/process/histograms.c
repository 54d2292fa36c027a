#include "process/histograms.h"

#include "core/context.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the kernels' numbers tell the bins apart. A bin is at least four steps of the
 * largest value, and neither it nor the values are near the ends of their range. */
static int resolved(const struct integrand_histogram *axis, int double_precision)
{
    double step = double_precision ? DBL_EPSILON : FLT_EPSILON,
           largest = fmax(fabs(axis->low), fabs(axis->high));
    double low = axis->log ? log(axis->low) : axis->low, high = axis->log ? log(axis->high) : axis->high;
    double width = (high - low) / axis->bins;
    double size = axis->log ? fmax(1, fmax(fabs(low), fabs(high))) : largest;
    return width >= 4 * step * size && width > 1e-30 && largest < 1e30;
}

/* Request number `index` of the card with the usual axis where it says nothing. */
static ts_status make_axis(ts_context *context, const ts_card *card, size_t index,
                           const struct integrand_histogram *usual, int double_precision,
                           struct integrand_histogram *axis)
{
    size_t count;
    const ts_histogram_request *request = &ts_card_histograms(card, &count)[index];
    *axis = (struct integrand_histogram){.bins = request->bins > 0 ? request->bins : usual->bins,
                                         .low = isnan(request->low) ? usual->low : request->low,
                                         .high = isnan(request->high) ? usual->high : request->high,
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

ts_status histograms_begin(ts_context *context, size_t most, struct process *process,
                           struct histogram_list *list)
{
    *list = (struct histogram_list){.process = process, .text = &process->program.text};
    free(process->program.axes); /* what another part of the process has made, the same */
    free(process->histograms);
    process->program.axes = calloc(most + 1, sizeof *process->program.axes);
    process->histograms = calloc(most + 1, sizeof *process->histograms);
    return process->program.axes && process->histograms ? TS_OK : ts_fail_memory(context, "the histograms");
}

/* Whether a histogram of this name is in the list, by itself or through a group. */
static int holds(const struct histogram_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; ++i)
        if (!strcmp(list->process->histograms[i].path, path))
            return 1;
    return 0;
}

ts_status histograms_add(ts_context *context, const ts_card *card, size_t index, const char *name,
                         const struct integrand_histogram *usual, const char *title,
                         struct histogram_list *list)
{
    struct process *process = list->process;
    struct process_histogram *histogram = &process->histograms[list->count];
    struct integrand_histogram *axis = &process->program.axes[list->count];
    snprintf(histogram->path, sizeof histogram->path, "/tessera/%s", name);
    size_t requests;
    const char *own = ts_card_histograms(card, &requests)[index].title;
    histogram->request = index;
    snprintf(histogram->title, sizeof histogram->title, "%s", *own ? own : title);
    if (holds(list, histogram->path)) {
        char sentence[120];
        snprintf(sentence, sizeof sentence, "%s is asked for twice", name);
        return ts_card_refuse_histogram(context, card, index, sentence);
    }
    list->count += 1;
    const ts_status status = make_axis(context, card, index, usual, process->program.double_precision, axis);
    list->bins += axis->bins + 2;
    return status;
}

void histograms_fill(struct histogram_list *list, const char *value)
{
    int *places = realloc(list->places, ((size_t)list->fill_count + 1) * sizeof *places);
    list->fills.failed |= !places;
    if (places) {
        places[list->fill_count] = (int)list->count - 1;
        list->places = places;
    }
    source_append(&list->fills, "%zu, ", list->count - 1);
    source_append(&list->observe, " fill[%d] = %s;", list->fill_count++, value);
}

void histograms_fill_from(struct histogram_list *list, const char *statements)
{
    source_append(&list->fills, "%zu, ", list->count - 1);
    source_append(&list->observe, " { %s fill[%d] = quantity_or_none(f[0]); }", statements,
                  list->fill_count++);
}

ts_status histograms_end(ts_context *context, struct histogram_list *list, ts_status status)
{
    struct process *process = list->process;
    source_append(list->text, "#define FILLS %d\n", list->fill_count);
    if (list->fill_count && list->fills.text && list->observe.text)
        source_append(list->text,
                      "#define FILL_HISTOGRAMS {%s}\n#define OBSERVE%s%s\n#define HISTOGRAM_BINS %d\n",
                      list->fills.text, list->before.text ? list->before.text : "", list->observe.text,
                      (list->bins / 64 + 1) * 64); /* other bins, the same program */
    if (!status && (list->before.failed || list->fills.failed || list->observe.failed))
        status = ts_fail_memory(context, "a program");
    source_free(&list->before);
    source_free(&list->fills);
    source_free(&list->observe);
    free(process->program.fills);
    process->program.fills = list->places;
    process->program.fill_count = list->fill_count;
    process->integrand.histograms = process->program.axes;
    process->integrand.histogram_count = list->count;
    return status;
}

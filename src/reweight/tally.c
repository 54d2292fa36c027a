#include "reweight/tally.h"

#include "core/context.h"
#include "io/event_file.h"

#include <math.h>
#include <stdlib.h>

ts_status tally_create(ts_context *context, struct tally *tally)
{
    *tally = (struct tally){.bin_sizes = calloc(TALLY_BINS, sizeof(double)),
                            .bin_counts = calloc(TALLY_BINS, sizeof(uint64_t))};
    return tally->bin_sizes && tally->bin_counts ? TS_OK : ts_fail_memory(context, "the sums of weights");
}

void tally_destroy(struct tally *tally)
{
    free(tally->bin_sizes);
    free(tally->bin_counts);
    *tally = (struct tally){.bin_sizes = NULL};
}

void tally_add(struct tally *tally, double trials, double weight, double made)
{
    tally->trials += trials;
    const double size = fabs(made), ratio = weight != 0 ? made / weight : 0;
    ++tally->events;
    tally->old += weight;
    tally->old_squares += weight * weight;
    tally->sum += made;
    tally->squares += made * made;
    tally->cross += weight * made;
    tally->sizes += size;
    tally->old_sizes += fabs(weight);
    tally->ratio_squares += fabs(weight) * ratio * ratio;
    tally->largest = fmax(tally->largest, size);
    if (size > 0) {
        const double step = floor(TALLY_STEPS * log2(size)) + TALLY_BINS / 2.0;
        const int bin = (int)fmin(fmax(step, 0), TALLY_BINS - 1);
        tally->bin_sizes[bin] += size;
        ++tally->bin_counts[bin];
    }
}

void tally_note_impossible(struct tally *tally, uint64_t place)
{
    if (!tally->impossible++)
        tally->first_impossible = place;
}

void tally_note_unknown(struct tally *tally, uint64_t place)
{
    if (!tally->unknown++)
        tally->first_unknown = place;
}

/* The share of the heaviest hundredth of all events. */
static double heaviest(const struct tally *tally)
{
    double left = (double)tally->events / 100, share = 0;
    for (int i = TALLY_BINS - 1; i >= 0 && left > 0; --i) {
        const double count = (double)tally->bin_counts[i];
        if (count > 0)
            share += tally->bin_sizes[i] * fmin(1, left / count);
        left -= count;
    }
    return tally->sizes > 0 ? share / tally->sizes : 0;
}

static double effective(double sum, double squares) { return squares > 0 ? sum * sum / squares : 0; }

int tally_total(const struct tally *tally, const ts_event_file *file, double *value, double *error)
{
    const ts_event_head *head = &file->head;
    const int is_said = isfinite(head->cross_section) && isfinite(head->error);
    if (event_file_weigh(file, tally->old, tally->old_squares, tally->trials, value, error) &&
        (!is_said || fabs(*value - head->cross_section) > 4 * hypot(*error, head->error)))
        return 0;
    *value = head->cross_section;
    *error = head->error;
    return 1;
}

void tally_tell(const struct tally *tally, const ts_event_file *file, ts_reweight_summary *summary)
{
    double value, error;
    tally_total(tally, file, &value, &error);
    const double ratio = tally->old != 0 ? tally->sum / tally->old : NAN;
    const double mean = tally->old_sizes > 0 ? tally->sizes / tally->old_sizes : 0;
    const double square = tally->old_sizes > 0 ? tally->ratio_squares / tally->old_sizes : 0;
    /* of the ratio of two sums over the same events */
    const double variance = tally->squares - 2 * ratio * tally->cross + ratio * ratio * tally->old_squares;
    const double of_ratio = tally->old != 0 ? sqrt(fmax(variance, 0)) / fabs(tally->old) : NAN;
    *summary = (ts_reweight_summary){.events = tally->events,
                                     .cross_section = value * ratio,
                                     .error = hypot(value * of_ratio, error * ratio),
                                     .ratio = ratio,
                                     .spread = mean > 0 ? sqrt(fmax(square - mean * mean, 0)) / mean : 0,
                                     .effective_before = effective(tally->old, tally->old_squares),
                                     .effective = effective(tally->sum, tally->squares),
                                     .largest = tally->sizes > 0 ? tally->largest / tally->sizes : 0,
                                     .heaviest = heaviest(tally),
                                     .impossible = tally->impossible,
                                     .first_impossible = tally->first_impossible,
                                     .unknown = tally->unknown,
                                     .first_unknown = tally->first_unknown};
}

/* The two stages of a cross section with all colours, of several runs. */
#include "merge/merge.h"

#include <math.h>

/* Sums over the parts; each counts as in the cross section. */
struct stages {
    double leading, leading_variance; /* pb, and the variance */
    double variance;                  /* of the cross section, from the ratios alone */
    double squares, largest;          /* squares: of the ratios of single events */
    uint64_t survivors, tried, not_finite;
};

static struct stages add_up(const struct merge *merge)
{
    struct stages sum = {0};
    for (size_t p = 0; p < merge->count; ++p) {
        const struct merge_part *part = &merge->parts[p];
        const json_t *colour = json_object_get(part->result, "full_colour");
        const json_t *leading = json_object_get(colour, "leading"), *ratio = json_object_get(colour, "ratio");
        const uint64_t survivors = merge_count(colour, "survivors");
        const uint64_t not_finite = merge_count(colour, "not_finite");
        const double value = part->part * merge_number(leading, "value");
        const double mean = merge_number(ratio, "value"), spread = merge_number(ratio, "spread");
        sum.leading += value;
        sum.leading_variance += pow(part->part * merge_number(leading, "error"), 2);
        sum.variance += pow(value * merge_number(ratio, "error"), 2);
        sum.squares += (double)(survivors - not_finite) * (spread * spread + mean * mean);
        sum.largest = fmax(sum.largest, merge_number(ratio, "largest"));
        sum.survivors += survivors;
        sum.not_finite += not_finite;
        sum.tried += merge_count(colour, "tried");
    }
    return sum;
}

/* The ratio of all is that of their cross sections, so that it takes the one at leading colour to the other.
 * About it the ratios of all events scatter. */
json_t *merge_colour_json(const struct merge *merge)
{
    const json_t *first = json_object_get(merge->parts[0].result, "full_colour");
    const struct stages sum = add_up(merge);
    const double events = (double)(sum.survivors - sum.not_finite);
    const double ratio = sum.leading != 0 ? merge->merged->value / sum.leading : 0;
    const double error = sum.leading != 0 ? sqrt(sum.variance) / fabs(sum.leading) : 0;
    const double spread = events > 0 ? sqrt(fmax(sum.squares / events - ratio * ratio, 0)) : 0;
    return json_pack("{s:O, s:{s:f, s:f, s:s}, s:{s:f, s:f, s:f, s:f}, s:I, s:I, s:I, s:f}", "stages",
                     json_object_get(first, "stages"), "leading", "value", sum.leading, "error",
                     sqrt(sum.leading_variance), "unit", "pb", "ratio", "value", ratio, "error", error,
                     "spread", spread, "largest", sum.largest, "survivors", (json_int_t)sum.survivors,
                     "tried", (json_int_t)sum.tried, "not_finite", (json_int_t)sum.not_finite, "kept_share",
                     sum.largest > 0 ? ratio / sum.largest : 0);
}

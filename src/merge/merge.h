/* Results of one card with different seeds, on their way to one. */
#ifndef TESSERA_MERGE_MERGE_H
#define TESSERA_MERGE_MERGE_H

#include "tessera/run.h"

#include <jansson.h>

/* A result that is read. */
struct merge_part {
    const char *folder;
    ts_folder_lock *lock; /* shared with others that read */
    json_t *result;
    double part;  /* of all events that count, its own: its weight */
    double value; /* pb */
    uint64_t tried, written;
    ts_histogram *histograms; /* variations' behind the others */
    size_t histogram_count;
};

/* A run among those that a result is made of: itself, or a row of its list. */
struct merge_row {
    uint64_t seed, counted;
    double value, error;
    const char *folder;
    json_t *json;
};

struct merge {
    ts_context *context;
    struct merge_part *parts;
    size_t count;
    ts_merged *merged;
    ts_variation *variations; /* of all; their names, factors and members are those of each part */
    size_t variation_count;
};

/* A number, a count and a value of an object in an object; 0 or NULL where there is none. */
double merge_number(const json_t *object, const char *key);
uint64_t merge_count(const json_t *object, const char *key);
const json_t *merge_at(const json_t *object, const char *first, const char *second);

/* Locks the folder of a part for reading and takes its numbers and histograms from there
 * (src/merge/merge_read.c). */
ts_status merge_read(const struct merge *merge, struct merge_part *part);

/* Refuses numbers of a result.json that no run has written (src/merge/merge_numbers.c). */
ts_status merge_check_numbers(const struct merge *merge, const char *path, const json_t *result);

/* Refuses a part that does not belong to the first one, with the difference. */
ts_status merge_check(const struct merge *merge, const struct merge_part *part);

/* The runs of all parts, to be freed, in the order of their seeds. So the order in which they were merged has
 * no part in a sum. `list` holds what they refer to. Refuses a seed that comes twice
 * (src/merge/merge_rows.c).
 */
ts_status merge_rows(const struct merge *merge, json_t *list, struct merge_row **rows, size_t *count);

/* The value of all, and how well the runs agree: chi^2 about the mean that makes it least. */
void merge_combine(const struct merge_row *rows, size_t count, ts_merged *merged);

/* Below it runs do not agree by chance. */
extern const double merge_least_probability;

/* The variations of all parts together, [variation_count] of the merge, to be freed
 * (src/merge/merge_variations.c). */
ts_status merge_variations(struct merge *merge);

/* What variations are in result.json, and what they make of the cross section. The latter is an envelope of
 * the scales, and the uncertainty of the densities by the set's own formula. */
json_t *merge_variations_json(const struct merge *merge);
json_t *merge_uncertainties_json(const struct merge *merge);

/* The two stages of a cross section with all colours (src/merge/merge_colour.c). */
json_t *merge_colour_json(const struct merge *merge);

/* Writes the histograms of all into a folder; changes those of the first part
 * (src/merge/merge_histograms.c). */
ts_status merge_histograms(const struct merge *merge, const char *out);

/* result.json: what has a meaning for all runs together, and nothing else that those of runs may hold
 * (src/merge/merge_json.c). NULL: no memory. */
json_t *merge_json(const struct merge *merge, const struct merge_row *rows, size_t count);

/* Whether all runs reached what their card asks for, or all together do; and agree. */
int merge_converged(const struct merge *merge);

/* Merges the files of events, where the runs have some. One stands behind the other, the numbers of HepMC's
 * going on, weights of Les Houches' scaled to the mean that the head names (src/merge/merge_events.c). */
ts_status merge_events(const struct merge *merge, const char *out);

#endif

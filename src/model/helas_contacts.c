#include "model/helas_rows.h"

#include <math.h>
#include <string.h>

/* The pair that two metric tensors make: the partner of the first leg, less two; -1: none. */
static int pair_of(const struct structure_term *term)
{
    int partner = 0, seen = 0;
    if (term->count != 2)
        return -1;
    for (int k = 0; k < 2; ++k) {
        const struct structure_factor *metric = &term->factor[k];
        if (metric->token != STRUCTURE_METRIC || metric->index[0] < 1 || metric->index[1] < 1)
            return -1;
        seen |= 1 << metric->index[0] | 1 << metric->index[1];
        if (metric->index[0] == 1 || metric->index[1] == 1)
            partner = metric->index[0] + metric->index[1] - 1;
    }
    return seen == 0x1e ? partner - 2 : -1;
}

int contact_pairs(const struct structure *structure, double pairs[3][2])
{
    memset(pairs, 0, 3 * sizeof *pairs);
    for (int i = 0; i < structure->legs; ++i)
        if (structure->legs != 4 || structure->spins[i] != 3)
            return 0;
    for (int i = 0; i < structure->term_count; ++i) {
        const int pair = pair_of(&structure->terms[i]);
        if (pair < 0)
            return 0;
        pairs[pair][0] += structure->terms[i].re;
        pairs[pair][1] += structure->terms[i].im;
    }
    return 1;
}

static int are_near(const double a[2], double factor, const double b[2], double size)
{
    return hypot(a[0] - factor * b[0], a[1] - factor * b[1]) <= 1e-12 * size;
}

int contact_partner(double pairs[3][2], double half[2])
{
    for (int i = 0; i < 3; ++i) {
        const double *first = pairs[i], *second = pairs[(i + 1) % 3], *third = pairs[(i + 2) % 3];
        const double size = hypot(first[0], first[1]);
        if (size == 0 || !are_near(first, -2, second, size) || !are_near(first, -2, third, size))
            continue;
        half[0] = first[0] / 2, half[1] = first[1] / 2;
        return i;
    }
    return -1;
}

/* A trace of four legs by the two neighbours of the first, the one behind it first; -1: it is no such trace.
 */
static int trace_of(const struct colour_word *word)
{
    /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): places, and -1 for none */
    int behind = word->next[0], opposite = behind < 0 ? -1 : word->next[behind];
    const int before = opposite < 0 ? -1 : word->next[opposite];
    return before < 0 || word->next[before] != 0 || behind == 0 || opposite == 0 ? -1 : 4 * behind + before;
}

/* Adds a row's structure to the pairs of each trace. Returns 0 where it has others. */
static int add_row(const ts_model *model, const ts_vertex *row, double traces[16][3][2])
{
    double pairs[3][2];
    const ts_parameter *coupling = &model->parameters[row->coupling[0]];
    const struct colour_words *words = row->structure < 0 ? NULL
                                                          : &model->table->colours[row->colour_structure];
    if (!words || !contact_pairs(&model->table->structures[row->structure], pairs))
        return 0;
    double re = coupling->re, im = coupling->im;
    for (int i = 0; i < row->turns; ++i) {
        const double turned = im;
        im = -re, re = turned;
    }
    for (int i = 0; i < words->count; ++i) {
        const int trace = trace_of(&words->list[i]);
        const double factor = (double)words->list[i].numerator / words->list[i].denominator;
        if (trace < 0)
            return 0;
        for (int k = 0; k < 3; ++k) {
            traces[trace][k][0] += factor * (re * pairs[k][0] - im * pairs[k][1]);
            traces[trace][k][1] += factor * (re * pairs[k][1] + im * pairs[k][0]);
        }
    }
    return 1;
}

int contact_is_of_gluons(const ts_model *model, size_t first, size_t end, double value[2])
{
    double traces[16][3][2] = {{{0}}};
    int count = 0;
    const int *legs = model->vertices[first].legs;
    if (model->vertices[first].leg_count != 4 || legs[0] != legs[1] || legs[0] != legs[2] ||
        legs[0] != legs[3] || ts_model_particle(model, legs[0])->colour != 8)
        return 0;
    for (size_t i = first; i < end; ++i)
        if (!add_row(model, &model->vertices[i], traces))
            return 0;
    for (int behind = 1; behind < 4; ++behind)
        for (int before = 1; before < 4; ++before) {
            if (before == behind)
                continue;
            double half[2];
            const int partner = contact_partner(traces[4 * behind + before], half);
            /* Opposite in the trace is who is twice as strong. */
            if (partner != 6 - behind - before - 1 ||
                (count && !are_near(half, 1, value, hypot(half[0], half[1]))))
                return 0;
            value[0] = half[0], value[1] = half[1];
            ++count;
        }
    value[0] /= 2, value[1] /= 2; /* f f is twice the traces that flows have */
    return count == 6;
}

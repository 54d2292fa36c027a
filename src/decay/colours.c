#include "decay/plan.h"

#include "core/context.h"
#include "io/les_houches.h"

#include <stdlib.h>

enum { ENDS_MOST = 32, MOTHER = -1 };

/* Where a line begins or ends: in a product, or in the mother. */
struct ends {
    int count, owner[ENDS_MOST];
};

/* Whether a particle has a colour, or an anticolour where `anti`. */
static int has_line(const ts_model *model, int pdg, int anti)
{
    const int colour = ts_model_particle(model, pdg)->colour * (pdg < 0 ? -1 : 1);
    return abs(colour) == 8 || colour == (anti ? -3 : 3);
}

/* Whether colours of products may join these anticolours, order[i] to i: no particle to itself, and the
 * mother's two ends stay apart. */
static int is_allowed(const struct ends *from, const struct ends *to, const int *order)
{
    for (int i = 0; i < from->count; ++i)
        if (from->owner[i] == to->owner[order[i]])
            return 0;
    return 1;
}

/* The next permutation in the order of a dictionary; 0 behind the last. */
static int advance(int *order, int count)
{
    int i = count - 2, k = count - 1;
    while (i >= 0 && order[i] > order[i + 1])
        --i;
    if (i < 0)
        return 0;
    while (order[k] < order[i])
        --k;
    const int kept = order[i];
    order[i] = order[k];
    order[k] = kept;
    for (int a = i + 1, b = count - 1; a < b; ++a, --b) {
        const int other = order[a];
        order[a] = order[b];
        order[b] = other;
    }
    return 1;
}

/* Finds the allowed choice of this number, or counts them where it is negative. */
static int find_choice(const struct ends *from, const struct ends *to, int number, int order[ENDS_MOST])
{
    int found = 0;
    for (int i = 0; i < from->count; ++i)
        order[i] = i;
    do
        if (is_allowed(from, to, order) && found++ == number)
            return 1;
    while (advance(order, from->count));
    return found;
}

static int largest_line(const ts_event_particle *particles, size_t count)
{
    int largest = LES_HOUCHES_LINES_FROM;
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < 2; ++k)
            largest = particles[i].colours[k] > largest ? particles[i].colours[k] : largest;
    return largest;
}

ts_status colours_give(ts_context *context, const ts_model *model, ts_event_particle *particles, size_t count,
                       size_t place, int products, double uniform)
{
    const ts_event_particle *mother = &particles[place];
    ts_event_particle *list = particles + count - products;
    struct ends from = {0}, to = {0};
    int order[ENDS_MOST], line = largest_line(particles, count);
    for (int anti = 0; anti < 2; ++anti) {
        struct ends *ends = anti ? &to : &from;
        if (has_line(model, mother->pdg, !anti))
            ends->owner[ends->count++] = MOTHER;
        for (int i = 0; i < products; ++i)
            if (has_line(model, list[i].pdg, anti))
                ends->owner[ends->count++] = i;
    }
    const int choices = from.count == to.count ? find_choice(&from, &to, -1, order) : 0;
    if (!choices)
        return ts_fail(context, TS_ERROR_INPUT,
                       "The decay of %s has colours that no lines between two particles say.",
                       ts_model_particle_name(model, mother->pdg));
    find_choice(&from, &to, (int)(uniform * choices), order);
    for (int i = 0; i < from.count; ++i) {
        const int begins = from.owner[i], ends = to.owner[order[i]];
        const int number = begins == MOTHER ? mother->colours[1]
                           : ends == MOTHER ? mother->colours[0]
                                            : ++line;
        if (begins != MOTHER)
            list[begins].colours[0] = number;
        if (ends != MOTHER)
            list[ends].colours[1] = number;
    }
    return TS_OK;
}

#include "selection/quantity_spans.h"

#include <math.h>
#include <string.h>

/* The particles that a name may stand for, a bit each: one by its own name, or all of a kind. */
static unsigned set_of(const struct named_particle *particles, const struct particle_cuts *cuts,
                       const char *name)
{
    unsigned named = 0, kind = 0;
    for (int i = 0; i < cuts->final; ++i) {
        named |= (unsigned)!strcmp(particles[i].name, name) << i;
        kind |= (unsigned)named_by(&particles[i], *name) << i;
    }
    return named ? named : kind;
}

/* The least pT that any of them has. */
static double pt_of_any(const struct particle_cuts *cuts, unsigned set)
{
    double least = INFINITY;
    for (int i = 0; i < cuts->final; ++i)
        if (set >> i & 1)
            least = fmin(least, particle_cuts_pt_min(cuts, i));
    return isfinite(least) ? least : 0;
}

/* The least scalar sum of the pT of all jets. */
static double least_ht(const struct named_particle *particles, const struct particle_cuts *cuts)
{
    double sum = 0;
    for (int i = 0; i < cuts->final; ++i)
        sum += named_by(&particles[i], 'j') ? cuts->pt_min[i] : 0;
    return fmax(sum, cuts->ht_min);
}

/* What a cut says of two particles by their names; `least` where it says nothing. */
static double of_pair(const struct particle_cuts *cuts, unsigned first, unsigned second, const double *least)
{
    double found = INFINITY;
    for (int i = 1; i < cuts->final; ++i)
        for (int k = 0; k < i; ++k)
            if (((first >> i & 1) && (second >> k & 1)) || ((first >> k & 1) && (second >> i & 1)))
                found = fmin(found, least[cut_pair(i, k)]);
    return isfinite(found) ? found : 0;
}

/* The least of what has a unit. */
static double least_of(const struct named_particle *particles, const struct particle_cuts *cuts,
                       const char *function, const char *const *arguments, int count)
{
    const unsigned first = count ? set_of(particles, cuts, arguments[0]) : 0;
    if (!strcmp(function, "ht"))
        return least_ht(particles, cuts);
    if (!strcmp(function, "met"))
        return cuts->missing_min;
    if (count == 1)
        return strcmp(function, "m") && strcmp(function, "mtw") ? pt_of_any(cuts, first) : 0;
    if (count == 2 && (!strcmp(function, "pt") || !strcmp(function, "m")))
        return of_pair(cuts, first, set_of(particles, cuts, arguments[1]),
                       *function == 'p' ? cuts->pair_pt_min : cuts->mass_min);
    return 0;
}

struct expression_span quantity_span(const void *data, const char *function, const char *const *arguments,
                                     int count)
{
    const struct cut_quantities *of = data;
    static const char *const with_unit[] = {"pt", "m", "mt", "mtw", "energy", "ht", "met"};
    static const double pi = 3.15; /* not below any angle that single precision rounds */
    for (size_t i = 0; i < sizeof with_unit / sizeof *with_unit; ++i)
        if (!strcmp(function, with_unit[i])) {
            const double least = least_of(of->particles, of->cuts, function, arguments, count);
            return (struct expression_span){least > 0 ? least : UNCUT_LEAST, INFINITY};
        }
    if (!strcmp(function, "dr"))
        return (struct expression_span){0, INFINITY};
    if (!strcmp(function, "dphi"))
        return (struct expression_span){0, pi};
    if (!strcmp(function, "phi"))
        return (struct expression_span){-pi, pi};
    if (!strcmp(function, "costheta"))
        return (struct expression_span){-1, 1};
    return (struct expression_span){-INFINITY, INFINITY};
}

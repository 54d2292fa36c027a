#include "shower/coupling_of_card.h"

#include <math.h>

const struct colour_group quantum_chromodynamics = {3, 4.0 / 3, 0.5};

enum { FLAVOURS = 5, FEWEST_FLAVOURS = 3, MOST_FLAVOURS = FEWEST_FLAVOURS + COUPLING_REGIONS - 1 };

/* GeV, from the fourth flavour on: c, b, t (docs/cards.md). */
static const double masses[MOST_FLAVOURS - FEWEST_FLAVOURS] = {1.3, 4.75, 173};

double beta_zero(const struct colour_group *group, int flavours)
{
    return (11 * group->adjoint / 6 - 2 * group->trace * flavours / 3) / (2 * M_PI);
}

double beta_one(const struct colour_group *group, int flavours)
{
    const double quarks = (5 * group->adjoint / 3 + group->fundamental) * group->trace * flavours;
    return (17 * group->adjoint * group->adjoint / 6 - quarks) / (4 * M_PI * M_PI);
}

double cusp(const struct colour_group *group, int flavours)
{
    return group->adjoint * (67 / 18.0 - M_PI * M_PI / 6) - 10 * group->trace * flavours / 9;
}

static double region_alpha(const struct coupling_region *region, double log_t)
{
    const double w = 1 + region->b0 * region->alpha * (log_t - region->reference);
    if (!(w > 0) || !isfinite(region->alpha))
        return INFINITY;
    const double alpha = region->alpha / w * (1 - region->b1 / region->b0 * region->alpha * log(w) / w);
    return alpha * (1 + region->soft * alpha);
}

/* The region of so many flavours, with the alpha of its neighbour where they meet. */
static struct coupling_region region_create(const struct colour_group *group, int order, int flavours,
                                            double reference, double alpha)
{
    return (struct coupling_region){.above = reference,
                                    .reference = reference,
                                    .alpha = alpha,
                                    .b0 = beta_zero(group, flavours),
                                    .b1 = order > 1 ? beta_one(group, flavours) : 0};
}

struct shower_coupling shower_coupling_create(const struct colour_group *group, double alpha_s, double m_z,
                                              int order, int thresholds)
{
    struct shower_coupling coupling = {1, {region_create(group, order, FLAVOURS, 2 * log(m_z), alpha_s)}};
    if (!thresholds)
        return coupling;
    struct coupling_region *region = coupling.region, given = region[0];
    enum { FIVE = FLAVOURS - FEWEST_FLAVOURS };
    coupling.regions = COUPLING_REGIONS;
    region[FIVE] = given;
    region[FIVE].above = 2 * log(masses[FIVE - 1]);
    for (int i = FIVE + 1; i < COUPLING_REGIONS; ++i) {
        const double meeting = 2 * log(masses[i - 1]);
        region[i] = region_create(group, order, FEWEST_FLAVOURS + i, meeting,
                                  region_alpha(&region[i - 1], meeting));
    }
    for (int i = FIVE - 1; i >= 0; --i) {
        const double meeting = 2 * log(masses[i]);
        region[i] = region_create(group, order, FEWEST_FLAVOURS + i, meeting,
                                  region_alpha(&region[i + 1], meeting));
        if (i > 0)
            region[i].above = 2 * log(masses[i - 1]);
    }
    return coupling;
}

void shower_coupling_soften(const struct colour_group *group, int thresholds,
                            struct shower_coupling *coupling)
{
    for (int i = 0; i < coupling->regions; ++i)
        coupling->region[i].soft = cusp(group, thresholds ? FEWEST_FLAVOURS + i : FLAVOURS) / (2 * M_PI);
}

void shower_coupling_shift(struct shower_coupling *coupling, double factor)
{
    for (int i = 0; i < coupling->regions; ++i) {
        coupling->region[i].above -= 2 * log(factor);
        coupling->region[i].reference -= 2 * log(factor);
    }
}

double shower_alpha_s(const struct shower_coupling *coupling, double log_t)
{
    int i = coupling->regions - 1;
    while (i > 0 && log_t < coupling->region[i].above)
        --i;
    return region_alpha(&coupling->region[i], log_t);
}

/* The largest alpha_s (inverse + slope (ln t - log_cutoff)) on a grid, and the point where it is. */
static double largest_ratio(const struct shower_coupling *coupling, const struct shower_bound *bound,
                            double log_cutoff, double low, double high, double *place)
{
    enum { POINTS = 4096 };
    double largest = 0;
    for (int i = 0; i <= POINTS; ++i) {
        const double log_t = low + (high - low) * i / POINTS;
        const double ratio = shower_alpha_s(coupling, log_t) *
                             (bound->inverse + bound->slope * (log_t - log_cutoff));
        if (ratio > largest) {
            largest = ratio;
            *place = log_t;
        }
    }
    return largest;
}

struct shower_bound shower_bound_create(const struct shower_coupling *coupling, double log_cutoff,
                                        double log_highest)
{
    /* Flat it would be, but for the slope that keeps the bound's integral invertible. */
    static const double least_slope = 1e-3;
    const double length = log_highest - log_cutoff;
    /* The coupling of soft gluons has steps at thresholds. */
    const double margin = 1 + (coupling->region[0].soft > 0 && coupling->regions > 1 ? 1e-3 : 1e-9);
    struct shower_bound bound = {.inverse = 1 / shower_alpha_s(coupling, log_cutoff)};
    const double chord = (1 / shower_alpha_s(coupling, log_highest) - bound.inverse) / length;
    bound.slope = fmax(chord, least_slope * bound.inverse / fmax(1, length));
    /* 1 / alpha_s is smooth between thresholds, and continuous there: one grid finds the neighbourhood of
     * each largest value, a second one the value. */
    double edges[COUPLING_REGIONS + 1] = {log_cutoff}, place = log_cutoff;
    int count = 1;
    for (int i = 1; i < coupling->regions; ++i)
        if (coupling->region[i].above > log_cutoff && coupling->region[i].above < log_highest)
            edges[count++] = coupling->region[i].above;
    edges[count] = log_highest;
    bound.factor = 1;
    for (int i = 0; i < count; ++i) {
        const double low = edges[i], high = edges[i + 1], step = (high - low) / 1024;
        double largest = largest_ratio(coupling, &bound, log_cutoff, low, high, &place);
        largest = fmax(largest, largest_ratio(coupling, &bound, log_cutoff, fmax(low, place - step),
                                              fmin(high, place + step), &place));
        bound.factor = fmax(bound.factor, margin * largest);
    }
    return bound;
}

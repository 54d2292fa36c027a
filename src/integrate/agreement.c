#include "integrate/agreement.h"

#include "core/gamma.h"

#include <math.h>
#include <stdio.h>

enum { MOST_GROUPS = 8 };

/* By chance iterations scatter like this in one run of a million: then the error is not to be trusted,
 * whatever it is. */
static const double least_probability = 1e-6;

struct group {
    double value, variance;
};

static size_t counted_iterations(const struct integral *part)
{
    size_t count = 0;
    for (size_t i = 0; i < part->iteration_count; ++i)
        count += (size_t)part->iterations[i].counted;
    return count;
}

/* Whether a channel can fill so many groups. */
static int fills(const struct integral *part, size_t groups) { return counted_iterations(part) >= groups; }

/* Eight, where channels with fewer iterations than that hardly add to the error; else as many as all of them
 * can fill. */
static size_t count_groups(const struct integral *parts, size_t count)
{
    static const double hardly = 0.1;
    size_t fewest = MOST_GROUPS;
    double variance = 0, of_short = 0;
    for (size_t c = 0; c < count; ++c) {
        const size_t iterations = counted_iterations(&parts[c]);
        const double own = parts[c].error * parts[c].error;
        fewest = iterations < fewest ? iterations : fewest;
        variance += own;
        of_short += fills(&parts[c], MOST_GROUPS) ? 0 : own;
    }
    return of_short <= hardly * variance ? MOST_GROUPS : fewest;
}

/* Adds the mean of a channel's iterations in each group, by numbers of events. */
static void add_part(const struct integral *part, struct group *groups, size_t count)
{
    const size_t iterations = counted_iterations(part);
    struct group sums[MOST_GROUPS] = {{0, 0}};
    double events[MOST_GROUPS] = {0};
    for (size_t i = 0, k = 0; i < part->iteration_count; ++i) {
        const ts_iteration *iteration = &part->iterations[i];
        if (!iteration->counted)
            continue;
        const size_t g = k++ * count / iterations;
        const double n = (double)iteration->events;
        events[g] += n;
        sums[g].value += n * iteration->value;
        sums[g].variance += n * n * iteration->error * iteration->error;
    }
    for (size_t g = 0; g < count; ++g) {
        groups[g].value += sums[g].value / events[g];
        groups[g].variance += sums[g].variance / (events[g] * events[g]);
    }
}

/* How the groups of the sum of all channels that fill them scatter. */
struct scatter {
    double chi2_per_dof, probability; /* of as much by chance */
    size_t degrees;
};

static struct scatter scatter_of(const struct integral *parts, size_t count)
{
    struct group groups[MOST_GROUPS] = {{0, 0}};
    const size_t group_count = count_groups(parts, count);
    double chi2 = 0, value = 0;
    size_t scattering = 0;
    for (size_t c = 0; c < count && group_count; ++c)
        if (fills(&parts[c], group_count)) {
            add_part(&parts[c], groups, group_count);
            value += parts[c].value;
        }
    for (size_t g = 0; g < group_count; ++g)
        if (groups[g].variance > 0) {
            chi2 += pow(groups[g].value - value, 2) / groups[g].variance;
            ++scattering;
        }
    if (scattering < 3) /* of two it says little */
        return (struct scatter){.probability = 1};
    const double degrees = (double)(scattering - 1);
    return (struct scatter){chi2 / degrees, gamma_q(0.5 * degrees, 0.5 * chi2), scattering - 1};
}

double agreement_doubt(const struct integral *part)
{
    const struct scatter scatter = scatter_of(part, 1);
    return scatter.probability < least_probability
               ? fmin(part->error * sqrt(scatter.chi2_per_dof), fabs(part->value) + 3 * part->error)
               : 0;
}

void agreement_widen(struct integral *parts, size_t count)
{
    for (size_t c = 0; c < count && count > 1; ++c) {
        parts[c].doubt = agreement_doubt(&parts[c]);
        parts[c].error = fmax(parts[c].error, parts[c].doubt);
    }
}

static void object_to_part(const struct integrand *integrands, const struct integral *parts, size_t count,
                           double asked, struct integral *total)
{
    double doubt = 0;
    size_t worst = 0;
    for (size_t c = 0; c < count; ++c) {
        doubt = hypot(doubt, parts[c].doubt);
        worst = parts[c].doubt > parts[worst].doubt ? c : worst;
    }
    if (doubt > 0 && (asked > 0 ? total->error > asked : doubt * doubt > 0.5 * total->error * total->error))
        snprintf(total->objection, sizeof total->objection,
                 "In %.60s chi^2 per degree of freedom of the iterations is %.3g.",
                 integrands[worst].name ? integrands[worst].name : "one channel",
                 scatter_of(&parts[worst], 1).chi2_per_dof);
}

void agreement_examine(const struct integrand *integrands, const struct integral *parts, size_t count,
                       double asked, struct integral *total)
{
    const struct integral *only = &parts[0];
    const struct scatter scatter = count > 1 ? scatter_of(parts, count)
                                             : (struct scatter){only->chi2_per_dof, only->probability,
                                                                only->degrees};
    total->chi2_per_dof = scatter.chi2_per_dof;
    total->degrees = scatter.degrees;
    total->probability = scatter.probability;
    if (scatter.probability < least_probability)
        snprintf(total->objection, sizeof total->objection,
                 "The iterations do not agree: chi^2 per degree of freedom is %.3g.", total->chi2_per_dof);
    else if (count > 1)
        object_to_part(integrands, parts, count, asked, total);
    total->converged = total->converged && !total->objection[0];
}

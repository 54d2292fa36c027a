#include "selection/usual_ranges.h"

#include <math.h>
#include <string.h>

void usual_ranges_widen(struct particle_cuts *widest, const struct particle_cuts *other)
{
    for (int i = 0; i < widest->final; ++i) {
        widest->pt_min[i] = fmin(widest->pt_min[i], other->pt_min[i]);
        widest->pt_max[i] = fmax(widest->pt_max[i], other->pt_max[i]);
        widest->eta_max[i] = fmax(widest->eta_max[i], other->eta_max[i]);
        widest->y_max[i] = fmax(widest->y_max[i], other->y_max[i]);
    }
    for (int pair = 0; pair < PARTICLE_PAIRS(widest->final); ++pair) {
        widest->mass_min[pair] = fmin(widest->mass_min[pair], other->mass_min[pair]);
        widest->mass_max[pair] = fmax(widest->mass_max[pair], other->mass_max[pair]);
    }
}

/* What [least, most] leaves of a range that begins at 0. A lower end far up moves the whole range. One near
 * its beginning, and an upper one beyond it, leave it as it is. */
static void narrow(double least, double most, struct integrand_histogram *usual)
{
    const double far_up = 0.2, length = usual->high - usual->low;
    if (most <= least)
        return;
    if (least - usual->low > far_up * length || (most < usual->high && least > usual->low)) {
        usual->low = least;
        usual->high = least + length;
    }
    usual->high = fmin(usual->high, most);
}

/* A symmetric range that ends at the cut. */
static void narrow_about_zero(double most, struct integrand_histogram *usual)
{
    usual->high = fmin(usual->high, most);
    usual->low = -usual->high;
}

void usual_range_of_each(const struct particle_cuts *cuts, const char *quantity, const int *which, int count,
                         struct integrand_histogram *usual)
{
    double least = INFINITY, most = 0, eta = 0, y = 0;
    for (int i = 0; i < count; ++i) {
        least = fmin(least, cuts->pt_min[which[i]]);
        most = fmax(most, cuts->pt_max[which[i]]);
        eta = fmax(eta, cuts->eta_max[which[i]]);
        y = fmax(y, cuts->y_max[which[i]]);
    }
    if (count && !strcmp(quantity, "pt"))
        narrow(least, most, usual);
    else if (count && !strcmp(quantity, "eta"))
        narrow_about_zero(eta, usual);
    else if (count && !strcmp(quantity, "y"))
        narrow_about_zero(y, usual);
}

void usual_range_of_mass(const struct particle_cuts *cuts, int i, int k, struct integrand_histogram *usual)
{
    const int pair = i > k ? cut_pair(i, k) : cut_pair(k, i);
    narrow(cuts->mass_min[pair], cuts->mass_max[pair], usual);
}

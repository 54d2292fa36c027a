#include "phase_space/phase_space_channels.h"

#include <math.h>

/* A set in which two particles have changed places. */
static unsigned image_of(unsigned set, int a, int b)
{
    const unsigned differ = (set >> a ^ set >> b) & 1;
    return set ^ (differ << a | differ << b);
}

/* The node of a plan that has these final particles; -1: none has. */
static int node_of(const struct phase_space_plan *plan, unsigned set)
{
    for (int i = 0; i < plan->nodes; ++i)
        if (plan->set[i] == set)
            return i;
    return -1;
}

/* Up to rounding, for sums are taken in the order of the particles. */
static int is_same(double x, double y) { return x == y || fabs(x - y) <= 1e-12 * fmax(fabs(x), fabs(y)); }

static int has_same_numbers(const struct phase_space_plan *x, int i, const struct phase_space_plan *y, int k)
{
    int same = (x->parent[i] < 0) == (y->parent[k] < 0) && is_same(x->apart[i], y->apart[k]) &&
               x->recoil[i].lifts == y->recoil[k].lifts;
    for (int number = 0; number < CHILI_NUMBERS; ++number)
        same &= is_same(x->rows[i][number], y->rows[k][number]);
    return same;
}

static int has_same_recoil(const struct plan_recoil *x, const struct plan_recoil *y)
{
    return x->follows == y->follows && x->jets == y->jets && x->rest_is_jets == y->rest_is_jets &&
           (x->pair < 0) == (y->pair < 0) && is_same(x->pair_mass, y->pair_mass) &&
           is_same(x->later, y->later) && is_same(x->later_least, y->later_least) &&
           is_same(x->ht_share, y->ht_share);
}

/* The final particles in the t-channel before a node. */
static unsigned set_before(const struct phase_space_plan *plan, int node)
{
    unsigned set = 0;
    for (int i = 0; i < plan->t_count && plan->t_list[i] != node; ++i)
        set |= plan->set[plan->t_list[i]];
    return set;
}

/* Whether a node of the t-channel has the same limits in another plan, as what is before it and balances it
 * sets them. */
static int has_same_limits(const struct phase_space_plan *x, int i, const struct phase_space_plan *y, int k,
                           int a, int b)
{
    const struct plan_recoil *own = &x->recoil[i], *other = &y->recoil[k];
    const int pair = own->pair, is_last = x->t_list[x->t_count - 1] == i;
    if (x->parent[i] >= 0)
        return 1;
    if (!own->follows && pair < 0 && !other->follows && other->pair < 0 && !is_last)
        return 1;
    return has_same_recoil(own, other) && image_of(set_before(x, i), a, b) == set_before(y, k) &&
           (pair < 0 || image_of(x->set[pair], a, b) == y->set[other->pair]);
}

/* Whether a plan becomes another one where two particles change places. */
static int is_image(const struct phase_space_plan *x, const struct phase_space_plan *y, int a, int b)
{
    if (x->nodes != y->nodes || x->t_count != y->t_count)
        return 0;
    for (int i = 0; i < x->nodes; ++i) {
        const int k = node_of(y, image_of(x->set[i], a, b));
        if (k < 0 || !has_same_numbers(x, i, y, k) || !has_same_limits(x, i, y, k, a, b))
            return 0;
    }
    return 1;
}

/* Whether an exchange of two particles leaves the set as it is. */
static int is_even(const struct phase_space_channels *channels, int a, int b)
{
    for (int i = 0; i < channels->count; ++i) {
        int found = 0;
        for (int k = 0; k < channels->count && !found; ++k)
            found = is_image(&channels->list[i].plan, &channels->list[k].plan, a, b);
        if (!found)
            return 0;
    }
    return 1;
}

unsigned exchanges_uneven(const struct phase_space_setting *setting,
                          const struct phase_space_channels *channels)
{
    unsigned uneven = 0;
    for (int a = 0; a < setting->final; ++a)
        for (int b = 0; b < a; ++b)
            if (setting->pdg[a] == setting->pdg[b] && !is_even(channels, a, b))
                uneven |= 1U << a | 1U << b;
    return uneven;
}

#include "decay/products.h"

#include <stdlib.h>

/* How often products have no groups, so that no momenta are left out. */
static const double share_of_flat = 0.1;

/* What leaves a system together: products, and groups of them as one. */
struct system {
    double mass;
    int count;
    double of[PRODUCTS_MOST];
    unsigned products[PRODUCTS_MOST]; /* bits of those in each */
};

/* What a system has from each of its members on. */
struct rests {
    double mass[PRODUCTS_MOST], least[PRODUCTS_MOST]; /* and the sum of their masses */
    double free;                                      /* energy that masses leave */
};

static void next_pair(struct pairs *pairs, double pair[2]) { draw_pair(pairs->draw, pairs->next++, pair); }

/* |p| in the rest frame of a mass that decays into two; 0: they do not fit. */
static double momentum_at_rest(double mass, double a, double b)
{
    const double square = (mass - a - b) * (mass + a + b) * (mass - a + b) * (mass + a - b);
    return mass > a + b ? sqrt(fmax(0, square)) / (2 * mass) : 0;
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void find_least(const struct system *system, struct rests *rests)
{
    double sum = 0;
    for (int k = system->count - 1; k >= 0; --k)
        rests->least[k] = sum += system->of[k];
    rests->free = system->mass - sum;
}

/* Draws the masses of rests. They lie as uniform numbers in order do between the least values and the
 * system's mass: F. James, CERN 68-15 (1968). */
static void draw_rests(struct pairs *pairs, const struct system *system, struct rests *rests)
{
    double numbers[PRODUCTS_MOST + 1] = {0}, pair[2];
    const int last = system->count - 1, inner = system->count - 2;
    for (int i = 0; i < inner; i += 2) {
        next_pair(pairs, pair);
        numbers[i] = pair[0];
        numbers[i + 1] = pair[1];
    }
    qsort(numbers, (size_t)inner, sizeof *numbers, by_size);
    find_least(system, rests);
    for (int k = 0; k <= last; ++k) {
        const double share = k == 0 ? 1 : k == last ? 0 : numbers[inner - k];
        rests->mass[k] = rests->least[k] + share * rests->free;
    }
}

/* Phase space over the density of such masses, and `flat` as products_draw() says. 0: they do not fit. */
static double space_of(const struct system *system, const struct rests *rests, double *flat)
{
    double space = 1 / system->mass;
    if (!(system->mass > 0 && rests->free > 0))
        return 0;
    for (int k = 0; k + 1 < system->count; ++k) {
        const double own = system->of[k];
        const double at_rest = momentum_at_rest(rests->mass[k], own, rests->mass[k + 1]);
        const double most = momentum_at_rest(rests->least[k] + rests->free, own, rests->least[k + 1]);
        *flat *= at_rest / most;
        space *= at_rest / (4 * M_PI) * (k ? rests->free / (k * M_PI) : 1);
    }
    return space;
}

/* Lets one member leave the others in a flat direction. Returns what is left. */
static struct momentum part(struct pairs *pairs, const double *given, double own, double rest,
                            struct momentum all, double mass, struct momentum *made)
{
    double pair[2];
    next_pair(pairs, pair);
    const double at_rest = momentum_at_rest(mass, own, rest), z = 2 * pair[0] - 1, turn = 2 * M_PI * pair[1];
    const double across = sqrt((1 - z) * (1 + z)), drawn[] = {across * cos(turn), across * sin(turn), z};
    const double *to = given ? given : drawn;
    const struct momentum p = {hypot(at_rest, own), at_rest * to[0], at_rest * to[1], at_rest * to[2]};
    const struct momentum other = {hypot(at_rest, rest), -p.x, -p.y, -p.z};
    *made = momentum_boost(p, all, mass, 1);
    return momentum_boost(other, all, mass, 1);
}

/* Draws the momenta of a system's members, flat in phase space. Returns that over their density; 0: they do
 * not fit. */
static double leave(struct pairs *pairs, const struct system *system, const double *direction,
                    struct momentum all, struct momentum made[PRODUCTS_MOST], double *flat)
{
    struct rests rests;
    draw_rests(pairs, system, &rests);
    const double space = space_of(system, &rests, flat);
    if (!(space > 0))
        return 0;
    for (int k = 0; k + 1 < system->count; ++k)
        all = part(pairs, direction, system->of[k], rests.mass[k + 1], all, rests.mass[k], &made[k]);
    made[system->count - 1] = all;
    return space;
}

/* The members of a set of products: groups in it that are in no other, and products of none of them. The set
 * is a group itself, or all products. */
static struct system system_of(const struct products *products, const struct grouping *grouping,
                               const double *masses, unsigned set, double mass)
{
    struct system system = {.mass = mass};
    unsigned left = set;
    for (int i = grouping->count - 1; i >= 0; --i) { /* the larger one first */
        const unsigned group = grouping->groups[i].products;
        if (group == set || (group & ~left))
            continue;
        system.of[system.count] = masses[i];
        system.products[system.count++] = group;
        left &= ~group;
    }
    for (int i = 0; i < products->count; ++i)
        if (left >> i & 1) {
            system.of[system.count] = products->of[i];
            system.products[system.count++] = 1U << i;
        }
    return system;
}

/* The range of the angle that a group's square of the mass is a tangent of. Returns 0 where it has none. */
static int angles_of(const struct products *products, const struct group *group, double angles[2])
{
    double inside = 0, outside = 0;
    const double middle = group->mass * group->mass, unit = group->mass * group->width;
    for (int i = 0; i < products->count; ++i)
        *(group->products >> i & 1 ? &inside : &outside) += products->of[i];
    const double high = products->mass - outside;
    angles[0] = atan((inside * inside - middle) / unit);
    angles[1] = atan((high * high - middle) / unit);
    return high > inside;
}

/* Draws the momenta of a grouping. Returns 0 where they do not fit. */
static int draw_grouping(struct pairs *pairs, const struct products *products,
                         const struct grouping *grouping, const double *numbers, struct momentum all,
                         struct momentum made[PRODUCTS_MOST])
{
    const int count = grouping->count < GROUPS_MOST ? grouping->count : GROUPS_MOST;
    double masses[GROUPS_MOST];
    struct momentum of[GROUPS_MOST], members[PRODUCTS_MOST];
    for (int i = 0; i < count; ++i) {
        const struct group *group = &grouping->groups[i];
        double angles[2];
        if (!angles_of(products, group, angles))
            return 0;
        const double angle = angles[0] + (angles[1] - angles[0]) * numbers[i];
        masses[i] = sqrt(fmax(0, group->mass * (group->mass + group->width * tan(angle))));
    }
    for (int i = count; i >= 0; --i) { /* all of them, and then the groups, the larger one first */
        const int is_all = i == count;
        double flat = 1;
        const struct system system = system_of(products, grouping, masses,
                                               is_all ? (1U << products->count) - 1
                                                      : grouping->groups[i].products,
                                               is_all ? products->mass : masses[i]);
        if (!(leave(pairs, &system, NULL, is_all ? all : of[i], members, &flat) > 0))
            return 0;
        for (int k = 0; k < system.count; ++k) {
            for (int group = 0; group < count; ++group)
                if (grouping->groups[group].products == system.products[k])
                    of[group] = members[k];
            for (int product = 0; product < products->count; ++product)
                if (system.products[k] == 1U << product)
                    made[product] = members[k];
        }
    }
    return 1;
}

static double mass_of(const struct products *products, unsigned set, const struct momentum *made)
{
    struct momentum sum = {0, 0, 0, 0};
    for (int i = 0; i < products->count; ++i) {
        if (set == 1U << i)
            return products->of[i];
        if (set >> i & 1)
            sum = momentum_sum(sum, made[i]);
    }
    return momentum_mass(sum);
}

/* The density that a grouping has at these momenta, over phase space. */
static double density_of(const struct products *products, const struct grouping *grouping,
                         const struct momentum *made)
{
    double masses[GROUPS_MOST], density = 1;
    for (int i = 0; i < grouping->count; ++i) {
        const struct group *group = &grouping->groups[i];
        const double middle = group->mass * group->mass, unit = group->mass * group->width;
        double angles[2];
        masses[i] = mass_of(products, group->products, made);
        const double off = (masses[i] * masses[i] - middle) / unit;
        if (!angles_of(products, group, angles))
            return 0;
        density *= 2 * M_PI / ((angles[1] - angles[0]) * unit * (1 + off * off));
    }
    for (int i = grouping->count; i >= 0 && density > 0; --i) {
        const int is_all = i == grouping->count;
        struct system system = system_of(products, grouping, masses,
                                         is_all ? (1U << products->count) - 1 : grouping->groups[i].products,
                                         is_all ? products->mass : masses[i]);
        struct rests rests;
        unsigned rest = 0;
        double flat = 1;
        find_least(&system, &rests);
        for (int k = system.count - 1; k > 0; --k)
            rests.mass[k] = mass_of(products, rest |= system.products[k], made);
        rests.mass[system.count - 1] = system.of[system.count - 1];
        rests.mass[0] = system.mass;
        const double space = space_of(&system, &rests, &flat);
        density = space > 0 ? density / space : 0;
    }
    return density;
}

double products_draw(struct pairs *pairs, const struct products *products, struct momentum all,
                     struct momentum made[PRODUCTS_MOST], double *flat)
{
    static const struct grouping none = {.count = 0};
    static const double no_masses[GROUPS_MOST];
    const int count = products->grouping_count;
    const struct system whole = system_of(products, &none, no_masses, (1U << products->count) - 1,
                                          products->mass);
    double pair[2], second[2] = {0, 0};
    if (!count)
        return leave(pairs, &whole, products->direction, all, made, flat);
    next_pair(pairs, pair);
    const double place = (pair[0] - share_of_flat) / (1 - share_of_flat) * count;
    if (place < 0) {
        double unused = 1;
        if (!(leave(pairs, &whole, NULL, all, made, &unused) > 0))
            return 0;
    } else {
        const struct grouping *grouping = &products->groupings[place < count ? (int)place : count - 1];
        if (grouping->count > 1)
            next_pair(pairs, second);
        if (!draw_grouping(pairs, products, grouping, (double[]){pair[1], second[0]}, all, made))
            return 0;
    }
    double density = share_of_flat * density_of(products, &none, made);
    for (int i = 0; i < count; ++i)
        density += (1 - share_of_flat) / count * density_of(products, &products->groupings[i], made);
    return density > 0 ? 1 / density : 0;
}

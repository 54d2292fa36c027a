#include "reweight/rescale.h"

#include "io/event.h"
#include "io/les_houches.h"
#include "reweight/momentum.h"

enum { GENERATIONS_MOST = 64, CHILDREN_MOST = 64, STEPS = 60 };

/* The event as a tree. */
struct family {
    const ts_event_particle *of_file;
    size_t count;
    const double *masses;
    ts_event_particle *particles;
    double ratio; /* of phase space, so far */
};

/* The line that a particle comes from, its place; `count`: the collision. */
static size_t parent_of(const struct family *family, size_t place)
{
    const int mother = family->of_file[place].mothers[0];
    if (mother < 1 || (size_t)mother > family->count || (size_t)mother - 1 == place)
        return family->count;
    return family->of_file[mother - 1].status == EVENT_DECAYED ? (size_t)mother - 1 : family->count;
}

static int is_within(const struct family *family, size_t place, size_t line)
{
    for (int i = 0; i < GENERATIONS_MOST && place < family->count; ++i)
        if ((place = parent_of(family, place)) == line)
            return 1;
    return 0;
}

/* The momentum of a particle of the file; of a line that of what comes from it. */
static struct momentum old_momentum(const struct family *family, size_t place)
{
    struct momentum sum = {0};
    if (place < family->count && family->of_file[place].status == EVENT_FINAL)
        return momentum_of(&family->of_file[place]);
    for (size_t i = 0; i < family->count; ++i)
        if (family->of_file[i].status == EVENT_FINAL &&
            (place == family->count || is_within(family, i, place)))
            sum = momentum_sum(sum, momentum_of(&family->of_file[i]));
    return sum;
}

/* What comes from a line, one generation. */
struct children {
    int count, changes;
    size_t place[CHILDREN_MOST];
    struct momentum p[CHILDREN_MOST]; /* at rest */
    double old_mass[CHILDREN_MOST], mass[CHILDREN_MOST];
};

/* The mass that a particle's energy and momentum have: of a final one as the file rounds it. */
static double own_mass(const ts_event_particle *particle, struct momentum p)
{
    const double length = sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    const int is_kept = particle->status == EVENT_FINAL &&
                        fabs(p.e - hypot(length, particle->mass)) < 1e-6 * p.e;
    return is_kept ? particle->mass : momentum_mass(p);
}

static int find_children(const struct family *family, size_t line, struct momentum frame, double mass,
                         struct children *children)
{
    children->count = children->changes = 0;
    for (size_t i = 0; i < family->count; ++i) {
        const int status = family->of_file[i].status;
        if ((status != EVENT_FINAL && status != EVENT_DECAYED) || parent_of(family, i) != line)
            continue;
        if (children->count == CHILDREN_MOST)
            return 0; /* never: each has final particles, of which an event with decays has ten at most */
        const struct momentum p = old_momentum(family, i);
        const int k = children->count;
        if (status == EVENT_DECAYED && !(p.e > 0))
            continue; /* a line without final particles */
        ++children->count;
        children->place[k] = i;
        children->old_mass[k] = own_mass(&family->of_file[i], p);
        children->mass[k] = family->masses[i] >= 0 ? family->masses[i] : children->old_mass[k];
        children->changes |= family->masses[i] >= 0;
        children->p[k] = momentum_boost(p, frame, mass, -1);
    }
    return children->count > 0;
}

static double square_of(struct momentum p) { return p.x * p.x + p.y * p.y + p.z * p.z; }

/* The sum of energies, with all momenta scaled. */
static double energies(const struct children *children, double scale)
{
    double sum = 0;
    for (int i = 0; i < children->count; ++i)
        sum += sqrt(scale * scale * square_of(children->p[i]) + children->mass[i] * children->mass[i]);
    return sum;
}

/* The scale at which energies add up to a mass, by Newton's steps, which end above it; 0: none. */
static double find_scale(const struct children *children, double mass)
{
    double scale = 1;
    if (!(energies(children, 0) < mass))
        return 0;
    for (int i = 0; i < STEPS; ++i) {
        double slope = 0;
        for (int k = 0; k < children->count; ++k) {
            const double square = square_of(children->p[k]);
            slope += scale * square / sqrt(scale * scale * square + children->mass[k] * children->mass[k]);
        }
        const double next = scale - (energies(children, scale) - mass) / slope;
        if (!(fabs(next - scale) > 1e-15 * scale))
            break;
        scale = next > 0 ? next : scale / 2;
    }
    return scale;
}

/* The ratio of phase space under a scale, of massive particles by the weight of R. Kleiss, W. J. Stirling and
 * S. D. Ellis, Comput. Phys. Commun. 40 (1986) 359, from both to massless ones. */
static double phase_space_ratio(const struct children *children, double scale)
{
    double ratio = pow(scale, 3 * children->count - 5), before = 0, after = 0;
    for (int i = 0; i < children->count; ++i) {
        const double square = square_of(children->p[i]), mass = children->mass[i];
        const double old = hypot(sqrt(square), children->old_mass[i]);
        const double new = sqrt(scale * scale * square + mass * mass);
        ratio *= old / new;
        before += square / old;
        after += square / new;
    }
    return ratio * before / after;
}

/* Moves what comes from a line, whose momentum was `before` and is `now`; returns 0 where masses do not fit.
 */
static int move(struct family *family, size_t line, struct momentum before, struct momentum now)
{
    struct children children;
    const double mass = momentum_mass(before);
    if (!(mass > 0) || !find_children(family, line, before, mass, &children))
        return line < family->count;
    const double scale = children.changes && children.count > 1 ? find_scale(&children, mass) : 1;
    if (scale == 0)
        return 0;
    if (scale != 1)
        family->ratio *= phase_space_ratio(&children, scale);
    for (int i = 0; i < children.count; ++i) {
        const size_t place = children.place[i];
        const int stays = scale == 1 && before.e == now.e && before.x == now.x && before.y == now.y &&
                          before.z == now.z;
        const struct momentum old = old_momentum(family, place);
        struct momentum p = {0, scale * children.p[i].x, scale * children.p[i].y, scale * children.p[i].z};
        p.e = sqrt(square_of(p) + children.mass[i] * children.mass[i]);
        p = stays ? old : momentum_boost(p, now, mass, 1);
        momentum_give(&family->particles[place], stays ? momentum_of(&family->of_file[place]) : p);
        if (family->masses[place] >= 0)
            family->particles[place].mass = children.mass[i];
        if (family->of_file[place].status == EVENT_DECAYED && !move(family, place, old, p))
            return 0;
    }
    return 1;
}

size_t rescale_find_circle(const ts_event_particle *of_file, size_t count)
{
    const struct family family = {.of_file = of_file, .count = count};
    for (size_t i = 0; i < count; ++i) {
        size_t line = i;
        for (int k = 0; k < GENERATIONS_MOST && line < count; ++k)
            line = parent_of(&family, line);
        if (line < count)
            return i;
    }
    return count;
}

int rescale_is_alone(const ts_event_particle *of_file, size_t count, size_t place)
{
    const struct family family = {.of_file = of_file, .count = count};
    for (size_t i = 0; i < count; ++i)
        if (i != place && (of_file[i].status == EVENT_FINAL || of_file[i].status == EVENT_DECAYED) &&
            parent_of(&family, i) == parent_of(&family, place))
            return 0;
    return 1;
}

int rescale_is_of_collision(const ts_event_particle *of_file, size_t count, size_t place)
{
    const struct family family = {.of_file = of_file, .count = count};
    return parent_of(&family, place) == count;
}

double rescale(const ts_event_particle *of_file, size_t count, const double *masses,
               ts_event_particle *particles)
{
    struct family family = {of_file, count, masses, particles, 1};
    const struct momentum all = old_momentum(&family, count);
    return move(&family, count, all, all) ? family.ratio : 0;
}

/* The partons that come in, first the one that flies along +z; returns 0 where they are no such two. */
static int find_partons(const ts_event_particle *list, size_t count, size_t place[2])
{
    static const double most_across = 1e-6; /* over the energy or its square, for digits of a file */
    size_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        const ts_event_particle *p = &list[i];
        if (p->status != LES_HOUCHES_INCOMING)
            continue;
        const double off = p->e * p->e - p->z * p->z - p->mass * p->mass;
        if (found == 2 || !(p->e > 0) || !(fabs(off) <= most_across * p->e * p->e) ||
            !(hypot(p->x, p->y) <= most_across * p->e))
            return 0;
        place[found++] = i;
    }
    if (found == 2 && list[place[0]].z < 0) {
        const size_t first = place[0];
        place[0] = place[1];
        place[1] = first;
    }
    return found == 2 && list[place[0]].z > 0 && list[place[1]].z < 0;
}

int rescale_can_open(const ts_event_particle *of_file, size_t count)
{
    static const double precision = 1e-5;
    const struct family family = {.of_file = of_file, .count = count};
    size_t in[2];
    if (!find_partons(of_file, count, in))
        return 0;
    const struct momentum all = old_momentum(&family, count);
    const double e = of_file[in[0]].e + of_file[in[1]].e, z = of_file[in[0]].z + of_file[in[1]].z;
    return fmax(fabs(all.e - e), fabs(all.z - z)) <= precision * all.e;
}

/* Gives a particle another mass at its rapidity and its momentum across the beams. */
static struct momentum with_mass(struct momentum p, double mass)
{
    const double across = hypot(p.x, p.y), before = sqrt(fmax(0, (p.e - p.z) * (p.e + p.z)));
    const double scale = hypot(across, mass) / before;
    return (struct momentum){scale * p.e, p.x, p.y, scale * p.z};
}

/* Gives two partons along the beams this sum, and the masses that a shower gave them. Each step leaves a
 * millionth of what was wrong, or less. */
static void put_partons(struct momentum sum, ts_event_particle *one, ts_event_particle *other)
{
    enum { STEPS_OF_MASSES = 8 };
    const double plus = sum.e + sum.z, minus = sum.e - sum.z;
    double of_one = plus, of_other = minus;
    for (int i = 0; i < STEPS_OF_MASSES; ++i) {
        of_one = plus - other->mass * other->mass / of_other;
        of_other = minus - one->mass * one->mass / of_one;
    }
    const double m = one->mass * one->mass / of_one, n = other->mass * other->mass / of_other;
    momentum_give(one, (struct momentum){(of_one + m) / 2, 0, 0, (of_one - m) / 2});
    momentum_give(other, (struct momentum){(of_other + n) / 2, 0, 0, (n - of_other) / 2});
}

double rescale_open(const ts_event_particle *of_file, size_t count, const double *masses,
                    ts_event_particle *particles, double energy[2])
{
    struct family family = {of_file, count, masses, particles, 1};
    struct momentum now = {0};
    size_t in[2];
    if (!find_partons(of_file, count, in))
        return 0;
    const struct momentum before = old_momentum(&family, count);
    for (size_t i = 0; i < count; ++i) {
        const int status = of_file[i].status;
        if ((status != EVENT_FINAL && status != EVENT_DECAYED) || parent_of(&family, i) != count)
            continue;
        const struct momentum old = old_momentum(&family, i);
        const struct momentum p = masses[i] >= 0 ? with_mass(old, masses[i]) : old;
        now = momentum_sum(now, p);
        if (masses[i] >= 0) {
            momentum_give(&particles[i], p);
            particles[i].mass = masses[i];
        }
        if (status == EVENT_DECAYED && !move(&family, i, old, p))
            return 0;
    }
    energy[0] = (now.e + now.z) / 2;
    energy[1] = (now.e - now.z) / 2;
    put_partons(now, &particles[in[0]], &particles[in[1]]);
    const double ratio = momentum_square(before) / momentum_square(now);
    return isfinite(ratio) && ratio > 0 ? family.ratio * ratio * ratio : 0;
}

#include "decay/trial.h"

#include "reweight/hypothesis.h"
#include "reweight/momentum.h"
#include "reweight/rescale.h"

#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* A trial at work: its random numbers come one pair after the other. */
struct work {
    const struct draw *draw;
    uint32_t next;
    struct trial_choice choice;
    struct plan *plan;
    double mass[NODES_MOST];
    struct trial *trial;
};

static void next_pair(struct work *work, double pair[2]) { draw_pair(work->draw, work->next++, pair); }

/* The direction that is given for the first product of a node; NULL: it is drawn. */
static const double *direction_of(const struct work *work, size_t place)
{
    for (int i = 0; i < work->choice.directed; ++i)
        if (work->plan->nodes[work->plan->node_count - work->choice.directed + i].first == place)
            return work->choice.directions[i];
    return NULL;
}

/* The mass of a particle of the plan: drawn, where it decays. */
static double mass_at(const struct work *work, size_t place)
{
    const int node = plan_node(work->plan, place);
    return node < 0 ? work->plan->particles[place].mass : work->mass[node];
}

/* Draws a mass by Breit and Wigner within a window about its own. The weight has what the propagator
 * of |M|^2 has too much: 1 / (2 pi) of phase space over the density of m^2. */
static void draw_mass(struct work *work, int node, double fixed)
{
    const struct node *of = &work->plan->nodes[node];
    const double middle = of->mass * of->mass, unit = of->mass * of->width;
    const double low = fmax(0, of->mass - work->choice.window * of->width);
    const double high = of->mass + work->choice.window * of->width;
    const double from = atan((low * low - middle) / unit), to = atan((high * high - middle) / unit);
    double pair[2], square = middle, range = pi;
    next_pair(work, pair);
    if (fixed >= 0) {
        square = fixed * fixed;
    } else if (!work->choice.on_shell) {
        square = middle + unit * tan(from + (to - from) * pair[0]);
        range = to - from;
    }
    const double off = (square - middle) / unit;
    work->mass[node] = sqrt(fmax(0, square));
    work->trial->weight *= unit * (1 + off * off) * range / (2 * pi);
}

/* |p| in the rest frame of a mass that decays into two; 0: they do not fit. */
static double momentum_at_rest(double mass, double a, double b)
{
    const double square = (mass - a - b) * (mass + a + b) * (mass - a + b) * (mass + a - b);
    return mass > a + b ? sqrt(fmax(0, square)) / (2 * mass) : 0;
}

static void put(ts_event_particle *particle, struct momentum p, double mass)
{
    momentum_give(particle, p);
    particle->mass = mass;
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* What a mother's products have together from each one on. */
struct systems {
    double mass[PRODUCTS_MOST], least[PRODUCTS_MOST]; /* drawn, and the sum of their masses */
    double free;                                      /* energy that masses leave */
};

/* Draws the masses of systems. They lie as uniform numbers in order do between the least values and the
 * mother's mass: F. James, CERN 68-15 (1968). */
static void draw_systems(struct work *work, const struct node *node, double mass, struct systems *systems)
{
    double numbers[PRODUCTS_MOST + 1] = {0}, pair[2], sum = 0;
    const int last = node->count - 1, inner = node->count - 2;
    for (int i = 0; i < inner; i += 2) {
        next_pair(work, pair);
        numbers[i] = pair[0];
        numbers[i + 1] = pair[1];
    }
    qsort(numbers, (size_t)inner, sizeof *numbers, by_size);
    for (int k = last; k >= 0; --k)
        systems->least[k] = sum += mass_at(work, node->first + (size_t)k);
    systems->free = mass - sum;
    for (int k = 0; k <= last; ++k) {
        const double share = k == 0 ? 1 : k == last ? 0 : numbers[inner - k];
        systems->mass[k] = systems->least[k] + share * systems->free;
    }
}

/* Lets one product leave the others in a flat direction. Returns what is left. */
static struct momentum part(struct work *work, size_t place, struct momentum all, double mass, double rest,
                            double at_rest)
{
    double pair[2];
    next_pair(work, pair);
    const double own = mass_at(work, place), z = 2 * pair[0] - 1, turn = 2 * pi * pair[1];
    const double across = sqrt((1 - z) * (1 + z)), drawn[] = {across * cos(turn), across * sin(turn), z};
    const double *given = direction_of(work, place), *to = given ? given : drawn;
    const struct momentum p = {hypot(at_rest, own), at_rest * to[0], at_rest * to[1], at_rest * to[2]};
    const struct momentum other = {hypot(at_rest, rest), -p.x, -p.y, -p.z};
    put(&work->plan->particles[place], momentum_boost(p, all, mass, 1), own);
    return momentum_boost(other, all, mass, 1);
}

/* The momenta of a particle's products, and their phase space. Returns 0 where they do not fit. */
static int decay(struct work *work, const struct node *node)
{
    struct systems systems;
    struct trial *trial = work->trial;
    const double mass = mass_at(work, node->place);
    struct momentum all = momentum_of(&work->plan->particles[node->place]);
    draw_systems(work, node, mass, &systems);
    if (!(mass > 0 && systems.free > 0))
        return 0;
    trial->weight /= mass;
    for (int k = 0; k + 1 < node->count; ++k) {
        const size_t place = node->first + (size_t)k;
        const double own = mass_at(work, place);
        const double at_rest = momentum_at_rest(systems.mass[k], own, systems.mass[k + 1]);
        const double most = momentum_at_rest(systems.least[k] + systems.free, own, systems.least[k + 1]);
        if (!(at_rest > 0))
            return 0;
        all = part(work, place, all, systems.mass[k], systems.mass[k + 1], at_rest);
        trial->flat *= at_rest / most;
        trial->weight *= at_rest / (4 * pi) * (k ? systems.free / (k * pi) : 1);
    }
    put(&work->plan->particles[node->first + (size_t)node->count - 1], all, systems.mass[node->count - 1]);
    return 1;
}

/* Whether a particle of the file is all that comes from a line, or from a collision whose energy is given. */
static int keeps_mass(const struct plan *plan, size_t place)
{
    return rescale_is_alone(plan->original, plan->of_file, place) &&
           !(plan->collision.of && rescale_is_of_collision(plan->original, plan->of_file, place));
}

/* Moves an open collision. Returns how its rate changes, beside |M|^2. */
static double open_collision(struct plan *plan)
{
    const struct collision *collision = &plan->collision;
    struct sample_event moved = {.parton = {collision->parton[0], collision->parton[1]}};
    const double ratio = rescale_open(plan->original, plan->of_file, plan->masses, plan->particles,
                                      moved.energy);
    for (int i = 0; i < LEGS_IN; ++i)
        if (!(ratio > 0) || !(moved.energy[i] < collision->head->energies[i]))
            return 0;
    const double densities = hypothesis_densities(collision->of, collision->head, &moved, collision->scale);
    return densities > 0 ? ratio * densities / collision->before : 0;
}

struct trial trial_make(const struct draw *draw, uint32_t number, struct trial_choice choice,
                        struct plan *plan)
{
    struct trial trial = {.weight = 1, .flat = 1};
    struct work work = {
        .draw = draw, .next = number * DRAWS_OF_TRIAL, .choice = choice, .plan = plan, .trial = &trial};
    double pair[2];
    next_pair(&work, pair);
    trial.uniform = pair[0];
    for (size_t i = 0; i < plan->of_file; ++i)
        plan->masses[i] = -1;
    for (int i = 0; i < plan->node_count; ++i) {
        const size_t place = plan->nodes[i].place;
        const int is_alone = place < plan->of_file && keeps_mass(plan, place);
        draw_mass(&work, i, is_alone ? momentum_mass(momentum_of(&plan->original[place])) : -1);
        if (place < plan->of_file)
            plan->masses[place] = work.mass[i];
    }
    trial.weight *= plan->collision.of
                        ? open_collision(plan)
                        : rescale(plan->original, plan->of_file, plan->masses, plan->particles);
    work.next = number * DRAWS_OF_TRIAL + 1 + NODES_MOST; /* whatever the number of masses */
    for (int i = 0; i < plan->node_count && trial.weight > 0; ++i)
        trial.weight *= decay(&work, &plan->nodes[i]);
    return trial;
}

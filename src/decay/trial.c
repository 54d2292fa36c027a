#include "decay/trial.h"

#include "decay/products.h"
#include "reweight/hypothesis.h"
#include "reweight/momentum.h"
#include "reweight/rescale.h"

/* A trial at work: its random numbers come one pair after the other. */
struct work {
    struct pairs pairs;
    struct trial_choice choice;
    struct plan *plan;
    double mass[NODES_MOST];
    struct trial *trial;
};

static void next_pair(struct work *work, double pair[2])
{
    draw_pair(work->pairs.draw, work->pairs.next++, pair);
}

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
    double pair[2], square = middle, range = M_PI;
    next_pair(work, pair);
    if (fixed >= 0) {
        square = fixed * fixed;
    } else if (!work->choice.on_shell) {
        square = middle + unit * tan(from + (to - from) * pair[0]);
        range = to - from;
    }
    const double off = (square - middle) / unit;
    work->mass[node] = sqrt(fmax(0, square));
    work->trial->weight *= unit * (1 + off * off) * range / (2 * M_PI);
}

static void put(ts_event_particle *particle, struct momentum p, double mass)
{
    momentum_give(particle, p);
    particle->mass = mass;
}

/* The momenta of a particle's products. Returns their phase space over how often they are drawn; 0: they do
 * not fit. */
static double decay(struct work *work, const struct node *node)
{
    struct momentum made[PRODUCTS_MOST];
    struct products products = {.mass = mass_at(work, node->place),
                                .count = node->count,
                                .direction = direction_of(work, node->first),
                                .grouping_count = work->choice.is_flat ? 0 : node->grouping_count,
                                .groupings = node->groupings};
    for (int i = 0; i < node->count; ++i)
        products.of[i] = mass_at(work, node->first + (size_t)i);
    const double space = products_draw(&work->pairs, &products,
                                       momentum_of(&work->plan->particles[node->place]), made,
                                       &work->trial->flat);
    for (int i = 0; i < node->count && space > 0; ++i)
        put(&work->plan->particles[node->first + (size_t)i], made[i], products.of[i]);
    return space;
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
    struct work work = {.pairs = {draw, number * DRAWS_OF_TRIAL},
                        .choice = choice,
                        .plan = plan,
                        .trial = &trial};
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
    work.pairs.next = number * DRAWS_OF_TRIAL + 1 + NODES_MOST; /* whatever the number of masses */
    for (int i = 0; i < plan->node_count && trial.weight > 0; ++i)
        trial.weight *= decay(&work, &plan->nodes[i]);
    return trial;
}

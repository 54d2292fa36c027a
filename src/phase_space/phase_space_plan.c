#include "phase_space/phase_space_plan.h"

#include "phase_space/finite_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PHOTON = 22, Z_BOSON = 23, W_BOSON = 24, TOP = 6, BOTTOM = 5 };

/* A plan at work; node i is a final particle for i < final. */
struct work {
    const struct phase_space_setting *setting;
    struct phase_space_plan *plan;
    int pdg[PLAN_NODES];       /* of a node that decays, the particle that it is taken for */
    double least[PLAN_NODES];  /* lowest mass, GeV */
    unsigned legs[PLAN_NODES]; /* of the process, a bit each */
    int branches;              /* 1: resonances are near their mass shells in what has no mass of its own */
};

/* The bit of a final particle among the legs of the process. */
static unsigned leg_of(int i) { return 1U << (LEGS_IN + i); }

static int charge_of(const ts_model *model, int pdg)
{
    const int charge = ts_model_particle(model, pdg)->charge;
    return pdg < 0 ? -charge : charge;
}

static int is_lepton(const ts_model *model, int pdg) { return ts_model_particle(model, pdg)->family != 0; }

/* The boson or quark that two particles together may come from, where nothing is excluded; 0: none. */
static int parent_of(const ts_model *model, int a, int b)
{
    const int charge = (charge_of(model, a) + charge_of(model, b)) / 3;
    if (is_lepton(model, a) && is_lepton(model, b) && a * b < 0 &&
        ts_model_particle(model, a)->family == ts_model_particle(model, b)->family)
        return charge ? charge * W_BOSON : Z_BOSON;
    if ((a == BOTTOM && b == W_BOSON) || (b == BOTTOM && a == W_BOSON))
        return TOP;
    return (a == -BOTTOM && b == -W_BOSON) || (b == -BOTTOM && a == -W_BOSON) ? -TOP : 0;
}

/* Whether a diagram has a line of this particle from which these legs come. */
static int has_line(const struct phase_space_setting *setting, unsigned legs, int pdg)
{
    return !setting->graph || graph_has_line(setting->graph, legs, pdg);
}

static int line_of(const struct phase_space_setting *setting, unsigned legs, int a, int b)
{
    const int parent = parent_of(setting->model, a, b);
    if (!parent || has_line(setting, legs, parent))
        return parent;
    return parent == Z_BOSON && has_line(setting, legs, PHOTON) ? PHOTON : 0;
}

static int resonance_of(const struct work *work, int a, int b)
{
    return line_of(work->setting, work->legs[a] | work->legs[b], work->pdg[a], work->pdg[b]);
}

int phase_space_charge(const struct phase_space_setting *setting, int i)
{
    return charge_of(setting->model, setting->pdg[i]);
}

int phase_space_boson(const struct phase_space_setting *setting, int a, int b)
{
    const int first = setting->pdg[a], second = setting->pdg[b];
    if (!is_lepton(setting->model, first) || !is_lepton(setting->model, second))
        return 0;
    return line_of(setting, leg_of(a) | leg_of(b), first, second);
}

/* Limits of the mass that two nodes have together, GeV. */
static void find_limits(const struct work *work, int a, int b, double *low, double *high)
{
    const int final = work->plan->final;
    *low = work->least[a] + work->least[b];
    *high = work->setting->root_s;
    chain_limits(work->setting->chain, work->setting->model, work->legs[a] | work->legs[b], low, high);
    if (a >= final || b >= final)
        return;
    if (final == 2) { /* alone they have the same transverse momentum */
        const double pt = fmax(work->setting->cuts->pt_min[a], work->setting->cuts->pt_min[b]);
        *low = fmax(*low, hypot(work->least[a], pt) + hypot(work->least[b], pt));
    }
    const int pair = cut_pair(a, b);
    *low = fmax(*low, work->setting->cuts->mass_min[pair]);
    *high = fmin(*high, work->setting->cuts->mass_max[pair]);
}

/* The least m^2 / (pT1 pT2) = 2 (cosh(y1 - y2) - cos(phi1 - phi2)) of two massless particles that a cut keeps
 * apart; 0: none does. */
static double apart_of(const struct work *work, int a, int b)
{
    const struct particle_cuts *cuts = work->setting->cuts;
    const int final = work->plan->final;
    if (a >= final || b >= final || work->least[a] > 0 || work->least[b] > 0 || !(cuts->pt_min[a] > 0) ||
        !(cuts->pt_min[b] > 0))
        return 0;
    return 2 * (1 - cos(fmin(cuts->dr_min[cut_pair(a, b)], M_PI)));
}

/* The least mass of a node behind a line without a mass of its own, GeV. Of a resonance on its mass shell
 * that is some widths below, or half of it: what is farther off is left to other channels. */
static double least_behind(const struct work *work, int node)
{
    static const double widths = 10;
    const double *row = work->plan->rows[node], mass = row[CHILI_MASS];
    const int far = row[CHILI_S_MIN] > 0 && 4 * row[CHILI_S_MIN] < mass * mass;
    if (node < work->plan->final || row[CHILI_WIDTH] <= 0 || far)
        return work->least[node];
    return fmax(work->least[node], fmax(mass - widths * row[CHILI_WIDTH], mass / 2) * work->setting->unit);
}

/* Puts a node above two others. */
static void join(struct work *work, int a, int b, int pdg)
{
    struct phase_space_plan *plan = work->plan;
    const ts_particle *particle = ts_model_particle(work->setting->model, pdg);
    const int node = plan->nodes++;
    double *row = plan->rows[node], low, high;
    find_limits(work, a, b, &low, &high);
    if (a < plan->final && b < plan->final)
        low = fmax(low, particle_cuts_distant_mass(work->setting->cuts, a, b));
    const int resonant = particle->width > 0 && low < particle->mass && particle->mass < high;
    if (work->branches && !resonant)
        low = fmax(low, least_behind(work, a) + least_behind(work, b));
    row[CHILI_MASS] = particle->mass / work->setting->unit;
    row[CHILI_WIDTH] = resonant ? particle->width / work->setting->unit : 0;
    row[CHILI_S_MIN] = pow(fmax(low, resonant ? 0 : 1e-3) / work->setting->unit, 2);
    row[CHILI_S_MAX] = pow(high / work->setting->unit, 2);
    row[CHILI_SOFT] = (resonant ? particle->mass : fmax(low, 1)) / work->setting->unit;
    row[CHILI_Y_MAX] = 1e3;
    plan->apart[node] = apart_of(work, a, b);
    work->pdg[node] = pdg;
    work->least[node] = low;
    work->legs[node] = work->legs[a] | work->legs[b];
    plan->set[node] = plan->set[a] | plan->set[b];
    plan->parent[node] = -1;
    plan->left[node] = a;
    plan->right[node] = b;
    plan->parent[a] = plan->parent[b] = node;
}

/* What comes from a resonance of these legs, or from those inside it, and is joined to nothing yet. Returns
 * how many. */
static int list_products(const struct work *work, unsigned legs, int nodes[PLAN_NODES])
{
    int count = 0;
    for (int i = 0; i < work->plan->nodes; ++i)
        if (work->plan->parent[i] < 0 && !(work->legs[i] & ~legs))
            nodes[count++] = i;
    return count;
}

/* Two of the products that come from one particle, or else the last two: *pdg receives the particle. */
static void choose_products(const struct work *work, const int *nodes, int count, int pair[2], int *pdg)
{
    pair[0] = nodes[count - 2];
    pair[1] = nodes[count - 1];
    *pdg = 0;
    for (int i = 1; i < count && !*pdg; ++i)
        for (int k = 0; k < i && !*pdg; ++k)
            if ((*pdg = resonance_of(work, nodes[k], nodes[i])) != 0) {
                pair[0] = nodes[k];
                pair[1] = nodes[i];
            }
    if (!*pdg)
        *pdg = PHOTON; /* a line without mass, whose own is even in its logarithm */
}

/* Joins what comes from a resonance. */
static void join_resonance(struct work *work, unsigned legs, int of)
{
    int nodes[PLAN_NODES], pair[2], pdg, count;
    while ((count = list_products(work, legs, nodes)) > 1) {
        choose_products(work, nodes, count, pair, &pdg);
        join(work, pair[0], pair[1], count == 2 ? of : pdg);
    }
}

/* Joins what comes from the resonances that the process names within some legs, inner ones first. */
static void join_chain(struct work *work, unsigned legs)
{
    const struct chain *chain = work->setting->chain;
    for (int i = chain ? chain->count - 1 : -1; i >= 0; --i)
        if (!(chain->list[i].legs & ~legs))
            join_resonance(work, chain->list[i].legs, chain->list[i].pdg);
}

/* Joins pairs, the first that fit, until none is left: bosons first, then quarks that decay into them. */
static void join_all(struct work *work)
{
    struct phase_space_plan *plan = work->plan;
    for (int a = 0; a < plan->nodes; ++a)
        for (int b = 0; b < a; ++b) {
            if (plan->parent[a] >= 0 || plan->parent[b] >= 0)
                continue;
            const int pdg = resonance_of(work, b, a);
            if (pdg)
                join(work, b, a, pdg);
        }
}

/* What is found of the lines between a beam and a final particle. */
struct exchange {
    unsigned legs, others; /* at its ends */
    const ts_model *model;
    double least; /* mass [GeV] of the lightest; INFINITY: there is none */
};

static int see_exchange(void *data, unsigned legs, int pdg)
{
    struct exchange *exchange = data;
    if (legs == exchange->legs || legs == exchange->others)
        exchange->least = fmin(exchange->least, ts_model_particle(exchange->model, pdg)->mass);
    return 1;
}

/* The mass [GeV] of the lightest line by which a particle comes from a beam; 0: it is none, or there is no
 * line. */
static double exchanged_mass(const struct phase_space_setting *setting, int i)
{
    double least = INFINITY;
    for (int beam = 0; beam < LEGS_IN && setting->graph; ++beam) {
        const unsigned legs = 1u << beam | leg_of(i), every = (1u << setting->graph->legs) - 1;
        struct exchange exchange = {legs, every & ~legs, setting->model, INFINITY};
        finite_lines_visit(setting->graph, see_exchange, &exchange);
        least = fmin(least, exchange.least);
    }
    return isfinite(least) ? least : 0;
}

/* Where the spectrum of transverse momenta begins to fall [GeV]: 1/(pT^2 + M^2)^2 behind a line of mass M. */
static double soft_scale(const struct phase_space_setting *setting, int i, double mass)
{
    const double exchanged = mass > 0 ? 0 : exchanged_mass(setting, i);
    return mass > 0 ? mass : exchanged > 0 ? exchanged : 0;
}

static void make_leaf(struct work *work, int i, int pdg)
{
    struct phase_space_plan *plan = work->plan;
    const struct particle_cuts *cuts = work->setting->cuts;
    const double mass = ts_model_particle(work->setting->model, pdg)->mass;
    const double soft = soft_scale(work->setting, i, mass);
    double *row = plan->rows[i];
    row[CHILI_MASS] = mass / work->setting->unit;
    row[CHILI_SOFT] = (soft > 0 ? soft : 1) / work->setting->unit;
    row[CHILI_Y_MAX] = fmin(mass > 0 ? cuts->y_max[i] : fmin(cuts->eta_max[i], cuts->y_max[i]), 1e3);
    work->pdg[i] = pdg;
    work->least[i] = mass;
    work->legs[i] = leg_of(i);
    plan->set[i] = 1u << i;
    plan->parent[i] = plan->left[i] = plan->right[i] = -1;
}

/* Moves an entry of the t-channel behind those that follow it, up to `place`. */
static void move_node(struct phase_space_plan *plan, int from, int place)
{
    const int node = plan->t_list[from];
    memmove(plan->t_list + from, plan->t_list + from + 1, (size_t)(place - from) * sizeof *plan->t_list);
    plan->t_list[place] = node;
}

/* What stands in the t-channel; last comes what is asked for, else what has no cut and is heaviest. */
static void order_t_channel(struct phase_space_plan *plan, int asked, int hard)
{
    int last = 0;
    for (int i = 0; i < plan->nodes; ++i)
        if (plan->parent[i] < 0)
            plan->t_list[plan->t_count++] = i;
    for (int i = 1; i < plan->t_count; ++i) {
        const double *best = plan->rows[plan->t_list[last]], *row = plan->rows[plan->t_list[i]];
        const int freer = (row[CHILI_PT_MIN] <= 0) - (best[CHILI_PT_MIN] <= 0);
        if (freer > 0 || (freer == 0 && row[CHILI_MASS] >= best[CHILI_MASS]))
            last = i;
    }
    for (int i = 0; i < plan->t_count; ++i)
        if (plan->t_list[i] == asked)
            last = i;
    move_node(plan, last, plan->t_count - 1);
    for (int i = 0; i + 2 < plan->t_count; ++i)
        if (plan->t_list[i] == hard)
            move_node(plan, i, plan->t_count - 2);
}

/* The t-channel's and each decay's numbers of 2 and pi, and 1/s (chili.h). */
static double log_constant(const struct phase_space_plan *plan, double root_s)
{
    const int t = plan->t_count, decays = plan->nodes - plan->final;
    return (4 - 3 * t) * log(2 * M_PI) + (t - 1) * log(2 * M_PI / 4) - 2 * log(root_s) -
           decays * (log(2 * M_PI) + log(8 * M_PI));
}

void phase_space_plan(const struct phase_space_setting *setting, const struct phase_space_request *request,
                      struct phase_space_plan *plan)
{
    const int pair = request && request->pair[0] >= 0, final = setting->final;
    struct work work = {.setting = setting, .plan = plan};
    *plan = (struct phase_space_plan){.final = final, .nodes = final};
    for (int i = 0; i < final; ++i)
        make_leaf(&work, i, setting->pdg[i]);
    if (pair)
        join(&work, request->pair[0], request->pair[1], request->parton);
    for (int i = 0; request && i < request->resonances.count; ++i) {
        const unsigned legs = request->resonances.set[i] << LEGS_IN;
        join_chain(&work, legs);
        join_resonance(&work, legs, request->resonances.pdg[i]);
    }
    work.branches = request && request->branching.count > 0;
    for (int i = 0; work.branches && i < request->branching.count; ++i) {
        join_chain(&work, request->branching.set[i] << LEGS_IN);
        join_resonance(&work, request->branching.set[i] << LEGS_IN, PHOTON);
    }
    join_chain(&work, ~0u);
    join_all(&work);
    recoil_limits_narrow(setting, plan);
    order_t_channel(plan, request ? request->last : -1, request ? request->hard : -1);
    recoil_limits_follow(setting, plan);
    plan->axes = 3 * final - 2;
    plan->log_constant = log_constant(plan, setting->root_s / setting->unit);
}

void phase_space_write(const struct phase_space_plan *plan, struct source *text)
{
    source_append(text, "#define FINAL %d\n#define NODES %d\n#define T_NODES %d\n#define AXES %d\n",
                  plan->final, plan->nodes, plan->t_count, plan->axes);
    source_append(text, "#define T_LIST {");
    for (int i = 0; i < plan->t_count; ++i)
        source_append(text, "%s%d", i ? ", " : "", plan->t_list[i]);
    source_append(text, "}\n#define MASSES");
    /* Nodes above come later in the list than those below; beside one that decays stands a final particle. */
    for (int i = plan->nodes - 1; i >= plan->final; --i) {
        const int parent = plan->parent[i];
        const int other = parent < 0                ? -1
                          : plan->left[parent] == i ? plan->right[parent]
                                                    : plan->left[parent];
        source_append(text, " s[%d] = chili_mass(chili_row(nodes, %d), x[axis++], ", i, i);
        if (parent < 0)
            source_append(text, "root_s, weight);");
        else
            source_append(text, "r_sqrt(s[%d]) - r_sqrt(s[%d]), weight);", parent, other);
    }
    source_append(text, "\n#define DECAYS");
    for (int i = plan->nodes - 1; i >= plan->final; --i)
        source_append(
            text,
            " chili_decay(momentum[%d], s[%d], s[%d], s[%d], x + axis, &momentum[%d], &momentum[%d], "
            "weight); axis += 2;",
            i, i, plan->left[i], plan->right[i], plan->left[i], plan->right[i]);
    source_append(text, "\n");
}

void phase_space_describe(const ts_model *model, const struct phase_space_plan *plan, const int *pdg,
                          char *text, size_t bytes)
{
    size_t used = (size_t)snprintf(text, bytes, "chili, %d axes adapt: a t-channel of %d", plan->axes,
                                   plan->t_count);
    for (int i = plan->final; i < plan->nodes && used < bytes; ++i) {
        const int pair[2] = {plan->left[i], plan->right[i]};
        if (pair[0] >= plan->final || pair[1] >= plan->final)
            continue;
        used += (size_t)snprintf(text + used, bytes - used, "%s %s %s",
                                 i == plan->final ? " with pairs" : ",",
                                 ts_model_particle_name(model, pdg[pair[0]]),
                                 ts_model_particle_name(model, pdg[pair[1]]));
    }
}

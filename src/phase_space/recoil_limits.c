#include "phase_space/phase_space_plan.h"

#include <math.h>

/* "none" for kernels, whose numbers may be of single precision. */
static const double no_limit = 1e30;

/* Rounds of propagation: a limit passes from node to node, and there are few. */
enum { ROUNDS = 6 };

/* Limits of transverse momenta at work, GeV. */
struct limits {
    const struct phase_space_plan *plan;
    const struct particle_cuts *cuts;
    unsigned all, jets; /* a bit of each final particle */
    double low[PLAN_NODES], high[PLAN_NODES];
};

static int is_in_t_channel(const struct limits *limits, int node) { return limits->plan->parent[node] < 0; }

static void raise(struct limits *limits, int node, double low)
{
    limits->low[node] = fmax(limits->low[node], low);
}

static void lower(struct limits *limits, int node, double high)
{
    limits->high[node] = fmin(limits->high[node], high);
}

/* Whether a node has jets, and nothing but jets. */
static int has_jets(const struct limits *limits, int node)
{
    return (limits->plan->set[node] & limits->jets) != 0;
}

static int is_jets(const struct limits *limits, int node)
{
    return !(limits->plan->set[node] & ~limits->jets);
}

/* The most that nodes of the t-channel within a set have together, but for one of them. */
static double most_beside(const struct limits *limits, unsigned set, int node)
{
    double most = 0;
    for (int i = 0; i < limits->plan->nodes; ++i)
        if (i != node && is_in_t_channel(limits, i) && (limits->plan->set[i] & set))
            most += limits->high[i];
    return most;
}

/* Whether a set is made of whole nodes of the t-channel. */
static int is_whole(const struct limits *limits, unsigned set)
{
    for (int i = 0; i < limits->plan->nodes; ++i)
        if (is_in_t_channel(limits, i) && (limits->plan->set[i] & set) && (limits->plan->set[i] & ~set))
            return 0;
    return 1;
}

/* A limit of the transverse momentum of a set, by the sides of a polygon that its nodes make. */
static void apply_sides(struct limits *limits, unsigned set, double low, double high)
{
    if (!is_whole(limits, set))
        return;
    for (int i = 0; i < limits->plan->nodes; ++i)
        if (is_in_t_channel(limits, i) && (limits->plan->set[i] & set)) {
            const double beside = most_beside(limits, set, i);
            raise(limits, i, low - beside);
            lower(limits, i, high + beside);
        }
}

/* What is not in a set balances it. */
static void apply_set(struct limits *limits, unsigned set, double low, double high)
{
    const unsigned rest = limits->all & ~set;
    if (!set || (low <= 0 && isinf(high)))
        return;
    for (int i = 0; i < limits->plan->nodes; ++i)
        if (limits->plan->set[i] == set || limits->plan->set[i] == rest) {
            raise(limits, i, low);
            lower(limits, i, high);
        }
    apply_sides(limits, set, low, high);
    apply_sides(limits, rest, low, high);
}

/* Cuts on particles, pairs, neutrinos and sets. */
static void apply_cuts(struct limits *limits)
{
    const struct particle_cuts *cuts = limits->cuts;
    for (int i = 0; i < cuts->final; ++i) {
        apply_set(limits, 1u << i, cuts->pt_min[i], cuts->pt_max[i]);
        for (int k = 0; k < i; ++k)
            apply_set(limits, 1u << i | 1u << k, cuts->pair_pt_min[cut_pair(i, k)],
                      cuts->pair_pt_max[cut_pair(i, k)]);
    }
    apply_set(limits, particle_cuts_set(cuts, KIND_NEUTRINO), cuts->missing_min, cuts->missing_max);
    for (int i = 0; i < cuts->set_count; ++i)
        apply_set(limits, cuts->sets[i].set, cuts->sets[i].low, cuts->sets[i].high);
}

/* Sides of the polygon of all nodes, and of each triangle of a node with its products. */
static void apply_polygon(struct limits *limits)
{
    const struct phase_space_plan *plan = limits->plan;
    for (int i = 0; i < plan->nodes; ++i) {
        if (i >= plan->final) {
            lower(limits, i, limits->high[plan->left[i]] + limits->high[plan->right[i]]);
            raise(limits, i, limits->low[plan->left[i]] - limits->high[plan->right[i]]);
            raise(limits, i, limits->low[plan->right[i]] - limits->high[plan->left[i]]);
        }
        if (!is_in_t_channel(limits, i))
            continue;
        lower(limits, i, most_beside(limits, limits->all, i));
        for (int k = 0; k < plan->nodes; ++k)
            if (k != i && is_in_t_channel(limits, k))
                raise(limits, i, limits->low[k] - most_beside(limits, limits->all & ~plan->set[i], k));
    }
}

/* Of two that go back to back HT has the transverse momentum of each that is a jet. */
static double share_of_two(const struct limits *limits)
{
    int count = 0, jets = 0;
    for (int i = 0; i < limits->plan->nodes; ++i) {
        if (!is_in_t_channel(limits, i))
            continue;
        ++count;
        jets += has_jets(limits, i);
        if (has_jets(limits, i) && i >= limits->plan->final)
            return 0;
    }
    return count == 2 && jets ? limits->cuts->ht_min / jets : 0;
}

/* HT is the sum over jets, and no less than what all but jets have together, or one jet and those. */
static void apply_ht(struct limits *limits)
{
    const struct particle_cuts *cuts = limits->cuts;
    double low = 0, high = 0;
    if (!limits->jets)
        return;
    for (int i = 0; i < cuts->final; ++i)
        if (limits->jets >> i & 1) {
            low += limits->low[i];
            high += limits->high[i];
        }
    for (int i = 0; i < cuts->final; ++i)
        if (limits->jets >> i & 1) {
            lower(limits, i, cuts->ht_max - (low - limits->low[i]));
            if (isfinite(high))
                raise(limits, i, cuts->ht_min - (high - limits->high[i]));
        }
    for (int i = 0; i < limits->plan->nodes; ++i) {
        if (!is_in_t_channel(limits, i))
            continue;
        double others = 0;
        for (int k = 0; k < limits->plan->nodes; ++k)
            if (k != i && is_in_t_channel(limits, k) && !is_jets(limits, k))
                others += limits->high[k];
        lower(limits, i, (cuts->ht_max + others) / (is_jets(limits, i) ? 2 : 1));
        raise(limits, i, share_of_two(limits));
    }
}

static struct limits limits_of(const struct phase_space_setting *setting, const struct phase_space_plan *plan)
{
    struct limits limits = {.plan = plan,
                            .cuts = setting->cuts,
                            .all = (1u << plan->final) - 1,
                            .jets = particle_cuts_set(setting->cuts, KIND_JET)};
    for (int i = 0; i < plan->nodes; ++i)
        limits.high[i] = INFINITY;
    return limits;
}

/* The mass of a node, or of what is exchanged where a particle without mass leaves a beam. It shapes the
 * spectrum below half of it: there a limit cuts away little. In units of rows, of which `unit` is in GeV. */
static double usual_mass(const double *row, double unit)
{
    const int far = row[CHILI_WIDTH] > 0 && row[CHILI_S_MIN] > 0 &&
                    4 * row[CHILI_S_MIN] < row[CHILI_MASS] * row[CHILI_MASS];
    if (row[CHILI_S_MAX] > 0 && (row[CHILI_WIDTH] <= 0 || far))
        return sqrt(row[CHILI_S_MIN]);
    return row[CHILI_MASS] > 0 || row[CHILI_S_MAX] > 0 || row[CHILI_SOFT] * unit <= 1 ? row[CHILI_MASS]
                                                                                      : row[CHILI_SOFT];
}

static void write_rows(const struct phase_space_setting *setting, const struct limits *limits,
                       struct phase_space_plan *plan)
{
    for (int i = 0; i < plan->nodes; ++i) {
        double *row = plan->rows[i];
        const double low = limits->low[i] / setting->unit;
        plan->pt_low[i] = limits->low[i];
        plan->pt_high[i] = limits->high[i];
        row[CHILI_PT_MIN] = low > usual_mass(row, setting->unit) / 2 ? low : 0;
        row[CHILI_PT_MAX] = fmin(limits->high[i] / setting->unit, no_limit);
    }
}

void recoil_limits_narrow(const struct phase_space_setting *setting, struct phase_space_plan *plan)
{
    struct limits limits = limits_of(setting, plan);
    for (int round = 0; round < ROUNDS && !plan->empty; ++round) {
        apply_cuts(&limits);
        apply_polygon(&limits);
        apply_ht(&limits);
        for (int i = 0; i < plan->nodes; ++i)
            plan->empty |= limits.low[i] > 0 && limits.low[i] >= limits.high[i];
    }
    if (plan->empty) {
        limits = limits_of(setting, plan);
        for (int i = 0; i < plan->final; ++i)
            limits.low[i] = setting->cuts->pt_min[i];
    }
    write_rows(setting, &limits, plan);
}

int recoil_limits_need_hard_jets(const struct phase_space_setting *setting)
{
    double least = 0;
    for (int i = 0; i < setting->cuts->final; ++i)
        least += setting->cuts->kind[i] == KIND_JET ? setting->cuts->pt_min[i] : 0;
    return setting->cuts->ht_min > 1.5 * least;
}

/* What a node's products may lift its transverse momentum to, GeV. Without masses they have half of its own
 * and of its transverse mass at most, and both together no more than that mass. */
static double lifted(const struct phase_space_setting *setting, const struct phase_space_plan *plan, int node)
{
    double most = 0, both = 0;
    if (node < plan->final)
        return 0;
    for (int i = 0; i < 2; ++i) {
        const int product = i ? plan->right[node] : plan->left[node];
        const double own = fmax(plan->rows[product][CHILI_PT_MIN] * setting->unit,
                                plan->recoil[product].lifts ? lifted(setting, plan, product) : 0);
        most = fmax(most, own);
        both += own;
    }
    const double mass = usual_mass(plan->rows[node], setting->unit) * setting->unit;
    return most > mass / 2 || both > mass ? both : 0;
}

static double least_of(const struct phase_space_setting *setting, const struct phase_space_plan *plan,
                       int node)
{
    return fmax(plan->pt_low[node], plan->recoil[node].lifts ? lifted(setting, plan, node) : 0);
}

/* Sums over what is sampled behind place `i` of the t-channel. */
static void sum_later(const struct limits *limits, const struct phase_space_plan *plan, int i,
                      struct plan_recoil *recoil, int *jets)
{
    *jets = 0;
    for (int k = i + 1; k + 1 < plan->t_count; ++k) {
        const int node = plan->t_list[k];
        recoil->later += plan->pt_high[node];
        *jets |= has_jets(limits, node);
        if (is_jets(limits, node))
            recoil->later_least += plan->pt_low[node];
        recoil->rest_is_jets &= is_jets(limits, node);
    }
}

/* Whether what is sampled at place `i` may have limits by what was sampled before, of which the first alone
 * has a known least. */
static int is_followed(const struct phase_space_setting *setting, const struct phase_space_plan *plan, int i,
                       const struct plan_recoil *recoil)
{
    const int node = plan->t_list[i], last = plan->t_list[plan->t_count - 1];
    const double before = i == 1 ? plan->pt_low[plan->t_list[0]] : 0;
    const double own = fmax(plan->pt_low[node],
                            usual_mass(plan->rows[node], setting->unit) * setting->unit / 2);
    const double needed = least_of(setting, plan, last) - before - recoil->later;
    const double ht = (setting->cuts->ht_min - 2 * before) * recoil->ht_share;
    return needed > own || ht > own || isfinite(setting->cuts->ht_max) ||
           (i > 0 && isfinite(plan->pt_high[last] + recoil->later));
}

/* The particle before place `i`, or the last one, with which it has the largest least mass that their own
 * cuts do not give. */
static void find_pair(const struct phase_space_setting *setting, const struct phase_space_plan *plan, int i,
                      struct plan_recoil *recoil)
{
    const int node = plan->t_list[i];
    double most = 0;
    for (int k = 0; k < plan->t_count && node < plan->final && i + 1 < plan->t_count; ++k) {
        const int other = plan->t_list[k];
        if (k == i || (k > i && k + 1 < plan->t_count) || other >= plan->final)
            continue;
        const double mass = setting->cuts->mass_min[cut_pair(node, other)], unit = setting->unit;
        if (mass > most && mass > hypot(plan->rows[node][CHILI_MASS] * unit, plan->pt_low[node]) +
                                      hypot(plan->rows[other][CHILI_MASS] * unit, plan->pt_low[other])) {
            most = mass;
            recoil->pair = other;
            recoil->pair_mass = mass / unit;
        }
    }
}

void recoil_limits_follow(const struct phase_space_setting *setting, struct phase_space_plan *plan)
{
    const struct limits limits = limits_of(setting, plan);
    const int last = plan->t_list[plan->t_count - 1];
    plan->ht_low = plan->empty ? 0 : setting->cuts->ht_min / setting->unit;
    plan->ht_high = plan->empty ? no_limit : fmin(setting->cuts->ht_max / setting->unit, no_limit);
    for (int i = 0; i < plan->nodes; ++i)
        plan->recoil[i].pair = -1;
    for (int i = plan->final; i < plan->nodes && !plan->empty; ++i)
        plan->recoil[i].lifts = lifted(setting, plan, i) > plan->pt_low[i];
    for (int i = 0; i < plan->t_count && !plan->empty; ++i) {
        const int node = plan->t_list[i];
        struct plan_recoil *recoil = &plan->recoil[node];
        int jets_later;
        recoil->jets = has_jets(&limits, node) + is_jets(&limits, node);
        recoil->rest_is_jets = is_jets(&limits, last);
        sum_later(&limits, plan, i, recoil, &jets_later);
        const int parts = has_jets(&limits, node) + has_jets(&limits, last);
        recoil->ht_share = parts && !jets_later && i + 1 < plan->t_count ? 1.0 / parts : 0;
        recoil->follows = i + 1 < plan->t_count && is_followed(setting, plan, i, recoil);
        find_pair(setting, plan, i, recoil);
        recoil->later = fmin(recoil->later / setting->unit, no_limit);
        recoil->later_least /= setting->unit;
    }
}

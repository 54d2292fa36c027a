#include "phase_space/phase_space_channels.h"

#include "phase_space/phase_space_plan.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GLUON = 21 };

/* A rapidity that nothing has: exp of twice that is a number in single precision, too. */
static const double no_y_max = 40;

/* Channels in the making. */
struct channel_work {
    const struct phase_space_setting *setting;
    struct phase_space_channels *channels;
    int apart; /* 1: each channel stands for itself */
};

/* Whether a particle is a massless quark or a gluon. */
static int is_light_parton(const struct channel_work *work, int i)
{
    return work->setting->cuts->kind[i] == KIND_JET &&
           ts_model_particle(work->setting->model, work->setting->pdg[i])->mass <= 0;
}

/* The parton that two particles may come from, light ones or a quark and its antiquark; 0: none. */
static int parton_of(const struct channel_work *work, int a, int b)
{
    const int first = work->setting->pdg[a], second = work->setting->pdg[b];
    if (first == -second && first != GLUON &&
        abs(ts_model_particle(work->setting->model, first)->colour) == 3)
        return GLUON;
    if (!is_light_parton(work, a) || !is_light_parton(work, b))
        return 0;
    return first == GLUON ? second : second == GLUON ? first : 0;
}

/* The bit of a final particle among the legs of the process. */
static unsigned leg_bit(int i) { return 1u << (LEGS_IN + i); }

/* The W or Z boson that two jets come from in a diagram; 0: in none. */
static int boson_of_jets(const struct channel_work *work, int a, int b)
{
    static const int bosons[] = {23, 24, -24};
    const struct phase_space_setting *setting = work->setting;
    for (int i = 0; i < 3 && setting->graph && is_light_parton(work, a) && is_light_parton(work, b); ++i)
        if (graph_has_line(setting->graph, leg_bit(a) | leg_bit(b), bosons[i]) &&
            phase_space_charge(setting, a) + phase_space_charge(setting, b) ==
                3 * (bosons[i] == 24) - 3 * (bosons[i] == -24))
            return bosons[i];
    return 0;
}

/* Whether two final particles may come from one that the process does not name. */
static int may_join(const struct channel_work *work, int a, int b)
{
    const int legs = LEGS_IN + work->setting->final;
    return !work->setting->chain || chain_may_join(work->setting->chain, LEGS_IN + a, LEGS_IN + b, legs);
}

static int is_lepton(const struct channel_work *work, int i)
{
    return work->setting->cuts->kind[i] == KIND_LEPTON || work->setting->cuts->kind[i] == KIND_NEUTRINO;
}

/* Whether two channels are one but for the places of equal particles. */
static int is_copy(const struct channel_work *work, const struct phase_space_request *x,
                   const struct phase_space_request *y)
{
    const int *pdg = work->setting->pdg;
    if (x->branching.count || y->branching.count)
        return !memcmp(x->branching.kind, y->branching.kind, sizeof x->branching.kind);
    if ((x->pair[0] < 0) != (y->pair[0] < 0) || (x->last < 0) != (y->last < 0))
        return 0;
    if (x->last >= 0 && pdg[x->last] != pdg[y->last])
        return 0;
    if ((x->hard < 0) != (y->hard < 0) || (x->hard >= 0 && pdg[x->hard] != pdg[y->hard]))
        return 0;
    if (x->pair[0] < 0)
        return 1;
    if (x->parton != y->parton)
        return 0;
    if (is_lepton(work, x->pair[0]) || is_lepton(work, x->pair[1]))
        return 0;
    if (chain_parent(work->setting->chain, leg_bit(x->pair[0])) !=
        chain_parent(work->setting->chain, leg_bit(y->pair[0])))
        return 0;
    const int x0 = pdg[x->pair[0]], x1 = pdg[x->pair[1]], y0 = pdg[y->pair[0]], y1 = pdg[y->pair[1]];
    return (x0 == y0 && x1 == y1) || (x0 == y1 && x1 == y0);
}

static struct phase_space_request request_of_pair(int a, int b, int parton)
{
    return (struct phase_space_request){.pair = {a, b}, .parton = parton, .last = -1, .hard = -1};
}

static int add(struct channel_work *work, struct phase_space_request request)
{
    struct phase_space_channels *channels = work->channels;
    struct phase_space_channel *list = realloc(channels->list, ((size_t)channels->count + 1) * sizeof *list);
    if (!list)
        return 0;
    struct phase_space_channel *channel = &list[channels->count];
    channels->list = list;
    channel->request = request;
    channel->copies = 1;
    phase_space_plan(work->setting, &request, &channel->plan);
    ++channels->count;
    return 1;
}

/* A t-channel in which `last` balances the others; -1: what suits best. Where jets have to be hard together
 * there is one for each that is sampled last and has what the others lack. */
static int add_t_channel(struct channel_work *work, const struct phase_space_plan *base, int last)
{
    struct phase_space_request request = request_of_pair(-1, -1, 0);
    const int balances = last < 0 ? base->t_list[base->t_count - 1] : last;
    int count = 0;
    request.last = last;
    for (int i = 0; i < base->t_count && base->t_count > 2 && recoil_limits_need_hard_jets(work->setting);
         ++i) {
        request.hard = base->t_list[i];
        if (request.hard == balances || base->recoil[request.hard].jets < 2)
            continue;
        ++count;
        if (!add(work, request))
            return 0;
    }
    request.hard = -1;
    return count || add(work, request);
}

/* Whether a node needs more than all others of the t-channel have by their own cuts. It serves ill to balance
 * these. */
static int is_hardest(const struct phase_space_plan *plan, int node)
{
    double others = 0;
    for (int i = 0; i < plan->t_count; ++i)
        others += plan->t_list[i] == node ? 0 : plan->rows[plan->t_list[i]][CHILI_PT_MIN];
    return plan->rows[node][CHILI_PT_MIN] > others;
}

/* The t-channel by what balances it. Where a heavy particle has no cut and there is one jet, that is it.
 * Of several jets the hardest may be any. */
static int add_t_channels(struct channel_work *work)
{
    const struct phase_space_request any = request_of_pair(-1, -1, 0);
    struct phase_space_plan base;
    int cut = 0, others = 0;
    phase_space_plan(work->setting, &any, &base);
    for (int i = 0; i < base.t_count; ++i)
        if (base.rows[base.t_list[i]][CHILI_PT_MIN] > 0)
            ++cut;
        else
            ++others;
    if ((others || base.t_count < 3) && !add_t_channel(work, &base, -1))
        return 0;
    for (int i = 0; i < base.t_count && base.t_count > 2 && (cut > 1 || !others); ++i) {
        const int last = base.t_list[i];
        if (base.rows[last][CHILI_PT_MIN] > 0 && !is_hardest(&base, last) &&
            !add_t_channel(work, &base, last))
            return 0;
    }
    return 1;
}

/* The boson that two leptons come from, or, beside a photon, a resonance that the process names. */
static int boson_of(const struct channel_work *work, int photon, int a, int b)
{
    const struct chain *chain = work->setting->chain;
    const int parent = chain_parent(chain, leg_bit(a));
    if (parent < 0 || parent != chain_parent(chain, leg_bit(b)) ||
        parent != chain_parent(chain, leg_bit(photon)))
        return phase_space_boson(work->setting, a, b);
    return is_lepton(work, b) ? chain->list[parent].pdg : 0;
}

/* Whether photon `a` may come from lepton `b` on the way from a boson to `b` and another. At rest it has
 * (M^2 - m^2) / 2 M of energy at most, m being the lowest mass of both leptons. Where the cut on its pT
 * leaves little of that, channels that have it beside the boson serve better. */
static int may_radiate(const struct channel_work *work, int a, int b)
{
    const struct particle_cuts *cuts = work->setting->cuts;
    const double little = 1.2;
    if (cuts->kind[a] != KIND_PHOTON || cuts->kind[b] != KIND_LEPTON || !may_join(work, a, b))
        return 0;
    for (int k = 0; k < work->setting->final; ++k) {
        const int boson = k == b ? 0 : boson_of(work, a, b, k);
        const double most = boson ? ts_model_particle(work->setting->model, boson)->mass : 0,
                     least = cuts->mass_min[cut_pair(b, k)];
        if (most * most - least * least > 2 * most * little * cuts->pt_min[a])
            return 1;
    }
    return 0;
}

/* Photons that charged leptons radiate, behind the bosons that these come from. */
static int add_radiation(struct channel_work *work)
{
    for (int a = 0; a < work->setting->final; ++a)
        for (int b = 0; b < work->setting->final; ++b) {
            const struct phase_space_request request = request_of_pair(a, b, work->setting->pdg[b]);
            if (may_radiate(work, a, b) && !add(work, request))
                return 0;
        }
    return 1;
}

static int add_s_channels(struct channel_work *work)
{
    const int rest = work->channels->list[0].plan.t_count;
    for (int a = 0; a < work->setting->final && rest > 2; ++a)
        for (int b = a + 1; b < work->setting->final; ++b) {
            const struct phase_space_request request = request_of_pair(a, b, parton_of(work, a, b));
            if (request.parton && may_join(work, a, b) && !add(work, request))
                return 0;
        }
    return 1;
}

/* Jets of a W or Z boson, a narrow resonance where nothing else would look for it. */
static int add_bosons(struct channel_work *work)
{
    for (int a = 0; a < work->setting->final; ++a)
        for (int b = a + 1; b < work->setting->final; ++b) {
            const struct phase_space_request request = request_of_pair(a, b, boson_of_jets(work, a, b));
            if (request.parton && may_join(work, a, b) && !add(work, request))
                return 0;
        }
    return 1;
}

/* Whether a channel has these two leptons from one boson. */
static int is_paired(const struct channel_work *work, int a, int b)
{
    for (int i = 0; i < work->channels->count; ++i) {
        const int *parent = work->channels->list[i].plan.parent;
        if (parent[a] >= 0 && parent[a] == parent[b])
            return 1;
    }
    return 0;
}

/* Leptons of several bosons may be paired in other ways: mu+ mu- vm vm~ come from two Z or from two W. */
static int add_pairings(struct channel_work *work)
{
    for (int a = 0; a < work->setting->final; ++a)
        for (int b = a + 1; b < work->setting->final; ++b) {
            const struct phase_space_request request = request_of_pair(a, b,
                                                                       phase_space_boson(work->setting, a,
                                                                                         b));
            if (request.parton && may_join(work, a, b) && !is_paired(work, a, b) && !add(work, request))
                return 0;
        }
    return 1;
}

int phase_space_has_resonance(const struct phase_space_setting *setting, const struct phase_space_plan *plan,
                              unsigned set, int pdg)
{
    const ts_particle *particle = ts_model_particle(setting->model, pdg);
    for (int i = plan->final; i < plan->nodes; ++i)
        if (plan->set[i] == set && plan->rows[i][CHILI_MASS] == particle->mass / setting->unit &&
            plan->rows[i][CHILI_WIDTH] == particle->width / setting->unit)
            return 1;
    return 0;
}

static int is_mapped(const struct channel_work *work, const struct plan_resonances *resonances)
{
    for (int i = 0; i < work->channels->count; ++i) {
        int all = 1;
        for (int k = 0; k < resonances->count; ++k)
            all &= phase_space_has_resonance(work->setting, &work->channels->list[i].plan, resonances->set[k],
                                             resonances->pdg[k]);
        if (all)
            return 1;
    }
    return 0;
}

/* Resonances of the diagrams that no other channel has together. What is inside them is joined as it comes,
 * and each channel stands for itself then. */
static int add_resonances(struct channel_work *work)
{
    struct resonance_sets sets;
    int done = resonance_sets_create(work->setting, &sets), added = 0;
    for (int i = 0; i < sets.count && done; ++i) {
        struct phase_space_request request = request_of_pair(-1, -1, 0);
        request.resonances = sets.list[i];
        if (!is_mapped(work, &request.resonances)) {
            done = add(work, request);
            added = 1;
        }
    }
    work->apart = added;
    resonance_sets_free(&sets);
    return done;
}

/* Nodes of the t-channel that branch off one from another. The numbers of all channels keep within the 64 kB
 * of constant memory that OpenCL has at least. */
static int add_branchings(struct channel_work *work)
{
    enum { NUMBERS_MOST = 7680 };
    struct phase_space_channels *channels = work->channels;
    unsigned known[4 * LEGS_MOST * LEGS_MOST]; /* more than there are pairs, of four kinds */
    int known_count = 0;
    for (int i = 0; i < channels->count; ++i) {
        const int *pair = channels->list[i].request.pair;
        if (pair[0] >= 0)
            known[known_count++] = 1U << pair[0] | 1U << pair[1];
    }
    const struct phase_space_plan base = channels->list[0].plan;
    struct branchings branchings;
    int done = branchings_create(work->setting, &base, known, known_count,
                                 NUMBERS_MOST / CHANNEL_NUMBERS(base.final) - channels->count, &branchings);
    for (int i = 0; i < branchings.count && done; ++i) {
        struct phase_space_request request = request_of_pair(-1, -1, 0);
        request.branching = branchings.list[i];
        done = add(work, request);
    }
    branchings_free(&branchings);
    return done;
}

/* The final particles that are at other places in another channel. */
static unsigned moved_of(const struct phase_space_request *x, const struct phase_space_request *y)
{
    unsigned moved = 0;
    const int places[2][4] = {{x->pair[0], x->pair[1], x->last, x->hard},
                              {y->pair[0], y->pair[1], y->last, y->hard}};
    for (int i = 0; i < 4; ++i)
        for (int which = 0; which < 2 && places[0][i] != places[1][i]; ++which)
            moved |= places[which][i] < 0 ? 0 : 1U << places[which][i];
    for (int i = 0; i < 2; ++i)
        moved |= x->branching.set[i] ^ y->branching.set[i];
    return moved;
}

/* Lets one channel stand for all that differ from it by the places of equal particles. Exchanges of these
 * have to leave the set of all channels as it is. */
static void merge_copies(struct channel_work *work)
{
    struct phase_space_channel *list = work->channels->list;
    const unsigned uneven = work->apart ? 0 : exchanges_uneven(work->setting, work->channels);
    for (int k = 0; k < work->channels->count && !work->apart; ++k)
        for (int i = 0; i < k && list[k].copies; ++i)
            if (list[i].copies && is_copy(work, &list[i].request, &list[k].request) &&
                !(moved_of(&list[i].request, &list[k].request) & uneven)) {
                ++list[i].copies;
                list[k].copies = 0;
            }
}

int phase_space_channels_create(const struct phase_space_setting *setting,
                                struct phase_space_channels *channels)
{
    struct channel_work work = {setting, channels, 0};
    *channels = (struct phase_space_channels){.count = 0};
    if (!add_t_channels(&work) || !add_s_channels(&work) || !add_bosons(&work) || !add_pairings(&work) ||
        !add_radiation(&work) || !add_resonances(&work) || !add_branchings(&work))
        return 0;
    merge_copies(&work);
    channels->log_constant = channels->list[0].plan.log_constant;
    return 1;
}

void phase_space_channels_free(struct phase_space_channels *channels)
{
    free(channels->list);
    *channels = (struct phase_space_channels){.count = 0};
}

/* The least transverse mass of a node, in units of the rows: that of its products together. */
static double least_transverse_mass(const struct phase_space_plan *plan, int node, double root_s)
{
    const double *row = plan->rows[node];
    if (node < plan->final)
        return fmax(hypot(row[CHILI_MASS], row[CHILI_PT_MIN]), 1e-6 * root_s);
    return fmax(sqrt(row[CHILI_S_MIN]), least_transverse_mass(plan, plan->left[node], root_s) +
                                            least_transverse_mass(plan, plan->right[node], root_s));
}

/* With a difference of rapidity D the partons have m_T1^2 + m_T2^2 + 2 m_T1 m_T2 cosh(D) at least. */
static double span_of(const struct phase_space_plan *plan, int node, int last, double root_s)
{
    const double most = log(root_s / least_transverse_mass(plan, node, root_s)) +
                        log(root_s / least_transverse_mass(plan, last, root_s));
    return fmin(plan->rows[node][CHILI_Y_MAX] + plan->rows[last][CHILI_Y_MAX], most);
}

/* Whether both products of a node are final and massless, and at least one has a cut. */
static int products_have_cuts(const struct phase_space_plan *plan, int node)
{
    int cuts = 0;
    for (int i = 0; i < 2; ++i) {
        const int product = i ? plan->right[node] : plan->left[node];
        const double *row = plan->rows[product];
        if (product >= plan->final || row[CHILI_MASS] > 0)
            return 0;
        cuts |= row[CHILI_PT_MIN] > 0 || row[CHILI_Y_MAX] < no_y_max;
    }
    return cuts;
}

/* One plus cosh of the largest difference of rapidity of a massless node and its massless partner. */
static double pair_reach(const struct phase_space_plan *plan, int node, double root_s)
{
    const int partner = plan->recoil[node].pair, last = plan->t_list[plan->t_count - 1];
    const double most = span_of(plan, node, last, root_s) +
                        (partner == last ? 0 : span_of(plan, partner, last, root_s));
    if (plan->rows[node][CHILI_MASS] > 0 || plan->rows[partner][CHILI_MASS] > 0)
        return 0;
    return 1 +
           cosh(fmin(most, fmin(plan->rows[node][CHILI_Y_MAX] + plan->rows[partner][CHILI_Y_MAX], no_y_max)));
}

static void write_node(const struct phase_space_plan *plan, int node, double root_s, double *row)
{
    const int parent = plan->parent[node], last = plan->t_list[plan->t_count - 1];
    const int decays = node >= plan->final, resonant = decays && plan->rows[node][CHILI_WIDTH] > 0;
    memcpy(row, plan->rows[node], CHILI_NUMBERS * sizeof *row);
    row[NODE_SPAN] = parent < 0 && node != last ? span_of(plan, node, last, root_s) : 0;
    row[NODE_LEFT] = plan->left[node];
    row[NODE_RIGHT] = plan->right[node];
    row[NODE_PARENT] = parent;
    row[NODE_BESIDE] = parent < 0                   ? -1
                       : plan->left[parent] == node ? plan->right[parent]
                                                    : plan->left[parent];
    row[NODE_FAR] = resonant && row[CHILI_S_MIN] > 0 && 4 * row[CHILI_S_MIN] < pow(row[CHILI_MASS], 2);
    row[NODE_FORWARD] = decays && !resonant;
    row[NODE_APART] = row[NODE_FORWARD] > 0 ? plan->apart[node] : 0;
    row[NODE_LIFTS] = plan->recoil[node].lifts;
    row[NODE_FOLLOWS] = plan->recoil[node].follows;
    row[NODE_JETS] = plan->recoil[node].jets;
    row[NODE_REST_JETS] = plan->recoil[node].rest_is_jets;
    row[NODE_LATER] = plan->recoil[node].later;
    row[NODE_LATER_LEAST] = plan->recoil[node].later_least;
    row[NODE_HT_SHARE] = plan->recoil[node].ht_share;
    row[NODE_PAIR] = plan->recoil[node].pair;
    row[NODE_PAIR_MASS2] = pow(plan->recoil[node].pair_mass, 2);
    row[NODE_PAIR_REACH] = plan->recoil[node].pair >= 0 ? pair_reach(plan, node, root_s) : 0;
    row[NODE_LIMITED] = resonant ? products_have_cuts(plan, node)
                        : decays ? 0
                                 : exp(2 * fmin(row[CHILI_Y_MAX], no_y_max));
}

void phase_space_channels_write(const struct phase_space_channels *channels, double root_s, double *numbers)
{
    for (int k = 0; k < channels->count; ++k) {
        const struct phase_space_plan *plan = &channels->list[k].plan;
        const int last = plan->t_list[plan->t_count - 1];
        double logarithm = channels->log_constant - plan->log_constant;
        double *channel = numbers + (size_t)k * CHANNEL_NUMBERS(plan->final);
        channel[CHANNEL_NODES] = plan->nodes;
        channel[CHANNEL_T] = plan->t_count;
        channel[CHANNEL_HT_MIN] = plan->ht_low;
        channel[CHANNEL_HT_MAX] = plan->ht_high;
        for (int i = 0; i < plan->t_count; ++i)
            channel[CHANNEL_T_LIST + i] = plan->t_list[i];
        for (int i = 0; i + 1 < plan->t_count; ++i)
            logarithm -= log(2 * span_of(plan, plan->t_list[i], last, root_s));
        for (int i = 0; i < plan->nodes; ++i)
            write_node(plan, i, root_s, channel + CHANNEL_T_LIST + plan->final + i * NODE_NUMBERS);
        channel[CHANNEL_FACTOR] = exp(logarithm);
    }
}

/* Nodes in the order of their axes: those of the t-channel, then the products of each decay. */
static int list_nodes(const struct phase_space_plan *plan, int nodes[PLAN_NODES])
{
    int count = 0;
    for (int i = 0; i < plan->t_count; ++i)
        nodes[count++] = plan->t_list[i];
    for (int i = plan->nodes - 1; i >= plan->final; --i) {
        nodes[count++] = plan->left[i];
        nodes[count++] = plan->right[i];
    }
    return count;
}

static int place_of(const int *nodes, int node)
{
    int place = 0;
    while (nodes[place] != node)
        ++place;
    return place;
}

uint64_t phase_space_channel_map(const struct phase_space_plan *plan, double root_s)
{
    int nodes[PLAN_NODES] = {0};
    double numbers[PLAN_NODES * (NODE_NUMBERS + 1)] = {plan->t_count};
    const int count = list_nodes(plan, nodes);
    double *row = numbers + 1;
    for (int i = 0; i < count; ++i, row += NODE_NUMBERS) {
        write_node(plan, nodes[i], root_s, row);
        row[NODE_LEFT] = row[NODE_RIGHT] = row[NODE_BESIDE] = 0;
        if (row[NODE_PAIR] >= 0)
            row[NODE_PAIR] = place_of(nodes, plan->recoil[nodes[i]].pair);
        row[NODE_PARENT] = plan->parent[nodes[i]] < 0 ? -1 : place_of(nodes, plan->parent[nodes[i]]);
    }
    return XXH3_64bits(numbers, sizeof numbers);
}

void phase_space_channels_describe(const ts_model *model, const struct phase_space_channels *channels,
                                   const int *pdg, char *text, size_t bytes)
{
    char first[160];
    phase_space_describe(model, &channels->list[0].plan, pdg, first, sizeof first);
    const char *behind = strchr(first, ',');
    snprintf(text, bytes, channels->count > 1 ? "channels%s and %d more" : "channels%s",
             behind ? behind : first, channels->count - 1);
}

#include "phase_space/cascade_channels.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A mass from which on the logarithm is drawn where no cut gives one, GeV. */
static const double least_mass = 1e-3;

/* The rows of one channel in the making. Node i is a final particle for i < final. */
struct work {
    const struct cascade_lines *lines;
    const struct cascade_tree *tree;
    double *rows;
    double least[CASCADE_NODES(LEGS_MOST)]; /* mass [GeV] */
};

static const ts_model *model_of(const struct work *work) { return work->lines->setting->graph->model; }

static double *row_of(const struct work *work, int node) { return work->rows + CASCADE_NUMBERS * node; }

/* The node of a place in the tree, whose first is the whole. */
static int node_at(const struct work *work, int place)
{
    return CASCADE_NODES(work->lines->final) - 1 - place;
}

/* The node that holds a set which splits off from that at `place`. */
static int node_of(const struct work *work, unsigned set, int place)
{
    if (!(set & (set - 1)))
        return __builtin_ctz(set);
    while (work->tree->nodes[place].set != set)
        ++place;
    return node_at(work, place);
}

static void make_leaf(struct work *work, int i)
{
    const struct cascade_setting *setting = work->lines->setting;
    double *row = row_of(work, i);
    work->least[i] = ts_model_particle(setting->graph->model, setting->graph->pdg[LEGS_IN + i])->mass;
    row[CASCADE_MASS] = work->least[i] / setting->unit;
    row[CASCADE_S_MIN] = pow(row[CASCADE_MASS], 2);
    row[CASCADE_LEFT] = row[CASCADE_RIGHT] = -1;
}

/* Transverse masses of a set by the cuts on its particles, GeV. */
static double transverse_of(const struct cascade_setting *setting, unsigned set)
{
    double sum = 0;
    for (int i = 0; i < setting->cuts->final; ++i)
        if (set >> i & 1)
            sum += hypot(ts_model_particle(setting->graph->model, setting->graph->pdg[LEGS_IN + i])->mass,
                         setting->cuts->pt_min[i]);
    return sum;
}

static void add_component(const struct work *work, double *row, double pole, double width)
{
    const int used = (int)row[CASCADE_COUNT]++;
    const double unit = work->lines->setting->unit;
    row[CASCADE_POLE + used] = width > 0 ? pole / unit : pole / (unit * unit);
    row[CASCADE_WIDTH + used] = width > 0 ? width / unit : width;
}

/* What a mass is drawn from where nothing comes from one particle: a t-channel leaves systems of all masses.
 */
static void choose_open(const struct work *work, double *row, unsigned set)
{
    const double soft = fmax(transverse_of(work->lines->setting, set), 1);
    add_component(work, row, -soft * soft, CASCADE_LOGARITHMIC);
    add_component(work, row, 0, CASCADE_EVEN);
}

/* The squared mass [GeV^2] from which distances are logarithmic where a line has a particle of this mass. The
 * pole may stand at the very threshold. */
static double pole_of(double mass, double low)
{
    const double away = low * low - mass * mass, least = fmax(least_mass * least_mass, 1e-4 * mass * mass);
    return away > least ? mass * mass : low * low - least;
}

static void add_resonances(const struct work *work, double *row, const struct line *line, double low,
                           double high)
{
    for (int i = 0; i < line->count && row[CASCADE_COUNT] + 1 < CASCADE_COMPONENTS; ++i) {
        const ts_particle *particle = ts_model_particle(model_of(work), line->pdg[i]);
        if (cascade_is_resonant(particle, low, high))
            add_component(work, row, particle->mass, particle->width);
    }
}

/* What a mass is drawn from: each resonance, and the logarithm or the square itself for all else. */
static void choose_components(const struct work *work, double *row, unsigned set, double low, double high)
{
    const struct line *line = &work->lines->decays[set];
    double nearest = -1;
    add_resonances(work, row, line, low, high);
    for (int i = 0; i < line->count; ++i) {
        const double mass = ts_model_particle(model_of(work), line->pdg[i])->mass;
        if (mass <= low && mass > nearest)
            nearest = mass;
    }
    if (nearest >= 0)
        add_component(work, row, pole_of(nearest, fmax(low, least_mass)), CASCADE_LOGARITHMIC);
    else if (!row[CASCADE_COUNT] || work->lines->decay[set] != LINE_NAMED)
        add_component(work, row, 0, CASCADE_EVEN);
}

/* What a node is, parents before their products. */
static void make_node(struct work *work, int place)
{
    const struct cascade_setting *setting = work->lines->setting;
    const struct cascade_node *node = &work->tree->nodes[place];
    const int i = node_at(work, place), left = node_of(work, node->left, place),
              right = node_of(work, node->set & ~node->left, place);
    double *row = row_of(work, i), low, high;
    cascade_limits(setting, node->set, &low, &high);
    low = work->least[i] = fmax(low, work->least[left] + work->least[right]);
    row[CASCADE_S_MIN] = pow(fmax(low, least_mass) / setting->unit, 2);
    row[CASCADE_S_MAX] = pow(high / setting->unit, 2);
    row[CASCADE_LEFT] = left;
    row[CASCADE_RIGHT] = right;
    row_of(work, left)[CASCADE_PARENT] = row_of(work, right)[CASCADE_PARENT] = i;
    row_of(work, left)[CASCADE_BESIDE] = right;
    row_of(work, right)[CASCADE_BESIDE] = left;
    row[CASCADE_ALONG_BEAM] = node->exchange;
    row[CASCADE_T_POLE] = row[CASCADE_U_POLE] = -1;
    if (node->exchange && place && !work->lines->decays[node->set].count)
        choose_open(work, row, node->set);
    else
        choose_components(work, row, node->set, low, high);
}

/* A squared momentum transfer [GeV^2] below which cuts leave nothing where this final particle follows a
 * beam.
 */
static double transfer_of(const struct cascade_setting *setting, int i)
{
    const struct particle_cuts *cuts = setting->cuts;
    const double most = fmin(cuts->eta_max[i], cuts->y_max[i]);
    const double scattered = cuts->q2_lepton == i ? cuts->q2_min : 0;
    return fmax(fmax(pow(cuts->pt_min[i], 2), scattered), pow(setting->root_s, 2) * exp(-2 * fmin(most, 40)));
}

/* The squared mass of what is exchanged, in units of rows; -1: nothing is. One without mass has the least
 * transfer in its place. */
static double exchange_pole(const struct work *work, unsigned set, unsigned others)
{
    const struct cascade_setting *setting = work->lines->setting;
    const struct line *line = &work->lines->exchanges[set];
    if (!line->count)
        return -1;
    double pole = pow(cascade_lightest(work->lines, line), 2), least = least_mass * least_mass;
    if (!(set & (set - 1)))
        least = fmax(least, transfer_of(setting, __builtin_ctz(set)));
    if (!(others & (others - 1)))
        least = fmax(least, transfer_of(setting, __builtin_ctz(others)));
    pole = fmax(pole, least);
    return pole / (setting->unit * setting->unit);
}

static void make_exchange(const struct work *work, int place)
{
    const struct cascade_node *node = &work->tree->nodes[place];
    const unsigned right = node->set & ~node->left, all = work->lines->all;
    const int right_node = node_of(work, right, place);
    double *row = row_of(work, node_at(work, place));
    const int ends = right_node < work->lines->final || !(row_of(work, right_node)[CASCADE_ALONG_BEAM] > 0);
    row[CASCADE_T_POLE] = exchange_pole(work, right, all & ~right);
    row[CASCADE_U_POLE] = ends ? exchange_pole(work, node->left, all & ~node->left) : -1;
}

static void make_rows(struct work *work)
{
    const int final = work->lines->final;
    for (int i = 0; i < final; ++i)
        make_leaf(work, i);
    for (int place = work->tree->count - 1; place >= 0; --place)
        make_node(work, place);
    for (int place = 0; place < work->tree->count; ++place)
        if (work->tree->nodes[place].exchange)
            make_exchange(work, place);
    /* The whole has the energy of the beams, or what one hadron leaves of it. */
    const struct cascade_setting *setting = work->lines->setting;
    double *whole = row_of(work, node_at(work, 0)), high;
    double least = fmax(work->least[node_at(work, 0)], transverse_of(setting, work->lines->all));
    least = fmax(least, sqrt(setting->cuts->q2_min)); /* -t is not above s */
    double low = fmax(least, least_mass);
    cascade_limits(setting, work->lines->all, &least, &high);
    whole[CASCADE_PARENT] = whole[CASCADE_BESIDE] = -1;
    whole[CASCADE_S_MIN] = pow(low / setting->unit, 2);
    whole[CASCADE_S_MAX] = pow(fmin(setting->root_s, high) / setting->unit, 2);
    whole[CASCADE_COUNT] = 0;
    add_resonances(work, whole, &work->lines->decays[work->lines->all], low, high);
    add_component(work, whole, 0, CASCADE_LOGARITHMIC);
}

/* A channel's share in the sum of densities falls with each of its nodes that is no resonance. */
static double share_of(const struct cascade_tree *tree, const struct cascade_lines *lines)
{
    static const double fall = 0.1;
    double share = 1;
    for (int place = 1; place < tree->count; ++place)
        if (!tree->nodes[place].exchange && lines->decay[tree->nodes[place].set] < LINE_RESONANCE)
            share *= fall;
    return share;
}

/* "(e+ ve)" */
static size_t describe_node(const struct work *work, int node, char *text, size_t bytes)
{
    const double *row = row_of(work, node);
    size_t used = 0;
    if (node < work->lines->final)
        return (size_t)snprintf(text, bytes, "%s",
                                ts_model_particle_name(model_of(work),
                                                       work->lines->setting->graph->pdg[LEGS_IN + node]));
    for (int side = 0; side < 2 && used < bytes; ++side) {
        used += (size_t)snprintf(text + used, bytes - used, side ? " " : "(");
        if (used < bytes)
            used += describe_node(work, (int)row[side ? CASCADE_RIGHT : CASCADE_LEFT], text + used,
                                  bytes - used);
    }
    return used < bytes ? used + (size_t)snprintf(text + used, bytes - used, ")") : used;
}

static void make_channels(const struct cascade_lines *lines, const struct cascade_trees *trees,
                          struct cascade_channels *channels)
{
    const int numbers = CASCADE_CHANNEL(lines->final);
    for (int k = 0; k < trees->count; ++k) {
        struct work work = {.lines = lines,
                            .tree = &trees->list[k],
                            .rows = channels->rows + (size_t)k * numbers};
        channels->list[k] = (struct cascade_channel){work.tree->copies, work.rows};
        make_rows(&work);
        row_of(&work, node_at(&work, 0))[CASCADE_SHARE] = share_of(work.tree, lines);
        if (!k)
            describe_node(&work, node_at(&work, 0), channels->first, sizeof channels->first);
    }
}

/* The softest of what makes the lines from, and to, a set peak [GeV^2]. An exchange without mass is cut off
 * by cuts, or by the masses on its sides. */
static double softest_of(const struct cascade_lines *lines, unsigned set)
{
    const struct work work = {.lines = lines};
    const unsigned others = lines->all & ~set;
    double softest = INFINITY, low, high, low_of_others;
    cascade_limits(lines->setting, others, &low_of_others, &high);
    cascade_limits(lines->setting, set, &low, &high);
    if (lines->exchange[set] == LINE_PEAKED)
        softest = fmax(exchange_pole(&work, set, others) * pow(lines->setting->unit, 2),
                       pow(fmin(low, low_of_others), 2));
    for (int i = 0; i < lines->decays[set].count; ++i) {
        const ts_particle *particle = ts_model_particle(model_of(&work), lines->decays[set].pdg[i]);
        if (cascade_is_resonant(particle, low, high))
            softest = fmin(softest, particle->mass * particle->width);
    }
    return softest;
}

int cascade_channels_create(const struct cascade_setting *setting, struct cascade_channels *channels)
{
    const int final = setting->cuts->final;
    struct cascade_lines lines;
    struct cascade_trees trees = {0};
    *channels = (struct cascade_channels){.final = final, .axes = 3 * final - 4};
    int done = cascade_lines_create(setting, &lines);
    if (done && (done = cascade_trees_create(&lines, &trees))) {
        channels->count = trees.count;
        channels->list = calloc((size_t)trees.count, sizeof *channels->list);
        channels->rows = calloc((size_t)trees.count, CASCADE_CHANNEL(final) * sizeof *channels->rows);
        done = channels->list && channels->rows;
    }
    if (done)
        make_channels(&lines, &trees, channels);
    channels->softest = INFINITY;
    for (unsigned set = 1; done && final > 2 && set < lines.all; ++set)
        channels->softest = fmin(channels->softest, softest_of(&lines, set));
    channels->log_constant = -(final - 1) * log(8 * M_PI) - (final - 2) * log(2 * M_PI);
    cascade_trees_free(&trees);
    cascade_lines_free(&lines);
    return done;
}

void cascade_channels_free(struct cascade_channels *channels)
{
    free(channels->list);
    free(channels->rows);
    *channels = (struct cascade_channels){0};
}

uint64_t cascade_channel_map(const struct cascade_channels *channels, int channel)
{
    double rows[CASCADE_CHANNEL(LEGS_MOST)] = {0};
    const double *own = channels->list[channel].rows;
    const int nodes = CASCADE_NODES(channels->final);
    double *row = rows;
    for (int i = nodes - 1; i >= channels->final; --i, row += CASCADE_NUMBERS) {
        const double *node = own + CASCADE_NUMBERS * i;
        memcpy(row, node, CASCADE_NUMBERS * sizeof *row);
        for (int side = 0; side < 2; ++side) {
            const int product = (int)node[side ? CASCADE_RIGHT : CASCADE_LEFT];
            row[side ? CASCADE_RIGHT : CASCADE_LEFT] = product < channels->final
                                                           ? -own[CASCADE_NUMBERS * product + CASCADE_MASS]
                                                           : product;
        }
        row[CASCADE_BESIDE] = 0;
    }
    return XXH3_64bits(rows, sizeof rows);
}

void cascade_channels_describe(const struct cascade_channels *channels, char *text, size_t bytes)
{
    size_t used = (size_t)snprintf(text, bytes, "decays %s", channels->first);
    if (channels->count > 1 && used < bytes)
        used += (size_t)snprintf(text + used, bytes - used, " and %d more channels", channels->count - 1);
    if (used < bytes)
        snprintf(text + used, bytes - used, ", %d axes adapt", channels->axes);
}

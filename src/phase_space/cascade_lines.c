#include "phase_space/cascade_lines.h"

#include <math.h>
#include <stdlib.h>

static const ts_particle *particle_of(const struct cascade_setting *setting, int pdg)
{
    return ts_model_particle(setting->graph->model, pdg);
}

static void add_particle(struct line *line, int pdg)
{
    for (int i = 0; i < line->count; ++i)
        if (abs(line->pdg[i]) == abs(pdg))
            return;
    if (line->count < LINE_PARTICLES)
        line->pdg[line->count++] = pdg;
}

/* Every line of a diagram is a current on one of its sides. That without the first beam tells what it is. */
static void find_lines(struct cascade_lines *lines)
{
    const struct graph *graph = lines->setting->graph;
    const unsigned every = (1u << graph->legs) - 1, first = 1u, second = 2u;
    for (int i = graph->legs; i < graph->current_count; ++i) {
        const struct current *current = &graph->currents[i];
        const unsigned side = current->legs & first ? every & ~current->legs : current->legs;
        const unsigned set = side >> LEGS_IN;
        if (!set || (side & second && set == lines->all) || !(side & (side - 1)))
            continue;
        add_particle(side & second ? &lines->exchanges[set] : &lines->decays[set], current->pdg);
    }
}

/* The least mass of a set by the masses of its particles and by cuts on pairs of them. */
static double least_of(const struct cascade_setting *setting, unsigned set)
{
    const struct particle_cuts *cuts = setting->cuts;
    double mass[LEGS_MOST] = {0}, sum = 0, least;
    for (int i = 0; i < cuts->final; ++i)
        sum += set >> i & 1 ? (mass[i] = particle_of(setting, setting->graph->pdg[LEGS_IN + i])->mass) : 0;
    least = sum;
    for (int i = 0; i < cuts->final; ++i)
        for (int k = 0; k < i; ++k)
            if (set >> i & set >> k & 1)
                least = fmax(least, sum - mass[i] - mass[k] + particle_cuts_mass_min(cuts, i, k));
    return least;
}

void cascade_limits(const struct cascade_setting *setting, unsigned set, double *low, double *high)
{
    const struct particle_cuts *cuts = setting->cuts;
    const unsigned all = (1u << cuts->final) - 1;
    *low = least_of(setting, set);
    *high = setting->root_s - least_of(setting, all & ~set);
    chain_limits(setting->chain, setting->graph->model, set << LEGS_IN, low, high);
    for (int i = 0; i < cuts->final; ++i)
        for (int k = 0; k < i; ++k)
            if (set == (1u << i | 1u << k))
                *high = fmin(*high, cuts->mass_max[cut_pair(i, k)]);
}

int cascade_is_resonant(const ts_particle *particle, double low, double high)
{
    return particle->width > 0 && low < particle->mass && particle->mass < high;
}

double cascade_lightest(const struct cascade_lines *lines, const struct line *line)
{
    double lightest = INFINITY;
    for (int i = 0; i < line->count; ++i)
        lightest = fmin(lightest, particle_of(lines->setting, line->pdg[i])->mass);
    return lightest;
}

static int is_named(const struct cascade_setting *setting, unsigned set)
{
    for (int i = 0; setting->chain && i < setting->chain->count; ++i)
        if (setting->chain->list[i].legs == set << LEGS_IN)
            return 1;
    return 0;
}

static enum line_rank rank_of_decay(const struct cascade_lines *lines, unsigned set)
{
    const struct line *line = &lines->decays[set];
    enum line_rank rank = line->count ? LINE_FAR : LINE_NONE;
    double low, high;
    if (is_named(lines->setting, set))
        return LINE_NAMED;
    cascade_limits(lines->setting, set, &low, &high);
    for (int i = 0; i < line->count; ++i) {
        const ts_particle *particle = particle_of(lines->setting, line->pdg[i]);
        if (cascade_is_resonant(particle, low, high))
            return LINE_RESONANCE;
        if (particle->mass <= 0 || (particle->mass <= low && 4 * low < high))
            rank = LINE_PEAKED;
    }
    return rank;
}

static enum line_rank rank_of_exchange(const struct cascade_lines *lines, unsigned set)
{
    static const double small = 0.3; /* over the energy of the beams */
    const struct line *line = &lines->exchanges[set];
    if (!line->count)
        return LINE_NONE;
    return cascade_lightest(lines, line) < small * lines->setting->root_s ? LINE_PEAKED : LINE_FAR;
}

int cascade_lines_create(const struct cascade_setting *setting, struct cascade_lines *lines)
{
    const int final = setting->cuts->final;
    const size_t sets = (size_t)1 << final;
    *lines = (struct cascade_lines){.setting = setting,
                                    .final = final,
                                    .all = (1u << final) - 1,
                                    .decays = calloc(sets, sizeof *lines->decays),
                                    .exchanges = calloc(sets, sizeof *lines->exchanges),
                                    .decay = calloc(sets, 1),
                                    .exchange = calloc(sets, 1)};
    if (!lines->decays || !lines->exchanges || !lines->decay || !lines->exchange) {
        cascade_lines_free(lines);
        return 0;
    }
    find_lines(lines);
    for (unsigned set = 1; set <= lines->all; ++set) {
        lines->decay[set] = (unsigned char)rank_of_decay(lines, set);
        lines->exchange[set] = (unsigned char)rank_of_exchange(lines, set);
    }
    return 1;
}

void cascade_lines_free(struct cascade_lines *lines)
{
    free(lines->decays);
    free(lines->exchanges);
    free(lines->decay);
    free(lines->exchange);
    *lines = (struct cascade_lines){0};
}

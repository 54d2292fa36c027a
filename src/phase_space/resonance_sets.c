#include "phase_space/phase_space_plan.h"

#include "phase_space/finite_lines.h"

#include <math.h>
#include <stdlib.h>

/* A resonance: what comes from it, and the particle. */
struct line {
    unsigned set; /* final particles, a bit each */
    const ts_particle *particle;
};

/* Sets in the making. */
struct work {
    const struct phase_space_setting *setting;
    struct resonance_sets *sets;
    struct line *lines;
    int count; /* of lines */
    int failed;
};

/* The least mass [GeV] of a set of final particles, by their masses and by cuts on pairs of which no particle
 * is in two. */
static double least_of(const struct phase_space_setting *setting, unsigned set)
{
    if (!set)
        return 0;
    const int i = __builtin_ctz(set);
    const unsigned rest = set & (set - 1);
    double least = ts_model_particle(setting->model, setting->pdg[i])->mass + least_of(setting, rest);
    for (int k = i + 1; k < setting->final; ++k)
        if (rest >> k & 1 && particle_cuts_mass_min(setting->cuts, i, k) > 0)
            least = fmax(least,
                         particle_cuts_mass_min(setting->cuts, i, k) + least_of(setting, rest & ~(1u << k)));
    return least;
}

/* The largest mass of a set, by the beams and by a cut on a pair. */
static double most_of(const struct phase_space_setting *setting, unsigned set)
{
    const unsigned all = (1u << setting->final) - 1;
    double most = setting->root_s - least_of(setting, all & ~set);
    for (int i = 0; i < setting->final; ++i)
        for (int k = 0; k < i; ++k)
            if (set == (1u << i | 1u << k))
                most = fmin(most, setting->cuts->mass_max[cut_pair(i, k)]);
    return most;
}

/* Whether the process names what comes from this set: all channels have that. */
static int is_named(const struct phase_space_setting *setting, unsigned set)
{
    for (int i = 0; setting->chain && i < setting->chain->count; ++i)
        if (setting->chain->list[i].legs == set << LEGS_IN)
            return 1;
    return 0;
}

/* Adds a line of the diagrams, where it is a resonance that no other has the shape of. */
static int add_line(void *data, unsigned legs, int pdg)
{
    struct work *work = data;
    const struct phase_space_setting *setting = work->setting;
    const ts_particle *particle = ts_model_particle(setting->model, pdg);
    const unsigned set = legs >> LEGS_IN;
    if (legs & ((1u << LEGS_IN) - 1) || !(set & (set - 1)) || !(particle->width > 0) ||
        is_named(setting, set) || particle->mass <= least_of(setting, set) ||
        particle->mass >= most_of(setting, set))
        return 1;
    for (int i = 0; i < work->count; ++i)
        if (work->lines[i].set == set && work->lines[i].particle->mass == particle->mass &&
            work->lines[i].particle->width == particle->width)
            return 1;
    struct line *lines = realloc(work->lines, ((size_t)work->count + 1) * sizeof *lines);
    work->failed |= !lines;
    if (!lines)
        return 0;
    work->lines = lines;
    lines[work->count++] = (struct line){set, particle};
    return 1;
}

static double mass_of(const struct work *work, int pdg)
{
    return ts_model_particle(work->setting->model, pdg)->mass;
}

/* What a set of final particles has together at least where these resonances have their masses. `but`: one
 * that does not count. */
static double mass_on_shell(const struct work *work, const struct plan_resonances *of, unsigned set, int but)
{
    unsigned rest = set;
    double sum = 0;
    for (int k = of->count - 1; k >= 0; --k) { /* the larger ones come last */
        if (k == but || (of->set[k] & ~rest))
            continue;
        sum += mass_of(work, of->pdg[k]);
        rest &= ~of->set[k];
    }
    return sum + least_of(work->setting, rest);
}

/* Puts a resonance behind those of as many particles. Returns whether all may be on their mass shells. */
static int put(const struct work *work, struct plan_resonances *of, const struct line *line)
{
    if (of->count == PLAN_RESONANCES)
        return 0;
    for (int i = 0; i < of->count; ++i) {
        const unsigned both = of->set[i] & line->set;
        if (of->set[i] == line->set || (both && both != of->set[i] && both != line->set))
            return 0;
    }
    int place = of->count++;
    for (; place > 0 && __builtin_popcount(of->set[place - 1]) > __builtin_popcount(line->set); --place) {
        of->set[place] = of->set[place - 1];
        of->pdg[place] = of->pdg[place - 1];
    }
    of->set[place] = line->set;
    of->pdg[place] = line->particle->pdg;
    for (int i = 0; i < of->count; ++i)
        if (mass_on_shell(work, of, of->set[i], i) >= mass_of(work, of->pdg[i]))
            return 0;
    return mass_on_shell(work, of, (1u << work->setting->final) - 1, -1) < work->setting->root_s;
}

static void add_set(struct work *work, const struct plan_resonances *of)
{
    struct resonance_sets *sets = work->sets;
    struct plan_resonances *list = realloc(sets->list, ((size_t)sets->count + 1) * sizeof *list);
    work->failed |= !list;
    if (!list)
        return;
    sets->list = list;
    list[sets->count++] = *of;
}

/* Adds all sets that have these resonances and others from number `from` on, and can take no other. */
static void add_sets(struct work *work, const struct plan_resonances *of, int from)
{
    enum { MOST = 64 };
    int complete = of->count > 0;
    for (int i = 0; i < work->count && !work->failed && work->sets->count < MOST; ++i) {
        struct plan_resonances more = *of;
        if (!put(work, &more, &work->lines[i]))
            continue;
        complete = 0;
        if (i >= from)
            add_sets(work, &more, i + 1);
    }
    if (complete && work->sets->count < MOST && !work->failed)
        add_set(work, of);
}

static int has_line(const struct plan_resonances *of, const struct line *line)
{
    for (int i = 0; i < of->count; ++i)
        if (of->set[i] == line->set && of->pdg[i] == line->particle->pdg)
            return 1;
    return 0;
}

/* Resonances that are in no set, where the sets became too many. */
static void add_rest(struct work *work)
{
    for (int i = 0; i < work->count && !work->failed; ++i) {
        int found = 0;
        for (int k = 0; k < work->sets->count && !found; ++k)
            found = has_line(&work->sets->list[k], &work->lines[i]);
        struct plan_resonances alone = {.count = 0};
        if (!found && put(work, &alone, &work->lines[i]))
            add_set(work, &alone);
    }
}

int resonance_sets_create(const struct phase_space_setting *setting, struct resonance_sets *sets)
{
    struct work work = {.setting = setting, .sets = sets};
    const struct plan_resonances none = {.count = 0};
    *sets = (struct resonance_sets){.count = 0};
    if (setting->graph)
        finite_lines_visit(setting->graph, add_line, &work);
    if (work.count)
        add_sets(&work, &none, 0);
    add_rest(&work);
    free(work.lines);
    return !work.failed;
}

void resonance_sets_free(struct resonance_sets *sets)
{
    free(sets->list);
    *sets = (struct resonance_sets){.count = 0};
}

#include "subprocess/chain.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { STATE_BYTES = 400 };

static int size_of(const struct chain *chain) { return chain ? chain->count : 0; }

int chain_is_polarised(const struct chain *chain)
{
    int states = 0;
    for (int i = 0; chain && i < LEGS_MOST; ++i)
        states |= chain->states[i];
    for (int i = 0; i < size_of(chain); ++i)
        states |= chain->list[i].states;
    return states != 0;
}

int chain_states(const struct chain *chain, int leg, int of_particle)
{
    const int states = chain ? chain->states[leg] : 0;
    return states ? __builtin_popcount((unsigned)states) : of_particle;
}

void chain_boost(const struct chain *chain, int legs, const double *from, double *to)
{
    const unsigned of_frame = chain->frame ? chain->frame : (1u << chain_incoming(chain)) - 1;
    double frame[4] = {0};
    for (int i = 0; i < legs; ++i)
        for (int k = 0; k < 4 && of_frame >> i & 1; ++k)
            frame[k] += from[4 * i + k];
    const double space = frame[1] * frame[1] + frame[2] * frame[2] + frame[3] * frame[3];
    const double root = sqrt(frame[0] * frame[0] - space);
    for (int i = 0; i < legs; ++i, from += 4, to += 4) {
        const double along = frame[1] * from[1] + frame[2] * from[2] + frame[3] * from[3];
        to[0] = (frame[0] * from[0] - along) / root;
        for (int k = 1; k < 4; ++k)
            to[k] = from[k] - frame[k] * (from[0] + to[0]) / (frame[0] + root);
    }
}

int chain_cuts(const struct chain *chain, unsigned every, unsigned legs)
{
    for (int i = 0; i < size_of(chain); ++i) {
        const unsigned decays = chain->list[i].legs;
        if ((legs & decays) && (legs & ~decays) && (decays & ~legs) && (every & ~(legs | decays)))
            return 1;
    }
    return 0;
}

int chain_allows(const struct chain *chain, unsigned every, unsigned legs, int pdg, int *named)
{
    *named = 0;
    for (int i = 0; i < size_of(chain); ++i) {
        const struct resonance *resonance = &chain->list[i];
        const int behind = resonance->legs == legs, before = resonance->legs == (every & ~legs);
        *named |= behind || before;
        if ((behind && pdg != resonance->antiparticle) || (before && pdg != resonance->pdg))
            return 0;
    }
    return 1;
}

int chain_joins(const struct chain *chain, unsigned every, int count, const unsigned *branches)
{
    for (int i = 0; i < size_of(chain); ++i) {
        const unsigned decays = chain->list[i].legs, others = every & ~decays;
        int has_line = 0;
        for (int k = 0; k < count; ++k)
            has_line |= !(decays & ~branches[k]) || !(others & ~branches[k]);
        if (!has_line)
            return 0;
    }
    return 1;
}

int chain_parent(const struct chain *chain, unsigned legs)
{
    for (int i = size_of(chain) - 1; i >= 0; --i)
        if (chain->list[i].legs != legs && !(legs & ~chain->list[i].legs))
            return i;
    return -1;
}

/* Whether a line with these legs at one end is one of the resonances, between two steps. */
static int parts_steps(const struct chain *chain, unsigned every, unsigned legs)
{
    int found = 0;
    for (int i = 0; i < size_of(chain); ++i)
        found |= chain->list[i].legs == legs || chain->list[i].legs == (every & ~legs);
    return found;
}

/* The resonance whose decay makes the line which leaves these legs; -1: the production does. */
static int step_of(const struct chain *chain, unsigned every, unsigned legs)
{
    for (int i = 0; i < size_of(chain); ++i)
        if (chain->list[i].legs == legs)
            return i;
    return chain_parent(chain, legs & 1u ? every & ~legs : legs); /* what comes in is in no decay */
}

const struct orders *chain_most(const struct chain *chain, unsigned every, unsigned legs,
                                const struct orders *production)
{
    const int step = step_of(chain, every, legs);
    return step < 0 ? production : &chain->list[step].most;
}

int chain_is_production(const struct chain *chain, unsigned every, unsigned legs)
{
    return step_of(chain, every, legs) < 0;
}

int chain_bound(const struct chain *chain, unsigned every, unsigned legs, const struct orders *production,
                struct orders *orders)
{
    static const struct orders none;
    const struct orders *most = chain_most(chain, every, legs, production);
    if (!orders_within(orders, most))
        return 0;
    *orders = parts_steps(chain, every, legs) ? none : orders_kept(orders, most);
    return 1;
}

struct orders chain_most_of_all(const struct chain *chain, const struct orders *production)
{
    struct orders most = *production;
    for (int i = 0; i < size_of(chain); ++i)
        most = orders_raised(&most, &chain->list[i].most);
    return most;
}

struct orders chain_bounded(const struct chain *chain, const struct orders *production)
{
    struct orders least = *production;
    for (int i = 0; i < size_of(chain); ++i)
        least = orders_least(&least, &chain->list[i].most);
    return least;
}

/* How many products a resonance has, resonances among them as one each; of the production (-1) likewise. */
static int products_of(const struct chain *chain, int resonance, int legs)
{
    int count = 0;
    for (int i = chain_incoming(chain); i < legs; ++i)
        count += chain_parent(chain, 1u << i) == resonance;
    for (int i = 0; i < size_of(chain); ++i)
        count += chain_parent(chain, chain->list[i].legs) == resonance;
    return count;
}

int chain_may_join(const struct chain *chain, int a, int b, int legs)
{
    const int parent = chain_parent(chain, 1u << a);
    return parent == chain_parent(chain, 1u << b) && products_of(chain, parent, legs) > 2;
}

void chain_limits(const struct chain *chain, const ts_model *model, unsigned legs, double *low, double *high)
{
    for (int i = 0; i < size_of(chain); ++i) {
        const ts_particle *particle = ts_model_particle(model, chain->list[i].pdg);
        if (chain->list[i].legs != legs)
            continue;
        *low = fmax(*low, particle->mass - RESONANCE_WIDTHS * particle->width);
        *high = fmin(*high, particle->mass + RESONANCE_WIDTHS * particle->width);
    }
}

int chain_production(const struct chain *chain, const int *pdg, int legs, int *production)
{
    int count = 0;
    for (int i = chain_incoming(chain); i < legs; ++i)
        if (chain_parent(chain, 1u << i) < 0)
            production[count++] = pdg[i];
    for (int i = 0; i < size_of(chain); ++i)
        if (chain_parent(chain, chain->list[i].legs) < 0)
            production[count++] = chain->list[i].pdg;
    return count;
}

struct chain chain_moved(const struct chain *chain, const int *place, int legs)
{
    struct chain moved = *chain;
    for (int i = 0; i < chain->count; ++i) {
        moved.list[i].legs = 0;
        for (int leg = 0; leg < legs; ++leg)
            moved.list[i].legs |= (chain->list[i].legs >> place[leg] & 1u) << leg;
    }
    moved.frame = 0;
    for (int leg = 0; leg < legs; ++leg) {
        moved.states[leg] = chain->states[place[leg]];
        moved.frame |= (chain->frame >> place[leg] & 1u) << leg;
    }
    return moved;
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* What comes from a resonance, or from the production (-1), as text: "24(-11,12)", sorted. *identical is
 * multiplied by the ways in which equal particles may change places. */
static void describe(const struct chain *chain, const int *pdg, int legs, int of, char text[STATE_BYTES],
                     double *identical)
{
    char parts[LEGS_MOST + DECAYS_MOST][STATE_BYTES];
    int count = 0, equal = 1;
    for (int i = chain_incoming(chain); i < legs; ++i)
        if (chain_parent(chain, 1u << i) == of)
            snprintf(parts[count++], STATE_BYTES, chain && chain->states[i] ? "%d{%d}" : "%d", pdg[i],
                     chain ? chain->states[i] : 0);
    for (int i = 0; i < size_of(chain); ++i)
        if (chain_parent(chain, chain->list[i].legs) == of)
            describe(chain, pdg, legs, i, parts[count++], identical);
    qsort(parts, (size_t)count, sizeof *parts, compare_texts);
    const int states = of < 0 ? 0 : chain->list[of].states;
    size_t used = (size_t)snprintf(text, STATE_BYTES, states ? "%d{%d}(" : "%d(",
                                   of < 0 ? 0 : chain->list[of].pdg, states);
    for (int i = 0; i < count && used < STATE_BYTES; ++i) {
        equal = i && !strcmp(parts[i], parts[i - 1]) ? equal + 1 : 1;
        *identical *= equal;
        used += (size_t)snprintf(text + used, STATE_BYTES - used, "%s%s", i ? "," : "", parts[i]);
    }
    if (used < STATE_BYTES)
        snprintf(text + used, STATE_BYTES - used, ")");
}

double chain_identical(const struct chain *chain, const int *pdg, int legs)
{
    char text[STATE_BYTES];
    double identical = 1;
    describe(chain, pdg, legs, -1, text, &identical);
    return identical;
}

void chain_state(const struct chain *chain, const int *pdg, int legs, uint64_t state[2])
{
    char text[STATE_BYTES];
    double identical = 1;
    describe(chain, pdg, legs, -1, text, &identical);
    const XXH128_hash_t hash = XXH3_128bits(text, strlen(text));
    state[0] = hash.low64;
    state[1] = hash.high64;
}

uint64_t chain_hash(const struct chain *chain)
{
    uint64_t sum = 0;
    for (int i = 0; i < size_of(chain); ++i)
        sum += XXH3_64bits(&chain->list[i], offsetof(struct resonance, states)) +
               (uint64_t)chain->list[i].states * (chain->list[i].legs + 1u);
    if (!chain_is_polarised(chain))
        return sum;
    return sum + XXH3_64bits(chain->states, sizeof chain->states) +
           (chain->frame ? XXH3_64bits(&chain->frame, sizeof chain->frame) : 0);
}

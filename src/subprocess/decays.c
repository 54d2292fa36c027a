#include "subprocess/decays.h"

#include "core/context.h"
#include "subprocess/conserved.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINAL_LEGS = LEGS_MOST - LEGS_IN };

/* One decay while its ways are looked for. */
struct search {
    ts_context *context;
    const ts_model *model;
    struct tree_finder *finder;
    const struct notation *notation;
    const struct conserved *conserved;
    const struct decay *decay;
    struct decay_way *ways;
    size_t count, room;
    struct orders most; /* of its diagrams while they are looked for */
    int by;             /* the order of which the least power counts; -1: the decay has bounds of its own */
    int least;          /* power of it in the ways found so far */
    int has_trees;      /* whether one has, whatever the masses */
    double lightest;    /* [GeV] the least sum of masses of a way that has trees; 0: none */
};

static const char *name_of(const struct search *search)
{
    return ts_model_particle_name(search->model, search->decay->pdg);
}

int decay_advance(const struct decay *decay, int *place)
{
    const struct label *slots = decay->slots;
    for (int i = decay->count - 1; i >= 0; --i) {
        if (++place[i] == slots[i].count)
            continue;
        for (int k = i + 1; k < decay->count; ++k)
            place[k] = strcmp(slots[k].name, slots[k - 1].name) != 0 ? 0 : place[k - 1];
        return 1;
    }
    return 0;
}

static void number_way(int count, struct decay_way *way)
{
    static const struct chain nothing;
    int pdg[LEGS_MOST] = {0};
    memcpy(pdg + LEGS_IN, way->pdg, sizeof way->pdg);
    chain_state(&nothing, pdg, LEGS_IN + count, way->state);
}

static int is_found(const struct search *search, const struct decay_way *way)
{
    for (size_t i = 0; i < search->count; ++i)
        if (!memcmp(search->ways[i].state, way->state, sizeof way->state))
            return 1;
    return 0;
}

/* The lowest mass of a product: of one that decays that many widths below its own. */
static double lowest_mass(const struct search *search, int pdg)
{
    const ts_particle *particle = ts_model_particle(search->model, pdg);
    const struct notation *notation = search->notation;
    for (int i = 0; i < notation->decay_count; ++i)
        if (notation->decays[i].inside == search->decay - notation->decays && notation->decays[i].pdg == pdg)
            return fmax(0, particle->mass - RESONANCE_WIDTHS * particle->width);
    return particle->mass;
}

static int is_heavy_enough(struct search *search, const struct decay_way *way)
{
    const ts_particle *particle = ts_model_particle(search->model, search->decay->pdg);
    double masses = 0;
    for (int i = 0; i < search->decay->count; ++i)
        masses += lowest_mass(search, way->pdg[i]);
    if (search->lightest == 0 || masses < search->lightest)
        search->lightest = masses;
    return particle->mass + RESONANCE_WIDTHS * particle->width > masses && particle->mass > 0;
}

/* The least power of the diagrams of a way; *found is 0 where it has none. The first product stands with what
 * comes in. */
static ts_status find_order(struct search *search, const struct decay_way *way, int *power, int *found)
{
    const int count = search->decay->count, by = search->by;
    int pdg[LEGS_MOST] = {search->decay->pdg, model_antiparticle(search->model, way->pdg[0])};
    struct trees trees;
    memcpy(pdg + LEGS_IN, way->pdg + 1, (size_t)(count - 1) * sizeof *pdg);
    const ts_status status = trees_find(search->context, search->finder, 1 + count, pdg, search->most, NULL,
                                        &trees);
    *found = trees.count > 0;
    *power = 0;
    for (int i = 0; i < trees.count && by >= 0; ++i)
        if (i == 0 || trees.orders[i].orders.power[by] < *power)
            *power = trees.orders[i].orders.power[by];
    return status;
}

/* Whether what the vertices of the model conserve is the same before and behind. */
static int is_conserved(const struct search *search, const struct decay_way *way)
{
    const double before = conserved_sum(search->conserved, search->model, &search->decay->pdg, 1);
    const double behind = conserved_sum(search->conserved, search->model, way->pdg, search->decay->count);
    return fabs(before - behind) < 1e-6;
}

static ts_status try_way(struct search *search, const struct decay_way *way)
{
    int power, found;
    if (ts_context_interrupted(search->context))
        return ts_fail(search->context, TS_INTERRUPTED, "Interrupted while the process was expanded.");
    if (!is_conserved(search, way))
        return TS_OK;
    const ts_status status = find_order(search, way, &power, &found);
    if (status || !found)
        return status;
    search->has_trees = 1;
    if (!is_heavy_enough(search, way) || is_found(search, way))
        return TS_OK;
    if (search->count && power > search->least)
        return TS_OK;
    if (!search->count || power < search->least)
        search->count = 0;
    if (search->count == search->room) {
        search->room = search->room ? 2 * search->room : 64;
        struct decay_way *larger = realloc(search->ways, search->room * sizeof *larger);
        if (!larger)
            return ts_fail_memory(search->context, "the decays of a process");
        search->ways = larger;
    }
    search->least = power;
    search->ways[search->count++] = *way;
    return TS_OK;
}

/* Whether it could decay, were the masses of all products within their widths, as those that decay have. */
static int could_decay(const struct search *search)
{
    const ts_particle *mother = ts_model_particle(search->model, search->decay->pdg);
    double masses = 0;
    for (int i = 0; i < search->decay->count; ++i) {
        const ts_particle *particle = ts_model_particle(search->model, search->decay->slots[i].pdg[0]);
        masses += fmax(0, particle->mass - RESONANCE_WIDTHS * particle->width);
    }
    return mother->mass + RESONANCE_WIDTHS * mother->width > masses;
}

static const char off_shell[] =
    "; name what that decays into instead, as in \"h > e+ ve mu- vm~\": a decay of its own would keep each mass "
    "within that many widths";

/* Why a decay has no way. */
static void explain(const struct search *search, char sentence[SENTENCE_BYTES])
{
    const ts_particle *particle = ts_model_particle(search->model, search->decay->pdg);
    if (decay_explain(search->model, search->decay, sentence))
        return;
    if (!search->has_trees) {
        snprintf(sentence, SENTENCE_BYTES, "the decay of %s has no tree diagram in the model %s%s",
                 name_of(search), ts_model_name(search->model), search->by < 0 ? " within its orders" : "");
        explain_scalar(search->model, search->decay->pdg, search->decay->slots, search->decay->count,
                       sentence);
    } else if (particle->mass <= 0) {
        snprintf(sentence, SENTENCE_BYTES, "%s has no mass, and decays into nothing", name_of(search));
    } else {
        snprintf(
            sentence, SENTENCE_BYTES,
            "%s is too light for its decay: its mass and %d of its widths are %.6g GeV, and what it decays "
            "into has %.6g GeV or more%s",
            name_of(search), RESONANCE_WIDTHS, particle->mass + RESONANCE_WIDTHS * particle->width,
            search->lightest, could_decay(search) ? off_shell : "");
    }
}

static ts_status find_ways(struct search *search, char sentence[SENTENCE_BYTES])
{
    int place[FINAL_LEGS] = {0};
    ts_status status;
    do {
        struct decay_way way = {.pdg = {0}};
        for (int i = 0; i < search->decay->count; ++i)
            way.pdg[i] = search->decay->slots[i].pdg[place[i]];
        number_way(search->decay->count, &way);
        status = try_way(search, &way);
    } while (!status && decay_advance(search->decay, place));
    if (status || search->count)
        return status;
    explain(search, sentence);
    return TS_ERROR_INPUT;
}

/* Bounds within which the diagrams of a decay are looked for. */
static void begin_orders(struct search *search)
{
    search->most = search->decay->most;
    search->by = model_default_order(search->model);
    for (int i = 0; i < ORDERS_MOST; ++i) {
        search->by = search->most.power[i] == ORDER_DEFAULT ? search->by : -1;
        search->most.power[i] = search->most.power[i] == ORDER_DEFAULT ? ORDER_ANY : search->most.power[i];
    }
    if (search->by >= 0)
        search->most.power[search->by] = ORDER_COUNTED;
}

/* Bounds of the ways that were found. */
static struct orders found_orders(const struct search *search)
{
    struct orders most = search->most;
    if (search->by >= 0)
        most.power[search->by] = (short)search->least;
    return most;
}

ts_status decays_find(ts_context *context, const ts_model *model, struct tree_finder *finder,
                      const struct notation *notation, struct decay_ways *ways, char sentence[SENTENCE_BYTES])
{
    struct conserved conserved;
    const struct orders any = orders_all(ORDER_ANY);
    ts_status status = notation->decay_count ? conserved_find(context, model, &any, &conserved) : TS_OK;
    *ways = (struct decay_ways){.notation = notation};
    for (int i = 0; i < notation->decay_count && !status; ++i) {
        struct search search = {.context = context,
                                .model = model,
                                .finder = finder,
                                .notation = notation,
                                .conserved = &conserved,
                                .decay = &notation->decays[i]};
        begin_orders(&search);
        model_bound_orders_aloud(context, model, &search.most);
        status = find_ways(&search, sentence);
        ways->ways[i] = search.ways;
        ways->count[i] = search.count;
        ways->most[i] = found_orders(&search);
    }
    return status;
}

void decays_free(struct decay_ways *ways)
{
    for (int i = 0; i < DECAYS_MOST; ++i)
        free(ways->ways[i]);
    *ways = (struct decay_ways){0};
}

/* A particle that is to decay or to stay. */
struct pending {
    int pdg;
    int inside;    /* the decay that made it; -1: the production */
    int resonance; /* place in the chain of what made it; -1 */
    int alike;     /* how many of it were made together */
    int states;    /* helicities that the process asks for of it */
    int in_frame;  /* whether it, or what it comes from, is of the frame of helicities */
};

/* A final state in the making; what is pending lies with the next one on top. */
struct state {
    int pdg[FINAL_LEGS], count;
    struct pending pending[FINAL_LEGS];
    int pending_count;
    struct chain chain;
    int parent[DECAYS_MOST];     /* resonance in which a resonance is; -1 */
    unsigned taken[DECAYS_MOST]; /* of each decay: the resonances, from bit 1 on, whose products had it */
};

/* A visit at work. */
struct expansion {
    const ts_model *model;
    const struct decay_ways *ways;
    decay_visitor *visit;
    void *data;
};

/* Returns 0 where these are too many for a process. */
static int push(struct state *state, const int *pdg, int count, int inside, int resonance, int in_frame)
{
    if (state->count + state->pending_count + count > FINAL_LEGS)
        return 0;
    for (int i = count - 1; i >= 0; --i) {
        struct pending *next = &state->pending[state->pending_count++];
        *next = (struct pending){pdg[i], inside, resonance, 0, 0, in_frame};
        for (int k = 0; k < count; ++k)
            next->alike += pdg[k] == pdg[i];
    }
    return 1;
}

static int decays_of(const struct notation *notation, const struct pending *particle)
{
    int count = 0;
    for (int i = 0; i < notation->decay_count; ++i)
        count += notation->decays[i].inside == particle->inside && notation->decays[i].pdg == particle->pdg;
    return count;
}

static ts_status expand(struct expansion *work, const struct state *before);

/* A particle stays as it is. */
static ts_status keep(struct expansion *work, const struct state *before, const struct pending *particle)
{
    struct state state = *before;
    const int leg = chain_incoming(&state.chain) + state.count;
    for (int i = particle->resonance; i >= 0; i = state.parent[i])
        state.chain.list[i].legs |= 1u << leg;
    state.chain.states[leg] = (unsigned char)particle->states;
    state.chain.frame |= (unsigned)particle->in_frame << leg;
    state.pdg[state.count++] = particle->pdg;
    return expand(work, &state);
}

/* A particle decays, in each of the ways of one decay. */
static ts_status decay(struct expansion *work, const struct state *before, const struct pending *particle,
                       int number)
{
    const struct decay *decay = &work->ways->notation->decays[number];
    ts_status status = TS_OK;
    for (size_t i = 0; i < work->ways->count[number] && !status; ++i) {
        struct state state = *before;
        if (state.chain.count == DECAYS_MOST || !push(&state, work->ways->ways[number][i].pdg, decay->count,
                                                      number, state.chain.count, particle->in_frame))
            return work->visit(work->data, NULL, FINAL_LEGS + 1, &state.chain);
        const int place = state.chain.count++;
        state.chain.list[place] = (struct resonance){0, particle->pdg,
                                                     model_antiparticle(work->model, particle->pdg),
                                                     work->ways->most[number], particle->states};
        state.parent[place] = particle->resonance;
        state.taken[number] |= 1u << (particle->resonance + 1);
        status = expand(work, &state);
    }
    return status;
}

/* Goes on with what is pending next. */
static ts_status expand(struct expansion *work, const struct state *before)
{
    const struct notation *notation = work->ways->notation;
    struct state state = *before;
    if (!state.pending_count)
        return work->visit(work->data, state.pdg, state.count, &state.chain);
    const struct pending particle = state.pending[--state.pending_count];
    const int decays = decays_of(notation, &particle), each_has_one = decays > 1 && decays == particle.alike;
    ts_status status = TS_OK;
    if (!decays)
        return keep(work, &state, &particle);
    for (int i = 0; i < notation->decay_count && !status; ++i)
        if (notation->decays[i].inside == particle.inside && notation->decays[i].pdg == particle.pdg &&
            !(each_has_one && state.taken[i] >> (particle.resonance + 1) & 1u))
            status = decay(work, &state, &particle, i);
    return status;
}

ts_status decays_visit(const ts_model *model, const struct decay_ways *ways, const int *production, int count,
                       decay_visitor *visit, void *data)
{
    struct expansion work = {.model = model, .ways = ways, .visit = visit, .data = data};
    struct state state = {.count = 0};
    const struct notation *notation = ways->notation;
    const int incoming = notation->incoming;
    state.chain.alone = incoming == 1;
    state.chain.frame = notation->frame & ((1u << incoming) - 1);
    for (int i = 0; i < incoming; ++i)
        state.chain.states[i] = (unsigned char)notation->slots[i].states;
    push(&state, production, count, -1, -1, 0);
    for (int i = 0; i < count; ++i) { /* the first one is on top */
        struct pending *next = &state.pending[count - 1 - i];
        next->states = notation->slots[incoming + i].states;
        next->in_frame = (int)(notation->frame >> (incoming + i) & 1u);
    }
    return expand(&work, &state);
}

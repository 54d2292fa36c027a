/* Why a process has no subprocess: what is not conserved, which orders there are, or nothing at all. */
#include "core/context.h"
#include "subprocess/combinations.h"
#include "subprocess/notation_words.h"
#include "subprocess/subprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers with a name, in the order in which they are looked at. */
static int charge_of(const ts_particle *particle) { return particle->charge; }
static int baryon_of(const ts_particle *particle) { return particle->baryon; }
static int electron_of(const ts_particle *particle) { return particle->family == 1; }
static int muon_of(const ts_particle *particle) { return particle->family == 2; }
static int tau_of(const ts_particle *particle) { return particle->family == 3; }

static const struct named_number {
    const char *name;
    int (*of)(const ts_particle *particle);
    int thirds; /* whether it counts thirds */
} numbers[] = {
    {"electric charge", charge_of, 1}, {"baryon number", baryon_of, 1}, {"electron number", electron_of, 0},
    {"muon number", muon_of, 0},       {"tau number", tau_of, 0},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers, POWERS_MOST = 2 * TREE_ORDERS_MOST };

struct search {
    ts_context *context;
    const ts_model *model;
    struct tree_finder *finder;
    const struct notation *notation;
    int legs;
    size_t conserved[NUMBERS]; /* combinations that conserve this number and those before */
    int first_in, first_out;   /* of the first combination, the number that it does not conserve */
    int has_first;
    struct orders orders[POWERS_MOST]; /* powers that exist */
    int order_count;
};

static int sum_of(const ts_model *model, const struct named_number *number, const int *pdg, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += (pdg[i] > 0 ? 1 : -1) * number->of(ts_model_particle(model, pdg[i]));
    return sum;
}

/* Counts a combination with so many particles that come in, and all others behind them. */
static void count_numbers(struct search *search, const int *pdg, int incoming, int all)
{
    for (int i = 0; i < NUMBERS; ++i) {
        const int in = sum_of(search->model, &numbers[i], pdg, incoming);
        const int out = sum_of(search->model, &numbers[i], pdg + incoming, all - incoming);
        if (in != out && !(i && search->model->file)) { /* a model of a file has its own numbers */
            if (!search->has_first) {
                search->first_in = in;
                search->first_out = out;
                search->has_first = 1;
            }
            return;
        }
        ++search->conserved[i];
    }
}

static ts_status visit_numbers(void *data, const int *pdg, const struct chain *chain)
{
    struct search *search = data;
    count_numbers(search, pdg, chain_incoming(chain), search->legs);
    return TS_OK;
}

static int is_before(struct orders a, struct orders b)
{
    const int qed = a.power[ORDER_QED] - b.power[ORDER_QED];
    return qed ? qed < 0 : a.power[ORDER_QCD] < b.power[ORDER_QCD];
}

/* Keeps powers of the couplings that exist, each once, the least of QED first. */
static void keep_orders(struct search *search, struct orders orders)
{
    int place = 0;
    for (int i = 0; i < search->order_count; ++i) {
        place += !is_before(orders, search->orders[i]);
        if (orders_equal(&orders, &search->orders[i]))
            return;
    }
    if (search->order_count == POWERS_MOST)
        return;
    memmove(&search->orders[place + 1], &search->orders[place],
            (size_t)(search->order_count++ - place) * sizeof *search->orders);
    search->orders[place] = orders;
}

/* Bounds that exclude nothing, by which powers of the orders that the process names, or of which the model
 * has a highest, are known. */
static struct orders bounds_of_named(const struct search *search)
{
    const struct notation *notation = search->notation;
    struct orders most = orders_all(ORDER_ANY);
    model_bound_orders(search->model, &most);
    for (int i = 0; i < ORDERS_MOST; ++i)
        if (notation->most.power[i] != ORDER_DEFAULT || most.power[i] < ORDER_ANY)
            most.power[i] = ORDER_COUNTED;
    for (int i = 0; i < notation->squares.count; ++i)
        most.power[notation->squares.list[i].order] = ORDER_COUNTED;
    return most;
}

/* Powers of QCD, QED and what is counted. */
static struct orders named_orders(const struct orders *found, const struct orders *most)
{
    struct orders named = *found;
    for (int i = ORDER_QED + 1; i < ORDERS_MOST; ++i)
        named.power[i] = most->power[i] < ORDER_ANY ? found->power[i] : 0;
    return named;
}

/* The orders of all combinations. */
static ts_status visit_trees(void *data, const int *pdg, const struct chain *chain)
{
    struct search *search = data;
    struct trees found;
    const struct orders most = bounds_of_named(search);
    if (ts_context_interrupted(search->context))
        return ts_fail(search->context, TS_INTERRUPTED, "Interrupted while the process was expanded.");
    const ts_status status = trees_find(search->context, search->finder, search->legs, pdg, most, chain,
                                        &found);
    for (int i = 0; i < found.count && !status; ++i)
        keep_orders(search, named_orders(&found.orders[i].orders, &most));
    return status;
}

/* "2/3", "-1", "4/3" */
static void print_number(int number, int thirds, char text[16])
{
    if (!thirds || number % 3 == 0)
        snprintf(text, 16, "%d", thirds ? number / 3 : number);
    else
        snprintf(text, 16, "%d/3", number);
}

static int explain_numbers(const struct search *search, const char *what, int is_one, char *sentence)
{
    for (int i = 0; i < NUMBERS; ++i) {
        if (search->conserved[i])
            continue;
        char in[16], out[16];
        print_number(search->first_in, numbers[i].thirds, in);
        print_number(search->first_out, numbers[i].thirds, out);
        if (is_one)
            snprintf(sentence, SENTENCE_BYTES, "%s%s is not conserved: %s before \">\" and %s behind it",
                     what, numbers[i].name, in, out);
        else
            snprintf(sentence, SENTENCE_BYTES,
                     "%s%s is not conserved by any particles that its labels stand for", what,
                     numbers[i].name);
        return 1;
    }
    return 0;
}

int decay_explain(const ts_model *model, const struct decay *decay, char sentence[SENTENCE_BYTES])
{
    struct search search = {.model = model};
    int place[LEGS_MOST] = {0}, is_one = 1;
    char what[64];
    snprintf(what, sizeof what, "in the decay of %.20s ", ts_model_particle_name(model, decay->pdg));
    for (int i = 0; i < decay->count; ++i)
        is_one &= decay->slots[i].count == 1;
    do {
        int pdg[LEGS_MOST] = {decay->pdg};
        for (int i = 0; i < decay->count; ++i)
            pdg[1 + i] = decay->slots[i].pdg[place[i]];
        count_numbers(&search, pdg, 1, 1 + decay->count);
    } while (decay_advance(decay, place));
    return explain_numbers(&search, what, is_one, sentence);
}

/* "QCD=0 QED=4, QCD=2 QED=2" */
static void list_orders(const struct search *search, char *text, size_t bytes)
{
    size_t used = 0, count;
    const char *const *names = ts_model_orders(search->model, &count);
    *text = 0;
    for (int i = 0; i < search->order_count && used < bytes; ++i)
        for (size_t k = 0; k < count && used < bytes; ++k)
            if (k <= ORDER_QED || search->orders[i].power[k])
                used += (size_t)snprintf(text + used, bytes - used, "%s%s=%d",
                                         k   ? " "
                                         : i ? ", "
                                             : "",
                                         names[k], search->orders[i].power[k]);
}

/* Adds the highest powers that the model is for, where some that exist are above. */
static void add_limits(const struct search *search, char sentence[SENTENCE_BYTES])
{
    size_t count;
    const char *const *names = ts_model_orders(search->model, &count);
    struct orders highest = orders_all(0);
    for (int i = 0; i < search->order_count; ++i)
        for (size_t k = 0; k < count; ++k)
            if (search->orders[i].power[k] > highest.power[k])
                highest.power[k] = search->orders[i].power[k];
    struct orders most = highest;
    model_bound_orders(search->model, &most);
    for (size_t k = 0; k < count; ++k) {
        const size_t used = strlen(sentence);
        if (most.power[k] < highest.power[k])
            snprintf(sentence + used, SENTENCE_BYTES - used,
                     "; the model %s is for %s up to %d in an amplitude", ts_model_name(search->model),
                     names[k], most.power[k]);
    }
}

/* Whether the model's table, which holds vertices of no coupling too, joins a scalar and a fermion. */
static int has_vertex(const ts_model *model, const ts_particle *scalar, const ts_particle *fermion)
{
    const struct vertex_row *vertices = model->table->vertices;
    for (size_t i = 0; i < model->table->vertex_count; ++i)
        if (vertices[i].lorentz == TS_LORENTZ_IOS && abs(vertices[i].legs[0]) == fermion->pdg &&
            abs(vertices[i].legs[1]) == fermion->pdg && abs(vertices[i].legs[2]) == scalar->pdg)
            return 1;
    return 0;
}

/* Adds "model.NAME" to a list, once. */
static void add_input(char *list, size_t bytes, const char *input)
{
    char name[64];
    const size_t used = strlen(list);
    snprintf(name, sizeof name, "model.%.40s", input);
    if (!strstr(list, name))
        snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", name);
}

/* Adds the masses of zero of a label's particles for which a scalar does not couple to them. The inputs that
 * give the coupling a mass of its own go into another list. */
static void add_massless(const ts_model *model, const ts_particle *scalar, const struct label *slot,
                         char *text, char *in_coupling, size_t bytes)
{
    for (int k = 0; k < slot->count; ++k) {
        const ts_particle *fermion = ts_model_particle(model, slot->pdg[k]);
        char yukawa[64];
        if (fermion->spin != 2 || fermion->mass != 0 || !fermion->mass_name ||
            !has_vertex(model, scalar, fermion))
            continue;
        add_input(text, bytes, fermion->mass_name);
        snprintf(yukawa, sizeof yukawa, "y%s", fermion->mass_name);
        if (ts_model_parameter(model, yukawa))
            add_input(in_coupling, bytes, yukawa);
    }
}

/* The scalar of which the sentence is: what decays, or the last label that is one; NULL: there is none. */
static const ts_particle *find_scalar(const ts_model *model, int mother, const struct label *slots, int count)
{
    const ts_particle *scalar = mother ? ts_model_particle(model, mother) : NULL;
    if (scalar && scalar->spin != 1)
        scalar = NULL;
    for (int i = 0; i < count; ++i)
        if (ts_model_particle(model, slots[i].pdg[0])->spin == 1)
            scalar = ts_model_particle(model, slots[i].pdg[0]);
    return scalar;
}

/* Whether each label but those of scalars has a neutral vector boson, and one of them a massless one. */
static int is_loop(const ts_model *model, const struct label *slots, int count)
{
    int massless = 0;
    for (int i = 0; i < count; ++i) {
        int neutral = ts_model_particle(model, slots[i].pdg[0])->spin == 1;
        for (int k = 0; k < slots[i].count; ++k) {
            const ts_particle *particle = ts_model_particle(model, slots[i].pdg[k]);
            const int is_vector = particle->spin == 3 && particle->charge == 0;
            neutral |= is_vector;
            massless |= is_vector && particle->mass == 0;
        }
        if (!neutral)
            return 0;
    }
    return massless;
}

void explain_scalar(const ts_model *model, int mother, const struct label *slots, int count,
                    char sentence[SENTENCE_BYTES])
{
    const ts_particle *scalar = find_scalar(model, mother, slots, count);
    const size_t used = strlen(sentence), bytes = SENTENCE_BYTES - used;
    static const char advice[] =
        "; where the fermion is to stay massless, its mass in the coupling alone is ";
    char masses[160] = "", in_coupling[160] = "";
    if (!scalar)
        return;
    if (scalar->charge == 0 && is_loop(model, slots, count)) {
        const ts_parameter *heavy_top = ts_model_parameter(model, "heavy_top");
        snprintf(sentence + used, bytes,
                 ": %s couples to gluons and photons through loops, which are not available%s", scalar->name,
                 heavy_top && heavy_top->re == 0
                     ? "; model.heavy_top: true has those of gluons where the top quark is heavy"
                     : "");
        return;
    }
    for (int i = 0; i < count; ++i)
        add_massless(model, scalar, &slots[i], masses, in_coupling, sizeof masses);
    if (*masses)
        snprintf(sentence + used, bytes, ": %s couples to fermions by their masses, and here %s %s 0%s%s",
                 scalar->name, masses, strchr(masses, ',') ? "are" : "is", *in_coupling ? advice : "",
                 in_coupling);
}

ts_status subprocess_explain(ts_context *context, const ts_model *model, struct tree_finder *finder,
                             const struct combinations *combinations, char sentence[SENTENCE_BYTES])
{
    static const struct conserved nothing;
    const struct notation *notation = combinations->notation;
    struct search search = {.context = context,
                            .model = model,
                            .finder = finder,
                            .notation = notation,
                            .legs = combinations->legs};
    const struct orders any = orders_all(ORDER_ANY);
    struct conserved conserved;
    char orders[320];
    ts_status status = combinations_visit(context, combinations, model, &nothing, visit_numbers, &search);
    if (!status)
        status = conserved_find(context, model, &any, &conserved);
    if (status)
        return status;
    int is_one = 1;
    for (int i = 0; i < notation->count; ++i)
        is_one &= notation->slots[i].count == 1;
    if (explain_numbers(&search, "", is_one, sentence))
        return TS_ERROR_INPUT;
    status = combinations_visit(context, combinations, model, &conserved, visit_trees, &search);
    if (status)
        return status;
    if (search.order_count && notation->squares.count) {
        list_orders(&search, orders, sizeof orders);
        snprintf(sentence, SENTENCE_BYTES,
                 "no product of two of its amplitudes is within these orders; those that it has are of %s",
                 orders);
        add_limits(&search, sentence);
    } else if (search.order_count) {
        list_orders(&search, orders, sizeof orders);
        snprintf(sentence, SENTENCE_BYTES,
                 "it has no diagram within these orders; those that it has are of %s", orders);
        add_limits(&search, sentence);
    } else {
        char required[200];
        const int barred = notation->excluded.count || notation->excluded.no_s_channel.count;
        const size_t length = required_print(&notation->excluded, required, sizeof required);
        snprintf(sentence, SENTENCE_BYTES, "it has no tree diagram in the model %s%s%s%.*s",
                 ts_model_name(model), barred ? " without what is excluded" : "",
                 length ? " that passes through what stands between both \">\": " : "",
                 length > 3 && length < sizeof required ? (int)length - 3 : 0, required);
        explain_scalar(model, 0, notation->slots, notation->count, sentence);
    }
    return TS_ERROR_INPUT;
}

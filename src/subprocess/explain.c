/* Why a process has no subprocess: what is not conserved, which orders there are, or nothing at all. */
#include "core/context.h"
#include "subprocess/combinations.h"
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

enum { NUMBERS = sizeof numbers / sizeof *numbers };

struct search {
    ts_context *context;
    const ts_model *model;
    struct tree_finder *finder;
    int legs;
    size_t conserved[NUMBERS]; /* combinations that conserve this number and those before */
    int first_in, first_out;   /* of the first combination, the number that it does not conserve */
    int has_first;
    struct trees found;
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
        if (in != out) {
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
    (void)chain;
    count_numbers(search, pdg, LEGS_IN, search->legs);
    return TS_OK;
}

/* Ends at the first combination that has trees of any order. */
static ts_status visit_trees(void *data, const int *pdg, const struct chain *chain)
{
    struct search *search = data;
    const ts_status status = trees_find(search->context, search->finder, search->legs, pdg,
                                        (struct orders){ORDER_ANY, ORDER_ANY}, chain, &search->found);
    return status ? status : search->found.count ? TS_INTERRUPTED : TS_OK;
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
static void list_orders(const struct trees *trees, char *text, size_t bytes)
{
    size_t used = 0;
    *text = 0;
    for (int i = 0; i < trees->count && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%sQCD=%d QED=%d", i ? ", " : "",
                                 trees->orders[i].orders.qcd, trees->orders[i].orders.qed);
}

ts_status subprocess_explain(ts_context *context, const ts_model *model, struct tree_finder *finder,
                             const struct combinations *combinations, char sentence[SENTENCE_BYTES])
{
    static const struct conserved nothing;
    struct search search = {.context = context, .model = model, .finder = finder, .legs = combinations->legs};
    const struct notation *notation = combinations->notation;
    struct conserved conserved;
    char orders[320];
    ts_status status = combinations_visit(context, combinations, model, &nothing, visit_numbers, &search);
    if (!status)
        status = conserved_find(context, model, ORDER_ANY, ORDER_ANY, &conserved);
    if (status)
        return status;
    int is_one = 1;
    for (int i = 0; i < notation->count; ++i)
        is_one &= notation->slots[i].count == 1;
    if (explain_numbers(&search, "", is_one, sentence))
        return TS_ERROR_INPUT;
    status = combinations_visit(context, combinations, model, &conserved, visit_trees, &search);
    if (status && status != TS_INTERRUPTED)
        return status;
    if (search.found.count) {
        list_orders(&search.found, orders, sizeof orders);
        snprintf(sentence, SENTENCE_BYTES,
                 "it has no diagram within these orders; those that it has are of %s", orders);
    } else {
        snprintf(sentence, SENTENCE_BYTES, "it has no tree diagram in the model %s%s", ts_model_name(model),
                 notation->excluded.count ? " without what is excluded" : "");
    }
    return TS_ERROR_INPUT;
}

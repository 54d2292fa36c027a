/* The subprocesses of a card, as the library gives them to others. */
#include "core/context.h"
#include "core/needs.h"
#include "core/stack.h"
#include "subprocess/notation_words.h"
#include "subprocess/subprocess.h"
#include "tessera/subprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)TS_LEGS_MOST == (int)LEGS_MOST && (int)TS_ORDERS_MOST == (int)TREE_ORDERS_MOST &&
                   (int)TS_RESONANCES_MOST == (int)DECAYS_MOST,
               "the public constants are those of the library");

int subprocess_beam_is_hadron(const ts_card *card, int beam)
{
    return *ts_card_particle(card, "beams.particles", beam) == 'p';
}

/* The labels of the model and those of the card. */
ts_status subprocess_labels(ts_context *context, const ts_card *card, const ts_model *model,
                            struct label_list *labels)
{
    size_t count;
    char sentence[SENTENCE_BYTES];
    const ts_card_entry *entries = ts_card_entries(card, "define", &count);
    labels_of_model(model, labels);
    for (size_t i = 0; i < count; ++i)
        if (!label_define(model, labels, entries[i].name, entries[i].value, sentence))
            return ts_card_refuse_entry(context, card, "define", entries[i].name, sentence);
    return TS_OK;
}

static ts_status read_orders(ts_context *context, const ts_card *card, const ts_model *model,
                             struct orders *orders)
{
    size_t count;
    char sentence[SENTENCE_BYTES];
    const ts_card_entry *entries = ts_card_entries(card, "orders", &count);
    for (size_t i = 0; i < count; ++i)
        if (!order_set(model, orders, entries[i].name, entries[i].value, sentence))
            return ts_card_refuse_entry(context, card, "orders", entries[i].name, sentence);
    return TS_OK;
}

/* An order in the process and another one in `orders`: which is meant? */
static int agree(const ts_model *model, const struct orders *of_card, const struct orders *of_text,
                 char sentence[SENTENCE_BYTES])
{
    size_t count;
    const char *const *names = ts_model_orders(model, &count);
    for (size_t i = 0; i < count; ++i) {
        if (of_card->power[i] == ORDER_DEFAULT || of_card->power[i] == of_text->power[i])
            continue;
        snprintf(sentence, SENTENCE_BYTES, "it says %s=%d, and orders says %s: %d; keep one of them",
                 names[i], of_text->power[i], names[i], of_card->power[i]);
        return 0;
    }
    return 1;
}

static ts_status set_frame(ts_context *context, const ts_card *card, const ts_model *model,
                           struct notation *notation)
{
    static const char key[] = "polarization_frame";
    char sentence[SENTENCE_BYTES];
    return notation_set_frame(model, notation, ts_card_text(card, key), sentence)
               ? TS_OK
               : ts_card_refuse(context, card, key, sentence);
}

/* A sentence about the process, with its place where it is the card's. */
static ts_status refuse(ts_context *context, const ts_card *card, int is_of_card, const char *sentence)
{
    const int stops = *sentence && sentence[strlen(sentence) - 1] == '?';
    return is_of_card ? ts_card_refuse(context, card, "process", sentence)
                      : ts_fail(context, TS_ERROR_INPUT, "process: %s%s", sentence, stops ? "" : ".");
}

static ts_status expand(ts_context *context, const ts_card *card, const char *process,
                        struct ts_subprocesses *made)
{
    struct label_list labels;
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    char sentence[SENTENCE_BYTES] = "";
    const int is_of_card = !process;
    ts_status status = subprocess_labels(context, card, made->model, &labels);
    if (!status)
        status = read_orders(context, card, made->model, &notation.most);
    if (status)
        return status;
    const struct orders of_card = notation.most;
    if (!notation_read(made->model, &labels, process ? process : ts_card_text(card, "process"), &notation,
                       sentence) ||
        !agree(made->model, &of_card, &notation.most, sentence))
        return refuse(context, card, is_of_card, sentence);
    status = set_frame(context, card, made->model, &notation);
    if (status)
        return status;
    made->is_polarised = notation_is_polarised(&notation);
    notation_print(made->model, &notation, made->name, sizeof made->name);
    /* A beam that is no hadron has x = 1, and the other one has not. */
    notation.fixed = subprocess_beam_is_hadron(card, 0) != subprocess_beam_is_hadron(card, 1);
    status = subprocess_list_create(context, made->model, &notation, &made->list, sentence);
    return status && *sentence ? refuse(context, card, is_of_card, sentence) : status;
}

ts_status ts_subprocesses_create(ts_context *context, const ts_card *card, const ts_model *model,
                                 const char *process, ts_subprocesses **subprocesses)
{
    NEEDS(context, subprocesses);
    *subprocesses = NULL;
    NEEDS(context, context && card && model);
    NEEDS_STACK(context);
    struct ts_subprocesses *made = *subprocesses = calloc(1, sizeof *made);
    if (!made)
        return ts_fail_memory(context, "the subprocesses of a process");
    made->model = model;
    const ts_status status = expand(context, card, process, made);
    if (status)
        ts_subprocesses_destroy(subprocesses);
    return status;
}

void ts_subprocesses_destroy(ts_subprocesses **subprocesses)
{
    if (!subprocesses || !*subprocesses)
        return;
    subprocess_list_free(&(*subprocesses)->list);
    free(*subprocesses);
    *subprocesses = NULL;
}

const char *ts_subprocesses_name(const ts_subprocesses *subprocesses)
{
    return subprocesses ? subprocesses->name : "";
}

size_t ts_subprocesses_legs(const ts_subprocesses *subprocesses)
{
    return subprocesses ? (size_t)subprocesses->list.legs : 0;
}

size_t ts_subprocesses_count(const ts_subprocesses *subprocesses)
{
    return subprocesses ? (size_t)subprocesses->list.member_count : 0;
}

size_t ts_subprocesses_group_count(const ts_subprocesses *subprocesses)
{
    return subprocesses ? (size_t)subprocesses->list.group_count : 0;
}

void ts_subprocesses_orders(const ts_subprocesses *subprocesses, int *qcd, int *qed)
{
    if (!subprocesses || !qcd || !qed)
        return;
    *qcd = subprocesses->list.most.power[ORDER_QCD];
    *qed = subprocesses->list.most.power[ORDER_QED];
}

ts_subprocess_group ts_subprocesses_group(const ts_subprocesses *subprocesses, size_t group)
{
    if (group >= ts_subprocesses_group_count(subprocesses))
        return (ts_subprocess_group){.subprocess_count = 0};
    const struct subprocess_group *from = &subprocesses->list.groups[group];
    ts_subprocess_group to = {.subprocess_count = (size_t)from->member_count,
                              .order_count = (size_t)from->trees.count,
                              .helicities = from->helicities,
                              .average = from->average,
                              .identical = from->identical,
                              .resonance_count = (size_t)from->chain.count};
    for (int i = 0; i < from->chain.count; ++i)
        to.resonances[i] = (ts_resonance){from->chain.list[i].pdg, from->chain.list[i].legs};
    for (int i = 0; i < from->trees.count; ++i)
        to.orders[i] = (ts_subprocess_order){from->trees.orders[i].orders.power[ORDER_QCD],
                                             from->trees.orders[i].orders.power[ORDER_QED],
                                             from->trees.orders[i].diagrams};
    return to;
}

int ts_subprocesses_power(const ts_subprocesses *subprocesses, size_t group, size_t row, size_t order)
{
    if (order >= ORDER_STRONG || row >= ts_subprocesses_group(subprocesses, group).order_count)
        return 0;
    return subprocesses->list.groups[group].trees.orders[row].orders.power[order];
}

ts_subprocess ts_subprocesses_member(const ts_subprocesses *subprocesses, size_t group, size_t number)
{
    if (number >= ts_subprocesses_group(subprocesses, group).subprocess_count)
        return (ts_subprocess){.mirrored = 0};
    const struct subprocess *from = &subprocesses->list.groups[group].members[number];
    ts_subprocess to = {.mirrored = from->mirrored};
    memcpy(to.pdg, from->pdg, sizeof to.pdg);
    for (int i = 0; i < LEGS_MOST; ++i)
        to.states[i] = subprocesses->list.groups[group].chain.states[i];
    return to;
}

void ts_subprocesses_print(const ts_subprocesses *subprocesses, const ts_subprocess *subprocess, char *text,
                           size_t bytes)
{
    if (!subprocesses || !subprocess || !text || !bytes)
        return;
    size_t used = 0;
    for (int i = 0; i < subprocesses->list.legs && used < bytes; ++i) {
        const int leg = i < LEGS_IN && subprocess->mirrored ? 1 - i : i;
        const int pdg = subprocess->pdg[leg];
        used += (size_t)snprintf(text + used, bytes - used, "%s%s%s%s", i ? " " : "",
                                 i == LEGS_IN ? "> " : "", ts_model_particle_name(subprocesses->model, pdg),
                                 states_text(subprocesses->model, pdg, subprocess->states[leg]));
    }
}

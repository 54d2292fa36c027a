/* The subprocesses of a card, as the library gives them to others. */
#include "core/context.h"
#include "core/needs.h"
#include "core/request.h"
#include "core/stack.h"
#include "subprocess/multiplicities.h"
#include "subprocess/notation_words.h"
#include "tessera/subprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)TS_LEGS_MOST == (int)LEGS_MOST && (int)TS_ORDERS_MOST == (int)TREE_ORDERS_MOST &&
                   (int)TS_RESONANCES_MOST == (int)DECAYS_MOST,
               "the public constants are those of the library");

int subprocess_beam_is_hadron(const ts_card *card, int beam)
{
    return *card_request(card)->beams.particles[beam] == 'p';
}

/* The labels of the model and those of the card. */
ts_status subprocess_labels(ts_context *context, const ts_card *card, const ts_model *model,
                            struct label_list *labels)
{
    char sentence[SENTENCE_BYTES];
    const struct request_map *defined = &card_request(card)->define;
    labels_of_model(model, labels);
    for (size_t i = 0; i < defined->count; ++i)
        if (!label_define(model, labels, defined->entries[i].name, defined->entries[i].value, sentence))
            return ts_card_refuse_entry(context, card, "define", defined->entries[i].name, sentence);
    return TS_OK;
}

static ts_status read_orders(ts_context *context, const ts_card *card, const ts_model *model,
                             struct orders *orders)
{
    char sentence[SENTENCE_BYTES];
    const struct request_map *given = &card_request(card)->orders;
    for (size_t i = 0; i < given->count; ++i)
        if (!order_set(model, orders, given->entries[i].name, given->entries[i].value, sentence))
            return ts_card_refuse_entry(context, card, "orders", given->entries[i].name, sentence);
    return TS_OK;
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
    char sentence[SENTENCE_BYTES] = "";
    struct sum_setting setting = {.labels = &labels,
                                  .frame = card_request(card)->polarization_frame,
                                  .most = orders_all(ORDER_DEFAULT),
                                  /* A beam that is no hadron has x = 1, and the other one has not. */
                                  .fixed = subprocess_beam_is_hadron(card, 0) !=
                                           subprocess_beam_is_hadron(card, 1)};
    ts_status status = subprocess_labels(context, card, made->model, &labels);
    if (!status)
        status = read_orders(context, card, made->model, &setting.most);
    if (!status)
        status = multiplicities_create(context, &setting, process ? process : card_request(card)->process,
                                       made, sentence);
    if (status && *sentence && setting.wrong_frame)
        return ts_card_refuse(context, card, "polarization_frame", sentence);
    return status && *sentence ? refuse(context, card, !process, sentence) : status;
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
    multiplicities_free(*subprocesses);
    free(*subprocesses);
    *subprocesses = NULL;
}

const char *ts_subprocesses_name(const ts_subprocesses *subprocesses)
{
    return subprocesses ? subprocesses->name : "";
}

size_t ts_subprocesses_legs(const ts_subprocesses *subprocesses)
{
    int most = 0;
    for (int i = 0; subprocesses && i < subprocesses->part_count; ++i)
        most = subprocesses->parts[i].list.legs > most ? subprocesses->parts[i].list.legs : most;
    return (size_t)most;
}

size_t ts_subprocesses_count(const ts_subprocesses *subprocesses)
{
    size_t count = 0;
    for (int i = 0; subprocesses && i < subprocesses->part_count; ++i)
        count += (size_t)subprocesses->parts[i].list.member_count;
    return count;
}

size_t ts_subprocesses_group_count(const ts_subprocesses *subprocesses)
{
    size_t count = 0;
    for (int i = 0; subprocesses && i < subprocesses->part_count; ++i)
        count += (size_t)subprocesses->parts[i].list.group_count;
    return count;
}

size_t ts_subprocesses_part_count(const ts_subprocesses *subprocesses)
{
    return subprocesses ? (size_t)subprocesses->part_count : 0;
}

ts_subprocess_part ts_subprocesses_part(const ts_subprocesses *subprocesses, size_t number)
{
    ts_subprocess_part part = {.name = ""};
    if (number >= ts_subprocesses_part_count(subprocesses))
        return part;
    const struct subprocess_part *from = &subprocesses->parts[number];
    for (size_t i = 0; i < number; ++i)
        part.first_group += (size_t)subprocesses->parts[i].list.group_count;
    part.name = from->name;
    part.legs = (size_t)from->list.legs;
    part.group_count = (size_t)from->list.group_count;
    part.qcd = from->list.most.power[ORDER_QCD];
    part.qed = from->list.most.power[ORDER_QED];
    return part;
}

void ts_subprocesses_orders(const ts_subprocesses *subprocesses, int *qcd, int *qed)
{
    if (!subprocesses || !qcd || !qed)
        return;
    *qcd = subprocesses->parts[0].list.most.power[ORDER_QCD];
    *qed = subprocesses->parts[0].list.most.power[ORDER_QED];
}

const struct subprocess_group *subprocesses_find(const ts_subprocesses *subprocesses, size_t group,
                                                 const struct subprocess_list **list)
{
    for (int i = 0; subprocesses && i < subprocesses->part_count; ++i) {
        *list = &subprocesses->parts[i].list;
        if (group < (size_t)(*list)->group_count)
            return &(*list)->groups[group];
        group -= (size_t)(*list)->group_count;
    }
    return NULL;
}

ts_subprocess_group ts_subprocesses_group(const ts_subprocesses *subprocesses, size_t group)
{
    const struct subprocess_list *list;
    const struct subprocess_group *from = subprocesses_find(subprocesses, group, &list);
    if (!from)
        return (ts_subprocess_group){.subprocess_count = 0};
    ts_subprocess_group to = {.subprocess_count = (size_t)from->member_count,
                              .order_count = (size_t)from->trees.count,
                              .helicities = from->helicities,
                              .average = from->average,
                              .identical = from->identical,
                              .resonance_count = (size_t)from->chain.count,
                              .legs = (size_t)list->legs};
    for (int i = 0; i < from->chain.count; ++i)
        to.resonances[i] = (ts_resonance){from->chain.list[i].pdg, from->chain.list[i].legs,
                                          from->chain.list[i].states};
    for (int i = 0; i < from->trees.count; ++i)
        to.orders[i] = (ts_subprocess_order){from->trees.orders[i].orders.power[ORDER_QCD],
                                             from->trees.orders[i].orders.power[ORDER_QED],
                                             from->trees.orders[i].diagrams};
    return to;
}

int ts_subprocesses_power(const ts_subprocesses *subprocesses, size_t group, size_t row, size_t order)
{
    const struct subprocess_list *list;
    const struct subprocess_group *of = subprocesses_find(subprocesses, group, &list);
    if (!of || order >= ORDER_STRONG || row >= (size_t)of->trees.count)
        return 0;
    return of->trees.orders[row].orders.power[order];
}

ts_subprocess ts_subprocesses_member(const ts_subprocesses *subprocesses, size_t group, size_t number)
{
    const struct subprocess_list *list;
    const struct subprocess_group *of = subprocesses_find(subprocesses, group, &list);
    if (!of || number >= (size_t)of->member_count)
        return (ts_subprocess){.mirrored = 0};
    const struct subprocess *from = &of->members[number];
    ts_subprocess to = {.mirrored = from->mirrored};
    memcpy(to.pdg, from->pdg, sizeof to.pdg);
    for (int i = 0; i < LEGS_MOST; ++i)
        to.states[i] = of->chain.states[i];
    return to;
}

void subprocess_print(const ts_model *model, int legs, const int *pdg, const unsigned char *states,
                      int mirrored, char *text, size_t bytes)
{
    size_t used = 0;
    for (int i = 0; i < legs && used < bytes; ++i) {
        const int leg = i < LEGS_IN && mirrored ? 1 - i : i;
        used += (size_t)snprintf(text + used, bytes - used, "%s%s%s%s", i ? " " : "",
                                 i == LEGS_IN ? "> " : "", ts_model_particle_name(model, pdg[leg]),
                                 states ? states_text(model, pdg[leg], states[leg]) : "");
    }
}

void ts_subprocesses_print(const ts_subprocesses *subprocesses, const ts_subprocess *subprocess, char *text,
                           size_t bytes)
{
    if (!subprocesses || !subprocess || !text || !bytes)
        return;
    int legs = 0; /* of the subprocess, which has zeros behind them */
    unsigned char states[LEGS_MOST] = {0};
    for (; legs < LEGS_MOST && subprocess->pdg[legs]; ++legs)
        states[legs] = (unsigned char)subprocess->states[legs];
    subprocess_print(subprocesses->model, legs, subprocess->pdg, states, subprocess->mirrored, text, bytes);
}

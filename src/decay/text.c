#include "decay/squares.h"

#include "model/model.h"
#include "subprocess/notation_words.h"

#include <stdarg.h>
#include <stdio.h>

/* What is written about. */
struct writing {
    const ts_model *model;
    const struct chain *chain;
    const struct ways *ways;
    const struct plan *plan;
    int legs;
    size_t places[LEGS_MOST]; /* of the group's legs in the event */
    char *text;
    size_t used;
};

static void put(struct writing *writing, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writing *writing, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (writing->used < DECAY_TEXT_BYTES)
        writing->used += (size_t)vsnprintf(writing->text + writing->used, DECAY_TEXT_BYTES - writing->used,
                                           format, list);
    va_end(list);
}

static const char *name_at(const struct writing *writing, size_t place)
{
    return ts_model_particle_name(writing->model, writing->plan->particles[place].pdg);
}

/* The decay of a particle of the plan, and those of its products. */
static void put_node(struct writing *writing, size_t place)
{
    const int number = plan_node(writing->plan, place);
    if (number < 0)
        return;
    const struct node *node = &writing->plan->nodes[number];
    put(writing, ", (%s >%s", name_at(writing, place),
        writing->ways->named[writing->ways->list[node->way].named].text);
    for (int i = 0; i < node->count; ++i)
        put_node(writing, node->first + (size_t)i);
    put(writing, ")");
}

/* A leg of the production, with the helicities that the process asks for. */
static void put_leg(struct writing *writing, int leg)
{
    const size_t place = writing->places[leg];
    put(writing, "%s%s", name_at(writing, place),
        states_text(writing->model, writing->plan->particles[place].pdg, writing->chain->states[leg]));
}

/* Products of a resonance of the chain, or of the production (-1). */
static void put_products(struct writing *writing, int of)
{
    for (int leg = LEGS_IN; leg < writing->legs; ++leg)
        if (chain_parent(writing->chain, 1u << leg) == of) {
            put(writing, " ");
            put_leg(writing, leg);
        }
    for (int i = 0; i < writing->chain->count; ++i)
        if (chain_parent(writing->chain, writing->chain->list[i].legs) == of)
            put(writing, " %s%s", ts_model_particle_name(writing->model, writing->chain->list[i].pdg),
                states_text(writing->model, writing->chain->list[i].pdg, writing->chain->list[i].states));
}

/* Bounds of a decay of the chain; those that are not said are free where one is. */
static void put_orders(struct writing *writing, const struct orders *most)
{
    char text[SENTENCE_BYTES] = "";
    struct orders said = *most;
    for (int i = 0; i < ORDERS_MOST; ++i)
        said.power[i] = said.power[i] >= ORDER_ANY ? ORDER_DEFAULT : said.power[i];
    orders_print(writing->model, &said, text, sizeof text);
    put(writing, "%s", text);
}

/* What these products decay into. */
static void put_decays(struct writing *writing, int of)
{
    for (int leg = LEGS_IN; leg < writing->legs; ++leg)
        if (chain_parent(writing->chain, 1u << leg) == of)
            put_node(writing, writing->places[leg]);
    for (int i = 0; i < writing->chain->count; ++i) {
        if (chain_parent(writing->chain, writing->chain->list[i].legs) != of)
            continue;
        put(writing, ", (%s >", ts_model_particle_name(writing->model, writing->chain->list[i].pdg));
        put_products(writing, i);
        put_orders(writing, &writing->chain->list[i].most);
        put_decays(writing, i);
        put(writing, ")");
    }
}

void decay_text(const struct elements *production, size_t kind, const struct ways *ways,
                /* NOLINTNEXTLINE(readability-non-const-parameter): `writing` has it */
                const struct plan *plan, char text[DECAY_TEXT_BYTES])
{
    const struct subprocess_list *list;
    const int *place;
    size_t of_kind[LEGS_MOST];
    const ts_event event = {.particles = plan->original, .particle_count = plan->of_file};
    const struct subprocess_group *group = elements_group(production, kind, &list, &place);
    struct writing writing = {.model = elements_model(production),
                              .chain = &group->chain,
                              .ways = ways,
                              .plan = plan,
                              .legs = list->legs,
                              .text = text};
    char bounds[SENTENCE_BYTES] = "";
    kinds_places(&event, of_kind);
    for (int leg = 0; leg < list->legs; ++leg)
        writing.places[leg] = of_kind[place[leg]];
    put_leg(&writing, 0);
    put(&writing, " ");
    put_leg(&writing, 1);
    put(&writing, " >");
    put_products(&writing, -1);
    const struct orders unsaid = orders_all(ORDER_DEFAULT);
    bounds_print(writing.model, &list->excluded, elements_are_bounded(production) ? &list->most : &unsaid,
                 &list->squares, bounds, sizeof bounds);
    put(&writing, "%s", bounds);
    put_decays(&writing, -1);
}

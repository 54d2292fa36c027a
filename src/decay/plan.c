#include "decay/plan.h"

#include "core/context.h"
#include "event/record_layout.h"
#include "io/event.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

ts_status plan_create(ts_context *context, const ts_event *event, struct plan *plan)
{
    const size_t count = event->particle_count, room = count + NODES_MOST + PRODUCTS_MOST + 1;
    *plan = (struct plan){.of_file = count, .count = count};
    plan->particles = calloc(room, sizeof *plan->particles);
    plan->original = calloc(count + 1, sizeof *plan->original);
    plan->masses = calloc(count + 1, sizeof *plan->masses);
    if (!plan->particles || !plan->original || !plan->masses) {
        plan_free(plan);
        return ts_fail_memory(context, "decays of events");
    }
    memcpy(plan->particles, event->particles, count * sizeof *plan->particles);
    memcpy(plan->original, event->particles, count * sizeof *plan->original);
    return TS_OK;
}

void plan_free(struct plan *plan)
{
    free(plan->particles);
    free(plan->original);
    free(plan->masses);
    *plan = (struct plan){.count = 0};
}

ts_status plan_copy(ts_context *context, const struct plan *from, struct plan *plan)
{
    const ts_event event = {.particles = from->original, .particle_count = from->of_file};
    const ts_status status = plan_create(context, &event, plan);
    if (status)
        return status;
    memcpy(plan->particles, from->particles, from->count * sizeof *plan->particles);
    memcpy(plan->nodes, from->nodes, sizeof plan->nodes);
    plan->count = from->count;
    plan->node_count = from->node_count;
    return TS_OK;
}

ts_event plan_event(const struct plan *plan)
{
    return (ts_event){.particles = plan->particles, .particle_count = plan->count};
}

int plan_node(const struct plan *plan, size_t place)
{
    for (int i = 0; i < plan->node_count; ++i)
        if (plan->nodes[i].place == place)
            return i;
    return -1;
}

/* Final particles of the list. */
static int final_count(const struct plan *plan)
{
    int count = 0;
    for (size_t i = 0; i < plan->count; ++i)
        count += plan->particles[i].status == EVENT_FINAL;
    return count;
}

ts_status plan_add(ts_context *context, const ts_model *model, const struct ways *ways, int number, int by,
                   size_t place, double uniform, struct plan *plan)
{
    const struct way *way = &ways->list[number];
    const ts_particle *mother = ts_model_particle(model, way->pdg);
    ts_event_particle *particle = &plan->particles[place];
    if (plan->node_count == NODES_MOST || final_count(plan) - 1 + way->count > PRODUCTS_MOST)
        return ts_fail(context, TS_ERROR_INPUT,
                       "With its decays the event has more than %d final particles, and no matrix element "
                       "has so many.",
                       PRODUCTS_MOST);
    plan->nodes[plan->node_count++] = (struct node){.place = place,
                                                    .way = number,
                                                    .by = by,
                                                    .first = plan->count,
                                                    .count = way->count,
                                                    .mass = mother->mass,
                                                    .width = mother->width,
                                                    .grouping_count = way->grouping_count,
                                                    .groupings = way->groupings};
    particle->status = EVENT_DECAYED;
    particle->role = TS_EVENT_OTHER;
    for (int i = 0; i < way->count; ++i)
        plan->particles[plan->count++] =
            (ts_event_particle){.pdg = way->products[i],
                                .status = EVENT_FINAL,
                                .role = TS_EVENT_OUTGOING,
                                .mothers = {(int)place + 1, (int)place + 1},
                                .mass = ts_model_particle(model, way->products[i])->mass,
                                .helicity = HELICITY_UNKNOWN};
    return colours_give(context, model, plan->particles, plan->count, place, way->count, uniform);
}

/* The way of a particle by a uniform number: */
static int choose(const struct ways *ways, int pdg, int by, double uniform)
{
    double left = uniform * ways_share(ways, pdg, by);
    int chosen = -1;
    for (int i = 0; i < ways->count; ++i) {
        if (!way_is_of(ways, i, pdg, by))
            continue;
        const double share = way_share(ways, i);
        if (share > 0)
            chosen = i;
        if (left < share)
            return chosen;
        left -= share;
    }
    return chosen;
}

ts_status plan_choose(ts_context *context, const ts_model *model, const struct ways *ways,
                      const struct draw *draw, struct plan *plan)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < plan->count && !status; ++i) {
        const ts_event_particle *particle = &plan->particles[i];
        int by = -1;
        double pair[2];
        for (int k = 0; k < plan->node_count; ++k)
            if (i >= plan->nodes[k].first && i < plan->nodes[k].first + (size_t)plan->nodes[k].count)
                by = ways->list[plan->nodes[k].way].named;
        if (particle->status != EVENT_FINAL || !ways_has(ways, particle->pdg, by))
            continue;
        draw_pair(draw, (uint32_t)i, pair);
        status = plan_add(context, model, ways, choose(ways, particle->pdg, by, pair[0]), by, i, pair[1],
                          plan);
    }
    return status;
}

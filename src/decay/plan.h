/* An event with what it decays into: particles, mothers and colours; momenta are those of a trial. */
#ifndef TESSERA_DECAY_PLAN_H
#define TESSERA_DECAY_PLAN_H

#include "decay/draw.h"
#include "decay/ways.h"
#include "tessera/events.h"
#include "tessera/model.h"

enum { NODES_MOST = PRODUCTS_MOST };

/* A particle that decays. */
struct node {
    size_t place; /* in the list of particles, from 0 */
    int way, by;  /* decay, and the named decay that made it; -1: the production */
    size_t first; /* place of its first product */
    int count;    /* products, which stand one after the other */
    double mass, width;
    int grouping_count; /* of the way */
    const struct grouping *groupings;
};

struct hypothesis;

/* The hadrons that an event's partons come from, whose shares of the energy may change. */
struct collision {
    const struct hypothesis *of; /* whose densities are taken; NULL: the energy stays as it is */
    const ts_event_head *head;   /* of the file, with the beams */
    int parton[2];               /* codes, of the first and the second beam */
    double scale, before;        /* GeV; the product of both x f(x) as the file has them */
};

struct plan {
    struct collision collision;
    size_t of_file, count;        /* particles of the file, and all of them */
    ts_event_particle *original;  /* [of_file] as the file has them */
    ts_event_particle *particles; /* [count] particles of the file, but for who decays; then products */
    double *masses;               /* [of_file], of a trial */
    int node_count;
    struct node nodes[NODES_MOST]; /* in an order in which mothers come first */
};

/* Takes over the particles of an event, without decays. */
ts_status plan_create(ts_context *context, const ts_event *event, struct plan *plan);
void plan_free(struct plan *plan);

/* Copies a plan. */
ts_status plan_copy(ts_context *context, const struct plan *from, struct plan *plan);

/* Lets a particle decay in way `number`; `by` as in a node. TS_ERROR_INPUT where there are too many, or
 * colours of the way do not follow lines. `uniform` chooses among colours. */
ts_status plan_add(ts_context *context, const ts_model *model, const struct ways *ways, int number, int by,
                   size_t place, double uniform, struct plan *plan);

/* The plan as an event, of which particles alone are known. */
ts_event plan_event(const struct plan *plan);

/* The node of a particle, its place in the list; -1: it does not decay. */
int plan_node(const struct plan *plan, size_t place);

/* Chooses a way for each particle that decays, by their shares, and adds it. */
ts_status plan_choose(ts_context *context, const ts_model *model, const struct ways *ways,
                      const struct draw *draw, struct plan *plan);

/* colours.c. Colour lines of what decays, handed on to its products. */

/* Gives the last `products` particles of a list their lines, where `place` has decayed into them. One of
 * several choices is taken by a uniform number. TS_ERROR_INPUT where lines cannot say it. */
ts_status colours_give(ts_context *context, const ts_model *model, ts_event_particle *particles, size_t count,
                       size_t place, int products, double uniform);

#endif

#include "subprocess/interchange.h"

#include "model/propagators.h"

#include <stdlib.h>
#include <string.h>

static int swapped(int pdg, int a, int b)
{
    const int other = abs(pdg) == a ? b : abs(pdg) == b ? a : abs(pdg);
    return pdg < 0 ? -other : other;
}

static int equals(const ts_vertex *x, const ts_vertex *y, const ts_parameter *parameters)
{
    for (int i = 0; i < 2; ++i) {
        const ts_parameter *p = &parameters[x->coupling[i]], *q = &parameters[y->coupling[i]];
        if (p->re != q->re || p->im != q->im)
            return 0;
    }
    return x->lorentz == y->lorentz && x->colour == y->colour && x->structure == y->structure &&
           x->colour_structure == y->colour_structure && x->turns == y->turns &&
           !memcmp(x->orders, y->orders, sizeof x->orders) && !memcmp(x->legs, y->legs, sizeof x->legs);
}

/* Whether the vertex has an equal where a and b have changed their names. */
static int has_image(const ts_model *model, const ts_vertex *vertex, int a, int b)
{
    size_t count, parameter_count;
    const ts_vertex *vertices = ts_model_vertices(model, &count);
    const ts_parameter *parameters = ts_model_parameters(model, &parameter_count);
    ts_vertex image = *vertex;
    for (int i = 0; i < image.leg_count; ++i)
        image.legs[i] = swapped(image.legs[i], a, b);
    for (size_t i = 0; i < count; ++i)
        if (equals(&vertices[i], &image, parameters))
            return 1;
    return 0;
}

static int may_change(const ts_model *model, const struct orders *most, const ts_particle *a,
                      const ts_particle *b)
{
    size_t count;
    const ts_vertex *vertices = ts_model_vertices(model, &count);
    if (a->spin != b->spin || a->colour != b->colour || a->mass != b->mass || a->width != b->width ||
        model_propagator_number(model, a->pdg) != model_propagator_number(model, b->pdg) ||
        model_antiparticle(model, a->pdg) == a->pdg || model_antiparticle(model, b->pdg) == b->pdg)
        return 0;
    for (size_t i = 0; i < count; ++i) {
        const struct orders orders = vertex_orders(&vertices[i]);
        if (orders_within(&orders, most) && !has_image(model, &vertices[i], a->pdg, b->pdg))
            return 0;
    }
    return 1;
}

/* Whether a process says something of this particle that it does not say of others. */
static int is_named(const struct exclusion *excluded, const struct chain *chains, int chain_count, int pdg)
{
    for (int i = 0; i < chain_count; ++i)
        for (int k = 0; k < chains[i].count; ++k)
            if (abs(chains[i].list[k].pdg) == abs(pdg))
                return 1;
    return exclusion_names(excluded, pdg);
}

void interchange_find(const ts_model *model, const struct orders *most, const struct exclusion *excluded,
                      const struct chain *chains, int chain_count, struct interchange *interchange)
{
    size_t count;
    const ts_particle *particles = ts_model_particles(model, &count);
    for (size_t i = 0; i < count && i < CONSERVED_PARTICLES_MOST; ++i) {
        interchange->first[i] = (int)i;
        for (size_t j = 0; j < i; ++j)
            if (interchange->first[j] == (int)j &&
                !is_named(excluded, chains, chain_count, particles[i].pdg) &&
                !is_named(excluded, chains, chain_count, particles[j].pdg) &&
                may_change(model, most, &particles[i], &particles[j])) {
                interchange->first[i] = (int)j;
                break;
            }
    }
}

/* The row that stands `number` places behind the first one among those that are interchangeable with it. */
static int row_behind(const struct interchange *interchange, int first, int number)
{
    int row = first;
    while (interchange->first[row] != first || number-- > 0)
        ++row;
    return row;
}

void interchange_rename(const struct interchange *interchange, const ts_model *model, const int *pdg,
                        int legs, int *renamed)
{
    size_t count;
    const ts_particle *particles = ts_model_particles(model, &count);
    for (int i = 0; i < legs; ++i) {
        const int first = interchange->first[model_particle_index(model, pdg[i])];
        int number = 0, same = i;
        for (int j = 0; j < i && same == i; ++j)
            if (abs(pdg[j]) == abs(pdg[i]))
                same = j;
        /* The flavours before it that come for the first time. */
        for (int j = 0; j < i; ++j) {
            int seen = 0;
            for (int k = 0; k < j; ++k)
                seen |= abs(pdg[k]) == abs(pdg[j]);
            number += !seen && interchange->first[model_particle_index(model, pdg[j])] == first;
        }
        const int code = same < i ? abs(renamed[same])
                                  : particles[row_behind(interchange, first, number)].pdg;
        renamed[i] = pdg[i] < 0 ? -code : code;
    }
}

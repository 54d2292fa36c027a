#include "amplitude/openings.h"

#include "amplitude/structure_text.h"
#include "core/context.h"

#include <stdlib.h>

/* Columns stand at even places among the fermions of a vertex, rows at odd ones. Elsewhere a fermion that is
 * made has passed an odd number of others. */
static int fermion_sign_of(const ts_model *model, const ts_vertex *vertex, int out)
{
    const struct structure *structure = &model->table->structures[vertex->structure];
    int place = 0;
    for (int i = 0; i < out; ++i)
        place += structure->spins[i] == 2;
    return structure->spins[out] != 2 || place % 2 == structure_is_row(structure, out) ? 1 : -1;
}

static struct opening opening_of(const ts_model *model, const ts_vertex *vertex, int row, int out)
{
    struct opening opening = {.vertex = row, .out = out, .colour = {.kind = vertex->colour}, .sign = 1};
    if (vertex->colour_structure >= 0)
        opening.colour.words = &model->table->colours[vertex->colour_structure];
    if (vertex->structure >= 0)
        opening.sign = fermion_sign_of(model, vertex, out);
    opening.orders = vertex_orders(vertex);
    opening.made = model_antiparticle(model, vertex->legs[out]);
    for (int i = 0; i < vertex->leg_count; ++i)
        if (i != out)
            opening.slots[opening.children++] = vertex->legs[i];
    return opening;
}

static int is_repeated(const ts_vertex *vertex, int out)
{
    for (int i = out + 1; i < vertex->leg_count; ++i)
        if (vertex->legs[i] == vertex->legs[out])
            return 1;
    return 0;
}

ts_status openings_create(ts_context *context, const ts_model *model, struct openings *openings)
{
    size_t count;
    const ts_vertex *vertices = ts_model_vertices(model, &count);
    *openings = (struct openings){.list = calloc(TS_VERTEX_LEGS * count + 1, sizeof *openings->list)};
    if (!openings->list)
        return ts_fail_memory(context, "the vertices of a model");
    for (size_t row = 0; row < count; ++row)
        for (int out = 0; out < vertices[row].leg_count; ++out)
            if (!is_repeated(&vertices[row], out))
                openings->list[openings->count++] = opening_of(model, &vertices[row], (int)row, out);
    return TS_OK;
}

void openings_free(struct openings *openings)
{
    free(openings->list);
    *openings = (struct openings){0};
}

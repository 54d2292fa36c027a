#include "model/table_file.h"

#include "core/context.h"
#include "core/file.h"
#include "model/standard_model.h"
#include "model/table_lines.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 64 << 20 };

static ts_status no_memory(const struct table_reader *reader)
{
    return ts_fail_memory(reader->context, "a model's table");
}

static int compare_orders(const void *a, const void *b)
{
    return strcmp(((const struct coupling_order *)a)->coupling, ((const struct coupling_order *)b)->coupling);
}

/* The powers of each vertex, which are those of its coupling. */
static ts_status set_powers(const struct table_reader *reader)
{
    struct table_file *file = reader->file;
    const size_t orders = file->orders.count, vertices = file->vertices.count;
    struct coupling_order *list = file->coupling_orders.list;
    const int *weights = file->hierarchies.list;
    file->vertex_powers = calloc(orders * vertices + 1, sizeof *file->vertex_powers);
    if (!file->vertex_powers)
        return no_memory(reader);
    if (file->coupling_orders.count)
        qsort(list, file->coupling_orders.count, sizeof *list, compare_orders);
    for (size_t v = 0; v < vertices; ++v) {
        short *powers = file->vertex_powers + v * orders;
        const struct coupling_order key = {.coupling = ((struct vertex_row *)file->vertices.list)[v].left};
        const struct coupling_order *found = NULL;
        if (file->coupling_orders.count)
            found = bsearch(&key, list, file->coupling_orders.count, sizeof *list, compare_orders);
        ((struct vertex_more *)file->more.list)[v].orders = powers;
        if (!found)
            continue;
        while (found > list && !compare_orders(found - 1, &key))
            --found;
        for (; found < list + file->coupling_orders.count && !compare_orders(found, &key); ++found) {
            powers[found->order] = (short)found->power;
            powers[orders - 1] += (short)(found->power * weights[found->order]);
        }
    }
    return TS_OK;
}

static int compare_powers(const struct table_file *file, size_t a, size_t b)
{
    const struct vertex_more *more = file->more.list;
    return memcmp(more[a].orders, more[b].orders, file->orders.count * sizeof *more->orders);
}

static void exchange(struct table_file *file, size_t a, size_t b)
{
    struct vertex_row *rows = file->vertices.list;
    struct vertex_more *more = file->more.list;
    const struct vertex_row row = rows[a];
    const struct vertex_more of_row = more[a];
    rows[a] = rows[b], rows[b] = row;
    more[a] = more[b], more[b] = of_row;
}

/* Terms of a vertex with other powers are a vertex of their own: they stand together, in diagrams of their
 * own. */
static void part_by_powers(struct table_file *file)
{
    struct vertex_more *more = file->more.list;
    for (size_t first = 0, end; first < file->vertices.count; first = end) {
        for (end = first + 1; end < file->vertices.count && more[end].continues; ++end)
            ;
        for (size_t i = first + 1; i < end; ++i)
            for (size_t k = i; k > first && compare_powers(file, k - 1, k) > 0; --k)
                exchange(file, k - 1, k);
        for (size_t i = first; i < end; ++i)
            more[i].continues = i > first && !compare_powers(file, i - 1, i);
    }
}

/* Widths that are formulae may be given by name all the same: zero, as gauge invariance wants, or auto. */
static ts_status mark_widths(const struct table_reader *reader)
{
    struct table_file *file = reader->file;
    const struct parameter_row *rows = file->parameters.list;
    const ts_particle *particles = file->particles.list;
    file->widths = calloc(file->parameters.count + 1, sizeof *file->widths);
    if (!file->widths)
        return no_memory(reader);
    for (size_t i = 0; i < file->particles.count; ++i) {
        if (ts_context_interrupted(reader->context))
            return ts_fail(reader->context, TS_INTERRUPTED, "Interrupted while a model was read.");
        for (size_t k = 0; k < file->parameters.count && particles[i].width_name; ++k)
            file->widths[k] |= rows[k].role == TS_PARAMETER_DERIVED &&
                               !strcmp(rows[k].name, particles[i].width_name);
    }
    return TS_OK;
}

static ts_status finish(const struct table_reader *reader)
{
    static const char *const schemes[] = {"file", NULL};
    struct table_file *file = reader->file;
    struct model_table *table = &file->table;
    if (!table->name || file->orders.count < 2 || !file->particles.count || !file->vertices.count)
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s: the table is not whole: it has no name, orders, particles or vertices.",
                       reader->path);
    /* MadGraph's sum of all powers by their hierarchy, which may be bounded as an order is. */
    const char **weighted = table_row_add(&file->orders, sizeof *weighted);
    if (!weighted)
        return no_memory(reader);
    *weighted = "WEIGHTED";
    table->weighted = (int)file->orders.count - 1;
    table->schemes = schemes;
    table->parameters = file->parameters.list, table->parameter_count = file->parameters.count;
    table->particles = file->particles.list, table->particle_count = file->particles.count;
    table->vertices = file->vertices.list, table->vertex_count = file->vertices.count;
    table->orders = file->orders.list, table->order_count = file->orders.count;
    table->more = file->more.list;
    table->expansions = file->expansions.list;
    table->structures = file->structures.list, table->structure_count = file->structures.count;
    table->colours = file->colours.list;
    table->forms = file->forms.list, table->form_count = file->forms.count;
    table->propagators = file->propagators.list, table->numerators = file->numerators.list;
    table->own_propagators = file->own_propagators.list;
    table->labels = standard_model.labels, table->label_count = standard_model.label_count;
    ts_status status = mark_widths(reader);
    table->widths = file->widths;
    if (!status)
        status = set_powers(reader);
    if (!status)
        part_by_powers(file);
    return status;
}

ts_status table_file_open(ts_context *context, const char *path, struct table_file **file)
{
    size_t bytes;
    *file = NULL;
    if (file_is_folder(path))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "%s is a folder: `tessera model import %s` makes a table of a UFO, which is taken here.", path,
            path);
    struct table_file *made = *file = calloc(1, sizeof *made);
    if (!made)
        return ts_fail_memory(context, "a model's table");
    struct table_reader reader = {.context = context, .path = path, .file = made};
    ts_status status = file_read(context, path, FILE_MOST, &made->text, &bytes);
    if (!status && strlen(made->text) != bytes)
        status = ts_fail(context, TS_ERROR_INPUT, "%s: the file holds bytes that are no text.", path);
    if (!status)
        model_hash(made->text, bytes, made->table.hash);
    if (!status)
        status = table_lines_read(&reader);
    if (!status)
        status = finish(&reader);
    if (status)
        table_file_close(file);
    return status;
}

void table_file_close(struct table_file **file)
{
    if (!*file)
        return;
    struct table_file *old = *file;
    for (size_t i = 0; i < old->structures.count; ++i)
        structure_free(&((struct structure *)old->structures.list)[i]);
    struct table_rows *const all[] = {&old->parameters,  &old->particles,  &old->vertices,
                                      &old->more,        &old->structures, &old->orders,
                                      &old->hierarchies, &old->colours,    &old->coupling_orders,
                                      &old->propagators, &old->numerators, &old->own_propagators,
                                      &old->expansions,  &old->forms};
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        free(all[i]->list);
    free(old->vertex_powers);
    free(old->widths);
    free(old->text);
    free(old);
    *file = NULL;
}

const struct model_table *table_file_table(const struct table_file *file) { return &file->table; }

/* Operations of a model's own: vertices of its Lorentz structures, their form factors, and propagators. */
#include "amplitude/operations_writer.h"

#include "amplitude/form_text.h"
#include "amplitude/structure_text.h"

#include <stdlib.h>
#include <string.h>

/* Whether a current of a fermion is a column: what flows in of a particle, and of what is its own
 * antiparticle. */
static int is_column(int pdg) { return pdg > 0; }

/* The place of a fermion's current as a row, where it is a column, and the other way round. */
int operations_turned(struct writer *writer, int current)
{
    const struct current *of = &writer->graph->currents[current];
    if (!writer->turned[current]) {
        writer->turned[current] = writer->to->slots++;
        operation_write(writer,
                        (uint32_t[TREE_WORDS]){is_column(of->pdg) ? TREE_COLUMN_TURNED : TREE_ROW_TURNED,
                                               of->legs, (uint32_t)writer->turned[current],
                                               (uint32_t)current});
    }
    return writer->turned[current];
}

/* Where a list stands among places by hash, or the free place where it would. */
static size_t list_place(const struct writer *writer, const uint32_t list[TREE_LIST_WORDS])
{
    uint64_t hash = 0;
    for (int i = 0; i < TREE_LIST_WORDS; ++i)
        hash = (hash ^ list[i]) * 0x9e3779b97f4a7c15U;
    size_t at = (size_t)(hash >> 32);
    for (;; ++at) {
        const uint32_t number = writer->list_at[at &= writer->list_places - 1];
        if (!number || !memcmp(writer->to->lists + (size_t)(number - 1) * TREE_LIST_WORDS, list,
                               TREE_LIST_WORDS * sizeof *list))
            return at;
    }
}

/* Keeps half of the places free; 0: there is no memory. */
static int list_places_grow(struct writer *writer)
{
    const struct operations *to = writer->to;
    if (2 * (size_t)to->list_count < writer->list_places)
        return 1;
    const size_t places = writer->list_places ? 4 * writer->list_places : 64;
    free(writer->list_at);
    writer->list_at = calloc(places, sizeof *writer->list_at);
    writer->list_places = places;
    writer->failed |= !writer->list_at;
    for (int i = 0; i < to->list_count && writer->list_at; ++i)
        writer->list_at[list_place(writer, to->lists + (size_t)i * TREE_LIST_WORDS)] = (uint32_t)i + 1;
    return writer->list_at != NULL;
}

/* The number of a structure's list, without its currents. */
static uint32_t list_of(struct writer *writer, const uint32_t list[TREE_LIST_WORDS])
{
    struct operations *to = writer->to;
    if (writer->failed || !list_places_grow(writer))
        return 0;
    const size_t at = list_place(writer, list);
    if (writer->list_at[at])
        return writer->list_at[at] - 1;
    if (!operations_room(writer, (void **)&to->lists, &writer->list_room, to->list_count,
                         TREE_LIST_WORDS * sizeof *to->lists))
        return 0;
    memcpy(to->lists + (size_t)TREE_LIST_WORDS * (size_t)to->list_count, list,
           TREE_LIST_WORDS * sizeof *list);
    writer->list_at[at] = (uint32_t)to->list_count + 1;
    return (uint32_t)to->list_count++;
}

static int has_forms(const struct structure *structure)
{
    for (int i = 0; i < structure->term_count; ++i)
        for (int k = 0; k < structure->terms[i].count; ++k)
            if (structure->terms[i].factor[k].token == STRUCTURE_FORM)
                return 1;
    return 0;
}

/* A new coupling, without a look whether there is such a one. */
static void add_coupling(struct writer *writer, struct coupling_use use)
{
    struct operations *to = writer->to;
    if (operations_room(writer, (void **)&to->couplings, &writer->coupling_room, to->coupling_count,
                        sizeof *to->couplings))
        to->couplings[to->coupling_count++] = use;
}

/* The first of the couplings that are the constants of form factors (form_text.h), of all of a model. */
static uint32_t forms_of(struct writer *writer)
{
    int places[FORM_CONSTANTS_MOST];
    const int count = form_constants(writer->graph->model, places);
    if (writer->forms)
        return (uint32_t)writer->forms;
    if (!writer->to->coupling_count) /* 0 says that there are none */
        add_coupling(writer, (struct coupling_use){.vertex = -1, .numerator = 1, .denominator = 1});
    writer->forms = writer->to->coupling_count;
    add_coupling(writer,
                 (struct coupling_use){.vertex = -1, .numerator = 1, .denominator = 1, .dimension = {-2}});
    for (int i = 0; i < count; ++i)
        add_coupling(writer, (struct coupling_use){
                                 .vertex = -1, .numerator = 1, .denominator = 1, .own = {places[i] + 1}});
    return (uint32_t)writer->forms;
}

/* A vertex of the model's own structure: fermions that stand the other way round are turned before it, and
 * what it makes behind it. */
void structure_operation_write(struct writer *writer, const struct graph_term *term, int out, int add)
{
    const struct graph *graph = writer->graph;
    const ts_vertex *vertex = &writer->vertices[term->vertex];
    const struct structure *structure = &graph->model->table->structures[vertex->structure];
    const int pdg = graph->currents[term->current].pdg;
    const unsigned set = graph->currents[term->current].legs;
    uint32_t list[TREE_LIST_WORDS], in[GRAPH_CHILDREN] = {0};
    list[TREE_LIST_FUNCTION] = (uint32_t)structure_function(vertex->structure, term->out);
    list[TREE_LIST_FORMS] = has_forms(structure) ? forms_of(writer) : 0;
    for (int i = 0; i < GRAPH_CHILDREN; ++i) {
        const int leg = i + (i >= term->out), is_there = i < term->children;
        const struct current *child = is_there ? &graph->currents[term->child[i]] : NULL;
        const int turns = is_there && structure->spins[leg] == 2 &&
                          structure_is_row(structure, leg) == is_column(child->pdg);
        in[i] = !is_there ? TREE_NONE
                          : (uint32_t)(turns ? operations_turned(writer, term->child[i]) : term->child[i]);
        list[TREE_LIST_MOMENTA + i] = is_there ? operations_momentum(writer, child->legs) : TREE_NONE;
        if (i >= 3)
            list[TREE_LIST_MORE + i - 3] = in[i];
    }
    writer->to->has_more |= term->children > 3;
    const struct coupling_use use = {.vertex = term->vertex,
                                     .numerator = term->numerator,
                                     .denominator = term->denominator};
    const uint32_t kind = term->children == 2   ? TREE_STRUCTURE_2
                          : term->children == 3 ? TREE_STRUCTURE_3
                                                : TREE_STRUCTURE_MORE;
    const int turns = structure->spins[term->out] == 2 &&
                      structure_is_row(structure, term->out) != is_column(pdg);
    const int place = turns ? writer->to->slots++ : out;
    const uint32_t word = kind + (list_of(writer, list) << TREE_LIST_SHIFT);
    operation_write(writer,
                    (uint32_t[TREE_WORDS]){word + (add && !turns ? TREE_ADD : 0), set, (uint32_t)place, in[0],
                                           in[1], in[2] == TREE_NONE ? 0 : in[2],
                                           operations_coupling_of(writer, use)});
    if (turns)
        operation_write(writer,
                        (uint32_t[TREE_WORDS]){(is_column(pdg) ? TREE_ROW_TURNED : TREE_COLUMN_TURNED) +
                                                   (add ? TREE_ADD : 0),
                                               set, (uint32_t)out, (uint32_t)place});
}

/* A parameter's place plus one; 0: there is no such power. */
static int place_of(const ts_model *model, const char *name)
{
    return name ? (int)(ts_model_parameter(model, name) - model->parameters) + 1 : 0;
}

/* A term of the numerator of a propagator of the model's own, from the sum of what makes the current. HELAS
 * has the other sign (helas_wave.h). */
static void write_numerator(struct writer *writer, const struct propagator_row *own, int term, int number,
                            int sum)
{
    const struct current *current = &writer->graph->currents[number];
    const ts_model *model = writer->graph->model;
    const struct numerator_row *row = &model->table->numerators[own->first + term];
    const struct coupling_use use = {.vertex = -1,
                                     .numerator = -1,
                                     .denominator = 1,
                                     .own = {place_of(model, row->factor)},
                                     .dimension = {numerator_dimension(model, own, term)}};
    const int out = own->spin == 2 && !is_column(current->pdg);
    uint32_t list[TREE_LIST_WORDS];
    for (int i = 0; i < TREE_LIST_WORDS; ++i)
        list[i] = i == TREE_LIST_FORMS ? 0 : TREE_NONE;
    list[TREE_LIST_FUNCTION] = (uint32_t)structure_function(row->structure, out);
    list[TREE_LIST_MOMENTA] = operations_momentum(writer, current->legs);
    const uint32_t word = TREE_STRUCTURE_1 + (list_of(writer, list) << TREE_LIST_SHIFT);
    operation_write(writer, (uint32_t[TREE_WORDS]){word + (term ? (uint32_t)TREE_ADD : 0), current->legs,
                                                   (uint32_t)number, (uint32_t)sum, 0, 0,
                                                   operations_coupling_of(writer, use)});
}

static void write_denominator(struct writer *writer, const struct propagator_row *own, int factor, int number)
{
    const struct current *current = &writer->graph->currents[number];
    const ts_model *model = writer->graph->model;
    const char *const *names = own->factor[factor];
    const int power = 2 * denominator_degree(own, factor);
    const struct coupling_use use = {.vertex = -1,
                                     .numerator = 1,
                                     .denominator = 1,
                                     .own = {place_of(model, names[0]), place_of(model, names[1])},
                                     .dimension = {power, power - 2}};
    const struct coupling_use third = {.vertex = -1,
                                       .numerator = 1,
                                       .denominator = 1,
                                       .own = {place_of(model, names[2])}};
    const uint32_t first = operations_coupling_of(writer, use),
                   behind = names[2] ? operations_coupling_of(writer, third) + 1 : 0;
    operation_write(writer,
                    (uint32_t[TREE_WORDS]){TREE_DENOMINATOR, current->legs, (uint32_t)number,
                                           operations_momentum(writer, current->legs), behind, 0, first});
}

void own_propagator_write(struct writer *writer, const struct propagator_row *own, int number, int sum)
{
    for (int i = 0; i < own->count; ++i)
        write_numerator(writer, own, i, number, sum);
    for (int i = 0; i < own->factors; ++i)
        write_denominator(writer, own, i, number);
}

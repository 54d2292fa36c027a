/* The tables of a recursion. */
#include "amplitude/tree.h"

#include "amplitude/structure_text.h"
#include "colour/choices.h"
#include "colour/lines.h"
#include "core/context.h"

#include <stdlib.h>
#include <string.h>

static void write_choices(const struct tree *tree, uint32_t *words)
{
    const struct helicities *helicities = &tree->helicities;
    const int legs = helicities->legs, *first = tree->sharing.first;
    for (int i = 0; i < helicities->count; ++i, words += TREE_CHOICE_WORDS) {
        const signed char *now = helicities->list + i * legs, *before = i ? now - legs : now;
        uint32_t *place[2] = {&words[TREE_CHOICE_LOW], &words[TREE_CHOICE_HIGH]};
        words[TREE_CHOICE_CHANGED] = *place[0] = *place[1] = 0;
        words[TREE_CHOICE_FIRST] = first ? (uint32_t)first[i] : 0;
        words[TREE_CHOICE_COUNT] = first ? (uint32_t)(first[i + 1] - first[i]) : 0;
        for (int leg = 0; leg < legs; ++leg) {
            *place[leg / TREE_WORD_LEGS] |= (uint32_t)(now[leg] + TREE_STATE_ZERO)
                                            << (4 * (leg % TREE_WORD_LEGS));
            words[TREE_CHOICE_CHANGED] |= (uint32_t)(now[leg] != before[leg]) << leg;
        }
    }
}

static void write_words(const struct tree *tree, struct tree_tables *tables)
{
    const struct operations *operations = &tree->operations;
    const size_t choices = (size_t)tree->helicities.count * TREE_CHOICE_WORDS;
    const size_t sums = (size_t)(operations->momenta - tree->graph.legs) * TREE_SUMMANDS;
    const size_t list = (size_t)operations->count * TREE_WORDS;
    uint32_t *words = tables->words;
    words[TREE_HEAD_LEGS] = (uint32_t)tree->graph.legs;
    words[TREE_HEAD_SLICES] = (uint32_t)tree->slices;
    words[TREE_HEAD_HELICITIES] = (uint32_t)tree->helicities.count;
    words[TREE_HEAD_HELICITIES_AT] = TREE_HEAD_WORDS;
    words[TREE_HEAD_MOMENTA] = (uint32_t)(operations->momenta - tree->graph.legs);
    words[TREE_HEAD_MOMENTA_AT] = (uint32_t)(TREE_HEAD_WORDS + choices);
    words[TREE_HEAD_OPERATIONS] = (uint32_t)operations->count;
    words[TREE_HEAD_OPERATIONS_AT] = (uint32_t)(TREE_HEAD_WORDS + choices + sums);
    words[TREE_HEAD_SHARED_AT] = tree->sharing.count ? words[TREE_HEAD_OPERATIONS_AT] +
                                                           TREE_WORDS * (uint32_t)operations->count
                                                     : 0;
    words[TREE_HEAD_LISTS_AT] = words[TREE_HEAD_OPERATIONS_AT] +
                                TREE_WORDS * (uint32_t)(operations->count + tree->sharing.count);
    words[TREE_HEAD_FLOWS] = (uint32_t)tree->graph.flow_count;
    words[TREE_HEAD_POLES_AT] = (uint32_t)(TREE_COUPLING * operations->coupling_count);
    words[TREE_HEAD_MATRIX_AT] = words[TREE_HEAD_POLES_AT] + TREE_POLE * (uint32_t)operations->pole_count;
    write_choices(tree, words + TREE_HEAD_WORDS);
    if (sums)
        memcpy(words + words[TREE_HEAD_MOMENTA_AT],
               operations->sums + (size_t)tree->graph.legs * TREE_SUMMANDS, sums * sizeof *words);
    if (list)
        memcpy(words + words[TREE_HEAD_OPERATIONS_AT], operations->list, list * sizeof *words);
    if (operations->list_count)
        memcpy(words + words[TREE_HEAD_LISTS_AT], operations->lists,
               TREE_LIST_WORDS * (size_t)operations->list_count * sizeof *words);
    if (tree->sharing.count)
        memcpy(words + words[TREE_HEAD_SHARED_AT], tree->sharing.list,
               TREE_WORDS * (size_t)tree->sharing.count * sizeof *words);
}

static void write_values(const struct tree *tree, double unit, double strong, double *values)
{
    const struct operations *operations = &tree->operations;
    const size_t flows = (size_t)tree->graph.flow_count;
    for (int i = 0; i < operations->coupling_count; ++i, values += TREE_COUPLING)
        operations_coupling(&tree->graph, &operations->couplings[i], strong, 1, unit, values);
    for (int i = 0; i < operations->pole_count; ++i, values += TREE_POLE) {
        const ts_particle *particle = ts_model_particle(tree->graph.model, operations->poles[i]);
        values[TREE_MASS] = particle->mass / unit;
        values[TREE_WIDTH] = particle->width / unit;
        values[TREE_COMPLEX_MASS] = particle->complex_mass[0] / unit;
        values[TREE_COMPLEX_MASS + 1] = particle->complex_mass[1] / unit;
    }
    memcpy(values, tree->matrix, flows * (flows + 1) / 2 * sizeof *values);
}

ts_status tree_values_create(ts_context *context, const struct tree *tree, double unit, double strong,
                             double **values, size_t *count)
{
    const struct operations *operations = &tree->operations;
    const size_t flows = (size_t)tree->graph.flow_count;
    *count = TREE_COUPLING * (size_t)operations->coupling_count + TREE_POLE * (size_t)operations->pole_count +
             flows * (flows + 1) / 2;
    *values = calloc(*count + 1, sizeof **values);
    if (!*values)
        return ts_fail_memory(context, "the tables of an amplitude");
    write_values(tree, unit, strong, *values);
    return TS_OK;
}

ts_status tree_tables_create(ts_context *context, const struct tree *tree, double unit,
                             struct tree_tables *tables)
{
    const struct operations *operations = &tree->operations;
    *tables = (struct tree_tables){0};
    const size_t before = TREE_HEAD_WORDS + (size_t)tree->helicities.count * TREE_CHOICE_WORDS +
                          (size_t)(operations->momenta - tree->graph.legs) * TREE_SUMMANDS +
                          (size_t)(operations->count + tree->sharing.count) * TREE_WORDS +
                          (size_t)operations->list_count * TREE_LIST_WORDS;
    tables->word_count = before + tree->team.count;
    tables->words = calloc(tables->word_count, sizeof *tables->words);
    if (!tables->words)
        return ts_fail_memory(context, "the tables of an amplitude");
    write_words(tree, tables);
    if (tree->team.count) {
        tables->words[TREE_HEAD_TEAM_AT] = (uint32_t)before;
        memcpy(tables->words + before, tree->team.words, tree->team.count * sizeof *tables->words);
    }
    const ts_status status = tree_values_create(context, tree, unit, 1, &tables->values,
                                                &tables->value_count);
    if (status)
        tree_tables_free(tables);
    return status;
}

void tree_tables_free(struct tree_tables *tables)
{
    free(tables->words);
    free(tables->values);
    *tables = (struct tree_tables){0};
}

/* A row of colour flows; returns what is behind it. */
static uint32_t *write_flow(const struct tree *tree, const struct colour_legs *legs,
                            const struct colour_choices *choices, const struct colour_choice *flow,
                            uint32_t *row)
{
    struct colour_line_pair lines[FLOW_LEGS];
    colour_lines(legs, tree->graph.incoming, &flow->flow, lines);
    row[FLOW_ROW_TERMS] = (uint32_t)flow->terms;
    row += FLOW_ROW_LIST;
    for (int i = 0; i < flow->terms; ++i)
        *row++ = (uint32_t)choices->terms[flow->first + i];
    for (int leg = 0; leg < tree->graph.legs; ++leg) {
        *row++ = (uint32_t)lines[leg].colour;
        *row++ = (uint32_t)lines[leg].anticolour;
    }
    return row;
}

/* Makes room behind words and values for so many more; 0: there is no memory. */
static int make_room(struct tree_tables *tables, size_t words, size_t values)
{
    uint32_t *more_words = realloc(tables->words, (tables->word_count + words) * sizeof *more_words);
    if (!more_words)
        return 0;
    tables->words = more_words;
    double *more_values = realloc(tables->values, (tables->value_count + values) * sizeof *more_values);
    if (!more_values)
        return 0;
    tables->values = more_values;
    return 1;
}

ts_status tree_tables_add_flows(ts_context *context, const struct tree *tree, int leading,
                                struct tree_tables *tables)
{
    const struct colour_legs legs = graph_colour_legs(&tree->graph);
    struct colour_choices choices;
    ts_status status = colour_choices_create(context, &legs, tree->graph.flows, tree->graph.flow_count,
                                             tree->graph.nested, &choices);
    if (status)
        return status;
    const size_t of_row = FLOW_ROW_LIST + 2 * (size_t)tree->graph.legs, count = (size_t)choices.count;
    const size_t words = FLOW_BEGIN + count * of_row + (size_t)choices.term_count;
    if (make_room(tables, words, FLOW_FACTORS + count)) {
        uint32_t *row = tables->words + tables->word_count;
        double *squares = tables->values + tables->value_count;
        tables->words[TREE_HEAD_ROWS_AT] = (uint32_t)tables->word_count;
        tables->words[TREE_HEAD_SQUARES_AT] = (uint32_t)tables->value_count;
        row[FLOW_COUNT] = (uint32_t)count;
        row += FLOW_BEGIN;
        squares[FLOW_CHOICE] = tree->helicities.weight;
        for (size_t i = 0; i < count; ++i) {
            const struct colour_choice *flow = &choices.list[i];
            squares[FLOW_FACTORS + i] = leading ? colour_leading(&legs, &flow->flow) : flow->weight;
            row = write_flow(tree, &legs, &choices, flow, row);
        }
        tables->word_count = (size_t)(row - tables->words);
        tables->value_count += FLOW_FACTORS + count;
    } else {
        status = ts_fail_memory(context, "colour flows");
    }
    colour_choices_free(&choices);
    return status;
}

static void write_slopes(const struct tree *tree, double unit, size_t slope, double *values)
{
    const struct operations *operations = &tree->operations;
    for (int i = 0; i < operations->coupling_count; ++i, values += TREE_COUPLING)
        operations_coupling_slopes(&tree->graph, &operations->couplings[i], unit, slope, values);
    for (int i = 0; i < operations->pole_count; ++i, values += TREE_POLE) {
        model_particle_slopes(tree->graph.model, operations->poles[i], slope, values);
        for (int k = 0; k < TREE_POLE; ++k)
            values[k] /= unit;
    }
}

ts_status tree_tables_add_slopes(ts_context *context, const struct tree *tree, double unit, int momenta,
                                 struct tree_tables *tables)
{
    const size_t slopes = tree->graph.model->slope_count, length = tables->value_count;
    double *values = realloc(tables->values, ((1 + slopes) * length + 1) * sizeof *values);
    if (!values)
        return ts_fail_memory(context, "the tables of an amplitude");
    tables->values = values;
    tables->value_count = (1 + slopes) * length;
    memset(values + length, 0, slopes * length * sizeof *values);
    for (size_t i = 0; i < slopes; ++i)
        write_slopes(tree, unit, i, values + (1 + i) * length);
    tables->words[TREE_HEAD_SLOPES] = (uint32_t)slopes;
    tables->words[TREE_HEAD_SLOPES_AT] = (uint32_t)length;
    tables->words[TREE_HEAD_DIRECTIONS] = (uint32_t)slopes + (momenta ? 4 * (uint32_t)tree->graph.legs : 0);
    return TS_OK;
}

/* Room that processes share, so that few programs serve them all; what a CPU does not touch costs nothing.
 * The largest takes 6 MB of a thread's stack with 512 bits. */
static const struct {
    int slots, flows, momenta;
} rooms[] = {{128, 16, 64}, {1024, 128, 256}, {4096, 1024, 4096}, {TREE_SLOTS_MOST, 2048, 4096}};
enum { ROOMS = sizeof rooms / sizeof rooms[0] };

/* Numbers of functions in their order, each once. */
static void hold_structure(struct tree_room *room, int function)
{
    int at = 0;
    while (at < room->structure_count && room->structures[at] < function)
        ++at;
    if (at < room->structure_count && room->structures[at] == function)
        return;
    if (room->structure_count == TREE_STRUCTURES_MOST) {
        room->is_full = 1;
        return;
    }
    memmove(room->structures + at + 1, room->structures + at,
            (size_t)(room->structure_count++ - at) * sizeof *room->structures);
    room->structures[at] = function;
}

void tree_room_hold_team(struct tree_room *room, const struct tree *tree)
{
    room->team_units = tree->team.units > room->team_units ? tree->team.units : room->team_units;
    room->team_workers = tree->team.workers;
}

void tree_room_hold(struct tree_room *room, const struct tree *tree)
{
    const int flows = tree->graph.flow_count > 0 ? tree->graph.flow_count : 1;
    room->slots = tree->operations.slots > room->slots ? tree->operations.slots : room->slots;
    room->slots = tree->sharing.slots > room->slots ? tree->sharing.slots : room->slots;
    room->flows = flows > room->flows ? flows : room->flows;
    room->momenta = tree->operations.momenta > room->momenta ? tree->operations.momenta : room->momenta;
    room->tensors |= graph_has_tensors(&tree->graph);
    room->complex_masses |= tree->graph.model->slopes || /* a real number may have a complex derivative */
                            operations_are_complex(&tree->graph, &tree->operations);
    room->states |= tree->operations.has_states;
    tree_room_hold_team(room, tree);
    room->model = tree->graph.model;
    for (int i = 0; i < tree->operations.list_count; ++i)
        hold_structure(room, (int)tree->operations.lists[(size_t)i * TREE_LIST_WORDS + TREE_LIST_FUNCTION]);
}

/* The function that chooses one of more structures than this is not put into each of its callers. A compiler
 * takes a third of the time so, and the program is no slower (docs/decisions.md). */
enum { SWITCH_INLINE = 16 };

/* A function that chooses one of all structures. */
static void write_switch(const struct tree_room *room, const char *head, const char *arguments,
                         struct source *text)
{
    const int last = room->structure_count - 1;
    source_append(text, "%s tree_current %s\n{\nswitch (function) {\n",
                  room->structure_count > SWITCH_INLINE ? "FN_APART" : "FN", head);
    for (int i = 0; i < last; ++i)
        source_append(text, "case %d:\nreturn structure_%d%s;\n", room->structures[i], room->structures[i],
                      arguments);
    source_append(text, "default:\nreturn structure_%d%s;\n}\n}\n", room->structures[last], arguments);
}

/* The functions of structures, and the one that takes them by their numbers. */
static void structures_write(const struct tree_room *room, struct source *text)
{
    if (room->model->table->form_count)
        source_append(text, "#define TREE_FORMS\n");
    source_append(text, "#define TREE_STRUCTURES\n#include \"amplitude/structures.h\"\n");
    int is_whole = !room->is_full;
    for (int i = 0; i < room->structure_count; ++i)
        is_whole &= structure_write(room->model, room->structures[i], room->model->slopes != NULL, text);
    if (!is_whole) /* no program is better than a wrong one */
        source_append(text,
                      "#error structures of this model are too large for a program: bound the orders\n");
    write_switch(room, "tree_structure(int function, tree_branches b, complex_number g)", "(b, g)", text);
    if (room->model->slopes)
        write_switch(room,
                     "tree_structure_tangent(int function, tree_branches b, tree_branches d, "
                     "complex_number g, complex_number dg)",
                     "_tangent(b, d, g, dg)", text);
}

void tree_room_write(const struct tree_room *room, struct source *text)
{
    source_append(text, "#define TREE_SLOTS %d\n#define TREE_FLOWS %d\n#define TREE_MOMENTA %d\n",
                  room->slots, room->flows, room->momenta);
    if (room->complex_masses)
        source_append(text, "#define TREE_COMPLEX_MASSES\n");
    if (room->states)
        source_append(text, "#define TREE_STATES\n");
    if (room->team_units)
        source_append(text, "#define TEAM_UNITS %d\n#define TEAM_WORKERS %d\n", room->team_units,
                      room->team_workers);
    if (room->tensors)
        source_append(text, "#define TREE_TENSORS\n");
    if (room->structure_count)
        structures_write(room, text);
}

static void write_room(const struct tree *tree, int exact, struct source *text)
{
    struct tree_room room = {0};
    tree_room_hold(&room, tree);
    for (int i = 0; i < ROOMS && !exact; ++i)
        if ((!room.tensors || rooms[i].slots <= TREE_TENSOR_SLOTS_MOST) && room.slots <= rooms[i].slots &&
            room.flows <= rooms[i].flows && room.momenta <= rooms[i].momenta) {
            room.slots = rooms[i].slots, room.flows = rooms[i].flows, room.momenta = rooms[i].momenta;
            break;
        }
    tree_room_write(&room, text);
}

void tree_write(const struct tree *tree, enum tree_form form, struct source *text)
{
    write_room(tree, form != TREE_FORM_SHARED, text);
    if (form != TREE_FORM_STRAIGHT)
        return;
    source_append(text, "#define TREE_STRAIGHT\n#include \"amplitude/tree_state.h\"\n");
    straight_write(tree, text);
}

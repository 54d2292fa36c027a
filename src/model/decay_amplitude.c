#include "model/decay_amplitude.h"

#include "core/context.h"
#include "model/decay_waves.h"
#include "model/propagators.h"

#include <stdlib.h>
#include <string.h>

/* A diagram on its way: its vertices with the external legs that they have, in the order of their codes. */
struct diagram {
    int vertices, legs[2], pdg[2][DECAY_LEGS_MOST], external[2][DECAY_LEGS_MOST];
    const ts_particle *line;
};

/* Adds a leg to a vertex. */
static void add_leg(struct diagram *diagram, int vertex, int pdg, int external)
{
    int at = diagram->legs[vertex]++;
    for (; at > 0 && diagram->pdg[vertex][at - 1] > pdg; --at) {
        diagram->pdg[vertex][at] = diagram->pdg[vertex][at - 1];
        diagram->external[vertex][at] = diagram->external[vertex][at - 1];
    }
    diagram->pdg[vertex][at] = pdg;
    diagram->external[vertex][at] = external;
}

/* The sign of a diagram's fermions, vertex by vertex, in the order of the external legs. A line of a fermion
 * joins the end of the first vertex's to the beginning of the second's. */
static double fermion_sign(const ts_model *model, const struct diagram *diagram)
{
    int order[2 * DECAY_LEGS_MOST], count = 0, swaps = 0, behind_line = 0;
    for (int v = 0; v < diagram->vertices; ++v) {
        int line_passed = 0;
        for (int i = 0; i < diagram->legs[v]; ++i) {
            if (ts_model_particle(model, diagram->pdg[v][i])->spin != 2)
                continue;
            if (diagram->external[v][i] == DECAY_LINE) {
                line_passed = 1;
                continue;
            }
            behind_line += diagram->line && diagram->line->spin == 2 && line_passed != v;
            order[count++] = diagram->external[v][i];
        }
    }
    for (int i = 0; i < count; ++i)
        for (int k = i + 1; k < count; ++k)
            swaps += order[i] > order[k];
    return (swaps + behind_line) % 2 ? -1 : 1;
}

/* Vertices that the amplitude owns. */
static ts_status own_vertices(ts_context *context, struct decay_amplitude *amplitude,
                              const struct diagram *diagram, int vertex, struct decay_vertices *found)
{
    const ts_status status = decay_vertices_create(context, amplitude->rows, diagram->legs[vertex],
                                                   diagram->pdg[vertex], found);
    if (status || !found->count)
        return status;
    struct decay_vertices *grown = realloc(amplitude->vertices,
                                           (amplitude->vertex_count + 1) * sizeof *grown);
    if (!grown) {
        decay_vertices_free(found);
        return ts_fail_memory(context, "the vertices of a decay");
    }
    amplitude->vertices = grown;
    grown[amplitude->vertex_count++] = *found;
    return TS_OK;
}

static ts_status add_part(ts_context *context, struct decay_amplitude *amplitude,
                          const struct diagram *diagram, const struct decay_vertex *const *vertex)
{
    /* One vertex is joined to a number. */
    static number one = 1;
    static const struct colour_tensor nothing = {.legs = 0, .count = 1, .values = &one};
    struct decay_part part = {.line = diagram->line, .sign = fermion_sign(amplitude->rows->model, diagram)};
    for (int v = 0; v < diagram->vertices; ++v) {
        part.vertex[v] = vertex[v];
        memcpy(part.external[v], diagram->external[v], sizeof part.external[v]);
    }
    struct decay_part *grown = realloc(amplitude->parts, (size_t)(amplitude->part_count + 1) * sizeof *grown);
    if (!grown)
        return ts_fail_memory(context, "the diagrams of a decay");
    amplitude->parts = grown;
    if (!colour_tensor_join(&vertex[0]->colour, part.external[0],
                            diagram->line ? &vertex[1]->colour : &nothing, part.external[1], &part.colour))
        return ts_fail_memory(context, "the colours of a decay");
    grown[amplitude->part_count++] = part;
    return TS_OK;
}

static ts_status add_diagram(ts_context *context, struct decay_amplitude *amplitude,
                             const struct diagram *diagram)
{
    struct decay_vertices found[2] = {{.count = 0}, {.count = 0}};
    ts_status status = TS_OK;
    for (int v = 0; v < diagram->vertices && !status; ++v) {
        status = own_vertices(context, amplitude, diagram, v, &found[v]);
        if (!status && !found[v].count)
            return TS_OK;
    }
    if (!status && diagram->line && model_propagator(amplitude->rows->model, diagram->line->pdg))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "The width of %s has decays by a line of %s, whose propagator is the model's own: give the "
            "width as a number.",
            ts_model_particle_name(amplitude->rows->model, amplitude->pdg[0]), diagram->line->name);
    const int seconds = diagram->vertices == 2 ? found[1].count : 1;
    for (int i = 0; !status && i < found[0].count * seconds; ++i) {
        const struct decay_vertex *vertex[2] = {&found[0].list[i / seconds],
                                                diagram->line ? &found[1].list[i % seconds] : NULL};
        status = add_part(context, amplitude, diagram, vertex);
    }
    return status;
}

/* The leg of a row that is none of two others of its three; 0: it has not both. */
static int third_leg(const struct decay_row *row, int a, int b)
{
    for (int i = 0; i < 3 && row->legs == 3; ++i) {
        const int one = row->pdg[(i + 1) % 3], other = row->pdg[(i + 2) % 3];
        if ((one == a && other == b) || (one == b && other == a))
            return row->pdg[i];
    }
    return 0;
}

/* Diagrams in which the first leg and leg `with` meet, and a line goes from there to the other two. */
static ts_status add_lines(ts_context *context, struct decay_amplitude *amplitude, int with)
{
    const struct decay_rows *rows = amplitude->rows;
    ts_status status = TS_OK;
    for (size_t i = 0; i < rows->count && !status; ++i) {
        const int line = third_leg(&rows->list[i], amplitude->pdg[0], amplitude->pdg[with]);
        int again = !line;
        for (size_t k = 0; k < i && !again; ++k)
            again = third_leg(&rows->list[k], amplitude->pdg[0], amplitude->pdg[with]) == line;
        if (again)
            continue;
        struct diagram diagram = {.vertices = 2, .line = ts_model_particle(rows->model, line)};
        add_leg(&diagram, 0, line, DECAY_LINE);
        add_leg(&diagram, 1, model_antiparticle(rows->model, line), DECAY_LINE);
        for (int leg = 0; leg < DECAY_LEGS_MOST; ++leg)
            add_leg(&diagram, leg && leg != with, amplitude->pdg[leg], leg);
        status = add_diagram(context, amplitude, &diagram);
    }
    return status;
}

static ts_status sum_colours(ts_context *context, struct decay_amplitude *amplitude)
{
    const int count = amplitude->part_count;
    amplitude->colours = calloc((size_t)count * (size_t)count + 1, sizeof *amplitude->colours);
    if (!amplitude->colours)
        return ts_fail_memory(context, "the colours of a decay");
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k)
            amplitude->colours[i * count + k] = colour_tensor_product(&amplitude->parts[i].colour,
                                                                      &amplitude->parts[k].colour);
    return TS_OK;
}

ts_status decay_amplitude_create(ts_context *context, const struct decay_rows *rows, int legs, const int *pdg,
                                 struct decay_amplitude *amplitude)
{
    struct diagram contact = {.vertices = 1};
    *amplitude = (struct decay_amplitude){.rows = rows, .legs = legs};
    for (int i = 0; i < legs; ++i) {
        amplitude->pdg[i] = pdg[i];
        add_leg(&contact, 0, pdg[i], i);
    }
    ts_status status = add_diagram(context, amplitude, &contact);
    for (int with = 1; with < DECAY_LEGS_MOST && legs == DECAY_LEGS_MOST && !status; ++with)
        status = add_lines(context, amplitude, with);
    if (!status)
        status = sum_colours(context, amplitude);
    if (status)
        decay_amplitude_free(amplitude);
    return status;
}

void decay_amplitude_free(struct decay_amplitude *amplitude)
{
    for (int i = 0; i < amplitude->part_count; ++i)
        colour_tensor_free(&amplitude->parts[i].colour);
    for (size_t i = 0; i < amplitude->vertex_count; ++i)
        decay_vertices_free(&amplitude->vertices[i]);
    free(amplitude->parts);
    free(amplitude->vertices);
    free(amplitude->colours);
    *amplitude = (struct decay_amplitude){.legs = 0};
}

/* A point: momenta that go out of each vertex of a part, and the line between them. */
struct place {
    double momenta[2][DECAY_LEGS_MOST][COMPONENTS];
    number line[WAVE_MOST][WAVE_MOST];
};

static void set_place(const struct decay_part *part, const double (*incoming)[COMPONENTS],
                      struct place *place)
{
    double q[COMPONENTS] = {0}; /* comes in by the line at the first vertex */
    for (int leg = 0; leg < part->vertex[0]->legs && part->line; ++leg)
        for (int i = 0; i < COMPONENTS && part->external[0][leg] != DECAY_LINE; ++i)
            q[i] -= incoming[part->external[0][leg]][i];
    for (int v = 0; v < 1 + (part->line != NULL); ++v)
        for (int leg = 0; leg < part->vertex[v]->legs; ++leg)
            for (int i = 0; i < COMPONENTS; ++i)
                place->momenta[v][leg][i] = part->external[v][leg] == DECAY_LINE
                                                ? (v ? q[i] : -q[i])
                                                : -incoming[part->external[v][leg]][i];
    if (part->line)
        decay_line(part->line, q, place->line);
}

/* The waves of a vertex's legs, that of the line for the second one. */
static void choose_waves(const struct decay_part *part, int vertex, const number *const *external,
                         const number *line, const number *waves[DECAY_LEGS_MOST])
{
    for (int leg = 0; leg < part->vertex[vertex]->legs; ++leg) {
        const int at = part->external[vertex][leg];
        waves[leg] = at == DECAY_LINE ? line : external[at];
    }
}

static number amplitude_of(const struct decay_part *part, const struct place *place,
                           const number *const *external)
{
    const number *waves[DECAY_LEGS_MOST];
    number made[WAVE_MOST] = {0}, wave[WAVE_MOST] = {0}, closed[WAVE_MOST] = {0};
    choose_waves(part, 0, external, NULL, waves);
    decay_vertex_close(part->vertex[0], place->momenta[0], waves, made);
    if (!part->line)
        return part->sign * made[0];
    for (int b = 0; b < decay_components(part->line->spin); ++b)
        for (int a = 0; a < decay_components(part->line->spin); ++a)
            wave[b] += made[a] * place->line[a][b];
    choose_waves(part, 1, external, wave, waves);
    decay_vertex_close(part->vertex[1], place->momenta[1], waves, closed);
    return part->sign * closed[0];
}

/* The sum over colours of the square where all spins are chosen. */
static double square_of(const struct decay_amplitude *amplitude, const struct place *places,
                        const number *const *external, number *values)
{
    const int count = amplitude->part_count;
    number sum = 0;
    for (int i = 0; i < count; ++i)
        values[i] = amplitude_of(&amplitude->parts[i], &places[i], external);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k)
            sum += values[i] * conj(values[k]) * amplitude->colours[i * count + k];
    return creal(sum);
}

double decay_amplitude_square(const struct decay_amplitude *amplitude, const double (*incoming)[COMPONENTS])
{
    number waves[DECAY_LEGS_MOST][STATES_MOST][WAVE_MOST];
    int states[DECAY_LEGS_MOST] = {1, 1, 1, 1}, choices = 1;
    const size_t count = (size_t)amplitude->part_count;
    struct place *places = calloc(count + 1, sizeof *places);
    number *values = calloc(count + 1, sizeof *values);
    double sum = 0;
    if (!places || !values) {
        free(places);
        free(values);
        return -1;
    }
    for (int leg = 0; leg < amplitude->legs; ++leg)
        choices *= states[leg] = decay_waves(ts_model_particle(amplitude->rows->model, amplitude->pdg[leg]),
                                             incoming[leg], waves[leg]);
    for (size_t i = 0; i < count; ++i)
        set_place(&amplitude->parts[i], incoming, &places[i]);
    for (int choice = 0; choice < choices; ++choice) {
        const number *external[DECAY_LEGS_MOST];
        int left = choice;
        for (int leg = 0; leg < amplitude->legs; ++leg) {
            external[leg] = waves[leg][left % states[leg]];
            left /= states[leg];
        }
        sum += square_of(amplitude, places, external, values);
    }
    free(places);
    free(values);
    return sum;
}

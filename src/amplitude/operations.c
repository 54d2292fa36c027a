#include "amplitude/operations_writer.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

int operations_room(struct writer *writer, void **array, size_t *room, int count, size_t bytes)
{
    if ((size_t)count < *room)
        return 1;
    *room = *room ? 2 * *room : 256;
    void *grown = realloc(*array, *room * bytes);
    writer->failed |= !grown;
    if (grown)
        *array = grown;
    return grown != NULL;
}

void operation_write(struct writer *writer, const uint32_t words[TREE_WORDS])
{
    struct operations *to = writer->to;
    if (operations_room(writer, (void **)&to->list, &writer->room, to->count, TREE_WORDS * sizeof *to->list))
        memcpy(to->list + (size_t)TREE_WORDS * (size_t)to->count++, words, TREE_WORDS * sizeof *words);
}

static const ts_particle *particle_of(const struct writer *writer, int pdg)
{
    return ts_model_particle(writer->graph->model, pdg);
}

static int grow_poles(struct writer *writer)
{
    struct operations *to = writer->to;
    const size_t room = writer->pole_room ? 2 * writer->pole_room : 16;
    int *poles = realloc(to->poles, room * sizeof *poles);
    if (poles)
        to->poles = poles;
    signed char *massless = realloc(to->massless, room);
    if (massless)
        to->massless = massless;
    if (!poles || !massless) {
        writer->failed = 1;
        return 0;
    }
    writer->pole_room = room;
    return 1;
}

/* The number of a pair of mass and width. */
static uint32_t pole_of(struct writer *writer, int pdg)
{
    struct operations *to = writer->to;
    for (int i = 0; i < to->pole_count; ++i)
        if (to->poles[i] == abs(pdg))
            return (uint32_t)i;
    if ((size_t)to->pole_count == writer->pole_room && !grow_poles(writer))
        return 0;
    to->poles[to->pole_count] = abs(pdg);
    to->massless[to->pole_count] = particle_of(writer, pdg)->mass == 0;
    return (uint32_t)to->pole_count++;
}

uint32_t operations_coupling_of(struct writer *writer, struct coupling_use use)
{
    struct operations *to = writer->to;
    for (int i = 0; i < to->coupling_count; ++i)
        if (!memcmp(&to->couplings[i], &use, sizeof use))
            return (uint32_t)i;
    if (!operations_room(writer, (void **)&to->couplings, &writer->coupling_room, to->coupling_count,
                         sizeof *to->couplings))
        return 0;
    to->couplings[to->coupling_count] = use;
    return (uint32_t)to->coupling_count++;
}

/* The number of the momentum of a set of legs, which is that of the children together. */
static uint32_t momentum_of(struct writer *writer, unsigned set, const unsigned *parts, int count)
{
    struct operations *to = writer->to;
    if (writer->row_of[set])
        return (uint32_t)writer->row_of[set] - 1;
    if (!operations_room(writer, (void **)&to->sums, &writer->sum_room, to->momenta,
                         TREE_SUMMANDS * sizeof *to->sums))
        return 0;
    uint32_t *summands = to->sums + (size_t)TREE_SUMMANDS * (size_t)to->momenta;
    summands[2] = TREE_NONE;
    for (int i = 0; i < count; ++i)
        summands[i] = (uint32_t)writer->row_of[parts[i]] - 1;
    writer->row_of[set] = ++to->momenta;
    return (uint32_t)to->momenta - 1;
}

/* The wave of a leg: a particle, or what is outgoing, has HELAS's sign 1. */
static void write_wave(struct writer *writer, int leg)
{
    const int pdg = writer->graph->incoming_pdg[leg], incoming = leg < writer->graph->incoming;
    const int spin = particle_of(writer, pdg)->spin;
    uint32_t kind = TREE_WAVE_SCALAR;
    int negative = incoming;
    if (spin == 3)
        kind = TREE_WAVE_VECTOR;
    if (spin == 5)
        kind = TREE_WAVE_TENSOR;
    if (spin == 2) {
        kind = pdg > 0 ? TREE_WAVE_COLUMN : TREE_WAVE_ROW;
        /* A Majorana particle that goes out is the column v. */
        const int is_own = model_antiparticle(writer->graph->model, pdg) == pdg;
        negative = is_own ? !incoming : writer->graph->pdg[leg] < 0;
    }
    operation_write(writer,
                    (uint32_t[TREE_WORDS]){kind, 1U << leg, (uint32_t)leg, (uint32_t)leg, (uint32_t)incoming,
                                           (uint32_t)negative, pole_of(writer, pdg)});
}

/* The kind of a vertex of which leg `out` is made. */
static int kind_of(const ts_vertex *vertex, int out)
{
    switch (vertex->lorentz) {
    case TS_LORENTZ_IOV:
        return out == 0 ? TREE_FVO : out == 1 ? TREE_FVI : TREE_JIO;
    case TS_LORENTZ_IOS:
        return out == 2 ? TREE_HIO : TREE_FS;
    case TS_LORENTZ_VVV:
        return TREE_VVV;
    case TS_LORENTZ_W3W3:
    case TS_LORENTZ_WWWW:
    case TS_LORENTZ_GGGG:
        return TREE_CONTACT;
    case TS_LORENTZ_VVS:
        return out == 2 ? TREE_VV : TREE_VS;
    case TS_LORENTZ_VVSS:
        return out >= 2 ? TREE_VVS : TREE_VSS;
    case TS_LORENTZ_SSS:
        return TREE_SS;
    case TS_LORENTZ_SSSS:
        return TREE_SSS;
    case TS_LORENTZ_VVSH:
        return out == 2 ? TREE_VVSH : TREE_JVSH;
    case TS_LORENTZ_VVVSH:
        return TREE_VVV_APART;
    default:
        return -1;
    }
}

/* Whose partner the made vector is goes in the middle of a contact vertex. It is found of W and others by the
 * cyclic order of the vertex's legs, of gluons by the word of their colours. */
static void order_contact(const ts_vertex *vertex, const struct graph_term *term, uint32_t in[3])
{
    int middle = term->middle;
    if (vertex->lorentz != TS_LORENTZ_GGGG) {
        const int partner = (term->out + 2) % 4;
        middle = partner - (partner > term->out);
    }
    for (int i = 0; i < 3; ++i)
        in[i] = (uint32_t)term->child[(middle + 2 + i) % 3];
}

/* The momenta of two children, as one word has them. */
static uint32_t pair_of(uint32_t first, uint32_t second) { return first + (second << TREE_PAIR_BITS); }

/* The momentum of any set of legs, from its own where no current has it. */
uint32_t operations_momentum(struct writer *writer, unsigned set)
{
    const unsigned rest = set & (set - 1), parts[2] = {set & ~rest, rest};
    if (!writer->row_of[set])
        operations_momentum(writer, rest);
    return momentum_of(writer, set, parts, 2);
}

/* The momentum of a child less that of the third vector, whose own is minus that of `others`. */
static uint32_t momentum_apart(struct writer *writer, unsigned legs, unsigned others)
{
    struct operations *to = writer->to;
    const uint32_t first = operations_momentum(writer, legs), second = operations_momentum(writer, others);
    if (!operations_room(writer, (void **)&to->sums, &writer->sum_room, to->momenta,
                         TREE_SUMMANDS * sizeof *to->sums))
        return 0;
    uint32_t *summands = to->sums + (size_t)TREE_SUMMANDS * (size_t)to->momenta;
    summands[0] = first, summands[1] = second, summands[2] = TREE_NONE;
    return (uint32_t)to->momenta++;
}

/* Three vectors and a scalar, in two operations: a vector times the scalar meets another one, or what two
 * vectors make meets the third. */
static void write_three_and_scalar(struct writer *writer, const struct graph_term *term, int out, int add)
{
    const struct graph *graph = writer->graph;
    const int is_scalar = term->out == 3;
    const unsigned set = graph->currents[term->current].legs, every = (1U << graph->legs) - 1;
    unsigned legs[3];
    uint32_t in[3];
    for (int i = 0; i < 3; ++i) {
        in[i] = (uint32_t)term->child[i];
        legs[i] = graph->currents[term->child[i]].legs;
    }
    const unsigned others = is_scalar ? every & ~legs[2] : set;
    const uint32_t p = momentum_apart(writer, legs[0], others), q = momentum_apart(writer, legs[1], others);
    const struct coupling_use whole = {.vertex = term->vertex,
                                       .out = term->out,
                                       .numerator = term->numerator,
                                       .denominator = term->denominator};
    const struct coupling_use one = {.vertex = -1, .numerator = 1, .denominator = 1};
    const uint32_t between = (uint32_t)writer->to->slots++, added = add ? TREE_ADD : 0;
    const uint32_t number = operations_coupling_of(writer, whole), unit = operations_coupling_of(writer, one);
    const uint32_t vectors[TREE_WORDS] = {TREE_VVV_APART + (is_scalar ? 0 : added),
                                          set,
                                          is_scalar ? between : (uint32_t)out,
                                          is_scalar ? in[0] : between,
                                          in[1],
                                          pair_of(p, q),
                                          unit};
    if (!is_scalar)
        operation_write(writer, (uint32_t[]){TREE_VS, set, between, in[0], in[2], 0, number});
    operation_write(writer, vectors);
    if (is_scalar)
        operation_write(writer, (uint32_t[]){TREE_VV + added, set, (uint32_t)out, between, in[2], 0, number});
}

/* Writes the vertex of a term, for the place `out`. */
static void write_vertex(struct writer *writer, const struct graph_term *term, int out, int add)
{
    const struct graph *graph = writer->graph;
    const ts_vertex *vertex = &writer->vertices[term->vertex];
    if (vertex->structure >= 0) {
        structure_operation_write(writer, term, out, add);
        return;
    }
    const int kind = kind_of(vertex, term->out);
    uint32_t in[3] = {0};
    for (int i = 0; i < term->children; ++i)
        in[i] = (uint32_t)term->child[i];
    if (kind == TREE_VVV_APART) {
        write_three_and_scalar(writer, term, out, add);
        return;
    }
    if (kind == TREE_CONTACT)
        order_contact(vertex, term, in);
    if (operation_has_momenta((uint32_t)kind))
        in[2] = pair_of(operations_momentum(writer, graph->currents[in[0]].legs),
                        operations_momentum(writer, graph->currents[in[1]].legs));
    const struct coupling_use use = {.vertex = term->vertex,
                                     .out = kind == TREE_VVV ? term->out : 0,
                                     .numerator = term->numerator,
                                     .denominator = term->denominator};
    operation_write(writer, (uint32_t[TREE_WORDS]){(uint32_t)kind + (add ? TREE_ADD : 0),
                                                   graph->currents[term->current].legs, (uint32_t)out, in[0],
                                                   in[1], in[2], operations_coupling_of(writer, use)});
}

/* A product that several currents have is made once. `out`: the place of the sum. */
static void write_term(struct writer *writer, int number, int out, int add)
{
    const struct graph *graph = writer->graph;
    const struct graph_term *term = &graph->terms[number];
    const struct term_product product = writer->products[number];
    if (product.uses == 1) {
        write_vertex(writer, term, out, add);
        return;
    }
    const struct graph_term *first = &graph->terms[product.first];
    int *made = &writer->made[product.first];
    if (!*made) {
        *made = writer->to->slots++;
        write_vertex(writer, first, *made, 0);
    }
    const int sign = first->numerator < 0 ? -1 : 1;
    const struct coupling_use ratio = {.vertex = -1,
                                       .numerator = sign * term->numerator * first->denominator,
                                       .denominator = sign * term->denominator * first->numerator};
    operation_write(writer,
                    (uint32_t[TREE_WORDS]){TREE_SCALED + (add ? (uint32_t)TREE_ADD : 0),
                                           graph->currents[term->current].legs, (uint32_t)out,
                                           (uint32_t)*made, 0, 0, operations_coupling_of(writer, ratio)});
}

static void write_propagator(struct writer *writer, int number)
{
    const struct current *current = &writer->graph->currents[number];
    const ts_particle *particle = particle_of(writer, current->pdg);
    const int massless = particle->mass == 0;
    if (model_is_contact(writer->graph->model, current->pdg))
        return;
    uint32_t kind = TREE_SCALAR;
    if (particle->spin == 3)
        kind = massless ? TREE_VECTOR_MASSLESS : TREE_VECTOR;
    if (particle->spin == 5)
        kind = massless ? TREE_TENSOR_MASSLESS : TREE_TENSOR;
    if (particle->spin == 2)
        kind = (current->pdg > 0 ? TREE_COLUMN : TREE_ROW) + (uint32_t)massless;
    if (current->states)
        kind = particle->spin == 3 ? TREE_VECTOR_STATES
               : current->pdg > 0  ? TREE_COLUMN_STATES
                                   : TREE_ROW_STATES;
    const uint32_t comes_out = !(current->legs & ((1u << writer->graph->incoming) - 1));
    operation_write(writer, (uint32_t[TREE_WORDS]){kind, current->legs, (uint32_t)number,
                                                   (uint32_t)writer->row_of[current->legs] - 1,
                                                   (uint32_t)current->states, current->states ? comes_out : 0,
                                                   pole_of(writer, current->pdg)});
    writer->to->has_states |= current->states != 0;
}

static void write_current(struct writer *writer, int number)
{
    const struct graph *graph = writer->graph;
    const struct current *current = &graph->currents[number];
    const struct propagator_row *own = current->joint ? NULL : model_propagator(graph->model, current->pdg);
    const int sum = own ? writer->to->slots++ : number;
    for (int i = current->first; i < current->first + current->count && !writer->failed; ++i) {
        const struct graph_term *term = &graph->terms[i];
        unsigned parts[GRAPH_CHILDREN];
        for (int k = 0; k < term->children; ++k)
            parts[k] = graph->currents[term->child[k]].legs;
        if (!current->joint && term->children <= TREE_SUMMANDS)
            momentum_of(writer, current->legs, parts, term->children);
        else if (!current->joint)
            operations_momentum(writer, current->legs);
        write_term(writer, i, sum, i > current->first);
    }
    if (own)
        own_propagator_write(writer, own, number, sum);
    else if (!current->joint)
        write_propagator(writer, number);
}

static void write_close(struct writer *writer, const struct graph_close *close, int add)
{
    const int spin = particle_of(writer, writer->graph->currents[close->current].pdg)->spin;
    const uint32_t kind = spin == 5   ? TREE_CLOSE_TENSOR
                          : spin == 3 ? TREE_CLOSE_VECTOR
                          : spin == 2 ? TREE_CLOSE_FERMION
                                      : TREE_CLOSE_SCALAR;
    const int pdg = writer->graph->currents[close->current].pdg;
    const int is_majorana = spin == 2 && pdg == model_antiparticle(writer->graph->model, pdg);
    const int partner = is_majorana ? operations_turned(writer, close->partner) : close->partner;
    const struct coupling_use use = {.vertex = -1,
                                     .numerator = close->numerator,
                                     .denominator = close->denominator};
    operation_write(writer, (uint32_t[TREE_WORDS]){kind + (add ? TREE_ADD : 0), ~0U, (uint32_t)close->flow,
                                                   (uint32_t)close->current, (uint32_t)partner, 0,
                                                   operations_coupling_of(writer, use)});
}

static int is_repeated(const struct graph *graph, int close)
{
    for (int i = 0; i < close; ++i)
        if (graph->closes[i].flow == graph->closes[close].flow)
            return 1;
    return 0;
}

static ts_status check_vertices(const struct writer *writer)
{
    for (int i = 0; i < writer->graph->term_count; ++i) {
        const ts_vertex *vertex = &writer->vertices[writer->graph->terms[i].vertex];
        if (vertex->structure < 0 && kind_of(vertex, 0) < 0)
            return ts_fail(writer->context, TS_ERROR_INPUT,
                           "The vertex %s of this model is not among those that amplitudes are made of.",
                           ts_lorentz_text(vertex->lorentz));
    }
    return TS_OK;
}

/* What a propagator of the model's own cannot be: a sum over some helicities. */
static ts_status check_propagators(const struct writer *writer)
{
    const struct graph *graph = writer->graph;
    for (int i = graph->legs; i < graph->current_count; ++i)
        if (graph->currents[i].states && !graph->currents[i].joint &&
            model_propagator(graph->model, graph->currents[i].pdg))
            return ts_fail(
                writer->context, TS_ERROR_INPUT,
                "process: %s has a propagator of the model's own, which is no sum over helicities: leave "
                "out the braces where it decays.",
                ts_model_particle_name(graph->model, graph->currents[i].pdg));
    return TS_OK;
}

static void write_all(struct writer *writer)
{
    const struct graph *graph = writer->graph;
    for (int i = 0; i < graph->legs; ++i)
        momentum_of(writer, 1U << i, NULL, 0);
    for (int i = 0; i < graph->legs; ++i)
        write_wave(writer, i);
    for (int i = graph->legs; i < graph->current_count && !writer->failed; ++i)
        write_current(writer, i);
    for (int i = 0; i < graph->close_count && !writer->failed; ++i)
        write_close(writer, &graph->closes[i], is_repeated(graph, i));
}

ts_status operations_create(ts_context *context, const struct graph *graph, struct operations *operations)
{
    size_t count;
    struct writer writer = {.context = context, .graph = graph, .to = operations};
    *operations = (struct operations){.slots = graph->current_count, .currents = graph->current_count};
    writer.vertices = ts_model_vertices(graph->model, &count);
    ts_status status = check_vertices(&writer);
    if (!status)
        status = check_propagators(&writer);
    if (status)
        return status;
    struct term_product *products = products_of(graph);
    writer.products = products;
    writer.made = calloc((size_t)graph->term_count + 1, sizeof *writer.made);
    writer.row_of = calloc((size_t)1 << graph->legs, sizeof *writer.row_of);
    writer.turned = calloc((size_t)graph->current_count + 1, sizeof *writer.turned);
    writer.failed = !products || !writer.made || !writer.row_of || !writer.turned;
    if (!writer.failed)
        write_all(&writer);
    free(products);
    free(writer.made);
    free(writer.turned);
    free(writer.row_of);
    free(writer.list_at);
    if (!writer.failed)
        return TS_OK;
    operations_free(operations);
    return ts_fail_memory(context, "the operations of an amplitude");
}

void operations_free(struct operations *operations)
{
    free(operations->list);
    free(operations->sums);
    free(operations->couplings);
    free(operations->poles);
    free(operations->massless);
    free(operations->lists);
    *operations = (struct operations){0};
}

/* Decays of a particle into two others at tree level, from the structures of a table. Squared amplitudes are
 * contractions of these with sums over spins, component by component:
 *
 *   scalars 1, fermions sum u u* = (p + m) gamma^0, vectors -g + p p / m^2, without the last where m = 0.
 *
 * All legs come in, so that a product has minus its momentum. A sum over a fermion's spins may so have the
 * other sign; of the whole the absolute value is taken. */
#include "model/widths.h"

#include "core/context.h"
#include "core/needs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DECAY_LEGS = 3, COMPONENTS = 4, TENSOR = COMPONENTS * COMPONENTS * COMPONENTS, DUMMIES_MOST = 6 };

/* <complex.h> is hidden by the kernels' header of that name. */
typedef double _Complex number;
extern number conj(number);
extern double creal(number);
#define I __builtin_complex(0.0, 1.0)

static const double metric[COMPONENTS] = {1, -1, -1, -1};

/* Dirac matrices where gamma^5 is diagonal. */
static number gamma_entry(int mu, int row, int column)
{
    static const number pauli[3][2][2] = {{{0, 1}, {1, 0}}, {{0, -I}, {I, 0}}, {{1, 0}, {0, -1}}};
    if (row / 2 == column / 2)
        return 0;
    if (!mu)
        return row % 2 == column % 2;
    return (row < 2 ? 1 : -1) * pauli[mu - 1][row % 2][column % 2];
}

/* A vertex of three legs with values, one of which decays. */
struct vertex {
    const ts_model *model;
    int legs[DECAY_LEGS]; /* as they come in */
    int spins[DECAY_LEGS], is_row[DECAY_LEGS];
    double mass[DECAY_LEGS]; /* of a Majorana fermion it may be negative, as in SLHA */
    double p[DECAY_LEGS][COMPONENTS];
    number tensor[TENSOR];
};

static double levi_civita(const int *index)
{
    double sign = -1; /* epsilon^0123 */
    for (int i = 0; i < COMPONENTS; ++i)
        for (int k = 0; k < i; ++k)
            sign *= index[i] == index[k] ? 0 : index[i] < index[k] ? -1 : 1;
    return sign;
}

/* A factor where its indices have these values. */
static number factor_value(const struct vertex *vertex, const struct structure_factor *factor, const int *at)
{
    const double same = at[0] == at[1];
    switch (factor->token) {
    case STRUCTURE_P:
        return vertex->p[factor->index[1] - 1][at[0]];
    case STRUCTURE_METRIC:
        return same * metric[at[0]];
    case STRUCTURE_EPSILON:
        return levi_civita(at);
    case STRUCTURE_GAMMA:
        return gamma_entry(at[0], at[1], at[2]);
    case STRUCTURE_GAMMA5:
        return at[0] < 2 ? -same : same;
    case STRUCTURE_PROJM:
        return same * (at[0] < 2);
    case STRUCTURE_PROJP:
        return same * (at[0] >= 2);
    default:
        return same;
    }
}

/* Whether an index of a factor is one of Lorentz vectors; else it is one of spinors. */
static int is_vector(const struct structure_factor *factor, int place)
{
    return factor->token <= STRUCTURE_EPSILON || (factor->token == STRUCTURE_GAMMA && !place);
}

static int place_count(const struct structure_factor *factor)
{
    return factor->token == STRUCTURE_P ? 1 : structure_indices(factor->token);
}

/* The summed indices of a term, each once; -1: too many. */
static int list_dummies(const struct structure_term *term, int names[DUMMIES_MOST], int vectors[DUMMIES_MOST])
{
    int count = 0;
    for (int i = 0; i < term->count; ++i)
        for (int k = 0; k < place_count(&term->factor[i]); ++k) {
            const int name = term->factor[i].index[k];
            int known = name > 0;
            for (int n = 0; n < count && !known; ++n)
                known = names[n] == name;
            if (known)
                continue;
            if (count == DUMMIES_MOST)
                return -1;
            vectors[count] = is_vector(&term->factor[i], k);
            names[count++] = name;
        }
    return count;
}

static number product_at(const struct vertex *vertex, const struct structure_term *term, const int *of_legs,
                         const int *names, const int *of_dummies, int count)
{
    number product = term->re + I * term->im;
    for (int i = 0; i < term->count && product != 0; ++i) {
        int at[COMPONENTS] = {0};
        for (int k = 0; k < place_count(&term->factor[i]); ++k) {
            const int name = term->factor[i].index[k];
            for (int n = 0; n < count; ++n)
                at[k] = names[n] == name ? of_dummies[n] : at[k];
            at[k] = name > 0 ? of_legs[name - 1] : at[k];
        }
        product *= factor_value(vertex, &term->factor[i], at);
    }
    return product;
}

/* A term where the legs' indices have these values. */
static number term_at(const struct vertex *vertex, const struct structure_term *term, const int *of_legs,
                      const int *names, const int *vectors, int count)
{
    number sum = 0;
    for (int number_of = 0; number_of < 1 << (2 * count); ++number_of) {
        int of_dummies[DUMMIES_MOST];
        double sign = 1;
        for (int n = 0; n < count; ++n) {
            of_dummies[n] = number_of >> (2 * n) & 3;
            sign *= vectors[n] ? metric[of_dummies[n]] : 1;
        }
        sum += sign * product_at(vertex, term, of_legs, names, of_dummies, count);
    }
    return sum;
}

/* Whether a leg's index is a row of matrices, as an adjoint spinor has it. */
static void find_rows(struct vertex *vertex, const struct structure *structure)
{
    for (int t = 0; t < structure->term_count; ++t)
        for (int i = 0; i < structure->terms[t].count; ++i) {
            const struct structure_factor *factor = &structure->terms[t].factor[i];
            const int row = factor->token == STRUCTURE_GAMMA;
            if (factor->token >= STRUCTURE_GAMMA && factor->index[row] > 0)
                vertex->is_row[factor->index[row] - 1] = 1;
        }
}

/* Adds a structure times a factor. Returns 0 where it has too many summed indices. */
static int add_structure(struct vertex *vertex, const struct structure *structure, number factor)
{
    find_rows(vertex, structure);
    for (int t = 0; t < structure->term_count; ++t) {
        int names[DUMMIES_MOST] = {0}, vectors[DUMMIES_MOST] = {0};
        const int count = list_dummies(&structure->terms[t], names, vectors);
        if (count < 0)
            return 0;
        for (int i = 0; i < TENSOR; ++i) {
            const int at[DECAY_LEGS] = {i & 3, i >> 2 & 3, i >> 4};
            int stands = 1;
            for (int k = 0; k < DECAY_LEGS; ++k)
                stands &= vertex->spins[k] > 1 || !at[k];
            if (stands)
                vertex->tensor[i] += factor *
                                     term_at(vertex, &structure->terms[t], at, names, vectors, count);
        }
    }
    return 1;
}

/* The sum over spins of a leg, of component a times the conjugate of component b. */
static number spin_sum(const struct vertex *vertex, int leg, int a, int b)
{
    const double mass = vertex->mass[leg], *p = vertex->p[leg];
    const int row = vertex->is_row[leg];
    if (vertex->spins[leg] == 1)
        return 1;
    if (vertex->spins[leg] == 3) {
        const double along = mass > 0 ? metric[a] * p[a] * metric[b] * p[b] / (mass * mass) : 0;
        return (a == b ? -metric[a] : 0) + along;
    }
    /* A row has [gamma^0 (q + m)]_ba with q = -p. */
    const int first = row ? b : a, second = row ? a : b;
    number sum = 0;
    for (int k = 0; k < COMPONENTS; ++k) {
        const int i = row ? k : first, j = row ? second : k;
        number slash = i == j ? mass : 0;
        for (int mu = 0; mu < COMPONENTS; ++mu)
            slash += (row ? -1 : 1) * metric[mu] * p[mu] * gamma_entry(mu, i, j);
        sum += row ? gamma_entry(0, first, k) * slash : slash * gamma_entry(0, k, second);
    }
    return sum;
}

/* The squared amplitude, summed over spins. */
static double squared(const struct vertex *vertex)
{
    number sum = 0;
    for (int i = 0; i < TENSOR; ++i)
        for (int k = 0; k < TENSOR && vertex->tensor[i] != 0; ++k) {
            number product = vertex->tensor[i] * conj(vertex->tensor[k]);
            for (int leg = 0; leg < DECAY_LEGS && product != 0; ++leg)
                product *= spin_sum(vertex, leg, i >> (2 * leg) & 3, k >> (2 * leg) & 3);
            sum += product;
        }
    return fabs(creal(sum));
}

/* How often a structure of colour is another one of the same legs. */
static number colour_ratio(const struct colour_words *a, const struct colour_words *b)
{
    static const number turns[] = {1, I, -1, -I};
    for (int i = 0; i < b->count && a->count; ++i)
        if (!memcmp(a->list[0].next, b->list[i].next, sizeof a->list[0].next))
            return (double)a->list[0].numerator / a->list[0].denominator * b->list[i].denominator /
                   b->list[i].numerator * turns[(a->turns + 4 - b->turns) & 3];
    return 0;
}

/* The sum over colours of a squared structure, of which there is one for each set of legs but three gluons.
 * Of gluons alone words are traces: delta = 2 tr T T, i f = 2 tr T [T, T], d = 2 tr T {T, T}. T6 has a factor
 * of 2 too. Negative: it is none of these. */
static double colour_sum(const struct vertex *vertex, const struct colour_words *words)
{
    /* by the numbers of octets, triplets and sextets */
    static const struct {
        int octets, triplets, sextets;
        double sum;
    } rows[] = {{0, 0, 0, 1}, {0, 2, 0, 3}, {1, 2, 0, 4}, {0, 3, 0, 6}, {2, 0, 0, 2},
                {3, 0, 0, 6}, {0, 2, 1, 6}, {0, 0, 2, 6}, {1, 0, 2, 5}, {0, 0, 3, 18}};
    int octets = 0, triplets = 0, sextets = 0;
    for (int i = 0; i < DECAY_LEGS; ++i) {
        const int colour = abs(ts_model_particle(vertex->model, vertex->legs[i])->colour);
        octets += colour == 8;
        triplets += colour == 3;
        sextets += colour == 6;
    }
    const double size = words->count ? pow((double)words->list[0].numerator / words->list[0].denominator, 2)
                                     : 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (rows[i].octets == octets && rows[i].triplets == triplets && rows[i].sextets == sextets)
            return size * (words->is_symmetric ? 10.0 / 3 : rows[i].sum);
    return -1;
}

/* All rows of these legs into the tensor, of whatever orders; *colour receives the sum over colours. Returns
 * 0 where one is beyond what can be computed. */
static int read_rows(struct vertex *vertex, size_t first, double *colour)
{
    const struct model_table *table = vertex->model->table;
    const struct colour_words *words = NULL;
    *colour = 0;
    for (size_t i = first; i < table->vertex_count; ++i) {
        const struct vertex_more *more = &table->more[i];
        const ts_parameter *coupling = ts_model_parameter(vertex->model, table->vertices[i].left);
        if (memcmp(table->vertices[i].legs, table->vertices[first].legs, sizeof table->vertices[i].legs) ||
            !coupling || (coupling->re == 0 && coupling->im == 0))
            continue;
        if (more->beyond)
            return 0;
        const struct colour_words *own = &table->colours[more->colour_structure];
        words = words ? words : own;
        const number ratio = colour_ratio(own, words);
        if (ratio == 0 || !add_structure(vertex, &table->structures[more->structure],
                                         ratio * (coupling->re + I * coupling->im)))
            return 0;
    }
    *colour = words ? colour_sum(vertex, words) : 0;
    return *colour >= 0;
}

/* Masses and momenta where leg `of` decays at rest; returns the length of the products' momentum, 0 where
 * they are too heavy. */
static double set_momenta(struct vertex *vertex, int of)
{
    const int a = (of + 1) % DECAY_LEGS, b = (of + 2) % DECAY_LEGS;
    const double m = fabs(vertex->mass[of]), ma = fabs(vertex->mass[a]), mb = fabs(vertex->mass[b]);
    if (!(m > ma + mb))
        return 0;
    const double k = sqrt((m - ma - mb) * (m + ma + mb) * (m - ma + mb) * (m + ma - mb)) / (2 * m);
    vertex->p[of][0] = m;
    vertex->p[a][0] = -hypot(ma, k);
    vertex->p[b][0] = -hypot(mb, k);
    vertex->p[a][3] = -k;
    vertex->p[b][3] = k;
    return k;
}

/* Whether two rows have the same legs, in any order. */
static int same_legs(const int *a, const int *b)
{
    for (int i = 0; i < DECAY_LEGS; ++i) {
        int balance = 0;
        for (int k = 0; k < DECAY_LEGS; ++k)
            balance += (a[k] == a[i]) - (b[k] == a[i]);
        if (balance)
            return 0;
    }
    return 1;
}

static ts_status refuse(ts_context *context, const ts_model *model, const int *legs, const char *why)
{
    return ts_fail(context, TS_ERROR_INPUT,
                   "The width of %s cannot be computed: the vertex of %s, %s and %s %s. Give it as a number.",
                   ts_model_particle_name(model, legs[0]), ts_model_particle_name(model, legs[0]),
                   ts_model_particle_name(model, legs[1]), ts_model_particle_name(model, legs[2]), why);
}

/* The decay by the vertex of row `first` and others of its legs, of which leg `of` decays; its width is 0
 * where there is none. */
static ts_status find_decay(ts_context *context, const ts_model *model, size_t first, int of, ts_decay *decay)
{
    const int *legs = model->table->vertices[first].legs, a = (of + 1) % DECAY_LEGS,
              b = (of + 2) % DECAY_LEGS;
    struct vertex vertex = {.model = model};
    double colour;
    *decay = (ts_decay){{model_antiparticle(model, legs[a]), model_antiparticle(model, legs[b])}, 0};
    for (int i = 0; i < DECAY_LEGS; ++i) {
        const ts_particle *particle = ts_model_particle(model, legs[i]);
        vertex.legs[i] = legs[i];
        vertex.spins[i] = particle->spin;
        vertex.mass[i] = particle->mass;
    }
    const double k = set_momenta(&vertex, of);
    if (k == 0)
        return TS_OK;
    if (!read_rows(&vertex, first, &colour))
        return refuse(context, model, legs, "is beyond what can be computed");
    const ts_particle *particle = ts_model_particle(model, legs[of]);
    const int states = particle->spin * abs(particle->colour) *
                       (decay->products[0] == decay->products[1] ? 2 : 1);
    if (colour > 0)
        decay->width = k * squared(&vertex) * colour / (8 * M_PI * pow(particle->mass, 2) * states);
    return TS_OK;
}

/* Whether an earlier row has the legs of this one: *same receives whether in this order. */
static int is_known(const struct model_table *table, size_t row, int *same)
{
    for (size_t i = 0; i < row; ++i)
        if (!table->vertices[i].legs[DECAY_LEGS] &&
            same_legs(table->vertices[i].legs, table->vertices[row].legs)) {
            *same = !memcmp(table->vertices[i].legs, table->vertices[row].legs,
                            sizeof table->vertices[i].legs);
            return 1;
        }
    return 0;
}

ts_status model_decays(ts_context *context, const ts_model *model, int pdg, ts_decay **decays, size_t *count)
{
    const struct model_table *table = model->table;
    ts_status status = TS_OK;
    *count = 0;
    *decays = calloc(table->vertex_count + 1, sizeof **decays);
    if (!*decays)
        return ts_fail_memory(context, "the decays of a particle");
    for (size_t row = 0; row < table->vertex_count && table->more && !status; ++row) {
        const int *legs = table->vertices[row].legs;
        int of = 0, same = 0;
        while (of < DECAY_LEGS && legs[of] != pdg)
            ++of;
        if (legs[DECAY_LEGS] || of == DECAY_LEGS)
            continue;
        if (is_known(table, row, &same)) {
            if (!same)
                status = refuse(context, model, legs, "stands twice, in another order");
            continue;
        }
        status = find_decay(context, model, row, of, &(*decays)[*count]);
        *count += !status && (*decays)[*count].width > 0;
    }
    if (status) {
        free(*decays);
        *decays = NULL;
        *count = 0;
    }
    return status;
}

double model_width(const ts_decay *decays, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += decays[i].width;
    return sum;
}

ts_status ts_model_decays(ts_context *context, const ts_model *model, int pdg, ts_decay **decays,
                          size_t *count)
{
    NEEDS(context, decays && count);
    *decays = NULL;
    *count = 0;
    NEEDS(context, context && model);
    if (!model->file)
        return ts_fail(context, TS_ERROR_INPUT,
                       "Widths are computed for a model of a table; those of the model %s are inputs.",
                       ts_model_name(model));
    if (!ts_model_particle(model, pdg))
        return ts_fail(context, TS_ERROR_INPUT, "The model %s has no particle %d.", ts_model_name(model),
                       pdg);
    return model_decays(context, model, pdg, decays, count);
}

static int is_auto(const struct model_setting *setting) { return !strcasecmp(setting->value, "auto"); }

/* The particle whose width is this input; NULL: none. */
static const ts_particle *particle_of(const ts_model *model, const char *name)
{
    for (size_t i = 0; i < model->table->particle_count; ++i)
        if (model->particles[i].width_name && !strcmp(model->particles[i].width_name, name))
            return &model->particles[i];
    return NULL;
}

static ts_status compute_width(ts_context *context, const ts_model *model,
                               const struct model_setting *setting, char text[WIDTH_BYTES])
{
    const ts_particle *particle = particle_of(model, setting->name);
    ts_decay *decays;
    size_t count;
    if (!particle)
        return ts_fail(context, TS_ERROR_INPUT, "%s: auto is for widths alone.", setting->where);
    const ts_status status = model_decays(context, model, particle->pdg, &decays, &count);
    if (status)
        return status;
    const double width = model_width(decays, count);
    free(decays);
    snprintf(text, WIDTH_BYTES, "%.17g", width);
    if (!(width > 0))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "%s: %s has no decay into two particles: give its width, which is 0 where it is stable.",
            setting->where, particle->name);
    return TS_OK;
}

ts_status model_auto_widths(ts_context *context, const struct model_table *table,
                            struct model_setting *settings, size_t count, char (**texts)[WIDTH_BYTES])
{
    size_t autos = 0;
    ts_model *model = NULL;
    *texts = NULL;
    for (size_t i = 0; i < count; ++i)
        autos += (size_t)is_auto(&settings[i]);
    if (!autos)
        return TS_OK;
    struct model_setting *known = malloc((count + 1) * sizeof *known);
    *texts = calloc(count + 1, sizeof **texts);
    ts_status status = known && *texts ? TS_OK : ts_fail_memory(context, "the widths of a model");
    for (size_t i = 0; i < count && !status; ++i) {
        known[i] = settings[i];
        known[i].value = is_auto(&settings[i]) ? "0" : settings[i].value;
    }
    if (!status)
        status = model_create(context, table, known, count, &model);
    for (size_t i = 0; i < count && !status; ++i) {
        if (!is_auto(&settings[i]))
            continue;
        status = compute_width(context, model, &settings[i], (*texts)[i]);
        settings[i].value = (*texts)[i];
    }
    ts_model_destroy(&model);
    free(known);
    return status;
}

/* Vertices of three or four legs as sums of products: a number, indices of the legs, components of momenta.
 *
 * Fields of fermions are columns, those of antiparticles too: C times the transposed row. A product is the
 * coefficient of the legs' fields in their order, in which fermions anticommute. So a vertex knows no
 * direction of fermion number, and Majorana fermions are no case of their own. */
#ifndef TESSERA_MODEL_DECAY_VERTICES_H
#define TESSERA_MODEL_DECAY_VERTICES_H

#include "model/decay_colours.h"
#include "model/model.h"

enum { COMPONENTS = 4, WAVE_MOST = COMPONENTS * COMPONENTS, DECAY_MOMENTA_MOST = 8 };
enum { DECAY_FORMS_MOST = 8, DECAY_FORMS_EACH = 2 };

/* Components of a leg's field: 1 of a scalar, 4 of a fermion or vector, 16 of a tensor. */
int decay_components(int spin);

struct decay_product {
    number value;
    unsigned char at[DECAY_LEGS_MOST]; /* components of the legs' fields, which are upper ones */
    unsigned char momenta;             /* how many components of momenta, 4 leg + component each */
    unsigned char momentum[DECAY_MOMENTA_MOST];
    unsigned char form[DECAY_FORMS_EACH]; /* form factors of the vertex, plus one; 0: none */
};

/* A form factor of the model's, and where its legs are in the vertex. */
struct decay_form {
    int row, place[DECAY_LEGS_MOST];
};

/* The part of a vertex that has one colour structure. */
struct decay_vertex {
    int legs, pdg[DECAY_LEGS_MOST]; /* as they come in, in the order of their codes */
    const ts_model *model;
    struct colour_tensor colour;
    struct decay_form forms[DECAY_FORMS_MOST];
    int form_count;
    struct decay_product *products;
    int count;
    size_t room;
};

/* What of a table's rows are vertices of these legs, in any order. */
struct decay_vertices {
    struct decay_vertex *list;
    int count;
};

/* Legs of a table's rows in the order of their codes. Of a row whose coupling is zero, or which has more than
 * four legs, there are none. */
struct decay_rows {
    const ts_model *model;
    size_t count;
    struct decay_row {
        int legs, pdg[DECAY_LEGS_MOST];
    } * list;
};

ts_status decay_rows_create(ts_context *context, const ts_model *model, struct decay_rows *rows);
void decay_rows_free(struct decay_rows *rows);

/* The vertex of legs in the order of their codes: all rows that have them, of whatever orders. TS_ERROR_INPUT
 * with a sentence where one is beyond what can be computed, TS_ERROR_MEMORY. */
ts_status decay_vertices_create(ts_context *context, const struct decay_rows *rows, int legs, const int *pdg,
                                struct decay_vertices *vertices);
void decay_vertices_free(struct decay_vertices *vertices);

/* A vertex where its legs have these outgoing momenta and waves. A leg without a wave stays open: `made`
 * receives what multiplies its components. There is one open leg at most. */
void decay_vertex_close(const struct decay_vertex *vertex, const double (*momenta)[COMPONENTS],
                        const number *const *waves, number *made);

/* Dirac matrices where gamma^5 is diagonal, and the matrix C of charge conjugation. */
number decay_gamma(int mu, int row, int column);
number decay_conjugation(int row, int column);

extern const double decay_metric[COMPONENTS];

#endif

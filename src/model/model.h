/* Models as tables, and a model with its values. */
#ifndef TESSERA_MODEL_MODEL_H
#define TESSERA_MODEL_MODEL_H

#include "tessera/model.h"

/* A row of a table of parameters. Formulae hold numbers, pi, i, sqrt(), + - * / ^ and names of earlier rows.
 */
struct parameter_row {
    const char *name, *unit;
    const char *scheme; /* the one in which this row stands; NULL: in all */
    ts_parameter_role role;
    const char *formula;
    double least, most; /* bounds of its value, which is real; both 0: none */
    const char *meaning;
};

struct vertex_row {
    int legs[TS_VERTEX_LEGS];
    ts_lorentz lorentz;
    ts_colour colour;
    const char *left, *right; /* names of couplings; right NULL: as left */
    int qcd, qed;
};

/* A label of the model's: a word in processes that stands for several particles. */
struct label_row {
    const char *name;
    int massless; /* particles with a mass are left out */
    int pdg[24];  /* ends with 0 */
};

/* A model before it has values. Of particles only what is not a value is set. */
struct model_table {
    const char *name;
    const char *const *schemes; /* ends with NULL; the first is the usual one */
    const struct parameter_row *parameters;
    size_t parameter_count;
    const ts_particle *particles;
    size_t particle_count;
    const struct vertex_row *vertices;
    size_t vertex_count;
    const struct label_row *labels;
    size_t label_count;
    const int *contacts; /* PDG codes of lines that are no particles, ends with 0; NULL: there are none */
};

extern const struct model_table standard_model;

/* An input: "m_t" with "172.5", "scheme" with "gmu", "complex_masses" with "true". `where`: the front of a
 * message, such as "card.yaml:3:9: model.m_t". */
struct model_setting {
    const char *name, *value, *where;
};

struct ts_model {
    const struct model_table *table;
    const char *scheme;
    ts_particle *particles;
    ts_parameter *parameters;
    ts_vertex *vertices;
    size_t parameter_count, vertex_count;
};

/* The parameter of a name of `length` bytes, or NULL. */
const ts_parameter *model_find(const ts_model *model, const char *name, size_t length);

/* Whether a line is a point, which joins two vertices to one of more legs. It has no propagator, and is no
 * particle that a process may name. */
int model_is_contact(const ts_model *model, int pdg);

/* Makes a model with some inputs; vertices whose couplings are all zero are left out. */
ts_status model_create(ts_context *context, const struct model_table *table,
                       const struct model_setting *settings, size_t setting_count, ts_model **model);

/* The Standard Model with what a card says, and at most two more inputs that stand on no card. */
ts_status model_of_card(ts_context *context, const ts_card *card, const struct model_setting *more,
                        size_t more_count, ts_model **model);

const struct label_row *model_labels(const ts_model *model, size_t *count);

/* Minus the code; the code itself where the particle is its own antiparticle. 0 where there is none. */
int model_antiparticle(const ts_model *model, int pdg);

/* The place of a particle's row by its code of either sign, or -1. */
int model_particle_index(const ts_model *model, int pdg);

#endif

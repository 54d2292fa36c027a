/* Models as tables, and a model with its values. */
#ifndef TESSERA_MODEL_MODEL_H
#define TESSERA_MODEL_MODEL_H

#include "model/colour_words.h"
#include "model/orders.h"
#include "model/structure.h"
#include "tessera/model.h"

/* A number of a text, "h0123456789abcdef". */
enum { MODEL_HASH_BYTES = 20 };
void model_hash(const char *text, size_t bytes, char hash[MODEL_HASH_BYTES]);

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

/* What a row has besides in a model that is read from a file. */
struct vertex_more {
    const short *orders;             /* [order_count] of the table, in place of qcd and qed */
    int continues;                   /* a further term of the vertex before it */
    int structure, colour_structure; /* rows of the table's own; -1: lorentz and colour say all */
    const char *beyond;              /* what of it is not available; NULL: nothing */
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
    char hash[MODEL_HASH_BYTES]; /* of the file that it is from; empty: it is compiled */
    const char *const *schemes;  /* ends with NULL; the first is the usual one */
    const struct parameter_row *parameters;
    size_t parameter_count;
    const unsigned char *widths; /* [parameter_count] formulae of widths, which numbers by name may replace;
                                    NULL: none */
    const ts_particle *particles;
    size_t particle_count;
    const struct vertex_row *vertices;
    size_t vertex_count;
    const struct label_row *labels;
    size_t label_count;
    const int *contacts; /* PDG codes of lines that are no particles, ends with 0; NULL: there are none */
    const char *const *orders; /* names, QCD and QED first; NULL: these two */
    size_t order_count;
    const int *expansions; /* [order_count - 1] the highest power of each that the model is for; NULL: any */
    int weighted;          /* place of the order by which processes are chosen that bound none; 0: QED */
    const struct vertex_more *more; /* [vertex_count]; NULL: nothing */
    const struct structure *structures;
    size_t structure_count;
    const struct colour_words *colours;
    const struct form_row *forms; /* form factors (forms.h); NULL: there are none */
    size_t form_count;
    const struct propagator_row
        *propagators; /* of the model's own (propagators.h), and terms of numerators */
    const struct numerator_row *numerators;
    const int *own_propagators; /* [particle_count] place of each particle's own one plus one, 0: the usual
                                   one, -1: one that cannot be computed; NULL: there are none */
};

/* An input: "m_t" with "172.5", "scheme" with "gmu", "complex_masses" with "true". `where`: the front of a
 * message, such as "card.yaml:3:9: model.m_t". */
struct model_setting {
    const char *name, *value, *where;
};

enum { MODEL_NAME_BYTES = 32 };
struct ts_model {
    const struct model_table *table;
    struct table_file *file;          /* file of the table; NULL: it is compiled */
    char card_hash[MODEL_HASH_BYTES]; /* of its parameter card; empty: there is none */
    unsigned char *mixed; /* [vertex_count] whether a coupling is no power of alpha_s; NULL: all are */
    int *places;          /* hash table of parameters: place + 1 */
    size_t place_room;
    const char *scheme;
    ts_particle *particles;
    ts_parameter *parameters;
    char (*more_names)[MODEL_NAME_BYTES]; /* of couplings that are no rows of the table */
    size_t more_name_count;
    ts_vertex *vertices;
    size_t parameter_count, vertex_count;
    double (
        *slopes)[2]; /* [slope_count][parameter_count] derivatives of parameters; NULL: none is asked for */
    size_t slope_count;
    int whole_vertex; /* while it is made: whether the vertex at hand has a term that is not zero */
};

/* Whether a parameter, and each derivative of it that is asked for, is zero. */
int model_is_zero(const ts_model *model, int parameter);

/* Asks for the derivatives of all parameters by these inputs. A vertex whose coupling is zero and has such a
 * derivative is one of the model then. Structures of a file are taken as they stand there. Inputs that
 * are given, widths of decays among them, do not follow others. TS_ERROR_INPUT where a name is no input, or a
 * mass that it changes is 0, as matrix elements are made without such a mass. */
ts_status model_ask_slopes(ts_context *context, ts_model *model, const char *const *names, size_t count);

/* The derivatives of a particle's mass and width, and of its complex mass, by input number `slope`. */
void model_particle_slopes(const ts_model *model, int pdg, size_t slope, double of_mass[4]);

/* Every setting names an input of the scheme, and none twice. */
ts_status model_check_names(ts_context *context, const struct model_setting *settings, size_t count,
                            const ts_model *model);

/* Makes the vertices of the table, anew. Those whose couplings are zero are left out. */
ts_status model_make_vertices(ts_context *context, ts_model *model);

/* The parameter of a name of `length` bytes, or NULL. */
const ts_parameter *model_find(const ts_model *model, const char *name, size_t length);

/* Whether a line is a point, which joins two vertices to one of more legs. It has no propagator, and is no
 * particle that a process may name. */
int model_is_contact(const ts_model *model, int pdg);
/* A model of a table in a file, which it then owns. Inputs may also stand on a parameter card in SLHA's
 * blocks. NULL: none. */
ts_status model_create_of_file(ts_context *context, const char *path, const char *card,
                               const struct model_setting *settings, size_t setting_count, ts_model **model);

/* Makes a model with some inputs; vertices whose couplings are all zero are left out. */
ts_status model_create(ts_context *context, const struct model_table *table,
                       const struct model_setting *settings, size_t setting_count, ts_model **model);

/* The Standard Model as it is compiled in, with these inputs. */
ts_status model_create_standard(ts_context *context, const struct model_setting *settings,
                                size_t setting_count, ts_model **model);

/* Particle number `index` of the Standard Model, by its name and code alone; NULL behind the last. */
const ts_particle *model_standard_particle(size_t index);

/* The model of a card, that of a file where it names one, with at most two more inputs that stand on no card.
 */
ts_status model_of_card(ts_context *context, const ts_card *card, const struct model_setting *more,
                        size_t more_count, ts_model **model);

/* A number of a name, for the hash table of parameters. */
size_t model_name_hash(const char *name, size_t length);

const struct label_row *model_labels(const ts_model *model, size_t *count);

/* The powers of the couplings in a vertex. */
struct orders vertex_orders(const ts_vertex *vertex);

/* Lowers bounds to the powers that the model is for (from 1 to 98), as MadGraph does. Returns the place of an
 * order of which more was asked for, or -1. */
int model_bound_orders(const ts_model *model, struct orders *most);

/* Lowers bounds as model_bound_orders() does, and warns where more was asked for. */
void model_bound_orders_aloud(ts_context *context, const ts_model *model, struct orders *most);

/* The order whose least power a process has that bounds none: what a model weighs its orders by, or QED. */
int model_default_order(const ts_model *model);

/* The number of helicities of a particle. */
int model_helicities(const ts_particle *particle);

/* Minus the code; the code itself where the particle is its own antiparticle. 0 where there is none. */
int model_antiparticle(const ts_model *model, int pdg);

/* The place of a particle's row by its code of either sign, or -1. */
int model_particle_index(const ts_model *model, int pdg);

#endif

/** @file
 * Models of particle physics: particles, parameters and vertices as tables, with the values that a card gives
 * them. */
#ifndef TESSERA_MODEL_H
#define TESSERA_MODEL_H

#include "card.h"
#include "context.h"
#include "parameter.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A particle and its antiparticle: one row. */
typedef struct ts_particle {
    int pdg;          /**< PDG code of the particle; minus that is the antiparticle's, where there is one */
    const char *name; /**< MadGraph's name: "u" */
    const char *antiname;   /**< "u~"; the same as `name` where the particle is its own antiparticle */
    int spin;               /**< 2 s + 1: 1 scalar, 2 fermion, 3 vector, 5 tensor */
    int colour;             /**< dimension of its representation: 1, 3 or 8; -3 is an antitriplet */
    int charge;             /**< electric charge [e / 3] */
    int baryon;             /**< baryon number [1 / 3] */
    int family;             /**< 1 to 3 where it has the lepton number of electron, muon or tau; else 0 */
    double mass;            /**< [GeV] */
    double width;           /**< [GeV] */
    double complex_mass[2]; /**< [GeV] of internal lines, real and imaginary part: with complex masses the
                             * root of m^2 - i m Gamma, else the mass */
    const char *mass_name, *width_name; /**< parameters that these are; NULL where zero by nature */
    const char *complex_mass_name;      /**< parameter of the complex mass; NULL: the mass */
} ts_particle;

/** The Lorentz structure of a vertex, by the HELAS function of its amplitude (docs/helas.md). */
typedef enum ts_lorentz {
    TS_LORENTZ_IOV,   /**< iovxxx fvixxx fvoxxx jioxxx */
    TS_LORENTZ_IOS,   /**< iosxxx fsixxx fsoxxx hioxxx */
    TS_LORENTZ_VVV,   /**< vvvxxx jvvxxx */
    TS_LORENTZ_W3W3,  /**< w3w3xx jw3wxx */
    TS_LORENTZ_WWWW,  /**< wwwwxx jwwwxx */
    TS_LORENTZ_GGGG,  /**< ggggxx jgggxx, one call a pair of legs */
    TS_LORENTZ_VVS,   /**< vvsxxx hvvxxx jvsxxx */
    TS_LORENTZ_VVSS,  /**< vvssxx hvvsxx jvssxx */
    TS_LORENTZ_VSS,   /**< vssxxx hvsxxx jssxxx */
    TS_LORENTZ_SSS,   /**< sssxxx hssxxx */
    TS_LORENTZ_SSSS,  /**< ssssxx hsssxx */
    TS_LORENTZ_VVSH,  /**< a scalar times the square of a field strength: its part with two vectors */
    TS_LORENTZ_VVVSH, /**< three vectors of that product */
    TS_LORENTZ_TABLE, /**< a structure of the model's own table */
    TS_LORENTZ_KINDS
} ts_lorentz;

/** The colour structure of a vertex; its legs a, b, c in the vertex's order. */
typedef enum ts_colour {
    TS_COLOUR_ONE,   /**< no leg has colour */
    TS_COLOUR_DELTA, /**< delta of the two legs with colour */
    TS_COLOUR_T, /**< T^c from leg 1 (triplet) to leg 2 (antitriplet), c the gluon; tr(T^a T^b) = delta / 2 */
    TS_COLOUR_F, /**< i f^abc = 2 tr(T^a [T^b, T^c]) */
    TS_COLOUR_FF, /**< f^abx f^xcd of ggggxx(a, b, c, d), and the same for (a, c, b, d) and (a, d, b, c) */
    TS_COLOUR_GLUONS, /**< delta^ab of two gluons */
    TS_COLOUR_TABLE,  /**< a structure of the model's own table */
    TS_COLOUR_KINDS
} ts_colour;

enum {
    TS_VERTEX_LEGS = 6,        /**< legs of a vertex, at most */
    TS_MODEL_ORDERS_MOST = 160 /**< names of orders of a model, at most */
};

/** A vertex, or one of several terms of a vertex: rows that follow each other.
 *
 * Legs are particles that come in, in the order in which the HELAS function takes them: a fermion (fi), an
 * antifermion (fo), bosons. What comes in as W+ is what HELAS calls an outgoing W-. */
typedef struct ts_vertex {
    int leg_count;            /**< 3 to 6 */
    int continues;            /**< whether it is a further term of the vertex before it */
    int legs[TS_VERTEX_LEGS]; /**< PDG codes */
    ts_lorentz lorentz;
    ts_colour colour;
    int coupling[2]; /**< places in the list of parameters: left and right of fermions, the two of w3w3xx and
                      * wwwwxx. Else both are the one that the function takes */
    int structure, colour_structure; /**< places in the model's own tables; -1: lorentz and colour say it */
    const char *beyond;              /**< why amplitudes with it cannot be computed; NULL: they can */
    int turns;                       /**< the coupling's factor (-i)^turns */
    short orders[TS_MODEL_ORDERS_MOST]; /**< powers of couplings, by the places of ts_model_orders() */
} ts_vertex;

/** Opaque: a model with its values. */
typedef struct ts_model ts_model;

/** Makes the model of a card: its options `model`, `couplings.alpha` and `couplings.alpha_s`.
 * @param model receives the handle; NULL after a failure
 * @return TS_OK; TS_ERROR_INPUT where an input is unknown, impossible or none of the scheme; TS_ERROR_MEMORY
 */
TS_API ts_status ts_model_create(ts_context *context, const ts_card *card, ts_model **model);

/** Reads a model in FeynRules' Universal Output and writes the text table that the option
 * `model.name` of a card takes. A UFO is a folder and a program. Python 3 runs it, in a process
 * of its own that has no network and limits of time and memory. What was left out of the model is logged.
 * @param folder the UFO
 * @param restriction a restriction card, whose zeros, ones and equal masses are fixed; NULL: none
 * @param out the table, NAME.tsm; it appears whole or not at all
 * @return TS_OK; TS_ERROR_INPUT where the folder is no UFO that can be read; TS_ERROR_COMPILE where python3
 * is not there; TS_ERROR_FILE, TS_ERROR_MEMORY, TS_INTERRUPTED */
TS_API ts_status ts_model_import(ts_context *context, const char *folder, const char *restriction,
                                 const char *out);

/** Frees a model and sets the handle to NULL. */
TS_API void ts_model_destroy(ts_model **model);

/** The name of the model: "sm". */
TS_API const char *ts_model_name(const ts_model *model);

/** The scheme of inputs: "alpha_mz". */
TS_API const char *ts_model_scheme(const ts_model *model);

/** The particles of the model, a row for each with its antiparticle. They live as long as the model.
 * @param count receives their number */
TS_API const ts_particle *ts_model_particles(const ts_model *model, size_t *count);

/** The parameters of the model, likewise: inputs, and what follows from them. */
TS_API const ts_parameter *ts_model_parameters(const ts_model *model, size_t *count);

/** The vertices of the model, likewise. */
TS_API const ts_vertex *ts_model_vertices(const ts_model *model, size_t *count);

/** The names of orders, "QCD" and "QED" first: powers of couplings that a process may bound.
 * @param count receives their number */
TS_API const char *const *ts_model_orders(const ts_model *model, size_t *count);

/** A decay of a particle into two or three others, at tree level. */
typedef struct ts_decay {
    int products[3]; /**< PDG codes; the third is 0 where there are two */
    double width;    /**< [GeV] */
} ts_decay;

/** The decays into two particles that a mass allows, by the vertices of a model of a table. Where there are
 * none they are those into three, by all tree diagrams.
 * @param decays receives the list; free() it. NULL after a failure
 * @return TS_OK; TS_ERROR_INPUT where the model is compiled, the particle unknown, a vertex beyond what
 * can be computed, or a width infinite; TS_ERROR_MEMORY, TS_INTERRUPTED */
TS_API ts_status ts_model_decays(ts_context *context, const ts_model *model, int pdg, ts_decay **decays,
                                 size_t *count);

/** The particle of a PDG code (of either sign), or NULL. */
TS_API const ts_particle *ts_model_particle(const ts_model *model, int pdg);

/** The PDG code of a name such as "u~"; 0: there is none. */
TS_API int ts_model_pdg(const ts_model *model, const char *name);

/** The name of a PDG code: "u~"; "?" where there is none. */
TS_API const char *ts_model_particle_name(const ts_model *model, int pdg);

/** The parameter of a name, or NULL. */
TS_API const ts_parameter *ts_model_parameter(const ts_model *model, const char *name);

/** A form factor of a model's table, by its number from 0 on. In its formula P_1_2 is a product of momenta of
 * a vertex's legs. NULL: there are no more. It lives as long as the model.
 * @param name receives the name that Lorentz structures have of it; may be NULL */
TS_API const char *ts_model_form(const ts_model *model, size_t number, const char **name);

/** The propagator that a model's table gives a particle, as text: "(-Metric(1,2)*x.n0)/(x.d0_0 +
 * x.d0_1*p^2)", whose names are parameters.
 * @param text receives it, cut to `bytes` with its end
 * @return the length of the whole text; 0: the propagator is the usual one of the spin */
TS_API size_t ts_model_propagator(const ts_model *model, int pdg, char *text, size_t bytes);

/** The Lorentz structure of a vertex in the words of a UFO: "Gamma(3,2,1)". NULL: a HELAS function is all of
 * it, or it is beyond what can be computed. It lives as long as the model.
 * @param name receives its name in the table; may be NULL */
TS_API const char *ts_vertex_structure(const ts_model *model, const ts_vertex *vertex, const char **name);

/** The colour structure of a vertex, in the words of a UFO where its table has it: "T(3,2,1)", "f". Never
 * NULL; it lives as long as the model. */
TS_API const char *ts_vertex_colour(const ts_model *model, const ts_vertex *vertex);

/** The name of a Lorentz structure: "iovxxx". Never NULL. */
TS_API const char *ts_lorentz_text(ts_lorentz lorentz);

/** The name of a colour structure: "T", "f f". Never NULL. */
TS_API const char *ts_colour_text(ts_colour colour);

#ifdef __cplusplus
}
#endif
#endif

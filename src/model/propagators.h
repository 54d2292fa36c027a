/* Propagators of a model's own: a sum of structures of two legs, each times a parameter, over a product of
 * polynomials of p^2. The momentum is along the flow of fermion number, from the second leg to the first. */
#ifndef TESSERA_MODEL_PROPAGATORS_H
#define TESSERA_MODEL_PROPAGATORS_H

#include "model/model.h"

enum { PROPAGATOR_FACTORS_MOST = 6, PROPAGATOR_POWERS = 3 };

/* A term of a numerator: a structure of the table's, of one product, times a parameter. */
struct numerator_row {
    int structure;
    const char *factor;
};

struct propagator_row {
    const char *name;
    int spin;         /* 2 s + 1 */
    int first, count; /* terms of the numerator */
    int factors; /* of the denominator: parameters, from the lowest power of p^2 on; NULL: no such power */
    const char *factor[PROPAGATOR_FACTORS_MOST][PROPAGATOR_POWERS];
};

/* A pole of a propagator: p^2 = m^2 - i m Gamma [GeV^2]. */
struct pole {
    double re, im;
};
enum { POLES_MOST = PROPAGATOR_FACTORS_MOST * (PROPAGATOR_POWERS - 1) };

/* The propagator that the model gives a particle itself; NULL: the usual one of its spin. */
const struct propagator_row *model_propagator(const ts_model *model, int pdg);

/* The place of that propagator in the table; -1: the usual one. What else is equal may stand for one another
 * where this is. */
int model_propagator_number(const ts_model *model, int pdg);

/* The poles of a propagator with the model's values, each as often as it counts. Returns how many. */
int propagator_poles(const ts_model *model, const struct propagator_row *propagator,
                     struct pole poles[POLES_MOST]);

/* Whether a pole is that of the particle's own mass and width, to a width. */
int pole_is_of(const struct pole *pole, const ts_particle *particle);

/* Whether what a code names is a particle: its propagator has one pole at its mass. Lines with others,
 * such as those that correct a propagator, cannot stand outside of a diagram. */
int model_is_particle(const ts_model *model, int pdg);

/* Whether a line has a pole at p^2 = 0: it is without mass, or its own propagator has such a pole, whatever
 * the particle's mass. */
int model_line_is_massless(const ts_model *model, int pdg);

/* Whether a line has a pole at a real mass [GeV], where what it decays into makes a cross section infinite.
 * That of the particle has no width, or its own propagator has none there. */
int model_line_is_stable(const ts_model *model, int pdg);

/* The power of energy in a numerator's parameter, where the denominator's highest powers have none. */
int numerator_dimension(const ts_model *model, const struct propagator_row *propagator, int number);

/* The highest power of p^2 in a factor of the denominator. */
int denominator_degree(const struct propagator_row *propagator, int factor);

#endif

/* One squared matrix element on a device, at momenta that each have an alpha_s of their own. */
#ifndef TESSERA_REWEIGHT_ELEMENT_H
#define TESSERA_REWEIGHT_ELEMENT_H

#include "amplitude/tree.h"
#include "reweight/kinds.h"
#include "subprocess/subprocess.h"

/* The squared matrix element of a group of subprocesses, with all helicities or one choice of them; or with
 * each choice apart. */
struct element {
    const struct subprocess_group *group;
    const struct subprocess_list *list;
    signed char helicity[LEGS_MOST]; /* of the group's legs */
    int apart;                       /* whether choices have values of their own */
    struct element *by_choice;       /* the element with these; NULL: nobody has asked */
    struct tree tree;
    struct tree_engine engine; /* once there was an event of it */
    int least, nodes;          /* |M|^2 is u^least, or u^(2 least), times a polynomial with so many terms */
    int by_root;               /* u is the ratio of g_s, not of alpha_s */
    int fixed;                 /* alpha_s is the model's */
    double alpha_s;            /* of the model */
    double unit;               /* GeV, a power of two near the energy of each final particle */
    size_t found;              /* events of the sample at hand */
};

/* Makes an element with the group, list and helicities that `said` has, apart or not. `energy`: GeV, of its
 * first event. Bits of values depend on it, and not on who has which events. */
ts_status element_create(ts_context *context, const ts_model *model, const struct element *said,
                         double energy, struct element **made);
void element_destroy(struct element *element);

/* Whether |M|^2 has several powers of alpha_s, so that values of unlike alpha_s are no multiples. */
int element_is_mixed(const struct element *element);

/* How many values a point has. */
size_t element_width(const struct element *element);

/* Values at points whose momenta (E, px, py, pz of each leg) and alpha_s are given: [points][width].
 * `varies`: whether an element that is mixed has unlike alpha_s, at these points or any that they are some
 * of. Bits depend on it. */
ts_status element_evaluate(ts_context *context, struct device *device, struct element *element,
                           const double *momenta, const double *alpha_s, int varies, size_t points,
                           double *values);

#endif

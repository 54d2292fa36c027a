/* Evolution of parton densities at leading order, in x space.
 *
 * G. Altarelli, G. Parisi, Nucl. Phys. B 126 (1977) 298: with dt = alpha_s /
 * (2 pi) d log Q^2, every quark and antiquark obeys dq/dt = Pqq q + Pqg g. The
 * gluon obeys dg/dt = Pgg g + Pgq sum(q), products being convolutions. */
#ifndef TESSERA_PDF_EVOLUTION_H
#define TESSERA_PDF_EVOLUTION_H

#include "tessera/context.h"

#include <stddef.h>

/* The densities that are carried. Strange, charm and bottom stand for a quark as
 * for its antiquark, and the valence is the quark's minus the antiquark's. */
enum evolved {
    EVOLVED_GLUON,
    EVOLVED_UP_VALENCE,
    EVOLVED_DOWN_VALENCE,
    EVOLVED_UP_SEA,
    EVOLVED_DOWN_SEA,
    EVOLVED_STRANGE,
    EVOLVED_CHARM,
    EVOLVED_BOTTOM,
    EVOLVED_COUNT
};

/* A grid of points in x with the splitting functions as matrices on it. */
struct evolution {
    size_t count;
    double *x;       /* [count] ascending, from the lowest x to near 1 */
    double *kernels; /* [count][count][4] qq, qg, gq, gg without its part with n_f */
    double lowest_u, step;
};

/* Makes the grid and the matrices. */
ts_status evolution_create(ts_context *context, double lowest_x, struct evolution *evolution);

void evolution_destroy(struct evolution *evolution);

/* Evolves density[count][EVOLVED_COUNT], x f at the grid's points, by the time t
 * with so many flavours. */
ts_status evolution_advance(ts_context *context, const struct evolution *evolution, int flavours, double time,
                            double (*density)[EVOLVED_COUNT]);

/* A density between the points of the grid. */
double evolution_value(const struct evolution *evolution, double (*density)[EVOLVED_COUNT],
                       enum evolved which, double x);

/* The time in which the one-loop coupling goes from one value to another. */
double evolution_time(int flavours, double alpha_s_from, double alpha_s_to);

#endif

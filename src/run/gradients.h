/* What derivatives of a squared matrix element are taken by. */
#ifndef TESSERA_RUN_GRADIENTS_H
#define TESSERA_RUN_GRADIENTS_H

#include "tessera/context.h"
#include "tessera/status.h"

#include <stddef.h>

enum { GRADIENTS_MOST = 256 };

/* "m_t,p,alpha_s": names of inputs, and p for all components of momenta. */
struct gradient_list {
    char *text;
    const char *names[GRADIENTS_MOST]; /* of the inputs */
    size_t count;
    size_t before; /* inputs in front of p */
    int momenta;   /* whether there is p */
};

ts_status gradient_list_read(ts_context *context, const char *text, struct gradient_list *list);
void gradient_list_free(struct gradient_list *list);

/* Columns of a point of so many particles. */
size_t gradient_columns(const struct gradient_list *list, size_t particles);

/* Puts the columns of a point, inputs first and momenta behind them, into the order of the list. */
void gradient_order(const struct gradient_list *list, size_t particles, double *columns);

#endif

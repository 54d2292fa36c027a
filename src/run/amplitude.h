/* Squared matrix elements that are asked for one by one: of any tree-level process of the model
 * (src/amplitude/), with their derivatives. */
#ifndef TESSERA_RUN_AMPLITUDE_H
#define TESSERA_RUN_AMPLITUDE_H

#include "process/family.h"
#include "tessera/model.h"

#include <stddef.h>

/* The model of the settings: of their card and couplings. */
ts_status amplitude_model(ts_context *context, const ts_amplitude_settings *settings, ts_model **model);

/* ts_amplitude_evaluate() for processes of no family. `particles`: of each point. */
ts_status amplitude_tree_evaluate(ts_context *context, const char *process, size_t particles,
                                  const struct amplitude_request *request, double *values,
                                  ts_amplitude_info *info);

/* amplitude_key.c. What says whether an amplitude that was prepared serves again. */

/* For how many points launches on a CPU are made, where so many are asked for: a power of two. */
size_t amplitude_launch(size_t points);

/* A text of all that an amplitude of the recursion is made of, its points aside; to be freed. NULL: memory
 * lacks, or it depends on a file that is not known. */
char *amplitude_key(const char *process, size_t particles, const struct amplitude_request *request);

/* gradients.c. What derivatives of a squared matrix element are taken by. */

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

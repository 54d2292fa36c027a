/* When more evaluations would not bring an integral nearer to the error that is asked for. */
#ifndef TESSERA_CUBATURE_ENDS_H
#define TESSERA_CUBATURE_ENDS_H

#include "cubature/state.h"
#include "cubature/work.h"

/* Errors of all components as they were, a row for each doubling of the evaluations of the result. */
struct past {
    int count;
    size_t components;
    double *rows; /* [PAST_MOST][1 + components]: evaluations, errors */
};

enum { PAST_MOST = 64 };

ts_status past_create(ts_context *context, size_t components, struct past *past);
void past_free(struct past *past);

/* Notes the errors that the result has after so many evaluations of it. */
void past_note(struct cubature_work *work, double evaluations);

/* What a state keeps of them. */
void past_fields(struct state_io *io, struct past *past);

/* Whether the result of this level, or of these sweeps, will hardly become what is asked for. Its error may
 * be that of rounding, or what is asked for below that. Its value may be zero as far as anybody can see. Its
 * error may have ceased to fall. Or it is small enough, and what speaks against it will not go away. */
int is_hopeless(const struct cubature_work *work);

/* Whether sweeps of a warm-up, one after the other and long by now, have found no value. That is so where
 * their heaviest evaluation alone makes it. */
int is_out_of_reach(const struct cubature_work *work);
void object_to_out_of_reach(struct cubature_work *work);

/* Makes why the objection, in place of others, but for one that will not go away. */
void object_to_hopeless(struct cubature_work *work);

#endif

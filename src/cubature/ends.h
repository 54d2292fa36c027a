/* When more evaluations would not bring an integral nearer to the error that is asked for. */
#ifndef TESSERA_CUBATURE_ENDS_H
#define TESSERA_CUBATURE_ENDS_H

#include "cubature/work.h"

/* Whether the result of this level, or of these sweeps, will hardly become what is asked for. Its error may
 * be that of rounding; its value may be zero as far as anybody can see; its error may have ceased to fall. */
int is_hopeless(const struct cubature_work *work);

/* Whether sweeps of a warm-up, one after the other and long by now, have found no value. That is so where
 * their heaviest evaluation alone makes it. */
int is_out_of_reach(const struct cubature_work *work);
void object_to_out_of_reach(struct cubature_work *work);

/* Makes why the objection, in place of others. */
void object_to_hopeless(struct cubature_work *work);

#endif

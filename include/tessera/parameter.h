/** @file
 * Couplings, masses and widths: one list of named values for cards, models, results and kernels. */
#ifndef TESSERA_PARAMETER_H
#define TESSERA_PARAMETER_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where the value of a parameter comes from. */
typedef enum ts_parameter_role {
    TS_PARAMETER_INPUT,   /**< from the card; its formula is the default */
    TS_PARAMETER_DERIVED, /**< from its formula */
    TS_PARAMETER_COUPLING /**< from its formula; vertices name it */
} ts_parameter_role;

/** A parameter with its value. Its texts live as long as the library, or as the model that it is of. */
typedef struct ts_parameter {
    const char *name;
    const char *unit;    /**< "GeV", or "" */
    const char *formula; /**< how it follows from those before it; NULL: it does not */
    const char *meaning; /**< a phrase, or "" */
    ts_parameter_role role;
    int given;     /**< whether the card gave it */
    double re, im; /**< value; re is NAN where it changes from event to event, im is zero but where complex
                        masses or a phase enter */
} ts_parameter;

enum { TS_COUPLINGS_MOST = 64 /**< parameters in the list of a result */ };

/** The parameter of a name in a list of so many, or NULL. */
TS_API const ts_parameter *ts_parameter_find(const ts_parameter *list, size_t count, const char *name);

/** The real part of its value; NAN where there is none of the name. */
TS_API double ts_parameter_value(const ts_parameter *list, size_t count, const char *name);

#ifdef __cplusplus
}
#endif
#endif

/* Flows that the words of a model's own colour structure join. */
#ifndef TESSERA_COLOUR_FLOW_WORDS_H
#define TESSERA_COLOUR_FLOW_WORDS_H

#include "colour/flow.h"

/* As flow_join(). */
int flow_join_words(const struct colour_words *words, int out, const struct flow *const *children, int count,
                    int leading, struct flow_term terms[FLOW_TERMS]);

#endif

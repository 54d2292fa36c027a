/* Flows that the words of a model's own colour structure join. */
#ifndef TESSERA_COLOUR_FLOW_WORDS_H
#define TESSERA_COLOUR_FLOW_WORDS_H

#include "colour/flow.h"

/* As flow_join(), before junctions are multiplied; those of the words have the first numbers. */
int flow_join_words(const struct colour_words *words, int out, const struct flow *const *children, int count,
                    int rules, struct flow_term terms[FLOW_TERMS]);

#endif

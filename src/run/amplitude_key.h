/* What says whether an amplitude that was prepared serves again. */
#ifndef TESSERA_RUN_AMPLITUDE_KEY_H
#define TESSERA_RUN_AMPLITUDE_KEY_H

#include "process/family.h"

/* For how many points launches on a CPU are made, where so many are asked for: a power of two. */
size_t amplitude_launch(size_t points);

/* A text of all that an amplitude of the recursion is made of, its points aside; to be freed. NULL: memory
 * lacks, or it depends on a file that is not known. */
char *amplitude_key(const char *process, size_t particles, const struct amplitude_request *request);

#endif

/* Names that MadGraph has for what a model calls otherwise, for "did you mean". */
#ifndef TESSERA_MODEL_MADGRAPH_H
#define TESSERA_MODEL_MADGRAPH_H

#include <stddef.h>

/* The PDG code of a particle by MadGraph's name of it, such as ul~ or go; 0: no particle of supersymmetry has
 * this name there. */
int madgraph_particle(const char *name);

/* A parameter's name without the prefix that MadGraph gives all of them, mdl_. */
const char *madgraph_bare(const char *name);

/* Which of `names` is what MadGraph's name of a parameter stands for, with what is to be said of it; NULL:
 * none. Capitals have no part. */
const char *madgraph_parameter(const char *name, const char *const *names, size_t count);

#endif

/* Process strings: "g g > g g g". */
#ifndef TESSERA_PROCESS_PARTICLES_H
#define TESSERA_PROCESS_PARTICLES_H

#include "core/context.h"

#include <stddef.h>

enum { MOST_PARTICLES = 16, INCOMING = 2 };

/* A jet and a quark of any flavour: codes that PDG leaves to programs. */
enum { PDG_JET = 90, PDG_QUARK = 91 };

struct particle_list {
    int count;               /* incoming and outgoing */
    int pdg[MOST_PARTICLES]; /* incoming first */
};

/* Reads a process string. On failure `sentence` says what is wrong and what
 * would be right; else it is "". */
void particles_parse(const char *text, struct particle_list *list, char *sentence, size_t bytes);

/* The PDG code of a name that is known here, p and p~ too; 0: it is none. */
int particles_pdg(const char *name);

/* The name of a particle that is known here. */
const char *particles_name(int pdg);

/* Whether each is a particle of the model, none a label such as p or j. */
int particles_are_definite(const struct particle_list *list);

/* Writes the string in its normal form: one space between names. */
void particles_print(const struct particle_list *list, char *text, size_t bytes);

#endif

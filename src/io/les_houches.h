/* How events look in the files that follow the Les Houches accords, as text or as tables.
 *
 * E. Boos et al., hep-ph/0109068. The partons that meet come first; where nothing came out of the beams (e+
 * e- collisions whose events shower) the beams themselves do. */
#ifndef TESSERA_IO_LES_HOUCHES_H
#define TESSERA_IO_LES_HOUCHES_H

#include "io/event.h"

/* What the accords have for what comes in, the numbers of colour lines, and what is not known. Last, weights
 * whose mean is the cross section and which may be negative. */
enum {
    LES_HOUCHES_INCOMING = -1,
    LES_HOUCHES_LINES_FROM = 500,
    LES_HOUCHES_UNKNOWN = -1,
    LES_HOUCHES_MEAN = -4
};

/* What stands in a text of XML for each of these bytes. */
extern const char les_houches_escaped[];
extern const char *const les_houches_escapes[];

/* The whole numbers of a particle: ISTUP, MOTHUP and ICOLUP. */
struct les_houches_particle {
    int status, mothers[2], colours[2];
};

/* The place in the event of the first particle that such a file lists. */
int les_houches_first(const struct event *event);

/* A particle of an event whose list in the file begins at place `first`. */
struct les_houches_particle les_houches_particle(const struct event_particle *particle, int first);

/* An event's own value where it has one, else the run's, else LES_HOUCHES_UNKNOWN. */
double les_houches_known(double value, double of_run);

#endif

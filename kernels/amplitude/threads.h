/* How many registers the currents of an event take, and when they are too many for one thread: for kernels,
 * and for the host that chooses how many threads share an event. */
#ifndef TESSERA_AMPLITUDE_THREADS_H
#define TESSERA_AMPLITUDE_THREADS_H

/* 32-bit words of the currents and their contractions (recursion_vertices.h). A thread of a GPU has 255. */
#define CURRENT_WORDS(gluons, is_double, is_complex) \
    (5 * ((gluons)-1) * (gluons) / 2 * (1 + (is_double)) * (1 + (is_complex)))
#define CURRENT_WORDS_MOST 230

/* Threads that share an event where they do not fit, and of their group: few, so that the memory of many
 * groups fits a multiprocessor's. */
#define CURRENT_TEAM 4
#define CURRENT_GROUP 32

#endif

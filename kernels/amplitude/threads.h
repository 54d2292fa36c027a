/* What `auto` takes: the form of the recursion, and how many threads of a GPU share an event, as measured
 * (docs/decisions.md, `tessera bench threads`). For kernels, and for the host that chooses. */
#ifndef TESSERA_AMPLITUDE_THREADS_H
#define TESSERA_AMPLITUDE_THREADS_H

/* With four-gluon vertices (4) or tensors in their place (3): amplitude/gluons.h. On every device alike, so
 * that all have the same bits; on the CPU they are equal from n = 12 on. */
#define GLUON_RECURSION_AUTO(gluons, is_complex) ((gluons) >= 13 && !(is_complex) ? 3 : 4)

/* Up to how many gluons a thread of a GPU has an event to itself. */
#define GLUON_ALONE_MOST(is_double, is_complex) \
    ((is_double) && (is_complex) ? 7 : (is_double) || (is_complex) ? 10 : 12)

/* 32-bit words of the currents and their contractions (recursion_vertices.h). A thread of a GPU has 255
 * registers, and nearly as many words again are well kept in its local memory. Up to CURRENT_WORDS_MOST loops
 * are unrolled. */
#define CURRENT_WORDS(gluons, is_double, is_complex) \
    (5 * ((gluons)-1) * (gluons) / 2 * (1 + (is_double)) * (1 + (is_complex)))
#define CURRENT_WORDS_MOST 460

/* Threads on a multiprocessor that registers leave room for, where one has an event to itself. Those of few
 * gluons have some to spare, and more threads hide what each waits for. Measured for real currents in single
 * precision. */
#define CURRENT_THREADS(words) ((words) <= 140 ? 512 : (words) <= 180 ? 384 : 256)

/* Threads that share an event where they do not fit, at least this many. There
 * are as many as keep the events of CURRENT_GROUP threads, a group then,
 * within CURRENT_BYTES. Groups are small so that many of them fit a
 * multiprocessor's memory. */
#define CURRENT_TEAM 4
#define CURRENT_GROUP 32
#define CURRENT_BYTES 32768

/* Scalars of an event in the memory of a group: momenta, then a current and `partner` numbers more of each
 * segment (1 in recursion_vertices.h, 6 in recursion_tensor.h). */
#define EVENT_SCALARS(gluons, is_complex, partner) \
    (4 * (gluons) + (1 + (is_complex)) * (4 + (partner)) * ((gluons)-1) * (gluons) / 2)

#endif

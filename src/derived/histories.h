/* The histories of a group of subprocesses: which of its legs may be put together, and what comes of it. They
 * are a table of states for kernels (kernels/process/clustering_layout.h).
 *
 * A state is a partition of the legs into blocks, each a particle that flows on. Two blocks may become one
 * where a diagram of the group has both lines of all blocks and that of the new one. Of several diagrams
 * those of the highest power of g_s count. A new line that may be several particles is the one whose vertex
 * has the most of it, then the widest. */
#ifndef TESSERA_DERIVED_HISTORIES_H
#define TESSERA_DERIVED_HISTORIES_H

#include "amplitude/graph.h"

#include <stdint.h>

/* A group whose graph stands. */
struct histories_setting {
    const struct graph *graph;
    struct orders most; /* of the whole amplitude */
    int strong;         /* the highest power of g_s */
    double unit;        /* GeV that a kernel's unit of energy is */
};

/* The tables, and the highest power of g_s in a vertex of them. */
struct history_tables {
    uint32_t *words; /* [word_count]; NULL: there are none */
    size_t word_count;
    double *kinds; /* [kind_count] */
    size_t kind_count;
    int powers;
};

/* Makes the tables; both are to be freed. TS_ERROR_INPUT where there are more states than a table may have,
 * TS_ERROR_MEMORY. */
ts_status histories_create(ts_context *context, const struct histories_setting *setting,
                           struct history_tables *tables);

#endif

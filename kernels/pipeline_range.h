/* What a batch of the pipeline on a GPU covers. Its numbers of 64 bits are handed over by value, for the
 * kernels that read them and the host that writes them. */
#ifndef TESSERA_PIPELINE_RANGE_H
#define TESSERA_PIPELINE_RANGE_H

#define PIPELINE_RANGE(X)                                      \
    X(seed)                                                    \
    X(first_event) /* number of the iteration's first event */ \
    X(first_cube)  /* of the batch */                          \
    X(cubes)       /* of the batch */                          \
    X(cubes_per_axis)                                          \
    X(samples)  /* events in each sub-cube, at least two */    \
    X(capacity) /* events that the scratch memory has room for */

/* Counts of a batch in the memory `survivors`. */
enum {
    SURVIVING,
    IN_DOUBT,
    PASSING,         /* the cuts, where events that do not are weighed too */
    SHOWERED,        /* taken to shower, and one more for each thread that found none left */
    SHOWERED_OTHERS, /* second configurations, taken likewise */
    LIMITED,         /* from here on: as totals_layout.h has them */
    EXCEEDED,
    CAPPED,
    VETOED,
    UNORDERED,
    UNCLUSTERED,
    WEIGHTLESS,
    SURVIVOR_COUNTS
};

#ifdef GPU
#define FIELD(name) uint64 name;
typedef struct pipeline_range {
    PIPELINE_RANGE(FIELD)
} pipeline_range;
#undef FIELD
#endif

/* What the host has to know of a program, in the order that pipeline_facts writes it. */
#define PIPELINE_FACTS(X)                                                                         \
    X(row_count)    /* scalars that the scratch memory has for each survivor */                   \
    X(fill_count)   /* histogram entries of an event */                                           \
    X(state_count)  /* scalars of an event's state */                                             \
    X(axis_count)   /* axes of the grid */                                                        \
    X(event_rows)   /* scalars of an event that showers; 0 where none does */                     \
    X(variations)   /* weights of an event beside its own */                                      \
    X(square_group) /* threads of a group that makes squared amplitudes by teams; 0: none does */ \
    X(square_bytes) /* bytes of memory that it has */

#endif

/* Single events of an integrand, from the device. They are numbered as an iteration of one sub-cube an axis
 * would have them, with the grid as the integral left it (kernels/event/list.h). In mixed precision, or with
 * a second stage, they are made in double. Channels with the same program share a list. */
#ifndef TESSERA_EVENTS_SINGLE_EVENTS_H
#define TESSERA_EVENTS_SINGLE_EVENTS_H

#include "device/host_memory.h"
#include "device/many/many.h"
#include "events/events.h"
#include "integrate/integrate.h"

/* What the lists of a sum share. Where a device is several (device/many) each makes its part of the events.
 */
struct event_shared {
    size_t part_count;
    struct event_shared_part {
        struct device_buffer *buffer; /* the grids of all integrals, and behind them the integrands' tables */
        struct device_buffer *request, *rows; /* of the kernels, as large as a launch has needed so far */
        uint32_t *words;                      /* of the request, on the host */
        size_t word_room;
    } parts[MANY_MOST];
    uint32_t tables;           /* where these begin behind the grids */
    struct host_memory values; /* of the rows of all parts, on the host */
    int threads;               /* of the CPU */
};

struct single_events {
    size_t part_count;
    struct single_events_part {
        struct device_program *program;
        struct device_buffer *parameters;
        int row_count;                              /* of an event on the device */
        int weigh_rows;                             /* as below */
        uint32_t events_of_item, events_of_squares; /* the latter 0: weights are made in one piece */
        struct map_groups squares;                  /* of the kernel that makes |M|^2 of those ahead */
    } parts[MANY_MOST];
    uint64_t seed;
    int wide;             /* double precision */
    size_t channel_count; /* channels that share the program, */
    double *units;        /* [channel_count], of their integrals [pb], */
    uint32_t *grids;      /* [channel_count], and where their grids begin in the shared buffer */
    int record_rows;      /* of an event's record, which come first on the device: */
    int extra_rows;       /* the last of these, behind the particles: variations, then values of histograms */
    int weigh_rows;     /* of an event that is weighed alone; more than one: in two kernels, as a GPU does */
    int particles;      /* of a record, at most */
    int configurations; /* of an event: its weight is their size, and it has a record of each */
    int showers;        /* whether events shower: records are then of one channel at a time */
    double seconds_compile;
};

/* A run of events of one channel of a list, numbers `first` and on. */
struct event_span {
    uint32_t channel, count;
    uint64_t first;
};

/* An event whose record is wanted, and its place among those that are handed out. */
struct event_wanted {
    uint32_t channel, place;
    uint64_t number;
};

/* Puts all grids of a sum, and the tables that its integrands share, on the device. event_shared_destroy()
 * frees it, also after a failure. */
ts_status event_shared_create(ts_context *context, struct device *device, const struct integrand *integrands,
                              const struct integral *parts, size_t count, int threads,
                              struct event_shared *shared);
void event_shared_destroy(struct event_shared *shared);

/* The program of an integrand's events, whose text is written to `source`. */
struct program_text single_events_program(const struct integrand *integrand, struct source *source);

/* Compiles the kernels of `count` integrands with one text, whose grids begin at grids[] of what is shared.
 * single_events_destroy() frees the list, also after a failure. */
ts_status single_events_create(ts_context *context, struct device *device,
                               const struct integrand *const *integrands, const size_t *grids, size_t count,
                               uint64_t seed, struct single_events *list);
void single_events_destroy(struct single_events *list);

/* Begins to weigh the events of all runs. A GPU returns at once. */
ts_status single_events_begin(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_span *runs, size_t run_count);

/* Waits for what was last begun, with the same arguments: the weights in pb, one behind the other; 0 of
 * events that are cut. Nothing else may be asked of what shares memory with the list in between. */
ts_status single_events_weights(ts_context *context, const struct single_events *list,
                                struct event_shared *shared, const struct event_span *runs, size_t run_count,
                                double *weights);

/* Both in one. */
ts_status single_events_weigh(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_span *runs, size_t run_count,
                              double *weights);

/* The records of events, channel by channel, in each with rising numbers that lie less than 2^32 apart. Row r
 * of an event goes to records[place * stride + r], scalars as the list has them; its weight has no meaning.
 */
ts_status single_events_record(ts_context *context, struct single_events *list, struct event_shared *shared,
                               const struct event_wanted *wanted, uint32_t count, void *records,
                               size_t stride);

/* Bytes of a scalar of a record. */
size_t single_events_scalar(const struct single_events *list);

#endif

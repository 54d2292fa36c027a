/* The device interface: one table of functions per backend.
 *
 * A backend holds buffers of its device's memory, compiles the text of a program
 * (program/program.h) and runs two things. They are the pipeline of an integrand over a range
 * of sub-cubes, and a kernel over a range of items (kernels/map.h). A new backend is a new
 * folder beside cpu/ and a row in backends[] (device.c); docs/backends.md leads through
 * one. */
#ifndef TESSERA_DEVICE_DEVICE_H
#define TESSERA_DEVICE_DEVICE_H

#include "core/context.h"
#include "cubature/launch.h"
#include "pipeline_launch.h"
#include "tessera/device.h"

#include <stddef.h>
#include <stdint.h>

/* What every backend's device, buffer and program begin with. */
struct device {
    const struct device_backend *backend;
    struct device_keep *keep; /* where a context keeps it open (keep.h); NULL: none does */
    int uses;                 /* times that it was opened and not yet closed */
    char description[128];    /* "cpu: AMD EPYC, 2 threads, AVX-512" */
    int has_double;           /* whether it computes in double precision */
    size_t constant_most;     /* bytes that a program's parameters may have; 0: there is no limit */
    unsigned lanes;           /* along which things go side by side; 0: one goes after the other */
};

/* Lanes that a device may have. What is asked of buffers in lane 0 waits for all that was asked before, and
 * all that is asked later waits for it. In another lane things are done in order, beside those of others. A
 * pipeline goes along the lane of its totals, a refinement along that of its sums. */
enum { DEVICE_LANES = 16 };

struct device_buffer {
    struct device *device;
    size_t bytes;
    unsigned lane; /* below the device's number of them; 0 in one that was just created */
};

struct device_program {
    struct device *device;
    size_t lanes; /* of the items of its kernels: how many elements one item covers */
    char *key;    /* what it is found by where its device is kept (keep.h); NULL: it is not */
};

/* A program as text: constants, then #includes of kernels. */
struct program_text {
    const char *text;
    int double_precision;
    int mixed;              /* a pipeline in single precision that repeats events in doubt in double */
    int with_events;        /* one program serves the pipeline of an integrand and its events, on a CPU */
    size_t group_most;      /* threads of a GPU's group, at most; 0: as the device likes */
    double compile_seconds; /* expected of the CPU's compiler; 0: not known */
    const char *file;       /* NULL, or where the CPU finds it compiled (program_open_file()) */
    enum program_kind {
        PROGRAM_MAPS,     /* kernels over items */
        PROGRAM_PIPELINE, /* an integrand of two stages (kernels/integrand.h), with the pipeline that drives
                             it */
        PROGRAM_EVENTS,   /* an integrand's events one by one: kernels over items (kernels/event/list.h) */
        PROGRAM_CUBATURE  /* an integrand of a user's (kernels/cubature/integrand.h) */
    } kind;
};

/* Of a kernel over items whose groups of threads share memory on a GPU (LOCAL_LARGE): threads of a group, and
 * bytes of that memory. Other devices pay no heed. Without threads: a group as the program has it, and none.
 */
struct map_groups {
    size_t threads, bytes;
};

/* What the pipeline of a program reads and adds to. Scalars are of the program's
 * precision. What an integrand lacks is NULL. */
struct pipeline_buffers {
    struct device_buffer *parameters; /* struct parameters */
    struct device_buffer *tables;     /* of the integrand, one behind the other */
    struct device_buffer *grid;       /* [DIMENSIONS][GRID_BINS][2]: edges and widths */
    struct device_buffer *binnings;   /* struct binning[histograms] */
    struct {
        struct device_buffer *parameters, *tables, *grid;
    } wide;                             /* of a program in mixed precision, the same in double */
    struct device_buffer *totals;       /* int64: kernels/totals_layout.h, bins of histograms behind */
    size_t bins;                        /* of all histograms */
    struct device_buffer *refinement;   /* int64 [DIMENSIONS][GRID_BINS]: sums of v^2 */
    int follows_accepted;               /* as many numbers of accepted events stand behind these, and the grid
                                           learns from means */
    struct device_buffer *every_weight; /* NULL, or the weight of each event; one device only */
};

/* A C function of many points (ts_function_batch), with what it is handed. */
struct batch_function {
    int (*function)(size_t points, const double *x, double *f, void *data);
    double *(*memory)(double *kept, size_t numbers, void *data); /* NULL, or ts_batch_memory */
    void *data;
};

/* What a program of cubature finds on the device. */
struct cubature_buffers {
    struct device_buffer *parameters, *data; /* struct parameters; arrays and tables */
    struct device_buffer
        *grid; /* as that of the pipeline, and a spline behind it (kernels/cubature/smooth.h) */
    struct device_buffer *scales;     /* [components]: v = w * scale; then [components] factors (weigh.h) */
    struct device_buffer *directions; /* uint64 [sets][dimensions][SOBOL_NUMBERS] */
    struct device_buffer *best;       /* another grid */
    struct device_buffer *totals;     /* int64: kernels/cubature/sweep.h */
    struct device_buffer *refinement; /* int64 [dimensions][bins] */
    struct device_buffer *strata;     /* STRATA_LENGTH scalars: kernels/cubature/strata_table.h */
    struct device_buffer *spread;     /* int64 of each sub-cube of theirs */
    struct device_buffer *shown;      /* SHOWN_LENGTH() scalars (cubature/sweep.h) */
    size_t dimensions, components;
    const struct batch_function *batch; /* NULL, or what a program with CUBATURE_BATCH is there for */
};

struct device_backend {
    const char *name;
    int compiles_beside; /* whether several threads may compile at a time */

    /* Writes at most `room` descriptions, returns how many devices there are. */
    size_t (*list)(ts_device_info *list, size_t room);

    /* `selector` is what follows the backend's name: "" or ":1". */
    ts_status (*open)(ts_context *context, const char *selector, int threads, struct device **device);
    void (*close)(struct device *device);

    /* Memory of the device; `data` NULL leaves it without meaning. */
    ts_status (*buffer_create)(ts_context *context, struct device *device, size_t bytes, const void *data,
                               struct device_buffer **buffer);
    void (*buffer_destroy)(struct device_buffer *buffer);
    ts_status (*buffer_write)(ts_context *context, struct device_buffer *buffer, const void *data);
    ts_status (*buffer_clear)(ts_context *context, struct device_buffer *buffer); /* all bytes zero */
    /* The first bytes of a buffer are written or read. */
    ts_status (*buffer_read)(ts_context *context, struct device_buffer *buffer, void *data, size_t bytes);
    ts_status (*buffer_copy)(ts_context *context, struct device_buffer *to, const struct device_buffer *from);
    /* A buffer's bytes, where the host's memory is the device's. NULL: it is not. */
    const void *(*buffer_bytes)(const struct device_buffer *buffer);

    /* Whole numbers of which each part of the device has its own sums. Reads what they add up to, and writes
     * so that they add up to that. NULL: the device has one part, and a buffer is read as it is. */
    ts_status (*sums_read)(ts_context *context, struct device_buffer *buffer, int64_t *sums);
    ts_status (*sums_write)(ts_context *context, struct device_buffer *buffer, const int64_t *sums);

    ts_status (*compile)(ts_context *context, struct device *device, const struct program_text *text,
                         struct device_program **program, double *compile_seconds);
    void (*release)(struct device_program *program);

    /* Runs the pipeline over sub-cubes [first, first + count) of an iteration. Adds to the totals, which the
     * caller has cleared (totals_clear()), and, where the iteration refines, to the refinement. */
    ts_status (*integrate)(ts_context *context, struct device_program *program,
                           const struct pipeline_iteration *iteration, const struct pipeline_buffers *buffers,
                           uint64_t first, uint64_t count);

    /* Refines the grid by the refinement (kernels/vegas_refine.h). */
    ts_status (*refine)(ts_context *context, struct device_program *program,
                        const struct pipeline_buffers *buffers, double damping);

    /* A sweep of cubature over units [first, first + count), and the refinement of its grid. The first adds
     * to the totals, which the caller has cleared, and to the refinement. The second leaves both cleared,
     * and the grid as it was in `best`, if that is to be kept. */
    ts_status (*sweep)(ts_context *context, struct device_program *program,
                       const struct cubature_sweep *sweep, const struct cubature_buffers *buffers,
                       uint64_t first, uint64_t count);
    ts_status (*sweep_refine)(ts_context *context, struct device_program *program,
                              const struct cubature_buffers *buffers, const struct cubature_refinement *how);

    /* Pages of the host's memory that the device copies into fastest; NULL: there are none. Where a device
     * knows of none it has no such functions. */
    void *(*pages_create)(struct device *device, size_t bytes);
    void (*pages_destroy)(struct device *device, void *pages);

    /* Waits for all that was asked for. NULL: nothing goes on behind a call. */
    ts_status (*wait)(ts_context *context, struct device *device);

    /* Runs the kernel `name` over items [0, count). A GPU returns at once; what reads its buffers waits. */
    ts_status (*map)(ts_context *context, struct device_program *program, const char *name,
                     struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS],
                     uint64_t count);
};

/* Opens "cpu", "opencl:0.1", ...; NULL is the default device. threads 0: all. What is closed and released the
 * context may keep (keep.h). */
ts_status device_open(ts_context *context, const char *name, int threads, struct device **device);
void device_close(struct device **device);

/* The rest forwards to the device's backend. What is destroyed may be NULL and is set to it;
 * a buffer is written and read whole. */
ts_status device_buffer_create(ts_context *context, struct device *device, size_t bytes, const void *data,
                               struct device_buffer **buffer);
void device_buffer_destroy(struct device_buffer **buffer);
ts_status device_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data);
ts_status device_buffer_clear(ts_context *context, struct device_buffer *buffer);
ts_status device_buffer_read(ts_context *context, struct device_buffer *buffer, void *data);

/* The first `bytes` of it. */
ts_status device_buffer_read_front(ts_context *context, struct device_buffer *buffer, void *data,
                                   size_t bytes);

/* The bytes of a buffer as they stand, good until it is written or destroyed; NULL: they have to be read. */
const void *device_buffer_bytes(const struct device_buffer *buffer);

/* Both are of one device and as large. */
ts_status device_buffer_copy(ts_context *context, struct device_buffer *to, const struct device_buffer *from);

/* The sums of all parts of a device, of the refinement say, and a buffer that holds them. */
ts_status device_sums_read(ts_context *context, struct device_buffer *buffer, int64_t *sums);
ts_status device_sums_write(ts_context *context, struct device_buffer *buffer, const int64_t *sums);

ts_status device_compile(ts_context *context, struct device *device, const struct program_text *text,
                         struct device_program **program, double *compile_seconds);
void device_release(struct device_program **program);
ts_status device_integrate(ts_context *context, struct device_program *program,
                           const struct pipeline_iteration *iteration, const struct pipeline_buffers *buffers,
                           uint64_t first, uint64_t count);
ts_status device_refine(ts_context *context, struct device_program *program,
                        const struct pipeline_buffers *buffers, double damping);
ts_status device_sweep(ts_context *context, struct device_program *program,
                       const struct cubature_sweep *sweep, const struct cubature_buffers *buffers,
                       uint64_t first, uint64_t count);
ts_status device_sweep_refine(ts_context *context, struct device_program *program,
                              const struct cubature_buffers *buffers, const struct cubature_refinement *how);
ts_status device_wait(ts_context *context, struct device *device);
ts_status device_map(ts_context *context, struct device_program *program, const char *name,
                     struct device_buffer *const buffers[MAP_BUFFERS], uint64_t count);
ts_status device_map_groups(ts_context *context, struct device_program *program, const char *name,
                            struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS],
                            uint64_t count);

extern const struct device_backend cpu_backend, cuda_backend, opencl_backend;

#endif

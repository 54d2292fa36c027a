/* The device interface: one table of functions per backend.
 *
 * A backend compiles the text of a program (program/program.h) for its device
 * and runs two things: the chain of an integrand over a range of sub-cubes, and
 * a kernel over a range of items. A new backend is a new folder beside cpu/ and
 * a row in backends[] (device.c). */
#ifndef TESSERA_DEVICE_DEVICE_H
#define TESSERA_DEVICE_DEVICE_H

#include "chain_launch.h"
#include "core/context.h"
#include "device/totals.h"
#include "tessera/device.h"

#include <stddef.h>
#include <stdint.h>

struct device;
struct device_program;

struct device_backend {
    const char *name;

    /* Writes at most `room` descriptions, returns how many devices there are. */
    size_t (*list)(ts_device_info *list, size_t room);

    /* `selector` is what follows the backend's name: "" or ":1". */
    ts_status (*open)(ts_context *context, const char *selector, int threads, struct device **device);
    void (*close)(struct device *device);

    /* Compiles the text of an integrand with its chain (chain 1), or of a kernel. */
    ts_status (*compile)(ts_context *context, struct device *device, const char *text, int chain,
                         struct device_program **program, double *compile_seconds);
    void (*release)(struct device_program *program);

    /* Runs the chain over sub-cubes [first, first + count); adds to totals. */
    ts_status (*integrate)(ts_context *context, struct device_program *program,
                           const struct chain_launch *launch, uint64_t first, uint64_t count, int64_t *totals,
                           struct totals_shape shape);

    /* Runs the kernel `name` over items [0, count). Buffers are read and written in place. */
    ts_status (*map)(ts_context *context, struct device_program *program, const char *name,
                     void *const *buffers, uint64_t count);
};

/* What every backend's device and program begin with. */
struct device {
    const struct device_backend *backend;
    char description[128]; /* "cpu: AMD EPYC, 2 threads, AVX-512" */
};

struct device_program {
    struct device *device;
};

/* Opens "cpu", "opencl:0.1", ...; NULL is the default device. threads 0: all. */
ts_status device_open(ts_context *context, const char *name, int threads, struct device **device);
void device_close(struct device **device);

/* The rest forwards to the device's backend. */
ts_status device_compile(ts_context *context, struct device *device, const char *text, int chain,
                         struct device_program **program, double *compile_seconds);
void device_release(struct device_program **program);
ts_status device_integrate(ts_context *context, struct device_program *program,
                           const struct chain_launch *launch, uint64_t first, uint64_t count, int64_t *totals,
                           struct totals_shape shape);
ts_status device_map(ts_context *context, struct device_program *program, const char *name,
                     void *const *buffers, uint64_t count);

/* A kernel on the CPU: items [first, first + count) of buffers. */
typedef void map_function(void *const *buffers, uint64_t first, uint64_t count);

extern const struct device_backend cpu_backend;

/* The text of the CPU's program of an integrand, as it is compiled ahead of time. */
struct source;
void cpu_chain_text(const char *integrand, struct source *text);

#endif

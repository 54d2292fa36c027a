/* What the parts of the CPU's backend share. */
#ifndef TESSERA_DEVICE_CPU_CPU_H
#define TESSERA_DEVICE_CPU_CPU_H

#include "device/device.h"

struct cpu_device {
    struct device base;
    int threads;
};

/* Memory that grows. */
struct room {
    void *data; /* 64-byte aligned */
    size_t bytes;
};

struct cpu_buffer {
    struct device_buffer base;
    void *data; /* 64-byte aligned */
};

struct cpu_program {
    struct device_program base;
    void *handle;
    pipeline_block_function *block;
    pipeline_scratch_function *scratch_bytes;
    pipeline_refine_function *refine;
    void *repeat_handle; /* of a pipeline in mixed precision: what repeats events in double */
    pipeline_repeat_function *repeat;
    cubature_function *sweep;
    cubature_refine_function *sweep_refine;
    /* Kept from launch to launch, which is why a program runs one at a time. */
    struct room sums, scratch; /* a part for each thread */
};

/* What a buffer holds; NULL where there is none. */
static inline void *cpu_memory_of(struct device_buffer *buffer)
{
    return buffer ? ((struct cpu_buffer *)buffer)->data : NULL;
}

/* The memory, grown to `bytes` where it is shorter: then what was in it is lost. */
void *cpu_make_room(struct room *room, size_t bytes);

/* Cubature (cubature.c); the rest of the backend's functions stand in cpu.c. */
ts_status cpu_sweep(ts_context *context, struct device_program *program, const struct cubature_sweep *sweep,
                    const struct cubature_buffers *buffers, uint64_t first, uint64_t count);
ts_status cpu_sweep_refine(ts_context *context, struct device_program *program,
                           const struct cubature_buffers *buffers, const struct cubature_refinement *how);

#endif

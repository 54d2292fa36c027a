/* A program on a GPU: its kernels, and the scratch memory of its pipeline. */
#ifndef TESSERA_DEVICE_GPU_PROGRAM_H
#define TESSERA_DEVICE_GPU_PROGRAM_H

#include "device/gpu/gpu.h"
#include "pipeline_range.h"

/* What the pipeline leaves for its own kernels along one lane. */
struct gpu_scratch {
    size_t capacity; /* events that it has room for */
    size_t planned;  /* events for which it was made; more than it has room for where memory was short */
    struct device_buffer *survivors, *slots, *columns, *doubtful, *states, *rows, *weights, *partials,
        *partons;
};

struct gpu_program {
    struct device_program base;
    struct gpu_module *module;
    int double_precision;
    size_t group_size; /* threads of a group: a constant of the program */

    /* Of the pipeline. In mixed precision its kernel `repeat` is in a module of its own, else there is none.
     */
    struct gpu_module *repeat_module;
    struct gpu_kernel *kernels[GPU_PIPELINE_KERNELS]; /* NULL: the integrand has no use for it */
#define FACT(name) uint64_t name;
    PIPELINE_FACTS(FACT)
#undef FACT
#define ENTRY(name) struct gpu_kernel *cubature_##name;
    CUBATURE_KERNELS(ENTRY)
#undef ENTRY
    size_t groups; /* of the kernels that leave partial sums */
    struct gpu_scratch scratch[DEVICE_LANES];
};

/* Gives back the scratch memory of a lane. */
void gpu_scratch_free(struct gpu_scratch *scratch);

#endif

/* A program on a GPU: its kernels, and the scratch memory of its chain. */
#ifndef TESSERA_DEVICE_GPU_PROGRAM_H
#define TESSERA_DEVICE_GPU_PROGRAM_H

#include "chain_range.h"
#include "device/gpu/gpu.h"

/* The kernels of kernels/chain_gpu.h. */
#define CHAIN_KERNELS(X) X(sample) X(weigh) X(fill) X(gather) X(sum) X(totals) X(refine)

struct gpu_program {
    struct device_program base;
    struct gpu_module *module;
    int double_precision;
    size_t group_size; /* threads of a group: a constant of the program */
    /* Of a chain in mixed precision: what repeats events in double. */
    struct gpu_module *repeat_module;
    struct gpu_kernel *repeat;

    /* Of the chain. */
#define ENTRY(name) struct gpu_kernel *name;
    CHAIN_KERNELS(ENTRY)
#undef ENTRY
#define FACT(name) uint64_t name;
    CHAIN_FACTS(FACT)
#undef FACT
    size_t capacity; /* events that the scratch memory has room for */
    size_t groups;   /* of the kernels that leave partial sums */
    struct device_buffer *survivors, *slots, *doubtful, *states, *rows, *weights, *partials;
};

#endif

/* The part of a program in mixed precision that weighs events again, on a GPU. It is compiled in double
 * precision, launched between the kernels of the part in single precision (pipeline_gpu.h). An event is made
 * anew from its number: its random numbers are those it had, with more digits. */
#ifndef TESSERA_REPEAT_GPU_H
#define TESSERA_REPEAT_GPU_H

#include "pipeline.h"
#include "pipeline_range.h"

/* The point of the event at `slot` of the batch; returns its state in memory. */
FN event_state repeat_sample(CONSTANT parameters *numbers, GLOBAL const scalar *grid,
                             const pipeline_range *range, event_number event, uint32 slot,
                             GLOBAL scalar *states, real *jacobian)
{
    scalar digits[DIMENSIONS];
    real x[DIMENSIONS], state[STATE];
    index bin[DIMENSIONS];
    pipeline_digits(range->first_cube + slot / (uint32)range->samples, range->cubes_per_axis, digits);
    pipeline_point(grid, event, digits, (scalar)range->cubes_per_axis, R(0.0), x, bin, jacobian);
    integrand_sample(numbers, x, state);
    event_state stored = {states + gpu_thread(), (uint32)gpu_threads()};
    for (int i = 0; i < STATE; ++i)
        states[gpu_thread() + i * gpu_threads()] = state[i];
    return stored;
}

/* states: memory for the states of as many events as there are threads. The rest is that of pipeline_weigh.
 */
KERNEL void pipeline_repeat(CONSTANT parameters *numbers, GLOBAL const scalar *tables,
                            GLOBAL const scalar *grid, pipeline_range range, GLOBAL const uint32 *survivors,
                            GLOBAL const uint32 *slots, GLOBAL const uint32 *doubtful, GLOBAL scalar *states,
                            GLOBAL float *weights, GLOBAL float *every_weight)
{
    uint64 first = range.first_cube * range.samples;
    event_team alone = {0, 0};
    for (uint32 i = (uint32)gpu_thread(); i < survivors[IN_DOUBT]; i += (uint32)gpu_threads()) {
        uint32 slot = slots[doubtful[i]];
        event_number event = pipeline_event(range.first_event + first, slot, range.seed);
        real jacobian, fill[FILL_SLOTS];
        mask unused;
        event_state state = repeat_sample(numbers, grid, &range, event, slot, states, &jacobian);
        float weight = (float)(jacobian *
                               integrand_weight(numbers, tables, event, state, alone, fill, &unused));
        weights[slot] = weight;
        if (every_weight)
            every_weight[first + slot] = weight;
    }
}

#endif

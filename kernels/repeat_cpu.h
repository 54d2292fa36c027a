/* The part of a program in mixed precision that weighs events again, on the CPU. It is compiled in double
 * precision, called by the pipeline of the part in single precision (pipeline_cpu.h). An event is made anew
 * from its number: its random numbers are those it had, with more digits. */
#ifndef TESSERA_REPEAT_CPU_H
#define TESSERA_REPEAT_CPU_H

#include "pipeline.h"
#include "pipeline_launch.h"

__attribute__((visibility("default"))) void pipeline_repeat(const struct pipeline_launch *launch,
                                                            uint64_t first_cube, uint64_t sample,
                                                            const uint32_t *cubes, uint32_t count,
                                                            double *weights)
{
    const struct pipeline_iteration *iteration = &launch->iteration;
    const uint64 first_event = iteration->first_event + first_cube * iteration->samples + sample;
    scalar digits[DIMENSIONS];
    pipeline_digits(first_cube, iteration->cubes_per_axis, digits);
    for (uint32 first = 0; first < count; first += LANES) {
        word cube;
        FOR_LANES(l) {
            cube[l] = cubes[first + (uint32)l < count ? first + (uint32)l : first];
        }
        event_number event = pipeline_event(first_event, cube * (uint32)iteration->samples, iteration->seed);
        real x[DIMENSIONS], jacobian, fill[FILL_SLOTS];
        index bin[DIMENSIONS];
        mask doubtful;
        struct {
            scalar rows[STATE][LANES];
        } memory;
        real state[STATE];
        pipeline_point(launch->wide_grid, event, digits, (scalar)iteration->cubes_per_axis,
                       r_from_index(w_index(cube)), x, bin, &jacobian);
        integrand_sample(launch->wide_parameters, x, state);
        for (int i = 0; i < STATE; ++i)
            r_store(memory.rows[i], state[i]);
        event_state fetched = {memory.rows[0], LANES};
        event_team alone = {0, 0};
        real weight = jacobian * integrand_weight(launch->wide_parameters, launch->wide_tables, event,
                                                  fetched, alone, fill, &doubtful);
        for (uint32 l = 0; l < LANES && first + l < count; ++l)
            weights[first + l] = weight[l];
    }
}

#endif

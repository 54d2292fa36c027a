#include "cubature/sweeps.h"

#include "cubature/launches.h"

enum { ENOUGH_FOR_SCALE = 1 << 16 /* evaluations that say how small weights are */ };

ts_status sweep_sobol(struct sweeps *sweeps, uint64_t first, uint64_t count, int *outgrown)
{
    uint64_t bits = sweep_block_bits(count * (uint64_t)sweeps->sets);
    while (bits > 0 && count >> bits == 0)
        --bits;
    struct cubature_sweep sweep = {.seed = sweeps->seed,
                                   .samples = 1,
                                   .per_axis = 1,
                                   .sobol = 1,
                                   .block_bits = bits,
                                   .blocks = count >> bits,
                                   .first_block = first >> bits};
    ts_status status = scales_take(sweeps);
    if (!status)
        status = launch_all(sweeps, &sweep, 0, (uint64_t)sweeps->sets * sweep.blocks, (uint64_t)1 << bits);
    sweeps->sums.evaluations += (uint64_t)sweeps->sets * count;
    sweeps->sums.units += count;
    /* A few points may hold nothing large: there will be more. */
    *outgrown = !status && !scales_served(sweeps, sweeps->sums.evaluations < ENOUGH_FOR_SCALE);
    if (*outgrown)
        scales_set(sweeps);
    return status;
}

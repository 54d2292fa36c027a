#include "cubature/sweeps.h"

#include "cubature/sobol.h"

void sweeps_randomise(struct sweeps *sweeps, uint64_t first, int count)
{
    sweeps->randomisations = (struct randomisations){first, count, 0};
}

ts_status sweeps_scramble(struct sweeps *sweeps, uint64_t points)
{
    enum { FEW = 10, SOME = 16 }; /* to make all numbers takes as long as a small integral */
    struct randomisations *made = &sweeps->randomisations;
    if (made->numbers && (points - 1) >> made->numbers == 0)
        return TS_OK;
    made->numbers = !((points - 1) >> FEW) ? FEW : !((points - 1) >> SOME) ? SOME : SOBOL_BITS;
    sobol_scramble(sweeps->seed, made->first, made->count, sweeps->cubature->dimensions, made->numbers,
                   sweeps->directions);
    return device_buffer_write(sweeps->context, sweeps->buffers.directions, sweeps->directions);
}

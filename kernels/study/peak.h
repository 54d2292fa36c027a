/* Fused multiply-adds and nothing else, for measuring how many a device does: each item adds up PEAK_SUMS
 * sums of PEAK_STEPS terms. A sum waits for nothing but itself. Buffers: two factors, which no compiler
 * knows, and a result of each element, so that nothing is dropped. */

#include "map.h"

#ifndef PEAK_SUMS /* enough for the latency of a CPU's two units, few enough for its 16 registers */
#define PEAK_SUMS 12
#endif
#ifndef PEAK_STEPS
#define PEAK_STEPS 4096
#endif

MAP(peak_run, GLOBAL const scalar *, factors, GLOBAL scalar *, results, GLOBAL scalar *, none0,
    GLOBAL scalar *, none1)
{
    (void)none0;
    (void)none1;
    real x[PEAK_SUMS], factor = r_set(factors[0]), addend = r_set(factors[1]), sum = R(0.0);
    real start = r_from_index(w_index(w_lane() + w_set((uint32)item & 1023)));
    UNROLL
    for (int i = 0; i < PEAK_SUMS; ++i)
        x[i] = start + r_set((scalar)i);
    for (int step = 0; step < PEAK_STEPS; ++step) {
        UNROLL
        for (int i = 0; i < PEAK_SUMS; ++i)
            x[i] = r_fma(x[i], factor, addend);
    }
    UNROLL
    for (int i = 0; i < PEAK_SUMS; ++i)
        sum = sum + x[i];
    r_store(results + item * LANES, sum);
}

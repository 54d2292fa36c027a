/* THE table of an event's stages, in the order in which it goes through them on every device. What each asks
 * of the integrand stands in integrand.h. On a CPU pipeline_NAME() takes a block through it (pipeline_cpu.h),
 * on a GPU run_NAME() launches its kernels (src/device/gpu/pipeline.c). Files have `record` behind them
 * (event/list.h).
 *
 * The second number: whether events that only teach the grid go through it too. */
#ifndef TESSERA_STAGES_H
#define TESSERA_STAGES_H

#define STAGES(STAGE)                                                                            \
    STAGE(sample, 1)   /* random numbers, map, phase space, cuts: what passes is packed */       \
    STAGE(vary, 0)     /* by what the weight is multiplied in each variation */                  \
    STAGE(weigh, 1)    /* densities and amplitude: its weight, and what it fills */              \
    STAGE(evolve, 0)   /* the shower */                                                          \
    STAGE(observe, 0)  /* what it fills behind that */                                           \
    STAGE(reweight, 0) /* a factor of the weight, which may be 0, and what is told of showers */ \
    STAGE(add, 1)      /* into sums, histograms and what the grid learns from */

#endif

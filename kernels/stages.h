/* THE table of an event's stages, in the order in which it goes through them on every device. What each asks
 * of the integrand stands in integrand.h. On a CPU pipeline_NAME() takes a block through it (pipeline_cpu.h),
 * on a GPU a batch goes through its kernels. Files have `record` behind them (event/list.h).
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

/* Kernels on a GPU, pipeline_NAME (pipeline_gpu.h): the stage, the name, and whether a program has it, by
 * what the host knows of that (src/device/gpu/program.h). Those of one stage are launched in this order, a
 * thread a survivor, but for sample, weigh and add, which launch their own (pipeline.c there). */
#define STAGE_KERNELS(KERNEL)                                            \
    KERNEL(sample, sample, 1)                                            \
    KERNEL(vary, vary, program->variations)                              \
    KERNEL(weigh, square, program->square_group)                         \
    KERNEL(weigh, weigh, 1)                                              \
    KERNEL(weigh, repeat, program->repeat_module)                        \
    KERNEL(evolve, begin, program->event_rows)                           \
    KERNEL(evolve, shower, program->event_rows)                          \
    KERNEL(observe, observe, program->event_rows)                        \
    KERNEL(reweight, reweight, program->event_rows)                      \
    KERNEL(add, fill, program->fill_count)                               \
    KERNEL(add, gather, 1)                                               \
    KERNEL(add, fill_varied, program->fill_count && program->variations) \
    KERNEL(add, sum_varied, program->variations)                         \
    KERNEL(add, totals_varied, program->variations)                      \
    KERNEL(add, sum, 1)                                                  \
    KERNEL(add, totals, 1)                                               \
    KERNEL(add, refine, 1) /* between iterations */

#endif

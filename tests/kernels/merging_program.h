/* The scale of merging of events whose final particles are given, as a kernel. */
#ifndef TESSERA_MERGING_PROGRAM_H
#define TESSERA_MERGING_PROGRAM_H

#include "kernel_support.h"

#include "observable/merging_layout.h"

static const char merging_kernels[] = KERNEL_TEXT(
    /* momenta [FINAL][4] and 1 / D^2; the square of the scale */
    MAP(scales, GLOBAL const scalar *, events, GLOBAL const scalar *, inverse_d2, GLOBAL scalar *, out,
        GLOBAL scalar *, none) {
        particle_set set;
        for (int i = 0; i < FINAL; ++i) {
            set.momentum[i].e = r_fetch(events + AT(4 * i));
            set.momentum[i].x = r_fetch(events + AT(4 * i + 1));
            set.momentum[i].y = r_fetch(events + AT(4 * i + 2));
            set.momentum[i].z = r_fetch(events + AT(4 * i + 3));
        }
        particles_measure(&set);
        r_store(out + AT(0), merging_scale2(&set, inverse_d2[0]));
    });

static inline struct kernel merging_open(int final, int partons, enum merging_measure measure, size_t count)
{
    char head[200];
    snprintf(head, sizeof head,
             "#define FINAL %d\n#define MERGING_SET %d\n#define MERGING_MEASURE %d\n"
             "#include \"map.h\"\n#include \"observable/merging.h\"\n",
             final, partons, (int)measure);
    return kernel_open_parts(head, merging_kernels, count);
}

/* `events` [4 * final][count]; `squares` [count] */
static inline void merging_run(const struct kernel *kernel, double *events, int final, double d,
                               double *squares)
{
    double inverse_d2 = 1 / (d * d);
    kernel_run(kernel, "scales",
               (struct kernel_array[]){{events, 4 * (size_t) final * kernel->count, KERNEL_IN},
                                       {&inverse_d2, 1, KERNEL_IN},
                                       {squares, kernel->count, KERNEL_OUT}},
               3);
}

#endif

/* The amplitude of n gluons, in one form of the recursion and with one kind of polarisation, as a program for
 * a device. Also which n a test goes through. */
#ifndef TEST_GLUON_PROGRAM_H
#define TEST_GLUON_PROGRAM_H

#include "fetch_four_vector.h"
#include "kernel_support.h"
#include "phase_space_points.h"

enum { GLUONS_MIN = 4, GLUONS_MAX = 16 };

/* Kernels that may call fetch_four_vector() and what amplitude/gluons.h and amplitude/polarization.h define.
 */
static inline struct kernel gluon_open(int n, int recursion, int polarization, const char *kernels,
                                       size_t count)
{
    struct source text = {0};
    source_append(&text,
                  "#define GLUONS %d\n#define GLUON_RECURSION %d\n#define GLUON_POLARIZATION %d\n"
                  "#include \"amplitude/gluons.h\"\n#include \"amplitude/polarization.h\"\n"
                  "#include \"map.h\"\n%s%s",
                  n, recursion, polarization, fetch_four_vector, kernels);
    assert_false(text.failed);
    struct kernel kernel = kernel_open(text.text, count);
    source_free(&text);
    return kernel;
}

/* The momenta of an event as those of element `at`, of arrays [i][component][count], in the order given. */
static inline void gluon_put(double *momentum, size_t count, size_t at, const point *event, int n,
                             const int *order)
{
    for (int i = 0; i < n; ++i)
        for (int c = 0; c < 4; ++c)
            momentum[(size_t)(4 * i + c) * count + at] = (double)event->p[order[i]][c];
}

/* Each n is two programs to compile. The CPU goes through all of them, other devices in an ordinary run
 * through some, and under the sanitizers the CPU too. There currents are in registers for few gluons, in
 * memory for many. */
static inline int gluon_all_tested(void)
{
    return (!strcmp(test_device, "cpu") && !getenv("TESSERA_TEST_QUICK")) || getenv("TESSERA_TEST_LONG");
}

static inline int gluon_tested(int n) { return n <= 6 || n == 8 || n == 10 || gluon_all_tested(); }

#endif

/* The amplitude of q q~ -> n photons as a program for a device, events for it, and what tests ask of errors.
 */
#ifndef TEST_PHOTONS_PROGRAM_H
#define TEST_PHOTONS_PROGRAM_H

#include "error_quantiles.h"
#include "fetch_four_vector.h"
#include "kernel_support.h"
#include "phase_space_points.h"

enum { PHOTONS_FEWEST = 2, PHOTONS_MOST = 8, EVENTS_MOST = 2048 };

/* Each n is a program to compile. In an ordinary run the CPU goes through all of them in double precision and
 * the ends of the range in single. OpenCL, whose compilers are slow, takes three photons. */
static inline int photons_tested(int n)
{
    if (getenv("TESSERA_TEST_LONG"))
        return 1;
    if (!strcmp(test_device, "opencl"))
        return n == 3;
    return test_double || n <= 4 || n == PHOTONS_MOST;
}

/* What is not the amplitude itself, but how it is summed or written otherwise: as above, and not on OpenCL.
 */
static inline int photons_variants_tested(int n) { return photons_tested(n) && !test_is_sample(); }

/* Every program begins with fetch_four_vector() and this, behind its constants. */
static const char photons_event[] = KERNEL_TEXT(
    /* The arrays hold outgoing momenta: the incoming ones are reversed. */
    FN void photons_event(GLOBAL const scalar *momentum, uint64 item, photon_line *line) {
        vector4 photon[PHOTONS];
        for (int i = 0; i < PHOTONS; ++i)
            photon[i] = fetch_four_vector(momentum, i + 2, item);
        vector4 quark = v_scale(fetch_four_vector(momentum, 0, item), R(-1.0));
        vector4 antiquark = v_scale(fetch_four_vector(momentum, 1, item), R(-1.0));
        photon_line_make(quark, antiquark, photon, line);
    });

static double momentum[4 * (PHOTONS_MOST + 2) * EVENTS_MOST], invariant[EVENTS_MOST];

static inline struct kernel photons_open(int n, const char *defines, const char *kernels, size_t count)
{
    struct source text = {0};
    source_append(&text,
                  "#define PHOTONS %d\n%s#include \"amplitude/helas.h\"\n#include \"amplitude/photons.h\"\n"
                  "#include \"map.h\"\n%s%s%s",
                  n, defines, fetch_four_vector, photons_event, kernels);
    assert_false(text.failed);
    struct kernel kernel = kernel_open(text.text, count);
    source_free(&text);
    return kernel;
}

/* Points of q q~ -> n photons, element k of arrays [particle][component][count], all outgoing; what they are
 * goes to `see`, if given. */
static inline void photons_draw(int n, size_t count, uint64_t seed,
                                void (*see)(const point *event, int n, size_t k))
{
    uint64_t state = seed;
    for (size_t k = 0; k < count; ++k) {
        point event = point_random(n + 2, &state);
        for (int i = 0; i < n + 2; ++i)
            for (int c = 0; c < 4; ++c)
                momentum[(size_t)(4 * i + c) * count + k] = (double)event.p[i][c];
        invariant[k] = point_smallest_invariant(&event, n + 2);
        if (see)
            see(&event, n, k);
    }
}

/* Runs a kernel over the events drawn. */
static inline void photons_run(int n, size_t count, const char *kernels, const char *name, double *result,
                               size_t rows)
{
    struct kernel kernel = photons_open(n, "", kernels, count);
    kernel_run(&kernel, name,
               (struct kernel_array[]){{momentum, 4 * (size_t)(n + 2) * count, KERNEL_IN},
                                       {result, rows * count, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
}

/* In double precision a median of 1e-12 and 99.9 % within 1e-9, in single 1e-5 and 99 % within 1e-3. */
static inline void photons_check(error_quantiles *errors, const char *label, int n)
{
    error_print(errors, label, n);
    assert_true(error_quantile(errors, 0.5) < (test_double ? 1e-12 : 1e-5));
    assert_true(error_quantile(errors, test_double ? 0.999 : 0.99) < (test_double ? 1e-9 : 1e-3));
    free(errors->errors);
}

#endif

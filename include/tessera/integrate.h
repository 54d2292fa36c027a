/** @file
 * Integrals of any function over a box, on any device: what `tessera integrate` does. */
#ifndef TESSERA_INTEGRATE_H
#define TESSERA_INTEGRATE_H

#include "context.h"
#include "progress.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An integrand: a function with its parameters, arrays and tables, over a box. */
typedef struct ts_integrand ts_integrand;

/** Makes an integrand of expressions (docs/expressions.md has the grammar).
 * @param dimensions axes, 1 to 100; the box is the unit cube until ts_integrand_set_limits() says otherwise
 * @param expressions one for each component: several integrals share the points
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY. What the expressions say is looked at when the integral
 * is taken, for they may name parameters and tables that are set after this. */
TS_API ts_status ts_integrand_create(ts_context *context, int dimensions, const char *const *expressions,
                                     size_t components, ts_integrand **integrand);

/** Makes an integrand of a text in kernel C that defines INTEGRAND(x, f) (docs/integrate.md).
 * @param components how many elements of f it sets
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY; what the text says is looked at when it is compiled */
TS_API ts_status ts_integrand_create_source(ts_context *context, int dimensions, size_t components,
                                            const char *text, ts_integrand **integrand);

/** Makes an integrand of a file in kernel C, as ts_integrand_create_source() does of a text.
 * @return those, or TS_ERROR_FILE */
TS_API ts_status ts_integrand_create_file(ts_context *context, int dimensions, size_t components,
                                          const char *path, ts_integrand **integrand);

/** Makes one of the integrands of the tests: f1 to f6, fA, fB (docs/integrate.md).
 * @param dimensions 0: as the published study has it
 * @return TS_OK, TS_ERROR_INPUT where the name is unknown or the function has other dimensions,
 * TS_ERROR_MEMORY */
TS_API ts_status ts_integrand_create_builtin(ts_context *context, const char *name, int dimensions,
                                             ts_integrand **integrand);

/** Compiles an integrand's program for the CPU ahead of time into a file, which ts_integrand_create_program()
 * takes on a machine without a compiler, at once. Of parameters it holds the values as defaults, of arrays
 * and tables the shapes alone: they are set anew.
 * @param precision single or double; NULL: double
 * @param bins of the grid; 0: as ts_integrate() takes them by default
 * @param level an instruction level as -march names it ("x86-64-v3"); NULL: this machine's
 * @return TS_OK, or TS_ERROR_INPUT (a C function, say, which is compiled already), _FILE, _MEMORY, _COMPILE
 */
TS_API ts_status ts_integrand_compile(ts_context *context, const ts_integrand *integrand,
                                      const char *precision, int bins, const char *level, const char *path);

/** Makes the integrand that was compiled into a file, with its limits and parameters as they were then.
 * Parameters and limits may be changed (an infinite limit stays one). Arrays and tables are to be set as they
 * were, in the same order and of the same sizes. On a GPU the text, which is in the file too, is compiled by
 * its driver. The file has to stay where it is.
 * @return TS_OK, TS_ERROR_FILE, TS_ERROR_MEMORY, or TS_ERROR_INPUT where it is no such file */
TS_API ts_status ts_integrand_create_program(ts_context *context, const char *path, ts_integrand **integrand);

/** A function of the signature that GSL's Monte Carlo integrators take. */
typedef double ts_function_gsl(double *x, size_t dimensions, void *parameters);

/** Makes an integrand of a C function, for the CPU. It is called from several threads at once, unless the
 * settings ask for one.
 * @param parameters handed through to the function
 * @return TS_OK, TS_ERROR_INPUT where there are no such dimensions, TS_ERROR_MEMORY */
TS_API ts_status ts_integrand_create_gsl(ts_context *context, int dimensions, ts_function_gsl *function,
                                         void *parameters, ts_integrand **integrand);

/** A function of the signature that Cuba takes; what it returns is ignored. */
typedef int ts_function_cuba(const int *dimensions, const double x[], const int *components, double f[],
                             void *data);

/** Makes an integrand of a function for Cuba: x is in the unit cube, as Cuba has it, unless limits are set.
 * Threads call it as they do one for GSL.
 * @param components how many elements of f it sets
 * @param data handed through to the function
 * @return as ts_integrand_create_gsl() */
TS_API ts_status ts_integrand_create_cuba(ts_context *context, int dimensions, size_t components,
                                          ts_function_cuba *function, void *data, ts_integrand **integrand);

/** A function of many points at once, as a program with arrays has it.
 * @param points how many: some thousands, or fewer where the rest is less
 * @param x [points][dimensions]
 * @param f [points][components], to be set
 * @return 0; anything else ends the integral with TS_ERROR_INPUT */
typedef int ts_function_batch(size_t points, const double *x, double *f, void *data);

/** Makes an integrand of a function of many points, for the CPU. It is called in the thread that integrates,
 * one call at a time, while other threads make points and sums. A few points beyond those that count may be
 * among them.
 * @param data handed through to the function
 * @return as ts_integrand_create_gsl() */
TS_API ts_status ts_integrand_create_batch(ts_context *context, int dimensions, size_t components,
                                           ts_function_batch *function, void *data, ts_integrand **integrand);

/** Gives memory for the points of a batch, as realloc() does: of `kept`, which a batch has had so far, it may
 * return the same. `kept` NULL: a batch begins; `numbers` 0: it ends, and what is returned counts for
 * nothing. Each call hands `kept` back, and what was handed back may be returned again, for other batches
 * too. Called in the thread that integrates.
 * @param numbers doubles
 * @param data that of ts_integrand_create_batch()
 * @return the memory; NULL ends the integral with TS_ERROR_MEMORY, and `kept` is then the caller's again */
typedef double *ts_batch_memory(double *kept, size_t numbers, void *data);

/** Has the points of a batch lie in memory of the caller's. It is asked for after each call of the function,
 * so that points may be kept without a copy. NULL: the library's own, where they stay until the next call. */
TS_API void ts_integrand_set_batch_memory(ts_integrand *integrand, ts_batch_memory *memory);

/** Sets the ends of an axis; -INFINITY and INFINITY are allowed.
 * @param axis from 0
 * @return TS_OK, or TS_ERROR_INPUT where there is no such axis or `lower` is not less than `upper` */
TS_API ts_status ts_integrand_set_limits(ts_integrand *integrand, int axis, double lower, double upper);

/** Sets the value of a parameter, which the integrand has from then on.
 * @param name a letter, and at most 62 letters, digits and underscores behind it; parameters, arrays and
 * tables share one space of names
 * @param value finite
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY */
TS_API ts_status ts_integrand_set_parameter(ts_integrand *integrand, const char *name, double value);

/** Sets an array, which is copied, under a name that is free.
 * @param values [length], all finite
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY */
TS_API ts_status ts_integrand_set_array(ts_integrand *integrand, const char *name, const double *values,
                                        size_t length);

/** Sets an interpolation table (docs/tables.md), which is copied, under a name that is free.
 * @param dimensions 1, 2 or 3
 * @param sizes nodes of each axis
 * @param axes [dimensions], of each axis its nodes, ascending
 * @param values [product of the sizes], the last axis fastest
 * @param cubic 0: linear
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY */
TS_API ts_status ts_integrand_set_table(ts_integrand *integrand, const char *name, int dimensions,
                                        const size_t *sizes, const double *const *axes, const double *values,
                                        int cubic);

/** Sets an array from a text file of numbers (docs/tables.md).
 * @return TS_OK, TS_ERROR_FILE, TS_ERROR_MEMORY, or TS_ERROR_INPUT with file, line and column */
TS_API ts_status ts_integrand_read_array(ts_integrand *integrand, const char *name, const char *path);

/** Sets an interpolation table from a text file of rows (docs/tables.md).
 * @param cubic 0: linear
 * @return as ts_integrand_read_array() */
TS_API ts_status ts_integrand_read_table(ts_integrand *integrand, const char *name, const char *path,
                                         int cubic);

/** How many axes it has; 0 for NULL. */
TS_API int ts_integrand_dimensions(const ts_integrand *integrand);

/** The known value of a built-in integrand over its own box; NaN for others. */
TS_API double ts_integrand_true_value(const ts_integrand *integrand);

/** Frees an integrand and sets the handle to NULL. */
TS_API void ts_integrand_destroy(ts_integrand **integrand);

/** How far an integral has come: its grid, its sums and what else it takes to go on with it. Opaque; part of
 * a ts_integral, or read from a file. */
typedef struct ts_integral_state ts_integral_state;

/** Writes a state into a file (JSON; docs/integrate.md), whole or not at all.
 * @return TS_OK, TS_ERROR_FILE or TS_ERROR_MEMORY */
TS_API ts_status ts_integral_state_write(ts_context *context, const ts_integral_state *state,
                                         const char *path);

/** Reads one.
 * @param state receives the handle; NULL on failure
 * @return TS_OK, TS_ERROR_FILE, TS_ERROR_MEMORY, or TS_ERROR_INPUT where the file is damaged or something
 * else */
TS_API ts_status ts_integral_state_read(ts_context *context, const char *path, ts_integral_state **state);

/** Frees a state that was read and sets the handle to NULL. That of a ts_integral goes with it. */
TS_API void ts_integral_state_destroy(ts_integral_state **state);

/** How to integrate. Zero everywhere is a good default. */
typedef struct ts_integrate_settings {
    size_t size; /**< sizeof(ts_integrate_settings), or 0: the fields of the first release (version.h) */
    double relative_error;    /**< stop when it is reached; 0: 1e-3, unless absolute_error is set */
    double absolute_error;    /**< or this */
    uint64_t max_evaluations; /**< 0: 10^12; 10^9 while the integrand is zero at all of them, 10^8 where one
                                   component of several is */
    uint64_t seed;            /**< 0: 1 */
    const char *method;       /**< auto, qmc, vegas, vegasplus, mcubes, mcubes1d; NULL: auto */
    const char *precision;    /**< single or double; NULL: double */
    const char *device;       /**< as in ts_run_settings */
    int threads;              /**< of the CPU; 0: all there are */
    int bins;                 /**< of the importance grid, on each axis; 0: by the dimensions */
    uint64_t calls;           /**< mcubes: evaluations of an iteration; 0: 10^6 */
    int adapting;             /**< mcubes: iterations that refine the grid; 0: 10 */
    /** How iterations of random points are weighted. samples: by their numbers of evaluations, which leaves
     * no bias. inverse_variance: as arXiv:2202.01753 and VEGAS have it, which is biased low where large
     * weights are rare. Not for qmc. NULL: samples. */
    const char *combination;
    /** An integral to be continued: the same function with the same limits, parameters, arrays and tables.
     * Method, precision, seed and bins are those of the state, where they are not set. Errors, evaluations
     * (of all runs together), device and threads may be others. Of a C function it is not seen whether it is
     * the same. NULL: begin anew. */
    const ts_integral_state *continue_from;
    /** Of another integral, with as many dimensions, its grid, which spares adapting where the functions are
     * alike. NULL: begin with even bins. */
    const ts_integral_state *grid_from;
    ts_progress_function *progress; /**< told how far it is; NULL: nobody is */
    void *progress_data;            /**< handed through to it */
} ts_integrate_settings;

/** One of the integrals. */
typedef struct ts_component {
    double value, error; /**< in the integrand's unit times that of the box */
    double chi2_per_dof; /**< of the iterations, or of the levels of Sobol' points; 0 where there is one */
} ts_component;

/** The result. Owned by the caller; ts_integral_destroy() frees it. */
typedef struct ts_integral {
    char method[16];  /**< the method used */
    char reason[160]; /**< why, where it was chosen */
    char device[128];
    char precision[16]; /**< single or double */
    uint64_t seed;
    int dimensions;
    size_t component_count;
    ts_component *components; /**< [component_count] */
    int converged; /**< the errors are as small as was asked for, and nothing speaks against them */
    int interrupted;
    char objection[320]; /**< what speaks against the errors; empty: nothing */
    uint64_t evaluations, not_finite;
    uint64_t evaluations_before; /**< evaluations in the state that was continued */
    double *not_finite_point;    /**< [dimensions], where not_finite > 0: an evaluation that is not finite */
    double *not_finite_value;    /**< [component_count] */
    double seconds_total;        /**< of the whole call */
    double seconds_device;       /**< of the total, the driver's: until the device is open */
    double seconds_compile, seconds_integrate;
    size_t iteration_count;
    ts_iteration *iterations; /**< [iteration_count], of the first component */
    ts_integral_state *state; /**< for continue_from and grid_from: what is complete, the last place from
                               * which it goes on bit for bit */
    int ranks;                /**< processes that computed it together */
    uint64_t infinite;        /**< of the evaluations that are not finite, those that are infinite */
} ts_integral;

/** Integrates.
 * @param settings NULL: the defaults
 * @param integral receives the result on TS_OK, TS_NOT_CONVERGED and TS_INTERRUPTED (NULL where nothing was
 * complete by then); NULL on other statuses
 * @return those, or TS_ERROR_INPUT, _FILE, _MEMORY, _COMPILE, _DEVICE, _NUMERIC */
TS_API ts_status ts_integrate(ts_context *context, const ts_integrand *integrand,
                              const ts_integrate_settings *settings, ts_integral **integral);

/** Frees a result and sets the handle to NULL. */
TS_API void ts_integral_destroy(ts_integral **integral);

/** The result as JSON; free() it. NULL: not enough memory. */
TS_API char *ts_integral_json(const ts_integral *integral);

#ifdef __cplusplus
}
#endif
#endif

/* Integrals of a user's function: which points, how the grid learns, when it is enough, and what may be
 * claimed. */
#ifndef TESSERA_INTEGRATE_CUBATURE_H
#define TESSERA_INTEGRATE_CUBATURE_H

#include "integrate/sweeps.h"
#include "tessera/integrate.h"

/* Evaluations behind a claim at least, whatever their errors say: with fewer, what is rare has not been met.
 */
#define FEWEST_CLAIMED 16384

/* An integral at work. */
struct cubature_work {
    ts_context *context;
    const ts_integrate_settings *settings;
    struct sweeps sweeps;
    ts_integral *integral;
    const char *stage;
    double start;
    uint64_t before;             /* of these, in the state that is continued */
    double wanted;               /* the best guess of all that it takes */
    uint64_t scrambled;          /* randomisations of Sobol points that were used */
    double *values, *errors;     /* [components] of the last random sweep */
    double *guess, *guess_error; /* [components] by the last sweep of the warm-up */
    double first;                /* evaluations of the warm-up's first sweep */
    double need;                 /* what evaluations_needed() says at its end */
    int settled;                 /* it ended because more was not worth it, and not for lack of evaluations */
    double fall;                 /* errors that its end is below what it had seen before (adapt.c) */
    double left;                 /* of the integral, where the grid has been and goes no more (places.h) */
    double fewest;               /* evaluations behind a claim */
    ts_integral_state *state;    /* what is reached, to be continued (resume.h) */
    size_t common_entries;       /* of it, that every stage has */
    int resuming;                /* nothing was done yet since settings->continue_from */
};

/* Evaluations launched so far, those of sweeps that were made again too. */
static inline double evaluations_of(const struct cubature_work *work)
{
    return (double)work->sweeps.evaluations;
}

/* Bins of the grid on each axis: those asked for, or by the dimensions. */
int cubature_bins(int asked, int dimensions);

/* How many independent evaluations the tolerance takes, where n of them gave these values and errors: for the
 * component that takes most. */
double evaluations_needed(const struct cubature_work *work, double n, const double *values,
                          const double *errors);

/* The error that is asked for of a component with this value. */
double tolerance_of(const struct cubature_work *work, double value);

/* The warm-up (adapt.c): random sweeps that teach the grid. Sets work->need. */
ts_status cubature_adapt(struct cubature_work *work);

/* The integral with the grid frozen: by random sweeps (repeat.c) or Sobol' points (quasi.c). They fill the
 * integral's components and say whether the tolerance was reached with an error that holds. *again: there
 * were weights that the warm-up has not seen the like of, and all is to be begun anew. */
ts_status cubature_repeat(struct cubature_work *work);
ts_status cubature_quasi(struct cubature_work *work, int *again);

/* Notes a sweep in the integral. counted: it is part of the result. */
ts_status note_sweep(struct cubature_work *work, const double *values, const double *errors, int counted);

/* Errors that the end of a warm-up may be below what it had seen before, where something is claimed. */
#define MOST_FALLEN 4

/* A sentence on what stands in the way of a claim, kept in the integral; the first stays. */
void object(struct cubature_work *work, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Such a sentence, where the warm-up left something behind. */
void object_to_warm_up(struct cubature_work *work);

#endif

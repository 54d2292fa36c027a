/* An integral of a user's function at work: what its warm-up, its methods and its state share. */
#ifndef TESSERA_CUBATURE_WORK_H
#define TESSERA_CUBATURE_WORK_H

#include "cubature/random_sweeps.h"
#include "cubature/sweeps.h"
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
    uint64_t before;             /* evaluations in the state that is continued */
    double wanted;               /* evaluations that are planned, from the first on; 0: nothing is */
    uint64_t scrambled;          /* randomisations of Sobol points that were used */
    double *values, *errors;     /* [components] of the last random sweep */
    double *guess, *guess_error; /* [components] by the last sweep of the warm-up */
    double *rounding;            /* [components] the part of the result's error that no evaluations lessen */
    double first;                /* evaluations of the warm-up's first sweep */
    double needed;               /* what evaluations_needed() says at the warm-up's end */
    int settled;                 /* whether the warm-up ended because more was not worth it */
    double fallen;         /* errors that the warm-up's end is below what it had seen before (adapt.c) */
    double left_behind;    /* part of the integral where the grid has been and goes no more (places.h) */
    double fewest;         /* evaluations behind a claim */
    double given_up;       /* evaluations of a result that was given up for one of them, unlike all others */
    struct places *places; /* met by sweeps of unknown variance, in all warm-ups */
    double overlooked;     /* tolerances that a broad point stood for where the grid hardly went (broad.c) */
    ts_integral_state *state; /* what is reached, to be continued (resume.h) */
    size_t common_entries;    /* entries of the state that every stage has */
    int warned;               /* 1: it was said that evaluations go on for an objection */
    int hopeless;             /* 1: more evaluations would not help (ends.h), as the objection says */
    struct past *past;        /* errors of the result so far (ends.h) */
    int resuming;             /* nothing was done yet since settings->continue_from */
    int asks_anew;            /* 1: the state that is continued was of other errors than are asked for now */
};

/* Evaluations launched so far, those of sweeps that were made again too. */
static inline double evaluations_of(const struct cubature_work *work)
{
    return (double)work->sweeps.evaluations;
}

/* Evaluations where the user names no limit. The smaller one holds while a component was zero wherever it was
 * looked at. They are some seconds of a fast GPU, and of a CPU. */
#define MOST_EVALUATIONS UINT64_C(1000000000000)
#define MOST_OF_ZEROS 1e9

/* And where another component was not zero, whose grid has no reason to find more. */
#define MOST_BESIDE_ZEROS 1e8

/* How many evaluations there may be in all, as far as is known now. */
double evaluations_most(const struct cubature_work *work);

/* Broad points before a claim (broad.c), as a part of the evaluations so far, and where there may be so many
 * evaluations at least. One for each part of the box that is a quarter as wide on every axis, up to some
 * hundred thousand. A grid that has closed in on a peak at once leaves too few by share. */
#define BROAD_SHARE 0.1
#define BROAD_LEAST 0x1p18
double broad_points(const struct cubature_work *work);

/* How many evaluations there may be for a result, which leaves room for broad points. */
double evaluations_most_of_result(const struct cubature_work *work);

/* How many independent evaluations the tolerance takes, where n of them gave these values and errors: for the
 * component that takes most. */
double evaluations_needed(const struct cubature_work *work, double n, const double *values,
                          const double *errors);

/* The error that is asked for of a component with this value. */
double tolerance_of(const struct cubature_work *work, double value);

/* Notes a sweep in the integral. counted: it is part of the result. */
ts_status note_sweep(struct cubature_work *work, const double *values, const double *errors, int counted);

/* Errors that the end of a warm-up may be below what it had seen before, where something is claimed. */
#define MOST_FALLEN 4

/* A sentence on what stands in the way of a claim, kept in the integral; the first stays. */
void add_objection(struct cubature_work *work, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Speaks against a value or an error that is not finite, against any infinite evaluation, and where more than
 * a few were no numbers. */
void add_not_finite_objection(struct cubature_work *work, int component, double value, double error);

/* Speaks against few points at all of which the integrand was the same: what lies between them is unknown,
 * and no error tells of it. A box of mass 1 on a constant 1 has been claimed as 1 +- 0 so. */
void add_constant_objection(struct cubature_work *work, int component, double value, double error,
                            double points);

/* Speaks against a value that is far from what the warm-up ended with, unless that had seen a constant alone:
 * its error says nothing. */
void add_guess_objection(struct cubature_work *work, int component, double value, double error);

/* Whether the result would be claimed but for evaluations that are not finite, or is not finite itself: then
 * more of them would not help. */
int is_past_mending(const struct cubature_work *work);

/* Warns once, after many evaluations, where the error is what was asked for and an objection makes them go
 * on. Progress says nothing of that. */
void warn_of_objection(struct cubature_work *work);

/* An objection, where the warm-up left something behind. */
void add_warm_up_objection(struct cubature_work *work);

/* The error of rounding of a mean over weights of this root mean square, which is no less than the mean of
 * their magnitudes. No number of evaluations makes an error smaller. */
double rounding_of(const struct cubature_work *work, double root_mean_square);

/* Whether the errors of the result are so many times smaller than was asked for. */
int is_small(const struct cubature_work *work, double times);

/* Whether what speaks against the result is of the warm-up: no evaluations of the result change that. */
int is_of_warm_up(const struct cubature_work *work);

/* adapt.c. The warm-up: random sweeps that teach the grid. */

/* Sets work->needed, and what speaks against a claim. The grid is what it is at the beginning. */
ts_status cubature_adapt(struct cubature_work *work);

/* The next points of the warm-up: of Sobol's, wherever those are known, else random ones. Those of Sobol's
 * are of a randomisation of their own, which is at work since warm_up_randomise(). */
void warm_up_randomise(struct cubature_work *work);
ts_status warm_up_points(struct cubature_work *work, double size, struct sweep_teaching teaching);

/* broad.c. Broad points before a claim: whether the grid has left a part of the integral that it never saw. A
 * grid may have closed in on one of two peaks before it met the other. Then its errors say nothing of that.
 * So points are spread evenly over the box, a tenth of all evaluations, of which only those count where the
 * grid is thin. Of each part of them the heaviest is looked at. It stands for the value there times the
 * volume that it has to itself. Where the grid would send next to no evaluations into that volume, and it
 * matters, there is no claim. The grid gets bins around such places instead, and the warm-up goes on from
 * there. */

/* Looks for what the grid has left, behind a result that would be claimed. *found: there is something. Then
 * the grid goes there too, and work->overlooked says how much one of the points stood for. What was summed
 * before is gone.
 * @return TS_OK, or TS_NOT_CONVERGED with an objection where the limit of evaluations leaves no room for them
 */
ts_status broad_search(struct cubature_work *work, int *found);

/* repeat.c. The integral by random sweeps over a frozen grid. */

/* Fills the integral's components, and says whether the tolerance was reached with an error that holds. */
ts_status cubature_repeat(struct cubature_work *work);

/* quasi.c. The integral by Sobol' points over a frozen grid. */

/* Fills the integral's components, and says whether the tolerance was reached with an error that holds.
 * *again: there were weights that the warm-up has not seen the like of, and all is to be begun anew. */
ts_status cubature_quasi(struct cubature_work *work, int *again);

#endif

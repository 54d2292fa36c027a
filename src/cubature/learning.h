/* What the sweeps of a warm-up (adapt.c) say of the grid, and what the next one is to be.
 *
 * VEGAS learns from squared weights. Where a handful of evaluations carry a narrow peak, the grid would
 * close in on those few places and lose the rest. So the weights are tempered. The grid learns from
 * |v|^(4/2^k) with the smallest k, a rung of a ladder of sums, for which enough evaluations count: (sum
 * a)^2 / sum a^2. Sums of few are spread over neighbouring bins. Rung after rung, the grid climbs to
 * the peak. */
#ifndef TESSERA_CUBATURE_LEARNING_H
#define TESSERA_CUBATURE_LEARNING_H

#include "cubature/resume.h"

/* The fewest evaluations that count, to teach the grid anything. */
#define LEARNING_FEWEST 8

/* The grid's state of learning. */
struct learning {
    const struct sweeps *sweeps;
    int sweep;          /* how many there were */
    double first, size; /* evaluations of a sweep: the least, the next */
    int pilot;          /* the next sweep is a short one, which teaches nothing */
    int rung;           /* rung that the next sweep teaches by */
    int filled;         /* rungs of the ladder, of the last sweep */
    int searches;       /* for a peak: next to nothing but zeros was found */
    int descends;       /* sweeps become shorter again after a search */
    int arrived;        /* at the lowest rung once */
    int lowest;         /* rung that was reached on the way there */
    double part;        /* and the part of the evaluations that counted on it, at best */
    int climbed;        /* by the sweep that was noted last */
    int learns_fast;    /* the sweep that was noted has halved the variance */
    int stalls;         /* sweeps on the way there without progress */
    int idle;           /* sweeps without progress since then, those that are known well twice */
    int known, agreed;  /* of the last sweep: its variance, and that it found the value of the one before */
    double last, best;  /* relative variance of an evaluation: of the last sweep, the smallest known one */
    double *value, *error; /* [components] of the last sweep; m-Cubes, which only counts, has none */
    struct strata best_strata;
    int follows; /* evaluations are to follow what is learned of sub-cubes (strata.h) */
    int climbs;  /* climbs that were given up */
};

/* What a state keeps of it. */
state_fields learning_fields;

/* Begins to learn, with sweeps of so many evaluations at least. */
void learning_begin(struct learning *learning, double first, int rung);

/* Rungs of the ladder that may serve after the next sweep. */
int learning_rungs(const struct learning *learning);

/* With which power of the grid's slope a sweep is to teach on a rung, less that of the weights.
 *
 * Above the first rung, where it is |v|^2, the grid learns |f|^p J^q from a weight v = f J, p = 4/2^rung.
 * With q = 1 that would be |f|^p in a bin however many points fall there. With |v|^p alone a root, p < 1,
 * counts for less where there are fewer points. Of two peaks the one that got fewer by chance would get fewer
 * still, until it is lost. A larger q gives it more again. Two peaks on the diagonal may differ in their
 * heights alone, h and 1. The lower one comes to rest with h^(p / (1 + (q - 1) d)) of the other's bins on
 * each of d axes. Its points are the power d of that. On squares, p = q = 2, with h^(2 / (1 + d)). The q that
 * makes both equal leaves no peak behind which squares would keep. But it makes what is learned more uneven.
 * Where the grid makes no progress with it, it is the q that only makes up for chance, 1 + 1/(2 d). */
double learning_exponent(const struct learning *learning, int rung);

/* Judges the last sweep. Sets work->needed. */
void learning_judge(struct learning *learning, struct cubature_work *work);

/* Whether another sweep is worth its evaluations. */
int learning_is_worth_it(const struct learning *learning, const struct cubature_work *work);

/* Notes what progress the last sweep was; returns whether its grid is the best so far. */
int learning_note(struct learning *learning, const struct cubature_work *work);

/* Bins on either side that a bin of the grid is to learn from. */
int learning_width(const struct learning *learning);

/* How the next sweep is to be, after one that was noted. */
void learning_plan(struct learning *learning);

/* Bins on either side that a bin learns from, where `count` evaluations carry the sums. */
int learning_blur(double count, int bins);

#endif

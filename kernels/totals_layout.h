/* The array of totals of a launch: what kernels add to and the host reads. */
#ifndef TESSERA_TOTALS_LAYOUT_H
#define TESSERA_TOTALS_LAYOUT_H

/* Where each sum stands in the array of totals, shared by kernels and host.
 * Everything is added but the three marked; a pair is high, low. */
enum totals_layout {
    TOTAL_WEIGHT = 0,           /* pair: v */
    TOTAL_VARIANCE = 2,         /* pair: the variance of v in each sub-cube */
    TOTAL_ACCEPTED = 4,         /* events that passed the cuts */
    TOTAL_NOT_FINITE = 5,       /* events whose weight is not a finite number */
    TOTAL_FIRST_NOT_FINITE = 6, /* minimum: the number of the first of them */
    TOTAL_MAXIMUM = 7,          /* maximum: the bits of the largest |w| */
    TOTAL_REPEATED = 8,         /* events that were repeated in double precision */
    TOTAL_LIMITED = 9,          /* events whose list of partons was full before their shower ended */
    TOTAL_EXCEEDED = 10,        /* events in whose shower a ratio of densities was above its bound */
    TOTAL_CAPPED = 11,          /* events of which a variation's weight was capped in the shower */
    TOTAL_EXCEEDED_WEIGHT = 12, /* pair: |v| of the events of TOTAL_EXCEEDED */
    TOTAL_SIZE = 14,      /* maximum: the bits of the largest size of an event of several configurations,
                             which is that of their weights together; 0: it is |w| */
    TOTAL_VETOED = 15,    /* events without weight because the shower would have emitted, or by UMEPS have no
                             history (merging.h), */
    TOTAL_UNORDERED = 16, /* with a history that the shower does not make, */
    TOTAL_UNCLUSTERED = 17, /* and without any */
    TOTAL_WEIGHTLESS = 18,  /* events that passed the cuts, and have no weight behind their shower */
    TOTAL_BINS = 19         /* then the bins of the histograms */
};

/* What a bin of a histogram holds, t being the value over the size of its axis. */
enum bin_layout {
    BIN_WEIGHT = 0,   /* two pairs: v */
    BIN_SQUARE = 4,   /* two pairs: v^2 */
    BIN_FIRST = 8,    /* two pairs: v t */
    BIN_SECOND = 12,  /* two pairs: v t^2 */
    BIN_ENTRIES = 16, /* entries */
    BIN_WORDS = 17
};

/* Of each variation (VARIATIONS, integrand.h) the bins stand behind those of the one before, one more in
 * front of them. Where a histogram has an offset o that of variation k, from 0, has o + BIN_WORDS
 * VARIED_BINS(k, bins), of `bins` in all histograms. At the end of what stands before it is the head. It
 * has in place of BIN_WEIGHT the pair of sum v, of BIN_SQUARE that of the variance of v in each
 * sub-cube. In place of BIN_ENTRIES stands how many v were not finite or too large for the scale. */
#define VARIED_BINS(k, bins) (((k) + 1) * ((bins) + 1))
#define VARIED_HEAD(k, bins) (VARIED_BINS(k, bins) - 1)

/* Units in 1, as powers of two: of v; of v^2 and variances; of a histogram's moments; of v^2 where a grid is
 * refined. The last have one word each, so fewer. */
#define WEIGHT_EXPONENT 53
#define SQUARE_EXPONENT 45
#define MOMENT_EXPONENT 33
#define REFINE_EXPONENT 32
/* A bin in the tail of a distribution holds weights far below the largest. The second pair of its sums takes
 * what is below one unit, in units 2^-61 of that. */
#define FINER_EXPONENT 61
/* |v| stays below two to this. */
#define LARGEST_EXPONENT 8

#endif

/* The map of VEGAS made smooth: a monotone spline through the edges of the grid.
 *
 * Within a bin the map of vegas.h is a straight line, so weights are as uneven as the integrand is within the
 * bin. Where the integrand ends within the first or the last bin, most points of that bin are lost. Here the
 * density, one over the slope, goes on from bin to bin. At an edge it is the mean of the two beside it (F. N.
 * Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300). Between the edges the map is cubic,
 *
 *     x = edge + c1 t + c2 t^2 + c3 t^3,   0 < t < 1,
 *
 * but at the ends of the axis a hyperbola, x = edge + c1 t / (1 - c2 t). Away from the peak the density falls
 * like the inverse square of the distance, beginning with what it was. A bin's piece is four numbers: edge,
 * c1, c2, c3; a hyperbola has -c1. */
#ifndef TESSERA_CUBATURE_SMOOTH_H
#define TESSERA_CUBATURE_SMOOTH_H

#include "vegas_refine.h"

/* As if all pieces of an axis were cubic; where *lower < 0, it is a hyperbola. */
FN real smooth_cubic_map(GLOBAL const scalar *pieces, real place, index *bin, real *slope, real *lower)
{
    real piece[4], t;
    *bin = vegas_bin(place, &t);
    r_load4(pieces, *bin, piece);
    real edge = piece[0], c1 = piece[1], c2 = piece[2], c3 = piece[3];
    real bend = r_fma(c3, t, c2), rise = r_fma(bend, t, c1);
    *slope = r_fma(r_fma(c3, t, bend), t, rise);
    *lower = c1;
    return r_fma(rise, t, edge);
}

/* As if all were hyperbolas; one of them is in the last bin, whose end is not to be reached. */
FN real smooth_hyperbola_map(GLOBAL const scalar *pieces, real place, real *slope)
{
    real piece[4], t;
    r_load4(pieces, vegas_bin(place, &t), piece);
    real inverse = r_inverse(r_fma(-piece[2], t, R(1.0))), rise = -piece[1] * inverse;
    *slope = rise * inverse;
    return r_below_one(r_fma(rise, t, piece[0]));
}

/* As vegas_line(), of one axis or two by their pieces, [axes][GRID_BINS][4]. Hyperbolas, which are rare, wait
 * until both have been looked at: without a branch for each they overlap. */
FN void smooth_map(GLOBAL const scalar *pieces, int axes, const real place[2], real x[2], index bin[2],
                   real *slopes)
{
    real slope[2], lower[2];
    for (int i = 0; i < axes; ++i)
        x[i] = smooth_cubic_map(pieces + 4 * GRID_BINS * i, place[i], &bin[i], &slope[i], &lower[i]);
    const int outer = r_any((axes == 1 ? lower[0] : r_min(lower[0], lower[1])) < R(0.0));
    for (int i = 0; i < axes && outer; ++i)
        if (r_any(lower[i] < R(0.0))) {
            real steep, far = smooth_hyperbola_map(pieces + 4 * GRID_BINS * i, place[i], &steep);
            x[i] = r_select(lower[i] < R(0.0), far, x[i]);
            slope[i] = r_select(lower[i] < R(0.0), steep, slope[i]);
        }
    for (int i = 0; i < axes; ++i)
        *slopes = *slopes * slope[i];
}

FN scalar smooth_width(LOCAL const scalar *edges, int bin) { return edges[bin + 1] - edges[bin]; }

/* The slope at each edge that is between two bins: the harmonic mean of both. */
FN LOCAL const scalar *smooth_slopes(const vegas_work *work)
{
    LOCAL const scalar *edges = vegas_edges_of(work);
    LOCAL scalar *slopes = vegas_importance(work);
    for (int bin = REFINE_FIRST * LANES; bin < GRID_BINS - 1; bin += REFINE_STEP * LANES) {
        const real edge = r_fetch(edges + bin + 1);
        const real width = edge - r_fetch(edges + bin), next = r_fetch(edges + bin + 2) - edge;
        r_store(slopes + bin + 1, R(2.0) * width * next / (width + next));
    }
    REFINE_WAIT();
    return slopes;
}

/* How many hyperbolas there are from the last bin of an axis on. They are that bin, and others each no wider
 * than the one before, but much wider than the next on the way to the peak. step: 1 from the first bin
 * upwards, -1 from the last downwards. */
FN int smooth_outer(LOCAL const scalar *edges, int bin, int step)
{
    const scalar steep = 4;
    int count = 1;
    for (bin += step; count < GRID_BINS / 2 - 1; bin += step, ++count) {
        const scalar width = smooth_width(edges, bin);
        if (width > smooth_width(edges, bin - step) || width <= steep * smooth_width(edges, bin + step))
            break;
    }
    return count;
}

/* The slope at the outer end of the last of so many hyperbolas, from the bin that is the first without one.
 * Of a hyperbola the product of both is the square of the mean slope. */
FN scalar smooth_end(LOCAL const scalar *edges, LOCAL const scalar *slopes, int bin, int step, int count)
{
    scalar slope = slopes[step > 0 ? bin : bin + 1];
    for (int i = 1; i <= count; ++i) {
        const scalar width = smooth_width(edges, bin - i * step);
        slope = width * width / slope;
    }
    return slope;
}

FN void smooth_hyperbola(GLOBAL scalar *piece, scalar width, scalar lower)
{
    piece[1] = -lower;
    piece[2] = 1 - lower / width;
    piece[3] = 0;
}

FN void smooth_cubic(GLOBAL scalar *piece, scalar width, scalar lower, scalar upper)
{
    piece[1] = lower;
    piece[2] = 3 * width - 2 * lower - upper;
    piece[3] = lower + upper - 2 * width;
}

/* The product of the slopes of up to four bins, whose logarithm takes as long as that of one. */
FN scalar smooth_four(LOCAL const scalar *edges, int bin)
{
    scalar product = 1;
    for (int end = bin + 4; bin < end && bin < GRID_BINS; ++bin)
        product *= smooth_width(edges, bin) * GRID_BINS;
    return product;
}

/* One over the geometric mean of the slopes of an axis. */
FN void smooth_mean(const vegas_work *work, LOCAL const scalar *edges, GLOBAL scalar *mean)
{
    const int count = (GRID_BINS + 3) / 4;
    LOCAL scalar *products = vegas_voids(work);
    for (int i = REFINE_FIRST; i < count; i += REFINE_STEP)
        products[i] = smooth_four(edges, 4 * i);
    REFINE_WAIT();
    for (int i = REFINE_FIRST * LANES; i < count; i += REFINE_STEP * LANES)
        r_store(products + i, r_log(r_fetch(products + i)));
    const scalar sum = vegas_sum(products, count);
    if (REFINE_FIRST == 0)
        *mean = r_first(r_exp(r_set(-sum / GRID_BINS)));
}

/* Refines an axis of the grid (vegas_learn()), fits the spline to its new edges, and notes their mean. The
 * straight lines end at the largest number below 1. */
FN void smooth_learn(const vegas_work *work, GLOBAL scalar *axis, GLOBAL scalar *pieces, GLOBAL scalar *mean)
{
    vegas_learn(work, axis);
    LOCAL const scalar *edges = vegas_edges_of(work), *slopes = smooth_slopes(work);
    const int first = smooth_outer(edges, 0, 1), last = GRID_BINS - smooth_outer(edges, GRID_BINS - 1, -1);
    for (int bin = REFINE_FIRST; bin < GRID_BINS; bin += REFINE_STEP) {
        GLOBAL scalar *piece = pieces + 4 * bin;
        const scalar width = smooth_width(edges, bin);
        if (bin == GRID_BINS - 1) /* so that nobody has to look whether x is below 1 */
            axis[VEGAS_WIDTH(bin)] = BELOW_ONE - edges[bin];
        piece[0] = edges[bin];
        if (bin < first)
            smooth_hyperbola(piece, width, smooth_end(edges, slopes, first, 1, first - bin));
        else if (bin >= last)
            smooth_hyperbola(piece, width,
                             width * width / smooth_end(edges, slopes, last - 1, -1, bin - last + 1));
        else
            smooth_cubic(piece, width, slopes[bin], slopes[bin + 1]);
    }
    smooth_mean(work, edges, mean);
}

#endif

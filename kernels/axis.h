/* An axis of a table with uneven cells: in which cell a value lies, and where in it.
 *
 * The axis is cut into even bins, each of which knows the lowest cell that it
 * touches. A few comparisons with the next knots then find the cell, as many for
 * every value, mostly one. Where the cells are even they are the bins, and nothing is
 * looked up. Values beyond the ends, and what is not a number, count as
 * at the ends. src/pdf/axis.c writes the tables. */
#ifndef TESSERA_AXIS_H
#define TESSERA_AXIS_H

#include "dialect.h"

/* An axis' seven numbers. Offsets count scalars from the start of the table. */
#define AXIS_LOW 0
#define AXIS_HIGH 1
#define AXIS_BINS_PER_UNIT 2
#define AXIS_LAST_BIN 3
#define AXIS_STEPS 4 /* 0: the cells are even */
#define AXIS_BINS 5  /* offset of the bins: the number of a cell each */
#define AXIS_CELLS 6 /* offset of the cells: lower knot and 1 / width each, then a number above all */
#define AXIS_NUMBERS 7

typedef struct axis_place {
    index cell;
    real fraction; /* 0 at the lower, 1 at the upper end of the cell */
} axis_place;

/* `axis` is where the table has the axis' numbers. */
FN axis_place axis_locate(GLOBAL const scalar *table, int axis, real value)
{
    axis_place place;
    real low = r_set(table[axis + AXIS_LOW]);
    real within = r_min(r_max(value, low), r_set(table[axis + AXIS_HIGH]));
    real at = (within - low) * r_set(table[axis + AXIS_BINS_PER_UNIT]);
    real bin = r_min(at, r_set(table[axis + AXIS_LAST_BIN]));
    int steps = (int)table[axis + AXIS_STEPS];
    if (steps == 0) {
        place.cell = r_floor_index(bin);
        place.fraction = at - r_from_index(place.cell);
        return place;
    }
    index cell = r_floor_index(r_load(table + (int)table[axis + AXIS_BINS], r_floor_index(bin)));
    GLOBAL const scalar *cells = table + (int)table[axis + AXIS_CELLS];
    ROLLED
    for (int step = 0; step < steps; ++step)
        cell = i_select(within >= r_load(cells, cell * 2 + 2), cell + 1, cell);
    place.cell = cell;
    place.fraction = (within - r_load(cells, cell * 2)) * r_load(cells, cell * 2 + 1);
    return place;
}

/* The cubic whose coefficients stand at `first`, from that of power 0 on. */
FN real axis_cubic(GLOBAL const scalar *coefficients, index first, real t)
{
    real value = r_fma(r_load(coefficients, first + 3), t, r_load(coefficients, first + 2));
    value = r_fma(value, t, r_load(coefficients, first + 1));
    return r_fma(value, t, r_load(coefficients, first));
}

#endif

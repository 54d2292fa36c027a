/* Kernel C for programs of tests: the four-vectors of an element. */
#ifndef TEST_FETCH_FOUR_VECTOR_H
#define TEST_FETCH_FOUR_VECTOR_H

#include "kernel_support.h"

/* Vector i of an element, from arrays [i][component]. */
static const char fetch_four_vector[] = KERNEL_TEXT(
    FN vector4 fetch_four_vector(GLOBAL const scalar *from, int i, uint64 item) {
        vector4 v;
        v.e = r_fetch(from + AT(4 * i));
        v.x = r_fetch(from + AT(4 * i + 1));
        v.y = r_fetch(from + AT(4 * i + 2));
        v.z = r_fetch(from + AT(4 * i + 3));
        return v;
    });

#endif

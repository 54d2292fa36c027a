/* cmocka's assert_float_equal() compares in single precision: this one in double. */
#ifndef TESSERA_TESTS_CLOSE_H
#define TESSERA_TESTS_CLOSE_H

#include <math.h>
#include <stdio.h>

#define assert_close(a, b, tolerance)                                                                \
    do {                                                                                             \
        const double close_a = (a), close_b = (b);                                                   \
        if (!(fabs(close_a - close_b) <= (tolerance))) {                                             \
            print_error("%.17g is not within %g of %.17g\n", close_a, (double)(tolerance), close_b); \
            fail();                                                                                  \
        }                                                                                            \
    } while (0)

#endif

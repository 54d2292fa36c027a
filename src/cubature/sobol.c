/* Direction numbers by the recurrence of P. Bratley, B. L. Fox, ACM TOMS 14 (1988) 88, eq. (4), and
 * Matousek's scrambling: each digit becomes a random sum modulo 2 of itself and the digits before it. */
#include "cubature/sobol.h"

#include "cubature/sobol_numbers.h"

#include <stddef.h>

#define PRECISION_DOUBLE 0
#define LANES 4 /* sets at once: what every processor has room for */
#include "random.h"

_Static_assert(sizeof sobol_axes / sizeof sobol_axes[0] == SOBOL_AXES, "the table has all axes");

enum {
    DIGITS = 64,           /* of a scrambled coordinate */
    PAIRS = SOBOL_BITS / 2 /* of columns of its scrambling */
};

static int degree(uint32_t polynomial)
{
    int bits = 0;
    while (polynomial >> (bits + 1))
        ++bits;
    return bits;
}

/* The direction numbers of an axis, the leading digit at bit SOBOL_BITS - 1. */
static void direction_numbers(int axis, uint64_t numbers[SOBOL_BITS])
{
    const struct sobol_axis *row = &sobol_axes[axis];
    const int order = axis == 0 ? 0 : degree(row->polynomial);
    uint64_t m[SOBOL_BITS];
    for (int k = 0; k < SOBOL_BITS; ++k) {
        if (order == 0 || k < order) {
            m[k] = order == 0 ? 1 : row->first[k];
        } else {
            m[k] = m[k - order];
            for (int i = 1; i <= order; ++i)
                if (row->polynomial >> (order - i) & 1)
                    m[k] ^= m[k - i] << i;
        }
        numbers[k] = m[k] << (SOBOL_BITS - 1 - k);
    }
}

/* Twice sixty-four random bits: pair `i` of an axis, of so many sets from the first on. */
static void random_bits(uint64_t seed, uint64_t first, int axis, int i, uint64_t bits[2][LANES])
{
    event_number event = {.seed_low = (uint32_t)seed, .seed_high = (uint32_t)(seed >> 32)};
    word words[4];
    FOR_LANES(l) {
        event.low[l] = (uint32_t)(first + (uint64_t)l);
        event.high[l] = (uint32_t)((first + (uint64_t)l) >> 32);
    }
    random_words(event, STREAM_SHIFTS, (uint32_t)(axis * (PAIRS + 1) + i), words);
    FOR_LANES(l) {
        bits[0][l] = (uint64_t)words[0][l] << 32 | words[1][l];
        bits[1][l] = (uint64_t)words[2][l] << 32 | words[3][l];
    }
}

/* The first columns of the scrambling: what each digit of a number adds to the new one, itself and random
 * ones behind it. */
static void scrambling(uint64_t seed, uint64_t first, int axis, int count,
                       uint64_t columns[SOBOL_BITS][LANES])
{
    for (int k = 0; k < count; k += 2)
        random_bits(seed, first, axis, k / 2, columns + k);
    for (int k = 0; k < count; ++k) {
        const uint64_t own = (uint64_t)1 << (DIGITS - 1 - k);
        FOR_LANES(l)
            columns[k][l] = own | (columns[k][l] & (own - 1));
    }
}

/* The new number in each set: of each of its digits the column, all added modulo 2. */
static void scramble(uint64_t columns[SOBOL_BITS][LANES], uint64_t number, uint64_t digits[LANES])
{
    FOR_LANES(l)
        digits[l] = 0;
    for (; number; number &= number - 1) {
        const uint64_t *column = columns[SOBOL_BITS - 1 - __builtin_ctzll(number)];
        FOR_LANES(l)
            digits[l] ^= column[l];
    }
}

/* One axis of `sets` sets, LANES at most, which are so far apart. */
static void scramble_axis(uint64_t seed, uint64_t first, int sets, int axis,
                          const uint64_t numbers[SOBOL_BITS], int count, uint64_t *scrambled, size_t apart)
{
    uint64_t columns[SOBOL_BITS][LANES], digits[LANES], shifts[2][LANES];
    scrambling(seed, first, axis, count, columns);
    random_bits(seed, first, axis, PAIRS, shifts);
    for (int k = 0; k < count; ++k) { /* number k has digits up to k alone */
        scramble(columns, numbers[k], digits);
        for (int l = 0; l < sets; ++l)
            scrambled[(size_t)l * apart + (size_t)k] = digits[l];
    }
    for (int l = 0; l < sets; ++l)
        scrambled[(size_t)l * apart + SOBOL_BITS] = shifts[0][l];
}

void sobol_scramble(uint64_t seed, uint64_t first, int sets, int axes, int count, uint64_t *scrambled)
{
    const size_t apart = (size_t)axes * SOBOL_NUMBERS;
    uint64_t numbers[SOBOL_BITS];
    for (int axis = 0; axis < axes; ++axis) {
        direction_numbers(axis, numbers);
        for (int set = 0; set < sets; set += LANES)
            scramble_axis(seed, first + (uint64_t)set, sets - set < LANES ? sets - set : LANES, axis, numbers,
                          count, scrambled + (size_t)set * apart + (size_t)axis * SOBOL_NUMBERS, apart);
    }
}

void sobol_plain(int axes, uint64_t *plain)
{
    uint64_t numbers[SOBOL_BITS];
    for (int axis = 0; axis < axes; ++axis, plain += SOBOL_NUMBERS) {
        direction_numbers(axis, numbers);
        for (int k = 0; k < SOBOL_BITS; ++k)
            plain[k] = numbers[k] << (64 - SOBOL_BITS);
        plain[SOBOL_BITS] = 0;
    }
}

/* Direction numbers by the recurrence of P. Bratley, B. L. Fox, ACM TOMS 14 (1988) 88, eq. (4), and
 * Matousek's scrambling: each digit becomes a random sum modulo 2 of itself and the digits before it. */
#include "integrate/sobol.h"

#include "integrate/sobol_numbers.h"

#define PRECISION_DOUBLE 1
#define LANES 1
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

/* Twice sixty-four random bits: pair `i` of an axis of a set. */
static void random_bits(uint64_t seed, uint64_t set, int axis, int i, uint64_t bits[2])
{
    event_number event = {w_set((uint32_t)set), w_set((uint32_t)(set >> 32)), (uint32_t)seed,
                          (uint32_t)(seed >> 32)};
    word words[4];
    random_words(event, STREAM_SHIFTS, (uint32_t)(axis * (PAIRS + 1) + i), words);
    bits[0] = (uint64_t)words[0][0] << 32 | words[1][0];
    bits[1] = (uint64_t)words[2][0] << 32 | words[3][0];
}

/* The first columns of the scrambling: what each digit of a number adds to the new one, itself and random
 * ones behind it. */
static void scrambling(uint64_t seed, uint64_t set, int axis, int count, uint64_t columns[SOBOL_BITS])
{
    for (int k = 0; k < count; k += 2)
        random_bits(seed, set, axis, k / 2, columns + k);
    for (int k = 0; k < count; ++k) {
        const uint64_t own = (uint64_t)1 << (DIGITS - 1 - k);
        columns[k] = own | (columns[k] & (own - 1));
    }
}

/* The new number: of each of its digits the column, all added modulo 2. */
static uint64_t scramble(const uint64_t columns[SOBOL_BITS], uint64_t number)
{
    uint64_t digits = 0;
    for (; number; number &= number - 1)
        digits ^= columns[SOBOL_BITS - 1 - __builtin_ctzll(number)];
    return digits;
}

/* One axis of a set. */
static void scramble_axis(uint64_t seed, uint64_t set, int axis, const uint64_t numbers[SOBOL_BITS],
                          int count, uint64_t scrambled[SOBOL_NUMBERS])
{
    uint64_t columns[SOBOL_BITS], shift[2];
    scrambling(seed, set, axis, count, columns);
    for (int k = 0; k < count; ++k) /* number k has digits up to k alone */
        scrambled[k] = scramble(columns, numbers[k]);
    random_bits(seed, set, axis, PAIRS, shift);
    scrambled[SOBOL_BITS] = shift[0];
}

void sobol_scramble(uint64_t seed, uint64_t first, int sets, int axes, int count, uint64_t *scrambled)
{
    uint64_t numbers[SOBOL_BITS];
    for (int axis = 0; axis < axes; ++axis) {
        direction_numbers(axis, numbers);
        for (int set = 0; set < sets; ++set)
            scramble_axis(seed, first + (uint64_t)set, axis, numbers, count,
                          scrambled + ((size_t)set * (size_t)axes + (size_t)axis) * SOBOL_NUMBERS);
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

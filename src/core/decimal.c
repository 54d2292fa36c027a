#include "core/decimal.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int is_of_number(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

size_t decimal_length(const char *text)
{
    size_t length = 0;
    while (is_of_number(text[length]))
        ++length;
    return length;
}

/* A decimal number: digits times a power of ten. */
struct parts {
    uint64_t digits;
    int negative, power;
};

enum { DIGITS_MOST = 19, POWER_MOST = 27 };

/* Takes the exponent's digits; 0 where there are none, or more than any number here has. */
static int take_power(const char **at, const char *end, int *power)
{
    const char *first = *at + (*at < end && (**at == '+' || **at == '-')), *digit = first;
    int number = 0;
    for (; digit < end && digit - first < 4 && *digit >= '0' && *digit <= '9'; ++digit)
        number = 10 * number + (*digit - '0');
    *power += **at == '-' ? -number : number;
    *at = digit;
    return digit > first;
}

/* Eight bytes as a number whose first byte is its lowest. */
static uint64_t eight(const char *at)
{
    uint64_t bytes = 0;
    for (int i = 0; i < 8; ++i)
        bytes |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return bytes;
}

/* Whether eight bytes are digits, '0' to '9' being 0x30 to 0x39. */
static int are_digits(uint64_t bytes)
{
    return ((bytes & (bytes + 0x0606060606060606)) & 0xf0f0f0f0f0f0f0f0) == 0x3030303030303030;
}

/* The number that eight digits are: neighbours are put together, then pairs, then fours. */
static uint64_t number_of(uint64_t bytes)
{
    bytes -= 0x3030303030303030;
    bytes = (bytes * 10 + (bytes >> 8)) & 0x00ff00ff00ff00ff;
    bytes = (bytes * 100 + (bytes >> 16)) & 0x0000ffff0000ffff;
    return (bytes * 10000 + (bytes >> 32)) & 0xffffffff;
}

/* Takes digits, eight at a time where there are so many; where they go on too long the number is wrong. */
static const char *take_digits(const char *at, const char *end, uint64_t *digits)
{
    while (end - at >= 8 && are_digits(eight(at))) {
        *digits = 100000000 * *digits + number_of(eight(at));
        at += 8;
    }
    for (; at < end && *at >= '0' && *at <= '9'; ++at)
        *digits = 10 * *digits + (uint64_t)(*at - '0');
    return at;
}

/* Takes a field apart; 0 where it is no number, or has more than DIGITS_MOST digits. */
static int take_apart(const char *text, size_t bytes, struct parts *parts)
{
    const char *end = text + bytes, *first = text + (*text == '-' || *text == '+');
    *parts = (struct parts){.negative = *text == '-'};
    const char *at = take_digits(first, end, &parts->digits);
    ptrdiff_t count = at - first;
    if (at < end && *at == '.') {
        const char *behind = take_digits(at + 1, end, &parts->digits);
        const ptrdiff_t more = behind - at - 1;
        count += more;
        parts->power = more < DIGITS_MOST ? -(int)more : -DIGITS_MOST;
        at = behind;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (!take_power(&at, end, &parts->power))
            return 0;
    }
    return count > 0 && count <= DIGITS_MOST && at == end;
}

enum { EXACT_POWER = 22 }; /* 10^22 is a double, and no higher power is */

/* The number, where digits and power of ten are doubles, so that there is one rounding. */
static int exact_value(const struct parts *parts, double *number)
{
    static const double tens[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (!parts->digits)
        *number = 0;
    else if (parts->digits >> DBL_MANT_DIG || abs(parts->power) > EXACT_POWER)
        return 0;
    else
        *number = parts->power < 0 ? (double)parts->digits / tens[-parts->power]
                                   : (double)parts->digits * tens[parts->power];
    return 1;
}

#if LDBL_MANT_DIG == 64
/* The number, where digits and power of ten are exact in 64 bits: their product or quotient is off by its
 * last rounding alone. That one and the rounding to double are one, unless the wide number lies halfway
 * between two doubles: then this is 0. */
static int wide_value(const struct parts *parts, double *number)
{
    static const long double tens[POWER_MOST + 1] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
                                                     1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
                                                     1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
                                                     1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    if (abs(parts->power) > POWER_MOST)
        return 0;
    const long double digits = (long double)parts->digits;
    const long double wide = parts->power < 0 ? digits / tens[-parts->power] : digits * tens[parts->power];
    uint64_t significand; /* the wide number's first bytes */
    memcpy(&significand, &wide, sizeof significand);
    *number = (double)wide;
    return (significand & 0x7ff) != 0x400;
}
#else
static int wide_value(const struct parts *parts, double *number)
{
    (void)parts;
    (void)number;
    return 0;
}
#endif

/* Reads a short number with the bits of strtod(), several times as fast; 0: it is no such number. After
 * W. D. Clinger, "How to read floating point numbers accurately" (PLDI 1990). */
static int read_short(const char *text, size_t bytes, double *number)
{
    struct parts parts;
    double found = 0;
    if (!bytes || !take_apart(text, bytes, &parts) ||
        (!exact_value(&parts, &found) && !wide_value(&parts, &found)))
        return 0;
    *number = parts.negative ? -found : found;
    return 1;
}

int decimal_read(const char *text, size_t bytes, double *number)
{
    if (read_short(text, bytes, number))
        return 1;
    /* strtod() also knows hexadecimal numbers, infinities and leading blanks: a file does not. */
    const char *digits = text + (bytes && (*text == '+' || *text == '-'));
    char *end;
    if (!bytes || (*digits != '.' && (*digits < '0' || *digits > '9')) ||
        (*digits == '0' && (digits[1] == 'x' || digits[1] == 'X')))
        return 0;
    const double read = strtod(text, &end);
    if (end != text + bytes || !isfinite(read))
        return 0;
    *number = read;
    return 1;
}

int decimal_read_fortran(const char *text, size_t bytes, double *number)
{
    char copy[64];
    if (decimal_read(text, bytes, number))
        return 1;
    const size_t before = decimal_length(text);
    if (before >= bytes || bytes >= sizeof copy || (text[before] != 'D' && text[before] != 'd'))
        return 0;
    memcpy(copy, text, bytes);
    copy[before] = 'e';
    copy[bytes] = 0;
    return decimal_read(copy, bytes, number);
}

#include "core/number_writer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { DIGITS = 17 };
static const uint64_t ten_to_16 = 10000000000000000;

static int bits_of(wide number)
{
    int bits = 0;
    for (; number; number >>= 1)
        ++bits;
    return bits;
}

/* 5^55 is the largest that 128 bits hold; below 1 it is 2^127 / 5^-p, of which 94 bits are left. */
void number_writer_create(struct number_writer *writer)
{
    for (int p = NUMBER_POWER_LEAST; p <= NUMBER_POWER_MOST; ++p) {
        wide five = 1;
        for (int i = 0; i < (p < 0 ? -p : p); ++i)
            five *= 5;
        const wide power = p < 0 ? ((wide)1 << 127) / five : five;
        const int bits = bits_of(power);
        writer->mantissa[p - NUMBER_POWER_LEAST] = (uint64_t)(bits > 64 ? power >> (bits - 64)
                                                                        : power << (64 - bits));
        writer->exponent[p - NUMBER_POWER_LEAST] = bits - 64 + p - (p < 0 ? 127 : 0);
    }
}

/* m 2^e 10^power, rounded to a whole number; 0 where 64 bits of the power do not tell which. The exact
 * product lies above this one by less than m. */
static int scale(const struct number_writer *writer, uint64_t m, int e, int power, uint64_t *digits)
{
    const int place = power - NUMBER_POWER_LEAST;
    if (place < 0 || place >= NUMBER_POWERS)
        return 0;
    const wide product = (wide)m * writer->mantissa[place];
    const int shift = -(e + writer->exponent[place]);
    if (shift < 66 || shift > 126)
        return 0;
    const wide half = (wide)1 << (shift - 1), fraction = product & (2 * half - 1);
    *digits = (uint64_t)(product >> shift) + (fraction > half);
    return fraction > half || fraction + m < half;
}

/* The 17 digits of m 2^e and its power of ten; 0: the library shall say. */
static int find_digits(const struct number_writer *writer, uint64_t m, int e, uint64_t *digits, int *exponent)
{
    /* Right or one too low, for m is less than 2^64. */
    *exponent = (int)floor((e + 63) * 0.30102999566398120);
    if (!scale(writer, m, e, DIGITS - 1 - *exponent, digits))
        return 0;
    if (*digits >= 10 * ten_to_16) {
        ++*exponent;
        if (!scale(writer, m, e, DIGITS - 1 - *exponent, digits))
            return 0;
    }
    return *digits >= ten_to_16 && *digits < 10 * ten_to_16;
}

/* The last `count` digits. */
static void put_digits(uint64_t digits, int count, char *text)
{
    for (; count > 0; digits /= 10)
        text[--count] = (char)('0' + digits % 10);
}

/* As printf has it, at least two digits in the exponent. */
static size_t put_number(int negative, uint64_t digits, int exponent, char *text)
{
    char *at = text;
    if (negative)
        *at++ = '-';
    *at++ = (char)('0' + digits / ten_to_16);
    *at++ = '.';
    /* 32-bit divisions are faster. */
    const uint64_t rest = digits % ten_to_16;
    put_digits(rest / 100000000, 8, at);
    put_digits(rest % 100000000, 8, at + 8);
    at += DIGITS - 1;
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    put_digits((uint64_t)(exponent < 0 ? -exponent : exponent), 2, at);
    return (size_t)(at + 2 - text);
}

static size_t print(double number, char *text)
{
    return (size_t)snprintf(text, NUMBER_TEXT_BYTES, "%.16e", number);
}

size_t number_write(const struct number_writer *writer, double number, char *text)
{
    uint64_t bits, digits;
    int exponent;
    memcpy(&bits, &number, sizeof bits);
    const int negative = (int)(bits >> 63), power = (int)(bits >> 52 & 0x7ff);
    if (bits << 1 == 0)
        return put_number(negative, 0, 0, text);
    const uint64_t m = (bits << 11) | (uint64_t)1 << 63;
    if (power == 0 || power == 0x7ff || !find_digits(writer, m, power - 1023 - 63, &digits, &exponent))
        return print(number, text);
    return put_number(negative, digits, exponent, text);
}

size_t number_write_count(uint64_t number, char *text)
{
    int length = 1;
    for (uint64_t rest = number / 10; rest; rest /= 10)
        ++length;
    put_digits(number, length, text);
    return (size_t)length;
}

size_t number_write_whole(int64_t number, char *text)
{
    if (number >= 0)
        return number_write_count((uint64_t)number, text);
    *text = '-';
    return 1 + number_write_count(-(uint64_t)number, text + 1);
}

#include "core/decimal.h"

#include <math.h>
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

int decimal_read(const char *text, size_t bytes, double *number)
{
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

/* Numbers as files have them: decimal, finite, and of all the bytes of their field. */
#ifndef TESSERA_CORE_DECIMAL_H
#define TESSERA_CORE_DECIMAL_H

#include <stddef.h>

/* How many bytes from here on could be those of a number: digits, signs, points and the letters of exponents.
 * The text ends with a zero byte. */
size_t decimal_length(const char *text);

/* Reads a field of so many bytes as one number; 0 where it is no finite decimal number, or only begins with
 * one. Then *number stays as it was. The text goes on behind it, or ends there with a zero byte. */
int decimal_read(const char *text, size_t bytes, double *number);

/* Reads a field that Fortran may have written: 4.1D+02. The field has fewer than 64 bytes where its exponent
 * has a D. */
int decimal_read_fortran(const char *text, size_t bytes, double *number);

#endif

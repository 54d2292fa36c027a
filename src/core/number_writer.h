/* Numbers into text, many of them: C's library takes a third of a microsecond for one. */
#ifndef TESSERA_CORE_NUMBER_WRITER_H
#define TESSERA_CORE_NUMBER_WRITER_H

#include <stddef.h>
#include <stdint.h>

enum {
    NUMBER_TEXT_BYTES = 32,   /* room for any number's text */
    NUMBER_POWER_LEAST = -14, /* of 10, by which numbers from 1e-38 to 1e+30 become */
    NUMBER_POWER_MOST = 55,   /* whole numbers of 17 digits */
    NUMBER_POWERS = NUMBER_POWER_MOST - NUMBER_POWER_LEAST + 1
};

/* Powers of ten: mantissa 2^exponent, the mantissa's 64 bits cut off, not rounded. */
struct number_writer {
    uint64_t mantissa[NUMBER_POWERS];
    int exponent[NUMBER_POWERS];
};

void number_writer_create(struct number_writer *writer);

/* Writes a number just as printf's "%.16e" does in the C locale: the 17 digits from which the same double is
 * read again. At most NUMBER_TEXT_BYTES, no zero byte behind them; returns how many. */
size_t number_write(const struct number_writer *writer, double number, char *text);

/* Writes whole numbers, as "%llu" and "%lld". */
size_t number_write_count(uint64_t number, char *text);
size_t number_write_whole(int64_t number, char *text);

#endif

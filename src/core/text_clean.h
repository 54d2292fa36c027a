/* What of a text may be shown: bytes of files and names of them may be orders to a terminal. */
#ifndef TESSERA_CORE_TEXT_CLEAN_H
#define TESSERA_CORE_TEXT_CLEAN_H

#include <stddef.h>

/* The bytes of the character at the front of a text, where it may be shown. Control characters (C0, C1, DEL,
 * overrides of the direction of writing) may not, nor may stray bytes of their values: 0. */
size_t text_shown_bytes(const char *text);

/* Puts '?' in the place of each byte that may not be shown; newlines and tabs stay where `lines` says so. */
void text_clean(char *text, int lines);

#endif

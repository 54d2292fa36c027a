/* What stands behind a backend's name: ":1", ":0.1". */
#ifndef TESSERA_DEVICE_SELECTOR_H
#define TESSERA_DEVICE_SELECTOR_H

/* Reads a number of at most four digits behind the character `before`; moves *text behind it. 0 where there
 * is none. */
int selector_number(const char **text, char before, unsigned *number);

#endif

/* A fuzzer's bytes as a file that lies in memory. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* Puts the bytes into the one file that a fuzzer uses, and returns its path. */
const char *input_file(const uint8_t *data, size_t bytes);

/* Reads the bytes as a file of events to its end. Aborts where it is refused without a sentence. */
void input_read_events(const uint8_t *data, size_t bytes);

#endif

/* What a context keeps open, for whoever computes again. These are its last CPU and its last GPU, as to open
 * one takes a driver a tenth of a second. Of each it keeps the last program of an integrand, as to find and
 * load one takes as long as a small integral. Until the context ends, or the device fails. */
#ifndef TESSERA_DEVICE_KEEP_H
#define TESSERA_DEVICE_KEEP_H

#include "device/device.h"

/* The kept device of that name and so many threads, in use once more; NULL: there is none. */
struct device *keep_find_device(ts_context *context, const char *name, int threads);

/* From now on the context keeps it; where memory lacks, it does not. */
void keep_device(ts_context *context, const char *name, int threads, struct device *device);

/* A kept device that has failed is kept no longer; it is closed if nobody uses it. */
void keep_check_device(struct device *device);

/* Whether programs of this text are kept by this device. */
int keep_serves(const struct device *device, const struct program_text *text);

/* The program that a device keeps, if it is that of the text; NULL: it is not. */
struct device_program *keep_find_program(struct device *device, const struct program_text *text);

/* What a program is found by: to be freed; NULL where memory lacks, and then it is not kept. */
char *keep_key_of(const struct program_text *text);

/* The device keeps a program that is no longer in use. */
void keep_program(struct device_program *program);

/* Frees a program. */
void keep_free_program(struct device_program *program);

#endif

/* The texts of programs as backends compile them: an integrand has its pipeline behind it. */
#ifndef TESSERA_DEVICE_TEXT_H
#define TESSERA_DEVICE_TEXT_H

#include "device/device.h"
#include "program/program.h"

void source_for_cpu(const struct program_text *text, struct source *source);
void source_for_gpu(const struct program_text *text, struct source *source);

/* Of a pipeline in mixed precision, the part that repeats events in double. */
void source_for_cpu_repeat(const struct program_text *text, struct source *source);
void source_for_gpu_repeat(const struct program_text *text, struct source *source);

#endif

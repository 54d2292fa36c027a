/* Which instructions this processor has. */
#include "program/program.h"

#include <stdlib.h>

static const char *detect(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512cd"))
        return "x86-64-v4";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return "x86-64-v3";
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
        return "x86-64-v2";
    return "x86-64";
#elif defined(__aarch64__)
    return "armv8-a";
#else
    return "native";
#endif
}

const char *cpu_level(void)
{
    const char *asked = getenv("TESSERA_CPU_LEVEL");
    return asked && *asked ? asked : detect();
}

/* Which instructions this processor has. */
#include "program/program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From the least to the most. */
static const char *const levels[] = {
#if defined(__x86_64__)
    "x86-64",
    "x86-64-v2",
    "x86-64-v3",
    "x86-64-v4",
#elif defined(__aarch64__)
    "armv8-a",
#else
    LEVEL_BASELINE,
#endif
};

enum { LEVELS = sizeof levels / sizeof levels[0] };

#if defined(__x86_64__)
#include <cpuid.h>

/* What a compiler may emit at a level counts, not only what we ask for: a virtual
 * machine can mask any of it. Bits that clang 14's builtin has no name for are
 * read from CPUID; the rest of the builtin also asks what the system saves. */
static int has_level_2(void)
{
    unsigned a, b, c, d, extended;
    return __get_cpuid(1, &a, &b, &c, &d) && __get_cpuid(0x80000001, &a, &b, &extended, &d) &&
           __builtin_cpu_supports("sse3") && __builtin_cpu_supports("ssse3") &&
           __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
           __builtin_cpu_supports("popcnt") && (c & bit_CMPXCHG16B) && (extended & bit_LAHF_LM);
}

static int has_level_3(void)
{
    unsigned a, b, c, d, extended;
    return __get_cpuid(1, &a, &b, &c, &d) && __get_cpuid(0x80000001, &a, &b, &extended, &d) &&
           __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && (c & bit_F16C) &&
           (c & bit_MOVBE) && (extended & bit_LZCNT);
}

static int has_level_4(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd");
}

static int level_most;

static void find_level(void)
{
    static int (*const has[])(void) = {has_level_2, has_level_3, has_level_4};
    __builtin_cpu_init();
    while (level_most < LEVELS - 1 && has[level_most]())
        ++level_most;
}

/* A virtual machine takes tens of microseconds to answer what its processor has: it is asked once. */
const char *cpu_level_most(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_level);
    return levels[level_most];
}
/* Whether the system knows that a flaw of gather instructions is none of this processor's. */
static int is_unaffected(void)
{
    char line[64] = "";
    FILE *file = fopen("/sys/devices/system/cpu/vulnerabilities/gather_data_sampling", "r");
    if (!file)
        return 0;
    const int read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    return read && !strncmp(line, "Not affected", strlen("Not affected"));
}

static int gathers;

static void find_gathers(void)
{
    __builtin_cpu_init();
    gathers = __builtin_cpu_is("intel") && is_unaffected();
}

int cpu_gathers(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_gathers);
    return gathers;
}
#else
const char *cpu_level_most(void) { return levels[LEVELS - 1]; }
int cpu_gathers(void) { return 0; }
#endif

const char *cpu_level(void)
{
    const char *asked = getenv("TESSERA_CPU_LEVEL");
    return asked && *asked ? asked : cpu_level_most();
}

ts_status cpu_level_check(ts_context *context, const char *level, const char *most)
{
    char known[128] = "";
    for (int i = 0; i < LEVELS; ++i) {
        if (!strcmp(level, levels[i]))
            return TS_OK;
        size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", levels[i]);
        if (!strcmp(most, levels[i]))
            break;
    }
    return ts_fail(context, TS_ERROR_INPUT,
                   "TESSERA_CPU_LEVEL is \"%.64s\", which this processor does not have: "
                   "leave it unset, or choose from %s.",
                   level, known);
}

/* A clock that jumps: put before the C library (LD_PRELOAD). FAULT="clock 50 86400": fifty calls of the
 * program tell the time, the next fifty are a day late, the next ones tell it again, and so on. Only the
 * program itself is told so, not the libraries that it has opened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Whether an address is of the program. */
static int is_program(void *address)
{
    Dl_info info;
    return dladdr(address, &info) && info.dli_fname && strstr(info.dli_fname, "tessera") &&
           !strstr(info.dli_fname, ".so");
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    static unsigned long calls;
    const char *text = getenv("FAULT");
    unsigned long each, jump;
    if (!real) {
        void *address = dlsym(RTLD_NEXT, "clock_gettime");
        if (!address)
            abort();
        memcpy(&real, &address, sizeof address);
    }
    const int code = real(clock, now);
    if (!code && text && sscanf(text, "clock %lu %lu", &each, &jump) == 2 && each &&
        is_program(__builtin_return_address(0)) && calls++ / each % 2)
        now->tv_sec += (time_t)jump;
    return code;
}

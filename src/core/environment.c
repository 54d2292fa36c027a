#include "core/environment.h"

#include <pthread.h>

static locale_t plain; /* 0 where it cannot be had, and then uselocale() changes nothing */

static void find_plain(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* FE_DFL_ENV is the state in which a program begins; on x86 it clears the bits of MXCSR that flush to zero
 * too. */
struct environment environment_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct environment caller;
    fegetenv(&caller.floating);
    fesetenv(FE_DFL_ENV);
    pthread_once(&once, find_plain);
    caller.locale = uselocale(plain);
    return caller;
}

void environment_leave(struct environment *caller)
{
    uselocale(caller->locale);
    fesetenv(&caller->floating);
}

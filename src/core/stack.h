/* Stacks: how much of a thread's own is left, and threads whose stack is large enough whatever limit the
 * process was given. */
#ifndef TESSERA_CORE_STACK_H
#define TESSERA_CORE_STACK_H

#include "core/context.h"

#include <pthread.h>

/* What the work of a public function takes of a stack, twice as much as tests/core/test_stack.c measures. */
enum { STACK_NEEDED = 256 << 10 };

/* Bytes of the calling thread's stack that are still free; SIZE_MAX where that is unknown, as on a fiber's.
 */
size_t stack_left(void);

/* Starts a thread with a stack of eight megabytes, of which memory is taken as far as it is used.
 * @return 0, or why not, as pthread_create() */
int stack_thread(pthread_t *thread, void *(*function)(void *), void *data);

/* Calls a function: on this thread where its stack has room, else on one of its own, for which it waits. */
void stack_call(void *(*function)(void *), void *data);

/* Ends a public function that returns a status where the caller's stack has no room for its work. */
#define NEEDS_STACK(context)                                                                        \
    do {                                                                                            \
        if (stack_left() < STACK_NEEDED)                                                            \
            return ts_fail(                                                                         \
                (context), TS_ERROR_MEMORY,                                                         \
                "%s() needs %d kB of stack, and the thread that calls it has %zu kB left: give it " \
                "more, or raise the limit (ulimit -s).",                                            \
                __func__, STACK_NEEDED >> 10, stack_left() >> 10);                                  \
    } while (0)

#endif

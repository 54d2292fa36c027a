#define _GNU_SOURCE /* pthread_getattr_np() is glibc's and musl's */
#include "core/stack.h"

#include <stdint.h>

enum { STACK_BYTES = 8 << 20 };

/* Both ends of this thread's stack; the same twice: nobody says. */
struct ends {
    uintptr_t low, high;
};

static struct ends find_ends(void)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return (struct ends){1, 1};
    if (pthread_attr_getstack(&attributes, &lowest, &bytes))
        bytes = 0;
    pthread_attr_destroy(&attributes);
    return (struct ends){(uintptr_t)lowest, (uintptr_t)lowest + bytes};
}

size_t stack_left(void)
{
    static _Thread_local struct ends ends;
    const char here = 0;
    const uintptr_t place = (uintptr_t)&here;
    if (!ends.low)
        ends = find_ends();
    return place >= ends.low && place < ends.high ? place - ends.low : SIZE_MAX;
}

int stack_thread(pthread_t *thread, void *(*function)(void *), void *data)
{
    pthread_attr_t attributes;
    int problem = pthread_attr_init(&attributes);
    if (problem)
        return problem;
    problem = pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (!problem)
        problem = pthread_create(thread, &attributes, function, data);
    pthread_attr_destroy(&attributes);
    return problem;
}

void stack_call(void *(*function)(void *), void *data)
{
    pthread_t thread;
    if (stack_left() < STACK_NEEDED && !stack_thread(&thread, function, data))
        pthread_join(thread, NULL);
    else
        function(data);
}

/* What the library computes and writes in, whatever the program that uses it has set. That is rounding to
 * nearest, no traps, nothing flushed to zero, numbers with a point.
 *
 * Every public function that computes with floating-point numbers, reads or writes them begins with
 * OWN_ENVIRONMENT. The caller's environment is there again when it returns, with the flags that it had.
 * Threads that the library starts inherit the floating-point environment (POSIX, pthread_create), but not the
 * locale: one that writes numbers enters too. */
#ifndef TESSERA_CORE_ENVIRONMENT_H
#define TESSERA_CORE_ENVIRONMENT_H

#include <fenv.h>
#include <locale.h>

struct environment {
    fenv_t floating; /* of the caller */
    locale_t locale; /* locale of the caller */
};

struct environment environment_enter(void);
void environment_leave(struct environment *caller);

#define OWN_ENVIRONMENT                     \
    struct environment caller_s_environment \
        __attribute__((unused, cleanup(environment_leave))) = environment_enter()

#endif

/* In every program of the tests: TESSERA_TEST_LOCALE names the locale that it runs in, as its host's would
 * be. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void take_locale(void)
{
    const char *name = getenv("TESSERA_TEST_LOCALE");
    if (name && !setlocale(LC_ALL, name)) {
        fprintf(stderr, "there is no locale %s\n", name);
        exit(1);
    }
}

/* Numbers in files have a point, whatever the language of the program that uses
 * the library: between enter and leave, this thread's strtod and printf write C. */
#ifndef TESSERA_CORE_LOCALE_H
#define TESSERA_CORE_LOCALE_H

#include <locale.h>

struct c_locale {
    locale_t c, previous;
};

static inline struct c_locale c_locale_enter(void)
{
    struct c_locale locale = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
    if (locale.c)
        locale.previous = uselocale(locale.c);
    return locale;
}

static inline void c_locale_leave(struct c_locale locale)
{
    if (!locale.c)
        return;
    uselocale(locale.previous);
    freelocale(locale.c);
}

#endif

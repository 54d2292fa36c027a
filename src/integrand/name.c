#include "integrand/name.h"

#include "core/context.h"
#include "tessera/text.h"

#include <string.h>

ts_status name_check(ts_context *context, const char *what, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    enum { LONGEST = 63, FIRST_LETTERS = 52 };
    const size_t length = strnlen(name, LONGEST + 1);
    if (length > 0 && length <= LONGEST && strspn(name, letters) == length &&
        memchr(letters, name[0], FIRST_LETTERS))
        return TS_OK;
    char quoted[80];
    ts_text_show(name, quoted, sizeof quoted);
    return ts_fail(context, TS_ERROR_INPUT,
                   "'%s' cannot be the name of %s: it must be a letter and at most %d letters, digits and "
                   "underscores behind it.",
                   quoted, what, LONGEST - 1);
}

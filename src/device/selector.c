#include "device/selector.h"

int selector_number(const char **text, char before, unsigned *number)
{
    const char *next = *text;
    int digits = 0;
    if (*next != before)
        return 0;
    *number = 0;
    for (++next; *next >= '0' && *next <= '9' && digits < 4; ++next, ++digits)
        *number = 10 * *number + (unsigned)(*next - '0');
    *text = next;
    return digits > 0;
}

#include "integrand/expression.h"

#include "integrand/expression_tape.h"

ts_status expression_translate(ts_context *context, const char *text, const struct expression_names *names,
                               int component, struct source *source)
{
    struct tape tape;
    int result = 0;
    ts_status status = tape_create(context, &tape);
    if (status == TS_OK)
        status = expression_read(context, text, names, &tape, &result);
    if (status == TS_OK)
        status = tape_write(context, &tape, result, names, component, source);
    tape_destroy(&tape);
    return status;
}

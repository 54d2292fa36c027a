/* Any text: it is refused with a sentence, or becomes kernel C whose brackets match and which assigns the
 * result. */
#include "input.h"
#include "integrand/expression.h"

#include <stdlib.h>
#include <string.h>

static const char *const parameters[] = {"alpha", "cutoff"};
static const struct expression_array arrays[] = {{"weights", 5}, {"long_array", 1000}};
static const struct expression_table tables[] = {{"mass", 2}, {"line", 1}};
static const struct expression_names names = {5, parameters, 2, arrays, 2, tables, 2, NULL};

static int matches(const char *text)
{
    int round = 0, square = 0, curly = 0;
    for (; *text; ++text) {
        round += (*text == '(') - (*text == ')');
        square += (*text == '[') - (*text == ']');
        curly += (*text == '{') - (*text == '}');
        if (round < 0 || square < 0 || curly < 0)
            return 0;
    }
    return round == 0 && square == 0 && curly == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    struct source source = {0};
    char *text = malloc(bytes + 1);
    if (!text || ts_context_create(&context) != TS_OK)
        abort();
    if (bytes)
        memcpy(text, data, bytes);
    text[bytes] = '\0';
    const ts_status status = expression_translate(context, text, &names, 0, &source);
    if (status == TS_OK ? !matches(source.text) || !strstr(source.text, "f[0] = ")
                        : ts_context_error(context)[0] == 0 || source.length)
        abort();
    source_free(&source);
    ts_context_destroy(&context);
    free(text);
    return 0;
}

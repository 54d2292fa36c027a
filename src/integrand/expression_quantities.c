/* Quantities in expressions: functions of named things, such as m(j1, j2). */
#include "integrand/expression_reader.h"

#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 32, SENTENCE_BYTES = 240 };

/* What a call names: its function and its arguments. */
struct call {
    char function[NAME_BYTES], names[EXPRESSION_ARGUMENTS_MOST][NAME_BYTES];
    const char *arguments[EXPRESSION_ARGUMENTS_MOST];
    int count;
};

static int is_quantity(const struct expression_quantities *quantities, const char *name)
{
    for (size_t k = 0; k < quantities->function_count; ++k)
        if (strcmp(quantities->functions[k], name) == 0)
            return 1;
    return 0;
}

char expression_sign_letter(char sign)
{
    return sign == '+' ? 'p' : sign == '-' ? 'm' : sign == '~' ? 'x' : '\0';
}

/* Signs behind a name, which become letters: e+ is ep, t~ is tx. */
static void read_signs(struct reader *reader, char name[NAME_BYTES])
{
    char letter;
    for (size_t length = strlen(name);
         length + 1 < NAME_BYTES && (letter = expression_sign_letter(reader->text[reader->at])); ++length) {
        name[length] = letter;
        name[length + 1] = '\0';
        ++reader->at;
    }
}

/* The names up to the parenthesis that closes. */
static ts_status read_names(struct reader *reader, struct call *call)
{
    static const char letters_and_digits[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    do {
        const char *text = reader_here(reader);
        const size_t length = strspn(text, letters_and_digits);
        if (!length || length >= NAME_BYTES)
            return reader_refuse(reader, reader->at, "expected the name of a particle, such as j1.");
        if (call->count == EXPRESSION_ARGUMENTS_MOST)
            return reader_refuse(reader, reader->at, "%s takes %d particles at most.", call->function,
                                 EXPRESSION_ARGUMENTS_MOST);
        snprintf(call->names[call->count], NAME_BYTES, "%.*s", (int)length, text);
        call->arguments[call->count] = call->names[call->count];
        reader->at += length;
        read_signs(reader, call->names[call->count++]);
    } while (reader_take(reader, ','));
    return reader_take(reader, ')') ? TS_OK : reader_refuse_rest(reader, "(");
}

ts_status reader_quantity(struct reader *reader, struct word word, int called, int *result)
{
    const struct expression_quantities *quantities = reader->names->quantities;
    struct call call = {.count = 0};
    char sentence[SENTENCE_BYTES];
    if (!quantities || word.length >= NAME_BYTES)
        return TS_OK;
    snprintf(call.function, NAME_BYTES, "%.*s", (int)word.length, reader->text + word.place);
    if (!is_quantity(quantities, call.function))
        return TS_OK;
    const ts_status status = called ? read_names(reader, &call) : TS_OK;
    if (status != TS_OK)
        return status;
    const int component = quantities->find(quantities->data, call.function, call.arguments, call.count,
                                           sentence);
    if (!component)
        return reader_refuse(reader, word.place, "%s.", sentence);
    *result = tape_add(reader->tape, (struct step){.operation = OPERATION_COMPONENT,
                                                   .base = component,
                                                   .place = word.place});
    return TS_OK;
}

/* What a model has of its own beside vertices, as text. */
#include "model/forms.h"
#include "model/propagators.h"

#include <stdarg.h>
#include <stdio.h>

const char *ts_model_form(const ts_model *model, size_t number, const char **name)
{
    const int is_there = model && number < model->table->form_count;
    if (name)
        *name = is_there ? model->table->forms[number].name : NULL;
    return is_there ? model->table->forms[number].formula : NULL;
}

/* Text that is cut where it has no more room, and how long all of it is. */
struct text {
    char *to;
    size_t bytes, length;
};

static void __attribute__((format(printf, 2, 3))) append(struct text *text, const char *format, ...)
{
    const size_t used = text->length < text->bytes ? text->length : text->bytes;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text->bytes ? text->to + used : NULL, text->bytes - used, format, arguments);
    va_end(arguments);
    text->length += length > 0 ? (size_t)length : 0;
}

static void append_factor(struct text *text, const struct propagator_row *propagator, int factor)
{
    static const char *const powers[PROPAGATOR_POWERS] = {"", "*p^2", "*p^4"};
    int count = 0;
    append(text, factor ? "*(" : "(");
    for (int i = 0; i < PROPAGATOR_POWERS; ++i)
        if (propagator->factor[factor][i])
            append(text, "%s%s%s", count++ ? " + " : "", propagator->factor[factor][i], powers[i]);
    append(text, ")");
}

size_t ts_model_propagator(const ts_model *model, int pdg, char *text, size_t bytes)
{
    const struct propagator_row *propagator = model ? model_propagator(model, pdg) : NULL;
    struct text all = {text, text ? bytes : 0, 0};
    if (all.bytes)
        *text = 0;
    if (!propagator)
        return 0;
    append(&all, "(");
    for (int i = 0; i < propagator->count; ++i) {
        const struct numerator_row *row = &model->table->numerators[propagator->first + i];
        append(&all, "%s%s*%s", i ? " + " : "", model->table->structures[row->structure].text, row->factor);
    }
    append(&all, propagator->factors > 1 ? ")/(" : propagator->factors ? ")/" : ")");
    for (int i = 0; i < propagator->factors; ++i)
        append_factor(&all, propagator, i);
    append(&all, propagator->factors > 1 ? ")" : "");
    return all.length;
}

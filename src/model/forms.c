#include "model/forms.h"

#include "core/context.h"
#include "model/formula.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WHY_BYTES = 300 };

int form_momenta(const char *word, size_t length, int legs[2])
{
    if (length != 5 || strncmp(word, "P_", 2) != 0 || word[3] != '_')
        return 0;
    for (int i = 0; i < 2; ++i) {
        legs[i] = word[2 + 2 * i] - '1';
        if (legs[i] < 0 || legs[i] >= STRUCTURE_LEGS)
            return 0;
    }
    return 1;
}

/* The next name in a formula; NULL: there is none. */
static const char *next_word(const char *at, size_t *length)
{
    while (*at && !isalpha((unsigned char)*at) && *at != '_') {
        if (isdigit((unsigned char)*at)) { /* numbers have letters too, 1e5 */
            while (isalnum((unsigned char)*at) || *at == '.')
                ++at;
            continue;
        }
        ++at;
    }
    *length = 0;
    while (isalnum((unsigned char)at[*length]) || at[*length] == '_')
        ++*length;
    return *length ? at : NULL;
}

int form_legs(const struct form_row *form)
{
    int most = 0, legs[2];
    size_t length;
    for (const char *at = next_word(form->formula, &length); at; at = next_word(at + length, &length))
        for (int i = 0; i < 2 && form_momenta(at, length, legs); ++i)
            most = legs[i] >= most ? legs[i] + 1 : most;
    return most;
}

int form_constants(const ts_model *model, int places[FORM_CONSTANTS_MOST])
{
    int count = 0;
    for (size_t i = 0; i < model->table->form_count; ++i) {
        size_t length;
        const char *at = next_word(model->table->forms[i].formula, &length);
        for (; at; at = next_word(at + length, &length)) {
            const ts_parameter *parameter = at[length] == '(' ? NULL : model_find(model, at, length);
            const int place = parameter ? (int)(parameter - model->parameters) : -1;
            int known = place < 0;
            for (int k = 0; k < count && !known; ++k)
                known = places[k] == place;
            if (!known && count < FORM_CONSTANTS_MOST)
                places[count++] = place;
        }
    }
    return count;
}

/* What the words of a formula are, where it is read: parameters and products of momenta. */
static int look_up(const void *reader, const char *name, size_t length, struct formula_value *value)
{
    int legs[2];
    char word[WHY_BYTES];
    *value = (struct formula_value){.re = 1};
    if (form_momenta(name, length, legs))
        return 1;
    if (length >= sizeof word)
        return 0;
    memcpy(word, name, length);
    word[length] = 0;
    return table_has_parameter(reader, word);
}

ts_status form_read(struct table_reader *reader)
{
    struct formula_value value;
    char why[WHY_BYTES];
    if (reader->count != 2 || !reader->formula)
        return table_refuse(reader, "expected form NAME = FORMULA");
    int is_known = structure_has_word(reader->words[1]);
    const struct form_row *rows = reader->file->forms.list;
    for (size_t i = 0; i < reader->file->forms.count; ++i)
        is_known |= !strcmp(rows[i].name, reader->words[1]);
    if (is_known)
        return table_refuse(reader, "the form factor's name is that of another one, or of a tensor");
    if (!formula_compute(reader->formula, look_up, reader, &value)) {
        snprintf(why, sizeof why,
                 "the form factor %.40s is no formula of parameters that stand before it and of products of "
                 "momenta, P_1_2",
                 reader->words[1]);
        return table_refuse(reader, why);
    }
    struct form_row *row = table_row_add(&reader->file->forms, sizeof *row);
    if (!row)
        return ts_fail_memory(reader->context, "a model's table");
    *row = (struct form_row){reader->words[1], reader->formula};
    return TS_OK;
}

#include "run/amplitude.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

static ts_status add_name(ts_context *context, const char *name, struct gradient_list *list)
{
    if (!*name)
        return ts_fail(context, TS_ERROR_INPUT,
                       "gradients: a name is missing: write inputs of the model, p for momenta and commas "
                       "between them, such as m_t,p.");
    if (!strcmp(name, "p")) {
        if (list->momenta)
            return ts_fail(context, TS_ERROR_INPUT, "gradients: p is given twice.");
        list->momenta = 1;
        list->before = list->count;
        return TS_OK;
    }
    if (list->count == GRADIENTS_MOST)
        return ts_fail(context, TS_ERROR_INPUT,
                       "gradients: more than %d inputs are more than one pass takes.", GRADIENTS_MOST);
    list->names[list->count++] = name;
    return TS_OK;
}

ts_status gradient_list_read(ts_context *context, const char *text, struct gradient_list *list)
{
    ts_status status = TS_OK;
    *list = (struct gradient_list){.text = strdup(text)};
    if (!list->text)
        return ts_fail_memory(context, "a list of names");
    for (char *at = list->text; at && !status;) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma = '\0';
        at += strspn(at, " ");
        for (size_t end = strlen(at); end > 0 && at[end - 1] == ' '; --end)
            at[end - 1] = '\0';
        status = add_name(context, at, list);
        at = comma ? comma + 1 : NULL;
    }
    return status;
}

void gradient_list_free(struct gradient_list *list) { free(list->text); }

size_t gradient_columns(const struct gradient_list *list, size_t particles)
{
    return list->count + (list->momenta ? 4 * particles : 0);
}

void gradient_order(const struct gradient_list *list, size_t particles, double *columns)
{
    double behind[GRADIENTS_MOST];
    const size_t moved = list->momenta ? list->count - list->before : 0;
    if (!moved)
        return;
    memcpy(behind, columns + list->before, moved * sizeof *behind);
    memmove(columns + list->before, columns + list->count, 4 * particles * sizeof *columns);
    memcpy(columns + list->before + 4 * particles, behind, moved * sizeof *behind);
}

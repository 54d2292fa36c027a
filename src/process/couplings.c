#include "process/couplings.h"

#include "core/context.h"
#include "pdf/set.h"
#include "pdf/starting.h"
#include "pdf/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *key_of(const char *name, char key[64])
{
    snprintf(key, 64, "couplings.%s", name);
    return key;
}

ts_parameter coupling_of_option(const char *name, double value)
{
    char key[64];
    const ts_option *option = ts_option_find(key_of(name, key));
    return (ts_parameter){.name = name,
                          .unit = option->unit,
                          .formula = option->default_value,
                          .meaning = option->help,
                          .re = value};
}

ts_status coupling_at_scale(ts_context *context, double scale, double *alpha_s)
{
    const ts_option *option = ts_option_find("couplings.alpha_s");
    const struct alpha_s embedded =
        starting_coupling(); /* whose densities would take a millisecond to read */
    *alpha_s = scale > 0 ? alpha_s_value(&embedded, scale * scale) : NAN;
    if (*alpha_s >= option->minimum && *alpha_s <= option->maximum)
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT,
                   "alpha_s has no meaning at %g GeV: take a scale between 1 GeV and 10^10 GeV.", scale);
}

void couplings_read(const ts_card *card, const struct process_family *family, struct process *process)
{
    for (size_t i = 0; i < FAMILY_COUPLINGS && family->couplings[i].name; ++i) {
        const struct family_coupling *row = &family->couplings[i];
        char key[64];
        const double value = ts_card_number(card, key_of(row->name, key));
        ts_parameter *coupling = &process->couplings[process->coupling_count++];
        *coupling = coupling_of_option(row->name, isnan(value) && row->usual > 0 ? row->usual : value);
        coupling->given = ts_card_has(card, key);
    }
}

double coupling_value(const struct process *process, const char *name)
{
    return ts_parameter_value(process->couplings, process->coupling_count, name);
}

void coupling_set(struct process *process, const char *name, double value)
{
    for (size_t i = 0; i < process->coupling_count; ++i)
        if (!strcmp(process->couplings[i].name, name))
            process->couplings[i].re = value;
}

ts_status coupling_check_lowest(ts_context *context, const ts_card *card, const struct process *process,
                                double lowest, const char *advice)
{
    const double begin = coupling_table_lowest(pdf_coupling(process->pdf));
    char sentence[256];
    if (lowest >= begin)
        return TS_OK;
    snprintf(sentence, sizeof sentence,
             "the cuts let it fall to %.3g GeV, and below %.3g GeV alpha_s has no meaning: %s", lowest, begin,
             advice);
    return ts_card_refuse(context, card, "scales.renormalization", sentence);
}

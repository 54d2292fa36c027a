#include "process/scales_of_card.h"

#include "core/card.h"
#include "core/context.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/couplings.h"
#include "process/process_layout.h"
#include "process/variations_of_card.h"

#include <math.h>
#include <stdio.h>

#define NAME(name) PARAMETER_##name,
enum { PROCESS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

static const double reference_scale = 91.188; /* GeV; of alpha_s where it runs */

int scales_run(const struct process_scales *scales) { return scales->renormalization.factor > 0; }

ts_status scales_read(ts_context *context, const ts_card *card, struct process *process,
                      struct process_scales *scales)
{
    const ts_option *option = ts_option_find("couplings.alpha_s");
    const double given = coupling_value(process, "alpha_s");
    char sentence[128];
    scales->renormalization = card_request(card)->scales.renormalization;
    scales->factorization = card_request(card)->scales.factorization;
    scales->alpha_s_given = card_request(card)->couplings.alpha_s > 0;
    if (isfinite(given))
        scales->renormalization = (ts_scale){.fixed = scales->renormalization.fixed};
    const double scale = scales_run(scales) ? reference_scale : scales->renormalization.fixed;
    scales->alpha_s = isfinite(given) ? given : ts_pdf_alpha_s(process->pdf, scale);
    coupling_set(process, "alpha_s", scales_run(scales) ? NAN : scales->alpha_s);
    if (scales->alpha_s >= option->minimum && scales->alpha_s <= option->maximum)
        return TS_OK;
    snprintf(sentence, sizeof sentence,
             "alpha_s has no meaning at %g GeV: take a scale between 1 GeV and 10^10 GeV", scale);
    return ts_card_refuse(context, card, "scales.renormalization", sentence);
}

ts_status scales_check_parton(ts_context *context, const ts_card *card, const struct process *process,
                              int pdg, const char *parton, const char *name)
{
    char sentence[500];
    if (pdf_has_flavour(process->pdf, pdg))
        return TS_OK;
    snprintf(sentence, sizeof sentence, "the set %.255s has no %s, which %.100s needs: take one that has",
             ts_pdf_name(process->pdf), parton, name);
    return ts_card_refuse(context, card, "pdf", sentence);
}

ts_status scales_add_tables(ts_context *context, struct process *process, struct process_scales *scales)
{
    double *values;
    size_t length;
    ts_status status = TS_OK;
    if (scales_run(scales)) {
        status = coupling_table_create(context, pdf_coupling(process->pdf), &values, &length);
        if (!status)
            status = process_add_table(context, process, values, length);
    }
    if (!status)
        status = variations_align(context, process);
    scales->densities = process->integrand.table_length;
    if (status || !scales->parton_count)
        return status;
    status = pdf_table_create(context, process->pdf, scales->factorization.fixed, scales->partons,
                              (size_t)scales->parton_count, &values, &length);
    return status ? status : process_add_table(context, process, values, length);
}

static double log_square(double factor) { return factor > 0 ? 2 * log(factor) : 0; }

void scales_numbers(const struct process_scales *scales, double root_s, double *numbers)
{
    numbers[PARAMETER_root_s] = root_s;
    numbers[PARAMETER_log_factorization] = log_square(scales->factorization.factor);
    numbers[PARAMETER_log_renormalization] = log_square(scales->renormalization.factor);
    numbers[PARAMETER_inverse_alpha_s] = scales->alpha_s > 0 ? 1 / scales->alpha_s : 0;
    numbers[PARAMETER_densities] = (double)scales->densities;
    numbers[PARAMETER_variations] = (double)scales->variations;
}

void scales_describe(const struct process_scales *scales, double root_s, struct process_events *events)
{
    events->scale = scales->parton_count ? scales->factorization.fixed : root_s;
    events->scale_r = scales->renormalization.fixed;
    events->alpha_s = scales_run(scales) ? 0 : scales->alpha_s;
}

void scales_write(const struct process_scales *scales, struct source *text)
{
    source_append(text, "#define SCALE_R_DYNAMIC %d\n#define PDF_FIXED_SCALE %d\n", scales_run(scales),
                  scales->factorization.fixed > 0 || !scales->parton_count);
}

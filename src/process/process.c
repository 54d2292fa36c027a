#include "process/process.h"

#include "core/context.h"
#include "process/gluon_jets.h"
#include "process/observables.h"
#include "process/particles.h"
#include "tessera/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The families of processes, in both tables. */
enum { GLUON_JETS, FAMILIES };

static const ts_process_info infos[FAMILIES] = {
    [GLUON_JETS] = {"g g > g g ... g",
                    "2 to 14 gluon jets in proton collisions, leading colour (arXiv:1002.3446)",
                    OBSERVABLES_NAMES, "jet"},
};

static const struct family {
    int (*matches)(const struct particle_list *list);
    ts_status (*create)(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process);
} families[FAMILIES] = {
    [GLUON_JETS] = {gluon_jets_matches, gluon_jets_create},
};

ts_status ts_process_list(ts_context *context, const ts_process_info **list, size_t *count)
{
    (void)context;
    *list = infos;
    *count = FAMILIES;
    return TS_OK;
}

/* Why no family computes it. */
static void explain(const struct particle_list *list, const char *name, char *sentence, size_t bytes)
{
    char kinds[64];
    particles_planned(list, kinds, sizeof kinds);
    if (*kinds)
        snprintf(sentence, bytes, "\"%s\" needs %s, which are planned; %s is there: %s", name, kinds,
                 infos[GLUON_JETS].pattern, infos[GLUON_JETS].description);
    else
        snprintf(sentence, bytes,
                 "\"%s\" is too short: there are at least two gluons behind \">\", like g g > g g", name);
}

static ts_status create(ts_context *context, const ts_card *card, struct process *process)
{
    char sentence[400];
    struct particle_list list;
    particles_parse(ts_card_text(card, "process"), &list, sentence, sizeof sentence);
    if (*sentence)
        return ts_card_refuse(context, card, "process", sentence);
    particles_print(&list, process->name, sizeof process->name);
    for (size_t i = 0; i < FAMILIES; ++i)
        if (families[i].matches(&list))
            return families[i].create(context, card, &list, process);
    explain(&list, process->name, sentence, sizeof sentence);
    return ts_card_refuse(context, card, "process", sentence);
}

ts_status process_create(ts_context *context, const ts_card *card, int bins, struct process *process)
{
    *process = (struct process){0};
    static const char *const say = "say what to compute, for example process: g g > g g g";
    if (!*ts_card_text(card, "process"))
        return ts_card_has(card, "process") ? ts_card_refuse(context, card, "process", say)
                                            : ts_fail(context, TS_ERROR_INPUT, "process: %s.", say);
    process->double_precision = !strcmp(ts_card_text(card, "precision"), "double");
    process->mixed = !strcmp(ts_card_text(card, "precision"), "mixed");
    source_append(&process->text, "#define GRID_BINS %d\n", bins);
    ts_status status = create(context, card, process);
    if (!status && process->text.failed)
        status = ts_fail_memory(context, "a program");
    process->integrand.text = process->text.text;
    process->integrand.double_precision = process->double_precision;
    process->integrand.mixed = process->mixed;
    if (status)
        process_destroy(process);
    return status;
}

void process_destroy(struct process *process)
{
    ts_pdf_destroy(&process->pdf);
    source_free(&process->text);
    free(process->parameters);
    for (int i = 0; i < CHAIN_TABLES; ++i)
        free(process->tables[i]);
    free(process->axes);
    free(process->histograms);
    *process = (struct process){0};
}

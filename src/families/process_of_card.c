#include "process/process.h"

#include "event/record_layout.h"

#include "amplitude/on_shell.h"
#include "core/context.h"
#include "core/options.h"
#include "derived/subprocess_making.h"
#include "families/colour_stages.h"
#include "families/final_state_of_card.h"
#include "process/couplings.h"
#include "process/family.h"
#include "process/variations_of_card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Options of what is derived from the model. */
static const char *const of_model[] = {"model",           "define",         "orders",
                                       "cuts.expression", "merging.scheme", "cuts.after_shower",
                                       "sampling.enhance"};
enum { OF_MODEL = sizeof of_model / sizeof *of_model };

/* Whether a key is of what no event of gluons or photons alone has: a jet at a distance from a photon, or
 * around it. */
static int needs_others(const char *key)
{
    return !strcmp(key, "cuts.photon.dr_jet") || option_is_within(key, "cuts.photon.isolation");
}

/* Whether the card cuts on the particles of a family by what it has no cut for. The largest pT of gluon jets
 * is one of these: such a process is derived from the model. */
static int cuts_want_model(const ts_card *card, const struct process_family *family)
{
    static const char *const groups[] = {"cuts.jet", "cuts.photon"};
    char least[OPTION_KEY_BYTES];
    size_t count;
    const ts_option *options = ts_option_table(&count);
    if (ts_card_has(card, "cuts.pair"))
        return 1;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; ++i) {
        snprintf(least, sizeof least, "%s.pt_min", groups[i]);
        for (size_t k = 0; k < count && family_uses(family, least); ++k)
            if (option_is_within(options[k].key, groups[i]) && ts_card_has(card, options[k].key) &&
                !family_uses(family, options[k].key) && !needs_others(options[k].key))
                return 1;
    }
    return 0;
}

/* The family of a card: one that is written out, where it has this process at the colours asked for. It may
 * have them by itself, or as the first of two stages. Else it is the one that derives all from the model.
 * NULL: a sentence says why it is none of them, and *key of which option. */
static const struct process_family *find_family(const ts_card *card, struct particle_list *list, char *name,
                                                size_t name_bytes, const char **key, char *sentence,
                                                size_t bytes)
{
    const struct process_family *family = NULL;
    *key = "process";
    int asks_for_model = card_request(card)->colour == COLOUR_FULL;
    for (size_t i = 0; i < OF_MODEL; ++i)
        asks_for_model |= ts_card_has(card, of_model[i]);
    particles_parse(card_request(card)->process, list, sentence, bytes);
    if (!*sentence) {
        particles_print(list, name, name_bytes);
        family = family_of_integrand(list);
    }
    if (!*sentence) {
        const char *refused;
        const int two_stages = colour_two_stages(card, family, list, &refused, sentence, bytes);
        if (refused) {
            *key = refused;
            return NULL;
        }
        *sentence = '\0';
        if (family && !family->electrons)
            asks_for_model |= beams_have_whole(card) || shower_is_asked(card);
        asks_for_model |= family && cuts_want_model(card, family);
        if (family && (two_stages || !asks_for_model))
            return family;
    }
    const int is_known = !*sentence && !family;
    for (size_t i = 0; is_known && (family = family_at(i)); ++i)
        if (family->explains && family->explains(list, name, sentence, bytes))
            return NULL;
    return &subprocess_family;
}

/* Electrons and positrons are the beams themselves; all else comes from protons. */
static ts_status check_beams(ts_context *context, const ts_card *card, const struct process_family *family,
                             const struct particle_list *list, const char *name)
{
    const int electrons = family->electrons;
    char sentence[320];
    for (int i = 0; i < INCOMING; ++i) {
        if (!strcmp(card_request(card)->beams.particles[i], electrons ? particles_name(list->pdg[i]) : "p"))
            continue;
        snprintf(sentence, sizeof sentence, "%s has other beams: write beams.particles: [%s, %s]", name,
                 electrons ? particles_name(list->pdg[0]) : "p",
                 electrons ? particles_name(list->pdg[1]) : "p");
        return ts_card_refuse(context, card, "beams.particles", sentence);
    }
    return TS_OK;
}

/* Refuses the scales that processes which are written out have not. */
static ts_status refuse_scales(ts_context *context, const ts_card *card, const struct process_family *family)
{
    static const char *const keys[] = {"scales.renormalization", "scales.factorization"};
    const ts_scale asked[] = {card_request(card)->scales.renormalization,
                              card_request(card)->scales.factorization};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && family != &subprocess_family; ++i)
        if (family_uses(family, keys[i]) && !final_state_has_scale(asked[i]))
            return ts_card_refuse(context, card, keys[i],
                                  "M, clustering and expressions serve processes that are derived from the "
                                  "model alone: take HT or a number of GeV");
    return TS_OK;
}

/* What belongs to processes whose amplitudes are derived from the model is refused where they are written
 * out. */
static ts_status refuse_model(ts_context *context, const ts_card *card, const struct process_family *family,
                              const char *name)
{
    char sentence[256];
    for (size_t i = 0; i < OF_MODEL; ++i)
        if (ts_card_has(card, of_model[i]) && !family_uses(family, of_model[i])) {
            snprintf(sentence, sizeof sentence, "it has no part in %s: remove it", name);
            return ts_card_refuse(context, card, of_model[i], sentence);
        }
    return TS_OK;
}

/* The first beam goes along +z. */
static void describe_beams(const ts_card *card, struct process *process)
{
    const double energy = card_request(card)->beams.energy;
    for (int i = 0; i < INCOMING; ++i)
        process->events.beams[i] = (struct event_particle){.e = energy / 2,
                                                           .z = (i == 0 ? energy : -energy) / 2,
                                                           .pdg = particles_pdg(
                                                               card_request(card)->beams.particles[i]),
                                                           .status = EVENT_BEAM,
                                                           .helicity = HELICITY_UNKNOWN};
}

static void choose_precision(const ts_card *card, const struct process_family *family,
                             struct process *process)
{
    const enum request_precision asked = card_request(card)->precision;
    const enum request_precision precision = asked == AUTO_PRECISION ? family->precision : asked;
    process->program.double_precision = precision == DOUBLE_PRECISION;
    process->program.mixed = precision == MIXED_PRECISION;
}

static ts_status create(ts_context *context, const ts_card *card, struct process *process)
{
    char sentence[600];
    const char *key;
    struct particle_list list;
    const struct process_family *family = find_family(card, &list, process->name, sizeof process->name, &key,
                                                      sentence, sizeof sentence);
    if (!family)
        return ts_card_refuse(context, card, key, sentence);
    process->family = family;
    if (!*process->name) /* with particles of the model or labels, which the family knows */
        snprintf(process->name, sizeof process->name, "%s", card_request(card)->process);
    ts_status status = family == &subprocess_family
                           ? TS_OK
                           : check_beams(context, card, family, &list, process->name);
    if (!status)
        status = refuse_model(context, card, family, process->name);
    if (!status)
        status = refuse_scales(context, card, family);
    if (!status)
        status = variations_refuse(context, card, family, process->name);
    if (!status && !family_uses(family, "shower.enabled"))
        status = shower_refuse(context, card, process->name);
    if (status)
        return status;
    choose_precision(card, family, process);
    couplings_read(card, family, process);
    describe_beams(card, process);
    status = family->create(context, card, &list, process);
    if (!status)
        status = variations_check_memory(context, card, process);
    if (!status && !(process->events.alpha > 0))
        process->events.alpha = coupling_value(process, "alpha");
    if (!status)
        idle_options_tell(context, card, process);
    return status;
}

/* A program of two stages, or in mixed precision, is another than that of its events. */
static void tell_of_events(const ts_card *card, struct process *process)
{
    struct integrand *integrand = &process->integrand;
    integrand->with_events = card_request(card)->events.count > 0 && !integrand->mixed &&
                             !integrand->two_stages;
    for (size_t i = 0; i < process->channel_count; ++i)
        process->channels[i].with_events = integrand->with_events;
}

ts_status process_create(ts_context *context, const ts_card *card, int bins, struct process *process)
{
    *process = (struct process){0};
    static const char *const say = "say what to compute, for example process: g g > g g g";
    if (!*card_request(card)->process)
        return ts_card_has(card, "process") ? ts_card_refuse(context, card, "process", say)
                                            : ts_fail(context, TS_ERROR_INPUT, "process: %s.", say);
    source_append(&process->program.text, "#define GRID_BINS %d\n", bins);
    ts_status status = create(context, card, process);
    if (!status && process->program.text.failed)
        status = ts_fail_memory(context, "a program");
    process->integrand.text = process->program.text.text;
    process->integrand.double_precision = process->program.double_precision;
    process->integrand.mixed = process->program.mixed;
    tell_of_events(card, process);
    if (status)
        process_destroy(process);
    return status;
}

void process_destroy(struct process *process)
{
    for (size_t i = 0; i < process->channel_count && process->channel_memory; ++i) {
        free(process->channel_memory[i].parameters);
        free(process->channel_memory[i].text);
        free(process->channel_memory[i].name);
    }
    free(process->channel_memory);
    free(process->channels);
    free(process->channel_subprocess);
    free(process->events.chains);
    for (size_t i = 0; process->events.on_shell && i < process->subprocess_count; ++i)
        on_shell_free(&process->events.on_shell[i]);
    free(process->events.on_shell);
    free(process->events.partons);
    free(process->parts);
    ts_pdf_destroy(&process->pdf);
    source_free(&process->program.text);
    free(process->program.parameters);
    free(process->program.tables);
    free(process->program.integers);
    free(process->variations);
    free(process->program.axes);
    free(process->histograms);
    free(process->program.fills);
    free(process->model.slha);
    *process = (struct process){0};
}

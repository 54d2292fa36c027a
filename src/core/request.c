#include "core/request.h"

#include "core/card.h"
#include "core/context.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define OF(field) ((const struct request *)0)->field

/* The type of an option whose value a field has; an enumeration is an unsigned int to gcc and clang. */
#define TYPE(field) \
    _Generic(OF(field),                                                                                      \
        double: TS_OPTION_NUMBER,                                                                            \
        uint64_t: TS_OPTION_COUNT,                                                                           \
        int: TS_OPTION_BOOLEAN,                                                                              \
        unsigned: TS_OPTION_CHOICE,                                                                          \
        const char *: TS_OPTION_TEXT,                                                                        \
        const char *const *: TS_OPTION_PARTICLES,                                                            \
        ts_scale: TS_OPTION_SCALE,                                                                           \
        struct request_map: TS_OPTION_MAP)

#define ROW(option, field, is_given) {.key = #option, TYPE(field), is_given, offsetof(struct request, field)},
#define VALUE(option) ROW(option, option, 0)
#define GIVEN(option) ROW(option, option##_given, 1)
#define LIMITS(kind) VALUE(cuts.kind.pt_min) VALUE(cuts.kind.pt_max) VALUE(cuts.kind.y_max)
#define SEEN(kind) LIMITS(kind) VALUE(cuts.kind.eta_max) VALUE(cuts.kind.dr_min)

static const struct field {
    const char *key;
    ts_option_type type;
    int given; /* whether it says that the card gives the option */
    size_t offset;
} fields[] = {
    /* clang-format off */
    VALUE(process) VALUE(decay) VALUE(polarization_frame) VALUE(pdf) VALUE(define) VALUE(orders) VALUE(model)
    VALUE(colour) VALUE(colour_stages) VALUE(phase_space) VALUE(precision)
    VALUE(beams.particles) VALUE(beams.energy) GIVEN(beams.energy)
    VALUE(scales.renormalization) VALUE(scales.factorization) VALUE(variations.scales) VALUE(variations.pdf)
    VALUE(couplings.alpha_s) VALUE(couplings.m_z)
    SEEN(jet) VALUE(cuts.jet.ht_min) VALUE(cuts.jet.ht_max)
    SEEN(photon) VALUE(cuts.photon.dr_jet) GIVEN(cuts.photon.dr_jet)
    VALUE(cuts.photon.isolation.r) VALUE(cuts.photon.isolation.epsilon) VALUE(cuts.photon.isolation.n)
    SEEN(lepton) VALUE(cuts.lepton.dr_jet) LIMITS(heavy) VALUE(cuts.missing.pt_min) VALUE(cuts.missing.pt_max)
    VALUE(cuts.q2_min) VALUE(cuts.pair) VALUE(cuts.expression) VALUE(cuts.after_shower)
    VALUE(merging.scheme) VALUE(merging.cut) VALUE(merging.by) VALUE(merging.value) VALUE(merging.d)
    VALUE(amplitude.polarization) VALUE(amplitude.helicities) VALUE(amplitude.recursion)
    VALUE(amplitude.threads)
    VALUE(shower.enabled) VALUE(shower.alpha_s) VALUE(shower.order) VALUE(shower.thresholds) VALUE(shower.coupling) VALUE(shower.cmw)
    VALUE(shower.cutoff) VALUE(shower.max_partons) VALUE(shower.renormalization_factor)
    VALUE(shower.factorization_factor)
    VALUE(shower.variations) VALUE(shower.start) VALUE(shower.matrix_element) VALUE(shower.recoil)
    VALUE(shower.jet_algorithm) VALUE(shower.jet_radius) VALUE(shower.jet_pt_min) VALUE(shower.jet_eta_max)
    VALUE(integration.relative_error) VALUE(integration.events) VALUE(integration.max_events)
    VALUE(integration.seed) VALUE(integration.combination) VALUE(integration.bins) VALUE(integration.alpha)
    VALUE(integration.warmup)
    VALUE(events.count) VALUE(events.format) VALUE(events.split) VALUE(events.processes)
    VALUE(events.resonances) VALUE(events.weighted) VALUE(events.overweight)
    VALUE(sampling.multiplicities) VALUE(sampling.enhance) VALUE(sampling.enhance_from)
    /* clang-format on */
};

/* The place of a word in a list with one space between words; 0 where it is not there. */
static unsigned place_of(const char *word, const char *words)
{
    const size_t length = strlen(word);
    unsigned place = 0;
    for (const char *at = words; at && *at; at = strchr(at, ' '), ++place) {
        at += *at == ' ';
        if (!strncmp(at, word, length) && (at[length] == ' ' || !at[length]))
            return place;
    }
    return 0;
}

static void read_field(const struct field *field, const ts_option *option, const struct card_value *value,
                       void *to)
{
    const char *text = value->text ? value->text : "";
    if (field->given)
        *(int *)to = value->given;
    else if (field->type == TS_OPTION_NUMBER)
        *(double *)to = value->number;
    else if (field->type == TS_OPTION_COUNT)
        *(uint64_t *)to = value->count;
    else if (field->type == TS_OPTION_BOOLEAN)
        *(int *)to = (int)value->count;
    else if (field->type == TS_OPTION_CHOICE)
        *(unsigned *)to = place_of(text, option->choices);
    else if (field->type == TS_OPTION_SCALE)
        *(ts_scale *)to = value->scale;
    else if (field->type == TS_OPTION_MAP)
        *(struct request_map *)to = (struct request_map){value->entries, value->entry_count};
    else
        *(const char **)to = text;
}

void request_read(const ts_card *card, struct request *request)
{
    static const struct request_limits none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, {NAN, NAN, NAN}};
    *request = (struct request){
        .cuts = {.jet = none, .photon = none, .lepton = none, .missing = none, .heavy = none}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        const int row = option_index(fields[i].key);
        void *to = (char *)request + fields[i].offset;
        if (fields[i].type == TS_OPTION_PARTICLES)
            for (int k = 0; k < 2; ++k)
                ((const char **)to)[k] = card->values[row].particle[k];
        else
            read_field(&fields[i], ts_option_table(NULL) + row, &card->values[row], to);
    }
}

ts_option_type request_type(const char *key)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        if (!fields[i].given && !strcmp(fields[i].key, key))
            return fields[i].type;
    return TS_OPTION_HISTOGRAMS;
}

#define WORD(name, word, purpose) word,
#define PURPOSE(name, word, purpose) purpose,
static const char *const space_words[] = {"auto", REQUEST_SPACES(WORD)};
static const char *const space_purposes[] = {"", REQUEST_SPACES(PURPOSE)};
enum { SPACES = sizeof space_words / sizeof *space_words };

const char *request_space_word(enum request_space space) { return space_words[space]; }

ts_status request_check_space(ts_context *context, const ts_card *card, unsigned served)
{
    const enum request_space asked = card_request(card)->phase_space;
    char sentence[200];
    size_t used;
    if (asked == SPACE_AUTO || served >> asked & 1)
        return TS_OK;
    used = (size_t)snprintf(sentence, sizeof sentence, "%s: take auto", space_purposes[asked]);
    for (int space = SPACE_AUTO + 1; space < SPACES && used < sizeof sentence; ++space)
        if (served >> space & 1)
            used += (size_t)snprintf(sentence + used, sizeof sentence - used, "%s%s",
                                     served >> (space + 1) ? ", " : " or ", space_words[space]);
    return ts_card_refuse(context, card, "phase_space", sentence);
}

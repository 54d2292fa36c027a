/* Helicities behind particles of a process, "w+{0} w-{T}", and the legs in whose rest frame they are. */
#include "subprocess/notation_words.h"

#include "tessera/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_BOTH = STATE_MINUS | STATE_PLUS, STATE_TWO = STATE_MINUS_TWO | STATE_PLUS_TWO };

/* Names of sets of helicities. Those of a fermion are printed as L and R. */
static const struct {
    char name[3];
    int states;
} rows[] = {{"0", STATE_ZERO}, {"T", STATE_BOTH},  {"+", STATE_PLUS},     {"-", STATE_MINUS},
            {"R", STATE_PLUS}, {"L", STATE_MINUS}, {"2", STATE_PLUS_TWO}, {"-2", STATE_MINUS_TWO}};
enum { ROWS = sizeof rows / sizeof *rows };

const char *states_text(const ts_model *model, int pdg, int states)
{
    const int is_fermion = ts_model_particle(model, pdg)->spin == 2;
    switch (states) {
    case STATE_ZERO:
        return "{0}";
    case STATE_BOTH:
        return "{T}";
    case STATE_PLUS_TWO:
        return "{2}";
    case STATE_MINUS_TWO:
        return "{-2}";
    case STATE_PLUS:
        return is_fermion ? "{R}" : "{+}";
    case STATE_MINUS:
        return is_fermion ? "{L}" : "{-}";
    default:
        return "";
    }
}

/* Whether a particle has these helicities; else a sentence. */
static int check_member(const ts_model *model, int pdg, int states, char sentence[SENTENCE_BYTES])
{
    const ts_particle *particle = ts_model_particle(model, pdg);
    const char *name = ts_model_particle_name(model, pdg);
    if (particle->spin == 1)
        snprintf(sentence, SENTENCE_BYTES, "%s is a scalar, which has no polarisation", name);
    else if (particle->spin == 2 && states & STATE_ZERO)
        snprintf(sentence, SENTENCE_BYTES,
                 "%s is a fermion, which has {L} and {R}: {0} is of vectors that have a mass", name);
    else if (particle->spin == 2 && states == STATE_BOTH)
        snprintf(sentence, SENTENCE_BYTES, "%s is a fermion, which has {L} and {R}: {T} is of vectors", name);
    else if (particle->spin == 3 && particle->mass <= 0 && states & STATE_ZERO)
        snprintf(sentence, SENTENCE_BYTES,
                 "%s has no mass, and so no helicity 0: it has {+}, {-} and, for both, {T}", name);
    else if (particle->spin < 5 && states & STATE_TWO)
        snprintf(sentence, SENTENCE_BYTES, "%s has no helicity of 2, which particles of spin 2 have", name);
    else if (particle->spin == 5 && (states == STATE_BOTH || (particle->mass <= 0 && !(states & STATE_TWO))))
        snprintf(sentence, SENTENCE_BYTES, "%s has spin 2: its helicities are {2} and {-2}%s", name,
                 particle->mass > 0 ? ", {+}, {0} and {-}" : "");
    return !*sentence;
}

/* "{0}" */
static int read_states(const char *text, int *states)
{
    for (size_t i = 0; i < ROWS; ++i)
        if (text[0] == '{' && !strncmp(text + 1, rows[i].name, strlen(rows[i].name)) &&
            !strcmp(text + 1 + strlen(rows[i].name), "}")) {
            *states = rows[i].states;
            return 1;
        }
    return 0;
}

int polarised_slot(const ts_model *model, const struct label_list *labels, const char *word,
                   struct label *slot, char sentence[SENTENCE_BYTES])
{
    char name[WORD_BYTES], text[48];
    const size_t length = strcspn(word, "{");
    int states = 0;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    if (word[length] && (!length || !read_states(word + length, &states))) {
        ts_text_show(word, text, sizeof text);
        snprintf(
            sentence, SENTENCE_BYTES,
            "'%s': helicities of a particle are written behind it as {0}, {T}, {+}, {-}, {L} or {R}, of spin 2 "
            "as {2} or {-2} too",
            text);
        return 0;
    }
    if (!particle_slot(model, labels, name, slot, sentence))
        return 0;
    slot->states = states;
    for (int i = 0; states && i < slot->count; ++i)
        if (!check_member(model, slot->pdg[i], states, sentence))
            return 0;
    return 1;
}

static int slot_has(const struct label *slot, int pdg)
{
    for (int i = 0; i < slot->count; ++i)
        if (slot->pdg[i] == pdg)
            return 1;
    return 0;
}

int notation_is_polarised(const struct notation *notation)
{
    int states = 0;
    for (int i = 0; i < notation->count; ++i)
        states |= notation->slots[i].states;
    return states != 0;
}

/* A particle inside the frame and one outside that may be the same: then nobody can tell which is which. */
static int is_ambiguous(const ts_model *model, const struct notation *notation, unsigned frame,
                        char sentence[SENTENCE_BYTES])
{
    const int first = notation->incoming == 1 ? 1 : LEGS_IN;
    for (int i = first; i < notation->count; ++i)
        for (int k = first; k < notation->count; ++k)
            for (int m = 0; frame >> i & 1 && !(frame >> k & 1) && m < notation->slots[i].count; ++m)
                if (slot_has(&notation->slots[k], notation->slots[i].pdg[m]) &&
                    notation->slots[i].states == notation->slots[k].states) {
                    snprintf(
                        sentence, SENTENCE_BYTES,
                        "particles %d and %d may both be %s, and one of them alone is among the legs of the frame",
                        i + 1, k + 1, ts_model_particle_name(model, notation->slots[i].pdg[m]));
                    return 1;
                }
    return 0;
}

/* Whether a particle cannot be the frame alone. */
static int has_no_rest(const ts_model *model, const struct label *slot, char sentence[SENTENCE_BYTES])
{
    int none = slot->states;
    for (int i = 0; i < slot->count; ++i)
        none |= ts_model_particle(model, slot->pdg[i])->mass <= 0;
    if (none)
        snprintf(
            sentence, SENTENCE_BYTES,
            "%s alone is no frame: a particle at rest has no helicity, and one without mass is never at rest",
            slot->name);
    return none;
}

int notation_set_frame(const ts_model *model, struct notation *notation, const char *legs,
                       char sentence[SENTENCE_BYTES])
{
    const unsigned incoming = (1u << notation->incoming) - 1;
    unsigned frame = 0;
    char *end;
    for (long leg; (leg = strtol(legs, &end, 10)) > 0; legs = end) {
        if (leg > notation->count) {
            snprintf(sentence, SENTENCE_BYTES, "the process has %d particles, and none of number %ld",
                     notation->count, leg);
            return 0;
        }
        frame |= 1u << (leg - 1);
    }
    notation->frame = 0;
    if (!notation_is_polarised(notation) || !frame || frame == incoming)
        return 1;
    if (!(frame & (frame - 1)) && has_no_rest(model, &notation->slots[__builtin_ctz(frame)], sentence))
        return 0;
    if (is_ambiguous(model, notation, frame, sentence))
        return 0;
    notation->frame = frame;
    return 1;
}

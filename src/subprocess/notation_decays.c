/* The decays of a process: ", (t > w+ b, w+ > e+ ve), t~ > w- b~". */
#include "subprocess/notation_words.h"

#include <stdio.h>
#include <string.h>

/* The words that are still to be read. */
struct reader {
    const ts_model *model;
    const struct label_list *labels;
    const struct words *words;
    struct notation *notation;
    int at;
    char *sentence;
};

static const char *word_at(const struct reader *reader, int at)
{
    return at < reader->words->count ? reader->words->word[at] : "";
}

/* Whether the next word is this sign, which is taken then. */
static int take(struct reader *reader, const char *sign)
{
    const int found = !strcmp(word_at(reader, reader->at), sign);
    reader->at += found;
    return found;
}

static int fail(const struct reader *reader, const char *sentence)
{
    snprintf(reader->sentence, SENTENCE_BYTES, "%s", sentence);
    return 0;
}

/* What stands in a decay and may not. Returns the sentence, or NULL. */
static const char *not_in_decays(const char *word)
{
    if (!strcmp(word, "/"))
        return "\"/\" stands behind the production, before the first comma, and counts for its decays too";
    if (!strcmp(word, "$") || !strcmp(word, "$$"))
        return "\"$\" and \"$$\" stand behind the production, before the first comma, and count for it alone";
    if (!strcmp(word, ">"))
        return "a decay has one \">\": what a product decays into is a decay of its own, in parentheses with "
               "this one, as in \"(t > w+ b, w+ > e+ ve)\"";
    if (strstr(word, "^2"))
        return "bounds of the square (NP^2==1) stand behind the production, before the first comma, and count for "
               "its powers alone: a decay has orders such as NP=1";
    return word_not_available(word);
}

static int holds(const struct label *slots, int count, int pdg)
{
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < slots[i].count; ++k)
            if (slots[i].pdg[k] == pdg)
                return 1;
    return 0;
}

/* Whether what decays is made by the production or the decay before the comma. */
static int check_mother(const struct reader *reader, const struct decay *decay, const char *name)
{
    const struct notation *notation = reader->notation;
    const struct decay *outer = decay->inside < 0 ? NULL : &notation->decays[decay->inside];
    if (outer ? holds(outer->slots, outer->count, decay->pdg)
              : holds(notation->slots + notation->incoming, notation->count - notation->incoming, decay->pdg))
        return 1;
    if (outer)
        snprintf(reader->sentence, SENTENCE_BYTES,
                 "%s decays, and the decay of %s, with which it stands in parentheses, does not make it",
                 name, ts_model_particle_name(reader->model, outer->pdg));
    else
        snprintf(reader->sentence, SENTENCE_BYTES,
                 "%s decays, and is none of the particles that the production makes; what another decay "
                 "makes decays in parentheses with that, as in \"(t > w+ b, w+ > e+ ve)\"",
                 name);
    return 0;
}

/* Whether the production asks for helicities of a particle of spin 2 that decays. */
static int is_polarised_tensor(const struct reader *reader, const struct decay *decay)
{
    const struct notation *notation = reader->notation;
    int states = 0;
    for (int i = notation->incoming; i < notation->count && decay->inside < 0; ++i)
        states |= holds(&notation->slots[i], 1, decay->pdg) ? notation->slots[i].states : 0;
    return states && ts_model_particle(reader->model, decay->pdg)->spin == 5;
}

/* "t >" */
static int read_mother(struct reader *reader, struct decay *decay)
{
    const char *name = word_at(reader, reader->at);
    struct label mother;
    if (!*name || strchr(",()>", *name))
        return fail(reader, "a decay stands behind each comma, as in \"p p > z j, z > e+ e-\"");
    if (not_in_decays(name))
        return fail(reader, not_in_decays(name));
    if (!particle_slot(reader->model, reader->labels, name, &mother, reader->sentence))
        return 0;
    if (mother.count != 1) {
        snprintf(reader->sentence, SENTENCE_BYTES,
                 "%s stands for several particles: each has a decay of its own behind a comma", name);
        return 0;
    }
    decay->pdg = mother.pdg[0];
    ++reader->at;
    if (is_polarised_tensor(reader, decay))
        return fail(reader, "helicities in braces of a particle of spin 2 that decays are not available");
    if (take(reader, ">"))
        return check_mother(reader, decay, name);
    snprintf(reader->sentence, SENTENCE_BYTES, "\">\" stands behind %s, which decays, as in \"z > e+ e-\"",
             name);
    return 0;
}

/* Orders behind the products, of this decay alone. */
static int read_orders(struct reader *reader, struct decay *decay)
{
    const char *word;
    while (*(word = word_at(reader, reader->at)) && !strchr(",()", *word)) {
        if (not_in_decays(word))
            return fail(reader, not_in_decays(word));
        if (!strpbrk(word, "=<>"))
            return fail(reader, "orders such as QED=2 stand behind all products of a decay");
        if (!order_read(reader->model, word, &decay->most, reader->sentence))
            return 0;
        ++reader->at;
    }
    return 1;
}

static int read_products(struct reader *reader, struct decay *decay)
{
    const char *word;
    while (*(word = word_at(reader, reader->at)) && !strchr(",()", *word) && !strpbrk(word, "=<")) {
        if (not_in_decays(word))
            return fail(reader, not_in_decays(word));
        if (decay->count == LEGS_MOST - LEGS_IN) {
            snprintf(reader->sentence, SENTENCE_BYTES, "a process has at most %d particles behind \">\"",
                     LEGS_MOST - LEGS_IN);
            return 0;
        }
        if (!particle_slot(reader->model, reader->labels, word, &decay->slots[decay->count++],
                           reader->sentence))
            return 0;
        ++reader->at;
    }
    if (!read_orders(reader, decay))
        return 0;
    if (decay->count > 1)
        return 1;
    snprintf(reader->sentence, SENTENCE_BYTES, "the decay of %s has two particles or more behind \">\"",
             ts_model_particle_name(reader->model, decay->pdg));
    return 0;
}

/* A decay, in parentheses with those of what it makes. */
static int read_decay(struct reader *reader, int inside)
{
    const int opens = take(reader, "(");
    struct notation *notation = reader->notation;
    if (notation->decay_count == DECAYS_MOST) {
        snprintf(reader->sentence, SENTENCE_BYTES, "a process has at most %d decays", DECAYS_MOST);
        return 0;
    }
    const int number = notation->decay_count++;
    notation->decays[number] = (struct decay){.inside = inside, .most = orders_all(ORDER_DEFAULT)};
    if (opens && !strcmp(word_at(reader, reader->at), "("))
        return fail(reader, "a parenthesis opens before a decay, one for each: \"(t > w+ b, w+ > e+ ve)\"");
    if (!read_mother(reader, &notation->decays[number]) || !read_products(reader, &notation->decays[number]))
        return 0;
    while (opens && take(reader, ","))
        if (!read_decay(reader, number))
            return 0;
    if (opens && !take(reader, ")"))
        return fail(reader, "a parenthesis that opens before a decay is not closed");
    return 1;
}

int decays_read(const ts_model *model, const struct label_list *labels, const struct words *words,
                struct notation *notation, char sentence[SENTENCE_BYTES])
{
    struct reader reader = {model, labels, words, notation, words->production, NULL};
    reader.sentence = sentence;
    while (take(&reader, ","))
        if (!read_decay(&reader, -1))
            return 0;
    const char *word = word_at(&reader, reader.at);
    if (!*word)
        return 1;
    return fail(&reader, !strcmp(word, ")") ? "a parenthesis closes that was not opened"
                         : !strcmp(word, "(")
                             ? "a comma is missing before a parenthesis that opens: a decay stands behind a "
                               "comma, as in \"p p > t t~, (t > w+ b, w+ > e+ ve)\""
                             : "decays stand behind commas, in parentheses where what they make decays too: "
                               "\"p p > t t~, (t > w+ b, w+ > e+ ve), t~ > w- b~\"");
}

size_t decays_print(const ts_model *model, const struct notation *notation, int inside, char *text,
                    size_t bytes)
{
    size_t used = 0;
    for (int i = 0; i < notation->decay_count && used < bytes; ++i) {
        const struct decay *decay = &notation->decays[i];
        if (decay->inside != inside)
            continue;
        char inner[512] = "";
        const int nested = decays_print(model, notation, i, inner, sizeof inner) > 0;
        used += (size_t)snprintf(text + used, bytes - used, ", %s%s >", nested ? "(" : "",
                                 ts_model_particle_name(model, decay->pdg));
        for (int k = 0; k < decay->count && used < bytes; ++k)
            used += (size_t)snprintf(text + used, bytes - used, " %s", decay->slots[k].name);
        if (used < bytes)
            used += orders_print(model, &decay->most, text + used, bytes - used);
        if (used < bytes)
            used += (size_t)snprintf(text + used, bytes - used, "%s%s", inner, nested ? ")" : "");
    }
    return used;
}

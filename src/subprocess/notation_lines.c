/* What lines inside diagrams may be and must be, as a process says: "p p > z | a > e+ e- j / h $$ t $ w+". */
#include "subprocess/notation_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list_names(const struct label *words, int count, int pdg)
{
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < words[i].count; ++k)
            if (abs(words[i].pdg[k]) == abs(pdg))
                return 1;
    return 0;
}

int exclusion_has(const struct exclusion *exclusion, int pdg)
{
    return exclusion && list_names(exclusion->words, exclusion->count, pdg);
}

int exclusion_names(const struct exclusion *exclusion, int pdg)
{
    return exclusion_has(exclusion, pdg) ||
           (exclusion && (list_names(exclusion->no_s_channel.words, exclusion->no_s_channel.count, pdg) ||
                          list_names(exclusion->off_shell.words, exclusion->off_shell.count, pdg) ||
                          list_names(exclusion->required.words, exclusion->required.count, pdg)));
}

/* The words of a part, and the sign that begins it; NULL: the part is of other things. */
static const struct label *words_of(const struct exclusion *excluded, enum part part, int *count,
                                    const char **sign)
{
    const struct word_list *list = part == PART_NO_S_CHANNEL ? &excluded->no_s_channel
                                   : part == PART_OFF_SHELL  ? &excluded->off_shell
                                   : part == PART_REQUIRED   ? &excluded->required
                                                             : NULL;
    *sign = part == PART_NO_S_CHANNEL ? "$$"
            : part == PART_OFF_SHELL  ? "$"
            : part == PART_REQUIRED   ? ">"
                                      : "/";
    if (part == PART_EXCLUDED) {
        *count = excluded->count;
        return excluded->words;
    }
    *count = list ? list->count : 0;
    return list ? list->words : NULL;
}

/* The part that a sign begins; PART_ORDERS: it is none. */
static enum part part_of(const char *sign, int more, enum part part)
{
    if (!strcmp(sign, ">"))
        return part == PART_INCOMING && more ? PART_REQUIRED : PART_FINAL;
    return !strcmp(sign, "/")    ? PART_EXCLUDED
           : !strcmp(sign, "$$") ? PART_NO_S_CHANNEL
           : !strcmp(sign, "$")  ? PART_OFF_SHELL
                                 : PART_ORDERS;
}

int begin_part(const char *sign, int more, const struct notation *notation, enum part *part,
               char sentence[SENTENCE_BYTES])
{
    const enum part next = part_of(sign, more, *part);
    const char *name;
    int count;
    if (next == PART_ORDERS)
        return 0;
    words_of(&notation->excluded, next, &count, &name);
    if (next == PART_REQUIRED || (next == PART_FINAL && *part <= PART_REQUIRED && !more) ||
        (next > PART_FINAL && *part >= PART_FINAL && *part < PART_ORDERS && next != *part && !count))
        *part = next;
    else if (*sign == '>')
        snprintf(
            sentence, SENTENCE_BYTES,
            "a process has two \">\" at most, with particles between them that a diagram must pass through, as "
            "in \"p p > z > e+ e- j\"; what decays stands behind a comma, as in \"p p > z j, z > e+ e-\"");
    else
        snprintf(
            sentence, SENTENCE_BYTES,
            "\"%s\" stands once, behind the final particles and before orders, as in \"p p > e+ e- j %s a h\"",
            name, name);
    return 1;
}

int read_line_word(const ts_model *model, const struct label_list *labels, const char *word, enum part part,
                   struct notation *notation, char sentence[SENTENCE_BYTES])
{
    struct exclusion *excluded = &notation->excluded;
    struct word_list *list = part == PART_NO_S_CHANNEL ? &excluded->no_s_channel
                             : part == PART_OFF_SHELL  ? &excluded->off_shell
                                                       : &excluded->required;
    int *count = part == PART_EXCLUDED ? &excluded->count : &list->count;
    struct label *words = part == PART_EXCLUDED ? excluded->words : list->words;
    const char *sign;
    int unused;
    (void)words_of(excluded, part, &unused, &sign);
    if (strchr(word, '{')) {
        snprintf(sentence, SENTENCE_BYTES, "%s", word_not_available(word));
    } else if (!strcmp(word, "|")) {
        if (*count && *count < EXCLUDED_MOST &&
            excluded->alternative[*count] == excluded->alternative[*count - 1]) {
            ++excluded->alternative[*count];
            return 1;
        }
        snprintf(sentence, SENTENCE_BYTES,
                 "a particle stands on both sides of \"|\", as in \"p p > z | a > e+ e- j\"");
    } else if (*count == EXCLUDED_MOST) {
        snprintf(sentence, SENTENCE_BYTES, "at most %d names stand behind \"%s\": define a label for more",
                 EXCLUDED_MOST, sign);
    } else {
        const int place = (*count)++;
        if (part == PART_REQUIRED && place + 1 < EXCLUDED_MOST)
            excluded->alternative[place + 1] = excluded->alternative[place];
        return word_slot(model, labels, word, &words[place], sentence);
    }
    return 0;
}

void check_line_words(enum part part, const struct notation *notation, char sentence[SENTENCE_BYTES])
{
    const char *sign;
    int count;
    const struct exclusion *excluded = &notation->excluded;
    const int last = excluded->required.count;
    if (!words_of(excluded, part, &count, &sign) || *sentence)
        return;
    if (part == PART_REQUIRED && count && last < EXCLUDED_MOST &&
        excluded->alternative[last] != excluded->alternative[last - 1])
        snprintf(sentence, SENTENCE_BYTES,
                 "a particle stands on both sides of \"|\", as in \"p p > z | a > e+ e- j\"");
    else if (!count)
        snprintf(sentence, SENTENCE_BYTES,
                 part == PART_REQUIRED ? "no particle stands between both \">\""
                                       : "no particle stands behind \"%s\"",
                 sign);
}

size_t lines_print(const struct exclusion *excluded, char *text, size_t bytes)
{
    size_t used = 0;
    *text = 0;
    for (enum part part = PART_EXCLUDED; part <= PART_OFF_SHELL; ++part) {
        const char *sign;
        int count;
        const struct label *words = words_of(excluded, part, &count, &sign);
        for (int i = 0; i < count && used < bytes; ++i)
            used += (size_t)snprintf(text + used, bytes - used, " %s%s%s", i ? "" : sign, i ? "" : " ",
                                     words[i].name);
    }
    return used;
}

size_t required_print(const struct exclusion *excluded, char *text, size_t bytes)
{
    size_t used = 0;
    const struct word_list *list = &excluded->required;
    *text = 0;
    for (int i = 0; i < list->count && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s ",
                                 i && excluded->alternative[i] != excluded->alternative[i - 1] ? "| " : "",
                                 list->words[i].name);
    return used < bytes && list->count ? used + (size_t)snprintf(text + used, bytes - used, "> ") : used;
}

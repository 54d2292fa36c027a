#include "subprocess/notation.h"

#include "core/card.h"
#include "model/madgraph.h"
#include "model/propagators.h"
#include "subprocess/notation_words.h"
#include "tessera/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_BYTES = 48 };

static const char blanks[] = " \t", parting_signs[] = ",()", single_signs[] = ",()|";

/* The next word of a text, or NULL; *length receives its bytes. */
static const char *next_word(const char *text, size_t *length)
{
    text += strspn(text, blanks);
    *length = strcspn(text, blanks);
    return *length ? text : NULL;
}

/* The next word of a process, where a comma, a parenthesis or a bar is one by itself. */
static const char *next_part(const char *text, size_t *length)
{
    const char *word = next_word(text, length);
    if (word && strchr(single_signs, *word))
        *length = 1;
    else if (word)
        *length = strcspn(word, " \t,()|");
    return word;
}

/* A word as messages show it. */
static const char *shown(const char *word, char text[SHOWN_BYTES])
{
    ts_text_show(word, text, SHOWN_BYTES);
    return text;
}

static const struct label *find_label(const struct label_list *labels, const char *name)
{
    for (int i = 0; i < labels->count; ++i)
        if (!strcmp(labels->labels[i].name, name))
            return &labels->labels[i];
    return NULL;
}

static void add_member(struct label *label, int pdg)
{
    for (int i = 0; i < label->count; ++i)
        if (label->pdg[i] == pdg)
            return;
    if (label->count < MEMBERS_MOST)
        label->pdg[label->count++] = pdg;
}

/* Adds what a word stands for; 0: nothing has this name. */
static int add_word(const ts_model *model, const struct label_list *labels, const char *word,
                    struct label *label)
{
    const struct label *known = find_label(labels, word);
    const int pdg = ts_model_pdg(model, word);
    for (int i = 0; known && i < known->count; ++i)
        add_member(label, known->pdg[i]);
    if (!known && pdg)
        add_member(label, pdg);
    return known || pdg;
}

/* "'e' is no particle of the model sm; did you mean e-?" */
static void explain_word(const ts_model *model, const struct label_list *labels, const char *word,
                         char sentence[SENTENCE_BYTES])
{
    enum { NAMES_MOST = 192 };
    const char *names[NAMES_MOST];
    char text[SHOWN_BYTES];
    const char *found = shown(word, text);
    size_t count, used = 0;
    const ts_particle *particles = ts_model_particles(model, &count);
    for (size_t i = 0; i < count && used + 2 < NAMES_MOST - LABELS_MOST; ++i) {
        names[used++] = particles[i].name;
        names[used++] = particles[i].antiname;
    }
    for (int i = 0; i < labels->count; ++i)
        names[used++] = labels->labels[i].name;
    const int pdg = madgraph_particle(word);
    const char *nearest = pdg && ts_model_particle(model, pdg) ? ts_model_particle_name(model, pdg)
                                                               : ts_text_nearest(word, names, used);
    if (nearest)
        snprintf(sentence, SENTENCE_BYTES,
                 "'%s' is neither a particle of the model %s nor a label; did you mean %s?", found,
                 ts_model_name(model), nearest);
    else
        snprintf(
            sentence, SENTENCE_BYTES,
            "'%s' is neither a particle of the model %s nor a label; `tessera model` lists its particles, and "
            "names have a space between them, as in \"p p > e+ e- j\"",
            found, ts_model_name(model));
}

int label_define(const ts_model *model, struct label_list *labels, const char *name, const char *words,
                 char sentence[SENTENCE_BYTES])
{
    struct label label = {0};
    size_t length;
    char text[SHOWN_BYTES];
    if (strlen(name) >= sizeof label.name || strpbrk(name, " \t=<>,/$[](){}|@^") || !*name) {
        snprintf(sentence, SENTENCE_BYTES,
                 "a label is a word of 1 to %zu letters, digits, +, - and ~, not '%s'", sizeof label.name - 1,
                 shown(name, text));
        return 0;
    }
    if (ts_model_pdg(model, name)) {
        snprintf(sentence, SENTENCE_BYTES, "%s is a particle already, give the label another name", name);
        return 0;
    }
    snprintf(label.name, sizeof label.name, "%s", name);
    for (const char *at = words; (at = next_word(at, &length)); at += length) {
        char word[WORD_BYTES];
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!add_word(model, labels, word, &label)) {
            explain_word(model, labels, word, sentence);
            return 0;
        }
    }
    if (!label.count) {
        snprintf(sentence, SENTENCE_BYTES, "the label %s has no particles; write a list such as [e-, mu-]",
                 name);
        return 0;
    }
    struct label *known = (struct label *)find_label(labels, name);
    if (!known && labels->count == LABELS_MOST) {
        snprintf(sentence, SENTENCE_BYTES, "there are at most %d labels", LABELS_MOST);
        return 0;
    }
    *(known ? known : &labels->labels[labels->count++]) = label;
    return 1;
}

void labels_of_model(const ts_model *model, struct label_list *labels)
{
    size_t count;
    const struct label_row *rows = model_labels(model, &count);
    labels->count = 0;
    for (size_t i = 0; i < count && labels->count < LABELS_MOST; ++i) {
        struct label *label = &labels->labels[labels->count];
        *label = (struct label){0};
        snprintf(label->name, sizeof label->name, "%s", rows[i].name);
        for (const int *pdg = rows[i].pdg; *pdg; ++pdg) {
            const ts_particle *particle = ts_model_particle(model,
                                                            *pdg); /* which a model of a file may lack */
            if (particle && (!rows[i].massless || particle->mass == 0))
                add_member(label, *pdg);
        }
        labels->count += label->count > 0;
    }
}

static void explain_order(const char *const *names, size_t count, const char *name,
                          char sentence[SENTENCE_BYTES])
{
    const char *nearest = count > 2 ? ts_text_nearest(name, names, count) : NULL;
    if (nearest)
        snprintf(sentence, SENTENCE_BYTES, "'%s' is no order of the model; did you mean %s?", name, nearest);
    else
        snprintf(sentence, SENTENCE_BYTES,
                 count > 2
                     ? "'%s' is no order of the model: `tessera model` lists them"
                     : "'%s' is no order; those of the model are QCD and QED, powers of the strong and of "
                       "the electroweak coupling in the amplitude",
                 name);
}

int order_set(const ts_model *model, struct orders *orders, const char *name, const char *value,
              char sentence[SENTENCE_BYTES])
{
    char text[SHOWN_BYTES];
    size_t count, place = 0;
    const char *const *names = ts_model_orders(model, &count);
    while (place < count && strcmp(names[place], name) != 0)
        ++place;
    if (place == count) {
        explain_order(names, count, shown(name, text), sentence);
        return 0;
    }
    if (!*value || strspn(value, "0123456789") != strlen(value) || strlen(value) > 2) {
        snprintf(sentence, SENTENCE_BYTES,
                 "%s is the highest power of a coupling, a whole number from 0 to 99, not '%s'", name,
                 shown(value, text));
        return 0;
    }
    orders->power[place] = (short)strtol(value, NULL, 10);
    return 1;
}

/* Cuts the text into words; an order with blanks around its sign becomes one. */
static int cut(const char *text, struct words *words, char sentence[SENTENCE_BYTES])
{
    size_t length;
    words->count = words->production = 0;
    for (const char *at = text; (at = next_part(at, &length)); at += length) {
        char *last = words->count ? words->word[words->count - 1] : NULL;
        const int joins = last && !strchr(single_signs, *last) &&
                          (*at == '=' || (*at == '<' && length > 1) ||
                           (strlen(last) > 1 && last[strlen(last) - 1] == '='));
        if (!joins) {
            if (words->count == WORDS_MOST) {
                snprintf(sentence, SENTENCE_BYTES,
                         "a process has at most %d particles, %d of them behind \">\", and %d decays",
                         LEGS_MOST, LEGS_MOST - LEGS_IN, DECAYS_MOST);
                return 0;
            }
            last = words->word[words->count++];
            *last = 0;
        }
        const size_t used = strlen(last);
        snprintf(last + used, WORD_BYTES - used, "%.*s", (int)length, at);
    }
    while (words->production < words->count && !strchr(parting_signs, *words->word[words->production]))
        ++words->production;
    return 1;
}

/* Whether ">" stands in a word with a name, which no order is. */
static int has_arrow_inside(const char *word)
{
    const char *arrow = strchr(word, '>');
    return arrow && arrow[1] != '=' && strspn(word, "-=<>") < strlen(word) && strncmp(word, "QED", 3) != 0 &&
           strncmp(word, "QCD", 3) != 0;
}

const char *word_not_available(const char *word)
{
    static const struct {
        const char *signs, *sentence;
    } rows[] = {
        {"/", "\"/\" stands between blanks, as in \"p p > e+ e- j / a h\""},
        {"$",
         "\"$\" and \"$$\" stand between blanks, behind the final particles, as in \"p p > w+ w- j $ t t~\""},
        {"[", "loops ([QCD]) are not available: all amplitudes are at tree level"},
        {"@", "process numbers (@) are not available: a card has one process"},
        {"^", "orders of squared amplitudes are written as QED^2==2 or QED^2<=2, behind all particles"},
        {"..", "a range such as 0..4 stands before a final particle of the production"},
        {";", "several processes (;) are a sum, which `run` and `processes` take: name one of them"},
        {"|",
         "alternatives (|) stand between two \">\", as in \"p p > z | a > e+ e- j\": give others a label with define"},
        {"{", "helicities stand behind particles of the production alone, as in \"p p > w+{0} w-{T}\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(rows[i].signs, "..") ? strpbrk(word, rows[i].signs) : strstr(word, ".."))
            return rows[i].sentence;
    return has_arrow_inside(word)
               ? "\">\" stands between blanks, as names do: \"p p > e+ e- j\", and not \"pp>e+e-j\""
               : NULL;
}

int order_read(const ts_model *model, const char *word, struct orders *most, char sentence[SENTENCE_BYTES])
{
    char name[WORD_BYTES], text[SHOWN_BYTES];
    const size_t length = strcspn(word, "<=>");
    const char *sign = word + length, *value = sign + strspn(sign, "<=>");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const size_t bytes = (size_t)(value - sign);
    if (!(bytes == 1 && *sign == '=') && !(bytes == 2 && !strncmp(sign, "<=", 2))) {
        snprintf(sentence, SENTENCE_BYTES, "'%s': orders are bounds from above, written as QED=2 or QED<=2",
                 shown(word, text));
        return 0;
    }
    return order_set(model, most, name, value, sentence);
}

/* "NP^2==1", "NP^2<=1"; MadGraph's "NP^2=1" is the second. */
static int read_square(const ts_model *model, const char *word, struct notation *notation,
                       char sentence[SENTENCE_BYTES])
{
    char name[WORD_BYTES], text[SHOWN_BYTES];
    struct orders read = orders_all(ORDER_DEFAULT);
    const char *power = strstr(word, "^2"), *sign = power + 2, *value = sign + strspn(sign, "<=>");
    const size_t bytes = (size_t)(value - sign);
    const int exact = bytes == 2 && !strncmp(sign, "==", 2);
    if (!exact && !(bytes == 1 && *sign == '=') && !(bytes == 2 && !strncmp(sign, "<=", 2))) {
        snprintf(sentence, SENTENCE_BYTES, "'%s': bounds of the square are written as NP^2==1 or NP^2<=1",
                 shown(word, text));
        return 0;
    }
    snprintf(name, sizeof name, "%.*s", (int)(power - word), word);
    if (!order_set(model, &read, name, value, sentence))
        return 0;
    int order = 0;
    while (read.power[order] == ORDER_DEFAULT)
        ++order;
    struct square_bounds *squares = &notation->squares;
    for (int i = 0; i < squares->count; ++i)
        if (squares->list[i].order == order || squares->count == SQUARES_MOST) {
            snprintf(sentence, SENTENCE_BYTES,
                     "'%s': the square has a bound of this order already, or too many", shown(word, text));
            return 0;
        }
    squares->list[squares->count++] = (struct square_bound){order, read.power[order], exact};
    return 1;
}

/* Lines that only correct a propagator stand for nothing outside of a diagram. */
static int are_particles(const ts_model *model, const struct label *slot, char sentence[SENTENCE_BYTES])
{
    for (int i = 0; i < slot->count; ++i)
        if (!model_is_particle(model, slot->pdg[i])) {
            snprintf(
                sentence, SENTENCE_BYTES,
                "%.40s is no particle that may come in or go out: its propagator, which is the model's own, has "
                "not one pole at its mass and width",
                ts_model_particle_name(model, slot->pdg[i]));
            return 0;
        }
    return 1;
}

int word_slot(const ts_model *model, const struct label_list *labels, const char *word, struct label *slot,
              char sentence[SENTENCE_BYTES])
{
    *slot = (struct label){0};
    snprintf(slot->name, sizeof slot->name, "%.15s", word);
    if (add_word(model, labels, word, slot))
        return 1;
    explain_word(model, labels, word, sentence);
    return 0;
}

int particle_slot(const ts_model *model, const struct label_list *labels, const char *word,
                  struct label *slot, char sentence[SENTENCE_BYTES])
{
    return word_slot(model, labels, word, slot, sentence) && are_particles(model, slot, sentence);
}

/* A particle of the process, or what lines may be. */
static int read_particle(const ts_model *model, const struct label_list *labels, const char *word,
                         enum part part, struct notation *notation, char sentence[SENTENCE_BYTES])
{
    char text[SHOWN_BYTES];
    if (part == PART_ORDERS)
        snprintf(sentence, SENTENCE_BYTES, "orders such as QED=2 stand behind all particles, before '%s'",
                 shown(word, text));
    else if (part != PART_INCOMING && part != PART_FINAL)
        return read_line_word(model, labels, word, part, notation, sentence);
    else if (notation->count == LEGS_MOST)
        snprintf(sentence, SENTENCE_BYTES, "a process has at most %d particles, %d of them behind \">\"",
                 LEGS_MOST, LEGS_MOST - LEGS_IN);
    else
        return polarised_slot(model, labels, word, &notation->slots[notation->count++], sentence);
    return 0;
}

/* Whether another ">" stands behind word number `at`. */
static int has_arrow_behind(const struct words *words, int at)
{
    for (int i = at + 1; i < words->production; ++i)
        if (!strcmp(words->word[i], ">"))
            return 1;
    return 0;
}

/* Particles, exclusions and orders of the production. */
static int read_words(const ts_model *model, const struct label_list *labels, const struct words *words,
                      struct notation *notation, char sentence[SENTENCE_BYTES])
{
    enum part part = PART_INCOMING;
    *sentence = 0;
    for (int i = 0; i < words->production && !*sentence; ++i) {
        const char *word = words->word[i];
        const enum part before = part;
        if (begin_part(word, has_arrow_behind(words, i), notation, &part, sentence)) {
            if (before == PART_INCOMING)
                notation->incoming = notation->count;
            check_line_words(before, notation, sentence);
        } else if (strstr(word, "^2") && part != PART_INCOMING) {
            read_square(model, word, notation, sentence);
            part = PART_ORDERS;
        } else if (word_is_range(word) && part == PART_FINAL) {
            range_read(word, notation, sentence);
        } else if (strcmp(word, "|") ? !strchr(word, '{') && word_not_available(word)
                                     : part != PART_REQUIRED) {
            snprintf(sentence, SENTENCE_BYTES, "%s", word_not_available(word));
        } else if (strlen(word) > 1 && strspn(word, "-=>") == strlen(word) && strchr(word, '>')) {
            snprintf(sentence, SENTENCE_BYTES, "'%s' is no particle; did you mean \">\"?", word);
        } else if (strpbrk(word, "=<>")) {
            if (part == PART_INCOMING || part == PART_REQUIRED)
                snprintf(sentence, SENTENCE_BYTES,
                         "orders such as QED=2 stand behind all particles, not before \">\"");
            else
                order_read(model, word, &notation->most, sentence);
            part = PART_ORDERS;
        } else {
            read_particle(model, labels, word, part, notation, sentence);
        }
    }
    if (!*sentence)
        check_line_words(part, notation, sentence);
    return !*sentence;
}

/* What stands before a process in MadGraph's scripts. Returns the sentence, or NULL. */
static const char *command_before(const struct words *words)
{
    const char *first = words->count > 1 ? words->word[0] : "", *second = words->word[1];
    if (!strcmp(first, "generate"))
        return "leave out \"generate\": a process begins with what collides, as in \"p p > t t~\"";
    if (!strcmp(first, "add") && !strcmp(second, "process"))
        return "leave out \"add process\": processes that are added are a list, [p p > t t~, p p > t t~ j], or a "
               "range, p p > t t~ 0..1 j";
    return NULL;
}

int notation_read(const ts_model *model, const struct label_list *labels, const char *text,
                  struct notation *notation, char sentence[SENTENCE_BYTES])
{
    struct words words;
    notation->count = notation->incoming = notation->decay_count = 0;
    notation->excluded = (struct exclusion){0};
    notation->range = (struct range){0};
    if (!cut(text, &words, sentence))
        return 0;
    if (command_before(&words)) {
        snprintf(sentence, SENTENCE_BYTES, "%s", command_before(&words));
        return 0;
    }
    if (!read_words(model, labels, &words, notation, sentence) || !range_check(notation, sentence))
        return 0;
    const int incoming = notation->incoming, decays = incoming == 1 && notation->may_decay;
    if ((incoming == LEGS_IN || decays) && notation->count > LEGS_IN)
        return decays_read(model, labels, &words, notation, sentence);
    snprintf(
        sentence, SENTENCE_BYTES, "%s",
        incoming != 1 ? "a process has two particles before \">\" and some behind it, like \"p p > e+ e- j\""
        : notation->may_decay
            ? "a decay has two particles or more behind \">\", like \"t > w+ b\""
            : "one particle alone stands before \">\" for `tessera amplitude`, and `tessera model --widths` "
              "has widths; other processes have two there, like \"p p > e+ e- j\"");
    return 0;
}

size_t orders_print(const ts_model *model, const struct orders *most, char *text, size_t bytes)
{
    size_t used = 0, count;
    const char *const *names = ts_model_orders(model, &count);
    for (size_t i = 0; i < count && used < bytes; ++i)
        if (most->power[i] != ORDER_DEFAULT)
            used += (size_t)snprintf(text + used, bytes - used, " %s=%d", names[i], most->power[i]);
    return used;
}

size_t bounds_print(const ts_model *model, const struct exclusion *excluded, const struct orders *most,
                    const struct square_bounds *squares, char *text, size_t bytes)
{
    size_t used = lines_print(excluded, text, bytes), count;
    const char *const *names = ts_model_orders(model, &count);
    if (used < bytes)
        used += orders_print(model, most, text + used, bytes - used);
    for (int i = 0; i < squares->count && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, " %s^2%s%d", names[squares->list[i].order],
                                 squares->list[i].exact ? "==" : "<=", squares->list[i].power);
    return used;
}

/* "0..4 " before the slot that it stands for. */
static const char *range_of(const struct notation *notation, int slot, char text[24])
{
    *text = 0;
    if (notation->range.slot == slot && slot)
        snprintf(text, 24, "%d..%d ", notation->range.low, notation->range.high);
    return text;
}

void notation_print(const ts_model *model, const struct notation *notation, char *text, size_t bytes)
{
    size_t used = 0;
    char range[24];
    *text = 0;
    for (int i = 0; i < notation->count && used < bytes; ++i) {
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", i ? " " : "",
                                 i == notation->incoming ? "> " : "");
        if (i == notation->incoming && used < bytes)
            used += required_print(&notation->excluded, text + used, bytes - used);
        if (used < bytes)
            used += (size_t)snprintf(text + used, bytes - used, "%s%s%s", range_of(notation, i, range),
                                     notation->slots[i].name,
                                     states_text(model, notation->slots[i].pdg[0],
                                                 notation->slots[i].states));
    }
    if (used < bytes)
        used += bounds_print(model, &notation->excluded, &notation->most, &notation->squares, text + used,
                             bytes - used);
    if (used < bytes)
        decays_print(model, notation, -1, text + used, bytes - used);
}

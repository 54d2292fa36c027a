/* What a card gives, as YAML that reads back to the same values, and as JSON. */
#include "core/card_write.h"
#include "core/environment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fewest digits from which the same number is read again. */
static void print_number(FILE *file, double number)
{
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    fputs(text, file);
}

/* Whether YAML takes the text for itself without quotation marks. */
static int is_plain(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static const char others[] = " _-+./~>*";
    char all[sizeof letters + sizeof others];
    snprintf(all, sizeof all, "%s%s", letters, others);
    const size_t length = strlen(text);
    return length && strchr(letters, *text) && strspn(text, all) == length && text[length - 1] != ' ' &&
           strcmp(text, "null") != 0;
}

static void print_text(FILE *file, const char *text)
{
    if (is_plain(text)) {
        fputs(text, file);
        return;
    }
    json_t *string = json_string(text); /* YAML reads what JSON writes between quotation marks */
    if (string)
        json_dumpf(string, file, JSON_ENCODE_ANY);
    json_decref(string);
}

static void print_histograms(FILE *file, const ts_card *card)
{
    if (!card->histogram_count)
        fputs(" []", file);
    for (size_t i = 0; i < card->histogram_count; ++i) {
        const ts_histogram_request *request = &card->histograms[i];
        fputs("\n  - {name: ", file);
        print_text(file, request->name);
        if (request->bins)
            fprintf(file, ", bins: %d", request->bins);
        if (!isnan(request->low)) {
            fputs(", range: [", file);
            print_number(file, request->low);
            fputs(", ", file);
            print_number(file, request->high);
            fputc(']', file);
        }
        if (request->log >= 0)
            fprintf(file, ", log: %s", request->log ? "true" : "false");
        if (*request->expression) {
            fputs(", expression: ", file);
            print_text(file, request->expression);
        }
        if (*request->title) {
            fputs(", title: ", file);
            print_text(file, request->title);
        }
        fputc('}', file);
    }
}

/* Words with one space between them, as a list. */
static void print_words(FILE *file, const char *words)
{
    fputs(" [", file);
    for (; *words; ++words)
        if (*words == ' ')
            fputs(", ", file);
        else
            fputc(*words, file);
    fputc(']', file);
}

/* How many bytes of "66 null dr_min 0.4" stand before the next name, with its blank. */
static size_t length_of_numbers(const char *words)
{
    size_t length = 0;
    while (words[length]) {
        const size_t word = strcspn(words + length, " ");
        if (!scalar_is_limit(words + length, word))
            break;
        length += word + (words[length + word] == ' ');
    }
    return length;
}

/* {l+ l-: {mass: [66, null], dr_min: 0.4}}, whose words are "mass 66 null dr_min 0.4" (card_values.c) */
static void print_named_values(FILE *file, const char *words)
{
    char numbers[sizeof((ts_card_entry *)0)->value];
    fputs(": {", file);
    for (const char *between = ""; *words; between = ", ") {
        const size_t name = strcspn(words, " ");
        fprintf(file, "%s%.*s:", between, (int)name, words);
        words += name + (words[name] == ' ');
        const size_t length = length_of_numbers(words);
        snprintf(numbers, sizeof numbers, "%.*s", (int)(length - (length && words[length - 1] == ' ')),
                 words);
        if (strchr(numbers, ' '))
            print_words(file, numbers);
        else
            fprintf(file, " %s", numbers);
        words += length;
    }
    fputc('}', file);
}

/* {l: [e-, mu-], v: ve} */
static void print_map(FILE *file, const struct card_value *value, int named)
{
    for (size_t i = 0; i < value->entry_count; ++i) {
        char words[sizeof value->entries->value], *rest = NULL;
        const int is_list = strchr(value->entries[i].value, ' ') != NULL;
        fputs(i ? ", " : " {", file);
        print_text(file, value->entries[i].name);
        if (named) {
            print_named_values(file, value->entries[i].value);
            continue;
        }
        fputs(is_list ? ": [" : ": ", file);
        snprintf(words, sizeof words, "%s", value->entries[i].value);
        for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            print_text(file, word);
            fputs(rest && *rest ? ", " : "", file);
        }
        fputs(is_list ? "]" : "", file);
    }
    fputs(value->entry_count ? "}" : " {}", file);
}

/* A text, or several with "; " between them as a list. */
static void print_texts(FILE *file, const char *texts)
{
    const int is_list = strstr(texts, "; ") != NULL;
    fputs(is_list ? " [" : " ", file);
    while (texts) {
        const char *mark = strstr(texts, "; ");
        char *text = strndup(texts, mark ? (size_t)(mark - texts) : strlen(texts));
        if (text)
            print_text(file, text);
        free(text);
        texts = mark ? mark + 2 : NULL;
        fputs(texts ? ", " : "", file);
    }
    fputs(is_list ? "]" : "", file);
}

static void print_value(FILE *file, const ts_card *card, const ts_option *option,
                        const struct card_value *value)
{
    switch (option->type) {
    case TS_OPTION_HISTOGRAMS:
        print_histograms(file, card);
        break;
    case TS_OPTION_PARTICLES:
        fprintf(file, " [%s, %s]", value->particle[0], value->particle[1]);
        break;
    case TS_OPTION_TEXTS:
        print_texts(file, value->text);
        break;
    case TS_OPTION_CHOICES:
    case TS_OPTION_NUMBERS:
        print_words(file, value->text);
        break;
    case TS_OPTION_MAP:
        print_map(file, value, !strcmp(option->key, "cuts.pair"));
        break;
    default:
        fputc(' ', file);
        print_text(file, value->text);
    }
    fputc('\n', file);
}

/* Prints the levels of a key that the key before it does not share, and the last word. */
static void print_key(FILE *file, const char *before, const char *key)
{
    int level = 0, shared = 1;
    for (const char *word = key; word;) {
        const char *dot = strchr(word, '.');
        const size_t end = dot ? (size_t)(dot - key) + 1 : strlen(key);
        shared = shared && dot && strncmp(before, key, (size_t)(dot - key) + 1) == 0;
        if (!shared)
            fprintf(file, "%*s%.*s:%s", 2 * level, "", (int)(end - (dot != NULL) - (size_t)(word - key)),
                    word, dot ? "\n" : "");
        ++level;
        word = dot ? dot + 1 : NULL;
    }
}

char *ts_card_yaml(const ts_card *card)
{
    OWN_ENVIRONMENT;
    if (!card)
        return NULL;
    char *text = NULL;
    size_t bytes = 0, count;
    FILE *file = open_memstream(&text, &bytes);
    if (!file)
        return NULL;
    const ts_option *options = ts_option_table(&count);
    const char *before = "";
    for (size_t i = 0; i < count; ++i) {
        if (!card->values[i].given)
            continue;
        print_key(file, before, options[i].key);
        print_value(file, card, &options[i], &card->values[i]);
        before = options[i].key;
    }
    const int failed = ferror(file);
    if (fclose(file) || failed) {
        free(text);
        return NULL;
    }
    return text;
}

static json_t *histograms_json(const ts_card *card)
{
    json_t *list = json_array();
    for (size_t i = 0; i < card->histogram_count; ++i) {
        const ts_histogram_request *request = &card->histograms[i];
        json_t *row = json_pack("{s:s}", "name", request->name);
        if (request->bins)
            json_object_set_new(row, "bins", json_integer(request->bins));
        if (!isnan(request->low))
            json_object_set_new(row, "range", json_pack("[f, f]", request->low, request->high));
        if (request->log >= 0)
            json_object_set_new(row, "log", json_boolean(request->log));
        if (*request->expression)
            json_object_set_new(row, "expression", json_string(request->expression));
        if (*request->title)
            json_object_set_new(row, "title", json_string(request->title));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *words_json(const char *words)
{
    json_t *list = json_array();
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        json_array_append_new(list, json_stringn(words, length));
    }
    return list;
}

static json_t *map_json(const struct card_value *value)
{
    json_t *map = json_object();
    for (size_t i = 0; i < value->entry_count; ++i) {
        const ts_card_entry *entry = &value->entries[i];
        double number;
        json_object_set_new(map, entry->name,
                            strchr(entry->value, ' ')              ? words_json(entry->value)
                            : scalar_number(entry->value, &number) ? json_real(number)
                                                                   : json_string(entry->value));
    }
    return map;
}

static json_t *value_json(const ts_card *card, const ts_option *option, const struct card_value *value)
{
    switch (option->type) {
    case TS_OPTION_NUMBER:
        return json_real(value->number);
    case TS_OPTION_COUNT:
        return value->count == UINT64_MAX ? json_string(value->text) : json_integer((json_int_t)value->count);
    case TS_OPTION_BOOLEAN:
        return json_boolean(value->count);
    case TS_OPTION_SCALE:
        return value->scale.factor == 0 ? json_real(value->scale.fixed) : json_string(value->text);
    case TS_OPTION_PARTICLES:
        return json_pack("[s, s]", value->particle[0], value->particle[1]);
    case TS_OPTION_CHOICES:
    case TS_OPTION_NUMBERS:
        return words_json(value->text);
    case TS_OPTION_MAP:
        return map_json(value);
    case TS_OPTION_HISTOGRAMS:
        return histograms_json(card);
    default:
        return json_string(value->text);
    }
}

/* Puts a value behind the levels of its key. */
static void set_value(json_t *root, const char *key, json_t *value)
{
    for (const char *dot; (dot = strchr(key, '.')); key = dot + 1) {
        char word[OPTION_KEY_BYTES];
        snprintf(word, sizeof word, "%.*s", (int)(dot - key), key);
        json_t *below = json_object_get(root, word);
        if (!below) {
            below = json_object();
            json_object_set_new(root, word, below);
        }
        root = below;
    }
    json_object_set_new(root, key, value);
}

json_t *card_json(const ts_card *card)
{
    size_t count;
    const ts_option *options = ts_option_table(&count);
    json_t *root = json_object();
    for (size_t i = 0; i < count; ++i)
        if (card->values[i].given)
            set_value(root, options[i].key, value_json(card, &options[i], &card->values[i]));
    return root;
}

char *card_json_text(json_t *card)
{
    char *text = card ? json_dumps(card, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(card);
    return text;
}

static ts_card_entry *copy_entries(const struct card_value *value, int *failed)
{
    if (!value->entry_count)
        return NULL;
    ts_card_entry *copy = malloc(value->entry_count * sizeof *copy);
    if (copy)
        memcpy(copy, value->entries, value->entry_count * sizeof *copy);
    *failed = *failed || !copy;
    return copy;
}

static void *copy_text(const char *text, int *failed)
{
    char *copy = text ? strdup(text) : NULL;
    *failed = *failed || (text && !copy);
    return copy;
}

ts_status card_copy(ts_context *context, const ts_card *card, ts_card **copy)
{
    int failed = 0;
    *copy = malloc(sizeof **copy);
    if (!*copy)
        return ts_fail_memory(context, "a card");
    **copy = *card;
    for (size_t i = 0; i < OPTIONS_MOST; ++i) {
        (*copy)->values[i].origin = copy_text(card->values[i].origin, &failed);
        (*copy)->values[i].text = copy_text(card->values[i].text, &failed);
        (*copy)->values[i].entries = copy_entries(&card->values[i], &failed);
    }
    for (size_t i = 0; i < card->histogram_count; ++i)
        (*copy)->histogram_origins[i] = copy_text(card->histogram_origins[i], &failed);
    request_read(*copy, &(*copy)->request);
    if (!failed)
        return TS_OK;
    ts_card_destroy(copy);
    return ts_fail_memory(context, "a card");
}

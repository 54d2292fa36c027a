/* tessera options: the table of options, for people, for scripts and for docs/cards.md. */
#include "arguments.h"
#include "cli.h"

#include "tessera/card.h"
#include "tessera/text.h"

#include <stdio.h>
#include <string.h>

static const struct argument options_arguments[] = {
    {"KEY", ARGUMENT_OPTIONAL, NULL, "option",
     "one option, or a group of them such as cuts.jet; the last words of a key will do, such as seed"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the table as JSON"},
    {"markdown", ARGUMENT_FLAG, NULL, NULL, "print the page docs/cards.md"},
};

const struct command_syntax options_syntax = {
    "options",
    "list the options of cards",
    "Lists the options that a card or --set may give: key, default, what it takes and what it means.",
    options_arguments,
    sizeof options_arguments / sizeof options_arguments[0],
    NULL,
};

static const char *default_text(const ts_option *option)
{
    if (!option->default_value)
        return "depends on the process";
    return *option->default_value ? option->default_value : "none";
}

/* Whether `text` is `key` or continues it by a dot. */
static int begins_with(const char *text, const char *key)
{
    const size_t length = strlen(key);
    return strncmp(text, key, length) == 0 && (text[length] == '\0' || text[length] == '.');
}

/* Whether the option is the one asked for or belongs to the group asked for. `anywhere`: the words asked for
 * may stand behind others, as seed does in integration.seed. */
static int is_wanted(const ts_option *option, const char *key, int anywhere)
{
    int wanted = !key || begins_with(option->key, key);
    for (const char *dot = strchr(option->key, '.'); anywhere && dot; dot = strchr(dot + 1, '.'))
        wanted = wanted || begins_with(dot + 1, key);
    return wanted;
}

/* The number of options wanted. */
static size_t count_wanted(const ts_option *table, size_t count, const char *key, int anywhere)
{
    size_t wanted = 0;
    for (size_t i = 0; i < count; i++)
        wanted += is_wanted(&table[i], key, anywhere) != 0;
    return wanted;
}

static json_t *option_json(const ts_option *option)
{
    char expectation[320];
    ts_option_expectation(option, expectation, sizeof expectation);
    json_t *value = json_pack("{s:s, s:s, s:s, s:s?, s:s, s:s}", "key", option->key, "type",
                              ts_option_type_text(option->type), "unit", option->unit, "default",
                              option->default_value, "expects", expectation, "help", option->help);
    if (option->maximum > option->minimum) {
        json_object_set_new(value, "minimum", json_real(option->minimum));
        json_object_set_new(value, "maximum", json_real(option->maximum));
    }
    return value;
}

static void print_option(const ts_option *option)
{
    char expectation[320];
    ts_option_expectation(option, expectation, sizeof expectation);
    printf("%s\n    %s\n    takes %s; default: %s%s%s\n", option->key, option->help, expectation,
           default_text(option), *option->unit && *default_text(option) != 'n' ? " " : "",
           *default_text(option) != 'n' ? option->unit : "");
}

static void print_line(const ts_option *option)
{
    printf("%-28s %-12s %-4s %s\n", option->key, default_text(option), option->unit, option->help);
}

/* The page's text around the table. */
static const char *const page_head =
    "# Cards\n"
    "\n"
    "<!-- Written by `tessera options --markdown`: change src/core/options.c or src/cli/options.c, not this file. -->\n"
    "\n"
    "A card is a YAML file that says what to compute. Only `process` is needed; everything else has a default.\n"
    "\n"
    "    process: g g > g g g\n"
    "    cuts: {jet: {pt_min: 30}}\n"
    "    integration: {relative_error: 1e-3}\n"
    "    histograms: [ht, {name: pt1, bins: 50, range: [0, 500]}]\n"
    "\n"
    "Dots in a key stand for levels: `cuts.jet.pt_min` may be written as above or as `cuts.jet.pt_min: 30`. On the\n"
    "command line, `--set cuts.jet.pt_min=40` overrides one value. An option that does not exist, a wrong type or\n"
    "an impossible value is refused with file, line and column before any work starts. A card is one YAML document\n"
    "in UTF-8, without anchors, aliases and tags. Commented examples stand in `examples/`.\n"
    "\n"
    "Units: energies, momenta and scales are in GeV, cross sections in pb, angles in radians.\n"
    "\n"
    "| Option | Takes | Default | Meaning |\n"
    "|---|---|---|---|\n";

static const char *const page_tail =
    "\n"
    "A scale is a number in GeV or a multiple of HT, the sum of the jets' transverse momenta, event by event: `HT`,\n"
    "`HT/2`, `2*HT`, with a number from 0.001 to 1000. Whole numbers may be written as `1e9`.\n"
    "\n"
    "Each entry of `histograms` is the name of an observable (`tessera processes` lists those of each process) or\n"
    "a mapping: `name`, and where they should differ from the observable's own `bins` (their number), `range`\n"
    "(two ascending numbers, in the observable's unit) and `log` (true: bins even in the logarithm).\n";

/* A bar would end the cell of a table. */
static void print_cell(const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            putchar('\\');
        putchar(*text);
    }
}

static void print_page(const ts_option *table, size_t count)
{
    fputs(page_head, stdout);
    for (size_t i = 0; i < count; i++) {
        char expectation[320];
        ts_option_expectation(&table[i], expectation, sizeof expectation);
        printf("| `%s` | ", table[i].key);
        print_cell(expectation);
        printf(" | %s%s%s | ", table[i].default_value && *table[i].default_value ? "`" : "",
               default_text(&table[i]), table[i].default_value && *table[i].default_value ? "`" : "");
        print_cell(table[i].help);
        puts(" |");
    }
    fputs(page_tail, stdout);
}

static int complain_of_key(const char *key, const ts_option *table, size_t count)
{
    enum { KEYS_MOST = 128 };
    const char *keys[KEYS_MOST];
    char near[64];
    for (size_t i = 0; i < count && i < KEYS_MOST; i++)
        keys[i] = table[i].key;
    const char *nearest = nearest_name(key, keys, count < KEYS_MOST ? count : KEYS_MOST);
    if (!nearest && ts_option_nearest(key, near, sizeof near))
        nearest = near;
    if (nearest)
        return complain(EXIT_WRONG, "There is no option '%s'; did you mean %s?", shown(key).text, nearest);
    return complain(EXIT_WRONG, "There is no option '%s'; `tessera options` lists them.", shown(key).text);
}

int command_options(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &options_syntax, argc, argv, &exit_status))
        return exit_status;
    size_t count;
    const ts_option *table = ts_option_table(&count);
    const char *key = arguments_text(&arguments, "KEY");
    if (arguments_has(&arguments, "markdown")) {
        print_page(table, count);
        return EXIT_DONE;
    }
    const int anywhere = count_wanted(table, count, key, 0) == 0;
    if (anywhere && count_wanted(table, count, key, 1) == 0)
        return complain_of_key(key, table, count);
    json_t *rows = arguments_has(&arguments, "json") ? json_array() : NULL;
    for (size_t i = 0; i < count; i++) {
        if (!is_wanted(&table[i], key, anywhere))
            continue;
        if (rows)
            json_array_append_new(rows, option_json(&table[i]));
        else if (key)
            print_option(&table[i]);
        else
            print_line(&table[i]);
    }
    return rows ? print_json(json_pack("{s:o}", "options", rows)) : EXIT_DONE;
}

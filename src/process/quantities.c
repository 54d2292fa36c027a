#include "process/quantities.h"

#include "core/context.h"
#include "core/request.h"
#include "integrand/expression.h"
#include "process/shower_observables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENTENCE_BYTES = 240, MOMENTUM_BYTES = 64, NAMES_BYTES = 120 };

#define UNLIMITED EXPRESSION_ARGUMENTS_MOST

/* What can be measured: `%s` is a momentum, or the sum of several; of two, the first and the second. */
static const struct measure {
    const char *name, *code;
    int least, most, is_pair;
} measures[] = {
    {"pt", "v_pt(%s) * unit", 1, UNLIMITED, 0},
    {"eta", "momentum_eta(%s)", 1, UNLIMITED, 0},
    {"y", "momentum_rapidity(%s)", 1, UNLIMITED, 0},
    {"phi", "momentum_phi(%s)", 1, UNLIMITED, 0},
    {"m", "momentum_mass(%s) * unit", 1, UNLIMITED, 0},
    {"mt", "momentum_mt(%s) * unit", 1, UNLIMITED, 0},
    {"energy", "(%s).e * unit", 1, UNLIMITED, 0},
    {"costheta", "momentum_costheta(%s)", 1, UNLIMITED, 0},
    {"mtw", "momenta_mtw(%s, particles_sum(&set, NEUTRINOS_SET)) * unit", 1, UNLIMITED, 0},
    {"px", "(%s).x * unit", 1, UNLIMITED, 0},
    {"py", "(%s).y * unit", 1, UNLIMITED, 0},
    {"pz", "(%s).z * unit", 1, UNLIMITED, 0},
    {"dr", "momenta_dr(%s, %s)", 2, 2, 1},
    {"dphi", "momenta_dphi(%s, %s)", 2, 2, 1},
    {"phistar", "momenta_phistar(%s, %s)", 2, 2, 1},
    {"ht", NULL, 0, 0, 0},
    {"met", NULL, 0, 0, 0},
};
enum { MEASURES = sizeof measures / sizeof measures[0], FUNCTIONS_MOST = MEASURES + SHOWER_OBSERVABLES_MOST };

static const char things[] =
    "there are pt, eta, y, phi, m, mt, mtw, energy, costheta, px, py and pz of particles or of the sum of several, dr, dphi and phistar "
    "of two, ht and met; particles are j1, j2, b1, a1, l1, n1, t1, w1, z1, h1 by falling pT of their kind, or e+, e-, t, t~ (ep, em, t, tx)";

/* What stands before the names of what is measured behind a shower. */
static const char things_showered[] =
    "there are pt, eta, y, phi, m, mt, mtw, energy, costheta, px, py and pz of particles without colour, dr, dphi and phistar "
    "of two, met, and of the event ";

/* One expression on its way to kernel C. */
struct translation {
    struct quantities *quantities;
    struct source components; /* of x, in the order in which they were asked for */
    int count;
    int lacks; /* whether it names a particle that no subprocess has */
};

void quantity_name(const char *name, char text[16])
{
    size_t used = 0;
    for (; *name && used + 1 < 16; ++name)
        text[used++] = *name == '+'                    ? 'p'
                       : *name == '-'                  ? 'm'
                       : *name == '~'                  ? 'x'
                       : isalnum((unsigned char)*name) ? *name
                                                       : '_';
    text[used] = '\0';
}

static int count_of(const struct quantities *quantities, char letter)
{
    int count = 0;
    for (int i = 0; i < quantities->count; ++i)
        count += named_by(&quantities->particles[i], letter);
    return count;
}

/* The place of the only particle that this name means; -1: none, -2: several. */
static int place_of_name(const struct quantities *quantities, const char *name)
{
    int place = -1;
    for (int i = 0; i < quantities->count; ++i)
        if (strcmp(quantities->particles[i].name, name) == 0)
            place = place == -1 ? i : -2;
    return place;
}

/* The place of the only particle of a kind. */
static int place_of_letter(const struct quantities *quantities, char letter)
{
    int place = 0;
    while (!named_by(&quantities->particles[place], letter))
        ++place;
    return place;
}

/* What an expression of this process may call its particles: "j1, j2, ep, em"; of labels with particles of
 * several signs, "l1, l2". */
static void list_names(const struct quantities *quantities, char text[NAMES_BYTES])
{
    size_t used = 0;
    int rank[128] = {0};
    *text = '\0';
    for (int i = 0; i < quantities->count && used < NAMES_BYTES; ++i) {
        const struct named_particle *particle = &quantities->particles[i];
        if (particle->letter == 'j')
            used += (size_t)snprintf(text + used, NAMES_BYTES - used, "%sj%d", used ? ", " : "", ++rank['j']);
        if (used < NAMES_BYTES && *particle->name && place_of_name(quantities, particle->name) == i)
            used += (size_t)snprintf(text + used, NAMES_BYTES - used, "%s%s", used ? ", " : "",
                                     particle->name);
        else if (used < NAMES_BYTES && particle->letter && particle->letter != 'j')
            used += (size_t)snprintf(text + used, NAMES_BYTES - used, "%s%c%d", used ? ", " : "",
                                     particle->letter, ++rank[particle->letter & 127]);
    }
}

/* Whether some subprocesses alone have what a name stands for, by itself or by the letter of its kind. */
static int is_partial(const struct quantities *quantities, const char *name)
{
    char word[40], letter[4];
    snprintf(word, sizeof word, " %.36s ", name);
    snprintf(letter, sizeof letter, " %c ", *name);
    const int of_kind = strspn(name + 1, "0123456789") == strlen(name + 1);
    return quantities->partial &&
           (strstr(quantities->partial, word) || (of_kind && strstr(quantities->partial, letter)));
}

static void sort_kind(struct quantities *quantities, char letter)
{
    const size_t used = strlen(quantities->sorted);
    if (!strchr(quantities->sorted, letter) && used + 1 < sizeof quantities->sorted)
        quantities->sorted[used] = letter;
}

void quantities_sort(struct quantities *quantities, char letter)
{
    sort_kind(quantities, letter);
    quantities->used += 1;
}

/* The momentum of a particle in kernel C; returns 0, with a sentence, where there is none. */
static int find_momentum(struct translation *translation, const char *name, char momentum[MOMENTUM_BYTES],
                         char sentence[SENTENCE_BYTES])
{
    struct quantities *quantities = translation->quantities;
    const int place = place_of_name(quantities, name), of_kind = count_of(quantities, *name);
    char *end;
    const long number = name[1] ? strtol(name + 1, &end, 10) : 1;
    if (place >= 0) {
        snprintf(momentum, MOMENTUM_BYTES, "set.momentum[%d]", place);
        return 1;
    }
    if (place == -2 || (!name[1] && of_kind > 1)) {
        snprintf(sentence, SENTENCE_BYTES, "there are several %s: write %c1, %c2 for them by falling pT",
                 name, *name, *name);
        return 0;
    }
    if (!of_kind || (name[1] && (*end || !isdigit((unsigned char)name[1]))) || number < 1 ||
        number > of_kind) {
        char names[NAMES_BYTES];
        list_names(quantities, names);
        translation->lacks |= !is_partial(quantities, name);
        snprintf(sentence, SENTENCE_BYTES, "there is no particle %.40s that all subprocesses have; %s%s",
                 name, *names ? "there are " : "there is none with a name", names);
        return 0;
    }
    if (of_kind == 1)
        snprintf(momentum, MOMENTUM_BYTES, "set.momentum[%d]", place_of_letter(quantities, *name));
    else
        snprintf(momentum, MOMENTUM_BYTES, "by_pt_%c[%ld]", *name, number - 1);
    if (of_kind > 1)
        sort_kind(quantities, *name);
    return 1;
}

/* The scalar sum of the pT of all jets, or the pT of all neutrinos. */
static int write_of_event(struct translation *translation, const char *function,
                          char sentence[SENTENCE_BYTES])
{
    const struct quantities *quantities = translation->quantities;
    const int is_ht = !strcmp(function, "ht"), count = count_of(quantities, is_ht ? 'j' : 'n');
    if (!count) {
        translation->lacks |= !is_partial(quantities, is_ht ? "j" : "n");
        snprintf(sentence, SENTENCE_BYTES, "%s needs %s, and there are none that all subprocesses have",
                 function, is_ht ? "jets" : "neutrinos");
        return 0;
    }
    unsigned which = 0;
    for (int i = 0; i < quantities->count; ++i)
        which |= (unsigned)named_by(&quantities->particles[i], is_ht ? 'j' : 'n') << i;
    source_append(&translation->components, is_ht ? "(" : "v_pt(particles_sum(&set, %u)) * unit, ", which);
    for (int i = 0, written = 0; is_ht && i < quantities->count; ++i)
        if (which >> i & 1)
            source_append(&translation->components, "%sv_pt(set.momentum[%d])", written++ ? " + " : "", i);
    if (is_ht)
        source_append(&translation->components, ") * unit, ");
    return ++translation->count;
}

/* The rapidity of the sum of massless particles: E - pz of each is not a difference, which single precision
 * loses far forward. */
static void write_massless_rapidity(struct source *text, char momenta[][MOMENTUM_BYTES], int count)
{
    source_append(text, "R(0.5) * r_log((");
    for (int i = 0; i < count; ++i)
        source_append(text, "%smassless_along(%s)", i ? " + " : "", momenta[i]);
    source_append(text, ") / (");
    for (int i = 0; i < count; ++i)
        source_append(text, "%smassless_against(%s)", i ? " + " : "", momenta[i]);
    source_append(text, ")), ");
}

/* What is measured of an event that showered. */
static int write_of_shower(struct translation *translation, const struct shower_observable *observable,
                           int count, char sentence[SENTENCE_BYTES])
{
    if (count) {
        snprintf(sentence, SENTENCE_BYTES, "%s takes no particles, and no parentheses", observable->name);
        return 0;
    }
    translation->quantities->needs |= observable->needs;
    source_append(&translation->components, "%s, ", observable->value);
    return ++translation->count;
}

/* The component of x that a call stands for (struct expression_quantities). */
static int find(void *data, const char *function, const char *const *arguments, int count,
                char sentence[SENTENCE_BYTES])
{
    struct translation *translation = data;
    const struct measure *measure = measures;
    const int showers = translation->quantities->showers;
    const struct shower_observable *showered = showers ? shower_observable_find(function, showers) : NULL;
    char momenta[UNLIMITED][MOMENTUM_BYTES];
    if (showered)
        return write_of_shower(translation, showered, count, sentence);
    while (strcmp(measure->name, function) != 0)
        ++measure;
    if (count < measure->least || count > measure->most) {
        snprintf(sentence, SENTENCE_BYTES, "%s takes %s", function,
                 !measure->most     ? "no particles, and no parentheses"
                 : measure->is_pair ? "two particles, as in dr(j1, j2)"
                                    : "particles in parentheses, as in pt(j1)");
        return 0;
    }
    if (!measure->most)
        return write_of_event(translation, function, sentence);
    if (!strcmp(function, "mtw") && !count_of(translation->quantities, 'n')) {
        translation->lacks |= !is_partial(translation->quantities, "n");
        snprintf(sentence, SENTENCE_BYTES, "mtw needs neutrinos, and the process has none");
        return 0;
    }
    for (int i = 0; i < count; ++i)
        if (!find_momentum(translation, arguments[i], momenta[i], sentence))
            return 0;
    if (translation->quantities->massless && !strcmp(function, "y")) {
        write_massless_rapidity(&translation->components, momenta, count);
        return ++translation->count;
    }
    struct source sum = {.text = NULL};
    for (int i = 1; i < count && !measure->is_pair; ++i)
        source_append(&sum, "v_add(");
    source_append(&sum, "%s", momenta[0]);
    for (int i = 1; i < count && !measure->is_pair; ++i)
        source_append(&sum, ", %s)", momenta[i]);
    if (!sum.failed && measure->is_pair)
        source_append(&translation->components, measure->code, momenta[0], momenta[1]);
    else if (!sum.failed)
        source_append(&translation->components, measure->code, sum.text);
    source_append(&translation->components, ", ");
    translation->components.failed |= sum.failed;
    source_free(&sum);
    return ++translation->count;
}

/* A text on one line. */
static void join_lines(char *text)
{
    for (; text && *text; ++text)
        if (*text == '\n')
            *text = ' ';
}

/* Statements of kernel C that end with the value in f[0]; block->text is to be freed. TS_ERROR_INPUT with a
 * sentence, without full stop, where the expression is none of particles that are there. *lacks: whether no
 * subprocess has one of these. */
static ts_status translate(ts_context *context, const char *expression, struct quantities *quantities,
                           struct source *block, char *sentence, size_t bytes, int *lacks)
{
    struct translation translation = {.quantities = quantities};
    const char *functions[FUNCTIONS_MOST];
    size_t function_count = 0;
    const struct shower_observable *observable;
    struct source showered = {.text = NULL};
    for (int i = 0; i < MEASURES; ++i)
        functions[function_count++] = measures[i].name;
    source_append(&showered, "%s", things_showered);
    for (size_t i = 0; (observable = shower_observable_at(i)); ++i)
        if (observable->showers & quantities->showers) {
            source_append(&showered, "%s%s", function_count > MEASURES ? ", " : "", observable->name);
            functions[function_count++] = observable->name;
        }
    const struct expression_quantities callable = {.functions = functions,
                                                   .function_count = function_count,
                                                   .things = quantities->showers && !showered.failed
                                                                 ? showered.text
                                                                 : things,
                                                   .find = find,
                                                   .data = &translation};
    const struct expression_names names = {.quantities = &callable};
    struct source code = {.text = NULL};
    ts_status status = expression_translate(context, expression, &names, 0, &code);
    *lacks = status == TS_ERROR_INPUT && translation.lacks;
    if (status == TS_ERROR_INPUT) {
        snprintf(sentence, bytes, "%s", ts_context_error(context));
        sentence[strcspn(sentence, "\n")] = '\0';
        if (*sentence && sentence[strlen(sentence) - 1] == '.') /* the refusal ends with its own */
            sentence[strlen(sentence) - 1] = '\0';
    } else if (!status && !translation.count) {
        snprintf(sentence, bytes, "an expression without particles is the same for all events");
        status = TS_ERROR_INPUT;
    }
    if (!status && !translation.components.failed && !code.failed) {
        source_append(block, "const real x[] = {%s}; real f[1]; %s", translation.components.text, code.text);
        join_lines(block->text);
    }
    if (!status && (!block->text || block->failed))
        status = ts_fail_memory(context, "a program");
    quantities->used += 1;
    source_free(&code);
    source_free(&showered);
    source_free(&translation.components);
    return status;
}

static ts_status fill(ts_context *context, const ts_card *card, size_t index, struct quantities *quantities,
                      struct histogram_list *list)
{
    size_t count;
    const ts_histogram_request *request = &ts_card_histograms(card, &count)[index];
    struct source block = {.text = NULL};
    char sentence[800], named[900];
    int lacks;
    const ts_status status = translate(context, request->expression, quantities, &block, sentence,
                                       sizeof sentence, &lacks);
    if (!status)
        histograms_fill_from(list, block.text);
    source_free(&block);
    if (status != TS_ERROR_INPUT)
        return status;
    snprintf(named, sizeof named, "\"%s\": %s", request->name, sentence);
    return ts_card_refuse_histogram(context, card, index, named);
}

int quantities_lack(ts_context *context, const ts_card *card, size_t index,
                    const struct quantities *quantities)
{
    size_t count;
    struct quantities scratch = *quantities;
    struct source block = {.text = NULL};
    char sentence[800];
    int lacks;
    translate(context, ts_card_histograms(card, &count)[index].expression, &scratch, &block, sentence,
              sizeof sentence, &lacks);
    source_free(&block);
    return lacks;
}

static ts_status add_axis(ts_context *context, const ts_card *card, size_t index, struct histogram_list *list)
{
    static const struct integrand_histogram usual = {.bins = 50};
    size_t count;
    const ts_histogram_request *request = &ts_card_histograms(card, &count)[index];
    return histograms_add(context, card, index, request->name, &usual, request->expression, list);
}

ts_status quantities_add(ts_context *context, const ts_card *card, size_t index,
                         struct quantities *quantities, struct histogram_list *list)
{
    const ts_status status = add_axis(context, card, index, list);
    return status ? status : fill(context, card, index, quantities, list);
}

ts_status quantities_add_none(ts_context *context, const ts_card *card, size_t index,
                              struct histogram_list *list)
{
    return add_axis(context, card, index, list);
}

/* Lists of the kinds that are sorted by pT. */
static void write_sorted(const struct quantities *quantities, struct source *text)
{
    for (const char *letter = quantities->sorted; *letter; ++letter) {
        const int count = count_of(quantities, *letter);
        source_append(text, " const int list_%c[] = {", *letter);
        for (int i = 0; i < quantities->count; ++i)
            if (named_by(&quantities->particles[i], *letter))
                source_append(text, "%d, ", i);
        source_append(text, "}; vector4 by_pt_%c[%d]; particles_by_pt(&set, list_%c, %d, by_pt_%c);", *letter,
                      count, *letter, count, *letter);
    }
}

/* Writes the expression of an option as MACRO(result), which ends with `result` from f[0]. */
static ts_status define(ts_context *context, const ts_card *card, const char *key, const char *macro,
                        const char *result, struct quantities *quantities, const char *part,
                        const char *other, struct source *text)
{
    struct source block = {.text = NULL};
    char sentence[800], where[200] = "", choices[220] = "", whole[1300];
    int lacks;
    const ts_status status = translate(context, ts_card_text(card, key), quantities, &block, sentence,
                                       sizeof sentence, &lacks);
    if (!status) {
        source_append(text, "#define %s(result) {", macro);
        write_sorted(quantities, text);
        source_append(text, " %s result = %s; }\n", block.text, result);
    }
    source_free(&block);
    if (status != TS_ERROR_INPUT)
        return status;
    if (part)
        snprintf(where, sizeof where, "in %.180s: ", part);
    if (other)
        snprintf(choices, sizeof choices, " (it may be %.200s)", other);
    snprintf(whole, sizeof whole, "%s%s%s", where, sentence, choices);
    return ts_card_refuse(context, card, key, whole);
}

ts_status quantities_cut(ts_context *context, const ts_card *card, const struct named_particle *particles,
                         int count, const char *part, struct source *text)
{
    struct quantities quantities = {.particles = particles, .count = count};
    return *card_request(card)->cuts.expression
               ? define(context, card, "cuts.expression", "CUT_EXPRESSION", "m_not(f[0] == R(0.0))",
                        &quantities, part, NULL, text)
               : TS_OK;
}

ts_status quantities_cut_after(ts_context *context, const ts_card *card,
                               const struct named_particle *particles, int count, int showers,
                               const char *part, int *needs, struct source *text)
{
    const char *expression = card_request(card)->cuts.after_shower;
    struct quantities quantities = {.particles = particles, .count = count, .showers = showers};
    if (!*expression)
        return TS_OK;
    source_append(text, "#define CUTS_AFTER_SHOWER 1\n");
    const ts_status status = define(context, card, "cuts.after_shower", "CUT_AFTER_SHOWER",
                                    "m_not(f[0] == R(0.0))", &quantities, part, NULL, text);
    *needs = quantities.needs;
    return status;
}

ts_status quantities_option(ts_context *context, const ts_card *card, const char *key, const char *macro,
                            const struct named_particle *particles, int count, const char *part,
                            const char *other, struct source *text)
{
    struct quantities quantities = {.particles = particles, .count = count};
    return define(context, card, key, macro, "f[0]", &quantities, part, other, text);
}

ts_status quantities_scale(ts_context *context, const ts_card *card, const char *key, const char *macro,
                           const struct named_particle *particles, int count, const char *part,
                           struct source *text)
{
    return ts_card_scale(card, key).base == TS_SCALE_EXPRESSION
               ? quantities_option(context, card, key, macro, particles, count, part, NULL, text)
               : TS_OK;
}

/* An expression whose values are looked for, with a range for each component. */
struct ranging {
    struct translation translation;
    quantity_span_function *span_of;
    const void *data;
    struct expression_span *components;
};

static int find_range(void *data, const char *function, const char *const *arguments, int count,
                      char sentence[SENTENCE_BYTES])
{
    struct ranging *ranging = data;
    const int component = find(&ranging->translation, function, arguments, count, sentence);
    if (component)
        ranging->components[component - 1] = ranging->span_of(ranging->data, function, arguments, count);
    return component;
}

/* The range of an expression that is one. */
static ts_status find_span(ts_context *context, const char *expression, struct quantities *quantities,
                           quantity_span_function *span_of, const void *data, struct expression_span *span)
{
    struct ranging ranging = {.translation = {.quantities = quantities}, .span_of = span_of, .data = data};
    const char *functions[MEASURES];
    for (int i = 0; i < MEASURES; ++i)
        functions[i] = measures[i].name;
    const struct expression_quantities callable = {.functions = functions,
                                                   .function_count = MEASURES,
                                                   .things = things,
                                                   .find = find_range,
                                                   .data = &ranging};
    const struct expression_names names = {.quantities = &callable};
    /* A call has a letter at least. */
    ranging.components = calloc(strlen(expression) + 1, sizeof *ranging.components);
    const ts_status status = ranging.components
                                 ? expression_find_span(context, expression, &names, ranging.components, span)
                                 : ts_fail_memory(context, "an expression");
    source_free(&ranging.translation.components);
    free(ranging.components);
    return status;
}

ts_status quantities_enhance(ts_context *context, const ts_card *card, const struct named_particle *particles,
                             int count, quantity_span_function *span_of, const void *data, const char *part,
                             struct source *text, double *least)
{
    static const char *const key = "sampling.enhance";
    const char *expression = card_request(card)->sampling.enhance;
    struct quantities quantities = {.particles = particles, .count = count}, again = quantities;
    struct expression_span span = {0, 0};
    ts_status status = define(context, card, key, "ENHANCEMENT", "f[0]", &quantities, part, NULL, text);
    if (!status)
        status = find_span(context, expression, &again, span_of, data, &span);
    if (!status && !(span.high > 0))
        status = ts_card_refuse(context, card, key,
                                "the expression is nowhere above zero, and no event would be left");
    if (!status)
        *least = span.low;
    return status;
}

void quantities_end(const struct quantities *quantities, struct histogram_list *list)
{
    write_sorted(quantities, &list->before);
    source_append(list->text, "#define OBSERVES_QUANTITIES %d\n", quantities->used > 0);
}

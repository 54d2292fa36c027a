#include "decay/ways.h"

#include "core/context.h"
#include "core/request.h"
#include "subprocess/decays.h"
#include "subprocess/subprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 600 };

void ways_free(struct ways *ways)
{
    free(ways->named);
    free(ways->list);
    *ways = (struct ways){.count = 0};
}

/* What is needed to read them. */
struct reading {
    ts_context *context;
    const ts_card *card;
    const ts_model *model;
    struct label_list labels;
    struct tree_finder *finder;
    struct ways *ways;
};

static ts_status refuse(const struct reading *reading, const char *sentence)
{
    return ts_card_refuse(reading->context, reading->card, "decay", sentence);
}

static ts_status add_named(struct reading *reading, const struct notation *notation, int i, int first)
{
    struct ways *ways = reading->ways;
    const struct decay *decay = &notation->decays[i];
    struct named_decay *grown = realloc(ways->named, ((size_t)ways->named_count + 1) * sizeof *grown);
    if (!grown)
        return ts_fail_memory(reading->context, "decays");
    ways->named = grown;
    struct named_decay *named = &ways->named[ways->named_count++];
    *named = (struct named_decay){.pdg = decay->pdg,
                                  .inside = decay->inside < 0 ? -1 : first + decay->inside};
    size_t used = 0;
    for (int k = 0; k < decay->count && used < sizeof named->text; ++k)
        used += (size_t)snprintf(named->text + used, sizeof named->text - used, " %s", decay->slots[k].name);
    if (used < sizeof named->text)
        orders_print(reading->model, &decay->most, named->text + used, sizeof named->text - used);
    return TS_OK;
}

static int by_code(const void *left, const void *right)
{
    const int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/* Whether two ways have the same particles. */
static int is_same(const struct way *one, const struct way *other)
{
    int a[PRODUCTS_MOST], b[PRODUCTS_MOST];
    if (one->pdg != other->pdg || one->count != other->count)
        return 0;
    memcpy(a, one->products, sizeof a);
    memcpy(b, other->products, sizeof b);
    qsort(a, (size_t)one->count, sizeof *a, by_code);
    qsort(b, (size_t)one->count, sizeof *b, by_code);
    return !memcmp(a, b, (size_t)one->count * sizeof *a);
}

static ts_status add_way(struct reading *reading, const struct decay *decay, const struct decay_way *found,
                         int named)
{
    struct ways *ways = reading->ways;
    struct way way = {.pdg = decay->pdg, .named = named, .count = decay->count};
    memcpy(way.products, found->pdg, sizeof way.products);
    way.grouping_count = groups_find(reading->model, way.pdg, way.products, way.count, way.groupings);
    for (int i = 0; i < ways->count; ++i)
        if (ways->named[ways->list[i].named].inside == ways->named[named].inside &&
            is_same(&ways->list[i], &way)) {
            char sentence[SENTENCE_BYTES];
            snprintf(sentence, sizeof sentence, "%s >%s has products that another decay of %s has too",
                     ts_model_particle_name(reading->model, decay->pdg), ways->named[named].text,
                     ts_model_particle_name(reading->model, decay->pdg));
            return refuse(reading, sentence);
        }
    struct way *grown = realloc(ways->list, ((size_t)ways->count + 1) * sizeof *grown);
    if (!grown)
        return ts_fail_memory(reading->context, "decays");
    ways->list = grown;
    ways->list[ways->count++] = way;
    return TS_OK;
}

/* What decays has a mass and a width, and room for what it decays into. */
static ts_status check_mother(const struct reading *reading, const struct way *way)
{
    char sentence[SENTENCE_BYTES] = "";
    const ts_particle *mother = ts_model_particle(reading->model, way->pdg);
    const char *name = ts_model_particle_name(reading->model, way->pdg);
    double masses = 0;
    for (int i = 0; i < way->count; ++i)
        masses += ts_model_particle(reading->model, way->products[i])->mass;
    if (!(mother->width > 0))
        snprintf(sentence, sizeof sentence, "%s decays, and has no width in the model%s%s", name,
                 mother->width_name ? ": set " : "", mother->width_name ? mother->width_name : "");
    else if (mother->width < 1e-9 * mother->mass)
        snprintf(sentence, sizeof sentence,
                 "%s has a width of %g GeV, below 1e-9 of its mass, where its propagator cannot be computed "
                 "to the digits that it needs",
                 name, mother->width);
    else if (masses >= mother->mass)
        snprintf(
            sentence, sizeof sentence,
            "%s has the mass %g GeV, and what it decays into %g GeV: name what that decays into instead, "
            "as in \"h > e+ ve mu- vm~\"",
            name, mother->mass, masses);
    return *sentence ? refuse(reading, sentence) : TS_OK;
}

/* Reads one decay, in parentheses with those of its products. */
static ts_status read_piece(struct reading *reading, const char *piece)
{
    char text[TEXT_BYTES + 200], mother[40], sentence[SENTENCE_BYTES] = "";
    const char *name = piece + strspn(piece, " (");
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    struct decay_ways found = {.notation = NULL};
    const int first = reading->ways->named_count;
    snprintf(mother, sizeof mother, "%.*s", (int)strcspn(name, " >,()"), name);
    snprintf(text, sizeof text, "%s %s > %s %s, %s", mother, mother, mother, mother, piece);
    if (!*mother || !notation_read(reading->model, &reading->labels, text, &notation, sentence))
        return refuse(reading, *sentence ? sentence : "expected decays such as \"t > w+ b\"");
    ts_status status = decays_find(reading->context, reading->model, reading->finder, &notation, &found,
                                   sentence);
    if (status && *sentence)
        status = refuse(reading, sentence);
    for (int i = 0; i < notation.decay_count && !status; ++i)
        status = add_named(reading, &notation, i, first);
    for (int i = 0; i < notation.decay_count; ++i)
        for (size_t k = 0; k < found.count[i] && !status; ++k) {
            status = add_way(reading, &notation.decays[i], &found.ways[i][k], first + i);
            if (!status)
                status = check_mother(reading, &reading->ways->list[reading->ways->count - 1]);
        }
    decays_free(&found);
    return status;
}

/* The length of a piece: to a comma outside of parentheses, a semicolon, or the end. */
static size_t piece_length(const char *text)
{
    int depth = 0;
    size_t i = 0;
    for (; text[i] && text[i] != ';' && !(text[i] == ',' && depth <= 0); ++i)
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    return i;
}

static ts_status read_all(struct reading *reading, const char *text)
{
    ts_status status = TS_OK;
    if (!*text)
        return ts_fail(reading->context, TS_ERROR_INPUT,
                       "The card names no decay: expected `decay: [t > w+ b, w+ > l+ vl]` or the like.");
    for (;;) {
        char piece[TEXT_BYTES];
        const size_t bytes = piece_length(text);
        if (bytes >= sizeof piece)
            return refuse(reading, "a decay is longer than 599 letters");
        memcpy(piece, text, bytes);
        piece[bytes] = '\0';
        status = read_piece(reading, piece);
        if (status || !text[bytes])
            return status;
        text += bytes + 1;
    }
}

ts_status ways_create(ts_context *context, const ts_card *card, const ts_model *model, struct ways *ways)
{
    struct reading reading = {.context = context, .card = card, .model = model, .ways = ways};
    *ways = (struct ways){.count = 0};
    ts_status status = subprocess_labels(context, card, model, &reading.labels);
    if (!status)
        status = tree_finder_create(context, model, NULL, NULL, &reading.finder);
    if (!status)
        status = read_all(&reading, card_request(card)->decay);
    tree_finder_destroy(&reading.finder);
    if (status)
        ways_free(ways);
    return status;
}

int way_is_of(const struct ways *ways, int way, int pdg, int by)
{
    int scope = -1;
    for (int i = 0; i < ways->named_count && by >= 0; ++i)
        if (ways->named[i].inside == by && ways->named[i].pdg == pdg)
            scope = by;
    return ways->list[way].pdg == pdg && ways->named[ways->list[way].named].inside == scope;
}

int ways_has(const struct ways *ways, int pdg, int by)
{
    for (int i = 0; i < ways->count; ++i)
        if (way_is_of(ways, i, pdg, by))
            return 1;
    return 0;
}

/* Recursion ends, as what a way makes is lighter than what decays. */
double way_share(const struct ways *ways, int way)
{
    const struct way *of = &ways->list[way];
    double share = of->share;
    for (int i = 0; i < of->count; ++i)
        if (ways_has(ways, of->products[i], of->named))
            share *= ways_share(ways, of->products[i], of->named);
    return share;
}

double ways_share(const struct ways *ways, int pdg, int by)
{
    double sum = 0;
    for (int i = 0; i < ways->count; ++i)
        if (way_is_of(ways, i, pdg, by))
            sum += way_share(ways, i);
    return sum;
}

#include "model/colour_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MOST = 32, PRODUCTS_MOST = 256, COLOURS = 3, END = COLOUR_WORD_END };

/* A product on the way: nodes are places of generators and ends of strings, each with its index. Nodes that
 * have been summed over are out of every string. */
struct product {
    int numerator, denominator;
    int next[NODES_MOST], before[NODES_MOST];
};

struct reading {
    int node_count;
    int label[NODES_MOST]; /* of each node: a leg from 1 on, or what is summed over, below 0 */
    int product_count;
    struct product products[PRODUCTS_MOST];
    int turns, only_commuted, too_large;
};

static int node(struct reading *reading, int label)
{
    if (reading->node_count == NODES_MOST) {
        reading->too_large = 1;
        return 0;
    }
    reading->label[reading->node_count] = label;
    return reading->node_count++;
}

static void link_nodes(struct product *product, int a, int b)
{
    product->next[a] = b;
    product->before[b] = a;
}

/* Two products in place of each: the second beside the first, with a factor. */
static struct product *double_up(struct reading *reading, int numerator, int denominator)
{
    const int count = reading->product_count;
    if (2 * count > PRODUCTS_MOST) {
        reading->too_large = 1;
        return reading->products;
    }
    memcpy(reading->products + count, reading->products, (size_t)count * sizeof *reading->products);
    reading->product_count = 2 * count;
    for (int i = count; i < 2 * count; ++i) {
        reading->products[i].numerator *= numerator;
        reading->products[i].denominator *= denominator;
    }
    return reading->products + count;
}

static void add_string(struct reading *reading, int row, int generator, int column)
{
    for (int i = 0; i < reading->product_count; ++i) {
        struct product *product = &reading->products[i];
        link_nodes(product, row, generator < 0 ? column : generator);
        if (generator >= 0)
            link_nodes(product, generator, column);
    }
}

static void scale(struct product *products, int count, int factor)
{
    for (int i = 0; i < count; ++i)
        products[i].numerator *= factor;
}

/* f^abc = -2 i (tr(T^a T^b T^c) - tr(T^b T^a T^c)) */
static void add_commutator(struct reading *reading, const int n[3])
{
    const int count = reading->product_count;
    struct product *second = double_up(reading, -1, 1);
    if (reading->too_large)
        return;
    for (int i = 0; i < count; ++i) {
        struct product *pair[2] = {&reading->products[i], &second[i]};
        for (int k = 0; k < 2; ++k) {
            link_nodes(pair[k], n[k], n[1 - k]);
            link_nodes(pair[k], n[1 - k], n[2]);
            link_nodes(pair[k], n[2], n[k]);
        }
    }
    scale(reading->products, reading->product_count, 2);
    reading->turns += 3; /* -i */
}

/* delta^ab = 2 tr(T^a T^b) */
static void add_pair(struct reading *reading, const int n[2])
{
    for (int i = 0; i < reading->product_count; ++i) {
        link_nodes(&reading->products[i], n[0], n[1]);
        link_nodes(&reading->products[i], n[1], n[0]);
    }
    scale(reading->products, reading->product_count, 2);
}

static void take_out(struct product *product, int n)
{
    if (product->before[n] != END)
        product->next[product->before[n]] = product->next[n];
    if (product->next[n] != END)
        product->before[product->next[n]] = product->before[n];
    product->next[n] = product->before[n] = END;
}

/* Joins what stands before a and what stands behind b. */
static void cross(struct product *product, int before, int behind)
{
    if (before != END)
        product->next[before] = behind;
    if (behind != END)
        product->before[behind] = before;
}

/* The first part of T^e_ij T^e_kl: (delta_il delta_kj) / 2. */
static void exchange(struct product *product, int a, int b)
{
    const int before_a = product->before[a], behind_a = product->next[a];
    const int before_b = product->before[b], behind_b = product->next[b];
    product->denominator *= 2;
    if (behind_a == b && before_b == a) { /* side by side: the inner loop is a trace of one */
        product->numerator *= COLOURS;
        take_out(product, a);
        take_out(product, b);
    } else if (behind_b == a && before_a == b) {
        product->numerator *= COLOURS;
        take_out(product, b);
        take_out(product, a);
    } else {
        cross(product, before_a, behind_b);
        cross(product, before_b, behind_a);
    }
    product->next[a] = product->before[a] = product->next[b] = product->before[b] = END;
}

/* Equal products become one, and those that cancel none. */
static void collect(struct reading *reading)
{
    int kept = 0;
    for (int i = 0; i < reading->product_count; ++i) {
        const struct product *product = &reading->products[i];
        int at = 0;
        while (at < kept && memcmp(reading->products[at].next, product->next, sizeof product->next) != 0)
            ++at;
        if (at == kept) {
            reading->products[kept++] = *product;
            continue;
        }
        struct product *same = &reading->products[at];
        same->numerator = same->numerator * product->denominator + product->numerator * same->denominator;
        same->denominator *= product->denominator;
        int a = abs(same->numerator), b = same->denominator;
        while (a) {
            const int rest = b % a;
            b = a;
            a = rest;
        }
        same->numerator /= b;
        same->denominator /= b;
    }
    reading->product_count = 0;
    for (int i = 0; i < kept; ++i)
        if (reading->products[i].numerator)
            reading->products[reading->product_count++] = reading->products[i];
}

/* Sums over a gluon whose two generators are these nodes. */
static void sum_gluon(struct reading *reading, int a, int b)
{
    const int count = reading->product_count;
    struct product *second = double_up(reading, -1, 2 * COLOURS);
    for (int i = 0; i < count && !reading->too_large; ++i) {
        exchange(&reading->products[i], a, b);
        take_out(&second[i], a);
        take_out(&second[i], b);
    }
    collect(reading);
}

/* A string that ends and one that begins with the same inner index are one string. */
static void sum_quark(struct reading *reading, int a, int b)
{
    for (int i = 0; i < reading->product_count; ++i) {
        struct product *product = &reading->products[i];
        const int ends = product->next[a] == END ? a : b, begins = ends == a ? b : a;
        cross(product, product->before[ends], product->next[begins]);
        product->next[a] = product->before[a] = product->next[b] = product->before[b] = END;
    }
}

/* Sums over what stands twice. Gluons have neighbours on both sides, ends of strings on one. */
static void sum_inner(struct reading *reading)
{
    for (int a = 0; a < reading->node_count; ++a)
        for (int b = a + 1; b < reading->node_count && reading->label[a] < 0; ++b) {
            if (reading->label[a] != reading->label[b])
                continue;
            if (reading->product_count == 0)
                return;
            const struct product *first = &reading->products[0];
            if (first->next[a] != END && first->before[a] != END)
                sum_gluon(reading, a, b);
            else
                sum_quark(reading, a, b);
        }
}

static int is_octet(const int *representations, int label)
{
    return label > 0 && representations[label - 1] == 8;
}

/* Whether a structure has a word of a UFO's that has no words here. */
static int is_beyond(const char *text)
{
    static const char *const names[] = {"Epsilon", "K6", "T6", "d("};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strstr(text, names[i]))
            return 1;
    return 0;
}

/* "T(3,2,1)" and the like; returns how long it is, 0 where it is none of these. */
static int read_factor(const char *text, int legs, const int *representations, struct reading *reading)
{
    char name[16];
    int label[3] = {0}, n[3], length = 0, count;
    /* NOLINTNEXTLINE(cert-err34-c): the table's own numbers are checked behind it */
    count = sscanf(text, "%15[A-Za-z0-9](%d,%d%n,%d%n", name, &label[0], &label[1], &length, &label[2],
                   &length);
    if (count < 3 || text[length] != ')')
        return 0;
    for (int i = 0; i < count - 1; ++i) {
        if (label[i] == 0 || label[i] > legs)
            return 0;
        n[i] = node(reading, label[i]);
    }
    if (!strcmp(name, "f") && count == 4) {
        add_commutator(reading, n);
    } else if (!strcmp(name, "T") && count == 4) {
        add_string(reading, n[1], n[0], n[2]);
        reading->only_commuted = 0;
    } else if (!strcmp(name, "Identity") && count == 3) {
        const int first_is_row = label[0] > 0 ? representations[label[0] - 1] == -3
                                              : representations[label[1] > 0 ? label[1] - 1 : 0] == 3;
        if (is_octet(representations, label[0]) || is_octet(representations, label[1]))
            add_pair(reading, n);
        else
            add_string(reading, n[first_is_row ? 0 : 1], -1, n[first_is_row ? 1 : 0]);
        reading->only_commuted = 0;
    } else {
        return 0;
    }
    return length + 1;
}

/* Nodes of legs become the legs' own numbers. */
static void finish(const struct reading *reading, struct colour_words *words)
{
    *words = (struct colour_words){.turns = reading->turns % 4, .is_commuted = reading->only_commuted};
    for (int i = 0; i < reading->product_count; ++i) {
        const struct product *product = &reading->products[i];
        struct colour_word *word = &words->list[words->count++];
        word->numerator = product->numerator;
        word->denominator = product->denominator;
        memset(word->next, END, sizeof word->next);
        for (int a = 0; a < reading->node_count; ++a)
            if (reading->label[a] > 0 && product->next[a] != END)
                word->next[reading->label[a] - 1] = (signed char)(reading->label[product->next[a]] - 1);
    }
}

/* What a node is in all products: a gluon's generator (8), the end of a string (3) or its beginning (-3). */
static int kind_of(const struct reading *reading, int a)
{
    const int before = reading->products[0].before[a] != END, behind = reading->products[0].next[a] != END;
    return before && behind ? 8 : before ? 3 : -3;
}

/* Whether what is summed over stands twice, as two generators or as an end and a beginning. */
static int is_pair(const struct reading *reading, int a)
{
    int others = 0, fits = 0;
    for (int b = 0; b < reading->node_count; ++b)
        if (b != a && reading->label[b] == reading->label[a]) {
            ++others;
            fits = kind_of(reading, a) == 8 ? kind_of(reading, b) == 8
                                            : kind_of(reading, a) == -kind_of(reading, b);
        }
    return others == 1 && fits;
}

/* Every leg with colour stands once, at a place that its representation may have; what is summed over, twice.
 */
static int is_whole(const struct reading *reading, int legs, const int *representations)
{
    int seen[COLOUR_LEGS] = {0};
    for (int i = 0; i < reading->node_count; ++i) {
        const int label = reading->label[i];
        if (label > legs || label == 0)
            return 0;
        if (label < 0 && !is_pair(reading, i))
            return 0;
        if (label < 0)
            continue;
        if (kind_of(reading, i) != representations[label - 1] || seen[label - 1]++)
            return 0;
    }
    for (int i = 0; i < legs; ++i)
        if (representations[i] != 1 && !seen[i])
            return 0;
    return 1;
}

int colour_words_read(const char *text, int legs, const int *representations, struct colour_words *words,
                      char *sentence, int bytes)
{
    struct reading reading = {.product_count = 1, .only_commuted = 1};
    reading.products[0] = (struct product){.numerator = 1, .denominator = 1};
    memset(reading.products[0].next, END, sizeof reading.products[0].next);
    memset(reading.products[0].before, END, sizeof reading.products[0].before);
    const char *at = text;
    if (is_beyond(text))
        return -1;
    if (!strcmp(text, "1"))
        at += 1;
    while (*at && !reading.too_large) {
        const int length = read_factor(at, legs, representations, &reading);
        if (!length) {
            snprintf(sentence, (size_t)bytes,
                     "the colour structure %.60s is not known: products of T, f and Identity are", text);
            return 0;
        }
        at += length;
        at += *at == '*';
    }
    if (!reading.too_large && is_whole(&reading, legs, representations)) {
        sum_inner(&reading);
        reading.too_large |= reading.product_count > COLOUR_WORDS_MOST || reading.product_count == 0;
        if (!reading.too_large) {
            finish(&reading, words);
            return 1;
        }
    }
    snprintf(sentence, (size_t)bytes,
             reading.too_large ? "the colour structure %.60s has too many terms"
                               : "the colour structure %.60s does not fit the legs of its vertex",
             text);
    return 0;
}

#include "model/colour_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MOST = 48, PRODUCTS_MOST = 256, COLOURS = 3, END = COLOUR_WORD_END };

/* A product on the way: nodes are places of generators and ends of strings, each with its index. An index of
 * a sextet has two nodes, of its first and its second line. Nodes that have been summed over are out of every
 * string. */
struct product {
    int numerator, denominator;
    int next[NODES_MOST], before[NODES_MOST];
};

struct reading {
    int node_count;
    int label[NODES_MOST]; /* of each node: a leg from 1 on, or what is summed over, below 0; 0: of a junction
                            */
    int line[NODES_MOST];  /* 0: a triplet's or a gluon's; 1, 2: a sextet's */
    int junctions;         /* how many, whose arms are nodes one behind the other */
    int arm[COLOUR_JUNCTIONS];
    int product_count;
    struct product products[PRODUCTS_MOST];
    int turns, only_commuted, is_symmetric, too_large;
};

static int node(struct reading *reading, int label, int line)
{
    if (reading->node_count == NODES_MOST) {
        reading->too_large = 1;
        return 0;
    }
    reading->label[reading->node_count] = label;
    reading->line[reading->node_count] = line;
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

/* tr(T^a T^b T^c) with a sign times tr(T^b T^a T^c): f^abc = -2 i (tr abc - tr bac), d^abc has 2 and a plus.
 */
static void add_traces(struct reading *reading, const int n[3], int sign)
{
    const int count = reading->product_count;
    struct product *second = double_up(reading, sign, 1);
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

/* A string that ends and one that begins with the same inner index are one string, or a trace. */
static void join_ends(struct product *product, int a, int b)
{
    const int ends = product->next[a] == END ? a : b, begins = ends == a ? b : a;
    if (product->next[begins] == ends)
        product->numerator *= COLOURS;
    else
        cross(product, product->before[ends], product->next[begins]);
    product->next[a] = product->before[a] = product->next[b] = product->before[b] = END;
}

static void sum_quark(struct reading *reading, int a, int b)
{
    for (int i = 0; i < reading->product_count; ++i)
        join_ends(&reading->products[i], a, b);
}

/* The node of the other line of a sextet's index that stands beside this one. */
static int other_line(const struct reading *reading, int a) { return reading->line[a] == 1 ? a + 1 : a - 1; }

/* The lines of two sextets meet in both ways: K6(s,i,j) K6Bar(s,k,l) = (delta_ik delta_jl + delta_il
 * delta_jk) / 2. */
static void sum_sextet(struct reading *reading, int a, int b)
{
    const int count = reading->product_count, a2 = other_line(reading, a), b2 = other_line(reading, b);
    struct product *second = double_up(reading, 1, 1);
    for (int i = 0; i < count && !reading->too_large; ++i) {
        join_ends(&reading->products[i], a, b);
        join_ends(&reading->products[i], a2, b2);
        join_ends(&second[i], a, b2);
        join_ends(&second[i], a2, b);
        reading->products[i].denominator *= 2;
        second[i].denominator *= 2;
    }
    collect(reading);
}

/* Sums over what stands twice. Gluons have neighbours on both sides, ends of strings on one. */
static void sum_inner(struct reading *reading)
{
    for (int a = 0; a < reading->node_count; ++a)
        for (int b = a + 1; b < reading->node_count && reading->label[a] < 0; ++b) {
            if (reading->label[a] != reading->label[b] || reading->line[a] != reading->line[b] ||
                reading->line[a] == 2)
                continue;
            if (reading->product_count == 0)
                return;
            const struct product *first = &reading->products[0];
            if (first->next[a] != END && first->before[a] != END)
                sum_gluon(reading, a, b);
            else if (reading->line[a])
                sum_sextet(reading, a, b);
            else
                sum_quark(reading, a, b);
        }
}

/* What the index of a factor stands for: the representation of its leg; 0: it is summed over. */
static int of_leg(const int *representations, int label)
{
    return label > 0 ? representations[label - 1] : 0;
}

/* Nodes of indices, in their order. */
static void add_nodes(struct reading *reading, const int *label, int count, int *n)
{
    for (int i = 0; i < count; ++i)
        n[i] = node(reading, label[i], 0);
}

/* Both lines of a sextet's index, which are neighbours among the nodes. */
static void add_lines(struct reading *reading, int label, int n[2])
{
    for (int line = 0; line < 2; ++line)
        n[line] = node(reading, label, line + 1);
}

/* Identity(i,j): of gluons, of triplets or of sextets. */
static void add_identity(struct reading *reading, const int label[2], const int *representations)
{
    const int first = of_leg(representations, label[0]), second = of_leg(representations, label[1]);
    const int row = label[0] > 0 ? first > 0 : second < 0, column = 1 - row; /* which of them */
    int n[2][2];
    if (abs(first) == 6 || abs(second) == 6) {
        for (int i = 0; i < 2; ++i)
            add_lines(reading, label[i], n[i]);
        for (int line = 0; line < 2; ++line)
            add_string(reading, n[row][line], -1, n[column][line]);
        return;
    }
    add_nodes(reading, label, 2, n[0]);
    if (first == 8 || second == 8)
        add_pair(reading, n[0]);
    else
        add_string(reading, n[0][row], -1, n[0][column]);
}

/* T6 = 2 K6 T K6Bar: the generator is in one of two lines that are alike. */
static void add_sextet_generator(struct reading *reading, const int label[3])
{
    const int gluon = node(reading, label[0], 0);
    int rows[2], columns[2];
    add_lines(reading, label[1], rows);
    add_lines(reading, label[2], columns);
    add_string(reading, rows[0], gluon, columns[0]);
    add_string(reading, rows[1], -1, columns[1]);
    scale(reading->products, reading->product_count, 2);
}

/* Whether strings begin with the indices of a factor, as its legs say. Where all are summed over its name
 * does. */
static int begins_with(const int *representations, const int label[3], int by_name)
{
    for (int i = 0; i < 3; ++i)
        if (label[i] > 0 && abs(of_leg(representations, label[i])) == 3)
            return of_leg(representations, label[i]) < 0;
    return by_name;
}

/* K6(s,i,j): a line of the sextet goes to each of the triplets. */
static void add_sextet_pair(struct reading *reading, const int label[3], int triplets_begin)
{
    int lines[2], triplets[2];
    add_lines(reading, label[0], lines);
    add_nodes(reading, label + 1, 2, triplets);
    for (int i = 0; i < 2; ++i)
        add_string(reading, triplets_begin ? triplets[i] : lines[i], -1,
                   triplets_begin ? lines[i] : triplets[i]);
}

static void add_junction(struct reading *reading, const int label[3], int legs_begin)
{
    static const int no_label[COLOUR_ARMS] = {0};
    int arms[COLOUR_ARMS], ends[COLOUR_ARMS];
    if (reading->junctions == COLOUR_JUNCTIONS) {
        reading->too_large = 1;
        return;
    }
    add_nodes(reading, no_label, COLOUR_ARMS, arms);
    add_nodes(reading, label, COLOUR_ARMS, ends);
    reading->arm[reading->junctions++] = arms[0];
    for (int i = 0; i < COLOUR_ARMS; ++i)
        add_string(reading, legs_begin ? ends[i] : arms[i], -1, legs_begin ? arms[i] : ends[i]);
}

/* A factor of three indices; 0: its name is none of these. */
static int add_named(struct reading *reading, const char *name, const int label[3],
                     const int *representations)
{
    int n[3];
    if (!strcmp(name, "f") || !strcmp(name, "d")) {
        const int is_f = *name == 'f';
        add_nodes(reading, label, 3, n);
        add_traces(reading, n, is_f ? -1 : 1);
        reading->turns += is_f ? 3 : 0; /* -i */
        reading->only_commuted &= is_f;
        reading->is_symmetric |= !is_f;
        return 1;
    }
    reading->only_commuted = 0;
    if (!strcmp(name, "T")) {
        add_nodes(reading, label, 3, n);
        add_string(reading, n[1], n[0], n[2]);
    } else if (!strcmp(name, "T6")) {
        add_sextet_generator(reading, label);
    } else if (!strcmp(name, "K6") || !strcmp(name, "K6Bar")) {
        add_sextet_pair(reading, label, begins_with(representations, label, name[2] != 0));
    } else if (!strcmp(name, "Epsilon") || !strcmp(name, "EpsilonBar")) {
        add_junction(reading, label, begins_with(representations, label, name[7] == 0));
    } else {
        return 0;
    }
    return 1;
}

/* "T(3,2,1)" and the like; returns how long it is, 0 where it is none of these. */
static int read_factor(const char *text, int legs, const int *representations, struct reading *reading)
{
    char name[16];
    int label[3] = {0}, length = 0, count;
    /* NOLINTNEXTLINE(cert-err34-c): the table's own numbers are checked behind it */
    count = sscanf(text, "%15[A-Za-z0-9](%d,%d%n,%d%n", name, &label[0], &label[1], &length, &label[2],
                   &length);
    if (count < 3 || text[length] != ')')
        return 0;
    for (int i = 0; i < count - 1; ++i)
        if (label[i] == 0 || label[i] > legs)
            return 0;
    if (count == 4)
        return add_named(reading, name, label, representations) ? length + 1 : 0;
    if (strcmp(name, "Identity") != 0)
        return 0;
    add_identity(reading, label, representations);
    reading->only_commuted = 0;
    return length + 1;
}

/* The place of a node in a word. */
static int place_of(const struct reading *reading, int a)
{
    if (reading->label[a] > 0)
        return reading->label[a] - 1 + (reading->line[a] == 2 ? COLOUR_SECOND : 0);
    int junction = 0;
    while (a - reading->arm[junction] >= COLOUR_ARMS || a < reading->arm[junction])
        ++junction;
    return COLOUR_JUNCTION + COLOUR_ARMS * junction + a - reading->arm[junction];
}

/* Nodes become places. */
static void finish(const struct reading *reading, struct colour_words *words)
{
    *words = (struct colour_words){.turns = reading->turns % 4,
                                   .is_commuted = reading->only_commuted,
                                   .is_symmetric = reading->is_symmetric,
                                   .junctions = reading->junctions,
                                   .is_tangled = reading->junctions > 0};
    for (int a = 0; a < reading->node_count; ++a)
        words->is_tangled |= reading->label[a] > 0 && reading->line[a] > 0;
    for (int i = 0; i < reading->product_count; ++i) {
        const struct product *product = &reading->products[i];
        struct colour_word *word = &words->list[words->count++];
        word->numerator = product->numerator;
        word->denominator = product->denominator;
        memset(word->next, END, sizeof word->next);
        for (int a = 0; a < reading->node_count; ++a)
            if (product->next[a] != END)
                word->next[place_of(reading, a)] = (signed char)place_of(reading, product->next[a]);
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
        if (b != a && reading->label[b] == reading->label[a] && reading->line[b] == reading->line[a]) {
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
    int seen[2][COLOUR_LEGS] = {{0}}; /* first and second lines */
    for (int i = 0; i < reading->node_count; ++i) {
        const int label = reading->label[i], kind = kind_of(reading, i);
        if (label > legs || (label < 0 && !is_pair(reading, i)))
            return 0;
        if (label <= 0)
            continue;
        if ((reading->line[i] ? 2 * kind : kind) != representations[label - 1] ||
            seen[reading->line[i] == 2][label - 1]++)
            return 0;
    }
    for (int i = 0; i < legs; ++i)
        if (seen[0][i] != (representations[i] != 1) || seen[1][i] != (abs(representations[i]) == 6))
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
    if (!strcmp(text, "1"))
        at += 1;
    while (*at && !reading.too_large) {
        const int length = read_factor(at, legs, representations, &reading);
        if (!length) {
            snprintf(sentence, (size_t)bytes,
                     "the colour structure %.60s is not known: products of T, f, d, Identity, Epsilon, "
                     "EpsilonBar, K6, K6Bar and T6 are",
                     text);
            return 0;
        }
        at += length;
        at += *at == '*';
    }
    if (!reading.too_large && is_whole(&reading, legs, representations)) {
        sum_inner(&reading);
        reading.too_large |= reading.product_count > COLOUR_WORDS_MOST;
        if (!reading.too_large && reading.product_count == 0) {
            snprintf(sentence, (size_t)bytes, "the colour structure %.60s is zero", text);
            return 0;
        }
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

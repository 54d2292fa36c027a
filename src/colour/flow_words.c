#include "colour/flow_words.h"

#include <string.h>

/* A word at work: legs of the vertex, of which one is made, and what it becomes. */
struct joining {
    const struct colour_word *word;
    int out;
    const struct flow *child[COLOUR_LEGS]; /* by leg; NULL: none, or the one that is made */
    signed char before[COLOUR_LEGS];
    int factor; /* traces of one */
};

/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have a flow */
static int is_alone(const struct flow *flow) { return flow->head == FLOW_END && flow->tail == FLOW_END; }

/* The leg behind (or before) one, past gluons without colour, which are the unit matrix. FLOW_END: none. */
static int past(const struct joining *joining, int leg, int behind)
{
    for (int steps = 0; steps < COLOUR_LEGS; ++steps) {
        leg = behind ? joining->word->next[leg] : joining->before[leg];
        if (leg == FLOW_END || leg == joining->out || !is_alone(joining->child[leg]))
            return leg;
    }
    return FLOW_END;
}

/* Whether a leg without colour is in a trace of such legs alone, and is the first of them. */
static int is_trace_of_one(const struct joining *joining, int leg)
{
    int at = leg, first = 1;
    do {
        if (at == FLOW_END || at == joining->out || !is_alone(joining->child[at]))
            return 0;
        first &= at >= leg;
        /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): places, and -1 for none */
        at = joining->word->next[at];
    } while (at != leg);
    return first;
}

static void begin(const struct colour_word *word, int out, const struct flow *const *children, int count,
                  struct joining *joining)
{
    *joining = (struct joining){.word = word, .out = out, .factor = 1};
    for (int i = 0; i < count; ++i)
        joining->child[i + (i >= out)] = children[i];
    memset(joining->before, FLOW_END, sizeof joining->before);
    for (int leg = 0; leg < COLOUR_LEGS; ++leg)
        if (word->next[leg] != FLOW_END)
            joining->before[(int)word->next[leg]] = (signed char)leg;
    for (int leg = 0; leg <= count; ++leg)
        if (leg != out && word->next[leg] != FLOW_END && is_trace_of_one(joining, leg))
            joining->factor *= COLOURS;
}

/* What all children hold, joined as the word says, but for the leg that is made. */
static struct flow join(const struct joining *joining, int count)
{
    struct flow flow;
    memset(&flow, FLOW_END, sizeof flow);
    for (int leg = 0; leg <= count; ++leg) {
        const struct flow *child = leg == joining->out ? NULL : joining->child[leg];
        for (int i = 0; child && i < FLOW_LEGS; ++i)
            if (child->next[i] != FLOW_END)
                flow.next[i] = child->next[i];
    }
    for (int leg = 0; leg <= count; ++leg) {
        if (leg == joining->out || is_alone(joining->child[leg]))
            continue;
        const int behind = past(joining, leg, 1);
        if (behind != FLOW_END && behind != joining->out && joining->child[leg]->tail != FLOW_END)
            flow.next[(int)joining->child[leg]->tail] = joining->child[behind]->head;
    }
    return flow;
}

/* Adds a term, or adds to one of the same flow. */
static int add_term(struct flow_term *terms, int count, struct flow flow, int numerator, int denominator)
{
    int at = 0;
    while (at < count && memcmp(&terms[at].flow, &flow, sizeof flow) != 0)
        ++at;
    if (at == count)
        terms[at] = (struct flow_term){.flow = flow, .numerator = 0, .denominator = 1};
    const int sum = terms[at].numerator * denominator + numerator * terms[at].denominator;
    int a = sum < 0 ? -sum : sum, b = terms[at].denominator * denominator;
    const int over = b;
    while (a) {
        const int rest = b % a;
        b = a;
        a = rest;
    }
    terms[at].numerator = sum / b;
    terms[at].denominator = over / b;
    return at == count ? count + 1 : count;
}

/* The terms of one word: a gluon that is made is T^a of its place, of which the second part has no colour. */
static int add_word(const struct joining *joining, int count, int leading, struct flow_term *terms,
                    int terms_now)
{
    const struct colour_word *word = joining->word;
    struct flow flow = join(joining, count);
    const int numerator = word->numerator * joining->factor, denominator = word->denominator,
              out = joining->out;
    const int has_next = word->next[out] != FLOW_END, has_before = joining->before[out] != FLOW_END;
    const int behind = has_next ? past(joining, out, 1) : FLOW_END;
    const int before = has_before ? past(joining, out, 0) : FLOW_END;
    if (!has_next && !has_before)
        return add_term(terms, terms_now, flow, numerator, denominator);
    if (behind == out || before == out) /* a trace of nothing else, which the other part cancels */
        return terms_now;
    if (behind != FLOW_END)
        flow.head = joining->child[behind]->head;
    if (before != FLOW_END)
        flow.tail = joining->child[before]->tail;
    if (!has_next || !has_before)
        return add_term(terms, terms_now, flow, numerator, denominator);
    const int made = add_term(terms, terms_now, flow, numerator, 2 * denominator);
    if (leading)
        return made;
    flow.next[(int)flow.tail] = flow.head;
    flow.head = flow.tail = FLOW_END;
    return add_term(terms, made, flow, -numerator, 2 * COLOURS * denominator);
}

int flow_join_words(const struct colour_words *words, int out, const struct flow *const *children, int count,
                    int leading, struct flow_term terms[FLOW_TERMS])
{
    int made = 0, kept = 0;
    for (int i = 0; i < words->count; ++i) {
        struct joining joining;
        begin(&words->list[i], out, children, count, &joining);
        made = add_word(&joining, count, leading, terms, made);
    }
    for (int i = 0; i < made; ++i)
        if (terms[i].numerator)
            terms[kept++] = terms[i];
    return kept;
}

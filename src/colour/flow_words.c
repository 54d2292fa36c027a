#include "colour/flow_words.h"

#include "colour/junctions.h"

#include <string.h>

/* A word at work: places of the vertex, those of one leg are made, and what it becomes. */
struct joining {
    const struct colour_word *word;
    int out, second_out;                   /* places that are made; the second: of a sextet */
    const struct flow *child[COLOUR_LEGS]; /* by leg; NULL: none, or the one that is made */
    signed char head[COLOUR_PLACES];       /* where the string of a place begins in its child */
    signed char tail[COLOUR_PLACES];       /* and where it ends */
    signed char before[COLOUR_PLACES];
    int factor;      /* traces of one */
    int denominator; /* ways in which lines of sextets meet */
};

static int is_made(const struct joining *joining, int at)
{
    return at == joining->out || at == joining->second_out;
}

/* Whether a place is the unit matrix: it is a gluon without colour. */
static int is_alone(const struct joining *joining, int at)
{
    return joining->head[at] == FLOW_END && joining->tail[at] == FLOW_END;
}

/* The place behind (or before) one, past gluons without colour. FLOW_END: none. */
static int past(const struct joining *joining, int at, int behind)
{
    for (int steps = 0; steps < COLOUR_PLACES; ++steps) {
        at = behind ? joining->word->next[at] : joining->before[at];
        if (at == FLOW_END || is_made(joining, at) || !is_alone(joining, at))
            return at;
    }
    return FLOW_END;
}

/* Whether a leg without colour is in a trace of such legs alone, and is the first of them. */
static int is_trace_of_one(const struct joining *joining, int leg)
{
    int at = leg, first = 1;
    do {
        if (at == FLOW_END || is_made(joining, at) || !is_alone(joining, at))
            return 0;
        first &= at >= leg;
        /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): places, and -1 for none */
        at = joining->word->next[at];
    } while (at != leg);
    return first;
}

/* The places of a child's lines. Of a sextet both are alike: `swapped` is one of two ways in which they meet.
 */
static void set_child(struct joining *joining, int leg, const struct flow *child, int swapped)
{
    const signed char heads[2] = {child->head, child->second_head};
    const signed char tails[2] = {child->tail, child->second_tail};
    joining->child[leg] = child;
    for (int line = 0; line < 2; ++line) {
        joining->head[leg + line * COLOUR_SECOND] = heads[line != swapped];
        joining->tail[leg + line * COLOUR_SECOND] = tails[line != swapped];
    }
}

static void begin(const struct colour_word *word, int out, const struct flow *const *children, int count,
                  unsigned swapped, struct joining *joining)
{
    *joining =
        (struct joining){.word = word, .out = out, .second_out = FLOW_END, .factor = 1, .denominator = 1};
    memset(joining->before, FLOW_END, sizeof joining->before);
    memset(joining->head, FLOW_END, sizeof joining->head);
    memset(joining->tail, FLOW_END, sizeof joining->tail);
    for (int at = 0; at < COLOUR_PLACES; ++at)
        if (word->next[at] != FLOW_END)
            joining->before[(int)word->next[at]] = (signed char)at;
    for (int i = 0; i < count; ++i)
        set_child(joining, i + (i >= out), children[i], (int)(swapped >> i & 1));
    for (int arm = COLOUR_JUNCTION; arm < COLOUR_PLACES; ++arm)
        joining->head[arm] = joining->tail[arm] = (signed char)(FLOW_JUNCTION + arm - COLOUR_JUNCTION);
    if (word->next[COLOUR_SECOND + out] != FLOW_END || joining->before[COLOUR_SECOND + out] != FLOW_END)
        joining->second_out = COLOUR_SECOND + out;
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
        for (int i = 0; child && i < FLOW_PLACES; ++i)
            if (child->next[i] != FLOW_END)
                flow.next[i] = child->next[i];
    }
    for (int at = 0; at < COLOUR_PLACES; ++at) {
        if (is_made(joining, at) || joining->word->next[at] == FLOW_END || joining->tail[at] == FLOW_END)
            continue;
        const int behind = past(joining, at, 1);
        if (behind != FLOW_END && !is_made(joining, behind))
            flow.next[(int)joining->tail[at]] = joining->head[behind];
    }
    return flow;
}

/* What stands behind a place that is made, or before it: the open end that it makes. */
static signed char open_end(const struct joining *joining, int made, int behind)
{
    const int at = past(joining, made, behind);
    if (at == FLOW_END)
        return FLOW_END;
    return behind ? joining->head[at] : joining->tail[at];
}

static int add(struct flow_term *terms, int now, const struct flow *flow, int numerator, int denominator)
{
    const struct flow_term term = {.flow = *flow, .numerator = numerator, .denominator = denominator};
    return flow_add_term(terms, now, &term);
}

/* A sextet that is made: two ends of a kind. */
static int add_sextet(const struct joining *joining, struct flow flow, struct flow_term *terms, int now)
{
    const int behind = joining->word->next[joining->out] != FLOW_END;
    signed char ends[2] = {open_end(joining, joining->out, behind),
                           open_end(joining, joining->second_out, behind)};
    const int first = ends[1] < ends[0];
    *(behind ? &flow.head : &flow.tail) = ends[first];
    *(behind ? &flow.second_head : &flow.second_tail) = ends[!first];
    return add(terms, now, &flow, joining->word->numerator * joining->factor,
               joining->word->denominator * joining->denominator);
}

/* The terms of one word: a gluon that is made is T^a of its place, of which the second part has no colour. */
static int add_word(const struct joining *joining, int count, int rules, struct flow_term *terms,
                    int terms_now)
{
    const struct colour_word *word = joining->word;
    struct flow flow = join(joining, count);
    const int numerator = word->numerator * joining->factor,
              denominator = word->denominator * joining->denominator, out = joining->out;
    const int has_next = word->next[out] != FLOW_END, has_before = joining->before[out] != FLOW_END;
    if (joining->second_out != FLOW_END)
        return add_sextet(joining, flow, terms, terms_now);
    const int behind = has_next ? past(joining, out, 1) : FLOW_END;
    const int before = has_before ? past(joining, out, 0) : FLOW_END;
    if (!has_next && !has_before)
        return add(terms, terms_now, &flow, numerator, denominator);
    if (behind == out || before == out) /* a trace of nothing else, which the other part cancels */
        return terms_now;
    if (behind != FLOW_END)
        flow.head = joining->head[behind];
    if (before != FLOW_END)
        flow.tail = joining->tail[before];
    if (!has_next || !has_before)
        return add(terms, terms_now, &flow, numerator, denominator);
    const int made = add(terms, terms_now, &flow, numerator, 2 * denominator);
    if (rules & FLOW_LEADING || made < 0)
        return made;
    flow.next[(int)flow.tail] = flow.head;
    flow.head = flow.tail = FLOW_END;
    return add(terms, made, &flow, -numerator, 2 * COLOURS * denominator);
}

/* The children that are sextets, a bit each. */
static unsigned sextets_of(const struct flow *const *children, int count)
{
    unsigned sextets = 0;
    for (int i = 0; i < count; ++i)
        if (children[i]->second_head != FLOW_END || children[i]->second_tail != FLOW_END)
            sextets |= 1U << i;
    return sextets;
}

int flow_join_words(const struct colour_words *words, int out, const struct flow *const *children, int count,
                    int rules, struct flow_term terms[FLOW_TERMS])
{
    const unsigned sextets = sextets_of(children, count);
    int made = 0;
    for (int i = 0; i < words->count; ++i) {
        unsigned swapped = 0;
        do { /* all sets of sextets */
            struct joining joining;
            begin(&words->list[i], out, children, count, swapped, &joining);
            joining.denominator = 1 << __builtin_popcount(sextets);
            made = add_word(&joining, count, rules, terms, made);
            if (made < 0)
                return made;
            swapped = (swapped - sextets) & sextets;
        } while (swapped);
    }
    return flow_terms_kept(terms, made);
}

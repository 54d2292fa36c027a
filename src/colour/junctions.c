#include "colour/junctions.h"

#include <stdlib.h>
#include <string.h>

int flow_is_tangled(const struct flow *flow)
{
    if (flow->second_head != FLOW_END || flow->second_tail != FLOW_END || flow->head >= FLOW_SECOND ||
        flow->tail >= FLOW_SECOND)
        return 1;
    for (int at = 0; at < FLOW_PLACES; ++at)
        if (flow->next[at] >= FLOW_SECOND || (at >= FLOW_SECOND && flow->next[at] != FLOW_END))
            return 1;
    return 0;
}

int flow_add_term(struct flow_term *terms, int count, const struct flow_term *term)
{
    int at = 0;
    while (at < count &&
           (memcmp(&terms[at].flow, &term->flow, sizeof term->flow) != 0 || terms[at].middle != term->middle))
        ++at;
    if (at == FLOW_TERMS)
        return -1;
    if (at == count) {
        terms[at] = *term;
        terms[at].numerator = 0;
        terms[at].denominator = 1;
    }
    const int sum = terms[at].numerator * term->denominator + term->numerator * terms[at].denominator;
    int a = sum < 0 ? -sum : sum, b = terms[at].denominator * term->denominator;
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

int flow_terms_kept(struct flow_term *terms, int count)
{
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (terms[i].numerator)
            terms[kept++] = terms[i];
    return kept;
}

static signed char renamed(const signed char *name, signed char at)
{
    return at == FLOW_END ? (signed char)FLOW_END : name[(int)at];
}

/* Open ends of a sextet, the lower place first. */
static void sort_ends(signed char *first, signed char *second)
{
    if (*second != FLOW_END && *second < *first) {
        const signed char kept = *first;
        *first = *second;
        *second = kept;
    }
}

struct flow flow_renamed(const struct flow *flow, const signed char name[FLOW_PLACES])
{
    struct flow other;
    memset(&other, FLOW_END, sizeof other);
    for (int at = 0; at < FLOW_PLACES; ++at)
        if (flow->next[at] != FLOW_END)
            other.next[(int)name[at]] = renamed(name, flow->next[at]);
    other.head = renamed(name, flow->head);
    other.tail = renamed(name, flow->tail);
    other.second_head = renamed(name, flow->second_head);
    other.second_tail = renamed(name, flow->second_tail);
    sort_ends(&other.head, &other.second_head);
    sort_ends(&other.tail, &other.second_tail);
    return other;
}

static void keep_names(signed char name[FLOW_PLACES])
{
    for (int at = 0; at < FLOW_PLACES; ++at)
        name[at] = (signed char)at;
}

/* The place in front of each. */
static void find_before(const struct flow *flow, signed char before[FLOW_PLACES])
{
    memset(before, FLOW_END, FLOW_PLACES);
    for (int at = 0; at < FLOW_PLACES; ++at)
        if (flow->next[at] != FLOW_END)
            before[(int)flow->next[at]] = (signed char)at;
}

/* What a junction's arms are. At most one of them is an open end, so that others tell. */
enum arms { ARMS_NONE, ARMS_BEGIN, ARMS_END };

static enum arms arms_of(const struct flow *flow, const signed char *before, int junction)
{
    const int first = FLOW_JUNCTION + FLOW_ARMS * junction;
    for (int at = first; at < first + FLOW_ARMS; ++at) {
        if (flow->next[at] != FLOW_END)
            return ARMS_BEGIN;
        if (before[at] != FLOW_END)
            return ARMS_END;
    }
    return ARMS_NONE;
}

int junctions_part(const struct flow *const *flows, int count, int first, struct flow *apart)
{
    for (int i = 0; i < count; ++i) {
        signed char before[FLOW_PLACES], name[FLOW_PLACES];
        find_before(flows[i], before);
        keep_names(name);
        for (int junction = 0; junction < FLOW_JUNCTIONS; ++junction) {
            if (arms_of(flows[i], before, junction) == ARMS_NONE)
                continue;
            if (first == FLOW_JUNCTIONS)
                return 0;
            for (int arm = 0; arm < FLOW_ARMS; ++arm)
                name[FLOW_JUNCTION + FLOW_ARMS * junction + arm] = (signed char)(FLOW_JUNCTION +
                                                                                 FLOW_ARMS * first + arm);
            ++first;
        }
        apart[i] = flow_renamed(flows[i], name);
    }
    return 1;
}

/* An arm that a string begins with meets one that a string ends at. Returns the factor, 3 of a loop. */
static int contract(struct flow *flow, int begins, int ends)
{
    signed char before[FLOW_PLACES];
    find_before(flow, before);
    const signed char behind = flow->next[begins], front = before[ends];
    flow->next[begins] = FLOW_END;
    if (behind == ends)
        return COLOURS;
    if (front != FLOW_END)
        flow->next[(int)front] = behind;
    /* An arm without a string is an open end, which is the other string's then. */
    if (behind == FLOW_END && flow->tail == begins)
        flow->tail = front;
    else if (behind == FLOW_END)
        flow->second_tail = front;
    if (front == FLOW_END && flow->head == ends)
        flow->head = behind;
    else if (front == FLOW_END)
        flow->second_head = behind;
    return front == behind && front != FLOW_END ? 0 : 1; /* a trace of one generator */
}

const signed char junction_orders[6][FLOW_ARMS] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                                   {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

/* A pair of junctions of both kinds in a flow; 0: there is none. */
static int find_pair(const struct flow *flow, int pair[2])
{
    signed char before[FLOW_PLACES];
    pair[0] = pair[1] = -1;
    find_before(flow, before);
    for (int junction = 0; junction < FLOW_JUNCTIONS; ++junction) {
        const enum arms arms = arms_of(flow, before, junction);
        if (arms != ARMS_NONE)
            pair[arms == ARMS_END] = FLOW_JUNCTION + FLOW_ARMS * junction;
    }
    return pair[0] >= 0 && pair[1] >= 0;
}

/* Where the string of an arm has its other end; an open one is behind all others. */
static int far_end(const struct flow *flow, const signed char *before, enum arms arms, int arm)
{
    int at = arm;
    const signed char *step = arms == ARMS_BEGIN ? flow->next : before;
    while (step[at] != FLOW_END)
        at = (int)step[at];
    return at == arm ? FLOW_PLACES : at;
}

/* A junction with where its arms lead, in rising order. */
struct junction {
    int far[FLOW_ARMS], arm[FLOW_ARMS];
};

static void exchange(int *a, int *b)
{
    const int kept = *a;
    *a = *b;
    *b = kept;
}

static int by_far_end(const void *a, const void *b)
{
    const struct junction *left = a, *right = b;
    return left->far[0] - right->far[0];
}

/* Puts junctions and their arms in the order of where they lead; returns the sign, 0: two arms are one open
 * pair, which is symmetric. */
static int arrange(struct flow *flow)
{
    struct junction list[FLOW_JUNCTIONS];
    signed char before[FLOW_PLACES], name[FLOW_PLACES];
    int count = 0, sign = 1;
    find_before(flow, before);
    for (int number = 0; number < FLOW_JUNCTIONS; ++number) {
        const enum arms arms = arms_of(flow, before, number);
        if (arms == ARMS_NONE)
            continue;
        struct junction *junction = &list[count++];
        for (int i = 0; i < FLOW_ARMS; ++i) {
            junction->arm[i] = FLOW_JUNCTION + FLOW_ARMS * number + i;
            junction->far[i] = far_end(flow, before, arms, junction->arm[i]);
        }
        for (int pass = 0; pass < FLOW_ARMS; ++pass)
            for (int i = 0; i + 1 < FLOW_ARMS - (pass == 1); ++i)
                if (junction->far[i] > junction->far[i + 1]) {
                    exchange(&junction->far[i], &junction->far[i + 1]);
                    exchange(&junction->arm[i], &junction->arm[i + 1]);
                    sign = -sign;
                }
        if (junction->far[1] == FLOW_PLACES)
            return 0;
    }
    qsort(list, (size_t)count, sizeof *list, by_far_end);
    keep_names(name);
    for (int number = 0; number < count; ++number)
        for (int i = 0; i < FLOW_ARMS; ++i)
            name[list[number].arm[i]] = (signed char)(FLOW_JUNCTION + FLOW_ARMS * number + i);
    *flow = flow_renamed(flow, name);
    return sign;
}

/* Legs that are sextets, by the places of their second lines. */
static int list_sextets(const struct flow *flow, int legs[FLOW_LEGS])
{
    signed char before[FLOW_PLACES];
    int count = 0;
    find_before(flow, before);
    for (int leg = 0; leg < FLOW_LEGS; ++leg) {
        const int at = FLOW_SECOND + leg;
        if (flow->next[at] != FLOW_END || before[at] != FLOW_END || flow->head == at || flow->tail == at ||
            flow->second_head == at || flow->second_tail == at)
            legs[count++] = leg;
    }
    return count;
}

/* The least of all flows that differ in the order of a sextet's lines alone, as they are the same. Returns
 * the sign, 0 where two of them have opposite ones. */
static int canonical(struct flow *flow)
{
    int legs[FLOW_LEGS], sign = 0;
    const int sextets = list_sextets(flow, legs);
    struct flow least = *flow;
    for (unsigned swapped = 0; swapped < 1U << sextets; ++swapped) {
        signed char name[FLOW_PLACES];
        keep_names(name);
        for (int i = 0; i < sextets; ++i)
            if (swapped >> i & 1) {
                name[legs[i]] = (signed char)(FLOW_SECOND + legs[i]);
                name[FLOW_SECOND + legs[i]] = (signed char)legs[i];
            }
        struct flow other = flow_renamed(flow, name);
        const int its_sign = arrange(&other);
        const int order = swapped ? memcmp(&other, &least, sizeof other) : -1;
        if (!its_sign || (order == 0 && its_sign != sign))
            return 0;
        if (order < 0) {
            least = other;
            sign = its_sign;
        }
    }
    *flow = least;
    return sign;
}

/* Adds a flow without pairs of junctions to what is made, or the six flows of its first pair, and so on. */
static int resolve(const struct flow_term *term, struct flow_term *made, int count)
{
    int pair[2];
    struct flow_term part = *term;
    if (!find_pair(&term->flow, pair)) {
        part.numerator *= canonical(&part.flow);
        return part.numerator ? flow_add_term(made, count, &part) : count;
    }
    for (int order = 0; order < 6 && count >= 0; ++order) {
        part = *term;
        part.numerator *= order < 3 ? 1 : -1;
        for (int i = 0; i < FLOW_ARMS; ++i)
            part.numerator *= contract(&part.flow, pair[0] + i, pair[1] + junction_orders[order][i]);
        if (part.numerator)
            count = resolve(&part, made, count);
    }
    return count;
}

int junctions_resolve(struct flow_term terms[FLOW_TERMS], int count)
{
    struct flow_term made[FLOW_TERMS] = {{.numerator = 0}};
    int all = 0;
    for (int i = 0; i < count && all >= 0; ++i)
        all = resolve(&terms[i], made, all);
    if (all < 0)
        return all;
    memcpy(terms, made, (size_t)all * sizeof *made);
    return flow_terms_kept(terms, all);
}

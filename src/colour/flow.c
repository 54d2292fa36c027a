#include "colour/flow.h"

#include "colour/flow_words.h"
#include "colour/junctions.h"

#include <string.h>

struct flow flow_external(int representation, int leg)
{
    struct flow flow;
    memset(&flow, FLOW_END, sizeof flow);
    if (representation > 1)
        flow.head = (signed char)leg;
    if (representation < 0 || representation == 8)
        flow.tail = (signed char)leg;
    if (representation == 6)
        flow.second_head = (signed char)(FLOW_SECOND + leg);
    if (representation == -6)
        flow.second_tail = (signed char)(FLOW_SECOND + leg);
    return flow;
}

/* What several flows hold; without open ends. */
static struct flow together(const struct flow *const *children, int count)
{
    struct flow flow = *children[0];
    for (int i = 1; i < count; ++i)
        for (int at = 0; at < FLOW_PLACES; ++at)
            if (children[i]->next[at] != FLOW_END)
                flow.next[at] = children[i]->next[at];
    flow.head = flow.tail = flow.second_head = flow.second_tail = FLOW_END;
    return flow;
}

static struct flow_term term_of(struct flow flow, int numerator, int denominator)
{
    return (struct flow_term){.flow = flow, .numerator = numerator, .denominator = denominator};
}

static int has_colour(const struct flow *flow) { return flow->head != FLOW_END || flow->tail != FLOW_END; }

/* The product of matrices, rows and columns in this order; open ends are those of the first and the last. */
static struct flow product(struct flow flow, const struct flow *const *factors, int count)
{
    for (int i = 1; i < count; ++i)
        flow.next[(int)factors[i - 1]->tail] = factors[i]->head;
    flow.head = factors[0]->head;
    flow.tail = factors[count - 1]->tail;
    return flow;
}

/* delta: the open end goes on, or the two meet. */
static int join_delta(int out, const struct flow *const *children, struct flow_term *terms)
{
    struct flow flow = together(children, 2);
    if (out == 2)
        flow.next[(int)children[1]->tail] = children[0]->head;
    else if (out == 1)
        flow.head = children[0]->head;
    else
        flow.tail = children[0]->tail;
    terms[0] = term_of(flow, 1, 1);
    return 1;
}

/* A gluon from quark and antiquark: T^a of row, T^a, column. */
static int join_pair(const struct flow *const *children, int rules, struct flow_term *terms)
{
    struct flow flow = together(children, 2), closed = flow;
    flow.head = children[0]->head;
    flow.tail = children[1]->tail;
    terms[0] = term_of(flow, 1, 2);
    if (rules & FLOW_LEADING)
        return 1;
    closed.next[(int)children[1]->tail] = children[0]->head;
    terms[1] = term_of(closed, -1, 2 * COLOURS);
    return 2;
}

static int join_generator(int out, const struct flow *const *children, int rules, struct flow_term *terms)
{
    if (out == 2)
        return join_pair(children, rules, terms);
    const struct flow *quark = children[0], *gluon = children[1];
    struct flow flow = together(children, 2);
    const struct flow *const column[2] = {gluon, quark}, *const row[2] = {quark, gluon};
    if (has_colour(gluon)) {
        flow = product(flow, out == 1 ? column : row, 2);
    } else {
        flow.head = quark->head;
        flow.tail = quark->tail;
    }
    terms[0] = term_of(flow, 1, 1);
    return 1;
}

/* Whether a matrix is one string of gluons, not column times row. */
static int is_string(const struct flow *flow)
{
    signed char at = flow->head;
    while (at != flow->tail && at != FLOW_END)
        at = flow->next[(int)at];
    return at != FLOW_END;
}

/* The term that two currents without junctions or sextets make. 0: there is none. */
static int close_plain(const struct flow *current, const struct flow *partner, int matrices, int rules,
                       struct flow_term *term)
{
    const struct flow *const both[2] = {current, partner};
    *term = term_of(together(both, 2), matrices ? 2 : 1, 1);
    signed char *next = term->flow.next;
    if (matrices && !has_colour(current))
        return 0;
    if (matrices && !has_colour(partner)) { /* commutators of gluons have no trace */
        next[(int)current->tail] = current->head;
        return rules & FLOW_SYMMETRIC || !is_string(current);
    }
    if (partner->head != FLOW_END)
        next[(int)current->tail] = partner->head;
    if (partner->tail != FLOW_END)
        next[(int)partner->tail] = current->head;
    return 1;
}

/* delta^ab: the matrix goes on, or A^a B^a = 2 tr(A B) */
static int join_gluons(int out, const struct flow *const *children, int rules, struct flow_term *terms)
{
    if (out == 2)
        return close_plain(children[0], children[1], 1, rules, terms);
    struct flow flow = together(children, 2);
    flow.head = children[0]->head;
    flow.tail = children[0]->tail;
    terms[0] = term_of(flow, 1, 1);
    return 1;
}

/* i f^abc A^a B^b T^c = A B - B A. Of three gluons that make what has no colour, 2 tr(A B C - B A C). */
static int join_commutator(int out, const struct flow *const *children, int count, struct flow_term *terms)
{
    if (!has_colour(children[0]) || !has_colour(children[1]))
        return 0;
    const struct flow flow = together(children, count);
    const struct flow *const reversed[2] = {children[1], children[0]};
    terms[0] = term_of(product(flow, children, 2), 1, 1);
    terms[1] = term_of(product(flow, reversed, 2), -1, 1);
    if (out < 3)
        return 2;
    if (!has_colour(children[2])) /* a commutator has no trace */
        return 0;
    for (int i = 0; i < 2; ++i) {
        const struct flow matrix = terms[i].flow;
        const int sign = terms[i].numerator;
        close_plain(&matrix, children[2], 1, 0, &terms[i]);
        terms[i].numerator *= sign;
    }
    return 2;
}

/* f^abx f^xcd A^a B^b C^c T^d = -[[A, B], C]. With the other two parts, each word x y z has minus
 * helas_contact(x, y, z), which is that of z y x. */
static int join_four(const struct flow *const *children, struct flow_term *terms)
{
    for (int i = 0; i < 3; ++i)
        if (!has_colour(children[i]))
            return 0;
    const struct flow flow = together(children, 3);
    for (int middle = 0; middle < 3; ++middle) {
        const struct flow *const x = children[(middle + 2) % 3], *const y = children[middle],
                                 *const z = children[(middle + 1) % 3];
        terms[2 * middle] = term_of(product(flow, (const struct flow *const[3]){x, y, z}, 3), -1, 1);
        terms[2 * middle + 1] = term_of(product(flow, (const struct flow *const[3]){z, y, x}, 3), -1, 1);
        terms[2 * middle].middle = terms[2 * middle + 1].middle = middle;
    }
    return 6;
}

static int join_plain(struct vertex_colour colour, int out, const struct flow *const *children, int count,
                      int rules, struct flow_term terms[FLOW_TERMS])
{
    if (colour.words)
        return flow_join_words(colour.words, out, children, count, rules, terms);
    switch (colour.kind) {
    case TS_COLOUR_ONE:
        terms[0] = term_of(together(children, count), 1, 1);
        return 1;
    case TS_COLOUR_DELTA:
        return join_delta(out, children, terms);
    case TS_COLOUR_T:
        return join_generator(out, children, rules, terms);
    case TS_COLOUR_F:
        return join_commutator(out, children, count, terms);
    case TS_COLOUR_FF:
        return join_four(children, terms);
    case TS_COLOUR_GLUONS:
        return join_gluons(out, children, rules, terms);
    default:
        return 0;
    }
}

int flow_join(struct vertex_colour colour, int out, const struct flow *const *children, int count, int rules,
              struct flow_term terms[FLOW_TERMS])
{
    int is_plain = !colour.words || !colour.words->is_tangled;
    for (int i = 0; i < count; ++i)
        is_plain &= !flow_is_tangled(children[i]);
    if (is_plain)
        return join_plain(colour, out, children, count, rules, terms);
    struct flow apart[COLOUR_LEGS] = {{.head = FLOW_END}};
    const struct flow *others[COLOUR_LEGS];
    if (!junctions_part(children, count, colour.words ? colour.words->junctions : 0, apart))
        return -1;
    for (int i = 0; i < COLOUR_LEGS; ++i)
        others[i] = &apart[i];
    const int made = join_plain(colour, out, others, count, rules, terms);
    return made < 0 ? made : junctions_resolve(terms, made);
}

/* Two sextets: their lines meet in both ways. */
static int close_sextets(const struct flow *column, const struct flow *row, struct flow_term *terms)
{
    const struct flow *const both[2] = {column, row};
    for (int i = 0; i < 2; ++i) {
        terms[i] = term_of(together(both, 2), 1, 2);
        terms[i].flow.next[(int)column->tail] = i ? row->second_head : row->head;
        terms[i].flow.next[(int)column->second_tail] = i ? row->head : row->second_head;
    }
    return 2;
}

int flow_close(const struct flow *current, const struct flow *partner, int matrices, int rules,
               struct flow_term terms[FLOW_TERMS])
{
    const struct flow *const both[2] = {current, partner};
    struct flow apart[2];
    int made;
    if (!flow_is_tangled(current) && !flow_is_tangled(partner))
        return close_plain(current, partner, matrices, rules, terms);
    if (!junctions_part(both, 2, 0, apart))
        return -1;
    if (apart[0].second_tail != FLOW_END)
        made = close_sextets(&apart[0], &apart[1], terms);
    else if (apart[1].second_tail != FLOW_END)
        made = close_sextets(&apart[1], &apart[0], terms);
    else
        made = close_plain(&apart[0], &apart[1], matrices, rules, terms);
    return junctions_resolve(terms, made);
}

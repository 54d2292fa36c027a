/* Helicities and a colour flow of one event, drawn from all that its squared amplitude is a sum over.
 *
 * A choice of helicities comes as often as its part in the sum. Of its flows one comes in proportion to its
 * own square, which is all that a parton shower needs to know of colour (hep-ph/0109068). What flows have of
 * each other's square, of order 1 / N^2, has no flow to belong to. */
#ifndef TESSERA_AMPLITUDE_TREE_CHOICE_H
#define TESSERA_AMPLITUDE_TREE_CHOICE_H

#include "amplitude/tree_recursion.h"
#include "random.h"

enum { CHOICE_LEGS = 12 };

/* Of each leg its helicity and the numbers of its lines. */
typedef struct tree_choice {
    real helicity[CHOICE_LEGS], colour[CHOICE_LEGS], anticolour[CHOICE_LEGS];
} tree_choice;

/* Draws the helicities, and keeps the amplitudes of all flows for them in `flows`. Each choice takes the
 * place of the one before with the probability that it has among all up to it. */
FN void tree_draw_helicities(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                             event_number event, complex_number flows[TREE_FLOWS], tree_choice *drawn)
{
    const uint32 choices = tree_word(words, TREE_HEAD_HELICITIES), legs = tree_word(words, TREE_HEAD_LEGS);
    const uint32 count = tree_word(words, TREE_HEAD_FLOWS);
    real so_far = R(0.0), u[2] = {R(0.0), R(0.0)};
    tree_momenta(s, words);
    for (uint32 i = 0; i < choices; ++i) {
        const real square = tree_square(s, words, values, i, i == 0);
        so_far = so_far + square;
        if (i % 2 == 0)
            uniform_pair(event, STREAM_HELICITY, 1 + i / 2, u);
        const mask taken = m_or(u[i % 2] * so_far < square, r_set((scalar)i) < R(0.5));
        if (!r_any(taken))
            continue;
        for (uint32 leg = 0; leg < legs; ++leg)
            drawn->helicity[leg] = r_select(taken,
                                            r_set((scalar)(tree_leg_state(tree_choice_words(words, i), leg) -
                                                           TREE_STATE_ZERO)),
                                            drawn->helicity[leg]);
        for (uint32 f = 0; f < count; ++f)
            flows[f] = c_select(taken, s->flows[f], flows[f]);
    }
}

/* The flows that an event may have (tree_layout.h). */
typedef struct tree_flows {
    GLOBAL const uint32 *rows;
    GLOBAL const scalar *squares;
} tree_flows;

FN tree_flows tree_flows_at(GLOBAL const uint32 *words, GLOBAL const scalar *values)
{
    const tree_flows table = {words + tree_word(words, TREE_HEAD_ROWS_AT),
                              values + tree_word(words, TREE_HEAD_SQUARES_AT)};
    return table;
}

/* The square of the flow of a row, whose amplitude is a sum of others' with signs. */
FN real tree_flow_square(GLOBAL const uint32 *row, scalar factor, const complex_number flows[TREE_FLOWS])
{
    const int terms = (int)row[FLOW_ROW_TERMS];
    complex_number sum = c_set(R(0.0), R(0.0));
    for (int i = 0; i < terms; ++i) {
        const int term = (int)row[FLOW_ROW_LIST + i], flow = (term < 0 ? -term : term) - 1;
        sum = c_axpy(term < 0 ? R(-1.0) : R(1.0), flows[flow], sum);
    }
    return r_set(factor) * r_fma(sum.re, sum.re, sum.im * sum.im);
}

FN GLOBAL const uint32 *tree_flow_next(GLOBAL const uint32 *row, uint32 legs)
{
    return row + FLOW_ROW_LIST + row[FLOW_ROW_TERMS] + 2 * legs;
}

/* The sum of the squares of all flows. */
FN real tree_flow_squares(tree_flows table, uint32 legs, const complex_number flows[TREE_FLOWS])
{
    const int count = (int)table.rows[FLOW_COUNT];
    GLOBAL const uint32 *row = table.rows + FLOW_BEGIN;
    real sum = R(0.0);
    for (int i = 0; i < count; ++i, row = tree_flow_next(row, legs))
        sum = sum + tree_flow_square(row, table.squares[FLOW_FACTORS + i], flows);
    return sum;
}

/* Draws one flow by `uniform`. Of lines, a sextet's second one is below zero. */
FN void tree_draw_flow(tree_flows table, uint32 legs, const complex_number flows[TREE_FLOWS], real uniform,
                       tree_choice *drawn)
{
    const int count = (int)table.rows[FLOW_COUNT];
    GLOBAL const uint32 *row = table.rows + FLOW_BEGIN;
    const real sum = tree_flow_squares(table, legs, flows);
    real so_far = R(0.0);
    mask found = m_none();
    for (int i = 0; i < count; ++i, row = tree_flow_next(row, legs)) {
        GLOBAL const uint32 *lines = row + FLOW_ROW_LIST + row[FLOW_ROW_TERMS];
        so_far = so_far + tree_flow_square(row, table.squares[FLOW_FACTORS + i], flows);
        const mask here = m_and(m_not(found),
                                m_or(uniform * sum < so_far, r_set((scalar)i) >= r_set((scalar)count - 1)));
        for (uint32 leg = 0; leg < legs; ++leg) {
            drawn->colour[leg] = r_select(here, r_set((scalar)(int)lines[2 * leg]), drawn->colour[leg]);
            drawn->anticolour[leg] = r_select(here, r_set((scalar)(int)lines[2 * leg + 1]),
                                              drawn->anticolour[leg]);
        }
        found = m_or(found, here);
    }
}

/* Draws the flow by the amplitudes of the helicities that were drawn. Where the opposite of each choice has
 * the same square, the sum is over one of both, and one of both is drawn. */
FN void tree_draw_lines(tree_flows table, uint32 legs, const complex_number flows[TREE_FLOWS],
                        event_number event, tree_choice *drawn)
{
    real u[2];
    uniform_pair(event, STREAM_HELICITY, 0, u);
    tree_draw_flow(table, legs, flows, u[0], drawn);
    const mask opposite = m_and(u[1]<R(0.5), r_set(table.squares[FLOW_CHOICE])> R(1.5));
    for (uint32 leg = 0; leg < legs; ++leg)
        drawn->helicity[leg] = r_select(opposite, -drawn->helicity[leg], drawn->helicity[leg]);
}

/* Nothing drawn yet. */
FN void tree_choice_clear(uint32 legs, tree_choice *drawn)
{
    for (uint32 leg = 0; leg < legs; ++leg)
        drawn->helicity[leg] = drawn->colour[leg] = drawn->anticolour[leg] = R(0.0);
}

/* Draws both; the momenta of the legs, all outgoing, are in the state. */
FN void tree_draw(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values, event_number event,
                  tree_choice *drawn)
{
    const uint32 legs = tree_word(words, TREE_HEAD_LEGS);
    complex_number flows[TREE_FLOWS];
    tree_choice_clear(legs, drawn);
    for (uint32 f = 0; f < tree_word(words, TREE_HEAD_FLOWS); ++f)
        flows[f] = c_set(R(0.0), R(0.0));
    tree_draw_helicities(s, words, values, event, flows, drawn);
    tree_draw_lines(tree_flows_at(words, values), legs, flows, event, drawn);
}

#endif

/* Colour lines of flows: those of known events, and conservation of colour for every order. */
#include "test_support.h"

#include "colour/lines.h"

#include <string.h>

static struct flow flow_of(int count, const int *next)
{
    struct flow flow;
    memset(&flow, FLOW_END, sizeof flow);
    for (int i = 0; i < count; ++i)
        flow.next[i] = (signed char)next[i];
    return flow;
}

/* Lines agree, whatever their numbers: number k of one is number map[k] of the other. */
static void check_lines(const struct colour_legs *legs, const int *next, const int (*expected)[2])
{
    const struct flow flow = flow_of(legs->count, next);
    struct colour_line_pair lines[FLOW_LEGS];
    int map[FLOW_LEGS] = {0};
    const int count = colour_lines(legs, 2, &flow, lines);
    for (int i = 0; i < legs->count; ++i) {
        const int found[2] = {lines[i].colour, lines[i].anticolour};
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(!found[k], !expected[i][k]);
            if (!found[k])
                continue;
            assert_in_range(found[k], LINE_FIRST, LINE_FIRST + count - 1);
            int *name = &map[found[k] - LINE_FIRST];
            assert_true(!*name || *name == expected[i][k]);
            *name = expected[i][k];
        }
    }
}

/* Drawn by hand: g g > t t~, where the gluon beside the top gives it its
 * colour. q q~ > g g, whose quark gives its colour to the gluon beside it. q Q
 * > q Q, whose quarks exchange their colours; q g > q a; g g > g g. */
static void known_events(void **state)
{
    (void)state;
    check_lines(&(struct colour_legs){4, {8, 8, -3, 3}, 0}, (const int[]){3, 0, 1, -1},
                (const int[][2]){{503, 502}, {501, 503}, {501, 0}, {0, 502}});
    check_lines(&(struct colour_legs){4, {3, -3, 8, 8}, 0}, (const int[]){-1, 3, 0, 2},
                (const int[][2]){{501, 0}, {0, 502}, {501, 503}, {503, 502}});
    check_lines(&(struct colour_legs){4, {3, 3, -3, -3}, 0}, (const int[]){-1, -1, 1, 0},
                (const int[][2]){{501, 0}, {502, 0}, {502, 0}, {501, 0}});
    check_lines(&(struct colour_legs){4, {3, 8, -3, 1}, 0}, (const int[]){-1, 0, 1, -1},
                (const int[][2]){{501, 0}, {502, 501}, {502, 0}, {0, 0}});
    check_lines(&(struct colour_legs){4, {8, 8, 8, 8}, 0}, (const int[]){1, 2, 3, 0},
                (const int[][2]){{501, 502}, {502, 503}, {504, 503}, {501, 504}});
}

/* Every line begins once, as the colour of what comes in or the anticolour of what goes out, and ends once.
 * Quarks have a colour alone, antiquarks an anticolour, gluons two different lines. */
static void check_conservation(const struct colour_legs *legs, const struct flow *flow)
{
    for (int incoming = 1; incoming <= 2; ++incoming) {
        struct colour_line_pair lines[FLOW_LEGS];
        int ends[2][FLOW_LEGS] = {{0}}; /* of each line: where it begins, where it ends */
        const int count = colour_lines(legs, incoming, flow, lines);
        for (int i = 0; i < legs->count; ++i) {
            const int representation = i < incoming || legs->representation[i] == 8
                                           ? legs->representation[i]
                                           : -legs->representation[i];
            assert_int_equal(lines[i].colour != 0, representation == 3 || representation == 8);
            assert_int_equal(lines[i].anticolour != 0, representation == -3 || representation == 8);
            assert_true(representation == 1 || representation == -1 ||
                        lines[i].colour != lines[i].anticolour);
            if (lines[i].colour)
                ++ends[i >= incoming][lines[i].colour - LINE_FIRST];
            if (lines[i].anticolour)
                ++ends[i < incoming][lines[i].anticolour - LINE_FIRST];
        }
        for (int line = 0; line < count; ++line)
            assert_true(ends[0][line] == 1 && ends[1][line] == 1);
    }
}

/* All orders of three gluons on the first of two lines, and of a trace of five gluons. */
static void conservation(void **state)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const struct colour_legs line = {8, {3, 8, -3, 8, 1, 8, 3, -3}, 0}, trace = {5, {8, 8, 8, 8, 8}, 0};
    static const int gluons[3] = {1, 3, 5};
    (void)state;
    for (int i = 0; i < 6; ++i) {
        const int a = gluons[orders[i][0]], b = gluons[orders[i][1]], c = gluons[orders[i][2]];
        struct flow flow = flow_of(0, NULL), ring = flow;
        flow.next[2] = (signed char)a;
        flow.next[a] = (signed char)b;
        flow.next[b] = (signed char)c;
        flow.next[c] = i % 2 ? 0 : 6;
        flow.next[7] = i % 2 ? 6 : 0;
        check_conservation(&line, &flow);
        const int word[5] = {0, orders[i][0] + 1, orders[i][1] + 1, orders[i][2] + 1, 4};
        for (int k = 0; k < 5; ++k)
            ring.next[word[k]] = (signed char)word[(k + 1) % 5];
        check_conservation(&trace, &ring);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_events), cmocka_unit_test(conservation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Colour sums against closed forms of SU(N), and against each other by the relations of Kleiss and Kuijf. */
#include "test_support.h"

#include "colour/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = COLOURS, WORDS_OF_TRACES_MOST = 720 };

static int64_t power(int64_t base, int exponent) { return exponent ? base * power(base, exponent - 1) : 1; }

/* The next order of `count` things; 0 behind the last. */
static int advance(int *order, int count)
{
    int i = count - 2, k = count - 1;
    while (i >= 0 && order[i] > order[i + 1])
        --i;
    if (i < 0)
        return 0;
    while (order[k] < order[i])
        --k;
    const int kept = order[i];
    order[i] = order[k];
    order[k] = kept;
    for (int a = i + 1, b = count - 1; a < b; ++a, --b) {
        const int swapped = order[a];
        order[a] = order[b];
        order[b] = swapped;
    }
    return 1;
}

static struct flow empty(void)
{
    struct flow flow;
    memset(&flow, FLOW_END, sizeof flow);
    return flow;
}

static struct flow trace(const int *word, int count)
{
    struct flow flow = empty();
    for (int i = 0; i < count; ++i)
        flow.next[word[i]] = (signed char)word[(i + 1) % count];
    return flow;
}

static struct colour_legs gluons_only(int count)
{
    struct colour_legs legs = {.count = count};
    for (int i = 0; i < count; ++i)
        legs.representation[i] = 8;
    return legs;
}

/* Traces of all orders of the gluons between the first and the last. */
static size_t nested_flows(int count, struct flow *flows)
{
    int word[FLOW_LEGS];
    size_t made = 0;
    for (int i = 0; i < count; ++i)
        word[i] = i;
    do
        flows[made++] = trace(word, count);
    while (advance(word + 1, count - 2));
    return made;
}

static void make(const struct colour_legs *legs, const struct flow *flows, size_t count,
                 struct colour_matrix *matrix)
{
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, colour_matrix_create(context, legs, flows, count, matrix));
    ts_context_destroy(&context);
}

/* f^a1a2x f^xa3y .. squared is N^(n-2) (N^2 - 1), and each commutator and the trace have i f / 2: a quarter.
 * Two of these whose first two gluons are exchanged are half of that, by Jacobi's identity. */
static void nested_commutators(void **state)
{
    static struct flow flows[WORDS_OF_TRACES_MOST];
    (void)state;
    for (int n = 3; n <= 8; ++n) {
        const struct colour_legs legs = gluons_only(n);
        const size_t count = nested_flows(n, flows);
        struct colour_matrix matrix;
        make(&legs, flows, count, &matrix);
        for (size_t i = 0; i < count; ++i)
            assert_true(4 * matrix.numerators[i * count + i] ==
                        power(N, n - 2) * (N * N - 1) * matrix.denominator);
        if (n >= 4) {
            size_t exchanged = count / (size_t)(n - 2); /* the first order that begins with gluon 2 */
            assert_int_equal(flows[exchanged].next[0], 2);
            assert_true(2 * matrix.numerators[exchanged] == matrix.numerators[0]);
        }
        colour_matrix_free(&matrix);
    }
}

/* (T^a1 .. T^an)_ij squared is N C_F^n. Against the order that exchanges the first two, each neighbouring
 * pair T^a T^b T^a = -T^b / (2 N) gives C_F - N / 2 in place of C_F. */
static void casimirs(void **state)
{
    (void)state;
    for (int n = 0; n <= 8; ++n) {
        struct colour_legs legs = gluons_only(n + 2);
        struct flow flows[2] = {empty(), empty()};
        legs.representation[0] = -3;
        legs.representation[1] = 3;
        for (int i = 0; i < n; ++i)
            flows[0].next[i ? i + 1 : 0] = (signed char)(i + 2);
        flows[0].next[n ? n + 1 : 0] = 1;
        flows[1] = flows[0];
        if (n >= 2) {
            flows[1].next[0] = 3;
            flows[1].next[3] = 2;
            flows[1].next[2] = n > 2 ? 4 : 1;
        }
        const int64_t square = power(N * N - 1, n) * N; /* over (2 N)^n */
        assert_true(colour_product(&legs, &flows[0], &flows[0]) == square);
        if (n >= 2)
            assert_true(colour_product(&legs, &flows[0], &flows[1]) == -square / (N * N - 1));
    }
}

/* Up to four quark lines without gluons: each cycle of one order after the other's inverse is a factor N. */
static void quark_lines(void **state)
{
    (void)state;
    for (int lines = 1; lines <= 4; ++lines) {
        struct colour_legs legs = {.count = 2 * lines};
        int order[4] = {0, 1, 2, 3};
        struct flow flows[24];
        int64_t expected[24];
        size_t count = 0;
        for (int i = 0; i < lines; ++i) {
            legs.representation[2 * i] = -3;
            legs.representation[2 * i + 1] = 3;
        }
        do {
            unsigned seen = 0;
            expected[count] = 1;
            flows[count] = empty();
            for (int i = 0; i < lines; ++i) {
                flows[count].next[2 * i] = (signed char)(2 * order[i] + 1);
                if (!(seen >> i & 1))
                    expected[count] *= N;
                for (int at = i; !(seen >> at & 1); at = order[at])
                    seen |= 1U << at;
            }
            ++count;
        } while (advance(order, lines));
        struct colour_matrix matrix;
        make(&legs, flows, count, &matrix);
        int64_t sum = 0;
        for (size_t i = 0; i < count; ++i) {
            assert_true(matrix.numerators[i] == expected[i] * matrix.denominator);
            for (size_t k = 0; k < count; ++k)
                sum += matrix.numerators[i * count + k];
        }
        /* all orders together project on symmetric tensors: n! times N (N + 1) .. (N + n - 1) */
        int64_t symmetric = (int64_t)count * matrix.denominator;
        for (int i = 0; i < lines; ++i)
            symmetric *= N + i;
        assert_true(sum == symmetric);
        colour_matrix_free(&matrix);
    }
}

/* Whether an order of 1 .. n - 2 is a shuffle of `alpha` and of `beta` backwards. */
static int is_shuffle(const int *order, int length, const int *alpha, int alphas, const int *beta, int betas)
{
    int a = 0, b = betas;
    for (int i = 0; i < length; ++i) {
        if (a < alphas && order[i] == alpha[a])
            ++a;
        else if (b > 0 && order[i] == beta[b - 1])
            --b;
        else
            return 0;
    }
    return 1;
}

/* Amplitudes A(1, sigma, n) are any numbers. Those of all other traces follow
 * from them by Kleiss and Kuijf. A(1, alpha, n, beta) = (-1)^beta sum A(1,
 * shuffle of alpha and beta backwards, n). The sum over colours of all (n -
 * 1)! traces is then that of the (n - 2)! nested commutators, hep-ph/9910563. */
static void kleiss_kuijf(void **state)
{
    static struct flow nested[24], traces[120];
    static int64_t coefficient[120];
    (void)state;
    for (int n = 4; n <= 6; ++n) {
        const struct colour_legs legs = gluons_only(n);
        const size_t nested_count = nested_flows(n, nested);
        int64_t amplitude[24], sum = 0, expected = 0;
        struct colour_matrix matrix;
        int word[FLOW_LEGS];
        size_t count = 0;
        for (size_t i = 0; i < nested_count; ++i)
            amplitude[i] = (int64_t)(7919 * (i + 3) % 23) - 11;
        for (int i = 0; i < n; ++i)
            word[i] = i;
        do {
            int last = 1, order[FLOW_LEGS];
            size_t of = 0;
            while (word[last] != n - 1)
                ++last;
            const int alphas = last - 1, betas = n - 1 - last;
            for (int i = 0; i < n - 2; ++i)
                order[i] = i + 1;
            coefficient[count] = 0;
            do {
                if (is_shuffle(order, n - 2, word + 1, alphas, word + last + 1, betas))
                    coefficient[count] += (betas % 2 ? -1 : 1) * amplitude[of];
                ++of;
            } while (advance(order, n - 2));
            traces[count++] = trace(word, n);
        } while (advance(word + 1, n - 1));
        for (size_t i = 0; i < count; ++i)
            for (size_t k = 0; k < count; ++k)
                sum += coefficient[i] * coefficient[k] * colour_product(&legs, &traces[i], &traces[k]);
        make(&legs, nested, nested_count, &matrix);
        for (size_t i = 0; i < nested_count; ++i)
            for (size_t k = 0; k < nested_count; ++k)
                expected += amplitude[i] * amplitude[k] * matrix.numerators[i * nested_count + k];
        assert_true(expected != 0);
        assert_true(sum == expected * power(N, n)); /* (2 N)^n over 2^n */
        colour_matrix_free(&matrix);
    }
}

/* Structures of a model's own -------------------------------------------------------------------------------
 */

/* The flows that a vertex makes of its legs, of which leg `out` comes last. */
struct amplitude {
    struct colour_legs legs;
    int count;
    struct flow_term terms[FLOW_TERMS];
};

static void add_closed(const struct flow_term *current, int out, struct amplitude *amplitude)
{
    const int representation = amplitude->legs.representation[out];
    const struct flow last = flow_external(representation, out);
    struct flow_term terms[FLOW_TERMS];
    const int count = flow_close(&current->flow, &last, representation == 8, FLOW_SYMMETRIC, terms);
    assert_true(count >= 0);
    for (int i = 0; i < count; ++i) {
        terms[i].numerator *= current->numerator;
        terms[i].denominator *= current->denominator;
        amplitude->terms[amplitude->count++] = terms[i];
    }
}

static void read_amplitude(const char *text, const struct colour_legs *legs, int out,
                           struct amplitude *amplitude)
{
    struct colour_words words;
    struct flow external[COLOUR_LEGS];
    const struct flow *children[COLOUR_LEGS];
    struct flow_term terms[FLOW_TERMS];
    char sentence[300] = "";
    int others = 0;
    *amplitude = (struct amplitude){.legs = *legs};
    if (!colour_words_read(text, legs->count, legs->representation, &words, sentence, sizeof sentence))
        fail_msg("%s: %s", text, sentence);
    for (int i = 0; i < legs->count; ++i) {
        external[i] = flow_external(legs->representation[i], i);
        if (i != out)
            children[others++] = &external[i];
    }
    const struct vertex_colour colour = {.words = &words};
    const int count = flow_join(colour, out, children, others, FLOW_SYMMETRIC, terms);
    assert_true(count >= 0);
    for (int i = 0; i < count; ++i)
        add_closed(&terms[i], out, amplitude);
}

static double product_of(const struct amplitude *a, const struct amplitude *b)
{
    double sum = 0;
    for (int i = 0; i < a->count; ++i)
        for (int k = 0; k < b->count; ++k)
            sum += (double)a->terms[i].numerator / a->terms[i].denominator * b->terms[k].numerator /
                   b->terms[k].denominator *
                   (double)colour_product(&a->legs, &a->terms[i].flow, &b->terms[k].flow);
    return sum / (double)colour_denominator(&a->legs);
}

/* Sums over all colours, whatever leg is made last: dimensions, Casimirs C_6 = 10/3 and those of d (A.
 * MacFarlane, A. Sudbery, P. Weisz, Commun. Math. Phys. 11 (1968) 77). */
static void structures(void **state)
{
    static const struct {
        const char *text, *other; /* NULL: as the first */
        struct colour_legs legs;
        double sum;
    } rows[] = {
        {"Identity(1,2)", NULL, {2, {6, -6}, 0}, 6},
        {"K6Bar(3,1,2)", NULL, {3, {-3, -3, 6}, 0}, 6},
        {"K6(1,2,3)", NULL, {3, {-6, 3, 3}, 0}, 6},
        {"Epsilon(1,2,3)", NULL, {3, {-3, -3, -3}, 0}, 6},
        {"EpsilonBar(1,2,3)", "EpsilonBar(2,1,3)", {3, {3, 3, 3}, 0}, -6},
        {"d(1,2,3)", NULL, {3, {8, 8, 8}, 0}, 40.0 / 3},
        {"f(1,2,3)", NULL, {3, {8, 8, 8}, 0}, 24},
        {"d(1,2,3)", "f(1,2,3)", {3, {8, 8, 8}, 0}, 0},
        {"T6(1,2,3)", NULL, {3, {8, -6, 6}, 0}, 10.0 / 3 * 6},
        {"T6(1,3,-1)*T6(2,-1,4)", NULL, {4, {8, 8, -6, 6}, 0}, 100.0 / 9 * 6},
        {"T6(1,3,-1)*T6(2,-1,4)",
         "T6(2,3,-1)*T6(1,-1,4)",
         {4, {8, 8, -6, 6}, 0},
         10.0 / 3 * (10.0 / 3 - 1.5) * 6},
        {"T6(1,4,-1)*T6(2,-1,-2)*T6(3,-2,5)", NULL, {5, {8, 8, 8, -6, 6}, 0}, 1000.0 / 27 * 6},
        {"T6(1,4,-1)*T6(2,-1,-2)*T6(3,-2,5)",
         "T6(2,4,-1)*T6(1,-1,-2)*T6(3,-2,5)",
         {5, {8, 8, 8, -6, 6}, 0},
         100.0 / 9 * (10.0 / 3 - 1.5) * 6},
        {"T6(1,-1,-2)*T6(2,-2,-1)", NULL, {2, {8, 8}, 0}, 25.0 / 4 * 8},
        {"T6(1,-1,-2)*T6(2,-2,-1)", "Identity(1,2)", {2, {8, 8}, 0}, 5.0 / 2 * 8},
        {"Epsilon(-1,1,2)*EpsilonBar(-1,3,4)", NULL, {4, {-3, -3, 3, 3}, 0}, 12},
        {"Epsilon(-1,1,2)*EpsilonBar(-1,3,4)", "Identity(1,3)*Identity(2,4)", {4, {-3, -3, 3, 3}, 0}, 6},
        {"K6(-1,3,4)*K6Bar(-1,1,2)", NULL, {4, {-3, -3, 3, 3}, 0}, 6},
        {"K6(-1,3,4)*K6Bar(-1,1,2)", "Epsilon(-1,1,2)*EpsilonBar(-1,3,4)", {4, {-3, -3, 3, 3}, 0}, 0},
        {"Epsilon(1,2,-1)*T(4,3,-1)", NULL, {4, {-3, -3, -3, 8}, 0}, 8},
        {"Epsilon(1,2,-1)*T(4,3,-1)", "Epsilon(1,-1,3)*T(4,2,-1)", {4, {-3, -3, -3, 8}, 0}, -4},
        {"d(-1,1,2)*d(-1,3,4)", NULL, {4, {8, 8, 8, 8}, 0}, 25.0 / 9 * 8},
        {"d(-1,1,2)*d(-1,3,4)", "d(-1,1,3)*d(-1,2,4)", {4, {8, 8, 8, 8}, 0}, -0.5 * 5 / 3 * 8},
        {"Epsilon(1,2,3)*Epsilon(4,5,6)", NULL, {6, {-3, -3, -3, -3, -3, -3}, 0}, 36},
        {"Epsilon(1,2,3)*Epsilon(4,5,6)",
         "Epsilon(1,2,4)*Epsilon(3,5,6)",
         {6, {-3, -3, -3, -3, -3, -3}, 0},
         12},
        {"K6(1,-1,-2)*K6(2,-3,-4)*K6(3,-5,-6)*Epsilon(-1,-3,-5)*Epsilon(-2,-4,-6)",
         NULL,
         {3, {-6, -6, -6}, 0},
         18},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        for (int a = 0; a < rows[i].legs.count; ++a)
            for (int b = 0; b < rows[i].legs.count; ++b) {
                struct amplitude left, right;
                read_amplitude(rows[i].text, &rows[i].legs, a, &left);
                read_amplitude(rows[i].other ? rows[i].other : rows[i].text, &rows[i].legs, b, &right);
                const double sum = product_of(&left, &right);
                if (!(fabs(sum - rows[i].sum) < 1e-12))
                    fail_msg("%s, %s, made last %d and %d: %.15g is not %.15g", rows[i].text,
                             rows[i].other ? rows[i].other : "itself", a + 1, b + 1, sum, rows[i].sum);
            }
}

/* A vertex whose last leg is what another one makes of two external legs, which come last. */
static void read_composed(const char *first, int first_out, const struct colour_legs *first_legs,
                          const char *second, const struct colour_legs *second_legs, int out,
                          const int place[COLOUR_LEGS], const struct colour_legs *legs,
                          struct amplitude *amplitude)
{
    struct colour_words words[2];
    char sentence[300] = "";
    struct flow external[COLOUR_LEGS];
    const struct flow *children[COLOUR_LEGS], *inner[2];
    struct flow_term made[FLOW_TERMS], terms[FLOW_TERMS];
    int others = 0, count = 0;
    *amplitude = (struct amplitude){.legs = *legs};
    assert_int_equal(colour_words_read(first, 3, first_legs->representation, &words[0], sentence, 300), 1);
    assert_int_equal(colour_words_read(second, second_legs->count, second_legs->representation, &words[1],
                                       sentence, 300),
                     1);
    for (int i = 0; i < legs->count; ++i)
        external[i] = flow_external(legs->representation[i], i);
    for (int i = 0; i < 3; ++i)
        if (i != first_out) {
            inner[others] = &external[place[second_legs->count - 1 + others]];
            ++others;
        }
    const int currents = flow_join((struct vertex_colour){.words = &words[0]}, first_out, inner, 2,
                                   FLOW_SYMMETRIC, made);
    for (int c = 0; c < currents; ++c) {
        others = 0;
        for (int i = 0; i < second_legs->count; ++i)
            if (i != out)
                children[others++] = i == second_legs->count - 1 ? &made[c].flow : &external[place[i]];
        count = flow_join((struct vertex_colour){.words = &words[1]}, out, children, others, FLOW_SYMMETRIC,
                          terms);
        for (int i = 0; i < count; ++i) {
            terms[i].numerator *= made[c].numerator;
            terms[i].denominator *= made[c].denominator;
            add_closed(&terms[i], place[out], amplitude);
        }
    }
}

/* What currents make is what one structure says that has their sum over inner colours. */
static void composed(void **state)
{
    static const struct {
        const char *first, *second, *whole;
        struct colour_legs first_legs, second_legs, legs;
        int first_out, place[COLOUR_LEGS];
    } rows[] = {
        {"T6(1,2,3)",
         "T6(1,3,-1)*T6(2,-1,4)",
         "T6(1,4,-1)*T6(2,-1,-2)*T6(3,-2,5)",
         {3, {8, -6, 6}, 0},
         {4, {8, 8, -6, 6}, 0},
         {5, {8, 8, 8, -6, 6}, 0},
         1,
         {0, 1, 3, 2, 4}},
        {"T6(1,2,3)",
         "f(1,2,3)",
         "f(1,2,-1)*T6(-1,3,4)",
         {3, {8, -6, 6}, 0},
         {3, {8, 8, 8}, 0},
         {4, {8, 8, -6, 6}, 0},
         0,
         {0, 1, 2, 3}},
        {"K6Bar(3,1,2)",
         "K6(3,1,2)",
         "K6(-1,3,4)*K6Bar(-1,1,2)",
         {3, {-3, -3, 6}, 0},
         {3, {3, 3, -6}, 0},
         {4, {-3, -3, 3, 3}, 0},
         2,
         {2, 3, 0, 1}},
        {"d(1,2,3)",
         "d(1,2,3)",
         "d(1,2,-1)*d(-1,3,4)",
         {3, {8, 8, 8}, 0},
         {3, {8, 8, 8}, 0},
         {4, {8, 8, 8, 8}, 0},
         2,
         {0, 1, 2, 3}},
        {"Epsilon(1,2,3)",
         "EpsilonBar(1,2,3)",
         "EpsilonBar(3,4,-1)*Epsilon(1,2,-1)",
         {3, {-3, -3, -3}, 0},
         {3, {3, 3, 3}, 0},
         {4, {-3, -3, 3, 3}, 0},
         2,
         {2, 3, 0, 1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        for (int out = 0; out < rows[i].second_legs.count - 1; ++out) {
            struct amplitude whole, parts;
            read_amplitude(rows[i].whole, &rows[i].legs, 0, &whole);
            read_composed(rows[i].first, rows[i].first_out, &rows[i].first_legs, rows[i].second,
                          &rows[i].second_legs, out, rows[i].place, &rows[i].legs, &parts);
            const double square = product_of(&whole, &whole), mixed = product_of(&whole, &parts);
            const double other = product_of(&parts, &parts);
            if (!(fabs(fabs(mixed) - square) < 1e-11) || !(fabs(other - square) < 1e-11))
                fail_msg("%s, made last %d: %.15g, %.15g, %.15g", rows[i].whole, out + 1, square, mixed,
                         other);
        }
}

/* A symmetric state of two quarks has no part in an antisymmetric one. */
static void opposite_symmetries(void **state)
{
    const struct colour_legs legs = {2, {-6, -3}, 0};
    struct amplitude amplitude;
    (void)state;
    for (int out = 0; out < 2; ++out) {
        read_amplitude("K6(1,-1,-2)*Epsilon(-1,-2,2)", &legs, out, &amplitude);
        assert_int_equal(amplitude.count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nested_commutators), cmocka_unit_test(casimirs),
                                       cmocka_unit_test(quark_lines),        cmocka_unit_test(kleiss_kuijf),
                                       cmocka_unit_test(structures),         cmocka_unit_test(composed),
                                       cmocka_unit_test(opposite_symmetries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

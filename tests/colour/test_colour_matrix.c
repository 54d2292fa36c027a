/* Colour sums of flows against explicit Gell-Mann matrices, index by index. */
#include "test_support.h"

#include "colour/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = COLOURS, GENERATORS = N * N - 1, FLOWS_MOST = 24 };

typedef double _Complex matrix[N][N];

static const double _Complex imaginary = __builtin_complex(0.0, 1.0);
static matrix generators[GENERATORS];

static void make_generators(void)
{
    int at = 0;
    for (int i = 0; i < N; ++i)
        for (int k = i + 1; k < N; ++k) {
            generators[at][i][k] = generators[at][k][i] = 0.5;
            ++at;
            generators[at][i][k] = -0.5 * imaginary;
            generators[at][k][i] = 0.5 * imaginary;
            ++at;
        }
    generators[at][0][0] = 0.5;
    generators[at++][1][1] = -0.5;
    generators[at][0][0] = generators[at][1][1] = 0.5 / sqrt(3);
    generators[at][2][2] = -1 / sqrt(3);
}

static void multiply(matrix a, const matrix b)
{
    matrix c;
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < N; ++k) {
            c[i][k] = 0;
            for (int j = 0; j < N; ++j)
                c[i][k] += a[i][j] * b[j][k];
        }
    memcpy(a, c, sizeof c);
}

static void unit(matrix a)
{
    memset(a, 0, sizeof(matrix));
    for (int i = 0; i < N; ++i)
        a[i][i] = 1;
}

/* The product of a flow's strings and traces for one colour of each leg. */
static double _Complex flow_value(const struct colour_legs *legs, const struct flow *flow, const int *colour)
{
    double _Complex value = 1;
    unsigned done = 0;
    matrix product;
    for (int i = 0; i < legs->count; ++i) {
        if (legs->representation[i] != -3)
            continue;
        int at = flow->next[i];
        for (unit(product); legs->representation[at] == 8; at = flow->next[at]) {
            multiply(product, generators[colour[at]]);
            done |= 1U << at;
        }
        value *= product[colour[i]][colour[at]];
    }
    for (int i = 0; i < legs->count; ++i) {
        if (legs->representation[i] != 8 || done >> i & 1)
            continue;
        unit(product);
        for (int at = i; !(done >> at & 1); at = flow->next[at]) {
            multiply(product, generators[colour[at]]);
            done |= 1U << at;
        }
        value *= product[0][0] + product[1][1] + product[2][2];
    }
    return value;
}

/* tr([..[T^1, T^2], ..] T^n) in the order of a trace. */
static double _Complex nested_value(const struct colour_legs *legs, const struct flow *flow,
                                    const int *colour)
{
    matrix nested, left, right;
    int at = 0;
    memcpy(nested, generators[colour[0]], sizeof nested);
    for (int i = 1; i < legs->count - 1; ++i) {
        at = flow->next[at];
        memcpy(left, nested, sizeof left);
        memcpy(right, generators[colour[at]], sizeof right);
        multiply(left, generators[colour[at]]);
        multiply(right, nested);
        for (int k = 0; k < N * N; ++k)
            nested[k / N][k % N] = left[k / N][k % N] - right[k / N][k % N];
    }
    multiply(nested, generators[colour[(int)flow->next[at]]]);
    return nested[0][0] + nested[1][1] + nested[2][2];
}

/* All sums over colours of products of two flows. */
static void check(const struct colour_legs *legs, const struct flow *flows, size_t count)
{
    const int nested = colour_is_nested(legs);
    double _Complex sums[FLOWS_MOST][FLOWS_MOST] = {{0}}, values[FLOWS_MOST];
    int colour[FLOW_LEGS], choices = 1;
    struct colour_matrix made;
    ts_context *context;
    for (int i = 0; i < legs->count; ++i)
        choices *= legs->representation[i] == 8 ? GENERATORS : N;
    for (int choice = 0; choice < choices; ++choice) {
        int left = choice;
        for (int i = 0; i < legs->count; ++i) {
            const int states = legs->representation[i] == 8 ? GENERATORS : N;
            colour[i] = left % states;
            left /= states;
        }
        for (size_t i = 0; i < count; ++i)
            values[i] = nested ? nested_value(legs, &flows[i], colour) : flow_value(legs, &flows[i], colour);
        for (size_t i = 0; i < count; ++i)
            for (size_t k = 0; k < count; ++k)
                sums[i][k] += values[i] * __builtin_conj(values[k]);
    }
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, colour_matrix_create(context, legs, flows, count, &made));
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < count; ++k) {
            const double value = (double)made.numerators[i * count + k] / (double)made.denominator;
            assert_true(fabs(__builtin_cimag(sums[i][k])) < 1e-10);
            assert_true(fabs(value - __builtin_creal(sums[i][k])) < 1e-10);
        }
    colour_matrix_free(&made);
    ts_context_destroy(&context);
}

static struct flow flow_of(int count, const int *next)
{
    struct flow flow;
    memset(&flow, FLOW_END, sizeof flow);
    for (int i = 0; i < count; ++i)
        flow.next[i] = (signed char)next[i];
    return flow;
}

#define FLOW(...) flow_of((int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (const int[]){__VA_ARGS__})

static void quark_lines(void **state)
{
    (void)state;
    make_generators();
    /* legs: antiquark, quark, gluons */
    check(&(struct colour_legs){2, {-3, 3}, 0}, (struct flow[]){FLOW(1, -1)}, 1);
    check(&(struct colour_legs){3, {-3, 3, 8}, 0}, (struct flow[]){FLOW(2, -1, 1)}, 1);
    check(&(struct colour_legs){4, {-3, 3, 8, 8}, 0}, (struct flow[]){FLOW(2, -1, 3, 1), FLOW(3, -1, 1, 2)},
          2);
    check(&(struct colour_legs){5, {-3, 3, 8, 8, 8}, 0},
          (struct flow[]){FLOW(2, -1, 3, 4, 1), FLOW(2, -1, 4, 1, 3), FLOW(3, -1, 4, 2, 1),
                          FLOW(3, -1, 1, 4, 2), FLOW(4, -1, 3, 1, 2), FLOW(4, -1, 1, 2, 3)},
          6);
}

static void several_lines(void **state)
{
    (void)state;
    make_generators();
    check(&(struct colour_legs){4, {-3, 3, -3, 3}, 0},
          (struct flow[]){FLOW(1, -1, 3, -1), FLOW(3, -1, 1, -1)}, 2);
    check(&(struct colour_legs){5, {-3, 3, -3, 3, 8}, 0},
          (struct flow[]){FLOW(4, -1, 3, -1, 1), FLOW(1, -1, 4, -1, 3), FLOW(4, -1, 1, -1, 3),
                          FLOW(3, -1, 4, -1, 1)},
          4);
    check(&(struct colour_legs){6, {-3, 3, -3, 3, 8, 8}, 0},
          (struct flow[]){FLOW(4, -1, 3, -1, 5, 1), FLOW(4, -1, 5, -1, 3, 1), FLOW(4, -1, 5, -1, 1, 3)}, 3);
    check(&(struct colour_legs){6, {-3, 3, -3, 3, -3, 3}, 0},
          (struct flow[]){FLOW(1, -1, 3, -1, 5, -1), FLOW(3, -1, 5, -1, 1, -1), FLOW(3, -1, 1, -1, 5, -1)},
          3);
}

/* As colours of a particle without colour that gluons make beside quarks. */
static void traces_beside_lines(void **state)
{
    (void)state;
    make_generators();
    check(&(struct colour_legs){5, {-3, 3, 8, 8, 8}, 0},
          (struct flow[]){FLOW(2, -1, 3, 4, 1), FLOW(3, -1, 4, 2, 1), FLOW(4, -1, 1, 2, 3),
                          FLOW(4, -1, 3, 2, 1), FLOW(3, -1, 4, 1, 2), FLOW(2, -1, 1, 4, 3),
                          FLOW(1, -1, 3, 4, 2), FLOW(1, -1, 4, 2, 3)},
          8);
}

static void gluons(void **state)
{
    (void)state;
    make_generators();
    check(&(struct colour_legs){3, {8, 8, 8}, 0}, (struct flow[]){FLOW(1, 2, 0)}, 1);
    check(&(struct colour_legs){4, {8, 8, 8, 8}, 0}, (struct flow[]){FLOW(1, 2, 3, 0), FLOW(2, 3, 1, 0)}, 2);
    check(&(struct colour_legs){5, {8, 8, 8, 8, 8}, 0},
          (struct flow[]){FLOW(1, 2, 3, 4, 0), FLOW(1, 3, 4, 2, 0), FLOW(2, 3, 1, 4, 0), FLOW(3, 4, 1, 2, 0)},
          4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quark_lines), cmocka_unit_test(several_lines),
                                       cmocka_unit_test(traces_beside_lines), cmocka_unit_test(gluons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

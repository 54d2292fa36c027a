/* Colour flows and their matrix against explicit Gell-Mann matrices. Every flow of a structure is evaluated
 * for every colour of its legs, and products are summed term by term. */
#include "test_support.h"

#include "colour/flow.h"
#include "colour/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double _Complex number;
extern double cabs(number);

enum { N = 3, ADJOINT = 8 };

/* T^a = lambda^a / 2, from their elements. */
static number generator[ADJOINT][N][N];

static int make_generators(void **state)
{
    (void)state;
    static const int pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    static const int real[3] = {0, 3, 5}, imaginary[3] = {1, 4, 6};
    for (int k = 0; k < 3; ++k) {
        const int i = pairs[k][0], j = pairs[k][1];
        generator[real[k]][i][j] = generator[real[k]][j][i] = 0.5;
        generator[imaginary[k]][i][j] = -0.5i;
        generator[imaginary[k]][j][i] = 0.5i;
    }
    generator[2][0][0] = 0.5;
    generator[2][1][1] = -0.5;
    for (int i = 0; i < N; ++i)
        generator[7][i][i] = (i == 2 ? -2 : 1) / (2 * sqrt(3));
    return 0;
}

typedef struct matrix {
    number m[N][N];
} matrix;

static matrix unit(void)
{
    matrix one = {{{0}}};
    for (int i = 0; i < N; ++i)
        one.m[i][i] = 1;
    return one;
}

static matrix times(const matrix *a, const number b[N][N])
{
    matrix c = {{{0}}};
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
                c.m[i][j] += a->m[i][k] * b[k][j];
    return c;
}

/* A finished flow at these colours: strings from antiquark to quark, and traces. */
static number flow_value(const struct colour_legs *legs, const struct flow *flow, const int *colour)
{
    number value = 1;
    unsigned done = 0;
    for (int i = 0; i < legs->count; ++i) {
        if (legs->representation[i] != -3)
            continue;
        matrix product = unit();
        int at = flow->next[i];
        for (; legs->representation[at] == 8; at = flow->next[at]) {
            product = times(&product, generator[colour[at]]);
            done |= 1U << at;
        }
        value *= product.m[colour[i]][colour[at]];
    }
    for (int i = 0; i < legs->count; ++i) {
        if (legs->representation[i] != 8 || done >> i & 1)
            continue;
        matrix product = unit();
        number trace = 0;
        for (int at = i; !(done >> at & 1); at = flow->next[at]) {
            product = times(&product, generator[colour[at]]);
            done |= 1U << at;
        }
        for (int k = 0; k < N; ++k)
            trace += product.m[k][k];
        value *= trace;
    }
    return value;
}

static int colours_of(int representation) { return representation == 8 ? ADJOINT : abs(representation); }

/* The next colours of all legs; 0 behind the last. */
static int advance(const struct colour_legs *legs, int *colour)
{
    for (int i = 0; i < legs->count; ++i) {
        if (++colour[i] < colours_of(legs->representation[i]))
            return 1;
        colour[i] = 0;
    }
    return 0;
}

/* A current as the sum of its terms. */
struct sum {
    int count;
    struct flow_term terms[FLOW_TERMS];
};

static struct sum external(int representation, int leg)
{
    struct sum sum = {1, {{.flow = flow_external(representation, leg), .numerator = 1, .denominator = 1}}};
    return sum;
}

/* What a vertex of three makes of two currents. */
static struct sum join(ts_colour colour, int out, const struct sum *a, const struct sum *b)
{
    struct sum sum = {0};
    for (int i = 0; i < a->count; ++i)
        for (int k = 0; k < b->count; ++k) {
            const struct flow *const children[2] = {&a->terms[i].flow, &b->terms[k].flow};
            struct flow_term terms[FLOW_TERMS];
            const int count = flow_join((struct vertex_colour){colour, NULL}, out, children, 2, 0, terms);
            for (int t = 0; t < count; ++t) {
                terms[t].numerator *= a->terms[i].numerator * b->terms[k].numerator;
                terms[t].denominator *= a->terms[i].denominator * b->terms[k].denominator;
                sum.terms[sum.count++] = terms[t];
            }
        }
    return sum;
}

static struct sum closed(const struct sum *current, int representation, int leg)
{
    const struct flow last = flow_external(representation, leg);
    struct sum sum = {0};
    for (int i = 0; i < current->count; ++i) {
        struct flow_term terms[FLOW_TERMS];
        const int count = flow_close(&current->terms[i].flow, &last, representation == 8, 0, terms);
        for (int t = 0; t < count; ++t) {
            terms[t].numerator *= current->terms[i].numerator;
            terms[t].denominator *= current->terms[i].denominator;
            terms[t].middle = current->terms[i].middle;
            sum.terms[sum.count++] = terms[t];
        }
    }
    return sum;
}

static number sum_value(const struct colour_legs *legs, const struct sum *sum, const int *colour)
{
    number value = 0;
    for (int i = 0; i < sum->count; ++i)
        value += flow_value(legs, &sum->terms[i].flow, colour) * sum->terms[i].numerator /
                 sum->terms[i].denominator;
    return value;
}

/* i f^abc = 2 tr(T^a [T^b, T^c]) */
static number structure_constant(int a, int b, int c)
{
    number trace = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
                trace += generator[a][i][j] *
                         (generator[b][j][k] * generator[c][k][i] - generator[c][j][k] * generator[b][k][i]);
    return 2 * trace;
}

typedef number tensor(const int *colour);

static number tensor_generator(const int *c) { return generator[c[2]][c[1]][c[0]]; }
static number tensor_gluon(const int *c) { return structure_constant(c[0], c[1], c[2]); }
static number tensor_two_quarks(const int *c)
{
    number sum = 0;
    for (int a = 0; a < ADJOINT; ++a)
        sum += generator[a][c[1]][c[0]] * generator[a][c[3]][c[2]];
    return sum;
}
static number tensor_line(const int *c)
{
    number sum = 0;
    for (int i = 0; i < N; ++i)
        sum += generator[c[3]][c[1]][i] * generator[c[2]][i][c[0]];
    return sum;
}
static number tensor_triple(const int *c)
{
    number sum = 0;
    for (int x = 0; x < ADJOINT; ++x)
        sum += structure_constant(c[2], c[3], x) * generator[x][c[1]][c[0]];
    return sum;
}
static number tensor_two_gluons(const int *c)
{
    number sum = 0;
    for (int x = 0; x < ADJOINT; ++x)
        sum += structure_constant(c[0], c[1], x) * structure_constant(x, c[2], c[3]);
    return sum;
}
static number tensor_gluon_of_quarks(const int *c)
{
    number sum = 0;
    for (int x = 0; x < ADJOINT; ++x)
        sum += generator[x][c[1]][c[0]] * structure_constant(x, c[2], c[3]);
    return sum;
}
static number tensor_delta(const int *c) { return c[0] == c[1]; }

static void check_tensor(const struct colour_legs *legs, struct sum sum, tensor *expected, const char *name)
{
    int colour[FLOW_LEGS] = {0};
    do {
        const number found = sum_value(legs, &sum, colour), wanted = expected(colour);
        if (!(cabs(found - wanted) < 1e-12))
            fail_msg("%s: %g%+gi is not %g%+gi", name, __real__ found, __imag__ found, __real__ wanted,
                     __imag__ wanted);
    } while (advance(legs, colour));
}

/* Currents joined at vertices, and closed, are the tensors of those vertices. Legs come in: 3 is a quark, a
 * column. */
static void joins(void **state)
{
    const struct colour_legs line = {3, {3, -3, 8}, 0}, line2 = {4, {3, -3, 8, 8}, 0},
                             quarks = {4, {3, -3, 3, -3}, 0}, three = {3, {8, 8, 8}, 0},
                             four = {4, {8, 8, 8, 8}, 0}, meson = {2, {3, -3}, 0};
    const struct sum q = external(3, 0), b = external(-3, 1), q2 = external(3, 2), g2 = external(8, 2),
                     g3 = external(8, 3), g0 = external(8, 0), g1 = external(8, 1), none = external(1, 2);
    (void)state;
    const struct sum gluon = join(TS_COLOUR_T, 2, &q, &b), absorbed = join(TS_COLOUR_T, 1, &q, &g2);
    check_tensor(&line, closed(&gluon, 8, 2), tensor_generator, "q q~ > g");
    check_tensor(&line, closed(&absorbed, -3, 1), tensor_generator, "q g > q");
    const struct sum emitted = join(TS_COLOUR_T, 0, &b, &g2);
    check_tensor(&line, closed(&emitted, 3, 0), tensor_generator, "q~ g > q~");
    const struct sum exchanged = join(TS_COLOUR_T, 1, &q2, &gluon),
                     twice = join(TS_COLOUR_T, 1, &absorbed, &g3);
    check_tensor(&quarks, closed(&exchanged, -3, 3), tensor_two_quarks, "q q~ > g > q q~");
    check_tensor(&line2, closed(&twice, -3, 1), tensor_line, "q g g > q");
    const struct sum pair = join(TS_COLOUR_F, 2, &g2, &g3), onto = join(TS_COLOUR_T, 1, &q, &pair);
    check_tensor(&line2, closed(&onto, -3, 1), tensor_triple, "g g > g onto a quark");
    const struct sum fused = join(TS_COLOUR_F, 2, &gluon, &g2);
    check_tensor(&line2, closed(&fused, 8, 3), tensor_gluon_of_quarks, "q q~ > g, g g > g");
    const struct sum merged = join(TS_COLOUR_F, 2, &g0, &g1), again = join(TS_COLOUR_F, 2, &merged, &g2);
    check_tensor(&three, closed(&merged, 8, 2), tensor_gluon, "g g > g");
    check_tensor(&four, closed(&again, 8, 3), tensor_two_gluons, "g g > g, g g > g");
    const struct sum boson = join(TS_COLOUR_DELTA, 2, &q, &b), through = join(TS_COLOUR_DELTA, 1, &q, &none);
    check_tensor(&meson, closed(&boson, 1, 2), tensor_delta, "q q~ > a");
    check_tensor(&meson, closed(&through, -3, 1), tensor_delta, "q a > q");
}

/* Four gluons at one point: f^abx f^xcd K(a, b, c, d) and the same for (a, c, b,
 * d) and (a, d, b, c). K(1, 2, 3, 4) is (14)(23) - (13)(24) for scalar products
 * that are any numbers. s = (01)(23), t = (02)(13), u = (03)(12). A term has
 * minus (xy)(z3) + (x3)(yz) - 2 (xz)(y3), y its middle. */
static void four_gluons(void **state)
{
    const struct colour_legs legs = {4, {8, 8, 8, 8}, 0};
    const double s = 0.3, t = -1.7, u = 2.9;
    /* helas_contact() with child 0, 1 or 2 in the middle */
    const double contact[3] = {s + t - 2 * u, s + u - 2 * t, t + u - 2 * s};
    const struct flow a = flow_external(8, 0), b = flow_external(8, 1), c = flow_external(8, 2);
    const struct flow *const children[3] = {&a, &b, &c};
    struct sum sum = {0};
    int colour[FLOW_LEGS] = {0};
    (void)state;
    sum.count = flow_join((struct vertex_colour){TS_COLOUR_FF, NULL}, 3, children, 3, 0, sum.terms);
    sum = closed(&sum, 8, 3);
    do {
        number found = 0, wanted = 0;
        for (int i = 0; i < sum.count; ++i)
            found += flow_value(&legs, &sum.terms[i].flow, colour) * sum.terms[i].numerator /
                     sum.terms[i].denominator * contact[sum.terms[i].middle];
        const int swapped[2][4] = {{colour[0], colour[2], colour[1], colour[3]},
                                   {colour[0], colour[3], colour[1], colour[2]}};
        /* i f i f is minus f f */
        wanted -= tensor_two_gluons(colour) * (u - t);
        wanted -= tensor_two_gluons(swapped[0]) * (u - s);
        wanted -= tensor_two_gluons(swapped[1]) * (t - s);
        if (!(cabs(found - wanted) < 1e-12))
            fail_msg("%d %d %d %d: %g is not %g", colour[0], colour[1], colour[2], colour[3], __real__ found,
                     __real__ wanted);
    } while (advance(&legs, colour));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(joins), cmocka_unit_test(four_gluons)};
    return cmocka_run_group_tests(tests, make_generators, NULL);
}

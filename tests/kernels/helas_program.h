/* HELAS functions one by one, as a program for a device. Each row of a table is a kernel that calls one of
 * them with an element's numbers, and has a reference of its own. */
#ifndef TEST_HELAS_PROGRAM_H
#define TEST_HELAS_PROGRAM_H

#include "dirac_algebra.h"
#include "kernel_support.h"
#include "phase_space_points.h"

/* An element: two fermions (a column and a row) of 4 complex components and a momentum, four vectors
 * likewise, four scalars. Last come the numbers of the vertex. */
enum {
    WAVE = 12,
    SCALAR_WAVE = 6,
    AT_VECTOR = 2 * WAVE,
    AT_SCALAR = AT_VECTOR + 4 * WAVE,
    AT_COUPLING = AT_SCALAR + 4 * SCALAR_WAVE,
    AT_MASS = AT_COUPLING + 4,
    INPUTS = AT_MASS + 2,
    POINTS = 2048
};

static const char helas_head[] = "#include \"amplitude/helas.h\"\n#include \"map.h\"\n";
static const char helas_fetch[] = KERNEL_TEXT(
    FN complex_number fetch_number(GLOBAL const scalar *in, int k, uint64 item) {
        return c_set(r_fetch(in + AT(k)), r_fetch(in + AT(k + 1)));
    }

    FN vector4 fetch_momentum(GLOBAL const scalar *in, int k, uint64 item) {
        vector4 p = {r_fetch(in + AT(k)), r_fetch(in + AT(k + 1)), r_fetch(in + AT(k + 2)),
                     r_fetch(in + AT(k + 3))};
        return p;
    }

    FN helas_fermion fetch_fermion(GLOBAL const scalar *in, int k, uint64 item) {
        helas_fermion f;
        f.upper.a = fetch_number(in, k, item);
        f.upper.b = fetch_number(in, k + 2, item);
        f.lower.a = fetch_number(in, k + 4, item);
        f.lower.b = fetch_number(in, k + 6, item);
        f.momentum = fetch_momentum(in, k + 8, item);
        return f;
    }

    FN helas_vector fetch_vector(GLOBAL const scalar *in, int k, uint64 item) {
        helas_vector w;
        w.v.e = fetch_number(in, k, item);
        w.v.x = fetch_number(in, k + 2, item);
        w.v.y = fetch_number(in, k + 4, item);
        w.v.z = fetch_number(in, k + 6, item);
        w.momentum = fetch_momentum(in, k + 8, item);
        return w;
    }

    FN helas_scalar fetch_scalar(GLOBAL const scalar *in, int k, uint64 item) {
        helas_scalar s;
        s.s = fetch_number(in, k, item);
        s.momentum = fetch_momentum(in, k + 2, item);
        return s;
    }

    FN void store_number(GLOBAL scalar *out, int k, uint64 item, complex_number z) {
        r_store(out + AT(k), z.re);
        r_store(out + AT(k + 1), z.im);
    }

    FN void store_momentum(GLOBAL scalar *out, int k, uint64 item, vector4 p) {
        r_store(out + AT(k), p.e);
        r_store(out + AT(k + 1), p.x);
        r_store(out + AT(k + 2), p.y);
        r_store(out + AT(k + 3), p.z);
    }

    FN void store_amplitude(GLOBAL scalar *out, uint64 item, complex_number z) {
        store_number(out, 0, item, z);
    }

    FN void store_fermion(GLOBAL scalar *out, uint64 item, helas_fermion f) {
        store_number(out, 0, item, f.upper.a);
        store_number(out, 2, item, f.upper.b);
        store_number(out, 4, item, f.lower.a);
        store_number(out, 6, item, f.lower.b);
        store_momentum(out, 8, item, f.momentum);
    }

    FN void store_vector(GLOBAL scalar *out, uint64 item, helas_vector w) {
        store_number(out, 0, item, w.v.e);
        store_number(out, 2, item, w.v.x);
        store_number(out, 4, item, w.v.y);
        store_number(out, 6, item, w.v.z);
        store_momentum(out, 8, item, w.momentum);
    }

    FN void store_scalar(GLOBAL scalar *out, uint64 item, helas_scalar s) {
        store_number(out, 0, item, s.s);
        store_momentum(out, 2, item, s.momentum);
    });

/* The names by which calls find the numbers of an element. */
static const char helas_names[] =
    "#define FI fetch_fermion(in, 0, item)\n#define FO fetch_fermion(in, 12, item)\n"
    "#define VECTOR(i) fetch_vector(in, 24 + 12 * (i), item)\n"
    "#define SCALAR(i) fetch_scalar(in, 72 + 6 * (i), item)\n"
    "#define LEFT fetch_number(in, 96, item)\n#define RIGHT fetch_number(in, 98, item)\n"
    "#define REAL_LEFT r_fetch(in + AT(96))\n#define REAL_RIGHT r_fetch(in + AT(98))\n"
    "#define SHELL r_fetch(in + AT(100)), r_fetch(in + AT(101))\n"
    "FN helas_coupling coupling(GLOBAL const scalar *in, uint64 item)\n"
    "{ helas_coupling g = {LEFT, RIGHT}; return g; }\n#define G coupling(in, item)\n";

/* An element as the reference reads it: what the device got. */
typedef struct element {
    number fi[4], fo[4], v[4][4], s[4], left, right;
    long double p_fi[4], p_fo[4], p_v[4][4], p_s[4][4], mass, width;
} element;

/* What a call should give: its components, its momentum, and the size of the terms that its components are
 * sums of, which rounding knows. */
typedef struct expected {
    number value[4];
    long double momentum[4], size;
} expected;

enum kind { AMPLITUDE, FERMION, VECTOR, SCALAR };

typedef struct row {
    const char *name;
    enum kind kind;
    const char *arguments;
    expected (*reference)(const element *e);
} row;

static double inputs[INPUTS][POINTS], outputs[WAVE][POINTS];

static inline number input_number(int k, size_t point)
{
    return (number)kernel_scalar(inputs[k][point]) + 1.0iL * kernel_scalar(inputs[k + 1][point]);
}

static inline void input_wave(int k, int count, size_t point, number *value, long double momentum[4])
{
    for (int i = 0; i < count; ++i)
        value[i] = input_number(k + 2 * i, point);
    for (int c = 0; c < 4; ++c)
        momentum[c] = kernel_scalar(inputs[k + 2 * count + c][point]);
}

static inline element input_element(size_t point)
{
    element e;
    input_wave(0, 4, point, e.fi, e.p_fi);
    input_wave(WAVE, 4, point, e.fo, e.p_fo);
    for (int i = 0; i < 4; ++i) {
        input_wave(AT_VECTOR + WAVE * i, 4, point, e.v[i], e.p_v[i]);
        input_wave(AT_SCALAR + SCALAR_WAVE * i, 1, point, &e.s[i], e.p_s[i]);
    }
    e.left = input_number(AT_COUPLING, point);
    e.right = input_number(AT_COUPLING + 2, point);
    e.mass = kernel_scalar(inputs[AT_MASS][point]);
    e.width = kernel_scalar(inputs[AT_MASS + 1][point]);
    return e;
}

/* Random components and momenta, on no mass shell; an eighth of the masses and widths are zero. */
static inline void draw_inputs(uint64_t seed)
{
    uint64_t state = seed;
    for (int k = 0; k < INPUTS; ++k)
        for (size_t point = 0; point < POINTS; ++point) {
            double u = random_uniform(&state);
            inputs[k][point] = k < AT_MASS ? 2 * u - 1 : point % 8 == 0 ? 0 : 0.1 + 2 * u;
        }
}

/* Euclidean lengths, for sizes. */
static inline long double length_of(const number a[4])
{
    long double square = 0;
    for (int i = 0; i < 4; ++i)
        square += creall(a[i] * conjl(a[i]));
    return sqrtl(square);
}

static inline long double momentum_size(const long double p[4])
{
    return sqrtl(p[0] * p[0] + momentum_length(p) * momentum_length(p));
}

static inline long double momentum_square(const long double p[4])
{
    return p[0] * p[0] - momentum_length(p) * momentum_length(p);
}

/* 1 / (q^2 - m^2 + i m Gamma), the width for q^2 > 0 alone */
static inline number propagator(const long double q[4], long double mass, long double width)
{
    long double square = momentum_square(q);
    return 1 / (square - mass * mass + (square > 0 ? 1.0iL * mass * width : 0));
}

/* The size of what a propagator multiplies: D is a difference, whose rounding is that of its terms. */
static inline long double propagator_size(const long double q[4], long double mass, long double width)
{
    long double d = cabsl(propagator(q, mass, width)), terms = momentum_size(q);
    return d * (1 + (terms * terms + mass * mass) * d);
}

/* The result of a scalar's source, and that of a vector's current J^mu (g - q q / m^2, g alone without a
 * mass). */
static inline expected expect_scalar(number source, long double size, const long double q[4],
                                     const element *e)
{
    expected x = {.value = {-source * propagator(q, e->mass, e->width)},
                  .size = size * propagator_size(q, e->mass, e->width)};
    memcpy(x.momentum, q, sizeof x.momentum);
    return x;
}

static inline expected expect_vector(const number current[4], long double size, const long double q[4],
                                     long double mass, long double width)
{
    long double terms = momentum_size(q), inverse = mass > 0 ? 1 / (mass * mass) : 0;
    expected x = {.size = size * propagator_size(q, mass, width) * (1 + terms * terms * inverse)};
    for (int mu = 0; mu < 4; ++mu) {
        number sum = 0;
        for (int nu = 0; nu < 4; ++nu)
            sum += ((mu == nu) * metric[mu] - q[mu] * q[nu] * inverse) * metric[nu] * current[nu];
        x.value[mu] = sum * propagator(q, mass, width);
    }
    memcpy(x.momentum, q, sizeof x.momentum);
    return x;
}

static inline void assert_component(const row *r, size_t point, double got, long double wanted,
                                    long double bound)
{
    if (!(fabsl(got - wanted) <= bound)) {
        print_error("%s, point %zu: %.17g is not within %Lg of %.17Lg\n", r->name, point, got, bound, wanted);
        fail();
    }
}

/* A rounding is one unit in the last place. Every component is a sum of at most some tens of products; 32
 * roundings of their size bound what a correct order of operations leaves. Momenta are sums of at most three.
 */
static inline void check_row(const row *r)
{
    const long double rounding = test_double ? 0x1p-52L : 0x1p-23L;
    int components = r->kind == FERMION || r->kind == VECTOR ? 4 : 1;
    for (size_t point = 0; point < POINTS; ++point) {
        element e = input_element(point);
        expected x = r->reference(&e);
        for (int i = 0; i < components; ++i) {
            assert_component(r, point, outputs[2 * i][point], creall(x.value[i]), 32 * rounding * x.size);
            assert_component(r, point, outputs[2 * i + 1][point], cimagl(x.value[i]), 32 * rounding * x.size);
        }
        for (int c = 0; c < 4 && r->kind != AMPLITUDE; ++c)
            assert_component(r, point, outputs[2 * components + c][point], x.momentum[c], 4 * rounding * 3);
    }
}

/* Every row on random inputs. */
static inline void check_rows(const row *rows, size_t count, uint64_t seed)
{
    static const char *const store[] = {"amplitude", "fermion", "vector", "scalar"};
    struct source text = {0};
    source_append(&text, "%s%s%s", helas_head, helas_fetch, helas_names);
    for (size_t i = 0; i < count; ++i)
        source_append(&text,
                      "MAP(%s_map, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL scalar *, none0, "
                      "GLOBAL scalar *, none1)\n{ (void)none0; (void)none1; store_%s(out, item, %s(%s)); }\n",
                      rows[i].name, store[rows[i].kind], rows[i].name, rows[i].arguments);
    assert_false(text.failed);
    struct kernel kernel = kernel_open(text.text, POINTS);
    source_free(&text);
    draw_inputs(seed);
    for (size_t i = 0; i < count; ++i) {
        char name[32];
        snprintf(name, sizeof name, "%s_map", rows[i].name);
        kernel_run(&kernel, name,
                   (struct kernel_array[]){{inputs, (size_t)INPUTS * POINTS, KERNEL_IN},
                                           {outputs, (size_t)WAVE * POINTS, KERNEL_OUT}},
                   2);
        check_row(&rows[i]);
    }
    kernel_close(&kernel);
}

#endif

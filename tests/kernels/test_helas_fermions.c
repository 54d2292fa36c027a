/* HELAS functions of a fermion line and a vector or a scalar, with random waves and momenta on no mass shell.
 * They stand against products of gamma matrices. */
#include "helas_program.h"

/* gamma.V (left P_L + right P_R), or (left P_L + right P_R) S */
static matrix vertex_vector(const element *e)
{
    return matrix_multiply(matrix_slash(e->v[0]), chiral(e->left, e->right));
}

static matrix vertex_scalar(const element *e) { return matrix_scale(chiral(e->left, e->right), e->s[0]); }

/* The largest that a vertex can make of a spinor of length one, per unit of its boson. */
static long double coupling_size(const element *e) { return cabsl(e->left) + cabsl(e->right); }

static long double vector_size(const element *e) { return 2 * length_of(e->v[0]) * coupling_size(e); }

static long double scalar_size(const element *e) { return cabsl(e->s[0]) * coupling_size(e); }

static expected amplitude(const element *e, matrix vertex, long double size)
{
    number column[4];
    matrix_column(vertex, e->fi, column);
    return (expected){.value = {row_column(e->fo, column)},
                      .size = size * length_of(e->fi) * length_of(e->fo)};
}

static long double line_size(const long double q[4], long double mass, long double width)
{
    return (2 * momentum_size(q) + mass) * propagator_size(q, mass, width);
}

/* -(q-slash + m) vertex f / D with q = p_f - p_boson */
static expected line_in(const element *e, matrix vertex, const long double boson[4], long double size,
                        long double mass, long double width)
{
    expected x;
    for (int c = 0; c < 4; ++c)
        x.momentum[c] = e->p_fi[c] - boson[c];
    matrix line = matrix_scale(matrix_shell(x.momentum, mass), -propagator(x.momentum, mass, width));
    matrix_column(matrix_multiply(line, vertex), e->fi, x.value);
    x.size = size * length_of(e->fi) * line_size(x.momentum, mass, width);
    return x;
}

/* -f-bar vertex (q-slash + m) / D with q = p_f-bar + p_boson */
static expected line_out(const element *e, matrix vertex, const long double boson[4], long double size,
                         long double mass, long double width)
{
    expected x;
    for (int c = 0; c < 4; ++c)
        x.momentum[c] = e->p_fo[c] + boson[c];
    matrix line = matrix_scale(matrix_shell(x.momentum, mass), -propagator(x.momentum, mass, width));
    matrix_row(e->fo, matrix_multiply(vertex, line), x.value);
    x.size = size * length_of(e->fo) * line_size(x.momentum, mass, width);
    return x;
}

static expected current(const element *e, long double mass, long double width)
{
    number j[4], column[4];
    long double q[4];
    for (int mu = 0; mu < 4; ++mu) {
        q[mu] = e->p_fo[mu] - e->p_fi[mu];
        matrix_column(matrix_multiply(gamma_matrix(mu), chiral(e->left, e->right)), e->fi, column);
        j[mu] = row_column(e->fo, column);
    }
    return expect_vector(j, coupling_size(e) * length_of(e->fi) * length_of(e->fo), q, mass, width);
}

static expected iov(const element *e) { return amplitude(e, vertex_vector(e), vector_size(e)); }
static expected fvi(const element *e)
{
    return line_in(e, vertex_vector(e), e->p_v[0], vector_size(e), e->mass, e->width);
}
static expected fvi0(const element *e)
{
    return line_in(e, vertex_vector(e), e->p_v[0], vector_size(e), 0, 0);
}
static expected fvo(const element *e)
{
    return line_out(e, vertex_vector(e), e->p_v[0], vector_size(e), e->mass, e->width);
}
static expected fvo0(const element *e)
{
    return line_out(e, vertex_vector(e), e->p_v[0], vector_size(e), 0, 0);
}
static expected jio(const element *e) { return current(e, e->mass, e->width); }
static expected jio0(const element *e) { return current(e, 0, 0); }
static expected ios(const element *e) { return amplitude(e, vertex_scalar(e), scalar_size(e)); }
static expected fsi(const element *e)
{
    return line_in(e, vertex_scalar(e), e->p_s[0], scalar_size(e), e->mass, e->width);
}
static expected fso(const element *e)
{
    return line_out(e, vertex_scalar(e), e->p_s[0], scalar_size(e), e->mass, e->width);
}
static expected hio(const element *e)
{
    long double q[4];
    for (int c = 0; c < 4; ++c)
        q[c] = e->p_fo[c] - e->p_fi[c];
    expected source = amplitude(e, chiral(e->left, e->right), coupling_size(e));
    return expect_scalar(source.value[0], source.size, q, e);
}

static const row rows[] = {{"iovxxx", AMPLITUDE, "FI, FO, VECTOR(0), G", iov},
                           {"fvixxx", FERMION, "FI, VECTOR(0), G, SHELL", fvi},
                           {"fvixx0", FERMION, "FI, VECTOR(0), G", fvi0},
                           {"fvoxxx", FERMION, "FO, VECTOR(0), G, SHELL", fvo},
                           {"fvoxx0", FERMION, "FO, VECTOR(0), G", fvo0},
                           {"jioxxx", VECTOR, "FI, FO, G, SHELL", jio},
                           {"jioxx0", VECTOR, "FI, FO, G", jio0},
                           {"iosxxx", AMPLITUDE, "FI, FO, SCALAR(0), G", ios},
                           {"fsixxx", FERMION, "FI, SCALAR(0), G, SHELL", fsi},
                           {"fsoxxx", FERMION, "FO, SCALAR(0), G, SHELL", fso},
                           {"hioxxx", SCALAR, "FI, FO, G, SHELL", hio}};

static void gamma_matrices(void **state)
{
    (void)state;
    check_rows(rows, sizeof rows / sizeof *rows, 1);
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(gamma_matrices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

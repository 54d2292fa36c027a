/* The Dirac algebra for tests, from explicit gamma matrices, in extended precision: what amplitudes are
 * checked against. Chiral representation, metric (+,-,-,-); nothing here is a formula of HELAS. */
#ifndef TEST_DIRAC_ALGEBRA_H
#define TEST_DIRAC_ALGEBRA_H

#include <math.h>
#include <string.h>

typedef long double _Complex number;

/* As <complex.h> has them, a name that kernels/ has a header of. */
extern long double creall(number);
extern long double cimagl(number);
extern long double cabsl(number);
extern number conjl(number);

typedef struct matrix {
    number m[4][4];
} matrix;

static const long double metric[4] = {1, -1, -1, -1};
static const number pauli[4][2][2] = {{{1, 0}, {0, 1}},
                                      {{0, 1}, {1, 0}},
                                      {{0, -1.0iL}, {1.0iL, 0}},
                                      {{1, 0}, {0, -1}}};

/* gamma^mu = [0 sigma^mu; sigma~^mu 0] */
static inline matrix gamma_matrix(int mu)
{
    matrix g = {0};
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            g.m[i][j + 2] = pauli[mu][i][j];
            g.m[i + 2][j] = metric[mu] * pauli[mu][i][j];
        }
    return g;
}

static inline matrix matrix_unit(number factor)
{
    matrix a = {0};
    for (int i = 0; i < 4; ++i)
        a.m[i][i] = factor;
    return a;
}

static inline matrix matrix_add(matrix a, matrix b)
{
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            a.m[i][j] += b.m[i][j];
    return a;
}

static inline matrix matrix_scale(matrix a, number factor)
{
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            a.m[i][j] *= factor;
    return a;
}

static inline matrix matrix_multiply(matrix a, matrix b)
{
    matrix c = {0};
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
                c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}

/* gamma_5 = i gamma^0 gamma^1 gamma^2 gamma^3 */
static inline matrix gamma_five(void)
{
    matrix g = matrix_unit(1.0iL);
    for (int mu = 0; mu < 4; ++mu)
        g = matrix_multiply(g, gamma_matrix(mu));
    return g;
}

/* left P_L + right P_R */
static inline matrix chiral(number left, number right)
{
    return matrix_add(matrix_unit((left + right) / 2), matrix_scale(gamma_five(), (right - left) / 2));
}

static inline matrix matrix_slash(const number v[4])
{
    matrix a = {0};
    for (int mu = 0; mu < 4; ++mu)
        a = matrix_add(a, matrix_scale(gamma_matrix(mu), metric[mu] * v[mu]));
    return a;
}

/* p-slash + m */
static inline matrix matrix_shell(const long double p[4], long double mass)
{
    const number v[4] = {p[0], p[1], p[2], p[3]};
    return matrix_add(matrix_slash(v), matrix_unit(mass));
}

static inline void matrix_column(matrix a, const number in[4], number out[4])
{
    for (int i = 0; i < 4; ++i) {
        out[i] = 0;
        for (int j = 0; j < 4; ++j)
            out[i] += a.m[i][j] * in[j];
    }
}

static inline void matrix_row(const number in[4], matrix a, number out[4])
{
    for (int j = 0; j < 4; ++j) {
        out[j] = 0;
        for (int i = 0; i < 4; ++i)
            out[j] += in[i] * a.m[i][j];
    }
}

static inline number row_column(const number row[4], const number column[4])
{
    number sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += row[i] * column[i];
    return sum;
}

/* The adjoint row, column^dagger gamma^0. */
static inline void adjoint(const number column[4], number row[4])
{
    number conjugate[4];
    for (int i = 0; i < 4; ++i)
        conjugate[i] = conjl(column[i]);
    matrix_row(conjugate, gamma_matrix(0), row);
}

static inline long double momentum_length(const long double p[4])
{
    return sqrtl(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
}

/* The unit two-spinor of helicity +-1 along p: (1, 0) or (0, 1) projected by (1 +- sigma.p / |p|) / 2. Along
 * -z, where that is nothing, (0, -1) or (1, 0) by convention; at rest the axis is +z. */
static inline void helicity_spinor(const long double p[4], int helicity, number chi[2])
{
    long double length = momentum_length(p), norm = 0;
    int first = helicity > 0 ? 0 : 1;
    for (int i = 0; i < 2; ++i) {
        number along = length > 0 ? 0 : pauli[3][i][first];
        for (int c = 1; c < 4 && length > 0; ++c)
            along += p[c] / length * pauli[c][i][first];
        chi[i] = (pauli[0][i][first] + helicity * along) / 2;
        norm += creall(chi[i] * conjl(chi[i]));
    }
    int backward = p[3] < 0 && p[1] == 0 && p[2] == 0;
    for (int i = 0; i < 2; ++i)
        chi[i] = backward ? (number)(i == first ? 0 : -helicity) : chi[i] / sqrtl(norm);
}

/* u(p) for sign = 1, v(p) for -1, of a helicity +-1. (p-slash +- m) projects a pair of helicity spinors on
 * the solutions of the Dirac equation; they are as long as u^dagger u = 2 E says. p[0] is ignored. */
static inline void dirac_spinor(const long double p[4], long double mass, int helicity, int sign, number u[4])
{
    long double length = momentum_length(p), norm = 0;
    long double energy = sqrtl(length * length + mass * mass), on_shell[4] = {energy, p[1], p[2], p[3]};
    number chi[2], start[4];
    helicity_spinor(p, sign * helicity, chi);
    for (int i = 0; i < 4; ++i)
        start[i] = sign > 0 ? chi[i % 2] : helicity * (i < 2 ? chi[i] : -chi[i - 2]);
    matrix_column(matrix_shell(on_shell, sign * mass), start, u);
    for (int i = 0; i < 4; ++i)
        norm += creall(u[i] * conjl(u[i]));
    for (int i = 0; i < 4; ++i)
        u[i] *= sqrtl(2 * energy / norm);
}

/* i n x e, the spin of a vector along n, whose eigenvalue is its helicity */
static inline void spin_along(const long double n[3], const number e[3], number turned[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        turned[i] = 1.0iL * (n[j] * e[k] - n[k] * e[j]);
    }
}

/* epsilon of a vector of helicity +-1, in the phase that makes its component along z x p equal -i / sqrt(2).
 * That direction is projected by (S^2 + h S) / 2, S the spin along p. */
static inline void transverse_vector(const long double p[4], int helicity, number e[4])
{
    long double length = momentum_length(p), beside = hypotl(p[1], p[2]);
    long double axis = p[3] < 0 ? -1 : 1, n[3] = {0, 0, 1};
    number across[3] = {beside > 0 ? -p[2] / beside : 0, beside > 0 ? p[1] / beside : axis, 0};
    number once[3], twice[3];
    for (int i = 0; i < 3 && length > 0; ++i)
        n[i] = p[i + 1] / length;
    spin_along(n, across, once);
    spin_along(n, once, twice);
    e[0] = 0;
    for (int i = 0; i < 3; ++i)
        e[i + 1] = -1.0iL * sqrtl(2) * (twice[i] + helicity * once[i]) / 2;
}

/* epsilon of helicity 0: the time axis made orthogonal to p, of square -1, in space along p (at rest, z). */
static inline void longitudinal_vector(const long double p[4], long double mass, number e[4])
{
    long double length = momentum_length(p), energy = sqrtl(length * length + mass * mass);
    e[0] = length / mass;
    for (int i = 1; i < 4; ++i)
        e[i] = length > 0 ? energy * p[i] / mass / length : i == 3;
}

static inline number number_dot(const number a[4], const number b[4])
{
    number sum = 0;
    for (int mu = 0; mu < 4; ++mu)
        sum += metric[mu] * a[mu] * b[mu];
    return sum;
}

#endif

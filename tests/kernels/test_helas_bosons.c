/* HELAS functions of vectors and scalars, with random waves and momenta on no mass shell. They stand against
 * the tensors of the Feynman rules, contracted index by index. */
#include "helas_program.h"

/* g_mn with its indices down, or up: they are the same. */
static long double g(int mu, int nu) { return mu == nu ? metric[mu] : 0; }

static long double real_left(const element *e) { return creall(e->left); }
static long double real_right(const element *e) { return creall(e->right); }

static void add_momenta(const long double a[4], const long double b[4], long double sum[4])
{
    for (int c = 0; c < 4; ++c)
        sum[c] = a[c] + b[c];
}

/* W-, W+ and a photon that couples to fermions by -e Q, all outgoing, over e, indices down. The vertex is
 * -[g_mn (p1 - p2)_r + g_nr (p2 - p3)_m + g_rm (p3 - p1)_n] */
static long double three_tensor(const long double p1[4], const long double p2[4], const long double p3[4],
                                int m, int n, int r)
{
    return -(g(m, n) * metric[r] * (p1[r] - p2[r]) + g(n, r) * metric[m] * (p2[m] - p3[m]) +
             g(r, m) * metric[n] * (p3[n] - p1[n]));
}

static expected vvv(const element *e)
{
    number sum = 0;
    long double momenta = 0;
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            for (int r = 0; r < 4; ++r)
                sum += three_tensor(e->p_v[0], e->p_v[1], e->p_v[2], m, n, r) * e->v[0][m] * e->v[1][n] *
                       e->v[2][r];
    for (int i = 0; i < 3; ++i)
        momenta += momentum_size(e->p_v[i]);
    return (expected){.value = {real_left(e) * sum},
                      .size = 2 * momenta * fabsl(real_left(e)) * length_of(e->v[0]) * length_of(e->v[1]) *
                              length_of(e->v[2])};
}

static expected jvv_shell(const element *e, long double mass, long double width)
{
    number current[4] = {0};
    long double q[4], third[4];
    add_momenta(e->p_v[0], e->p_v[1], q);
    for (int c = 0; c < 4; ++c)
        third[c] = -q[c];
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            for (int r = 0; r < 4; ++r)
                current[r] += metric[r] * real_left(e) * three_tensor(e->p_v[0], e->p_v[1], third, m, n, r) *
                              e->v[0][m] * e->v[1][n];
    long double momenta = momentum_size(e->p_v[0]) + momentum_size(e->p_v[1]) + momentum_size(q);
    long double size = 2 * momenta * fabsl(real_left(e)) * length_of(e->v[0]) * length_of(e->v[1]);
    return expect_vector(current, size, q, mass, width);
}

static expected jvv(const element *e) { return jvv_shell(e, e->mass, e->width); }
static expected jvv0(const element *e) { return jvv_shell(e, 0, 0); }

/* The four-vector vertices over their couplings, indices down. They are of W- V W+ V', whose negative is that
 * of W- W+ W- W+. Next comes the part of four gluons' with the colour factor f^abx f^xcd. */
static long double weak_tensor(int m, int n, int r, int s)
{
    return g(m, n) * g(r, s) + g(m, s) * g(n, r) - 2 * g(m, r) * g(n, s);
}

static long double gluon_tensor(int m, int n, int r, int s) { return g(m, s) * g(n, r) - g(m, r) * g(n, s); }

typedef long double four_tensor(int m, int n, int r, int s);

static expected four(const element *e, four_tensor *tensor, long double coupling)
{
    number sum = 0;
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            for (int r = 0; r < 4; ++r)
                for (int s = 0; s < 4; ++s)
                    sum += tensor(m, n, r, s) * e->v[0][m] * e->v[1][n] * e->v[2][r] * e->v[3][s];
    return (expected){.value = {coupling * sum},
                      .size = 4 * fabsl(coupling) * length_of(e->v[0]) * length_of(e->v[1]) *
                              length_of(e->v[2]) * length_of(e->v[3])};
}

static expected four_off(const element *e, four_tensor *tensor, long double coupling, long double mass,
                         long double width)
{
    number current[4] = {0};
    long double q[4];
    add_momenta(e->p_v[0], e->p_v[1], q);
    add_momenta(e->p_v[2], q, q);
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            for (int r = 0; r < 4; ++r)
                for (int s = 0; s < 4; ++s)
                    current[s] += metric[s] * coupling * tensor(m, n, r, s) * e->v[0][m] * e->v[1][n] *
                                  e->v[2][r];
    long double size = 4 * fabsl(coupling) * length_of(e->v[0]) * length_of(e->v[1]) * length_of(e->v[2]);
    return expect_vector(current, size, q, mass, width);
}

static long double product(const element *e) { return real_left(e) * real_right(e); }
static long double squares(const element *e)
{
    return real_left(e) * real_left(e) + real_right(e) * real_right(e);
}

static expected w3w3(const element *e) { return four(e, weak_tensor, product(e)); }
static expected wwww(const element *e) { return four(e, weak_tensor, -squares(e)); }
static expected gggg(const element *e) { return four(e, gluon_tensor, real_left(e) * real_left(e)); }
static expected jw3w(const element *e) { return four_off(e, weak_tensor, product(e), e->mass, e->width); }
static expected jwww(const element *e) { return four_off(e, weak_tensor, -squares(e), e->mass, e->width); }
static expected jggg(const element *e)
{
    return four_off(e, gluon_tensor, real_left(e) * real_left(e), 0, 0);
}

/* Vectors and scalars. */
static number contract(const number a[4], const number b[4])
{
    number sum = 0;
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            sum += g(m, n) * a[m] * b[n];
    return sum;
}

static long double scalars_size(const element *e, int count)
{
    long double size = cabsl(e->left);
    for (int i = 0; i < count; ++i)
        size *= cabsl(e->s[i]);
    return size;
}

static number scalars(const element *e, int count)
{
    number all = e->left;
    for (int i = 0; i < count; ++i)
        all *= e->s[i];
    return all;
}

static expected two_vectors(const element *e, int count)
{
    return (expected){.value = {scalars(e, count) * contract(e->v[0], e->v[1])},
                      .size = scalars_size(e, count) * length_of(e->v[0]) * length_of(e->v[1])};
}

static expected vvs(const element *e) { return two_vectors(e, 1); }
static expected vvss(const element *e) { return two_vectors(e, 2); }
static expected hvv_of(const element *e, int count)
{
    expected source = two_vectors(e, count);
    long double q[4];
    add_momenta(e->p_v[0], e->p_v[1], q);
    if (count)
        add_momenta(e->p_s[0], q, q);
    return expect_scalar(source.value[0], source.size, q, e);
}
static expected hvv(const element *e) { return hvv_of(e, 0); }
static expected hvvs(const element *e) { return hvv_of(e, 1); }

static expected jvs_of(const element *e, int count)
{
    number current[4];
    long double q[4];
    memcpy(q, e->p_v[0], sizeof q);
    for (int i = 0; i < count; ++i)
        add_momenta(e->p_s[i], q, q);
    for (int m = 0; m < 4; ++m)
        current[m] = scalars(e, count) * e->v[0][m];
    return expect_vector(current, scalars_size(e, count) * length_of(e->v[0]), q, e->mass, e->width);
}
static expected jvs(const element *e) { return jvs_of(e, 1); }
static expected jvss(const element *e) { return jvs_of(e, 2); }

/* One vector, two scalars: (p1 - p2)_m, all outgoing. */
static number derivative(const number v[4], const long double p1[4], const long double p2[4])
{
    number difference[4];
    for (int c = 0; c < 4; ++c)
        difference[c] = p1[c] - p2[c];
    return contract(v, difference);
}

static expected vss(const element *e)
{
    long double momenta = momentum_size(e->p_s[0]) + momentum_size(e->p_s[1]);
    return (expected){.value = {scalars(e, 2) * derivative(e->v[0], e->p_s[0], e->p_s[1])},
                      .size = momenta * scalars_size(e, 2) * length_of(e->v[0])};
}

static expected hvs(const element *e)
{
    long double q[4], second[4];
    add_momenta(e->p_v[0], e->p_s[0], q);
    for (int c = 0; c < 4; ++c)
        second[c] = -q[c];
    long double momenta = momentum_size(e->p_s[0]) + momentum_size(q);
    return expect_scalar(scalars(e, 1) * derivative(e->v[0], e->p_s[0], second),
                         momenta * scalars_size(e, 1) * length_of(e->v[0]), q, e);
}

static expected jss(const element *e)
{
    number current[4];
    long double q[4];
    add_momenta(e->p_s[0], e->p_s[1], q);
    for (int c = 0; c < 4; ++c)
        current[c] = scalars(e, 2) * (e->p_s[0][c] - e->p_s[1][c]);
    long double momenta = momentum_size(e->p_s[0]) + momentum_size(e->p_s[1]);
    return expect_vector(current, momenta * scalars_size(e, 2), q, e->mass, e->width);
}

static expected all_scalars(const element *e, int count)
{
    return (expected){.value = {scalars(e, count)}, .size = scalars_size(e, count)};
}
static expected sss(const element *e) { return all_scalars(e, 3); }
static expected ssss(const element *e) { return all_scalars(e, 4); }
static expected hs_of(const element *e, int count)
{
    long double q[4] = {0};
    for (int i = 0; i < count; ++i)
        add_momenta(e->p_s[i], q, q);
    return expect_scalar(scalars(e, count), scalars_size(e, count), q, e);
}
static expected hss(const element *e) { return hs_of(e, 2); }
static expected hsss(const element *e) { return hs_of(e, 3); }

#define VECTORS "VECTOR(0), VECTOR(1), VECTOR(2)"
static const row vector_rows[] = {{"vvvxxx", AMPLITUDE, VECTORS ", REAL_LEFT", vvv},
                                  {"jvvxxx", VECTOR, "VECTOR(0), VECTOR(1), REAL_LEFT, SHELL", jvv},
                                  {"jvvxx0", VECTOR, "VECTOR(0), VECTOR(1), REAL_LEFT", jvv0},
                                  {"w3w3xx", AMPLITUDE, VECTORS ", VECTOR(3), REAL_LEFT, REAL_RIGHT", w3w3},
                                  {"jw3wxx", VECTOR, VECTORS ", REAL_LEFT, REAL_RIGHT, SHELL", jw3w},
                                  {"wwwwxx", AMPLITUDE, VECTORS ", VECTOR(3), REAL_LEFT, REAL_RIGHT", wwww},
                                  {"jwwwxx", VECTOR, VECTORS ", REAL_LEFT, REAL_RIGHT, SHELL", jwww},
                                  {"ggggxx", AMPLITUDE, VECTORS ", VECTOR(3), REAL_LEFT", gggg},
                                  {"jgggxx", VECTOR, VECTORS ", REAL_LEFT", jggg}};

static const row scalar_rows[] = {{"vvsxxx", AMPLITUDE, "VECTOR(0), VECTOR(1), SCALAR(0), LEFT", vvs},
                                  {"hvvxxx", SCALAR, "VECTOR(0), VECTOR(1), LEFT, SHELL", hvv},
                                  {"jvsxxx", VECTOR, "VECTOR(0), SCALAR(0), LEFT, SHELL", jvs},
                                  {"vssxxx", AMPLITUDE, "VECTOR(0), SCALAR(0), SCALAR(1), LEFT", vss},
                                  {"hvsxxx", SCALAR, "VECTOR(0), SCALAR(0), LEFT, SHELL", hvs},
                                  {"jssxxx", VECTOR, "SCALAR(0), SCALAR(1), LEFT, SHELL", jss},
                                  {"vvssxx", AMPLITUDE, "VECTOR(0), VECTOR(1), SCALAR(0), SCALAR(1), LEFT",
                                   vvss},
                                  {"hvvsxx", SCALAR, "VECTOR(0), VECTOR(1), SCALAR(0), LEFT, SHELL", hvvs},
                                  {"jvssxx", VECTOR, "VECTOR(0), SCALAR(0), SCALAR(1), LEFT, SHELL", jvss},
                                  {"sssxxx", AMPLITUDE, "SCALAR(0), SCALAR(1), SCALAR(2), LEFT", sss},
                                  {"hssxxx", SCALAR, "SCALAR(0), SCALAR(1), LEFT, SHELL", hss},
                                  {"ssssxx", AMPLITUDE, "SCALAR(0), SCALAR(1), SCALAR(2), SCALAR(3), LEFT",
                                   ssss},
                                  {"hsssxx", SCALAR, "SCALAR(0), SCALAR(1), SCALAR(2), LEFT, SHELL", hsss}};

static void vectors(void **state)
{
    (void)state;
    check_rows(vector_rows, sizeof vector_rows / sizeof *vector_rows, 1);
}

static void vectors_and_scalars(void **state)
{
    (void)state;
    check_rows(scalar_rows, sizeof scalar_rows / sizeof *scalar_rows, 2);
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(vectors_and_scalars)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

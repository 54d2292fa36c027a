/* Points are even in u = stretch log x - log(1 - x), dense in log x at small and
 * in log(1 - x) at large x. Between them x f / (1-x)^4, which varies slowly there,
 * is a polynomial in u through STENCIL points. Convolutions are Gauss-Legendre sums
 * over the intervals, so each is a matrix. Time steps are of fourth order.
 * The published tables of the Les Houches benchmark (W. Giele et al.,
 * hep-ph/0204316, tables 2) come out to their last digit (tests/pdf/test_pdf_evolution.c). */
#include "pdf/evolution.h"

#include "core/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STENCIL = 8, NODES = 8, KERNELS = 4 };
enum { QQ, QG, GQ, GG };

static const double colour_f = 4 / 3.0, colour_a = 3, colour_t = 0.5; /* C_F, C_A, T_R */
static const double stretch = 0.35, spacing = 0.05, closest_to_one = 0.004;

static double u_of_x(double x) { return stretch * log(x) - log1p(-x); }

/* The inverse, by Newton's method in v = log(x / (1 - x)), where u is nearly straight. */
static double x_of_u(double u)
{
    double v = u > 0 ? u : u / stretch;
    for (int i = 0; i < 50; ++i) {
        double x = 1 / (1 + exp(-v));
        double off = log1p(exp(v)) - stretch * log1p(exp(-v)) - u;
        v -= off / (stretch * (1 - x) + x);
        if (fabs(off) < 1e-14 * (1 + fabs(u)))
            break;
    }
    return 1 / (1 + exp(-v));
}

static double weight(double x)
{
    double y = (1 - x) * (1 - x);
    return y * y;
}

/* The first point of the stencil for an interval. */
static size_t stencil_start(const struct evolution *evolution, size_t interval)
{
    size_t start = interval >= STENCIL / 2 - 1 ? interval - (STENCIL / 2 - 1) : 0;
    return start + STENCIL > evolution->count ? evolution->count - STENCIL : start;
}

/* What each point of the stencil contributes to the value at x = x(u). */
static void basis(const struct evolution *evolution, size_t start, double u, double x,
                  double contribution[STENCIL])
{
    double at = (u - evolution->lowest_u) / evolution->step - (double)start;
    for (int i = 0; i < STENCIL; ++i) {
        double product = weight(x) / weight(evolution->x[start + (size_t)i]);
        for (int j = 0; j < STENCIL; ++j)
            if (j != i)
                product *= (at - j) / (i - j);
        contribution[i] = product;
    }
}

/* The splitting functions at z < 1, unregularised: Altarelli and Parisi, eqs. (70)-(77). */
static void splitting(double z, double p[KERNELS])
{
    p[QQ] = colour_f * (1 + z * z) / (1 - z);
    p[QG] = colour_t * (z * z + (1 - z) * (1 - z));
    p[GQ] = colour_f * (1 + (1 - z) * (1 - z)) / z;
    p[GG] = 2 * colour_a * (z / (1 - z) + (1 - z) / z + z * (1 - z));
}

/* A node of the integral over y = x/z from an interval, and what its value is made of. */
struct node {
    double y, measure; /* dy */
    double contribution[STENCIL];
};

/* Adds a node to the row of point i. With F = x f the convolution is
 * int_x^1 dz P(z) F(x/z), dz = x/y^2 dy; the plus prescription takes
 * 2 C F(x) / (1 - z) away under the integral. */
static void add_node(const struct evolution *evolution, size_t i, const struct node *node, size_t start)
{
    double x = evolution->x[i], z = x / node->y, measure = node->measure * x / (node->y * node->y);
    double p[KERNELS], *row = evolution->kernels + i * evolution->count * KERNELS;
    splitting(z, p);
    for (size_t j = 0; j < STENCIL; ++j)
        for (int k = 0; k < KERNELS; ++k)
            row[(start + j) * KERNELS + (size_t)k] += measure * p[k] * node->contribution[j];
    row[i * KERNELS + QQ] -= measure * 2 * colour_f / (1 - z);
    row[i * KERNELS + GG] -= measure * 2 * colour_a / (1 - z);
}

/* Nodes and weights of Gauss and Legendre on (0, 1), by Newton's method. */
static void gauss_legendre(double nodes[NODES], double weights[NODES])
{
    for (int i = 0; i < NODES; ++i) {
        double t = cos(M_PI * (i + 0.75) / (NODES + 0.5)), slope = 1;
        for (int step = 0; step < 20; ++step) {
            double p0 = 1, p1 = t;
            for (int n = 2; n <= NODES; ++n) {
                double p2 = ((2 * n - 1) * t * p1 - (n - 1) * p0) / n;
                p0 = p1;
                p1 = p2;
            }
            slope = NODES * (t * p1 - p0) / (t * t - 1);
            t -= p1 / slope;
        }
        nodes[i] = (1 + t) / 2;
        weights[i] = 1 / ((1 - t * t) * slope * slope);
    }
}

/* Adds the integral over one interval to the rows of all points at or below it. */
static void add_interval(const struct evolution *evolution, size_t interval, const double nodes[NODES],
                         const double weights[NODES])
{
    size_t start = stencil_start(evolution, interval);
    int last = interval + 1 == evolution->count; /* from the last point to 1 */
    double low = evolution->x[interval];
    for (int n = 0; n < NODES; ++n) {
        struct node node = {0};
        if (last) { /* there only the weight varies */
            node.y = low + (1 - low) * nodes[n];
            node.measure = (1 - low) * weights[n];
            node.contribution[STENCIL - 1] = weight(node.y) / weight(low);
        } else {
            double u = evolution->lowest_u + evolution->step * ((double)interval + nodes[n]);
            node.y = x_of_u(u);
            node.measure = evolution->step * weights[n] / (stretch / node.y + 1 / (1 - node.y));
            basis(evolution, start, u, node.y, node.contribution);
        }
        for (size_t i = 0; i <= interval; ++i)
            add_node(evolution, i, &node, start);
    }
}

ts_status evolution_create(ts_context *context, double lowest_x, struct evolution *evolution)
{
    double low = u_of_x(lowest_x), high = u_of_x(1 - closest_to_one);
    memset(evolution, 0, sizeof *evolution);
    evolution->count = 1 + (size_t)ceil((high - low) / spacing);
    evolution->lowest_u = low;
    evolution->step = (high - low) / (double)(evolution->count - 1);
    evolution->x = calloc(evolution->count, sizeof *evolution->x);
    evolution->kernels = calloc(evolution->count * evolution->count * KERNELS, sizeof *evolution->kernels);
    if (!evolution->x || !evolution->kernels) {
        evolution_destroy(evolution);
        return ts_fail_memory(context, "the evolution of parton densities");
    }
    for (size_t i = 0; i < evolution->count; ++i)
        evolution->x[i] = x_of_u(low + evolution->step * (double)i);
    double nodes[NODES], weights[NODES];
    gauss_legendre(nodes, weights);
    for (size_t interval = 0; interval < evolution->count; ++interval)
        add_interval(evolution, interval, nodes, weights);
    /* What the plus prescription leaves, and the end-point terms without n_f. */
    for (size_t i = 0; i < evolution->count; ++i) {
        double *diagonal = evolution->kernels + (i * evolution->count + i) * KERNELS;
        double rest = 2 * log1p(-evolution->x[i]);
        diagonal[QQ] += colour_f * (1.5 + rest);
        diagonal[GG] += colour_a * (11 / 6.0 + rest);
    }
    return TS_OK;
}

void evolution_destroy(struct evolution *evolution)
{
    free(evolution->x);
    free(evolution->kernels);
    memset(evolution, 0, sizeof *evolution);
}

/* The quarks and antiquarks together. */
static double singlet(const double f[EVOLVED_COUNT])
{
    return f[EVOLVED_UP_VALENCE] + f[EVOLVED_DOWN_VALENCE] +
           2 * (f[EVOLVED_UP_SEA] + f[EVOLVED_DOWN_SEA] + f[EVOLVED_STRANGE] + f[EVOLVED_CHARM] +
                f[EVOLVED_BOTTOM]);
}

/* df/dt at the point i. Quarks that are not active are zero and must stay so. */
static void derivative(const struct evolution *evolution, size_t i, int flavours, double (*f)[EVOLVED_COUNT],
                       const double *all_quarks, double change[EVOLVED_COUNT])
{
    const double *row = evolution->kernels + i * evolution->count * KERNELS;
    double quark[EVOLVED_COUNT] = {0}, from_gluon = 0, gluon = 0;
    for (size_t j = i > STENCIL ? i - STENCIL : 0; j < evolution->count; ++j) {
        const double *p = row + j * KERNELS;
        for (int k = 0; k < EVOLVED_COUNT; ++k)
            quark[k] += p[QQ] * f[j][k];
        from_gluon += p[QG] * f[j][EVOLVED_GLUON];
        gluon += p[GG] * f[j][EVOLVED_GLUON] + p[GQ] * all_quarks[j];
    }
    change[EVOLVED_GLUON] = gluon - flavours * (2 / 3.0) * colour_t * f[i][EVOLVED_GLUON];
    change[EVOLVED_UP_VALENCE] = quark[EVOLVED_UP_VALENCE];
    change[EVOLVED_DOWN_VALENCE] = quark[EVOLVED_DOWN_VALENCE];
    for (int k = EVOLVED_UP_SEA; k <= EVOLVED_BOTTOM; ++k)
        change[k] = k - EVOLVED_UP_SEA < flavours ? quark[k] + from_gluon : 0;
}

ts_status evolution_advance(ts_context *context, const struct evolution *evolution, int flavours, double time,
                            double (*density)[EVOLVED_COUNT])
{
    static const double weights[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}, ahead[4] = {0.5, 0.5, 1, 0};
    size_t count = evolution->count;
    int steps = 1 + (int)(fabs(time) / 0.005);
    double h = time / steps;
    double(*work)[count][EVOLVED_COUNT] = calloc(3, sizeof *work), *quarks = calloc(count, sizeof *quarks);
    if (!work || !quarks) {
        free(work);
        free(quarks);
        return ts_fail_memory(context, "the evolution of parton densities");
    }
    double(*trial)[EVOLVED_COUNT] = work[0], (*change)[EVOLVED_COUNT] = work[1],
    (*sum)[EVOLVED_COUNT] = work[2];
    for (int step = 0; step < steps; ++step) {
        memcpy(trial, density, sizeof *work);
        memcpy(sum, density, sizeof *work);
        for (int stage = 0; stage < 4; ++stage) {
            for (size_t i = 0; i < count; ++i)
                quarks[i] = singlet(trial[i]);
            for (size_t i = 0; i < count; ++i)
                derivative(evolution, i, flavours, trial, quarks, change[i]);
            for (size_t i = 0; i < count; ++i)
                for (int k = 0; k < EVOLVED_COUNT; ++k) {
                    sum[i][k] += h * weights[stage] * change[i][k];
                    trial[i][k] = density[i][k] + h * ahead[stage] * change[i][k];
                }
        }
        memcpy(density, sum, sizeof *work);
    }
    free(work);
    free(quarks);
    return TS_OK;
}

double evolution_value(const struct evolution *evolution, double (*density)[EVOLVED_COUNT],
                       enum evolved which, double x)
{
    double u = u_of_x(x), contribution[STENCIL], value = 0;
    double at = fmax(0, (u - evolution->lowest_u) / evolution->step);
    size_t interval = at < (double)(evolution->count - 2) ? (size_t)at : evolution->count - 2;
    size_t start = stencil_start(evolution, interval);
    basis(evolution, start, u, x, contribution);
    for (size_t i = 0; i < STENCIL; ++i)
        value += contribution[i] * density[start + i][which];
    return value;
}

/* dt = alpha_s / (2 pi) d log Q^2 = - d alpha_s / (2 pi b0 alpha_s). */
double evolution_time(int flavours, double alpha_s_from, double alpha_s_to)
{
    double b0 = (33 - 2 * flavours) / (12 * M_PI);
    return log(alpha_s_from / alpha_s_to) / (2 * M_PI * b0);
}

#include "pdf/alpha_s.h"

#include "pdf/cubic.h"

#include <math.h>
#include <stdlib.h>

static const double zeta3 = 1.20205690315959428540;

/* d alpha_s / d log Q^2 = - sum_i b[i] alpha_s^(i+2), in the MS-bar scheme
 * (T. van Ritbergen, J. A. M. Vermaseren, S. A. Larin, Phys. Lett. B 400 (1997) 379). */
static void beta_function(int flavours, double b[4])
{
    double n = flavours, a = 4 * M_PI;
    b[0] = (11 - 2 * n / 3) / a;
    b[1] = (102 - 38 * n / 3) / (a * a);
    b[2] = (2857 / 2.0 - 5033 * n / 18 + 325 * n * n / 54) / (a * a * a);
    b[3] = (149753 / 6.0 + 3564 * zeta3 - (1078361 / 162.0 + 6508 * zeta3 / 27) * n +
            (50065 / 162.0 + 6472 * zeta3 / 81) * n * n + 1093 * n * n * n / 729) /
           (a * a * a * a);
}

/* The range of flavour numbers that have a Lambda. */
static void lambda_range(const struct alpha_s *coupling, int *least, int *most)
{
    *least = *most = 0;
    for (int n = 1; n <= ALPHA_S_HEAVIEST; ++n) {
        if (!(coupling->lambda[n] > 0))
            continue;
        if (!*least)
            *least = n;
        *most = n;
    }
}

int alpha_s_flavours(const struct alpha_s *coupling, double q2)
{
    if (coupling->fixed_flavours)
        return coupling->fixed_flavours;
    int least = 3, most = ALPHA_S_HEAVIEST;
    if (coupling->type == ALPHA_S_ANALYTIC)
        lambda_range(coupling, &least, &most);
    int flavours = least;
    for (int n = least > 3 ? least : 4; n <= most; ++n)
        if (coupling->threshold[n] > 0 && q2 > coupling->threshold[n] * coupling->threshold[n])
            flavours = n;
    return flavours > coupling->largest_flavour ? coupling->largest_flavour : flavours;
}

/* The expansion in 1/t, t = log(Q^2/Lambda^2): Particle Data Group, Review of
 * Particle Physics (2022), eq. (9.5). */
static double analytic(const struct alpha_s *coupling, double q2)
{
    int flavours = alpha_s_flavours(coupling, q2);
    int known = flavours;
    while (known > 1 && !(coupling->lambda[known] > 0))
        --known;
    double t = log(q2 / (coupling->lambda[known] * coupling->lambda[known]));
    if (!(t > 0))
        return INFINITY;
    double b[4];
    beta_function(flavours, b);
    double l = log(t), r = b[1] / (b[0] * b[0]), sum = 1;
    if (coupling->order >= 1)
        sum -= r * l / t;
    if (coupling->order >= 2)
        sum += (r * r * (l * l - l - 1) + b[2] / (b[0] * b[0] * b[0])) / (t * t);
    if (coupling->order >= 3)
        sum -= (r * r * r * (l * l * l - 2.5 * l * l - 2 * l + 0.5) +
                3 * r * b[2] / (b[0] * b[0] * b[0]) * l - 0.5 * b[3] / (b[0] * b[0] * b[0] * b[0])) /
               (t * t * t);
    return sum / (b[0] * t);
}

/* Cubic in log Q^2 within the table. Below it the power law of its first interval,
 * above it the last value: LHAPDF's rules. */
static double tabulated(const struct alpha_s *coupling, double log_q2)
{
    const double *knots = coupling->log_q2, *value = coupling->value;
    size_t count = coupling->count;
    if (log_q2 >= knots[count - 1])
        return value[count - 1];
    if (log_q2 < knots[0]) {
        double slope = log(value[1] / value[0]) / (knots[1] - knots[0]);
        return value[0] * exp(slope * (log_q2 - knots[0]));
    }
    return cubic_value(knots, value, count, cubic_interval(knots, count, log_q2), log_q2);
}

static double slope(const double b[4], int order, double a)
{
    double sum = 0;
    for (int i = order; i >= 0; --i)
        sum = sum * a + b[i];
    return -a * a * sum;
}

/* Runge-Kutta of fourth order in log Q^2 with a fixed number of flavours. */
static double integrate(double a, int order, int flavours, double from, double to)
{
    double b[4];
    beta_function(flavours, b);
    int steps = 1 + (int)(fabs(to - from) / 0.02);
    double h = (to - from) / steps;
    for (int i = 0; i < steps; ++i) {
        double k1 = slope(b, order, a), k2 = slope(b, order, a + h / 2 * k1);
        double k3 = slope(b, order, a + h / 2 * k2), k4 = slope(b, order, a + h * k3);
        a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        if (!(a > 0 && a < 10))
            return INFINITY;
    }
    return a;
}

/* alpha_s with `light` flavours over that with one more, at the scale where
 * log(Q^2/m^2) = l, m the MS-bar mass: K. G. Chetyrkin, B. A. Kniehl, M. Steinhauser,
 * Phys. Rev. Lett. 79 (1997) 2184. As LHAPDF does, terms up to the order of
 * the running (one more than it needs) are kept. */
static double decoupling(double a, double l, int light, int order)
{
    double s = a / M_PI, ratio = 1 - l / 6 * s;
    if (order >= 1)
        ratio += (11 / 72.0 - 11 * l / 24 + l * l / 36) * s * s;
    if (order >= 2)
        ratio += (564731 / 124416.0 - 82043 * zeta3 / 27648 - 955 * l / 576 + 53 * l * l / 576 -
                  l * l * l / 216 + light * (-2633 / 31104.0 + 67 * l / 576 - l * l / 36)) *
                 s * s * s;
    return ratio;
}

/* The running with a fixed number of flavours, expanded in alpha_s (R. K. Ellis, W. J. Stirling, B. R.
 * Webber, QCD and Collider Physics, section 2.4):
 *
 *   a (1 - (b1 / b0) a ln(w) / w) / w,   w = 1 + b0 a (to - from). */
static double expanded(double a, int order, int flavours, double from, double to)
{
    double b[4];
    beta_function(flavours, b);
    const double w = 1 + b[0] * a * (to - from);
    if (!(w > 0) || !isfinite(a))
        return INFINITY;
    return a / w * (1 - (order > 0 ? b[1] : 0) / b[0] * a * log(w) / w);
}

static double run(const struct alpha_s *coupling, double a, int flavours, double from, double to)
{
    return coupling->type == ALPHA_S_EXPANDED ? expanded(a, coupling->order, flavours, from, to)
                                              : integrate(a, coupling->order, flavours, from, to);
}

static double cross_threshold(const struct alpha_s *coupling, double a, double log_q2, int heavy, int upwards)
{
    if (coupling->type == ALPHA_S_EXPANDED)
        return a;
    double mass = coupling->mass[heavy] > 0 ? coupling->mass[heavy] : coupling->threshold[heavy];
    double l = log_q2 - 2 * log(mass);
    if (!upwards)
        return a * decoupling(a, l, heavy - 1, coupling->order);
    double above = a;
    for (int i = 0; i < 20; ++i)
        above = a / decoupling(above, l, heavy - 1, coupling->order);
    return above;
}

/* From the one value that is given, threshold by threshold. */
static double from_reference(const struct alpha_s *coupling, double q2)
{
    double at = 2 * log(coupling->reference_scale), end = log(q2), a = coupling->reference_value;
    int flavours = alpha_s_flavours(coupling, coupling->reference_scale * coupling->reference_scale);
    int wanted = alpha_s_flavours(coupling, q2), step = wanted > flavours ? 1 : -1;
    while (flavours != wanted) {
        int heavy = step > 0 ? flavours + 1 : flavours;
        if (coupling->threshold[heavy] > 0) {
            double border = 2 * log(coupling->threshold[heavy]);
            a = run(coupling, a, flavours, at, border);
            a = cross_threshold(coupling, a, border, heavy, step > 0);
            at = border;
        }
        flavours += step;
    }
    return run(coupling, a, flavours, at, end);
}

/* alpha_s of hard partons. */
static double hard(const struct alpha_s *coupling, double q2)
{
    switch (coupling->type) {
    case ALPHA_S_ANALYTIC:
        return analytic(coupling, q2);
    case ALPHA_S_TABULATED:
        return tabulated(coupling, log(q2));
    case ALPHA_S_INTEGRATED:
    case ALPHA_S_EXPANDED:
        return from_reference(coupling, q2);
    }
    return NAN;
}

/* K of soft gluons (S. Catani, B. R. Webber, G. Marchesini, Nucl. Phys. B 349 (1991) 635). */
static double cusp(int flavours) { return 3 * (67 / 18.0 - M_PI * M_PI / 6) - 5 * flavours / 9.0; }

double alpha_s_value(const struct alpha_s *coupling, double q2)
{
    if (!(q2 > 0) || !isfinite(q2))
        return NAN;
    const double a = hard(coupling, q2);
    return coupling->soft ? a * (1 + cusp(alpha_s_flavours(coupling, q2)) * a / (2 * M_PI)) : a;
}

const char *alpha_s_lacks(const struct alpha_s *coupling)
{
    int least, most;
    lambda_range(coupling, &least, &most);
    switch (coupling->type) {
    case ALPHA_S_ANALYTIC:
        if (!least)
            return "one of AlphaS_Lambda3, AlphaS_Lambda4 and AlphaS_Lambda5";
        if (coupling->fixed_flavours && coupling->fixed_flavours < least)
            return "an AlphaS_Lambda for its number of flavours";
        return NULL;
    case ALPHA_S_TABULATED:
        return coupling->count < 2 ? "AlphaS_Qs and AlphaS_Vals of at least two numbers" : NULL;
    case ALPHA_S_INTEGRATED:
    case ALPHA_S_EXPANDED:
        if (!(coupling->reference_scale > 0 && coupling->reference_value > 0))
            return "AlphaS_MZ and MZ";
        if (!coupling->fixed_flavours && coupling->largest_flavour >= 5 && !(coupling->threshold[5] > 0))
            return "MBottom or ThresholdBottom";
        return NULL;
    }
    return "AlphaS_Type";
}

void alpha_s_destroy(struct alpha_s *coupling)
{
    free(coupling->log_q2);
    free(coupling->value);
    coupling->log_q2 = coupling->value = NULL;
    coupling->count = 0;
}

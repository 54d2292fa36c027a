#include "shower/density_bounds.h"

#include "core/context.h"
#include "pdf/set.h"
#include "shower/beams_layout.h"

#include <math.h>
#include <stdlib.h>

const int density_partons[BEAM_PARTONS] = {21, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5};

enum { GLUON, CHARM = 4, BOTTOM = 5, FLAVOURS = 5 };

/* Cells of ln(eta / (1 - eta)), points in each, and points in an octave of tau. */
enum { ETAS = 128, ETA_POINTS = 8, TAU_POINTS = 4, SAMPLES = ETAS * ETA_POINTS + 1, TAUS_MOST = 64 };
static const double odds_low = -17.5, odds_high = 8.1;

/* Between two points of eta a bound has the larger density above and the smaller one below. The margin is for
 * what lies between points of tau. Near x = 1 a density is next to nothing, and its ratios have no end and no
 * part in anything. So bounds end, above all ratios below x = .9 of CTEQ6L1. The density of a heavy quark is
 * small near its mass too, as tau / m^2. Where a parton stays what it is only cells in which its density
 * crosses 0 have more than some ten. */
static const double margin = 1.04, largest_bound = 1e4, largest_heavy = 4e3, largest_own = 100;

static double largest_at(double mass2, double tau)
{
    return fmax(largest_bound, largest_heavy * mass2 / tau);
}

/* Logarithms of eta at the points. Densities at one t, and for each parton the largest from a point on. */
struct densities {
    double log_eta[SAMPLES], t; /* 0: nothing was looked up yet */
    double value[BEAM_PARTONS][SAMPLES], largest[BEAM_PARTONS][SAMPLES];
};

/* The scale of the densities of t, GeV. */
static double scale_of(const struct density_scales *scales, double t) { return scales->factor * sqrt(t); }

static int is_there(const ts_pdf *pdf, int pdg, double q)
{
    static const double x[] = {1e-3, 1e-2, 0.1};
    double own = 0, gluon = 0;
    for (size_t i = 0; i < sizeof x / sizeof *x; ++i) {
        own += ts_pdf_xfx(pdf, pdg, x[i], q);
        gluon += ts_pdf_xfx(pdf, 21, x[i], q);
    }
    return own > 1e-5 * gluon;
}

/* The lowest t at which a density is there, by bisection; 0: it is at the lowest of all, or nowhere. */
static double threshold(const ts_pdf *pdf, int pdg, const struct density_scales *scales)
{
    double low = scales->lowest * (1 + 1e-6), high = scales->highest;
    if (is_there(pdf, pdg, scale_of(scales, low)) || !is_there(pdf, pdg, scale_of(scales, high)))
        return 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = sqrt(low * high);
        *(is_there(pdf, pdg, scale_of(scales, middle)) ? &high : &low) = middle;
    }
    return high;
}

void density_thresholds(const ts_pdf *pdf, struct density_scales *scales)
{
    scales->charm2 = threshold(pdf, CHARM, scales);
    scales->bottom2 = threshold(pdf, BOTTOM, scales);
}

static double eta_of(int sample)
{
    const double odds = odds_low + (odds_high - odds_low) * sample / (SAMPLES - 1);
    return 1 / (1 + exp(-odds));
}

static double mass2_of(int parton, const struct density_scales *scales)
{
    const int flavour = parton > FLAVOURS ? parton - FLAVOURS : parton;
    return flavour == CHARM ? scales->charm2 : flavour == BOTTOM ? scales->bottom2 : 0;
}

/* Looks up at t what the partons of one mass need: their own densities, and all that may come in for them. */
static void look_up(const ts_pdf *pdf, const struct density_scales *scales, double mass2, double t,
                    struct densities *at)
{
    at->t = t;
    for (int parton = 0; parton < BEAM_PARTONS; ++parton) {
        if (mass2 > 0 && parton != GLUON && mass2_of(parton, scales) != mass2)
            continue;
        double *value = at->value[parton], largest = 0;
        pdf_xfx_at(pdf, density_partons[parton], scale_of(scales, t), SAMPLES, at->log_eta, value);
        for (int i = SAMPLES - 1; i >= 0; --i)
            at->largest[parton][i] = largest = fmax(value[i], largest);
    }
}

/* The largest ratio in a cell of eta: of b behind over a before. */
static double largest_of(const struct densities *at, int b, int a, int cell, double most)
{
    double largest = 0;
    for (int i = cell * ETA_POINTS; i < (cell + 1) * ETA_POINTS; ++i) {
        const double least = fmin(at->value[a][i], at->value[a][i + 1]);
        if (least > 0)
            largest = fmax(largest, at->largest[b][i] / least);
    }
    return fmin(margin * largest, most);
}

static void raise(double *bound, double value) { *bound = fmax(*bound, value); }

/* Takes one t into the bounds of a parton that was there. Those of the gluon are for each flavour, and their
 * sum. */
static void take(const struct densities *at, int parton, double most, double *row, double *ways)
{
    for (int cell = 0; cell < ETAS; ++cell, row += 2) {
        raise(&row[0], largest_of(at, parton, parton, cell, largest_own));
        if (parton != GLUON) {
            raise(&row[1], largest_of(at, GLUON, parton, cell, most));
            continue;
        }
        row[1] = 0;
        for (int quark = 1; quark < BEAM_PARTONS; ++quark, ++ways) {
            raise(ways, largest_of(at, quark, GLUON, cell, most));
            row[1] += *ways;
        }
    }
}

/* All octaves of the partons of one mass. */
static void fill(const ts_pdf *pdf, const struct density_scales *scales, double mass2, int taus,
                 struct densities *at, double *table)
{
    const double low = mass2 > 0 ? mass2 * BOUNDS_LEAST_PART : scales->lowest;
    double *rows = table + BOUNDS_HEAD, *ways = rows + (size_t)2 * BEAM_PARTONS * (size_t)(taus * ETAS);
    at->t = 0;
    for (int tau = 0; tau < taus; ++tau)
        for (int i = 0; i <= TAU_POINTS; ++i) {
            /* Octaves share a point, and above the highest t all are one. */
            const double above = low * pow(2, tau + (double)i / TAU_POINTS);
            const double t = fmin(above + mass2, scales->highest);
            if (t != at->t)
                look_up(pdf, scales, mass2, t, at);
            for (int parton = 0; parton < BEAM_PARTONS; ++parton)
                if (mass2_of(parton, scales) == mass2)
                    take(at, parton, largest_at(mass2, above),
                         rows + (size_t)2 * (size_t)((parton * taus + tau) * ETAS),
                         ways + (size_t)(BEAM_PARTONS - 1) * (size_t)(tau * ETAS));
        }
}

static int octaves(const struct density_scales *scales)
{
    double low = scales->lowest;
    if (scales->charm2 > 0)
        low = fmin(low, scales->charm2 * BOUNDS_LEAST_PART);
    if (scales->bottom2 > 0)
        low = fmin(low, scales->bottom2 * BOUNDS_LEAST_PART);
    return (int)fmin(TAUS_MOST, ceil(log2(scales->highest / low)) + 1);
}

ts_status density_bounds_create(ts_context *context, const ts_pdf *pdf, const struct density_scales *scales,
                                double **table, size_t *length)
{
    const int taus = octaves(scales);
    struct densities *at = malloc(sizeof *at);
    *length = BOUNDS_HEAD + (size_t)(3 * BEAM_PARTONS - 1) * (size_t)(taus * ETAS);
    *table = calloc(*length, sizeof **table);
    if (!at || !*table) {
        free(at);
        free(*table);
        *table = NULL;
        return ts_fail_memory(context, "bounds of parton densities");
    }
    for (int i = 0; i < SAMPLES; ++i)
        at->log_eta[i] = log(eta_of(i));
    (*table)[BOUNDS_ETAS] = ETAS;
    (*table)[BOUNDS_ODDS_LOW] = odds_low;
    (*table)[BOUNDS_ODDS_INVERSE] = ETAS / (odds_high - odds_low);
    (*table)[BOUNDS_TAUS] = taus;
    (*table)[BOUNDS_LOG_LOW] = log(scales->lowest);
    const double masses[] = {0, scales->charm2, scales->bottom2};
    for (size_t i = 0; i < sizeof masses / sizeof *masses; ++i)
        if (i == 0 || masses[i] > 0)
            fill(pdf, scales, masses[i], taus, at, *table);
    free(at);
    return TS_OK;
}

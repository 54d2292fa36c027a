/* Numbers and tables of a shower of partons out of two protons, for tests. They are made here, but for the
 * table of densities and that of bounds of their ratios. The densities are those of the embedded set, or of
 * one that is given. */
#ifndef TEST_BEAM_SHOWER_H
#define TEST_BEAM_SHOWER_H

#include "kernel_support.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "shower/beams_layout.h"
#include "shower/density_bounds.h"
#include "shower/parameters.h"

#include <math.h>

#define BEAM_NUMBER(name) BEAM_NUMBER_##name,
enum { SHOWER_PARAMETERS(BEAM_NUMBER) BEAM_SHOWER_PARAMETERS(BEAM_NUMBER) BEAM_NUMBERS };
#undef BEAM_NUMBER

enum { QUARK_FLAVOURS = 5, GLUON = 21 };
static const double beam_energy = 13000, z_mass = 91.1876;

/* Of the coupling: one or two loops with five flavours, alpha_s(m_Z) = .118, or that of the set, at one loop.
 */
enum beam_coupling { COUPLING_TWO_LOOPS, COUPLING_OF_SET };

struct beam_shower {
    ts_context *context;
    ts_pdf *pdf;
    double factor; /* k_F of the scale of densities */
    double numbers[BEAM_NUMBERS];
    double *tables;
    size_t length;
};

static inline double two_loops(double log_t)
{
    const double a = 0.118, b0 = (11 * 3 / 6.0 - 5 / 3.0) / (2 * M_PI);
    const double b1 = (17 * 9 / 6.0 - (5 + 4 / 3.0) * 0.5 * 5) / (4 * M_PI * M_PI);
    const double w = 1 + b0 * a * (log_t - 2 * log(z_mass));
    return a / w * (1 - b1 / b0 * a * log(w) / w);
}

static inline double beam_alpha_s(const struct beam_shower *shower, enum beam_coupling coupling, double log_t)
{
    return coupling == COUPLING_TWO_LOOPS ? two_loops(log_t) : ts_pdf_alpha_s(shower->pdf, exp(log_t / 2));
}

static inline void beam_shower_add(struct beam_shower *shower, double *values, size_t length, double *place)
{
    *place = (double)shower->length;
    shower->tables = realloc(shower->tables, (shower->length + length) * sizeof *shower->tables);
    assert_non_null(shower->tables);
    memcpy(shower->tables + shower->length, values, length * sizeof *values);
    shower->length += length;
    free(values);
}

/* alpha_s and its bound. The table is that of what the test has as a formula. The bound is the chord of 1 /
 * alpha_s from the cutoff to `highest`, with a factor that holds. */
static inline void beam_coupling_numbers(struct beam_shower *shower, enum beam_coupling coupling,
                                         double log_cutoff, double log_highest)
{
    double *n = shower->numbers, *values;
    const double low = 1 / beam_alpha_s(shower, coupling, log_cutoff);
    const double high = 1 / beam_alpha_s(shower, coupling, log_highest);
    const struct alpha_s two = {.type = ALPHA_S_EXPANDED,
                                .order = 1,
                                .largest_flavour = 5,
                                .fixed_flavours = 5,
                                .reference_scale = z_mass,
                                .reference_value = 0.118};
    const struct coupling_span span = {log_cutoff - 1.5, log_highest + 1.5, 800};
    size_t length;
    assert_status(shower->context,
                  coupling_table_create_in(shower->context,
                                           coupling == COUPLING_TWO_LOOPS ? &two : pdf_coupling(shower->pdf),
                                           &span, &values, &length));
    beam_shower_add(shower, values, length, &n[BEAM_NUMBER_coupling_table]);
    n[BEAM_NUMBER_bound_inverse] = low;
    n[BEAM_NUMBER_bound_slope] = (high - low) / (log_highest - log_cutoff);
    n[BEAM_NUMBER_bound_factor] = 1;
    for (int i = 0; i <= 1000; ++i) {
        const double log_t = log_cutoff + (log_highest - log_cutoff) * i / 1000;
        const double ratio = beam_alpha_s(shower, coupling, log_t) *
                             (low + n[BEAM_NUMBER_bound_slope] * (log_t - log_cutoff));
        n[BEAM_NUMBER_bound_factor] = fmax(n[BEAM_NUMBER_bound_factor], 1.0001 * ratio);
    }
}

/* A shower from `highest` down to `cutoff`, both t in GeV^2, with densities of a set at `factor` pT. It
 * owns the context and the set. */
static inline struct beam_shower beam_shower_of_set(ts_context *context, ts_pdf *pdf,
                                                    enum beam_coupling coupling, double cutoff,
                                                    double highest, double factor)
{
    struct beam_shower shower = {.context = context, .pdf = pdf, .factor = factor};
    double *n = shower.numbers, *values;
    size_t length;
    struct density_scales scales = {cutoff, beam_energy * beam_energy, 0, 0, factor};
    density_thresholds(shower.pdf, &scales);
    n[BEAM_NUMBER_cutoff] = n[BEAM_NUMBER_beam_cutoff] = cutoff;
    n[BEAM_NUMBER_log_cutoff] = n[BEAM_NUMBER_beam_log_cutoff] = log(cutoff);
    beam_coupling_numbers(&shower, coupling, log(cutoff), log(highest));
    n[BEAM_NUMBER_beam_root_s] = beam_energy;
    n[BEAM_NUMBER_beam_log_f2] = 2 * log(factor);
    n[BEAM_NUMBER_beam_sign_first] = n[BEAM_NUMBER_beam_sign_second] = 1;
    n[BEAM_NUMBER_beam_charm2] = scales.charm2;
    n[BEAM_NUMBER_beam_bottom2] = scales.bottom2;
    assert_status(shower.context, pdf_table_create(shower.context, shower.pdf, 0, density_partons,
                                                   BEAM_PARTONS, &values, &length));
    beam_shower_add(&shower, values, length, &n[BEAM_NUMBER_beam_densities]);
    assert_status(shower.context,
                  density_bounds_create(shower.context, shower.pdf, &scales, &values, &length));
    beam_shower_add(&shower, values, length, &n[BEAM_NUMBER_beam_bounds]);
    return shower;
}

/* A shower with the embedded set at `factor` pT. */
static inline struct beam_shower beam_shower_create_at(enum beam_coupling coupling, double cutoff,
                                                       double highest, double factor)
{
    ts_context *context;
    ts_pdf *pdf;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    return beam_shower_of_set(context, pdf, coupling, cutoff, highest, factor);
}

static inline struct beam_shower beam_shower_create(enum beam_coupling coupling, double cutoff,
                                                    double highest)
{
    return beam_shower_create_at(coupling, cutoff, highest, 1);
}

static inline void beam_shower_free(struct beam_shower *shower)
{
    free(shower->tables);
    ts_pdf_destroy(&shower->pdf);
    ts_context_destroy(&shower->context);
}

static const char beam_head[] =
    "#define SHOWER_BEAMS 1\n#include \"map.h\"\n#include \"shower/parameters.h\"\n"
    "#define PARAMETER(name) scalar name;\n"
    "typedef struct parameters { SHOWER_PARAMETERS(PARAMETER) BEAM_SHOWER_PARAMETERS(PARAMETER) } parameters;\n"
    "#undef PARAMETER\n";

#endif

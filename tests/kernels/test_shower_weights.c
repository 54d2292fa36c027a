/* What one trial of a shower multiplies the weights of its variations with, against ratios of rates. Some
 * rates and densities are negative, and some trials more than certain. */
#define SHOWER_VARIATIONS 2
#include "beam_shower.h"

#include "shower/event_layout.h"

enum { COUNT = 4096, UP = 2 };
/* What a trial is stands in the rows of the first parton. */
enum { PROBABILITY = EVENT_PARTON, ACCEPTED, TOUCHES, LOG_T, BEFORE, AFTER, LOG_X_BEFORE, LOG_X_AFTER, ROWS };

static double rows[ROWS * COUNT];
static const double factor_r = 0.5;

static const char weights_head[] = "#define SHOWER_VARIATIONS 2\n";
static const char weights_kernel[] = KERNEL_TEXT(MAP(weigh, CONSTANT parameters *, p, GLOBAL const scalar *,
                                                     tables, GLOBAL scalar *, rows, GLOBAL uint32 *,
                                                     offsets) {
    const event_list events = {rows, COUNT, 0, 0, offsets};
    const uint32 slot = (uint32)ELEMENT;
    const index slots = w_index(w_lane() + w_set(slot));
    varied_partons q;
    q.touches = event_fetch(events, EVENT_PARTON + 2, slot) > R(0.5);
    q.before = r_floor_index(event_fetch(events, EVENT_PARTON + 4, slot));
    q.after = r_floor_index(event_fetch(events, EVENT_PARTON + 5, slot));
    q.log_before = event_fetch(events, EVENT_PARTON + 6, slot);
    q.log_after = event_fetch(events, EVENT_PARTON + 7, slot);
    shower_vary(p, tables, events, m_all(), slots, event_fetch(events, EVENT_PARTON + 3, slot),
                event_fetch(events, EVENT_PARTON, slot), event_fetch(events, EVENT_PARTON + 1, slot) > R(0.5),
                &q);
});

static double *row_of(int row, size_t slot) { return &rows[(size_t)row * COUNT + slot]; }

/* Trials with parts of their bounds from -1 to 1.5, of up quarks and gluons. */
static void trials_random(void)
{
    static const double parts[] = {-1, -0.3, 0, 0.2, 0.9, 1, 1.5};
    for (size_t slot = 0; slot < COUNT; ++slot) {
        const double part = parts[slot % 7], x = 0.001 * pow(300, (double)(slot % 101) / 101);
        *row_of(EVENT_VARY, slot) = *row_of(EVENT_VARY + 1, slot) = 1;
        *row_of(PROBABILITY, slot) = part;
        *row_of(ACCEPTED, slot) = part > 0 && slot / 7 % 2;
        *row_of(TOUCHES, slot) = slot / 14 % 4 != 0;
        *row_of(BEFORE, slot) = slot / 56 % 2 ? UP : 0;
        *row_of(AFTER, slot) = slot / 112 % 2 ? UP : 0;
        *row_of(LOG_T, slot) = 2 * log(3 + 80 * (double)(slot % 97) / 97);
        *row_of(LOG_X_BEFORE, slot) = log(x);
        *row_of(LOG_X_AFTER, slot) = log(x) / 2;
    }
}

/* The densities once more, those of up quarks times -1; where they begin. */
static double negative_densities(struct beam_shower *shower)
{
    enum { LOWEST = 1, COEFFICIENTS = 2, RECORD = 16 }; /* of a table (kernels/pdf.h) */
    double *values, place;
    size_t length;
    assert_status(shower->context, pdf_table_create(shower->context, shower->pdf, 0, density_partons,
                                                    BEAM_PARTONS, &values, &length));
    values[LOWEST] = -1e30;
    for (size_t i = (size_t)values[COEFFICIENTS]; i < length; ++i)
        if ((i - (size_t)values[COEFFICIENTS]) / RECORD % BEAM_PARTONS == UP)
            values[i] = -values[i];
    beam_shower_add(shower, values, length, &place);
    return place;
}

static void add_variations(struct beam_shower *shower)
{
    const double negative = negative_densities(shower);
    double *table = calloc(3 * SHOWER_VARIES_NUMBERS, sizeof *table);
    double *first = table + SHOWER_VARIES_NUMBERS, *second = first + SHOWER_VARIES_NUMBERS;
    assert_non_null(table);
    table[SHOWER_VARIES_LOWEST] = 2 * log(ts_pdf_describe(shower->pdf).q_min);
    table[SHOWER_VARIES_HIGHEST] = 2 * log(ts_pdf_describe(shower->pdf).q_max);
    table[SHOWER_VARIES_COUPLING] = shower->numbers[BEAM_NUMBER_coupling_table];
    first[SHOWER_VARIES_LOG_R] = 2 * log(factor_r);
    first[SHOWER_VARIES_SAME] = 1;
    second[SHOWER_VARIES_DENSITIES] = negative;
    beam_shower_add(shower, table, 3 * SHOWER_VARIES_NUMBERS, &shower->numbers[BEAM_NUMBER_beam_varied]);
}

/* v of the emission, or of none (2 g - v r) / (2 g - r) for the rates g of the bound and r, which is none
 * below 0. */
static double expected(size_t slot, double v)
{
    const double part = fmax(fmin(*row_of(PROBABILITY, slot), 1), 0);
    return *row_of(ACCEPTED, slot) > 0 ? v : fmax(2 - v * part, 0) / (2 - part);
}

static void weights_are_ratios_of_rates(void **unused)
{
    static uint32_t offsets[COUNT];
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, z_mass * z_mass);
    struct source head = {0};
    (void)unused;
    add_variations(&shower);
    trials_random();
    source_append(&head, "%s%s#include \"shower/vary.h\"\n", weights_head, beam_head);
    struct kernel kernel = kernel_open_parts(head.text, weights_kernel, COUNT);
    kernel_run(&kernel, "weigh",
               (struct kernel_array[]){{shower.numbers, BEAM_NUMBERS, KERNEL_IN},
                                       {shower.tables, shower.length, KERNEL_IN},
                                       {rows, ROWS * COUNT, KERNEL_IN | KERNEL_OUT},
                                       {offsets, COUNT, KERNEL_WORDS | KERNEL_IN}},
               4);
    for (size_t slot = 0; slot < COUNT; ++slot) {
        const double log_t = *row_of(LOG_T, slot), tolerance = test_double ? 1e-12 : 1e-5;
        const double v = two_loops(log_t + 2 * log(factor_r)) / two_loops(log_t);
        const int there = *row_of(TOUCHES, slot) > 0 && (int)*row_of(BEFORE, slot) == 0;
        const double densities = there && (int)*row_of(AFTER, slot) == UP ? 0 : 1;
        assert_true(fabs(*row_of(EVENT_VARY, slot) - expected(slot, v)) < tolerance);
        assert_true(fabs(*row_of(EVENT_VARY + 1, slot) - expected(slot, densities)) < tolerance);
    }
    kernel_close(&kernel);
    source_free(&head);
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_ratios_of_rates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Showered events for tests: quark and antiquark of one energy in all directions, on the device and in the
 * precision of the command line. The numbers of the shower are made here, not by what makes them for a card.
 */
#ifndef TEST_SHOWER_EVENTS_H
#define TEST_SHOWER_EVENTS_H

#include "kernel_support.h"
#include "pdf/table.h"
#include "shower/event_layout.h"
#include "shower/parameters.h"
#include "study/bench.h"
#include "study/shower_list_layout.h"

#include <math.h>

#define NAME(name) NUMBER_##name,
enum { NUMBER_log_s, NUMBER_energy, SHOWER_PARAMETERS(NAME) NUMBERS };
#undef NAME

enum { SHOWER_GRID = 8 };
static const double shower_energy = 91.2, shower_m_z = 91.1876;

/* alpha_s at two loops with five flavours. */
static inline double alpha_s_of(double log_t)
{
    const double a = 0.118, b0 = (11 * 3 / 6.0 - 2 * 0.5 * 5 / 3) / (2 * M_PI);
    const double b1 = (17 * 9 / 6.0 - (5 + 4 / 3.0) * 0.5 * 5) / (4 * M_PI * M_PI);
    const double w = 1 + b0 * a * (log_t - 2 * log(shower_m_z));
    return a / w * (1 - b1 / b0 * a * log(w) / w);
}

/* Cutoff 1 GeV. The inverse coupling is concave in ln t: its chord lies below it. */
static inline void shower_numbers(double numbers[NUMBERS])
{
    const double log_s = 2 * log(shower_energy);
    memset(numbers, 0, NUMBERS * sizeof *numbers);
    numbers[NUMBER_log_s] = log_s;
    numbers[NUMBER_energy] = shower_energy / 2;
    numbers[NUMBER_cutoff] = 1;
    numbers[NUMBER_bound_inverse] = 1 / alpha_s_of(0);
    numbers[NUMBER_bound_slope] = (1 / alpha_s_of(log_s) - 1 / alpha_s_of(0)) / log_s;
    numbers[NUMBER_bound_factor] = 1 + 1e-6;
}

/* The table of that alpha_s, behind a grid of two bins. */
static inline double *shower_grid(ts_context *context, size_t *length)
{
    static const double even[SHOWER_GRID] = {0, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 0.5};
    const struct alpha_s coupling = {.type = ALPHA_S_EXPANDED,
                                     .order = 1,
                                     .largest_flavour = 5,
                                     .fixed_flavours = 5,
                                     .reference_scale = shower_m_z,
                                     .reference_value = 0.118};
    const struct coupling_span span = {0, 2 * log(shower_energy), 200};
    double *values;
    assert_status(context, coupling_table_create_in(context, &coupling, &span, &values, length));
    double *grid = malloc((SHOWER_GRID + *length) * sizeof *grid);
    assert_non_null(grid);
    memcpy(grid, even, sizeof even);
    memcpy(grid + SHOWER_GRID, values, *length * sizeof *values);
    free(values);
    *length += SHOWER_GRID;
    return grid;
}

static const char shower_head[] =
    "#define DIMENSIONS 2\n#define EVOLVES 1\n#define GRID_BINS 2\n#include \"integrand.h\"\n"
    "#include \"phase_space/direction.h\"\n#include \"shower/parameters.h\"\n#define PARAMETER(name) scalar name;\n"
    "typedef struct parameters { scalar log_s, energy; SHOWER_PARAMETERS(PARAMETER) } parameters;\n#undef PARAMETER\n"
    "#include \"shower/shower.h\"\n#define STATE 2\n";
static const char shower_process[] = KERNEL_TEXT(
    FN mask integrand_sample(CONSTANT parameters * p, const real x[DIMENSIONS], real state[STATE]) {
        (void)p;
        state[0] = x[0];
        state[1] = x[1];
        return m_all();
    }

    FN real integrand_weight(CONSTANT parameters * p, GLOBAL const scalar *tables, event_number event,
                             event_state state, event_team team, real fill[FILL_SLOTS], mask *doubtful) {
        (void)p, (void)tables, (void)event, (void)state, (void)team, (void)fill;
        *doubtful = m_none();
        return R(1.0);
    }

    FN void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                            event_state state, event_list events, uint32 slot) {
        (void)tables, (void)event;
        vector4 quark = isotropic_momentum(state_fetch(state, 0), state_fetch(state, 1), r_set(p->energy));
        vector4 other = {quark.e, -quark.x, -quark.y, -quark.z};
        event_begin(events, slot, r_set(p->log_s));
        event_set_parton(events, slot, 0, quark, R(2.0), R(1.0), R(0.0));
        event_set_parton(events, slot, 1, other, R(-2.0), R(0.0), R(1.0));
        event_join(events, slot, 0, 0, 1);
        dipoles_measure_all(p, events, slot, 1);
    });

struct shower_events {
    size_t slots;
    int most_partons;
    double *rows; /* [row][slots] */
};

static inline double event_number_of(const struct shower_events *events, size_t slot, int row)
{
    return events->rows[(size_t)row * events->slots + slot];
}

static inline double parton_number(const struct shower_events *events, size_t slot, int parton, int row)
{
    return event_number_of(events, slot, EVENT_PARTON + PARTON_ROWS * parton + row);
}

static inline uint32_t *shower_request(uint64_t first, uint64_t seed, size_t slots, size_t *words)
{
    *words = LIST_TAKEN + slots / LIST_ITEM + slots;
    uint32_t *request = calloc(*words, sizeof *request);
    assert_non_null(request);
    request[LIST_FIRST_LOW] = (uint32_t)first;
    request[LIST_FIRST_HIGH] = (uint32_t)(first >> 32);
    request[LIST_SEED_LOW] = (uint32_t)seed;
    request[LIST_SEED_HIGH] = (uint32_t)(seed >> 32);
    request[LIST_SLOTS] = (uint32_t)slots;
    request[LIST_TABLES] = SHOWER_GRID;
    for (size_t i = 0; i < slots; ++i)
        request[LIST_TAKEN + slots / LIST_ITEM + i] = (uint32_t)i;
    return request;
}

/* Events `first` and on, `slots` of them, a multiple of LIST_ITEM; `constants` go before the program. */
static inline struct shower_events shower_events_make(const char *constants, int most_partons, uint64_t first,
                                                      size_t slots)
{
    struct shower_events events = {slots, most_partons, NULL};
    struct source head = {0};
    double numbers[NUMBERS];
    size_t words, grid_length, length = (size_t)(EVENT_ROWS_FOR(most_partons) + 1) * slots;
    uint32_t *request = shower_request(first, 1, slots, &words);
    source_append(&head, "%s#define MOST_PARTONS %d\n%s%s", constants, most_partons, shower_head,
                  shower_process);
    source_append(&head, "\n");
    bench_put_kernel(&head, "shower_list.h");
    struct kernel kernel = kernel_open_parts(head.text, "", 64);
    source_free(&head);
    kernel.count = slots / LIST_ITEM * kernel.program->lanes;
    double *grid = shower_grid(kernel.context, &grid_length);
    shower_numbers(numbers);
    events.rows = malloc(length * sizeof *events.rows);
    assert_non_null(events.rows);
    kernel_run(&kernel, "list_events",
               (struct kernel_array[]){{numbers, NUMBERS, KERNEL_IN},
                                       {grid, grid_length, KERNEL_IN},
                                       {request, words, KERNEL_IN | KERNEL_WORDS},
                                       {events.rows, length, KERNEL_OUT}},
               4);
    kernel_close(&kernel);
    free(request);
    free(grid);
    return events;
}

#endif

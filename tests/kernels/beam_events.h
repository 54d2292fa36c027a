/* Events that shower between two protons from a beginning that a test says, as lists of their rows. */
#ifndef TEST_BEAM_EVENTS_H
#define TEST_BEAM_EVENTS_H

#include "beam_shower.h"

#include "shower/event_layout.h"
#include "study/bench.h"
#include "study/shower_list_layout.h"

/* How an event begins: integrand_begin() in kernel C, and numbers that it has behind those of the shower. */
struct beam_process {
    const char *constants, *parameters, *begin; /* `constants`: what stands before all */
    const double *numbers;
    size_t count; /* with those of the shower */
};

static const char beam_process_head[] =
    "#define DIMENSIONS 2\n#define EVOLVES 1\n#define GRID_BINS 2\n#define SHOWER_BEAMS 1\n"
    "#include \"integrand.h\"\n#include \"shower/parameters.h\"\n#define PARAMETER(name) scalar name;\n"
    "typedef struct parameters { SHOWER_PARAMETERS(PARAMETER) BEAM_SHOWER_PARAMETERS(PARAMETER)\n";
static const char beam_process_middle[] =
    "} parameters;\n#undef PARAMETER\n#include \"shower/shower.h\"\n#define STATE 2\n";
static const char beam_process_sample[] = KERNEL_TEXT(
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
    });

struct events {
    size_t slots;
    int room;
    double *rows; /* [row][slots] */
};

static inline double number_of(const struct events *events, size_t slot, int row)
{
    return events->rows[(size_t)row * events->slots + slot];
}

static inline double parton_of(const struct events *events, size_t slot, int parton, int row)
{
    return number_of(events, slot, EVENT_PARTON + PARTON_ROWS * parton + row);
}

/* Events with room for so many particles. */
static inline struct events beam_events_make(const struct beam_shower *shower,
                                             const struct beam_process *process, int room, size_t slots)
{
    enum { GRID = 8 };
    static const double grid[GRID] = {0, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 0.5};
    struct events events = {slots, room, NULL};
    struct source head = {0};
    const size_t words = LIST_TAKEN + slots / LIST_ITEM + slots;
    const size_t length = (size_t)(EVENT_ROWS_FOR(room) + 1) * slots;
    uint32_t *request = calloc(words, sizeof *request);
    double *tables = malloc((GRID + shower->length) * sizeof *tables);
    double *numbers = malloc(process->count * sizeof *numbers);
    events.rows = malloc(length * sizeof *events.rows);
    assert_true(request && tables && numbers && events.rows);
    memcpy(numbers, process->numbers, process->count * sizeof *numbers);
    memcpy(tables, grid, sizeof grid);
    memcpy(tables + GRID, shower->tables, shower->length * sizeof *tables);
    request[LIST_SEED_LOW] = 1;
    request[LIST_SLOTS] = (uint32_t)slots;
    request[LIST_TABLES] = GRID;
    for (size_t i = 0; i < slots; ++i)
        request[LIST_TAKEN + slots / LIST_ITEM + i] = (uint32_t)i;
    source_append(&head, "#define MOST_PARTONS %d\n", room);
    source_append(&head, "%s%s%s\n%s%s%s", process->constants, beam_process_head, process->parameters,
                  beam_process_middle, beam_process_sample, process->begin);
    source_append(&head, "\n");
    bench_put_kernel(&head, "shower_list.h");
    struct kernel kernel = kernel_open_parts(head.text, "", 64);
    kernel.count = slots / LIST_ITEM * kernel.program->lanes;
    kernel_run(&kernel, "list_events",
               (struct kernel_array[]){{numbers, process->count, KERNEL_IN},
                                       {tables, GRID + shower->length, KERNEL_IN},
                                       {request, words, KERNEL_IN | KERNEL_WORDS},
                                       {events.rows, length, KERNEL_OUT}},
               4);
    kernel_close(&kernel);
    source_free(&head);
    free(request);
    free(tables);
    free(numbers);
    return events;
}

#endif

#include "events/single_events.h"

#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "device/ranks/ranks_device.h"
#include "event/request.h"
#include "integrate/grid.h"

#include <stdlib.h>
#include <string.h>

/* Events of a run that an item of the CPU weighs: a few times what it packs together. */
enum { PIECE = 1024 };

size_t single_events_scalar(const struct single_events *list)
{
    return list->wide ? sizeof(double) : sizeof(float);
}

static int is_wide(const struct integrand *integrand)
{
    return integrand->double_precision || integrand->mixed || integrand->two_stages;
}

struct program_text single_events_program(const struct integrand *integrand, struct source *source)
{
    source_append(source, "%s%s", integrand->two_stages ? "#define EVENTS_FILL 1\n" : "", integrand->text);
    return (struct program_text){.text = source->text,
                                 .double_precision = is_wide(integrand),
                                 .with_events = integrand->with_events,
                                 .compile_seconds = integrand->compile_seconds,
                                 .kind = PROGRAM_EVENTS};
}

static ts_status compile(ts_context *context, struct device *device, const struct integrand *integrand,
                         struct single_events *list, struct single_events_part *part)
{
    struct source source = {0};
    const struct program_text text = single_events_program(integrand, &source);
    double seconds = 0;
    ts_status status = source.failed ? ts_fail_memory(context, "a program")
                                     : device_compile(context, device, &text, &part->program, &seconds);
    list->seconds_compile += seconds;
    source_free(&source);
    return status;
}

ts_status event_shared_create(ts_context *context, struct device *device, const struct integrand *integrands,
                              const struct integral *parts, size_t count, int threads,
                              struct event_shared *shared)
{
    size_t grids = 0, taken = 0;
    struct device *devices[MANY_MOST];
    *shared = (struct event_shared){.threads = threads};
    shared->part_count = many_parts(ranks_device_own(device), devices);
    for (size_t i = 0; i < count; ++i)
        grids += parts[i].grid_length;
    const size_t length = grids + integrands[0].table_length;
    double *values = malloc(length * sizeof *values);
    shared->tables = (uint32_t)grids;
    if (!values)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < count; taken += parts[i++].grid_length)
        memcpy(values + taken, parts[i].grid, parts[i].grid_length * sizeof *values);
    if (integrands[0].table_length)
        memcpy(values + grids, integrands[0].tables, integrands[0].table_length * sizeof *values);
    ts_status status = TS_OK;
    for (size_t i = 0; i < shared->part_count && !status; ++i)
        status = scalars_create(context, devices[i], is_wide(&integrands[0]), values, length,
                                &shared->parts[i].buffer);
    free(values);
    return status;
}

void event_shared_destroy(struct event_shared *shared)
{
    for (size_t i = 0; i < shared->part_count; ++i) {
        device_buffer_destroy(&shared->parts[i].buffer);
        device_buffer_destroy(&shared->parts[i].request);
        device_buffer_destroy(&shared->parts[i].rows);
        free(shared->parts[i].words);
    }
    host_memory_free(&shared->values);
    *shared = (struct event_shared){0};
}

/* Room on a part for so many words of a request and bytes of rows: what there is does not stay. */
static ts_status make_room(ts_context *context, struct event_shared_part *shared, struct device *device,
                           size_t words, size_t bytes)
{
    ts_status status = TS_OK;
    if (words > shared->word_room) {
        device_buffer_destroy(&shared->request);
        free(shared->words);
        shared->word_room = 0;
        shared->words = malloc(words * sizeof *shared->words);
        status = shared->words ? device_buffer_create(context, device, words * sizeof *shared->words, NULL,
                                                      &shared->request)
                               : ts_fail_memory(context, "a list of events");
        shared->word_room = status ? 0 : words;
    }
    if (!status && (!shared->rows || bytes > shared->rows->bytes)) {
        device_buffer_destroy(&shared->rows);
        status = device_buffer_create(context, device, bytes, NULL, &shared->rows);
    }
    return status;
}

/* Room on the host for so many bytes of rows. */
static ts_status make_values_room(ts_context *context, const struct single_events *list,
                                  struct event_shared *shared, size_t bytes)
{
    return host_memory_reserve(context, list->parts[0].program->device, bytes, &shared->values);
}

/* Where the share of a part begins among `count` events. */
static uint32_t begin_of(const struct single_events *list, size_t part, uint32_t count)
{
    return (uint32_t)((uint64_t)count * part / list->part_count);
}

enum { FACTS = 11 };

/* What the program of a part says of itself. */
static ts_status ask_facts(ts_context *context, struct device *device, struct single_events *list,
                           struct single_events_part *part)
{
    double *facts = NULL;
    size_t count;
    struct device_buffer *buffers[MAP_BUFFERS] = {NULL};
    const size_t bytes = FACTS * single_events_scalar(list);
    ts_status status = device_buffer_create(context, device, bytes, NULL, &buffers[MAP_BUFFERS - 1]);
    if (!status)
        status = device_map(context, part->program, "list_facts", buffers, 1);
    if (!status)
        status = scalars_read(context, buffers[MAP_BUFFERS - 1], list->wide, &facts, &count);
    device_buffer_destroy(&buffers[MAP_BUFFERS - 1]);
    if (!status) {
        part->row_count = (int)facts[0];
        list->record_rows = (int)facts[1];
        part->events_of_item = (uint32_t)facts[2];
        list->extra_rows = (int)facts[3];
        part->weigh_rows = (int)facts[4];
        list->weigh_rows = part->weigh_rows > list->weigh_rows ? part->weigh_rows : list->weigh_rows;
        list->showers = (int)facts[5];
        list->particles = (int)facts[6];
        list->configurations = (int)facts[7];
        part->squares = (struct map_groups){(size_t)facts[8], (size_t)facts[9]};
        part->events_of_squares = (uint32_t)facts[10];
    }
    free(facts);
    return status;
}

/* The parameters of all channels, one behind the other. */
static ts_status hand_over_parameters(ts_context *context, struct device *device,
                                      const struct integrand *const *integrands,
                                      const struct single_events *list, struct single_events_part *part)
{
    const size_t each = integrands[0]->parameter_count;
    double *all = malloc((list->channel_count * each + 1) * sizeof *all);
    if (!all)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < list->channel_count; ++i)
        memcpy(all + i * each, integrands[i]->parameters, each * sizeof *all);
    const ts_status status = scalars_create(context, device, list->wide, all, list->channel_count * each,
                                            &part->parameters);
    free(all);
    return status;
}

/* With many ranks each makes its share of the events, by its own device. */
ts_status single_events_create(ts_context *context, struct device *device,
                               const struct integrand *const *integrands, const size_t *grids, size_t count,
                               uint64_t seed, struct single_events *list)
{
    struct device *devices[MANY_MOST];
    *list = (struct single_events){.seed = seed, .wide = is_wide(integrands[0]), .channel_count = count};
    list->part_count = many_parts(ranks_device_own(device), devices);
    list->units = malloc(count * sizeof *list->units);
    list->grids = malloc(count * sizeof *list->grids);
    if (!list->units || !list->grids)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < count; ++i) {
        list->units[i] = integrands[i]->unit;
        list->grids[i] = (uint32_t)grids[i];
    }
    ts_status status = TS_OK;
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        status = compile(context, devices[i], integrands[0], list, &list->parts[i]);
        if (!status)
            status = hand_over_parameters(context, devices[i], integrands, list, &list->parts[i]);
        if (!status)
            status = ask_facts(context, devices[i], list, &list->parts[i]);
    }
    return status;
}

void single_events_destroy(struct single_events *list)
{
    for (size_t i = 0; i < list->part_count; ++i) {
        if (list->parts[i].program) /* which may be at work still */
            device_wait(NULL, list->parts[i].program->device);
        device_buffer_destroy(&list->parts[i].parameters);
        device_release(&list->parts[i].program);
    }
    free(list->units);
    free(list->grids);
    *list = (struct single_events){0};
}

static void begin_request(const struct single_events *list, uint32_t tables, uint64_t first, uint32_t slots,
                          uint32_t *request)
{
    request[LIST_FIRST_LOW] = (uint32_t)first;
    request[LIST_FIRST_HIGH] = (uint32_t)(first >> 32);
    request[LIST_SEED_LOW] = (uint32_t)list->seed;
    request[LIST_SEED_HIGH] = (uint32_t)(list->seed >> 32);
    request[LIST_SLOTS] = slots;
    request[LIST_TABLES] = tables;
    request[LIST_RUNS] = 0;
}

static void put_run(const struct single_events *list, uint32_t *run, uint32_t channel, uint64_t first,
                    uint32_t begin, uint32_t count)
{
    run[RUN_CHANNEL] = channel;
    run[RUN_GRID] = list->grids[channel];
    run[RUN_FIRST_LOW] = (uint32_t)first;
    run[RUN_FIRST_HIGH] = (uint32_t)(first >> 32);
    run[RUN_BEGIN] = begin;
    run[RUN_COUNT] = count;
    run[RUN_SURVIVORS] = 0;
}

/* Asks a part for `count` of the events of all runs, from number `skipped` on, in pieces. */
static void request_weights(const struct single_events *list, const struct single_events_part *part,
                            uint32_t tables, const struct event_span *runs, uint32_t skipped, uint32_t count,
                            uint32_t *request)
{
    uint32_t done = 0, *pieces = request + LIST_TAKEN;
    begin_request(list, tables, 0, count, request);
    for (const struct event_span *run = runs; done < count; ++run) {
        uint32_t at = skipped < run->count ? skipped : run->count;
        skipped -= at;
        while (at < run->count && done < count) {
            uint32_t more = run->count - at < count - done ? run->count - at : count - done;
            if (part->weigh_rows == 1 && more > PIECE)
                more = PIECE;
            put_run(list, pieces + RUN_WORDS * request[LIST_RUNS]++, run->channel, run->first + at, done,
                    more);
            at += more;
            done += more;
        }
    }
}

/* Hands over what is asked of a part, and launches a kernel over it. */
static ts_status launch(ts_context *context, const struct single_events_part *part,
                        const struct event_shared_part *shared, const char *kernel, uint64_t items)
{
    struct device_buffer *const buffers[MAP_BUFFERS] = {part->parameters, shared->buffer, shared->request,
                                                        shared->rows};
    const ts_status status = device_buffer_write(context, shared->request, shared->words);
    return status ? status : device_map(context, part->program, kernel, buffers, items);
}

/* What a GPU does with the survivors of `count` events. */
static ts_status weigh_survivors(ts_context *context, const struct single_events_part *part,
                                 const struct event_shared_part *shared, uint32_t count)
{
    struct device_buffer *const buffers[MAP_BUFFERS] = {part->parameters, shared->buffer, shared->request,
                                                        shared->rows};
    const uint64_t events = part->events_of_squares;
    ts_status status = TS_OK;
    if (events)
        status = device_map_groups(context, part->program, "list_square", part->squares, buffers,
                                   (count + events - 1) / events * part->squares.threads);
    return status ? status : device_map(context, part->program, "list_weigh", buffers, count);
}

/* A part begins to weigh events. */
static ts_status begin_weighing(ts_context *context, const struct single_events *list, size_t number,
                                struct event_shared *shared, const struct event_span *runs, size_t run_count,
                                uint32_t skipped, uint32_t count)
{
    const struct single_events_part *part = &list->parts[number];
    struct event_shared_part *own = &shared->parts[number];
    const int two = part->weigh_rows > 1;
    const size_t words = LIST_TAKEN + RUN_WORDS * (run_count + count / PIECE + 1);
    ts_status status = make_room(context, own, part->program->device, words,
                                 (size_t)part->weigh_rows * count * single_events_scalar(list));
    if (status)
        return status;
    request_weights(list, part, shared->tables, runs, skipped, count, own->words);
    if (!two)
        return launch(context, part, own, "list_weigh", own->words[LIST_RUNS]);
    status = launch(context, part, own, "list_sample_all", count);
    return status ? status : weigh_survivors(context, part, own, count);
}

/* Events of all runs, and those of them that this rank weighs. */
static uint32_t own_share(ts_context *context, const struct event_span *runs, size_t run_count,
                          uint32_t *count, uint64_t *begin)
{
    *count = 0;
    for (size_t i = 0; i < run_count; ++i)
        *count += runs[i].count;
    return (uint32_t)ranks_share(context, ranks_own(context), *count, begin);
}

ts_status single_events_begin(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_span *runs, size_t run_count)
{
    uint32_t all;
    uint64_t skipped;
    const uint32_t count = own_share(context, runs, run_count, &all, &skipped);
    ts_status status = TS_OK;
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        const uint32_t begin = begin_of(list, i, count), end = begin_of(list, i + 1, count);
        if (end > begin)
            status = begin_weighing(context, list, i, shared, runs, run_count, (uint32_t)skipped + begin,
                                    end - begin);
    }
    return status;
}

/* The weights of this rank, as they come from the device: each part is waited for. */
static ts_status read_weights(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, uint32_t count)
{
    const size_t scalar = single_events_scalar(list);
    ts_status status = make_values_room(context, list, shared, count * scalar);
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        const uint32_t begin = begin_of(list, i, count), end = begin_of(list, i + 1, count);
        if (end > begin)
            status = device_buffer_read_front(context, shared->parts[i].rows,
                                              (char *)shared->values.bytes + begin * scalar,
                                              (end - begin) * scalar);
    }
    return status;
}

/* Weights as they come from the device, and in pb. */
struct conversion {
    const struct single_events *list;
    const struct event_span *runs;
    const void *values;
    double *weights;
    uint32_t count;
};

enum { CONVERTED = 1 << 14 };

static void convert(void *data, int thread, uint64_t piece)
{
    (void)thread;
    const struct conversion *work = data;
    const struct event_span *run = work->runs;
    uint32_t at = (uint32_t)piece * CONVERTED, begin = 0;
    const uint32_t end = work->count - at < CONVERTED ? work->count : at + CONVERTED;
    for (; at < end; begin += run++->count) {
        const double unit = work->list->units[run->channel];
        for (; at < end && at < begin + run->count; ++at)
            work->weights[at] = unit * (work->list->wide ? ((const double *)work->values)[at]
                                                         : (double)((const float *)work->values)[at]);
    }
}

/* Puts together the columns of all ranks: `rows` of each of `count` events. */
static ts_status exchange(ts_context *context, const void *own, void *all, size_t rows, uint32_t count,
                          size_t bytes)
{
    const size_t ranks = (size_t)ranks_count(context);
    size_t *sizes = calloc(ranks, sizeof *sizes);
    uint64_t begin;
    if (!sizes)
        return ts_fail_memory(context, "a list of events");
    for (size_t rank = 0; rank < ranks; ++rank)
        sizes[rank] = rows * ranks_share(context, (int)rank, count, &begin) * bytes;
    const ts_status status = ranks_gather(context, "a list of events", TS_OK, own, all, sizes);
    free(sizes);
    return status;
}

ts_status single_events_weights(ts_context *context, const struct single_events *list,
                                struct event_shared *shared, const struct event_span *runs, size_t run_count,
                                double *weights)
{
    uint32_t count;
    uint64_t begin;
    void *all = NULL;
    const uint32_t share = own_share(context, runs, run_count, &count, &begin);
    ts_status status = read_weights(context, list, shared, share);
    if (!status && ranks_count(context) > 1) {
        all = malloc(((size_t)count + 1) * single_events_scalar(list));
        status = all ? exchange(context, shared->values.bytes, all, 1, count, single_events_scalar(list))
                     : ts_fail_memory(context, "a list of events");
    }
    struct conversion work = {.list = list, .runs = runs, .count = count};
    work.values = all ? all : shared->values.bytes;
    work.weights = weights;
    if (!status)
        status = parallel_run(context, shared->threads, (count + CONVERTED - 1) / CONVERTED, convert, &work);
    free(all);
    return status;
}

ts_status single_events_weigh(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_span *runs, size_t run_count,
                              double *weights)
{
    const ts_status status = single_events_begin(context, list, shared, runs, run_count);
    return status ? status : single_events_weights(context, list, shared, runs, run_count, weights);
}

/* Gives each event a slot: those of a channel begin with an item of their own. Returns the number of slots.
 */
static uint32_t give_slots(uint32_t of_item, const struct event_wanted *wanted, uint32_t count,
                           uint32_t *slots)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (i && wanted[i].channel != wanted[i - 1].channel)
            next = (next + of_item - 1) / of_item * of_item;
        slots[i] = next++;
    }
    return (next + of_item - 1) / of_item * of_item;
}

/* The records that a part makes. */
struct record_share {
    const struct event_wanted *wanted;
    uint32_t *slots;     /* in which column of the rows each event stands */
    uint32_t count, all; /* events, and columns */
    char *rows;          /* on the host */
};

/* Asks a part for records. What is left of an item is the last event again. */
static void request_records(const struct single_events *list, const struct single_events_part *part,
                            uint32_t tables, const struct record_share *share, uint32_t *request)
{
    const struct event_wanted *wanted = share->wanted;
    const uint32_t items = share->all / part->events_of_item, *slots = share->slots;
    uint32_t *offsets = request + LIST_TAKEN + items, *runs = offsets + share->all;
    uint64_t first = wanted[0].number;
    begin_request(list, tables, first, share->all, request);
    for (uint32_t i = 0; i < share->count; ++i) {
        if (i && wanted[i].channel != wanted[i - 1].channel)
            first = wanted[i].number;
        put_run(list, runs + RUN_WORDS * (slots[i] / part->events_of_item), wanted[i].channel, first, 0, 0);
        for (uint32_t slot = slots[i]; slot < (i + 1 < share->count ? slots[i + 1] : share->all); ++slot)
            offsets[slot] = (uint32_t)(wanted[i].number - first);
    }
}

/* Rows of neighbouring events become records one behind the other. */
struct turning {
    const struct single_events *list;
    const struct record_share *share;
    void *records;
    size_t stride;
};

enum { TURNED = 1024, TILE = 8 /* events: neighbours in a cache line */ };

#define TURN(type)                                                                     \
    for (uint32_t i = first; i < end; i += TILE)                                       \
        for (size_t row = 0; row < rows; ++row)                                        \
            for (uint32_t k = i; k < end && k < i + TILE; ++k)                         \
                ((type *)work->records)[share->wanted[k].place * work->stride + row] = \
                    ((const type *)(const void *)share->rows)[row * share->all + share->slots[k]];

static void turn(void *data, int thread, uint64_t piece)
{
    (void)thread;
    const struct turning *work = data;
    const struct record_share *share = work->share;
    const size_t rows = (size_t)work->list->record_rows;
    const uint32_t first = (uint32_t)piece * TURNED;
    const uint32_t end = share->count - first < TURNED ? share->count : first + TURNED;
    if (work->list->wide) {
        TURN(double)
    } else {
        TURN(float)
    }
}

/* A part begins to make its records. */
static ts_status begin_records(ts_context *context, const struct single_events *list, size_t number,
                               struct event_shared *shared, const struct record_share *share)
{
    const struct single_events_part *part = &list->parts[number];
    struct event_shared_part *own = &shared->parts[number];
    const uint32_t items = share->all / part->events_of_item;
    const ts_status status = make_room(context, own, part->program->device,
                                       LIST_TAKEN + share->all + (1 + RUN_WORDS) * (size_t)items,
                                       (size_t)part->row_count * share->all * single_events_scalar(list));
    if (status)
        return status;
    request_records(list, part, shared->tables, share, own->words);
    return launch(context, part, own, "list_events", items);
}

/* All parts begin, then each is waited for, and its rows become records. */
static ts_status make_records(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct record_share *shares, void *records,
                              size_t stride)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < list->part_count && !status; ++i)
        if (shares[i].count)
            status = begin_records(context, list, i, shared, &shares[i]);
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        const struct record_share *share = &shares[i];
        struct turning work = {list, share, records, stride};
        if (!share->count)
            continue;
        status = device_buffer_read_front(context, shared->parts[i].rows, share->rows,
                                          (size_t)list->record_rows * share->all *
                                              single_events_scalar(list));
        if (!status)
            status = parallel_run(context, shared->threads, (share->count + TURNED - 1) / TURNED, turn,
                                  &work);
    }
    return status;
}

static ts_status record_own(ts_context *context, const struct single_events *list,
                            struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                            void *records, size_t stride)
{
    struct record_share shares[MANY_MOST];
    size_t bytes = 0;
    uint32_t *slots = malloc((count + 1) * sizeof *slots);
    if (!slots)
        return ts_fail_memory(context, "a list of events");
    for (size_t i = 0; i < list->part_count; ++i) {
        const uint32_t begin = begin_of(list, i, count), own = begin_of(list, i + 1, count) - begin;
        shares[i] = (struct record_share){wanted + begin, slots + begin, own, 0, NULL};
        shares[i].all = give_slots(list->parts[i].events_of_item, wanted + begin, own, slots + begin);
        bytes += (size_t)list->record_rows * shares[i].all * single_events_scalar(list);
    }
    ts_status status = make_values_room(context, list, shared, bytes);
    char *rows = shared->values.bytes;
    for (size_t i = 0; i < list->part_count && !status; ++i) {
        shares[i].rows = rows;
        rows += (size_t)list->record_rows * shares[i].all * single_events_scalar(list);
    }
    if (!status)
        status = make_records(context, list, shared, shares, records, stride);
    free(slots);
    return status;
}

/* How many of the events go into one launch: where they shower, those of a channel. */
static uint32_t of_launch(const struct single_events *list, const struct event_wanted *wanted, uint32_t count)
{
    uint32_t same = 0;
    while (same < count && (!list->showers || wanted[same].channel == wanted[0].channel))
        ++same;
    return same;
}

static ts_status record_all(ts_context *context, const struct single_events *list,
                            struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                            void *records, size_t stride)
{
    ts_status status = TS_OK;
    for (uint32_t done = 0, more; done < count && !status; done += more) {
        more = of_launch(list, wanted + done, count - done);
        status = record_own(context, list, shared, wanted + done, more, records, stride);
    }
    return status;
}

/* Each rank makes its share of the records, and all get those of all. */
static ts_status record_share(ts_context *context, const struct single_events *list,
                              struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                              struct event_wanted *own_wanted, char *own, char *all)
{
    const size_t rows = (size_t)list->record_rows;
    uint64_t begin;
    const uint32_t share = (uint32_t)ranks_share(context, ranks_own(context), count, &begin);
    for (uint32_t i = 0; i < share; ++i) {
        own_wanted[i] = wanted[begin + i];
        own_wanted[i].place = i;
    }
    const ts_status status = record_all(context, list, shared, own_wanted, share, own, rows);
    return status ? status : exchange(context, own, all, rows, count, single_events_scalar(list));
}

static ts_status record_shares(ts_context *context, const struct single_events *list,
                               struct event_shared *shared, const struct event_wanted *wanted, uint32_t count,
                               void *records, size_t stride)
{
    const size_t scalar = single_events_scalar(list), bytes = (size_t)list->record_rows * scalar;
    char *own = malloc((count + 1) * bytes), *all = malloc((count + 1) * bytes);
    struct event_wanted *own_wanted = malloc((count + 1) * sizeof *own_wanted);
    const ts_status status = own && all && own_wanted
                                 ? record_share(context, list, shared, wanted, count, own_wanted, own, all)
                                 : ts_fail_memory(context, "a list of events");
    for (uint32_t i = 0; i < count && !status; ++i)
        memcpy((char *)records + wanted[i].place * stride * scalar, all + i * bytes, bytes);
    free(own);
    free(all);
    free(own_wanted);
    return status;
}

ts_status single_events_record(ts_context *context, struct single_events *list, struct event_shared *shared,
                               const struct event_wanted *wanted, uint32_t count, void *records,
                               size_t stride)
{
    return ranks_count(context) > 1 ? record_shares(context, list, shared, wanted, count, records, stride)
                                    : record_all(context, list, shared, wanted, count, records, stride);
}

/* The CPU: programs are shared objects, a lane is an element of a SIMD vector,
 * threads share out blocks of work. */
#include "device/cpu/cpu.h"

#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "device/text.h"
#include "device/totals.h"
#include "program/program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char processor[96] = "processor";

/* The processor's name, as /proc/cpuinfo has it. */
static void find_processor(void)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (!file)
        return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !value)
            continue;
        value[strcspn(value, "\n")] = 0;
        snprintf(processor, sizeof processor, "%s", value + 2);
        break;
    }
    fclose(file);
}

static const char *instructions(void)
{
    const char *level = cpu_level();
    return !strcmp(level, "x86-64-v4")   ? "AVX-512"
           : !strcmp(level, "x86-64-v3") ? "AVX2"
           : !strncmp(level, "x86", 3)   ? "SSE2"
           : !strncmp(level, "arm", 3)   ? "NEON"
                                         : level;
}

/* To write /proc/cpuinfo takes the system a tenth of a millisecond: it is read once. */
static void describe(char *text, size_t bytes, int threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_processor);
    snprintf(text, bytes, "%s, %d thread%s, %s", processor, threads, threads == 1 ? "" : "s", instructions());
}

static size_t cpu_list(ts_device_info *list, size_t room)
{
    if (room) {
        *list = (ts_device_info){.selector = "cpu", .backend = "cpu", .available = 1};
        describe(list->name, sizeof list->name, parallel_threads_available());
    }
    return 1;
}

static ts_status cpu_open(ts_context *context, const char *selector, int threads, struct device **device)
{
    if (*selector)
        return ts_fail(context, TS_ERROR_INPUT,
                       "The device \"cpu\" takes no number (\"cpu%s\"): its threads are set with --threads.",
                       selector);
    struct cpu_device *cpu = calloc(1, sizeof *cpu);
    if (!cpu)
        return ts_fail_memory(context, "a device");
    cpu->threads = parallel_threads(context, threads);
    cpu->base.backend = &cpu_backend;
    cpu->base.has_double = 1;
    char text[120];
    describe(text, sizeof text, cpu->threads);
    snprintf(cpu->base.description, sizeof cpu->base.description, "cpu: %s", text);
    *device = &cpu->base;
    return TS_OK;
}

static void cpu_close(struct device *device) { free(device); }

static size_t round_up(size_t bytes) { return (bytes + 63) / 64 * 64; }

static void cpu_buffer_destroy(struct device_buffer *buffer)
{
    free(((struct cpu_buffer *)buffer)->data);
    free(buffer);
}

static ts_status cpu_buffer_write(ts_context *context, struct device_buffer *buffer, const void *data)
{
    (void)context;
    memcpy(((struct cpu_buffer *)buffer)->data, data, buffer->bytes);
    return TS_OK;
}

static ts_status cpu_buffer_clear(ts_context *context, struct device_buffer *buffer)
{
    (void)context;
    memset(((struct cpu_buffer *)buffer)->data, 0, buffer->bytes);
    return TS_OK;
}

static ts_status cpu_buffer_read(ts_context *context, struct device_buffer *buffer, void *data, size_t bytes)
{
    (void)context;
    memcpy(data, ((struct cpu_buffer *)buffer)->data, bytes);
    return TS_OK;
}

static const void *cpu_buffer_bytes(const struct device_buffer *buffer)
{
    return ((const struct cpu_buffer *)buffer)->data;
}

static ts_status cpu_buffer_copy(ts_context *context, struct device_buffer *to,
                                 const struct device_buffer *from)
{
    return cpu_buffer_write(context, to, ((const struct cpu_buffer *)from)->data);
}

static ts_status cpu_buffer_create(ts_context *context, struct device *device, size_t bytes, const void *data,
                                   struct device_buffer **result)
{
    struct cpu_buffer *buffer = calloc(1, sizeof *buffer);
    *result = NULL;
    if (buffer)
        buffer->data = aligned_alloc(64, round_up(bytes ? bytes : 1));
    if (!buffer || !buffer->data) {
        free(buffer);
        return ts_fail_memory(context, "a buffer");
    }
    buffer->base = (struct device_buffer){.device = device, .bytes = bytes};
    *result = &buffer->base;
    return data && bytes ? cpu_buffer_write(context, *result, data) : TS_OK;
}

/* A function of an open program. The cast through size_t is what POSIX asks for. */
static size_t symbol(const struct cpu_program *program, const char *name)
{
    return (size_t)dlsym(program->handle, name);
}

static void find_functions(struct cpu_program *program)
{
    program->block = (pipeline_block_function *)symbol(program, "pipeline_block");
    program->scratch_bytes = (pipeline_scratch_function *)symbol(program, "pipeline_scratch_bytes");
    program->refine = (pipeline_refine_function *)symbol(program, "pipeline_refine_grid");
    if (program->repeat_handle)
        program->repeat = (pipeline_repeat_function *)(size_t)dlsym(program->repeat_handle,
                                                                    "pipeline_repeat");
    program->sweep = (cubature_function *)symbol(program, "cubature_run");
    program->sweep_refine = (cubature_refine_function *)symbol(program, "cubature_refine");
    map_lanes_function *lanes = (map_lanes_function *)symbol(program, "map_lanes");
    program->base.lanes = lanes ? lanes() : 1;
}

typedef void part_function(const struct program_text *text, struct source *source);

/* Compiles and opens a part of a program. */
static ts_status open_part(ts_context *context, const struct program_text *text, part_function *part,
                           const char *const *needs, void **handle, double *compile_seconds)
{
    struct source source = {0};
    part(text, &source);
    ts_status status = source.failed ? ts_fail_memory(context, "a program")
                       : text->file  ? program_open_file(context, text->file, source.text, needs, handle)
                                    : program_open(context, source.text, needs, text->compile_seconds, handle,
                                                   compile_seconds);
    source_free(&source);
    return status;
}

static void cpu_release(struct device_program *program)
{
    struct cpu_program *cpu = (struct cpu_program *)program;
    if (cpu->handle)
        dlclose(cpu->handle);
    if (cpu->repeat_handle)
        dlclose(cpu->repeat_handle);
    free(cpu->sums.data);
    free(cpu->scratch.data);
    free(cpu);
}

static ts_status cpu_compile(ts_context *context, struct device *device, const struct program_text *text,
                             struct device_program **result, double *compile_seconds)
{
    static const char *const pipeline_needs[] = {"pipeline_block", "pipeline_scratch_bytes",
                                                 "pipeline_refine_grid", NULL};
    static const char *const repeat_needs[] = {"pipeline_repeat", NULL};
    static const char *const sweep_needs[] = {"cubature_run", "cubature_refine", NULL};
    static const char *const map_needs[] = {"map_lanes", NULL};
    static const char *const *const needs[] = {[PROGRAM_MAPS] = map_needs,
                                               [PROGRAM_PIPELINE] = pipeline_needs,
                                               [PROGRAM_EVENTS] = map_needs,
                                               [PROGRAM_CUBATURE] = sweep_needs};
    struct cpu_program *program = calloc(1, sizeof *program);
    *result = NULL;
    if (!program)
        return ts_fail_memory(context, "a program");
    program->base.device = device;
    ts_status status = open_part(context, text, source_for_cpu, needs[text->kind], &program->handle,
                                 compile_seconds);
    if (!status && text->mixed)
        status = open_part(context, text, source_for_cpu_repeat, repeat_needs, &program->repeat_handle,
                           compile_seconds);
    if (status) {
        cpu_release(&program->base);
        return status;
    }
    find_functions(program);
    *result = &program->base;
    return TS_OK;
}

/* One launch of the pipeline, as its threads see it. A thread's sums are its totals, then its refinement. */
struct pipeline_work {
    const struct cpu_program *program;
    struct pipeline_launch launch;
    uint64_t first, count;
    int64_t *sums;
    unsigned char *scratch;
    size_t totals, refinement, scratch_bytes; /* of one thread */
};

static int64_t *sums_of(const struct pipeline_work *work, size_t thread)
{
    return work->sums + thread * (work->totals + work->refinement);
}

static void run_block(void *data, int thread, uint64_t block)
{
    const struct pipeline_work *work = data;
    uint64_t first = block * PIPELINE_BLOCK, left = work->count - first;
    int64_t *sums = sums_of(work, (size_t)thread);
    work->program->block(&work->launch, work->first + first,
                         (uint32_t)(left < PIPELINE_BLOCK ? left : PIPELINE_BLOCK),
                         work->scratch + (size_t)thread * work->scratch_bytes, sums, sums + work->totals);
}

void *cpu_make_room(struct room *room, size_t bytes)
{
    if (bytes > room->bytes) {
        free(room->data);
        room->data = aligned_alloc(64, round_up(bytes));
        room->bytes = room->data ? bytes : 0;
    }
    return room->data;
}

static struct pipeline_launch launch_of(const struct cpu_program *program,
                                        const struct pipeline_iteration *iteration,
                                        const struct pipeline_buffers *buffers)
{
    return (struct pipeline_launch){.iteration = *iteration,
                                    .parameters = cpu_memory_of(buffers->parameters),
                                    .tables = cpu_memory_of(buffers->tables),
                                    .grid = cpu_memory_of(buffers->grid),
                                    .binnings = cpu_memory_of(buffers->binnings),
                                    .bins = buffers->bins,
                                    .follows_accepted = buffers->follows_accepted,
                                    .every_weight = cpu_memory_of(buffers->every_weight),
                                    .repeat = program->repeat,
                                    .wide_parameters = cpu_memory_of(buffers->wide.parameters),
                                    .wide_tables = cpu_memory_of(buffers->wide.tables),
                                    .wide_grid = cpu_memory_of(buffers->wide.grid)};
}

/* Adds what the threads summed to the buffers. */
static void gather(const struct pipeline_work *work, size_t threads, const struct pipeline_buffers *buffers)
{
    int64_t *totals = cpu_memory_of(buffers->totals), *refinement = cpu_memory_of(buffers->refinement);
    for (size_t thread = 0; thread < threads; ++thread) {
        const int64_t *sums = sums_of(work, thread);
        totals_merge(totals, sums, work->totals);
        for (size_t i = 0; i < work->refinement; ++i)
            refinement[i] += sums[work->totals + i];
    }
}

static ts_status cpu_integrate(ts_context *context, struct device_program *program,
                               const struct pipeline_iteration *iteration,
                               const struct pipeline_buffers *buffers, uint64_t first, uint64_t count)
{
    struct cpu_program *cpu = (struct cpu_program *)program;
    uint64_t pieces = (count + PIPELINE_BLOCK - 1) / PIPELINE_BLOCK;
    size_t threads = (size_t)((struct cpu_device *)program->device)->threads;
    if (pieces == 0)
        return TS_OK;
    if (threads > pieces)
        threads = (size_t)pieces;
    struct pipeline_work work = {.program = cpu,
                                 .launch = launch_of(cpu, iteration, buffers),
                                 .first = first,
                                 .count = count,
                                 .totals = buffers->totals->bytes / sizeof(int64_t),
                                 .refinement = buffers->refinement->bytes / sizeof(int64_t),
                                 .scratch_bytes = round_up(cpu->scratch_bytes())};
    work.sums = cpu_make_room(&cpu->sums, threads * (work.totals + work.refinement) * sizeof *work.sums);
    work.scratch = cpu_make_room(&cpu->scratch, threads * work.scratch_bytes);
    if (!work.sums || !work.scratch)
        return ts_fail_memory(context, "the sums of each thread");
    memset(work.sums, 0, threads * (work.totals + work.refinement) * sizeof *work.sums);
    for (size_t i = 0; i < threads; ++i)
        totals_clear(sums_of(&work, i), work.totals);
    ts_status status = parallel_run(context, (int)threads, pieces, run_block, &work);
    if (!status)
        gather(&work, threads, buffers);
    return status;
}

static ts_status cpu_refine(ts_context *context, struct device_program *program,
                            const struct pipeline_buffers *buffers, double damping)
{
    (void)context;
    ((struct cpu_program *)program)
        ->refine(cpu_memory_of(buffers->grid), cpu_memory_of(buffers->refinement), damping,
                 buffers->follows_accepted);
    return TS_OK;
}

/* Items that a thread takes together: few enough that all threads have some. */
enum { MAP_BLOCK = 256, MAP_SHARES = 8 /* of a thread */ };

struct map_work {
    map_function *function;
    void *buffers[MAP_BUFFERS];
    uint64_t count, block;
};

static void run_map(void *data, int thread, uint64_t block)
{
    (void)thread;
    const struct map_work *work = data;
    uint64_t first = block * work->block, left = work->count - first;
    work->function(work->buffers, first, left < work->block ? left : work->block);
}

static ts_status cpu_map(ts_context *context, struct device_program *program, const char *name,
                         struct map_groups groups, struct device_buffer *const buffers[MAP_BUFFERS],
                         uint64_t count)
{
    (void)groups;
    const struct cpu_program *cpu = (struct cpu_program *)program;
    struct map_work work = {.function = (map_function *)symbol(cpu, name), .count = count};
    if (!work.function)
        return ts_fail(context, TS_ERROR_COMPILE, "A compiled program lacks the kernel %s.", name);
    for (int i = 0; i < MAP_BUFFERS; ++i)
        work.buffers[i] = cpu_memory_of(buffers[i]);
    int threads = ((struct cpu_device *)program->device)->threads;
    const uint64_t share = count / ((uint64_t)threads * MAP_SHARES);
    work.block = share < 1 ? 1 : share < MAP_BLOCK ? share : MAP_BLOCK;
    return parallel_run(context, threads, (count + work.block - 1) / work.block, run_map, &work);
}

const struct device_backend cpu_backend = {
    .name = "cpu",
    .compiles_beside = 1,
    .list = cpu_list,
    .open = cpu_open,
    .close = cpu_close,
    .buffer_create = cpu_buffer_create,
    .buffer_destroy = cpu_buffer_destroy,
    .buffer_write = cpu_buffer_write,
    .buffer_clear = cpu_buffer_clear,
    .buffer_read = cpu_buffer_read,
    .buffer_copy = cpu_buffer_copy,
    .buffer_bytes = cpu_buffer_bytes,
    .compile = cpu_compile,
    .release = cpu_release,
    .integrate = cpu_integrate,
    .refine = cpu_refine,
    .sweep = cpu_sweep,
    .sweep_refine = cpu_sweep_refine,
    .map = cpu_map,
};

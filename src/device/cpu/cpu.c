/* The CPU: programs are shared objects, a lane is an element of a SIMD vector,
 * threads share out blocks of work. */
#include "device/cpu/parallel.h"
#include "device/device.h"
#include "program/program.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cpu_device {
    struct device base;
    int threads;
};

struct buffer {
    void *data; /* 64-byte aligned */
    size_t bytes;
};

struct cpu_program {
    struct device_program base;
    void *handle;
    chain_block_function *block;
    chain_scratch_function *scratch_bytes;
    /* Kept from launch to launch, which is why a program runs one at a time. */
    struct buffer totals, scratch; /* a part for each thread */
};

static int threads_available(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* The processor's name, as /proc/cpuinfo has it. */
static void processor_name(char *name, size_t bytes)
{
    snprintf(name, bytes, "%s", "processor");
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (!file)
        return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !value)
            continue;
        value[strcspn(value, "\n")] = 0;
        snprintf(name, bytes, "%s", value + 2);
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

static void describe(char *text, size_t bytes, int threads)
{
    char name[96];
    processor_name(name, sizeof name);
    snprintf(text, bytes, "%s, %d thread%s, %s", name, threads, threads == 1 ? "" : "s", instructions());
}

static size_t cpu_list(ts_device_info *list, size_t room)
{
    if (room) {
        *list = (ts_device_info){.selector = "cpu", .backend = "cpu", .available = 1};
        describe(list->name, sizeof list->name, threads_available());
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
    cpu->threads = threads > 0 ? threads : threads_available();
    cpu->base.backend = &cpu_backend;
    char text[120];
    describe(text, sizeof text, cpu->threads);
    snprintf(cpu->base.description, sizeof cpu->base.description, "cpu: %s", text);
    *device = &cpu->base;
    return TS_OK;
}

static void cpu_close(struct device *device) { free(device); }

/* A function of an open program. The cast through size_t is what POSIX asks for. */
static size_t symbol(const struct cpu_program *program, const char *name)
{
    return (size_t)dlsym(program->handle, name);
}

void cpu_chain_text(const char *integrand, struct source *text)
{
    source_append(text, "%s#include \"chain_cpu.h\"\n", integrand);
}

static ts_status cpu_compile(ts_context *context, struct device *device, const char *text, int chain,
                             struct device_program **result, double *compile_seconds)
{
    struct cpu_program *program = calloc(1, sizeof *program);
    if (!program)
        return ts_fail_memory(context, "a program");
    program->base.device = device;
    struct source source = {0};
    if (chain)
        cpu_chain_text(text, &source);
    else
        source_append(&source, "%s", text);
    static const char *const needs[] = {"chain_block", "chain_scratch_bytes", NULL};
    ts_status status = source.failed ? ts_fail_memory(context, "a program")
                                     : program_open(context, source.text, chain ? needs : NULL,
                                                    &program->handle, compile_seconds);
    source_free(&source);
    if (!status && chain) {
        program->block = (chain_block_function *)symbol(program, "chain_block");
        program->scratch_bytes = (chain_scratch_function *)symbol(program, "chain_scratch_bytes");
    }
    *result = &program->base;
    if (status) {
        cpu_backend.release(&program->base);
        *result = NULL;
    }
    return status;
}

static void cpu_release(struct device_program *program)
{
    struct cpu_program *cpu = (struct cpu_program *)program;
    if (cpu->handle)
        dlclose(cpu->handle);
    free(cpu->totals.data);
    free(cpu->scratch.data);
    free(cpu);
}

/* One launch of the chain, as its threads see it. */
struct chain_work {
    const struct cpu_program *program;
    const struct chain_launch *launch;
    uint64_t first, count;
    int64_t *totals;
    unsigned char *scratch;
    size_t length, scratch_bytes; /* of one thread */
};

static void run_block(void *data, int thread, uint64_t block)
{
    const struct chain_work *work = data;
    uint64_t first = block * CHAIN_BLOCK, left = work->count - first;
    work->program->block(work->launch, work->first + first,
                         (uint32_t)(left < CHAIN_BLOCK ? left : CHAIN_BLOCK),
                         work->scratch + (size_t)thread * work->scratch_bytes,
                         work->totals + (size_t)thread * work->length);
}

static size_t round_up(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* The buffer, grown to `bytes` where it is shorter: then what was in it is lost. */
static void *make_room(struct buffer *buffer, size_t bytes)
{
    if (bytes > buffer->bytes) {
        free(buffer->data);
        buffer->data = aligned_alloc(64, round_up(bytes));
        buffer->bytes = buffer->data ? bytes : 0;
    }
    return buffer->data;
}

static ts_status cpu_integrate(ts_context *context, struct device_program *program,
                               const struct chain_launch *launch, uint64_t first, uint64_t count,
                               int64_t *totals, struct totals_shape shape)
{
    struct cpu_program *cpu = (struct cpu_program *)program;
    uint64_t pieces = (count + CHAIN_BLOCK - 1) / CHAIN_BLOCK;
    size_t threads = (size_t)((struct cpu_device *)program->device)->threads;
    if (pieces == 0)
        return TS_OK;
    if (threads > pieces)
        threads = (size_t)pieces;
    struct chain_work work = {.program = cpu,
                              .launch = launch,
                              .first = first,
                              .count = count,
                              .length = totals_length(shape),
                              .scratch_bytes = round_up(cpu->scratch_bytes())};
    work.totals = make_room(&cpu->totals, threads * work.length * sizeof *work.totals);
    work.scratch = make_room(&cpu->scratch, threads * work.scratch_bytes);
    if (!work.totals || !work.scratch)
        return ts_fail_memory(context, "the sums of each thread");
    for (size_t i = 0; i < threads; ++i)
        totals_clear(work.totals + i * work.length, shape);
    ts_status status = parallel_run(context, (int)threads, pieces, run_block, &work);
    for (size_t i = 0; i < threads && !status; ++i)
        totals_merge(totals, work.totals + i * work.length, shape);
    return status;
}

enum { MAP_BLOCK = 256 };

struct map_work {
    map_function *function;
    void *const *buffers;
    uint64_t count;
};

static void run_map(void *data, int thread, uint64_t block)
{
    (void)thread;
    const struct map_work *work = data;
    uint64_t first = block * MAP_BLOCK, left = work->count - first;
    work->function(work->buffers, first, left < MAP_BLOCK ? left : MAP_BLOCK);
}

static ts_status cpu_map(ts_context *context, struct device_program *program, const char *name,
                         void *const *buffers, uint64_t count)
{
    const struct cpu_program *cpu = (struct cpu_program *)program;
    struct map_work work = {(map_function *)symbol(cpu, name), buffers, count};
    if (!work.function)
        return ts_fail(context, TS_ERROR_COMPILE, "A compiled program lacks the kernel %s.", name);
    int threads = ((struct cpu_device *)program->device)->threads;
    return parallel_run(context, threads, (count + MAP_BLOCK - 1) / MAP_BLOCK, run_map, &work);
}

const struct device_backend cpu_backend = {
    .name = "cpu",
    .list = cpu_list,
    .open = cpu_open,
    .close = cpu_close,
    .compile = cpu_compile,
    .release = cpu_release,
    .integrate = cpu_integrate,
    .map = cpu_map,
};

#include "device/keep.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 2 }; /* the CPU, which does not fail, and GPUs */

struct device_keep {
    ts_context *context;
    struct device *device;
    int threads;
    struct device_program *program; /* program that nobody uses; NULL: none */
    char name[];
};

/* The context's. */
struct keeps {
    struct device_keep *of_kind[KINDS];
};

static int kind_of(const char *name) { return strncmp(name, "cpu", 3) != 0; }

/* A GPU is the same with however many threads of the CPU. */
static int threads_of(const char *name, int threads) { return kind_of(name) ? 0 : threads; }

void keep_free_program(struct device_program *program)
{
    free(program->key);
    program->device->backend->release(program);
}

static void drop(struct device_keep **keep)
{
    struct device_keep *dropped = *keep;
    *keep = NULL;
    if (!dropped)
        return;
    if (dropped->program)
        keep_free_program(dropped->program);
    dropped->device->keep = NULL;
    if (!dropped->device->uses) /* else whoever is the last to use it closes it */
        dropped->device->backend->close(dropped->device);
    free(dropped);
}

static void drop_all(void *thing)
{
    struct keeps *keeps = thing;
    for (int kind = 0; kind < KINDS; ++kind)
        drop(&keeps->of_kind[kind]);
    free(keeps);
}

/* The context's, made where there are none; NULL where memory lacks. */
static struct keeps *keeps_of(ts_context *context)
{
    struct keeps *keeps = ts_context_kept(context, KEPT_DEVICES);
    if (!keeps && (keeps = calloc(1, sizeof *keeps)))
        ts_context_keep(context, KEPT_DEVICES, keeps, drop_all);
    return keeps;
}

struct device *keep_find_device(ts_context *context, const char *name, int threads)
{
    const struct keeps *keeps = context ? ts_context_kept(context, KEPT_DEVICES) : NULL;
    struct device_keep *keep = keeps ? keeps->of_kind[kind_of(name)] : NULL;
    if (!keep || strcmp(keep->name, name) != 0 || keep->threads != threads_of(name, threads))
        return NULL;
    keep->device->uses += 1;
    return keep->device;
}

void keep_device(ts_context *context, const char *name, int threads, struct device *device)
{
    const size_t bytes = strlen(name) + 1;
    struct keeps *keeps = context ? keeps_of(context) : NULL;
    struct device_keep *made = keeps ? malloc(sizeof *made + bytes) : NULL;
    if (!made)
        return;
    *made = (struct device_keep){.context = context, .device = device, .threads = threads_of(name, threads)};
    memcpy(made->name, name, bytes);
    struct device_keep **place = &keeps->of_kind[kind_of(name)];
    drop(place);
    *place = made;
    device->keep = made;
}

void keep_check_device(struct device *device)
{
    struct device_keep *keep = device->keep;
    struct keeps *keeps = ts_context_kept(keep->context, KEPT_DEVICES);
    const int kind = kind_of(keep->name);
    if (kind && ts_context_take_failure(keep->context) == TS_ERROR_DEVICE)
        drop(&keeps->of_kind[kind]);
}

int keep_serves(const struct device *device, const struct program_text *text)
{
    return device->keep && text->kind == PROGRAM_CUBATURE && !text->file;
}

char *keep_key_of(const struct program_text *text)
{
    const size_t bytes = strlen(text->text) + 1;
    char *key = malloc(bytes + 1);
    if (key) {
        key[0] = text->double_precision ? 'd' : 's';
        memcpy(key + 1, text->text, bytes);
    }
    return key;
}

struct device_program *keep_find_program(struct device *device, const struct program_text *text)
{
    struct device_program *program = device->keep->program;
    if (!program || program->key[0] != (text->double_precision ? 'd' : 's') ||
        strcmp(program->key + 1, text->text) != 0)
        return NULL;
    device->keep->program = NULL;
    return program;
}

void keep_program(struct device_program *program)
{
    struct device_keep *keep = program->device->keep;
    if (keep->program)
        keep_free_program(keep->program);
    keep->program = program;
}

/* Programs of a GPU: compiled, and their kernels found. */
#include "device/gpu/program.h"

#include "device/text.h"
#include "program/flatten.h"

#include <stdlib.h>

struct gpu_device *gpu_device_from(struct device *device)
{
    return device->backend->integrate == gpu_integrate ? (struct gpu_device *)device : NULL;
}

void gpu_device_shape(struct gpu_device *device)
{
    /* Groups of 128 suit the registers of every GPU that was measured. A unit holds some thousands of
     * threads. A batch is several times that, so that the chip does not wait for the last of them. */
    device->group_size = device->group_most < 128 ? device->group_most : 128;
    device->batch_events = (size_t)device->units << 15;
    device->threads_per_unit = 2048; /* all that one holds */
}

static ts_status find_kernel(ts_context *context, const struct gpu_program *program,
                             struct gpu_module *module, const char *name, struct gpu_kernel **kernel)
{
    struct gpu_device *gpu = (struct gpu_device *)program->base.device;
    return gpu->driver->kernel_create(context, gpu, module, name, kernel);
}

typedef void part_function(const struct program_text *text, struct source *source);

/* Compiles a part of a program. */
static ts_status compile_part(ts_context *context, const struct gpu_program *program,
                              const struct program_text *text, part_function *part,
                              struct gpu_module **module, double *compile_seconds)
{
    struct gpu_device *gpu = (struct gpu_device *)program->base.device;
    struct source source = {0}, flat = {0};
    source_append(&source, "#define GPU_GROUP %zu\n#define GPU_ON_CPU %d\n#define GPU_ATOMICS_64 %d\n",
                  program->group_size, gpu->is_cpu, gpu->has_atomics_64);
    source_append(&source, "#define GPU_GROUP_MOST %zu\n#define GPU_LOCAL_MOST %zu\n", gpu->group_most,
                  gpu->local_most);
    if (gpu->samples_in_rounds)
        source_append(&source, "#define SAMPLES_IN_ROUNDS 1\n");
    part(text, &source);
    ts_status status = source.failed ? ts_fail_memory(context, "a program")
                                     : source_flatten(context, source.text, &flat);
    if (!status)
        status = gpu->driver->compile(context, gpu, flat.text, module, compile_seconds);
    source_free(&source);
    source_free(&flat);
    return status;
}

static ts_status compile_parts(ts_context *context, struct gpu_program *program,
                               const struct program_text *text, double *compile_seconds)
{
    ts_status status = compile_part(context, program, text, source_for_gpu, &program->module,
                                    compile_seconds);
    if (!status && text->mixed)
        status = compile_part(context, program, text, source_for_gpu_repeat, &program->repeat_module,
                              compile_seconds);
    return status;
}

/* Asks the program what its pipeline needs. */
static ts_status read_facts(ts_context *context, struct gpu_program *program)
{
    struct gpu_device *gpu = (struct gpu_device *)program->base.device;
    struct gpu_kernel *kernel = NULL;
    struct device_buffer *buffer = NULL;
#define FACT(name) uint64_t name;
    struct {
        PIPELINE_FACTS(FACT)
    } facts;
#undef FACT
    ts_status status = gpu_buffer_create(context, program->base.device, sizeof facts, NULL, &buffer);
    if (!status)
        status = find_kernel(context, program, program->module, "pipeline_facts", &kernel);
    if (!status) {
        gpu_memory memory = gpu_memory_of(buffer);
        const struct gpu_argument argument = {sizeof memory, &memory};
        status = gpu->driver->launch(context, gpu, 0, kernel, 1, program->group_size, 0, &argument, 1);
    }
    if (!status)
        status = gpu_buffer_read(context, buffer, &facts, buffer->bytes);
    if (kernel)
        gpu->driver->kernel_destroy(gpu, kernel);
    device_buffer_destroy(&buffer);
    if (status)
        return status;
#define FACT(name) program->name = facts.name;
    PIPELINE_FACTS(FACT)
#undef FACT
    return TS_OK;
}

static ts_status find_pipeline(ts_context *context, struct gpu_program *program)
{
    ts_status status = read_facts(context, program);
    const struct {
        const char *name;
        int is_there;
    } kernels[] = {
#define KERNEL(stage, name, has) {"pipeline_" #name, (has) != 0},
        STAGE_KERNELS(KERNEL)
#undef KERNEL
    };
    for (int i = 0; i < GPU_PIPELINE_KERNELS && !status; ++i)
        if (kernels[i].is_there)
            status = find_kernel(context, program,
                                 i == GPU_KERNEL_repeat ? program->repeat_module : program->module,
                                 kernels[i].name, &program->kernels[i]);
    return status;
}

static ts_status find_cubature(ts_context *context, struct gpu_program *program)
{
    ts_status status = TS_OK;
#define FIND(name) \
    if (!status)   \
        status = find_kernel(context, program, program->module, "cubature_" #name, &program->cubature_##name);
    CUBATURE_KERNELS(FIND)
#undef FIND
    return status;
}

ts_status gpu_compile(ts_context *context, struct device *device, const struct program_text *text,
                      struct device_program **result, double *compile_seconds)
{
    struct gpu_device *gpu = (struct gpu_device *)device;
    *result = NULL;
    if ((text->double_precision || text->mixed) && !device->has_double)
        return ts_fail(context, TS_ERROR_INPUT,
                       "The device \"%s\" has no double precision: take single precision, or another device.",
                       device->description);
    struct gpu_program *program = calloc(1, sizeof *program);
    if (!program)
        return ts_fail_memory(context, "a program");
    program->base = (struct device_program){.device = device, .lanes = 1};
    program->double_precision = text->double_precision;
    program->group_size = gpu->group_size;
    if (text->group_most && text->group_most < program->group_size)
        program->group_size = text->group_most;
    ts_status status = compile_parts(context, program, text, compile_seconds);
    if (!status && text->kind == PROGRAM_PIPELINE)
        status = find_pipeline(context, program);
    if (!status && text->kind == PROGRAM_CUBATURE)
        status = find_cubature(context, program);
    if (status)
        gpu_release(&program->base);
    else
        *result = &program->base;
    return status;
}

void gpu_release(struct device_program *released)
{
    struct gpu_program *program = (struct gpu_program *)released;
    struct gpu_device *gpu = (struct gpu_device *)released->device;
    for (int i = 0; i < GPU_PIPELINE_KERNELS; ++i)
        if (program->kernels[i])
            gpu->driver->kernel_destroy(gpu, program->kernels[i]);
#define DESTROY(name)             \
    if (program->cubature_##name) \
        gpu->driver->kernel_destroy(gpu, program->cubature_##name);
    CUBATURE_KERNELS(DESTROY)
#undef DESTROY
    for (unsigned lane = 0; lane < DEVICE_LANES; ++lane)
        gpu_scratch_free(&program->scratch[lane]);
    if (program->module)
        gpu->driver->unload(gpu, program->module);
    if (program->repeat_module)
        gpu->driver->unload(gpu, program->repeat_module);
    free(program);
}

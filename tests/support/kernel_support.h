/* Kernel C under test: a program of MAP kernels (kernels/map.h) on the device and in the precision that the
 * command line names (device_support.h).
 *
 *   struct kernel kernel = kernel_open("#include \"functions.h\"\n#include \"map.h\"\nMAP(...) {...}");
 *   double in[COUNT], out[COUNT];
 *   kernel_run(&kernel, "logarithms", (struct kernel_array[]){{in, COUNT, KERNEL_IN},
 *                                                                 {out, COUNT, KERNEL_OUT}}, 2);
 *   kernel_close(&kernel);
 *
 * The program's text has COUNT (kernel_open's `count`) and the macro AT(k) before it. Number k of the element
 * at hand lies at buffer[AT(k)], arrays being [k][COUNT]. On a device with lanes an item is LANES elements,
 * for r_fetch(buffer + AT(k)) and r_store. ELEMENT is the number of the first one. COUNT is a multiple of 64.
 * Kernels longer than a line are written as KERNEL_TEXT(MAP(...) {...}), for kernel_open_parts().
 */
#ifndef TESSERA_KERNEL_SUPPORT_H
#define TESSERA_KERNEL_SUPPORT_H

#include "device_support.h"

#include "program/program.h"

/* Kernels as they stand, as a string; it cannot hold a line that begins with #. */
#define KERNEL_TEXT(...) #__VA_ARGS__ "\n"

struct kernel {
    ts_context *context;
    struct device *device;
    struct device_program *program;
    size_t count;
};

/* Numbers on the host are doubles; on the device they are rounded to scalars, which test_double tells.
 * KERNEL_WORDS are 32-bit words, kept as they are: `data` is a uint32_t array. */
struct kernel_array {
    void *data;
    size_t length;
    enum { KERNEL_IN = 1, KERNEL_OUT = 2, KERNEL_WORDS = 4 } kind;
};

/* The number that the device gets, for a reference that is to see the same one. */
static inline double kernel_scalar(double number) { return test_double ? number : (double)(float)number; }

static inline struct kernel kernel_open(const char *text, size_t count)
{
    struct kernel kernel = {.count = count};
    struct source source = {0};
    double seconds = 0;
    assert_int_equal(count % 64, 0);
    source_append(
        &source,
        "#define COUNT %zu\n#define ELEMENT (item * LANES)\n#define AT(k) ((k) * (uint64)COUNT + ELEMENT)\n%s",
        count, text);
    assert_int_equal(ts_context_create(&kernel.context), TS_OK);
    assert_status(kernel.context, device_open(kernel.context, test_device, 0, &kernel.device));
    assert_status(kernel.context,
                  device_compile(kernel.context, kernel.device,
                                 &(struct program_text){.text = source.text, .double_precision = test_double},
                                 &kernel.program, &seconds));
    source_free(&source);
    return kernel;
}

/* The program is `head`, its #defines and #includes, and behind it `kernels`. */
static inline struct kernel kernel_open_parts(const char *head, const char *kernels, size_t count)
{
    struct source text = {0};
    source_append(&text, "#define EVENTS_BY_ROWS 1\n%s%s", head, kernels);
    assert_false(text.failed);
    struct kernel kernel = kernel_open(text.text, count);
    source_free(&text);
    return kernel;
}

static inline void kernel_close(struct kernel *kernel)
{
    device_release(&kernel->program);
    device_close(&kernel->device);
    ts_context_destroy(&kernel->context);
}

static inline size_t kernel_bytes(const struct kernel_array *array)
{
    return array->length * (array->kind & KERNEL_WORDS ? 4 : test_double ? sizeof(double) : sizeof(float));
}

/* The array as the device has it; freed by the caller. */
static inline void *kernel_pack(const struct kernel_array *array)
{
    size_t bytes = kernel_bytes(array);
    void *packed = malloc(bytes ? bytes : 1);
    assert_non_null(packed);
    if (!(array->kind & KERNEL_IN))
        memset(packed, 0xff, bytes); /* what a kernel does not write is NaN */
    else if (test_double || array->kind & KERNEL_WORDS)
        memcpy(packed, array->data, bytes);
    else
        for (size_t i = 0; i < array->length; ++i)
            ((float *)packed)[i] = (float)((const double *)array->data)[i];
    return packed;
}

static inline void kernel_unpack(const struct kernel_array *array, const void *packed)
{
    if (test_double || array->kind & KERNEL_WORDS)
        memcpy(array->data, packed, kernel_bytes(array));
    else
        for (size_t i = 0; i < array->length; ++i)
            ((double *)array->data)[i] = ((const float *)packed)[i];
}

/* Runs the kernel `name` over all elements, with its arrays as buffers. */
static inline void kernel_run(const struct kernel *kernel, const char *name,
                              const struct kernel_array *arrays, int count)
{
    struct device_buffer *buffers[MAP_BUFFERS] = {0};
    void *packed[MAP_BUFFERS] = {0};
    for (int i = 0; i < count; ++i) {
        packed[i] = kernel_pack(&arrays[i]);
        assert_status(kernel->context,
                      device_buffer_create(kernel->context, kernel->device, kernel_bytes(&arrays[i]),
                                           packed[i], &buffers[i]));
    }
    assert_status(kernel->context, device_map(kernel->context, kernel->program, name, buffers,
                                              kernel->count / kernel->program->lanes));
    for (int i = 0; i < count; ++i) {
        if (arrays[i].kind & KERNEL_OUT) {
            assert_status(kernel->context, device_buffer_read(kernel->context, buffers[i], packed[i]));
            kernel_unpack(&arrays[i], packed[i]);
        }
        device_buffer_destroy(&buffers[i]);
        free(packed[i]);
    }
}

#endif

/* How the diagrams of n photons are laid out. Permutations are, by how many of
 * them a turn of their loop holds, shared waves in one kernel and in several.
 * Every form is measured by the threads of a GPU's group (arXiv:0908.4403,
 * Fig. 8 and section 6.2). */
#include "study/bench.h"

#include "core/clock.h"
#include "device/gpu/gpu.h"

enum { MOST_KERNELS = 64, FEWEST_THREADS = 32, MOST_THREADS = 512 };

/* What a row measures: the form, of permutations how many photons have their
 * orders written out, of shared waves how many kernels (0: in registers). Then
 * threads of a GPU's group (0: a CPU), and the time of the first row of its
 * series. */
struct layout {
    int n, wide, form, unrolled, kernels, threads;
    double *first;
};

/* The buffers of the kernels of study/photons_pieces.h: real and imaginary parts, and the number of a piece
 * each. */
struct pieces {
    int count;
    uint64_t items;
    struct device_buffer *amplitudes, *squares, *numbers[MOST_KERNELS];
};

static ts_status pieces_create(const struct bench *bench, const struct device_program *program, int wide,
                               struct pieces *pieces)
{
    const size_t scalars = (size_t)pieces->items * program->lanes;
    const size_t bytes = scalars * (wide ? sizeof(double) : sizeof(float));
    ts_status status = device_buffer_create(bench->context, bench->device, 2 * bytes, NULL,
                                            &pieces->amplitudes);
    if (!status)
        status = device_buffer_create(bench->context, bench->device, bytes, NULL, &pieces->squares);
    for (int i = 0; i < pieces->count && !status; ++i)
        status = device_buffer_create(bench->context, bench->device, sizeof i, &i, &pieces->numbers[i]);
    return status;
}

static void pieces_destroy(struct pieces *pieces)
{
    device_buffer_destroy(&pieces->amplitudes);
    device_buffer_destroy(&pieces->squares);
    for (int i = 0; i < pieces->count; ++i)
        device_buffer_destroy(&pieces->numbers[i]);
}

/* All events once: a kernel for each piece. */
static ts_status pass(const struct bench *bench, struct device_program *program, const struct pieces *pieces)
{
    ts_status status = TS_OK;
    for (int i = 0; i < pieces->count && !status; ++i) {
        struct device_buffer *buffers[MAP_BUFFERS] = {pieces->amplitudes, pieces->numbers[i]};
        status = bench_map(bench, program, "photons_piece", buffers, pieces->items);
    }
    struct device_buffer *buffers[MAP_BUFFERS] = {pieces->amplitudes, pieces->squares};
    return status ? status : bench_map(bench, program, "photons_pieces_square", buffers, pieces->items);
}

static ts_status time_passes(const struct bench *bench, struct device_program *program,
                             const struct pieces *pieces, double *ns)
{
    double times[MOST_RUNS];
    ts_status status = pass(bench, program, pieces); /* the first takes longer */
    for (int run = 0; run < bench->settings.runs && !status; ++run) {
        double start = clock_seconds(), passes = 0;
        for (; clock_seconds() - start < shortest_measurement && !status; ++passes)
            status = pass(bench, program, pieces);
        times[run] = 1e9 * (clock_seconds() - start) / (passes * (double)(pieces->items * program->lanes));
    }
    if (!status)
        *ns = median(times, bench->settings.runs);
    return status;
}

/* Shared waves in so many kernels. */
static ts_status time_pieces(const struct bench *bench, const struct layout *layout, double *ns)
{
    const int on_cpu = bench->device->backend == &cpu_backend;
    struct pieces pieces = {.count = layout->kernels, .items = on_cpu ? 64 : 1 << 17};
    struct device_program *program = NULL;
    struct source text = {0};
    source_append(&text, "#define PHOTONS %d\n#define PHOTONS_PIECES %d\n#define PHOTONS_ITEMS %d\n",
                  layout->n, layout->kernels, (int)pieces.items);
    ts_status status = bench_compile(bench, &text, "photons_pieces.h",
                                     (struct program_text){.double_precision = layout->wide}, &program);
    if (!status)
        status = pieces_create(bench, program, layout->wide, &pieces);
    if (!status)
        status = time_passes(bench, program, &pieces, ns);
    pieces_destroy(&pieces);
    device_release(&program);
    return status;
}

static ts_status measure(const struct bench *bench, const struct layout *layout)
{
    double ns = NAN;
    ts_status status;
    if (layout->kernels > 0)
        status = time_pieces(bench, layout, &ns);
    else
        status = bench_photons_form(bench, layout->form, layout->n, layout->wide, layout->unrolled, &ns);
    if (status)
        return status;
    if (isnan(*layout->first))
        *layout->first = ns;
    const struct study_value row[] = {
        BENCH_NUMBER("n", layout->n),
        BENCH_TEXT("precision", bench_precision(layout->wide)),
        BENCH_TEXT("form", bench_photons_name(layout->form)),
        BENCH_NUMBER("diagrams", layout->form == BENCH_PERMUTATIONS ? tgamma(layout->unrolled + 1) : NAN),
        BENCH_NUMBER("kernels", layout->kernels ? layout->kernels : NAN),
        BENCH_NUMBER("threads", layout->threads ? layout->threads : NAN),
        BENCH_NUMBER("ns_amplitude", ns),
        BENCH_NUMBER("gain", *layout->first / ns),
    };
    return bench_row(bench, row, sizeof row / sizeof row[0]);
}

/* Permutations with the last one, two and three photons' orders written out. */
static ts_status unrolled(const struct bench *bench, struct layout layout)
{
    double first = NAN;
    ts_status status = TS_OK;
    layout.form = BENCH_PERMUTATIONS;
    layout.first = &first;
    for (layout.unrolled = 1; layout.unrolled <= 3 && layout.unrolled <= layout.n && !status;
         ++layout.unrolled)
        status = measure(bench, &layout);
    return status;
}

/* Shared waves in 1, 4, 16 and 64 kernels, each with some of the n! diagrams. */
static ts_status split(const struct bench *bench, struct layout layout)
{
    double first = NAN;
    ts_status status = TS_OK;
    layout.form = BENCH_SHARED;
    layout.first = &first;
    for (int kernels = 1; kernels <= MOST_KERNELS && kernels <= tgamma(layout.n + 1) && !status;
         kernels *= 4) {
        layout.kernels = kernels;
        status = measure(bench, &layout);
    }
    return status;
}

/* Every form in groups of 32 to 512 threads of a GPU. */
static ts_status grouped(const struct bench *bench, struct gpu_device *gpu, struct layout layout)
{
    const size_t usual = gpu->group_size;
    layout.unrolled = 1;
    ts_status status = TS_OK;
    for (int form = 0; form < BENCH_FORMS && !status; ++form) {
        double first = NAN;
        layout.form = form;
        layout.first = &first;
        for (int threads = FEWEST_THREADS;
             threads <= MOST_THREADS && (size_t)threads <= gpu->group_most && !status; threads *= 2) {
            gpu->group_size = (size_t)threads;
            layout.threads = threads;
            status = measure(bench, &layout);
        }
    }
    gpu->group_size = usual;
    return status;
}

static ts_status measure_all(const struct bench *bench, int n, int wide)
{
    struct gpu_device *gpu = gpu_device_from(bench->device);
    const struct layout layout = {.n = n, .wide = wide, .threads = gpu ? (int)gpu->group_size : 0};
    ts_status status = unrolled(bench, layout);
    if (!status)
        status = split(bench, layout);
    return status || !gpu ? status : grouped(bench, gpu, layout);
}

ts_status bench_diagrams(const struct bench *bench) { return bench_each(bench, measure_all); }

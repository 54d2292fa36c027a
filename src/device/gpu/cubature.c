/* Sweeps of cubature on a GPU: one launch each, whose groups share the units out. */
#include "device/gpu/program.h"

#define LANES 1
#include "random.h"

#define GIVE(value)             \
    {                           \
        sizeof(value), &(value) \
    }

/* Groups that keep every multiprocessor busy, but no more than there is work for. Of Sobol' points a group
 * takes units of one set, and each set has as many groups as the others. */
static size_t groups_for(const struct gpu_program *program, const struct cubature_sweep *sweep,
                         uint64_t first, uint64_t count)
{
    const struct gpu_device *gpu = (const struct gpu_device *)program->base.device;
    const size_t most = (size_t)gpu->units * gpu->threads_per_unit / program->group_size;
    if (!sweep->sobol) {
        const uint64_t useful = (count + program->group_size - 1) / program->group_size;
        return useful < most ? (size_t)useful : most;
    }
    const size_t sets = (size_t)((first + count - 1) / sweep->blocks - first / sweep->blocks + 1);
    const uint64_t units = sweep->blocks < count ? sweep->blocks : count;
    const size_t each = units < most / sets ? (size_t)units : most / sets;
    return sets * (each ? each : 1);
}

/* The published method has the map of vegas.h, and neither climbs nor takes Sobol' points. */
static struct gpu_kernel *kernel_for(const struct gpu_program *program, const struct cubature_sweep *sweep)
{
    if (!sweep->smooth)
        return sweep->rung ? program->cubature_run_linear_teaching : program->cubature_run_linear_random;
    if (!sweep->rung)
        return sweep->sobol ? program->cubature_run_sobol : program->cubature_run_random;
    if (sweep->climb > 1)
        return program->cubature_run_climbing;
    return sweep->sobol ? program->cubature_run_teaching_points : program->cubature_run_teaching;
}

static random_keys keys_of(const struct cubature_sweep *sweep)
{
    return random_keys_of((uint32_t)sweep->seed, (uint32_t)(sweep->seed >> 32));
}

/* One evaluation of a unit, again. */
static ts_status show(ts_context *context, struct gpu_program *program, const struct cubature_sweep *sweep,
                      const struct cubature_buffers *buffers, uint64_t unit)
{
    struct gpu_device *gpu = (struct gpu_device *)program->base.device;
    struct cubature_sweep own = *sweep;
    random_keys keys = keys_of(sweep);
    gpu_memory parameters = gpu_memory_of(buffers->parameters), data = gpu_memory_of(buffers->data);
    gpu_memory grid = gpu_memory_of(buffers->grid), strata = gpu_memory_of(buffers->strata);
    gpu_memory directions = gpu_memory_of(buffers->directions), shown = gpu_memory_of(buffers->shown);
    const struct gpu_argument arguments[] = {GIVE(parameters), GIVE(data),       GIVE(grid),
                                             GIVE(strata),     GIVE(directions), GIVE(own),
                                             GIVE(keys),       GIVE(unit),       GIVE(shown)};
    return gpu->driver->launch(context, gpu, 0, program->cubature_show, 1, program->group_size, 0, arguments,
                               (int)(sizeof arguments / sizeof arguments[0]));
}

ts_status gpu_sweep(ts_context *context, struct device_program *compiled, const struct cubature_sweep *sweep,
                    const struct cubature_buffers *buffers, uint64_t first, uint64_t count)
{
    struct gpu_program *program = (struct gpu_program *)compiled;
    struct gpu_device *gpu = (struct gpu_device *)compiled->device;
    struct cubature_sweep own = *sweep;
    random_keys keys = keys_of(sweep);
    gpu_memory parameters = gpu_memory_of(buffers->parameters), data = gpu_memory_of(buffers->data);
    gpu_memory grid = gpu_memory_of(buffers->grid), scales = gpu_memory_of(buffers->scales);
    gpu_memory strata = gpu_memory_of(buffers->strata), spread = gpu_memory_of(buffers->spread);
    gpu_memory directions = gpu_memory_of(buffers->directions), totals = gpu_memory_of(buffers->totals);
    gpu_memory refinement = gpu_memory_of(buffers->refinement);
    const struct gpu_argument arguments[] = {GIVE(parameters), GIVE(data),   GIVE(grid),
                                             GIVE(scales),     GIVE(strata), GIVE(directions),
                                             GIVE(own),        GIVE(keys),   GIVE(first),
                                             GIVE(count),      GIVE(totals), GIVE(refinement),
                                             GIVE(spread)};
    if (!count)
        return TS_OK;
    if (sweep->show)
        return show(context, program, sweep, buffers, first);
    return gpu->driver->launch(context, gpu, 0, kernel_for(program, sweep),
                               groups_for(program, sweep, first, count), program->group_size, 0, arguments,
                               (int)(sizeof arguments / sizeof arguments[0]));
}

/* What is to be kept and cleared the kernel does too: each by itself would take as long as it. Where one grid
 * is the pattern of all, groups read the same sums, which are cleared behind them. */
ts_status gpu_sweep_refine(ts_context *context, struct device_program *compiled,
                           const struct cubature_buffers *buffers, const struct cubature_refinement *how)
{
    struct gpu_program *program = (struct gpu_program *)compiled;
    struct gpu_device *gpu = (struct gpu_device *)compiled->device;
    gpu_memory grid = gpu_memory_of(buffers->grid), best = gpu_memory_of(buffers->best);
    gpu_memory refinement = gpu_memory_of(buffers->refinement), totals = gpu_memory_of(buffers->totals);
    uint64_t length = buffers->totals->bytes / sizeof(int64_t);
    struct cubature_refinement own = *how;
    float narrow = (float)own.damping;
    const struct gpu_argument wide = GIVE(own.damping), single = GIVE(narrow);
    const struct gpu_argument arguments[] = {GIVE(grid),       GIVE(best),
                                             GIVE(refinement), GIVE(totals),
                                             GIVE(length),     program->double_precision ? wide : single,
                                             GIVE(own.width),  GIVE(own.one_grid),
                                             GIVE(own.smooth), GIVE(own.keep)};
    ts_status status = gpu->driver->launch(context, gpu, 0, program->cubature_refine, buffers->dimensions,
                                           program->group_size, 0, arguments,
                                           (int)(sizeof arguments / sizeof arguments[0]));
    return status || !own.one_grid ? status : device_buffer_clear(context, buffers->refinement);
}

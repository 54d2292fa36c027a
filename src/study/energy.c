#include "study/energy.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Of nvml.h, which is not needed to build; 0 is success. */
typedef int nvml_function(void);
typedef int nvml_count_function(unsigned *count);
typedef int nvml_handle_function(unsigned index, void **device);
typedef int nvml_energy_function(void *device, unsigned long long *millijoules);

/* A function of the library; the cast through size_t is what POSIX asks for. */
static size_t symbol(void *library, const char *name) { return (size_t)dlsym(library, name); }

static void open_gpu(struct energy_meter *meter)
{
    unsigned gpus = 0;
    void *library = meter->library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library)
        return;
    nvml_function *init = (nvml_function *)symbol(library, "nvmlInit_v2");
    nvml_count_function *count = (nvml_count_function *)symbol(library, "nvmlDeviceGetCount_v2");
    nvml_handle_function *handle = (nvml_handle_function *)symbol(library, "nvmlDeviceGetHandleByIndex_v2");
    if (!init || !count || !handle || init() != 0 || count(&gpus) != 0 || gpus != 1 ||
        handle(0, &meter->gpu) != 0)
        meter->gpu = NULL;
}

void energy_open(const struct device *device, struct energy_meter *meter)
{
    *meter = (struct energy_meter){.packages = device->backend == &cpu_backend};
    if (device->backend == &cuda_backend)
        open_gpu(meter);
}

void energy_close(struct energy_meter *meter)
{
    if (!meter->library)
        return;
    nvml_function *shut_down = (nvml_function *)symbol(meter->library, "nvmlShutdown");
    if (shut_down)
        shut_down();
    dlclose(meter->library);
    *meter = (struct energy_meter){0};
}

static double gpu_joules(const struct energy_meter *meter)
{
    nvml_energy_function *energy = (nvml_energy_function *)symbol(meter->library,
                                                                  "nvmlDeviceGetTotalEnergyConsumption");
    unsigned long long millijoules;
    return energy && energy(meter->gpu, &millijoules) == 0 ? 1e-3 * (double)millijoules : NAN;
}

static double package_joules(void)
{
    double sum = NAN;
    for (int package = 0; package < 1024; ++package) {
        char path[64], text[32] = "", *end = text;
        snprintf(path, sizeof path, "/sys/class/powercap/intel-rapl:%d/energy_uj", package);
        FILE *file = fopen(path, "re");
        if (!file)
            break;
        const double microjoules = fgets(text, sizeof text, file) ? (double)strtoull(text, &end, 10) : 0;
        if (end != text)
            sum = (isnan(sum) ? 0 : sum) + 1e-6 * microjoules;
        fclose(file);
    }
    return sum;
}

double energy_joules(const struct energy_meter *meter)
{
    return meter->gpu ? gpu_joules(meter) : meter->packages ? package_joules() : NAN;
}

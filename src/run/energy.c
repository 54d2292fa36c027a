#include "run/energy.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>

/* Of nvml.h, which is not needed to build. */
typedef int nvml_init_function(void);
typedef int nvml_handle_function(unsigned index, void **device);
typedef int nvml_energy_function(void *device, unsigned long long *millijoules);

static double gpu_joules(unsigned index)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library)
        return NAN;
    nvml_init_function *init = (nvml_init_function *)(size_t)dlsym(library, "nvmlInit_v2");
    nvml_init_function *shut_down = (nvml_init_function *)(size_t)dlsym(library, "nvmlShutdown");
    nvml_handle_function *handle = (nvml_handle_function *)(size_t)dlsym(library,
                                                                         "nvmlDeviceGetHandleByIndex_v2");
    nvml_energy_function *energy = (nvml_energy_function *)(size_t)
        dlsym(library, "nvmlDeviceGetTotalEnergyConsumption");
    unsigned long long millijoules;
    double joules = NAN;
    void *device;
    if (init && shut_down && handle && energy && init() == 0) {
        if (handle(index, &device) == 0 && energy(device, &millijoules) == 0)
            joules = 1e-3 * (double)millijoules;
        shut_down();
    }
    dlclose(library);
    return joules;
}

static double package_joules(void)
{
    double sum = NAN;
    for (int package = 0; package < 1024; ++package) {
        char path[64];
        unsigned long long microjoules;
        snprintf(path, sizeof path, "/sys/class/powercap/intel-rapl:%d/energy_uj", package);
        FILE *file = fopen(path, "re");
        if (!file)
            break;
        if (fscanf(file, "%llu", &microjoules) == 1)
            sum = (isnan(sum) ? 0 : sum) + 1e-6 * (double)microjoules;
        fclose(file);
    }
    return sum;
}

double energy_joules(int gpu) { return gpu >= 0 ? gpu_joules((unsigned)gpu) : package_joules(); }

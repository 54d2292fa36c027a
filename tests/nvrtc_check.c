/* nvrtc_check FOLDER HEADER...: compiles each header of FOLDER alone as CUDA C with NVRTC, in both
 * precisions, for two generations of GPUs. The library is opened at run time; without it there is nothing to
 * check. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct nvrtc_program *program;

static struct {
    int (*version)(int *major, int *minor);
    int (*create)(program *, const char *source, const char *name, int, const char *const *,
                  const char *const *);
    int (*compile)(program, int count, const char *const *options);
    int (*log_size)(program, size_t *);
    int (*log)(program, char *);
    int (*destroy)(program *);
} nvrtc;

static int find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static int open_library(void)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                        "/usr/local/cuda/lib64/libnvrtc.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        void *library = dlopen(names[i], RTLD_NOW);
        if (library)
            return find(library, "nvrtcVersion", &nvrtc.version) &&
                   find(library, "nvrtcCreateProgram", &nvrtc.create) &&
                   find(library, "nvrtcCompileProgram", &nvrtc.compile) &&
                   find(library, "nvrtcGetProgramLogSize", &nvrtc.log_size) &&
                   find(library, "nvrtcGetProgramLog", &nvrtc.log) &&
                   find(library, "nvrtcDestroyProgram", &nvrtc.destroy);
    }
    return 0;
}

/* 0 where NVRTC takes the header without a word. */
static int check(const char *folder, const char *header, const char *architecture, int precision_double)
{
    char source[512], include[512], gpu[64], precision[64];
    snprintf(source, sizeof source, "#include \"%s\"\n", header);
    snprintf(include, sizeof include, "--include-path=%s", folder);
    snprintf(gpu, sizeof gpu, "--gpu-architecture=%s", architecture);
    snprintf(precision, sizeof precision, "-DPRECISION_DOUBLE=%d", precision_double);
    const char *const options[] = {include, gpu, precision, "--std=c++17", "--fmad=false"};
    program handle = NULL;
    if (nvrtc.create(&handle, source, "check.cu", 0, NULL, NULL) != 0) {
        printf("--- %s: NVRTC makes no program\n", header);
        return 1;
    }
    int status = nvrtc.compile(handle, sizeof options / sizeof *options, options);
    size_t size = 0;
    nvrtc.log_size(handle, &size);
    char *log = size > 1 ? malloc(size) : NULL;
    if (log && nvrtc.log(handle, log) == 0 && log[strspn(log, " \n")] != '\0')
        status = 1;
    if (status != 0)
        printf("--- %s, %s, PRECISION_DOUBLE=%d\n%s\n", header, architecture, precision_double,
               log ? log : "");
    free(log);
    nvrtc.destroy(&handle);
    return status != 0;
}

int main(int count, char **arguments)
{
    static const char *const architectures[] = {"compute_80", "compute_90"};
    if (count < 3) {
        fprintf(stderr, "usage: nvrtc_check FOLDER HEADER...\n");
        return 2;
    }
    if (!open_library()) {
        printf("CUDA C, NVRTC: skipped, libnvrtc is not installed\n");
        return 0;
    }
    int failures = 0, major = 0, minor = 0;
    for (int a = 0; a < 2; ++a)
        for (int precision = 0; precision < 2; ++precision)
            for (int i = 2; i < count; ++i)
                failures += check(arguments[1], arguments[i], architectures[a], precision);
    nvrtc.version(&major, &minor);
    printf("CUDA C, NVRTC %d.%d, compute_80 and compute_90: ", major, minor);
    printf(failures ? "FAILED\n" : "%d headers\n", count - 2);
    return failures != 0;
}

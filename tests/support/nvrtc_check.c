/* nvrtc_check FOLDER FILE...: compiles each file as CUDA C with NVRTC, headers from FOLDER, for two
 * generations of GPUs. The library is opened as the program does it; without it there is nothing to check. */
#include "device/cuda/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct nvrtc_library *nvrtc;

/* The text of a file that is as short as these are. */
static int read_text(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "r");
    size_t bytes = file ? fread(text, 1, room - 1, file) : 0;
    text[bytes] = 0;
    if (file)
        fclose(file);
    return bytes > 0;
}

/* 0 where NVRTC takes the file without a word. */
static int check(const char *folder, const char *path, const char *architecture)
{
    char source[2048], include[512], gpu[64];
    snprintf(include, sizeof include, "--include-path=%s", folder);
    snprintf(gpu, sizeof gpu, "--gpu-architecture=%s", architecture);
    const char *const options[] = {include, gpu, "--std=c++17", "--fmad=false"};
    nvrtcProgram handle = NULL;
    if (!read_text(path, source, sizeof source) ||
        nvrtc->nvrtcCreateProgram(&handle, source, "check.cu", 0, NULL, NULL) != 0) {
        printf("--- %s: NVRTC makes no program\n", path);
        return 1;
    }
    int status = nvrtc->nvrtcCompileProgram(handle, sizeof options / sizeof *options, options);
    size_t size = 0;
    nvrtc->nvrtcGetProgramLogSize(handle, &size);
    char *log = size > 1 ? malloc(size) : NULL;
    if (log && nvrtc->nvrtcGetProgramLog(handle, log) == 0 && log[strspn(log, " \n")] != '\0')
        status = 1;
    if (status != 0)
        printf("--- %s, %s\n%s\n", path, architecture, log ? log : "");
    free(log);
    nvrtc->nvrtcDestroyProgram(&handle);
    return status != 0;
}

int main(int count, char **arguments)
{
    static const char *const architectures[] = {"compute_80", "compute_90"};
    const char *reason;
    if (count < 3) {
        fprintf(stderr, "usage: nvrtc_check FOLDER FILE...\n");
        return 2;
    }
    nvrtc = nvrtc_library(&reason);
    if (!nvrtc) {
        printf("CUDA C, NVRTC: skipped: %s\n", reason);
        return 0;
    }
    int failures = 0, major = 0, minor = 0;
    for (int a = 0; a < 2; ++a)
        for (int i = 2; i < count; ++i)
            failures += check(arguments[1], arguments[i], architectures[a]);
    nvrtc->nvrtcVersion(&major, &minor);
    printf("CUDA C, NVRTC %d.%d, compute_80 and compute_90: ", major, minor);
    printf(failures ? "FAILED\n" : "%d files\n", count - 2);
    return failures != 0;
}

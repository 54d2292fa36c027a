/* dladdr() is not POSIX. */
#define _GNU_SOURCE
#include "program/program.h"

#include "core/cache.h"
#include "core/clock.h"
#include "core/file.h"
#include "program/compiler.h"
#include "program/kernels.h"

#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 64 };

/* The file name of a program: all that its bits depend on. `compiler` is "" for
 * programs built ahead. */
static void program_name(const char *text, const char *level, const char *compiler, char *name)
{
    const char *more = getenv("TESSERA_PROGRAM_FLAGS");
    const char *parts[] = {TESSERA_VERSION, text, level, compiler, more ? more : ""};
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_128bits_reset(&hash);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i)
        XXH3_128bits_update(&hash, parts[i], strlen(parts[i]) + 1);
    for (const char *const *flag = compiler_flags(); *flag; ++flag)
        XXH3_128bits_update(&hash, *flag, strlen(*flag) + 1);
    kernels_hash(&hash);
    XXH128_hash_t key = XXH3_128bits_digest(&hash);
    snprintf(name, NAME_BYTES, "%016llx%016llx.so", (unsigned long long)key.high64,
             (unsigned long long)key.low64);
}

/* The folders where programs built ahead lie: beside the library in a build
 * tree, or where it was installed. */
static int find_ahead(const char *name, char *path)
{
    Dl_info self;
    char library[PATH_MAX];
    if (!dladdr((void *)(size_t)program_open, &self) || !realpath(self.dli_fname, library))
        return 0;
    const char *folder = dirname(library);
    static const char *const places[] = {"programs", "tessera/programs", "../lib/tessera/programs"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
        if (snprintf(path, PATH_MAX, "%s/%s/%s", folder, places[i], name) < PATH_MAX &&
            access(path, R_OK) == 0)
            return 1;
    return 0;
}

static ts_status open_file(ts_context *context, const char *path, void **handle)
{
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*handle)
        return TS_OK;
    return ts_fail(context, TS_ERROR_COMPILE, "The compiled program %s cannot be opened: %s.", path,
                   dlerror());
}

/* Compiles into the cache and opens; where there is no cache, into a folder that
 * is removed as soon as the program is open. */
static ts_status open_compiled(ts_context *context, const struct compiler *compiler, const char *text,
                               void **handle, double *compile_seconds)
{
    char folder[PATH_MAX], path[PATH_MAX + NAME_BYTES], name[NAME_BYTES];
    const char *level = cpu_level();
    program_name(text, level, compiler->identity, name);
    int cached = cache_folder(context, "programs", folder, sizeof folder) == TS_OK;
    if (!cached) {
        ts_log(context, TS_LOG_WARNING, "The compiled program is not kept: %s", ts_context_error(context));
        const char *temporary = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/tessera-XXXXXX", temporary ? temporary : "/tmp");
        if (!mkdtemp(folder))
            return ts_fail(context, TS_ERROR_FILE, "No temporary folder can be made as %s.", folder);
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ts_status status = TS_OK;
    if (!cached || access(path, R_OK)) {
        double start = clock_seconds();
        status = compiler_run(context, compiler, text, level, path);
        *compile_seconds += clock_seconds() - start;
    }
    if (!status)
        status = open_file(context, path, handle);
    if (!cached) {
        unlink(path);
        rmdir(folder);
    }
    return status;
}

ts_status program_open(ts_context *context, const char *text, void **handle, double *compile_seconds)
{
    char name[NAME_BYTES], path[PATH_MAX];
    program_name(text, cpu_level(), "", name);
    if (find_ahead(name, path))
        return open_file(context, path, handle);
    struct compiler compiler;
    ts_status status = compiler_find(context, &compiler);
    return status ? status : open_compiled(context, &compiler, text, handle, compile_seconds);
}

ts_status program_compile_ahead(ts_context *context, const char *text, const char *level, const char *folder)
{
    char name[NAME_BYTES], path[PATH_MAX];
    program_name(text, level, "", name);
    ts_status status = file_make_folder(context, folder, 0755);
    if (!status && snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        status = ts_fail(context, TS_ERROR_FILE, "The path %s/%s is too long.", folder, name);
    struct compiler compiler;
    if (!status)
        status = compiler_find(context, &compiler);
    return status ? status : compiler_run(context, &compiler, text, level, path);
}

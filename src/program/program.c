#include "program/program.h"

#include "core/cache.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/ranks.h"
#include "core/self.h"
#include "core/trust.h"
#include "program/compiler.h"
#include "program/image.h"
#include "program/kernels.h"
#include "program/seal.h"
#include "tessera/version.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 64 };

/* What a program in a file of its own says of itself: its name, its level and its description. */
static const char key_symbol[] = "tessera_program_key", level_symbol[] = "tessera_program_level",
                  description_symbol[] = "tessera_program_description";

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

/* The folders where programs built ahead lie. They are beside library and program in a build
 * tree, beside an installed library, or where an installed program finds them
 * (PROGRAMS_FROM_BIN, of CMakeLists.txt). */
static int find_ahead(const char *name, char *path)
{
    char folder[PATH_MAX];
    if (!self_folder(folder))
        return 0;
    static const char *const places[] = {"programs", "tessera/programs", PROGRAMS_FROM_BIN};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
        if (snprintf(path, PATH_MAX, "%s/%s/%s", folder, places[i], name) < PATH_MAX &&
            access(path, R_OK) == 0)
            return 1;
    return 0;
}

/* A name for an open file that no library had before. dlopen() takes a name that it knows for the library
 * that it knows, and descriptors are used again. "/" and "./" in it are the digits 0 and 1 of a count. */
static void name_descriptor(int descriptor, const char *path, char *name)
{
    static atomic_uint count;
    const unsigned serial = atomic_fetch_add(&count, 1);
    int length = sprintf(name, "/proc/self/fd/");
    for (unsigned digit = 0; digit < 32; ++digit)
        length += sprintf(name + length, serial >> digit & 1 ? "./" : "/");
    sprintf(name + length, "%d", descriptor);
    if (access(name, R_OK))
        snprintf(name, PATH_MAX, "%s", path); /* a system without such names */
}

/* Loads an open file, whatever stands under its name by now, and closes it. `image` receives its bytes; NULL:
 * nobody asks for them. */
static ts_status load(ts_context *context, int descriptor, const char *path, const char *const *needs,
                      struct image *image, void **handle)
{
    char name[PATH_MAX];
    if (image)
        image_take(descriptor, image);
    name_descriptor(descriptor, path, name);
    *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    close(descriptor);
    if (!*handle) {
        const char *reason = dlerror(), *own = strstr(reason, name);
        return ts_fail(context, TS_ERROR_COMPILE, "The compiled program %s cannot be opened: %s.", path,
                       own ? own + strlen(name) + strspn(own + strlen(name), ": ") : reason);
    }
    for (; needs && *needs; ++needs) {
        if (dlsym(*handle, *needs))
            continue;
        dlclose(*handle);
        *handle = NULL;
        return ts_fail(context, TS_ERROR_COMPILE, "The compiled program %s lacks its function %s.", path,
                       *needs);
    }
    return TS_OK;
}

/* Loads a file that is as it was sealed. */
static ts_status open_file(ts_context *context, const char *path, const char *const *needs,
                           struct image *image, void **handle)
{
    int descriptor;
    ts_status status = seal_open(context, path, &descriptor);
    return status ? status : load(context, descriptor, path, needs, image, handle);
}

/* What is wanted, and how to make it. */
struct order {
    const struct compiler *compiler;
    const char *text, *level;
    const char *const *needs;
    double expected; /* seconds of a compilation; 0: not known */
    double compile_seconds;
    struct image *image; /* receives the program's bytes; NULL: nobody asks for them */
};

void program_announce(ts_context *context, const char *with, const char *how_long)
{
    ts_log(context, TS_LOG_INFO,
           "Compiling the program of this computation with %s: %s, once; later runs find it compiled.", with,
           how_long);
}

void program_announce_end(ts_context *context, double seconds)
{
    ts_log(context, TS_LOG_INFO, "Compiling the program took %.1f s.", seconds);
}

static ts_status compile(ts_context *context, struct order *order, const char *path)
{
    const double start = clock_seconds();
    char how_long[96] = "2 to 20 seconds";
    /* Beside other work 10 to 39 s were seen where a free core takes 3. */
    if (order->expected > 0)
        snprintf(how_long, sizeof how_long, "%.0f to %.0f seconds on a free core, up to %.0f on a busy one",
                 order->expected, 2 * order->expected, 13 * order->expected);
    program_announce(context, order->compiler->path, how_long);
    const ts_status status = compiler_run(context, order->compiler, order->text, order->level, path);
    const double seconds = clock_seconds() - start;
    if (!status)
        program_announce_end(context, seconds);
    order->compile_seconds += seconds;
    return status;
}

static ts_status trust_temporary(ts_context *context, const char *folder)
{
    char real[PATH_MAX];
    return trust_folder(context, realpath(folder, real) ? real : folder, "TMPDIR");
}

/* Compiles in a folder that is removed as soon as the program is open. */
static ts_status open_temporary(ts_context *context, struct order *order, void **handle)
{
    char folder[PATH_MAX], path[PATH_MAX + NAME_BYTES];
    ts_log(context, TS_LOG_WARNING, "The compiled program is not kept: %s", ts_context_error(context));
    const char *temporary = getenv("TMPDIR");
    int length = snprintf(folder, sizeof folder, "%s/tessera-XXXXXX",
                          temporary && *temporary ? temporary : "/tmp");
    if (length >= (int)sizeof folder || !mkdtemp(folder))
        return ts_fail(context, TS_ERROR_FILE,
                       "No temporary folder can be made as %.500s: set TMPDIR to a folder of your own.",
                       folder);
    snprintf(path, sizeof path, "%s/program.so", folder);
    ts_status status = trust_temporary(context, folder);
    if (!status)
        status = compile(context, order, path);
    if (!status)
        status = open_file(context, path, order->needs, order->image, handle);
    unlink(path);
    rmdir(folder);
    return status;
}

/* From the cache, else compiled into it. A cache that cannot be written, is full or
 * may not run programs is a warning. */
static ts_status open_cached(ts_context *context, struct order *order, void **handle)
{
    char folder[PATH_MAX], path[PATH_MAX + NAME_BYTES], name[NAME_BYTES];
    if (cache_folder(context, "programs", folder, sizeof folder))
        return open_temporary(context, order, handle);
    program_name(order->text, order->level, order->compiler->identity, name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int descriptor;
    ts_status status = seal_open(NULL, path, &descriptor); /* where it fails nothing is wrong yet */
    if (status) {
        status = compile(context, order, path);
        if (status && status != TS_ERROR_FILE)
            return status;
        if (!status)
            status = seal_open(context, path, &descriptor);
    }
    if (status || load(context, descriptor, path, order->needs, order->image, handle))
        return open_temporary(context, order, handle);
    return TS_OK;
}

static ts_status open_alone(ts_context *context, const char *text, const char *const *needs, double expected,
                            struct image *image, void **handle, double *compile_seconds)
{
    char name[NAME_BYTES], path[PATH_MAX];
    struct compiler compiler;
    struct order order = {&compiler, text, cpu_level(), needs, expected, 0, image};
    *handle = NULL;
    ts_status status = cpu_level_check(context, order.level, cpu_level_most());
    if (status)
        return status;
    program_name(text, order.level, "", name);
    if (find_ahead(name, path)) {
        if (!open_file(context, path, needs, image, handle))
            return TS_OK;
        ts_log(context, TS_LOG_WARNING, "A program built ahead is passed over: %s",
               ts_context_error(context));
    }
    status = compiler_find(context, &compiler);
    if (!status)
        status = open_cached(context, &order, handle);
    *compile_seconds += order.compile_seconds;
    return status;
}

/* Loads rank 0's program from memory, or from a temporary folder where memory does not serve. */
static ts_status open_image(ts_context *context, const struct image *image, const char *const *needs,
                            void **handle)
{
    static const char whose[] = "of rank 0";
    int descriptor = image_open(context, image);
    return descriptor < 0 ? TS_ERROR_FILE : load(context, descriptor, whose, needs, NULL, handle);
}

/* Rank 0 opens the program, or compiles it; the others have its bytes from there. Only one whose processor
 * lacks the instructions makes its own. */
ts_status program_open(ts_context *context, const char *text, const char *const *needs, double expected,
                       void **handle, double *compile_seconds)
{
    struct image image = {0};
    *handle = NULL;
    if (ranks_count(context) == 1)
        return open_alone(context, text, needs, expected, NULL, handle, compile_seconds);
    ts_status status = TS_OK;
    if (ranks_first(context)) {
        status = open_alone(context, text, needs, expected, &image, handle, compile_seconds);
        image_name_level(&image, cpu_level());
    }
    status = image_share(context, status, &image);
    if (!status && !*handle) {
        if (!image.bytes || cpu_level_check(NULL, image.level, cpu_level_most()) ||
            open_image(context, &image, needs, handle))
            status = open_alone(context, text, needs, expected, NULL, handle, compile_seconds);
    } else if (status && *handle) {
        dlclose(*handle);
        *handle = NULL;
    }
    image_free(&image);
    return status;
}

/* Whether a program lies whole in a folder that nobody else can change. */
static int is_kept(const char *folder, const char *path)
{
    char real[PATH_MAX];
    int descriptor;
    if (!realpath(folder, real) || trust_folder(NULL, real, "") || seal_open(NULL, path, &descriptor))
        return 0;
    close(descriptor);
    return 1;
}

ts_status program_compile_ahead(ts_context *context, const char *text, const char *level, const char *folder)
{
    char name[NAME_BYTES], path[PATH_MAX];
    program_name(text, level, "", name);
    ts_status status = file_make_folder(context, folder, 0755);
    if (!status && snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        status = ts_fail(context, TS_ERROR_FILE, "The path %s/%s is too long.", folder, name);
    struct compiler compiler;
    if (status || is_kept(folder, path)) /* a name has one program alone */
        return status;
    status = compiler_find(context, &compiler);
    return status ? status : compiler_run(context, &compiler, text, level, path);
}

/* A text as a string of C. */
static void append_string(struct source *source, const char *symbol, const char *text)
{
    source_append(source, "__attribute__((visibility(\"default\"))) const char %s[] = \"", symbol);
    for (; *text && !source->failed; ++text) {
        const int plain = *text >= ' ' && *text <= '~' && *text != '"' && *text != '\\' && *text != '?';
        source_append(source, plain ? "%c" : "\\%03o", (unsigned char)*text);
    }
    source_append(source, "\";\n");
}

ts_status program_compile_file(ts_context *context, const char *text, const char *level,
                               const char *description, const char *path)
{
    struct source source = {0};
    struct compiler compiler;
    char name[NAME_BYTES];
    program_name(text, level, "", name);
    source_append(&source, "%s\n", text);
    append_string(&source, key_symbol, name);
    append_string(&source, level_symbol, level);
    append_string(&source, description_symbol, description);
    ts_status status = source.failed ? ts_fail_memory(context, "a program")
                                     : compiler_find(context, &compiler);
    if (!status)
        status = compiler_run(context, &compiler, source.text, level, path);
    source_free(&source);
    return status;
}

/* Opens a file that has its seal and says what it is. */
static ts_status open_sealed(ts_context *context, const char *path, void **handle)
{
    static const char *const says[] = {key_symbol, level_symbol, description_symbol, NULL};
    char absolute[PATH_MAX];
    int descriptor;
    *handle = NULL;
    if (!realpath(path, absolute)) /* dlopen() looks for a bare name elsewhere */
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be opened: %s.", path, strerror(errno));
    if (seal_open(context, absolute, &descriptor))
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s is no program that `tessera compile` made, or it is damaged: compile it anew.",
                       path);
    if (load(context, descriptor, absolute, says, NULL, handle))
        return ts_fail(context, TS_ERROR_INPUT, "%s is no program of an integrand: %s", path,
                       ts_context_error(context));
    return TS_OK;
}

ts_status program_describe_file(ts_context *context, const char *path, char **description)
{
    void *handle;
    *description = NULL;
    ts_status status = open_sealed(context, path, &handle);
    if (status || !handle)
        return status;
    const char *says = dlsym(handle, description_symbol);
    *description = says ? strdup(says) : NULL;
    dlclose(handle);
    return *description ? TS_OK : ts_fail_memory(context, "the description of a program");
}

ts_status program_open_file(ts_context *context, const char *path, const char *text, const char *const *needs,
                            void **handle)
{
    char name[NAME_BYTES];
    ts_status status = open_sealed(context, path, handle);
    if (status || !*handle)
        return status;
    const char *level = dlsym(*handle, level_symbol), *key = dlsym(*handle, key_symbol);
    program_name(text, level ? level : "", "", name);
    if (!level || !key || cpu_level_check(NULL, level, cpu_level_most()))
        status = ts_fail(
            context, TS_ERROR_INPUT,
            "The program %s was compiled for %s, and this machine has %s at most: compile it for that "
            "(--level).",
            path, level ? level : "another machine", cpu_level_most());
    else if (strcmp(key, name) != 0)
        status = ts_fail(
            context, TS_ERROR_INPUT,
            "The program %s was compiled for other bins, precision, parameters, arrays, tables or infinite "
            "limits, or by another version: compile it anew, or set them as they were.",
            path);
    for (; !status && *needs; ++needs)
        if (!dlsym(*handle, *needs))
            status = ts_fail(context, TS_ERROR_INPUT, "The program %s lacks its function %s.", path, *needs);
    if (status) {
        dlclose(*handle);
        *handle = NULL;
    }
    return status;
}

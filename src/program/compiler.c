#include "program/compiler.h"

#include "core/file.h"
#include "core/file_beside.h"
#include "program/kernels.h"
#include "program/program.h"
#include "program/seal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MAX_ARGUMENTS = 64, LOG_LIMIT = 1 << 20, ROOM_BYTES = 1 << 20 };

const char *const *compiler_flags(void)
{
    /* Contraction is ours (r_fma); see kernels/dialect.h. What is defined nowhere fails when a program is
     * linked, not when it is loaded. */
    static const char *const flags[] = {"-std=c17", "-O3", "-ffp-contract=off",   "-fno-math-errno", "-fPIC",
                                        "-shared",  "-w",  "-fvisibility=hidden", "-Wl,-z,defs",     NULL};
    return flags;
}

/* Whether a file can be run, which a folder cannot, though it has the permission. */
static int is_executable(const char *path)
{
    struct stat facts;
    return access(path, X_OK) == 0 && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* Finds an executable `name` on the PATH, as a shell would. */
static int find_on_path(const char *name, char *path)
{
    if (strchr(name, '/'))
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX && is_executable(path);
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        if (snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folders, name) < PATH_MAX && is_executable(path))
            return 1;
        folders += length + (folders[length] == ':');
    }
    return 0;
}

ts_status compiler_find(ts_context *context, struct compiler *compiler)
{
    const char *asked = getenv("TESSERA_CC");
    const char *names[] = {asked && *asked ? asked : "cc", "gcc", "clang"};
    size_t count = asked && *asked ? 1 : 3;
    for (size_t i = 0; i < count; ++i) {
        struct stat file;
        if (!find_on_path(names[i], compiler->path) || stat(compiler->path, &file))
            continue;
        snprintf(compiler->identity, sizeof compiler->identity, "%s %lld %lld%s", compiler->path,
                 (long long)file.st_size, (long long)file.st_mtime, cpu_gathers() ? " gathers" : "");
        return TS_OK;
    }
    return ts_fail(
        context, TS_ERROR_COMPILE,
        "This computation needs a program that is not compiled yet, and no C compiler was found (%s): "
        "install gcc or clang, or name one in TESSERA_CC.",
        count == 1 ? names[0] : "cc, gcc, clang");
}

/* Waits for a compiler that leads a group of its own, with all that it has started. They end with an
 * interruption, wherever that came from. Returns its exit status, or -1. */
static int wait_for(ts_context *context, pid_t child)
{
    static const long shortest = 1000000, longest = 20000000; /* ns */
    int state, told = 0;
    pid_t ended = 0;
    for (long pause = shortest; ended == 0; pause = pause < longest ? 2 * pause : longest) {
        ended = waitpid(child, &state, WNOHANG);
        if (ended < 0 && errno == EINTR)
            ended = 0;
        if (ended == 0 && !told && ts_context_interrupted(context))
            told = !kill(-child, SIGTERM);
        if (ended == 0)
            nanosleep(&(struct timespec){0, pause}, NULL);
    }
    return ended == child && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

/* Runs the compiler with its messages in `log`; returns its exit status, or -1. */
static int spawn_and_wait(ts_context *context, const struct compiler *compiler, char *const *arguments,
                          const char *log)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions))
        return -1;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    pid_t child;
    const int output = O_WRONLY | O_CREAT | O_TRUNC;
    int failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
                 posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, output, 0600) ||
                 posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO) ||
                 posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP) ||
                 posix_spawnattr_setpgroup(&attributes, 0) ||
                 posix_spawn(&child, compiler->path, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed ? -1 : wait_for(context, child);
}

/* Whether the disk takes another file: a compiler that failed does not say that it
 * was full. What is allocated goes with the folder. */
static int has_room(const char *folder)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/room", folder);
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return errno != ENOSPC && errno != EDQUOT; /* a folder that is gone is another matter */
    int refused = posix_fallocate(file, 0, ROOM_BYTES);
    close(file);
    return refused != ENOSPC && refused != EDQUOT;
}

/* Compiles folder/program.c into folder/program.so. */
static ts_status compile_in(ts_context *context, const struct compiler *compiler, const char *level,
                            const char *folder)
{
    char march[64], include[PATH_MAX + 32], source[PATH_MAX + 32], object[PATH_MAX + 32], log[PATH_MAX + 32];
    snprintf(march, sizeof march, "-march=%s", level);
    snprintf(include, sizeof include, "-I%s/kernels", folder);
    snprintf(source, sizeof source, "%s/program.c", folder);
    snprintf(object, sizeof object, "%s/program.so", folder);
    snprintf(log, sizeof log, "%s/log", folder);

    char *arguments[MAX_ARGUMENTS] = {(char *)compiler->path, include};
    int count = 2;
    if (strcmp(level, LEVEL_BASELINE) != 0)
        arguments[count++] = march;
    if (cpu_gathers())
        arguments[count++] = (char *)"-DSIMD_GATHERS=1";
    for (const char *const *flag = compiler_flags(); *flag; ++flag)
        arguments[count++] = (char *)*flag;
    const char *more = getenv("TESSERA_PROGRAM_FLAGS");
    char *words = strdup(more ? more : "");
    if (!words)
        return ts_fail_memory(context, "the compiler's flags");
    char *rest = words;
    for (char *word; (word = strtok_r(rest, " ", &rest)) && count < MAX_ARGUMENTS - 5;)
        arguments[count++] = word;
    arguments[count++] = source;
    arguments[count++] = (char *)"-lm"; /* what an integrand's source may declare */
    arguments[count++] = (char *)"-o";
    arguments[count] = object;

    int result = spawn_and_wait(context, compiler, arguments, log);
    free(words);
    if (result == 0 && access(object, R_OK) == 0)
        return TS_OK;
    if (ts_context_interrupted(context))
        return ts_fail(context, TS_INTERRUPTED,
                       "Interrupted while a program was compiled: there is nothing to write.");
    if (access(source, R_OK) || !kernels_are_there(include + strlen("-I")))
        return ts_fail(context, TS_ERROR_FILE,
                       "The folder %s was removed while a program was compiled in it.", folder);
    if (!has_room(folder))
        return ts_fail(context, TS_ERROR_FILE, "The disk of %s is full.", folder);
    char *messages = NULL;
    size_t bytes;
    if (file_read(NULL, log, LOG_LIMIT, &messages, &bytes))
        messages = NULL;
    ts_status status = ts_fail(context, TS_ERROR_COMPILE,
                               "The compiler %s failed on a program (status %d):\n%s", compiler->path, result,
                               messages ? messages : "it left no messages");
    free(messages);
    return status;
}

static int remove_entry(const char *path, const struct stat *file, int type, struct FTW *place)
{
    (void)file;
    (void)type;
    (void)place;
    return remove(path);
}

static void remove_folder(const char *folder) { nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

/* Removes a folder that a killed compilation left, unless it holds what no compilation makes. */
static void remove_left(const char *folder)
{
    static const char *const ours[] = {".", "..", "kernels", "program.c", "program.so", "log", "room"};
    int others = 0;
    DIR *opened = opendir(folder);
    if (!opened)
        return;
    for (const struct dirent *entry; !others && (entry = readdir(opened));) {
        size_t i = 0;
        while (i < sizeof ours / sizeof ours[0] && strcmp(entry->d_name, ours[i]) != 0)
            ++i;
        others = i == sizeof ours / sizeof ours[0];
    }
    closedir(opened);
    if (!others)
        remove_folder(folder);
}

ts_status compiler_run(ts_context *context, const struct compiler *compiler, const char *text,
                       const char *level, const char *output)
{
    /* Beside the output, so that the last step is a rename. */
    char beside[PATH_MAX + FILE_BESIDE_BYTES], folder[PATH_MAX], path[PATH_MAX + 16];
    const char *here = *output == '-' ? "./" : ""; /* a path that begins like an option */
    if (file_refuse_special(context, output))
        return TS_ERROR_FILE;
    folder_remove_stale(output, remove_left);
    file_beside(output, beside, sizeof beside);
    errno = ENAMETOOLONG;
    if (snprintf(folder, sizeof folder, "%s%s", here, beside) >= (int)sizeof folder || mkdir(folder, 0700))
        return ts_fail(context, TS_ERROR_FILE, "No folder can be made beside %s: %s.", output,
                       strerror(errno));
    snprintf(path, sizeof path, "%s/kernels", folder);
    ts_status status = kernels_write(context, path);
    snprintf(path, sizeof path, "%s/program.c", folder);
    if (!status)
        status = file_write(context, path, text, strlen(text));
    if (!status)
        status = compile_in(context, compiler, level, folder);
    snprintf(path, sizeof path, "%s/program.so", folder);
    if (!status)
        status = seal_add(context, path);
    if (!status && rename(path, output))
        status = ts_fail(context, TS_ERROR_FILE, "%s cannot be written: %s.", output, strerror(errno));
    remove_folder(folder);
    return status;
}

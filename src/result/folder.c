/* The folder of a result: whether it can be written, and whose it is while a run writes into it. */
#include "result/folder.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "io/formats.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4200, HOLDER_BYTES = 320 };

struct ts_folder_lock {
    int descriptor;
    int how;         /* LOCK_EX, or LOCK_SH: it is read only */
    size_t existing; /* bytes of the folder's name that were there before */
    char folder[PATH_BYTES], path[PATH_BYTES];
};

/* The length of the longest front of `folder` that exists: "a/b" of "a/b/c/d". */
static size_t existing_length(const char *folder)
{
    char front[PATH_BYTES];
    snprintf(front, sizeof front, "%s", folder);
    struct stat ignored;
    while (*front && stat(front, &ignored) != 0) {
        char *slash = strrchr(front, '/');
        if (!slash)
            return 0;
        *slash = '\0';
    }
    return strlen(front);
}

/* Removes the folders below the first `kept` bytes, as far as they are empty. */
static void remove_folders(const char *folder, size_t kept)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s", folder);
    while (strlen(path) > kept && *path) {
        rmdir(path);
        char *slash = strrchr(path, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

/* Tries a file in the folder, and that nothing stands in the place of files that may not be replaced. Of
 * events a pipe may, into which they are written. */
static ts_status check_files(ts_context *context, const char *folder)
{
    static const char *const files[] = {"result.json", "histograms.yoda", "card.yaml", "report.html",
                                        "checkpoint.json"};
    char path[PATH_BYTES];
    ts_status status = TS_OK;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && !status; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        status = file_refuse_special(context, path);
    }
    const struct event_format *format;
    char name[EVENT_NAME_BYTES];
    int of_part;
    for (size_t i = 0; (format = event_file_at(i, &of_part, name)) && !status; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (!format->streams || !file_is_pipe(path))
            status = file_refuse_special(context, path);
    }
    if (status)
        return status;
    snprintf(path, sizeof path, "%s/.tessera-XXXXXX", folder);
    const int file = mkstemp(path);
    if (file < 0)
        return ts_fail(context, TS_ERROR_FILE, "The output folder %s cannot be written: %s.", folder,
                       strerror(errno));
    close(file);
    unlink(path);
    return TS_OK;
}

ts_status ts_result_check_folder(ts_context *context, const char *folder)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && folder);
    if (!*folder || strlen(folder) > 4000)
        return ts_fail(context, TS_ERROR_INPUT, "The output folder needs a name of 1 to 4000 bytes.");
    const size_t existing = existing_length(folder);
    ts_status status = file_make_folder(context, folder, 0777);
    if (status == TS_OK)
        status = check_files(context, folder);
    /* What was made for the check goes again: a run that fails leaves nothing behind. */
    remove_folders(folder, existing);
    return status;
}

/* Whether a run has left a sign of its own in the folder: a result, a checkpoint, or a lock where it was
 * killed. */
static int has_sign(const char *folder)
{
    static const char *const signs[] = {"result.json", "checkpoint.json", ".tessera-lock"};
    char path[PATH_BYTES];
    struct stat ignored;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; ++i) {
        snprintf(path, sizeof path, "%.4000s/%s", folder, signs[i]);
        if (!lstat(path, &ignored))
            return 1;
    }
    return 0;
}

/* Refuses a file, or a link, that no run is known to have left. Into a pipe events are written. */
static ts_status refuse_other(ts_context *context, const char *folder, const char *file)
{
    char path[PATH_BYTES];
    struct stat facts;
    snprintf(path, sizeof path, "%.4000s/%s", folder, file);
    if (lstat(path, &facts) || (!S_ISREG(facts.st_mode) && !S_ISLNK(facts.st_mode)))
        return TS_OK;
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s is there, and no result beside it to say that it is of a run: give another folder (--out), "
        "or --force to replace it.",
        path);
}

ts_status ts_result_check_others(ts_context *context, const char *folder)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && folder);
    static const char *const files[] = {"card.yaml", "histograms.yoda", "report.html"};
    char name[EVENT_NAME_BYTES];
    int of_part;
    ts_status status = TS_OK;
    if (has_sign(folder))
        return TS_OK;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && !status; ++i)
        status = refuse_other(context, folder, files[i]);
    for (size_t i = 0; event_file_at(i, &of_part, name) && !status; ++i) {
        char unfinished[64];
        /* NOLINTNEXTLINE(readability-suspicious-call-argument): the order of file_part() */
        file_part(name, unfinished, sizeof unfinished);
        status = refuse_other(context, folder, name);
        if (!status)
            status = refuse_other(context, folder, unfinished);
    }
    return status;
}

/* Says who holds the lock, as far as it says so itself. */
static ts_status fail_held(ts_context *context, const ts_folder_lock *lock)
{
    char holder[HOLDER_BYTES] = "";
    const ssize_t bytes = pread(lock->descriptor, holder, sizeof holder - 1, 0);
    holder[bytes > 0 ? bytes : 0] = 0;
    holder[strcspn(holder, "\n")] = 0;
    const char *const comma = *holder ? ", " : "";
    if (lock->how == LOCK_SH)
        return ts_fail(context, TS_ERROR_FILE,
                       "The folder %s is being written by a run%s%s: wait for its end.", lock->folder, comma,
                       holder);
    return ts_fail(
        context, TS_ERROR_FILE,
        "The folder %s is being written, or merged, by another run%s%s: wait for its end, or give another "
        "folder (--out).",
        lock->folder, comma, holder);
}

/* Writes who holds it. What is not written for want of room nobody needs. */
static void sign(const ts_folder_lock *lock)
{
    char host[256] = "", holder[HOLDER_BYTES];
    gethostname(host, sizeof host - 1);
    const int bytes = snprintf(holder, sizeof holder, "process %ld on %s\n", (long)getpid(), host);
    if (ftruncate(lock->descriptor, 0) || pwrite(lock->descriptor, holder, (size_t)bytes, 0) < 0)
        errno = 0;
}

/* Whether the file that was locked still has its name: its holder removes it at its end. */
static int is_current(const ts_folder_lock *lock) { return file_has_name(lock->descriptor, lock->path); }

/* Whether the opened file may be written into: what has another name, or is no file, is not ours. */
static int is_own(const ts_folder_lock *lock)
{
    struct stat facts;
    return fstat(lock->descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink <= 1;
}

/* A lock of the kernel's, which ends with the process however that ends. */
static ts_status take_lock(ts_context *context, ts_folder_lock *lock)
{
    for (;;) {
        int of_another = 0;
        lock->descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (lock->descriptor < 0 && errno == EACCES) {
            lock->descriptor = open(lock->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
            of_another = lock->descriptor >= 0;
            errno = EACCES;
        }
        if (lock->descriptor < 0)
            return ts_fail(context, TS_ERROR_FILE, "The output folder %s cannot be written: %s.",
                           lock->folder, strerror(errno));
        if (!is_own(lock))
            return ts_fail(context, TS_ERROR_FILE,
                           "%s is no regular file of one name, as a lock is: remove it.", lock->path);
        if (flock(lock->descriptor, lock->how | LOCK_NB)) {
            if (errno == EWOULDBLOCK)
                return fail_held(context, lock);
            ts_log(context, TS_LOG_WARNING,
                   "The folder %s cannot be locked (%s): no other run may write into it.", lock->folder,
                   strerror(errno));
            return TS_OK;
        }
        if (is_current(lock) && (!of_another || unlink(lock->path))) {
            sign(lock);
            return TS_OK;
        }
        close(lock->descriptor); /* the file is gone: by its holder, or by us where a killed run of another
                                    user left it */
    }
}

/* Takes the lock of a folder, which is made first where it is to be written. The first `existing` bytes of
 * its name were there before. */
static ts_status open_lock(ts_context *context, const char *folder, int how, size_t existing,
                           ts_folder_lock **lock)
{
    ts_folder_lock *opened = calloc(1, sizeof *opened);
    if (!opened)
        return ts_fail_memory(context, folder);
    opened->how = how;
    opened->existing = existing;
    opened->descriptor = -1;
    snprintf(opened->folder, sizeof opened->folder, "%s", folder);
    snprintf(opened->path, sizeof opened->path, "%.4000s/.tessera-lock", folder);
    ts_status status = how == LOCK_EX ? file_make_folder(context, folder, 0777) : TS_OK;
    if (!status)
        status = take_lock(context, opened);
    if (!status) {
        *lock = opened;
        return TS_OK;
    }
    if (opened->descriptor >= 0)
        close(opened->descriptor);
    free(opened);
    return status;
}

ts_status ts_folder_lock_create(ts_context *context, const char *folder, ts_folder_lock **lock)
{
    OWN_ENVIRONMENT;
    NEEDS(context, lock);
    *lock = NULL;
    NEEDS(context, context && folder);
    return open_lock(context, folder, LOCK_EX, existing_length(folder), lock);
}

ts_status folder_lock_shared(ts_context *context, const char *folder, ts_folder_lock **lock)
{
    *lock = NULL;
    return access(folder, W_OK) ? TS_OK : open_lock(context, folder, LOCK_SH, strlen(folder), lock);
}

void ts_folder_lock_destroy(ts_folder_lock **lock)
{
    if (!lock || !*lock)
        return;
    /* The last of those that read removes the file. */
    const int alone = (*lock)->how == LOCK_EX || flock((*lock)->descriptor, LOCK_EX | LOCK_NB) == 0;
    if (alone && is_current(*lock))
        unlink((*lock)->path);
    close((*lock)->descriptor);
    remove_folders((*lock)->folder, (*lock)->existing);
    free(*lock);
    *lock = NULL;
}

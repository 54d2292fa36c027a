/* Calls of the system on files that fail: put before the C library (LD_PRELOAD). Calls on what is below a
 * folder named out/ are counted, and
 *
 *   FAULT="write 3 28"      from the third on they fail with the code (28: no space, 122: quota, 5: an error
 * of the disk); "write 3 28 5": until the fifth
 *
 * of write, fsync, rename, ftruncate, or open (for writing). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static int is_ours(const char *path) { return strstr(path, "/out/") || !strncmp(path, "out/", 4); }

static int is_our_file(int file)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t bytes = readlink(link, path, sizeof path - 1);
    path[bytes > 0 ? bytes : 0] = 0;
    return is_ours(path);
}

/* Whether this call fails; sets errno. */
static int fails(const char *name, int *calls)
{
    const char *text = getenv("FAULT");
    char wanted[64];
    int first, code, last = 1 << 30;
    if (!text || sscanf(text, "%63s %d %d %d", wanted, &first, &code, &last) < 3 || strcmp(wanted, name) != 0)
        return 0;
    ++*calls;
    if (*calls < first || *calls > last)
        return 0;
    errno = code;
    return 1;
}

/* The real function. */
static void find(const char *name, void *function)
{
    void *address = dlsym(RTLD_NEXT, name);
    if (!address)
        abort();
    memcpy(function, &address, sizeof address);
}

EXPORT ssize_t write(int file, const void *data, size_t bytes)
{
    static ssize_t (*real)(int, const void *, size_t);
    static int calls;
    if (!real)
        find("write", &real);
    return is_our_file(file) && fails("write", &calls) ? -1 : real(file, data, bytes);
}

EXPORT int fsync(int file)
{
    static int (*real)(int);
    static int calls;
    if (!real)
        find("fsync", &real);
    return is_our_file(file) && fails("fsync", &calls) ? -1 : real(file);
}

EXPORT int ftruncate(int file, off_t bytes)
{
    static int (*real)(int, off_t);
    static int calls;
    if (!real)
        find("ftruncate", &real);
    return is_our_file(file) && fails("ftruncate", &calls) ? -1 : real(file, bytes);
}

EXPORT int rename(const char *from, const char *to)
{
    static int (*real)(const char *, const char *);
    static int calls;
    if (!real)
        find("rename", &real);
    return is_ours(to) && fails("rename", &calls) ? -1 : real(from, to);
}

EXPORT int open(const char *path, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    static int calls;
    va_list arguments;
    va_start(arguments, flags);
    const unsigned mode = flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if (!real)
        find("open", &real);
    return (flags & O_ACCMODE) != O_RDONLY && is_ours(path) && fails("open", &calls)
               ? -1
               : real(path, flags, mode);
}

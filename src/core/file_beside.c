#include "core/file_beside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { NUMBERS = 4, DAY_SECONDS = 86400 };

/* What every temporary name has behind that of its file. */
static const char mark[] = ".tessera-";

/* What numbers of processes belong to: a machine since it was started, and a container of it. */
static unsigned machine(void)
{
    char words[3][256] = {"", "", ""};
    gethostname(words[0], sizeof words[0] - 1);
    const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, words[1], sizeof words[1] - 1) < 0)
        *words[1] = '\0';
    if (file >= 0)
        close(file);
    if (readlink("/proc/self/ns/pid", words[2], sizeof words[2] - 1) < 0)
        *words[2] = '\0';
    return (unsigned)XXH3_64bits(words, sizeof words);
}

void file_beside(const char *path, char *name, size_t bytes)
{
    static atomic_uint serial;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, bytes, "%s%s%x-%lx-%lx-%x", path, mark, machine(), (unsigned long)getpid(),
             (unsigned long)now.tv_nsec, atomic_fetch_add(&serial, 1));
}

/* Reads ".tessera-MACHINE-PROCESS-TIME-SERIAL"; returns what stands behind it, NULL: it is something else. */
static const char *read_numbers(const char *text, unsigned long numbers[NUMBERS])
{
    if (strncmp(text, mark, strlen(mark)) != 0)
        return NULL;
    text += strlen(mark) - 1;
    for (int i = 0; i < NUMBERS; ++i) {
        char *end;
        const size_t digits = strspn(text + 1, "0123456789abcdef");
        if (*text != '-' || digits < 1 || digits > 2 * sizeof numbers[i])
            return NULL;
        numbers[i] = strtoul(text + 1, &end, 16);
        text = end;
    }
    return text;
}

size_t file_beside_of(const char *name)
{
    unsigned long ignored[NUMBERS];
    const char *slash = strrchr(name, '/');
    for (const char *at = strchr(slash ? slash : name, '.'); at; at = strchr(at + 1, '.')) {
        const char *rest = read_numbers(at, ignored);
        if (rest && (!*rest || ((rest = read_numbers(rest, ignored)) && !*rest)))
            return (size_t)(at - name);
    }
    return strlen(name);
}

/* Whether the entry is a temporary file of this kind that nobody will finish. */
static int is_stale(const char *path, const char *name, size_t own, mode_t kind)
{
    unsigned long numbers[NUMBERS], ignored[NUMBERS];
    struct stat facts;
    const char *rest = read_numbers(name + own, numbers);
    if (rest && *rest) /* one that was on its way to a temporary name itself */
        rest = read_numbers(rest, ignored);
    if (!rest || *rest || lstat(path, &facts) || (facts.st_mode & S_IFMT) != kind ||
        facts.st_uid != geteuid())
        return 0;
    if (numbers[0] != machine())
        return time(NULL) - facts.st_mtime > DAY_SECONDS;
    return numbers[1] > 0 && numbers[1] <= INT_MAX && kill((pid_t)numbers[1], 0) && errno == ESRCH;
}

static void remove_stale(const char *path, mode_t kind, void (*clear)(const char *path))
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t front = (size_t)(name - path), own = strlen(name);
    char entry_path[PATH_MAX + NAME_MAX + 1];
    if (front >= PATH_MAX)
        return;
    snprintf(entry_path, sizeof entry_path, "%.*s", (int)front, front ? path : ".");
    DIR *folder = opendir(front ? entry_path : ".");
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (strncmp(entry->d_name, name, own) != 0 || entry->d_name[own] != '.')
            continue;
        snprintf(entry_path + front, sizeof entry_path - front, "%s", entry->d_name);
        if (is_stale(entry_path, entry->d_name, own, kind))
            clear(entry_path);
    }
    closedir(folder);
}

static void remove_file(const char *path) { unlink(path); }

void file_remove_stale(const char *path) { remove_stale(path, S_IFREG, remove_file); }

void folder_remove_stale(const char *path, void (*clear)(const char *folder))
{
    remove_stale(path, S_IFDIR, clear);
}

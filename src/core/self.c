/* dladdr1() is not POSIX. */
#define _GNU_SOURCE
#include "core/self.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/* A program's entry has no name, and argv[0], which dladdr() gives there, may lead to another file. */
int self_folder(char *path)
{
    Dl_info self;
    void *entry = NULL;
    if (!dladdr1((void *)(size_t)self_folder, &self, &entry, RTLD_DL_LINKMAP) || !entry)
        return 0;
    const char *name = ((const struct link_map *)entry)->l_name;
    if (!realpath(*name ? name : "/proc/self/exe", path))
        return 0;
    const char *folder = dirname(path);
    memmove(path, folder, strlen(folder) + 1);
    return 1;
}

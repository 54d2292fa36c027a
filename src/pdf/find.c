#include "pdf/find.h"

#include "core/context.h"
#include "core/environment.h"
#include "tessera/text.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_folder(const char *path)
{
    struct stat facts;
    return !stat(path, &facts) && S_ISDIR(facts.st_mode);
}

ts_status pdf_name_of(ts_context *context, const char *folder, char *name, size_t bytes)
{
    size_t end = strlen(folder);
    while (end > 0 && folder[end - 1] == '/')
        --end;
    size_t start = end;
    while (start > 0 && folder[start - 1] != '/')
        --start;
    if (end == start || end - start >= bytes)
        return ts_fail(context, TS_ERROR_INPUT, "%s does not end in the name of a set of parton densities.",
                       folder);
    memcpy(name, folder + start, end - start);
    name[end - start] = 0;
    return TS_OK;
}

/* Whether `folder` holds a set: a folder NAME with a file NAME.info. */
static int holds_set(const char *folder)
{
    char name[NAME_MAX + 1], info[PATH_MAX];
    struct stat facts;
    if (pdf_name_of(NULL, folder, name, sizeof name))
        return 0;
    int length = snprintf(info, sizeof info, "%s/%s.info", folder, name);
    return length > 0 && (size_t)length < sizeof info && !stat(info, &facts) && S_ISREG(facts.st_mode);
}

/* The next folder of LHAPDF_DATA_PATH; 0 at its end. */
static int next_folder(const char **path, char *folder, size_t bytes)
{
    while (*path && **path) {
        size_t length = strcspn(*path, ":");
        const char *start = *path;
        *path += length + ((*path)[length] == ':');
        if (length == 0 || length >= bytes)
            continue;
        memcpy(folder, start, length);
        folder[length] = 0;
        return 1;
    }
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        free(names[i]);
    free(names);
}

/* The names of the sets in one folder, sorted. A folder that cannot be read has none. */
static ts_status sets_in(ts_context *context, const char *folder, char ***names, size_t *count)
{
    *names = NULL;
    *count = 0;
    DIR *directory = opendir(folder);
    if (!directory)
        return TS_OK;
    ts_status status = TS_OK;
    struct dirent *entry;
    while (!status && (entry = readdir(directory))) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || length < 0 || (size_t)length >= sizeof path || !holds_set(path))
            continue;
        char **grown = realloc(*names, (*count + 1) * sizeof *grown), *copy = strdup(entry->d_name);
        if (grown)
            *names = grown;
        if (grown && copy)
            (*names)[(*count)++] = copy;
        else {
            free(copy);
            status = ts_fail_memory(context, "a list of sets");
        }
    }
    closedir(directory);
    if (*count)
        qsort(*names, *count, sizeof **names, compare_names);
    return status;
}

ts_status ts_pdf_list(ts_context *context, ts_pdf_visit *visit, void *data)
{
    OWN_ENVIRONMENT;
    const char *path = getenv("LHAPDF_DATA_PATH");
    char folder[PATH_MAX], source[PATH_MAX + NAME_MAX + 2];
    int end = 0;
    while (!end && next_folder(&path, folder, sizeof folder)) {
        char **names;
        size_t count;
        ts_status status = sets_in(context, folder, &names, &count);
        for (size_t i = 0; !status && !end && i < count; ++i) {
            snprintf(source, sizeof source, "%s/%s", folder, names[i]);
            end = visit(names[i], source, data);
        }
        free_names(names, count);
        if (status)
            return status;
    }
    if (!end)
        visit(PDF_EMBEDDED_NAME, "embedded", data);
    return TS_OK;
}

struct nearest {
    const char *wanted;
    size_t distance;
    char name[NAME_MAX + 1];
};

static int keep_nearest(const char *name, const char *source, void *data)
{
    (void)source;
    struct nearest *nearest = data;
    size_t d = ts_text_distance(nearest->wanted, name);
    if (d < nearest->distance) {
        nearest->distance = d;
        snprintf(nearest->name, sizeof nearest->name, "%s", name);
    }
    return 0;
}

static ts_status not_found(ts_context *context, const char *name)
{
    struct nearest nearest = {.wanted = name, .distance = (size_t)-1};
    ts_status status = ts_pdf_list(context, keep_nearest, &nearest);
    if (status)
        return status;
    const char *path = getenv("LHAPDF_DATA_PATH");
    return ts_fail(
        context, TS_ERROR_INPUT,
        "There is no set of parton densities '%s': it is no folder with a set, not in LHAPDF_DATA_PATH "
        "(%s), and not the embedded set; the nearest name found is %s.",
        name, path && *path ? path : "which is not set", *nearest.name ? nearest.name : PDF_EMBEDDED_NAME);
}

ts_status pdf_find(ts_context *context, const char *name, char *folder, size_t bytes, int *embedded)
{
    *embedded = 0;
    if (is_folder(name) && holds_set(name)) {
        int length = snprintf(folder, bytes, "%s", name);
        if (length < 0 || (size_t)length >= bytes)
            return ts_fail(context, TS_ERROR_INPUT, "The path %.100s... is too long.", name);
        return TS_OK;
    }
    if (is_folder(name) && strchr(name, '/'))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "The folder %s holds no set of parton densities: in a folder NAME there must be a file NAME.info.",
            name);
    const char *path = getenv("LHAPDF_DATA_PATH");
    char root[PATH_MAX];
    while (*name && !strchr(name, '/') && next_folder(&path, root, sizeof root)) {
        int length = snprintf(folder, bytes, "%s/%s", root, name);
        if (length > 0 && (size_t)length < bytes && is_folder(folder) && holds_set(folder))
            return TS_OK;
    }
    if (!strcmp(name, PDF_EMBEDDED_NAME)) {
        *embedded = 1;
        return TS_OK;
    }
    return not_found(context, name);
}

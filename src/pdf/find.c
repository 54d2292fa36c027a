#include "pdf/find.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "tessera/text.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* The folders in which sets lie, separated by colons: those of the environment, as LHAPDF takes them, then
 * where packages put them. Two colons at the end of the first leave out the second. Allocated; NULL: not
 * enough memory. */
static char *data_path(void)
{
    const char *named = getenv("LHAPDF_DATA_PATH"), *conda = getenv("CONDA_PREFIX");
    if (!named || !*named)
        named = getenv("LHAPATH"); /* what LHAPDF asks for next */
    named = named ? named : "";
    const size_t length = strlen(named);
    if (length >= 2 && !strcmp(named + length - 2, "::"))
        return strdup(named);
    conda = conda ? conda : "";
    static const char conda_below[] = "/share/LHAPDF", others[] = "/usr/local/share/LHAPDF:/usr/share/LHAPDF";
    const size_t bytes = length + strlen(conda) + sizeof conda_below + sizeof others + 2;
    char *path = malloc(bytes);
    if (path)
        snprintf(path, bytes, "%s%s%s%s%s%s", named, *named ? ":" : "", conda, *conda ? conda_below : "",
                 *conda ? ":" : "", others);
    return path;
}

/* Whether the first `length` bytes of `path`, without its slashes at the end, are one of the folders before
 * it. */
static int came_before(const char *all, const char *path, size_t length)
{
    for (const char *at = all; at < path; at += strcspn(at, ":") + 1) {
        size_t other = strcspn(at, ":");
        while (other > 1 && at[other - 1] == '/')
            --other;
        if (other == length && !memcmp(at, path, length))
            return 1;
    }
    return 0;
}

/* The next folder of `all`, each but once; 0 at its end. */
static int next_folder(const char *all, const char **path, char *folder, size_t bytes)
{
    while (**path) {
        const char *start = *path;
        size_t length = strcspn(*path, ":");
        *path += length + ((*path)[length] == ':');
        while (length > 1 && start[length - 1] == '/')
            --length;
        if (length == 0 || length >= bytes || came_before(all, start, length))
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

/* Visits the sets in one folder; *end: whether the visitor has ended the listing. */
static ts_status visit_folder(ts_context *context, const char *folder, ts_pdf_visit *visit, void *data,
                              int *end)
{
    char source[PATH_MAX + NAME_MAX + 2];
    char **names;
    size_t count;
    ts_status status = sets_in(context, folder, &names, &count);
    for (size_t i = 0; !status && !*end && i < count; ++i) {
        snprintf(source, sizeof source, "%s/%s", folder, names[i]);
        *end = visit(names[i], source, data);
    }
    free_names(names, count);
    return status;
}

ts_status ts_pdf_list(ts_context *context, ts_pdf_visit *visit, void *data)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && visit);
    char *all = data_path(), folder[PATH_MAX];
    if (!all)
        return ts_fail_memory(context, "a list of folders");
    const char *path = all;
    int end = 0;
    ts_status status = TS_OK;
    while (!status && !end && next_folder(all, &path, folder, sizeof folder))
        status = visit_folder(context, folder, visit, data, &end);
    free(all);
    if (!status && !end)
        visit(PDF_EMBEDDED_NAME, "embedded", data);
    return status;
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

/* The folders of `all` as a list for people. */
static char *folders_text(const char *all)
{
    char *text = NULL, folder[PATH_MAX];
    size_t bytes = 0;
    FILE *file = open_memstream(&text, &bytes);
    if (!file)
        return NULL;
    int count = 0;
    for (const char *path = all; next_folder(all, &path, folder, sizeof folder);)
        fprintf(file, "%s%s", count++ ? ", " : "", folder);
    if (fclose(file)) {
        free(text);
        return NULL;
    }
    return text;
}

static ts_status not_found(ts_context *context, const char *name, const char *all)
{
    struct nearest nearest = {.wanted = name, .distance = (size_t)-1};
    ts_status status = ts_pdf_list(context, keep_nearest, &nearest);
    if (status)
        return status;
    char *folders = folders_text(all);
    const char *named = getenv("LHAPDF_DATA_PATH");
    const char *path = !named || !*named      ? " (LHAPDF_DATA_PATH is not set)"
                       : folders && !*folders ? "any folder (LHAPDF_DATA_PATH leaves none)"
                                              : "";
    status =
        folders ? ts_fail(context, TS_ERROR_INPUT,
                          "There is no set of parton densities '%.200s': it is no folder with a set, not the "
                          "embedded set, and not in %s%s; the nearest name found is %s.",
                          name, folders, path, *nearest.name ? nearest.name : PDF_EMBEDDED_NAME)
                : ts_fail_memory(context, "a list of folders");
    free(folders);
    return status;
}

/* Takes "/MEMBER" off the end of a name that is no folder; *member stays where there is none. */
static ts_status take_member(ts_context *context, char *name, int *member)
{
    char *slash = strrchr(name, '/');
    const size_t digits = slash ? strspn(slash + 1, "0123456789") : 0;
    if (!digits || slash == name || slash[1 + digits])
        return TS_OK;
    if (digits > 6)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: behind the slash stands the member of a set, a whole number from 0 to 999999.",
                       name);
    const int named = (int)strtol(slash + 1, NULL, 10);
    if (*member && *member != named)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s names a member, and member %d is asked for too; give one.", name, *member);
    *slash = 0;
    *member = named;
    return TS_OK;
}

/* Looks through the folders for a set of this name; 0: it is in none. */
static int find_below(const char *all, const char *name, char *folder, size_t bytes)
{
    char root[PATH_MAX];
    for (const char *path = all; !strchr(name, '/') && next_folder(all, &path, root, sizeof root);) {
        int length = snprintf(folder, bytes, "%s/%s", root, name);
        if (length > 0 && (size_t)length < bytes && file_is_folder(folder) && holds_set(folder))
            return 1;
    }
    return 0;
}

static ts_status find(ts_context *context, const char *name, char *folder, size_t bytes, int *embedded)
{
    *embedded = 0;
    if (file_is_folder(name) && holds_set(name)) {
        int length = snprintf(folder, bytes, "%s", name);
        if (length < 0 || (size_t)length >= bytes)
            return ts_fail(context, TS_ERROR_INPUT, "The path %.100s... is too long.", name);
        return TS_OK;
    }
    if (file_is_folder(name) && strchr(name, '/'))
        return ts_fail(
            context, TS_ERROR_INPUT,
            "The folder %s holds no set of parton densities: in a folder NAME there must be a file NAME.info.",
            name);
    char *all = data_path();
    if (!all)
        return ts_fail_memory(context, "a list of folders");
    ts_status status = TS_OK;
    if (!find_below(all, name, folder, bytes)) {
        *embedded = !strcmp(name, PDF_EMBEDDED_NAME);
        status = *embedded ? TS_OK : not_found(context, name, all);
    }
    free(all);
    return status;
}

ts_status pdf_find(ts_context *context, const char *name, int *member, char *folder, size_t bytes,
                   int *embedded)
{
    char *alone = strdup(name);
    if (!alone)
        return ts_fail_memory(context, name);
    ts_status status = file_is_folder(name) ? TS_OK : take_member(context, alone, member);
    if (!status)
        status = find(context, alone, folder, bytes, embedded);
    free(alone);
    return status;
}

#include "io/event_copy.h"

#include "core/context.h"
#include "core/file.h"
#include "core/ranks.h"
#include "io/event_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct event_copy {
    const struct event_copier *copier;
    void *data;
};

static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=:*/^()~";

static ts_status check_name(ts_context *context, const ts_event_file *file, const struct added_weight *added,
                            size_t count, size_t i)
{
    const char *name = added[i].name;
    const size_t bytes = strlen(name);
    if (!bytes || bytes > EVENT_NAME_MOST || strspn(name, name_bytes) != bytes)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "The name of a weight is \"%.100s\": expected letters, digits and . _ - + = : * / ^ ( ) ~.",
            name);
    for (size_t k = 0; k < count; ++k)
        if (k != i && !strcmp(added[k].name, name))
            return ts_fail(context, TS_ERROR_INPUT, "Two of the new weights have the name \"%.100s\".", name);
    for (size_t k = 0; k < file->head.weight_count; ++k)
        if (!strcmp(file->head.weight_names[k], name))
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s has a weight of the name \"%.100s\" already: give the new one another.",
                           file->path, name);
    return TS_OK;
}

static int is_same_file(const char *path, const char *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_ino == two.st_ino &&
           one.st_dev == two.st_dev;
}

ts_status event_copy_check(ts_context *context, const ts_event_file *file)
{
    if (!strcmp(file->head.format, "lheh5") || !strcmp(file->head.format, "lhe"))
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT, "%s is of the format %s: expected a Les Houches or LHEH5 file.",
                   file->path, file->head.format);
}

/* A copy is of the format of its file, which a name may not contradict. */
static ts_status check_ending(ts_context *context, const ts_event_file *file, const char *to)
{
    static const char *const of_text[] = {".lhe", ".lhe.gz", ".gz"}, *const of_tables[] = {".hdf5", ".h5"};
    const int is_tables = !strcmp(file->head.format, "lheh5");
    const char *const *others = is_tables ? of_text : of_tables;
    const size_t count = is_tables ? sizeof of_text / sizeof *of_text : sizeof of_tables / sizeof *of_tables;
    const size_t length = strlen(to);
    for (size_t i = 0; i < count; ++i) {
        const size_t bytes = strlen(others[i]);
        if (length > bytes && !strcmp(to + length - bytes, others[i]))
            return ts_fail(
                context, TS_ERROR_INPUT,
                "%s is a %s file, and so is its copy: give that another name than %s, or convert it "
                "afterwards (tessera events --to).",
                file->path, is_tables ? "LHEH5" : "Les Houches", to);
    }
    return TS_OK;
}

/* Whether a copy can stand where it is to. Rank 0 writes it. */
static ts_status check_target(ts_context *context, const ts_event_file *file, const char *to)
{
    struct file_new trial;
    if (is_same_file(file->path, to))
        return ts_fail(context, TS_ERROR_INPUT, "%s is the file that is read: give the new one another name.",
                       to);
    ts_status status = check_ending(context, file, to);
    if (!status)
        status = file_refuse_special(context, to);
    if (status || file_is_pipe(to)) /* whose reader would take the trial for all */
        return status;
    status = file_new_create(context, to, &trial); /* where the new one is to grow */
    if (!status)
        file_new_discard(&trial);
    return status;
}

ts_status event_copy_check_target(ts_context *context, const ts_event_file *file, const char *to, int replace)
{
    ts_status status = TS_OK;
    if (ranks_first(context) && !replace && access(to, F_OK) == 0)
        status = ts_fail(
            context, TS_ERROR_INPUT,
            "%s is there already: it is replaced where that is asked for (--force, from Python replace=True).",
            to);
    else if (ranks_first(context))
        status = check_target(context, file, to);
    return ranks_agree(context, "the place of a copy", status);
}

ts_status event_copy_create(ts_context *context, const ts_event_file *file, const char *to,
                            const struct copy_request *request, struct event_copy **made)
{
    const int is_tables = !strcmp(file->head.format, "lheh5");
    ts_status status = event_copy_check(context, file);
    if (!status)
        status = check_target(context, file, to);
    *made = NULL;
    for (size_t i = 0; i < request->count && !status; ++i)
        status = check_name(context, file, request->added, request->count, i);
    struct event_copy *copy = status ? NULL : calloc(1, sizeof *copy);
    if (!copy)
        return status ? status : ts_fail_memory(context, "a copy of events");
    copy->copier = is_tables ? &lheh5_copier : &lhe_copier;
    status = copy->copier->open(context, file, to, request, &copy->data);
    if (status)
        event_copy_discard(&copy);
    *made = copy;
    return status;
}

double changed_error(const struct changed_process *changed, double cross_section, double error)
{
    return hypot(error * changed->factor, cross_section * changed->factor * changed->uncertain);
}

ts_status event_copy_put(struct event_copy *copy, const double *weights)
{
    return copy->copier->put(copy->data, weights);
}

ts_status event_copy_change(struct event_copy *copy, const struct changed_event *event)
{
    return copy->copier->change(copy->data, event);
}

ts_status event_copy_finish(struct event_copy **copy)
{
    const ts_status status = (*copy)->copier->finish((*copy)->data);
    event_copy_discard(copy);
    return status;
}

void event_copy_discard(struct event_copy **copy)
{
    if (!*copy)
        return;
    (*copy)->copier->close((*copy)->data);
    free(*copy);
    *copy = NULL;
}

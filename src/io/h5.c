#include "io/h5.h"

#include "core/context.h"
#include "io/h5_library.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ROOM_BYTES: beyond what is asked for, for HDF5's own lists and for ending the file. */
enum { DATASETS_MOST = 8, REASON_BYTES = 200, ROOM_BYTES = 1 << 16 };

struct h5_file {
    ts_context *context;
    hid_t file;
    int descriptor;                /* -1: it is read */
    hid_t datasets[DATASETS_MOST]; /* open ones */
    size_t dataset_count;
    char *name;
};

/* HDF5's library is not made for several threads. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void hold_library(void) { pthread_mutex_lock(&one_at_a_time); }
static void release_library(void) { pthread_mutex_unlock(&one_at_a_time); }

/* A child process has the library as it is between two calls. */
static void wait_before_forks(void) { pthread_atfork(hold_library, release_library, release_library); }

/* Which plugins the library may load as a file asks, outside the calls below. */
static unsigned plugins_allowed;

static const struct h5_library *enter(void)
{
    const struct h5_library *h5 = h5_library();
    pthread_mutex_lock(&one_at_a_time);
    h5->H5Eset_auto2_of(H5E_DEFAULT, NULL, NULL); /* nothing is printed */
    h5->H5PLget_loading_state_of(&plugins_allowed);
    h5->H5PLset_loading_state_of(0); /* no code runs because a file names it */
    errno = 0;
    return h5;
}

static void leave(void)
{
    h5_library()->H5PLset_loading_state_of(plugins_allowed);
    pthread_mutex_unlock(&one_at_a_time);
}

/* Takes the innermost of HDF5's messages, of which the system's own reason is a part in quotes. */
static herr_t take_reason(unsigned depth, const H5E_error2_t *error, void *data)
{
    char *reason = data;
    if (depth > 0 || !error->desc)
        return 0;
    static const char mark[] = "error message = '";
    const char *system = strstr(error->desc, mark);
    const char *text = system ? system + strlen(mark) : error->desc;
    const size_t bytes = system ? strcspn(text, "'") : strcspn(text, "\n");
    snprintf(reason, REASON_BYTES, "%.*s", (int)bytes, text);
    return 0;
}

static void reason_of(const struct h5_library *h5, char reason[REASON_BYTES])
{
    snprintf(reason, REASON_BYTES, "%s", errno ? strerror(errno) : "HDF5's library gives no reason");
    h5->H5Ewalk2_of(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, reason);
}

static ts_status fail_write(const struct h5_library *h5, const struct h5_file *file)
{
    char reason[REASON_BYTES];
    reason_of(h5, reason);
    return ts_fail(file->context, TS_ERROR_FILE, "%s cannot be written: %s.", file->name, reason);
}

static ts_status fail_read(const struct h5_library *h5, const struct h5_file *file, const char *dataset)
{
    char reason[REASON_BYTES];
    reason_of(h5, reason);
    return ts_fail(file->context, TS_ERROR_INPUT, "%s: the dataset \"%s\" cannot be read: %s.", file->name,
                   dataset, reason);
}

/* Takes room on the disk for so many bytes more than the file has. */
static ts_status reserve(const struct h5_library *h5, const struct h5_file *file, size_t bytes)
{
    hsize_t size = 0;
    if (file->file >= 0 && h5->H5Fget_filesize_of(file->file, &size) < 0)
        return fail_write(h5, file);
    const int problem = posix_fallocate(file->descriptor, 0, (off_t)(size + bytes + ROOM_BYTES));
    return problem ? ts_fail(file->context, TS_ERROR_FILE, "%s cannot be written: %s.", file->name,
                             strerror(problem))
                   : TS_OK;
}

/* Writes what is still in memory, and gives back the room behind it when the file is closed. */
static ts_status end_writing(const struct h5_library *h5, const struct h5_file *file)
{
    hsize_t size = 0;
    const int written = h5->H5Fflush_of(file->file, H5F_SCOPE_GLOBAL) >= 0 &&
                        h5->H5Fget_filesize_of(file->file, &size) >= 0 && h5->H5Fclose_of(file->file) >= 0;
    if (!written)
        return fail_write(h5, file);
    return ftruncate(file->descriptor, (off_t)size) == 0 ? TS_OK : fail_write(h5, file);
}

static ts_status make_file(ts_context *context, const char *name, struct h5_file **file)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, wait_before_forks);
    if (!h5_library()) {
        *file = NULL;
        return ts_fail(context, TS_ERROR_FILE, "%s can be neither written nor read: %s.", name, h5_lacking());
    }
    *file = calloc(1, sizeof **file);
    if (*file)
        (*file)->name = strdup(name);
    if (*file && (*file)->name) {
        (*file)->context = context;
        (*file)->file = H5I_INVALID_HID;
        (*file)->descriptor = -1;
        return TS_OK;
    }
    free(*file);
    *file = NULL;
    return ts_fail_memory(context, "a file of tables");
}

/* Properties with which closing the file closes whatever is open in it. */
static hid_t strong_access(const struct h5_library *h5)
{
    const hid_t access = h5->H5Pcreate_of(h5->file_access);
    if (access >= 0)
        h5->H5Pset_fclose_degree_of(access, H5F_CLOSE_STRONG);
    return access;
}

ts_status h5_create(ts_context *context, const char *path, const char *name, int descriptor,
                    struct h5_file **file)
{
    char opened[64]; /* what was opened, whatever stands under its name by now */
    snprintf(opened, sizeof opened, "/proc/self/fd/%d", descriptor);
    if (!access(opened, W_OK))
        path = opened;
    ts_status status = make_file(context, name, file);
    if (!*file)
        return status;
    const struct h5_library *h5 = enter();
    const hid_t access = strong_access(h5);
    (*file)->descriptor = descriptor;
    status = reserve(h5, *file, 0);
    if (!status)
        (*file)->file = h5->H5Fcreate_of(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (!status && (*file)->file < 0)
        status = fail_write(h5, *file);
    if (access >= 0)
        h5->H5Pclose_of(access);
    leave();
    if (status)
        h5_close(file);
    return status;
}

ts_status h5_open(ts_context *context, const char *path, struct h5_file **file)
{
    ts_status status = make_file(context, path, file);
    if (!*file)
        return status;
    const struct h5_library *h5 = enter();
    const hid_t access = strong_access(h5);
    (*file)->file = h5->H5Fopen_of(path, H5F_ACC_RDONLY, access);
    if ((*file)->file < 0) {
        char reason[REASON_BYTES];
        reason_of(h5, reason);
        status = ts_fail(context, TS_ERROR_INPUT, "%s is no whole HDF5 file: %s.", path, reason);
    }
    if (access >= 0)
        h5->H5Pclose_of(access);
    leave();
    if (status)
        h5_close(file);
    return status;
}

ts_status h5_close(struct h5_file **file)
{
    ts_status status = TS_OK;
    if (!*file)
        return TS_OK;
    const struct h5_library *h5 = enter();
    for (size_t i = 0; i < (*file)->dataset_count; ++i)
        if (h5->H5Dclose_of((*file)->datasets[i]) < 0 && !status)
            status = fail_write(h5, *file);
    if ((*file)->file >= 0 && (*file)->descriptor >= 0 && !status)
        status = end_writing(h5, *file);
    else if ((*file)->file >= 0)
        h5->H5Fclose_of((*file)->file);
    leave();
    free((*file)->name);
    free(*file);
    *file = NULL;
    return status;
}

/* Properties of a new dataset: no time stands in the file, so that its bytes are the same each time. */
static hid_t new_dataset(const struct h5_library *h5)
{
    const hid_t creation = h5->H5Pcreate_of(h5->creation);
    if (creation >= 0)
        h5->H5Pset_obj_track_times_of(creation, 0);
    return creation;
}

ts_status h5_put_list(struct h5_file *file, const char *dataset, const double *values, size_t count,
                      int whole)
{
    const hsize_t extent = count;
    const struct h5_library *h5 = enter();
    ts_status status = reserve(h5, file, count * sizeof *values);
    const hid_t type = whole ? h5->whole : h5->real;
    const hid_t space = h5->H5Screate_simple_of(1, &extent, NULL);
    const hid_t creation = new_dataset(h5);
    const hid_t set = h5->H5Dcreate2_of(file->file, dataset, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (!status && (set < 0 || h5->H5Dwrite_of(set, h5->real, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0))
        status = fail_write(h5, file);
    if (set >= 0)
        h5->H5Dclose_of(set);
    if (creation >= 0)
        h5->H5Pclose_of(creation);
    if (space >= 0)
        h5->H5Sclose_of(space);
    leave();
    return status;
}

/* Keeps an open dataset, to be closed with its file. */
static ts_status keep(const struct h5_library *h5, struct h5_file *file, hid_t set)
{
    if (file->dataset_count < DATASETS_MOST) {
        file->datasets[file->dataset_count++] = set;
        return TS_OK;
    }
    h5->H5Dclose_of(set);
    return ts_fail(file->context, TS_ERROR_INPUT, "%s has too many datasets.", file->name);
}

ts_status h5_begin(struct h5_file *file, const char *dataset, size_t columns, size_t piece,
                   struct h5_table *table)
{
    const hsize_t none[] = {0, columns}, any[] = {H5S_UNLIMITED, columns};
    const hsize_t chunk[] = {piece ? piece : 1, columns};
    const struct h5_library *h5 = enter();
    const hid_t creation = new_dataset(h5);
    const hid_t space = h5->H5Screate_simple_of(2, none, any);
    hid_t set = H5I_INVALID_HID;
    if (creation >= 0 && space >= 0 && h5->H5Pset_chunk_of(creation, 2, chunk) >= 0)
        set = h5->H5Dcreate2_of(file->file, dataset, h5->real, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    const ts_status status = set < 0 ? fail_write(h5, file) : keep(h5, file, set);
    *table = (struct h5_table){.id = status ? 0 : set, .columns = columns};
    if (creation >= 0)
        h5->H5Pclose_of(creation);
    if (space >= 0)
        h5->H5Sclose_of(space);
    leave();
    return status;
}

/* Moves rows between memory and a dataset. */
static int move(const struct h5_library *h5, const struct h5_table *table, uint64_t first, size_t rows,
                const double *from, double *to)
{
    const hsize_t begin[] = {first, 0}, count[] = {rows, table->columns};
    const int dimensions = table->list ? 1 : 2;
    const hid_t space = h5->H5Dget_space_of(table->id);
    const hid_t memory = h5->H5Screate_simple_of(dimensions, count, NULL);
    int moved = space >= 0 && memory >= 0 &&
                h5->H5Sselect_hyperslab_of(space, H5S_SELECT_SET, begin, NULL, count, NULL) >= 0;
    if (moved && from)
        moved = h5->H5Dwrite_of(table->id, h5->real, memory, space, H5P_DEFAULT, from) >= 0;
    else if (moved)
        moved = h5->H5Dread_of(table->id, h5->real, memory, space, H5P_DEFAULT, to) >= 0;
    if (memory >= 0)
        h5->H5Sclose_of(memory);
    if (space >= 0)
        h5->H5Sclose_of(space);
    return moved;
}

ts_status h5_append(struct h5_file *file, struct h5_table *table, const double *values, size_t rows)
{
    const hsize_t extent[] = {table->rows + rows, table->columns};
    if (rows == 0)
        return TS_OK;
    const struct h5_library *h5 = enter();
    ts_status status = reserve(h5, file, rows * table->columns * sizeof *values);
    if (status) {
        leave();
        return status;
    }
    if (h5->H5Dset_extent_of(table->id, extent) < 0 || !move(h5, table, table->rows, rows, values, NULL))
        status = fail_write(h5, file);
    leave();
    table->rows += rows;
    return status;
}

ts_status h5_put_words(struct h5_file *file, const char *dataset, const char *attribute,
                       const char *const *words, size_t count)
{
    const hsize_t extent = count;
    const struct h5_library *h5 = enter();
    const hid_t set = h5->H5Dopen2_of(file->file, dataset, H5P_DEFAULT);
    const hid_t type = h5->H5Tcopy_of(h5->text);
    const hid_t space = h5->H5Screate_simple_of(1, &extent, NULL);
    hid_t made = H5I_INVALID_HID;
    if (type >= 0 && h5->H5Tset_size_of(type, H5T_VARIABLE) >= 0 &&
        h5->H5Tset_cset_of(type, H5T_CSET_UTF8) >= 0)
        made = h5->H5Acreate2_of(set, attribute, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const int written = made >= 0 && h5->H5Awrite_of(made, type, words) >= 0;
    const ts_status status = written ? TS_OK : fail_write(h5, file);
    if (made >= 0)
        h5->H5Aclose_of(made);
    if (space >= 0)
        h5->H5Sclose_of(space);
    if (type >= 0)
        h5->H5Tclose_of(type);
    if (set >= 0)
        h5->H5Dclose_of(set);
    leave();
    return status;
}

/* Whether a dataset holds numbers. */
static int holds_numbers(const struct h5_library *h5, hid_t set)
{
    const hid_t type = h5->H5Dget_type_of(set);
    const H5T_class_t class = type < 0 ? H5T_NO_CLASS : h5->H5Tget_class_of(type);
    if (type >= 0)
        h5->H5Tclose_of(type);
    return class == H5T_FLOAT || class == H5T_INTEGER;
}

/* Whether the name of a dataset stands for one within the file, and not for another name or file. */
static int is_hard_link(const struct h5_library *h5, hid_t file, const char *dataset)
{
    h5_link link;
#if H5_VERSION_GE(1, 12, 0)
    return h5->H5Lget_info2_of(file, dataset, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
#else
    return h5->H5Lget_info_of(file, dataset, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
#endif
}

/* Whether the numbers of a dataset stand in the file itself. */
static int is_within(const struct h5_library *h5, hid_t set)
{
    const hid_t creation = h5->H5Dget_create_plist_of(set);
    const int within = creation >= 0 && h5->H5Pget_external_count_of(creation) == 0 &&
                       h5->H5Pget_layout_of(creation) != H5D_VIRTUAL;
    if (creation >= 0)
        h5->H5Pclose_of(creation);
    return within;
}

/* The bytes in memory of the chunks that a row of a dataset lies in; 0: it has no chunks. */
static double bytes_of_chunks(const struct h5_library *h5, hid_t set, const hsize_t extent[2])
{
    hsize_t chunk[2] = {0, 1};
    const hid_t creation = h5->H5Dget_create_plist_of(set), type = h5->H5Dget_type_of(set);
    double bytes = 0;
    if (creation >= 0 && type >= 0 && h5->H5Pget_layout_of(creation) == H5D_CHUNKED &&
        h5->H5Pget_chunk_of(creation, 2, chunk) > 0 && chunk[1])
        bytes = (double)chunk[0] * (double)chunk[1] * (double)h5->H5Tget_size_of(type) *
                ceil((double)extent[1] / (double)chunk[1]);
    if (type >= 0)
        h5->H5Tclose_of(type);
    if (creation >= 0)
        h5->H5Pclose_of(creation);
    return bytes;
}

/* Opens a dataset anew, so that chunks larger than the library's cache are unpacked once, not for every few
 * rows of them. */
static ts_status keep_chunks(const struct h5_library *h5, const struct h5_file *file, const char *dataset,
                             const hsize_t extent[2], hid_t *set)
{
    static const double usual = 1 << 20, most = 1 << 30;
    const double bytes = bytes_of_chunks(h5, *set, extent);
    if (bytes <= usual)
        return TS_OK;
    if (bytes > most)
        return ts_fail(
            file->context, TS_ERROR_INPUT,
            "%s: a row of the dataset \"%s\" lies in chunks of %.3g bytes, and up to %.3g are read.",
            file->name, dataset, bytes, most);
    const hid_t access = h5->H5Pcreate_of(h5->access);
    h5->H5Dclose_of(*set); /* what is open twice has the cache of the first */
    *set = access >= 0 && h5->H5Pset_chunk_cache_of(access, H5D_CHUNK_CACHE_NSLOTS_DEFAULT, (size_t)bytes,
                                                    H5D_CHUNK_CACHE_W0_DEFAULT) >= 0
               ? h5->H5Dopen2_of(file->file, dataset, access)
               : H5I_INVALID_HID;
    if (access >= 0)
        h5->H5Pclose_of(access);
    return *set >= 0 ? TS_OK : fail_read(h5, file, dataset);
}

ts_status h5_find(struct h5_file *file, const char *dataset, struct h5_table *table)
{
    const struct h5_library *h5 = enter();
    hsize_t extent[] = {0, 1};
    ts_status status = TS_OK;
    const int there = h5->H5Lexists_of(file->file, dataset, H5P_DEFAULT) > 0;
    const int hard = there && is_hard_link(h5, file->file, dataset);
    hid_t set = hard ? h5->H5Dopen2_of(file->file, dataset, H5P_DEFAULT) : H5I_INVALID_HID;
    const int within = set >= 0 && is_within(h5, set);
    const hid_t space = within ? h5->H5Dget_space_of(set) : H5I_INVALID_HID;
    const int dimensions = space < 0 ? 0 : h5->H5Sget_simple_extent_ndims_of(space);
    if (!there)
        status = ts_fail(file->context, TS_ERROR_INPUT,
                         "%s: there is no dataset \"%s\", which LHEH5 files have.", file->name, dataset);
    else if (!hard || (set >= 0 && !within))
        status = ts_fail(
            file->context, TS_ERROR_INPUT,
            "%s: the numbers of the dataset \"%s\" stand elsewhere: expected them in the file itself.",
            file->name, dataset);
    else if (space < 0)
        status = fail_read(h5, file, dataset);
    else if (dimensions < 1 || dimensions > 2 || !holds_numbers(h5, set) ||
             h5->H5Sget_simple_extent_dims_of(space, extent, NULL) < 0)
        status = ts_fail(file->context, TS_ERROR_INPUT,
                         "%s: the dataset \"%s\" is no list or table of numbers.", file->name, dataset);
    if (space >= 0)
        h5->H5Sclose_of(space);
    if (!status)
        status = keep_chunks(h5, file, dataset, extent, &set);
    if (!status)
        status = keep(h5, file, set);
    else if (set >= 0)
        h5->H5Dclose_of(set);
    *table = (struct h5_table){.id = set, .rows = extent[0], .columns = extent[1], .list = dimensions == 1};
    leave();
    return status;
}

ts_status h5_read(struct h5_file *file, const struct h5_table *table, uint64_t first, size_t rows,
                  double *values)
{
    if (rows > table->rows || first > table->rows - rows)
        return ts_fail(file->context, TS_ERROR_INPUT, "%s: a dataset has %llu rows, not %llu.", file->name,
                       (unsigned long long)table->rows, (unsigned long long)first + rows);
    const struct h5_library *h5 = enter();
    const ts_status status = rows == 0 || move(h5, table, first, rows, NULL, values)
                                 ? TS_OK
                                 : fail_read(h5, file, "events or particles");
    leave();
    return status;
}

/* Copies `count` texts: of HDF5's own making, or places of `bytes` each in one piece of memory. */
static char **copy_words(char *const *variable, const char *fixed, size_t bytes, size_t count)
{
    char **words = calloc(count + 1, sizeof *words);
    for (size_t i = 0; i < count && words; ++i) {
        words[i] = variable ? strdup(variable[i] ? variable[i] : "") : strndup(fixed + i * bytes, bytes);
        if (!words[i])
            h5_words_free(&words, i);
    }
    return words;
}

enum { WORDS_MOST = 1 << 16, WORD_BYTES_MOST = 1 << 12 };

/* The texts of an attribute that is open; NULL: it has none, or they cannot be read. */
static char **words_of(const struct h5_library *h5, hid_t attribute, hid_t type, hid_t space, size_t *count)
{
    const hssize_t points = h5->H5Sget_simple_extent_npoints_of(space);
    const size_t bytes = h5->H5Tget_size_of(type);
    const int varies = h5->H5Tis_variable_str_of(type) > 0;
    char **words = NULL;
    if (h5->H5Tget_class_of(type) != H5T_STRING || points < 0 || points > WORDS_MOST || bytes == 0 ||
        bytes > WORD_BYTES_MOST)
        return NULL;
    *count = (size_t)points;
    void *memory = calloc(*count + 1, varies ? sizeof(char *) : bytes);
    if (memory && h5->H5Aread_of(attribute, type, memory) >= 0) {
        words = copy_words(varies ? memory : NULL, memory, bytes, *count);
        if (varies)
            h5->H5Dvlen_reclaim_of(type, space, H5P_DEFAULT, memory);
    }
    free(memory);
    return words;
}

ts_status h5_read_words(struct h5_file *file, const char *dataset, char ***words, size_t *count)
{
    const struct h5_library *h5 = enter();
    ts_status status = TS_OK;
    *words = NULL;
    *count = 0;
    const hid_t set = h5->H5Dopen2_of(file->file, dataset, H5P_DEFAULT);
    const char *const name = set < 0                                   ? NULL
                             : h5->H5Aexists_of(set, "properties") > 0 ? "properties"
                             : h5->H5Aexists_of(set, "events") > 0     ? "events"
                                                                       : NULL;
    if (name) {
        const hid_t attribute = h5->H5Aopen_of(set, name, H5P_DEFAULT);
        const hid_t type = attribute < 0 ? attribute : h5->H5Aget_type_of(attribute);
        const hid_t space = attribute < 0 ? attribute : h5->H5Aget_space_of(attribute);
        if (type >= 0 && space >= 0)
            *words = words_of(h5, attribute, type, space, count);
        if (!*words)
            status = fail_read(h5, file, dataset);
        if (space >= 0)
            h5->H5Sclose_of(space);
        if (type >= 0)
            h5->H5Tclose_of(type);
        if (attribute >= 0)
            h5->H5Aclose_of(attribute);
    }
    if (set >= 0)
        h5->H5Dclose_of(set);
    leave();
    if (status)
        *count = 0;
    return status;
}

ts_status h5_read_names(struct h5_file *file, char ***names, size_t *count)
{
    const struct h5_library *h5 = enter();
    char name[256];
    *count = 0;
    *names = calloc(H5_NAMES_MOST, sizeof **names);
    while (*names && *count < H5_NAMES_MOST &&
           h5->H5Lget_name_by_idx_of(file->file, ".", H5_INDEX_NAME, H5_ITER_INC, *count, name, sizeof name,
                                     H5P_DEFAULT) >= 0) {
        (*names)[*count] = strdup(name);
        if (!(*names)[*count])
            h5_words_free(names, *count);
        else
            ++*count;
    }
    leave();
    return *names ? TS_OK : ts_fail_memory(file->context, "the names of datasets");
}

void h5_words_free(char ***words, size_t count)
{
    for (size_t i = 0; i < count && *words; ++i)
        free((*words)[i]);
    free(*words);
    *words = NULL;
}

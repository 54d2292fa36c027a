/* Programs: the cache heals, does without, and says what is wrong. */
#define _GNU_SOURCE /* nftw(), with the rest of POSIX */
#include "core/file.h"
#include "core/file_beside.h"
#include "device/totals.h"
#include "program/program.h"
#include "test_support.h"

#include <dirent.h>
#include <dlfcn.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

static const char text[] = "__attribute__((visibility(\"default\"))) int answer(void) { return 42; }\n";
static const char *const needs[] = {"answer", NULL};

struct bench {
    ts_context *context;
    char root[64], cache[80], temporary[80]; /* below root: cache, tmp */
    int warnings;
    char warning[1024]; /* the last */
};

static void count_warnings(ts_log_level level, const char *message, void *data)
{
    struct bench *bench = data;
    if (level != TS_LOG_WARNING)
        return;
    bench->warnings++;
    snprintf(bench->warning, sizeof bench->warning, "%s", message);
}

static int remove_entry(const char *path, const struct stat *file, int type, struct FTW *place)
{
    (void)file;
    (void)type;
    (void)place;
    return remove(path);
}

static void remove_all(const char *path) { nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    *state = bench;
    snprintf(bench->root, sizeof bench->root, "/tmp/test-program-XXXXXX");
    if (!bench || ts_context_create(&bench->context) || !mkdtemp(bench->root))
        return 1;
    ts_context_set_log(bench->context, count_warnings, bench);
    snprintf(bench->cache, sizeof bench->cache, "%s/cache", bench->root);
    snprintf(bench->temporary, sizeof bench->temporary, "%s/tmp", bench->root);
    return mkdir(bench->temporary, 0700) || setenv("TESSERA_CACHE_DIR", bench->cache, 1) ||
           setenv("TMPDIR", bench->temporary, 1);
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    unsetenv("TESSERA_CPU_LEVEL");
    unsetenv("TESSERA_CC");
    remove_all(bench->root);
    ts_context_destroy(&bench->context);
    free(bench);
    return 0;
}

/* Opens the program, whose answer must be right; returns whether it was compiled for it. */
static int opened(struct bench *bench)
{
    void *handle;
    double seconds = 0;
    assert_status(bench->context, program_open(bench->context, text, needs, 0, &handle, &seconds));
    int (*answer)(void) = (int (*)(void))(size_t)dlsym(handle, "answer");
    assert_int_equal(answer(), 42);
    dlclose(handle);
    return seconds > 0;
}

/* The one entry of a folder; fails where there are others. 0: it is empty. */
static int only_entry(const char *folder, char *path, size_t bytes)
{
    DIR *entries = opendir(folder);
    int count = 0;
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (entry->d_name[0] != '.') {
            snprintf(path, bytes, "%s/%s", folder, entry->d_name);
            ++count;
        }
    closedir(entries);
    assert_true(count < 2);
    return count;
}

static void cached_program(const struct bench *bench, char *path)
{
    char folder[128];
    snprintf(folder, sizeof folder, "%s/programs", bench->cache);
    assert_int_equal(only_entry(folder, path, PATH_MAX), 1);
}

static void compiled_once(void **state)
{
    struct bench *bench = *state;
    assert_true(opened(bench));
    assert_false(opened(bench));
    assert_int_equal(bench->warnings, 0);
}

/* Empty, cut at any place, a byte changed, another library without the functions. */
static void damage_is_healed(void **state)
{
    struct bench *bench = *state;
    char path[PATH_MAX], *good;
    size_t bytes;
    assert_true(opened(bench));
    cached_program(bench, path);
    assert_status(bench->context, file_read(bench->context, path, 1 << 28, &good, &bytes));
    const size_t lengths[] = {0, 10, 100, 4096, bytes / 2, bytes - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        assert_int_equal(truncate(path, (off_t)lengths[i]), 0);
        assert_true(opened(bench));
        assert_false(opened(bench));
    }
    good[bytes / 3] ^= 1;
    assert_int_equal(remove(path), 0);
    assert_status(bench->context, file_write(bench->context, path, good, bytes));
    assert_true(opened(bench));
    assert_false(opened(bench));
    free(good);
    assert_int_equal(bench->warnings, 0);
}

/* One built ahead for this test lies beside it, where the library looks. */
static void damage_ahead_is_passed_over(void **state)
{
    struct bench *bench = *state;
    char path[PATH_MAX];
    static const char folder[] = TEST_BINARY "/tests/programs";
    remove_all(folder);
    assert_status(bench->context, program_compile_ahead(bench->context, text, cpu_level(), folder));
    assert_false(opened(bench));
    assert_int_equal(only_entry(folder, path, sizeof path), 1);

    /* No function that is needed: an object of another text under this name. */
    char other[128], *data;
    size_t bytes;
    snprintf(other, sizeof other, "%s/other", bench->root);
    assert_status(bench->context, program_compile_ahead(bench->context, "int n;\n", cpu_level(), other));
    char foreign[PATH_MAX];
    assert_int_equal(only_entry(other, foreign, sizeof foreign), 1);
    assert_status(bench->context, file_read(bench->context, foreign, 1 << 28, &data, &bytes));
    assert_status(bench->context, file_write_atomically(bench->context, path, data, bytes));
    free(data);
    assert_true(opened(bench));
    assert_false(opened(bench));
    assert_int_equal(bench->warnings, 2);

    assert_int_equal(truncate(path, 0), 0);
    assert_false(opened(bench));
    remove_all(folder);
}

/* A program that is compiled ahead again is kept where it is whole, and made anew where it is damaged. */
static void what_is_whole_is_kept(void **state)
{
    struct bench *bench = *state;
    char folder[128], path[PATH_MAX];
    struct stat first, second;
    snprintf(folder, sizeof folder, "%s/kept", bench->root);
    assert_status(bench->context, program_compile_ahead(bench->context, text, cpu_level(), folder));
    assert_int_equal(only_entry(folder, path, sizeof path), 1);
    assert_int_equal(stat(path, &first), 0);
    setenv("TESSERA_CC", "/bin/false", 1);
    assert_status(bench->context, program_compile_ahead(bench->context, text, cpu_level(), folder));
    assert_int_equal(truncate(path, first.st_size - 1), 0);
    assert_int_equal(program_compile_ahead(bench->context, text, cpu_level(), folder), TS_ERROR_COMPILE);
    unsetenv("TESSERA_CC");
    assert_status(bench->context, program_compile_ahead(bench->context, text, cpu_level(), folder));
    assert_int_equal(stat(path, &second), 0);
    assert_int_equal(second.st_size, first.st_size);
}

static void nothing_is_left(struct bench *bench)
{
    char path[PATH_MAX];
    assert_int_equal(only_entry(bench->temporary, path, sizeof path), 0);
}

/* A cache whose path leaves no room for a program's name: for root too, a folder
 * that opens and takes no file. */
static void unwritable_cache_is_a_warning(void **state)
{
    struct bench *bench = *state;
    char path[PATH_MAX];
    size_t length = (size_t)snprintf(path, sizeof path, "%s", bench->cache);
    while (length < PATH_MAX - 30) {
        size_t step = PATH_MAX - 20 - length < 200 ? PATH_MAX - 20 - length : 200;
        path[length] = '/';
        memset(path + length + 1, 'x', step - 1);
        path[length += step] = 0;
    }
    setenv("TESSERA_CACHE_DIR", path, 1);
    assert_true(opened(bench));
    assert_true(opened(bench));
    assert_int_equal(bench->warnings, 2);
    assert_non_null(strstr(ts_context_error(bench->context), "No folder can be made beside"));
    nothing_is_left(bench);
}

/* What another user meets, where the test may become one. */
static void read_only_cache_is_a_warning(void **state)
{
    struct bench *bench = *state;
    char folder[128];
    if (geteuid() == 0)
        skip(); /* root may write anywhere */
    snprintf(folder, sizeof folder, "%s/programs", bench->cache);
    assert_status(bench->context, file_make_folder(bench->context, folder, 0700));
    assert_int_equal(chmod(folder, 0500), 0);
    assert_true(opened(bench));
    assert_int_equal(bench->warnings, 1);
    nothing_is_left(bench);
    chmod(folder, 0700);
}

static void no_cache_is_a_warning(void **state)
{
    struct bench *bench = *state;
    assert_status(bench->context, file_write(bench->context, bench->cache, "", 0));
    assert_true(opened(bench));
    assert_int_equal(bench->warnings, 1);
    nothing_is_left(bench);
}

/* A cache below a folder that others may change; in one where only owners remove what they made it is safe.
 */
static void exchangeable_cache_is_a_warning(void **state)
{
    struct bench *bench = *state;
    char below[96];
    snprintf(below, sizeof below, "%s/below", bench->cache);
    setenv("TESSERA_CACHE_DIR", below, 1);
    assert_int_equal(mkdir(bench->cache, 0700) || chmod(bench->cache, 0777), 0);
    assert_true(opened(bench));
    assert_true(opened(bench));
    assert_int_equal(bench->warnings, 2);
    assert_non_null(strstr(bench->warning, "can be written by others: set TESSERA_CACHE_DIR to one that"));
    nothing_is_left(bench);
    assert_int_equal(chmod(bench->cache, 01777), 0);
    assert_true(opened(bench));
    assert_false(opened(bench));
    assert_int_equal(bench->warnings, 2);
}

static void cache_of_another_user_is_a_warning(void **state)
{
    struct bench *bench = *state;
    char link[96];
    if (geteuid() != 0)
        skip(); /* only root gives folders away */
    assert_int_equal(mkdir(bench->cache, 0700) || chown(bench->cache, 12345, 12345), 0);
    snprintf(link, sizeof link, "%s/link", bench->root);
    assert_int_equal(symlink(bench->cache, link), 0);
    const char *const caches[] = {bench->cache, link};
    for (int i = 0; i < 2; ++i) {
        char below[128];
        snprintf(below, sizeof below, "%s/below", caches[i]);
        setenv("TESSERA_CACHE_DIR", below, 1);
        assert_true(opened(bench));
        assert_int_equal(bench->warnings, i + 1);
        assert_non_null(strstr(bench->warning, "belongs to another user"));
    }
    nothing_is_left(bench);
}

/* Where others could exchange what is compiled, nothing is run. */
static void exchangeable_temporary_folder_is_refused(void **state)
{
    struct bench *bench = *state;
    void *handle;
    double seconds = 0;
    assert_int_equal(chmod(bench->root, 0777), 0);
    assert_int_equal(chmod(bench->temporary, 0777), 0);
    assert_int_equal(program_open(bench->context, text, needs, 0, &handle, &seconds), TS_ERROR_FILE);
    assert_non_null(strstr(ts_context_error(bench->context), "set TMPDIR to one that is yours alone"));
    nothing_is_left(bench);
}

/* Programs are loaded by their descriptors, which are used again. */
static void programs_are_told_apart(void **state)
{
    struct bench *bench = *state;
    void *handles[4];
    for (int i = 0; i < 4; ++i) {
        char other[128];
        double seconds = 0;
        snprintf(other, sizeof other,
                 "__attribute__((visibility(\"default\"))) int answer(void) { return %d; }\n", i);
        assert_status(bench->context, program_open(bench->context, other, needs, 0, &handles[i], &seconds));
        int (*answer)(void) = (int (*)(void))(size_t)dlsym(handles[i], "answer");
        assert_int_equal(answer(), i);
        if (i == 2)
            dlclose(handles[0]);
    }
    for (int i = 1; i < 4; ++i)
        dlclose(handles[i]);
}

/* Makes a folder beside a path as a process that has ended would have left it. */
static void leave_folder(const char *path, char name[PATH_MAX], const char *entry)
{
    int ends[2], state;
    char inner[PATH_MAX + 16];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        file_beside(path, name, PATH_MAX);
        _exit(write(ends[1], name, PATH_MAX) != PATH_MAX);
    }
    assert_int_equal(waitpid(child, &state, 0), child);
    assert_int_equal(read(ends[0], name, PATH_MAX), PATH_MAX);
    close(ends[0]);
    close(ends[1]);
    snprintf(inner, sizeof inner, "%s/%s", name, entry);
    assert_int_equal(mkdir(name, 0700), 0);
    assert_int_equal(mkdir(inner, 0700), 0);
}

/* What a killed compilation of the same program left goes; what lives, is another's, or holds other things
 * stays. */
static void killed_compilations_are_removed(void **state)
{
    struct bench *bench = *state;
    char path[PATH_MAX], other[PATH_MAX + 8], gone[PATH_MAX], stay[4][PATH_MAX];
    assert_true(opened(bench));
    cached_program(bench, path);
    assert_int_equal(remove(path), 0);
    snprintf(other, sizeof other, "%s.so", path);
    leave_folder(path, gone, "kernels");
    leave_folder(path, stay[0], "mine");
    leave_folder(other, stay[1], "kernels");
    file_beside(path, stay[2], PATH_MAX);
    assert_int_equal(mkdir(stay[2], 0700), 0);
    snprintf(stay[3], PATH_MAX, "%.4000s.abcdef", path);
    assert_int_equal(mkdir(stay[3], 0700), 0);
    assert_int_equal(utime(stay[3], &(struct utimbuf){1, 1}), 0);
    assert_true(opened(bench));
    assert_int_not_equal(access(gone, F_OK), 0);
    for (int i = 0; i < 4; ++i)
        assert_int_equal(access(stay[i], F_OK), 0);
}

static void refused(struct bench *bench, ts_status status, const char *words)
{
    void *handle;
    double seconds = 0;
    assert_int_equal(program_open(bench->context, text, needs, 0, &handle, &seconds), status);
    assert_null(handle);
    assert_non_null(strstr(ts_context_error(bench->context), words));
    assert_int_equal(bench->warnings, 0);
}

static void unknown_level_is_refused(void **state)
{
    struct bench *bench = *state;
    setenv("TESSERA_CPU_LEVEL", "x86-64-v9", 1);
    refused(bench, TS_ERROR_INPUT, "TESSERA_CPU_LEVEL is \"x86-64-v9\"");
    assert_non_null(strstr(ts_context_error(bench->context), cpu_level_most()));
    setenv("TESSERA_CPU_LEVEL", cpu_level_most(), 1);
    assert_true(opened(bench));
}

static void level_above_the_machine_is_refused(void **state)
{
    ts_context *context = ((struct bench *)*state)->context;
    if (strncmp(cpu_level_most(), "x86", 3) != 0)
        skip();
    assert_int_equal(cpu_level_check(context, "x86-64-v2", "x86-64-v3"), TS_OK);
    assert_int_equal(cpu_level_check(context, "x86-64-v3", "x86-64-v3"), TS_OK);
    assert_int_equal(cpu_level_check(context, "x86-64-v4", "x86-64-v3"), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(context),
                        "TESSERA_CPU_LEVEL is \"x86-64-v4\", which this processor does not have: leave it "
                        "unset, or choose from x86-64, x86-64-v2, x86-64-v3.");
}

static void no_compiler_is_said(void **state)
{
    setenv("TESSERA_CC", "/no/such/cc", 1);
    refused(*state, TS_ERROR_COMPILE, "no C compiler was found (/no/such/cc)");
    setenv("TESSERA_CC", "/tmp", 1); /* a folder has the permission of a program */
    refused(*state, TS_ERROR_COMPILE, "no C compiler was found (/tmp)");
}

/* Found, and it fails, or makes nothing. */
static void useless_compiler_is_said(void **state)
{
    setenv("TESSERA_CC", "false", 1);
    refused(*state, TS_ERROR_COMPILE, "failed on a program (status 1)");
    setenv("TESSERA_CC", "true", 1);
    refused(*state, TS_ERROR_COMPILE, "failed on a program (status 0)");
}

/* file_write_atomically() gives the mode that open() gives, and leaves the umask alone. */
static void files_get_the_usual_mode(void **state)
{
    struct bench *bench = *state;
    char path[PATH_MAX];
    struct stat facts;
    snprintf(path, sizeof path, "%s/file", bench->temporary);
    mode_t old = umask(027);
    assert_status(bench->context, file_write_atomically(bench->context, path, "text", 4));
    assert_int_equal(umask(old), 027);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0640);
    assert_int_equal(facts.st_size, 4);
    assert_int_equal(only_entry(bench->temporary, path, sizeof path), 1);
}

static void pairs_may_be_negative(void **state)
{
    (void)state;
    const int64_t pair[2] = {-3, 1};
    assert_true(totals_pair(pair, 32) == -3 + 0x1p-32);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(compiled_once),
        TEST(damage_is_healed),
        TEST(damage_ahead_is_passed_over),
        TEST(what_is_whole_is_kept),
        TEST(unwritable_cache_is_a_warning),
        TEST(read_only_cache_is_a_warning),
        TEST(no_cache_is_a_warning),
        TEST(exchangeable_cache_is_a_warning),
        TEST(cache_of_another_user_is_a_warning),
        TEST(exchangeable_temporary_folder_is_refused),
        TEST(programs_are_told_apart),
        TEST(killed_compilations_are_removed),
        TEST(unknown_level_is_refused),
        TEST(level_above_the_machine_is_refused),
        TEST(no_compiler_is_said),
        TEST(useless_compiler_is_said),
        TEST(files_get_the_usual_mode),
        TEST(pairs_may_be_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

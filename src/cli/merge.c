/* tessera merge: results of one card with different seeds become one. */
#include "arguments.h"
#include "cli.h"

#include "tessera/run.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct argument merge_arguments[] = {
    {"OUT", ARGUMENT_NEEDED, NULL, "folder", "the folder for the result of all"},
    {"DIR", ARGUMENT_REPEATED, NULL, "folder", "folders of results, of runs or merged ones"},
    {"force", ARGUMENT_FLAG, NULL, NULL, "replace a result that is in OUT"},
    {"json", ARGUMENT_FLAG, NULL, NULL,
     "print the content of result.json on standard output, and nothing else"},
    {"quiet", ARGUMENT_FLAG, NULL, NULL, "no messages but warnings and errors"},
};

const struct command_syntax merge_syntax = {
    "merge",
    "make one result of runs of one card with different seeds",
    "Reads results of `tessera run` of one card with different seeds (--seed) and writes the result of all into "
    "OUT: cross section, subprocesses, histograms and files of events, each run with the weight of its events "
    "that count. It tells by chi2 how well the runs agree. The result can be merged again. Results that do not "
    "belong together (another card, the same seed twice, another version) are refused with the difference. Exit "
    "status: 0 done, 1 it failed, 2 one cannot be read or they do not belong together, 3 the runs do not agree, or the precision that "
    "the card asks for is not reached.",
    merge_arguments,
    sizeof merge_arguments / sizeof merge_arguments[0],
    NULL,
};

static void print_merged(const ts_merged *merged, const char *out)
{
    printf("runs           %zu, of %.4g events that count\n", merged->runs, (double)merged->counted);
    char estimate[64];
    estimate_text(merged->value, merged->error, estimate, sizeof estimate);
    printf("cross section  %s pb", estimate);
    if (merged->value > 0)
        printf("  (%.2g %%)", 100 * merged->error / merged->value);
    printf("\nbetween runs   ");
    if (merged->degrees_of_freedom)
        printf("chi2 %.3g for %zu degrees of freedom, p-value %.3g\n", merged->chi2,
               merged->degrees_of_freedom, merged->p_value);
    else
        puts("-");
    if (*merged->files)
        printf("written        %" PRIu64 " events into %s\n", merged->written, merged->files);
    printf("written to     %s/result.json\n", clean(out).text);
}

/* OUT holds nothing that would be lost. */
static int check(const struct arguments *arguments, const char *out)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/result.json", out);
    if (access(path, F_OK) == 0 && !arguments_has(arguments, "force"))
        return complain(EXIT_WRONG, "%s is there already: give another folder, or --force to replace it.",
                        path);
    return EXIT_DONE;
}

static int merge(ts_context *context, const struct arguments *arguments, const char *out)
{
    const char **folders = calloc(arguments->count + 1, sizeof *folders);
    ts_folder_lock *lock = NULL;
    ts_merged merged = {.json = NULL};
    size_t count = 0, place = 0;
    if (!folders)
        return complain(EXIT_FAILED, "There is not enough memory.");
    while ((folders[count] = arguments_next(arguments, "DIR", &place)))
        ++count;
    ts_status status = ts_result_check_folder(context, out);
    if (!status && !arguments_has(arguments, "force"))
        status = ts_result_check_others(context, out);
    if (!status)
        status = ts_folder_lock_create(context, out, &lock);
    if (!status)
        status = ts_result_merge(context, out, folders, count, &merged);
    if (status)
        complain_of(context, status);
    if (merged.json && arguments_has(arguments, "json"))
        fputs(merged.json, stdout);
    else if (merged.json)
        print_merged(&merged, out);
    ts_folder_lock_destroy(&lock);
    free(merged.json);
    free(folders);
    return exit_of(status);
}

int command_merge(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &merge_syntax, argc, argv, &exit_status))
        return exit_status;
    const char *out = arguments_text(&arguments, "OUT");
    exit_status = check(&arguments, out);
    if (exit_status != EXIT_DONE)
        return exit_status;
    ts_context *context = session_open(arguments_has(&arguments, "quiet"));
    if (!context)
        return EXIT_FAILED;
    exit_status = merge(context, &arguments, out);
    session_close(&context);
    return exit_status;
}

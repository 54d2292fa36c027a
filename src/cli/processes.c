/* tessera processes: what can be computed. */
#include "arguments.h"
#include "cli.h"
#include "print_json.h"

#include "tessera/process.h"

#include <stdio.h>

static const struct argument processes_arguments[] = {
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the list as JSON"},
};

const struct command_syntax processes_syntax = {
    "processes",
    "list the processes",
    "Lists the processes that a card may ask for, with the histograms and cuts of each.",
    processes_arguments,
    sizeof processes_arguments / sizeof processes_arguments[0],
    NULL,
};

int command_processes(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &processes_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    const ts_process_info *list = NULL;
    size_t count = 0;
    const ts_status status = ts_process_list(context, &list, &count);
    json_t *rows = arguments_has(&arguments, "json") ? json_array() : NULL;
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    for (size_t i = 0; status == TS_OK && i < count; i++) {
        if (rows)
            json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:s}", "process", list[i].pattern,
                                                  "description", list[i].description, "observables",
                                                  list[i].observables, "cuts", list[i].cuts));
        else
            printf("%s\n    %s\n    histograms: %s\n    cuts: %s\n", list[i].pattern, list[i].description,
                   list[i].observables, list[i].cuts);
    }
    if (rows && status == TS_OK)
        exit_status = print_json(json_pack("{s:o}", "processes", rows));
    else
        json_decref(rows);
    session_close(&context);
    return exit_status;
}

/* The subcommands, in the order of the help. */
#include "arguments.h"
#include "cli.h"

static const struct command commands[] = {
    {&run_syntax, command_run},
    {&integrate_syntax, command_integrate},
    {&amplitude_syntax, command_amplitude},
    {&compare_syntax, command_compare},
    {&merge_syntax, command_merge},
    {&plot_syntax, command_plot},
    {&events_syntax, command_events},
    {&pdf_syntax, command_pdf},
    {&processes_syntax, command_processes},
    {&model_syntax, command_model},
    {&devices_syntax, command_devices},
    {&options_syntax, command_options},
    {&bench_syntax, command_bench},
    {&compile_syntax, command_compile},
    {&completion_syntax, command_completion},
};

const struct command *command_table(size_t *count)
{
    *count = sizeof commands / sizeof commands[0];
    return commands;
}

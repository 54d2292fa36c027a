/* The subcommands, in the order of the help. */
#include "arguments.h"
#include "cli.h"

static const struct command commands[] = {
    {&run_syntax, command_run, 1},
    {&learn_syntax, command_learn, 1},
    {&integrate_syntax, command_integrate, 1},
    {&amplitude_syntax, command_amplitude, 0},
    {&compare_syntax, command_compare, 0},
    {&merge_syntax, command_merge, 0},
    {&plot_syntax, command_plot, 0},
    {&events_syntax, command_events, 0},
    {&reweight_syntax, command_reweight, 1},
    {&decay_syntax, command_decay, 1},
    {&pdf_syntax, command_pdf, 0},
    {&processes_syntax, command_processes, 0},
    {&model_syntax, command_model, 0},
    {&devices_syntax, command_devices, 0},
    {&options_syntax, command_options, 0},
    {&bench_syntax, command_bench, 0},
    {&compile_syntax, command_compile, 0},
    {&completion_syntax, command_completion, 0},
};

const struct command *command_table(size_t *count)
{
    *count = sizeof commands / sizeof commands[0];
    return commands;
}

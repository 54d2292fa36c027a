/* The program: finds the subcommand and hands over. */
#include "arguments.h"
#include "cli.h"
#include "tessera/version.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static int print_help(void)
{
    size_t count;
    const struct command *commands = command_table(&count);
    puts("Usage: tessera SUBCOMMAND [arguments]\n\n"
         "Monte Carlo event generator and integrator.\n");
    for (size_t i = 0; i < count; i++)
        printf("  %-12s %s\n", commands[i].syntax->name, commands[i].syntax->summary);
    puts(
        "\n  --help       this text; tessera SUBCOMMAND --help explains one\n"
        "  --version    the version\n\n"
        "Exit status: 0 done, 1 the run failed or a file cannot be written, 2 the command line, the card or\n"
        "another input file is wrong, 3 done but the precision asked for was not reached, 130 interrupted.\n\n"
        "A first run: tessera run examples/gluon-jets.yaml");
    return EXIT_DONE;
}

static int complain_of_command(const char *name)
{
    enum { NAMES_MOST = 32 };
    size_t count;
    const struct command *commands = command_table(&count);
    const char *names[NAMES_MOST];
    for (size_t i = 0; i < count && i < NAMES_MOST; i++)
        names[i] = commands[i].syntax->name;
    const char *nearest = nearest_name(name, names, count < NAMES_MOST ? count : NAMES_MOST);
    if (nearest)
        return complain(EXIT_WRONG, "There is no subcommand '%s'; did you mean %s?", shown(name).text,
                        nearest);
    return complain(EXIT_WRONG, "There is no subcommand '%s'; `tessera --help` lists them.",
                    shown(name).text);
}

/* The subcommand of this name; NULL: there is none. */
static const struct command *find_command(const char *name)
{
    size_t count;
    const struct command *commands = command_table(&count);
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(name, commands[i].syntax->name) == 0)
            return &commands[i];
    return NULL;
}

static int dispatch(int argc, char **argv, int rank)
{
    if (argc < 2)
        return complain(EXIT_WRONG, "A subcommand is missing, such as run; `tessera --help` lists them.");
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0) {
        printf("tessera %s\n", ts_version());
        return EXIT_DONE;
    }
    if (strcmp(name, "--man") == 0)
        return print_manual();
    const struct command *command = find_command(name);
    if (!command)
        return complain_of_command(name);
    return rank && !command->together ? EXIT_DONE : command->run(argc - 1, argv + 1);
}

static int run(int argc, char **argv)
{
    /* Of the ranks that mpirun starts the first one speaks. The others leave it to it to say what is wrong
     * with the command line, too: mpirun ends all when one of them fails. MPICH's loses what the first one
     * has said where the others are gone before that. */
    const int rank = session_find_rank();
    const int exit_status = dispatch(argc, argv, rank);
    const struct command *command = find_command(argc > 1 ? argv[1] : NULL);
    if (rank && (exit_status == EXIT_WRONG || !command || !command->together)) {
        session_await_end();
        return EXIT_DONE;
    }
    /* Results that did not arrive (a full disk, a closed pipe) are no results. */
    if (fflush(stdout) != 0 || ferror(stdout))
        return complain(EXIT_FAILED, "Standard output cannot be written: %s.", strerror(errno));
    return exit_status;
}

/* The command line as it is handed to a thread. */
struct line {
    int argc;
    char **argv;
    int exit_status;
};

static void *run_line(void *data)
{
    struct line *line = data;
    line->exit_status = run(line->argc, line->argv);
    return NULL;
}

/* Where the process was given a small stack (ulimit -s 64), which it cannot raise, a thread has a larger one.
 */
int main(int argc, char **argv)
{
    enum { ENOUGH = 1 << 20, STACK_BYTES = 8 << 20 };
    struct line line = {argc, argv, EXIT_FAILED};
    struct rlimit limit;
    pthread_attr_t attributes;
    pthread_t thread;
    const int small = getrlimit(RLIMIT_STACK, &limit) == 0 &&
                      limit.rlim_cur < ENOUGH; /* RLIM_INFINITY is large */
    if (small && !pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, STACK_BYTES) &&
        !pthread_create(&thread, &attributes, run_line, &line))
        pthread_join(thread, NULL);
    else
        run_line(&line);
    return line.exit_status;
}

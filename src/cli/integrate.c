/* tessera integrate: the integral of a user's function. */
#include "arguments.h"
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct argument integrate_arguments[] = {
    INTEGRAND_ARGUMENTS,
    {"program", ARGUMENT_TEXT, "FILE", "file", "or an integrand that `tessera compile` compiled into a file"},
    {"rel", ARGUMENT_NUMBER, "R", NULL,
     "the relative error to reach; without it, 1e-3, unless --abs is given"},
    {"abs", ARGUMENT_NUMBER, "A", NULL, "the absolute error to reach; the larger of both counts"},
    {"method", ARGUMENT_TEXT, "M", "auto qmc vegas vegasplus mcubes mcubes1d",
     "auto: chosen by the dimensions; qmc: quasi-random points; vegas: random points; vegasplus: more of them where the integrand varies more; mcubes: random points in "
     "iterations of equal length, mcubes1d with one grid for all axes"},
    {"max-evaluations", ARGUMENT_COUNT, "N", "1000 1000000000000000000",
     "the most there may be; without it, 1e12; 1e9 where all of them are zero, 1e8 where one of several integrals is"},
    {"calls", ARGUMENT_COUNT, "N", "1000 1000000000000000",
     "evaluations of an iteration of mcubes; without it, 1e6"},
    {"adapting", ARGUMENT_COUNT, "N", "1 1000", "iterations of mcubes that refine the grid; without it, 10"},
    {"combination", ARGUMENT_TEXT, "C", "samples inverse_variance",
     "how iterations of random points are weighted: by their samples (unbiased, and so without it), or by their "
     "inverse variances (as m-Cubes does; biased low where large weights are rare)"},
    {"bins", ARGUMENT_COUNT, "N", "2 2048", "bins of the grid on each axis; without it, by the dimensions"},
    {"precision", ARGUMENT_TEXT, "P", "single double", "single or double; without it, double"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"threads", ARGUMENT_COUNT, "N", "1 4096", "threads of the CPU; without it, all"},
    {"seed", ARGUMENT_COUNT, "S", "1 9223372036854775807", "the seed of the random numbers; without it, 1"},
    {"state", ARGUMENT_TEXT, "FILE", "file",
     "continue the integral whose state the file holds, if it is there, and keep the state there at the end"},
    {"grid", ARGUMENT_TEXT, "FILE", "file",
     "begin with the grid of another integral, whose state this file holds"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the result as JSON"},
    {"quiet", ARGUMENT_FLAG, NULL, NULL, "no progress"},
};

const struct command_syntax integrate_syntax = {
    "integrate",
    "integrate any function over a box",
    "Integrates a function of up to 100 dimensions, on the CPU or GPUs, until the error asked for is reached. Exit "
    "status 3 says that it was not, or that something speaks against it.",
    integrate_arguments,
    sizeof integrate_arguments / sizeof integrate_arguments[0],
    "resume",
};

static void print_point(const ts_integral *integral)
{
    printf("not finite     %" PRIu64 " evaluations", integral->not_finite);
    if (integral->infinite)
        printf(", %" PRIu64 " of them infinite", integral->infinite);
    printf(", such as f(");
    for (int i = 0; i < integral->dimensions; ++i)
        printf("%s%.6g", i ? ", " : "", integral->not_finite_point[i]);
    printf(") = %g\n", integral->not_finite_value[0]);
}

static void print_integral(const ts_integral *integral, double truth)
{
    const double now = (double)(integral->evaluations - integral->evaluations_before);
    for (size_t i = 0; i < integral->component_count; ++i) {
        const ts_component *component = &integral->components[i];
        char estimate[64], name[32] = "integral";
        estimate_text(component->value, component->error, estimate, sizeof estimate);
        if (integral->component_count > 1)
            snprintf(name, sizeof name, "integral %zu", i + 1);
        printf("%-14s %s", name, estimate);
        if (component->value != 0)
            printf("  (%.2g %%)", 100 * component->error / fabs(component->value));
        putchar('\n');
    }
    if (isfinite(truth))
        printf("true value     %.10g\n", truth);
    printf("chi2 per dof   %.3g\n", integral->components[0].chi2_per_dof);
    printf("evaluations    %.4g", (double)integral->evaluations);
    if (integral->evaluations_before)
        printf(", %.4g of them earlier", (double)integral->evaluations_before);
    putchar('\n');
    if (integral->not_finite)
        print_point(integral);
    printf("method         %s", integral->method);
    printf(integral->reason[0] ? " (%s)\n" : "\n", integral->reason);
    printf("time           %.3g s (%.3g s compiling), %.3g ns per evaluation\n", integral->seconds_total,
           integral->seconds_compile, now > 0 ? 1e9 * integral->seconds_integrate / now : 0);
    fputs("device         ", stdout);
    if (integral->ranks > 1)
        printf("%d ranks, the first with ", integral->ranks);
    printf("%s, %s precision\n", integral->device, integral->precision);
    if (!integral->converged && !integral->interrupted)
        printf("not converged  %s\n",
               integral->objection[0] ? integral->objection : "the error is larger than asked for");
    if (integral->interrupted)
        puts("interrupted    this is what was reached");
}

static ts_integrate_settings settings_of(const struct arguments *arguments)
{
    static struct progress_words words = {"evaluations", ""};
    return (ts_integrate_settings){
        .relative_error = arguments_number(arguments, "rel", 0),
        .absolute_error = arguments_number(arguments, "abs", 0),
        .max_evaluations = arguments_count(arguments, "max-evaluations", 0),
        .seed = arguments_count(arguments, "seed", 0),
        .method = arguments_text(arguments, "method"),
        .combination = arguments_text(arguments, "combination"),
        .precision = arguments_text(arguments, "precision"),
        .device = arguments_text(arguments, "device"),
        .threads = (int)arguments_count(arguments, "threads", 0),
        .bins = (int)arguments_count(arguments, "bins", 0),
        .calls = arguments_count(arguments, "calls", 0),
        .adapting = (int)arguments_count(arguments, "adapting", 0),
        .progress = arguments_has(arguments, "quiet") ? NULL : progress_show,
        .progress_data = &words,
    };
}

static int integrate(const struct arguments *arguments, ts_context *context, const ts_integrand *integrand)
{
    ts_integrate_settings settings = settings_of(arguments);
    struct states states;
    int exit_status = states_open(context, arguments, &states);
    if (exit_status != EXIT_DONE)
        return exit_status;
    if (!session_writes(context))
        settings.progress = NULL;
    settings.continue_from = states.begun;
    settings.grid_from = states.grid;
    ts_integral *integral = NULL;
    const ts_status status = ts_integrate(context, integrand, &settings, &integral);
    progress_clear();
    exit_status = status ? complain_of(context, status) : EXIT_DONE;
    exit_status = states_close(context, &states, integral, exit_status);
    if (!integral)
        return exit_status;
    if (arguments_has(arguments, "json")) {
        char *text = ts_integral_json(integral);
        if (text)
            puts(text);
        else
            exit_status = complain(EXIT_FAILED, "There is not enough memory for the result.");
        free(text);
    } else {
        print_integral(integral, ts_integrand_true_value(integrand));
    }
    ts_integral_destroy(&integral);
    return exit_status;
}

/* An error of zero, or one that is zero as a double, cannot be reached; beside another it says that this
 * alone counts. */
static int check_errors(const struct arguments *arguments)
{
    const int given = arguments_has(arguments, "rel") || arguments_has(arguments, "abs");
    if (given && arguments_number(arguments, "rel", 0) == 0 && arguments_number(arguments, "abs", 0) == 0)
        return complain(EXIT_WRONG,
                        "An error of zero is never reached: give --rel or --abs more than 0, such as "
                        "--rel 1e-6.");
    return EXIT_DONE;
}

int command_integrate(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &integrate_syntax, argc, argv, &exit_status))
        return exit_status;
    exit_status = check_errors(&arguments);
    if (exit_status != EXIT_DONE)
        return exit_status;
    ts_context *context = session_open_with_ranks(arguments_has(&arguments, "quiet"), argc, argv,
                                                  &exit_status);
    if (!context)
        return exit_status;
    ts_integrand *integrand = integrand_of(context, &arguments, &exit_status);
    if (integrand)
        exit_status = integrate(&arguments, context, integrand);
    ts_integrand_destroy(&integrand);
    return session_close_with_ranks(&context, exit_status);
}

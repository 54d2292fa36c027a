/* tessera integrate: the integral of a user's function. */
#include "arguments.h"
#include "cli.h"
#include "print_json.h"
#include "progress.h"

#include "tessera/integrate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argument integrate_arguments[] = {
    {"expr", ARGUMENT_LIST, "E", NULL,
     "an expression of x1, x2, ... (docs/expressions.md), such as \"exp(-sum(x^2))\"; several are several "
     "integrals over the same points"},
    {"source", ARGUMENT_TEXT, "FILE", "file",
     "in place of it a file in kernel C that defines INTEGRAND(x, f)"},
    {"builtin", ARGUMENT_TEXT, "NAME", "f1 f2 f3 f4 f5 f6 fA fB", "or an integrand of the tests"},
    {"dim", ARGUMENT_COUNT, "D", "1 100", "dimensions; needed, but for built-in integrands"},
    {"components", ARGUMENT_COUNT, "N", "1 100", "elements of f that --source sets; without it, 1"},
    {"lower", ARGUMENT_TEXT, "A,...", NULL,
     "lower ends of the axes, one for all or one each; -inf is allowed; without it, 0"},
    {"upper", ARGUMENT_TEXT, "B,...", NULL, "upper ends; without it, 1"},
    {"param", ARGUMENT_LIST, "NAME=VALUE", NULL, "a parameter of the integrand"},
    {"array", ARGUMENT_LIST, "NAME=FILE", NULL, "an array of the integrand, from a file of numbers"},
    {"table", ARGUMENT_LIST, "NAME=FILE", NULL,
     "an interpolation table (docs/tables.md): NAME=FILE, or NAME=FILE:cubic"},
    {"rel", ARGUMENT_NUMBER, "R", NULL,
     "the relative error to reach; without it, 1e-3, unless --abs is given"},
    {"abs", ARGUMENT_NUMBER, "A", NULL, "the absolute error to reach; the larger of both counts"},
    {"method", ARGUMENT_TEXT, "M", "auto qmc vegas vegasplus mcubes mcubes1d",
     "auto: chosen by the dimensions; qmc: quasi-random points; vegas: random points; vegasplus: more of them where the integrand varies more; mcubes: random points in "
     "iterations of equal length, mcubes1d with one grid for all axes"},
    {"max-evaluations", ARGUMENT_COUNT, "N", "1000 1000000000000000000",
     "the most there may be; without it, 1e9"},
    {"calls", ARGUMENT_COUNT, "N", "1000 1000000000000000",
     "evaluations of an iteration of mcubes; without it, 1e6"},
    {"adapting", ARGUMENT_COUNT, "N", "1 1000", "iterations of mcubes that refine the grid; without it, 10"},
    {"bins", ARGUMENT_COUNT, "N", "2 2048", "bins of the grid on each axis; without it, by the dimensions"},
    {"precision", ARGUMENT_TEXT, "P", "single double", "single or double; without it, double"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"threads", ARGUMENT_COUNT, "N", "1 4096", "threads of the CPU; without it, all"},
    {"seed", ARGUMENT_COUNT, "S", "1 9223372036854775807", "the seed of the random numbers; without it, 1"},
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

enum { AXES_MOST = 100 };

/* "0,-inf,1.5": so many numbers, or one for all. */
static int read_ends(const char *name, const char *text, int dimensions, double *ends)
{
    int count = 0;
    for (const char *next = text; *next;) {
        char *end;
        if (count == dimensions)
            return complain(EXIT_WRONG, "--%s has more than %d numbers.", name, dimensions);
        ends[count++] = strtod(next, &end);
        if (end == next || (*end && *end != ',') || isnan(ends[count - 1]))
            return complain(EXIT_WRONG, "--%s expects numbers with commas between, not '%s'.", name, text);
        next = *end ? end + 1 : end;
    }
    if (count != 1 && count != dimensions)
        return complain(EXIT_WRONG, "--%s has %d numbers: one, or %d, are wanted.", name, count, dimensions);
    for (int i = 1; i < dimensions && count == 1; ++i)
        ends[i] = ends[0];
    return EXIT_DONE;
}

static int set_limits(const struct arguments *arguments, ts_context *context, ts_integrand *integrand,
                      int dimensions)
{
    const char *from = arguments_text(arguments, "lower"), *to = arguments_text(arguments, "upper");
    double lower[AXES_MOST] = {0}, upper[AXES_MOST];
    for (int i = 0; i < AXES_MOST; ++i)
        upper[i] = 1;
    int exit_status = from ? read_ends("lower", from, dimensions, lower) : EXIT_DONE;
    if (exit_status == EXIT_DONE && to)
        exit_status = read_ends("upper", to, dimensions, upper);
    for (int axis = 0; axis < dimensions && exit_status == EXIT_DONE && (from || to); ++axis) {
        const ts_status status = ts_integrand_set_limits(integrand, axis, lower[axis], upper[axis]);
        exit_status = status ? complain_of(context, status) : EXIT_DONE;
    }
    return exit_status;
}

/* Where "NAME=" ends in an argument; NULL after saying what is wrong. */
static const char *value_of(const char *option, const char *form, const char *text, char *name, size_t bytes)
{
    const char *sign = strchr(text, '=');
    if (!sign || sign == text || !sign[1] || (size_t)(sign - text) >= bytes) {
        complain(EXIT_WRONG, "--%s expects %s, not '%s'.", option, form, text);
        return NULL;
    }
    snprintf(name, bytes, "%.*s", (int)(sign - text), text);
    return sign + 1;
}

static int set_parameters(const struct arguments *arguments, ts_context *context, ts_integrand *integrand)
{
    size_t place = 0;
    for (const char *text; (text = arguments_next(arguments, "param", &place));) {
        char name[128], *end;
        const char *value = value_of("param", "NAME=VALUE", text, name, sizeof name);
        if (!value)
            return EXIT_WRONG;
        const double number = strtod(value, &end);
        if (*end)
            return complain(EXIT_WRONG, "--param %s expects a number, not '%s'.", name, value);
        const ts_status status = ts_integrand_set_parameter(integrand, name, number);
        if (status)
            return complain_of(context, status);
    }
    return EXIT_DONE;
}

static int read_files(const struct arguments *arguments, ts_context *context, ts_integrand *integrand,
                      const char *option)
{
    size_t place = 0;
    const int is_table = !strcmp(option, "table");
    for (const char *text; (text = arguments_next(arguments, option, &place));) {
        char name[128], path[4096];
        const char *value = value_of(option, "NAME=FILE", text, name, sizeof name);
        if (!value)
            return EXIT_WRONG;
        snprintf(path, sizeof path, "%s", value);
        char *kind = strrchr(path, ':');
        const int cubic = kind && !strcmp(kind, ":cubic");
        if (kind && (cubic || !strcmp(kind, ":linear")))
            *kind = '\0';
        const ts_status status = is_table ? ts_integrand_read_table(integrand, name, path, cubic)
                                          : ts_integrand_read_array(integrand, name, value);
        if (status)
            return complain_of(context, status);
    }
    return EXIT_DONE;
}

/* The integrand, which is one of three; NULL after saying what is wrong. */
static ts_integrand *create(const struct arguments *arguments, ts_context *context, int *exit_status)
{
    const char *source = arguments_text(arguments, "source"), *builtin = arguments_text(arguments, "builtin");
    const char *expressions[AXES_MOST + 1]; /* one too many is refused */
    size_t count = 0, place = 0;
    for (const char *text; count <= AXES_MOST && (text = arguments_next(arguments, "expr", &place));)
        expressions[count++] = text;
    const int dimensions = (int)arguments_count(arguments, "dim", 0);
    ts_integrand *integrand = NULL;
    *exit_status = EXIT_WRONG;
    if ((count > 0) + (source != NULL) + (builtin != NULL) != 1)
        complain(EXIT_WRONG, "integrate takes one of --expr, --source and --builtin.");
    else if (!dimensions && !builtin)
        complain(EXIT_WRONG, "integrate needs --dim D, the number of dimensions.");
    else {
        const ts_status status = builtin
                                     ? ts_integrand_create_builtin(context, builtin, dimensions, &integrand)
                                 : source
                                     ? ts_integrand_create_file(context, dimensions,
                                                                arguments_count(arguments, "components", 1),
                                                                source, &integrand)
                                     : ts_integrand_create(context, dimensions, expressions, count,
                                                           &integrand);
        *exit_status = status ? complain_of(context, status) : EXIT_DONE;
    }
    return integrand;
}

static void print_point(const ts_integral *integral)
{
    printf("not finite     %" PRIu64 " evaluations, such as f(", integral->not_finite);
    for (int i = 0; i < integral->dimensions; ++i)
        printf("%s%.6g", i ? ", " : "", integral->not_finite_point[i]);
    printf(") = %g\n", integral->not_finite_value[0]);
}

static void print_integral(const ts_integral *integral, double truth)
{
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
    printf("evaluations    %.4g\n", (double)integral->evaluations);
    if (integral->not_finite)
        print_point(integral);
    printf("method         %s", integral->method);
    printf(integral->reason[0] ? " (%s)\n" : "\n", integral->reason);
    printf("time           %.3g s (%.3g s compiling), %.3g ns per evaluation\n", integral->seconds_total,
           integral->seconds_compile, 1e9 * integral->seconds_integrate / (double)integral->evaluations);
    printf("device         %s, %s precision\n", integral->device, integral->precision);
    if (!integral->converged && !integral->interrupted)
        printf("not converged  %s\n",
               integral->objection[0] ? integral->objection : "the error is larger than asked for");
    if (integral->interrupted)
        puts("interrupted    this is what was reached");
}

static int integrate(const struct arguments *arguments, ts_context *context, const ts_integrand *integrand)
{
    const ts_integrate_settings settings = {
        .relative_error = arguments_number(arguments, "rel", 0),
        .absolute_error = arguments_number(arguments, "abs", 0),
        .max_evaluations = arguments_count(arguments, "max-evaluations", 0),
        .seed = arguments_count(arguments, "seed", 0),
        .method = arguments_text(arguments, "method"),
        .precision = arguments_text(arguments, "precision"),
        .device = arguments_text(arguments, "device"),
        .threads = (int)arguments_count(arguments, "threads", 0),
        .bins = (int)arguments_count(arguments, "bins", 0),
        .calls = arguments_count(arguments, "calls", 0),
        .adapting = (int)arguments_count(arguments, "adapting", 0),
        .progress = arguments_has(arguments, "quiet") ? NULL : progress_show,
    };
    ts_integral *integral = NULL;
    const ts_status status = ts_integrate(context, integrand, &settings, &integral);
    progress_clear();
    int exit_status = status ? complain_of(context, status) : EXIT_DONE;
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

int command_integrate(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &integrate_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open(arguments_has(&arguments, "quiet"));
    if (!context)
        return EXIT_FAILED;
    ts_integrand *integrand = create(&arguments, context, &exit_status);
    const int dimensions = ts_integrand_dimensions(integrand);
    if (exit_status == EXIT_DONE)
        exit_status = set_limits(&arguments, context, integrand, dimensions);
    if (exit_status == EXIT_DONE)
        exit_status = set_parameters(&arguments, context, integrand);
    if (exit_status == EXIT_DONE)
        exit_status = read_files(&arguments, context, integrand, "array");
    if (exit_status == EXIT_DONE)
        exit_status = read_files(&arguments, context, integrand, "table");
    if (exit_status == EXIT_DONE)
        exit_status = integrate(&arguments, context, integrand);
    ts_integrand_destroy(&integrand);
    session_close(&context);
    return exit_status;
}

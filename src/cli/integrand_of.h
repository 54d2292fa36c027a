/* The integrand that a command line describes: the rows of its table, and what they make. */
#ifndef TESSERA_CLI_INTEGRAND_OF_H
#define TESSERA_CLI_INTEGRAND_OF_H

#include "arguments.h"

#include "tessera/integrate.h"

#define INTEGRAND_ARGUMENTS                                                                                 \
    {"expr", ARGUMENT_LIST, "E", NULL,                                                                      \
     "an expression of x1, x2, ... (docs/expressions.md), such as \"exp(-sum(x^2))\"; several are several " \
     "integrals over the same points"},                                                                     \
        {"source", ARGUMENT_TEXT, "FILE", "file",                                                           \
         "in place of it a file in kernel C that defines INTEGRAND(x, f)"},                                 \
        {"builtin", ARGUMENT_TEXT, "NAME", "f1 f2 f3 f4 f5 f6 fA fB", "or an integrand of the tests"},      \
        {"dim", ARGUMENT_COUNT, "D", "1 100", "dimensions; needed, but for built-in integrands"},           \
        {"components", ARGUMENT_COUNT, "N", "1 100", "elements of f that --source sets; without it, 1"},    \
        {"lower", ARGUMENT_TEXT, "A,...", NULL,                                                             \
         "lower ends of the axes, one for all or one each; -inf is allowed; without it, 0"},                \
        {"upper", ARGUMENT_TEXT, "B,...", NULL, "upper ends; without it, 1"},                               \
        {"param", ARGUMENT_LIST, "NAME=VALUE", NULL, "a parameter of the integrand"},                       \
        {"array", ARGUMENT_LIST, "NAME=FILE", NULL, "an array of the integrand, from a file of numbers"},   \
    {                                                                                                       \
        "table", ARGUMENT_LIST, "NAME=FILE", NULL,                                                          \
            "an interpolation table (docs/tables.md): NAME=FILE, or NAME=FILE:cubic"                        \
    }

/* The integrand with its limits, parameters, arrays and tables; NULL after saying what is wrong, with
 * *exit_status. */
ts_integrand *integrand_of(ts_context *context, const struct arguments *arguments, int *exit_status);

#endif

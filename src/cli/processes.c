/* tessera processes: what can be computed, and what a process stands for. */
#include "arguments.h"
#include "cli.h"

#include "tessera/process.h"
#include "tessera/subprocess.h"

#include <stdio.h>
#include <string.h>

static const struct argument processes_arguments[] = {
    {"PROCESS", ARGUMENT_OPTIONAL, NULL, NULL, "the process to expand, in MadGraph's notation"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "set an option of a card, such as define.l=\"[e-, mu-]\""},
    {"all", ARGUMENT_FLAG, NULL, NULL, "print every subprocess of every group"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the answer as JSON"},
};

const struct command_syntax processes_syntax = {
    "processes",
    "list the processes, or expand one into its subprocesses",
    "Lists the processes that a card may ask for, with the histograms and cuts of each. With PROCESS: the subprocesses "
    "for which there are tree diagrams, grouped by their squared matrix element, with the powers of the couplings, "
    "numbers of diagrams and helicities, averages and symmetry factors, and an estimate of the time that a point "
    "takes on one core with AVX-512 in double precision. "
    "Examples: tessera processes; tessera processes \"p p > e+ e- j j\"; tessera processes \"u d~ > c s~ QED=2\"; "
    "tessera processes \"p p > l vl\" --set define.l=\"[l+, l-]\" --json; "
    "tessera processes \"p p > e+ e- 0..2 j\"; tessera processes \"p p > b b~\" --set model.m_b=4.7; tessera processes \"p p > t t~, t > w+ b, t~ > w- b~\".",
    processes_arguments,
    sizeof processes_arguments / sizeof processes_arguments[0],
    NULL,
};

enum { PROCESS_BYTES = 512, SHOWN = 8, WIDTH = 110, ANY_ORDER = 99 };

static int list_families(ts_context *context, int as_json)
{
    const ts_process_info *list = NULL;
    size_t count = 0;
    const ts_status status = ts_process_list(context, &list, &count);
    if (status != TS_OK)
        return complain_of(context, status);
    json_t *rows = as_json ? json_array() : NULL;
    for (size_t i = 0; i < count; i++) {
        if (rows)
            json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:s}", "process", list[i].pattern,
                                                  "description", list[i].description, "observables",
                                                  list[i].observables, "cuts", list[i].cuts));
        else
            printf("%s\n    %s\n    histograms: %s\n    cuts: %s\n", list[i].pattern, list[i].description,
                   list[i].observables, list[i].cuts);
    }
    return rows ? print_json(json_pack("{s:o}", "processes", rows)) : EXIT_DONE;
}

static json_t *subprocess_json(const ts_subprocesses *list, const ts_subprocess *subprocess, size_t legs)
{
    char text[PROCESS_BYTES];
    ts_subprocesses_print(list, subprocess, text, sizeof text);
    json_t *codes = json_array();
    for (size_t i = 0; i < legs; ++i)
        json_array_append_new(codes, json_integer(subprocess->pdg[i]));
    return json_pack("{s:s, s:o, s:b}", "process", text, "legs", codes, "mirrored", subprocess->mirrored);
}

static json_t *helicities_json(int states)
{
    json_t *helicities = json_array();
    for (int helicity = -2; helicity <= 2; ++helicity)
        if (states & (helicity == -2 ? 8 : helicity == 2 ? 16 : 1 << (helicity + 1)))
            json_array_append_new(helicities, json_integer(helicity));
    return helicities;
}

/* What the process names, each with the places of the legs that come from it and the helicities asked for. */
static json_t *resonances_json(const ts_subprocess_group *group)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < group->resonance_count; ++i) {
        json_t *legs = json_array();
        for (size_t leg = 0; leg < group->legs; ++leg)
            if (group->resonances[i].legs >> leg & 1)
                json_array_append_new(legs, json_integer((json_int_t)leg));
        json_t *row = json_pack("{s:i, s:o}", "pdg", group->resonances[i].pdg, "legs", legs);
        if (group->resonances[i].states)
            json_object_set_new(row, "helicities", helicities_json(group->resonances[i].states));
        json_array_append_new(rows, row);
    }
    return rows;
}

/* Returns TS_INTERRUPTED where the user has enough. */
static ts_status group_json(ts_context *context, const ts_subprocesses *list, size_t number, json_t **json)
{
    ts_subprocess_currents currents;
    const ts_status status = ts_subprocesses_currents(context, list, number, &currents);
    const ts_subprocess_group group = ts_subprocesses_group(list, number);
    json_t *orders = json_array(), *members = json_array();
    for (size_t i = 0; i < group.order_count; ++i)
        json_array_append_new(orders, json_pack("{s:i, s:i, s:f}", "QCD", group.orders[i].qcd, "QED",
                                                group.orders[i].qed, "diagrams", group.orders[i].diagrams));
    for (size_t i = 0; i < group.subprocess_count; ++i) {
        const ts_subprocess member = ts_subprocesses_member(list, number, i);
        json_array_append_new(members, subprocess_json(list, &member, group.legs));
    }
    json_t *counts = status == TS_OK
                         ? json_pack("{s:I, s:I, s:I, s:f, s:f}", "currents", (json_int_t)currents.currents,
                                     "products", (json_int_t)currents.products, "flows",
                                     (json_int_t)currents.flows, "operations", currents.operations,
                                     "nanoseconds", currents.nanoseconds)
                         : json_null();
    *json = json_pack("{s:o, s:o, s:i, s:f, s:f, s:o, s:o}", "orders", orders, "recursion", counts,
                      "helicities", group.helicities, "average", group.average, "identical", group.identical,
                      "resonances", resonances_json(&group), "subprocesses", members);
    return status == TS_INTERRUPTED ? status : TS_OK;
}

static json_t *order_json(int order) { return order < ANY_ORDER ? json_integer(order) : json_null(); }

/* How many subprocesses the groups of a part have. */
static size_t count_of(const ts_subprocesses *list, const ts_subprocess_part *part)
{
    size_t count = 0;
    for (size_t i = 0; i < part->group_count; ++i)
        count += ts_subprocesses_group(list, part->first_group + i).subprocess_count;
    return count;
}

/* The processes of a sum, each with its groups among all. */
static json_t *parts_json(const ts_subprocesses *list)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < ts_subprocesses_part_count(list); ++i) {
        const ts_subprocess_part part = ts_subprocesses_part(list, i);
        json_array_append_new(rows,
                              json_pack("{s:s, s:{s:o, s:o}, s:I, s:I, s:I}", "process", part.name, "orders",
                                        "QCD", order_json(part.qcd), "QED", order_json(part.qed),
                                        "subprocesses", (json_int_t)count_of(list, &part), "first_group",
                                        (json_int_t)part.first_group, "groups",
                                        (json_int_t)part.group_count));
    }
    return rows;
}

static int print_expansion_json(ts_context *context, const ts_subprocesses *list)
{
    int qcd, qed;
    ts_subprocesses_orders(list, &qcd, &qed);
    json_t *groups = json_array();
    for (size_t i = 0; i < ts_subprocesses_group_count(list); ++i) {
        json_t *group = NULL;
        const ts_status status = group_json(context, list, i, &group);
        json_array_append_new(groups, group);
        if (status != TS_OK) {
            json_decref(groups);
            return complain_of(context, status);
        }
    }
    json_t *root = json_pack("{s:s, s:{s:o, s:o}, s:I, s:o}", "process", ts_subprocesses_name(list), "orders",
                             "QCD", order_json(qcd), "QED", order_json(qed), "subprocesses",
                             (json_int_t)ts_subprocesses_count(list), "groups", groups);
    if (root && ts_subprocesses_part_count(list) > 1) { /* which have orders of their own */
        json_object_del(root, "orders");
        json_object_set_new(root, "parts", parts_json(list));
    }
    return print_json(root);
}

/* The subprocesses of a group behind its first, as lines that are not too long. */
static void print_members(const ts_subprocesses *list, size_t number, size_t count, int all)
{
    const size_t shown = all || count <= SHOWN + 1 ? count : SHOWN;
    int column = 0;
    for (size_t i = 1; i < shown; ++i) {
        char text[PROCESS_BYTES];
        const ts_subprocess member = ts_subprocesses_member(list, number, i);
        ts_subprocesses_print(list, &member, text, sizeof text);
        if (column && column + (int)strlen(text) + 2 > WIDTH) {
            puts(",");
            column = 0;
        }
        column += printf("%s%s", column ? ", " : i == 1 ? "     also " : "          ", text);
    }
    if (shown < count)
        printf(", and %zu more", count - shown);
    if (count > 1)
        putchar('\n');
}

static void print_currents(const ts_subprocess_currents *currents)
{
    const double us = currents->nanoseconds / 1000;
    printf("\n     %zu currents with %zu products, %zu colour flow%s; some %.*f us a point\n",
           currents->currents, currents->products, currents->flows, currents->flows == 1 ? "" : "s",
           us < 1    ? 2
           : us < 10 ? 1
                     : 0,
           us);
}

/* "{0}" behind what is polarised, as processes have it. */
static const char *states_of(const ts_model *model, const ts_resonance *resonance)
{
    static const char *const texts[][8] = {{"", "{-}", "{0}", "", "{+}", "{T}"}, {"", "{L}", "", "", "{R}"}};
    const char *text = texts[ts_model_particle(model, resonance->pdg)->spin == 2][resonance->states & 7];
    return text ? text : "";
}

/* "t > e+ ve b, w+ > e+ ve": what comes from each resonance in the end. */
static void print_resonances(const ts_model *model, const ts_subprocess_group *group,
                             const ts_subprocess *first)
{
    for (size_t i = 0; i < group->resonance_count; ++i) {
        printf("%s%s%s >", i ? ", " : "     ", ts_model_particle_name(model, group->resonances[i].pdg),
               states_of(model, &group->resonances[i]));
        for (int leg = 0; leg < TS_LEGS_MOST; ++leg)
            if (group->resonances[i].legs >> leg & 1)
                printf(" %s", ts_model_particle_name(model, first->pdg[leg]));
    }
    if (group->resonance_count)
        putchar('\n');
}

/* " 2 diagrams of QCD=2 QED=0 NP=1," */
static void print_diagrams(const ts_model *model, const ts_subprocesses *list, size_t group, size_t row,
                           const ts_subprocess_order *order)
{
    size_t count;
    const char *const *names = ts_model_orders(model, &count);
    printf(" %.0f diagram%s of QCD=%d QED=%d", order->diagrams, order->diagrams == 1 ? "" : "s", order->qcd,
           order->qed);
    for (size_t i = 2; i < count; ++i)
        if (ts_subprocesses_power(list, group, row, i))
            printf(" %s=%d", names[i], ts_subprocesses_power(list, group, row, i));
    putchar(',');
}

/* Returns TS_INTERRUPTED where the user has enough. */
static ts_status print_group(ts_context *context, const ts_model *model, const ts_subprocesses *list,
                             size_t number, int all)
{
    const ts_subprocess_group group = ts_subprocesses_group(list, number);
    const ts_subprocess first = ts_subprocesses_member(list, number, 0);
    char text[PROCESS_BYTES];
    ts_subprocesses_print(list, &first, text, sizeof text);
    printf("\n%3zu  %s\n", number + 1, text);
    print_resonances(model, &group, &first);
    printf("    ");
    for (size_t i = 0; i < group.order_count; ++i)
        print_diagrams(model, list, number, i, &group.orders[i]);
    printf(" %d helicities, average 1/%.0f", group.helicities, 1 / group.average);
    if (group.identical > 1)
        printf(", equal particles 1/%.0f", group.identical);
    ts_subprocess_currents currents;
    const ts_status status = ts_subprocesses_currents(context, list, number, &currents);
    if (status == TS_INTERRUPTED)
        return status;
    if (status == TS_OK)
        print_currents(&currents);
    else
        printf("\n     too large for a program: %s\n", ts_context_error(context));
    print_members(list, number, group.subprocess_count, all);
    return TS_OK;
}

/* "p p > e+ e- j: 30 subprocesses with 6 matrix elements" */
static void print_count(const char *name, size_t count, size_t groups)
{
    printf("%s: %zu subprocess%s with %zu matrix element%s", name, count, count == 1 ? "" : "es", groups,
           groups == 1 ? "" : "s");
}

static void print_head(const ts_subprocesses *list, const ts_subprocess_part *part)
{
    print_count(part->name, count_of(list, part), part->group_count);
    if (part->qcd < ANY_ORDER)
        printf(", QCD up to %d", part->qcd);
    if (part->qed < ANY_ORDER)
        printf(", QED up to %d", part->qed);
    puts(part->group_count && ts_subprocesses_group(list, part->first_group).resonance_count
             ? " in the production"
             : "");
}

static int print_expansion(ts_context *context, const ts_model *model, const ts_subprocesses *list, int all)
{
    const size_t parts = ts_subprocesses_part_count(list);
    if (parts > 1) {
        print_count(ts_subprocesses_name(list), ts_subprocesses_count(list),
                    ts_subprocesses_group_count(list));
        printf(", a sum of %zu processes\n", parts);
    }
    for (size_t i = 0; i < parts; ++i) {
        const ts_subprocess_part part = ts_subprocesses_part(list, i);
        if (parts > 1)
            putchar('\n');
        print_head(list, &part);
        for (size_t k = 0; k < part.group_count; ++k) {
            const ts_status status = print_group(context, model, list, part.first_group + k, all);
            if (status != TS_OK)
                return complain_of(context, status);
        }
    }
    return EXIT_DONE;
}

static int expand(ts_context *context, const struct arguments *arguments, const char *process)
{
    int exit_status;
    ts_card *card = card_of(context, arguments, &exit_status);
    if (!card)
        return exit_status;
    ts_model *model = NULL;
    ts_subprocesses *list = NULL;
    ts_status status = ts_model_create(context, card, &model);
    if (status == TS_OK)
        status = ts_subprocesses_create(context, card, model, process, &list);
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    else
        exit_status = arguments_has(arguments, "json")
                          ? print_expansion_json(context, list)
                          : print_expansion(context, model, list, arguments_has(arguments, "all"));
    ts_subprocesses_destroy(&list);
    ts_model_destroy(&model);
    ts_card_destroy(&card);
    return exit_status;
}

int command_processes(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &processes_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    const char *process = arguments_text(&arguments, "PROCESS");
    exit_status = process ? expand(context, &arguments, process)
                          : list_families(context, arguments_has(&arguments, "json"));
    session_close(&context);
    return exit_status;
}

/* tessera pdf: the sets of parton densities there are, and what one of them holds. */
#include "arguments.h"
#include "cli.h"

#include "tessera/pdf.h"

#include <stdio.h>
#include <string.h>

static const struct argument pdf_arguments[] = {
    {"ACTION", ARGUMENT_OPTIONAL, NULL, "list show", "list (the default) or show"},
    {"NAME", ARGUMENT_OPTIONAL, NULL, "folder",
     "for show: the name of a set, or the folder of one; NAME/MEMBER names a member too"},
    {"member", ARGUMENT_COUNT, "N", "0 1000000", "for show: the member of the set; 0 where it is not given"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the answer as JSON"},
};

const struct command_syntax pdf_syntax = {
    "pdf",
    "list sets of parton densities, or show one",
    "Lists the sets that a card may name: those in the folders of LHAPDF_DATA_PATH (separated by colons), those in the "
    "folders that packages install into (share/LHAPDF), and the embedded CTEQ6L1; or shows what one set says of itself, its alpha_s, and x f(x, Q) at some points. "
    "Examples: tessera pdf; tessera pdf show CTEQ6L1; tessera pdf show NNPDF31_lo_as_0118/1; tessera pdf show /data/NNPDF31_lo_as_0118 --member 1 --json.",
    pdf_arguments,
    sizeof pdf_arguments / sizeof pdf_arguments[0],
    NULL,
};

static const double m_z = 91.1876;

static int list_row(const char *name, const char *source, void *data)
{
    json_t *rows = data;
    if (rows)
        json_array_append_new(rows, json_pack("{s:s, s:s}", "name", name, "source", source));
    else
        printf("%-32s %s\n", clean(name).text, clean(source).text);
    return 0;
}

static int list(ts_context *context, int as_json)
{
    json_t *rows = as_json ? json_array() : NULL;
    const ts_status status = ts_pdf_list(context, list_row, rows);
    if (status != TS_OK) {
        json_decref(rows);
        return complain_of_input(context, status);
    }
    return rows ? print_json(json_pack("{s:o}", "sets", rows)) : EXIT_DONE;
}

/* The points of the little table. */
static const double table_q[] = {2, 10, 91.1876, 1000};
static const double table_x[] = {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.7};
static const int table_partons[] = {21, 2, 1, -2, -1, 3, 4, 5};
static const char *const table_names[] = {"g", "u", "d", "u~", "d~", "s", "c", "b"};
enum {
    SCALES = sizeof table_q / sizeof table_q[0],
    FRACTIONS = sizeof table_x / sizeof table_x[0],
    PARTONS = sizeof table_partons / sizeof table_partons[0]
};

static json_t *table_json(const ts_pdf *pdf)
{
    json_t *rows = json_array();
    for (int i = 0; i < SCALES; i++)
        for (int j = 0; j < FRACTIONS; j++) {
            json_t *values = json_object();
            for (int k = 0; k < PARTONS; k++)
                json_object_set_new(values, table_names[k],
                                    json_number_or_null(
                                        ts_pdf_xfx(pdf, table_partons[k], table_x[j], table_q[i])));
            json_array_append_new(rows, json_pack("{s:f, s:f, s:o}", "q", table_q[i], "x", table_x[j], "xf",
                                                  values));
        }
    return rows;
}

static int show_json(const ts_pdf *pdf, const ts_pdf_facts *facts)
{
    json_t *flavours = json_array();
    for (size_t i = 0; i < facts->flavour_count; i++)
        json_array_append_new(flavours, json_integer(facts->flavours[i]));
    return print_json(json_pack(
        "{s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:{s:f, s:f, s:I}, s:{s:f, s:f, s:I}, s:o, s:{s:s, s:i, s:f, s:o}, s:o}",
        "name", ts_pdf_name(pdf), "source", ts_pdf_source(pdf), "description", facts->description,
        "reference", facts->reference, "member", facts->member, "members", facts->member_count, "order",
        facts->order, "x", "min", facts->x_min, "max", facts->x_max, "knots", (json_int_t)facts->x_knots, "q",
        "min", facts->q_min, "max", facts->q_max, "knots", (json_int_t)facts->q_knots, "flavours", flavours,
        "alpha_s", "type", facts->alpha_s_type, "order", facts->alpha_s_order, "scale", m_z, "value",
        json_number_or_null(ts_pdf_alpha_s(pdf, m_z)), "table", table_json(pdf)));
}

static void print_table(const ts_pdf *pdf)
{
    for (int i = 0; i < SCALES; i++) {
        printf("\nx f at Q = %g GeV\n%-8s", table_q[i], "x");
        for (int k = 0; k < PARTONS; k++)
            printf(" %-10s", table_names[k]);
        for (int j = 0; j < FRACTIONS; j++) {
            printf("\n%-8g", table_x[j]);
            for (int k = 0; k < PARTONS; k++)
                printf(" %-10.4g", ts_pdf_xfx(pdf, table_partons[k], table_x[j], table_q[i]));
        }
        putchar('\n');
    }
}

static int show_text(const ts_pdf *pdf, const ts_pdf_facts *facts)
{
    printf("%s\n", clean(ts_pdf_name(pdf)).text);
    if (*facts->description)
        printf("description    %s\n", facts->description);
    if (*facts->reference)
        printf("reference      %s\n", facts->reference);
    printf("source         %s\n", clean(ts_pdf_source(pdf)).text);
    printf("member         %d of %d\n", facts->member, facts->member_count);
    printf("x              %g to %g, %zu knots\n", facts->x_min, facts->x_max, facts->x_knots);
    printf("Q              %g to %g GeV, %zu knots\n", facts->q_min, facts->q_max, facts->q_knots);
    printf("partons       ");
    for (size_t i = 0; i < facts->flavour_count; i++)
        printf(" %d", facts->flavours[i]);
    printf("\norder          %d (0: leading)\n", facts->order);
    printf("alpha_s        %.6f at %g GeV (%s, order %d)\n", ts_pdf_alpha_s(pdf, m_z), m_z,
           facts->alpha_s_type, facts->alpha_s_order);
    print_table(pdf);
    return EXIT_DONE;
}

static int show(ts_context *context, const char *name, int member, int as_json)
{
    ts_pdf *pdf;
    const ts_status status = ts_pdf_create(context, name, member, &pdf);
    if (status != TS_OK)
        return complain_of_input(context, status);
    const ts_pdf_facts facts = ts_pdf_describe(pdf);
    const int exit_status = as_json ? show_json(pdf, &facts) : show_text(pdf, &facts);
    ts_pdf_destroy(&pdf);
    return exit_status;
}

/* What is wrong with the words of the command line, or EXIT_DONE. */
static int check(const struct arguments *arguments)
{
    const char *action = arguments_text(arguments, "ACTION"), *name = arguments_text(arguments, "NAME");
    if (action && strcmp(action, "list") != 0 && strcmp(action, "show") != 0)
        return complain(EXIT_WRONG, "pdf knows list and show, not '%s'.", shown(action).text);
    const int shows = action && strcmp(action, "show") == 0;
    if (shows && !name)
        return complain(EXIT_WRONG, "pdf show needs the name of a set, such as CTEQ6L1.");
    if (!shows && name)
        return complain(EXIT_WRONG, "pdf list takes no name; `tessera pdf show %s` shows that set.",
                        shown(name).text);
    if (!shows && arguments_has(arguments, "member"))
        return complain(EXIT_WRONG, "--member is for `tessera pdf show`.");
    return EXIT_DONE;
}

int command_pdf(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &pdf_syntax, argc, argv, &exit_status))
        return exit_status;
    if ((exit_status = check(&arguments)) != EXIT_DONE)
        return exit_status;
    const uint64_t member = arguments_count(&arguments, "member", 0);
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    const int as_json = arguments_has(&arguments, "json");
    const char *name = arguments_text(&arguments, "NAME");
    exit_status = name ? show(context, name, (int)member, as_json) : list(context, as_json);
    session_close(&context);
    return exit_status;
}

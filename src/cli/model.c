/* tessera model: particles, parameters, couplings and vertices of the model of a card. */
#include "arguments.h"
#include "cli.h"

#include "tessera/model.h"

#include <stdio.h>
#include <string.h>

static const struct argument model_arguments[] = {
    {"CARD", ARGUMENT_OPTIONAL, NULL, "file",
     "the card whose options model and couplings count, or a model's table, NAME.tsm; or the word import"},
    {"FOLDER", ARGUMENT_OPTIONAL, NULL, "folder", "behind import: the UFO that becomes a table"},
    {"restrict", ARGUMENT_TEXT, "FILE", "file",
     "of import: a restriction card, whose zeros, ones and equal masses are fixed"},
    {"out", ARGUMENT_TEXT, "NAME.tsm", "file", "of import: the table; without it, FOLDER's name with .tsm"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "set one option of the card, such as model.m_t=172.5"},
    {"widths", ARGUMENT_FLAG, NULL, NULL,
     "print decays into two particles, or into three, as DECAY blocks of a parameter card; of a model of a table"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the model as JSON"},
};

const struct command_syntax model_syntax = {
    "model",
    "list particles, masses, couplings and vertices",
    "Lists the model: inputs with their values, what follows from them and how, particles with masses and widths, "
    "couplings, and vertices with the HELAS function of each. Every input may be given on a card under `model`. "
    "Examples: tessera model; tessera model card.yaml; tessera model --set model.scheme=gmu --set model.m_w=80.377; "
    "tessera model --set model.m_b=4.7 --json. `tessera model import FOLDER` reads a model in FeynRules' Universal Output "
    "(a UFO) and writes it as a table that cards take as `model: {name: NAME.tsm}`; it runs the UFO, which is a Python "
    "program, with python3. Examples: tessera model import MSSM_UFO --restrict MSSM_UFO/restrict_default.dat --out "
    "mssm.tsm; tessera model mssm.tsm.",
    model_arguments,
    sizeof model_arguments / sizeof model_arguments[0],
    NULL,
};

static const char *role_text(ts_parameter_role role)
{
    return role == TS_PARAMETER_INPUT ? "input" : role == TS_PARAMETER_DERIVED ? "derived" : "coupling";
}

static json_t *particle_json(const ts_particle *particle)
{
    return json_pack("{s:i, s:s, s:s, s:i, s:i, s:f, s:f, s:f}", "pdg", particle->pdg, "name", particle->name,
                     "antiparticle", particle->antiname, "spin_states", particle->spin, "colour",
                     particle->colour, "charge", particle->charge / 3.0, "mass", particle->mass, "width",
                     particle->width);
}

static json_t *parameter_json(const ts_parameter *parameter)
{
    json_t *row = json_pack("{s:s, s:f, s:s, s:s, s:s, s:b, s:s}", "name", parameter->name, "value",
                            parameter->re, "unit", parameter->unit, "role", role_text(parameter->role),
                            "formula", parameter->formula, "given", parameter->given, "meaning",
                            parameter->meaning);
    if (parameter->im != 0)
        json_object_set_new(row, "imaginary_part", json_real(parameter->im));
    return row;
}

static json_t *vertex_json(const ts_model *model, const ts_vertex *vertex)
{
    size_t count;
    const ts_parameter *parameters = ts_model_parameters(model, &count);
    json_t *particles = json_array();
    for (int i = 0; i < vertex->leg_count; ++i)
        json_array_append_new(particles, json_string(ts_model_particle_name(model, vertex->legs[i])));
    const char *const *names = ts_model_orders(model, &count);
    json_t *orders = json_object();
    for (size_t i = 0; i < count; ++i)
        if (i < 2 || vertex->orders[i])
            json_object_set_new(orders, names[i], json_integer(vertex->orders[i]));
    const char *name, *structure = ts_vertex_structure(model, vertex, &name);
    json_t *row = json_pack("{s:o, s:s, s:s, s:[s, s], s:o, s:b}", "particles", particles, "function",
                            ts_lorentz_text(vertex->lorentz), "colour", ts_vertex_colour(model, vertex),
                            "couplings", parameters[vertex->coupling[0]].name,
                            parameters[vertex->coupling[1]].name, "orders", orders, "continues",
                            vertex->continues);
    if (structure)
        json_object_set_new(row, "structure", json_pack("{s:s, s:s}", "name", name, "text", structure));
    if (vertex->beyond)
        json_object_set_new(row, "beyond", json_string(vertex->beyond));
    return row;
}

enum { PROPAGATOR_BYTES = 2000 };

/* Form factors and propagators of the model's own, each an object {"v": "..."}. */
static void forms_json(const ts_model *model, json_t *to)
{
    const char *name, *formula;
    size_t count;
    json_t *forms = json_object(), *propagators = json_object();
    for (size_t i = 0; (formula = ts_model_form(model, i, &name)); ++i)
        json_object_set_new(forms, name, json_string(formula));
    const ts_particle *list = ts_model_particles(model, &count);
    for (size_t i = 0; i < count; ++i) {
        char text[PROPAGATOR_BYTES];
        if (ts_model_propagator(model, list[i].pdg, text, sizeof text))
            json_object_set_new(propagators, list[i].name, json_string(text));
    }
    json_object_set_new(to, "form_factors", forms);
    json_object_set_new(to, "propagators", propagators);
}

static int print_model_json(const ts_model *model)
{
    size_t count;
    json_t *particles = json_array(), *parameters = json_array(), *vertices = json_array();
    const ts_particle *particle = ts_model_particles(model, &count);
    for (size_t i = 0; i < count; ++i)
        json_array_append_new(particles, particle_json(&particle[i]));
    const ts_parameter *parameter = ts_model_parameters(model, &count);
    for (size_t i = 0; i < count; ++i)
        json_array_append_new(parameters, parameter_json(&parameter[i]));
    const ts_vertex *vertex = ts_model_vertices(model, &count);
    for (size_t i = 0; i < count; ++i)
        json_array_append_new(vertices, vertex_json(model, &vertex[i]));
    json_t *all = json_pack("{s:s, s:s, s:o, s:o, s:o}", "model", ts_model_name(model), "scheme",
                            ts_model_scheme(model), "particles", particles, "parameters", parameters,
                            "vertices", vertices);
    forms_json(model, all);
    return print_json(all);
}

/* "0.12", "0.12 - 0.003 i" */
static void value_text(const ts_parameter *parameter, char text[64])
{
    if (parameter->im == 0)
        snprintf(text, 64, "%.10g", parameter->re);
    else
        snprintf(text, 64, "%.10g %c %.6g i", parameter->re, parameter->im < 0 ? '-' : '+',
                 parameter->im < 0 ? -parameter->im : parameter->im);
}

/* Whether a formula says no more than its value. */
static int is_number(const char *formula) { return strspn(formula, "0123456789.e-") == strlen(formula); }

static void print_parameters(const ts_model *model, ts_parameter_role role, const char *title)
{
    size_t count;
    const ts_parameter *list = ts_model_parameters(model, &count);
    printf("\n%s\n", title);
    for (size_t i = 0; i < count; ++i) {
        char value[64];
        if (list[i].role != role)
            continue;
        value_text(&list[i], value);
        printf("  %-14s %-28s %-7s %s", list[i].name, value, list[i].unit, list[i].meaning);
        if (list[i].given)
            puts(", as given");
        else if (is_number(list[i].formula))
            putchar('\n');
        else
            printf(": %s\n", list[i].formula);
    }
}

static void print_model_particles(const ts_model *model)
{
    size_t count;
    const ts_particle *list = ts_model_particles(model, &count);
    printf("\nparticles\n  %-5s %-4s %4s %5s %7s %7s %14s %14s\n", "name", "anti", "PDG", "spin", "colour",
           "charge", "mass/GeV", "width/GeV");
    for (size_t i = 0; i < count; ++i) {
        char charge[16];
        snprintf(charge, sizeof charge, list[i].charge % 3 ? "%d/3" : "%d",
                 list[i].charge % 3 ? list[i].charge : list[i].charge / 3);
        printf("  %-5s %-4s %4d %5s %7d %7s %14.9g %14.9g\n", list[i].name, list[i].antiname, list[i].pdg,
               list[i].spin == 1   ? "0"
               : list[i].spin == 2 ? "1/2"
               : list[i].spin == 3 ? "1"
               : list[i].spin == 4 ? "3/2"
                                   : "2",
               list[i].colour, charge, list[i].mass, list[i].width);
    }
}

/* The structures of vertices that HELAS has no function of, each once. */
static void print_structures(const ts_model *model)
{
    size_t count;
    int titled = 0, most = -1;
    const ts_vertex *list = ts_model_vertices(model, &count);
    for (size_t i = 0; i < count; ++i)
        most = list[i].structure > most ? list[i].structure : most;
    char *known = calloc((size_t)most + 2, 1);
    for (size_t i = 0; i < count && known; ++i) {
        const char *name, *text = ts_vertex_structure(model, &list[i], &name);
        if (!text || known[list[i].structure])
            continue;
        known[list[i].structure] = 1;
        if (!titled++)
            puts("\nstructures (arXiv:1108.2040)");
        printf("  %-14s %s\n", name, text);
    }
    free(known);
}

/* Form factors, and propagators of the model's own. */
static void print_forms(const ts_model *model)
{
    const char *name, *formula;
    size_t count;
    for (size_t i = 0; (formula = ts_model_form(model, i, &name)); ++i)
        printf("%s  %-14s %s\n", i ? "" : "\nform factors (P_1_2: a product of momenta)\n", name, formula);
    const ts_particle *list = ts_model_particles(model, &count);
    for (size_t i = 0, titled = 0; i < count; ++i) {
        char text[PROPAGATOR_BYTES];
        if (ts_model_propagator(model, list[i].pdg, text, sizeof text))
            printf("%s  %-14s %s\n", titled++ ? "" : "\npropagators of the model's own\n", list[i].name,
                   text);
    }
}

static void print_vertices(const ts_model *model)
{
    size_t count, parameter_count, order_count;
    const char *const *orders = ts_model_orders(model, &order_count);
    const ts_vertex *list = ts_model_vertices(model, &count);
    const ts_parameter *parameters = ts_model_parameters(model, &parameter_count);
    printf("\nvertices, of particles that come in\n  %-16s %-8s %-7s %-14s %s\n", "particles", "HELAS",
           "colour", "couplings", "orders");
    for (size_t i = 0; i < count; ++i) {
        char particles[64] = "", couplings[64];
        for (int j = 0; j < list[i].leg_count; ++j)
            snprintf(particles + strlen(particles), sizeof particles - strlen(particles), "%s%s",
                     j ? " " : "", ts_model_particle_name(model, list[i].legs[j]));
        const char *left = parameters[list[i].coupling[0]].name,
                   *right = parameters[list[i].coupling[1]].name;
        snprintf(couplings, sizeof couplings, strcmp(left, right) ? "%s, %s" : "%s", left, right);
        const char *name;
        ts_vertex_structure(model, &list[i], &name);
        printf("  %-16s %-8s %-7s %-14s", list[i].continues ? "   and" : particles,
               name ? name : ts_lorentz_text(list[i].lorentz), ts_vertex_colour(model, &list[i]), couplings);
        for (size_t k = 0; k < order_count; ++k)
            if (k < 2 || list[i].orders[k])
                printf(" %s=%d", orders[k], list[i].orders[k]);
        putchar('\n');
    }
}

static int print_model(const ts_model *model)
{
    size_t count;
    const char *const *orders = ts_model_orders(model, &count);
    printf("model %s, scheme of inputs %s, orders", ts_model_name(model), ts_model_scheme(model));
    for (size_t i = 0; i < count; ++i)
        printf(" %s", orders[i]);
    putchar('\n');
    print_parameters(model, TS_PARAMETER_INPUT, "inputs (model: on a card)");
    print_parameters(model, TS_PARAMETER_DERIVED, "what follows from them");
    print_model_particles(model);
    print_parameters(model, TS_PARAMETER_COUPLING, "couplings (docs/helas.md)");
    print_vertices(model);
    print_structures(model);
    print_forms(model);
    return EXIT_DONE;
}

/* The decays of a particle as a block of a parameter card. */
static void print_decays(const ts_model *model, const ts_particle *particle, const ts_decay *decays,
                         size_t count)
{
    double width = 0;
    for (size_t i = 0; i < count; ++i)
        width += decays[i].width;
    printf("DECAY %d %.10e # %s\n", particle->pdg, width, particle->name);
    for (size_t i = 0; i < count; ++i) {
        const int *products = decays[i].products, legs = products[2] ? 3 : 2;
        printf("  %.10e %d", decays[i].width / width, legs);
        for (int k = 0; k < legs; ++k)
            printf(" %d", products[k]);
        for (int k = 0; k < legs; ++k)
            printf("%s %s", k ? "" : " #", ts_model_particle_name(model, products[k]));
        printf(", %.10g GeV\n", decays[i].width);
    }
}

static json_t *decays_json(const ts_particle *particle, const ts_decay *decays, size_t count)
{
    double width = 0;
    json_t *list = json_array();
    for (size_t i = 0; i < count; ++i) {
        width += decays[i].width;
        json_t *products = json_array();
        for (int k = 0; k < 3 && decays[i].products[k]; ++k)
            json_array_append_new(products, json_integer(decays[i].products[k]));
        json_array_append_new(list, json_pack("{s:o, s:f}", "products", products, "width", decays[i].width));
    }
    return json_pack("{s:i, s:s, s:f, s:o}", "pdg", particle->pdg, "name", particle->name, "width", width,
                     "decays", list);
}

enum { SAID_BYTES = 512 };

/* Says why widths of a particle cannot be computed. A model that has none has one sentence for all. */
static void say_once(const char *sentence, char said[SAID_BYTES])
{
    if (strcmp(said, sentence) != 0)
        fprintf(stderr, "tessera: %s\n", sentence);
    snprintf(said, SAID_BYTES, "%s", sentence);
}

/* The widths of all particles that decay. One that cannot be computed is told of; where none can, the command
 * fails. */
static int print_widths(ts_context *context, const ts_model *model, int json)
{
    size_t particles, failed = 0;
    char said[SAID_BYTES] = "";
    json_t *all = json ? json_array() : NULL;
    const ts_particle *list = ts_model_particles(model, &particles);
    for (size_t i = 0; i < particles; ++i) {
        ts_decay *decays;
        size_t count;
        const ts_status status = ts_model_decays(context, model, list[i].pdg, &decays, &count);
        if (status != TS_OK && status != TS_ERROR_INPUT) {
            json_decref(all);
            return complain_of(context, status);
        }
        failed += status != TS_OK;
        if (status != TS_OK)
            say_once(ts_context_error(context), said);
        else if (count && json)
            json_array_append_new(all, decays_json(&list[i], decays, count));
        else if (count)
            print_decays(model, &list[i], decays, count);
        free(decays);
    }
    if (failed == particles) {
        json_decref(all);
        return EXIT_WRONG;
    }
    return json ? print_json(all) : EXIT_DONE;
}

static int print_what(ts_context *context, const ts_model *model, const struct arguments *arguments)
{
    const int json = arguments_has(arguments, "json");
    if (arguments_has(arguments, "widths"))
        return print_widths(context, model, json);
    return json ? print_model_json(model) : print_model(model);
}

static int is_import(const struct arguments *arguments)
{
    const char *word = arguments_text(arguments, "CARD");
    return word && !strcmp(word, "import");
}

/* The UFO's own name with .tsm, in the folder where one is. */
static void table_name(const char *folder, char *name, size_t bytes)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        --length;
    size_t first = length;
    while (first > 0 && folder[first - 1] != '/')
        --first;
    snprintf(name, bytes, "%.*s.tsm", (int)(length - first), folder + first);
}

static int import(ts_context *context, const struct arguments *arguments)
{
    char name[4200];
    const char *folder = arguments_text(arguments, "FOLDER"), *out = arguments_text(arguments, "out");
    if (!folder)
        return complain(EXIT_WRONG, "import needs a folder: tessera model import FOLDER");
    if (!out)
        table_name(folder, name, sizeof name);
    const ts_status status = ts_model_import(context, folder, arguments_text(arguments, "restrict"),
                                             out ? out : name);
    if (status != TS_OK)
        return complain_of_input(context, status);
    printf("%s\n", out ? out : name);
    return EXIT_DONE;
}

int command_model(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &model_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    ts_model *model = NULL;
    if (is_import(&arguments)) {
        exit_status = import(context, &arguments);
        session_close(&context);
        return exit_status;
    }
    ts_card *card = card_of(context, &arguments, &exit_status);
    if (card) {
        const ts_status status = ts_model_create(context, card, &model);
        if (status != TS_OK)
            exit_status = complain_of(context, status);
        else
            exit_status = print_what(context, model, &arguments);
    }
    ts_model_destroy(&model);
    ts_card_destroy(&card);
    session_close(&context);
    return exit_status;
}

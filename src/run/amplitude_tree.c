#include "run/amplitude.h"

#include "amplitude/helicities.h"
#include "amplitude/mass_shell.h"
#include "amplitude/tree.h"
#include "core/context.h"
#include "core/evaluations.h"
#include "device/cpu/cpu.h"
#include "model/model.h"
#include "process/couplings.h"
#include "subprocess/subprocess.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Points that are looked at before anything is compiled. */
enum { POINTS_FIRST = 256 };

/* Units of energy that are kept of a process: who asks for one point after the other has several. */
enum { UNITS = 8 };

static const char frame_key[] = "polarization_frame";

/* Programs and tables for energies near a unit. */
struct engines {
    double unit;                       /* GeV; 0: there are none */
    struct tree_engine values, slopes; /* slopes where derivatives are asked for */
};

/* What is known of a process, whatever its points are. */
struct work {
    ts_context *context;
    const struct amplitude_request *request; /* answered now */
    ts_model *model;
    struct notation notation;
    int legs, pdg[LEGS_MOST];
    struct chain chain;
    struct orders most;
    int leading;
    signed char helicities[LEGS_MOST];
    struct tree tree;
    struct device *device;
    struct engines engines[UNITS];
    int next; /* the one that makes room for a new unit */
};

ts_status amplitude_model(ts_context *context, const ts_amplitude_settings *settings, ts_model **model)
{
    char strong[32], electric[32];
    struct model_setting more[2];
    size_t count = 0;
    snprintf(strong, sizeof strong, "%.17g", settings->alpha_s);
    snprintf(electric, sizeof electric, "%.17g", settings->alpha);
    if (settings->alpha_s != 0)
        more[count++] = (struct model_setting){"alpha_s", strong, "alpha_s"};
    if (settings->alpha != 0)
        more[count++] = (struct model_setting){"alpha", electric, "alpha"};
    return settings->card ? model_of_card(context, settings->card, more, count, model)
                          : model_create_standard(context, more, count, model);
}

/* A strong coupling that nobody gives is that of the embedded set. */
static ts_status choose_model(struct work *work)
{
    ts_amplitude_settings settings = *work->request->settings;
    ts_status status = amplitude_model(work->context, &settings, &work->model);
    const ts_parameter *alpha_s = status ? NULL : ts_model_parameter(work->model, "alpha_s");
    /* A model of a file has a value of its own. */
    if (!alpha_s || alpha_s->given || work->model->file)
        return status;
    ts_model_destroy(&work->model);
    status = coupling_at_scale(work->context, settings.scale != 0 ? settings.scale : 91.188,
                               &settings.alpha_s);
    return status ? status : amplitude_model(work->context, &settings, &work->model);
}

static ts_status make_model(struct work *work)
{
    const struct gradient_list *by = work->request->by;
    const ts_status status = choose_model(work);
    return status || !by ? status : model_ask_slopes(work->context, work->model, by->names, by->count);
}

static ts_status refuse_process(const struct work *work, const char *process, const char *sentence)
{
    const int stops = *sentence && sentence[strlen(sentence) - 1] == '?';
    return ts_fail(work->context, TS_ERROR_INPUT, "The process \"%.200s\" makes no sense: %s%s", process,
                   sentence, stops ? "" : ".");
}

static ts_status check_labels(const struct work *work, const char *process, const struct label *slots,
                              int count)
{
    for (int i = 0; i < count; ++i)
        if (slots[i].count != 1)
            return ts_fail(work->context, TS_ERROR_INPUT,
                           "\"%.200s\" holds the label %s: an amplitude needs particles, such as u or g.",
                           process, slots[i].name);
    return TS_OK;
}

static ts_status read_process(struct work *work, const char *process, size_t particles)
{
    struct label_list labels;
    struct subprocess_list list;
    char sentence[SENTENCE_BYTES] = "";
    work->notation = (struct notation){.most = orders_all(ORDER_DEFAULT), .may_decay = 1};
    labels_of_model(work->model, &labels);
    if (!notation_read(work->model, &labels, process, &work->notation, sentence))
        return refuse_process(work, process, sentence);
    if (work->request->settings->card &&
        !notation_set_frame(work->model, &work->notation,
                            card_request(work->request->settings->card)->polarization_frame, sentence))
        return ts_card_refuse(work->context, work->request->settings->card, frame_key, sentence);
    ts_status status = check_labels(work, process, work->notation.slots, work->notation.count);
    for (int i = 0; i < work->notation.decay_count && !status; ++i)
        status = check_labels(work, process, work->notation.decays[i].slots, work->notation.decays[i].count);
    if (!status)
        status = subprocess_list_create(work->context, work->model, &work->notation, &list, sentence);
    if (status)
        return *sentence ? refuse_process(work, process, sentence) : status;
    const struct subprocess_group *group = &list.groups[0];
    work->legs = list.legs;
    work->most = group->most;
    work->chain = group->chain;
    memcpy(work->pdg, group->members[0].pdg, sizeof work->pdg);
    if (list.member_count > 1)
        status = ts_fail(work->context, TS_ERROR_INPUT,
                         "\"%.200s\" has %d final states: an amplitude has one decay of each particle.",
                         process, list.member_count);
    else if (particles != (size_t)list.legs)
        status = ts_fail(
            work->context, TS_ERROR_INPUT,
            "\"%.200s\" has %d particles, but each point holds %zu: give the incoming ones first, all on lines of "
            "their own.",
            process, list.legs, particles);
    subprocess_list_free(&list);
    return status;
}

/* The signs that a particle has, with words between them. */
static const char *signs_of(const ts_particle *particle, const char **words)
{
    static const char *const rows[][2] = {
        {"0", "0"}, {"+-", "+ or -"}, {"+-0", "+, - or 0"}, {"2=", "2 or ="}, {"2+0-=", "2, +, 0, - or ="}};
    const int states = model_helicities(particle), is_tensor = particle->spin == 5;
    const int row = is_tensor ? (states == 2 ? 3 : 4) : states - 1;
    *words = rows[row][1];
    return rows[row][0];
}

static ts_status read_helicities(struct work *work)
{
    static const char signs[] = HELICITY_SIGNS;
    const char *text = work->request->settings->helicities;
    if (text && strlen(text) != (size_t)work->legs)
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "The helicities \"%.40s\" do not fit: write one +, - or 0 for each of the %d particles, "
            "incoming first.",
            text, work->legs);
    if (text && chain_is_polarised(&work->chain))
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "The process has helicities in braces, and \"%.40s\" names them too: leave out one of both.",
            text);
    for (int i = 0; text && i < work->legs; ++i) {
        const char *words;
        if (!strchr(signs_of(ts_model_particle(work->model, work->pdg[i]), &words), text[i]))
            return ts_fail(work->context, TS_ERROR_INPUT,
                           "The helicities \"%.40s\" do not fit: particle %d, %s, has %s, not '%c'.", text,
                           i + 1, ts_model_particle_name(work->model, work->pdg[i]), words, text[i]);
        work->helicities[i] = (signed char)(strchr(signs, text[i]) - signs - 2);
    }
    return TS_OK;
}

static ts_status check_colour(struct work *work)
{
    const char *colour = work->request->settings->colour;
    work->leading = colour && !strcmp(colour, "leading");
    if (!colour || work->leading || !strcmp(colour, "full"))
        return TS_OK;
    return ts_fail(work->context, TS_ERROR_INPUT, "The colours \"%.40s\" are not known: leading or full.",
                   colour);
}

/* Says which particle of points [from, end) is on no mass shell; TS_OK: all are. */
static ts_status check_momenta(const struct work *work, size_t from, size_t end)
{
    for (size_t point = from; point < end; ++point)
        for (int i = 0; i < work->legs; ++i) {
            const double *p = work->request->momenta + 4 * (point * (size_t)work->legs + (size_t)i);
            const double mass = ts_model_particle(work->model, work->pdg[i])->mass;
            if (mass_shell_holds(p, mass))
                continue;
            const double length = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
            return ts_fail(work->context, TS_ERROR_INPUT,
                           "Point %zu: particle %d, %s, has the mass %.9g GeV in the model, but its momentum "
                           "has %.9g GeV.",
                           point + 1, i + 1, ts_model_particle_name(work->model, work->pdg[i]), mass,
                           sqrt(fmax(0, (p[0] - length) * (p[0] + length))));
        }
    return TS_OK;
}

/* Momenta of a leg follow its mass, so that a derivative by this one goes with theirs. */
static ts_status check_masses_stay(const struct work *work)
{
    const struct gradient_list *by = work->request->by;
    for (size_t k = 0; k < by->count; ++k)
        for (int i = 0; i < work->legs; ++i) {
            double of_mass[4];
            model_particle_slopes(work->model, work->pdg[i], k, of_mass);
            if (of_mass[0] != 0)
                return ts_fail(
                    work->context, TS_ERROR_INPUT,
                    "gradients: %s is a mass of %s, whose momentum follows it: its derivative has a "
                    "meaning with those by momenta alone, so ask for p too.",
                    by->names[k], ts_model_particle_name(work->model, work->pdg[i]));
        }
    return TS_OK;
}

/* A frame of helicities moves with momenta, and at rest a helicity has no direction to turn with. */
static ts_status check_moving(const struct work *work)
{
    if (!work->request->by)
        return TS_OK;
    if (!work->request->by->momenta)
        return check_masses_stay(work);
    if (chain_is_polarised(&work->chain))
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "gradients: p goes with a sum over helicities, or with --helicities: the process has some "
            "in braces, whose frame would move too.");
    for (size_t point = 0; point < work->request->points; ++point)
        for (int i = 0; i < work->legs; ++i) {
            const double *p = work->request->momenta + 4 * (point * (size_t)work->legs + (size_t)i);
            if (p[1] == 0 && p[2] == 0 && p[3] == 0 &&
                ts_model_particle(work->model, work->pdg[i])->spin != 1)
                return ts_fail(work->context, TS_ERROR_INPUT,
                               "gradients: point %zu: particle %d, %s, is at rest, where its helicity has no "
                               "direction: give momenta in another frame.",
                               point + 1, i + 1, ts_model_particle_name(work->model, work->pdg[i]));
        }
    return TS_OK;
}

/* The momenta of all points in the frame of the helicities that a process asks for; to be freed. NULL: there
 * is no memory. */
static double *boost_momenta(const struct work *work)
{
    const struct amplitude_request *request = work->request;
    const size_t numbers = 4 * (size_t)work->legs;
    double *momenta = malloc((request->points * numbers + 1) * sizeof *momenta);
    for (size_t i = 0; momenta && i < request->points; ++i)
        chain_boost(&work->chain, work->legs, request->momenta + i * numbers, momenta + i * numbers);
    return momenta;
}

/* A power of two near the energy that each final particle has. */
static ts_status find_unit(const struct work *work, double *unit)
{
    double p[4] = {0};
    const int incoming = work->notation.incoming;
    for (int i = 0; i < 4 * incoming; ++i)
        p[i % 4] += work->request->momenta[i];
    const double square = p[0] * p[0] - p[1] * p[1] - p[2] * p[2] - p[3] * p[3];
    if (!(square > 0) || !isfinite(square))
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "Point 1: the incoming particles have no energy in their centre of mass.");
    *unit = exp2(round(log2(sqrt(square) / (work->legs - incoming))));
    return TS_OK;
}

/* The model's texts end with it; those of what is told go on. */
static void add_coupling(const ts_model *model, const char *name, ts_amplitude_info *info)
{
    const ts_parameter *parameter = ts_model_parameter(model, name);
    if (!parameter)
        return;
    ts_parameter *told = &info->couplings[info->coupling_count++];
    *told = *parameter;
    told->name = name;
    told->unit = told->formula = told->meaning = "";
}

/* The inputs of the model, and alpha_s, that have a part in the process. */
static void list_couplings(const struct work *work, const struct graph *graph, ts_amplitude_info *info)
{
    int strong = 0, electric = 0;
    size_t count;
    const ts_vertex *vertices = ts_model_vertices(work->model, &count);
    for (int i = 0; i < graph->term_count; ++i) {
        strong |= vertices[graph->terms[i].vertex].orders[ORDER_QCD] > 0;
        electric |= vertices[graph->terms[i].vertex].orders[ORDER_QED] > 0;
    }
    info->coupling_count = 0;
    if (strong)
        add_coupling(work->model, "alpha_s", info);
    if (electric)
        add_coupling(work->model, "alpha", info);
}

/* "; in the amplitude QED <= 2"; decays have bounds of their own */
static void print_bounds(const struct work *work, char *text, size_t bytes)
{
    size_t used = 0, count;
    const char *const *names = ts_model_orders(work->model, &count);
    const char *where = work->chain.count ? "; in the production" : "; in the amplitude";
    *text = '\0';
    for (size_t i = 0; i < count && used < bytes; ++i)
        if (work->most.power[i] < ORDER_ANY)
            used += (size_t)snprintf(text + used, bytes - used, "%s %s <= %d", used ? "," : where, names[i],
                                     work->most.power[i]);
}

static void describe(const struct work *work, const struct tree_engine *engine, ts_amplitude_info *info)
{
    char orders[128];
    list_couplings(work, &engine->tree->graph, info);
    notation_print(work->model, &work->notation, info->process, sizeof info->process);
    print_bounds(work, orders, sizeof orders);
    snprintf(info->includes, sizeof info->includes,
             "%s, %s colour, colours averaged over what comes in, no symmetry factor%s",
             work->request->settings->helicities ? "one helicity configuration"
             : chain_is_polarised(&work->chain)
                 ? "helicities that the process asks for, summed over final, averaged over initial particles"
                 : "helicities summed over final, averaged over initial particles",
             work->leading ? "leading" : "full", orders);
    snprintf(info->device, sizeof info->device, "%s", engine->device->description);
    snprintf(info->precision, sizeof info->precision, "%s", engine->double_precision ? "double" : "single");
}

/* Waves and propagators of spin 2 have no derivatives yet. */
static ts_status refuse_tensors(const struct work *work, const struct tree *tree)
{
    return work->request->by && graph_has_tensors(&tree->graph)
               ? ts_fail(
                     work->context, TS_ERROR_INPUT,
                     "gradients: this process has particles of spin 2, of which no derivatives are available.")
               : TS_OK;
}

static ts_status differentiate(struct work *work, struct tree_engine *engine, const double *momenta)
{
    const struct amplitude_request *request = work->request;
    const size_t particles = (size_t)work->legs, columns = gradient_columns(request->by, particles);
    ts_status status = tree_engine_evaluate(work->context, engine, momenta, request->points,
                                            request->gradients);
    if (!status && engine->infinite)
        status = ts_fail(work->context, TS_ERROR_NUMERIC,
                         "Point %zu: a derivative of the squared matrix element is not a finite number.",
                         engine->infinite);
    for (size_t i = 0; i < request->points && !status; ++i)
        gradient_order(request->by, particles, request->gradients + i * columns);
    return status;
}

static void destroy_engines(struct engines *engines)
{
    tree_engine_destroy(&engines->slopes);
    tree_engine_destroy(&engines->values);
    engines->unit = 0;
}

/* The engines for the energies of the points, made where there are none. Bits are those of the unit, and so
 * whatever was asked for before has no part in them. */
static ts_status find_engines(struct work *work, struct engines **found)
{
    const struct amplitude_request *request = work->request;
    const size_t launch = amplitude_launch(request->points);
    const size_t points = request->points > launch ? request->points : launch;
    double unit = 1;
    ts_status status = find_unit(work, &unit);
    for (int i = 0; i < UNITS && !status; ++i)
        if (work->engines[i].unit == unit) {
            *found = &work->engines[i];
            return TS_OK;
        }
    struct engines *engines = *found = &work->engines[work->next];
    work->next = (work->next + 1) % UNITS;
    destroy_engines(engines);
    if (!status)
        status = tree_engine_create(work->context, &work->tree, work->device, tree_best_form(work->device),
                                    request->double_precision, unit, points, &engines->values);
    if (!status && request->by)
        status = tree_gradient_create(work->context, &work->tree, work->device, unit, points,
                                      request->by->momenta, &engines->slopes);
    if (!status)
        engines->unit = unit;
    return status;
}

/* Evaluates points whose momenta are in a frame that serves. */
static ts_status evaluate_at(struct work *work, const double *momenta, double *values,
                             ts_amplitude_info *info)
{
    const struct amplitude_request *request = work->request;
    struct engines *engines;
    ts_status status = find_engines(work, &engines);
    if (status)
        return status;
    struct tree_engine *engine = &engines->values;
    if (momenta == request->momenta)
        tree_engine_check(engine);
    status = tree_engine_evaluate(work->context, engine, momenta, request->points, values);
    if (!status && engine->stray)
        status = check_momenta(work, engine->stray - 1, engine->stray);
    if (!status && engine->infinite)
        status = ts_fail(work->context, TS_ERROR_NUMERIC,
                         "Point %zu: the squared matrix element is not a finite number: are momenta "
                         "collinear, or a propagator at its pole without width?",
                         engine->infinite);
    if (!status && request->by)
        status = differentiate(work, &engines->slopes, momenta);
    if (!status)
        describe(work, engine, info);
    return status;
}

/* Sums over all helicities have the same value in every frame, so that momenta are taken as they are, and
 * looked at on their way. */
static ts_status evaluate(struct work *work, double *values, ts_amplitude_info *info)
{
    if (!chain_is_polarised(&work->chain))
        return evaluate_at(work, work->request->momenta, values, info);
    double *momenta = boost_momenta(work);
    ts_status status = momenta ? check_momenta(work, 0, work->request->points)
                               : ts_fail_memory(work->context, "the momenta");
    if (!status)
        status = evaluate_at(work, momenta, values, info);
    free(momenta);
    return status;
}

static void destroy(void *thing)
{
    struct work *work = thing;
    for (int i = 0; i < UNITS; ++i)
        destroy_engines(&work->engines[i]);
    device_close(&work->device);
    tree_free(&work->tree);
    ts_model_destroy(&work->model);
    free(work);
}

/* Whether points may be those of the process, before anything is compiled. */
static ts_status check_points(const struct work *work)
{
    const size_t points = work->request->points;
    const ts_status status = check_momenta(work, 0, points < POINTS_FIRST ? points : POINTS_FIRST);
    return status ? status : check_moving(work);
}

/* Reads the process. */
static ts_status read(struct work *work, const char *process, size_t particles)
{
    ts_status status = make_model(work);
    if (!status)
        status = read_process(work, process, particles);
    if (!status)
        status = read_helicities(work);
    return status ? status : check_colour(work);
}

/* Makes the matrix element, but for its engines. */
static ts_status make(struct work *work)
{
    const ts_amplitude_settings *settings = work->request->settings;
    ts_status status =
        tree_create(work->context,
                    &(struct tree_request){.model = work->model,
                                           .legs = work->legs,
                                           .pdg = work->pdg,
                                           .most = work->most,
                                           .squares = &work->notation.squares,
                                           .excluded = &work->notation.excluded,
                                           .chain = &work->chain,
                                           .leading = work->leading,
                                           .helicities = settings->helicities ? work->helicities : NULL},
                    &work->tree);
    if (!status)
        status = refuse_tensors(work, &work->tree);
    return status ? status : device_open(work->context, settings->device, 0, &work->device);
}

/* Memory that it takes, roughly: what is kept has a limit. */
static size_t bytes_of(const struct work *work)
{
    enum { BYTES_OF_INSTRUCTION = 16 };
    const struct amplitude_request *request = work->request;
    const size_t columns = request->by ? gradient_columns(request->by, (size_t)work->legs) : 0;
    const size_t numbers = 4 * (size_t)work->legs + (size_t)work->tree.slices * (1 + columns);
    return sizeof *work + (size_t)(BYTES_OF_INSTRUCTION * tree_instructions(&work->tree)) +
           2 * sizeof(double) * amplitude_launch(request->points) * numbers;
}

ts_status amplitude_tree_evaluate(ts_context *context, const char *process, size_t particles,
                                  const struct amplitude_request *request, double *values,
                                  ts_amplitude_info *info)
{
    char *key = amplitude_key(process, particles, request);
    struct work *work = key ? evaluations_find(context, key) : NULL;
    int is_kept = work != NULL;
    ts_status status = TS_OK;
    if (!work && !(work = calloc(1, sizeof *work)))
        status = ts_fail_memory(context, "an amplitude");
    if (work) {
        work->context = context;
        work->request = request;
    }
    if (!status && !is_kept)
        status = read(work, process, particles);
    if (!status)
        status = check_points(work);
    if (!status && !is_kept)
        status = make(work);
    if (!status && !is_kept && key && work->device->backend == &cpu_backend) /* a GPU may fail, and lose it */
        is_kept = evaluations_keep(context, key, bytes_of(work), work, destroy);
    if (!status)
        status = evaluate(work, values, info);
    if (work && !is_kept)
        destroy(work);
    free(key);
    return status;
}

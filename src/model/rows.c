/* The rows of a model, and how they are found. */
#include "core/context.h"
#include "model/model.h"

#include <string.h>

size_t model_name_hash(const char *name, size_t length)
{
    size_t hash = 5381;
    for (size_t i = 0; i < length; ++i)
        hash = hash * 33 + (unsigned char)name[i];
    return hash ^ hash >> 15;
}

const ts_parameter *model_find(const ts_model *model, const char *name, size_t length)
{
    size_t place = model_name_hash(name, length) & (model->place_room - 1);
    for (; model->places[place]; place = (place + 1) & (model->place_room - 1)) {
        const ts_parameter *parameter = &model->parameters[model->places[place] - 1];
        if (strlen(parameter->name) == length && !strncmp(parameter->name, name, length))
            return parameter;
    }
    return NULL;
}

const char *ts_model_name(const ts_model *model) { return model ? model->table->name : ""; }

const char *ts_model_scheme(const ts_model *model) { return model ? model->scheme : ""; }

const ts_particle *ts_model_particles(const ts_model *model, size_t *count)
{
    if (count)
        *count = model ? model->table->particle_count : 0;
    return model ? model->particles : NULL;
}

const ts_parameter *ts_model_parameters(const ts_model *model, size_t *count)
{
    if (count)
        *count = model ? model->parameter_count : 0;
    return model ? model->parameters : NULL;
}

const ts_vertex *ts_model_vertices(const ts_model *model, size_t *count)
{
    if (count)
        *count = model ? model->vertex_count : 0;
    return model ? model->vertices : NULL;
}

const char *const *ts_model_orders(const ts_model *model, size_t *count)
{
    static const char *const usual[] = {"QCD", "QED"};
    *count = model->table->orders ? model->table->order_count : sizeof usual / sizeof *usual;
    return model->table->orders ? model->table->orders : usual;
}

_Static_assert(sizeof(struct orders) == sizeof((ts_vertex *)0)->orders, "a vertex holds orders");

struct orders vertex_orders(const ts_vertex *vertex)
{
    struct orders orders;
    memcpy(&orders, vertex->orders, sizeof orders);
    return orders;
}

const struct label_row *model_labels(const ts_model *model, size_t *count)
{
    *count = model->table->label_count;
    return model->table->labels;
}

int model_particle_index(const ts_model *model, int pdg)
{
    for (size_t i = 0; i < model->table->particle_count; ++i) {
        const ts_particle *particle = &model->particles[i];
        if (particle->pdg == pdg || (-particle->pdg == pdg && particle->name != particle->antiname &&
                                     strcmp(particle->name, particle->antiname) != 0))
            return (int)i;
    }
    return -1;
}

const ts_particle *ts_model_particle(const ts_model *model, int pdg)
{
    const int index = model ? model_particle_index(model, pdg) : -1;
    return index < 0 ? NULL : &model->particles[index];
}

int model_default_order(const ts_model *model)
{
    return model->table->weighted ? model->table->weighted : ORDER_QED;
}

int model_helicities(const ts_particle *particle)
{
    return particle->spin > 2 && particle->mass == 0 ? 2 : particle->spin;
}

int model_antiparticle(const ts_model *model, int pdg)
{
    if (model_particle_index(model, pdg) < 0)
        return 0;
    return model_particle_index(model, -pdg) < 0 ? pdg : -pdg;
}

int model_is_contact(const ts_model *model, int pdg)
{
    for (const int *contact = model->table->contacts; contact && *contact; ++contact)
        if (*contact == pdg)
            return 1;
    return 0;
}

int ts_model_pdg(const ts_model *model, const char *name)
{
    if (!model || !name)
        return 0;
    for (size_t i = 0; i < model->table->particle_count; ++i) {
        if (model_is_contact(model, model->particles[i].pdg))
            continue;
        if (!strcmp(model->particles[i].name, name))
            return model->particles[i].pdg;
        if (!strcmp(model->particles[i].antiname, name))
            return -model->particles[i].pdg;
    }
    return 0;
}

const char *ts_model_particle_name(const ts_model *model, int pdg)
{
    const ts_particle *particle = ts_model_particle(model, pdg);
    if (!particle)
        return "?";
    return particle->pdg == pdg ? particle->name : particle->antiname;
}

const ts_parameter *ts_model_parameter(const ts_model *model, const char *name)
{
    return model && name ? model_find(model, name, strlen(name)) : NULL;
}

const char *ts_vertex_structure(const ts_model *model, const ts_vertex *vertex, const char **name)
{
    const int known = model && vertex && vertex->structure >= 0 &&
                      (size_t)vertex->structure < model->table->structure_count;
    const struct structure *structure = known ? &model->table->structures[vertex->structure] : NULL;
    if (name)
        *name = structure ? structure->name : NULL;
    return structure ? structure->text : NULL;
}

const char *ts_vertex_colour(const ts_model *model, const ts_vertex *vertex)
{
    if (!model || !vertex)
        return "?";
    return vertex->colour_structure >= 0 && model->table->colours
               ? model->table->colours[vertex->colour_structure].text
               : ts_colour_text(vertex->colour);
}

const char *ts_lorentz_text(ts_lorentz lorentz)
{
    static const char *const texts[TS_LORENTZ_KINDS] = {
        [TS_LORENTZ_IOV] = "iovxxx",   [TS_LORENTZ_IOS] = "iosxxx",  [TS_LORENTZ_VVV] = "vvvxxx",
        [TS_LORENTZ_W3W3] = "w3w3xx",  [TS_LORENTZ_WWWW] = "wwwwxx", [TS_LORENTZ_GGGG] = "ggggxx",
        [TS_LORENTZ_VVS] = "vvsxxx",   [TS_LORENTZ_VVSS] = "vvssxx", [TS_LORENTZ_VSS] = "vssxxx",
        [TS_LORENTZ_SSS] = "sssxxx",   [TS_LORENTZ_SSSS] = "ssssxx", [TS_LORENTZ_VVSH] = "vvshxx",
        [TS_LORENTZ_VVVSH] = "vvvshx", [TS_LORENTZ_TABLE] = "table",
    };
    return (unsigned)lorentz < TS_LORENTZ_KINDS ? texts[lorentz] : "?";
}

const char *ts_colour_text(ts_colour colour)
{
    static const char *const texts[TS_COLOUR_KINDS] = {
        [TS_COLOUR_ONE] = "1",       [TS_COLOUR_DELTA] = "delta", [TS_COLOUR_T] = "T",
        [TS_COLOUR_F] = "f",         [TS_COLOUR_FF] = "f f",      [TS_COLOUR_GLUONS] = "delta8",
        [TS_COLOUR_TABLE] = "table",
    };
    return (unsigned)colour < TS_COLOUR_KINDS ? texts[colour] : "?";
}

int model_bound_orders(const ts_model *model, struct orders *most)
{
    const int *expansions = model->table->expansions;
    int place = -1;
    for (size_t i = 0; expansions && i + 1 < model->table->order_count; ++i) {
        if (expansions[i] <= 0 || expansions[i] >= ORDER_ANY || most->power[i] <= expansions[i])
            continue;
        if (most->power[i] < ORDER_COUNTED)
            place = (int)i;
        most->power[i] = (short)expansions[i];
    }
    return place;
}

void model_bound_orders_aloud(ts_context *context, const ts_model *model, struct orders *most)
{
    size_t count;
    const int place = model_bound_orders(model, most);
    const char *const *names = ts_model_orders(model, &count);
    if (place >= 0 && (size_t)place < count)
        ts_log(context, TS_LOG_WARNING,
               "The model %s is for %s up to %d in an amplitude: more is not taken, as in MadGraph.",
               ts_model_name(model), names[place], most->power[place]);
}

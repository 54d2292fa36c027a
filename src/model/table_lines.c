#include "model/table_lines.h"

#include "core/context.h"
#include "model/forms.h"
#include "model/propagator_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_BYTES = 300, VERSION = 1 };

ts_status table_refuse(const struct table_reader *reader, const char *why)
{
    return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%d: %s.", reader->path, reader->line, why);
}

void *table_row_add(struct table_rows *rows, size_t bytes)
{
    rows->bytes = bytes;
    if (rows->count == rows->room) {
        const size_t room = rows->room ? 2 * rows->room : 64;
        void *grown = realloc(rows->list, room * bytes);
        if (!grown)
            return NULL;
        rows->list = grown;
        rows->room = room;
    }
    void *row = (char *)rows->list + rows->count++ * bytes;
    memset(row, 0, bytes);
    return row;
}

static ts_status no_memory(const struct table_reader *reader)
{
    return ts_fail_memory(reader->context, "a model's table");
}

int table_integer(const char *word, int *number)
{
    char *end;
    const long value = strtol(word, &end, 10);
    *number = (int)value;
    return end != word && !*end && value >= -2000000000 && value <= 2000000000;
}

int table_has_parameter(const struct table_reader *reader, const char *name)
{
    const struct parameter_row *rows = reader->file->parameters.list;
    for (size_t i = 0; i < reader->file->parameters.count; ++i)
        if (!strcmp(rows[i].name, name))
            return 1;
    return 0;
}

/* Whether the mass or width of a particle is a parameter that stands before it, or 0. */
static ts_status check_parameter(const struct table_reader *reader, const char *what, const char *name)
{
    char why[WHY_BYTES];
    if (!strcmp(name, "0") || table_has_parameter(reader, name))
        return TS_OK;
    snprintf(why, sizeof why,
             "the particle %.40s has the %s %.40s, which is no parameter of the table before it",
             reader->words[2], what, name);
    return table_refuse(reader, why);
}

/* The word behind a word, or NULL. */
static const char *word_behind(const struct table_reader *reader, int from, const char *word)
{
    for (int i = from; i + 1 < reader->count; ++i)
        if (!strcmp(reader->words[i], word))
            return reader->words[i + 1];
    return NULL;
}

static int number_behind(const struct table_reader *reader, int from, const char *word, int *number)
{
    const char *text = word_behind(reader, from, word);
    return text && table_integer(text, number);
}

static ts_status read_order(struct table_reader *reader)
{
    struct table_rows *orders = &reader->file->orders;
    int hierarchy, most;
    if (reader->count != 4 || !table_integer(reader->words[2], &hierarchy) ||
        !table_integer(reader->words[3], &most) || hierarchy < 0 || hierarchy > 99)
        return table_refuse(reader, "expected order NAME HIERARCHY MOST, such as order QCD 1 99");
    if (orders->count == ORDERS_MOST - 2) /* behind them come two of our own */
        return table_refuse(reader, "the model has too many orders");
    if (orders->count < 2 && strcmp(reader->words[1], orders->count ? "QED" : "QCD") != 0)
        return table_refuse(reader, "the first two orders are QCD and QED");
    const char **name = table_row_add(orders, sizeof *name);
    if (!name)
        return no_memory(reader);
    int *weight = table_row_add(&reader->file->hierarchies, sizeof *weight);
    if (!weight)
        return no_memory(reader);
    int *expansion = table_row_add(&reader->file->expansions, sizeof *expansion);
    if (!expansion)
        return no_memory(reader);
    *name = reader->words[1];
    *weight = hierarchy;
    *expansion = most;
    return TS_OK;
}

/* The place of an order's name, or -1. */
static int order_place(const struct table_reader *reader, const char *name)
{
    const char *const *names = reader->file->orders.list;
    for (size_t i = 0; i < reader->file->orders.count; ++i)
        if (!strcmp(names[i], name))
            return (int)i;
    return -1;
}

/* The words from one on as one text again, in their place in the file. */
static const char *rejoin(struct table_reader *reader, int from)
{
    char *end = reader->words[from] + strlen(reader->words[from]);
    for (int i = from + 1; i < reader->count; ++i) {
        const size_t length = strlen(reader->words[i]);
        *end++ = ' ';
        memmove(end, reader->words[i], length + 1);
        end += length;
    }
    return reader->words[from];
}

static ts_status read_parameter(struct table_reader *reader, ts_parameter_role role)
{
    if (reader->count < 2 || !reader->formula)
        return table_refuse(reader, "expected NAME = FORMULA behind the first word");
    struct parameter_row *row = table_row_add(&reader->file->parameters, sizeof *row);
    if (!row)
        return no_memory(reader);
    *row = (struct parameter_row){
        .name = reader->words[1], .unit = "", .role = role, .formula = reader->formula, .meaning = ""};
    /* The block and its codes, with one blank between them as words were cut. */
    for (int i = 2; i + 1 < reader->count; ++i)
        if (!strcmp(reader->words[i], "block"))
            row->meaning = rejoin(reader, i + 1);
    return TS_OK;
}

static ts_status read_coupling(struct table_reader *reader)
{
    for (int i = 3; i + 1 < reader->count; i += 2) {
        struct coupling_order *row = table_row_add(&reader->file->coupling_orders, sizeof *row);
        if (!row)
            return no_memory(reader);
        row->coupling = reader->words[1];
        row->order = order_place(reader, reader->words[i]);
        if (row->order < 0 || !table_integer(reader->words[i + 1], &row->power) || row->power < 0 ||
            row->power > 20)
            return table_refuse(reader, "expected orders of the model and their powers behind \"orders\"");
    }
    return read_parameter(reader, TS_PARAMETER_COUPLING);
}

static ts_status read_particle(struct table_reader *reader)
{
    ts_particle particle = {.pdg = 0};
    const char *mass = word_behind(reader, 4, "mass"), *width = word_behind(reader, 4, "width");
    if (reader->count < 4 || !table_integer(reader->words[1], &particle.pdg) || particle.pdg <= 0 ||
        !number_behind(reader, 4, "spin", &particle.spin) ||
        !number_behind(reader, 4, "colour", &particle.colour) ||
        !number_behind(reader, 4, "charge", &particle.charge) || !mass || !width)
        return table_refuse(reader,
                            "expected particle PDG NAME ANTINAME spin S colour C charge Q mass M width W");
    if (particle.spin < 1 || particle.spin > 5)
        return table_refuse(
            reader, "a particle has the spin 1 (scalar), 2 (fermion), 3 (vector) or 5 (tensor) as 2 s + 1");
    if (particle.colour != 1 && abs(particle.colour) != 3 && abs(particle.colour) != 6 &&
        particle.colour != 8)
        return table_refuse(reader, "a particle is a singlet, triplet, sextet or octet of colour");
    const ts_particle *list = reader->file->particles.list;
    for (size_t i = 0; i < reader->file->particles.count; ++i)
        if (list[i].pdg == particle.pdg || !strcmp(list[i].name, reader->words[2]))
            return table_refuse(reader, "the particle stands there already, by its code or its name");
    ts_status status = check_parameter(reader, "mass", mass);
    if (!status)
        status = check_parameter(reader, "width", width);
    if (status)
        return status;
    ts_particle *row = table_row_add(&reader->file->particles, sizeof *row);
    if (!row)
        return no_memory(reader);
    int *own = table_row_add(&reader->file->own_propagators, sizeof *own);
    if (!own)
        return no_memory(reader);
    const char *propagator = word_behind(reader, 4, "propagator");
    if (propagator && !propagator_find(reader, propagator, particle.spin, own))
        return table_refuse(reader,
                            "expected \"propagator NAME\" of a propagator that stands before it with the "
                            "particle's spin, or \"propagator own\", of one that cannot be computed");
    if (particle.pdg >= 11 && particle.pdg <= 16) /* cuts are on leptons of each family */
        particle.family = (particle.pdg - 9) / 2;
    particle.baryon = particle.pdg <= 6;
    *row = particle;
    row->name = reader->words[2], row->antiname = reader->words[3];
    row->mass_name = strcmp(mass, "0") != 0 ? mass : NULL;
    row->width_name = strcmp(width, "0") != 0 ? width : NULL;
    return TS_OK;
}

static const ts_particle *particle_named(const struct table_reader *reader, const char *name, int *pdg)
{
    const ts_particle *list = reader->file->particles.list;
    for (size_t i = 0; i < reader->file->particles.count; ++i) {
        const int is_particle = !strcmp(list[i].name, name), is_anti = !strcmp(list[i].antiname, name);
        if (!is_particle && !is_anti)
            continue;
        *pdg = is_particle ? list[i].pdg : -list[i].pdg;
        return &list[i];
    }
    return NULL;
}

/* Legs are written as what goes out; here they are what comes in. */
static ts_status read_vertex(struct table_reader *reader)
{
    char why[WHY_BYTES];
    reader->leg_count = reader->count - 1;
    reader->is_first = 1;
    if (reader->leg_count < 3 || reader->leg_count > TS_VERTEX_LEGS)
        return table_refuse(reader, "a vertex has three to six particles");
    int charge = 0;
    for (int i = 0; i < reader->leg_count; ++i) {
        int pdg;
        const ts_particle *particle = particle_named(reader, reader->words[1 + i], &pdg);
        if (!particle) {
            snprintf(why, sizeof why, "the vertex has the unknown particle '%.40s'", reader->words[1 + i]);
            return table_refuse(reader, why);
        }
        charge += pdg > 0 ? particle->charge : -particle->charge;
        const int is_own = !strcmp(particle->name, particle->antiname);
        reader->legs[i] = is_own ? pdg : -pdg;
    }
    return charge ? table_refuse(reader, "the vertex does not conserve the electric charge") : TS_OK;
}

static const struct structure *structure_named(const struct table_reader *reader, const char *name,
                                               int *place)
{
    const struct structure *list = reader->file->structures.list;
    for (size_t i = 0; i < reader->file->structures.count; ++i)
        if (!strcmp(list[i].name, name)) {
            *place = (int)i;
            return &list[i];
        }
    return NULL;
}

static int representation_of(const struct table_reader *reader, int pdg)
{
    const ts_particle *list = reader->file->particles.list;
    for (size_t i = 0; i < reader->file->particles.count; ++i)
        if (list[i].pdg == abs(pdg))
            return list[i].colour == 1 || list[i].colour == 8 || pdg > 0 ? list[i].colour : -list[i].colour;
    return 1;
}

static int spin_of(const struct table_reader *reader, int pdg)
{
    const ts_particle *list = reader->file->particles.list;
    for (size_t i = 0; i < reader->file->particles.count; ++i)
        if (list[i].pdg == abs(pdg))
            return list[i].spin;
    return 0;
}

static int has_unknown_propagator(const struct table_reader *reader, int pdg)
{
    const ts_particle *list = reader->file->particles.list;
    for (size_t i = 0; i < reader->file->particles.count; ++i)
        if (list[i].pdg == abs(pdg))
            return ((const int *)reader->file->own_propagators.list)[i] < 0;
    return 0;
}

/* The colour words of the vertex at hand, each kind once. */
static ts_status find_colour(struct table_reader *reader, const char *text, int *place)
{
    int representations[TS_VERTEX_LEGS];
    char sentence[WHY_BYTES];
    struct colour_words words;
    for (int i = 0; i < reader->leg_count; ++i)
        representations[i] = representation_of(reader, reader->legs[i]);
    if (!colour_words_read(text, reader->leg_count, representations, &words, sentence, sizeof sentence))
        return table_refuse(reader, sentence);
    struct table_rows *colours = &reader->file->colours;
    for (size_t i = 0; i < colours->count; ++i)
        /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c): begun as 0 */
        if (!memcmp(&((struct colour_words *)colours->list)[i], &words, sizeof words - sizeof words.text)) {
            *place = (int)i;
            return TS_OK;
        }
    struct colour_words *row = table_row_add(colours, sizeof *row);
    if (!row)
        return no_memory(reader);
    *row = words;
    row->text = text;
    *place = (int)colours->count - 1;
    return TS_OK;
}

/* What of a vertex's particles is not available, or NULL. */
static const char *beyond_particles(const struct table_reader *reader)
{
    for (int i = 0; i < reader->leg_count; ++i)
        if (spin_of(reader, reader->legs[i]) == 4)
            return "a particle of spin 3/2";
    for (int i = 0; i < reader->leg_count; ++i)
        if (has_unknown_propagator(reader, reader->legs[i]))
            return "a propagator of the model's own";
    return NULL;
}

static ts_status add_vertex_row(struct table_reader *reader, const struct vertex_more *more)
{
    struct vertex_row *row = table_row_add(&reader->file->vertices, sizeof *row);
    struct vertex_more *row_more = row ? table_row_add(&reader->file->more, sizeof *row_more) : NULL;
    if (!row || !row_more)
        return no_memory(reader);
    *row = (struct vertex_row){.lorentz = TS_LORENTZ_TABLE,
                               .colour = TS_COLOUR_TABLE,
                               .left = reader->words[3]};
    memcpy(row->legs, reader->legs, sizeof row->legs);
    for (int i = reader->leg_count; i < TS_VERTEX_LEGS; ++i)
        row->legs[i] = 0;
    *row_more = *more;
    reader->is_first = 0;
    return TS_OK;
}

static ts_status read_term(struct table_reader *reader)
{
    char why[WHY_BYTES];
    struct vertex_more more = {.continues = !reader->is_first, .structure = -1, .colour_structure = -1};
    if (reader->count != 4 || !reader->leg_count)
        return table_refuse(reader, "expected term COLOUR LORENTZ COUPLING behind a vertex");
    const struct structure *structure = structure_named(reader, reader->words[2], &more.structure);
    if (!structure) {
        snprintf(why, sizeof why, "the Lorentz structure '%.40s' is not known here", reader->words[2]);
        return table_refuse(reader, why);
    }
    int fits = structure->legs == reader->leg_count;
    for (int i = 0; fits && i < reader->leg_count; ++i)
        fits = structure->spins[i] == spin_of(reader, reader->legs[i]);
    if (!fits)
        return table_refuse(reader, "the Lorentz structure has other spins than the vertex's particles");
    more.beyond = beyond_particles(reader);
    if (!more.beyond && structure->term_count == 0)
        more.beyond = "its Lorentz structure";
    const ts_status status = more.beyond ? TS_OK
                                         : find_colour(reader, reader->words[1], &more.colour_structure);
    if (status)
        return status;
    const int parts = structure->parts_behind;
    for (int part = 0; part <= parts; ++part, ++more.structure) {
        const ts_status added = add_vertex_row(reader, &more);
        if (added)
            return added;
        more.continues = 1;
    }
    return TS_OK;
}

static int has_usual_spins(const struct structure *structure)
{
    for (int i = 0; i < structure->legs; ++i)
        if (structure->spins[i] == 4)
            return 0;
    return 1;
}

/* Parts of a structure, each of terms with as many momenta, are rows one behind the other. */
static ts_status add_structure(struct table_reader *reader, struct structure *structure)
{
    struct table_rows *rows = &reader->file->structures;
    const size_t first = rows->count;
    do {
        struct structure *row = table_row_add(rows, sizeof *row);
        if (!row || (structure->term_count && !structure_take_part(structure, row))) {
            structure_free(structure);
            return no_memory(reader);
        }
        if (!row->legs)
            *row = *structure;
    } while (structure->term_count);
    structure_free(structure);
    ((struct structure *)rows->list)[first].parts_behind = (int)(rows->count - first) - 1;
    return TS_OK;
}

static ts_status read_lorentz(struct table_reader *reader)
{
    char sentence[WHY_BYTES];
    struct structure structure = {.name = reader->count > 1 ? reader->words[1] : "",
                                  .forms = reader->file->forms.list,
                                  .form_count = (int)reader->file->forms.count};
    if (reader->count < 6 || strcmp(reader->words[2], "spins") != 0 || !reader->formula ||
        reader->count - 3 > STRUCTURE_LEGS)
        return table_refuse(reader, "expected lorentz NAME spins S S S = STRUCTURE, of three to six legs");
    structure.legs = reader->count - 3;
    for (int i = 0; i < structure.legs; ++i)
        if (!table_integer(reader->words[3 + i], &structure.spins[i]) || structure.spins[i] < 1 ||
            structure.spins[i] > 5)
            return table_refuse(reader, "spins are 1 to 5, as 2 s + 1");
    int read = 2; /* what has other spins is kept by name: a process that needs it is refused */
    if (has_usual_spins(&structure))
        read = structure_read(reader->formula, &structure, sentence, sizeof sentence);
    if (read < 0)
        return no_memory(reader);
    if (!read)
        return table_refuse(reader, sentence);
    return add_structure(reader, &structure);
}

static ts_status read_line(struct table_reader *reader)
{
    const char *first = reader->words[0];
    if (!strcmp(first, "name") && reader->count == 2) {
        reader->file->table.name = reader->words[1];
        return TS_OK;
    }
    if (!strcmp(first, "order"))
        return read_order(reader);
    if (!strcmp(first, "input"))
        return read_parameter(reader, TS_PARAMETER_INPUT);
    if (!strcmp(first, "derived"))
        return read_parameter(reader, TS_PARAMETER_DERIVED);
    if (!strcmp(first, "coupling"))
        return read_coupling(reader);
    if (!strcmp(first, "particle"))
        return read_particle(reader);
    if (!strcmp(first, "lorentz"))
        return read_lorentz(reader);
    if (!strcmp(first, "form"))
        return form_read(reader);
    if (!strcmp(first, "propagator"))
        return propagator_read(reader);
    if (!strcmp(first, "numerator"))
        return numerator_read(reader);
    if (!strcmp(first, "denominator"))
        return denominator_read(reader);
    if (!strcmp(first, "vertex"))
        return read_vertex(reader);
    if (!strcmp(first, "term"))
        return read_term(reader);
    return table_refuse(
        reader, "the line begins with none of name, order, input, derived, coupling, particle, lorentz, "
                "form, propagator, numerator, denominator, vertex, term");
}

/* Cuts a line into words and what stands behind " = ". */
static int cut_line(struct table_reader *reader, char *line)
{
    char *comment = strchr(line, '#');
    if (comment)
        *comment = 0;
    reader->count = 0;
    char *equals = strstr(line, " = ");
    reader->formula = equals ? equals + 3 : NULL;
    if (equals)
        *equals = 0;
    for (char *word = strtok(line, " \t\r"); word; word = strtok(NULL, " \t\r")) {
        if (reader->count == TABLE_WORDS_MOST)
            return 0;
        reader->words[reader->count++] = word;
    }
    return 1;
}

/* "tessera-model 1 LINES" */
static ts_status read_first(struct table_reader *reader)
{
    int version = 0;
    if (reader->count < 2 || reader->count > 3 || strcmp(reader->words[0], "tessera-model") != 0 ||
        !table_integer(reader->words[1], &version) ||
        (reader->count == 3 && !table_integer(reader->words[2], &reader->lines)))
        return table_refuse(reader,
                            "the file is no table of a model, whose first line is \"tessera-model 1\"; "
                            "`tessera model import` makes one of a UFO");
    return version == VERSION ? TS_OK : table_refuse(reader, "the table is of another version than 1");
}

ts_status table_lines_read(struct table_reader *reader)
{
    char *next = reader->file->text;
    ts_status status = TS_OK;
    while (next && !status) {
        char *line = next;
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        ++reader->line;
        if (!cut_line(reader, line))
            return table_refuse(reader, "the line has too many words");
        if (ts_context_interrupted(reader->context))
            return ts_fail(reader->context, TS_INTERRUPTED, "Interrupted while a model was read.");
        if (reader->line == 1)
            status = read_first(reader);
        else if (reader->count)
            status = read_line(reader);
    }
    if (!status && reader->line <= reader->lines) /* what is behind the last end of a line is one more */
        return table_refuse(reader,
                            "the file was cut off here, as its first line says how many lines it has");
    return status;
}

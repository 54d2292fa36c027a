#include "model/propagator_lines.h"

#include "core/context.h"
#include "model/propagators.h"

#include <stdio.h>
#include <string.h>

enum { WHY_BYTES = 300 };
static const char unknown[] = "own"; /* the word for a propagator that cannot be computed */

static ts_status no_memory(const struct table_reader *reader)
{
    return ts_fail_memory(reader->context, "a model's table");
}

int propagator_find(const struct table_reader *reader, const char *name, int spin, int *place)
{
    const struct propagator_row *list = reader->file->propagators.list;
    *place = -1;
    if (!strcmp(name, unknown))
        return 1;
    for (size_t i = 0; i < reader->file->propagators.count; ++i)
        if (!strcmp(list[i].name, name) && list[i].spin == spin && list[i].count > 0) {
            *place = (int)i + 1;
            return 1;
        }
    return 0;
}

ts_status propagator_read(struct table_reader *reader)
{
    int spin = 0;
    if (reader->count != 4 || strcmp(reader->words[2], "spin") != 0 ||
        !table_integer(reader->words[3], &spin) || spin < 1 || spin > 3)
        return table_refuse(
            reader, "expected propagator NAME spin S, of a scalar (1), a fermion (2) or a vector (3)");
    const struct propagator_row *list = reader->file->propagators.list;
    int is_known = !strcmp(reader->words[1], unknown);
    for (size_t i = 0; i < reader->file->propagators.count; ++i)
        is_known |= !strcmp(list[i].name, reader->words[1]);
    if (is_known)
        return table_refuse(reader, "the propagator's name is that of another one");
    struct propagator_row *row = table_row_add(&reader->file->propagators, sizeof *row);
    if (!row)
        return no_memory(reader);
    row->name = reader->words[1];
    row->spin = spin;
    row->first = (int)reader->file->numerators.count;
    return TS_OK;
}

/* The propagator that the lines at hand are of, or NULL. */
static struct propagator_row *at_hand(const struct table_reader *reader)
{
    const size_t count = reader->file->propagators.count;
    return count ? (struct propagator_row *)reader->file->propagators.list + count - 1 : NULL;
}

/* Whether the words from one on are parameters that stand before the line. */
static ts_status check_parameters(const struct table_reader *reader, int from)
{
    char why[WHY_BYTES];
    for (int i = from; i < reader->count; ++i)
        if (!table_has_parameter(reader, reader->words[i])) {
            snprintf(why, sizeof why, "%.80s is no parameter of the table before it", reader->words[i]);
            return table_refuse(reader, why);
        }
    return TS_OK;
}

ts_status numerator_read(struct table_reader *reader)
{
    char sentence[WHY_BYTES];
    struct propagator_row *propagator = at_hand(reader);
    if (reader->count != 3 || !propagator)
        return table_refuse(reader, "expected numerator STRUCTURE PARAMETER behind a propagator");
    const ts_status status = check_parameters(reader, 2);
    if (status)
        return status;
    struct structure structure = {.name = propagator->name,
                                  .legs = 2,
                                  .spins = {propagator->spin, propagator->spin}};
    const int read = structure_read(reader->words[1], &structure, sentence, sizeof sentence);
    if (read < 0)
        return no_memory(reader);
    if (read != 1)
        return table_refuse(
            reader,
            read ? "the numerator has a word that is no tensor, or a power other than 2, 3 or 4" : sentence);
    if (structure.term_count != 1) {
        structure_free(&structure);
        return table_refuse(reader, "a numerator is one product: each term of a sum has a line of its own");
    }
    if (propagator->spin == 2 && !structure_is_row(&structure, 0)) {
        structure_free(&structure);
        return table_refuse(reader, "the row of a numerator's matrices is its index 1, and their column 2");
    }
    structure.name = ""; /* which no vertex can have */
    struct structure *row = table_row_add(&reader->file->structures, sizeof *row);
    if (row)
        *row = structure;
    else
        structure_free(&structure);
    struct numerator_row *term = row ? table_row_add(&reader->file->numerators, sizeof *term) : NULL;
    if (!term)
        return no_memory(reader);
    *term = (struct numerator_row){(int)reader->file->structures.count - 1, reader->words[2]};
    ++propagator->count;
    return TS_OK;
}

ts_status denominator_read(struct table_reader *reader)
{
    struct propagator_row *propagator = at_hand(reader);
    if (reader->count < 2 || reader->count > 1 + PROPAGATOR_POWERS || !propagator)
        return table_refuse(
            reader, "expected denominator PARAMETER ... behind a propagator, one parameter for each power "
                    "of p^2 from 0 to 2");
    const ts_status status = check_parameters(reader, 1);
    if (status)
        return status;
    if (propagator->factors == PROPAGATOR_FACTORS_MOST)
        return table_refuse(reader, "the propagator's denominator has too many factors");
    for (int i = 1; i < reader->count; ++i)
        propagator->factor[propagator->factors][i - 1] = reader->words[i];
    ++propagator->factors;
    return TS_OK;
}

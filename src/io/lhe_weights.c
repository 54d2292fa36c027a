/* What stands behind the particles of an event of a Les Houches file: comments, and weights of variations.
 * The latter are <wgt id="NAME"> 1.5 </wgt>, or all in the order of the head: <weights> 1.5 2.5 </weights>.
 * Where an event has one in both ways, its name counts.
 *
 * J. R. Andersen et al., "Les Houches 2013: Physics at TeV Colliders", arXiv:1405.1067, on version 3. */
#include "core/context.h"
#include "core/decimal.h"
#include "io/lhe_marks.h"

#include <stdio.h>
#include <string.h>

/* Where the reader of an event's rest stands. */
struct rest {
    ts_event_file *file;
    struct text_reader *text;
    char *at;      /* in the line */
    size_t next;   /* the place of the weight that is likely to come */
    size_t listed; /* weights that came in the order of the head */
};

/* Goes on behind these bytes, of this line or a later one. */
static ts_status pass(struct rest *rest, const char *bytes)
{
    for (;;) {
        char *found = strstr(rest->at, bytes);
        if (found) {
            rest->at = found + strlen(bytes);
            return TS_OK;
        }
        const ts_status status = lhe_next_line(rest->text, "an event");
        rest->at = rest->text->line;
        if (status)
            return status;
    }
}

/* The next number before the mark that closes these, on this line or a later one; *found is 0 at that mark.
 */
static ts_status next_value(struct rest *rest, const char *closes, double *value, int *found)
{
    for (;;) {
        rest->at += strspn(rest->at, " \t");
        *found = *rest->at != '<';
        if (!*found && !lhe_is_mark(rest->at, closes))
            return text_reader_refuse(rest->text, "expected a number or %s>, found '%.40s'.", closes,
                                      rest->at);
        if (!*found)
            return TS_OK;
        if (*rest->at)
            break;
        const ts_status status = lhe_next_line(rest->text, "an event");
        rest->at = rest->text->line;
        if (status)
            return status;
    }
    const size_t bytes = strcspn(rest->at, " \t<");
    if (!decimal_read_fortran(rest->at, bytes, value))
        return text_reader_refuse(rest->text, "a weight is no finite number: '%.*s'.",
                                  (int)(bytes < 60 ? bytes : 60), rest->at);
    rest->at += bytes;
    return TS_OK;
}

static ts_status give(struct rest *rest, size_t place, double value)
{
    if (event_file_give(rest->file, place, value))
        return TS_OK;
    return text_reader_refuse(rest->text, "the event has the weight '%.100s' twice.",
                              rest->file->names[place]);
}

/* <wgt id="NAME"> 1.5 </wgt> */
static ts_status read_weight(struct rest *rest)
{
    size_t bytes = 0;
    const char *name = lhe_weight_name(rest->at, &bytes);
    const size_t place = name ? event_file_weight(rest->file, name, bytes, rest->next)
                              : rest->file->head.weight_count;
    if (place == rest->file->head.weight_count)
        return text_reader_refuse(rest->text, "<initrwgt> does not list the weight '%.*s'.",
                                  (int)(bytes < 100 ? bytes : 100), name ? name : "");
    double value, more;
    int found;
    rest->at += name - rest->at + (ptrdiff_t)bytes;
    ts_status status = pass(rest, ">");
    if (!status)
        status = next_value(rest, "</wgt", &value, &found);
    if (status)
        return status;
    if (!found)
        return text_reader_refuse(rest->text, "the weight '%.100s' is empty: expected a number.",
                                  rest->file->names[place]);
    status = next_value(rest, "</wgt", &more, &found);
    if (!status && found)
        return text_reader_refuse(rest->text,
                                  "the weight '%.100s' is followed by the number %g: expected </wgt>.",
                                  rest->file->names[place], more);
    rest->next = place + 1;
    rest->file->names_weights = 1;
    return status ? status : give(rest, place, value);
}

/* <weights> 1.5 2.5 </weights> */
static ts_status read_weights(struct rest *rest)
{
    const size_t count = rest->file->head.weight_count;
    double value;
    int found = 0;
    ts_status status = pass(rest, ">");
    while (!status && !(status = next_value(rest, "</weights", &value, &found)) && found) {
        if (rest->listed == count)
            return text_reader_refuse(
                rest->text, "<weights> has more numbers than the %zu weights that <initrwgt> lists.", count);
        rest->file->listed[rest->listed++] = value;
    }
    return status;
}

/* Gives the event the weights of <weights>, but for those that it has by their names. */
static void give_listed(struct rest *rest)
{
    ts_event_file *file = rest->file;
    for (size_t i = 0; i < rest->listed; ++i) {
        if (event_file_give(file, i, file->listed[i]) || file->is_twice_told ||
            file->weights[i] == file->listed[i])
            continue;
        file->is_twice_told = 1;
        ts_log(rest->text->context, TS_LOG_WARNING,
               "%s: an event has the weight '%.100s' twice, %g by its name and %g in <weights>: the first "
               "counts, here and in other events.",
               file->path, file->names[i], file->weights[i], file->listed[i]);
    }
}

static ts_status read_scale(const struct rest *rest, const char *name, double *value)
{
    size_t bytes = 0;
    const char *text = lhe_attribute(rest->at, name, &bytes);
    const size_t blanks = text ? strspn(text, " \t") : 0;
    if (!text || (decimal_read_fortran(text + blanks, bytes - blanks, value) && *value > 0))
        return TS_OK;
    return text_reader_refuse(rest->text, "%s of <scales> is no scale: '%.*s'.", name,
                              (int)(bytes < 60 ? bytes : 60), text);
}

/* <scales muf="91.2" mur="45.6" mups="20" pt_clust_3="25">: what else others put there is passed over. */
static ts_status read_scales(struct rest *rest)
{
    ts_event *event = &rest->file->event;
    ts_status status = read_scale(rest, "muf", &event->scale_f);
    if (!status)
        status = read_scale(rest, "mur", &event->scale_r);
    for (size_t i = 0; i < event->particle_count && !status && strstr(rest->at, "pt_clust_"); ++i) {
        char name[32];
        snprintf(name, sizeof name, "pt_clust_%zu", i + 1);
        status = read_scale(rest, name, &rest->file->scales[i]);
    }
    ++rest->at;
    return status;
}

/* "# event 17", as Tessera writes it; other comments are passed over. */
static ts_status read_comment(ts_event_file *file, struct text_reader *text)
{
    static const char mark[] = "# event ";
    if (strncmp(text->line, mark, sizeof mark - 1))
        return TS_OK;
    text->at = text->line + sizeof mark - 1;
    file->event.numbered = 1;
    return text_reader_count(text, "the number of an event", &file->event.number);
}

/* The marks of a line, and of those that what they hold goes on in; *ended: </event> is one of them. */
static ts_status read_marks(struct rest *rest, int *ended)
{
    ts_status status = TS_OK;
    for (rest->at = rest->text->line; !status && !*ended && (rest->at = strchr(rest->at, '<'));) {
        if (lhe_is_mark(rest->at, "</event")) {
            *ended = 1;
        } else if (lhe_is_mark(rest->at, "<event")) {
            return text_reader_refuse(rest->text,
                                      "an event begins before </event> has ended the one before it.");
        } else if (!strncmp(rest->at, "<!--", 4)) {
            status = pass(rest, "-->");
        } else if (!strncmp(rest->at, "<![CDATA[", 9)) {
            status = pass(rest, "]]>");
        } else if (lhe_is_mark(rest->at, "<wgt")) {
            status = read_weight(rest);
        } else if (lhe_is_mark(rest->at, "<weights")) {
            status = read_weights(rest);
        } else if (lhe_is_mark(rest->at, "<scales")) {
            status = read_scales(rest);
        } else {
            ++rest->at;
        }
    }
    return status;
}

ts_status lhe_read_rest(ts_event_file *file, struct text_reader *text)
{
    struct rest rest = {.file = file, .text = text};
    int ended = 0;
    ts_status status = TS_OK;
    while (!ended && !status && !(status = lhe_next_line(text, "an event")))
        status = *text->line == '#' ? read_comment(file, text) : read_marks(&rest, &ended);
    if (!status)
        give_listed(&rest);
    return status;
}

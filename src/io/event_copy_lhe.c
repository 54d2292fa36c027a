/* A copy of a Les Houches event file, line by line: the head gets the definitions of more weights, and each
 * event these weights. Marks are looked for where the reader looks for them (lhe_read.c, lhe_weights.c). */
#include "io/event_copy.h"

#include "core/context.h"
#include "io/event_file.h"
#include "io/les_houches.h"
#include "io/lhe_change.h"
#include "io/lhe_marks.h"
#include "io/text_writer.h"

#include <stdlib.h>
#include <string.h>

struct lhe_copy {
    struct text_reader from;
    struct text_writer to;
    const struct added_weight *added;
    size_t count;
    const ts_event_head *head; /* of the file */
    const int *names_weights; /* whether its events have weights with their names, as those read so far say */
    const struct changed_process *processes;
    int in_init;   /* whether <init> lists the weights */
    int weighting; /* IDWTUP of changed events */
    struct changed_total total;
    int reading, writing;   /* whether the files are open */
    const char *passing;    /* bytes that end what is passed over: a comment, or CDATA */
    const double *weights;  /* of the event at hand; NULL: it has them, or there is no event */
    const char *line_start; /* of the line at hand, what is not yet in the copy */
};

static void put_escaped(struct text_writer *text, const char *data)
{
    for (; *data; ++data) {
        const char *mark = strchr(les_houches_escaped, *data);
        text_begin_line(text);
        if (mark)
            text_put(text, les_houches_escapes[mark - les_houches_escaped]);
        else
            text_put_bytes(text, data, 1);
    }
}

static void put_definitions(struct lhe_copy *copy)
{
    struct text_writer *text = &copy->to;
    text_begin_line(text);
    text_put(text, "<weightgroup name=\"reweighted\" combine=\"none\">\n");
    for (size_t i = 0; i < copy->count; ++i) {
        text_begin_line(text);
        text_put(text, "<weight id=\"");
        put_escaped(text, copy->added[i].name);
        text_put(text, "\">");
        put_escaped(text, copy->added[i].description);
        text_put(text, "</weight>\n");
    }
    text_begin_line(text);
    text_put(text, "</weightgroup>\n");
}

/* Puts what of the line stands before this place, on a line of its own. */
static void put_before(struct lhe_copy *copy, const char *at)
{
    const size_t bytes = (size_t)(at - copy->line_start);
    text_begin_line(&copy->to);
    text_put_bytes(&copy->to, copy->line_start, bytes);
    if (strspn(copy->line_start, " \t") < bytes)
        text_put(&copy->to, "\n");
    copy->line_start = at;
}

static void put_rest(struct lhe_copy *copy)
{
    text_begin_line(&copy->to);
    text_put(&copy->to, copy->line_start);
    text_begin_line(&copy->to);
    text_put(&copy->to, "\n");
}

/* The weights of an event, each in its mark, or all in the order of the head. */
static void put_weights(struct lhe_copy *copy, int marked)
{
    struct text_writer *text = &copy->to;
    for (size_t i = 0; i < copy->count; ++i) {
        text_begin_line(text);
        if (marked) {
            text_put(text, "<wgt id=\"");
            put_escaped(text, copy->added[i].name);
            text_put(text, "\"> ");
        }
        text_begin_line(text);
        text_put_number(text, copy->weights[i]);
        text_put(text, marked ? " </wgt>\n" : "\n");
    }
    copy->weights = NULL;
}

static ts_status next_line(struct lhe_copy *copy)
{
    const ts_status status = lhe_next_line(&copy->from, "it");
    copy->line_start = copy->from.line;
    return status;
}

/* Writes version 3 in place of 1 and 2, which have no weights for readers that look at it. */
static void raise_version(char *line)
{
    size_t bytes = 0;
    const char *version = lhe_attribute(lhe_without_blanks(line), "version", &bytes);
    if (version && bytes && (*version == '1' || *version == '2'))
        line[version - line] = '3';
}

/* Copies <init> where its processes are to change, to the last of them. */
static ts_status copy_init(struct lhe_copy *copy)
{
    ts_status status = copy->processes ? next_line(copy) : TS_OK;
    if (status || !copy->processes)
        return status;
    lhe_change_weighting(&copy->to, copy->from.line, copy->weighting);
    for (size_t i = 0; i < copy->head->process_count && !(status = next_line(copy)); ++i)
        lhe_change_process(&copy->to, copy->from.line, &copy->processes[i]);
    return status ? status : copy->to.status;
}

/* Copies <init> to the end of its list of weights, which has the new ones there. */
static ts_status extend_init(struct lhe_copy *copy)
{
    const char *end = NULL;
    ts_status status = TS_OK;
    while (!end && !status && !(status = next_line(copy))) {
        end = strstr(copy->from.line, "</initrwgt");
        if (end) {
            put_before(copy, end);
            put_definitions(copy);
        }
        put_rest(copy);
        status = copy->to.status;
    }
    return status;
}

/* What the head has more at its end: definitions that are not yet there, and what was done to the events.
 * `whole`: the file has no end of a head. */
static void put_end_of_head(struct lhe_copy *copy, int whole, int is_defined)
{
    const int defines = copy->count && !is_defined;
    if (!defines && !copy->total.note)
        return;
    text_begin_line(&copy->to);
    text_put(&copy->to, whole ? "<header>\n" : "");
    text_put(&copy->to, defines ? "<initrwgt>\n" : "");
    if (defines)
        put_definitions(copy);
    text_begin_line(&copy->to);
    text_put(&copy->to, defines ? "</initrwgt>\n" : "");
    if (copy->total.note) {
        text_put(&copy->to, "<TesseraDecay><![CDATA[\n");
        text_begin_line(&copy->to);
        text_put(&copy->to, copy->total.note);
        text_begin_line(&copy->to);
        text_put(&copy->to, "]]></TesseraDecay>\n");
    }
    text_put(&copy->to, whole ? "</header>\n" : "");
}

/* Copies the head, to the line with which <init> begins. */
static ts_status copy_head(struct lhe_copy *copy)
{
    int is_in_weights = 0, is_defined = copy->in_init, is_ended = 0;
    const char *inside = NULL;
    ts_status status;
    while (!(status = next_line(copy))) {
        char *line = copy->from.line, *end = strstr(line, "</initrwgt");
        is_in_weights |= lhe_opens(line, "<initrwgt");
        if (copy->count && lhe_opens(line, "<LesHouchesEvents"))
            raise_version(line);
        if (copy->count && is_in_weights && end && !is_defined) {
            put_before(copy, end);
            put_definitions(copy);
            is_defined = 1;
        }
        is_in_weights = is_in_weights && !end;
        const int begins = lhe_opens(line, "<init");
        if (!is_ended && (begins || lhe_begins(line, "</header"))) {
            put_end_of_head(copy, begins, is_defined);
            is_ended = 1;
        }
        if (!copy->processes || !lhe_change_summary(&copy->to, line, &copy->total, &inside))
            put_rest(copy);
        if (begins || copy->to.status)
            return copy->to.status                ? copy->to.status
                   : copy->in_init && copy->count ? extend_init(copy)
                                                  : copy_init(copy);
    }
    return status;
}

static ts_status open_copy(ts_context *context, const ts_event_file *file, const char *to,
                           const struct copy_request *request, void **data)
{
    const size_t length = strlen(to);
    const int how = length > 3 && !strcmp(to + length - 3, ".gz") ? TEXT_COMPRESSED : 0;
    struct lhe_copy *copy = *data = calloc(1, sizeof *copy);
    if (!copy)
        return ts_fail_memory(context, "a copy of events");
    copy->added = request->added;
    copy->count = request->count;
    copy->processes = request->processes;
    copy->weighting = request->weighting;
    copy->total = request->total;
    copy->head = &file->head;
    copy->in_init = file->lists_in_init;
    copy->names_weights = &file->names_weights;
    copy->reading = 1;
    ts_status status = text_reader_open(context, file->path, &copy->from);
    if (!status) {
        copy->writing = 1;
        status = text_create(context, to, how, &copy->to);
    }
    return status ? status : copy_head(copy);
}

/* Goes through the marks of a line of an event; returns whether it ends the event. */
static int copy_marks(struct lhe_copy *copy)
{
    for (const char *at = copy->from.line; at; ++at) {
        if (copy->passing) {
            const char *end = strstr(at, copy->passing);
            if (!end)
                return 0;
            at = end;
            copy->passing = NULL;
        }
        at = strchr(at, '<');
        if (!at)
            return 0;
        const int closes = lhe_is_mark(at, "</rwgt"), ends = lhe_is_mark(at, "</event");
        const int listed = !*copy->names_weights && lhe_is_mark(at, "</weights");
        if (!strncmp(at, "<!--", 4) || !strncmp(at, "<![CDATA[", 9))
            copy->passing = at[2] == '-' ? "-->" : "]]>";
        if (copy->weights && (closes || ends || listed)) {
            put_before(copy, at);
            if (ends)
                text_put(&copy->to, "<rwgt>\n");
            put_weights(copy, !listed);
            text_begin_line(&copy->to);
            if (ends)
                text_put(&copy->to, "</rwgt>\n");
        }
        if (ends)
            return 1;
    }
    return 0;
}

static ts_status put_event(void *data, const double *weights)
{
    struct lhe_copy *copy = data;
    int is_in = 0, ended = 0;
    ts_status status = TS_OK;
    while (!ended && !status && !(status = next_line(copy))) {
        const int begins = !is_in && lhe_opens(copy->from.line, "<event");
        is_in |= begins;
        copy->weights = begins ? weights : copy->weights;
        if (is_in && !begins && *copy->from.line != '#') /* as comments of the accords begin */
            ended = copy_marks(copy);
        put_rest(copy);
        status = copy->to.status;
    }
    return status;
}

/* Copies the lines up to the next event, and the one with which it begins. */
static ts_status find_event(struct lhe_copy *copy)
{
    int begins = 0;
    ts_status status = TS_OK;
    while (!begins && !status && !(status = next_line(copy))) {
        begins = lhe_opens(copy->from.line, "<event");
        put_rest(copy);
        status = copy->to.status;
    }
    return status;
}

static ts_status change_event(void *data, const struct changed_event *event)
{
    struct lhe_copy *copy = data;
    const char *inside = NULL;
    int ended = 0;
    ts_status status = find_event(copy);
    if (!status && !(status = next_line(copy)))
        lhe_change_head(&copy->to, copy->from.line, event->count, event->factor);
    for (size_t i = 0; i < event->of_file && !status; ++i)
        if (!(status = next_line(copy)))
            lhe_change_particle(&copy->to, copy->from.line, &event->particles[i]);
    for (size_t i = event->of_file; i < event->count; ++i)
        lhe_change_particle(&copy->to, NULL, &event->particles[i]);
    while (!ended && !status && !(status = next_line(copy))) {
        ended = lhe_change_rest(&copy->to, copy->from.line, event->factor, &inside, &copy->passing);
        status = copy->to.status;
    }
    return status;
}

static ts_status finish(void *data)
{
    struct lhe_copy *copy = data;
    int found = 1;
    ts_status status = TS_OK;
    while (!status && !(status = text_reader_line(&copy->from, &found)) && found) {
        copy->line_start = copy->from.line;
        put_rest(copy);
        status = copy->to.status;
    }
    if (status)
        return status;
    copy->writing = 0;
    return text_finish(&copy->to);
}

static void close_copy(void *data)
{
    struct lhe_copy *copy = data;
    if (!copy)
        return;
    if (copy->writing)
        text_discard(&copy->to);
    if (copy->reading)
        text_reader_close(&copy->from);
    free(copy);
}

const struct event_copier lhe_copier = {open_copy, put_event, change_event, finish, close_copy};

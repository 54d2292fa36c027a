/* Files of events of several runs as one: line by line, so that they may be of any length. */
#include "core/context.h"
#include "core/decimal.h"
#include "core/file.h"
#include "io/formats.h"
#include "io/text_writer.h"
#include "merge/merge.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { LINE_BYTES = 1 << 20, READ_BYTES = 1 << 18, PATH_BYTES = 4200 };

/* The processes of a Les Houches file, as its <init> has them. */
struct processes {
    struct {
        double cross_section, variance, largest;
        char number[24];
    } * rows;
    size_t count;
};

struct copy {
    const struct merge *merge;
    const struct merge_part *part; /* whose file is read */
    char path[PATH_BYTES];         /* of the part's file */
    gzFile file;
    char *line;              /* [LINE_BYTES] */
    uint64_t written, tried; /* of the parts before */
    uint64_t found;          /* events of this one */
    double ratio;            /* of the cross section of all to that of this part */
    struct processes processes;
    struct text_writer *text;
};

static ts_status damaged(const struct copy *copy, const char *what)
{
    return ts_fail(copy->merge->context, TS_ERROR_INPUT, "%s cannot be merged: %s.", copy->path, what);
}

static ts_status open_part(struct copy *copy, const struct merge_part *part, const char *file)
{
    snprintf(copy->path, sizeof copy->path, "%.4000s/%s", part->folder, file);
    copy->part = part;
    copy->found = 0;
    copy->ratio = part->value != 0 && copy->merge->count > 1 ? copy->merge->merged->value / part->value : 1;
    if (file_is_pipe(copy->path)) /* which a run wrote into, and whose events are gone */
        return damaged(copy, "it is a pipe, from which no events can be read again");
    copy->file = gzopen(copy->path, "rb"); /* what is not compressed it reads as it is */
    if (!copy->file)
        return ts_fail(copy->merge->context, TS_ERROR_INPUT, "The file %s cannot be opened: %s.", copy->path,
                       strerror(errno));
    gzbuffer(copy->file, READ_BYTES);
    return TS_OK;
}

static void close_part(struct copy *copy)
{
    if (copy->file)
        gzclose(copy->file);
    copy->file = NULL;
}

/* The next line, its end included; NULL in `line[0]` where there is none. */
static ts_status next_line(struct copy *copy, int *got)
{
    int code;
    *got = 0;
    if (ts_context_interrupted(copy->merge->context))
        return ts_fail(copy->merge->context, TS_INTERRUPTED, "Interrupted.");
    *got = gzgets(copy->file, copy->line, LINE_BYTES) != NULL;
    if (*got)
        return strchr(copy->line, '\n') ? TS_OK : damaged(copy, "its last line is cut off, or too long");
    gzerror(copy->file, &code);
    return code == Z_OK || code == Z_BUF_ERROR ? TS_OK : damaged(copy, "it is damaged");
}

static void put_piece(struct text_writer *text, const char *piece, size_t bytes)
{
    for (size_t done = 0; done < bytes; done += TEXT_LINE_BYTES / 2) {
        text_begin_line(text);
        text_put_bytes(text, piece + done,
                       bytes - done < TEXT_LINE_BYTES / 2 ? bytes - done : TEXT_LINE_BYTES / 2);
    }
    text_begin_line(text);
}

static void put_line(struct text_writer *text, const char *line) { put_piece(text, line, strlen(line)); }

static int starts(const char *line, const char *front) { return !strncmp(line, front, strlen(front)); }

/* What is behind the next word of a line. */
static const char *behind_word(const char *text)
{
    text += strspn(text, " ");
    return text + strcspn(text, " \n");
}

/* HepMC3: the numbers of events, and the line of the cross section, which counts what was kept and tried so
 * far. Further pairs in it are the cross sections of variations. */
static ts_status put_cross_section(struct copy *copy)
{
    static const char front[] = "A 0 GenCrossSection";
    const ts_merged *merged = copy->merge->merged;
    const char *rest = behind_word(behind_word(copy->line + sizeof front - 1));
    const char *count = behind_word(rest) + strspn(behind_word(rest), " ");
    char *end;
    const uint64_t tried = strtoull(count, &end, 10);
    if (end == count || !strchr(" \n", *end))
        return damaged(copy, "a line of the cross section has no count of what was tried");
    text_begin_line(copy->text);
    text_put(copy->text, front);
    text_put(copy->text, " ");
    text_put_number(copy->text, merged->value);
    text_put(copy->text, " ");
    text_put_number(copy->text, merged->error);
    text_put(copy->text, " ");
    text_put_count(copy->text, copy->written + copy->found);
    text_put(copy->text, " ");
    text_put_count(copy->text, copy->tried + tried);
    for (size_t k = 0; k < copy->merge->variation_count; ++k) {
        text_begin_line(copy->text);
        text_put(copy->text, " ");
        text_put_number(copy->text, copy->merge->variations[k].value);
        text_put(copy->text, " ");
        text_put_number(copy->text, copy->merge->variations[k].error);
    }
    text_put(copy->text, "\n");
    return TS_OK;
}

/* HepMC3: the card in the head loses its seed. */
static void put_card(struct copy *copy)
{
    static const char front[] = "\\|  seed: ";
    char *found = strstr(copy->line, front);
    if (found) {
        const char *rest = found + sizeof front - 1;
        rest += strcspn(rest, "\\\n");
        memmove(found, rest, strlen(rest) + 1);
    }
    put_line(copy->text, copy->line);
}

static ts_status copy_hepmc(struct copy *copy)
{
    const int is_first = copy->part == copy->merge->parts;
    int got = 1, head = 1;
    ts_status status = TS_OK;
    while (!status && !(status = next_line(copy, &got)) && got && !starts(copy->line, "HepMC::Asciiv3-END")) {
        if (starts(copy->line, "E ")) {
            head = 0;
            text_begin_line(copy->text);
            text_put(copy->text, "E ");
            text_put_count(copy->text, (copy->written + copy->found++) & INT32_MAX);
            put_line(copy->text, behind_word(copy->line + 2));
        } else if (starts(copy->line, "A 0 GenCrossSection ")) {
            status = put_cross_section(copy);
        } else if (head && is_first && starts(copy->line, "A card ")) {
            put_card(copy);
        } else if (!head || (is_first && !starts(copy->line, "A seed "))) {
            put_line(copy->text, copy->line);
        }
    }
    return !status && !got ? damaged(copy, "its end is missing") : status;
}

static ts_status end_hepmc(struct copy *copy)
{
    text_begin_line(copy->text);
    text_put(copy->text, "HepMC::Asciiv3-END_EVENT_LISTING\n\n");
    return copy->text->status;
}

/* Les Houches: reads on behind <init> and its first line; `put` writes what comes before. The card in the
 * head loses its seed. */
static ts_status pass_head(struct copy *copy, int put)
{
    int got, in_init = 0;
    ts_status status;
    while (!(status = next_line(copy, &got)) && got) {
        if (put && !starts(copy->line, "  seed: "))
            put_line(copy->text, copy->line);
        if (in_init)
            return TS_OK;
        in_init = starts(copy->line, "<init>");
    }
    return status ? status : damaged(copy, "its <init> is missing");
}

/* Adds the processes of a file to those of all: the line that is current says how many there are. */
static ts_status add_processes(struct copy *copy)
{
    const char *last = copy->line;
    for (const char *next = behind_word(last); *next && *next != '\n'; next = behind_word(next))
        last = next;
    char *end;
    const size_t count = strtoul(last, &end, 10);
    struct processes *all = &copy->processes;
    if (!all->rows && count < 100000) {
        all->rows = calloc(count + 1, sizeof *all->rows);
        all->count = count;
    }
    if (end == last || !strchr(" \n", *end) || !all->rows || all->count != count)
        return damaged(copy, "it has other processes");
    for (size_t i = 0; i < count; ++i) {
        int got;
        double numbers[3];
        char *rest = copy->line;
        const ts_status status = next_line(copy, &got);
        int right = got;
        for (int k = 0; k < 3 && right; ++k) {
            rest += strspn(rest, " ");
            const size_t word = strcspn(rest, " \n");
            right = decimal_read(rest, word, &numbers[k]);
            rest += word;
        }
        rest += strspn(rest, " ");
        const size_t bytes = strcspn(rest, " \n");
        if (status || !right || !bytes || bytes >= sizeof all->rows[i].number)
            return status ? status : damaged(copy, "its <init> is damaged");
        snprintf(all->rows[i].number, sizeof all->rows[i].number, "%.*s", (int)bytes, rest);
        all->rows[i].cross_section += copy->part->part * numbers[0];
        all->rows[i].variance += pow(copy->part->part * numbers[1], 2);
        all->rows[i].largest = fmax(all->rows[i].largest, numbers[2]);
    }
    return TS_OK;
}

static ts_status begin_lhe(struct copy *copy, const char *file)
{
    ts_status status = TS_OK;
    for (size_t p = 0; p < copy->merge->count && !status; ++p) {
        status = open_part(copy, &copy->merge->parts[p], file);
        if (!status)
            status = pass_head(copy, 0);
        if (!status)
            status = add_processes(copy);
        close_part(copy);
    }
    return status;
}

static void put_processes(struct copy *copy)
{
    const struct processes *all = &copy->processes;
    for (size_t i = 0; i < all->count; ++i) {
        const double numbers[] = {all->rows[i].cross_section, sqrt(all->rows[i].variance),
                                  all->rows[i].largest};
        text_begin_line(copy->text);
        for (int k = 0; k < 3; ++k) {
            text_put(copy->text, " ");
            text_put_number(copy->text, numbers[k]);
        }
        text_put(copy->text, " ");
        text_put(copy->text, all->rows[i].number);
        text_put(copy->text, "\n");
    }
}

/* A line in which one number is a weight in pb: what stands before it stays, and what behind. */
static ts_status put_scaled(struct copy *copy, const char *number)
{
    number += strspn(number, " ");
    double weight;
    const char *rest = number + strcspn(number, " <\n");
    if (!decimal_read(number, (size_t)(rest - number), &weight))
        return damaged(copy, "a weight is no number");
    put_piece(copy->text, copy->line, (size_t)(number - copy->line));
    if (copy->ratio == 1)
        put_piece(copy->text, number, (size_t)(rest - number));
    else
        text_put_number(copy->text, copy->ratio * weight);
    put_line(copy->text, rest);
    return TS_OK;
}

static ts_status copy_lhe(struct copy *copy)
{
    const int is_first = copy->part == copy->merge->parts;
    int got, in_event = 0, behind = 0;
    ts_status status = pass_head(copy, is_first);
    for (size_t i = 0; i < copy->processes.count && !status; ++i)
        status = next_line(copy, &got);
    if (!status && is_first)
        put_processes(copy);
    while (!status && !(status = next_line(copy, &got)) && got &&
           !starts(copy->line, "</LesHouchesEvents>")) {
        const char *of_weight = starts(copy->line, "<wgt ") ? strchr(copy->line, '>') : NULL;
        if (in_event)
            status = put_scaled(copy, behind_word(behind_word(copy->line)));
        else if (of_weight)
            status = put_scaled(copy, of_weight + 1);
        else if (starts(copy->line, "<weights"))
            status = damaged(copy, "its weights stand in <weights>: expected <wgt>, as a run writes them");
        else if (behind || is_first)
            put_line(copy->text, copy->line);
        behind = behind || starts(copy->line, "</init>");
        in_event = starts(copy->line, "<event>") || starts(copy->line, "<event ");
        copy->found += (uint64_t)in_event;
    }
    return !status && !got ? damaged(copy, "its end is missing") : status;
}

static ts_status end_lhe(struct copy *copy)
{
    text_begin_line(copy->text);
    text_put(copy->text, "</LesHouchesEvents>\n");
    return copy->text->status;
}

/* How files of a format are merged. */
static const struct merger {
    const char *format;
    int how; /* of the text writer */
    ts_status (*begin)(struct copy *copy, const char *file);
    ts_status (*copy)(struct copy *copy);
    ts_status (*end)(struct copy *copy);
} mergers[] = {
    {"hepmc3", 0, NULL, copy_hepmc, end_hepmc},
    {"lhe", 0, begin_lhe, copy_lhe, end_lhe},
    {"lhe.gz", TEXT_COMPRESSED, begin_lhe, copy_lhe, end_lhe},
};

/* All files, one behind the other. */
static ts_status copy_all(const struct merger *merger, const char *file, struct copy *copy)
{
    const struct merge *merge = copy->merge;
    ts_status status = merger->begin ? merger->begin(copy, file) : TS_OK;
    for (size_t p = 0; p < merge->count && !status; ++p) {
        status = open_part(copy, &merge->parts[p], file);
        if (!status)
            status = merger->copy(copy);
        if (!status && copy->found != merge->parts[p].written)
            status = damaged(copy, "it does not hold as many events as result.json says");
        close_part(copy);
        copy->written += merge->parts[p].written;
        copy->tried += merge->parts[p].tried;
    }
    return status ? status : merger->end(copy);
}

static ts_status merge_files(const struct merge *merge, const struct merger *merger, const char *file,
                             const char *out)
{
    char path[PATH_BYTES];
    struct copy copy = {.merge = merge, .line = malloc(LINE_BYTES), .text = calloc(1, sizeof *copy.text)};
    snprintf(path, sizeof path, "%.4000s/%s", out, file);
    ts_status status = copy.line && copy.text ? text_create(merge->context, path, merger->how, copy.text)
                                              : ts_fail_memory(merge->context, path);
    if (!status)
        status = copy_all(merger, file, &copy);
    if (copy.text && !status)
        status = text_finish(copy.text);
    else if (copy.text)
        text_discard(copy.text);
    free(copy.text);
    free(copy.line);
    free(copy.processes.rows);
    return status;
}

static const struct merger *merger_of(const char *format)
{
    for (size_t i = 0; i < sizeof mergers / sizeof mergers[0]; ++i)
        if (!strcmp(mergers[i].format, format))
            return &mergers[i];
    return NULL;
}

/* How many of the runs have a file. */
static size_t count_files(const struct merge *merge, const char *file)
{
    size_t count = 0;
    for (size_t p = 0; p < merge->count; ++p) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%.4000s/%s", merge->parts[p].folder, file);
        count += access(path, F_OK) == 0;
    }
    return count;
}

/* After a failure: those that are whole already belong to nothing. */
static void remove_files(const struct merge *merge, const char *out)
{
    const struct event_format *format;
    for (size_t i = 0; (format = event_format_at(i)); ++i) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%.4000s/%s", out, format->file);
        if (event_format_listed(merge->merged->files, format->file))
            unlink(path);
    }
}

ts_status merge_events(const struct merge *merge, const char *out)
{
    const struct event_format *format;
    ts_merged *merged = merge->merged;
    ts_status status = TS_OK;
    for (size_t p = 0; p < merge->count; ++p)
        merged->written += merge->parts[p].written;
    for (size_t i = 0; (format = event_format_at(i)) && !status; ++i) {
        const struct merger *merger = merger_of(format->name);
        const size_t files = count_files(merge, format->file), used = strlen(merged->files);
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%.4000s/%s", out, format->file);
        if (files && files < merge->count)
            status = ts_fail(merge->context, TS_ERROR_INPUT,
                             "%s is in %zu of the %zu folders: it should be in all.", format->file, files,
                             merge->count);
        else if (files && merger)
            status = merge_files(merge, merger, format->file, out);
        else
            status = file_remove(merge->context, path);
        if (files && !merger)
            ts_log(merge->context, TS_LOG_WARNING, "%s is not merged: only text can be.", format->file);
        if (files && merger && !status)
            snprintf(merged->files + used, sizeof merged->files - used, "%s%s", used ? " " : "",
                     format->file);
    }
    for (size_t i = 0; (format = event_format_at(i)) && !status; ++i) {
        char name[EVENT_NAME_BYTES];
        format_file_name(format, 0, name);
        if (count_files(merge, name))
            ts_log(merge->context, TS_LOG_WARNING,
                   "%s and its like are not merged: files of one multiplicity each stay where they are.",
                   name);
    }
    if (status)
        remove_files(merge, out);
    return status;
}

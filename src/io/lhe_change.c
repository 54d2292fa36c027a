#include "io/lhe_change.h"

#include "core/decimal.h"
#include "io/lhe_marks.h"

#include <string.h>

static const char blanks[] = " \t";

/* Where word number `i` of a line begins, from 0 on; *bytes is 0 where there is none. */
static const char *word_at(const char *line, int i, size_t *bytes)
{
    line += strspn(line, blanks);
    for (; i > 0; --i) {
        line += strcspn(line, blanks);
        line += strspn(line, blanks);
    }
    *bytes = strcspn(line, blanks);
    return line;
}

/* Puts a number times a factor; what is no number stays. */
static void put_scaled(struct text_writer *text, const char *word, size_t bytes, double factor)
{
    double value;
    text_begin_line(text);
    if (decimal_read_fortran(word, bytes, &value))
        text_put_number(text, value * factor);
    else
        text_put_bytes(text, word, bytes);
}

static void end_line(struct text_writer *text, const char *rest)
{
    text_begin_line(text);
    text_put(text, rest);
    text_begin_line(text);
    text_put(text, "\n");
}

void lhe_change_weighting(struct text_writer *text, const char *line, int weighting)
{
    enum { WEIGHTING = 8 };
    size_t bytes;
    const char *word = word_at(line, WEIGHTING, &bytes);
    text_begin_line(text);
    text_put_bytes(text, line, (size_t)(word - line));
    text_put_whole(text, weighting);
    end_line(text, word + bytes);
}

/* What closes a block that says the cross section of all events. */
static const char run_end[] = "</TesseraRun", generation_end[] = "</MGGenerationInfo";

/* A line of <TesseraRun>: "error: 0.1", or the cross section. */
static int change_run(struct text_writer *text, const char *line, const struct changed_total *total)
{
    const int is_sum = lhe_begins(line, "cross_section:");
    if (!is_sum && !lhe_begins(line, "error:"))
        return 0;
    text_begin_line(text);
    text_put(text, is_sum ? "cross_section: " : "error: ");
    text_put_number(text, is_sum ? total->cross_section : total->error);
    text_put(text, is_sum ? " # pb\n" : "\n");
    return 1;
}

/* A line of <MGGenerationInfo>: "#  Integrated weight (pb)  :  505.3", or the unit of weights. */
static int change_generation(struct text_writer *text, const char *line, double factor)
{
    size_t bytes;
    const char *mark = strchr(line, ':');
    if (!mark || !(strstr(line, "(pb)") || strstr(line, "Unit wgt")))
        return 0;
    const char *word = word_at(mark + 1, 0, &bytes);
    text_begin_line(text);
    text_put_bytes(text, line, (size_t)(word - line));
    put_scaled(text, word, bytes, factor);
    end_line(text, word + bytes);
    return 1;
}

int lhe_change_summary(struct text_writer *text, const char *line, const struct changed_total *total,
                       const char **inside)
{
    if (lhe_opens(line, "<TesseraRun"))
        *inside = run_end;
    if (lhe_opens(line, "<MGGenerationInfo"))
        *inside = generation_end;
    if (*inside && strstr(line, *inside))
        *inside = NULL;
    return !*inside             ? 0
           : *inside == run_end ? change_run(text, line, total)
                                : change_generation(text, line, total->factor);
}

void lhe_change_process(struct text_writer *text, const char *line, const struct changed_process *changed)
{
    size_t bytes = 0;
    double cross_section = 0, error = 0;
    const char *word = word_at(line, 0, &bytes);
    decimal_read_fortran(word, bytes, &cross_section);
    size_t error_bytes = 0;
    const char *error_word = word_at(line, 1, &error_bytes);
    const int is_number = decimal_read_fortran(error_word, error_bytes, &error);
    const int is_said = !(is_number && error < 0); /* -1 +- -1 stays what it is */
    text_begin_line(text);
    text_put(text, " ");
    put_scaled(text, word, bytes, is_said ? changed->factor : 1);
    text_put(text, " ");
    word = error_word;
    bytes = error_bytes;
    const double factor = !is_said                  ? 1
                          : is_number && error != 0 ? changed_error(changed, cross_section, error) / error
                                                    : changed->factor;
    put_scaled(text, word, bytes, factor);
    text_put(text, " ");
    word = word_at(line, 2, &bytes);
    put_scaled(text, word, bytes, changed->largest);
    end_line(text, word + bytes);
}

void lhe_change_head(struct text_writer *text, const char *line, size_t count, double factor)
{
    size_t bytes;
    const char *process = word_at(line, 1, &bytes), *weight = word_at(line, 2, &bytes);
    text_begin_line(text);
    text_put(text, " ");
    text_put_count(text, count);
    text_put(text, " ");
    text_put_bytes(text, process, (size_t)(weight - process));
    put_scaled(text, weight, bytes, factor);
    end_line(text, weight + bytes);
}

void lhe_change_particle(struct text_writer *text, const char *line, const ts_event_particle *p)
{
    enum { LIFETIME = 11 };
    size_t bytes = 0;
    const char *lifetime = line ? word_at(line, LIFETIME, &bytes) : "";
    const int wholes[] = {p->pdg, p->status, p->mothers[0], p->mothers[1], p->colours[0], p->colours[1]};
    const double numbers[] = {p->x, p->y, p->z, p->e, p->mass};
    text_begin_line(text);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; ++i) {
        text_put(text, " ");
        text_put_whole(text, wholes[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        text_put(text, " ");
        text_put_number(text, numbers[i]);
    }
    text_begin_line(text);
    text_put(text, " ");
    if (bytes)
        text_put_bytes(text, lifetime, bytes);
    else
        text_put(text, "0");
    text_put(text, " ");
    text_put_number(text, p->helicity);
    end_line(text, "");
}

/* Puts what stands between two marks: numbers times a factor, blanks as they are. */
static void put_numbers(struct text_writer *text, const char *from, const char *end, double factor)
{
    while (from < end) {
        size_t gap = strspn(from, blanks), bytes = strcspn(from + gap, " \t<");
        gap = from + gap > end ? (size_t)(end - from) : gap;
        text_begin_line(text);
        text_put_bytes(text, from, gap);
        from += gap;
        if (from >= end)
            return;
        put_scaled(text, from, bytes, factor);
        from += bytes;
    }
}

/* The mark whose numbers are weights and that begins here: what closes it. NULL: none does. */
static const char *weights_of(const char *mark)
{
    return lhe_is_mark(mark, "<wgt") ? "</wgt" : lhe_is_mark(mark, "<weights") ? "</weights" : NULL;
}

int lhe_change_rest(struct text_writer *text, const char *line, double factor, const char **inside,
                    const char **passing)
{
    const char *at = line;
    int ends = 0;
    if (*line == '#') {
        end_line(text, line);
        return 0;
    }
    while (*at) {
        const char *mark = *passing ? strstr(at, *passing) : strchr(at, '<');
        const char *stop = mark ? mark : at + strlen(at);
        text_begin_line(text);
        if (*inside && !*passing)
            put_numbers(text, at, stop, factor);
        else
            text_put_bytes(text, at, (size_t)(stop - at));
        at = stop;
        if (!mark)
            break;
        if (*passing) {
            *passing = NULL;
            continue;
        }
        const int is_comment = !strncmp(mark, "<!--", 4), is_data = !strncmp(mark, "<![CDATA[", 9);
        *passing = is_comment ? "-->" : is_data ? "]]>" : NULL;
        ends |= lhe_is_mark(mark, "</event");
        if (*inside && lhe_is_mark(mark, *inside))
            *inside = NULL;
        else if (!is_comment && !is_data && weights_of(mark))
            *inside = weights_of(mark);
        const char *close = *passing ? NULL : lhe_mark_end(mark);
        const size_t bytes = close ? (size_t)(close - mark) + 1 : 1;
        text_begin_line(text);
        text_put_bytes(text, mark, bytes);
        at = mark + bytes;
    }
    end_line(text, "");
    return ends;
}

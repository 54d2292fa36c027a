#include "reweight/honesty.h"

#include "core/context.h"
#include "pdf/set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void honesty_tell_set(ts_context *context, const ts_event_file *file, const ts_pdf *pdf)
{
    const int own = pdf_number(pdf);
    for (int i = 0; i < LEGS_IN; ++i) {
        const int found = file->head.density_sets[i];
        if (found > 0 && own > 0 && found != own) {
            ts_log(context, TS_LOG_WARNING,
                   "%s says that its densities are LHAPDF's number %d, and those of the card, %s, have %d: "
                   "ratios of densities are of the latter.",
                   file->path, found, ts_pdf_name(pdf), own);
            break;
        }
    }
}

void honesty_tell_file(ts_context *context, const ts_event_file *file)
{
    if (file->head.matched)
        ts_log(context, TS_LOG_WARNING,
               "%s has events of next-to-leading order, and new weights are ratios of leading order.",
               file->path);
}

void honesty_tell_total(ts_context *context, const ts_event_file *file, const struct tally *tally)
{
    double value, error;
    if (!tally_total(tally, file, &value, &error) && isfinite(file->head.cross_section))
        ts_log(context, TS_LOG_WARNING,
               "%s: the cross section of the head, %.6g +- %.2g pb, is not that of the weights, %.6g +- %.2g "
               "pb: new ones are of the latter.",
               file->path, file->head.cross_section, file->head.error, value, error);
}

/* Whether a process has this subprocess, its beams in either order. */
static int has_subprocess(const ts_subprocesses *subprocesses, const ts_subprocess *wanted)
{
    const size_t groups = ts_subprocesses_group_count(subprocesses);
    for (size_t g = 0; g < groups; ++g) {
        const ts_subprocess_group group = ts_subprocesses_group(subprocesses, g);
        for (size_t i = 0; i < group.subprocess_count; ++i) {
            const ts_subprocess member = ts_subprocesses_member(subprocesses, g, i);
            int used[TS_LEGS_MOST] = {0}, same = 1;
            for (int a = 0; a < TS_LEGS_MOST && same; ++a) {
                const int in = a < LEGS_IN, end = in ? LEGS_IN : TS_LEGS_MOST;
                int b = in ? 0 : LEGS_IN;
                while (b < end && (used[b] || member.pdg[b] != wanted->pdg[a]))
                    ++b;
                same = b < end;
                if (same)
                    used[b] = 1;
            }
            if (same)
                return 1;
        }
    }
    return 0;
}

void honesty_tell_support(ts_context *context, const char *name, const struct hypothesis *old,
                          const struct hypothesis *choice)
{
    const ts_subprocesses *before = elements_subprocesses(old->elements);
    const ts_subprocesses *after = elements_subprocesses(choice->elements);
    char first[400] = "";
    size_t missing = 0;
    if (before == after || !before || !after)
        return;
    for (size_t g = 0; g < ts_subprocesses_group_count(after); ++g) {
        const ts_subprocess_group group = ts_subprocesses_group(after, g);
        for (size_t i = 0; i < group.subprocess_count; ++i) {
            const ts_subprocess member = ts_subprocesses_member(after, g, i);
            if (has_subprocess(before, &member))
                continue;
            if (!missing++)
                ts_subprocesses_print(after, &member, first, sizeof first);
        }
    }
    if (missing)
        ts_log(context, TS_LOG_WARNING,
               "The weight %s is of a process with %zu subprocesses that the events' has not (%s): its cross "
               "section lacks them.",
               name, missing, first);
}

ts_status honesty_refuse_event(ts_context *context, const char *path, const struct hypothesis *hypothesis,
                               const struct sample *sample, size_t event, const char *lack)
{
    char text[400];
    const struct event_kind *kind = &sample->kinds.list[sample->events[event].kind];
    elements_print(hypothesis->elements, kind, text, sizeof text);
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s: event %llu, %s, has no matrix element: %s. Such events are kept with weight 0 where that "
        "is asked for (--unknown zero).",
        path, (unsigned long long)sample->events[event].place, kind->legs ? text : sample->unknown[event],
        lack);
}

ts_status honesty_refuse_scales(ts_context *context, const char *path, const struct sample_event *event,
                                const struct event_scales *before, const struct event_scales *scales)
{
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s: event %llu: with scales of %.6g and %.6g GeV (of renormalization and factorization), now "
        "%.6g and %.6g GeV, densities or alpha_s have no value: the event lacks a scale, or one lies "
        "beyond the set.",
        path, (unsigned long long)event->place, before->r, before->f, scales->r, scales->f);
}

/* Whether a text has this line. */
static int has_line(const char *text, const char *line, size_t bytes)
{
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strcspn(at, "\n") == bytes && !strncmp(at, line, bytes))
            return 1;
    return 0;
}

void honesty_describe(const ts_reweight_choice *choice, const ts_card *old, char *text, size_t bytes)
{
    char *made = ts_card_yaml(choice->card), *before = ts_card_yaml(old);
    size_t used = 0;
    *text = '\0';
    for (const char *at = made; at && before && *at && used < bytes; at += *at == '\n') {
        const size_t length = strcspn(at, "\n"), blanks = strspn(at, " ");
        if (!has_line(before, at, length))
            used += (size_t)snprintf(text + used, bytes - used, "%s%.*s", used ? ", " : "",
                                     (int)(length - blanks), at + blanks);
        at += length;
    }
    const struct {
        const char *name;
        double value;
    } factors[] = {{"mur", choice->mur}, {"muf", choice->muf}};
    for (int i = 0; i < 2 && used < bytes; ++i)
        if (factors[i].value > 0 && factors[i].value != 1)
            used += (size_t)snprintf(text + used, bytes - used, "%s%s=%.9g", used ? ", " : "",
                                     factors[i].name, factors[i].value);
    if (!used)
        snprintf(text, bytes, "as it was");
    free(made);
    free(before);
}

void honesty_warn(ts_context *context, const char *name, const ts_reweight_summary *summary)
{
    static const double least_effective = 0.1, most_heavy = 0.5;
    if (summary->impossible)
        ts_log(context, TS_LOG_WARNING,
               "%s: %llu of %llu events, the first of them number %llu, cannot be made by the card that the "
               "events are said to be of: their weight is 0.",
               name, (unsigned long long)summary->impossible, (unsigned long long)summary->events,
               (unsigned long long)summary->first_impossible);
    if (summary->unknown)
        ts_log(context, TS_LOG_WARNING,
               "%s: %llu of %llu events, the first of them number %llu, are of processes without a matrix "
               "element: their weight is 0.",
               name, (unsigned long long)summary->unknown, (unsigned long long)summary->events,
               (unsigned long long)summary->first_unknown);
    if (summary->events && summary->largest == 0)
        ts_log(context, TS_LOG_WARNING, "%s: every new weight is 0.", name);
    else if (summary->effective < least_effective * summary->effective_before ||
             summary->heaviest > most_heavy)
        ts_log(
            context, TS_LOG_WARNING,
            "%s: %.3g effective events are left of %.3g, and a hundredth of the events has %.0f %% of the sum "
            "of weights: where the new weights are large the file has few events, or none.",
            name, summary->effective, summary->effective_before, 100 * summary->heaviest);
}

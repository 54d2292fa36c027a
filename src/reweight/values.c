#include "reweight/values.h"

#include "core/context.h"
#include "core/decimal.h"
#include "reweight/element_links.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAMED_MOST = 3, TEXT_BYTES = 320 };

/* Values that are printed with five digits are the same. */
static const double same_value = 1e-4;

/* What differs, as text of a warning. */
struct differing {
    const ts_model *model;
    const struct elements *elements;
    char text[TEXT_BYTES];
    size_t used;
    int count;
};

/* Whether a matrix element has a particle, or `line`, one that is not external. */
static int has_particle(const struct elements *elements, int pdg, int line)
{
    for (size_t i = 0; i < elements->count; ++i) {
        const struct graph *graph = &elements->list[i]->tree.graph;
        for (int k = line ? graph->legs : 0; k < graph->current_count; ++k)
            if (abs(graph->currents[k].pdg) == abs(pdg))
                return 1;
    }
    return 0;
}

/* Compares a value of the file with the model's. */
static void compare(struct differing *differing, int pdg, double value, int is_width)
{
    const ts_particle *particle = ts_model_particle(differing->model, pdg);
    if (!particle || !has_particle(differing->elements, pdg, is_width))
        return;
    const double own = is_width ? particle->width : fabs(particle->mass);
    value = fabs(value); /* of a Majorana particle the mass may be below zero */
    if (fabs(value - own) <= same_value * fmax(value, own))
        return;
    if (differing->count++ < NAMED_MOST && differing->used < TEXT_BYTES)
        differing->used += (size_t)snprintf(differing->text + differing->used, TEXT_BYTES - differing->used,
                                            "%sthe %s of %s %.7g GeV (here %.7g)",
                                            differing->used ? ", " : "", is_width ? "width" : "mass",
                                            ts_model_particle_name(differing->model, abs(pdg)), value, own);
}

/* A line of SLHA's blocks: "BLOCK MASS", "6 173.0", "DECAY 6 1.49". *in_masses: whether the block is that of
 * masses. */
static void take_line(struct differing *differing, const char *line, size_t bytes, int *in_masses)
{
    char words[128], first[32], second[64], third[64];
    snprintf(words, sizeof words, "%.*s", (int)(bytes < sizeof words ? bytes : sizeof words - 1), line);
    words[strcspn(words, "#")] = '\0';
    const int count = sscanf(words, "%31s %63s %63s", first, second, third);
    double value;
    if (count < 2)
        return;
    const int is_decay = !strcasecmp(first, "decay");
    if (!strcasecmp(first, "block") || is_decay)
        *in_masses = !is_decay && !strcasecmp(second, "mass");
    const char *number = is_decay ? third : second;
    const int pdg = (int)strtol(is_decay ? second : first, NULL, 10);
    if ((*in_masses || (is_decay && count == 3)) && pdg > 0 &&
        decimal_read_fortran(number, strlen(number), &value))
        compare(differing, pdg, value, is_decay);
}

void values_tell(ts_context *context, const ts_event_file *file, const struct elements *elements)
{
    struct differing differing = {.model = elements->model, .elements = elements};
    int in_masses = 0;
    for (const char *at = file->kept.slha.text; at && *at; at += *at == '\n') {
        const size_t bytes = strcspn(at, "\n");
        take_line(&differing, at, bytes, &in_masses);
        at += bytes;
    }
    if (differing.count)
        ts_log(
            context, TS_LOG_WARNING,
            "%s says in <slha> that its events have %s%s: |M|^2 of them as they are is of the card's model, "
            "where `model` may set these values.",
            file->path, differing.text, differing.count > NAMED_MOST ? " and more" : "");
}

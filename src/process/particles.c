#include "process/particles.h"

#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PDG_PROTON = 2212 };

/* Names that stand for more than a particle of the model. */
static const struct {
    const char *name;
    int pdg;
} labels[] = {{"p", PDG_PROTON}, {"j", PDG_JET}, {"q", PDG_QUARK}, {"q~", -PDG_QUARK}};

enum { LABELS = sizeof labels / sizeof labels[0] };

static int is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !strncmp(name, text, length);
}

static int find_pdg(const char *text, size_t length)
{
    for (size_t i = 0; i < LABELS; ++i)
        if (is_name(labels[i].name, text, length))
            return labels[i].pdg;
    const ts_particle *particle;
    for (size_t i = 0; (particle = model_standard_particle(i)); ++i) {
        if (is_name(particle->name, text, length))
            return particle->pdg;
        if (is_name(particle->antiname, text, length))
            return -particle->pdg;
    }
    return 0;
}

int particles_pdg(const char *name)
{
    return strcmp(name, "p~") == 0 ? -PDG_PROTON : find_pdg(name, strlen(name));
}

const char *particles_name(int pdg)
{
    for (size_t i = 0; i < LABELS; ++i)
        if (labels[i].pdg == pdg)
            return labels[i].name;
    const ts_particle *particle;
    for (size_t i = 0; (particle = model_standard_particle(i)); ++i) {
        if (particle->pdg == abs(pdg))
            return pdg > 0 ? particle->name : particle->antiname;
    }
    return "?";
}

int particles_are_definite(const struct particle_list *list)
{
    for (int i = 0; i < list->count; ++i)
        for (size_t label = 0; label < LABELS; ++label)
            if (labels[label].pdg == list->pdg[i])
                return 0;
    return 1;
}

void particles_parse(const char *text, struct particle_list *list, char *sentence, size_t bytes)
{
    static const char blanks[] = " \t";
    int arrow = -1;
    *list = (struct particle_list){0};
    snprintf(sentence, bytes, "%s", "");
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        size_t length = strcspn(text, blanks);
        if (length == 1 && *text == '>' && arrow < 0) {
            arrow = list->count;
        } else if (list->count == MOST_PARTICLES) {
            snprintf(sentence, bytes, "a process has at most %d particles, %d of them behind \">\"",
                     MOST_PARTICLES, MOST_PARTICLES - INCOMING);
            return;
        } else if (length > 1 && text[length - 1] == '>' && strspn(text, "-=>") == length) {
            snprintf(sentence, bytes, "\"%.*s\" is no particle: did you mean \">\"?",
                     (int)(length < 40 ? length : 40), text);
            return;
        } else if ((list->pdg[list->count++] = find_pdg(text, length)) == 0) {
            snprintf(
                sentence, bytes,
                "\"%.*s\" is no particle that is known here: a process reads like \"g g > g g g\", with a "
                "space between particles",
                (int)(length < 40 ? length : 40), text);
            return;
        }
        text += length;
    }
    if (arrow != INCOMING || list->count < INCOMING + 1)
        snprintf(sentence, bytes,
                 "a process has two particles before \">\" and some behind it, like \"g g > g g g\"");
}

void particles_print(const struct particle_list *list, char *text, size_t bytes)
{
    size_t used = 0;
    for (int i = 0; i < list->count && used < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s%s", i ? " " : "", i == INCOMING ? "> " : "",
                                 particles_name(list->pdg[i]));
}

#include "process/particles.h"

#include <stdio.h>
#include <string.h>

enum { PDG_PROTON = 2212 };

/* MadGraph's names. */
static const struct {
    const char *name;
    int pdg;
} particles[] = {
    {"g", 21},  {"d", 1},    {"u", 2},          {"s", 3},       {"c", 4},         {"b", 5},
    {"d~", -1}, {"u~", -2},  {"s~", -3},        {"c~", -4},     {"b~", -5},       {"a", 22},
    {"e-", 11}, {"e+", -11}, {"p", PDG_PROTON}, {"j", PDG_JET}, {"q", PDG_QUARK}, {"q~", -PDG_QUARK},
};

enum { PARTICLES = sizeof particles / sizeof particles[0] };

static int find_pdg(const char *name, size_t length)
{
    for (size_t i = 0; i < PARTICLES; ++i)
        if (strlen(particles[i].name) == length && !strncmp(particles[i].name, name, length))
            return particles[i].pdg;
    return 0;
}

const char *particles_name(int pdg)
{
    for (size_t i = 0; i < PARTICLES; ++i)
        if (particles[i].pdg == pdg)
            return particles[i].name;
    return "?";
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

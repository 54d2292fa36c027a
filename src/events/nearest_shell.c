#include "events/nearest_shell.h"

#include "events/resonances.h"

#include <math.h>
#include <stdlib.h>

/* What the lines are in a final state; NULL: nobody knows. */
static const int *names_of(const struct on_shell *shell, const struct event_particle *legs, int count)
{
    for (int i = 0; i < shell->state_count; ++i) {
        int equal = 1;
        for (int leg = LEGS_IN; leg < count; ++leg)
            equal &= shell->states[i].pdg[leg] == legs[leg].pdg;
        if (equal)
            return shell->states[i].line_pdg;
    }
    return NULL;
}

/* How many widths a line is off its mass shell. */
static double widths_off(const struct shell_line *line, const struct event_particle *legs)
{
    const struct event_particle sum = resonance_sum(line->legs, legs);
    return fabs(sum.mass - line->mass) / line->width;
}

/* Whether as many colours and anticolours leave a line as its representation has. */
static int fits_colour(const struct shell_line *line, const struct event_particle *legs)
{
    const int colour = abs(line->colour), wanted = colour == 1 ? 0 : colour == 3 ? 1 : 2;
    int lines[2], others[2];
    const int colours = resonance_open_lines(legs, line->legs, 0, lines);
    const int anticolours = resonance_open_lines(legs, line->legs, 1, others);
    if (colour == 8)
        return colours == 1 && anticolours == 1;
    return line->colour > 0 ? colours == wanted && !anticolours : anticolours == wanted && !colours;
}

static int is_set(const struct on_shell *shell, uint64_t set)
{
    for (int i = 0; i < shell->set_count; ++i)
        if (shell->sets[i] == set)
            return 1;
    return 0;
}

/* Puts a resonance into a chain, behind all that have more legs, and so behind those that it is in. */
static void add(struct chain *chain, struct resonance resonance)
{
    int place = chain->count++;
    for (; place > 0 && __builtin_popcount(chain->list[place - 1].legs) < __builtin_popcount(resonance.legs);
         --place)
        chain->list[place] = chain->list[place - 1];
    chain->list[place] = resonance;
}

struct chain nearest_shell(const struct chain *named, const struct on_shell *shell,
                           const struct event_particle *legs, int count)
{
    struct chain chain = {.count = 0};
    double off[SHELL_LINES_MOST];
    uint64_t set = 0;
    const int *names = names_of(shell, legs, count);
    for (int i = 0; named && i < named->count; ++i)
        add(&chain, named->list[i]);
    for (int i = 0; i < shell->line_count && names; ++i)
        off[i] = names[i] && fits_colour(&shell->lines[i], legs) ? widths_off(&shell->lines[i], legs)
                                                                 : INFINITY;
    while (names && chain.count < DECAYS_MOST) {
        int best = -1;
        for (int i = 0; i < shell->line_count; ++i)
            if (off[i] < RESONANCE_WIDTHS && (best < 0 || off[i] < off[best]))
                best = i;
        if (best < 0)
            break;
        off[best] = INFINITY;
        if (!is_set(shell, set | (uint64_t)1 << best))
            continue;
        set |= (uint64_t)1 << best;
        add(&chain, (struct resonance){.legs = shell->lines[best].legs, .pdg = names[best]});
    }
    return chain;
}

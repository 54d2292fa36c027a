#include "events/resonances.h"

#include "amplitude/on_shell.h"
#include "event/record_layout.h"
#include "subprocess/notation_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ENTRIES_MOST = LEGS_MOST + DECAYS_MOST };

int resonances_of(const struct process *process, size_t subprocess)
{
    const int named = process->events.chains && !process->events.hides_chains
                          ? process->events.chains[subprocess].count
                          : 0;
    return named + (process->events.on_shell ? on_shell_most(&process->events.on_shell[subprocess]) : 0);
}

int resonances_most(const struct process *process)
{
    int most = 0;
    for (size_t i = 0; i < process->subprocess_count; ++i)
        most = resonances_of(process, i) > most ? resonances_of(process, i) : most;
    return most;
}

/* The number of a particle's line as colour (0) or anticolour (1), at place 0 or 1. Below 0 it is a sextet's
 * second line, which stands in the other place. */
static int line_of(const struct event_particle *particle, int place, int *side)
{
    const int number = place ? particle->anticolour : particle->colour;
    *side = number < 0 ? !place : place;
    return number < 0 ? -number : number;
}

int resonance_open_lines(const struct event_particle *legs, unsigned set, int by_anticolours, int lines[2])
{
    int count = 0, side, other;
    for (int i = 0; i < 2 * LEGS_MOST && count < 2; ++i) {
        if (!(set >> i / 2 & 1u))
            continue;
        const int line = line_of(&legs[i / 2], i % 2, &side);
        int closed = 0;
        for (int k = 0; k < 2 * LEGS_MOST && line; ++k)
            closed |= set >> k / 2 & 1u && line_of(&legs[k / 2], k % 2, &other) == line && other != side;
        if (line && side == by_anticolours && !closed)
            lines[count++] = line;
    }
    return count;
}

/* A sextet has two lines of a kind. */
static void set_lines(struct event_particle *particle, const struct event_particle *legs, unsigned set)
{
    int colours[2] = {0, 0}, anticolours[2] = {0, 0};
    resonance_open_lines(legs, set, 0, colours);
    resonance_open_lines(legs, set, 1, anticolours);
    particle->colour = colours[0] ? colours[0] : -anticolours[1];
    particle->anticolour = anticolours[0] ? anticolours[0] : -colours[1];
}

struct event_particle resonance_sum(unsigned set, const struct event_particle *legs)
{
    struct event_particle sum = {.status = EVENT_DECAYED, .helicity = HELICITY_UNKNOWN};
    for (int i = 0; i < LEGS_MOST; ++i)
        if (set >> i & 1u) {
            sum.e += legs[i].e;
            sum.x += legs[i].x;
            sum.y += legs[i].y;
            sum.z += legs[i].z;
        }
    const double length = sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
    sum.mass = sqrt(fmax(0, (sum.e - length) * (sum.e + length)));
    return sum;
}

static struct event_particle resonance_of(const struct resonance *resonance,
                                          const struct event_particle *legs)
{
    struct event_particle sum = resonance_sum(resonance->legs, legs);
    sum.pdg = resonance->pdg;
    if (resonance->states && !(resonance->states & (resonance->states - 1)))
        sum.helicity = __builtin_ctz((unsigned)resonance->states) - 1;
    set_lines(&sum, legs, resonance->legs);
    return sum;
}

/* The products of a resonance, or of the production (-1), in the order of their legs. An entry is a leg, or
 * LEGS_MOST and the number of a resonance. Returns how many. */
static int list_products(const struct chain *chain, int of, int legs, int entries[ENTRIES_MOST])
{
    int count = 0;
    for (int leg = LEGS_IN; leg < legs; ++leg) {
        if (chain_parent(chain, 1u << leg) == of)
            entries[count++] = leg;
        for (int i = 0; i < chain->count; ++i)
            if (chain_parent(chain, chain->list[i].legs) == of && __builtin_ctz(chain->list[i].legs) == leg)
                entries[count++] = LEGS_MOST + i;
    }
    return count;
}

int resonances_insert(const struct chain *chain, struct event_particle *list, int count, int beams)
{
    struct event_particle legs[LEGS_MOST];
    int place[DECAYS_MOST], order[DECAYS_MOST] = {0}, known = 0, written = LEGS_IN;
    memcpy(legs, list, (size_t)count * sizeof *legs);
    for (int next = -1; next < known; ++next) {
        int entries[ENTRIES_MOST];
        const int of = next < 0 ? -1 : order[next];
        const int products = list_products(chain, of, count, entries);
        for (int i = 0; i < products; ++i) {
            const int number = entries[i] - LEGS_MOST;
            struct event_particle *particle = &list[written++];
            *particle = number < 0 ? legs[entries[i]] : resonance_of(&chain->list[number], legs);
            for (int k = 0; k < 2; ++k)
                particle->mothers[k] = of < 0 ? legs[LEGS_IN].mothers[k] : place[of];
            if (number >= 0) {
                place[number] = written + beams;
                order[known++] = number;
            }
        }
    }
    return written;
}

static size_t put_name(const ts_model *model, int pdg, int states, char *text, size_t bytes)
{
    return (size_t)snprintf(text, bytes, " %s%s", ts_model_particle_name(model, pdg),
                            states_text(model, pdg, states));
}

/* The names of products. */
static size_t put_products(const ts_model *model, const struct chain *chain, const int *pdg, int legs, int of,
                           char *text, size_t bytes)
{
    int entries[ENTRIES_MOST];
    const int count = list_products(chain, of, legs, entries);
    size_t used = 0;
    for (int i = 0; i < count && used < bytes; ++i)
        if (entries[i] < LEGS_MOST)
            used += put_name(model, pdg[entries[i]], chain->states[entries[i]], text + used, bytes - used);
        else
            used += put_name(model, chain->list[entries[i] - LEGS_MOST].pdg,
                             chain->list[entries[i] - LEGS_MOST].states, text + used, bytes - used);
    return used;
}

/* The decays of what a resonance makes, or the production. */
static size_t put_decays(const ts_model *model, const struct chain *chain, const int *pdg, int legs, int of,
                         char *text, size_t bytes)
{
    int entries[ENTRIES_MOST], inner[ENTRIES_MOST];
    const int count = list_products(chain, of, legs, entries);
    size_t used = 0;
    for (int i = 0; i < count && used < bytes; ++i) {
        const int number = entries[i] - LEGS_MOST;
        if (number < 0)
            continue;
        int nested = 0;
        for (int k = list_products(chain, number, legs, inner); k > 0; --k)
            nested |= inner[k - 1] >= LEGS_MOST;
        used += (size_t)snprintf(text + used, bytes - used, ", %s%s >", nested ? "(" : "",
                                 ts_model_particle_name(model, chain->list[number].pdg));
        if (used < bytes)
            used += put_products(model, chain, pdg, legs, number, text + used, bytes - used);
        if (used < bytes)
            used += put_decays(model, chain, pdg, legs, number, text + used, bytes - used);
        if (used < bytes && nested)
            used += (size_t)snprintf(text + used, bytes - used, ")");
    }
    return used;
}

void resonances_name(const ts_model *model, const struct chain *chain, const int *pdg, int legs, char *text,
                     size_t bytes)
{
    size_t used = (size_t)snprintf(text, bytes, "%s%s", ts_model_particle_name(model, pdg[0]),
                                   states_text(model, pdg[0], chain->states[0]));
    for (int i = 1; i < LEGS_IN && used < bytes; ++i)
        used += put_name(model, pdg[i], chain->states[i], text + used, bytes - used);
    if (used < bytes)
        used += (size_t)snprintf(text + used, bytes - used, " >");
    if (used < bytes)
        used += put_products(model, chain, pdg, legs, -1, text + used, bytes - used);
    if (used < bytes)
        put_decays(model, chain, pdg, legs, -1, text + used, bytes - used);
}

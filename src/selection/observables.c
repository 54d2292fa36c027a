#include "selection/observables.h"

#include "process/quantities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One row per observable: what the kernel calls it, how many values an event
 * gives, and how it is binned unless the card says otherwise. `%d` in a value is
 * the number of the jet, from 0, by falling pT. */
static const struct observable {
    const char *name;
    const char
        *value; /* kernel C over `set` and `unit` (kernels/process/process.h); photons are jets there */
    enum { ONCE, EACH_JET, ONE_JET } times;
    const char *title; /* `%s`: jet or photon; `%d`: its number, from 1 */
    int bins;
    double low, high;
    const char *particle; /* of which alone; NULL: any */
} observables[] = {
    {"ht", "particles_ht(&set, PARTICLES_ALL) * unit", ONCE, "HT [GeV]", 50, 0, 1000, NULL},
    {"rmin", "particles_rmin(&set, PARTICLES_ALL)", ONCE, "smallest Delta R of two %ss", 50, 0, 5, NULL},
    {"m_jj", "R(ENERGY) * unit", ONCE, "mass of all %ss [GeV]", 50, 0, 1000, "jet"},
    {"m_aa", "R(ENERGY) * unit", ONCE, "mass of all %ss [GeV]", 50, 0, 1000, "photon"},
    {"pt", "set.pt[%d] * unit", EACH_JET, "pT of the %ss [GeV]", 50, 0, 500, NULL},
    {"eta", "set.eta[%d]", EACH_JET, "eta of the %ss", 50, -5, 5, NULL},
    {"pt", "set.pt[%d] * unit", ONE_JET, "pT of %s %d [GeV]", 50, 0, 500, NULL},
    {"eta", "set.eta[%d]", ONE_JET, "eta of %s %d", 50, -5, 5, NULL},
};

enum { OBSERVABLES = sizeof observables / sizeof observables[0] };

/* The row of a name, and for "pt2" the number of the jet from 0. */
static const struct observable *find(const char *name, const char *particle, int jets, int *jet)
{
    for (size_t i = 0; i < OBSERVABLES; ++i) {
        const struct observable *row = &observables[i];
        size_t length = strlen(row->name);
        if (row->particle && strcmp(row->particle, particle) != 0)
            continue;
        if (row->times != ONE_JET && !strcmp(name, row->name))
            return row;
        if (row->times != ONE_JET || strncmp(name, row->name, length) || name[length] < '1' ||
            name[length] > '9')
            continue;
        char *end;
        long number = strtol(name + length, &end, 10);
        if (*end == 0 && number <= jets) {
            *jet = (int)number - 1;
            return row;
        }
    }
    return NULL;
}

/* The entries of one histogram: of one jet, of each, or of the event. */
static void append_fills(struct histogram_list *list, const struct observable *row, int jets, int jet)
{
    const int first = row->times == ONE_JET ? jet : 0, last = row->times == EACH_JET ? jets - 1 : first;
    for (int i = first; i <= last; ++i) {
        char value[64];
        snprintf(value, sizeof value, row->value, i);
        histograms_fill(list, value);
    }
}

ts_status observables_create(ts_context *context, const ts_card *card, const char *particle, int jets,
                             struct process *process)
{
    size_t count;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    struct histogram_list list;
    int ordered = 0;
    struct named_particle particles[NAMED_PARTICLES_MOST] = {{.name = ""}};
    struct quantities quantities = {.particles = particles, .count = jets, .massless = 1};
    for (int i = 0; i < jets; ++i)
        particles[i].letter = *particle == 'p' ? 'a' : 'j';
    ts_status status = histograms_begin(context, count, process, &list);
    for (size_t i = 0; i < count && !status; ++i) {
        if (*requests[i].expression) {
            status = quantities_add(context, card, i, &quantities, &list);
            continue;
        }
        int jet = 0;
        char text[200];
        const struct observable *row = find(requests[i].name, particle, jets, &jet);
        if (!row) {
            snprintf(text, sizeof text, "there is no histogram \"%s\" of %d %ss: there are %s",
                     requests[i].name, jets, particle,
                     !strcmp(particle, "jet") ? OBSERVABLES_OF_JETS : OBSERVABLES_OF_PHOTONS);
            status = ts_card_refuse_histogram(context, card, i, text);
            break;
        }
        const struct integrand_histogram usual = {.bins = row->bins, .low = row->low, .high = row->high};
        ordered |= row->times == ONE_JET;
        snprintf(text, sizeof text, row->title, particle, jet + 1);
        status = histograms_add(context, card, i, requests[i].name, &usual, text, &list);
        append_fills(&list, row, jets, jet);
    }
    quantities_end(&quantities, &list);
    status = histograms_end(context, &list, status);
    source_append(&process->program.text, "#define ORDERED_JETS %d\n", ordered);
    return status;
}

const char *observables_unknown(const ts_card *card, int jets)
{
    size_t count;
    int jet;
    const ts_histogram_request *requests = ts_card_histograms(card, &count);
    for (size_t i = 0; i < count; ++i)
        if (!*requests[i].expression && !find(requests[i].name, "jet", jets, &jet))
            return requests[i].name;
    return NULL;
}

#include "reweight/assign.h"

#include <string.h>

/* A search at work: leg after leg. */
struct search {
    const struct chain *chain;
    const struct event_kind *kind;
    const int *pdg; /* of the legs */
    int parent[LEGS_MOST];
    int place[LEGS_MOST];
    unsigned used;
    int exact, ways, strays; /* whether all lines were found; ways without; those that lines of it forbid */
    int best[LEGS_MOST];
};

/* Whether the event has a line of such a code, and whether one has these legs. */
static int has_line(const struct event_kind *kind, int pdg, unsigned legs, int *matches)
{
    int found = 0;
    *matches = 0;
    for (int i = 0; i < kind->line_count; ++i) {
        found |= kind->lines[i].pdg == pdg;
        *matches |= kind->lines[i].pdg == pdg && kind->lines[i].legs == legs;
    }
    return found;
}

static void judge(struct search *search)
{
    int exact = 1, fits = 1;
    for (int r = 0; r < search->chain->count; ++r) {
        unsigned legs = 0;
        int matches;
        for (int leg = LEGS_IN; leg < search->kind->legs; ++leg)
            if (search->chain->list[r].legs >> leg & 1)
                legs |= 1u << search->place[leg];
        const int has = has_line(search->kind, search->chain->list[r].pdg, legs, &matches);
        exact &= matches;
        fits &= matches || !has;
    }
    search->strays += !fits;
    if (fits && (exact || !search->ways))
        memcpy(search->best, search->place, sizeof search->best);
    search->ways += fits;
    search->exact |= fits && exact;
}

/* Equal particles of one resonance stand in one order, so that no way is found twice. */
static int is_after_equals(const struct search *search, int leg, int place)
{
    for (int i = LEGS_IN; i < leg; ++i)
        if (search->pdg[i] == search->pdg[leg] && search->parent[i] == search->parent[leg] &&
            search->place[i] > place)
            return 0;
    return 1;
}

/* Tries all ways for the legs from this one on, by a list of choices in place of calls. */
static void try_legs(struct search *search)
{
    int leg = LEGS_IN, from = LEGS_IN;
    while (leg >= LEGS_IN && !search->exact) {
        int place = from;
        while (place < search->kind->legs &&
               (search->used >> place & 1 || search->kind->pdg[place] != search->pdg[leg] ||
                !is_after_equals(search, leg, place)))
            ++place;
        if (place < search->kind->legs) {
            search->place[leg] = place;
            search->used |= 1u << place;
            from = LEGS_IN;
            if (++leg < search->kind->legs)
                continue;
            judge(search);
        }
        if (--leg >= LEGS_IN) {
            search->used &= ~(1u << search->place[leg]);
            from = search->place[leg] + 1;
        }
    }
}

enum assignment assign_legs(const struct subprocess_group *group, const struct subprocess *member,
                            const struct event_kind *kind, int place[LEGS_MOST])
{
    struct search search = {.chain = &group->chain, .kind = kind, .pdg = member->pdg};
    const int straight = member->pdg[0] == kind->pdg[0] && member->pdg[1] == kind->pdg[1];
    if (!straight && (member->pdg[0] != kind->pdg[1] || member->pdg[1] != kind->pdg[0]))
        return ASSIGNMENT_NONE;
    search.place[0] = straight ? 0 : 1;
    search.place[1] = 1 - search.place[0];
    for (int leg = LEGS_IN; leg < kind->legs; ++leg)
        search.parent[leg] = chain_parent(search.chain, 1u << leg);
    try_legs(&search);
    memcpy(place, search.best, sizeof search.best);
    if (!search.ways)
        return search.strays ? ASSIGNMENT_LINES : ASSIGNMENT_NONE;
    return search.exact || search.ways == 1 ? ASSIGNMENT_FOUND : ASSIGNMENT_AMBIGUOUS;
}

/* What a team has to make of a tree: numbers, and the steps by which each is made. */
#ifndef TESSERA_AMPLITUDE_TEAM_ITEMS_H
#define TESSERA_AMPLITUDE_TEAM_ITEMS_H

#include "amplitude/team.h"

enum { TEAM_NOTHING = -1, TEAM_INPUTS = 4 };

/* A step, and the items that go in. */
struct team_step {
    uint32_t kind, number[3], value;
    int in[TEAM_INPUTS];
    int next; /* of the same item */
};

/* A number that one worker makes; it has no steps where it is there before the first wave. */
struct team_item {
    int size; /* complex numbers */
    int first, last;
    int list, listed; /* of what takes a list: where it begins, and how many of it go in */
    int readers;      /* items that take it */
    unsigned halves;  /* of a current: those that are taken */
    double cost;
    int wave, place, left; /* of a schedule; TEAM_NOTHING: not yet; readers that are not made yet */
};

/* Why there are no items. */
enum team_end { TEAM_GOES_ON, TEAM_UNFIT /* an operation is not for teams */, TEAM_NO_MEMORY };

struct team_items {
    const struct team_request *request;
    struct team_item *items;
    struct team_step *steps;
    int *lists; /* of each square its flows, then its rows */
    size_t item_room, step_room, list_room;
    int item_count, step_count, list_count;
    int *current, *flow, *momentum; /* the item at each place of the operations */
    int helicities, square_count;
    enum team_end end;
};

/* Fills in what is to be made. */
void team_items_create(const struct team_request *request, struct team_items *made);
void team_items_free(struct team_items *made);

/* Whether an item is the lower half of a current alone, and whether it is the square of a choice. */
int team_item_is_lower(const struct team_item *item);
int team_item_is_square(const struct team_items *made, const struct team_item *item);

#endif

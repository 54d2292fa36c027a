/* Random numbers of an event, which its number, a trial's and the seed alone decide. */
#ifndef TESSERA_DECAY_DRAW_H
#define TESSERA_DECAY_DRAW_H

#include <stdint.h>

enum { DRAWS_OF_TRIAL = 1 << 5, TRIALS_MOST = 1 << 26 };

/* What the numbers are for. */
enum draw_use { DRAW_WAYS, DRAW_TRIALS, DRAW_SCOUTS };

struct draw {
    uint64_t seed, event;
    enum draw_use use;
};

/* The pair among DRAW_WAYS by which an event's helicities are drawn. */
static const uint32_t draw_of_helicities = 1u << 31;

/* Two uniform numbers in (0, 1), the pair of this number. */
void draw_pair(const struct draw *draw, uint32_t number, double pair[2]);

#endif

#include "decay/draw.h"

#define PRECISION_DOUBLE 1
#define LANES 1
#include "random.h"

void draw_pair(const struct draw *draw, uint32_t number, double pair[2])
{
    static const uint32_t streams[] = {
        [DRAW_WAYS] = STREAM_WAYS, [DRAW_TRIALS] = STREAM_DECAYS, [DRAW_SCOUTS] = STREAM_DECAY_SCOUTS};
    const event_number event = {w_set((uint32_t)draw->event), w_set((uint32_t)(draw->event >> 32)),
                                (uint32_t)draw->seed, (uint32_t)(draw->seed >> 32)};
    real numbers[2];
    uniform_pair(event, streams[draw->use], number, numbers);
    pair[0] = r_first(numbers[0]);
    pair[1] = r_first(numbers[1]);
}

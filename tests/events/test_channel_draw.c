/* From which channel a trial is: the table finds the channel that taking off one part after the other does.
 */
#include "events/channel_draw.h"

#include <math.h>
#include <stdlib.h>

#include "test_support.h"

enum { CHANNELS = 300, DRAWS = 20000 };

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ldexp((double)(*state >> 12) + 0.5, -52);
}

static size_t one_after_the_other(const double *parts, size_t count, double sum, double number)
{
    double remaining = number * sum;
    size_t drawn = 0;
    for (size_t i = 0; i < count && remaining >= 0; ++i) {
        if (parts[i] > 0)
            drawn = i;
        remaining -= parts[i];
    }
    return drawn;
}

static void same_channels(ts_context *context, const double *parts, size_t count, double sum)
{
    struct channel_draw draw;
    uint64_t state = 7;
    assert_status(context, channel_draw_create(context, parts, count, sum, &draw));
    for (int i = 0; i < DRAWS; ++i) {
        const double number = uniform(&state);
        assert_int_equal(channel_drawn(&draw, number), one_after_the_other(parts, count, sum, number));
    }
    for (size_t i = 0; i + 1 < count; ++i) /* both sides of each edge */
        for (int side = 0; side < 2; ++side) {
            const double number = side ? draw.ends[i] : nextafter(draw.ends[i], 0);
            if (number > 0 && number < 1)
                assert_int_equal(channel_drawn(&draw, number),
                                 one_after_the_other(parts, count, sum, number));
        }
    channel_draw_destroy(&draw);
}

/* Parts over many powers of ten, some of them zero, and a sum that rounding has made less or more. */
static void the_table_draws_the_same(void **state)
{
    (void)state;
    ts_context *context;
    double parts[CHANNELS], sum = 0;
    uint64_t random = 3;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (int i = 0; i < CHANNELS; ++i) {
        parts[i] = i % 7 == 3 || i == 0 || i > 295 ? 0 : pow(10, 8 * uniform(&random) - 4);
        sum += parts[i];
    }
    same_channels(context, parts, CHANNELS, sum);
    same_channels(context, parts, CHANNELS, sum * (1 - 1e-14));
    same_channels(context, parts, CHANNELS, sum * (1 + 1e-14));
    same_channels(context, parts + 1, 1, parts[1]);
    same_channels(context, parts + 3, 2, parts[4]);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_table_draws_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Many gluons' momenta are fetched lane by lane in the order asked for; test_colour.c has the other way, for
 * few. */
#define GLUONS 12
#include "amplitude/colour.h"
#include "error_quantiles.h"

static void momenta_are_gathered(void **state)
{
    (void)state;
    enum { STRIDE = LANES + 3 };
    scalar values[4 * GLUONS * STRIDE];
    for (int i = 0; i < 4 * GLUONS * STRIDE; ++i)
        values[i] = (scalar)i;
    event_state events = {values, STRIDE};
    index order[GLUONS];
    event_number event = {w_lane(), w_set(0), 7, 0};
    colour_order(event, order);
    for (int i = 0; i < GLUONS; ++i) {
        vector4 p = momentum_gather(events, order[i]);
        FOR_LANES(l) {
            int at = 4 * (int)order[i][l] * STRIDE + l;
            assert_true(p.e[l] == at && p.x[l] == at + STRIDE);
            assert_true(p.y[l] == at + 2 * STRIDE && p.z[l] == at + 3 * STRIDE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(momenta_are_gathered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

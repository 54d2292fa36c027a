/* The colour order of an event is a uniformly random one, and its momenta follow it. */
#define GLUONS 5
#include "amplitude/colour.h"
#include "error_quantiles.h"
#include <math.h>

enum { EVENTS = 240000, ORDERS = 24 };

static event_number numbered(uint32 first)
{
    event_number event = {w_set(first) + w_lane(), w_set(0), 7, 0};
    return event;
}

/* The rank of lane l's order among the 24 permutations of gluons 1 to 4. */
static int order_rank(const index order[GLUONS], int l)
{
    int rank = 0;
    for (int i = 0; i < GLUONS - 1; ++i) {
        int smaller = 0;
        for (int j = i + 1; j < GLUONS - 1; ++j)
            smaller += order[j][l] < order[i][l];
        rank = rank * (GLUONS - 1 - i) + smaller;
    }
    return rank;
}

static void every_order_is_a_permutation(void **state)
{
    (void)state;
    for (uint32 first = 0; first < 10000; first += LANES) {
        index order[GLUONS];
        colour_order(numbered(first), order);
        FOR_LANES(l) {
            unsigned seen = 0;
            for (int i = 0; i < GLUONS; ++i)
                seen |= 1u << order[i][l];
            assert_int_equal(seen, (1u << GLUONS) - 1);
            assert_int_equal(order[GLUONS - 1][l], 0);
        }
    }
}

/* chi^2 of 23 degrees of freedom exceeds 49.7 once in a thousand seeds. */
static void orders_are_uniform(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    for (uint32 first = 0; first < EVENTS; first += LANES) {
        index order[GLUONS];
        colour_order(numbered(first), order);
        FOR_LANES(l)
            ++count[order_rank(order, l)];
    }
    double chi2 = 0, expected = (double)EVENTS / ORDERS;
    for (int i = 0; i < ORDERS; ++i)
        chi2 += (count[i] - expected) * (count[i] - expected) / expected;
    assert_true(chi2 < 49.7);
}

static void azimuths_are_independent_of_orders(void **state)
{
    (void)state;
    double mean[ORDERS][GLUONS] = {{0}};
    int count[ORDERS] = {0};
    for (uint32 first = 0; first < EVENTS; first += LANES) {
        index order[GLUONS];
        real azimuth[GLUONS];
        colour_order(numbered(first), order);
        colour_azimuths(numbered(first), azimuth);
        FOR_LANES(l) {
            int rank = order_rank(order, l);
            ++count[rank];
            for (int i = 0; i < GLUONS; ++i)
                mean[rank][i] += azimuth[i][l];
        }
    }
    for (int rank = 0; rank < ORDERS; ++rank)
        for (int i = 0; i < GLUONS; ++i) /* the error is sqrt(1/12/10000) = 0.003 */
            assert_true(fabs(mean[rank][i] / count[rank] - 0.5) < 0.0125);
}

static void momenta_are_gathered(void **state)
{
    (void)state;
    enum { STRIDE = LANES + 3 };
    scalar values[4 * GLUONS * STRIDE];
    for (int i = 0; i < 4 * GLUONS * STRIDE; ++i)
        values[i] = (scalar)i;
    event_state events = {values, STRIDE};
    index order[GLUONS];
    colour_order(numbered(0), order);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_order_is_a_permutation),
                                       cmocka_unit_test(orders_are_uniform),
                                       cmocka_unit_test(azimuths_are_independent_of_orders),
                                       cmocka_unit_test(momenta_are_gathered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

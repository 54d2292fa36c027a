/* The colour order of an event is a uniformly random one, and its momenta follow it. So it is for few gluons,
 * whose momenta a CPU looks at one by one, and for many, whose momenta it fetches lane by lane. */
#include "kernel_support.h"

#include <math.h>

enum { EVENTS = 240000, ORDERS = 24, FEW = 5, MANY = 12, STRIDE = 64 };

static const char kernels[] = KERNEL_TEXT(
    FN event_number numbered(uint64 first) {
        event_number event = {w_set((uint32)first) + w_lane(), w_set(0), 7, 0};
        return event;
    }

    /* orders [GLUONS], azimuths [GLUONS] */
    MAP(colours, GLOBAL scalar *, orders, GLOBAL scalar *, azimuths, GLOBAL scalar *, none, GLOBAL scalar *,
        more) {
        index order[GLUONS];
        real azimuth[GLUONS];
        colour_order(numbered(ELEMENT), order);
        colour_azimuths(numbered(ELEMENT), azimuth);
        for (int i = 0; i < GLUONS; ++i) {
            r_store(orders + AT(i), r_from_index(order[i]));
            r_store(azimuths + AT(i), azimuth[i]);
        }
    }

    /* The momenta [GLUONS][4], in the event's order, of beams of energy 7 and a state whose number k of event
     * i is k * COUNT + i. */
    MAP(gather, GLOBAL const scalar *, values, GLOBAL scalar *, gathered, GLOBAL scalar *, none,
        GLOBAL scalar *, more) {
        event_state state = {values + ELEMENT, COUNT};
        index order[GLUONS];
        colour_order(numbered(ELEMENT), order);
        for (int i = 0; i < GLUONS; ++i) {
            vector4 p = momentum_gather(state, order[i], R(7.0));
            r_store(gathered + AT(4 * i), p.e);
            r_store(gathered + AT(4 * i + 1), p.x);
            r_store(gathered + AT(4 * i + 2), p.y);
            r_store(gathered + AT(4 * i + 3), p.z);
        }
    });

static struct kernel open_for(int gluons, size_t count)
{
    char head[128];
    snprintf(head, sizeof head, "#define GLUONS %d\n#include \"amplitude/colour.h\"\n#include \"map.h\"\n",
             gluons);
    return kernel_open_parts(head, kernels, count);
}

static double orders[FEW * EVENTS], azimuths[FEW * EVENTS];

static void run_colours(void)
{
    struct kernel kernel = open_for(FEW, EVENTS);
    kernel_run(&kernel, "colours",
               (struct kernel_array[]){{orders, FEW * EVENTS, KERNEL_OUT},
                                       {azimuths, FEW * EVENTS, KERNEL_OUT}},
               2);
    kernel_close(&kernel);
}

/* The rank of an event's order among the 24 permutations of all gluons but the last. */
static int order_rank(size_t event)
{
    int rank = 0;
    for (int i = 0; i < FEW - 1; ++i) {
        int smaller = 0;
        for (int j = i + 1; j < FEW - 1; ++j)
            smaller += orders[(size_t)j * EVENTS + event] < orders[(size_t)i * EVENTS + event];
        rank = rank * (FEW - 1 - i) + smaller;
    }
    return rank;
}

static void every_order_is_a_permutation(void **state)
{
    (void)state;
    run_colours();
    for (size_t event = 0; event < EVENTS; ++event) {
        unsigned seen = 0;
        for (size_t i = 0; i < FEW; ++i)
            seen |= 1u << (int)orders[i * EVENTS + event];
        assert_int_equal(seen, (1u << FEW) - 1);
        assert_true(orders[(FEW - 1) * (size_t)EVENTS + event] == FEW - 1);
    }
}

/* chi^2 of 23 degrees of freedom exceeds 49.7 once in a thousand seeds. */
static void orders_are_uniform(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    run_colours();
    for (size_t event = 0; event < EVENTS; ++event)
        ++count[order_rank(event)];
    double chi2 = 0, expected = (double)EVENTS / ORDERS;
    for (int i = 0; i < ORDERS; ++i)
        chi2 += (count[i] - expected) * (count[i] - expected) / expected;
    assert_true(chi2 < 49.7);
}

static void azimuths_are_independent_of_orders(void **state)
{
    (void)state;
    double mean[ORDERS][FEW] = {{0}};
    int count[ORDERS] = {0};
    run_colours();
    for (size_t event = 0; event < EVENTS; ++event) {
        int rank = order_rank(event);
        ++count[rank];
        for (size_t i = 0; i < FEW; ++i)
            mean[rank][i] += azimuths[i * EVENTS + event];
    }
    for (int rank = 0; rank < ORDERS; ++rank)
        for (int i = 0; i < FEW; ++i) /* the error is sqrt(1/12/10000) = 0.003 */
            assert_true(fabs(mean[rank][i] / count[rank] - 0.5) < 0.0125);
}

/* Number k of event i is 64 k + i: every place has a number of its own. */
static void check_gathered(int gluons)
{
    static double values[4 * MANY * STRIDE], gathered[4 * MANY * STRIDE], order[MANY * STRIDE],
        unused[MANY * STRIDE];
    const size_t length = 4 * (size_t)gluons * STRIDE;
    for (size_t i = 0; i < length; ++i)
        values[i] = (double)i;
    struct kernel kernel = open_for(gluons, STRIDE);
    kernel_run(&kernel, "gather",
               (struct kernel_array[]){{values, length, KERNEL_IN}, {gathered, length, KERNEL_OUT}}, 2);
    kernel_run(&kernel, "colours",
               (struct kernel_array[]){{order, length / 4, KERNEL_OUT}, {unused, length / 4, KERNEL_OUT}}, 2);
    kernel_close(&kernel);
    static const double beams[2][4] = {{-7, 0, 0, -7}, {-7, 0, 0, 7}};
    for (size_t event = 0; event < STRIDE; ++event)
        for (size_t i = 0; i < (size_t)gluons; ++i)
            for (size_t c = 0; c < 4; ++c) {
                const int gluon = (int)order[i * STRIDE + event];
                const double stored = (4 * (gluon - 2) + (double)c) * STRIDE + (double)event;
                assert_true(gathered[(4 * i + c) * STRIDE + event] == (gluon < 2 ? beams[gluon][c] : stored));
            }
}

static void momenta_are_gathered(void **state)
{
    (void)state;
    check_gathered(FEW);
    check_gathered(MANY);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_order_is_a_permutation),
                                       cmocka_unit_test(orders_are_uniform),
                                       cmocka_unit_test(azimuths_are_independent_of_orders),
                                       cmocka_unit_test(momenta_are_gathered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

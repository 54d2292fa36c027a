#include "model/orders.h"

#include <string.h>

struct orders orders_all(int power) { return orders_of(power, power, power); }

struct orders orders_of(int qcd, int qed, int others)
{
    struct orders orders;
    for (int i = 0; i < ORDERS_MOST; ++i)
        orders.power[i] = (short)others;
    orders.power[ORDER_QCD] = (short)qcd;
    orders.power[ORDER_QED] = (short)qed;
    return orders;
}

struct orders orders_sum(const struct orders *a, const struct orders *b)
{
    struct orders sum;
    for (int i = 0; i < ORDERS_MOST; ++i)
        sum.power[i] = (short)(a->power[i] + b->power[i]);
    return sum;
}

struct orders orders_raised(const struct orders *most, const struct orders *by)
{
    struct orders raised = *most;
    for (int i = 0; i < ORDERS_MOST; ++i)
        raised.power[i] = (short)(most->power[i] >= ORDER_ANY || by->power[i] >= ORDER_ANY
                                      ? ORDER_ANY
                                      : most->power[i] + by->power[i]);
    return raised;
}

struct orders orders_least(const struct orders *a, const struct orders *b)
{
    struct orders least = *a;
    for (int i = 0; i < ORDERS_MOST; ++i)
        least.power[i] = b->power[i] < a->power[i] ? b->power[i] : a->power[i];
    return least;
}

uint64_t orders_hash(const struct orders *orders)
{
    uint64_t hash = 0;
    for (int i = 0; i < ORDERS_MOST; ++i)
        hash = hash * 31 + (uint64_t)orders->power[i];
    return hash;
}

int orders_equal(const struct orders *a, const struct orders *b) { return !memcmp(a, b, sizeof *a); }

int orders_within(const struct orders *orders, const struct orders *most)
{
    int over = 0;
    for (int i = 0; i < ORDERS_MOST; ++i)
        over |= most->power[i] < ORDER_ANY && orders->power[i] > most->power[i];
    return !over;
}

int orders_bound(const struct orders *most)
{
    int bound = 0;
    for (int i = 0; i < ORDERS_MOST; ++i)
        bound |= most->power[i] < ORDER_ANY;
    return bound;
}

static struct orders kept_from(const struct orders *orders, const struct orders *most, int first)
{
    struct orders tracked = *orders;
    for (int i = first; i < ORDERS_MOST; ++i)
        if (most->power[i] >= ORDER_ANY)
            tracked.power[i] = 0;
    return tracked;
}

void square_powers_add(const struct square_bounds *squares, const struct orders *orders,
                       struct square_powers *sum)
{
    for (int i = 0; squares && i < squares->count; ++i)
        sum->power[i] = (short)(sum->power[i] + orders->power[squares->list[i].order]);
}

struct square_powers square_powers_sum(const struct square_powers *a, const struct square_powers *b)
{
    struct square_powers sum;
    for (int i = 0; i < SQUARES_MOST; ++i)
        sum.power[i] = (short)(a->power[i] + b->power[i]);
    return sum;
}

int square_powers_equal(const struct square_powers *a, const struct square_powers *b)
{
    return !memcmp(a, b, sizeof *a);
}

int squares_allow(const struct square_bounds *squares, const struct square_powers *a,
                  const struct square_powers *b)
{
    for (int i = 0; squares && i < squares->count; ++i) {
        const struct square_bound *bound = &squares->list[i];
        const int power = a->power[i] + b->power[i];
        if (power > bound->power || (bound->exact && power != bound->power))
            return 0;
    }
    return 1;
}

int squares_are_whole(const struct square_bounds *squares, const struct square_powers *list, int count)
{
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) {
            if (!squares_allow(squares, &list[i], &list[k]))
                continue;
            for (int j = 0; j < count; ++j) /* the rows of one group are equal */
                if (squares_allow(squares, &list[i], &list[j]) != squares_allow(squares, &list[k], &list[j]))
                    return 0;
        }
    return 1;
}

struct orders orders_kept(const struct orders *orders, const struct orders *most)
{
    return kept_from(orders, most, 0);
}

struct orders orders_tracked(const struct orders *orders, const struct orders *most)
{
    struct orders tracked = kept_from(orders, most, ORDER_QED + 1);
    tracked.power[ORDER_STRONG] = orders->power[ORDER_STRONG];
    return tracked;
}

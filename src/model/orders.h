/* Orders: powers of the couplings that a model names, in a vertex, a current or a whole amplitude. */
#ifndef TESSERA_MODEL_ORDERS_H
#define TESSERA_MODEL_ORDERS_H

#include <stdint.h>

enum {
    ORDERS_MOST = 160, /* names of a model, at most */
    ORDER_QCD = 0,     /* places that are the same in every model */
    ORDER_QED = 1,
    ORDER_STRONG = ORDERS_MOST - 1, /* the power of g_s in a value: QCD, but where a model counts otherwise */
    ORDER_ANY = 99,                 /* a power that nothing bounds */
    ORDER_COUNTED = ORDER_ANY - 1,  /* a bound that excludes nothing, by which the power is known */
    ORDER_DEFAULT = -1              /* nothing is said of it */
};

/* Powers by the place of the order's name in the model (ts_model_orders()), zeros behind. */
struct orders {
    short power[ORDERS_MOST];
};

/* All powers are the same number, such as ORDER_ANY. */
struct orders orders_all(int power);

/* Powers of g_s and e, and the same one of all others. */
struct orders orders_of(int qcd, int qed, int others);

struct orders orders_sum(const struct orders *a, const struct orders *b);

/* Bounds of a whole by those of two parts of it; a power that nothing bounds in one of them has none. */
struct orders orders_raised(const struct orders *most, const struct orders *by);

/* Bounds whose powers are those that one of both has a bound of. */
struct orders orders_least(const struct orders *a, const struct orders *b);

/* A number that equal orders share. */
uint64_t orders_hash(const struct orders *orders);

int orders_equal(const struct orders *a, const struct orders *b);

/* Whether no power is above its bound. */
int orders_within(const struct orders *orders, const struct orders *most);

/* Whether a bound is set for any. */
int orders_bound(const struct orders *most);

/* Powers of which something is to be known: g_s and e always, others where they have a bound. Others are 0.
 */
struct orders orders_tracked(const struct orders *orders, const struct orders *most);

/* Bounds of powers in the squared amplitude, such as NP^2==1: of the product of two amplitudes, the sum. */
enum { SQUARES_MOST = 8 };
struct square_bounds {
    int count;
    struct square_bound {
        int order, power, exact; /* place of the order; whether the power is this one, or at most this one */
    } list[SQUARES_MOST];
};

/* Powers of an amplitude that the square has bounds of, in the order of the bounds; zeros behind. */
struct square_powers {
    short power[SQUARES_MOST];
};

/* Adds powers of the couplings of a vertex. NULL: there are no bounds. */
void square_powers_add(const struct square_bounds *squares, const struct orders *orders,
                       struct square_powers *sum);
struct square_powers square_powers_sum(const struct square_powers *a, const struct square_powers *b);
int square_powers_equal(const struct square_powers *a, const struct square_powers *b);

/* Whether the product of amplitudes of these powers is within all of them. NULL bounds nothing. */
int squares_allow(const struct square_bounds *squares, const struct square_powers *a,
                  const struct square_powers *b);

/* Whether what the bounds leave of a square is a sum of squares, and so never negative. Amplitudes are then
 * in groups, each with all products of its own and with none of another's. */
int squares_are_whole(const struct square_bounds *squares, const struct square_powers *list, int count);

/* Powers that have a bound; others are 0. */
struct orders orders_kept(const struct orders *orders, const struct orders *most);

#endif

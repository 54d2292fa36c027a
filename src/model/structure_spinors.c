#include "model/structure_spinors.h"

#include <stddef.h>

enum { SPINOR_DUMMIES = 2000000 }; /* inner indices beyond all others */

/* Matrices between two legs, in the order of a walk from the first to the second. */
struct walk {
    int first, last, count, conjugations;
    int factor[STRUCTURE_FACTORS_MOST], reversed[STRUCTURE_FACTORS_MOST]; /* from column to row */
};

static int is_spinor(const struct structure_factor *factor) { return factor->token >= STRUCTURE_GAMMA; }

static int row_place(const struct structure_factor *factor) { return factor->token == STRUCTURE_GAMMA; }

unsigned structure_rows(const struct structure_term *term)
{
    unsigned rows = 0;
    for (int i = 0; i < term->count; ++i) {
        const int row = is_spinor(&term->factor[i]) ? term->factor[i].index[row_place(&term->factor[i])] : 0;
        rows |= row > 0 ? 1U << (row - 1) : 0;
    }
    return rows;
}

/* Goes from a leg along its matrices to another leg. `used` marks them. */
static void walk_from(const struct structure_term *term, int leg, int *used, struct walk *walk)
{
    int at = leg;
    *walk = (struct walk){.first = leg};
    do {
        int next = 0;
        for (int i = 0; i < term->count && !next; ++i) {
            const struct structure_factor *factor = &term->factor[i];
            const int row = row_place(factor);
            if (!is_spinor(factor) || used[i] || (factor->index[row] != at && factor->index[row + 1] != at))
                continue;
            const int reversed = factor->index[row] != at;
            used[i] = 1;
            walk->factor[walk->count] = i;
            walk->reversed[walk->count++] = reversed;
            walk->conjugations += factor->token == STRUCTURE_C;
            next = factor->index[reversed ? row : row + 1];
        }
        at = next;
    } while (at < 0);
    walk->last = at;
}

static void turn_round(struct walk *walk)
{
    const struct walk from = *walk;
    walk->first = from.last;
    walk->last = from.first;
    for (int i = 0; i < from.count; ++i) {
        walk->factor[i] = from.factor[from.count - 1 - i];
        walk->reversed[i] = !from.reversed[from.count - 1 - i];
    }
}

/* Whether the matrices before the first C stand reversed, which each C changes; -1: they do not fit. Where
 * there is nothing but C, the second leg of two is the row, as UFOs have it. */
static int beginning_of(const struct structure_term *term, const struct walk *walk)
{
    int begins = -1, passed = 0;
    for (int i = 0; i < walk->count; ++i) {
        const int is_c = term->factor[walk->factor[i]].token == STRUCTURE_C;
        const int says = walk->reversed[i] ^ (passed & 1);
        passed += is_c;
        if (is_c)
            continue;
        if (begins >= 0 && begins != says)
            return -1;
        begins = says;
    }
    return begins < 0 ? 0 : begins;
}

/* The sign of a fermion's line without its matrices C. C X^T C^-1 is -X of a gamma matrix and X of the
 * others, and C^-1 = C^T = -C. Of an odd number one C turns a leg, and each pair of the others gives C C =
 * -1. */
static int sign_of(const struct structure_term *term, const struct walk *walk)
{
    int sign = walk->conjugations / 2 % 2 ? -1 : 1;
    for (int i = 0; i < walk->count; ++i) {
        const enum structure_token token = term->factor[walk->factor[i]].token;
        if (walk->reversed[i] && (token == STRUCTURE_GAMMA || token == STRUCTURE_C))
            sign = -sign;
    }
    return sign;
}

/* Puts the matrices of a walk one behind the other, without those of charge conjugation. */
static void write_fermion_line(struct structure_term *term, const struct walk *walk)
{
    const int matrices = walk->count - walk->conjugations, sign = sign_of(term, walk);
    int done = 0, index = walk->first;
    term->re *= sign;
    term->im *= sign;
    for (int i = 0; i < walk->count; ++i) {
        struct structure_factor *factor = &term->factor[walk->factor[i]];
        /* A line of C alone keeps one place, which becomes the identity. */
        const int keeps = factor->token != STRUCTURE_C || (!matrices && !i), row = row_place(factor);
        if (!keeps)
            continue;
        if (factor->token == STRUCTURE_C)
            factor->token = STRUCTURE_IDENTITY;
        factor->index[row] = index;
        index = ++done >= matrices ? walk->last
                                   : -(SPINOR_DUMMIES + STRUCTURE_FACTORS_MOST * walk->first + done);
        factor->index[row + 1] = index;
    }
}

/* Fields of fermions are columns and rows; those of two rows or two columns meet by C alone. */
static const char *join(struct structure_term *term, struct walk *walk)
{
    int begins = beginning_of(term, walk);
    if (begins < 0 || (!walk->conjugations && begins != walk->reversed[0]))
        return "has spinor indices of which two rows or two columns meet";
    if (!walk->conjugations)
        return NULL;
    if (begins && walk->conjugations % 2 == 0)
        turn_round(walk);
    write_fermion_line(term, walk);
    return NULL;
}

const char *structure_join_spinors(const struct structure *structure, struct structure_term *term)
{
    int used[STRUCTURE_FACTORS_MOST] = {0}, kept = 0;
    unsigned ends = 0;
    for (int leg = structure->legs; leg > 0; --leg) {
        struct walk walk;
        if (structure->spins[leg - 1] != 2 || ends >> leg & 1)
            continue;
        walk_from(term, leg, used, &walk);
        if (walk.last < 1)
            return "has spinor indices that join no two legs";
        ends |= 1U << walk.last;
        const char *why = join(term, &walk);
        if (why)
            return why;
    }
    for (int i = 0; i < term->count; ++i) {
        if (is_spinor(&term->factor[i]) && !used[i])
            return "has a trace of spinor matrices";
        if (term->factor[i].token != STRUCTURE_C)
            term->factor[kept++] = term->factor[i];
    }
    term->count = kept;
    return NULL;
}

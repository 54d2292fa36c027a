/* Scales of an event by clustering: the history of emissions that it looks like, after
 *
 *   S. Catani, F. Krauss, R. Kuhn, B. R. Webber, JHEP 11 (2001) 063 (hep-ph/0109231),
 *
 * with the measures and scales of MadEvent (J. Alwall et al., Eur. Phys. J. C53 (2008) 473, arXiv:0706.2569).
 * Blocks are sets of external legs that flow on as one particle, each leg one in the beginning. Of all pairs
 * that a line of a diagram joins the nearest becomes one block, until three are left. Distances are
 *
 *   m_T^2                                           of a final block from a beam,
 *   min(pT_1, pT_2)^2 2 (cosh dy - cos dphi)        of two final ones, more by the larger of two masses;
 *   m_T^2 of the massless one                       where one of them has a mass.
 *
 * A pair on the mass shell of a resonance comes first. Which pairs there are is a walk through the states of
 * a table (clustering_layout.h), a lane each.
 *
 * Frames: what is left behind an emission from a beam is seen in its own rest frame, along what goes into it.
 * No momentum is boosted: a frame is the sum of all final momenta and a unit vector along the first beam.
 * Compile-time constants: FINAL, CLUSTER_POWERS (of alpha_s in the squared matrix element), and
 * CLUSTER_VERTEX_POWERS, of g_s in a vertex at most. MERGING_VERTICES has a bit of each final parton whose
 * own vertices a cut of merging looks at; 0: there is none. */
#ifndef TESSERA_PROCESS_CLUSTERING_H
#define TESSERA_PROCESS_CLUSTERING_H

#include "coupling.h"
#include "functions.h"
#include "lorentz.h"
#include "process/clustering_layout.h"
#include "process/constants.h"

#ifndef FINAL
#define FINAL 4
#endif
#ifndef CLUSTER_POWERS
#define CLUSTER_POWERS 2
#define CLUSTER_VERTEX_POWERS 1
#endif

enum { CLUSTER_BLOCKS = 2 + FINAL, CLUSTER_STEPS = FINAL - 1 };

/* What an event's history says. Logarithms are of squares, in units of momenta squared. */
typedef struct cluster_history {
    real log_scale;                                    /* of the event */
    real log_kt[CLUSTER_STEPS], powers[CLUSTER_STEPS]; /* of each clustering: kT, power of alpha_s */
    real kt2[FINAL];                                   /* at which a final parton is clustered; 0: nowhere */
    real least2;                                       /* kT^2 of vertices that MERGING_VERTICES leave */
} cluster_history;

/* Blocks at work, the two of the beams first. */
typedef struct cluster_blocks {
    vector4 momentum[CLUSTER_BLOCKS]; /* of the beams going in */
    real square[CLUSTER_BLOCKS];      /* of the momentum */
    real mass2[CLUSTER_BLOCKS];       /* mass squared in distances, of external legs and resonances */
    real jet[CLUSTER_BLOCKS];         /* number of the final parton whose jet it is, from 0; -1: none */
    real alone[CLUSTER_BLOCKS];       /* 1: that parton itself; with MERGING_VERTICES */
    vector4 whole, axis;              /* the frame */
    real inverse_mass;
    real e[CLUSTER_BLOCKS], z[CLUSTER_BLOCKS], mt2[CLUSTER_BLOCKS], pt2[CLUSTER_BLOCKS]; /* in it */
} cluster_blocks;

/* The pair that is nearest. */
typedef struct cluster_pair {
    real key, kt2, first, second;
    index next, kind;
    mask resonant;
} cluster_pair;

/* The tables of a group (clustering_layout.h). */
typedef struct cluster_tables {
    GLOBAL const uint32 *words;
    GLOBAL const scalar *kinds;
} cluster_tables;

/* What is known of the side of a beam. */
typedef struct cluster_side {
    real first;         /* kT^2 of the first clustering with it; 0: there is none */
    real last;          /* kT^2 at which its jets end; 0: not yet */
    real centre;        /* kT^2 at which its colour ends; 0: not yet */
    mask jets, colours; /* whether they go on */
} cluster_side;

FN void cluster_measure(cluster_blocks *b, int i)
{
    const real none = R(0.0);
    b->e[i] = v_dot(b->momentum[i], b->whole) * b->inverse_mass;
    b->z[i] = none - v_dot(b->momentum[i], b->axis);
    b->mt2[i] = r_max((b->e[i] - b->z[i]) * (b->e[i] + b->z[i]), none);
    b->pt2[i] = r_max(b->mt2[i] - b->square[i], none);
}

/* min(pT_i, pT_k)^2 2 (cosh dy - cos dphi) */
FN real cluster_between(const cluster_blocks *b, int i, int k)
{
    const real least = R(1e-30);
    const real along = r_fma(b->e[i], b->e[k], -(b->z[i] * b->z[k]));
    const real across = along - v_dot(b->momentum[i], b->momentum[k]);
    const real cosh_y = along / r_sqrt(r_max(b->mt2[i] * b->mt2[k], least));
    const real cos_phi = across / r_sqrt(r_max(b->pt2[i] * b->pt2[k], least));
    return r_max(R(2.0) * r_min(b->pt2[i], b->pt2[k]) * (cosh_y - cos_phi), R(0.0));
}

/* kT^2 of a pair, and the key by which pairs are compared. Of equal ones the emission along a beam comes
 * first, then that against it, then that from something massive. */
FN real cluster_distance(const cluster_blocks *b, int i, int k, real *key)
{
    const real none = R(0.0), least = R(1e-6), more = R(2e-6);
    if (i < 2) {
        const mask against = i ? b->z[k] > none : b->z[k] < none;
        *key = r_select(against, r_fma(b->mt2[k], least, b->mt2[k]), b->mt2[k]);
        return b->mt2[k];
    }
    const mask first = b->mass2[i] > none, second = b->mass2[k] > none;
    const real between = r_max(b->mass2[i], b->mass2[k]) + cluster_between(b, i, k);
    const mask one = m_not(m_or(m_and(first, second), m_and(m_not(first), m_not(second))));
    const real light = r_select(first, b->mt2[k], b->mt2[i]);
    const real kt2 = r_select(one, light, between);
    *key = r_select(one, r_fma(light, more, light), kt2);
    return kt2;
}

FN real cluster_kind_number(cluster_tables table, index kind, int number)
{
    return r_load(table.kinds + number, kind * CLUSTER_NUMBERS);
}

/* Takes two final blocks by the mass of both where that is within reach of a resonance. Such pairs are nearer
 * than all others, the one nearest to its mass shell first. */
FN void cluster_resonance(cluster_tables table, const cluster_blocks *b, int i, int k, cluster_pair *pair)
{
    const vector4 sum = v_add(b->momentum[i], b->momentum[k]);
    const real square = v_dot(sum, sum);
    pair->resonant = m_and(square > cluster_kind_number(table, pair->kind, CLUSTER_LOW),
                           square < cluster_kind_number(table, pair->kind, CLUSTER_HIGH));
    const real width = cluster_kind_number(table, pair->kind, CLUSTER_MASS_WIDTH);
    const real off = (square - cluster_kind_number(table, pair->kind, CLUSTER_MASS)) /
                     r_select(pair->resonant, width, R(1.0));
    pair->key = r_select(pair->resonant, R(-1.0) / r_fma(off, off, R(1.0)), pair->key);
    pair->kt2 = r_select(pair->resonant, square, pair->kt2);
}

/* The nearest of the pairs that the state has; `next` is 0 where it has none. */
FN cluster_pair cluster_nearest(cluster_tables table, index state, const cluster_blocks *b, int blocks)
{
    const real none = R(0.0);
    const index nowhere = i_set(0);
    cluster_pair best = {r_set((scalar)1e30), none, none, none, nowhere, nowhere, m_none()};
    for (int k = 2; k < blocks; ++k)
        for (int i = 0; i < k; ++i) {
            GLOBAL const uint32 *at = table.words + CLUSTER_NUMBER(i, k) * CLUSTER_PAIR;
            cluster_pair pair;
            pair.first = r_set((scalar)i);
            pair.second = r_set((scalar)k);
            pair.next = w_index(w_load(at + CLUSTER_NEXT, state));
            pair.kind = w_index(w_load(at + CLUSTER_KIND, state));
            pair.resonant = m_none();
            pair.kt2 = cluster_distance(b, i, k, &pair.key);
            if (i >= 2)
                cluster_resonance(table, b, i, k, &pair);
            const mask nearer = m_and(nowhere < pair.next, pair.key < best.key);
            best.key = r_select(nearer, pair.key, best.key);
            best.kt2 = r_select(nearer, pair.kt2, best.kt2);
            best.first = r_select(nearer, pair.first, best.first);
            best.second = r_select(nearer, pair.second, best.second);
            best.next = i_select(nearer, pair.next, best.next);
            best.kind = i_select(nearer, pair.kind, best.kind);
            best.resonant = m_or(m_and(nearer, pair.resonant), m_and(m_not(nearer), best.resonant));
        }
    return best;
}

/* A number of the block that each lane has at a place of its own. */
FN real cluster_pick(const real *values, real place, int blocks)
{
    real value = values[0];
    for (int i = 1; i < blocks; ++i)
        value = r_select(place == r_set((scalar)i), values[i], value);
    return value;
}

FN vector4 cluster_pick_momentum(const cluster_blocks *b, real place, int blocks)
{
    vector4 value = b->momentum[0];
    for (int i = 1; i < blocks; ++i)
        value = v_select(place == r_set((scalar)i), b->momentum[i], value);
    return value;
}

/* The frame of what is left behind an emission: `first` and `second` go into it. Returns its m_T^2 in the
 * frame before. */
FN real cluster_frame(cluster_blocks *b, mask moves, vector4 first, vector4 second)
{
    const real one = R(1.0), none = R(0.0);
    const vector4 whole = v_add(first, second);
    const real e = v_dot(whole, b->whole) * b->inverse_mass, z = v_dot(whole, b->axis);
    const real square = v_dot(whole, whole);
    const mask serves = m_and(moves, square > none);
    const real mass2 = r_select(serves, square, one);
    const vector4 across = v_axpy(-v_dot(first, whole) / mass2, whole, first);
    const real length2 = r_select(serves, -v_dot(across, across), one);
    b->whole = v_select(serves, whole, b->whole);
    b->inverse_mass = r_select(serves, one / r_sqrt(mass2), b->inverse_mass);
    b->axis = v_select(serves, v_scale(across, one / r_sqrt(length2)), b->axis);
    return (e - z) * (e + z);
}

/* Whose jet goes on. */
FN real cluster_line(const cluster_blocks *b, const cluster_pair *pair, real which, int blocks)
{
    const real none = R(-1.0);
    const real first = cluster_pick(b->jet, pair->first, blocks),
               second = cluster_pick(b->jet, pair->second, blocks);
    const mask harder = cluster_pick(b->pt2, pair->second, blocks) >
                        cluster_pick(b->pt2, pair->first, blocks);
    const real chosen = r_select(harder, second, first);
    const real of_second = r_select(which == r_set((scalar)CLUSTER_LINE_SECOND), second, none);
    const real of_both = r_select(which == r_set((scalar)CLUSTER_LINE_HARDER), chosen, of_second);
    return r_select(which == r_set((scalar)CLUSTER_LINE_FIRST), first, of_both);
}

/* Puts the pair together in the lanes that move. */
FN void cluster_join(cluster_blocks *b, mask moves, const cluster_pair *pair, vector4 joined, real jet,
                     int blocks)
{
    const real none = R(0.0), square = v_dot(joined, joined);
    const real first = cluster_pick(b->mass2, pair->first, blocks),
               second = cluster_pick(b->mass2, pair->second, blocks);
    const mask both = m_and(first > none, second > none);
    const real mass2 = r_select(pair->resonant, square, r_select(both, none, r_max(first, second)));
    for (int i = 0; i < blocks; ++i) {
        const mask here = m_and(moves, pair->first == r_set((scalar)i));
        const mask behind = m_and(moves, pair->second <= r_set((scalar)i));
        const int next = i + 1 < blocks ? i + 1 : i;
        b->momentum[i] = v_select(here, joined, v_select(behind, b->momentum[next], b->momentum[i]));
        b->square[i] = r_select(here, square, r_select(behind, b->square[next], b->square[i]));
        b->mass2[i] = r_select(here, mass2, r_select(behind, b->mass2[next], b->mass2[i]));
        b->jet[i] = r_select(here, jet, r_select(behind, b->jet[next], b->jet[i]));
        if (MERGING_VERTICES)
            b->alone[i] = r_select(here, none, r_select(behind, b->alone[next], b->alone[i]));
    }
    b->jet[blocks - 1] = r_select(moves, R(-1.0), b->jet[blocks - 1]);
}

/* The geometric mean of m_T^2 of the final blocks. */
FN real cluster_mean(const cluster_blocks *b, int blocks)
{
    real sum = R(0.0);
    for (int i = 2; i < blocks; ++i)
        sum = sum + r_log(r_max(b->mt2[i], R(1e-30)));
    return r_exp(sum / r_set((scalar)(blocks - 2)));
}

/* A vertex on the side of a beam, at this kT^2. */
FN void cluster_see(cluster_side *side, mask here, real kt2, real ends)
{
    const real none = R(0.0);
    const mask jets_end = m_and(m_and(here, side->jets), ends >= r_set((scalar)CLUSTER_JETS_END)),
               colour_ends = m_and(m_and(here, side->colours), ends == r_set((scalar)CLUSTER_COLOUR_ENDS));
    side->first = r_select(m_and(here, side->first == none), kt2, side->first);
    side->last = r_select(jets_end, kt2, side->last);
    side->centre = r_select(colour_ends, kt2, side->centre);
    side->jets = m_and(side->jets, m_not(jets_end));
    side->colours = m_and(side->colours, m_not(colour_ends));
}

/* The scale that a side says, where the vertex in which all ends has this one. */
FN real cluster_of_side(const cluster_side *side, real core)
{
    const real last = r_select(side->jets, core, side->last),
               centre = r_select(side->colours, core, side->centre);
    return r_max(r_sqrt(last * centre), side->first);
}

/* The scale of the event: the geometric mean of both sides, which are one where colour goes through. */
FN real cluster_scale(cluster_tables table, const cluster_side side[2], real core)
{
    real first = cluster_of_side(&side[0], core), second = cluster_of_side(&side[1], core);
    const mask through = m_and(side[0].colours, side[1].colours);
    const real larger = r_max(first, second);
    first = r_select(through, larger, first);
    second = r_select(through, larger, second);
    const int has_first = (int)table.words[CLUSTER_COLOUR_FIRST],
              has_second = (int)table.words[CLUSTER_COLOUR_SECOND];
    if (has_first && has_second)
        return r_sqrt(first * second);
    return has_first ? first : has_second ? second : core;
}

/* Gives partons that are clustered here their kT^2. */
FN void cluster_tell(cluster_history *history, mask here, real jet, real kt2)
{
    for (int i = 0; i < FINAL; ++i)
        history->kt2[i] = r_select(m_and(here, jet == r_set((scalar)i)), r_max(history->kt2[i], kt2),
                                   history->kt2[i]);
}

/* Where a parton of merging itself goes into a clustering that is none of the core's: its kT^2. Those that
 * were clustered before have had theirs. */
FN void cluster_leave(const cluster_blocks *b, real place, mask here, real kt2, int blocks,
                      cluster_history *history)
{
    const real jet = cluster_pick(b->jet, place, blocks), none = R(0.0);
    const mask alone = m_and(here, cluster_pick(b->alone, place, blocks) > none);
    for (int i = 0; i < FINAL; ++i)
        if (MERGING_VERTICES >> i & 1)
            history->least2 = r_select(m_and(alone, jet == r_set((scalar)i)), r_min(history->least2, kt2),
                                       history->least2);
}

/* What goes from step to step. */
typedef struct cluster_walk {
    cluster_blocks blocks;
    cluster_side side[2];
    index state;
    real core;
    mask goes_on;
} cluster_walk;

/* Notes what a clustering says: its coupling, and scales of jets and sides. */
FN void cluster_note(cluster_tables table, const cluster_walk *walk, const cluster_pair *pair, mask moves,
                     mask from_beam, int blocks, int step, cluster_history *history)
{
    const cluster_blocks *b = &walk->blocks;
    const real none = R(0.0), power = cluster_kind_number(table, pair->kind, CLUSTER_POWER);
    const mask strong = m_and(moves, power > none);
    history->powers[step] = r_select(strong, power, none);
    history->log_kt[step] = r_select(strong, r_log(r_max(pair->kt2, R(1e-30))), none);
    cluster_tell(history, strong, cluster_pick(b->jet, pair->second, blocks), pair->kt2);
    cluster_tell(history, m_and(strong, m_not(from_beam)), cluster_pick(b->jet, pair->first, blocks),
                 pair->kt2);
}

/* One clustering of so many blocks. */
FN void cluster_step(cluster_tables table, cluster_walk *walk, int blocks, int step, cluster_history *history)
{
    cluster_blocks *b = &walk->blocks;
    const real none = R(0.0);
    cluster_pair pair = cluster_nearest(table, walk->state, b, blocks);
    const mask moves = m_and(walk->goes_on, i_set(0) < pair.next);
    const mask from_beam = pair.first < R(2.0), stops = m_and(walk->goes_on, m_not(moves));
    const real strong = cluster_kind_number(table, pair.kind, CLUSTER_POWER);
    const real which = cluster_kind_number(table, pair.kind, CLUSTER_LINE);
    const real ends = cluster_kind_number(table, pair.kind, CLUSTER_ENDS);
    if (MERGING_VERTICES) {
        const mask emits = m_and(moves, strong > none);
        cluster_leave(b, pair.first, m_and(emits, m_not(from_beam)), pair.kt2, blocks, history);
        cluster_leave(b, pair.second, emits, pair.kt2, blocks, history);
    }
    if (blocks == 4) { /* the s-channel of a core of two coloured particles has their mean */
        const mask core = m_and(m_and(moves, m_not(from_beam)), strong > none);
        walk->core = r_select(core, cluster_mean(b, blocks), walk->core);
        pair.kt2 = r_select(core, walk->core, pair.kt2);
    }
    if (r_any(stops)) /* a core of more than two */
        walk->core = r_select(stops, cluster_mean(b, blocks), walk->core);
    cluster_note(table, walk, &pair, moves, from_beam, blocks, step, history);
    for (int i = 0; i < 2; ++i)
        cluster_see(&walk->side[i], m_and(m_and(moves, from_beam), pair.first == r_set((scalar)i)), pair.kt2,
                    ends);
    const vector4 first = cluster_pick_momentum(b, pair.first, blocks),
                  second = cluster_pick_momentum(b, pair.second, blocks);
    const vector4 joined = v_select(from_beam, v_subtract(first, second), v_add(first, second));
    const real jet = cluster_line(b, &pair, which, blocks);
    cluster_join(b, moves, &pair, joined, jet, blocks);
    const mask emits = m_and(moves, from_beam);
    const real left = cluster_frame(b, emits, b->momentum[0], b->momentum[1]);
    walk->core = r_select(emits, left, walk->core);
    walk->state = i_select(moves, pair.next, walk->state);
    walk->goes_on = moves;
    for (int i = 2; i < blocks; ++i)
        cluster_measure(b, i);
}

/* Begins with a block a leg: momenta going in and coming out, in a frame in which the beams are along z. */
FN void cluster_begin(cluster_tables table, const vector4 momentum[CLUSTER_BLOCKS], const real mass[FINAL],
                      cluster_walk *walk)
{
    cluster_blocks *b = &walk->blocks;
    const real none = R(0.0), one = R(1.0);
    for (int i = 0; i < CLUSTER_BLOCKS; ++i) {
        b->momentum[i] = momentum[i];
        b->mass2[i] = i < 2 ? none : mass[i - 2] * mass[i - 2];
        b->square[i] = b->mass2[i];
        b->jet[i] = r_set(i >= 2 && table.words[CLUSTER_JETS + i - 2] ? (scalar)(i - 2) : S(-1.0));
        b->alone[i] = one;
        b->e[i] = b->z[i] = b->mt2[i] = b->pt2[i] = none;
    }
    b->whole = v_add(momentum[0], momentum[1]);
    const real square = v_dot(b->whole, b->whole);
    b->inverse_mass = one / r_sqrt(square);
    const vector4 axis = {b->whole.z * b->inverse_mass, none, none, b->whole.e * b->inverse_mass};
    b->axis = axis;
    for (int i = 2; i < CLUSTER_BLOCKS; ++i)
        cluster_measure(b, i);
    for (int i = 0; i < 2; ++i) {
        walk->side[i].first = walk->side[i].last = walk->side[i].centre = none;
        walk->side[i].jets = walk->side[i].colours = table.words[CLUSTER_COLOUR_FIRST + i] ? m_all()
                                                                                           : m_none();
    }
    walk->state = i_set(CLUSTER_STATES(FINAL));
    walk->core = square;
    walk->goes_on = m_all();
}

FN cluster_history cluster_event(cluster_tables table, const vector4 momentum[CLUSTER_BLOCKS],
                                 const real mass[FINAL])
{
    cluster_history history;
    cluster_walk walk;
    cluster_begin(table, momentum, mass, &walk);
    history.least2 = R(1e30);
    for (int i = 0; i < FINAL; ++i)
        history.kt2[i] = R(0.0);
    for (int step = 0; step < CLUSTER_STEPS; ++step)
        cluster_step(table, &walk, CLUSTER_BLOCKS - step, step, &history);
    for (int i = 2; i < CLUSTER_BLOCKS; ++i) { /* jets of what is left are those of the core */
        const mask here = i == 2 ? m_all() : m_not(walk.goes_on);
        cluster_tell(&history, here, walk.blocks.jet[i], walk.core);
    }
    history.log_scale = r_log(cluster_scale(table, walk.side, walk.core));
    return history;
}

/* Moves logarithms of squares from units to GeV. */
FN void cluster_scaled(cluster_history *history, real log_unit2)
{
    history->log_scale = history->log_scale + log_unit2;
    for (int i = 0; i < CLUSTER_STEPS; ++i)
        history->log_kt[i] = history->log_kt[i] + log_unit2;
}

/* The product of the couplings of all vertices, each at its own scale times exp(shift / 2), and no lower than
 * at `least`. `inverse`: of the coupling that each is taken over. */
FN real cluster_couplings(GLOBAL const scalar *table, const cluster_history *history, real shift, real least,
                          real inverse)
{
    real product = R(1.0), left = r_set((scalar)CLUSTER_POWERS);
    for (int step = 0; step < CLUSTER_STEPS; ++step) {
        const real alpha_s = coupling_alpha_s(table, r_max(history->log_kt[step] + shift, least)) * inverse;
        for (int i = 0; i < CLUSTER_VERTEX_POWERS; ++i)
            product = r_select(history->powers[step] > r_set((scalar)i), product * alpha_s, product);
        left = left - history->powers[step];
    }
    const real alpha_s = coupling_alpha_s(table, r_max(history->log_scale + shift, least)) * inverse;
    for (int i = 0; i < CLUSTER_POWERS; ++i)
        product = r_select(left > r_set((scalar)i), product * alpha_s, product);
    return product;
}

/* The one coupling whose power that product is. */
FN real cluster_root(real product)
{
#if CLUSTER_POWERS > 1
    return r_exp(r_log(product) * (R(1.0) / r_set((scalar)CLUSTER_POWERS)));
#else
    return product;
#endif
}

#endif

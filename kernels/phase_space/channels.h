/* Phase space of two protons' collision in channels: a t-channel by differences of rapidity, with s-channels
 * behind it. Chili (chili.h) has the measure, transverse momenta and masses. What differs is what a grid of
 * one axis after the other cannot see in the laboratory:
 *
 *   rapidities  as differences to that of the node that balances, whose own then moves all together:
 *               prod_i dy_i = prod_(i < n) d(y_i - y_n) dy_n
 *   azimuths    from the direction of the sum of the transverse momenta before
 *   decays      in the frame in which the node has no rapidity, seen from its transverse momentum
 *
 * Where both products of a decay are final and massless its polar angle is that with the beams. It keeps
 * within what their cuts leave.
 *
 * The last one moves within what the beams' energy and the cuts on rapidity leave for all of them. All
 * transverse masses are known by then, so that these limits are exact.
 *
 * A plan is data (channels_layout.h), so that all channels of a process are one program. Several of them make
 * up an integral by the shares of their densities,
 *
 *   integral f = sum_k integral f g_k / sum_j g_j,
 *
 * each term with a grid of its own. That holds for any functions g, as long as g_k is 0 where channel k does
 * not reach. Here it is the density of the map (R. Kleiss, R. Pittau, Comput. Phys. Commun. 83 (1994) 141),
 * but for the range of the last rapidity, which hardly differs between channels. */
#ifndef TESSERA_PHASE_SPACE_CHANNELS_H
#define TESSERA_PHASE_SPACE_CHANNELS_H

#ifndef FINAL
#define FINAL 2
#endif

#include "phase_space/channel_decay.h"

enum { CHANNEL_AXES = 3 * FINAL - 2, CHANNEL_NODES_HERE = CHANNEL_NODES_MOST(FINAL) };

/* 2 a.b */
FN real light_twice_dot(light_vector a, light_vector b)
{
    const real across = r_fma(a.x, b.x, a.y * b.y);
    return r_fma(a.plus, b.minus, r_fma(a.minus, b.plus, R(-2.0) * across));
}

FN light_vector light_boost(light_vector p, real boost)
{
    light_vector q = {p.plus * boost, p.minus / boost, p.x, p.y};
    return q;
}

/* The largest squared mass of a node that decays. Its parent has a mass by then, and so has what stands
 * beside it, at least a lowest one. */
FN real channel_mass_most(CONSTANT scalar *channel, int node, const real s[], real root_s)
{
    CONSTANT scalar *row = channel_row(channel, node);
    const int parent = (int)row[NODE_PARENT], beside = (int)row[NODE_BESIDE];
    real root = root_s;
    if (parent >= 0)
        root = r_sqrt(s[parent]) - r_sqrt(beside < node && beside >= FINAL
                                              ? r_set(channel_row(channel, beside)[CHILI_S_MIN])
                                              : s[beside]);
    return chili_mass_most(row, root);
}

/* Chili's squared mass. Where it may be far below the resonance half of the numbers give the one without
 * width: the photon's pole beside that of the Z. */
FN real channel_mass(CONSTANT scalar *row, real u, real highest)
{
    const real lowest = r_set(row[CHILI_S_MIN]);
    if (row[NODE_FAR] == S(0.0))
        return row[CHILI_WIDTH] > S(0.0) ? chili_mass_resonant(row, u, highest)
                                         : chili_mass_even(lowest, u, highest);
    const mask near = u < R(0.5);
    const real twice = r_select(near, u + u, u + u - R(1.0));
    return r_select(near, chili_mass_resonant(row, twice, highest), chili_mass_even(lowest, twice, highest));
}

/* ds / du of that. */
FN real channel_mass_weight(CONSTANT scalar *row, real s, real highest)
{
    if (row[CHILI_WIDTH] > S(0.0) && row[NODE_FAR] == S(0.0))
        return chili_mass_resonant_weight(row, s, highest);
    const real even = s * r_log(highest / r_set(row[CHILI_S_MIN]));
    if (row[NODE_FAR] == S(0.0))
        return even;
    const real resonant = chili_mass_resonant_weight(row, s, highest);
    return R(2.0) * resonant * even / (resonant + even);
}

/* Where one product of a node needs a transverse momentum, what the node has at least. With the product's
 * energy e and momentum k at rest, and its mass a, it is sinh(asinh(pT / a) - artanh(k / e)) of the mass. */
FN real channel_lift(real s, real root, real s_a, real s_b, real pt)
{
    const real e = R(0.5) * (s + s_a - s_b) / root, k = R(0.5) * root * channel_decay_length(s, s_a, s_b);
    const real above = r_max((pt - k) * (pt + k), R(0.0));
    return root * above / r_max(r_fma(pt, e, k * r_sqrt(r_fma(pt, pt, s_a))), R(1e-30));
}

/* The least transverse momentum of each node, by cuts on it and on what it decays into. */
FN void channel_floors(CONSTANT scalar *channel, const real s[CHANNEL_NODES_HERE],
                       real least[CHANNEL_NODES_HERE])
{
    const int nodes = (int)channel[CHANNEL_NODES];
    for (int i = 0; i < nodes; ++i) {
        CONSTANT scalar *row = channel_row(channel, i);
        least[i] = r_set(row[CHILI_PT_MIN]);
        if (row[NODE_LIFTS] == S(0.0))
            continue;
        const int a = (int)row[NODE_LEFT], b = (int)row[NODE_RIGHT];
        const real root = r_sqrt(s[i]);
        /* Nor have both together more than the transverse mass. */
        const real both = least[a] + least[b];
        least[i] = r_max(least[i], r_sqrt(r_max(r_fma(both, both, -s[i]), R(0.0))));
        least[i] = r_max(least[i], r_max(channel_lift(s[i], root, s[a], s[b], least[a]),
                                         channel_lift(s[i], root, s[b], s[a], least[b])));
    }
}

/* What nodes of the t-channel leave those behind them: transverse momentum, and limits of the jets' part of
 * HT. That of a node is not above its transverse mass, and of jets alone not below their momentum. */
typedef struct channel_balance {
    real x, y, ht_least, ht_most;
} channel_balance;

/* The transverse momentum that those before a node have together. */
FN real channel_pt_before(const channel_balance *sum)
{
    return r_sqrt(r_fma(sum->x, sum->x, sum->y * sum->y));
}

FN void channel_balance_add(CONSTANT scalar *channel, int node, real x, real y, real s, channel_balance *sum)
{
    CONSTANT scalar *row = channel_row(channel, node);
    sum->x = sum->x + x;
    sum->y = sum->y + y;
    if (row[NODE_JETS] == S(0.0) || (channel[CHANNEL_HT_MIN] == S(0.0) && channel[CHANNEL_HT_MAX] >= S(1e30)))
        return;
    const real pt2 = r_fma(x, x, y * y), none = R(0.0);
    sum->ht_least = sum->ht_least + (row[NODE_JETS] == S(2.0) ? r_sqrt(pt2) : none);
    sum->ht_most = sum->ht_most + r_sqrt(pt2 + s);
}

/* The limits that HT sets to a node: the part of it that jets lack, and the room that they leave. */
FN chili_range channel_range_of_ht(CONSTANT scalar *channel, int node, int last,
                                   const real s[CHANNEL_NODES_HERE], const real least[CHANNEL_NODES_HERE],
                                   const channel_balance *sum, real before, chili_range range)
{
    CONSTANT scalar *row = channel_row(channel, node), *end = channel_row(channel, last);
    const real none = R(0.0);
    if (channel[CHANNEL_HT_MIN] > S(0.0) && row[NODE_HT_SHARE] > S(0.0)) {
        const real own = row[NODE_JETS] > S(0.0) ? r_sqrt(s[node]) : none;
        const real other = end[NODE_JETS] > S(0.0) ? r_sqrt(s[last]) + before + r_set(row[NODE_LATER]) : none;
        const real lacks = r_set(channel[CHANNEL_HT_MIN]) - sum->ht_most - own - other;
        range.least = r_max(range.least, lacks * r_set(row[NODE_HT_SHARE]));
    }
    if (channel[CHANNEL_HT_MAX] < S(1e30)) {
        const int alone = row[NODE_JETS] == S(2.0);
        const real room = r_set(channel[CHANNEL_HT_MAX]) - sum->ht_least;
        if (alone)
            range.most = r_min(range.most, room - r_set(row[NODE_LATER_LEAST]) -
                                               (end[NODE_JETS] == S(2.0) ? least[last] : none));
        if (row[NODE_REST_JETS] > S(0.0))
            range.most = r_min(range.most, (room + before) * (alone ? R(0.5) : R(1.0)));
    }
    return range;
}

/* The limit that the mass of a pair of massless particles sets: m^2 = 2 pT1 pT2 (cosh(y) - cos(phi)) needs
 * pT1 pT2 above a number. The node that balances has no more than all before it and this one. */
FN real channel_least_of_pair(CONSTANT scalar *row, int last, const light_vector momentum[CHANNEL_NODES_HERE],
                              real before)
{
    const int pair = (int)row[NODE_PAIR];
    const real product = R(0.5) * r_set(row[NODE_PAIR_MASS2]) / r_set(row[NODE_PAIR_REACH]);
    if (pair != last)
        return product / r_sqrt(light_pt2(momentum[pair]));
    const real most = before + r_set(row[NODE_LATER]);
    return R(2.0) * product / (most + r_sqrt(r_fma(most, most, R(4.0) * product)));
}

/* The most that two massless particles which are apart have together. With pT1 pT2 below a number one of them
 * has its least. */
FN real channel_most_of_pair(CONSTANT scalar *channel, CONSTANT scalar *row, real s)
{
    const scalar a = channel_row(channel, (int)row[NODE_LEFT])[CHILI_PT_MIN],
                 b = channel_row(channel, (int)row[NODE_RIGHT])[CHILI_PT_MIN];
    const real product = s / r_set(row[NODE_APART]);
    return r_max(r_set(a) + product / r_set(a), r_set(b) + product / r_set(b));
}

/* The limits of a node's transverse momentum: those of cuts on it, and what balances it may have. All are
 * sides of a polygon. */
FN chili_range channel_pt_range(CONSTANT scalar *channel, int node, int last,
                                const light_vector momentum[CHANNEL_NODES_HERE],
                                const real s[CHANNEL_NODES_HERE], const real least[CHANNEL_NODES_HERE],
                                const channel_balance *sum, real root_s)
{
    CONSTANT scalar *row = channel_row(channel, node);
    chili_range range = chili_pt_range(row, root_s);
    range.least = least[node];
    if (row[NODE_APART] > S(0.0))
        range.most = r_min(range.most, channel_most_of_pair(channel, row, s[node]));
    if (row[NODE_PAIR_REACH] > S(0.0))
        range.least = r_max(range.least, channel_least_of_pair(row, last, momentum, channel_pt_before(sum)));
    if (row[NODE_FOLLOWS] == S(0.0))
        return range;
    const real before = channel_pt_before(sum), later = r_set(row[NODE_LATER]);
    const real most = r_set(channel_row(channel, last)[CHILI_PT_MAX]);
    range.least = r_max(range.least, r_max(least[last] - before, before - most) - later);
    range.most = r_min(range.most, most + before + later);
    return channel_range_of_ht(channel, node, last, s, least, sum, before, range);
}

/* What the t-channel has so far: its momentum, with light-cone components as the last node sees them. With it
 * stand the limits of that node's rapidity. */
typedef struct channel_sum {
    light_vector p;
    real top, bottom;
} channel_sum;

/* The differences of rapidity to the last node that a node may have: from -span to `below` and from `above`
 * to span. Without a partner both meet at 0. */
typedef struct channel_gap {
    real below, above, length; /* length of both parts together */
} channel_gap;

/* A pair of a least mass has m^2 - m1^2 - m2^2 - 2 pT1 pT2 < 2 m_T1 m_T2 cosh(y1 - y2). `end` is the last
 * node's momentum, or its largest transverse one in the frame where it has no rapidity. */
FN channel_gap channel_gap_of(CONSTANT scalar *channel, int node, int last,
                              const light_vector momentum[CHANNEL_NODES_HERE],
                              const real s[CHANNEL_NODES_HERE], real pt, real before, real tilt)
{
    CONSTANT scalar *row = channel_row(channel, node);
    const int pair = (int)row[NODE_PAIR];
    const real span = r_set(row[NODE_SPAN]), none = R(0.0);
    real other = pt + before + r_set(row[NODE_LATER]), centre = none;
    if (pair != last) {
        other = r_sqrt(light_pt2(momentum[pair]));
        centre = R(0.5) * r_log(momentum[pair].plus / momentum[pair].minus) - tilt;
    }
    const real masses = r_fma(pt, pt, s[node]) * r_fma(other, other, s[pair]);
    const real lacks = r_set(row[NODE_PAIR_MASS2]) - s[node] - s[pair] - R(2.0) * pt * other;
    const real ratio = r_max(R(0.5) * lacks / r_sqrt(masses), R(1.0));
    const real away = r_log(ratio + r_sqrt((ratio - R(1.0)) * (ratio + R(1.0))));
    channel_gap gap = {r_min(r_max(centre - away, -span), span), r_max(r_min(centre + away, span), -span),
                       none};
    gap.length = (gap.below + span) + (span - gap.above);
    return gap;
}

/* A difference of rapidity, even in what a gap leaves. */
FN real channel_away(channel_gap gap, real span, real u)
{
    const real part = u * gap.length, below = gap.below + span;
    return r_select(part < below, part - span, gap.above + (part - below));
}

/* One node of the t-channel but the last, seen from that. */
FN light_vector channel_node(CONSTANT scalar *channel, int node, int last, const real u[3],
                             const light_vector momentum[CHANNEL_NODES_HERE],
                             const real masses[CHANNEL_NODES_HERE], chili_range range, channel_sum *sum,
                             real *weight, mask *open)
{
    CONSTANT scalar *row = channel_row(channel, node);
    const real s = masses[node];
    const real pt2 = chili_pt2(row, u[0], range, weight);
    const real pt = r_sqrt(pt2), mt = r_sqrt(pt2 + s);
    const real span = r_set(row[NODE_SPAN]), y_max = r_set(row[CHILI_Y_MAX]);
    const real before = r_sqrt(light_pt2(sum->p));
    real away = span * r_fma(R(2.0), u[1], R(-1.0)), wide = span + span;
    if (row[NODE_PAIR] >= S(0.0)) {
        const channel_gap gap = channel_gap_of(channel, node, last, momentum, masses, pt, before, R(0.0));
        away = channel_away(gap, span, u[1]);
        wide = gap.length;
        *open = m_and(*open, wide > R(0.0));
    }
    const real along = r_exp(away);
    const mask none = before == R(0.0);
    const real inverse = pt / r_select(none, R(1.0), before);
    const real x = r_select(none, pt, sum->p.x * inverse), y = r_select(none, R(0.0), sum->p.y * inverse);
    real sine, cosine;
    r_sincos_2pi(u[2], &sine, &cosine);
    *weight = *weight * wide;
    light_vector p = {mt * along, mt / along, r_fma(x, cosine, -(y * sine)), r_fma(x, sine, y * cosine)};
    sum->p = light_add(sum->p, p);
    sum->top = r_min(sum->top, y_max - away);
    sum->bottom = r_max(sum->bottom, -y_max - away);
    return p;
}

/* The last node: exp of its rapidity is `boost`. */
FN light_vector channel_last(CONSTANT scalar *row, real u, real s, real root_s, channel_sum *sum,
                             real *weight, real *boost, mask *pass)
{
    const real mt = r_sqrt(s + light_pt2(sum->p)), y_max = r_set(row[CHILI_Y_MAX]);
    light_vector p = {mt, mt, -sum->p.x, -sum->p.y};
    sum->p = light_add(sum->p, p);
    const real top = r_min(r_min(sum->top, y_max), r_log(root_s / sum->p.plus));
    const real bottom = r_max(r_max(sum->bottom, -y_max), -r_log(root_s / sum->p.minus));
    *pass = bottom < top;
    *boost = r_exp(r_fma(u, top - bottom, bottom));
    *weight = *weight * (top - bottom);
    return p;
}

/* Final momenta in the laboratory, their sum, and the weight but for what is constant. Returns the lanes
 * within the beams' energy. */
FN mask channel_sample(CONSTANT scalar *channel, const real x[CHANNEL_AXES], real root_s,
                       light_vector momentum[CHANNEL_NODES_HERE], light_vector *all, real *weight)
{
    const int nodes = (int)channel[CHANNEL_NODES], count = (int)channel[CHANNEL_T];
    const real none = R(0.0);
    channel_sum sum = {{none, none, none, none}, R(1e3), R(-1e3)};
    channel_balance balance = {none, none, none, none};
    real s[CHANNEL_NODES_HERE], least[CHANNEL_NODES_HERE], boost;
    int axis = 0;
    mask pass, open = m_all();
    for (int i = 0; i < FINAL; ++i) {
        const real mass = r_set(channel_row(channel, i)[CHILI_MASS]);
        s[i] = mass * mass;
    }
    for (int i = nodes - 1; i >= FINAL; --i, ++axis) {
        const real highest = channel_mass_most(channel, i, s, root_s);
        s[i] = channel_mass(channel_row(channel, i), x[axis], highest);
        *weight = *weight * channel_mass_weight(channel_row(channel, i), s[i], highest);
    }
    const int last = (int)channel[CHANNEL_T_LIST + count - 1];
    channel_floors(channel, s, least);
    for (int i = 0; i + 1 < count; ++i, axis += 3) {
        const int node = (int)channel[CHANNEL_T_LIST + i];
        chili_range range = channel_pt_range(channel, node, last, momentum, s, least, &balance, root_s);
        open = m_and(open, range.least < range.most);
        range.most = r_max(range.least, range.most);
        momentum[node] = channel_node(channel, node, last, x + axis, momentum, s, range, &sum, weight, &open);
        channel_balance_add(channel, node, momentum[node].x, momentum[node].y, s[node], &balance);
    }
    momentum[last] = channel_last(channel_row(channel, last), x[axis++], s[last], root_s, &sum, weight,
                                  &boost, &pass);
    pass = m_and(pass, open);
    for (int i = 0; i < count; ++i) {
        const int node = (int)channel[CHANNEL_T_LIST + i];
        momentum[node] = light_boost(momentum[node], boost);
    }
    *all = light_boost(sum.p, boost);
    for (int i = nodes - 1; i >= FINAL; --i, axis += 2) {
        CONSTANT scalar *row = channel_row(channel, i);
        const int left = (int)row[NODE_LEFT], right = (int)row[NODE_RIGHT];
        const channel_range range = channel_decay_range(channel, i, momentum[i], s, least);
        const real u[2] = {channel_place(range, x[axis]), x[axis + 1]};
        pass = m_and(pass, range.width > R(0.0));
        *weight = *weight * (channel_decay_length(s[i], s[left], s[right]) * range.width);
        channel_decay(row, momentum[i], s[i], s[left], s[right], u, &momentum[left], &momentum[right]);
    }
    return pass;
}

/* The density g of a channel where the final momenta are these; other entries of `momentum` are free. */
FN real channel_density(CONSTANT scalar *channel, light_vector momentum[CHANNEL_NODES_HERE], real root_s)
{
    const int nodes = (int)channel[CHANNEL_NODES], count = (int)channel[CHANNEL_T];
    real s[CHANNEL_NODES_HERE], least[CHANNEL_NODES_HERE], weight = R(1.0);
    channel_balance balance = {R(0.0), R(0.0), R(0.0), R(0.0)};
    mask inside = m_all();
    for (int i = 0; i < FINAL; ++i) {
        const real mass = r_set(channel_row(channel, i)[CHILI_MASS]);
        s[i] = mass * mass;
    }
    for (int i = FINAL; i < nodes; ++i) {
        CONSTANT scalar *row = channel_row(channel, i);
        const int left = (int)row[NODE_LEFT], right = (int)row[NODE_RIGHT];
        s[i] = s[left] + s[right] + light_twice_dot(momentum[left], momentum[right]);
        momentum[i] = light_add(momentum[left], momentum[right]);
    }
    channel_floors(channel, s, least);
    for (int i = FINAL; i < nodes; ++i) {
        CONSTANT scalar *row = channel_row(channel, i);
        const real width = channel_decay_range(channel, i, momentum[i], s, least).width;
        inside = m_and(inside, width > R(0.0));
        weight = weight *
                 (channel_decay_length(s[i], s[(int)row[NODE_LEFT]], s[(int)row[NODE_RIGHT]]) * width);
    }
    for (int i = nodes - 1; i >= FINAL; --i) {
        CONSTANT scalar *row = channel_row(channel, i);
        const real highest = channel_mass_most(channel, i, s, root_s);
        inside = m_and(inside, m_and(s[i] >= r_set(row[CHILI_S_MIN]), s[i] <= highest));
        weight = weight * channel_mass_weight(row, s[i], highest);
    }
    const int last = (int)channel[CHANNEL_T_LIST + count - 1];
    for (int i = 0; i + 1 < count; ++i) {
        const int node = (int)channel[CHANNEL_T_LIST + i];
        CONSTANT scalar *row = channel_row(channel, node);
        const chili_range range = channel_pt_range(channel, node, last, momentum, s, least, &balance, root_s);
        if (row[NODE_PAIR] >= S(0.0)) {
            const real before = channel_pt_before(&balance);
            const real tilt = R(0.5) * r_log(momentum[last].plus / momentum[last].minus);
            const channel_gap gap = channel_gap_of(channel, node, last, momentum, s,
                                                   r_sqrt(light_pt2(momentum[node])), before, tilt);
            weight = weight * (gap.length / r_set(S(2.0) * row[NODE_SPAN]));
        }
        weight = weight * chili_pt2_weight(row, light_pt2(momentum[node]), range);
        inside = m_and(inside, range.least < range.most);
        channel_balance_add(channel, node, momentum[node].x, momentum[node].y, s[node], &balance);
    }
    return r_select(m_and(inside, weight > R(0.0)), r_set(channel[CHANNEL_FACTOR]) / weight, R(0.0));
}

/* The share of channel `own` of `count` in the sum of all densities. Where none is above zero it is 0. */
FN real channel_share(CONSTANT scalar *channels, int count, int own,
                      light_vector momentum[CHANNEL_NODES_HERE], real root_s)
{
    real sum = R(0.0), mine = R(0.0);
    for (int i = 0; i < count; ++i) {
        const real g = channel_density(channels + CHANNEL_NUMBERS(FINAL) * i, momentum, root_s);
        sum = sum + g;
        if (i == own)
            mine = g;
    }
    return r_select(sum > R(0.0), mine / sum, R(0.0));
}

#endif

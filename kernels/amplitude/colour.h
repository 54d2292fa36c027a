/* The random colour order and polarisations of an event, and its momenta in
 * that order.
 *
 * At leading colour the sum over the (n-1)! orders is replaced by one of them,
 * drawn uniformly (Giele, Stavenga, Winter, Eur. Phys. J. C 71 (2011) 1703, eqs. 7, 8). */
#ifndef TESSERA_AMPLITUDE_COLOUR_H
#define TESSERA_AMPLITUDE_COLOUR_H

#include "amplitude/current.h"
#include "integrand.h"
#include "random.h"

/* The draws of STREAM_HELICITY: words that order the colours, then the leading and the trailing words of the
 * azimuths. Of these, single precision needs the first alone. */
#define DRAW_COLOUR 0
#define DRAW_AZIMUTH 4
#define DRAW_AZIMUTH_LOW 8

/* A uniformly random order of the gluons up to its cyclic symmetry: the last gluon
 * stays last, the ranks of random words order the others. Equal words (one
 * event in 2^32 / (n^2/2)) rank as they stand. */
FN void colour_order(event_number event, index order[GLUONS])
{
    word words[4], key[GLUONS + 3];
    for (int i = 0; i < GLUONS - 1; i += 4) {
        random_words(event, STREAM_HELICITY, DRAW_COLOUR + (uint32)i / 4, words);
        for (int k = 0; k < 4; ++k)
            key[i + k] = words[k];
    }
    order[GLUONS - 1] = i_set(GLUONS - 1);
    for (int i = 0; i < GLUONS - 1; ++i) {
        order[i] = i_set(i);
        for (int j = 0; j < i; ++j) {
            index before = i_select(w_less(key[i], key[j]), i_set(1), i_set(0));
            order[i] = order[i] - before;
            order[j] = order[j] + before;
        }
    }
}

/* One uniform azimuth per gluon, for polarization_real. */
FN void colour_azimuths(event_number event, real azimuth[GLUONS])
{
    for (int i = 0; i < GLUONS; i += 4) {
        word high[4], low[4];
        random_words(event, STREAM_HELICITY, DRAW_AZIMUTH + (uint32)i / 4, high);
        random_words(event, STREAM_HELICITY, DRAW_AZIMUTH_LOW + (uint32)i / 4, low);
        for (int k = 0; k < 4 && i + k < GLUONS; ++k)
            azimuth[i + k] = uniform(high[k], low[k]);
    }
}

/* The momentum of a gluon chosen per lane, outgoing. Gluons 0 and 1 are those
 * of beams of this energy along +z and -z. Those of others come from a state
 * whose first numbers are the four components of each in turn. Few are faster
 * looked at one by one than fetched lane by lane. */
FN vector4 momentum_gather(event_state state, index gluon, real beam)
{
    mask is_beam = gluon < i_set(2), is_first = gluon < i_set(1);
    vector4 p;
#if GLUONS <= 8 && !defined(GPU)
    p.e = p.x = p.y = p.z = R(0.0);
    for (int i = 0; i < GLUONS - 2; ++i) {
        mask here = gluon == i_set(i + 2);
        p.e = r_select(here, state_fetch(state, 4 * i), p.e);
        p.x = r_select(here, state_fetch(state, 4 * i + 1), p.x);
        p.y = r_select(here, state_fetch(state, 4 * i + 2), p.y);
        p.z = r_select(here, state_fetch(state, 4 * i + 3), p.z);
    }
#else
    index stride = i_set((int)state.stride), place = i_select(is_beam, i_set(0), gluon - i_set(2));
    index at = place * stride * i_set(4) + w_index(w_lane());
    p.e = r_load(state.values, at);
    p.x = r_load(state.values, at + stride);
    p.y = r_load(state.values, at + stride + stride);
    p.z = r_load(state.values, at + stride + stride + stride);
#endif
    p.e = r_select(is_beam, -beam, p.e);
    p.x = r_select(is_beam, R(0.0), p.x);
    p.y = r_select(is_beam, R(0.0), p.y);
    p.z = r_select(is_beam, r_select(is_first, -beam, beam), p.z);
    return p;
}

#endif

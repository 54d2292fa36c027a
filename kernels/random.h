/* Random numbers: Philox4x32-10, a counter-based generator.
 *
 * J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers:
 * as easy as 1, 2, 3", SC11. The counter is (event number, 64 bits; draw, 32;
 * stream, 32), the key is the seed: an event's numbers depend on nothing else. */
#ifndef TESSERA_RANDOM_H
#define TESSERA_RANDOM_H

#include "dialect.h"

/* What the numbers are for; the last word of the counter. No two are the same, for none is given a number of
 * its own. New ones come last, as events keep their bits. */
enum {
    STREAM_SAMPLING,
    STREAM_HELICITY, /* polarisations, helicities and colour permutations */
    STREAM_SHOWER,
    STREAM_UNWEIGHTING,
    STREAM_SHIFTS,
    STREAM_SUBPROCESS,   /* which flavours an event has, where its weight is the sum over them */
    STREAM_CHANNELS,     /* from which channel of a sum an event of a file is */
    STREAM_SECOND_STAGE, /* whether an event is kept by it: by its ratio to all colours, or its factor of
                            merging */
    STREAM_WAYS,         /* in which way each particle of an event of a file decays */
    STREAM_DECAYS,       /* momenta of these decays, and whether they are taken */
    STREAM_DECAY_SCOUTS, /* momenta by which the maximum is scouted */
    STREAM_GHOSTS,       /* trials of a shower that never emit */
    STREAM_HISTORIES     /* which history an event that is merged has */
};

/* The number of an event, 64 bits per lane, and the seed. */
typedef struct event_number {
    word low, high;
    uint32 seed_low, seed_high;
} event_number;

/* The keys of all rounds, from key[2]. */
#define PHILOX_ROUNDS 10
typedef struct random_keys {
    uint32 low[PHILOX_ROUNDS], high[PHILOX_ROUNDS];
} random_keys;

FN random_keys random_keys_of(uint32 key0, uint32 key1)
{
    random_keys keys;
    UNROLL
    for (int round = 0; round < PHILOX_ROUNDS; ++round) {
        keys.low[round] = key0 + 0x9E3779B9u * (uint32)round;
        keys.high[round] = key1 + 0xBB67AE85u * (uint32)round;
    }
    return keys;
}

/* One block of four words from counter[4] (section 3.3, table 2). */
FN void philox4x32_by(const word counter[4], const random_keys *keys, word words[4])
{
    factor c0 = w_factor(counter[0]), c1 = w_factor(counter[1]);
    factor c2 = w_factor(counter[2]), c3 = w_factor(counter[3]);
    UNROLL
    for (int round = 0; round < PHILOX_ROUNDS; ++round) {
        factor high0, low0, high1, low1;
        factor_multiply(c0, 0xD2511F53u, &high0, &low0);
        factor_multiply(c2, 0xCD9E8D57u, &high1, &low1);
        c0 = high1 ^ c1 ^ keys->low[round];
        c1 = low1;
        c2 = high0 ^ c3 ^ keys->high[round];
        c3 = low0;
    }
    words[0] = factor_word(c0);
    words[1] = factor_word(c1);
    words[2] = factor_word(c2);
    words[3] = factor_word(c3);
}

FN void philox4x32(const word counter[4], uint32 key0, uint32 key1, word words[4])
{
    const random_keys keys = random_keys_of(key0, key1);
    philox4x32_by(counter, &keys, words);
}

/* The four words of draw number `draw` of a stream of an event; a number for each lane, or one for all. */
FN void random_words_at(event_number event, uint32 stream, word draw, word words[4])
{
    word counter[4];
    counter[0] = event.low;
    counter[1] = event.high;
    counter[2] = draw;
    counter[3] = w_set(stream);
    philox4x32(counter, event.seed_low, event.seed_high, words);
}

FN void random_words(event_number event, uint32 stream, uint32 draw, word words[4])
{
    random_words_at(event, stream, w_set(draw), words);
}

/* The bits of 1, behind which there is room for 23 or 52. */
#if PRECISION_DOUBLE
#define ONE_BITS 0x3ff0000000000000
#else
#define ONE_BITS 0x3f800000
#endif

#if PRECISION_DOUBLE
/* A one in front of the leading 52 of 64 digits. */
FN real above_one_of(long_word digits) { return r_from_bits(ONE_BITS | (real_bits)(digits >> 12)); }
#endif

/* 1 + 2k u, where u is half of the distance from 1 to the next number. k is the leading 23 bits of (high,
 * low) in single, the leading 52 in double precision. It is made without a conversion. */
FN real uniform_above_one(word high, word low)
{
#if PRECISION_DOUBLE
    return above_one_of(w_long(high) << 32 | w_long(low));
#else
    (void)low;
    return r_from_bits(ONE_BITS | w_index(high >> 9));
#endif
}

/* A uniform number strictly inside (0,1): (2k + 1) u, exact, so that both precisions see the same event. */
FN real uniform(word high, word low) { return uniform_above_one(high, low) - r_set(BELOW_ONE); }

/* Two uniform numbers from one draw. */
FN void uniform_pair_at(event_number event, uint32 stream, word draw, real pair[2])
{
    word words[4];
    random_words_at(event, stream, draw, words);
    pair[0] = uniform(words[0], words[1]);
    pair[1] = uniform(words[2], words[3]);
}

FN void uniform_pair(event_number event, uint32 stream, uint32 draw, real pair[2])
{
    uniform_pair_at(event, stream, w_set(draw), pair);
}

/* All numbers from 1 to 2 that one draw has for this precision, where the other need not see the same. The
 * keys are the caller's: a GPU that has them as arguments saves an addition a round. */
#define UNIFORMS_OF_BLOCK (PRECISION_DOUBLE ? 2 : 4)

FN void uniform_block(event_number event, const random_keys *keys, uint32 stream, uint32 draw,
                      real numbers[UNIFORMS_OF_BLOCK])
{
    const word counter[4] = {event.low, event.high, w_set(draw), w_set(stream)};
    word words[4];
    philox4x32_by(counter, keys, words);
    for (int i = 0; i < UNIFORMS_OF_BLOCK; ++i)
        numbers[i] = uniform_above_one(words[4 / UNIFORMS_OF_BLOCK * i],
                                       words[4 / UNIFORMS_OF_BLOCK * i + PRECISION_DOUBLE]);
}

#endif

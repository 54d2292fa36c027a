/* The dialect for C17 with GNU vector extensions: a lane is one element of a
 * SIMD vector. Intrinsics stand only where the generic form is slow (square
 * root, fused multiply-add, minimum, 64-bit products, tests of a mask,
 * compression). */
#ifndef TESSERA_DIALECT_CPU_H
#define TESSERA_DIALECT_CPU_H

#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define SIMD_BYTES 64
#elif defined(__AVX2__) && defined(__FMA__)
#define SIMD_BYTES 32
#else
#define SIMD_BYTES 16
#endif

/* Functions become part of their callers. Where they stay apart, as in most tests, a program is compiled in
 * less than half the time and runs slower, to the same bits. */
#ifdef FUNCTIONS_STAY_APART
#define FN static inline __attribute__((unused))
#else
#define FN static inline __attribute__((always_inline, unused))
#endif
#define FN_APART static __attribute__((noinline, unused))
/* Large, and called by several kernels of a program: one copy serves all. */
#define FN_SHARED FN_APART
#define GLOBAL
#define LOCAL
#define CONSTANT const

/* Before a loop of constant, small trip count that is to be unrolled whole. */
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define ROLLED

typedef uint32_t uint32;
typedef uint64_t uint64;
typedef int64_t int64;

#if PRECISION_DOUBLE
typedef double scalar;
typedef int64 scalar_bits;
#define S(literal) (literal)
#else
typedef float scalar;
typedef int32_t scalar_bits;
#define S(literal) (literal##f)
#endif

#ifndef LANES
#define LANES (SIMD_BYTES / (PRECISION_DOUBLE ? 8 : 4))
#endif
/* Intrinsics serve only the natural width. */
#define SIMD_NATURAL (LANES * (PRECISION_DOUBLE ? 8 : 4) == SIMD_BYTES)

typedef scalar real __attribute__((vector_size(LANES * sizeof(scalar))));
typedef scalar_bits index __attribute__((vector_size(LANES * sizeof(scalar))));
typedef index real_bits;
typedef index mask; /* all bits set, or none, as comparisons give it */
typedef uint32 word __attribute__((vector_size(LANES * 4)));
typedef int64 wide __attribute__((vector_size(LANES * 8)));
typedef uint64 long_word __attribute__((vector_size(LANES * 8)));
typedef int32_t narrow_mask __attribute__((vector_size(LANES * 4)));

#if defined(__x86_64__)
#include "dialect_x86.h"
#endif

#define FOR_LANES(l) for (int l = 0; l < LANES; ++l)

FN real r_set(scalar s) { return s - (real){0}; }
FN index i_set(int i) { return (scalar_bits)i + (index){0}; }
FN word w_set(uint32 u) { return u + (word){0}; }
FN long_word long_set(uint64 u) { return u + (long_word){0}; }
#define R(literal) r_set(S(literal))
#define r_first(a) ((a)[0])

/* 0, 1, 2, ...: the number of each lane. */
FN word w_lane(void)
{
    word lane = {0};
    FOR_LANES(l)
        lane[l] = (uint32)l;
    return lane;
}

FN mask m_none(void) { return (mask){0}; }
FN mask m_all(void) { return ~(mask){0}; }
FN mask m_and(mask a, mask b) { return a & b; }
FN mask m_or(mask a, mask b) { return a | b; }
FN mask m_not(mask a) { return ~a; }
FN mask w_less(word a, word b) { return __builtin_convertvector((narrow_mask)(a < b), mask); }

FN index i_select(mask m, index a, index b) { return (m & a) | (~m & b); }
FN real r_select(mask m, real a, real b) { return (real)i_select(m, (index)a, (index)b); }
FN word w_select(mask m, word a, word b)
{
    word narrow = (word) __builtin_convertvector(m, narrow_mask);
    return (narrow & a) | (~narrow & b);
}

/* The argument itself, about which the compiler knows nothing: for measuring. */
FN real r_opaque(real a)
{
    __asm__ volatile("" : "+m"(a));
    return a;
}
FN real_bits r_bits(real a) { return (index)a; }
FN real r_from_bits(real_bits a) { return (real)a; }
/* The absolute value clears the sign, the highest bit. */
FN real r_abs(real a)
{
    return (real)((index)a & ~((index){0} + (scalar_bits)((uint64)1 << (8 * sizeof(scalar) - 1))));
}

#if SIMD_BYTES == 64 && SIMD_NATURAL && PRECISION_DOUBLE
FN index i_min(index a, index b) { return (index)simd_min_integers(a, b); }
#else
FN index i_min(index a, index b) { return i_select(a < b, a, b); }
#endif
FN index r_floor_index(real a) { return __builtin_convertvector(a, index); }
FN real r_from_index(index a) { return __builtin_convertvector(a, real); }
FN real r_floor_small(real a) { return r_from_index(r_floor_index(a)); }
FN index r_floor_below(real a, int limit, real *floor_of_a)
{
    index below = r_floor_index(a);
    *floor_of_a = r_from_index(below);
    return i_min(below, i_set(limit - 1));
}
FN word w_most(word a, word b)
{
    word less = (word)(a < b);
    return (less & b) | (~less & a);
}
FN index w_index(word a) { return __builtin_convertvector(a, index); }
FN word i_word(index a) { return __builtin_convertvector(a, word); }
FN long_word w_long(word a) { return __builtin_convertvector(a, long_word); }
FN word w_carry(word sum, word addend) { return -(word)(sum < addend); } /* true is -1 */

/* The high halves of the products. The instruction multiplies the even elements to 64 bits; compilers do not
 * find it from the generic form. */
#if defined(__x86_64__) && LANES >= 4 && LANES * 4 <= SIMD_BYTES
#if LANES == 16
#define multiply_even multiply_even_512
#elif LANES == 8
#define multiply_even multiply_even_256
#else
#define multiply_even multiply_even_128
#endif
typedef uint64 word_pair __attribute__((vector_size(LANES * 4)));
FN word w_mulhi(word a, uint32 b)
{
    const word_pair factors = b + (word_pair){0};
    word_pair even = (word_pair)multiply_even(a, factors);
    word_pair odd = (word_pair)multiply_even((word_pair)a >> 32, factors);
    return (word)((even >> 32) | (odd & ~(uint64)0xffffffff));
}
#else
FN word w_mulhi(word a, uint32 b)
{
    return __builtin_convertvector((__builtin_convertvector(a, long_word) * b) >> 32, word);
}
#endif

/* A word that is multiplied again and again. Where vectors hold as many words of 64 bits as there are lanes,
 * one instruction makes both halves of the products. It does not look at the upper half of what it
 * multiplies. */
#if defined(__x86_64__) && PRECISION_DOUBLE && SIMD_NATURAL && SIMD_BYTES >= 32
typedef long_word factor;
FN factor w_factor(word a) { return __builtin_convertvector(a, factor); }
FN word factor_word(factor a) { return __builtin_convertvector(a, word); }
FN void factor_multiply(factor a, uint32 b, factor *high, factor *low)
{
#if SIMD_BYTES == 64
    *low = (factor)multiply_even_512(a, long_set(b));
#else
    *low = (factor)multiply_even_256(a, long_set(b));
#endif
    *high = *low >> 32;
}
#else
typedef word factor;
FN factor w_factor(word a) { return a; }
FN word factor_word(factor a) { return a; }
FN void factor_multiply(factor a, uint32 b, factor *high, factor *low)
{
    *high = w_mulhi(a, b);
    *low = a * b;
}
#endif

#if defined(simd_sqrt) && SIMD_BYTES >= 32 && SIMD_NATURAL
FN real r_sqrt(real a) { return (real)simd_sqrt(a); }
FN real r_fma(real a, real b, real c) { return (real)simd_fma(a, b, c); }
FN real r_min(real a, real b) { return (real)simd_min(a, b); } /* a < b ? a : b, also for NaN and -0 */
FN real r_max(real a, real b) { return (real)simd_max(a, b); }
FN unsigned m_lanes(mask m) { return (unsigned)simd_mask(m); }
#else
FN real r_min(real a, real b) { return r_select(a < b, a, b); }
FN real r_max(real a, real b) { return r_select(a > b, a, b); }
FN real r_sqrt(real a)
{
    FOR_LANES(l)
        a[l] = PRECISION_DOUBLE ? (scalar)__builtin_sqrt(a[l]) : (scalar)__builtin_sqrtf((float)a[l]);
    return a;
}
/* Without the instruction the C library's exact one serves: slow, and the same bits. */
FN real r_fma(real a, real b, real c)
{
    FOR_LANES(l)
        a[l] = PRECISION_DOUBLE ? (scalar)__builtin_fma(a[l], b[l], c[l])
                                : (scalar)__builtin_fmaf((float)a[l], (float)b[l], (float)c[l]);
    return a;
}
/* Bit l is set where lane l holds. */
FN unsigned m_lanes(mask m)
{
    unsigned bits = 0;
    FOR_LANES(l)
        bits |= (unsigned)(m[l] & 1) << l;
    return bits;
}
#endif
FN real r_below_one(real a) { return r_min(a, r_set(BELOW_ONE)); }

FN int r_any(mask m) { return m_lanes(m) != 0; }
FN int r_all(mask m) { return m_lanes(m) == (uint32)(((uint64)1 << LANES) - 1); }

/* Through memory, which is faster than taking elements out of a vector, and on AMD's processors than the
 * gather instruction. (Measured on Zen 5: 2.7, 3.6 and 5.3 ns for 16 floats in the first cache.) On Intel's
 * that is faster (src/program/level.c): a shower took .84 of the time. */
#ifndef SIMD_GATHERS
#define SIMD_GATHERS 0
#endif
#define GATHERS (SIMD_GATHERS && SIMD_BYTES == 64 && SIMD_NATURAL && PRECISION_DOUBLE)
#if GATHERS
FN real r_load(const scalar *table, index i) { return (real)simd_gather(table, i); }
#else
FN real r_load(const scalar *table, index i)
{
    scalar_bits at[LANES];
    scalar values[LANES];
    real value;
    __builtin_memcpy(at, &i, sizeof i);
    FOR_LANES(l)
        values[l] = table[at[l]];
    __builtin_memcpy(&value, values, sizeof value);
    return value;
}
#endif

/* One over a number of a size that float has, to a relative 2^-47 in double precision. It is the quotient in
 * single precision, and a step of Newton's. */
#if PRECISION_DOUBLE
typedef float narrow_real __attribute__((vector_size(LANES * sizeof(float))));
FN real r_inverse(real a)
{
    narrow_real near = 1.0F / __builtin_convertvector(a, narrow_real);
    real guess = __builtin_convertvector(near, real);
    return r_fma(guess, r_fma(-a, guess, R(1.0)), guess);
}
#else
FN real r_inverse(real a) { return R(1.0) / a; }
#endif

/* Two neighbours for each lane, from table[2 i] on. Where vectors have room for them they are loaded
 * together, those of even lanes side by side and those of odd ones. */
#if PRECISION_DOUBLE && (LANES == 4 || LANES == 8)
typedef scalar two __attribute__((vector_size(2 * sizeof(scalar)), aligned(sizeof(scalar)), may_alias));
FN real r_pairs(const scalar *table, const scalar_bits *at)
{
#define TWO(k) (*(const two *)(table + at[k]))
#define FOUR_FROM(k) __builtin_shufflevector(TWO(k), TWO((k) + 2), 0, 1, 2, 3)
#if LANES == 4
    return FOUR_FROM(0);
#else
    return __builtin_shufflevector(FOUR_FROM(0), FOUR_FROM(4), 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}
FN void r_load2(const scalar *table, index i, real values[2])
{
    scalar_bits at[LANES];
    const index doubled = 2 * i;
    __builtin_memcpy(at, &doubled, sizeof at);
    const real even = r_pairs(table, at), odd = r_pairs(table, at + 1);
#if LANES == 4
    values[0] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    values[1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
#else
    values[0] = __builtin_shufflevector(even, odd, 0, 8, 2, 10, 4, 12, 6, 14);
    values[1] = __builtin_shufflevector(even, odd, 1, 9, 3, 11, 5, 13, 7, 15);
#endif
}
#else
FN void r_load2(const scalar *table, index i, real values[2])
{
    values[0] = r_load(table, 2 * i);
    values[1] = r_load(table + 1, 2 * i);
}
#endif

/* Four neighbours for each lane, from table[4 i] on. Where vectors have room
 * for them they are loaded together, those of lanes k, k + 4 and so on side by
 * side. Blocks of four by four change rows for columns. */
#define EIGHT(a, b, c, d) a, b, c, d, (a) + 4, (b) + 4, (c) + 4, (d) + 4
#if LANES == 4
#define BLOCKS(a, b, c, d) a, b, c, d
#elif LANES == 8
#define BLOCKS EIGHT
#elif LANES == 16
#define BLOCKS(a, b, c, d) EIGHT(a, b, c, d), EIGHT((a) + 8, (b) + 8, (c) + 8, (d) + 8)
#endif
#ifdef BLOCKS
#define BY_BLOCKS(a, b, ...) __builtin_shufflevector(a, b, BLOCKS(__VA_ARGS__))
typedef scalar four __attribute__((vector_size(4 * sizeof(scalar)), aligned(sizeof(scalar)), may_alias));
FN real r_beside(const scalar *table, const uint32 *at)
{
#define FOUR(k) (*(const four *)(table + at[k]))
#define EIGHT_FROM(k) __builtin_shufflevector(FOUR(k), FOUR(k + 4), 0, 1, 2, 3, 4, 5, 6, 7)
#if LANES == 4
    return FOUR(0);
#elif LANES == 8 && SIMD_BYTES == 64 && PRECISION_DOUBLE
    return (real)simd_join(FOUR(0), FOUR(4));
#elif LANES == 8
    return EIGHT_FROM(0);
#else
    return __builtin_shufflevector(EIGHT_FROM(0), EIGHT_FROM(8), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                   14, 15);
#endif
}
/* Lane by lane; taking two out of a vector at once. */
FN void w_store(uint32 at[LANES], word a)
{
    uint64 pairs[LANES / 2];
    __builtin_memcpy(pairs, &a, sizeof a);
    for (int k = 0; k < LANES / 2; ++k) {
        at[2 * k] = (uint32)pairs[k];
        at[2 * k + 1] = (uint32)(pairs[k] >> 32);
    }
}
/* Four neighbours from place at[l] on, for lane l. */
FN void r_four(const scalar *table, const uint32 at[LANES], real values[4])
{
    const real a = r_beside(table, at), b = r_beside(table, at + 1);
    const real c = r_beside(table, at + 2), d = r_beside(table, at + 3);
#if PRECISION_DOUBLE
    const real ab = BY_BLOCKS(a, b, 0, LANES, 2, LANES + 2), cd = BY_BLOCKS(c, d, 0, LANES, 2, LANES + 2);
    const real AB = BY_BLOCKS(a, b, 1, LANES + 1, 3, LANES + 3);
    const real CD = BY_BLOCKS(c, d, 1, LANES + 1, 3, LANES + 3);
    values[0] = BY_BLOCKS(ab, cd, 0, 1, LANES, LANES + 1);
    values[1] = BY_BLOCKS(AB, CD, 0, 1, LANES, LANES + 1);
    values[2] = BY_BLOCKS(ab, cd, 2, 3, LANES + 2, LANES + 3);
    values[3] = BY_BLOCKS(AB, CD, 2, 3, LANES + 2, LANES + 3);
#else
    const real ab = BY_BLOCKS(a, b, 0, LANES, 1, LANES + 1), cd = BY_BLOCKS(c, d, 0, LANES, 1, LANES + 1);
    const real AB = BY_BLOCKS(a, b, 2, LANES + 2, 3, LANES + 3);
    const real CD = BY_BLOCKS(c, d, 2, LANES + 2, 3, LANES + 3);
    values[0] = BY_BLOCKS(ab, cd, 0, 1, LANES, LANES + 1);
    values[1] = BY_BLOCKS(ab, cd, 2, 3, LANES + 2, LANES + 3);
    values[2] = BY_BLOCKS(AB, CD, 0, 1, LANES, LANES + 1);
    values[3] = BY_BLOCKS(AB, CD, 2, 3, LANES + 2, LANES + 3);
#endif
}
FN void r_load4(const scalar *table, index i, real values[4])
{
    uint32 at[LANES];
    w_store(at, i_word(4 * i));
    r_four(table, at, values);
}
#else
FN void r_four(const scalar *table, const uint32 at[LANES], real values[4])
{
    for (int k = 0; k < 4; ++k)
        FOR_LANES(l)
            values[k][l] = table[at[l] + (uint32)k];
}
FN void r_load4(const scalar *table, index i, real values[4])
{
    for (int k = 0; k < 4; ++k)
        values[k] = r_load(table + k, 4 * i);
}
#endif
/* The opposite, where m holds. */
#if GATHERS
FN void r_scatter(mask m, scalar *table, index i, real value) { simd_scatter(m, table, i, value); }
#else
FN void r_scatter(mask m, scalar *table, index i, real value)
{
    for (unsigned lanes = m_lanes(m); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        table[i[l]] = value[l];
    }
}
#endif
FN word w_load(const uint32 *table, index i)
{
    word value = {0};
    FOR_LANES(l)
        value[l] = table[i[l]];
    return value;
}
FN void w_scatter(mask m, uint32 *table, index i, word value)
{
    for (unsigned lanes = m_lanes(m); lanes; lanes &= lanes - 1) {
        int l = __builtin_ctz(lanes);
        table[i[l]] = value[l];
    }
}
FN real r_fetch(const scalar *pointer)
{
    real value;
    __builtin_memcpy(&value, pointer, sizeof value);
    return value;
}
FN void r_store(scalar *pointer, real value) { __builtin_memcpy(pointer, &value, sizeof value); }
FN void local_load2(LOCAL const scalar *from, real values[2])
{
    values[0] = r_fetch(from), values[1] = r_fetch(from + LANES);
}
FN void local_store2(LOCAL scalar *to, real first, real second)
{
    r_store(to, first);
    r_store(to + LANES, second);
}

/* The largest of the lanes. */
FN scalar r_most(real a)
{
    scalar most = a[0];
    FOR_LANES(l)
        most = a[l] > most ? a[l] : most;
    return most;
}

/* The lanes where m holds, moved to the front; what follows them is undefined. */
FN real r_compress(mask m, real value)
{
#if defined(simd_compress) && SIMD_NATURAL
    return (real)simd_compress(m, value);
#else
    real packed = value;
    int next = 0;
    FOR_LANES(l)
        if (m[l])
            packed[next++] = value[l];
    return packed;
#endif
}
FN int m_count(mask m) { return __builtin_popcount(m_lanes(m)); }
#define WARP_LANES LANES
FN int warp_any(mask m) { return r_any(m); }
FN int warp_count(mask m) { return m_count(m); }

/* Each lane of m takes the next number of a counter; other lanes' are without meaning. */
FN word w_take(mask m, uint32 *counter)
{
    word taken = {0};
    for (unsigned lanes = m_lanes(m); lanes; lanes &= lanes - 1)
        taken[__builtin_ctz(lanes)] = __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
    return taken;
}

FN wide wide_from(real a) { return __builtin_convertvector(a, wide); }
FN wide m_wide(mask m) { return -__builtin_convertvector(m, wide); }
FN real wide_real(wide a) { return __builtin_convertvector(a, real); }
FN wide wide_low(wide a) { return a & (int64)0xffffffff; }
FN wide wide_high(wide a) { return a >> 32; }

#endif

/* Instructions of x86 that generic forms do not give, for vectors of the natural width. To read <immintrin.h>
 * takes gcc a fifth of the time in which it compiles a test's program. So its builtins serve where it has
 * them. */
#ifndef TESSERA_DIALECT_X86_H
#define TESSERA_DIALECT_X86_H

#if defined(__has_builtin) && !defined(__clang__)
#define HAS(name) __has_builtin(__builtin_ia32_##name)
#if SIMD_BYTES == 64
#if HAS(sqrtpd512_mask) && HAS(vfmaddpd512_mask) && HAS(minpd512_mask) && HAS(compressdf512_mask) && \
    HAS(cvtq2mask512) && HAS(pminsq512_mask) && HAS(insertf64x4_mask) && HAS(pd512_256pd) &&         \
    HAS(gatherdiv8df) && HAS(scatterdiv8df)
#define BUILTINS 1
#endif
#elif SIMD_BYTES == 16 || HAS(sqrtpd256) && HAS(vfmaddpd256) && HAS(minpd256) && HAS(movmskpd256)
#define BUILTINS 1
#endif
#undef HAS
#endif

#ifdef BUILTINS
#undef BUILTINS
typedef int ints_128 __attribute__((vector_size(16))), ints_256 __attribute__((vector_size(32)));
typedef int ints_512 __attribute__((vector_size(64)));
typedef long long longs_512 __attribute__((vector_size(64)));
typedef double doubles_256 __attribute__((vector_size(32))), doubles_512 __attribute__((vector_size(64)));
#define multiply_even_128(a, b) __builtin_ia32_pmuludq128((ints_128)(a), (ints_128)(b))
#define multiply_even_256(a, b) __builtin_ia32_pmuludq256((ints_256)(a), (ints_256)(b))
#define multiply_even_512(a, b) \
    __builtin_ia32_pmuludq512_mask((ints_512)(a), (ints_512)(b), (longs_512){0}, -1)
#define simd_min_integers(a, b) \
    __builtin_ia32_pminsq512_mask((longs_512)(a), (longs_512)(b), (longs_512){0}, -1)
#define simd_gather(table, i) \
    __builtin_ia32_gatherdiv8df((doubles_512){0}, table, (longs_512)(i), (unsigned char)-1, 8)
#define simd_scatter(m, table, i, a) \
    __builtin_ia32_scatterdiv8df(table, (unsigned char)simd_mask(m), (longs_512)(i), (doubles_512)(a), 8)
#define simd_join(a, b)                                                                                \
    __builtin_ia32_insertf64x4_mask(__builtin_ia32_pd512_256pd((doubles_256)(a)), (doubles_256)(b), 1, \
                                    (doubles_512){0}, -1)
#if PRECISION_DOUBLE
#define SIMD_OF(name, bits) __builtin_ia32_##name##pd##bits
#define simd_mask_512(m) __builtin_ia32_cvtq2mask512((longs_512)(m))
#define SIMD_COMPRESS __builtin_ia32_compressdf512_mask
#else
#define SIMD_OF(name, bits) __builtin_ia32_##name##ps##bits
#define simd_mask_512(m) __builtin_ia32_cvtd2mask512((ints_512)(m))
#define SIMD_COMPRESS __builtin_ia32_compresssf512_mask
#endif
#if SIMD_BYTES == 64 /* all lanes (-1), rounded as always (4) */
#define simd_sqrt(a) SIMD_OF(sqrt, 512_mask)(a, (real){0}, -1, 4)
#define simd_min(a, b) SIMD_OF(min, 512_mask)(a, b, (real){0}, -1, 4)
#define simd_max(a, b) SIMD_OF(max, 512_mask)(a, b, (real){0}, -1, 4)
#define simd_fma(a, b, c) SIMD_OF(vfmadd, 512_mask)(a, b, c, -1, 4)
#define simd_mask simd_mask_512
#define simd_compress(m, a) SIMD_COMPRESS(a, (real){0}, simd_mask(m))
#else
#define simd_sqrt(a) SIMD_OF(sqrt, 256)(a)
#define simd_min(a, b) SIMD_OF(min, 256)(a, b)
#define simd_max(a, b) SIMD_OF(max, 256)(a, b)
#define simd_fma(a, b, c) SIMD_OF(vfmadd, 256)(a, b, c)
#define simd_mask(m) SIMD_OF(movmsk, 256)((real)(m))
#endif

#else
#include <immintrin.h>
#define multiply_even_128(a, b) _mm_mul_epu32((__m128i)(a), (__m128i)(b))
#define multiply_even_256(a, b) _mm256_mul_epu32((__m256i)(a), (__m256i)(b))
#define multiply_even_512(a, b) _mm512_mul_epu32((__m512i)(a), (__m512i)(b))
#define simd_min_integers(a, b) _mm512_min_epi64((__m512i)(a), (__m512i)(b))
#define simd_gather(table, i) _mm512_i64gather_pd((__m512i)(i), table, 8)
#define simd_scatter(m, table, i, a) \
    _mm512_mask_i64scatter_pd(table, simd_mask(m), (__m512i)(i), (__m512d)(a), 8)
#define simd_join(a, b) _mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)(a)), (__m256d)(b), 1)
#if SIMD_BYTES == 64
#define SIMD_BITS(name) _mm512_##name
#else
#define SIMD_BITS(name) _mm256_##name
#endif
#if PRECISION_DOUBLE
#define SIMD_OF(name) SIMD_BITS(name##_pd)
#define SIMD_MASK _mm512_movepi64_mask
#else
#define SIMD_OF(name) SIMD_BITS(name##_ps)
#define SIMD_MASK _mm512_movepi32_mask
#endif
#define simd_sqrt(a) SIMD_OF(sqrt)(a)
#define simd_min(a, b) SIMD_OF(min)(a, b)
#define simd_max(a, b) SIMD_OF(max)(a, b)
#define simd_fma(a, b, c) SIMD_OF(fmadd)(a, b, c)
#if SIMD_BYTES == 64
#define simd_mask(m) SIMD_MASK((__m512i)(m))
#define simd_compress(m, a) SIMD_OF(maskz_compress)(simd_mask(m), a)
#else
#define simd_mask(m) SIMD_OF(movemask)((real)(m))
#endif
#endif

#endif

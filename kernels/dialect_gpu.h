/* The dialect for CUDA C (NVRTC) and OpenCL C 1.2: a lane is a thread. */
#ifndef TESSERA_DIALECT_GPU_H
#define TESSERA_DIALECT_GPU_H

#define GPU 1
#define LANES 1
#ifndef GPU_GROUP /* threads of a group: a constant, so that compilers know how many registers each may have \
                   */
#define GPU_GROUP 128
#endif
#ifndef GPU_ON_CPU /* whether it is a CPU that plays a GPU */
#define GPU_ON_CPU 0
#endif
#ifndef GPU_ATOMICS_64 /* whether an OpenCL device has atomics of 64 bits */
#define GPU_ATOMICS_64 1
#endif
#ifndef GPU_LOCAL_MOST /* bytes of memory, and threads, that a group may have */
#define GPU_LOCAL_MOST 0
#define GPU_GROUP_MOST GPU_GROUP
#endif
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

#ifdef __OPENCL_C_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#if GPU_ATOMICS_64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#define FN static inline __attribute__((always_inline))
#define FN_APART static __attribute__((noinline))
#define FN_SHARED FN
#define KERNEL_OF(group, threads) __kernel __attribute__((reqd_work_group_size(group, 1, 1)))
#define GLOBAL __global
#define LOCAL __local
#define CONSTANT __constant
#define LOCAL_ARRAY(type, name, length) __local type name[length]
#define LOCAL_LARGE(type, name, length) __local type name[length] __attribute__((aligned(16)))
typedef uint uint32;
typedef ulong uint64;
typedef long int64;
#define gpu_mulhi mul_hi
#define gpu_thread() ((uint64)get_global_id(0))
#define gpu_threads() ((uint64)get_global_size(0))
#define gpu_place() ((uint32)get_local_id(0))
#define gpu_group() ((uint32)get_group_id(0))
#define gpu_groups() ((uint32)get_num_groups(0))
#define gpu_barrier() barrier(CLK_LOCAL_MEM_FENCE)
#define gpu_team_barrier() barrier(CLK_LOCAL_MEM_FENCE) /* a part of a group has none before OpenCL 2 */
#define gpu_count_local(pointer, n) atomic_add(pointer, n)
#define gpu_count_global(pointer, n) atomic_add(pointer, n)
#define gpu_most_global(pointer, n) atomic_max(pointer, n)
#else
#define FN static __device__ __forceinline__
#define FN_APART static __device__ __noinline__
#define FN_SHARED FN
#define KERNEL_OF(group, threads) \
    extern "C" __global__ __launch_bounds__(group, (group) < (threads) ? (threads) / (group) : 1)
#define GLOBAL
#define LOCAL
#define CONSTANT const
#define LOCAL_ARRAY(type, name, length) __shared__ type name[length]
#define LOCAL_LARGE(type, name, length) extern __shared__ __align__(16) type name[]
typedef unsigned int uint32;
typedef unsigned long long uint64;
typedef long long int64;
#define gpu_mulhi __umulhi
#define gpu_thread() ((uint64)blockIdx.x * GPU_GROUP + threadIdx.x)
#define gpu_threads() ((uint64)gridDim.x * GPU_GROUP)
#define gpu_place() threadIdx.x
#define gpu_group() blockIdx.x
#define gpu_groups() gridDim.x
#define gpu_barrier() __syncthreads()
#define gpu_team_barrier() __syncwarp()
#define gpu_count_local(pointer, n) atomicAdd(pointer, n)
#define gpu_count_global(pointer, n) atomicAdd(pointer, n)
#define gpu_most_global(pointer, n) atomicMax(pointer, n)
#endif

#define KERNEL_FOR(threads) KERNEL_OF(GPU_GROUP, threads)

/* KERNEL_FOR: an entry point whose registers leave room for so many threads on a multiprocessor. There is
 * room for 256 that take all that they may. A compiler that is not told so at times makes do with 32 for the
 * largest kernels. */
#define KERNEL KERNEL_FOR(256)

/* Of a parameter that kernels of one kind have all, though one has no use for it. */
#define IDLE __attribute__((unused))

typedef int mask;
typedef uint32 word;
typedef int64 wide;
typedef uint64 long_word;

#if PRECISION_DOUBLE
#ifdef __OPENCL_C_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double scalar;
typedef int64 real_bits;
#define S(literal) (literal)
#else
typedef float scalar;
typedef int real_bits;
#define S(literal) ((float)(literal##f))
#endif
typedef scalar real;
/* 32 bits in double precision too: registers are scarce. No table has more places, and the host makes batches
 * of events so that no list has (src/device/gpu/pipeline.c). */
typedef int index;
#define R(literal) S(literal)

FN real r_set(scalar s) { return s; }
FN index i_set(int i) { return i; }
FN word w_set(uint32 u) { return u; }
FN long_word long_set(uint64 u) { return u; }
FN word w_lane(void) { return 0; }

#ifdef __OPENCL_C_VERSION__
FN real r_sqrt(real a) { return sqrt(a); }
FN real r_fma(real a, real b, real c) { return fma(a, b, c); }
FN real r_abs(real a) { return fabs(a); }
#if PRECISION_DOUBLE
FN real_bits r_bits(real a) { return as_long(a); }
FN real r_from_bits(real_bits a) { return as_double(a); }
#else
FN real_bits r_bits(real a) { return as_int(a); }
FN real r_from_bits(real_bits a) { return as_float(a); }
#endif
FN real r_opaque(real a)
{
    volatile real b = a; /* OpenCL has no cheaper way */
    return b;
}
#elif PRECISION_DOUBLE
FN real r_sqrt(real a) { return __dsqrt_rn(a); }
FN real r_fma(real a, real b, real c) { return __fma_rn(a, b, c); }
FN real r_abs(real a) { return fabs(a); }
FN real_bits r_bits(real a) { return __double_as_longlong(a); }
FN real r_from_bits(real_bits a) { return __longlong_as_double(a); }
FN real r_opaque(real a)
{
    asm volatile("" : "+d"(a));
    return a;
}
#else
FN real r_sqrt(real a) { return __fsqrt_rn(a); }
FN real r_fma(real a, real b, real c) { return __fmaf_rn(a, b, c); }
FN real r_abs(real a) { return fabsf(a); }
FN real_bits r_bits(real a) { return __float_as_int(a); }
FN real r_from_bits(real_bits a) { return __int_as_float(a); }
FN real r_opaque(real a)
{
    asm volatile("" : "+f"(a));
    return a;
}
#endif

FN mask m_none(void) { return 0; }
FN mask m_all(void) { return 1; }
FN mask m_and(mask a, mask b) { return a & b; }
FN mask m_or(mask a, mask b) { return a | b; }
FN mask m_not(mask a) { return !a; }
FN int r_any(mask m) { return m != 0; }
FN int r_all(mask m) { return m != 0; }
FN mask w_less(word a, word b) { return a < b; }

FN real r_select(mask m, real a, real b) { return m ? a : b; }
FN index i_select(mask m, index a, index b) { return m ? a : b; }
FN word w_select(mask m, word a, word b) { return m ? a : b; }
FN word w_most(word a, word b) { return a > b ? a : b; }
FN int m_count(mask m) { return m != 0; }
#ifdef __OPENCL_C_VERSION__
#define WARP_LANES 1 /* no votes before OpenCL 2 */
FN int warp_any(mask m) { return m != 0; }
FN int warp_count(mask m) { return m != 0; }
#else
#define WARP_LANES 32
FN int warp_any(mask m) { return __any_sync(~0u, m); }
FN int warp_count(mask m) { return __popc(__ballot_sync(~0u, m)); }
#endif
FN real r_min(real a, real b) { return a < b ? a : b; }
FN real r_max(real a, real b) { return a > b ? a : b; }

/* By the leading word: doubles take longer to be compared and chosen from. */
#if PRECISION_DOUBLE && !defined(__OPENCL_C_VERSION__)
FN real r_below_one(real a)
{
    const int high = __double2hiint(a), one = 0x3ff00000;
    return __hiloint2double(high < one ? high : one - 1, high < one ? __double2loint(a) : -1);
}
#else
FN real r_below_one(real a) { return r_min(a, BELOW_ONE); }
#endif

#if PRECISION_DOUBLE
FN real r_inverse(real a)
{
    real guess = (real)(1.0f / (float)a);
    return r_fma(guess, r_fma(-a, guess, 1.0), guess);
}
#else
FN real r_inverse(real a) { return 1.0f / a; }
#endif

FN index r_floor_index(real a) { return (index)a; }

/* Conversions are slow. Beside a number whose last digit is one, there is no room for a fraction. */
#ifdef __OPENCL_C_VERSION__
FN real r_floor_small(real a) { return floor(a); }
FN index r_floor_below(real a, int limit, real *floor_of_a)
{
    const int below = (int)(*floor_of_a = floor(a));
    return below < limit ? below : limit - 1;
}
#else
#if PRECISION_DOUBLE
#define NO_FRACTION 0x1p52
FN real no_fraction(real a) { return __dadd_rd(a, NO_FRACTION); }
FN int whole_below(real beside, int limit)
{
    const int whole = __double2loint(beside);
    return whole < limit ? whole : limit - 1;
}
#else
#define NO_FRACTION 0x1p23f
FN real no_fraction(real a) { return __fadd_rd(a, NO_FRACTION); }
FN int whole_below(real beside, int limit)
{
    const int zero = 0x4b000000, bits = __float_as_int(beside); /* a table's address absorbs the zero */
    return (bits < zero + limit ? bits : zero + limit - 1) - zero;
}
#endif
FN real r_floor_small(real a) { return no_fraction(a) - NO_FRACTION; }
FN index r_floor_below(real a, int limit, real *floor_of_a)
{
    const real beside = no_fraction(a);
    *floor_of_a = beside - NO_FRACTION;
    return whole_below(beside, limit);
}
#endif
FN real r_from_index(index a) { return (real)a; }
FN index w_index(word a) { return (index)a; }
FN long_word w_long(word a) { return a; }
FN word i_word(index a) { return (word)a; }
FN word w_carry(word sum, word addend) { return sum < addend; }
FN word w_mulhi(word a, uint32 b) { return gpu_mulhi(a, b); }
typedef word factor;
FN factor w_factor(word a) { return a; }
FN word factor_word(factor a) { return a; }
FN void factor_multiply(factor a, uint32 b, factor *high, factor *low)
{
    *high = w_mulhi(a, b);
    *low = a * b;
}

#define r_first(a) (a)
#define r_most(a) (a)

/* One element per lane; a macro, so that it serves every address space. */
#define r_load(table, i) ((table)[i])
#define w_load(table, i) ((table)[i])

/* Two or four neighbours from table[2 i] or table[4 i] on, which is aligned for them. */
FN void r_load2(GLOBAL const scalar *table, index i, real values[2])
{
#if defined(__OPENCL_C_VERSION__)
    values[0] = table[2 * i], values[1] = table[2 * i + 1];
#elif PRECISION_DOUBLE
    const double2 both = *(const double2 *)(table + 2 * i);
    values[0] = both.x, values[1] = both.y;
#else
    const float2 both = *(const float2 *)(table + 2 * i);
    values[0] = both.x, values[1] = both.y;
#endif
}
FN void r_load4(GLOBAL const scalar *table, index i, real values[4])
{
#if defined(__OPENCL_C_VERSION__)
    for (int k = 0; k < 4; ++k)
        values[k] = table[4 * i + k];
#elif PRECISION_DOUBLE
    const double2 *pairs = (const double2 *)(table + 4 * i);
    values[0] = pairs[0].x, values[1] = pairs[0].y, values[2] = pairs[1].x, values[3] = pairs[1].y;
#else
    const float4 all = *(const float4 *)(table + 4 * i);
    values[0] = all.x, values[1] = all.y, values[2] = all.z, values[3] = all.w;
#endif
}
/* Two neighbours in the group's memory, aligned for both. */
FN void local_load2(LOCAL const scalar *from, real values[2])
{
#if defined(__OPENCL_C_VERSION__)
    values[0] = from[0], values[1] = from[1];
#elif PRECISION_DOUBLE
    const double2 both = *(const double2 *)from;
    values[0] = both.x, values[1] = both.y;
#else
    const float2 both = *(const float2 *)from;
    values[0] = both.x, values[1] = both.y;
#endif
}
FN void local_store2(LOCAL scalar *to, real first, real second)
{
#if defined(__OPENCL_C_VERSION__)
    to[0] = first, to[1] = second;
#elif PRECISION_DOUBLE
    *(double2 *)to = make_double2(first, second);
#else
    *(float2 *)to = make_float2(first, second);
#endif
}
#define r_scatter(m, table, i, value) \
    do {                              \
        if (m)                        \
            (table)[i] = (value);     \
    } while (0)
#define w_scatter r_scatter
#define r_fetch(pointer) (*(pointer))
#define r_store(pointer, value) (*(pointer) = (value))

FN word w_take(mask m, GLOBAL uint32 *counter) { return m ? gpu_count_global(counter, 1) : 0; }

FN wide wide_from(real a) { return (wide)a; }
FN wide m_wide(mask m) { return m; }
FN real wide_real(wide a) { return (real)a; }
FN wide wide_low(wide a) { return a & 0xffffffffL; }
FN wide wide_high(wide a) { return a >> 32; }

/* Adds to a sum that other threads add to as well. Integers: the order does not matter.
 * Where a device has no atomics of 64 bits (GPU_ATOMICS_64 0), two of 32 do the same: whoever makes the
 * low word go round carries. */
FN void gpu_add(GLOBAL int64 *sum, int64 addend)
{
#ifndef __OPENCL_C_VERSION__
    atomicAdd((uint64 *)sum, (uint64)addend);
#elif GPU_ATOMICS_64
    atom_add(sum, addend);
#else
    GLOBAL uint32 *words = (GLOBAL uint32 *)sum;
    uint32 low = (uint32)addend, before = atomic_add(words, low);
    uint32 high = (uint32)((uint64)addend >> 32) + (before + low < low);
    if (high)
        atomic_add(words + 1, high);
#endif
}

#endif

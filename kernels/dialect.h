/* Kernel C: the one place that knows which language is compiling.
 *
 * Physics under kernels/ is written once, in the subset that C17 with GNU vector extensions, CUDA C and
 * OpenCL C share. A `scalar` is float or double; a `real` is one value per lane. That is a scalar on GPUs, a
 * SIMD vector of LANES scalars on the CPU. Operators (+ - * / < <= > >= & | ^) work on lane types in all
 * three languages; what else differs has a name of its own here:
 *
 *   types        scalar, real, mask, index (a place in a table), real_bits (a real as an integer), word,
 *                long_word, wide; FN, GLOBAL, LOCAL, CONSTANT
 *   constants    S(0.5) a scalar, R(0.5) a real, r_set(s), i_set(i), w_set(u), long_set(u)
 *   arithmetic   r_sqrt r_fma r_min r_max r_abs r_inverse (1/a, nearly) r_select i_select w_select
 *                r_below_one (of what should be below 1: no more than the largest number that is)
 *   masks        m_and m_or m_not m_none m_all r_any r_all m_count w_less
 *   conversions  r_floor_index r_from_index r_bits r_from_bits w_index w_long i_word m_wide (1 where true)
 *                r_floor_small and r_floor_below (with the index, which is below a limit) of 0 <= a < 2^22
 *   lanes        LANES of them, w_lane() their numbers, r_first(a) the value of the first, r_most(a) the most
 *   warps        WARP_LANES run in step: a vector, the threads of a warp. warp_any and warp_count look at
 *                the masks of them all, and all have to ask
 *   memory       r_load, w_load (gather by index), r_load2, r_load4 (so many neighbours each), r_scatter,
 *                w_scatter (the opposite, under a mask), r_fetch and r_store (LANES neighbours);
 *                local_load2 and local_store2 (two reals behind each other in a group's memory)
 *   counters     w_take: each lane of a mask takes the next number of a counter
 *   loops        UNROLL before a `for` whose body needs its counter as a constant; ROLLED before one that
 *                is to stand once in a GPU's code
 *   integers     w_mulhi; a factor, which factor_multiply(f, b, &high, &low) takes and gives, w_factor and
 *                factor_word; w_carry(a + b, b), 1 where the sum went round; w_most, the larger;
 *                wide (64-bit signed per lane): wide_from, wide_real, wide_low, wide_high
 *   GPUs alone   GPU is defined; KERNEL before an entry point (KERNEL_OF: of groups of another size);
 *                gpu_thread() of gpu_threads(),
 *                gpu_place() in a group of GPU_GROUP, gpu_group() of gpu_groups();
 *                LOCAL_ARRAY declares memory of the group in a kernel, LOCAL_LARGE what is more than
 *                some kilobytes, of which the host has to know, once at most;
 *                gpu_barrier() waits for all of it, gpu_team_barrier() for 32 neighbours at least;
 *                gpu_count_local, gpu_count_global add to a counter and return what it was;
 *                gpu_most_global keeps the largest; gpu_add adds to a 64-bit sum
 *
 * Names that are types in one of the languages (half, uint, float4) are not used for
 * anything else. The compiler never contracts a*b+c; a fused operation is written r_fma. With
 * IEEE division and square root that makes the bits of a result the same in
 * every language. Defined by whoever compiles: PRECISION_DOUBLE (0 or 1) and,
 * on the CPU, optionally LANES. */
#ifndef TESSERA_DIALECT_H
#define TESSERA_DIALECT_H

#ifndef PRECISION_DOUBLE
#define PRECISION_DOUBLE 0
#endif

/* The largest number below 1 in this precision. */
#if PRECISION_DOUBLE
#define BELOW_ONE S(0x1.fffffffffffffp-1)
#else
#define BELOW_ONE S(0x1.fffffep-1)
#endif

#if defined(__OPENCL_C_VERSION__) || defined(__CUDACC__)
#include "dialect_gpu.h"
#else
#include "dialect_cpu.h"
#endif

#endif

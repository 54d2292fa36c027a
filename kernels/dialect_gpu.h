/* The dialect for CUDA C (NVRTC) and OpenCL C 1.2: a lane is a thread. */
#ifndef TESSERA_DIALECT_GPU_H
#define TESSERA_DIALECT_GPU_H

#define LANES 1
#define UNROLL _Pragma("unroll")

#ifdef __OPENCL_C_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#define FN static inline __attribute__((always_inline))
#define KERNEL __kernel
#define GLOBAL __global
#define LOCAL __local
#define CONSTANT __constant
typedef uint uint32;
typedef ulong uint64;
typedef long int64;
#define gpu_mulhi mul_hi
#define gpu_thread() get_global_id(0)
#else
#define FN static __device__ __forceinline__
#define KERNEL extern "C" __global__
#define GLOBAL
#define LOCAL
#define CONSTANT const
typedef unsigned int uint32;
typedef unsigned long long uint64;
typedef long long int64;
#define gpu_mulhi __umulhi
#define gpu_thread() ((uint64)blockIdx.x * blockDim.x + threadIdx.x)
#endif

typedef int mask;
typedef uint32 word;
typedef int64 wide;

#if PRECISION_DOUBLE
#ifdef __OPENCL_C_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double scalar;
typedef int64 index;
#define S(literal) (literal)
#else
typedef float scalar;
typedef int index;
#define S(literal) ((float)(literal##f))
#endif
typedef scalar real;
#define R(literal) S(literal)

FN real r_set(scalar s) { return s; }
FN index i_set(int i) { return i; }
FN word w_set(uint32 u) { return u; }
FN word w_lane(void) { return 0; }

#ifdef __OPENCL_C_VERSION__
FN real r_sqrt(real a) { return sqrt(a); }
FN real r_fma(real a, real b, real c) { return fma(a, b, c); }
FN real r_abs(real a) { return fabs(a); }
#if PRECISION_DOUBLE
FN index r_bits(real a) { return as_long(a); }
FN real r_from_bits(index a) { return as_double(a); }
#else
FN index r_bits(real a) { return as_int(a); }
FN real r_from_bits(index a) { return as_float(a); }
#endif
#elif PRECISION_DOUBLE
FN real r_sqrt(real a) { return __dsqrt_rn(a); }
FN real r_fma(real a, real b, real c) { return __fma_rn(a, b, c); }
FN real r_abs(real a) { return fabs(a); }
FN index r_bits(real a) { return __double_as_longlong(a); }
FN real r_from_bits(index a) { return __longlong_as_double(a); }
#else
FN real r_sqrt(real a) { return __fsqrt_rn(a); }
FN real r_fma(real a, real b, real c) { return __fmaf_rn(a, b, c); }
FN real r_abs(real a) { return fabsf(a); }
FN index r_bits(real a) { return __float_as_int(a); }
FN real r_from_bits(index a) { return __int_as_float(a); }
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
FN real r_min(real a, real b) { return a < b ? a : b; }
FN real r_max(real a, real b) { return a > b ? a : b; }

FN index r_floor_index(real a) { return (index)a; }
FN real r_from_index(index a) { return (real)a; }
FN index w_index(word a) { return (index)a; }
FN word i_word(index a) { return (word)a; }
FN word w_carry(word sum, word addend) { return sum < addend; }
FN word w_mulhi(word a, uint32 b) { return gpu_mulhi(a, b); }

/* One element per lane; a macro, so that it serves every address space. */
#define r_load(table, i) ((table)[i])
#define r_fetch(pointer) (*(pointer))
#define r_store(pointer, value) (*(pointer) = (value))

FN wide wide_from(real a) { return (wide)a; }
FN real wide_real(wide a) { return (real)a; }
FN wide wide_low(wide a) { return a & 0xffffffffL; }
FN wide wide_high(wide a) { return a >> 32; }

#endif

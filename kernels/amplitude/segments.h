/* The runs of neighbouring gluons that the recursions build currents for. */
#ifndef TESSERA_AMPLITUDE_SEGMENTS_H
#define TESSERA_AMPLITUDE_SEGMENTS_H

#include "amplitude/current.h"

/* Gluons that enter the recursion; neighbours i..j of them, from 0, are segment SEGMENT(i, j): those
 * that end alike lie together, as the recursion runs over them. */
#define LEGS (GLUONS - 1)
#define SEGMENTS (LEGS * (LEGS + 1) / 2)
#define SEGMENT(i, j) ((j) * ((j) + 1) / 2 + (i))

/* Loops are unrolled on a CPU as long as the code fits the instruction cache, which gains up to half; complex
 * arithmetic fills it with one gluon less. A GPU keeps what is indexed by constants in registers: there they are
 * unrolled as long as a thread has enough of them, 255 words, for the currents and their contractions. */
#define CURRENT_WORDS (5 * SEGMENTS * (1 + PRECISION_DOUBLE) * (1 + GLUON_POLARIZATION))
#if defined(GPU) && !GPU_ON_CPU ? CURRENT_WORDS <= 230 : GLUONS <= 6 - GLUON_POLARIZATION
#define GLUON_LOOP UNROLL
#else
#define GLUON_LOOP
#endif

#endif

/* Both maps for FINAL particles under names of their own; included once for each FINAL. */
#define ENTRY_PASTE(name, n) name##_##n
#define ENTRY(name, n) ENTRY_PASTE(name, n)

#undef TESSERA_PHASE_SPACE_RAMBO_H
#undef TESSERA_PHASE_SPACE_RAMBO_DIET_H
#undef RAMBO_NUMBERS
#undef RAMBO_DIET_NUMBERS
#define rambo ENTRY(rambo, FINAL)
#define whole_power ENTRY(whole_power, FINAL)
#define rising_sum ENTRY(rising_sum, FINAL)
#define diet_fractions ENTRY(diet_fractions, FINAL)
#define from_rest_frame ENTRY(from_rest_frame, FINAL)
#define rambo_diet ENTRY(rambo_diet, FINAL)
#define rambo_diet_inverse ENTRY(rambo_diet_inverse, FINAL)
#include "phase_space/rambo.h"
#include "phase_space/rambo_diet.h"
static void ENTRY(published, FINAL)(const real *u, real energy, vector4 *p) { rambo(u, energy, p); }
static void ENTRY(diet, FINAL)(const real *u, real energy, vector4 *p) { rambo_diet(u, energy, p); }
static void ENTRY(inverse, FINAL)(const vector4 *p, real *u) { rambo_diet_inverse(p, u); }
static void ENTRY(fractions, FINAL)(const real *u, real *v, real *w) { diet_fractions(u, v, w); }
#undef rambo
#undef whole_power
#undef rising_sum
#undef diet_fractions
#undef from_rest_frame
#undef rambo_diet
#undef rambo_diet_inverse
#undef FINAL

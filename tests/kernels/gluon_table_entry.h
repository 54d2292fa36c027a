/* The amplitude of GLUONS gluons in both forms, under names of their own; included by gluon_table.c once for
 * each number of gluons. */
#define ENTRY_PASTE(name, n) name##_##n
#define ENTRY(name, n) ENTRY_PASTE(name, n)

#undef GLUON_LOOP
#undef GLUON_RECURSION
#undef TESSERA_AMPLITUDE_SEGMENTS_H
#undef TESSERA_AMPLITUDE_GLUONS_H
#define GLUON_RECURSION 4
#define segment_middle ENTRY(segment_middle, GLUONS)
#define segment_current ENTRY(segment_vertices, GLUONS)
#define gluon_amplitude ENTRY(amplitude_vertices, GLUONS)
#define gluon_amplitude_squared ENTRY(amplitude_vertices_squared, GLUONS)
#define gluon_amplitude_scaled_squared ENTRY(amplitude_vertices_scaled, GLUONS)
#undef TESSERA_AMPLITUDE_RECURSION_VERTICES_H
#include "amplitude/gluons.h"
static number ENTRY(vertices, GLUONS)(const vector4 *p, const current *e) { return gluon_amplitude(p, e); }
#undef segment_current
#undef gluon_amplitude
#undef gluon_amplitude_squared
#undef gluon_amplitude_scaled_squared

#undef GLUON_RECURSION
#undef TESSERA_AMPLITUDE_GLUONS_H
#define GLUON_RECURSION 3
#define segment_current ENTRY(segment_tensor, GLUONS)
#define gluon_amplitude ENTRY(amplitude_tensor, GLUONS)
#define gluon_amplitude_squared ENTRY(amplitude_tensor_squared, GLUONS)
#define gluon_amplitude_scaled_squared ENTRY(amplitude_tensor_scaled, GLUONS)
#undef TESSERA_AMPLITUDE_RECURSION_TENSOR_H
#include "amplitude/gluons.h"
static number ENTRY(tensor, GLUONS)(const vector4 *p, const current *e) { return gluon_amplitude(p, e); }
#undef segment_middle
#undef segment_current
#undef gluon_amplitude
#undef gluon_amplitude_squared
#undef gluon_amplitude_scaled_squared
#undef GLUONS

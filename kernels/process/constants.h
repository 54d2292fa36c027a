/* Compile-time constants that any process may have (hard_process.h), and what they are where nothing says so.
 * Included before all else.
 *
 * WHOLE_FIRST, WHOLE_SECOND: 1 for a beam that collides as it is and has no density. RECORDS_BEAMS: whether
 * what comes in is part of an event's record. JETS_SET has a bit of each final particle that is a jet, for
 * HT. COUPLING_POWER is that of alpha_s in |M|^2. Where |M|^2 has several powers that is 0, and each event
 * has its own alpha_s in it: there are STRONG_POWERS of them, from STRONG_LEAST on.
 * HELICITIES_SAMPLED: whether an event has one choice of helicities in place of all.
 *
 * SCALE_R_DYNAMIC, PDF_FIXED_SCALE, SCALE_R_BASE and SCALE_F_BASE are what scales follow, the last two by
 * functions of scales.h. Scales that are expressions of the card have SCALE_R_EXPRESSION and
 * SCALE_F_EXPRESSION, and SHOWER_START_EXPRESSION is that at which showers begin. Where clustering says them
 * SCALE_R_CLUSTERS and SCALE_F_CLUSTERS are 1, with the constants of clustering.h. CUT_EXPRESSION is the
 * card's, if it has one. MERGING_VERTICES are final partons whose vertices of the history have a least kT
 * (clustering.h). ENHANCEMENT is the card's expression that the density of events grows with. Then
 * the last of VARIATIONS is the weight without it.
 *
 * Of histograms there are FILLS and OBSERVE, ORDERED_JETS, OBSERVES_QUANTITIES (src/process/histograms.h).
 * SHOWER: whether events shower before they are histogrammed and recorded. Then there are MOST_PARTONS, and
 * OBSERVE_... for each group of observables that is asked for (src/process/shower_observables.c). The card's
 * cut behind the shower is CUT_AFTER_SHOWER, with CUTS_AFTER_SHOWER 1. For studies, with WEIGHS_SQUARED 1
 * what process_squared() says is the weight. */
#ifndef TESSERA_PROCESS_CONSTANTS_H
#define TESSERA_PROCESS_CONSTANTS_H

#include "dialect.h"

#ifndef WHOLE_FIRST
#define WHOLE_FIRST 0
#define WHOLE_SECOND 0
#endif
#define BEAMS_FIXED (WHOLE_FIRST && WHOLE_SECOND)
#ifndef RECORDS_BEAMS
#define RECORDS_BEAMS 1
#endif
#ifndef COUPLING_POWER
#define COUPLING_POWER 0
#endif
#ifndef STRONG_POWERS
#define STRONG_POWERS 0
#endif
#ifndef HELICITIES_SAMPLED
#define HELICITIES_SAMPLED 0
#endif
#ifndef WEIGHS_SQUARED
#define WEIGHS_SQUARED 0
#endif

#ifndef PDF_FIXED_SCALE
#define PDF_FIXED_SCALE 1
#endif
#ifndef SCALE_R_DYNAMIC
#define SCALE_R_DYNAMIC 0
#endif
#ifndef SCALE_R_BASE
#define SCALE_R_BASE scales_log_HT
#endif
#ifndef SCALE_F_BASE
#define SCALE_F_BASE scales_log_HT
#endif
#ifndef SCALE_R_CLUSTERS /* where clustering says scales, these are frozen below a least one */
#define SCALE_R_CLUSTERS 0
#endif
#ifndef SCALE_F_CLUSTERS
#define SCALE_F_CLUSTERS 0
#endif
#define SCALE_CLUSTERS (SCALE_R_CLUSTERS || SCALE_F_CLUSTERS)
#define SCALES_DYNAMIC (SCALE_R_DYNAMIC || !PDF_FIXED_SCALE)
#if defined(SCALE_R_EXPRESSION) || defined(SCALE_F_EXPRESSION) || defined(SHOWER_START_EXPRESSION)
#define SCALE_EXPRESSIONS 1
#else
#define SCALE_EXPRESSIONS 0
#endif
#ifndef MERGING_VERTICES
#define MERGING_VERTICES 0
#endif
#if defined(CUT_EXPRESSION) || MERGING_VERTICES
#define CUTS_WEIGHED 1
#else
#define CUTS_WEIGHED 0
#endif
#ifdef ENHANCEMENT
#define ENHANCED 1
#else
#define ENHANCED 0
#endif

#ifndef ORDERED_JETS
#define ORDERED_JETS 0
#endif
#ifndef OBSERVES_QUANTITIES
#define OBSERVES_QUANTITIES 0
#endif
#ifndef SHOWER
#define SHOWER 0
#endif
#ifndef CUTS_AFTER_SHOWER
#define CUTS_AFTER_SHOWER 0
#endif
/* What nobody looks at need not shower. */
#if SHOWER
#ifdef FILLS
#define EVOLVES (FILLS > 0 || CUTS_AFTER_SHOWER || SHOWER_MERGES)
#endif
#if CUTS_AFTER_SHOWER || SHOWER_MERGES
#define REWEIGHTS 1
#endif
#if MERGING_UNITARY && MERGING_JETS > 0
#define CONFIGURATIONS 2
#endif
#endif

#endif

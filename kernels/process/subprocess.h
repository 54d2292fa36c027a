/* The integrand of a group of subprocesses with one matrix element, which the program derived from the model:
 *
 *   d sigma = dx1 dx2 sum_m f_m1(x1) f_m2(x2) / (2 s-hat) |M|^2 dPhi.
 *
 * A beam that is no hadron has x = 1 and no density. Between two hadrons phase space has channels
 * (phase_space/channels.h), or is Chili's (phase_space/chili.h); else its channels are cascades
 * (phase_space/cascade.h). |M|^2 is a recursion by tables (amplitude/tree_recursion.h). The first leg
 * comes from the first beam in phase space and its state, so that the grid knows from where it comes. Where
 * members have it from the second beam too, every other event is mirrored along the beams. Of the members one
 * is drawn for each event, as often as its part in the sum over densities is. What is constant stands in the
 * unit of the integral (src/derived/subprocess_channel.c).
 *
 * Compile-time constants: WHOLE_FIRST and WHOLE_SECOND, 1 for a beam that is no hadron. With one of them 1
 * no member is mirrored. CHANNELS, how many of phase space there are at most. With 0 it is Chili's, which has
 * the constants of phase_space/chili_event.h. PARTONS are the densities of a table; JETS_LIST
 * and JET_COUNT say which particles are jets. JETS_SET and NEUTRINOS_SET are bits of those that are,
 * COUPLING_POWER that of alpha_s. Where the trees have several powers that is 0, and each event has its own
 * g_s in the recursion. |M|^2 then has STRONG_POWERS of alpha_s, from STRONG_LEAST on. HELICITIES_SAMPLED:
 * whether an event has one choice of helicities. CUT_EXPRESSION is the card's, if it has one.
 * MASS_WINDOWS is the number of masses that events may not have, at most. MERGING_SET has a bit of each
 * parton of merging, whose cut is on MERGING_MEASURE. With PHOTON_ISOLATION 1 photons, the bits of
 * PHOTONS_SET, are isolated. POLARIZATION_FRAME has a bit of each leg in whose rest frame helicities are,
 * where these are not what comes in. SCALE_R_DYNAMIC, PDF_FIXED_SCALE, SCALE_R_BASE and SCALE_F_BASE are what
 * scales follow. Scales that are expressions of the card have SCALE_R_EXPRESSION and SCALE_F_EXPRESSION, and
 * SHOWER_START_EXPRESSION is that at which showers begin. Where clustering says them, SCALE_R_CLUSTERS and
 * SCALE_F_CLUSTERS are 1, with the constants of clustering.h.
 * ENHANCEMENT is the card's expression that the density of events grows with, if it has one. Then the last of
 * VARIATIONS is the weight without it.
 * Of the recursion there are TREE_SLOTS, TREE_FLOWS, TREE_MOMENTA, TREE_COMPLEX_MASSES, of histograms FILLS,
 * OBSERVE. SHOWER: whether events shower before they are histogrammed and recorded. Then there are
 * MOST_PARTONS, and OBSERVE_DURHAM, OBSERVE_SHAPES, OBSERVE_JETS,
 * OBSERVE_JET_SCALES and OBSERVE_HADRON_SHAPES. The card's
 * cut behind the shower is CUT_AFTER_SHOWER, with CUTS_AFTER_SHOWER 1. */
#ifndef TESSERA_PROCESS_SUBPROCESS_H
#define TESSERA_PROCESS_SUBPROCESS_H

#ifndef PARTONS
#define PARTONS 1
#define JET_COUNT 2
#define JETS_LIST \
    {             \
        0, 1      \
    }
#define JETS_SET 3
#define NEUTRINOS_SET 0
#define COUPLING_POWER 0
#endif
#ifndef PDF_FIXED_SCALE
#define PDF_FIXED_SCALE 1
#endif
#ifndef SCALE_R_BASE
#define SCALE_R_BASE SCALE_HT
#define SCALE_F_BASE SCALE_HT
#endif
#ifndef ORDERED_JETS
#define ORDERED_JETS 0
#endif
#if defined(SCALE_R_EXPRESSION) || defined(SCALE_F_EXPRESSION) || defined(SHOWER_START_EXPRESSION)
#define SCALE_EXPRESSIONS 1
#else
#define SCALE_EXPRESSIONS 0
#endif
#ifndef SCALE_R_CLUSTERS
#define SCALE_R_CLUSTERS 0
#endif
#ifndef SCALE_F_CLUSTERS
#define SCALE_F_CLUSTERS 0
#endif
#define SCALE_CLUSTERS (SCALE_R_CLUSTERS || SCALE_F_CLUSTERS)
#ifdef ENHANCEMENT
#define ENHANCED 1
#else
#define ENHANCED 0
#endif
#ifndef OBSERVES_QUANTITIES
#define OBSERVES_QUANTITIES 0
#endif
#ifndef WHOLE_FIRST
#define WHOLE_FIRST 0
#define WHOLE_SECOND 0
#endif
#ifndef CHANNELS
#define CHANNELS 1
#endif
/* 1: an event has one choice of helicities in place of all. It comes by a random number behind those of phase
 * space, to which the grid adapts as to any other. */
#ifndef HELICITIES_SAMPLED
#define HELICITIES_SAMPLED 0
#endif
#ifndef STRONG_POWERS
#define STRONG_POWERS 0
#endif
#ifndef MASS_WINDOWS
#define MASS_WINDOWS 0
#endif
#ifndef SHOWER
#define SHOWER 0
#endif
#ifndef OBSERVE_JETS
#define OBSERVE_DURHAM 0
#define OBSERVE_SHAPES 0
#define OBSERVE_JETS 0
#define OBSERVE_JET_SCALES 0
#define OBSERVE_HADRON_SHAPES 0
#endif
#ifndef CUTS_AFTER_SHOWER
#define CUTS_AFTER_SHOWER 0
#endif
/* What nobody looks at need not shower. */
#if SHOWER
#define SHOWER_BEAMS 1
#define FN_TREE FN_APART
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
/* A bit of each parton of merging, and what the cut of merging is on. */
#ifndef MERGING_SET
#define MERGING_SET 0
#define MERGING_MEASURE MERGING_NONE
#endif
#if STRONG_POWERS > 0
#define TREE_STRONG
#endif
#if WHOLE_FIRST || WHOLE_SECOND
#include "phase_space/space_cascade.h"
#elif CHANNELS
#include "phase_space/space_channels.h"
#else
#include "phase_space/space_chili.h"
#endif
#define DIMENSIONS (SPACE_AXES + HELICITIES_SAMPLED)

#include "amplitude/tree_drawn.h"
#include "amplitude/tree_team.h"
#if TEAM_FITS && STRONG_POWERS == 0
#define SQUARES_APART 1
#define SQUARE_GROUP TEAM_GROUP
#define SQUARE_THREADS TEAM_THREADS
#define SQUARE_EVENTS TEAM_POINTS
#define SQUARE_BYTES TEAM_BYTES
#endif
#include "integrand.h"
#include "observable/merging.h"
#include "observable/particles.h"
#if OBSERVES_QUANTITIES || defined(CUT_EXPRESSION) || CUTS_AFTER_SHOWER || SCALE_EXPRESSIONS || ENHANCED
#include "observable/quantities.h"
#endif
#include "pdf.h"
#include "process/state_momenta.h"
#include "process/subprocess_layout.h"
#include "shower/parameters.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    SUBPROCESS_PARAMETERS(PARAMETER)
#if SHOWER
    SHOWER_PARAMETERS(PARAMETER)
    BEAM_SHOWER_PARAMETERS(PARAMETER)
#endif
    scalar cut[CUT_NUMBERS(FINAL)];
    scalar node[SPACE_NUMBERS];
#if MERGING_SET
    scalar merging[MERGING_NUMBERS];
#endif
#if MASS_WINDOWS > 0
    scalar window[MASS_WINDOWS * WINDOW_NUMBERS];
#endif
} parameters;
#undef PARAMETER

#include "process/scales.h"
#if SCALE_CLUSTERS
#include "process/clustering.h"
#endif
#define VARIED (VARIATIONS - ENHANCED)
#if VARIED > 0
#include "process/variations.h"
#endif

#include "process/subprocess_cuts.h"

/* The state: final momenta in the partons' rest frame; what phase space gives. Behind it stand logarithms of
 * the momentum fractions of the first leg and of the second. The random number of the helicities comes last,
 * where they are sampled. */
enum {
    STATE_WEIGHT = 4 * FINAL,
    STATE_LOG_X1,
    STATE_LOG_X2,
    STATE_HELICITIES,
    STATE = STATE_HELICITIES + HELICITIES_SAMPLED
};

FN_SHARED mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
{
    const space_setting setting = {p->node, (int)p->channel, (int)p->channels, p->root_s};
    space_point point;
    particle_set set;
    const mask pass = space_sample(setting, x, &point);
    for (int i = 0; i < FINAL; ++i)
        state_put_momentum(state, i, point.rest[i]);
    state[STATE_WEIGHT] = point.weight;
    state[STATE_LOG_X1] = point.log_x[0];
    state[STATE_LOG_X2] = point.log_x[1];
#if HELICITIES_SAMPLED
    state[STATE_HELICITIES] = x[SPACE_AXES];
#endif
    if (!r_any(pass))
        return pass;
    for (int i = 0; i < FINAL; ++i)
        set.momentum[i] = point.laboratory[i];
    particles_measure(&set);
    return m_and(pass, subprocess_pass(p, &set));
}

/* Whether the first leg comes from the second beam: in every other event, where members have both. */
FN mask subprocess_mirrored(CONSTANT parameters *p, event_number event)
{
    real u[2];
    const int members = (int)p->mirrored;
    if (members != MIRRORED_SOME)
        return members == MIRRORED_ALL ? m_all() : m_none();
    uniform_pair(event, STREAM_SUBPROCESS, 0, u);
    return u[1] < R(0.5);
}

/* An event as what is behind the matrix element sees it. */
FN void subprocess_particles(event_state state, mask mirrored, particle_set *set)
{
    const real boost = r_exp(R(0.5) * (state_fetch(state, STATE_LOG_X1) - state_fetch(state, STATE_LOG_X2)));
    for (int i = 0; i < FINAL; ++i) {
        vector4 momentum = state_laboratory(state_momentum(state, i), R(1.0), boost);
        momentum.z = r_select(mirrored, -momentum.z, momentum.z);
        set->momentum[i] = momentum;
    }
    particles_measure(set);
}

/* Logarithms of the momentum fractions from both beams. */
FN void subprocess_log_x(event_state state, mask mirrored, real log_x[2])
{
    const real first = state_fetch(state, STATE_LOG_X1), second = state_fetch(state, STATE_LOG_X2);
    log_x[0] = r_select(mirrored, second, first);
    log_x[1] = r_select(mirrored, first, second);
}

#include "process/subprocess_scales.h"

/* What is drawn of an event: its member, and the sum over all of them. */
typedef struct subprocess_choice {
    real luminosity, member;
} subprocess_choice;

/* Densities of one beam: 1 of one that is no hadron. */
FN void subprocess_densities(CONSTANT parameters *p, GLOBAL const scalar *tables, int whole, real log_x,
                             real log_f2, real f[PARTONS])
{
    for (int i = 0; whole && i < PARTONS; ++i)
        f[i] = R(1.0);
#if !(WHOLE_FIRST && WHOLE_SECOND)
    if (whole)
        return;
    GLOBAL const scalar *table = tables + (int)p->densities;
    const pdf_place place = scales_place(p, table, log_x, log_f2);
    for (int i = 0; i < PARTONS; ++i)
        f[i] = pdf_value(table, i, place);
#else
    (void)p;
    (void)tables;
    (void)log_x;
    (void)log_f2;
#endif
}

FN GLOBAL const uint32 *subprocess_members(CONSTANT parameters *p, GLOBAL const scalar *tables)
{
    return tables_integers(tables, p->integers) + (int)p->members;
}

/* The words of the recursion. */
FN GLOBAL const uint32 *subprocess_words(CONSTANT parameters *p, GLOBAL const scalar *tables)
{
    return tables_integers(tables, p->integers) + (int)p->words;
}

/* The part of a member, by its row, where it is one of those that are mirrored or one of the others. */
FN real subprocess_part(GLOBAL const uint32 *row, mask mirrored, const real f1[PARTONS],
                        const real f2[PARTONS])
{
    const real part = f1[row[MEMBER_FIRST]] * f2[row[MEMBER_SECOND]], none = R(0.0);
    return row[MEMBER_MIRRORED] ? r_select(mirrored, part, none) : r_select(mirrored, none, part);
}

FN subprocess_choice subprocess_choose(CONSTANT parameters *p, GLOBAL const scalar *tables,
                                       event_number event, event_state state, mask mirrored, real log_f2)
{
    GLOBAL const uint32 *members = subprocess_members(p, tables), *row = members + MEMBERS_HEAD;
    const int count = (int)members[MEMBERS_COUNT];
    const real times = (int)p->mirrored == MIRRORED_SOME ? R(2.0) : R(1.0);
    real f1[PARTONS], f2[PARTONS], u[2], log_x[2], sizes = R(0.0), so_far = R(0.0);
    subprocess_choice choice = {R(0.0), R(0.0)};
    mask found = m_none();
    subprocess_log_x(state, mirrored, log_x);
    subprocess_densities(p, tables, WHOLE_FIRST, log_x[0], log_f2, f1);
    subprocess_densities(p, tables, WHOLE_SECOND, log_x[1], log_f2, f2);
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL))
        sizes = sizes + r_abs(subprocess_part(row, mirrored, f1, f2));
    uniform_pair(event, STREAM_SUBPROCESS, 0, u);
    const real wanted = u[0] * sizes;
    row = members + MEMBERS_HEAD;
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL)) {
        const real part = subprocess_part(row, mirrored, f1, f2);
        so_far = so_far + r_abs(part);
        /* The last one that may be is taken where rounding leaves none. */
        const mask may = row[MEMBER_MIRRORED] ? mirrored : m_not(mirrored);
        const mask here = m_and(m_not(found), may);
        choice.member = r_select(here, r_set((scalar)i), choice.member);
        choice.luminosity = r_select(here, r_select(part < R(0.0), -sizes, sizes), choice.luminosity);
        found = m_or(found, m_and(here, wanted < so_far));
    }
    choice.luminosity = times * choice.luminosity;
    return choice;
}

#ifdef POLARIZATION_FRAME
/* Takes the momenta of all legs into the frame of the helicities. */
FN void subprocess_boost(vector4 momenta[2 + FINAL])
{
    vector4 frame = {R(0.0), R(0.0), R(0.0), R(0.0)};
    for (int i = 0; i < 2 + FINAL; ++i)
        if (POLARIZATION_FRAME >> i & 1)
            frame = i < 2 ? v_subtract(frame, momenta[i]) : v_add(frame, momenta[i]);
    const real root = r_sqrt(v_dot(frame, frame));
    for (int i = 0; i < 2 + FINAL; ++i)
        momenta[i] = v_into_rest(frame, root, momenta[i]);
}
#endif

/* The momenta of all legs, going out. */
FN void subprocess_momenta(CONSTANT parameters *p, event_state state, vector4 momenta[2 + FINAL])
{
    const real log_tau = state_fetch(state, STATE_LOG_X1) + state_fetch(state, STATE_LOG_X2);
    const real energy = R(-0.5) * r_set(p->root_s) * r_exp(R(0.5) * log_tau), none = R(0.0);
    momenta[0].e = momenta[1].e = energy;
    momenta[0].x = momenta[1].x = momenta[0].y = momenta[1].y = none;
    momenta[0].z = energy;
    momenta[1].z = -energy;
    for (int i = 0; i < FINAL; ++i)
        momenta[2 + i] = state_momentum(state, i);
#ifdef POLARIZATION_FRAME
    subprocess_boost(momenta);
#endif
}

/* Momenta in the state of a tree, with alpha_s over that in the matrix element. */
FN void subprocess_begin(CONSTANT parameters *p, event_state state, real alpha_s, tree_state *s)
{
    subprocess_momenta(p, state, s->momenta);
#ifdef TREE_STRONG
    s->strong = r_sqrt(alpha_s);
#else
    (void)alpha_s;
#endif
}

/* |M|^2, summed over colours and helicities, or what one choice of these stands for. */
FN real subprocess_squared(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                           real alpha_s)
{
    GLOBAL const uint32 *words = subprocess_words(p, tables);
    GLOBAL const scalar *values = tables + (int)p->values;
    tree_state s;
    subprocess_begin(p, state, alpha_s, &s);
#if HELICITIES_SAMPLED
    real helicity[CHOICE_LEGS];
    return tree_drawn_square(&s, words, values, state_fetch(state, STATE_HELICITIES), helicity);
#else
    const uint32 slices = tree_word(words, TREE_HEAD_SLICES);
    real sum = R(0.0);
    for (uint32 i = 0; i < slices; ++i)
        sum = sum + tree_sum(&s, words, values, i);
    return sum;
#endif
}

/* A weight but for |M|^2, and alpha_s over that in the matrix element. */
FN real subprocess_factor(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                          event_state state, real fill[FILL_SLOTS], real *strong)
{
    subprocess_scales scales = subprocess_fixed_scales();
    (void)fill;
    const mask mirrored = subprocess_mirrored(p, event);
#if (FILLS > 0 && !SHOWER) || SCALES_DYNAMIC || SCALE_EXPRESSIONS || defined(CUT_EXPRESSION) || ENHANCED
    particle_set set;
    subprocess_particles(state, mirrored, &set);
    scales = subprocess_scales_of(p, tables, state, &set);
#endif
    const subprocess_choice choice = subprocess_choose(p, tables, event, state, mirrored, scales.log_f2);
    const real alpha_s = subprocess_coupling(p, tables, &scales);
    real weight = scales_power(state_fetch(state, STATE_WEIGHT) * choice.luminosity, alpha_s);
#if SCALE_EXPRESSIONS
    /* An event without a scale is no number, and is counted as that. */
    const real one = R(1.0), zero = R(0.0);
    weight = weight / r_select(scales.none, zero, one);
#endif
#if ENHANCED
    weight = weight * subprocess_enhancement(p, &set);
#endif
#ifdef CUT_EXPRESSION
    const mask passes = subprocess_expression(p, &set);
    const real none = R(0.0);
    weight = r_select(passes, weight, none);
#endif
#if FILLS > 0 && !SHOWER
    const real unit = r_set(p->unit);
    (void)unit; /* a histogram's */
#if ORDERED_JETS
    const int jets[JET_COUNT + 1] = JETS_LIST;
    real jet_pt[JET_COUNT], jet_eta[JET_COUNT];
    particles_order(&set, jets, JET_COUNT, jet_pt, jet_eta);
#endif
    OBSERVE
#ifdef CUT_EXPRESSION
    const real no_value = r_set(HISTOGRAM_NONE);
    for (int i = 0; i < FILLS; ++i)
        fill[i] = r_select(passes, fill[i], no_value);
#endif
#endif
    *strong = alpha_s;
    return weight;
}

FN_SHARED real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                                event_state state, event_team team, real fill[FILL_SLOTS], mask *doubtful)
{
    real alpha_s;
    (void)team;
    *doubtful = m_none();
    const real factor = subprocess_factor(p, tables, event, state, fill, &alpha_s);
    return factor * subprocess_squared(p, tables, state, alpha_s);
}

#if SQUARES_APART
FN real integrand_factor(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                         event_state state, real fill[FILL_SLOTS])
{
    real alpha_s;
    return subprocess_factor(p, tables, event, state, fill, &alpha_s);
}

FN real integrand_square(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                         event_team team, uint32 own)
{
    GLOBAL const uint32 *words = subprocess_words(p, tables);
    GLOBAL const scalar *values = tables + (int)p->values;
    const tree_team t = {team.memory + 2 * own, (uint32)team.rank};
    if (team.rank == 0) {
        vector4 momenta[2 + FINAL];
        subprocess_momenta(p, state, momenta);
        for (uint32 i = 0; i < 2 + FINAL; ++i)
            team_put_momentum(&t, 2 * i, momenta[i]);
    }
#if HELICITIES_SAMPLED
    if (team.rank == 1) {
        const real place = state_fetch(state, STATE_HELICITIES);
        real helicity[CHOICE_LEGS];
        tree_drawn_helicities(words, tree_drawn_number(place, tree_word(words, TREE_HEAD_HELICITIES)),
                              helicity);
        team_put_helicities(&t, words, helicity);
    }
#endif
    team_steps(&t, words, values);
    return team_sum(&t, words);
}
#endif

/* A number of the row of the member that was drawn. */
FN real subprocess_number(CONSTANT parameters *p, GLOBAL const scalar *tables, real member, int number)
{
    GLOBAL const uint32 *members = subprocess_members(p, tables), *row = members + MEMBERS_HEAD;
    const int count = (int)members[MEMBERS_COUNT];
    real value = R(0.0);
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL))
        value = r_select(member == r_set((scalar)i), r_set((scalar)(int)row[number]), value);
    return value;
}

#if VARIATIONS > 0
#include "process/subprocess_variations.h"
#endif

#define RECORDED (2 + FINAL)

/* Helicities and colour lines of the legs, in the partons' rest frame, or in that of the polarisations. */
FN void subprocess_draw(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                        event_state state, real alpha_s, tree_choice *drawn)
{
    GLOBAL const uint32 *words = subprocess_words(p, tables);
    GLOBAL const scalar *values = tables + (int)p->values;
    tree_state s;
    subprocess_begin(p, state, alpha_s, &s);
#if HELICITIES_SAMPLED
    tree_drawn_lines(&s, words, values, event, state_fetch(state, STATE_HELICITIES), drawn);
#else
    tree_draw(&s, words, values, event, drawn);
#endif
}

/* A leg of the record, of the member that was drawn. */
FN real subprocess_pdg(CONSTANT parameters *p, GLOBAL const scalar *tables, real member, int leg)
{
    return subprocess_number(p, tables, member, MEMBER_LEGS + leg);
}

FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                         event_state state, record_list records, uint32 slot)
{
    const real unit = r_set(p->unit), none = R(0.0);
    const mask mirrored = subprocess_mirrored(p, event);
    real log_x[2];
    particle_set set;
    subprocess_log_x(state, mirrored, log_x);
    subprocess_particles(state, mirrored, &set);
    const subprocess_scales scales = subprocess_scales_of(p, tables, state, &set);
    const subprocess_choice choice = subprocess_choose(p, tables, event, state, mirrored, scales.log_f2);
    const real all = r_set(p->root_s * p->unit); /* of what clustering leaves alone */
    (void)all;
    tree_choice drawn;
    subprocess_draw(p, tables, event, state, subprocess_coupling(p, tables, &scales), &drawn);
    record_begin(records, slot, RECORDED);
    for (int beam = 0; beam < 2; ++beam) {
        const real energy = R(0.5) * r_set(p->root_s) * unit * r_exp(log_x[beam]);
        const vector4 q = {energy, none, none, beam ? -energy : energy};
        const int other = 1 - beam;
        const real pdg = r_select(mirrored, subprocess_pdg(p, tables, choice.member, other),
                                  subprocess_pdg(p, tables, choice.member, beam));
        record_particle particle =
            record_massless(q, pdg, r_select(mirrored, drawn.colour[other], drawn.colour[beam]),
                            r_select(mirrored, drawn.anticolour[other], drawn.anticolour[beam]));
        particle.helicity = r_select(mirrored, drawn.helicity[other], drawn.helicity[beam]);
#if SCALE_CLUSTERS
        particle.scale = all;
#endif
        record_put(records, slot, beam, 2, particle);
    }
    for (int i = 0; i < FINAL; ++i) {
        record_particle particle = record_massless(v_scale(set.momentum[i], unit),
                                                   subprocess_pdg(p, tables, choice.member, 2 + i),
                                                   drawn.colour[2 + i], drawn.anticolour[2 + i]);
        particle.helicity = drawn.helicity[2 + i];
        particle.mass = space_mass(p->node, i) * unit;
#if SCALE_CLUSTERS
        particle.scale = r_select(scales.history.kt2[i] > none, r_sqrt(scales.history.kt2[i]) * unit, all);
#endif
        record_put(records, slot, 2 + i, 2, particle);
    }
    record_store(records, RECORD_SUBPROCESS, slot, choice.member);
    scales_record(p, tables, records, slot, scales.log_r2, scales.log_f2);
}

#if SHOWER
#include "process/subprocess_beams_shower.h"
#endif

#endif

/* The integrand of a group of subprocesses with one matrix element, which the program derived from the model:
 *
 *   d sigma = dx1 dx2 sum_m f_m1(x1) f_m2(x2) / (2 s-hat) |M|^2 dPhi.
 *
 * Phase space is Chili's (phase_space/chili.h), |M|^2 a recursion by tables (amplitude/tree_recursion.h). Of
 * the members one is drawn for each event, as often as its part in the sum over densities is. It says from
 * which beam the first leg comes. What is constant stands in the unit of the integral
 * (src/process/subprocess_channel.c).
 *
 * Compile-time constants: those of phase_space/chili_event.h; PARTONS, the densities of a table; JETS_LIST
 * and JET_COUNT, which particles are jets. JETS_SET and NEUTRINOS_SET are bits of those that are,
 * COUPLING_POWER that of alpha_s, HELICITIES_SAMPLED whether an event has one choice of helicities.
 * SCALE_R_DYNAMIC, PDF_FIXED_SCALE, SCALE_R_BASE and SCALE_F_BASE are what scales follow. Of the recursion
 * there are TREE_SLOTS, TREE_FLOWS, TREE_MOMENTA, TREE_COMPLEX_MASSES, of histograms FILLS, OBSERVE. */
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
#ifndef OBSERVES_QUANTITIES
#define OBSERVES_QUANTITIES 0
#endif
/* 1: an event has one choice of helicities in place of all. It comes by a random number behind those of phase
 * space, to which the grid adapts as to any other. */
#ifndef HELICITIES_SAMPLED
#define HELICITIES_SAMPLED 0
#endif
#define TREE_WORD scalar
#include "phase_space/chili_event.h"
#define DIMENSIONS (AXES + HELICITIES_SAMPLED)

#include "amplitude/tree_drawn.h"
#include "integrand.h"
#include "observable/particles.h"
#if OBSERVES_QUANTITIES
#include "observable/quantities.h"
#endif
#include "pdf.h"
#include "process/state_momenta.h"
#include "process/subprocess_layout.h"

#define PARAMETER(name) scalar name;
typedef struct parameters {
    SUBPROCESS_PARAMETERS(PARAMETER)
    scalar node[NODES * CHILI_NUMBERS];
    scalar cut[CUT_NUMBERS(FINAL)];
} parameters;
#undef PARAMETER

#include "process/scales.h"
#if VARIATIONS > 0
#include "process/variations.h"
#endif

/* The state: final momenta in the partons' rest frame; what phase space gives; logarithms of x1 and x2. The
 * random number of the helicities comes last, where they are sampled. */
enum {
    STATE_WEIGHT = 4 * FINAL,
    STATE_LOG_X1,
    STATE_LOG_X2,
    STATE_HELICITIES,
    STATE = STATE_HELICITIES + HELICITIES_SAMPLED
};

FN mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
{
    const real none = R(0.0), inverse = R(1.0) / r_set(p->root_s);
    chili_sum sum = {none, none, none, none};
    vector4 momentum[NODES];
    particle_set set;
    real weight = R(1.0);
    mask pass = chili_event(p->node, x, r_set(p->root_s), momentum, &sum, &weight);
    const real back = r_sqrt(sum.minus / sum.plus);
    for (int i = 0; i < FINAL; ++i) {
        set.momentum[i] = momentum[i];
        state_put_momentum(state, i, state_laboratory(momentum[i], R(1.0), back));
    }
    const real x1 = sum.plus * inverse, x2 = sum.minus * inverse;
    state[STATE_WEIGHT] = weight / (x1 * x1 * x2 * x2);
    state[STATE_LOG_X1] = r_log(x1);
    state[STATE_LOG_X2] = r_log(x2);
#if HELICITIES_SAMPLED
    state[STATE_HELICITIES] = x[AXES];
#endif
    if (!r_any(pass))
        return pass;
    particles_measure(&set);
    return m_and(pass, particles_pass(&set, p->cut, JETS_SET, NEUTRINOS_SET));
}

/* An event as what is behind the matrix element sees it. */
FN void subprocess_particles(event_state state, particle_set *set)
{
    const real boost = r_exp(R(0.5) * (state_fetch(state, STATE_LOG_X1) - state_fetch(state, STATE_LOG_X2)));
    for (int i = 0; i < FINAL; ++i)
        set->momentum[i] = state_laboratory(state_momentum(state, i), R(1.0), boost);
    particles_measure(set);
}

/* The logarithm of the square, in GeV^2, of what a scale follows. */
FN real subprocess_log_base2(CONSTANT parameters *p, event_state state, const particle_set *set, int base)
{
    if (base == SCALE_M)
        return R(2.0) * r_log(r_set(p->root_s * p->unit)) + state_fetch(state, STATE_LOG_X1) +
               state_fetch(state, STATE_LOG_X2);
    return R(2.0) *
           r_log((base == SCALE_MT ? particles_mt(set) : particles_ht(set, JETS_SET)) * r_set(p->unit));
}

/* The logarithms of both scales; 0 where they are fixed. */
typedef struct subprocess_scales {
    real log_r2, log_f2;
} subprocess_scales;

FN subprocess_scales subprocess_scales_of(CONSTANT parameters *p, event_state state, const particle_set *set)
{
    subprocess_scales scales = {R(0.0), R(0.0)};
    (void)p;
    (void)state;
    (void)set;
#if SCALE_R_DYNAMIC
    scales.log_r2 = subprocess_log_base2(p, state, set, SCALE_R_BASE);
#endif
#if !PDF_FIXED_SCALE
    scales.log_f2 = subprocess_log_base2(p, state, set, SCALE_F_BASE);
#endif
    return scales;
}

/* What is drawn of an event: its member, whether that is mirrored, and the sum over all of them. */
typedef struct subprocess_choice {
    real luminosity, mirrored, member;
} subprocess_choice;

/* Densities of one beam. */
FN void subprocess_densities(CONSTANT parameters *p, GLOBAL const scalar *tables, real log_x, real log_f2,
                             real f[PARTONS])
{
    GLOBAL const scalar *table = tables + (int)p->densities;
    const pdf_place place = scales_place(p, table, log_x, log_f2);
    for (int i = 0; i < PARTONS; ++i)
        f[i] = pdf_value(table, i, place);
}

FN subprocess_choice subprocess_choose(CONSTANT parameters *p, GLOBAL const scalar *tables,
                                       event_number event, event_state state, real log_f2)
{
    GLOBAL const scalar *members = tables + (int)p->members;
    const int count = (int)members[0];
    real f1[PARTONS], f2[PARTONS], u[2], sizes = R(0.0), so_far = R(0.0);
    subprocess_choice choice = {R(0.0), R(0.0), R(0.0)};
    mask found = m_none();
    subprocess_densities(p, tables, state_fetch(state, STATE_LOG_X1), log_f2, f1);
    subprocess_densities(p, tables, state_fetch(state, STATE_LOG_X2), log_f2, f2);
    GLOBAL const scalar *row = members + 1;
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL))
        sizes = sizes + r_abs(f1[(int)row[MEMBER_FIRST]] * f2[(int)row[MEMBER_SECOND]]);
    uniform_pair(event, STREAM_SUBPROCESS, 0, u);
    const real wanted = u[0] * sizes;
    row = members + 1;
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL)) {
        const real part = f1[(int)row[MEMBER_FIRST]] * f2[(int)row[MEMBER_SECOND]];
        so_far = so_far + r_abs(part);
        const mask here = m_and(m_not(found),
                                m_or(wanted < so_far, r_set((scalar)i) >= r_set((scalar)count - 1)));
        choice.member = r_select(here, r_set((scalar)i), choice.member);
        choice.mirrored = r_select(here, r_set(row[MEMBER_MIRRORED]), choice.mirrored);
        choice.luminosity = r_select(here, r_select(part < R(0.0), -sizes, sizes), choice.luminosity);
        found = m_or(found, here);
    }
    return choice;
}

/* The momenta of all legs, going out; the first leg comes from the second beam where it is mirrored. */
FN void subprocess_momenta(CONSTANT parameters *p, event_state state, real mirrored, tree_state *s)
{
    const real log_tau = state_fetch(state, STATE_LOG_X1) + state_fetch(state, STATE_LOG_X2);
    const real energy = R(-0.5) * r_set(p->root_s) * r_exp(R(0.5) * log_tau), none = R(0.0);
    const real along = r_select(mirrored > R(0.5), -energy, energy);
    s->momenta[0].e = s->momenta[1].e = energy;
    s->momenta[0].x = s->momenta[1].x = s->momenta[0].y = s->momenta[1].y = none;
    s->momenta[0].z = along;
    s->momenta[1].z = -along;
    for (int i = 0; i < FINAL; ++i)
        s->momenta[2 + i] = state_momentum(state, i);
}

/* |M|^2, summed over colours and helicities, or what one choice of these stands for. */
FN real subprocess_squared(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                           real mirrored)
{
    GLOBAL const scalar *words = tables + (int)p->words, *values = tables + (int)p->values;
    tree_state s;
    subprocess_momenta(p, state, mirrored, &s);
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

FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                         event_state state, event_team team, real fill[FILL_SLOTS], mask *doubtful)
{
    subprocess_scales scales = {R(0.0), R(0.0)};
    (void)team;
    (void)fill;
    *doubtful = m_none();
#if FILLS > 0 || SCALES_DYNAMIC
    particle_set set;
    subprocess_particles(state, &set);
    scales = subprocess_scales_of(p, state, &set);
#endif
    const subprocess_choice choice = subprocess_choose(p, tables, event, state, scales.log_f2);
    const real weight = scales_weight(p, tables, state_fetch(state, STATE_WEIGHT) * choice.luminosity,
                                      scales.log_r2);
#if FILLS > 0
    const real unit = r_set(p->unit);
    (void)unit; /* a histogram's */
#if ORDERED_JETS
    const int jets[JET_COUNT + 1] = JETS_LIST;
    real jet_pt[JET_COUNT], jet_eta[JET_COUNT];
    particles_order(&set, jets, JET_COUNT, jet_pt, jet_eta);
#endif
    OBSERVE
#endif
    return weight * subprocess_squared(p, tables, state, choice.mirrored);
}

/* A number of the row of the member that was drawn. */
FN real subprocess_number(CONSTANT parameters *p, GLOBAL const scalar *tables, real member, int number)
{
    GLOBAL const scalar *row = tables + (int)p->members + 1;
    const int count = (int)tables[(int)p->members];
    real value = R(0.0);
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL))
        value = r_select(member == r_set((scalar)i), r_set(row[number]), value);
    return value;
}

#if VARIATIONS > 0
FN void integrand_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                       event_state state, real factor[VARIATIONS])
{
    subprocess_scales scales = {R(0.0), R(0.0)};
#if SCALES_DYNAMIC
    particle_set set;
    subprocess_particles(state, &set);
    scales = subprocess_scales_of(p, state, &set);
#endif
    const real member = subprocess_choose(p, tables, event, state, scales.log_f2).member;
    const varied_event e = {{r_floor_index(subprocess_number(p, tables, member, MEMBER_FIRST)),
                             r_floor_index(subprocess_number(p, tables, member, MEMBER_SECOND))},
                            {state_fetch(state, STATE_LOG_X1), state_fetch(state, STATE_LOG_X2)},
                            scales.log_r2,
                            scales.log_f2};
    variations_factors(p, tables, &e, factor);
}
#endif

#define RECORDED (2 + FINAL)

/* Helicities and colour lines of the legs, in the partons' rest frame. */
FN void subprocess_draw(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                        event_state state, real mirrored, tree_choice *drawn)
{
    GLOBAL const scalar *words = tables + (int)p->words, *values = tables + (int)p->values;
    tree_state s;
    subprocess_momenta(p, state, mirrored, &s);
#if HELICITIES_SAMPLED
    tree_drawn_lines(&s, words, values, tables + (int)p->flows, event, state_fetch(state, STATE_HELICITIES),
                     drawn);
#else
    tree_draw(&s, words, values, tables + (int)p->flows, event, drawn);
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
    const real log_x[2] = {state_fetch(state, STATE_LOG_X1), state_fetch(state, STATE_LOG_X2)};
    particle_set set;
    subprocess_particles(state, &set);
    const subprocess_scales scales = subprocess_scales_of(p, state, &set);
    const subprocess_choice choice = subprocess_choose(p, tables, event, state, scales.log_f2);
    const mask mirrored = choice.mirrored > R(0.5);
    tree_choice drawn;
    subprocess_draw(p, tables, event, state, choice.mirrored, &drawn);
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
        record_put(records, slot, beam, particle, STATUS_INCOMING, beam + 1, 0);
    }
    for (int i = 0; i < FINAL; ++i) {
        record_particle particle = record_massless(v_scale(set.momentum[i], unit),
                                                   subprocess_pdg(p, tables, choice.member, 2 + i),
                                                   drawn.colour[2 + i], drawn.anticolour[2 + i]);
        particle.helicity = drawn.helicity[2 + i];
        particle.mass = r_set(p->node[CHILI_NUMBERS * i + CHILI_MASS]) * unit;
        record_put(records, slot, 2 + i, particle, STATUS_FINAL, 3, 4);
    }
    record_store(records, RECORD_SUBPROCESS, slot, choice.member);
    scales_record(p, tables, records, slot, scales.log_r2, scales.log_f2);
}

#endif

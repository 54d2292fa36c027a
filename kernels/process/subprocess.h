/* The integrand of a group of subprocesses with one matrix element, which the program derived from the model:
 *
 *   d sigma = dx1 dx2 sum_m f_m1(x1) f_m2(x2) / (2 s-hat) |M|^2 dPhi.
 *
 * A beam that is no hadron has x = 1 and no density. |M|^2 is a recursion by tables
 * (amplitude/tree_recursion.h). Of the members of the group one is drawn for each event, as often as its part
 * in the sum over densities is. What is constant stands in the unit of the integral
 * (src/derived/subprocess_channel.c).
 *
 * Compile-time constants besides those of constants.h: CHANNELS, how many of phase space there are at most.
 * What phase space it is a program says by a header before this one (phase_space/space_point.h), which asks
 * for more of them. With a beam that is no hadron no member is mirrored. PARTONS are the densities of a
 * table; JETS_LIST and JET_COUNT say which particles are jets. NEUTRINOS_SET are bits of those that are.
 * MASS_WINDOWS is the number of masses that events may not have, at most. MERGING_SET has a bit of each
 * parton of merging, whose cut is on MERGING_MEASURE. With PHOTON_ISOLATION 1 photons, the bits of
 * PHOTONS_SET, are isolated. POLARIZATION_FRAME has a bit of each leg in whose rest frame helicities are,
 * where these are not what comes in. Of the recursion there are TREE_SLOTS, TREE_FLOWS, TREE_MOMENTA,
 * TREE_COMPLEX_MASSES. */
#ifndef TESSERA_PROCESS_SUBPROCESS_H
#define TESSERA_PROCESS_SUBPROCESS_H

#include "process/subprocess_constants.h"
#ifndef SPACE_AXES
#include "phase_space/space_channels.h"
#endif
/* Where helicities are sampled, the choice comes by a random number behind those of phase space, to which the
 * grid adapts as to any other. */
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

#include "process/kinematics.h"
#include "process/scales.h"

/* Densities of one beam: 1 of one that is no hadron. */
FN void subprocess_densities(const hard_event *e, int whole, real log_x, real log_f2, real f[PARTONS])
{
    for (int i = 0; whole && i < PARTONS; ++i)
        f[i] = R(1.0);
#if !(WHOLE_FIRST && WHOLE_SECOND)
    if (whole)
        return;
    GLOBAL const scalar *table = e->tables + (int)e->p->densities;
    const pdf_place place = scales_place(e->p, table, log_x, log_f2);
    for (int i = 0; i < PARTONS; ++i)
        f[i] = pdf_value(table, i, place);
#else
    (void)e;
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

FN hard_choice process_choose(const hard_event *e, real log_f2)
{
    GLOBAL const uint32 *members = subprocess_members(e->p, e->tables), *row = members + MEMBERS_HEAD;
    const int count = (int)members[MEMBERS_COUNT];
    /* Where some members are mirrored, half of the events see these alone and half the others. */
    const real times = (int)e->p->mirrored == MIRRORED_SOME ? R(2.0) : R(1.0);
    real f1[PARTONS], f2[PARTONS], u[2], log_x[2], sizes = R(0.0), so_far = R(0.0);
    hard_choice choice = {R(0.0), R(0.0), R(1.0)};
    mask found = m_none();
    hard_log_x(e, log_x);
    subprocess_densities(e, WHOLE_FIRST, log_x[0], log_f2, f1);
    subprocess_densities(e, WHOLE_SECOND, log_x[1], log_f2, f2);
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL))
        sizes = sizes + r_abs(subprocess_part(row, e->mirrored, f1, f2));
    uniform_pair(e->number, STREAM_SUBPROCESS, 0, u);
    const real wanted = u[0] * sizes;
    row = members + MEMBERS_HEAD;
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL)) {
        const real part = subprocess_part(row, e->mirrored, f1, f2);
        so_far = so_far + r_abs(part);
        /* The last one that may be is taken where rounding leaves none. */
        const mask may = row[MEMBER_MIRRORED] ? e->mirrored : m_not(e->mirrored);
        const mask here = m_and(m_not(found), may);
        choice.number = r_select(here, r_set((scalar)i), choice.number);
        choice.luminosity = r_select(here, r_select(part < R(0.0), -sizes, sizes), choice.luminosity);
        found = m_or(found, m_and(here, wanted < so_far));
    }
    choice.luminosity = times * choice.luminosity;
    return choice;
}

FN real process_luminosity(const hard_event *e, real log_f2, real weight)
{
    return weight * process_choose(e, log_f2).luminosity;
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
FN void subprocess_momenta(const hard_event *e, vector4 momenta[2 + FINAL])
{
    hard_incoming(e, R(-0.5), momenta);
    for (int i = 0; i < FINAL; ++i)
        momenta[2 + i] = hard_momentum(e, i);
#ifdef POLARIZATION_FRAME
    subprocess_boost(momenta);
#endif
}

/* Momenta in the state of a tree, with alpha_s over that in the matrix element. */
FN void subprocess_begin(const hard_event *e, real alpha_s, tree_state *s)
{
    subprocess_momenta(e, s->momenta);
#ifdef TREE_STRONG
    s->strong = r_sqrt(alpha_s);
#else
    (void)alpha_s;
#endif
}

/* |M|^2, summed over colours and helicities, or what one choice of these stands for. */
FN real process_squared(const hard_event *e, real alpha_s, event_team team, mask *doubtful)
{
    GLOBAL const uint32 *words = subprocess_words(e->p, e->tables);
    GLOBAL const scalar *values = e->tables + (int)e->p->values;
    tree_state s;
    (void)team;
    *doubtful = m_none();
    subprocess_begin(e, alpha_s, &s);
#if HELICITIES_SAMPLED
    real helicity[CHOICE_LEGS];
    return tree_drawn_square(&s, words, values, hard_fetch(e, STATE_HELICITIES), helicity);
#else
    const uint32 slices = tree_word(words, TREE_HEAD_SLICES);
    real sum = R(0.0);
    for (uint32 i = 0; i < slices; ++i)
        sum = sum + tree_sum(&s, words, values, i);
    return sum;
#endif
}

#if SQUARES_APART
FN real integrand_square(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                         event_team team, uint32 own)
{
    GLOBAL const uint32 *words = subprocess_words(p, tables);
    GLOBAL const scalar *values = tables + (int)p->values;
    const tree_team t = {team.memory + 2 * own, (uint32)team.rank};
    if (team.rank == 0) {
        const event_number none = {w_set(0), w_set(0), 0, 0};
        const hard_event e = {p, tables, none, state, m_none()};
        vector4 momenta[2 + FINAL];
        subprocess_momenta(&e, momenta);
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
FN real subprocess_number(const hard_event *e, real member, int number)
{
    GLOBAL const uint32 *members = subprocess_members(e->p, e->tables), *row = members + MEMBERS_HEAD;
    const int count = (int)members[MEMBERS_COUNT];
    real value = R(0.0);
    for (int i = 0; i < count; ++i, row += MEMBER_NUMBERS(FINAL))
        value = r_select(member == r_set((scalar)i), r_set((scalar)(int)row[number]), value);
    return value;
}

FN void process_partons(const hard_event *e, hard_choice choice, index parton[2])
{
    parton[0] = r_floor_index(subprocess_number(e, choice.number, MEMBER_FIRST));
    parton[1] = r_floor_index(subprocess_number(e, choice.number, MEMBER_SECOND));
}

/* Helicities and colour lines of the legs, in the partons' rest frame, or in that of the polarisations. */
FN void process_draw(const hard_event *e, hard_choice choice, real alpha_s, hard_legs *legs)
{
    GLOBAL const uint32 *words = subprocess_words(e->p, e->tables);
    GLOBAL const scalar *values = e->tables + (int)e->p->values;
    tree_state s;
    tree_choice drawn;
    subprocess_begin(e, alpha_s, &s);
#if HELICITIES_SAMPLED
    tree_drawn_lines(&s, words, values, e->number, hard_fetch(e, STATE_HELICITIES), &drawn);
#else
    tree_draw(&s, words, values, e->number, &drawn);
#endif
    for (int leg = 0; leg < 2 + FINAL; ++leg) {
        legs->pdg[leg] = subprocess_number(e, choice.number, MEMBER_LEGS + leg);
        legs->colour[leg] = drawn.colour[leg];
        legs->anticolour[leg] = drawn.anticolour[leg];
        legs->helicity[leg] = drawn.helicity[leg];
    }
}

#include "process/hard_process.h"

#if SHOWER
#include "process/showered.h"
#endif

#endif

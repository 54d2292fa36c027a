/* The shower of a Z or a Higgs boson out of two protons. First emissions, by splitting functions and by
 * matrix elements, are against the Sudakov factor, integrated numerically. Momentum, colour and flavour are
 * conserved in every event. */
#include "beam_events.h"

enum { MANY = 1 << 15, FEW = 1 << 11, ROOM = 48 };

/* An event before it showers: a quark and its antiquark make a Z, or two gluons a Higgs boson. `exact`:
 * whether the first emission is that of the matrix element. `recoil`: of all that is final. */
struct pair {
    int pdg;
    double eta[2];
    int exact, recoil;
};
enum { NUMBER_PDG = BEAM_NUMBERS, NUMBER_ETA1, NUMBER_ETA2, NUMBERS };

static const char pair_process[] = KERNEL_TEXT(
    FN void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                            event_state state, event_list events, uint32 slot) {
        const real e1 = r_set(p->eta1 * p->beam_root_s), e2 = r_set(p->eta2 * p->beam_root_s);
        const real one = R(1.0), none = R(0.0), energy = R(0.5) * r_sqrt(e1 * e2);
        const vector4 first = {energy, none, none, energy};
        const vector4 second = {energy, none, none, -energy};
        const vector4 boson = {R(2.0) * energy, none, none, none};
        const index slots = w_index(w_lane() + w_set(slot));
        (void)event, (void)state;
        event_begin(events, slot, R(2.0) * r_log(boson.e));
        event_store(events, EVENT_BOOST, slot, r_sqrt(e1 / e2));
        event_store(events, EVENT_EXACT, slot, r_set(p->beam_exact));
        const int gluons = p->pdg == PDG_GLUON, anti = p->pdg < S(0.0);
        const real line = gluons ? R(2.0) : R(0.0);
        event_set_parton(events, slot, 0, first, r_set(p->pdg), anti ? one : line, anti ? line : one);
        event_set_parton(events, slot, 1, second, r_set(gluons ? p->pdg : -p->pdg), anti ? line : one,
                         anti ? one : line);
        event_set_parton(events, slot, 2, boson, R(23.0), none, none);
        event_store(events, EVENT_PARTON + 2 * PARTON_ROWS + PARTON_MASS, slot, boson.e);
        event_join(events, slot, 0, anti ? 0 : 1, anti ? 1 : 0);
        if (gluons)
            event_join(events, slot, 1, 0, 1);
        beams_measure(p, tables, events, m_all(), slots, R(2.0) * r_log(boson.e));
        dipoles_measure(p, events, m_all(), slots, gluons ? R(2.0) : one);
    });

/* Events with room for so many particles. */
static struct events make_events(const struct beam_shower *shower, const struct pair *pair, int room,
                                 size_t slots)
{
    double numbers[NUMBERS];
    memcpy(numbers, shower->numbers, sizeof shower->numbers);
    numbers[BEAM_NUMBER_beam_exact] = pair->exact;
    numbers[NUMBER_PDG] = pair->pdg;
    numbers[NUMBER_ETA1] = pair->eta[0];
    numbers[NUMBER_ETA2] = pair->eta[1];
    const struct beam_process process = {pair->recoil ? "#define SHOWER_GLOBAL 1\n" : "",
                                         "scalar pdg, eta1, eta2;", pair_process, numbers, NUMBERS};
    return beam_events_make(shower, &process, room, slots);
}

/* Squared matrix element over splitting functions, by the invariants of an emission; t^ is that of the parton
 * that emits and what it emits. */
static double exact_ratio(int gluon, int turns, double s, double t, double u)
{
    const double m2 = s + t + u, m4 = m2 * m2;
    if (gluon && turns) /* g q > h q: u^ of the quark that comes in and the gluon that stays */
        return (s * s + u * u) / (s * s + (s - m2) * (s - m2));
    if (gluon)
        return (m4 * m4 + pow(s, 4) + pow(t, 4) + pow(u, 4)) / (2 * pow(s * s - s * m2 + m4, 2));
    return turns ? (s * s + t * t + 2 * m2 * u) / ((s - m2) * (s - m2) + m4)
                 : (t * t + u * u + 2 * m2 * s) / (s * s + m4);
}

/* dP / dln t of both ends at t: a gluon emitted, or another parton that comes in. */
static double rate_at(const struct beam_shower *shower, const struct pair *pair, double t, double s)
{
    enum { STEPS = 400 };
    const int gluon = pair->pdg == GLUON, dipoles = gluon ? 2 : 1;
    double sum = 0;
    for (int beam = 0; beam < 2; ++beam) {
        const double eta = pair->eta[beam], most = s * (1 - eta) * (1 - eta) / (4 * eta), r = t / s;
        const int pdg = beam && !gluon ? -pair->pdg : pair->pdg;
        if (t >= most)
            continue;
        const double end = (1 - eta) / 2 * (t / most) / (1 + sqrt(1 - t / most));
        const double reach = log((1 - eta - end) / end), q = shower->factor * sqrt(t);
        const double before = ts_pdf_xfx(shower->pdf, pdg, eta, q);
        for (int i = 0; i < STEPS; ++i) {
            const double rest = end * exp(reach * (i + 0.5) / STEPS), z = 1 - rest;
            const double x = z * rest / (rest + r), missing = (rest * rest + r) / (rest + r),
                         v = x * r / rest;
            const double jacobian = rest / (rest + r) * rest * reach / STEPS;
            double keep = 4 / 3.0 * (2 / missing - 1 - x), turn = 0.5 * (1 - 2 * x * missing), other = 0;
            if (gluon) {
                keep = 3 * (1 / missing + missing / x - 1 + x * missing);
                turn = 2 / 3.0 * (x + 2 * missing / x);
            }
            for (int quark = -QUARK_FLAVOURS; quark <= QUARK_FLAVOURS && gluon; ++quark)
                other += quark ? ts_pdf_xfx(shower->pdf, quark, eta / x, q) : 0;
            if (!gluon)
                other = ts_pdf_xfx(shower->pdf, GLUON, eta / x, q);
            if (pair->exact) {
                keep *= exact_ratio(gluon, 0, s / x, -v * s / x, -(missing - v) * s / x);
                turn *= exact_ratio(gluon, 1, s / x, -v * s / x, -(missing - v) * s / x);
            }
            sum += dipoles * jacobian * (keep * ts_pdf_xfx(shower->pdf, pdg, eta / x, q) + turn * other) /
                   before;
        }
    }
    return sum * two_loops(log(t)) / (2 * M_PI);
}

enum { BINS = 8, STEPS_OF_BIN = 24, PAIRS = 5 };

/* The probabilities of bins of ln t of the first emission, and of none. */
static double sudakov(const struct beam_shower *shower, const struct pair *pair, double bins[BINS])
{
    const double s = pair->eta[0] * pair->eta[1] * beam_energy * beam_energy, low = log(1.69);
    const double step = (log(s) - low) / (BINS * STEPS_OF_BIN);
    double exponent = 0;
    memset(bins, 0, BINS * sizeof *bins);
    for (int i = BINS * STEPS_OF_BIN - 1; i >= 0; --i) {
        const double rate = rate_at(shower, pair, exp(low + (i + 0.5) * step), s);
        bins[i / STEPS_OF_BIN] += exp(-exponent) * (1 - exp(-rate * step));
        exponent += rate * step;
    }
    return exp(-exponent);
}

/* Where there is room for one more particle, an event ends with its first emission. */
static void check_first_emissions(double factor, size_t first, size_t last)
{
    static const struct pair pairs[PAIRS] = {{2, {0.007, 0.007028}, 0, 0},
                                             {1, {0.1, 0.000492}, 1, 0},
                                             {5, {0.002, 0.0246}, 0, 0},
                                             {GLUON, {0.01, 0.00924}, 0, 0},
                                             {GLUON, {0.01, 0.00924}, 1, 0}};
    struct beam_shower shower = beam_shower_create_at(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy,
                                                      factor);
    const double low = log(1.69);
    const size_t slots = !strcmp(test_device, "opencl") ? FEW : getenv("TESSERA_TEST_LONG") ? MANY : MANY / 2;
    for (size_t i = first; i < last; ++i) {
        double expected[BINS], seen[BINS] = {0}, none = 0, chi2 = 0;
        const double s = pairs[i].eta[0] * pairs[i].eta[1] * beam_energy * beam_energy;
        struct events events = make_events(&shower, &pairs[i], 4, slots);
        const double without = sudakov(&shower, &pairs[i], expected), n = (double)slots;
        for (size_t slot = 0; slot < slots; ++slot) {
            const double part = (number_of(&events, slot, EVENT_SCALE) - low) / (log(s) - low);
            if (number_of(&events, slot, EVENT_PARTONS) > 3)
                seen[(int)fmin(BINS * part, BINS - 1)] += 1;
            else
                none += 1;
        }
        for (int bin = 0; bin < BINS; ++bin)
            chi2 += pow(seen[bin] - n * expected[bin], 2) / (n * expected[bin] + 1e-9);
        assert_true(fabs(none / n - without) < 4 * sqrt(without * (1 - without) / n) + 2e-4);
        assert_true(chi2 < BINS + 4 * sqrt(2.0 * BINS));
        free(events.rows);
    }
    beam_shower_free(&shower);
}

/* With densities at twice the transverse momentum too, of which b begins at half of it. */
static void first_emissions_follow_the_sudakov_factor(void **unused)
{
    (void)unused;
    check_first_emissions(1, 0, PAIRS);
    check_first_emissions(2, 2, 4);
}

/* What comes in is what goes out, to the rounding of all energies; partons stay on their mass. */
static void check_momenta(const struct events *events, size_t slot, double mass)
{
    const double tolerance = 2e-15;
    double sum[4] = {0}, largest = 0;
    const int count = (int)number_of(events, slot, EVENT_PARTONS);
    for (int i = 0; i < count; ++i) {
        const double e = parton_of(events, slot, i, PARTON_E);
        double square = -e * e;
        for (int c = 0; c < 4; ++c) {
            sum[c] += (i < 2 ? 1 : -1) * parton_of(events, slot, i, c);
            square += c ? pow(parton_of(events, slot, i, c), 2) : 0;
        }
        assert_true(e > 0);
        largest = fmax(largest, e);
        assert_true(fabs(square + (i == 2 ? mass * mass : 0)) < tolerance * largest * largest);
    }
    for (int c = 0; c < 4; ++c)
        assert_true(fabs(sum[c]) < tolerance * largest);
    for (int beam = 0; beam < 2; ++beam) {
        const double boost = number_of(events, slot, EVENT_BOOST);
        const double eta = 2 * parton_of(events, slot, beam, PARTON_E) * (beam ? 1 / boost : boost) /
                           beam_energy;
        assert_true(eta < 1 && parton_of(events, slot, beam, PARTON_X) == 0);
    }
}

/* Lines go from one parton to another, as quarks, antiquarks and gluons have them; what comes in counts as
 * its antiparticle going out. Flavour is conserved. Nothing heavy comes in where its density is none. */
static void check_colours(const struct events *events, size_t slot)
{
    const int count = (int)number_of(events, slot, EVENT_PARTONS);
    int ends[2][2 * ROOM] = {{0}}, flavours[6] = {0}, lines = 0;
    for (int i = 0; i < count; ++i) {
        const int pdg = (int)parton_of(events, slot, i, PARTON_PDG), own = i < 2 && pdg != GLUON ? -pdg : pdg;
        const int colour = (int)parton_of(events, slot, i, PARTON_COLOUR);
        const int anticolour = (int)parton_of(events, slot, i, PARTON_ANTICOLOUR);
        if (i == 2)
            continue;
        assert_true(pdg == GLUON || (pdg != 0 && abs(pdg) <= QUARK_FLAVOURS));
        assert_true(i > 1 || pdg == GLUON || abs(pdg) < 4);
        assert_int_equal(colour > 0, own > 0);
        assert_int_equal(anticolour > 0, own < 0 || own == GLUON);
        assert_true(colour < 2 * ROOM && anticolour < 2 * ROOM);
        ends[0][colour] += colour > 0;
        ends[1][anticolour] += anticolour > 0;
        lines += colour > 0;
        if (own != GLUON)
            flavours[abs(own)] += own > 0 ? 1 : -1;
    }
    for (int line = 0; line < 2 * ROOM; ++line)
        assert_true(ends[0][line] == ends[1][line] && ends[0][line] <= 1);
    for (int flavour = 0; flavour < 6; ++flavour)
        assert_int_equal(flavours[flavour], 0);
    assert_int_equal((int)number_of(events, slot, EVENT_DIPOLES), lines);
}

static void momentum_colour_and_flavour_are_conserved(void **unused)
{
    static const struct pair pairs[] = {{3, {0.05, 0.000984}, 0, 0},
                                        {5, {0.007, 0.007028}, 1, 0},
                                        {5, {0.05, 0.000984}, 0, 1},
                                        {GLUON, {0.1, 0.000492}, 0, 1}};
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    (void)unused;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        const double mass = sqrt(pairs[i].eta[0] * pairs[i].eta[1]) * beam_energy;
        struct events events = make_events(&shower, &pairs[i], ROOM, FEW);
        for (size_t slot = 0; slot < events.slots; ++slot) {
            assert_true(number_of(&events, slot, EVENT_LIMITED) == 0);
            assert_true(number_of(&events, slot, EVENT_EXCEEDED) == 0);
            assert_true(number_of(&events, slot, EVENT_SCALE) > log(1.69) - 1e-6);
            if (test_double) /* which cards have: boosts need the digits */
                check_momenta(&events, slot, mass);
            check_colours(&events, slot);
        }
        free(events.rows);
    }
    beam_shower_free(&shower);
}

/* The boson's pT, and what its azimuth has of cosines and sines. Beside it stand emissions, gluons that come
 * in, and how the momentum fractions of both beams differ. */
enum {
    MEAN_PT,
    MEAN_EMISSIONS,
    MEAN_GLUONS,
    MEAN_RAPIDITY,
    MEAN_COSINE,
    MEAN_SINE,
    MEAN_COSINE_TWICE,
    MEANS
};

static void means_of(const struct beam_shower *shower, const struct pair *pair, double mean[MEANS],
                     double error[MEANS])
{
    struct events events = make_events(shower, pair, ROOM, 4 * FEW);
    double sum[MEANS] = {0}, square[MEANS] = {0};
    const double n = (double)events.slots;
    for (size_t slot = 0; slot < events.slots; ++slot) {
        const double x = parton_of(&events, slot, 2, PARTON_X), y = parton_of(&events, slot, 2, PARTON_Y);
        const double phi = atan2(y, x), boost = number_of(&events, slot, EVENT_BOOST);
        const double e[2] = {parton_of(&events, slot, 0, PARTON_E), parton_of(&events, slot, 1, PARTON_E)};
        const int gluons = (parton_of(&events, slot, 0, PARTON_PDG) == GLUON) +
                           (parton_of(&events, slot, 1, PARTON_PDG) == GLUON);
        const int turned = x != 0 || y != 0;
        const double value[MEANS] = {hypot(x, y),
                                     number_of(&events, slot, EVENT_PARTONS),
                                     gluons,
                                     log(e[0] / e[1] * boost * boost),
                                     turned * cos(phi),
                                     turned * sin(phi),
                                     turned * cos(2 * phi)};
        for (int i = 0; i < MEANS; ++i) {
            sum[i] += value[i];
            square[i] += value[i] * value[i];
        }
    }
    for (int i = 0; i < MEANS; ++i) {
        mean[i] = sum[i] / n;
        error[i] = sqrt((square[i] / n - mean[i] * mean[i]) / n);
    }
    free(events.rows);
}

/* Exchanged beams give the same but for the direction; antiprotons with antiquarks in the place of quarks the
 * same altogether. No direction across the beams is better than another. */
static void exchange_beams_and_charges(int recoil)
{
    const struct pair pair = {2, {0.1, 0.000492}, 0, recoil}, exchanged = {-2, {0.000492, 0.1}, 0, recoil},
                      conjugate = {-2, {0.1, 0.000492}, 0, recoil};
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    double mean[3][MEANS], error[3][MEANS];
    means_of(&shower, &pair, mean[0], error[0]);
    means_of(&shower, &exchanged, mean[1], error[1]);
    shower.numbers[BEAM_NUMBER_beam_sign_first] = shower.numbers[BEAM_NUMBER_beam_sign_second] = -1;
    means_of(&shower, &conjugate, mean[2], error[2]);
    for (int other = 1; other < 3; ++other)
        for (int i = 0; i < MEANS; ++i) {
            const double sign = other == 1 && i == MEAN_RAPIDITY ? -1 : 1;
            assert_true(fabs(mean[0][i] - sign * mean[other][i]) < 4 * hypot(error[0][i], error[other][i]));
        }
    for (int i = MEAN_COSINE; i < MEANS; ++i)
        assert_true(fabs(mean[0][i]) < 4 * error[0][i]);
    assert_true(fabs(mean[0][MEAN_RAPIDITY]) > 1);
    beam_shower_free(&shower);
}

static void beams_and_charges_may_be_exchanged(void **unused)
{
    (void)unused;
    exchange_beams_and_charges(0);
    exchange_beams_and_charges(1);
}

/* A heavy quark becomes a gluon at its threshold within a few trials, also where its dipole has little room
 * or none there. Where a dipole has none at all above the cut-off the quark stays: some in 10^4. */
static void heavy_quarks_turn_in_few_trials(void **unused)
{
    static const struct pair pairs[] = {{5, {0.0005, 0.098}, 0, 0},
                                        {5, {0.0001, 0.5}, 0, 0},
                                        {4, {0.0002, 0.246}, 0, 0}};
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    (void)unused;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        struct events events = make_events(&shower, &pairs[i], ROOM, FEW);
        int heavy = 0;
        for (size_t slot = 0; slot < FEW; ++slot) {
            assert_true(number_of(&events, slot, EVENT_TRIALS) < 10000);
            for (int beam = 0; beam < 2; ++beam) {
                const int flavour = abs((int)parton_of(&events, slot, beam, PARTON_PDG));
                heavy += flavour == 4 || flavour == 5;
            }
        }
        assert_true(heavy <= 5);
        free(events.rows);
    }
    beam_shower_free(&shower);
}

/* b quarks right above their threshold, beside a pair of final quarks. */
static const char turning_process[] = KERNEL_TEXT(
    FN void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                            event_state state, event_list events, uint32 slot) {
        const real none = R(0.0), one = R(1.0), two = R(2.0),
                   energy = r_set(S(0.5) * p->eta * p->beam_root_s);
        const real log_t = r_log(r_set(p->beam_bottom2 * S(1.02)));
        const index slots = w_index(w_lane() + w_set(slot));
        const vector4 first = {energy, none, none, energy};
        const vector4 second = {energy, none, none, -energy};
        const vector4 up = {energy, energy, none, none};
        const vector4 down = {energy, -energy, none, none};
        (void)event, (void)state;
        event_begin(events, slot, log_t);
        event_store(events, EVENT_BOOST, slot, one);
        event_set_parton(events, slot, 0, first, R(5.0), none, one);
        event_set_parton(events, slot, 1, second, R(-5.0), one, none);
        event_set_parton(events, slot, 2, up, R(1.0), two, none);
        event_set_parton(events, slot, 3, down, R(-1.0), none, two);
        event_join(events, slot, 0, 1, 0);
        event_join(events, slot, 1, 2, 3);
        beams_measure(p, tables, events, m_all(), slots, log_t);
        dipoles_measure(p, events, m_all(), slots, two);
    });

/* While a heavy quark has to become a gluon nothing else may happen. Behind that all dipoles radiate again:
 * where there is room for two particles more, the final quarks' has a weight in the end. */
static void all_radiates_behind_a_turn(void **unused)
{
    enum { ENOUGH = 6 };
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    double numbers[BEAM_NUMBERS + 1];
    int turned = 0;
    (void)unused;
    memcpy(numbers, shower.numbers, sizeof shower.numbers);
    numbers[BEAM_NUMBERS] = 0.01;
    const struct beam_process process = {"", "scalar eta;", turning_process, numbers, BEAM_NUMBERS + 1};
    struct events events = beam_events_make(&shower, &process, ENOUGH, FEW);
    for (size_t slot = 0; slot < events.slots; ++slot) {
        const int weight = EVENT_PARTON + ENOUGH * PARTON_ROWS + DIPOLE_ROWS + DIPOLE_WEIGHT;
        const int both = parton_of(&events, slot, 0, PARTON_PDG) == GLUON &&
                         parton_of(&events, slot, 1, PARTON_PDG) == GLUON;
        turned += both;
        assert_true(!both || number_of(&events, slot, weight) > 0);
    }
    assert_true(turned > FEW / 4);
    free(events.rows);
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_emissions_follow_the_sudakov_factor),
                                       cmocka_unit_test(momentum_colour_and_flavour_are_conserved),
                                       cmocka_unit_test(heavy_quarks_turn_in_few_trials),
                                       cmocka_unit_test(all_radiates_behind_a_turn),
                                       cmocka_unit_test(beams_and_charges_may_be_exchanged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

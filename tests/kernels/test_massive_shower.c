/* The shower of massive quarks. First emissions follow the Sudakov factor, integrated over the variables of
 * phase space. Momentum and masses are kept in every event. */
#include "beam_events.h"
#include "massive_emissions.h"

enum { MANY = 1 << 14, FEW = 1 << 10, ROOM = 48 };

/* An event before it showers: `count` particles, of which the first two come in with momentum fractions eta,
 * and t at which it begins. Final ones have momenta that add up to nothing; the rest frame is that of all. */
struct beginning {
    double log_start, eta;
    int count;
    struct particle {
        int pdg, colour, anticolour;
        double mass, x, y, z;
    } particle[5];
};
enum {
    NUMBER_START = BEAM_NUMBERS,
    NUMBER_COUNT,
    NUMBER_BOOST,
    NUMBER_ROWS,
    PARTICLE_NUMBERS = 8,
    NUMBERS = NUMBER_ROWS + 5 * PARTICLE_NUMBERS
};

static const char massive_parameters[] = "scalar start, count, boost, row[40];";
static const char massive_begin[] = KERNEL_TEXT(
    FN void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                            event_state state, event_list events, uint32 slot) {
        const int count = (int)p->count;
        const index slots = w_index(w_lane() + w_set(slot));
        int dipoles = 0;
        (void)event, (void)state;
        event_begin(events, slot, r_set(p->start));
        event_store(events, EVENT_BOOST, slot, r_set(p->boost));
        for (int i = 0; i < count; ++i) {
            CONSTANT const scalar *row = p->row + 8 * i;
            const vector4 q = {r_set(row[4]), r_set(row[5]), r_set(row[6]), r_set(row[7])};
            event_set_parton(events, slot, i, q, r_set(row[0]), r_set(row[1]), r_set(row[2]));
            event_store(events, EVENT_PARTON + PARTON_ROWS * i + PARTON_MASS, slot, r_set(row[3]));
        }
        for (int left = 0; left < count; ++left)
            for (int right = 0; right < count; ++right)
                if (left != right && p->row[8 * left + 1] > S(0.0) &&
                    p->row[8 * left + 1] == p->row[8 * right + 2])
                    event_join(events, slot, dipoles++, left, right);
        beams_measure(p, tables, events, m_all(), slots, r_set(p->start));
        dipoles_measure(p, events, m_all(), slots, r_set((scalar)dipoles));
    });

/* The momenta of its particles; returns their energy. */
static double momenta_of(const struct beginning *event, double momenta[5][4])
{
    double energy = 0;
    for (int i = 2; i < 5 && i < event->count; ++i) {
        const struct particle *q = &event->particle[i];
        const double p[4] = {sqrt(q->mass * q->mass + q->x * q->x + q->y * q->y + q->z * q->z), q->x, q->y,
                             q->z};
        memcpy(momenta[i], p, sizeof p);
        energy += p[0];
    }
    for (int i = 0; i < 2; ++i) {
        const double p[4] = {energy / 2, 0, 0, (i ? -1 : 1) * energy / 2};
        memcpy(momenta[i], p, sizeof p);
    }
    return energy;
}

/* A squark as triplet and a gluino as octet. */
enum { SQUARK = 1000006, GLUINO = 1000021 };

static int is_heavy(int pdg) { return abs(pdg) == SQUARK || pdg == GLUINO; }

static struct events make_events(const struct beam_shower *shower, const struct beginning *event, int room,
                                 size_t slots)
{
    double numbers[NUMBERS] = {0}, momenta[5][4];
    const double energy = momenta_of(event, momenta);
    memcpy(numbers, shower->numbers, sizeof shower->numbers);
    numbers[NUMBER_START] = event->log_start;
    numbers[NUMBER_COUNT] = event->count;
    numbers[NUMBER_BOOST] = event->eta * beam_energy / energy;
    for (int i = 0; i < 5 && i < event->count; ++i) {
        const struct particle *q = &event->particle[i];
        double *row = numbers + NUMBER_ROWS + PARTICLE_NUMBERS * i;
        row[0] = q->pdg;
        row[1] = q->colour;
        row[2] = q->anticolour;
        row[3] = q->mass;
        memcpy(row + 4, momenta[i], sizeof momenta[i]);
    }
    const int heavy = is_heavy(event->particle[2].pdg);
    const struct beam_process process = {heavy ? "#define SHOWER_MASSES 1\n#define SHOWER_HEAVY 1\n"
                                               : "#define SHOWER_MASSES 1\n",
                                         massive_parameters, massive_begin, numbers, NUMBERS};
    return beam_events_make(shower, &process, room, slots);
}

/* The rates of one end in steps of ln t, integrated over the variables of phase space. */
enum { BINS = 8, STEPS_OF_BIN = 12, STEPS = BINS * STEPS_OF_BIN, GRID_POINTS = 400 };

struct end {
    const struct beam_shower *shower;
    enum kind kind;
    int pdg; /* of the emitter that is final, or of what comes in */
    double s, mass2, spectator2, eta;
};

/* Masses of the quarks that gluons become, of which three have none. */
static const double heavy_quarks[] = {1.5, 4.75};
enum { HEAVY = 2, LIGHT = 3 };

static double density(const struct end *end, int pdg, double x, double t)
{
    return ts_pdf_xfx(end->shower->pdf, pdg, x, sqrt(t));
}

/* The splitting functions of an end at a point, with ratios of densities. */
static double value_of(const struct end *end, const struct point *at, double t)
{
    const int gluon = end->pdg == GLUON;
    const int beam = end->pdg == 6 || is_heavy(end->pdg) ? GLUON : end->pdg;
    double before = 1, keep = 1, turn = 0;
    if (end->kind != FF) {
        if (end->eta >= at->x)
            return 0;
        before = density(end, beam, end->eta, t);
        keep = density(end, beam, end->eta / at->x, t) / before;
    }
    if (is_heavy(end->pdg))
        return keep * (end->pdg == GLUINO ? ca / 2 : cf) * fmax(splitting(SCALAR, at), 0);
    if (end->kind != IF)
        return keep *
               (fmax(splitting(gluon ? G_GG : Q_QG, at), 0) + (gluon ? LIGHT * splitting(G_QQ, at) : 0));
    for (int quark = -QUARK_FLAVOURS; quark <= QUARK_FLAVOURS && gluon; ++quark)
        turn += quark ? density(end, quark, end->eta / at->x, t) / before : 0;
    if (!gluon)
        turn = density(end, GLUON, end->eta / at->x, t) / before;
    return keep * fmax(splitting(gluon ? IN_G_GG : IN_Q_QG, at), 0) +
           turn * splitting(gluon ? IN_G_Q : IN_Q_G, at);
}

/* The part of g > Q Q~ where both have mass^2 m2: *t receives their kT^2. Nucl. Phys. B 627 (2002) 189, eq.
 * (5.18) without its 1 / v, with z_+- of (5.16), and (5.54). The measure is that of the pair's mass and z. */
static double heavy_value(const struct end *end, const struct point *at, double m2, double *t)
{
    const double pair = end->kind == FF ? end->s * at->y : end->s * (1 - at->x) / at->x, z = at->z;
    const double inner2 = 1 - 4 * m2 / pair, outer = end->kind == FF ? speed(at) : 1;
    *t = pair * z * (1 - z) - m2;
    if (inner2 <= 0 || *t <= 0 || fabs(2 * z - 1) >= sqrt(inner2) * outer)
        return 0;
    double keep = end->kind == FF ? 1 : 0;
    if (end->kind == FI && end->eta < at->x)
        keep = density(end, GLUON, end->eta / at->x, *t) / density(end, GLUON, end->eta, *t);
    return keep * tr / 2 * (1 - 2 * (z * (1 - z) - (1 - inner2 * outer * outer) / 4));
}

static void add_rate(double rate, double t, double low, double high, double rates[STEPS])
{
    const double step = (log(t) - low) / (high - low) * STEPS;
    if (step >= 0 && step < STEPS)
        rates[(int)step] += rate * two_loops(log(t)) / (2 * M_PI);
}

/* Rates of all emissions in steps of ln t, and of those that make massive quarks. */
struct rates {
    double all[STEPS], heavy[STEPS];
};

/* Adds rates to the steps. The measure is dy / y dz (1 - y) / v~, dx / (1 - x) dz, or dx du / u. Variables
 * are logarithms of odds. */
static void add_rates(const struct end *end, double low, double high, struct rates *rates)
{
    const double from = -14, width = 28.0 / GRID_POINTS;
    for (int a = 0; a < GRID_POINTS; ++a)
        for (int b = 0; b < GRID_POINTS; ++b) {
            struct point at = {end->kind, end->s, end->mass2, end->spectator2, 0, 0, 0, 0, 0, 0};
            const double first = 1 / (1 + exp(-(from + (a + 0.5) * width))),
                         second = 1 / (1 + exp(-(from + (b + 0.5) * width)));
            double measure = width * width * second * (1 - second);
            at.y = first; /* and 1 - x */
            at.x = 1 - first;
            at.z = second; /* or u */
            at.u = second;
            at.ij = end->kind == FF ? end->s * at.y / 2 : end->s * first / at.x / 2;
            at.jk = end->s * first / at.x / 2;
            measure *= end->kind == FF   ? (1 - first) * (1 - at.y) / speed_before(&at)
                       : end->kind == FI ? at.x
                                         : first * at.x / second;
            const double t = end->kind == FF && speed(&at) == 0 ? -1 : scale_of(&at);
            if (t <= 0)
                continue;
            add_rate(measure * value_of(end, &at, t), t, low, high, rates->all);
            for (int i = 0; i < HEAVY && end->pdg == GLUON && end->kind != IF; ++i) {
                double heavy_t;
                const double value = heavy_value(end, &at, heavy_quarks[i] * heavy_quarks[i], &heavy_t);
                if (value <= 0)
                    continue;
                add_rate(measure * value, heavy_t, low, high, rates->all);
                add_rate(measure * value, heavy_t, low, high, rates->heavy);
            }
        }
}

/* All ends of an event. */
static void add_ends(const struct beam_shower *shower, const struct beginning *event, double low,
                     struct rates *rates)
{
    double momenta[5][4];
    momenta_of(event, momenta);
    for (int i = 0; i < event->count; ++i)
        for (int k = 0; k < event->count; ++k) {
            const struct particle *own = &event->particle[i], *other = &event->particle[k];
            const int lines = (own->colour > 0 && own->colour == other->anticolour) +
                              (own->anticolour > 0 && own->anticolour == other->colour);
            const enum kind kind = i < 2 ? IF : k < 2 ? FI : FF;
            const struct end end = {shower,
                                    kind,
                                    abs(own->pdg),
                                    2 * dot(momenta[i], momenta[k]),
                                    own->mass * own->mass,
                                    other->mass * other->mass,
                                    event->eta};
            for (int line = 0; i != k && line < lines; ++line)
                add_rates(&end, low, event->log_start, rates);
        }
}

static const struct beginning beginnings[] = {
    {9.21,
     0.05,
     4,
     {{11, 0, 0, 0, 0, 0, 0},
      {-11, 0, 0, 0, 0, 0, 0},
      {6, 1, 0, 173, 120, 40, 160},
      {-6, 0, 1, 173, -120, -40, -160}}},
    {9.21,
     0.05,
     5,
     {{11, 0, 0, 0, 0, 0, 0},
      {-11, 0, 0, 0, 0, 0, 0},
      {6, 1, 0, 173, 150, 0, 200},
      {-5, 0, 2, 4.75, 50, -50, -200},
      {21, 2, 1, 0, -200, 50, 0}}},
    {9.21,
     0.02,
     4,
     {{21, 2, 1, 0, 0, 0, 0},
      {22, 0, 0, 0, 0, 0, 0},
      {6, 1, 0, 173, 120, 40, 90},
      {-6, 0, 2, 173, -120, -40, -90}}},
    /* A gluon between what comes in and a light quark. */
    {9.21,
     0.05,
     5,
     {{21, 2, 1, 0, 0, 0, 0},
      {22, 0, 0, 0, 0, 0, 0},
      {2, 1, 0, 0, 150, 0, 200},
      {21, 3, 2, 0, 50, -50, -200},
      {-2, 0, 3, 0, -200, 50, 0}}},
    /* Deep inelastic scattering: the electron has all of its beam's energy, but for rounding upwards. */
    {9.21,
     0.001,
     4,
     {{2, 0, 1, 0, 0, 0, 0},
      {11, 0, 0, 0, 0, 0, 0},
      {2, 1, 0, 0, 120, 40, 162},
      {11, 0, 0, 0, -120, -40, -162}}},
    /* Squarks, and a gluino that has both lines of what comes in. */
    {9.21,
     0.05,
     4,
     {{11, 0, 0, 0, 0, 0, 0},
      {-11, 0, 0, 0, 0, 0, 0},
      {SQUARK, 1, 0, 300, 120, 40, 360},
      {-SQUARK, 0, 1, 300, -120, -40, -360}}},
    {9.21,
     0.02,
     4,
     {{21, 2, 1, 0, 0, 0, 0},
      {22, 0, 0, 0, 0, 0, 0},
      {GLUINO, 1, 2, 200, 120, 40, 90},
      {23, 0, 0, 91, -120, -40, -90}}},
};

static struct beam_shower create_shower(void)
{
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    shower.numbers[BEAM_NUMBER_split_charm] = heavy_quarks[0];
    shower.numbers[BEAM_NUMBER_split_bottom] = heavy_quarks[1];
    return shower;
}

/* Where there is room for one more particle, an event ends with its first emission. */
static void first_emissions_follow_the_sudakov_factor(void **unused)
{
    struct beam_shower shower = create_shower();
    const double low = log(1.69);
    (void)unused;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; ++i) {
        const struct beginning *event = &beginnings[i];
        double exponent = 0, chi2 = 0, expected[BINS] = {0}, seen[BINS] = {0}, none = 0;
        double heavy_expected = 0, heavy = 0;
        struct rates rates = {{0}, {0}};
        struct events events = make_events(&shower, event, event->count + 1, MANY);
        add_ends(&shower, event, low, &rates);
        for (int step = STEPS - 1; step >= 0; --step) {
            const double here = exp(-exponent) * (1 - exp(-rates.all[step]));
            expected[step / STEPS_OF_BIN] += here;
            heavy_expected += rates.all[step] > 0 ? here * rates.heavy[step] / rates.all[step] : 0;
            exponent += rates.all[step];
        }
        for (size_t slot = 0; slot < events.slots; ++slot) {
            const double part = (number_of(&events, slot, EVENT_SCALE) - low) / (event->log_start - low);
            if (number_of(&events, slot, EVENT_PARTONS) > event->count)
                seen[(int)fmin(BINS * part, BINS - 1)] += 1;
            else
                none += 1;
            heavy += number_of(&events, slot, EVENT_PARTONS) > event->count &&
                     parton_of(&events, slot, event->count, PARTON_MASS) > 0;
        }
        const double n = (double)events.slots;
        for (int bin = 0; bin < BINS; ++bin)
            chi2 += pow(seen[bin] - n * expected[bin], 2) / (n * expected[bin] + 1e-9);
        assert_true(fabs(none / n - exp(-exponent)) < 4 * sqrt(exp(-exponent) / n) + 2e-4);
        assert_true(chi2 < BINS + 4 * sqrt(2.0 * BINS));
        print_message("massive quarks in %.0f of %.0f events, %.1f expected\n", heavy, n, n * heavy_expected);
        assert_true(fabs(heavy - n * heavy_expected) <= 4 * sqrt(n * heavy_expected));
        free(events.rows);
    }
    beam_shower_free(&shower);
}

/* To the rounding of all energies. */
static void momentum_and_masses_are_kept(void **unused)
{
    struct beam_shower shower = create_shower();
    double most = 0;
    int heavy = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings && test_double; ++i) {
        const struct beginning *event = &beginnings[i];
        struct events events = make_events(&shower, event, ROOM, FEW);
        for (size_t slot = 0; slot < events.slots; ++slot) {
            const int count = (int)number_of(&events, slot, EVENT_PARTONS);
            double sum[4] = {0}, all = 0, start[5][4];
            momenta_of(event, start);
            for (int k = 0; k < count; ++k) {
                double p[4];
                for (int c = 0; c < 4; ++c) {
                    p[c] = parton_of(&events, slot, k, c);
                    sum[c] += (k < 2 ? 1 : -1) * p[c];
                }
                const int pdg = abs((int)parton_of(&events, slot, k, PARTON_PDG));
                const double mass = parton_of(&events, slot, k, PARTON_MASS);
                /* A quark that a splitting made has its flavour's mass, but for those beside what comes in.
                 */
                const int made = k >= event->count || event->particle[k].pdg == GLUON;
                heavy += made && mass > 0;
                assert_true(made ? mass == 0 || (pdg == 4 && mass == heavy_quarks[0]) ||
                                       (pdg == 5 && mass == heavy_quarks[1])
                                 : mass == event->particle[k].mass);
                all += k < 2 ? p[0] : 0;
                /* Leptons have no part in it, whether they come in or go out. */
                if (k < event->count && abs(event->particle[k].pdg) == 11)
                    for (int c = 0; c < 4; ++c)
                        assert_true(fabs(p[c] - start[k][c]) < 2e-15 * start[k][0]);
                assert_true(fabs(dot(p, p) - mass * mass) < 1e-15 * p[0] * p[0]);
                assert_true(k >= event->count || k < 2 ||
                            abs((int)parton_of(&events, slot, k, PARTON_PDG)) ==
                                abs(event->particle[k].pdg) ||
                            event->particle[k].pdg == GLUON);
            }
            for (int c = 0; c < 4; ++c)
                most = fmax(most, fabs(sum[c]) / all);
        }
        free(events.rows);
    }
    assert_true(most < 1e-15 && (heavy > 50 || !test_double));
    beam_shower_free(&shower);
}

/* A b quark with nearly all of the proton's momentum becomes a gluon beside a top quark. A massless spectator
 * would leave room for it at m_b^2, and the top's mass leaves none. */
static void quarks_turn_beside_heavy_ones(void **unused)
{
    static const struct beginning beginning = {3.2,
                                               0.96,
                                               4,
                                               {{5, 0, 1, 0, 0, 0, 0},
                                                {-11, 0, 0, 0, 0, 0, 0},
                                                {6, 1, 0, 173, 30, 0, 50},
                                                {-24, 0, 0, 80.4, -30, 0, -50}}};
    struct beam_shower shower = beam_shower_create(COUPLING_TWO_LOOPS, 1.69, beam_energy * beam_energy);
    struct events events = make_events(&shower, &beginning, ROOM, FEW);
    (void)unused;
    for (size_t slot = 0; slot < FEW; ++slot) {
        assert_true(number_of(&events, slot, EVENT_TRIALS) < 2000);
        assert_true(parton_of(&events, slot, 0, PARTON_PDG) != 5);
    }
    free(events.rows);
    beam_shower_free(&shower);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_emissions_follow_the_sudakov_factor),
                                       cmocka_unit_test(momentum_and_masses_are_kept),
                                       cmocka_unit_test(quarks_turn_beside_heavy_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

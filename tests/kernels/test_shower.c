/* The shower against what is known of it. That is the emissions of two independent programs, the analytic
 * Sudakov factor of the first one, and momentum and colour in every event. Events are the same wherever and
 * however they are made. */
#include "shower_events.h"

#include <math.h>
#include <stdlib.h>

enum { EVENTS = 1 << 17, FEW = 1 << 12 };
/* Statistics need many events, which OpenCL on a CPU makes slowly: there they are those of the CPU, bit for
 * bit. */
static size_t many(void)
{
    return strcmp(test_device, "opencl") != 0 && !getenv("TESSERA_TEST_QUICK") ? EVENTS : FEW;
}

static double square_of_pair(const struct shower_events *events, size_t slot, int i, int j)
{
    double p[4], q[4];
    for (int c = 0; c < 4; ++c) {
        p[c] = parton_number(events, slot, i, c);
        q[c] = parton_number(events, slot, j, c);
    }
    return 2 * (p[PARTON_E] * q[PARTON_E] - p[PARTON_X] * q[PARTON_X] - p[PARTON_Y] * q[PARTON_Y] -
                p[PARTON_Z] * q[PARTON_Z]);
}

/* Emissions an event, and how often there are 0 to 9, as two independent programs have them from 8 10^6
 * events. */
static void emissions_are_as_many_as_published(void **unused)
{
    static const double percent[10] = {5.39, 14.2, 21.2, 21.4, 16.55, 10.56, 5.84, 2.87, 1.26, 0.50};
    struct shower_events events = shower_events_make("", 32, 0, many());
    double count[10] = {0}, sum = 0, squares = 0, n = (double)events.slots;
    (void)unused;
    for (size_t slot = 0; slot < events.slots; ++slot) {
        const int emissions = (int)event_number_of(&events, slot, EVENT_PARTONS) - 2;
        sum += emissions;
        squares += emissions * emissions;
        if (emissions < 10)
            count[emissions] += 1;
    }
    const double mean = sum / n, error = sqrt((squares / n - mean * mean) / n);
    assert_true(fabs(mean - 3.124) < 4 * hypot(error, 0.002));
    for (int i = 0; i < 10; ++i) {
        const double share = percent[i] / 100, rounding = i < 4 && i > 0 ? 0.0005 : 0.00005;
        assert_true(fabs(count[i] / n - share) < 4 * sqrt(share / n) + rounding);
    }
    free(events.rows);
}

/* Momentum is conserved, and partons stay massless, to 10^-10 in double precision. */
static void check_momenta(const struct shower_events *events, size_t slot)
{
    const double tolerance = test_double ? 1e-10 : 1e-4;
    double sum[4] = {-shower_energy, 0, 0, 0};
    for (int i = 0; i < (int)event_number_of(events, slot, EVENT_PARTONS); ++i) {
        for (int c = 0; c < 4; ++c)
            sum[c] += parton_number(events, slot, i, c);
        const double e = parton_number(events, slot, i, PARTON_E);
        assert_true(e > 0);
        assert_true(fabs(square_of_pair(events, slot, i, i)) < tolerance * shower_energy * e);
    }
    for (int c = 0; c < 4; ++c)
        assert_true(fabs(sum[c]) < tolerance * shower_energy);
}

/* Each colour line begins at one parton and ends at another, quarks have a colour and no anticolour,
 * antiquarks the opposite, gluons both. Flavours cancel; the list of dipoles says the same as the lines. */
static void check_colours(const struct shower_events *events, size_t slot)
{
    const int partons = (int)event_number_of(events, slot, EVENT_PARTONS);
    int begins[64] = {0}, ends[64] = {0}, flavours[7] = {0}, lines = 0;
    for (int i = 0; i < partons; ++i) {
        const int pdg = (int)parton_number(events, slot, i, PARTON_PDG);
        const int colour = (int)parton_number(events, slot, i, PARTON_COLOUR);
        const int anticolour = (int)parton_number(events, slot, i, PARTON_ANTICOLOUR);
        assert_true(pdg == 21 || (pdg != 0 && abs(pdg) <= 5));
        assert_int_equal(colour > 0, pdg > 0);
        assert_int_equal(anticolour > 0, pdg < 0 || pdg == 21);
        assert_true(colour < 64 && anticolour < 64);
        lines += colour > 0;
        begins[colour] += colour > 0;
        ends[anticolour] += anticolour > 0;
        if (pdg != 21)
            flavours[abs(pdg)] += pdg > 0 ? 1 : -1;
        if (colour > 0) {
            const int dipole = EVENT_PARTON + PARTON_ROWS * events->most_partons +
                               DIPOLE_ROWS * (int)parton_number(events, slot, i, PARTON_RIGHT);
            const int right = (int)event_number_of(events, slot, dipole + DIPOLE_RIGHT);
            assert_int_equal((int)event_number_of(events, slot, dipole), i);
            assert_int_equal((int)parton_number(events, slot, right, PARTON_ANTICOLOUR), colour);
            const double square = square_of_pair(events, slot, i, right);
            assert_true(fabs(event_number_of(events, slot, dipole + DIPOLE_SQUARE) - square) <
                        (test_double ? 1e-9 : 1e-1) * (1 + square));
        }
    }
    for (int line = 0; line < 64; ++line)
        assert_true(begins[line] == ends[line] && begins[line] <= 1);
    for (int flavour = 0; flavour < 7; ++flavour)
        assert_int_equal(flavours[flavour], 0);
    assert_int_equal((int)event_number_of(events, slot, EVENT_DIPOLES), lines);
}

static void momentum_and_colour_are_conserved(void **unused)
{
    struct shower_events events = shower_events_make("", 32, 1000000, many() / 4);
    (void)unused;
    for (size_t slot = 0; slot < events.slots; ++slot) {
        assert_true(event_number_of(&events, slot, EVENT_LIMITED) == 0);
        check_momenta(&events, slot);
        check_colours(&events, slot);
    }
    free(events.rows);
}

/* A list that is full ends the shower there, says so, and changes nothing before it. */
static void full_lists_are_told(void **unused)
{
    struct shower_events few = shower_events_make("", 4, 0, FEW), all = shower_events_make("", 32, 0, FEW);
    (void)unused;
    for (size_t slot = 0; slot < FEW; ++slot) {
        const int partons = (int)event_number_of(&few, slot, EVENT_PARTONS);
        const int limited = event_number_of(&few, slot, EVENT_LIMITED) > 0;
        assert_true(partons <= 4);
        assert_int_equal(limited, event_number_of(&all, slot, EVENT_PARTONS) > 4);
        for (int i = 0; !limited && i < partons; ++i)
            for (int c = 0; c < PARTON_ROWS; ++c)
                assert_true(parton_number(&few, slot, i, c) == parton_number(&all, slot, i, c));
        check_momenta(&few, slot);
    }
    free(few.rows);
    free(all.rows);
}

static void assert_same_events(const struct shower_events *a, size_t from, const struct shower_events *b)
{
    for (size_t slot = 0; slot < b->slots; ++slot) {
        const int partons = (int)event_number_of(b, slot, EVENT_PARTONS);
        for (int row = 0; row < EVENT_PARTON; ++row)
            assert_true(event_number_of(a, from + slot, row) == event_number_of(b, slot, row));
        for (int i = 0; i < partons; ++i)
            for (int c = 0; c < PARTON_ROWS; ++c)
                assert_true(parton_number(a, from + slot, i, c) == parton_number(b, slot, i, c));
    }
}

/* An event has the same bits in another list, in lanes that serve emissions at once, and on the CPU. */
static void events_are_the_same_everywhere(void **unused)
{
    enum { LATER = 3 * LIST_ITEM };
    const char *device = test_device;
    struct shower_events events = shower_events_make("", 32, 5, FEW);
    struct shower_events later = shower_events_make("#define SHOWER_WAITING 1\n", 32, 5 + LATER, FEW - LATER);
    (void)unused;
    assert_same_events(&events, LATER, &later);
    test_device = "cpu";
    struct shower_events on_cpu = shower_events_make("", 32, 5, FEW);
    test_device = device;
    assert_same_events(&on_cpu, 0, &events);
    free(events.rows);
    free(later.rows);
    free(on_cpu.rows);
}

/* The density of first emissions from one end of the dipole in ln t and z, but for the Sudakov factor. */
static double emission_density(double log_t, double z)
{
    const double y = exp(log_t) / (shower_energy * shower_energy * z * (1 - z));
    if (y >= 1)
        return 0;
    const double value = 4 / 3.0 * (2 / (1 - z * (1 - y)) - (1 + z));
    return alpha_s_of(log_t) / (2 * M_PI) * value * (1 - y);
}

/* Bins of the first emission in ln t and z, and those without one. */
enum { T_BINS = 12, Z_BINS = 5, T_STEPS = 40, Z_STEPS = 400 };

/* The probability of each bin. Midpoints in ln t; in z even in ln(z / (1 - z)) between its bounds, where the
 * density is smooth. The Sudakov factor runs along from above. */
static double first_emission(double bins[T_BINS][Z_BINS])
{
    const double log_s = 2 * log(shower_energy), step = log_s / (T_BINS * T_STEPS);
    double exponent = 0;
    memset(bins, 0, sizeof(double[T_BINS][Z_BINS]));
    for (int i = T_BINS * T_STEPS - 1; i >= 0; --i) {
        const double log_t = (i + 0.5) * step, ratio = exp(log_t - log_s);
        if (4 * ratio >= 1)
            continue;
        const double low = 2 * ratio / (1 + sqrt(1 - 4 * ratio)), reach = log((1 - low) / low);
        double rates[Z_BINS] = {0}, rate = 0;
        for (int k = 0; k < Z_STEPS; ++k) {
            const double w = reach * (2 * (k + 0.5) / Z_STEPS - 1), z = 1 / (1 + exp(-w));
            const double part = 2 * emission_density(log_t, z) * z * (1 - z) * 2 * reach / Z_STEPS;
            rates[(int)(Z_BINS * z)] += part;
            rate += part;
        }
        const double survive = exp(-exponent), emit = survive * (1 - exp(-rate * step));
        for (int k = 0; k < Z_BINS && rate > 0; ++k)
            bins[i / T_STEPS][k] += emit * rates[k] / rate;
        exponent += rate * step;
    }
    return exp(-exponent);
}

/* z of the one emission of three partons: either quark may have emitted, and t tells which. */
static double first_share(const struct shower_events *events, size_t slot)
{
    const double log_t = event_number_of(events, slot, EVENT_SCALE), s = shower_energy * shower_energy;
    double z[2], miss[2];
    for (int i = 0; i < 2; ++i) {
        const double ij = square_of_pair(events, slot, i, 2), jk = square_of_pair(events, slot, 1 - i, 2);
        const double ik = square_of_pair(events, slot, 0, 1);
        z[i] = ik / (ik + jk);
        miss[i] = fabs(log(ij / s * s * z[i] * (1 - z[i])) - log_t);
    }
    return z[miss[0] < miss[1] ? 0 : 1];
}

/* Where the list has room for three partons, an event ends with its first emission. */
static void first_emission_follows_the_sudakov_factor(void **unused)
{
    double expected[T_BINS][Z_BINS], seen[T_BINS][Z_BINS] = {{0}}, chi2 = 0, none = 0;
    const double log_s = 2 * log(shower_energy), without = first_emission(expected);
    struct shower_events events = shower_events_make("", 3, 7, many());
    int bins = 0;
    (void)unused;
    for (size_t slot = 0; slot < events.slots; ++slot) {
        if (event_number_of(&events, slot, EVENT_PARTONS) < 3) {
            none += 1;
            continue;
        }
        const int t = (int)(T_BINS * event_number_of(&events, slot, EVENT_SCALE) / log_s);
        const int z = (int)(Z_BINS * first_share(&events, slot));
        assert_true(t >= 0 && t < T_BINS && z >= 0 && z < Z_BINS);
        seen[t][z] += 1;
    }
    const double n = (double)events.slots;
    assert_true(fabs(none / n - without) < 4 * sqrt(without * (1 - without) / n));
    for (int t = 0; t < T_BINS; ++t)
        for (int z = 0; z < Z_BINS; ++z)
            if (n * expected[t][z] >= 10) {
                chi2 += pow(seen[t][z] - n * expected[t][z], 2) / (n * expected[t][z]);
                ++bins;
            }
    assert_true(bins > 20);
    assert_true(fabs(chi2 - bins) < 4 * sqrt(2.0 * bins));
    free(events.rows);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emissions_are_as_many_as_published),
        cmocka_unit_test(momentum_and_colour_are_conserved),
        cmocka_unit_test(full_lists_are_told),
        cmocka_unit_test(events_are_the_same_everywhere),
        cmocka_unit_test(first_emission_follows_the_sudakov_factor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

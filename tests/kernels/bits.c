/* Prints a checksum of the bits of each kind of result over a fixed set of events. test_bits.sh builds this
 * for several compilers, instruction levels and lane counts and compares. */
#include <stdio.h>
#include <stdlib.h>

#define FINAL 6
#include "observable/durham.h"
#include "observable/event_shapes.h"
#include "observable/histogram_bin.h"
#include "observable/jets.h"
#include "phase_space/partons.h"
#include "phase_space/rambo.h"
#include "phase_space/rambo_diet.h"
#include "random.h"

enum { EVENTS = 4096, ROWS = 64 }; /* EVENTS is a multiple of every LANES */

/* [row][event]: the order of what is summed up does not depend on LANES. */
static scalar results[ROWS][EVENTS];

static void print_checksum(const char *name, int rows)
{
    uint64 hash = 14695981039346656037u; /* FNV-1a over the bits */
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < EVENTS; ++i) {
            unsigned char bytes[sizeof(scalar)];
            __builtin_memcpy(bytes, &results[row][i], sizeof bytes);
            for (size_t b = 0; b < sizeof bytes; ++b)
                hash = (hash ^ bytes[b]) * 1099511628211u;
        }
    printf("%-10s %016llx\n", name, (unsigned long long)hash);
}

static void numbers(int first, uint32 stream, int count, real *u)
{
    event_number event = {w_lane() + (uint32)first, w_set(7), 3, 4};
    for (int i = 0; i < count; i += 2)
        uniform_pair(event, stream, (uint32)i, u + i);
}

/* Every exponent and sign. */
static real any_finite(real u, real v)
{
    const scalar_bits exponents = PRECISION_DOUBLE ? 2046 : 254;
    index sign = r_floor_index(v * R(2.0)) << (8 * (int)sizeof(scalar) - 1);
    index exponent = r_floor_index(u * r_set((scalar)exponents)) << FRACTION_BITS;
    index fraction = r_floor_index(v * r_set(ROUNDING)) & (((scalar_bits)1 << FRACTION_BITS) - 1);
    return r_from_bits(sign | exponent | fraction);
}

static void store_momenta(const vector4 p[FINAL], int i)
{
    for (int k = 0; k < FINAL; ++k) {
        r_store(results[4 * k] + i, p[k].e);
        r_store(results[4 * k + 1] + i, p[k].x);
        r_store(results[4 * k + 2] + i, p[k].y);
        r_store(results[4 * k + 3] + i, p[k].z);
    }
}

static void functions(void)
{
    for (int i = 0; i < EVENTS; i += LANES) {
        real u[4], s, c;
        numbers(i, STREAM_SAMPLING, 4, u);
        real any = any_finite(u[0], u[1]), other = any_finite(u[2], u[3]);
        r_store(results[0] + i, r_log(r_abs(any)));
        r_store(results[1] + i, r_log(u[0] + R(0.5)));
        r_store(results[2] + i, r_exp(any));
        r_store(results[3] + i, r_exp((u[0] - R(0.5)) * R(200.0)));
        r_store(results[4] + i, r_pow(u[0] * R(3.0), (u[1] - R(0.5)) * R(20.0)));
        r_store(results[5] + i, r_atan2(any, other));
        r_store(results[6] + i, r_atan2(u[0] - R(0.5), u[1] - R(0.5)));
        r_sincos((u[0] - R(0.5)) * R(1000.0), &s, &c);
        r_store(results[7] + i, s);
        r_store(results[8] + i, c);
        r_sincos_2pi(u[1], &s, &c);
        r_store(results[9] + i, s);
        r_store(results[10] + i, c);
        r_store(results[11] + i, r_min(any, other));
        r_store(results[12] + i, r_max(any, other));
        r_store(results[13] + i, r_sqrt(r_abs(any)));
    }
    print_checksum("functions", 14);
}

static void phase_space(void)
{
    for (int i = 0; i < EVENTS; i += LANES) {
        real u[RAMBO_NUMBERS];
        vector4 p[FINAL];
        numbers(i, STREAM_SAMPLING, RAMBO_NUMBERS, u);
        rambo(u, R(1.0), p);
        store_momenta(p, i);
    }
    print_checksum("rambo", 4 * FINAL);
    for (int i = 0; i < EVENTS; i += LANES) {
        real u[RAMBO_DIET_NUMBERS];
        vector4 p[FINAL];
        numbers(i, STREAM_SAMPLING, RAMBO_DIET_NUMBERS, u);
        rambo_diet(u, R(1.0), p);
        store_momenta(p, i);
    }
    print_checksum("rambo_diet", 4 * FINAL);
}

static void observables(void)
{
    for (int i = 0; i < EVENTS; i += LANES) {
        real u[RAMBO_NUMBERS], pair[2];
        vector4 p[FINAL];
        particle_set set;
        numbers(i, STREAM_SAMPLING, RAMBO_NUMBERS, u);
        numbers(i, STREAM_SHIFTS, 2, pair);
        parton_pair x = partons(pair[0], pair[1], R(-9.0));
        rambo(u, R(1.0), p);
        jet_cuts cuts = {R(0.02), S(12.18), S(0.4)};
        mask pass = jets_pass(p, x.rapidity, cuts, &set);
        jets_angles(p, x.rapidity, &set);
        r_store(results[0] + i, x.tau);
        r_store(results[1] + i, x.jacobian);
        r_store(results[2] + i, r_select(pass, R(1.0), R(0.0)));
        r_store(results[3] + i, particles_ht(&set, PARTICLES_ALL));
        r_store(results[4] + i, particles_rmin(&set, PARTICLES_ALL));
        r_store(results[5] + i, r_from_index(histogram_log_bin(set.pt[0], -5, 10, 40)));
        jets_order(&set);
        for (int k = 0; k < FINAL; ++k) {
            r_store(results[6 + 3 * k] + i, set.pt[k]);
            r_store(results[7 + 3 * k] + i, set.eta[k]);
            r_store(results[8 + 3 * k] + i, set.phi[k]);
        }
    }
    print_checksum("jets", 6 + 3 * FINAL);
}

/* Events of 2 to 18 partons, of three that rambo() makes. */
static void partons_of_events(event_list events, int first)
{
    for (int part = 0; part < 3; ++part) {
        real u[RAMBO_NUMBERS];
        vector4 p[FINAL];
        numbers(first, STREAM_SHOWER + (uint32)part * 16, RAMBO_NUMBERS, u);
        rambo(u, R(1.0), p);
        for (int k = 0; k < FINAL; ++k) {
            const int row = EVENT_PARTON + PARTON_ROWS * (FINAL * part + k);
            event_store(events, row + PARTON_E, (uint32)first, p[k].e);
            event_store(events, row + PARTON_X, (uint32)first, p[k].x);
            event_store(events, row + PARTON_Y, (uint32)first, p[k].y);
            event_store(events, row + PARTON_Z, (uint32)first, p[k].z);
        }
    }
    FOR_LANES(l) {
        events.rows[(uint64)EVENT_PARTONS * events.capacity + first + l] = 2 + (first + l) * 7 % 17;
    }
}

static void event_observables(void)
{
    static scalar rows[EVENT_ROWS * EVENTS];
    event_list events = {rows, EVENTS};
    for (int i = 0; i < EVENTS; i += LANES) {
        real y[DURHAM_RATES];
        event_shape_values values;
        partons_of_events(events, i);
        durham_rates(events, (uint32)i, y);
        event_shapes(events, (uint32)i, &values);
        for (int k = 0; k < DURHAM_RATES; ++k)
            r_store(results[k] + i, y[k]);
        r_store(results[4] + i, values.thrust);
        r_store(results[5] + i, values.heavy_mass);
        r_store(results[6] + i, values.light_mass);
        r_store(results[7] + i, values.wide);
        r_store(results[8] + i, values.narrow);
    }
    print_checksum("rates, shapes", 9);
}

int main(void)
{
    functions();
    phase_space();
    observables();
    event_observables();
    return EXIT_SUCCESS;
}

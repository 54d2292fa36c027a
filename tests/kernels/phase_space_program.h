/* Both maps of phase space as programs for a device, one for each number of particles. */
#ifndef TEST_PHASE_SPACE_PROGRAM_H
#define TEST_PHASE_SPACE_PROGRAM_H

#include "kernel_support.h"

enum { EVENTS = 40000 /* of a run */, FINAL_MAX = 14, NUMBERS_MAX = 4 * FINAL_MAX };

/* What the events' numbers are drawn from: streams of kernels/random.h. */
enum { SAMPLING = 0, HELICITY = 1, UNWEIGHTING = 3 };

/* FINAL stands before this. */
static const char phase_space_head[] =
    "#include \"map.h\"\n#include \"random.h\"\n"
    "#include \"phase_space/rambo.h\"\n#include \"phase_space/rambo_diet.h\"\n";

/* `choice` is a stream and the number of the first event. rambo_diet_inverse() says the numbers that
 * rambo_diet() makes momenta of. In it `square` is the mass of the rest, squared, a sum of positive terms. */
static const char phase_space_kernels[] = KERNEL_TEXT(
    FN void store(GLOBAL scalar *to, const vector4 p[FINAL], uint64 item) {
        for (int i = 0; i < FINAL; ++i) {
            r_store(to + AT(4 * i), p[i].e);
            r_store(to + AT(4 * i + 1), p[i].x);
            r_store(to + AT(4 * i + 2), p[i].y);
            r_store(to + AT(4 * i + 3), p[i].z);
        }
    }

    FN void fetch_numbers(GLOBAL const scalar *from, int count, real *u, uint64 item) {
        for (int i = 0; i < count; ++i)
            u[i] = r_fetch(from + AT(i));
    }

    MAP(numbers, GLOBAL const uint32 *, choice, GLOBAL scalar *, u, GLOBAL scalar *, none0, GLOBAL scalar *,
        none1) {
        event_number event = {w_lane() + (uint32)(choice[1] + ELEMENT), w_set(0), 11, 0};
        (void)none0;
        (void)none1;
        for (int i = 0; i < 2 * FINAL; ++i) {
            real pair[2];
            uniform_pair(event, choice[0], (uint32)i, pair);
            r_store(u + AT(2 * i), pair[0]);
            r_store(u + AT(2 * i + 1), pair[1]);
        }
    }

    MAP(published, GLOBAL const scalar *, u, GLOBAL const scalar *, energy, GLOBAL scalar *, p,
        GLOBAL scalar *, none) {
        real number[RAMBO_NUMBERS];
        vector4 momentum[FINAL];
        (void)none;
        fetch_numbers(u, RAMBO_NUMBERS, number, item);
        rambo(number, r_set(energy[0]), momentum);
        store(p, momentum, item);
    }

    MAP(diet, GLOBAL const scalar *, u, GLOBAL const scalar *, energy, GLOBAL scalar *, p, GLOBAL scalar *,
        none) {
        real number[RAMBO_DIET_NUMBERS];
        vector4 momentum[FINAL];
        (void)none;
        fetch_numbers(u, RAMBO_DIET_NUMBERS, number, item);
        rambo_diet(number, r_set(energy[0]), momentum);
        store(p, momentum, item);
    }

    FN void isotropic_numbers(vector4 p, real *u0, real *u1) {
        real angle = r_atan2(p.y, p.x) * R(0.15915494309189534);
        *u0 = (p.e + p.z) / (p.e + p.e);
        *u1 = r_select(angle < R(0.0), angle + R(1.0), angle);
    }

    FN void rambo_diet_inverse(const vector4 p[FINAL], real u[RAMBO_DIET_NUMBERS]) {
        vector4 total = p[FINAL - 1];
        real square = R(0.0);
        for (int i = FINAL - 2; i >= 0; --i) {
            real twice = R(2.0) * v_dot(total, p[i]);
            real next = square + twice;
            total = v_add(total, p[i]);
            if (i < FINAL - 2) {
                int k = FINAL - 2 - i;
                u[i] = whole_power(square / next, k) * r_fma(r_set((scalar)k), twice / next, R(1.0));
            }
            square = next;
            real inverse_mass = R(1.0) / r_sqrt(square);
            vector4 opposite = {total.e, -total.x, -total.y, -total.z};
            vector4 k = from_rest_frame(opposite, inverse_mass, p[i]);
            isotropic_numbers(k, &u[FINAL - 2 + 2 * i], &u[FINAL - 1 + 2 * i]);
        }
    }

    MAP(inverse, GLOBAL const scalar *, p, GLOBAL scalar *, u, GLOBAL scalar *, none0, GLOBAL scalar *,
        none1) {
        real number[RAMBO_DIET_NUMBERS];
        vector4 momentum[FINAL];
        (void)none0;
        (void)none1;
        for (int i = 0; i < FINAL; ++i) {
            momentum[i].e = r_fetch(p + AT(4 * i));
            momentum[i].x = r_fetch(p + AT(4 * i + 1));
            momentum[i].y = r_fetch(p + AT(4 * i + 2));
            momentum[i].z = r_fetch(p + AT(4 * i + 3));
        }
        rambo_diet_inverse(momentum, number);
        for (int i = 0; i < RAMBO_DIET_NUMBERS; ++i)
            r_store(u + AT(i), number[i]);
    }

    MAP(fractions, GLOBAL const scalar *, u, GLOBAL scalar *, v, GLOBAL scalar *, w, GLOBAL scalar *, none) {
        real number[FINAL];
        real kept[FINAL];
        real rest[FINAL];
        (void)none;
        for (int i = 0; i < FINAL; ++i)
            number[i] = R(0.5);
        number[0] = r_fetch(u + AT(0));
        diet_fractions(number, kept, rest);
        r_store(v + AT(0), kept[0]);
        r_store(w + AT(0), rest[0]);
    });

/* A program for each number of particles. */
static struct row {
    int final;
    struct kernel kernel;
} table[] = {{.final = 2}, {.final = 3}, {.final = 4}, {.final = 6}, {.final = 14}};
enum { ROWS = sizeof table / sizeof *table };

enum map { PUBLISHED, DIET, MAPS };

/* The numbers and the momenta of the events of a run, number 4 i + c being component c of particle i. */
typedef double values[EVENTS];
static values u[NUMBERS_MAX], p[NUMBERS_MAX];

static inline int open_table(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; ++row) {
        char text[sizeof phase_space_head + 32];
        snprintf(text, sizeof text, "#define FINAL %d\n%s", table[row].final, phase_space_head);
        table[row].kernel = kernel_open_parts(text, phase_space_kernels, EVENTS);
    }
    return 0;
}

static inline int close_table(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; ++row)
        kernel_close(&table[row].kernel);
    return 0;
}

/* Four numbers a particle for the run number `run` of a stream. */
static inline void some_numbers(const struct row *row, uint32_t run, uint32_t stream, values *numbers)
{
    uint32_t choice[2] = {stream, run * EVENTS};
    kernel_run(&row->kernel, "numbers",
               (struct kernel_array[]){{choice, 2, KERNEL_IN | KERNEL_WORDS},
                                       {numbers, 4 * (size_t)row->final * EVENTS, KERNEL_OUT}},
               2);
}

/* The momenta of the numbers u. */
static inline void make_momenta(const struct row *row, enum map map, double energy)
{
    const size_t length = 4 * (size_t)row->final * EVENTS;
    kernel_run(
        &row->kernel, map == DIET ? "diet" : "published",
        (struct kernel_array[]){{u, length, KERNEL_IN}, {&energy, 1, KERNEL_IN}, {p, length, KERNEL_OUT}}, 3);
}

#endif

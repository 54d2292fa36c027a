#include "model/propagators.h"

#include <math.h>

typedef double _Complex number;

#define I __builtin_complex(0.0, 1.0)

int model_propagator_number(const ts_model *model, int pdg)
{
    const int *own = model->table->own_propagators, place = own ? model_particle_index(model, pdg) : -1;
    return place < 0 || own[place] <= 0 ? -1 : own[place] - 1;
}

const struct propagator_row *model_propagator(const ts_model *model, int pdg)
{
    const int number = model_propagator_number(model, pdg);
    return number < 0 ? NULL : &model->table->propagators[number];
}

static number value_of(const ts_model *model, const char *name)
{
    const ts_parameter *parameter = name ? ts_model_parameter(model, name) : NULL;
    return parameter ? parameter->re + I * parameter->im : 0;
}

int denominator_degree(const struct propagator_row *propagator, int factor)
{
    int degree = 0;
    for (int i = 1; i < PROPAGATOR_POWERS; ++i)
        degree = propagator->factor[factor][i] ? i : degree;
    return degree;
}

int numerator_dimension(const ts_model *model, const struct propagator_row *propagator, int number)
{
    const struct numerator_row *row = &model->table->numerators[propagator->first + number];
    int power = propagator->spin == 2 ? -1 : -2;
    for (int i = 0; i < propagator->factors; ++i)
        power += 2 * denominator_degree(propagator, i);
    return power - structure_momenta(&model->table->structures[row->structure]);
}

/* Roots of a + b x + c x^2. Of two the larger one comes first, from which the other follows. */
static int roots_of(number a, number b, number c, number roots[2])
{
    if (c == 0) {
        roots[0] = b == 0 ? 0 : -a / b;
        return b != 0;
    }
    const number square = __builtin_csqrt(b * b - 4 * a * c);
    const number larger = __builtin_creal(__builtin_conj(b) * square) >= 0 ? -(b + square) / 2
                                                                           : -(b - square) / 2;
    roots[0] = larger / c;
    roots[1] = larger == 0 ? 0 : a / larger;
    return 2;
}

int propagator_poles(const ts_model *model, const struct propagator_row *propagator,
                     struct pole poles[POLES_MOST])
{
    int count = 0;
    for (int i = 0; i < propagator->factors; ++i) {
        const char *const *factor = propagator->factor[i];
        number roots[2];
        const int found = roots_of(value_of(model, factor[0]), value_of(model, factor[1]),
                                   value_of(model, factor[2]), roots);
        for (int k = 0; k < found; ++k)
            poles[count++] = (struct pole){__builtin_creal(roots[k]), __builtin_cimag(roots[k])};
    }
    return count;
}

int pole_is_of(const struct pole *pole, const ts_particle *particle)
{
    const double square = particle->mass * particle->mass, rounding = 1e-6;
    const double near = fmax(2 * fabs(particle->mass * particle->width), rounding * square);
    return hypot(pole->re - square, pole->im) <= near;
}

/* How often p^2 stands in all terms of a numerator but those along p, of which conserved currents know
 * nothing. */
static int common_squares(const ts_model *model, const struct propagator_row *propagator)
{
    int common = POLES_MOST;
    for (int i = 0; i < propagator->count; ++i) {
        const struct numerator_row *row = &model->table->numerators[propagator->first + i];
        const struct structure_term *term = &model->table->structures[row->structure].terms[0];
        int squares = 0, is_along = 0;
        for (int k = 0; k < term->count; ++k)
            for (int n = 0; n < term->count && term->factor[k].token == STRUCTURE_P; ++n) {
                is_along |= term->factor[k].index[0] > 0;
                squares += n < k && term->factor[n].token == STRUCTURE_P &&
                           term->factor[n].index[0] == term->factor[k].index[0];
            }
        if (!is_along && squares < common)
            common = squares;
    }
    return common;
}

int model_is_particle(const ts_model *model, int pdg)
{
    const struct propagator_row *propagator = model_propagator(model, pdg);
    struct pole poles[POLES_MOST];
    int near = 0;
    if (!propagator)
        return 1;
    const int count = propagator_poles(model, propagator, poles);
    for (int i = 0; i < count; ++i)
        near += pole_is_of(&poles[i], ts_model_particle(model, pdg));
    const int gone = ts_model_particle(model, pdg)->mass == 0 ? common_squares(model, propagator) : 0;
    return near - gone == 1;
}

int model_line_is_massless(const ts_model *model, int pdg)
{
    const struct propagator_row *propagator = model_propagator(model, pdg);
    const double mass = ts_model_particle(model, pdg)->mass, rounding = 1e-12;
    struct pole poles[POLES_MOST];
    int at_zero = 0;
    if (!propagator)
        return mass <= 0;
    const int count = propagator_poles(model, propagator, poles);
    for (int i = 0; i < count; ++i)
        at_zero += hypot(poles[i].re, poles[i].im) <= rounding * mass * mass;
    return at_zero > common_squares(model, propagator);
}

int model_line_is_stable(const ts_model *model, int pdg)
{
    const struct propagator_row *propagator = model_propagator(model, pdg);
    const ts_particle *particle = ts_model_particle(model, pdg);
    const double rounding = 1e-12;
    struct pole poles[POLES_MOST];
    if (!propagator)
        return particle->mass > 0 && particle->width <= 0;
    const int count = propagator_poles(model, propagator, poles);
    for (int i = 0; i < count; ++i)
        if (poles[i].re > 0 && fabs(poles[i].im) <= rounding * poles[i].re && pole_is_of(&poles[i], particle))
            return 1;
    return 0;
}

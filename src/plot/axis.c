#include "plot/svg.h"

#include <math.h>

double axis_place(const struct plot_axis *axis, double value)
{
    double share;
    if (axis->log)
        share = value > 0 ? log(value / axis->low) / log(axis->high / axis->low) : 0;
    else
        share = (value - axis->low) / (axis->high - axis->low);
    return axis->from + (axis->to - axis->from) * fmin(fmax(share, 0), 1);
}

/* The least of 1, 2, 5, 10, ... with which `wanted` steps cover a range. */
static double step_of(double range, int wanted)
{
    const double rough = range / wanted, power = pow(10, floor(log10(rough)));
    const double steps[] = {1, 2, 5, 10};
    int i = 0;
    while (i < 3 && steps[i] * power < rough * (1 - 1e-9))
        ++i;
    return steps[i] * power;
}

/* As many as wanted, or some more where those are fewer than two: one number alone says nothing of a scale.
 */
static int linear_ticks(const struct plot_axis *axis, int wanted, struct plot_tick ticks[TICKS_MOST])
{
    int count = 0;
    for (; count < 2 && wanted < TICKS_MOST; ++wanted) {
        const double step = step_of(axis->high - axis->low, wanted);
        const double first = ceil(axis->low / step - 1e-9);
        for (count = 0; count < TICKS_MOST && (first + count) * step <= axis->high + 1e-9 * step; ++count)
            ticks[count] = (struct plot_tick){(first + count) * step, 1};
    }
    return count;
}

static int log_ticks(const struct plot_axis *axis, int wanted, struct plot_tick ticks[TICKS_MOST])
{
    const int first = (int)ceil(log10(axis->low) - 1e-9), last = (int)floor(log10(axis->high) + 1e-9);
    const int every = last - first + 1 > wanted ? (last - first + wanted) / wanted : 1;
    int count = 0;
    if (last - first < 2) /* multiples of powers of ten, of which those of 1, 2 and 5 are written */
        for (int power = first - 1; power <= last; ++power)
            for (int digit = 1; digit < 10 && count < TICKS_MOST; ++digit) {
                const double value = digit * pow(10, power);
                if (value >= axis->low * (1 - 1e-9) && value <= axis->high * (1 + 1e-9))
                    ticks[count++] = (struct plot_tick){value, digit == 1 || digit == 2 || digit == 5};
            }
    else
        for (int power = first; power <= last && count < TICKS_MOST; power += every)
            ticks[count++] = (struct plot_tick){pow(10, power), 1};
    return count;
}

int axis_ticks(const struct plot_axis *axis, int wanted, struct plot_tick ticks[TICKS_MOST])
{
    return axis->log ? log_ticks(axis, wanted, ticks) : linear_ticks(axis, wanted, ticks);
}

int axis_exponent(const struct plot_axis *axis)
{
    const double largest = fmax(fabs(axis->low), fabs(axis->high));
    if (axis->log || largest == 0 || (largest < 1e4 && largest >= 1e-2))
        return 0;
    return 3 * (int)floor(log10(largest) / 3);
}

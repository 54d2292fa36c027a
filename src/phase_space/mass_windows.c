#include "phase_space/mass_windows.h"

#include "subprocess/lines.h"

#include <math.h>

static int has(const struct mass_windows *windows, unsigned final, int pdg)
{
    for (int i = 0; i < windows->count; ++i)
        if (windows->list[i].final == final && windows->list[i].pdg == pdg)
            return 1;
    return 0;
}

int mass_windows_find(const struct graph *graph, const struct exclusion *excluded, const struct chain *chain,
                      struct mass_windows *windows)
{
    *windows = (struct mass_windows){0};
    for (int i = graph->legs; i < graph->current_count; ++i) {
        const struct line line = {(1u << graph->legs) - 1, graph->currents[i].legs, graph->currents[i].pdg};
        unsigned legs;
        if (graph->currents[i].joint || !line_is_off_shell(graph->model, excluded, chain, &line))
            continue;
        const int pdg = line_s_channel(graph->model, chain, &line, &legs);
        const ts_particle *particle = ts_model_particle(graph->model, pdg);
        const double widths = RESONANCE_WIDTHS * particle->width;
        if (has(windows, legs >> LEGS_IN, pdg))
            continue;
        if (windows->count == WINDOWS_MOST)
            return 0;
        windows->list[windows->count++] = (struct mass_window){legs >> LEGS_IN, pdg,
                                                               fmax(0, particle->mass - widths),
                                                               particle->mass + widths};
    }
    return 1;
}

void mass_windows_write(const struct mass_windows *windows, int count, double unit, double *numbers)
{
    for (int i = 0; i < count; ++i, numbers += WINDOW_NUMBERS) {
        const int is_window = i < windows->count;
        numbers[WINDOW_SET] = is_window ? windows->list[i].final : 0;
        numbers[WINDOW_MASS2_LOW] = is_window ? pow(windows->list[i].low / unit, 2) : 0;
        numbers[WINDOW_MASS2_HIGH] = is_window ? pow(windows->list[i].high / unit, 2) : 0;
    }
}

#include "phase_space/phase_space_kind.h"

#include "phase_space/phase_space_plan.h"

#include <string.h>

/* Behind a beam of known energy: cascades along the diagrams (kernels/phase_space/space_cascade.h). */

static int cascades_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    const struct cascade_setting cascade = {setting->graph, setting->chain, setting->cuts, setting->root_s,
                                            setting->unit};
    if (!cascade_channels_create(&cascade, &space->of.cascades))
        return 0;
    space->channels = space->of.cascades.count;
    space->softest = space->of.cascades.softest;
    return 1;
}

static void cascades_destroy(struct phase_space *space) { cascade_channels_free(&space->of.cascades); }

static int cascades_axes(const struct phase_space *space, int channel)
{
    (void)channel;
    return space->of.cascades.axes + space->one_energy;
}

static double cascades_log_constant(const struct phase_space *space, int channel)
{
    (void)channel;
    return space->of.cascades.log_constant;
}

static int cascades_copies(const struct phase_space *space, int channel)
{
    return space->of.cascades.list[channel].copies;
}

static uint64_t cascades_map(const struct phase_space *space, int channel)
{
    return cascade_channel_map(&space->of.cascades, channel);
}

static int cascades_beside(const struct phase_space *space, int channel)
{
    (void)space;
    (void)channel;
    return 0;
}

static size_t cascades_numbers(const struct phase_space *space, int most)
{
    return (size_t)most * (size_t)CASCADE_CHANNEL(space->final);
}

static void cascades_write(const struct phase_space *space, double *numbers)
{
    memcpy(numbers, space->of.cascades.rows, cascades_numbers(space, space->channels) * sizeof *numbers);
}

static void channels_text(const struct phase_space *space, int most, struct source *text)
{
    source_append(text, "#define FINAL %d\n#define CHANNELS %d\n", space->final, most);
}

static void cascades_describe(const struct phase_space *space, const int *pdg, char *text, size_t bytes)
{
    (void)pdg;
    cascade_channels_describe(&space->of.cascades, text, bytes);
}

/* Between two hadrons: a t-channel with what the diagrams have behind it, in channels
 * (kernels/phase_space/space_channels.h). */

static int channels_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    if (!phase_space_channels_create(setting, &space->of.between))
        return 0;
    space->channels = space->of.between.count;
    space->empty = space->of.between.list[0].plan.empty;
    return 1;
}

static void channels_destroy(struct phase_space *space) { phase_space_channels_free(&space->of.between); }

static const struct phase_space_plan *plan_of(const struct phase_space *space, int channel)
{
    return &space->of.between.list[channel].plan;
}

static int channels_axes(const struct phase_space *space, int channel)
{
    return plan_of(space, channel)->axes;
}

static double channels_log_constant(const struct phase_space *space, int channel)
{
    return plan_of(space, channel)->log_constant;
}

static int channels_copies(const struct phase_space *space, int channel)
{
    return space->of.between.list[channel].copies;
}

static uint64_t channels_map(const struct phase_space *space, int channel)
{
    return phase_space_channel_map(plan_of(space, channel), space->root_s);
}

static int channels_beside(const struct phase_space *space, int channel)
{
    return plan_of(space, channel)->t_count;
}

static size_t channels_numbers(const struct phase_space *space, int most)
{
    return (size_t)most * (size_t)CHANNEL_NUMBERS(space->final);
}

static void channels_write(const struct phase_space *space, double *numbers)
{
    phase_space_channels_write(&space->of.between, space->root_s, numbers);
}

static void channels_describe(const struct phase_space *space, const int *pdg, char *text, size_t bytes)
{
    phase_space_channels_describe(space->model, &space->of.between, pdg, text, bytes);
}

/* A resonance of the diagrams that a plan does not map, in *pdg; 0: there is none. Returns 0 where there is
 * no memory. */
static int find_unmapped(const struct phase_space_setting *setting, const struct phase_space_plan *plan,
                         int *pdg)
{
    struct resonance_sets sets;
    const int done = resonance_sets_create(setting, &sets);
    *pdg = 0;
    for (int i = 0; i < sets.count && done; ++i)
        for (int k = 0; k < sets.list[i].count && !*pdg; ++k)
            if (!phase_space_has_resonance(setting, plan, sets.list[i].set[k], sets.list[i].pdg[k]))
                *pdg = sets.list[i].pdg[k];
    resonance_sets_free(&sets);
    return done;
}

/* Chili's one map, written out as code (kernels/phase_space/space_chili.h). */

static int chili_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    phase_space_plan(setting, NULL, &space->of.chili);
    space->channels = 1;
    space->empty = space->of.chili.empty;
    return find_unmapped(setting, &space->of.chili, &space->unmapped);
}

static void chili_destroy(struct phase_space *space) { (void)space; }

static int chili_axes(const struct phase_space *space, int channel)
{
    (void)channel;
    return space->of.chili.axes;
}

static double chili_log_constant(const struct phase_space *space, int channel)
{
    (void)channel;
    return space->of.chili.log_constant;
}

static int chili_copies(const struct phase_space *space, int channel)
{
    (void)space;
    (void)channel;
    return 1;
}

static uint64_t chili_map(const struct phase_space *space, int channel)
{
    (void)space;
    (void)channel;
    return 0;
}

static int chili_beside(const struct phase_space *space, int channel)
{
    (void)channel;
    return space->of.chili.t_count;
}

static size_t chili_numbers(const struct phase_space *space, int most)
{
    (void)most;
    return (size_t)space->of.chili.nodes * CHILI_NUMBERS;
}

static void chili_write(const struct phase_space *space, double *numbers)
{
    memcpy(numbers, space->of.chili.rows[0], chili_numbers(space, 1) * sizeof *numbers);
}

static void chili_text(const struct phase_space *space, int most, struct source *text)
{
    (void)most;
    source_append(text, "#define CHANNELS 0\n");
    phase_space_write(&space->of.chili, text);
}

static void chili_describe(const struct phase_space *space, const int *pdg, char *text, size_t bytes)
{
    phase_space_describe(space->model, &space->of.chili, pdg, text, bytes);
}

static const struct phase_space_kind cascades = {
    .card = "auto",
    .has_chains = 1,
    .create = cascades_create,
    .destroy = cascades_destroy,
    .axes = cascades_axes,
    .log_constant = cascades_log_constant,
    .copies = cascades_copies,
    .map = cascades_map,
    .beside = cascades_beside,
    .numbers = cascades_numbers,
    .write = cascades_write,
    .text = channels_text,
    .describe = cascades_describe,
};

static const struct phase_space_kind channels = {
    .card = "channels",
    .has_chains = 1,
    .has_limits = 1,
    .create = channels_create,
    .destroy = channels_destroy,
    .axes = channels_axes,
    .log_constant = channels_log_constant,
    .copies = channels_copies,
    .map = channels_map,
    .beside = channels_beside,
    .numbers = channels_numbers,
    .write = channels_write,
    .text = channels_text,
    .describe = channels_describe,
};

static const struct phase_space_kind chili = {
    .card = "chili",
    .has_limits = 1,
    .create = chili_create,
    .destroy = chili_destroy,
    .axes = chili_axes,
    .log_constant = chili_log_constant,
    .copies = chili_copies,
    .map = chili_map,
    .beside = chili_beside,
    .numbers = chili_numbers,
    .write = chili_write,
    .text = chili_text,
    .describe = chili_describe,
};

const struct phase_space_kind *phase_space_kind_of(enum request_space asked, int whole)
{
    if (whole)
        return &cascades;
    return asked == SPACE_CHILI ? &chili : &channels;
}

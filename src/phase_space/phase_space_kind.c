#include "phase_space/phase_space_kind.h"

#include "phase_space/phase_space_plan.h"

#include <stdlib.h>
#include <string.h>

/* Behind a beam of known energy: cascades along the diagrams (kernels/phase_space/space_cascade.h). */

static struct cascade_channels *cascades_of(const struct phase_space *space) { return space->of; }

static int cascades_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    const struct cascade_setting cascade = {setting->graph, setting->chain, setting->cuts, setting->root_s,
                                            setting->unit};
    if (!cascade_channels_create(&cascade, cascades_of(space)))
        return 0;
    space->channels = cascades_of(space)->count;
    space->softest = cascades_of(space)->softest;
    return 1;
}

static void cascades_destroy(struct phase_space *space) { cascade_channels_free(cascades_of(space)); }

static int cascades_axes(const struct phase_space *space, int channel)
{
    (void)channel;
    return cascades_of(space)->axes + space->one_energy;
}

static double cascades_log_constant(const struct phase_space *space, int channel)
{
    (void)channel;
    return cascades_of(space)->log_constant;
}

static int cascades_copies(const struct phase_space *space, int channel)
{
    return cascades_of(space)->list[channel].copies;
}

static uint64_t cascades_map(const struct phase_space *space, int channel)
{
    return cascade_channel_map(cascades_of(space), channel);
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
    memcpy(numbers, cascades_of(space)->rows, cascades_numbers(space, space->channels) * sizeof *numbers);
}

static void channels_text(const struct phase_space *space, int most, struct source *text)
{
    source_append(text, "#define FINAL %d\n#define CHANNELS %d\n", space->final, most);
}

static void cascades_describe(const struct phase_space *space, const int *pdg, char *text, size_t bytes)
{
    (void)pdg;
    cascade_channels_describe(cascades_of(space), text, bytes);
}

/* Between two hadrons: a t-channel with what the diagrams have behind it, in channels
 * (kernels/phase_space/space_channels.h). */

static struct phase_space_channels *channels_of(const struct phase_space *space) { return space->of; }

static int channels_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    if (!phase_space_channels_create(setting, channels_of(space)))
        return 0;
    space->channels = channels_of(space)->count;
    space->empty = channels_of(space)->list[0].plan.empty;
    return 1;
}

static void channels_destroy(struct phase_space *space) { phase_space_channels_free(channels_of(space)); }

static const struct phase_space_plan *plan_of(const struct phase_space *space, int channel)
{
    return &channels_of(space)->list[channel].plan;
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
    return channels_of(space)->list[channel].copies;
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
    phase_space_channels_write(channels_of(space), space->root_s, numbers);
}

static void channels_describe(const struct phase_space *space, const int *pdg, char *text, size_t bytes)
{
    phase_space_channels_describe(space->model, channels_of(space), pdg, text, bytes);
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

static struct phase_space_plan *chili_of(const struct phase_space *space) { return space->of; }

static int chili_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    phase_space_plan(setting, NULL, chili_of(space));
    space->channels = 1;
    space->empty = chili_of(space)->empty;
    return find_unmapped(setting, chili_of(space), &space->unmapped);
}

static int chili_axes(const struct phase_space *space, int channel)
{
    (void)channel;
    return chili_of(space)->axes;
}

static double chili_log_constant(const struct phase_space *space, int channel)
{
    (void)channel;
    return chili_of(space)->log_constant;
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
    return chili_of(space)->t_count;
}

static size_t chili_numbers(const struct phase_space *space, int most)
{
    (void)most;
    return (size_t)chili_of(space)->nodes * CHILI_NUMBERS;
}

static void chili_write(const struct phase_space *space, double *numbers)
{
    memcpy(numbers, chili_of(space)->rows[0], chili_numbers(space, 1) * sizeof *numbers);
}

static void chili_text(const struct phase_space *space, int most, struct source *text)
{
    (void)most;
    phase_space_write(chili_of(space), text);
}

static void chili_describe(const struct phase_space *space, const int *pdg, char *text, size_t bytes)
{
    phase_space_describe(space->model, chili_of(space), pdg, text, bytes);
}

/* THE table of kinds. The first behind the beams of a process is what `phase_space: auto` takes there. */
static const struct phase_space_kind kinds[] = {
    {
        .asked = SPACE_AUTO,
        .whole = 1,
        .header = "phase_space/space_cascade.h",
        .bytes = sizeof(struct cascade_channels),
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
    },
    {
        .asked = SPACE_CHANNELS,
        .header = "phase_space/space_channels.h",
        .bytes = sizeof(struct phase_space_channels),
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
    },
    {
        .asked = SPACE_CHILI,
        .header = "phase_space/space_chili.h",
        .bytes = sizeof(struct phase_space_plan),
        .has_limits = 1,
        .create = chili_create,
        .axes = chili_axes,
        .log_constant = chili_log_constant,
        .copies = chili_copies,
        .map = chili_map,
        .beside = chili_beside,
        .numbers = chili_numbers,
        .write = chili_write,
        .text = chili_text,
        .describe = chili_describe,
    },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const struct phase_space_kind *phase_space_kind_of(enum request_space asked, int whole)
{
    for (const struct phase_space_kind *kind = kinds; kind < kinds + KINDS; ++kind)
        if (kind->whole == whole && (asked == SPACE_AUTO || asked == kind->asked))
            return kind;
    return NULL;
}

unsigned phase_spaces_served(int whole)
{
    unsigned served = 0;
    for (const struct phase_space_kind *kind = kinds; kind < kinds + KINDS; ++kind)
        if (kind->whole == whole)
            served |= 1u << kind->asked;
    return served;
}

int phase_space_create(const struct phase_space_setting *setting, struct phase_space *space)
{
    space->of = calloc(1, space->kind->bytes);
    return space->of && space->kind->create(setting, space);
}

void phase_space_destroy(struct phase_space *space)
{
    if (space->of && space->kind->destroy)
        space->kind->destroy(space);
    free(space->of);
    space->of = NULL;
}

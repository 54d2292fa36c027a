#include "derived/subprocess_channel.h"

#include "core/card.h"
#include "process/subprocess_layout.h"
#include "process/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME(name) PARAMETER_##name,
enum { SUBPROCESS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

int subprocess_density(const struct subprocess_setting *setting, int beam, int pdg)
{
    const int gluon = 21;
    return setting->antiproton[beam] && pdg != gluon ? -pdg : pdg;
}

static int parton_place(const struct subprocess_setting *setting, int beam, int pdg)
{
    const int density = subprocess_density(setting, beam, pdg);
    int place = 0;
    if (setting->whole[beam])
        return 0;
    while (setting->scales.partons[place] != density)
        ++place;
    return place;
}

/* Which members have the first leg from the second beam. */
static int mirrored_of(const struct subprocess_group *group)
{
    int mirrored = 0;
    for (int i = 0; i < group->member_count; ++i)
        mirrored += group->members[i].mirrored;
    return !mirrored ? MIRRORED_NONE : mirrored == group->member_count ? MIRRORED_ALL : MIRRORED_SOME;
}

/* The table of members (kernels/process/subprocess_layout.h). */
static ts_status add_members(ts_context *context, struct process *process,
                             const struct subprocess_setting *setting, const struct subprocess_group *group,
                             double *place)
{
    const int legs = setting->list->legs, numbers = MEMBER_NUMBERS(legs - LEGS_IN);
    const size_t length = MEMBERS_HEAD + (size_t)group->member_count * (size_t)numbers;
    uint32_t *table = malloc(length * sizeof *table);
    if (!table)
        return ts_fail_memory(context, "the table of subprocesses");
    uint32_t *row = table + MEMBERS_HEAD;
    table[MEMBERS_COUNT] = (uint32_t)group->member_count;
    for (int i = 0; i < group->member_count; ++i, row += numbers) {
        const struct subprocess *member = &group->members[i];
        row[MEMBER_FIRST] = (uint32_t)parton_place(setting, 0, member->pdg[member->mirrored ? 1 : 0]);
        row[MEMBER_SECOND] = (uint32_t)parton_place(setting, 1, member->pdg[member->mirrored ? 0 : 1]);
        row[MEMBER_MIRRORED] = (uint32_t)member->mirrored;
        for (int leg = 0; leg < legs; ++leg)
            row[MEMBER_LEGS + leg] = (uint32_t)member->pdg[leg];
    }
    const ts_status status = process_add_integers(context, process, table, length, place);
    free(table);
    return status;
}

/* The tables of the recursion, with colour flows. */
static ts_status add_tree(ts_context *context, struct process *process, const struct tree *tree, double unit,
                          double *words, double *values)
{
    struct tree_tables tables;
    ts_status status = tree_tables_create(context, tree, unit, &tables);
    if (!status)
        status = tree_tables_add_flows(context, tree, 0, &tables);
    if (!status)
        status = process_add_integers(context, process, tables.words, tables.word_count, words);
    *values = (double)process->integrand.table_length;
    if (!status) {
        status = process_add_table(context, process, tables.values, tables.value_count);
        tables.values = NULL;
    }
    tree_tables_free(&tables);
    return status;
}

/* All that is constant in d sigma, in pb. The flux (flux_pb()) is taken with the other logarithms, in units
 * of `unit`: apart from them the last bits of all weights would be others. */
static double unit_pb(const struct subprocess_setting *setting, const struct subprocess_group *group,
                      const struct subprocess_work *work, int channel)
{
    const double root_s = setting->root_s / setting->unit;
    const struct phase_space *space = &work->space;
    return gev2_pb / (setting->unit * setting->unit) * work->tree.average / group->identical *
           exp(space->kind->log_constant(space, channel) - log(2 * root_s * root_s)) *
           space->kind->copies(space, channel);
}

/* Writes how the squared matrix element goes with alpha_s: as one power, or as several of them. */
static void write_powers(const struct subprocess_setting *setting, const struct subprocess_group *group,
                         struct source *text)
{
    const int least = trees_strong_least(&group->trees), most = trees_strong_most(&group->trees);
    const int changes = setting->scales.renormalization.factor > 0 || setting->varied;
    source_append(text, "#define COUPLING_POWER %d\n", least == most ? least : 0);
    if (setting->clusters[0] || setting->clusters[1])
        source_append(text, "#define CLUSTER_POWERS %d\n#define CLUSTER_VERTEX_POWERS %d\n", most,
                      setting->vertex_powers);
    if (least < most && changes)
        source_append(text, "#define STRONG_POWERS %d\n#define STRONG_LEAST %d\n", most - least + 1, least);
}

/* Coloured final particles that are no partons of merging: a bit each. */
static unsigned core_of_merging(const struct subprocess_setting *setting,
                                const struct subprocess_group *group, const struct subprocess_work *work)
{
    const int *pdg = group->members[0].pdg + LEGS_IN;
    unsigned core = 0;
    for (int i = 0; i < work->cuts.final; ++i)
        if (ts_model_particle(setting->model, pdg[i])->colour != 1)
            core |= 1u << i;
    return core & ~work->cuts.merging.partons;
}

/* What a free core needs to compile the program of a group at the least: about the same for all, which differ
 * in their tables. Measured with 2 to 6 final particles, gcc 12 at -O3, 2.1 to 3.9 s, as many histograms. */
static const double compile_seconds = 3;

int subprocess_is_sampled(const struct subprocess_setting *setting, const struct subprocess_work *work)
{
    return setting->sampled && work->tree.helicities.count > 1;
}

/* The function of kernels/process/scales.h that a scale follows; by clustering nothing asks for it. */
static void write_base(const char *macro, ts_scale scale, struct source *text)
{
    if (scale_word(scale.base))
        source_append(text, "#define %s scales_log_%s\n", macro, scale_word(scale.base));
}

static char *write_text(const struct subprocess_setting *setting, const struct subprocess_group *group,
                        const struct subprocess_work *work, const struct tree_room *room,
                        const char *beginning)
{
    struct source text = {0};
    int jets = 0;
    source_append(&text, "%s%s#define WHOLE_FIRST %d\n#define WHOLE_SECOND %d\n", beginning,
                  setting->observables.text ? setting->observables.text : "", setting->whole[0],
                  setting->whole[1]);
    work->space.kind->text(&work->space, setting->channels_most, &text);
    source_append(&text, "#define JETS_LIST {");
    for (int i = 0; i < work->cuts.final; ++i)
        if (work->cuts.kind[i] == KIND_JET)
            source_append(&text, "%d, ", (jets++, i));
    source_append(&text, "0}\n#define JET_COUNT %d\n#define PARTONS %d\n", jets,
                  setting->scales.parton_count ? setting->scales.parton_count : 1);
    source_append(&text, "#define JETS_SET %u\n#define NEUTRINOS_SET %u\n",
                  particle_cuts_set(&work->cuts, KIND_JET), particle_cuts_set(&work->cuts, KIND_NEUTRINO));
    if (particle_cuts_isolate(&work->cuts))
        source_append(&text, "#define PHOTON_ISOLATION 1\n#define PHOTONS_SET %u\n",
                      particle_cuts_set(&work->cuts, KIND_PHOTON));
    write_base("SCALE_R_BASE", setting->scales.renormalization, &text);
    write_base("SCALE_F_BASE", setting->scales.factorization, &text);
    write_powers(setting, group, &text);
    scales_write(&setting->scales, &text);
    source_append(&text, "#define SCALE_R_CLUSTERS %d\n#define SCALE_F_CLUSTERS %d\n", setting->clusters[0],
                  setting->clusters[1]);
    if (subprocess_is_sampled(setting, work))
        source_append(&text, "#define HELICITIES_SAMPLED 1\n");
    if (work->cuts.merging.partons)
        source_append(&text,
                      "#define MERGING_SET %u\n#define MERGING_MEASURE %d\n#define MERGING_VERTICES %u\n",
                      work->cuts.merging.partons, (int)work->cuts.merging.measure,
                      work->cuts.merging.measure == MERGING_HISTORY ? work->cuts.merging.partons : 0);
    if (setting->merging_most) {
        const int partons = __builtin_popcount(work->cuts.merging.partons);
        const unsigned core = core_of_merging(setting, group, work);
        source_append(&text, "#define MERGING_CORE %d\n#define MERGING_CORE_SET %u\n",
                      __builtin_popcount(core), core);
        source_append(&text,
                      "#define SHOWER_MERGES 1\n#define MERGING_JETS %d\n#define MERGING_HIGHEST %d\n"
                      "#define MERGING_UNITARY %d\n",
                      partons, partons == setting->merging_most, setting->merging.scheme == MERGED_UMEPS);
    }
    if (setting->windows_most)
        source_append(&text, "#define MASS_WINDOWS %d\n", setting->windows_most);
    if (group->chain.frame)
        source_append(&text, "#define POLARIZATION_FRAME %u\n", group->chain.frame);
    if (setting->shower_masses)
        source_append(&text, "#define SHOWER_MASSES 1\n#define SHOWER_HEAVY %d\n", setting->shower_heavy);
    tree_room_write(room, &text);
    source_append(&text,
                  "#include \"process/subprocess_constants.h\"\n#include \"%s\"\n"
                  "#include \"process/subprocess.h\"\n",
                  work->space.kind->header);
    if (text.failed || setting->observables.failed)
        source_free(&text);
    return text.text;
}

/* Refinements that the grid of a channel has at least (docs/phase-space.md). Where all comes from one
 * particle, cuts on what it decays into let few events pass at the ends of its rapidity. A grid that does not
 * follow what is accepted alone goes there less and less, so that those few have large weights. */
enum { REFINEMENTS = 7, REFINEMENTS_OF_ONE = 3 };

static int refinements_of(const struct subprocess_setting *setting, const struct phase_space *space,
                          int channel)
{
    return !setting->unweighted && space->kind->beside(space, channel) == 1 ? REFINEMENTS_OF_ONE
                                                                            : REFINEMENTS;
}

/* Draws of helicities make an axis of their own, which other choices have no use for. */
static uint64_t map_of(const struct subprocess_setting *setting, const struct subprocess_work *work,
                       int channel)
{
    const uint64_t map = work->space.kind->map(&work->space, channel);
    return map && subprocess_is_sampled(setting, work) ? map + (uint64_t)work->tree.helicities.count : map;
}

/* The final legs that limit the scale of a shower beside leptons. Those of resonances without colour do not.
 */
static unsigned limiting_legs(const struct subprocess_setting *setting, const struct chain *chain)
{
    unsigned legs = (1u << setting->list->legs) - (1u << LEGS_IN);
    for (int i = 0; i < chain->count; ++i)
        if (ts_model_particle(setting->model, chain->list[i].pdg)->colour == 1)
            legs &= ~chain->list[i].legs;
    return legs;
}

/* All run-time numbers but places of tables. */
static double *write_numbers(const struct subprocess_setting *setting, const struct chain *chain,
                             const struct subprocess_work *work, int channel, size_t *count)
{
    const size_t cuts = (size_t)CUT_NUMBERS(work->cuts.final);
    const size_t nodes = work->space.kind->numbers(&work->space, setting->channels_most);
    const size_t merging = work->cuts.merging.partons ? MERGING_NUMBERS : 0;
    const size_t begin = PARAMETERS + setting->shower_count;
    *count = begin + cuts + nodes + merging + (size_t)setting->windows_most * WINDOW_NUMBERS;
    double *p = calloc(*count, sizeof *p);
    if (!p)
        return NULL;
    scales_numbers(&setting->scales, setting->root_s / setting->unit, p);
    p[PARAMETER_unit] = setting->unit;
    p[PARAMETER_least_scale] = setting->least_scale;
    p[PARAMETER_least_clustering] = 2 * log(setting->least_clustering);
    p[PARAMETER_enhanced_from] = setting->enhanced_from;
    p[PARAMETER_channel] = channel;
    p[PARAMETER_channels] = work->space.channels;
    if (setting->shower_count) {
        memcpy(p + PARAMETERS, setting->shower_numbers, setting->shower_count * sizeof *p);
        shower_beam_limit(limiting_legs(setting, chain), p + PARAMETERS);
    }
    particle_cuts_write(&work->cuts, setting->unit, p + begin);
    work->space.kind->write(&work->space, p + begin + cuts);
    if (merging)
        merging_write(&work->cuts, setting->unit, p + begin + cuts + nodes);
    mass_windows_write(&work->windows, setting->windows_most, setting->unit,
                       p + begin + cuts + nodes + merging);
    return p;
}

static ts_status add_histories(ts_context *context, struct process *process,
                               const struct history_tables *histories, double *words, double *kinds)
{
    double *table = malloc((histories->kind_count + 1) * sizeof *table);
    if (!table)
        return ts_fail_memory(context, "the histories of a process");
    memcpy(table, histories->kinds, histories->kind_count * sizeof *table);
    *kinds = (double)process->integrand.table_length;
    const ts_status status = process_add_table(context, process, table, histories->kind_count);
    return status ? status
                  : process_add_integers(context, process, histories->words, histories->word_count, words);
}

/* Tables of a group, which all its channels share. */
static ts_status add_tables(ts_context *context, struct process *process,
                            const struct subprocess_setting *setting, const struct subprocess_group *group,
                            const struct subprocess_work *work, double *p)
{
    ts_status status = add_members(context, process, setting, group, &p[PARAMETER_members]);
    if (!status)
        status = add_tree(context, process, &work->tree, setting->unit, &p[PARAMETER_words],
                          &p[PARAMETER_values]);
    if (!status && work->histories.words)
        status = add_histories(context, process, &work->histories, &p[PARAMETER_histories],
                               &p[PARAMETER_clusterings]);
    return status;
}

ts_status subprocess_channel_create(ts_context *context, struct process *process,
                                    const struct subprocess_setting *setting,
                                    const struct subprocess_group *group, const struct subprocess_work *work,
                                    const struct tree_room *room, int channel, const struct integrand *first,
                                    size_t number)
{
    struct integrand *integrand = &process->channels[number];
    struct channel_memory *memory = &process->channel_memory[number];
    const int sampled = subprocess_is_sampled(setting, work);
    static const int places[] = {PARAMETER_members, PARAMETER_words, PARAMETER_values, PARAMETER_histories,
                                 PARAMETER_clusterings};
    double *p = write_numbers(setting, &group->chain, work, channel, &integrand->parameter_count);
    integrand->parameters = memory->parameters = p;
    integrand->text = memory->text = write_text(setting, group, work, room, process->program.text.text);
    if (!p || !integrand->text)
        return ts_fail_memory(context, "a process");
    for (size_t i = 0; i < sizeof places / sizeof *places && first; ++i)
        p[places[i]] = first->parameters[places[i]];
    p[PARAMETER_mirrored] = mirrored_of(group);
    integrand->refinements = refinements_of(setting, &work->space, channel);
    integrand->follows_accepted = setting->unweighted;
    integrand->reweighted = setting->merging_most > 0;
    integrand->compile_seconds = compile_seconds;
    integrand->dimensions = sampled + work->space.kind->axes(&work->space, channel);
    integrand->map = map_of(setting, work, channel);
    integrand->unit = unit_pb(setting, group, work, channel);
    integrand->cost = (double)work->tree.operations.count * (sampled ? 1 : work->tree.helicities.count);
    return first ? TS_OK : add_tables(context, process, setting, group, work, p);
}

void subprocess_channel_finish(struct process *process, size_t number)
{
    struct integrand *integrand = &process->channels[number];
    integrand->tables = process->program.tables;
    integrand->table_length = process->integrand.table_length;
    integrand->integers = process->program.integers;
    integrand->integer_count = process->integrand.integer_count;
    process->channel_memory[number].parameters[PARAMETER_integers] = (double)integrand->table_length;
}

/* Channels of phase space behind beams of known energy. Each line of the diagrams that makes a peak is in
 * one. Cross sections that peak where a single tree of decays does not look are those of closed forms. */
#include "cascade_peaks.h"
#include "run_support.h"

#include "phase_space/cascade_channels.h"
#include "tree_identities.h"
#include "tree_processes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void peaks_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(peaks);
         i += test_is_sample() ? 4 : 1) { /* one of photons, of muons, of four muons */
        struct run run = run_peak(&peaks[i], NULL);
        const struct constants c = constants_of(run.context, run.card);
        const double expected = peaks[i].expected(&c, peaks[i].root_s), value = run.result->value,
                     error = run.result->error;
        if (fabs(value - expected) > 3.5 * error + peaks[i].allowed * expected || error > 3e-3 * expected)
            fail_msg("%s at %g GeV: %.6g +- %.2g pb, expected %.6g", run.result->process, peaks[i].root_s,
                     value, error, expected);
        end_run(&run);
    }
}

/* The channels of a process without cuts, and what its diagrams have. */
struct planned {
    const struct tested *tested;
    struct graph graph;
    struct particle_cuts cuts;
    struct cascade_setting setting;
    struct cascade_channels channels;
};

static const int particles[] = {1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25};

/* A line: a particle, and the final particles on its side, with the second beam where it is exchanged. */
struct found_line {
    const ts_particle *particle;
    unsigned set;
    int exchanged;
};

static double masses_of(const struct planned *planned, unsigned set)
{
    double sum = 0;
    for (int i = 0; i < planned->cuts.final; ++i)
        sum += set >> i & 1 ? test_mass(planned->tested, LEGS_IN + i) : 0;
    return sum;
}

static unsigned all_of(const struct planned *planned) { return (1u << planned->cuts.final) - 1; }

static int can_be_on_shell(const struct planned *planned, const struct found_line *line)
{
    const double mass = line->particle->mass;
    return !line->exchanged && line->particle->width > 0 && mass > masses_of(planned, line->set) &&
           mass < planned->setting.root_s - masses_of(planned, all_of(planned) & ~line->set);
}

/* The set of final particles of a node of a channel. */
static unsigned set_of_node(const struct planned *planned, const double *rows, int node)
{
    const double *row = rows + CASCADE_NUMBERS * node;
    return node < planned->cuts.final ? 1u << node
                                      : set_of_node(planned, rows, (int)row[CASCADE_LEFT]) |
                                            set_of_node(planned, rows, (int)row[CASCADE_RIGHT]);
}

/* Whether a node draws its mass, or the angle of its products, by the pole of a line. */
static int node_follows(const struct planned *planned, const double *rows, int node,
                        const struct found_line *line)
{
    const double *row = rows + CASCADE_NUMBERS * node, unit = planned->setting.unit;
    const unsigned right = set_of_node(planned, rows, (int)row[CASCADE_RIGHT]),
                   left = set_of_node(planned, rows, (int)row[CASCADE_LEFT]);
    if (line->exchanged)
        return row[CASCADE_ALONG_BEAM] > 0 && ((right == line->set && row[CASCADE_T_POLE] >= 0) ||
                                               (left == line->set && row[CASCADE_U_POLE] >= 0));
    if ((left | right) != line->set)
        return 0;
    for (int i = 0; i < (int)row[CASCADE_COUNT]; ++i)
        if (can_be_on_shell(planned, line) ? row[CASCADE_WIDTH + i] > 0 && fabs(row[CASCADE_POLE + i] * unit -
                                                                                line->particle->mass) < 1e-9
                                           : row[CASCADE_WIDTH + i] == CASCADE_LOGARITHMIC)
            return 1;
    return 0;
}

static int channel_follows(const struct planned *planned, int channel, const struct found_line *line)
{
    const double *rows = planned->channels.list[channel].rows;
    for (int node = planned->cuts.final; node < CASCADE_NODES(planned->cuts.final); ++node)
        if (node_follows(planned, rows, node, line))
            return 1;
    return 0;
}

static int some_follows(const struct planned *planned, const struct found_line *first,
                        const struct found_line *second)
{
    for (int k = 0; k < planned->channels.count; ++k)
        if (channel_follows(planned, k, first) && channel_follows(planned, k, second))
            return 1;
    return 0;
}

/* The lines that make a peak, asked of the graph one by one. */
static int list_lines(const struct planned *planned, struct found_line *lines)
{
    const unsigned all = all_of(planned);
    int count = 0;
    for (unsigned set = 1; set < all; ++set)
        for (size_t i = 0; i < ROWS(particles); ++i)
            for (int exchanged = 0; exchanged < 2; ++exchanged) {
                const ts_particle *particle = ts_model_particle(planned->tested->model, particles[i]);
                struct found_line *line = &lines[count];
                *line = (struct found_line){particle, set, exchanged};
                if ((!exchanged && !(set & (set - 1))) ||
                    !graph_has_line(&planned->graph, set << LEGS_IN | (exchanged ? 2u : 0), particles[i]))
                    continue;
                count += exchanged ? particle->mass < 0.3 * planned->setting.root_s
                                   : particle->mass <= 0 || can_be_on_shell(planned, line);
            }
    return count;
}

/* Whether two resonances may both be on their mass shells. */
static int may_be_together(const struct planned *planned, const struct found_line *a,
                           const struct found_line *b)
{
    const unsigned both = a->set & b->set, all = all_of(planned);
    if (!can_be_on_shell(planned, a) || !can_be_on_shell(planned, b) || a->set == b->set)
        return 0;
    if (!both)
        return a->particle->mass + b->particle->mass + masses_of(planned, all & ~(a->set | b->set)) <
               planned->setting.root_s;
    return both == b->set && b->particle->mass + masses_of(planned, a->set & ~b->set) < a->particle->mass;
}

static void check_lines(const struct planned *planned)
{
    enum { LINES_MOST = 4096 };
    struct found_line *lines = calloc(LINES_MOST, sizeof *lines);
    assert_non_null(lines);
    const int count = list_lines(planned, lines);
    assert_true(count < LINES_MOST);
    for (int i = 0; i < count; ++i) {
        if (!some_follows(planned, &lines[i], &lines[i]))
            fail_msg("%s: no channel has %s of %x%s", planned->tested->name, lines[i].particle->name,
                     lines[i].set, lines[i].exchanged ? " exchanged" : "");
        for (int k = 0; k < count; ++k)
            if (may_be_together(planned, &lines[i], &lines[k]) &&
                !some_follows(planned, &lines[i], &lines[k]))
                fail_msg("%s: no channel has both %s of %x and %s of %x", planned->tested->name,
                         lines[i].particle->name, lines[i].set, lines[k].particle->name, lines[k].set);
    }
    free(lines);
}

static void check_process(struct tested *tested, const char *name, double energy)
{
    struct planned planned = {.tested = tested};
    test_process(tested, name);
    const struct graph_process process = {.model = tested->model,
                                          .legs = tested->legs,
                                          .pdg = tested->pdg,
                                          .most = tested->most};
    assert_status(tested->context, graph_create(tested->context, &process, &planned.graph));
    planned.cuts.final = tested->legs - LEGS_IN;
    for (int i = 0; i < planned.cuts.final; ++i) {
        planned.cuts.pt_max[i] = planned.cuts.eta_max[i] = planned.cuts.y_max[i] = INFINITY;
        for (int k = 0; k < i; ++k)
            planned.cuts.mass_max[cut_pair(i, k)] = INFINITY;
    }
    planned.setting = (struct cascade_setting){&planned.graph, NULL, &planned.cuts, energy, 128};
    assert_true(cascade_channels_create(&planned.setting, &planned.channels));
    check_lines(&planned);
    cascade_channels_free(&planned.channels);
    graph_free(&planned.graph);
}

static void every_peak_has_a_channel(void **state)
{
    static const struct model_setting settings[] = {{"gamma_t", "1.5", ""}};
    struct tested tested;
    (void)state;
    test_open_with(&tested, settings, ROWS(settings));
    for (int i = 0; i < TREE_PROCESSES; ++i)
        check_process(&tested, tree_processes[i].name, tree_processes[i].energy);
    check_process(&tested, "e+ e- > z z z", 600);
    check_process(&tested, "e+ e- > mu+ mu- mu+ mu-", 250);
    check_process(&tested, "e+ e- > e+ e- e+ e-", 250);
    test_close(&tested);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest of_host[] = {cmocka_unit_test(every_peak_has_a_channel)};
    const struct CMUnitTest of_devices[] = {cmocka_unit_test(peaks_are_found)};
    const int failed = strcmp(test_device, "cpu") ? 0 : cmocka_run_group_tests(of_host, NULL, NULL);
    return failed + cmocka_run_group_tests(of_devices, NULL, NULL);
}

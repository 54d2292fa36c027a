/* Channels of phase space behind beams of known energy: cross sections that peak where one tree of decays does
 * not look, against closed forms, and that each line of the diagrams which makes a peak is in some channel. */
#include "run_support.h"

#include "process/cascade_channels.h"
#include "process/units.h"
#include "tessera/model.h"
#include "tree_identities.h"
#include "tree_processes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))
#define LEPTONS "beams.particles=[e+, e-]"

enum { VALUES_MOST = 12 };

/* What the closed forms take from the model. */
struct constants {
    double alpha, sin2, m_z, gamma_z, m_w;
};

static struct constants constants_of(ts_context *context, const ts_card *card)
{
    ts_model *model;
    assert_status(context, ts_model_create(context, card, &model));
    const struct constants constants = {
        .alpha = ts_model_parameter(model, "alpha")->re,
        .sin2 = ts_model_parameter(model, "sin2_theta_w")->re,
        .m_z = ts_model_particle(model, 23)->mass,
        .gamma_z = ts_model_particle(model, 23)->width,
        .m_w = ts_model_particle(model, 24)->mass,
    };
    ts_model_destroy(&model);
    return constants;
}

/* a a > w+ w- at s = root_s^2: the integral over angles of A. Denner, S. Dittmaier, R. Schuster, Nucl. Phys.
 * B452 (1995) 80, equation 24. */
static double w_from_photons(const struct constants *c, double root_s)
{
    const double s = root_s * root_s, x = c->m_w * c->m_w / s, beta = sqrt(1 - 4 * x);
    const double log_beta = 2 * log((1 + beta) / (2 * sqrt(x)));
    /* With (m^2 - t) (m^2 - u) = s^2 (1 - beta^2 cos^2) / 4. */
    const double once = 4 / beta * log_beta, twice = 16 * (1 / (4 * x) + log_beta / (2 * beta));
    const double sum = 2 - 2 * (2 + 3 * x) / 3 * once + 2 * (1 + 3 * x * x) / 3 * twice;
    return gev2_pb * 2 * M_PI * 3 * c->alpha * c->alpha * beta / (2 * s) * sum;
}

/* mu+ mu- > vm vm~ by quadrature over log(m_w^2 - t). With left muons both neutrinos come from a W in the
 * t-channel too; u^2 there, t^2 with right ones. */
static double neutrinos_from_muons(const struct constants *c, double root_s)
{
    enum { STEPS = 20000 };
    const double s = root_s * root_s, w2 = c->m_w * c->m_w, e2 = 4 * M_PI * c->alpha;
    const double off = s - c->m_z * c->m_z, breadth = c->m_z * c->gamma_z;
    const double z = e2 / (2 * c->sin2 * (1 - c->sin2)) / (off * off + breadth * breadth);
    const double left = c->sin2 - 0.5, right = c->sin2, range = log((w2 + s) / w2);
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double away = w2 * exp((i + 0.5) / STEPS * range), t = w2 - away, u = -s - t;
        const double w = -e2 / (2 * c->sin2) / away;
        const double re = w + left * z * off, im = left * z * breadth;
        const double with_right = right * right * z * z * (off * off + breadth * breadth);
        sum += 4 * (u * u * (re * re + im * im) + t * t * with_right) / 4 * away * range / STEPS;
    }
    return gev2_pb * sum / (16 * M_PI * s * s);
}

/* e+ e- > z h [pb] without the width of the Z (W. Kilian, M. Kraemer, P. M. Zerwas, Phys. Lett. B373 (1996)
 * 135, equation 2), at a mass of h. */
static double higgs_strahlung(const struct constants *c, double root_s, double m_h)
{
    const double s = root_s * root_s, z2 = c->m_z * c->m_z / s, v = -1 + 4 * c->sin2;
    const double lambda = (1 - pow(m_h + c->m_z, 2) / s) * (1 - pow(m_h - c->m_z, 2) / s);
    const double fermi2 = pow(M_PI * c->alpha / (c->sin2 * (1 - c->sin2)), 2) / 2;
    return gev2_pb * fermi2 / (96 * M_PI * s) * (v * v + 1) * sqrt(lambda) * (lambda + 12 * z2) /
           pow(1 - z2, 2);
}

/* Gamma(h > z z) [GeV]. */
static double higgs_to_z(const struct constants *c, double m_h)
{
    const double x = pow(c->m_z / m_h, 2), m_w2 = c->m_z * c->m_z * (1 - c->sin2);
    return c->alpha * pow(m_h, 3) / (32 * c->sin2 * m_w2) * sqrt(1 - 4 * x) * (1 - 4 * x + 12 * x * x);
}

/* e+ e- > z z [pb]: t/u + u/t + 4 s m^2 / (t u) - m^4 (1/t^2 + 1/u^2) between t = m^2 - s (1 +- beta) / 2. */
static double z_pairs(const struct constants *c, double root_s)
{
    const double s = root_s * root_s, x = c->m_z * c->m_z / s, beta = sqrt(1 - 4 * x);
    const double unit = sqrt(c->sin2 * (1 - c->sin2)), left = (c->sin2 - 0.5) / unit,
                 right = c->sin2 / unit;
    const double logarithm = log((1 - 2 * x + beta) / (1 - 2 * x - beta));
    return gev2_pb * M_PI * c->alpha * c->alpha / s * (pow(left, 4) + pow(right, 4)) *
           ((1 + 4 * x * x) / (1 - 2 * x) * logarithm - 2 * beta);
}

static double z_to_muons(const struct constants *c)
{
    const double vector = -0.5 + 2 * c->sin2;
    return c->alpha * c->m_z / (12 * c->sin2 * (1 - c->sin2)) * (vector * vector + 0.25);
}

/* Three Z with a narrow h that two of them come from: any two. */
static double three_z(const struct constants *c, double root_s)
{
    const double m_h = 300, width = 1e-6;
    return higgs_strahlung(c, root_s, m_h) * higgs_to_z(c, m_h) / width;
}

/* Two narrow Z, of which each mu+ may be with each mu-. */
static double four_muons(const struct constants *c, double root_s)
{
    return z_pairs(c, root_s) * pow(z_to_muons(c) / c->gamma_z, 2);
}

#define PHOTONS "process=a a > w+ w-", "beams.particles=[a, a]", "model.gamma_w=0"
#define MUONS "process=mu+ mu- > vm vm~", "beams.particles=[mu+, mu-]"

static const struct peak {
    double root_s;
    double (*expected)(const struct constants *c, double root_s);
    double allowed; /* part of what is expected by which narrow resonances are not all there is */
    const char *values[VALUES_MOST];
} peaks[] = {
    {165, w_from_photons, 0, {PHOTONS}},
    {3e5, w_from_photons, 0, {PHOTONS, "integration.seed=7"}},
    {1e6, w_from_photons, 0, {PHOTONS, "integration.seed=3"}},
    {1e7, w_from_photons, 0, {PHOTONS}},
    {200, neutrinos_from_muons, 0, {MUONS}},
    {1e6, neutrinos_from_muons, 0, {MUONS, "integration.seed=3"}},
    {1e7, neutrinos_from_muons, 0, {MUONS}},
    {600,
     three_z,
     1e-4,
     {"process=e+ e- > z z z", LEPTONS, "model.m_h=300", "model.gamma_h=1e-6", "model.gamma_z=1e-3"}},
    {250,
     four_muons,
     1e-3,
     {"process=e+ e- > mu+ mu- mu+ mu-", LEPTONS, "model.gamma_z=1e-6", "cuts.pair={mu+ mu-: {mass: [1, null]}}",
      "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100", "cuts.lepton.dr_min=0"}},
};

static void peaks_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(peaks); ++i) {
        const char *values[VALUES_MOST + 3] = {"integration.relative_error=2e-3"};
        char energy[40];
        int count = 1;
        snprintf(energy, sizeof energy, "beams.energy=%.17g", peaks[i].root_s);
        values[count++] = energy;
        for (int k = 0; k < VALUES_MOST && peaks[i].values[k]; ++k)
            values[count++] = peaks[i].values[k];
        struct run run = run_card(0, values);
        assert_status(run.context, run.status);
        const struct constants c = constants_of(run.context, run.card);
        const double expected = peaks[i].expected(&c, peaks[i].root_s), value = run.result->value,
                     error = run.result->error;
        if (getenv("TESSERA_TEST_SHOW"))
            print_message("%s at %g GeV: %.6g +- %.2g pb, expected %.6g: %.2f\n", run.result->process,
                          peaks[i].root_s, value, error, expected, (value - expected) / error);
        if (fabs(value - expected) > 3.5 * error + peaks[i].allowed * expected || error > 3e-3 * expected)
            fail_msg("%s at %g GeV: %.6g +- %.2g pb, expected %.6g", run.result->process, peaks[i].root_s, value,
                     error, expected);
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
        if (can_be_on_shell(planned, line)
                ? row[CASCADE_WIDTH + i] > 0 && fabs(row[CASCADE_POLE + i] * unit - line->particle->mass) < 1e-9
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
static int may_be_together(const struct planned *planned, const struct found_line *a, const struct found_line *b)
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
            if (may_be_together(planned, &lines[i], &lines[k]) && !some_follows(planned, &lines[i], &lines[k]))
                fail_msg("%s: no channel has both %s of %x and %s of %x", planned->tested->name,
                         lines[i].particle->name, lines[i].set, lines[k].particle->name, lines[k].set);
    }
    free(lines);
}

static void check_process(struct tested *tested, const char *name, double energy)
{
    struct planned planned = {.tested = tested};
    test_process(tested, name);
    const struct graph_process process = {
        .model = tested->model, .legs = tested->legs, .pdg = tested->pdg, .most = tested->most};
    assert_status(tested->context, graph_create(tested->context, &process, &planned.graph));
    planned.cuts.final = tested->legs - LEGS_IN;
    for (int i = 0; i < planned.cuts.final; ++i) {
        planned.cuts.pt_max[i] = planned.cuts.eta_max[i] = planned.cuts.y_max[i] = INFINITY;
        for (int k = 0; k < i; ++k)
            planned.cuts.mass_max[cut_pair(i, k)] = INFINITY;
    }
    planned.setting = (struct cascade_setting){&planned.graph, NULL, &planned.cuts, energy, 128};
    assert_true(cascade_channels_create(&planned.setting, &planned.channels));
    if (getenv("TESSERA_TEST_SHOW"))
        print_message("%s: %d channels\n", name, planned.channels.count);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_peak_has_a_channel), cmocka_unit_test(peaks_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Chili's phase space and that in channels against closed forms. The volume is that of massless phase space
 * whatever the particles are taken to come from. Momenta add up on their mass shells. With cuts, for which
 * there is no closed form, both have one volume. */
#include "amplitude/graph.h"
#include "device_support.h"
#include "integrate/integrate.h"
#include "phase_space/phase_space_channels.h"
#include "phase_space/phase_space_volume.h"
#include "tessera/card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double root_s = 1000, unit = 128; /* GeV */

/* The weight of phase space; not a number where an event breaks a law. Nor is it one where densities that are
 * merged change with the places of equal particles. Transverse momenta are above the cut. */
static const char integrand[] =
    "#if CHANNELS\n"
    "#include \"phase_space/channels.h\"\n"
    "#define DIMENSIONS CHANNEL_AXES\n"
    "#define NUMBERS (CHANNELS * CHANNEL_NUMBERS(FINAL))\n"
    "#define MASS(i) r_set(channel_row(p->node, i)[CHILI_MASS])\n"
    "#else\n"
    "#include \"phase_space/chili_event.h\"\n"
    "#define DIMENSIONS AXES\n"
    "#define NUMBERS (NODES * CHILI_NUMBERS)\n"
    "#define MASS(i) r_set(chili_row(p->node, i)[CHILI_MASS])\n"
    "#endif\n"
    "#define STATE 1\n"
    "#include \"integrand.h\"\n"
    "typedef struct parameters { scalar root_s, pt_min, own, ht_min, ht_max; scalar node[NUMBERS]; } parameters;\n"
    "#ifdef EXCHANGES\n"
    "FN real densities(CONSTANT scalar *channels, light_vector momentum[CHANNEL_NODES_HERE], real root)\n"
    "{\n"
    "    real sum = R(0.0);\n"
    "    for (int i = 0; i < CHANNELS; ++i)\n"
    "        sum = sum + channel_density(channels + CHANNEL_NUMBERS(FINAL) * i, momentum, root);\n"
    "    return sum;\n"
    "}\n"
    "#define EXCHANGE(a, b) { \\\n"
    "        const light_vector kept = node[a]; \\\n"
    "        node[a] = node[b]; \\\n"
    "        node[b] = kept; \\\n"
    "        const real after = densities(p->node, node, root); \\\n"
    "        broken = m_or(broken, r_abs(after - before) > R(1e-9) * before); \\\n"
    "        node[b] = node[a]; \\\n"
    "        node[a] = kept; }\n"
    "#endif\n"
    "FN mask integrand_sample(CONSTANT parameters *p, const real x[], real state[])\n"
    "{\n"
    "    const real none = R(0.0), root = r_set(p->root_s), least = r_set(p->pt_min);\n"
    "    chili_sum sum = {none, none, none, none};\n"
    "    vector4 q[2 * FINAL], all = {none, none, none, none};\n"
    "    real weight = R(1.0), ht = none;\n"
    "#if CHANNELS\n"
    "    light_vector node[CHANNEL_NODES_HERE];\n"
    "    const int own = (int)p->own;\n"
    "    mask pass = channel_sample(p->node + CHANNEL_NUMBERS(FINAL) * own, x, root, node, &sum, &weight);\n"
    "    for (int i = 0; i < FINAL; ++i)\n"
    "        q[i] = light_momentum(node[i]);\n"
    "    weight = weight * channel_share(p->node, CHANNELS, own, node, root);\n"
    "#else\n"
    "    mask pass = chili_event(p->node, x, root, q, &sum, &weight);\n"
    "#endif\n"
    "    mask broken = m_none();\n"
    "#ifdef EXCHANGES\n"
    "    const real before = densities(p->node, node, root);\n"
    "    EXCHANGES\n"
    "#endif\n"
    "    for (int i = 0; i < FINAL; ++i) {\n"
    "        const real m = MASS(i);\n"
    "        all = v_add(all, q[i]);\n"
    "        ht = ht + ((HT_SET >> i & 1) ? v_pt(q[i]) : none);\n"
    "        const real tilt = r_abs(q[i].z), steepest = (HAS_LEPTON_CUT >> i & 1) ? R(STEEPEST) : R(1e30);\n"
    "        pass = m_and(pass, m_not(v_pt(q[i]) < ((FREE >> i & 1) ? R(0.0) : least)));\n"
    "        pass = m_and(pass, m_not(tilt > steepest * v_pt(q[i])));\n"
    "        broken = m_or(broken, r_abs(v_dot(q[i], q[i]) - m * m) > R(TOLERANCE) * root * root);\n"
    "    }\n"
    "    for (int i = 0; i < FINAL; ++i)\n"
    "        for (int k = 0; k < i && DISTANCE > 0; ++k) {\n"
    "            const real ratio = (q[i].e + q[i].z) / (q[i].e - q[i].z) * (q[k].e - q[k].z) / (q[k].e + q[k].z);\n"
    "            const real dy = R(0.5) * r_log(ratio);\n"
    "            const real dphi = r_atan2(r_abs(r_fma(q[i].x, q[k].y, -(q[i].y * q[k].x))),\n"
    "                                      r_fma(q[i].x, q[k].x, q[i].y * q[k].y));\n"
    "            if ((HT_SET >> i & 1) && (HT_SET >> k & 1))\n"
    "                pass = m_and(pass, r_fma(dy, dy, dphi * dphi) >= R(DISTANCE) * R(DISTANCE));\n"
    "        }\n"
    "    pass = m_and(pass, m_and(ht >= r_set(p->ht_min), ht <= r_set(p->ht_max)));\n"
    "    broken = m_or(broken, r_abs(all.x) + r_abs(all.y) > R(TOLERANCE) * root);\n"
    "    broken = m_or(broken, r_abs(all.e + all.z - sum.plus) > R(TOLERANCE) * root);\n"
    "    broken = m_or(broken, r_abs(all.e - all.z - sum.minus) > R(TOLERANCE) * root);\n"
    "    broken = m_or(broken, m_or(sum.plus > root * R(1.00001), sum.minus > root * R(1.00001)));\n"
    "    state[0] = r_select(broken, r_nan(), weight);\n"
    "    return pass;\n"
    "}\n"
    "FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, event_team team, real fill[], mask *doubtful)\n"
    "{\n"
    "    (void)p; (void)tables; (void)event; (void)team; (void)fill;\n"
    "    *doubtful = m_none();\n"
    "    return state_fetch(state, 0);\n"
    "}\n";

/* Broad resonances: phase space alone has no peak. */
static const char *const settings[] = {"model={m_t: 173, gamma_t: 150, gamma_z: 120, gamma_w: 110}",
                                       "cuts.lepton.pt_min=0",
                                       "cuts.lepton.eta_max=100",
                                       "cuts.jet.pt_min=0",
                                       "cuts.jet.eta_max=100",
                                       "cuts.jet.dr_min=0",
                                       "cuts.photon={pt_min: 0, eta_max: 100, dr_jet: 0}",
                                       "cuts.pair={l+ l-: {mass: [1e-3, null]}}"};

static const struct row {
    int final, pdg[6];
    double massive;  /* GeV: two final particles with this mass; 0: none has one */
    int incoming[2]; /* of a process whose diagrams have lines to follow; 0: any may be there */
} rows[] = {
    {2, {21, 21}, 0, {0}},
    {2, {11, -11}, 0, {0}},
    {3, {21, 21, 21}, 0, {0}},
    {3, {-11, 12, 22}, 0, {0}}, /* W+ > e+ ve, beside the photon or behind e+ > e+ a */
    {4, {-11, 12, 13, -14}, 0, {0}},
    {4, {5, -11, 12, 21}, 0, {0}}, /* t > b W+ with W+ > e+ ve */
    {2, {6, -6}, 173, {0}},
    {4, {21, 21, 2, 21}, 0, {21, 2}},      /* two pairs, and pairs in sets of three: ROW_OF_PAIRS */
    {5, {-11, 11, -11, 11, 22}, 0, {0}},   /* channels of equal leptons, none for another */
    {5, {-11, 12, 1, 21, 21}, 0, {21, 2}}, /* a W+ behind its quark */
};
enum { ROW_OF_THREE = 2, ROW_OF_PAIRS = 7, ROWS = sizeof rows / sizeof rows[0] };

/* The integral over x1 and x2 of the volume, which grows as (x1 x2 s)^(n-2). */
static double massless_volume(int final)
{
    return exp(phase_space_log_volume(final, root_s / unit)) / pow(final - 1, 2);
}

/* Two equal masses: beta / (8 pi) over tau, by Simpson's rule in the square root of what is above threshold.
 */
static double massive_volume(double mass)
{
    enum { STEPS = 20000 };
    const double threshold = 4 * mass * mass / (root_s * root_s);
    double sum = 0;
    for (int i = 1; i <= STEPS; ++i) {
        const double t = (double)i / STEPS, tau = threshold + (1 - threshold) * t * t;
        const double value = -log(tau) * sqrt(1 - threshold / tau) / (8 * M_PI) * (1 - threshold) * 2 * t;
        sum += value * (i == STEPS ? 1 : i % 2 ? 4 : 2);
    }
    return sum / 3 / STEPS;
}

enum {
    FEW_CHANNELS = 7,
    CHANNELS_MOST = 32,
    HEAD = 5,
    NUMBERS_MOST = HEAD + CHANNELS_MOST * CHANNEL_NUMBERS(LEGS_MOST)
};

/* A row's phase space with cuts, as one plan of Chili's or as all channels. */
struct space {
    ts_context *context;
    const struct row *row;
    int wide, one;
    double pt_min;         /* GeV */
    double eta_max;        /* of charged leptons; 0: none */
    double ht_min, ht_max; /* of the jets; 0: none */
    double dr_min;         /* between jets; 0: none */
    struct phase_space_channels channels;
};

/* The diagrams of a row's process. */
static void make_graph(const struct space *space, const ts_model *model, struct graph *graph)
{
    const struct row *row = space->row;
    int pdg[LEGS_MOST];
    memcpy(pdg, row->incoming, sizeof row->incoming);
    memcpy(pdg + 2, row->pdg, sizeof row->pdg);
    const struct graph_process process = {.model = model,
                                          .legs = 2 + row->final,
                                          .pdg = pdg,
                                          .most = orders_all(ORDER_ANY)};
    assert_status(space->context, graph_create(space->context, &process, graph));
}

static void plan_space(struct space *space)
{
    ts_context *context = space->context;
    const struct row *row = space->row;
    ts_card *card;
    ts_model *model;
    struct label_list labels;
    struct particle_cuts cuts;
    char cut[64];
    uint64_t used = 0;
    assert_status(context, ts_card_create(context, &card));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; ++i)
        assert_status(context, ts_card_set(context, card, settings[i]));
    snprintf(cut, sizeof cut, "cuts.jet.pt_min=%g", space->pt_min);
    assert_status(context, ts_card_set(context, card, cut));
    if (space->eta_max > 0) {
        snprintf(cut, sizeof cut, "cuts.lepton.pt_min=%g", space->pt_min);
        assert_status(context, ts_card_set(context, card, cut));
        snprintf(cut, sizeof cut, "cuts.lepton.eta_max=%g", space->eta_max);
        assert_status(context, ts_card_set(context, card, cut));
    }
    snprintf(cut, sizeof cut, "cuts.jet.dr_min=%g", space->dr_min);
    assert_status(context, ts_card_set(context, card, cut));
    snprintf(cut, sizeof cut, "cuts.jet.ht_min=%g", space->ht_min);
    assert_status(context, ts_card_set(context, card, cut));
    snprintf(cut, sizeof cut, "cuts.jet.ht_max=%g", space->ht_max > 0 ? space->ht_max : 1e7);
    assert_status(context, ts_card_set(context, card, cut));
    assert_status(context, ts_model_create(context, card, &model));
    labels_of_model(model, &labels);
    assert_status(context,
                  particle_cuts_read(context, card, model, &labels, row->final, row->pdg, &cuts, &used));
    struct graph graph = {0};
    if (row->incoming[0])
        make_graph(space, model, &graph);
    const struct phase_space_setting setting = {.model = model,
                                                .graph = row->incoming[0] ? &graph : NULL,
                                                .final = row->final,
                                                .pdg = row->pdg,
                                                .cuts = &cuts,
                                                .root_s = root_s,
                                                .unit = unit};
    assert_true(phase_space_channels_create(&setting, &space->channels));
    assert_in_range(space->channels.count, 1, CHANNELS_MOST);
    graph_free(&graph);
    ts_model_destroy(&model);
    ts_card_destroy(&card);
}

/* Exchanges of equal particles, where some channels stand for others that differ by their places. All
 * densities together have to be what they were. */
static void write_exchanges(const struct space *space, struct source *text)
{
    int are_merged = 0;
    for (int k = 0; k < space->channels.count; ++k)
        are_merged |= !space->channels.list[k].copies;
    if (space->one || !space->wide || !are_merged ||
        space->dr_min <= 0) /* rounding of masses that may be 0 */
        return;
    source_append(text, "#define EXCHANGES");
    for (int a = 0; a < space->row->final; ++a)
        for (int b = 0; b < a; ++b)
            if (space->row->pdg[a] == space->row->pdg[b])
                source_append(text, " EXCHANGE(%d, %d)", a, b);
    source_append(text, "\n");
}

static char *write_space(const struct space *space)
{
    struct source text = {0};
    unsigned leptons = 0, neutrinos = 0, jets = 0;
    for (int i = 0; i < space->row->final; ++i) {
        jets |= (space->row->pdg[i] == 21 || abs(space->row->pdg[i]) < 6 ? 1U : 0U) << i;
        neutrinos |= (abs(space->row->pdg[i]) == 12 || space->row->pdg[i] == 23 ? 1U : 0U) << i;
        leptons |= (space->eta_max > 0 && abs(space->row->pdg[i]) == 11 ? 1U : 0U) << i;
    }
    source_append(&text, "#define GRID_BINS 64\n#define TOLERANCE %s\n", space->wide ? "1e-12" : "1e-4");
    source_append(&text, "#define HT_SET %u\n#define DISTANCE %.9e\n", jets, space->dr_min);
    source_append(&text, "#define HAS_LEPTON_CUT %u\n#define FREE %u\n#define STEEPEST %.9e\n", leptons,
                  neutrinos, sinh(space->eta_max));
    if (space->one)
        phase_space_write(&space->channels.list[0].plan, &text);
    else
        source_append(&text, "#define FINAL %d\n", space->row->final);
    write_exchanges(space, &text);
    source_append(&text, "#define CHANNELS %d\n%s", space->one ? 0 : space->channels.count, integrand);
    return text.text;
}

static struct integral integrate_volume(struct space *space)
{
    static double parameters[CHANNELS_MOST][NUMBERS_MOST];
    struct integrand what[CHANNELS_MOST];
    struct integral parts[CHANNELS_MOST], total;
    size_t count = 0;
    plan_space(space);
    char *text = write_space(space);
    const int final = space->row->final;
    for (int k = 0; k < (space->one ? 1 : space->channels.count); ++k) {
        const struct phase_space_channel *channel = &space->channels.list[k];
        double *p = parameters[count];
        if (!channel->copies)
            continue;
        p[0] = root_s / unit;
        p[1] = space->pt_min / unit;
        p[2] = k;
        p[3] = space->ht_min / unit;
        p[4] = space->ht_max > 0 ? space->ht_max / unit : 1e30;
        if (space->one)
            memcpy(p + HEAD, channel->plan.rows, sizeof channel->plan.rows);
        else
            phase_space_channels_write(&space->channels, p[0], p + HEAD);
        what[count++] = (struct integrand){
            .text = text,
            .double_precision = space->wide,
            .dimensions = channel->plan.axes,
            .parameters = p,
            .parameter_count = HEAD + (space->one ? (size_t)channel->plan.nodes * CHILI_NUMBERS
                                                  : (size_t)(space->channels.count * CHANNEL_NUMBERS(final))),
            .unit = exp(channel->plan.log_constant) * (space->one ? 1 : channel->copies)};
    }
    /* Many channels take ten times as long an event, most of it for their exchanges. */
    const double error = count > FEW_CHANNELS ? 6e-3 : 3e-3;
    const struct integration_settings how = {.relative_error = getenv("TESSERA_TEST_LONG") ? 2e-3 : error,
                                             .max_events = 20000000,
                                             .seed = 5,
                                             .warmup = 10,
                                             .bins = 64,
                                             .damping = 1};
    struct device *device;
    assert_status(space->context, device_open(space->context, test_device, 0, &device));
    assert_status(space->context, integrate(space->context, device, what, count, &how, parts, &total));
    for (size_t k = 0; k < count; ++k)
        integral_destroy(&parts[k]);
    device_close(&device);
    free(text);
    phase_space_channels_free(&space->channels);
    return total;
}

static void check_volume(const struct row *row, int wide, int one)
{
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct space space = {.context = context, .row = row, .wide = wide, .one = one};
    struct integral volume = integrate_volume(&space);
    const double right = row->massive > 0 ? massive_volume(row->massive) : massless_volume(row->final);
    assert_int_equal(volume.not_finite, 0);
    assert_true(volume.error < 0.007 * volume.value);
    if (!(fabs(volume.value - right) < 4 * volume.error))
        fail_msg("%d particles, %s: %.6g +- %.2g, not %.6g", row->final, one ? "chili" : "channels",
                 volume.value, volume.error, right);
    integral_destroy(&volume);
    ts_context_destroy(&context);
}

/* Single precision has the code of double, whose compilation is most of the time: without time it has each
 * third row, pairs among them. */
static int starts_wide(int row, int samples)
{
    return samples || (test_has_double && row % 3 != ROW_OF_PAIRS % 3 && !getenv("TESSERA_TEST_LONG"));
}

static void the_volume_is_known(void **state)
{
    (void)state;
    /* OpenCL's CPU drivers take long to compile: there rows of each kind in double precision, unless time is
     * given. The sanitizers too see rows of each kind. Two massless particles stand, with cuts, in
     * limits_of_decays_lose_nothing. Pairs take all events that they may, of which double precision needs
     * three times as long: in it the next test has them with cuts. */
    const int samples = !strncmp(test_device, "opencl", 6) && test_has_double && !getenv("TESSERA_TEST_LONG");
    const int step = samples || getenv("TESSERA_TEST_QUICK") ? 3 : test_has_time() ? 1 : 2;
    const int first = samples || step > 1 || getenv("TESSERA_TEST_LONG") ? samples : ROW_OF_THREE;
    for (int i = first; i < ROWS; i += step)
        for (int wide = starts_wide(i, samples); wide < 1 + test_has_double; ++wide)
            for (int one = 0; one < 1 + ((i + wide) % 2 || samples); ++one) /* Chili's: every other one */
                if (!wide || i != ROW_OF_PAIRS || samples || getenv("TESSERA_TEST_LONG"))
                    check_volume(&rows[i], wide, one);
}

/* The volume that cuts leave, in channels and by Chili's map, which agree; the error of the difference is
 * less than `most` of it. */
static void compare_maps(const struct row *row, double pt_min, double dr_min, double eta_max, double most)
{
    struct integral volume[2];
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (int one = 0; one < 2; ++one) {
        struct space space = {.context = context,
                              .row = row,
                              .wide = test_has_double,
                              .one = one,
                              .pt_min = pt_min,
                              .dr_min = dr_min,
                              .eta_max = eta_max};
        volume[one] = integrate_volume(&space);
        assert_int_equal(volume[one].not_finite, 0);
    }
    const double error = hypot(volume[0].error, volume[1].error);
    print_message("%d particles: channels %.6g +- %.2g, Chili %.6g +- %.2g\n", row->final, volume[0].value,
                  volume[0].error, volume[1].value, volume[1].error);
    assert_true(fabs(volume[0].value - volume[1].value) < 4 * error);
    assert_true(error < most * volume[1].value);
    for (int one = 0; one < 2; ++one)
        integral_destroy(&volume[one]);
    ts_context_destroy(&context);
}

/* Channels that differ in what balances and in what comes from one parton make up one volume. Distances
 * between jets, and their transverse momenta, limit decays in channels, and not in Chili's map. */
static void channels_share_what_cuts_leave(void **state)
{
    static const struct row rows_of_jets[] = {{3, {21, 21, 21}, 0, {0}},
                                              {4, {11, -11, 2, 21}, 0, {0}},
                                              {4, {21, 21, 2, 21}, 0, {21, 2}},
                                              {5, {-11, 12, 1, 21, 21}, 0, {21, 2}}};
    /* Each takes as long as all before it. */
    const int count = !strncmp(test_device, "opencl", 6) || !test_has_time() ? 2
                      : getenv("TESSERA_TEST_LONG")                          ? 4
                                                                             : 3;
    (void)state;
    for (int i = 0; i < count; ++i)
        compare_maps(&rows_of_jets[i], 50, 1, 0, i < 2 ? 0.006 : 0.008);
}

/* Cuts on one or both products of a resonance limit its angles in channels, and not in Chili's map. Without
 * time both are limited where the resonance is alone, and one where it recoils. */
static void limits_of_decays_lose_nothing(void **state)
{
    static const struct row rows_of_leptons[] = {{2, {11, -11}, 0, {0}},
                                                 {2, {-11, 12}, 0, {0}},
                                                 {3, {11, -11, 21}, 0, {0}},
                                                 {3, {-11, 12, 21}, 0, {0}}};
    (void)state;
    for (size_t i = 0; i < sizeof rows_of_leptons / sizeof *rows_of_leptons; i += test_has_time() ? 1 : 3)
        compare_maps(&rows_of_leptons[i], 30, 0, 1.5, 0.005);
}

/* A slice in HT of the jets, or all of it, in channels or by Chili's map. */
static struct integral slice_of(const struct row *row, int one, double ht_min, double ht_max)
{
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct space space = {.context = context,
                          .row = row,
                          .wide = test_has_double,
                          .one = one,
                          .pt_min = 80,
                          .dr_min = 0.5,
                          .ht_min = ht_min,
                          .ht_max = ht_max};
    struct integral volume = integrate_volume(&space);
    assert_int_equal(volume.not_finite, 0);
    ts_context_destroy(&context);
    return volume;
}

/* Slices, whose limits channels follow event by event, have the volume of the whole by Chili's map. */
static void slices_make_up_the_volume(void **state)
{
    static const struct row rows_of_jets[] = {{3, {21, 21, 21}, 0, {0}}, {3, {23, 2, 21}, 0, {0}}};
    static const double ends[] = {0, 350, 500, 0};
    (void)state;
    skip_beside_others(); /* test_tails has slices of whole processes */
    for (size_t i = 0; i < sizeof rows_of_jets / sizeof *rows_of_jets; ++i) {
        double value = 0, error = 0;
        for (int slice = 0; slice < 3; ++slice) {
            struct integral part = slice_of(&rows_of_jets[i], 0, ends[slice], ends[slice + 1]);
            value += part.value;
            error = hypot(error, part.error);
            integral_destroy(&part);
        }
        struct integral whole = slice_of(&rows_of_jets[i], 1, 0, 0);
        print_message("%d particles: slices %.6g +- %.2g, whole %.6g +- %.2g\n", rows_of_jets[i].final, value,
                      error, whole.value, whole.error);
        error = hypot(error, whole.error);
        assert_true(fabs(value - whole.value) < 4 * error && error < 0.01 * whole.value);
        integral_destroy(&whole);
    }
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_volume_is_known),
                                       cmocka_unit_test(channels_share_what_cuts_leave),
                                       cmocka_unit_test(slices_make_up_the_volume),
                                       cmocka_unit_test(limits_of_decays_lose_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

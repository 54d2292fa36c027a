/* Cuts on pairs as they are read: which pairs have them, what counts where several do, and what they leave of
 * a pair's mass. */
#include "test_support.h"

#include "selection/particle_cuts.h"

#include <math.h>
#include <string.h>

enum { ELECTRON = 11, NEUTRINO = 12, MUON = 13, GLUON = 21, PHOTON = 22, TOP = 6 };

struct fixture {
    ts_context *context;
    ts_card *card;
    ts_model *model;
    struct label_list labels;
};

static int open_model(void **state)
{
    static struct fixture fixture;
    if (ts_context_create(&fixture.context) || ts_card_create(fixture.context, &fixture.card) ||
        ts_model_create(fixture.context, fixture.card, &fixture.model))
        return -1;
    labels_of_model(fixture.model, &fixture.labels);
    *state = &fixture;
    return 0;
}

static int close_model(void **state)
{
    struct fixture *fixture = *state;
    ts_model_destroy(&fixture->model);
    ts_card_destroy(&fixture->card);
    ts_context_destroy(&fixture->context);
    return 0;
}

/* Reads the cuts of three particles from a card of the usual values and these pairs. */
static ts_status read_cuts(struct fixture *fixture, const char *pairs, const int *pdg,
                           struct particle_cuts *cuts, uint64_t *used)
{
    *used = 0;
    assert_status(fixture->context, ts_card_set(fixture->context, fixture->card, "cuts.pair={}"));
    assert_status(fixture->context, ts_card_set(fixture->context, fixture->card, pairs));
    return particle_cuts_read(fixture->context, fixture->card, fixture->model, &fixture->labels, 3, pdg, cuts,
                              used);
}

static void each_pair_has_what_is_asked(void **state)
{
    struct fixture *fixture = *state;
    struct particle_cuts cuts;
    uint64_t used;
    assert_status(fixture->context,
                  read_cuts(fixture,
                            "cuts.pair={a l+: {dr_min: 0.4}, ve e+: {mass: [10, null], dr_min: 0.3}, "
                            "a l-: {dr_min: 1}, l+ l-: {mass: [66, 116]}}",
                            (const int[]){-ELECTRON, NEUTRINO, PHOTON}, &cuts, &used));
    assert_int_equal(used, 3);
    assert_true(cuts.dr_min[cut_pair(2, 0)] == 0.4 && cuts.mass_min[cut_pair(2, 0)] == 0);
    assert_true(cuts.dr_min[cut_pair(1, 0)] == 0.3 && cuts.mass_min[cut_pair(1, 0)] == 10);
    assert_true(isinf(cuts.mass_max[cut_pair(1, 0)]) && cuts.dr_min[cut_pair(2, 1)] == 0);
}

/* The usual distance of jets, and of photons from them, is 0.4. */
static void the_larger_distance_counts(void **state)
{
    struct fixture *fixture = *state;
    struct particle_cuts cuts;
    uint64_t used;
    assert_status(fixture->context, read_cuts(fixture, "cuts.pair={a j: {dr_min: 0.2}, j j: {dr_min: 0.7}}",
                                              (const int[]){GLUON, PHOTON, 1}, &cuts, &used));
    assert_int_equal(used, 3);
    assert_true(cuts.dr_min[cut_pair(1, 0)] == 0.4 && cuts.dr_min[cut_pair(2, 1)] == 0.4);
    assert_true(cuts.dr_min[cut_pair(2, 0)] == 0.7);
    assert_status(fixture->context, read_cuts(fixture, "cuts.pair={t t~: {dr_min: 2}}",
                                              (const int[]){TOP, -TOP, GLUON}, &cuts, &used));
    assert_true(cuts.dr_min[cut_pair(1, 0)] == 2 && cuts.dr_min[cut_pair(2, 0)] == 0);
}

/* Members of one matrix element are kept together where they have equal distances alone. */
static void other_distances_are_other_cuts(void **state)
{
    static const int positron[] = {-ELECTRON, NEUTRINO, PHOTON}, electron[] = {ELECTRON, -NEUTRINO, PHOTON};
    static const struct {
        const char *pairs;
        int equal;
    } rows[] = {{"cuts.pair={a e+: {dr_min: 0.4}, a e-: {dr_min: 0.4}}", 1},
                {"cuts.pair={a e+: {dr_min: 0.4}, a e-: {dr_min: 0.5}}", 0},
                {"cuts.pair={a e+: {dr_min: 0.4}}", 0}};
    struct fixture *fixture = *state;
    struct particle_cuts cuts[2];
    uint64_t used;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_status(fixture->context, read_cuts(fixture, rows[i].pairs, positron, &cuts[0], &used));
        assert_status(fixture->context, read_cuts(fixture, rows[i].pairs, electron, &cuts[1], &used));
        assert_int_equal(particle_cuts_equal(&cuts[0], &cuts[1]), rows[i].equal);
    }
}

static double uniform(double low, double high)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

/* Two particles of any masses: none that are far enough from each other, above their pT, have less mass. */
static void distant_particles_have_mass(void **state)
{
    enum { EVENTS = 200000 };
    (void)state;
    double closest = INFINITY;
    for (int event = 0; event < EVENTS; ++event) {
        const double dr = uniform(0, 4), angle = uniform(0, 2 * M_PI), eta = uniform(-3, 3);
        const double d_eta = dr * cos(angle), d_phi = dr * sin(angle),
                     pt[2] = {uniform(1, 50), uniform(1, 50)};
        if (fabs(d_phi) > M_PI)
            continue;
        const double mass[2] = {event % 3 ? 0 : uniform(0, 5), event % 2 ? 0 : uniform(0, 5)};
        const double z[2] = {pt[0] * sinh(eta), pt[1] * sinh(eta + d_eta)};
        double energy = 0;
        for (int i = 0; i < 2; ++i)
            energy += sqrt(mass[i] * mass[i] + pt[i] * pt[i] + z[i] * z[i]);
        const double transverse = pt[0] * pt[0] + pt[1] * pt[1] + 2 * pt[0] * pt[1] * cos(d_phi);
        const double together = sqrt(energy * energy - transverse - pow(z[0] + z[1], 2));
        const struct particle_cuts cuts = {.final = 2, .pt_min = {pt[0], pt[1]}, .dr_min = {dr}};
        const double least = particle_cuts_distant_mass(&cuts, 1, 0);
        if (least > 1)
            closest = fmin(closest, together / least);
        assert_true(together > least * (1 - 1e-6) - 1e-4);
    }
    assert_true(closest > 1 && closest < 1.1); /* what the bound gives away */
}

static void wrong_pairs_are_refused(void **state)
{
    static const char *const rows[][2] = {
        {"{a l+: {dr_min: -1}}", "--set cuts.pair.a l+: expected {dr_min: 0.4}, a number from 0 to 10."},
        {"{a l+: {dr_min: 11}}", "--set cuts.pair.a l+: expected {dr_min: 0.4}, a number from 0 to 10."},
        {"{a l+: {dr_min: [1, 2]}}", "--set cuts.pair.a l+: expected {dr_min: 0.4}, a number from 0 to 10."},
        {"{a l+: {dr_min: near}}", "--set cuts.pair.a l+: expected {dr_min: 0.4}, a number from 0 to 10."},
        {"{a l+: {mass: [1, null], dr: 1}}",
         "--set cuts.pair.a l+: a pair has mass, pt and dr_min, and no \"dr\": write {mass: [66, 116], dr_min: 0.4}, "
         "or some of the three."},
        {"{a l+: {}}",
         "--set cuts.pair.a l+: expected {mass: [66, 116], dr_min: 0.4}, or some of mass, pt and dr_min."},
        {"{a l+: 0.4}",
         "--set cuts.pair.a l+: expected {mass: [66, 116], dr_min: 0.4}, or some of mass, pt and dr_min."},
        {"{a l+: {mass: [1, 2, 3]}}",
         "--set cuts.pair.a l+: expected {mass: [66, 116]}, in GeV, the lower limit "
         "first, or null for an end that is open."},
        {"{a l: {dr_min: 1}}",
         "--set cuts.pair.a l: 'l' is neither a particle of the model sm nor a label: expected two of these, such "
         "as l+ l- or j j (define makes labels)."},
        {"{a: {dr_min: 1}}", "--set cuts.pair.a: expected two particles or labels, such as l+ l- or j j."}};
    struct fixture *fixture = *state;
    struct particle_cuts cuts;
    uint64_t used;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char pairs[80] = "cuts.pair=";
        strcat(pairs, rows[i][0]);
        assert_int_equal(read_cuts(fixture, pairs, (const int[]){-ELECTRON, NEUTRINO, PHOTON}, &cuts, &used),
                         TS_ERROR_INPUT);
        assert_string_equal(ts_context_error(fixture->context), rows[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pair_has_what_is_asked),    cmocka_unit_test(the_larger_distance_counts),
        cmocka_unit_test(other_distances_are_other_cuts), cmocka_unit_test(distant_particles_have_mass),
        cmocka_unit_test(wrong_pairs_are_refused),
    };
    return cmocka_run_group_tests(tests, open_model, close_model);
}

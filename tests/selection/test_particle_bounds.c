/* What cuts leave at least of scales and momentum fractions. No event within the cuts has less, and one that
 * is built for it has as much. */
#include "test_support.h"

#include "selection/particle_cuts.h"

#include <math.h>

enum { FINAL = 4, EVENTS = 200000 };

static const int pdg[FINAL] = {-11, 11, 6, 21};
static const double root_s = 13000;

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* A pair of leptons with a top quark and a gluon. */
static struct particle_cuts usual_cuts(void)
{
    struct particle_cuts cuts = {.final = FINAL, .kind = {KIND_LEPTON, KIND_LEPTON, KIND_HEAVY, KIND_JET}};
    for (int i = 0; i < FINAL; ++i) {
        cuts.pt_min[i] = i < 2 ? 1 : i == 3 ? 20 : 0;
        cuts.pt_max[i] = cuts.y_max[i] = cuts.eta_max[i] = INFINITY;
        cuts.y_max[i] = i == 2 ? 2 : INFINITY;
        cuts.eta_max[i] = i == 2 ? INFINITY : 2.5;
    }
    for (int pair = 0; pair < FINAL * (FINAL - 1) / 2; ++pair)
        cuts.mass_max[pair] = INFINITY;
    cuts.mass_min[cut_pair(1, 0)] = 66;
    cuts.mass_min[cut_pair(3, 2)] = 400;
    return cuts;
}

/* Transverse momentum, rapidity and azimuth of each. */
struct event {
    double pt[FINAL], y[FINAL], phi[FINAL];
};

static void momentum_of(const ts_model *model, const struct event *event, int i, double p[4])
{
    const double mt = hypot(ts_model_particle(model, pdg[i])->mass, event->pt[i]);
    p[0] = mt * cosh(event->y[i]);
    p[1] = event->pt[i] * cos(event->phi[i]);
    p[2] = event->pt[i] * sin(event->phi[i]);
    p[3] = mt * sinh(event->y[i]);
}

/* The mass of the particles whose bits are set. */
static double mass_of(const ts_model *model, const struct event *event, int which)
{
    double sum[4] = {0}, p[4];
    for (int i = 0; i < FINAL; ++i) {
        momentum_of(model, event, i, p);
        for (int c = 0; c < 4 && (which >> i & 1); ++c)
            sum[c] += p[c];
    }
    return sqrt(fmax(sum[0] * sum[0] - sum[1] * sum[1] - sum[2] * sum[2] - sum[3] * sum[3], 0));
}

/* HT, MT and M, and the least momentum fraction, of an event in balance or not. */
static void measure(const ts_model *model, const struct event *event, double scale[3], double *x)
{
    double plus = 0, minus = 0;
    scale[TS_SCALE_MT] = 0;
    for (int i = 0; i < FINAL; ++i) {
        const double mt = hypot(ts_model_particle(model, pdg[i])->mass, event->pt[i]);
        scale[TS_SCALE_MT] += mt;
        plus += mt * exp(event->y[i]);
        minus += mt * exp(-event->y[i]);
    }
    scale[TS_SCALE_HT] = event->pt[3];
    scale[TS_SCALE_M] = sqrt(plus * minus);
    *x = fmin(plus, minus) / root_s;
}

static int passes(const ts_model *model, const struct particle_cuts *cuts, const struct event *event)
{
    for (int i = 0; i < FINAL; ++i) {
        double p[4];
        momentum_of(model, event, i, p);
        if (event->pt[i] < cuts->pt_min[i] || fabs(event->y[i]) > cuts->y_max[i] ||
            fabs(asinh(p[3] / event->pt[i])) > cuts->eta_max[i])
            return 0;
    }
    for (int i = 1; i < FINAL; ++i)
        for (int k = 0; k < i; ++k)
            if (mass_of(model, event, 1 << i | 1 << k) < cuts->mass_min[cut_pair(i, k)])
                return 0;
    return 1;
}

/* Events near the limits, the last particle in balance with the others. */
static void no_event_has_less(void **state)
{
    const ts_model *model = *state;
    const struct particle_cuts cuts = usual_cuts();
    uint64_t random = 11;
    double bound[3], least[3] = {INFINITY, INFINITY, INFINITY}, least_x = INFINITY;
    int passed = 0;
    for (int base = 0; base < 3; ++base)
        bound[base] = particle_bounds_scale(model, &cuts, pdg, (ts_scale_base)base);
    const double bound_x = particle_bounds_x(model, &cuts, pdg, bound[TS_SCALE_M], root_s);
    for (int n = 0; n < EVENTS; ++n) {
        struct event event;
        double px = 0, py = 0, scale[3], x;
        for (int i = 0; i < FINAL; ++i) {
            event.pt[i] = cuts.pt_min[i] + 100 * pow(uniform(&random), 3);
            event.phi[i] = 2 * M_PI * uniform(&random);
            event.y[i] = fmin(cuts.y_max[i], cuts.eta_max[i]) * sin(M_PI * (uniform(&random) - 0.5));
            px += i < FINAL - 1 ? event.pt[i] * cos(event.phi[i]) : 0;
            py += i < FINAL - 1 ? event.pt[i] * sin(event.phi[i]) : 0;
        }
        event.pt[FINAL - 1] = hypot(px, py);
        event.phi[FINAL - 1] = atan2(-py, -px);
        if (!passes(model, &cuts, &event))
            continue;
        ++passed;
        measure(model, &event, scale, &x);
        for (int base = 0; base < 3; ++base)
            least[base] = fmin(least[base], scale[base]);
        least_x = fmin(least_x, x);
    }
    print_message("%d events: HT %.4g (%.4g), MT %.4g (%.4g), M %.4g (%.4g), x %.3g (%.3g)\n", passed,
                  least[0], bound[0], least[1], bound[1], least[2], bound[2], least_x, bound_x);
    assert_true(passed > 1000);
    for (int base = 0; base < 3; ++base)
        assert_true(least[base] >= bound[base] && bound[base] > 0);
    assert_true(least_x >= bound_x && bound_x > 0);
}

/* Two massless leptons that go back to back, to both ends of their rapidities. */
static void an_event_has_as_much(void **state)
{
    const ts_model *model = *state;
    const double m = 66, y = 2.5, pt = m / (2 * cosh(y));
    struct particle_cuts cuts = usual_cuts();
    cuts.final = 2;
    const double least = particle_bounds_scale(model, &cuts, pdg, TS_SCALE_MT);
    assert_true(fabs(least - 2 * pt) < 1e-12 * pt && least > 10);
    /* Both at one end, with a tiny pT of the pair: e^y of the mass at rest. */
    const double mass = particle_bounds_scale(model, &cuts, pdg, TS_SCALE_M);
    assert_true(fabs(particle_bounds_x(model, &cuts, pdg, mass, root_s) - m * exp(-y) / root_s) < 1e-15);
    cuts.mass_min[cut_pair(1, 0)] = 0;
    assert_true(particle_bounds_scale(model, &cuts, pdg, TS_SCALE_MT) == 2);
}

static int open_model(void **state)
{
    ts_context *context;
    ts_model *model;
    if (ts_context_create(&context) || model_create_standard(context, NULL, 0, &model))
        return -1;
    *state = model;
    ts_context_destroy(&context);
    return 0;
}

static int close_model(void **state)
{
    ts_model *model = *state;
    ts_model_destroy(&model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_event_has_less),
                                       cmocka_unit_test(an_event_has_as_much)};
    return cmocka_run_group_tests(tests, open_model, close_model);
}

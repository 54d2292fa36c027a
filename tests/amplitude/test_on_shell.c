/* Resonances on their mass shells: which ones a diagram has together, against graphs that have to have them,
 * and which ones an event gets. */
#include "test_support.h"

#include "amplitude/on_shell.h"
#include "events/nearest_shell.h"
#include "events/resonances.h"
#include "model/model.h"
#include "model/standard_model.h"
#include "tessera/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(array) (sizeof(array) / sizeof *(array))

static ts_context *context;
static ts_model *model;

static int open_model(void **state)
{
    static const struct model_setting settings[] = {{"gamma_t", "1.5", ""}};
    (void)state;
    if (ts_context_create(&context))
        return -1;
    return model_create_standard(context, settings, 1, &model) != TS_OK;
}

static int close_model(void **state)
{
    (void)state;
    ts_model_destroy(&model);
    ts_context_destroy(&context);
    return 0;
}

static struct on_shell shell_of(const int *pdg, int legs, struct orders most, struct graph *graph)
{
    const struct graph_process process = {.model = model, .legs = legs, .pdg = pdg, .most = most};
    struct on_shell shell;
    assert_status(context, graph_create(context, &process, graph));
    assert_status(context, on_shell_create(context, graph, NULL, &shell));
    return shell;
}

/* Whether the process has a diagram in which these lines are named decays. */
static int has_diagram(const struct graph *whole, struct orders most, const struct shell_line *const *lines,
                       int count)
{
    struct chain chain = {.count = 0};
    for (int many = LEGS_MOST; many > 1; --many) /* outer ones first */
        for (int i = 0; i < count; ++i)
            if (__builtin_popcount(lines[i]->legs) == many)
                chain.list[chain.count++] =
                    (struct resonance){.most = orders_all(ORDER_ANY),
                                       .legs = lines[i]->legs,
                                       .pdg = lines[i]->pdg,
                                       .antiparticle = model_antiparticle(model, lines[i]->pdg)};
    const struct graph_process process = {
        .model = model, .legs = whole->legs, .pdg = whole->pdg, .most = most, .chain = &chain};
    struct graph graph;
    assert_status(context, graph_create(context, &process, &graph));
    const int found = graph.flow_count > 0;
    graph_free(&graph);
    return found;
}

static int has_set(const struct on_shell *shell, uint64_t set)
{
    int found = 0;
    for (int i = 0; i < shell->set_count; ++i)
        found |= shell->sets[i] == set;
    return found;
}

/* Whether both may be resonances: one within the other has less mass, and is another particle. */
static int may_be(const struct shell_line *a, const struct shell_line *b)
{
    const struct shell_line *inner = __builtin_popcount(a->legs) < __builtin_popcount(b->legs) ? a : b;
    const struct shell_line *outer = inner == a ? b : a;
    return !(a->legs & b->legs) ||
           (abs(a->pdg) != abs(b->pdg) && inner->mass - 15 * inner->width < outer->mass + 15 * outer->width);
}

/* Sets of one, two and three lines are those that diagrams of named decays have. */
static void sets_are_those_of_diagrams(void **state)
{
    static const struct {
        int legs, pdg[8], qed;
    } cases[] = {{6, {-11, 11, -13, 13, 14, -14}, ORDER_ANY},
                 {6, {21, 21, 24, 5, -24, -5}, ORDER_ANY},
                 {6, {2, -1, -11, 12, 2, -2}, 2},
                 {6, {2, -1, -11, 12, 2, -2}, 4},
                 {6, {-11, 11, 23, 5, -5, 22}, ORDER_ANY},
                 {7, {2, -2, 5, -11, 12, -24, -5}, ORDER_ANY}};
    (void)state;
    for (size_t n = 0; n < ROWS(cases); ++n) {
        struct orders most = orders_all(ORDER_ANY);
        struct graph graph;
        most.power[ORDER_QED] = cases[n].qed;
        struct on_shell shell = shell_of(cases[n].pdg, cases[n].legs, most, &graph);
        assert_true(shell.line_count > 0 && on_shell_most(&shell) > 0);
        const struct shell_line *at[3];
        for (int i = 0; i < shell.line_count; ++i)
            for (int j = i; j < shell.line_count; ++j)
                for (int k = j; k < shell.line_count; ++k) {
                    const int count = 1 + (j > i) + (k > j);
                    if (count == 2 && j == i)
                        continue; /* once each */
                    at[0] = &shell.lines[i];
                    at[1] = &shell.lines[j];
                    at[2] = &shell.lines[k];
                    int stands = count < 2 || may_be(at[0], at[1]);
                    stands &= count < 3 || (may_be(at[0], at[2]) && may_be(at[1], at[2]));
                    stands = stands && has_diagram(&graph, most, at, count);
                    const uint64_t set = (uint64_t)1 << i | (uint64_t)1 << j | (uint64_t)1 << k;
                    if (has_set(&shell, set) != stands)
                        fail_msg("process %zu: lines %d, %d, %d are %stogether", n, i, j, k,
                                 stands ? "" : "not ");
                }
        on_shell_free(&shell);
        graph_free(&graph);
    }
}

/* Two massless products of a mass, back to back along an axis of their rest frame, which flies along z. */
static void put_pair(struct event_particle *a, struct event_particle *b, double mass, double pz)
{
    const double energy = hypot(mass, pz), e = mass / 2;
    a->e = b->e = energy / 2;
    a->x = e;
    b->x = -e;
    a->y = b->y = 0;
    a->z = b->z = pz / 2;
}

static double mass_of(const struct event_particle *legs, unsigned set)
{
    return resonance_sum(set, legs).mass;
}

static int has(const struct chain *chain, unsigned legs, int pdg)
{
    int found = 0;
    for (int i = 0; i < chain->count; ++i)
        found += chain->list[i].legs == legs && chain->list[i].pdg == pdg;
    return found;
}

static void put_state(struct on_shell *shell, const int *pdg, int legs)
{
    shell->states = calloc(1, sizeof *shell->states);
    assert_non_null(shell->states);
    shell->state_count = 1;
    memcpy(shell->states->pdg, pdg, (size_t)legs * sizeof *pdg);
    for (int i = 0; i < shell->line_count; ++i)
        shell->states->line_pdg[i] = shell->lines[i].pdg;
}

/* mu+ mu- vm vm~ are two W or two Z: those nearest to their shells. Far from all, none. */
static void nearest_to_shell(void **state)
{
    static const int pdg[] = {-11, 11, -13, 13, 14, -14};
    const double mz = ts_model_particle(model, 23)->mass, mw = ts_model_particle(model, 24)->mass,
                 width_z = ts_model_particle(model, 23)->width;
    struct event_particle legs[6] = {{.pdg = 0}};
    struct graph graph;
    (void)state;
    struct on_shell shell = shell_of(pdg, 6, orders_all(ORDER_ANY), &graph);
    put_state(&shell, pdg, 6);
    for (int i = 0; i < 6; ++i)
        legs[i].pdg = pdg[i];
    put_pair(&legs[2], &legs[3], mz + 0.5, 300);
    put_pair(&legs[4], &legs[5], mz - 0.5, -300);
    struct chain chain = nearest_shell(NULL, &shell, legs, 6);
    assert_true(chain.count == 2 && has(&chain, 0x0c, 23) && has(&chain, 0x30, 23));
    put_pair(&legs[2], &legs[4], mw + 0.5, 300);
    put_pair(&legs[3], &legs[5], mw - 0.5, -300);
    chain = nearest_shell(NULL, &shell, legs, 6);
    assert_true(chain.count == 2 && has(&chain, 0x14, 24) && has(&chain, 0x28, -24));
    put_pair(&legs[2], &legs[3], mz + 14.9 * width_z, 300);
    put_pair(&legs[4], &legs[5], mz + 15.1 * width_z, -300);
    chain = nearest_shell(NULL, &shell, legs, 6);
    assert_true(chain.count == 1 && has(&chain, 0x0c, 23));
    put_pair(&legs[2], &legs[3], 20, 300);
    chain = nearest_shell(NULL, &shell, legs, 6);
    assert_true(chain.count == 0 && mass_of(legs, 0x14) > 200);
    on_shell_free(&shell);
    graph_free(&graph);
}

/* A top has its W inside, whose quarks' line leaves it in no event that has it. What the process names stays,
 * and what is inside comes behind it. */
static void colours_and_names(void **state)
{
    static const int pdg[] = {2, -2, 5, 2, -1, -6};
    const double mt = ts_model_particle(model, 6)->mass, mw = ts_model_particle(model, 24)->mass;
    struct event_particle legs[6] = {{.pdg = 0}};
    struct graph graph;
    (void)state;
    struct on_shell shell = shell_of(pdg, 6, orders_all(ORDER_ANY), &graph);
    put_state(&shell, pdg, 6);
    for (int i = 0; i < 6; ++i)
        legs[i].pdg = pdg[i];
    put_pair(&legs[3], &legs[4], mw, 0);
    const double p = (mt * mt - mw * mw) / (2 * mt), boost = p / mw, energy = hypot(p, mw) / mw;
    for (int i = 3; i < 5; ++i) {
        legs[i].z = boost * legs[i].e;
        legs[i].e *= energy;
    }
    legs[2].e = p;
    legs[2].z = -p;
    legs[3].colour = legs[4].anticolour = 501;
    legs[2].colour = 502;
    assert_true(fabs(mass_of(legs, 0x1c) - mt) < 1e-9 && fabs(mass_of(legs, 0x18) - mw) < 1e-9);
    struct chain chain = nearest_shell(NULL, &shell, legs, 6);
    assert_true(chain.count == 2 && chain.list[0].legs == 0x1c && has(&chain, 0x1c, 6) &&
                has(&chain, 0x18, 24));
    const struct chain named = {.count = 1, .list = {{.legs = 0x1c, .pdg = 6, .antiparticle = -6}}};
    struct on_shell inside;
    assert_status(context, on_shell_create(context, &graph, &named, &inside));
    put_state(&inside, pdg, 6);
    chain = nearest_shell(&named, &inside, legs, 6);
    assert_true(chain.count == 2 && chain.list[0].legs == 0x1c && has(&chain, 0x18, 24));
    legs[2].colour = 501; /* the quarks' lines cross */
    legs[3].colour = 502;
    chain = nearest_shell(NULL, &shell, legs, 6);
    assert_true(chain.count == 1 && has(&chain, 0x1c, 6));
    on_shell_free(&inside);
    on_shell_free(&shell);
    graph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sets_are_those_of_diagrams),
                                       cmocka_unit_test(nearest_to_shell),
                                       cmocka_unit_test(colours_and_names)};
    return cmocka_run_group_tests(tests, open_model, close_model);
}

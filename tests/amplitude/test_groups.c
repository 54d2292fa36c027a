/* Subprocesses that are grouped by the signature of their diagrams. Their squared matrix elements, computed
 * in full, agree at random points of phase space, legs beside legs. Those that must not agree do not. */
#include "test_support.h"

#include "subprocess/subprocess.h"
#include "tessera/amplitude.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 2, MEMBERS = 3 };

static const double energy = 900;

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* Any momenta that add up to nothing, then as long as the energy wants them: [legs][4]. */
static void draw_point(const ts_model *model, int legs, const int *pdg, uint64_t *state, double p[][4])
{
    double sum[3] = {0}, low = 0, high = energy;
    for (int i = LEGS_IN; i < legs; ++i)
        for (int c = 0; c < 3; ++c)
            sum[c] += p[i][c + 1] = uniform(state) - 0.5;
    for (int c = 0; c < 3; ++c)
        p[legs - 1][c + 1] -= sum[c];
    for (int step = 0; step < 200; ++step) {
        const double scale = (low + high) / 2;
        double total = 0;
        for (int i = LEGS_IN; i < legs; ++i) {
            const double m = ts_model_particle(model, pdg[i])->mass, *q = p[i];
            p[i][0] = sqrt(m * m + scale * scale * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
            total += p[i][0];
        }
        *(total > energy ? &high : &low) = scale;
    }
    for (int i = LEGS_IN; i < legs; ++i)
        for (int c = 1; c < 4; ++c)
            p[i][c] *= low;
    for (int i = 0; i < LEGS_IN; ++i)
        memcpy(p[i], (double[]){energy / 2, 0, 0, i ? -energy / 2 : energy / 2}, sizeof p[i]);
}

static void evaluate(ts_context *context, const ts_model *model, const struct subprocess_list *list,
                     const int *pdg, const double *momenta, double *values)
{
    char process[256] = "";
    for (int i = 0; i < list->legs; ++i)
        snprintf(process + strlen(process), sizeof process - strlen(process), "%s%s%s", i ? " " : "",
                 i == LEGS_IN ? "> " : "", ts_model_particle_name(model, pdg[i]));
    snprintf(process + strlen(process), sizeof process - strlen(process), " QCD=%d QED=%d",
             list->most.power[ORDER_QCD], list->most.power[ORDER_QED]);
    const ts_amplitude_settings settings = {.alpha_s = 0.118, .colour = "full", .device = "cpu"};
    assert_status(context, ts_amplitude_evaluate(context, process, &settings, (size_t)list->legs, momenta,
                                                 POINTS, values, NULL));
}

/* The first, the last and one between, with the momenta of the group's legs. */
static void check_group(ts_context *context, const ts_model *model, const struct subprocess_list *list,
                        int number, uint64_t *state)
{
    const struct subprocess_group *group = &list->groups[number];
    double momenta[POINTS][LEGS_MOST][4], packed[POINTS * LEGS_MOST * 4], values[MEMBERS][POINTS];
    const int members[MEMBERS] = {0, group->member_count / 2, group->member_count - 1};
    for (int i = 0; i < POINTS; ++i) {
        draw_point(model, list->legs, group->members[0].pdg, state, momenta[i]);
        memcpy(packed + (size_t)(4 * list->legs * i), momenta[i], (size_t)(4 * list->legs) * sizeof(double));
    }
    for (int i = 0; i < MEMBERS; ++i)
        evaluate(context, model, list, group->members[members[i]].pdg, packed, values[i]);
    for (int i = 1; i < MEMBERS; ++i)
        for (int k = 0; k < POINTS; ++k)
            if (!(fabs(values[i][k] - values[0][k]) <= 1e-11 * values[0][k]))
                fail_msg("group %d, member %d: %.17g is not %.17g", number + 1, members[i] + 1, values[i][k],
                         values[0][k]);
}

/* Splits each group into two parts, whose first members have their legs as the process names them. */
static void split_groups(ts_context *context, const struct notation *notation, struct subprocess_list *list)
{
    const int before = list->group_count, members = list->member_count;
    int *part = calloc((size_t)members, sizeof *part), counted = 0;
    assert_non_null(part);
    for (int i = 0; i < before; ++i)
        for (int k = 1; k < list->groups[i].member_count; k += 2)
            part[list->groups[i].members + k - list->members] = 1;
    assert_status(context, subprocess_list_split(context, list, part));
    free(part);
    assert_true(list->group_count > before && list->member_count == members);
    for (int i = 0; i < list->group_count; ++i) {
        const struct subprocess *first = &list->groups[i].members[0];
        assert_false(first->mirrored);
        for (int leg = 0; leg < list->legs; ++leg) {
            const struct label *slot = &notation->slots[leg];
            int named = 0;
            for (int k = 0; k < slot->count; ++k)
                named |= slot->pdg[k] == first->pdg[leg];
            assert_true(named && first->typed[leg] == leg);
        }
        for (int k = 0; k < list->groups[i].member_count; ++k)
            assert_int_equal(first[k].group, i);
        counted += list->groups[i].member_count;
    }
    assert_int_equal(counted, members);
}

/* g d > w+ w- d and g b > w+ w- b: what is exchanged has another mass. */
static void check_difference(ts_context *context, const ts_model *model, const struct subprocess_list *list,
                             uint64_t *state)
{
    const int light[] = {21, 1, 24, -24, 1}, heavy[] = {21, 5, 24, -24, 5};
    double momenta[POINTS][5][4], a[POINTS], b[POINTS];
    for (int i = 0; i < POINTS; ++i)
        draw_point(model, list->legs, light, state, momenta[i]);
    evaluate(context, model, list, light, momenta[0][0], a);
    evaluate(context, model, list, heavy, momenta[0][0], b);
    for (int i = 0; i < POINTS; ++i)
        assert_true(fabs(a[i] / b[i] - 1) > 1e-3);
}

static void members_agree(void **state)
{
    static const char *const processes[] = {"p p > j j j",   "p p > e+ e- j j", "p p > l vx j",
                                            "p p > w+ w- j", "p p > h j j",     "p p > j j QED=2",
                                            "p p > t t~ j",  "p p > z a",       "p p > l+ l- lx lx QED=4"};
    uint64_t random = 7;
    ts_context *context;
    ts_model *model;
    struct label_list labels;
    char sentence[SENTENCE_BYTES];
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, model_create_standard(context, NULL, 0, &model));
    labels_of_model(model, &labels);
    assert_true(label_define(model, &labels, "l", "l+ l-", sentence));
    assert_true(label_define(model, &labels, "lx", "e+ e- ta+ ta-", sentence));
    assert_true(label_define(model, &labels, "vx", "vl vl~", sentence));
    for (size_t i = 0; i < sizeof processes / sizeof *processes; ++i) {
        struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
        struct subprocess_list list;
        assert_true(notation_read(model, &labels, processes[i], &notation, sentence));
        if (subprocess_list_create(context, model, &notation, &list, sentence))
            fail_msg("%s: %s", processes[i], sentence);
        for (int k = 0; k < list.group_count; ++k)
            check_group(context, model, &list, k, &random);
        print_message("%s: %d groups agree\n", processes[i], list.group_count);
        if (!strcmp(processes[i], "p p > l vx j")) {
            split_groups(context, &notation, &list);
            for (int k = 0; k < list.group_count; ++k)
                check_group(context, model, &list, k, &random);
        }
        if (!strcmp(processes[i], "p p > w+ w- j"))
            check_difference(context, model, &list, &random);
        subprocess_list_free(&list);
    }
    ts_model_destroy(&model);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(members_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

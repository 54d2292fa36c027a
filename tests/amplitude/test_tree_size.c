/* What is known of a matrix element before it is made: its colour flows by its legs, and refusals. */
#include "test_support.h"

#include "amplitude/tree.h"
#include "model/model.h"
#include "tessera/card.h"
#include "tessera/model.h"

struct row {
    int legs, pdg[LEGS_MOST];
    double least; /* colour flows */
};

static const struct row rows[] = {
    {6, {21, 21, 21, 21, 21, 21}, 24}, {5, {2, -2, 21, 21, 21}, 6},       {6, {21, 21, 6, -6, 21, 21}, 24},
    {6, {1, -1, 11, -11, 21, 21}, 2},  {4, {11, -11, 13, -13}, 1},        {6, {2, 1, 2, 1, 21, 21}, 2},
    {6, {2, 2, 2, 2, 21, 21}, 2},      {7, {2, -2, 1, -1, 3, -3, 21}, 1}, {5, {21, 21, 6, -6, 25}, 2},
    {6, {2, -1, -11, 12, 3, -3}, 1},
};

/* The model with its defaults; the caller destroys it with its context. */
static ts_model *make_model(ts_context **context)
{
    ts_card *card;
    ts_model *model;
    assert_int_equal(ts_context_create(context), TS_OK);
    assert_status(*context, ts_card_create(*context, &card));
    assert_status(*context, ts_model_create(*context, card, &model));
    ts_card_destroy(&card);
    return model;
}

static int pairs_of(const struct row *row)
{
    int quarks = 0;
    for (int i = 0; i < row->legs; ++i)
        quarks += row->pdg[i] >= -6 && row->pdg[i] <= 6;
    return quarks / 2;
}

/* With one quark line or none the number is that of the graph, with more it is one of its divisors. */
static void flows_are_those_of_graphs(void **state)
{
    (void)state;
    ts_context *context;
    ts_model *model = make_model(&context);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const struct row *row = &rows[i];
        const struct graph_process process = {.model = model,
                                              .legs = row->legs,
                                              .pdg = row->pdg,
                                              .most = orders_all(ORDER_ANY)};
        struct graph graph;
        assert_true(tree_flows_least(model, row->legs, row->pdg) == row->least);
        assert_status(context, graph_create(context, &process, &graph));
        assert_true(graph.flow_count > 0 && graph.flow_count % (int)row->least == 0);
        if (pairs_of(row) < 2)
            assert_int_equal(graph.flow_count, (int)row->least);
        graph_free(&graph);
    }
    ts_model_destroy(&model);
    ts_context_destroy(&context);
}

static void large_ones_are_refused_with_their_number(void **state)
{
    (void)state;
    static const int nine[] = {21, 21, 6, -6, 21, 21, 21, 21, 21};
    ts_context *context;
    ts_model *model = make_model(&context);
    const struct tree_request request = {.model = model,
                                         .legs = 9,
                                         .pdg = nine,
                                         .most = orders_of(ORDER_ANY, 0, ORDER_ANY)};
    struct tree tree;
    assert_int_equal(tree_create(context, &request, &tree), TS_ERROR_INPUT);
    assert_string_equal(
        ts_context_error(context),
        "g g > t t~ g g g g g has 5040 colour flows or more, and at most 1100 are summed: take "
        "fewer quarks and gluons, or gluons alone at leading colour (g g > g g ... g with "
        "colour: leading).");
    ts_model_destroy(&model);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flows_are_those_of_graphs),
                                       cmocka_unit_test(large_ones_are_refused_with_their_number)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

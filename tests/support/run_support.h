/* Runs of whole cards in tests. */
#ifndef TESSERA_RUN_SUPPORT_H
#define TESSERA_RUN_SUPPORT_H

#include "device_support.h"
#include "known_cross_sections.h"

#include "core/card.h"
#include "tessera/run.h"

struct run {
    ts_context *context;
    ts_card *card;
    ts_result *result;
    ts_status status;
};

/* Runs the default card with these values; NULL ends them. threads 0: all. */
static inline struct run run_card_evaluating(enum card_evaluates evaluates, int threads,
                                             const char *const *assignments)
{
    struct run run = {0};
    ts_run_settings settings = {.device = test_device, .threads = threads};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (; *assignments; ++assignments)
        assert_status(run.context, ts_card_set(run.context, run.card, *assignments));
    run.card->evaluates = evaluates;
    run.status = ts_run(run.context, run.card, &settings, &run.result);
    return run;
}

static inline struct run run_card(int threads, const char *const *assignments)
{
    return run_card_evaluating(EVALUATES_ACCEPTED, threads, assignments);
}

static inline void end_run(struct run *run)
{
    ts_result_destroy(&run->result);
    ts_card_destroy(&run->card);
    ts_context_destroy(&run->context);
}

static inline void assert_card_refused(const char *const *assignments, const char *words)
{
    struct run run = run_card(0, assignments);
    assert_int_equal(run.status, TS_ERROR_INPUT);
    if (!strstr(ts_context_error(run.context), words))
        fail_msg("\"%s\" does not say \"%s\"", ts_context_error(run.context), words);
    end_run(&run);
}
#endif

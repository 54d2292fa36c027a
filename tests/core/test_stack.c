/* Stacks: how much of one the work of public functions takes, and what they say on a thread whose stack is
 * too small. */
#include "test_support.h"

#include "core/stack.h"
#include "tessera/amplitude.h"
#include "tessera/integrate.h"
#include "tessera/run.h"
#include "tessera/subprocess.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 4 << 20, SMALL = 128 << 10, PATTERN = 0x5a };

/* A piece of work, and what came of it. */
struct job {
    ts_status (*work)(ts_context *context);
    ts_status status;
    char sentence[512];
};

static void *do_job(void *data)
{
    struct job *job = data;
    ts_context *context;
    job->status = ts_context_create(&context);
    if (job->status)
        return NULL;
    job->status = job->work(context);
    snprintf(job->sentence, sizeof job->sentence, "%s", ts_context_error(context));
    ts_context_destroy(&context);
    return NULL;
}

/* Does the work on a thread with so much stack. @return how many bytes of it were touched */
static size_t on_stack(struct job *job, size_t bytes)
{
    pthread_attr_t attributes;
    pthread_t thread;
    unsigned char *stack;
    size_t untouched = 0;
    assert_int_equal(posix_memalign((void **)&stack, 1 << 16, bytes), 0);
    memset(stack, PATTERN, bytes);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, bytes), 0);
    assert_int_equal(pthread_create(&thread, &attributes, do_job, job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    while (untouched < bytes && stack[untouched] == PATTERN)
        ++untouched;
    free(stack);
    return bytes - untouched;
}

static ts_status run_card(ts_context *context, const char *yaml)
{
    ts_card *card = NULL;
    ts_result *result = NULL;
    const ts_run_settings settings = {.device = "cpu", .threads = 1};
    ts_status status = ts_card_create(context, &card);
    if (!status)
        status = ts_card_read_text(context, card, "card", yaml, strlen(yaml));
    if (!status)
        status = ts_run(context, card, &settings, &result);
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    return status == TS_NOT_CONVERGED ? TS_OK : status;
}

static ts_status gluons(ts_context *context)
{
    return run_card(context, "{process: g g > g g, integration: {max_events: 20000}, histograms: [ht]}");
}

static ts_status shower(ts_context *context)
{
    return run_card(context, "{process: e+ e- > q q~, beams: {particles: [e+, e-], energy: 91.2}, "
                             "shower: {enabled: true}, integration: {max_events: 20000}}");
}

static ts_status derived(ts_context *context)
{
    return run_card(context, "{process: 'p p > e+ ve j', cuts: {jet: {pt_min: 30, dr_min: 0.4}}, "
                             "integration: {max_events: 200000}}");
}

static ts_status integral(ts_context *context)
{
    static const char *const expression[] = {"exp(-x1*x2)*sin(x3)"};
    const ts_integrate_settings settings = {.relative_error = 1e-2, .device = "cpu", .threads = 1};
    ts_integrand *integrand = NULL;
    ts_integral *found = NULL;
    ts_status status = ts_integrand_create(context, 3, expression, 1, &integrand);
    if (!status)
        status = ts_integrate(context, integrand, &settings, &found);
    ts_integral_destroy(&found);
    ts_integrand_destroy(&integrand);
    return status;
}

static ts_status amplitude(ts_context *context)
{
    const double momenta[] = {500, 0, 0, 500, 500, 0, 0, -500, 500, 300, 0, 400, 500, -300, 0, -400};
    const ts_amplitude_settings settings = {.device = "cpu"};
    double squared;
    return ts_amplitude_evaluate(context, "u u~ > d d~", &settings, 4, momenta, 1, &squared, NULL);
}

static ts_status (*const works[])(ts_context *) = {gluons, shower, derived, integral, amplitude};

static void work_takes_less_than_is_said(void **state)
{
    (void)state;
    if (getenv("TESSERA_TEST_QUICK"))
        skip(); /* sanitizers have frames of their own */
    for (size_t i = 0; i < sizeof works / sizeof works[0]; ++i) {
        struct job job = {.work = works[i]};
        const size_t touched = on_stack(&job, LARGE);
        if (job.status)
            fail_msg("work %zu: %s", i, job.sentence);
        assert_in_range(touched, 1000, STACK_NEEDED);
    }
}

static void a_small_stack_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof works / sizeof works[0]; ++i) {
        struct job job = {.work = works[i]};
        on_stack(&job, SMALL);
        assert_int_equal(job.status, TS_ERROR_MEMORY);
        assert_non_null(strstr(job.sentence, "() needs 256 kB of stack, and the thread that calls it has"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_takes_less_than_is_said),
        cmocka_unit_test(a_small_stack_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Files of states keep every bit, and are refused where they are damaged or of another integral. What is
 * forged under a right checksum does no harm, and is not claimed. */
#include "state_support.h"

#include "cubature/state.h"

#include <math.h>
#include <string.h>

static char *read_text(size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 22);
    assert_non_null(text);
    *bytes = fread(text, 1, (1 << 22) - 1, file);
    text[*bytes] = 0;
    fclose(file);
    return text;
}

static void write_text(const char *text, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, bytes, file), bytes);
    fclose(file);
}

/* A state that is read and written has the same bytes, whatever its numbers. */
static void files_keep_every_bit(void **unused)
{
    (void)unused;
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *integral = integrate(context, 0.5, settings_of(methods[m], 1e-2));
        ts_integral_state *state;
        size_t before_bytes, after_bytes;
        assert_status(context, ts_integral_state_write(context, integral->state, path));
        char *before = read_text(&before_bytes);
        assert_status(context, ts_integral_state_read(context, path, &state));
        assert_status(context, ts_integral_state_write(context, state, path));
        char *after = read_text(&after_bytes);
        assert_int_equal(before_bytes, after_bytes);
        assert_memory_equal(before, after, before_bytes);
        free(before);
        free(after);
        ts_integral_state_destroy(&state);
        ts_integral_destroy(&integral);
        ts_context_destroy(&context);
    }
}

/* The file as it stands is refused with these words. */
static void assert_refused(ts_context *context, const char *words)
{
    ts_integral_state *state = NULL;
    const ts_status status = ts_integral_state_read(context, path, &state);
    assert_int_equal(status, TS_ERROR_INPUT);
    assert_null(state);
    if (!strstr(ts_context_error(context), words))
        fail_msg("no '%s' in: %s", words, ts_context_error(context));
}

static void damaged_files_are_refused(void **unused)
{
    (void)unused;
    ts_context *context = new_context();
    ts_integral *integral = integrate(context, 0.5, settings_of("qmc", 1e-2));
    size_t bytes;
    assert_status(context, ts_integral_state_write(context, integral->state, path));
    char *text = read_text(&bytes);
    for (size_t end = 0; end < bytes; end += bytes / 50 + 1) {
        write_text(text, end);
        assert_refused(context, path);
    }
    for (size_t at = 3; at < bytes; at += bytes / 200 + 1) {
        const char kept = text[at];
        text[at] = kept == '7' ? '8' : '7';
        write_text(text, bytes);
        assert_refused(context, "");
        text[at] = kept;
    }
    char *seed = strstr(text, "\"seed\": 1");
    assert_non_null(seed);
    seed[8] = '2';
    write_text(text, bytes);
    assert_refused(context, "checksum");
    seed[8] = '1';
    strstr(text, " state ")[7] = '0';
    write_text(text, bytes);
    assert_refused(context, "its format should be");
    write_text("{}", 2);
    assert_refused(context, "its format should be");
    write_text("process: g g > g g\n", 19);
    assert_refused(context, "line 1");
    free(text);
    ts_integral_destroy(&integral);
    ts_context_destroy(&context);
}

static void assert_not_continued(ts_context *context, ts_integrand *integrand, ts_integrate_settings settings,
                                 const char *words)
{
    ts_integral *integral;
    assert_int_equal(ts_integrate(context, integrand, &settings, &integral), TS_ERROR_INPUT);
    assert_null(integral);
    if (!strstr(ts_context_error(context), words))
        fail_msg("no '%s' in: %s", words, ts_context_error(context));
}

static void other_integrals_are_refused(void **unused)
{
    (void)unused;
    static const char *const other[] = {"exp(-41 * sum((x - centre)^2))",
                                        "sqrt(x1 - 0.0003) * exp(-30 * sum((x - 0.5)^2))"};
    const double one = 1;
    ts_context *context = new_context();
    ts_integral *integral = integrate(context, 0.5, settings_of("qmc", 1e-2));
    ts_integrand *same = new_integrand(context, 0.5), *near = new_integrand(context, 0.51), *another;
    ts_integrate_settings settings = settings_of(NULL, 1e-3);
    settings.continue_from = integral->state;
    assert_not_continued(context, near, settings, "with other limits or parameters");
    assert_status(context, ts_integrand_set_parameter(near, "centre", 0.5));
    assert_status(context, ts_integrand_set_array(near, "w", &one, 1));
    assert_not_continued(context, near, settings, "with another function"); /* whose text names the array */
    assert_status(context, ts_integrand_create(context, 4, other, 2, &another));
    assert_status(context, ts_integrand_set_parameter(another, "centre", 0.5));
    assert_not_continued(context, another, settings, "with another function");
    ts_integrand_destroy(&another);
    assert_status(context, ts_integrand_create(context, 3, other, 2, &another));
    assert_status(context, ts_integrand_set_parameter(another, "centre", 0.5));
    settings.bins = 2;
    assert_not_continued(context, another, settings, "with 4 dimensions and 2 components, not 3 and 2");
    settings.grid_from = integral->state;
    settings.continue_from = NULL;
    assert_not_continued(context, another, settings, "a grid of 4 dimensions with 256 bins, where 3 with 2");
    settings = settings_of("vegas", 1e-3);
    settings.continue_from = integral->state;
    assert_not_continued(context, same, settings, "begun with method qmc");
    settings.method = NULL;
    settings.seed = 7;
    assert_not_continued(context, same, settings, "seed 1");
    settings.seed = 0;
    settings.bins = 32;
    assert_not_continued(context, same, settings, "256 bins");
    settings.bins = 0;
    settings.precision = "single";
    assert_not_continued(context, same, settings, "precision double");
    settings.precision = NULL;
    settings.grid_from = integral->state;
    assert_not_continued(context, same, settings, "exclude each other");
    ts_integrand_destroy(&same);
    ts_integrand_destroy(&near);
    ts_integrand_destroy(&another);
    ts_integral_destroy(&integral);
    ts_context_destroy(&context);
}

/* One value of a state by another, as damage or a forger would. */
static void set_value(const struct state_entry *entry, size_t place, int choice)
{
    static const double numbers[] = {0, -1, NAN, INFINITY, 1e300, 0.3};
    static const uint64_t counts[] = {0, 1, 3, UINT32_MAX, INT64_MAX, UINT64_MAX};
    if (entry->kind == STATE_NUMBERS)
        ((double *)entry->data)[place] = numbers[choice];
    else if (entry->kind == STATE_COUNTS)
        ((uint64_t *)entry->data)[place] = counts[choice];
    else if (entry->kind == STATE_SUMS)
        ((state_sum *)entry->data)[place] = (state_sum)counts[choice] * 1000000007;
    else if (entry->columns)
        ((char *)entry->data)[0] = (char)('a' + choice);
}

static void go_on(ts_context *context, const ts_integrand *integrand, const ts_integrate_settings *settings)
{
    ts_integral *outcome;
    (void)ts_integrate(context, integrand, settings, &outcome);
    ts_integral_destroy(&outcome);
}

/* As if the entry were not there. */
static void hide(ts_integral_state *state, const char *name)
{
    struct state_entry *entry = (struct state_entry *)state_find(state, name);
    assert_non_null(entry);
    entry->name[0] = '-';
}

/* Goes on from a state with one value after the other forged, and from one with a long rest without its list
 * of iterations. */
static void forge(ts_context *context, ts_integral_state *state, ts_integrate_settings settings)
{
    ts_integrand *integrand = new_integrand(context, 0.5);
    settings.continue_from = state;
    for (size_t i = 0; i < state->count; ++i)
        for (int choice = 0; choice < 6; ++choice) {
            const struct state_entry *entry = &state->entries[i];
            const size_t place = (entry->rows * entry->columns + 1) / 2 - (entry->columns > 0);
            const size_t bytes = entry->rows * entry->columns * state_size(entry->kind);
            char *kept = malloc(bytes + 1);
            assert_non_null(kept);
            memcpy(kept, entry->data, bytes);
            set_value(entry, place, choice);
            go_on(context, integrand, &settings);
            memcpy(entry->data, kept, bytes);
            free(kept);
        }
    const struct state_entry *idle = state_find(state, "idle");
    if (idle)
        ((uint64_t *)idle->data)[0] = 100;
    hide(state, "iterations");
    hide(state, "iteration_counts");
    go_on(context, integrand, &settings);
    ts_integrand_destroy(&integrand);
}

/* Whatever a state says, an integral that goes on from it comes to an end. */
static void forged_states_do_no_harm(void **unused)
{
    (void)unused;
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integrate_settings settings = settings_of(methods[m], 1e-2);
        ts_integral *integral = integrate(context, 0.5, settings);
        settings.relative_error = 1e-5;
        settings.max_evaluations = integral->evaluations + 30000;
        forge(context, integral->state, settings);
        ts_integral_destroy(&integral);
        ts_context_destroy(&context);
    }
}

/* A forged state within the warm-up. */
static void forged_learning_does_no_harm(void **unused)
{
    (void)unused;
    ts_context *stopped = new_context(), *context = new_context();
    struct stop stop = {stopped, 30000};
    ts_integrate_settings settings = settings_of("vegasplus", 1e-3), further = settings;
    settings.progress = stop_there;
    settings.progress_data = &stop;
    ts_integral *integral = integrate(stopped, 0.5, settings);
    assert_non_null(integral);
    assert_non_null(state_find(integral->state, "idle"));
    further.max_evaluations = 200000;
    forge(context, integral->state, further);
    ts_integral_destroy(&integral);
    ts_context_destroy(&stopped);
    ts_context_destroy(&context);
}

/* One value of a state by another that would be claimed, were it believed. */
static void set_result(const struct state_entry *entry, size_t place, int choice)
{
    static const double numbers[] = {-INFINITY, INFINITY, 1e308, -1e-3, 1e-30, 0};
    if (entry->kind == STATE_NUMBERS)
        ((double *)entry->data)[place] = numbers[choice];
    else
        ((uint64_t *)entry->data)[place] = choice < 3 ? UINT32_MAX : 1;
}

/* The integral of the first component, to a few parts in a thousand: pi^2 / 1600 of the whole space. */
static const double truth = 0.0061685, near = 0.05;

static void assert_no_false_claim(ts_status status, const ts_integral *outcome, const char *name, int choice)
{
    if (status != TS_OK)
        return;
    for (size_t c = 0; c < outcome->component_count; ++c)
        if (!isfinite(outcome->components[c].value) || !(outcome->components[c].error > 0))
            fail_msg("%s, choice %d: claimed %g +- %g", name, choice, outcome->components[c].value,
                     outcome->components[c].error);
    if (fabs(outcome->components[0].value / truth - 1) > near)
        fail_msg("%s, choice %d: claimed %g +- %g", name, choice, outcome->components[0].value,
                 outcome->components[0].error);
}

/* What a forger writes under a right checksum is not claimed, neither at once nor after more evaluations. */
static void forged_results_are_not_claimed(void **unused)
{
    (void)unused;
    for (int run = 0; run < 4; ++run) {
        ts_context *context = new_context();
        ts_integrate_settings settings = settings_of(methods[run / 2], 1e-2);
        ts_integral *integral = integrate(context, 0.5, settings), *outcome;
        ts_integrand *integrand = new_integrand(context, 0.5);
        settings.relative_error = run % 2 ? 0.5e-2 : 1e-1;
        settings.max_evaluations = integral->evaluations + 100000;
        settings.continue_from = integral->state;
        for (size_t i = 0; i < integral->state->count; ++i)
            for (int choice = 0; choice < 6; ++choice)
                for (size_t place = 0; place < 3; ++place) {
                    const struct state_entry *entry = &integral->state->entries[i];
                    char kept[16];
                    const size_t bytes = state_size(entry->kind);
                    if (entry->kind == STATE_WORDS || entry->kind == STATE_SUMS ||
                        place >= entry->rows * entry->columns)
                        continue;
                    memcpy(kept, (char *)entry->data + place * bytes, bytes);
                    set_result(entry, place, choice);
                    const ts_status status = ts_integrate(context, integrand, &settings, &outcome);
                    assert_no_false_claim(status, outcome, entry->name, choice);
                    ts_integral_destroy(&outcome);
                    memcpy((char *)entry->data + place * bytes, kept, bytes);
                }
        ts_integrand_destroy(&integrand);
        ts_integral_destroy(&integral);
        ts_context_destroy(&context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_keep_every_bit),         cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(other_integrals_are_refused),  cmocka_unit_test(forged_states_do_no_harm),
        cmocka_unit_test(forged_learning_does_no_harm), cmocka_unit_test(forged_results_are_not_claimed),
    };
    return cmocka_run_group_tests(tests, make_state_file, remove_state_file);
}

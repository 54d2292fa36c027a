/* Integrals that stop and go on have the same bits as without a stop. Grids serve again. Files are refused
 * where they are damaged or of another integral. */
#include "test_support.h"

#include "cubature/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const methods[] = {"qmc", "vegas", "vegasplus", "mcubes", "mcubes1d"};
enum { METHODS = sizeof methods / sizeof methods[0] };
static char path[] = "/tmp/tessera-state-XXXXXX";

/* Under the sanitizers, which look at the code and not at the numbers, smaller integrals do. */
static int is_quick(void) { return getenv("TESSERA_TEST_QUICK") != NULL; }

static ts_context *new_context(void)
{
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    return context;
}

/* A peak that a parameter moves, and a second component; a little of the box is not finite. */
static ts_integrand *new_integrand(ts_context *context, double centre)
{
    static const char *const texts[] = {"exp(-40 * sum((x - centre)^2))",
                                        "sqrt(x1 - 0.0003) * exp(-30 * sum((x - 0.5)^2))"};
    ts_integrand *integrand;
    assert_status(context, ts_integrand_create(context, 4, texts, 2, &integrand));
    assert_status(context, ts_integrand_set_parameter(integrand, "centre", centre));
    return integrand;
}

/* Two peaks, of which the first climb of some seeds loses the lower one; the second parameter says nothing.
 */
static ts_integrand *new_peaks(ts_context *context, double centre)
{
    static const char *const text = "exp(-400*sum((x-0.3)^2)) + 0.2*exp(-400*sum((x-0.7)^2))";
    ts_integrand *integrand;
    (void)centre;
    assert_status(context, ts_integrand_create(context, 5, &text, 1, &integrand));
    return integrand;
}

typedef ts_integrand *integrand_maker(ts_context *context, double centre);

static ts_integrate_settings settings_of(const char *method, double error)
{
    return (ts_integrate_settings){.relative_error = error,
                                   .method = method,
                                   .device = "cpu",
                                   .calls = 20000,
                                   .threads = 1,
                                   .max_evaluations = 20000000};
}

/* Interrupts at a number of evaluations; each call may see a later one. */
struct stop {
    ts_context *context;
    uint64_t at;
};

static void stop_there(const ts_progress *progress, void *data)
{
    const struct stop *stop = data;
    if (progress->events >= stop->at)
        ts_context_interrupt(stop->context);
}

static ts_integral *integrate_made(ts_context *context, integrand_maker *make, double centre,
                                   ts_integrate_settings settings)
{
    ts_integrand *integrand = make(context, centre);
    ts_integral *integral;
    const ts_status status = ts_integrate(context, integrand, &settings, &integral);
    if (status != TS_NOT_CONVERGED && status != TS_INTERRUPTED)
        assert_status(context, status);
    ts_integrand_destroy(&integrand);
    return integral;
}

static ts_integral *integrate(ts_context *context, double centre, ts_integrate_settings settings)
{
    return integrate_made(context, new_integrand, centre, settings);
}

static void assert_same(const ts_integral *a, const ts_integral *b)
{
    assert_memory_equal(a->components, b->components, a->component_count * sizeof *a->components);
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->not_finite, b->not_finite);
    assert_memory_equal(a->not_finite_point, b->not_finite_point, (size_t)a->dimensions * sizeof(double));
    assert_int_equal(a->iteration_count, b->iteration_count);
    for (size_t i = 0; i < a->iteration_count; ++i) {
        assert_true(a->iterations[i].value == b->iterations[i].value);
        assert_int_equal(a->iterations[i].counted, b->iterations[i].counted);
    }
    assert_int_equal(a->converged, b->converged);
    assert_string_equal(a->objection, b->objection);
}

/* Runs until interrupted, again and again, by way of the file, until the end; counts the stops that left
 * something to continue. */
static ts_integral *in_pieces(integrand_maker *make, ts_integrate_settings settings, uint64_t piece,
                              int *stops)
{
    ts_integral_state *state = NULL;
    for (uint64_t at = piece; at < piece * 200; at += piece) {
        ts_context *context = new_context();
        struct stop stop = {context, at};
        settings.continue_from = state;
        settings.threads = 1 + (int)(at / piece % 2);
        settings.progress = stop_there;
        settings.progress_data = &stop;
        ts_integral *integral = integrate_made(context, make, 0.5, settings);
        if (integral && !integral->interrupted) {
            ts_integral_state_destroy(&state);
            ts_context_destroy(&context);
            return integral;
        }
        if (integral) {
            *stops += 1;
            ts_integral_state_destroy(&state);
            assert_status(context, ts_integral_state_write(context, integral->state, path));
            assert_status(context, ts_integral_state_read(context, path, &state));
            ts_integral_destroy(&integral);
        }
        ts_context_destroy(&context);
    }
    fail_msg("%s does not come to an end", settings.method);
    return NULL;
}

static void stops_leave_no_trace(void **unused)
{
    (void)unused;
    const double error = is_quick() ? 4e-3 : 1e-3;
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *whole = integrate(context, 0.5, settings_of(methods[m], error));
        assert_true(whole->converged);
        int stops = 0;
        ts_integral *pieces = in_pieces(new_integrand, settings_of(methods[m], error),
                                        whole->evaluations / 12, &stops);
        assert_true(stops >= 4);
        assert_same(whole, pieces);
        ts_integral_destroy(&whole);
        ts_integral_destroy(&pieces);
        ts_context_destroy(&context);
    }
}

/* In a warm-up that begins again, because it had seen more before, too. */
static void stops_leave_no_trace_of_a_second_climb(void **unused)
{
    (void)unused;
    for (uint64_t seed = 108; seed <= 135; seed += 27) {
        ts_context *context = new_context();
        ts_integrate_settings settings = settings_of("qmc", 1e-2);
        int stops = 0;
        settings.seed = seed;
        ts_integral *whole = integrate_made(context, new_peaks, 0, settings);
        ts_integral *pieces = in_pieces(new_peaks, settings, whole->evaluations / 60, &stops);
        assert_true(stops >= 4);
        assert_same(whole, pieces);
        ts_integral_destroy(&whole);
        ts_integral_destroy(&pieces);
        ts_context_destroy(&context);
    }
}

/* The warm-up came to an end by itself. Then an integral that ran out of evaluations and is given more has
 * the bits of one that had them from the first. */
static void more_evaluations(void **unused)
{
    (void)unused;
    static const char *const waves[] = {
        "2 + cos(200 * sum(x))"}; /* no grid fits them: the warm-up ends soon */
    ts_context *context = new_context();
    ts_integrand *integrand;
    ts_integral *whole, *first, *second;
    const uint64_t part = is_quick() ? 4000000 : 8000000;
    ts_integrate_settings settings = settings_of("qmc", 1e-9);
    settings.max_evaluations = 2 * part;
    assert_status(context, ts_integrand_create(context, 4, waves, 1, &integrand));
    assert_int_equal(ts_integrate(context, integrand, &settings, &whole), TS_NOT_CONVERGED);
    for (int threads = 1; threads <= 2; ++threads) {
        settings.threads = threads;
        settings.max_evaluations = part;
        settings.continue_from = NULL;
        assert_int_equal(ts_integrate(context, integrand, &settings, &first), TS_NOT_CONVERGED);
        settings.max_evaluations = 2 * part;
        settings.continue_from = first->state;
        assert_int_equal(ts_integrate(context, integrand, &settings, &second), TS_NOT_CONVERGED);
        assert_true(first->evaluations < whole->evaluations);
        assert_int_equal(second->evaluations_before, first->evaluations);
        assert_true(fabs(second->components[0].value - 2 - cos(400) * pow(sin(100) / 100, 4)) <
                    4.5 * second->components[0].error);
        assert_same(whole, second);
        ts_integral_destroy(&first);
        ts_integral_destroy(&second);
    }
    ts_integral_destroy(&whole);
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
}

/* A smaller error, from where a larger one was reached; with a larger one again there is nothing to do. */
static void a_smaller_error(void **unused)
{
    (void)unused;
    const double truth = pow(sqrt(M_PI / 40) * erf(0.5 * sqrt(40)), 4);
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *coarse = integrate(context, 0.5, settings_of(methods[m], 4e-3));
        ts_integrate_settings settings = settings_of(NULL, 4e-4);
        settings.continue_from = coarse->state;
        ts_integral *fine = integrate(context, 0.5, settings);
        assert_string_equal(fine->method, methods[m]);
        assert_true(coarse->converged && fine->converged);
        assert_true(fine->evaluations > coarse->evaluations);
        assert_true(fabs(fine->components[0].value - truth) < 4.5 * fine->components[0].error);
        settings.relative_error = 5e-2;
        settings.continue_from = fine->state;
        ts_integral *same = integrate(context, 0.5, settings);
        assert_true(same->converged);
        assert_int_equal(same->evaluations, fine->evaluations);
        assert_true(same->components[0].value == fine->components[0].value);
        ts_integral_destroy(&coarse);
        ts_integral_destroy(&fine);
        ts_integral_destroy(&same);
        ts_context_destroy(&context);
    }
}

/* A wide peak and a narrow one, which broad points alone find where there are so few evaluations. */
static ts_integrand *new_hidden(ts_context *context, double centre)
{
    static const char *const text = "exp(-30*sum((x-0.3)^2)) + 20*exp(-2000*sum((x-0.8)^2))";
    ts_integrand *integrand;
    (void)centre;
    assert_status(context, ts_integrand_create(context, 3, &text, 1, &integrand));
    return integrand;
}

/* Of exp(-a (x - c)^2) over the unit interval. */
static double gaussian(double a, double c)
{
    return sqrt(M_PI / a) / 2 * (erf(sqrt(a) * (1 - c)) + erf(sqrt(a) * c));
}

/* What was found before a claim and left no evaluations to begin anew is what the next run begins with. The
 * sums that would have been claimed are none of its grid. */
static void what_was_found_is_not_forgotten(void **unused)
{
    (void)unused;
    static const struct {
        const char *method;
        uint64_t first, second;
    } runs[] = {{"qmc", 45000, 100000000}, {"vegas", 38000, 200000}};
    const double truth = pow(gaussian(30, 0.3), 3) + 20 * pow(gaussian(2000, 0.8), 3);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        ts_context *context = new_context();
        ts_integrate_settings settings = settings_of(runs[i].method, 1e-2);
        settings.max_evaluations = runs[i].first;
        ts_integral *first = integrate_made(context, new_hidden, 0, settings);
        assert_false(first->converged);
        assert_non_null(strstr(first->objection, "Broad points have found"));
        settings.max_evaluations = runs[i].second;
        settings.continue_from = first->state;
        ts_integral *second = integrate_made(context, new_hidden, 0, settings);
        assert_int_equal(second->evaluations_before, first->evaluations);
        assert_true(second->evaluations > first->evaluations + 10000);
        assert_true(fabs(second->components[0].value - truth) < 5 * second->components[0].error);
        assert_true(second->converged || strcmp(runs[i].method, "qmc") != 0);
        ts_integral_destroy(&first);
        ts_integral_destroy(&second);
        ts_context_destroy(&context);
    }
}

/* Nothing is claimed without its broad points, for which a limit leaves room from the first on. */
static void no_claim_without_a_search(void **unused)
{
    (void)unused;
    for (int m = 0; m < METHODS; ++m) {
        ts_context *context = new_context();
        ts_integral *whole = integrate(context, 0.5, settings_of(methods[m], 1e-2));
        assert_true(whole->converged);
        ts_integrate_settings settings = settings_of(NULL, 1e-2);
        settings.continue_from = whole->state;
        settings.max_evaluations = whole->evaluations - whole->evaluations / 50;
        ts_integral *small = integrate(context, 0.5, settings);
        assert_false(small->converged);
        assert_non_null(strstr(small->objection, "There was no room for the "));
        ts_context *other = new_context();
        struct stop stop = {other, whole->evaluations - whole->evaluations / 20};
        settings.max_evaluations = whole->evaluations + whole->evaluations / 20;
        settings.progress = stop_there;
        settings.progress_data = &stop;
        ts_integral *stopped = integrate(other, 0.5, settings);
        assert_true(stopped->interrupted && !stopped->converged);
        ts_integral_destroy(&stopped);
        ts_context_destroy(&other);
        settings.progress = NULL;
        settings.continue_from = small->state;
        ts_integral *again = integrate(context, 0.5, settings);
        assert_true(again->converged);
        assert_int_equal(again->evaluations, whole->evaluations);
        assert_true(again->components[0].value == whole->components[0].value);
        ts_integral_destroy(&whole);
        ts_integral_destroy(&small);
        ts_integral_destroy(&again);
        ts_context_destroy(&context);
    }
}

/* The grid for a neighbouring parameter, in either precision: fewer evaluations, the right value. */
static void grids_serve_again(void **unused)
{
    (void)unused;
    if (is_quick())
        skip();
    ts_context *context = new_context();
    ts_integrand *integrand;
    static const char *const text[] = {"exp(-4000 * sum((x - centre)^2))"};
    const double truth = pow(M_PI / 4000, 3);
    assert_status(context, ts_integrand_create(context, 6, text, 1, &integrand));
    assert_status(context, ts_integrand_set_parameter(integrand, "centre", 0.5));
    ts_integral *first, *anew, *reused;
    ts_integrate_settings settings = {.relative_error = 1e-3, .device = "cpu", .method = "vegas"};
    assert_status(context, ts_integrate(context, integrand, &settings, &first));
    assert_status(context, ts_integrand_set_parameter(integrand, "centre", 0.502));
    for (int single = 0; single < 2; ++single) {
        settings = (ts_integrate_settings){.relative_error = 2e-3, .device = "cpu", .method = "vegas"};
        settings.precision = single ? "single" : "double";
        assert_status(context, ts_integrate(context, integrand, &settings, &anew));
        settings.grid_from = first->state;
        assert_status(context, ts_integrate(context, integrand, &settings, &reused));
        print_message("%s: %llu evaluations anew, %llu with the grid\n", settings.precision,
                      (unsigned long long)anew->evaluations, (unsigned long long)reused->evaluations);
        assert_true((double)reused->evaluations < 0.8 * (double)anew->evaluations);
        assert_true(fabs(reused->components[0].value - truth) < 4.5 * reused->components[0].error);
        ts_integral_destroy(&anew);
        ts_integral_destroy(&reused);
    }
    ts_integral_destroy(&first);
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
}

static double gsl_function(double *x, size_t dimensions, void *parameters)
{
    (void)dimensions;
    return *(const double *)parameters * x[0] * x[1];
}

/* A C function lies elsewhere in the next process: its address is no part of the state. */
static void a_c_function_continues(void **unused)
{
    (void)unused;
    ts_context *context = new_context();
    double three = 3, also_three = 3;
    ts_integrand *one, *other;
    ts_integral *first, *second;
    assert_status(context, ts_integrand_create_gsl(context, 2, gsl_function, &three, &one));
    assert_status(context, ts_integrand_create_gsl(context, 2, gsl_function, &also_three, &other));
    ts_integrate_settings settings = {.relative_error = 1e-3, .device = "cpu"};
    assert_status(context, ts_integrate(context, one, &settings, &first));
    settings.relative_error = 1e-5;
    settings.continue_from = first->state;
    assert_status(context, ts_integrate(context, other, &settings, &second));
    assert_true(fabs(second->components[0].value - 0.75) < 5 * second->components[0].error);
    ts_integral_destroy(&first);
    ts_integral_destroy(&second);
    ts_integrand_destroy(&one);
    ts_integrand_destroy(&other);
    ts_context_destroy(&context);
}

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
    strstr(text, " state ")[7] = '9';
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
static void forged_lessons_do_no_harm(void **unused)
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
    const int descriptor = mkstemp(path);
    if (descriptor < 0 || close(descriptor))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_leave_no_trace),
        cmocka_unit_test(stops_leave_no_trace_of_a_second_climb),
        cmocka_unit_test(more_evaluations),
        cmocka_unit_test(a_smaller_error),
        cmocka_unit_test(what_was_found_is_not_forgotten),
        cmocka_unit_test(no_claim_without_a_search),
        cmocka_unit_test(grids_serve_again),
        cmocka_unit_test(a_c_function_continues),
        cmocka_unit_test(files_keep_every_bit),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(other_integrals_are_refused),
        cmocka_unit_test(forged_states_do_no_harm),
        cmocka_unit_test(forged_lessons_do_no_harm),
        cmocka_unit_test(forged_results_are_not_claimed),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}

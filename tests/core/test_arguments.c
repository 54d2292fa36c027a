/* Wrong arguments of public functions: NULL, nothing, numbers below 0 and beyond what there is. Each call is
 * made in a process of its own, so that one that crashes is named. A call that returns a status says what it
 * needs. */
#include "test_support.h"

#include "core/context.h"
#include "tessera/amplitude.h"
#include "tessera/card.h"
#include "tessera/decay.h"
#include "tessera/device.h"
#include "tessera/events.h"
#include "tessera/integrate.h"
#include "tessera/model.h"
#include "tessera/mpi.h"
#include "tessera/observable.h"
#include "tessera/pdf.h"
#include "tessera/plot.h"
#include "tessera/process.h"
#include "tessera/reweight.h"
#include "tessera/run.h"
#include "tessera/subprocess.h"
#include "tessera/text.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Right arguments, of which each call has all but one. */
static ts_context *context;
static ts_card *card;
static ts_model *model;
static ts_subprocesses *subprocesses;
static ts_integrand *integrand;
static ts_pdf *pdf;
static void *out; /* where handles go */
static size_t count;
static double numbers[64];
static const ts_decay_settings decaying = {.size = sizeof decaying};          /* without a card */
static const ts_reweight_settings reweighting = {.size = sizeof reweighting}; /* without a card */
static const ts_reweight_settings unnamed = {.size = sizeof unnamed, .choice_count = 1};
static int visit(const ts_event_amplitude *list, size_t events, void *data)
{
    return list && events && !data;
}
static const char *const expression[] = {"x1"};
static const char *const no_expression[] = {NULL};
static const size_t sizes[] = {2};
static const double nodes[] = {0, 1};
static const double *const axes[] = {nodes}, *const no_axes[] = {NULL};
static ts_plot_series series;
static ts_histogram histogram;
static ts_comparison comparison;
static ts_bands bands;
static ts_event_again again;
static ts_merged merged;
static ts_event_survey survey;
static ts_subprocess_currents currents;

static double gsl(double *x, size_t dimensions, void *data)
{
    (void)dimensions;
    (void)data;
    return x[0];
}

#define OUT ((void *)&out)

/* Calls that return a status, and fail. */
#define REFUSED(X)                                                                            \
    X(ts_amplitude_evaluate(context, NULL, NULL, 4, numbers, 1, numbers, NULL))               \
    X(ts_amplitude_evaluate(context, "g g > g g", NULL, 4, NULL, 1, numbers, NULL))           \
    X(ts_amplitude_evaluate(context, "g g > g g", NULL, 4, numbers, 1, NULL, NULL))           \
    X(ts_amplitude_evaluate(NULL, "g g > g g", NULL, 4, numbers, 1, numbers, NULL))           \
    X(ts_amplitude_evaluate(context, "g g > g g", NULL, 0, numbers, 1, numbers, NULL))        \
    X(ts_amplitude_gradients(context, "a", NULL, NULL, 4, numbers, 1, numbers, OUT, NULL))    \
    X(ts_amplitude_gradients(context, "a", NULL, "p", 4, numbers, 1, numbers, NULL, NULL))    \
    X(ts_card_create(context, NULL))                                                          \
    X(ts_card_create(NULL, OUT))                                                              \
    X(ts_card_read(context, NULL, "a"))                                                       \
    X(ts_card_read(context, card, NULL))                                                      \
    X(ts_card_read_text(context, NULL, "a", "{}", 2))                                         \
    X(ts_card_read_text(context, card, NULL, "{}", 2))                                        \
    X(ts_card_read_text(context, card, "a", NULL, 2))                                         \
    X(ts_card_set(context, NULL, "process=g g > g g"))                                        \
    X(ts_card_set(context, card, NULL))                                                       \
    X(ts_card_set(context, card, ""))                                                         \
    X(ts_card_refuse(context, card, NULL, "a"))                                               \
    X(ts_card_refuse(context, NULL, "process", "a"))                                          \
    X(ts_card_refuse_entry(context, card, "model", NULL, "a"))                                \
    X(ts_card_refuse_histogram(context, NULL, 0, "a"))                                        \
    X(ts_card_refuse_histogram(context, card, SIZE_MAX, NULL))                                \
    X(ts_card_refuse_histogram(context, card, SIZE_MAX, "a"))                                 \
    X(ts_context_create(NULL))                                                                \
    X(ts_device_list(context, NULL, &count))                                                  \
    X(ts_device_list(context, OUT, NULL))                                                     \
    X(ts_event_file_open(context, NULL, OUT))                                                 \
    X(ts_event_file_open(context, "a", NULL))                                                 \
    X(ts_event_file_open(context, "", OUT))                                                   \
    X(ts_event_file_next(context, NULL, OUT))                                                 \
    X(ts_events_survey(context, NULL, &survey))                                               \
    X(ts_events_convert(context, NULL, "lhe", "a"))                                           \
    X(ts_events_convert(context, "a", NULL, "a"))                                             \
    X(ts_events_convert(context, "a", "lhe", NULL))                                           \
    X(ts_events_convert(context, "a", "none", "b"))                                           \
    X(ts_reweight(context, NULL, "b", &reweighting, NULL))                                    \
    X(ts_reweight(context, "a", NULL, &reweighting, NULL))                                    \
    X(ts_reweight(context, "a", "b", NULL, NULL))                                             \
    X(ts_reweight(context, "a", "b", &reweighting, NULL))                                     \
    X(ts_reweight(context, "a", "b", &unnamed, NULL))                                         \
    X(ts_events_decay(context, NULL, "b", &decaying, NULL))                                   \
    X(ts_events_decay(context, "a", NULL, &decaying, NULL))                                   \
    X(ts_events_decay(context, "a", "b", NULL, NULL))                                         \
    X(ts_events_decay(context, "a", "b", &decaying, NULL))                                    \
    X(ts_event_amplitudes(context, NULL, &reweighting, visit, NULL))                          \
    X(ts_event_amplitudes(context, "a", NULL, visit, NULL))                                   \
    X(ts_event_amplitudes(context, "a", &reweighting, visit, NULL))                           \
    X(ts_event_amplitudes(context, "a", &reweighting, NULL, NULL))                            \
    X(ts_event_amplitudes_write(context, NULL, "a.npy", &reweighting))                        \
    X(ts_event_amplitudes_write(context, "a", NULL, &reweighting))                            \
    X(ts_event_amplitudes_write(context, "a", "a", &reweighting))                             \
    X(ts_integrand_create(context, 1, NULL, 1, OUT))                                          \
    X(ts_integrand_create(context, 1, no_expression, 1, OUT))                                 \
    X(ts_integrand_create(context, 1, expression, 1, NULL))                                   \
    X(ts_integrand_create(context, 0, expression, 1, OUT))                                    \
    X(ts_integrand_create(context, -1, expression, 1, OUT))                                   \
    X(ts_integrand_create(context, INT_MAX, expression, 1, OUT))                              \
    X(ts_integrand_create(context, 1, expression, 0, OUT))                                    \
    X(ts_integrand_create(context, 1, expression, SIZE_MAX, OUT))                             \
    X(ts_integrand_create_source(context, 1, 1, NULL, OUT))                                   \
    X(ts_integrand_create_source(context, 1, 1, "a", NULL))                                   \
    X(ts_integrand_create_file(context, 1, 1, NULL, OUT))                                     \
    X(ts_integrand_create_file(context, 1, 1, "a", NULL))                                     \
    X(ts_integrand_create_builtin(context, NULL, 0, OUT))                                     \
    X(ts_integrand_create_builtin(context, "f1", -1, OUT))                                    \
    X(ts_integrand_create_builtin(context, "f1", 0, NULL))                                    \
    X(ts_integrand_create_program(context, NULL, OUT))                                        \
    X(ts_integrand_create_program(context, "a", NULL))                                        \
    X(ts_integrand_create_gsl(context, 1, NULL, NULL, OUT))                                   \
    X(ts_integrand_create_gsl(context, 1, gsl, NULL, NULL))                                   \
    X(ts_integrand_create_gsl(NULL, 1, gsl, NULL, OUT))                                       \
    X(ts_integrand_create_cuba(context, 1, 1, NULL, NULL, OUT))                               \
    X(ts_integrand_create_batch(context, 1, 1, NULL, NULL, OUT))                              \
    X(ts_integrand_compile(context, NULL, NULL, 0, NULL, "a"))                                \
    X(ts_integrand_compile(context, integrand, NULL, 0, NULL, NULL))                          \
    X(ts_integrand_compile(context, integrand, NULL, -1, NULL, "/dev/null/a"))                \
    X(ts_integrand_compile(context, integrand, "none", 0, NULL, "/dev/null/a"))               \
    X(ts_integrand_set_limits(NULL, 0, 0, 1))                                                 \
    X(ts_integrand_set_limits(integrand, -1, 0, 1))                                           \
    X(ts_integrand_set_limits(integrand, 0, 0, NAN))                                          \
    X(ts_integrand_set_parameter(NULL, "a", 1))                                               \
    X(ts_integrand_set_parameter(integrand, NULL, 1))                                         \
    X(ts_integrand_set_parameter(integrand, "", 1))                                           \
    X(ts_integrand_set_array(NULL, "a", numbers, 1))                                          \
    X(ts_integrand_set_array(integrand, NULL, numbers, 1))                                    \
    X(ts_integrand_set_array(integrand, "a", NULL, 1))                                        \
    X(ts_integrand_set_array(integrand, "a", NULL, 0))                                        \
    X(ts_integrand_set_array(integrand, "a", numbers, SIZE_MAX))                              \
    X(ts_integrand_set_table(NULL, "a", 1, sizes, axes, numbers, 0))                          \
    X(ts_integrand_set_table(integrand, "a", 1, NULL, axes, numbers, 0))                      \
    X(ts_integrand_set_table(integrand, "a", 1, sizes, NULL, numbers, 0))                     \
    X(ts_integrand_set_table(integrand, "a", 1, sizes, no_axes, numbers, 0))                  \
    X(ts_integrand_set_table(integrand, "a", 1, sizes, axes, NULL, 0))                        \
    X(ts_integrand_set_table(integrand, "a", 0, sizes, axes, numbers, 0))                     \
    X(ts_integrand_set_table(integrand, "a", -1, sizes, axes, numbers, 0))                    \
    X(ts_integrand_read_array(NULL, "a", "a"))                                                \
    X(ts_integrand_read_array(integrand, "a", NULL))                                          \
    X(ts_integrand_read_table(NULL, "a", "a", 0))                                             \
    X(ts_integrand_read_table(integrand, NULL, "a", 0))                                       \
    X(ts_integral_state_write(context, NULL, "a"))                                            \
    X(ts_integral_state_read(context, NULL, OUT))                                             \
    X(ts_integral_state_read(context, "a", NULL))                                             \
    X(ts_integrate(context, NULL, NULL, OUT))                                                 \
    X(ts_integrate(context, integrand, NULL, NULL))                                           \
    X(ts_integrate(NULL, integrand, NULL, OUT))                                               \
    X(ts_integrate(context, integrand, &(ts_integrate_settings){.relative_error = -1}, OUT))  \
    X(ts_integrate(context, integrand, &(ts_integrate_settings){.relative_error = NAN}, OUT)) \
    X(ts_integrate(context, integrand, &(ts_integrate_settings){.bins = -1}, OUT))            \
    X(ts_integrate(context, integrand, &(ts_integrate_settings){.threads = -1}, OUT))         \
    X(ts_model_create(context, NULL, OUT))                                                    \
    X(ts_model_create(context, card, NULL))                                                   \
    X(ts_model_decays(context, NULL, 1, OUT, &count))                                         \
    X(ts_mpi_start(context, NULL, 1))                                                         \
    X(ts_yoda_write(context, NULL, &histogram, 1))                                            \
    X(ts_yoda_write(context, "a", NULL, 1))                                                   \
    X(ts_yoda_read(context, NULL, OUT, &count))                                               \
    X(ts_yoda_read(context, "a", NULL, &count))                                               \
    X(ts_yoda_read(context, "a", OUT, NULL))                                                  \
    X(ts_histogram_compare(context, NULL, &histogram, 0, &comparison))                        \
    X(ts_histogram_compare(context, &histogram, NULL, 0, &comparison))                        \
    X(ts_histogram_normalize(context, NULL))                                                  \
    X(ts_histogram_normalize(context, &histogram))                                            \
    X(ts_bands_create(context, NULL, NULL, 0, NULL, &bands))                                  \
    X(ts_bands_create(context, &histogram, NULL, 1, NULL, &bands))                            \
    X(ts_pdf_create(context, NULL, 0, OUT))                                                   \
    X(ts_pdf_create(context, "CTEQ6L1", 0, NULL))                                             \
    X(ts_pdf_create(context, "CTEQ6L1", -1, OUT))                                             \
    X(ts_pdf_create(context, "", 0, OUT))                                                     \
    X(ts_pdf_list(context, NULL, NULL))                                                       \
    X(ts_plot_write(context, NULL, 1, "a", "a.svg"))                                          \
    X(ts_plot_write(context, NULL, 0, "a", "a.svg"))                                          \
    X(ts_plot_write(context, &series, 1, "a", "a.svg"))                                       \
    X(ts_plot_write(context, &(ts_plot_series){.count = 1}, 1, "a", "a.svg"))                 \
    X(ts_plot_write(context, &series, SIZE_MAX, "a", "a.svg"))                                \
    X(ts_plot_write(context, &series, 1, "a", NULL))                                          \
    X(ts_process_list(context, NULL, &count))                                                 \
    X(ts_process_list(context, OUT, NULL))                                                    \
    X(ts_run(context, NULL, NULL, OUT))                                                       \
    X(ts_run(context, card, NULL, NULL))                                                      \
    X(ts_run(context, card, NULL, OUT))                                                       \
    X(ts_run(NULL, card, NULL, OUT))                                                          \
    X(ts_compile(context, NULL, NULL, "a"))                                                   \
    X(ts_compile(context, card, NULL, NULL))                                                  \
    X(ts_run_event(context, NULL, NULL, 0, &again))                                           \
    X(ts_run_event(context, card, NULL, 0, NULL))                                             \
    X(ts_result_write(context, NULL, "a"))                                                    \
    X(ts_result_merge(context, NULL, expression, 1, &merged))                                 \
    X(ts_result_merge(context, "a", NULL, 1, &merged))                                        \
    X(ts_result_merge(context, "a", no_expression, 1, &merged))                               \
    X(ts_result_merge(context, "a", expression, 0, &merged))                                  \
    X(ts_result_merge(context, "a", expression, 1, NULL))                                     \
    X(ts_folder_lock_create(context, NULL, OUT))                                              \
    X(ts_folder_lock_create(context, "a", NULL))                                              \
    X(ts_result_check_folder(context, NULL))                                                  \
    X(ts_result_check_folder(context, ""))                                                    \
    X(ts_result_check_others(context, NULL))                                                  \
    X(ts_subprocesses_create(context, NULL, model, "g g > g g", OUT))                         \
    X(ts_subprocesses_create(context, card, NULL, "g g > g g", OUT))                          \
    X(ts_subprocesses_create(context, card, model, "g g > g g", NULL))                        \
    X(ts_subprocesses_create(context, card, model, "", OUT))                                  \
    X(ts_subprocesses_currents(context, NULL, 0, &currents))                                  \
    X(ts_subprocesses_currents(context, subprocesses, SIZE_MAX, &currents))                   \
    X(ts_subprocesses_currents(context, subprocesses, 0, NULL))                               \
    X(ts_text_read(context, NULL, 1, OUT))                                                    \
    X(ts_text_read(context, "a", 1, NULL))

/* Calls that return nothing, or what stands for nothing. */
#define IGNORED(X)                                                \
    X(ts_card_destroy(NULL))                                      \
    X(ts_context_destroy(NULL))                                   \
    X(ts_device_list_destroy(NULL))                               \
    X(ts_event_file_close(NULL))                                  \
    X(ts_event_survey_destroy(NULL))                              \
    X(ts_integrand_destroy(NULL))                                 \
    X(ts_integral_state_destroy(NULL))                            \
    X(ts_integral_destroy(NULL))                                  \
    X(ts_model_destroy(NULL))                                     \
    X(ts_histograms_destroy(NULL, 1))                             \
    X(ts_bands_destroy(NULL))                                     \
    X(ts_pdf_destroy(NULL))                                       \
    X(ts_event_again_destroy(NULL))                               \
    X(ts_result_destroy(NULL))                                    \
    X(ts_folder_lock_destroy(NULL))                               \
    X(ts_subprocesses_destroy(NULL))                              \
    X(ts_context_set_log(NULL, NULL, NULL))                       \
    X(ts_context_interrupt(NULL))                                 \
    X(ts_option_expectation(NULL, (char *)numbers, 8))            \
    X(ts_option_expectation(ts_option_find("seed"), NULL, 8))     \
    X(ts_integrand_set_batch_memory(NULL, NULL))                  \
    X(ts_pdf_xfx_points(NULL, 1, NULL, NULL, NULL, NULL))         \
    X(ts_pdf_xfx_points(pdf, 1, NULL, numbers, numbers, numbers)) \
    X(ts_pdf_describe(NULL))                                      \
    X(ts_subprocesses_orders(NULL, NULL, NULL))                   \
    X(ts_subprocesses_power(NULL, 0, 0, 0))                       \
    X(ts_subprocesses_print(NULL, NULL, NULL, 0))                 \
    X(ts_subprocesses_group(NULL, 0))                             \
    X(ts_subprocesses_member(NULL, 0, 0))                         \
    X(ts_subprocesses_group(subprocesses, SIZE_MAX))              \
    X(ts_subprocesses_member(subprocesses, 0, SIZE_MAX))          \
    X(ts_text_show(NULL, NULL, 0))                                \
    X(ts_text_show("a", (char *)numbers, 0))                      \
    X(ts_card_scale(NULL, NULL))                                  \
    X(ts_card_scale(card, "none"))                                \
    X(ts_mpi_place_of(context))                                   \
    X(ts_mpi_modules(NULL, 8))

#define NOTHING(X)                                     \
    X(!ts_option_find(NULL))                           \
    X(ts_option_table(NULL) != NULL)                   \
    X(!ts_option_nearest(NULL, NULL, 0))               \
    X(ts_option_type_text((ts_option_type)-1) != NULL) \
    X(!ts_card_yaml(NULL))                             \
    X(!ts_card_has(NULL, "seed"))                      \
    X(!ts_card_has(card, NULL))                        \
    X(isnan(ts_card_number(NULL, NULL)))               \
    X(!ts_card_count(card, "none"))                    \
    X(!*ts_card_text(card, NULL))                      \
    X(!*ts_card_particle(card, "beams.particles", -1)) \
    X(!ts_card_histograms(NULL, &count) && !count)     \
    X(!ts_card_entries(card, NULL, &count) && !count)  \
    X(*ts_card_origin(NULL, NULL))                     \
    X(!*ts_context_error(NULL))                        \
    X(!ts_context_interrupted(NULL))                   \
    X(!ts_event_file_head(NULL))                       \
    X(!ts_integrand_dimensions(NULL))                  \
    X(isnan(ts_integrand_true_value(NULL)))            \
    X(!ts_integral_json(NULL))                         \
    X(!*ts_model_name(NULL))                           \
    X(!*ts_model_scheme(NULL))                         \
    X(!ts_model_particles(NULL, &count) && !count)     \
    X(!ts_model_parameters(NULL, NULL))                \
    X(!ts_model_vertices(NULL, &count))                \
    X(!ts_model_particle(NULL, 1))                     \
    X(!ts_model_pdg(model, NULL))                      \
    X(!ts_model_particle(model, INT_MIN))              \
    X(*ts_model_particle_name(NULL, 1) == '?')         \
    X(!ts_model_parameter(model, NULL))                \
    X(!ts_histogram_partner(NULL, NULL, 1))            \
    X(!ts_parameter_find(NULL, 1, "a"))                \
    X(isnan(ts_parameter_value(NULL, 1, "a")))         \
    X(isnan(ts_pdf_xfx(NULL, 1, 0.1, 10)))             \
    X(isnan(ts_pdf_alpha_s(NULL, 10)))                 \
    X(isnan(ts_pdf_alpha_s(pdf, -1)))                  \
    X(!*ts_pdf_name(NULL))                             \
    X(!*ts_pdf_source(NULL))                           \
    X(!ts_pdf_uncertainty(NULL, NULL, NULL))           \
    X(!ts_result_report(NULL))                         \
    X(!ts_result_json(NULL))                           \
    X(!*ts_subprocesses_name(NULL))                    \
    X(!ts_subprocesses_legs(NULL))                     \
    X(!ts_subprocesses_count(NULL))                    \
    X(!ts_subprocesses_group_count(NULL))              \
    X(!ts_text_distance(NULL, "a"))                    \
    X(!ts_text_nearest(NULL, NULL, 1))                 \
    X(*ts_status_text((ts_status)-1))                  \
    X(*ts_lorentz_text((ts_lorentz)-1))                \
    X(*ts_colour_text((ts_colour)-1))                  \
    X(!ts_vertex_structure(NULL, NULL, NULL))          \
    X(!ts_model_form(NULL, 0, NULL))                   \
    X(!ts_model_propagator(NULL, 1, NULL, 0))          \
    X(*ts_vertex_colour(NULL, NULL))

#define NAME(call) #call,
static const char *const refused[] = {REFUSED(NAME)}, *const ignored[] = {IGNORED(NAME)},
                         *const nothing[] = {NOTHING(NAME)};

/* Each makes one call; 0: it did what it should. */
static int refuse(int which)
{
    int next = 0;
#define CALL(call)       \
    if (which == next++) \
        return !(call) || (strstr(#call, "(NULL") ? 0 : !*ts_context_error(context));
    REFUSED(CALL)
#undef CALL
    return 1;
}

static int ignore(int which)
{
    int next = 0;
#define CALL(call)         \
    if (which == next++) { \
        (void)(call);      \
        return 0;          \
    }
    IGNORED(CALL)
#undef CALL
    return 1;
}

static int is_nothing(int which)
{
    int next = 0;
#define CALL(call)       \
    if (which == next++) \
        return !(call);
    NOTHING(CALL)
#undef CALL
    return 1;
}

static void each_alone(int call(int which), const char *const *names, size_t of_them)
{
    int failures = 0;
    for (size_t i = 0; i < of_them; ++i) {
        int state;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            signal(SIGSEGV, SIG_DFL); /* which cmocka has taken */
            alarm(60);
            const int wrong = call((int)i);
            if (wrong)
                fprintf(stderr, "%s\n", ts_context_error(context));
            _exit(wrong);
        }
        assert_int_equal(waitpid(child, &state, 0), child);
        if (state == 0)
            continue;
        ++failures;
        print_error("%s: %s\n", names[i],
                    WIFSIGNALED(state) ? strsignal(WTERMSIG(state)) : "it is taken, or says nothing");
    }
    assert_int_equal(failures, 0);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    each_alone(refuse, refused, sizeof refused / sizeof refused[0]);
}

static void nothing_is_taken_where_nothing_can_be_said(void **state)
{
    (void)state;
    each_alone(ignore, ignored, sizeof ignored / sizeof ignored[0]);
    each_alone(is_nothing, nothing, sizeof nothing / sizeof nothing[0]);
}

static void a_sentence_says_what_is_needed(void **state)
{
    (void)state;
    assert_int_equal(ts_integrand_create_batch(context, 1, 1, NULL, NULL, OUT), TS_ERROR_INPUT);
    assert_null(out);
    assert_string_equal(ts_context_error(context),
                        "ts_integrand_create_batch() was called with NULL: it needs context && function.");
}

static int set_up(void **state)
{
    (void)state;
    return ts_context_create(&context) || ts_card_create(context, &card) ||
           ts_model_create(context, card, &model) ||
           ts_subprocesses_create(context, card, model, "g g > g g", &subprocesses) ||
           ts_integrand_create(context, 1, expression, 1, &integrand) ||
           ts_pdf_create(context, "CTEQ6L1", 0, &pdf);
}

static int tear_down(void **state)
{
    (void)state;
    ts_pdf_destroy(&pdf);
    ts_integrand_destroy(&integrand);
    ts_subprocesses_destroy(&subprocesses);
    ts_model_destroy(&model);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(nothing_is_taken_where_nothing_can_be_said),
        cmocka_unit_test(a_sentence_says_what_is_needed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

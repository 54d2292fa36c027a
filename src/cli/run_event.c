#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int final_count(const ts_event_again *event)
{
    int count = 0;
    for (size_t i = 0; i < event->particle_count; ++i)
        count += event->particles[i].role == TS_EVENT_OUTGOING;
    return count;
}

static void print_again(const ts_event_again *event)
{
    printf("event          %" PRIu64, event->number);
    if (!event->particle_count) {
        printf(": it fails a cut, or has no density; no file has it\n");
        return;
    }
    printf("\nprocess        %s\n", event->process);
    printf("of             %s, part %d of the sum, its event %" PRIu64 "\n", event->of, event->channel + 1,
           event->of_number);
    printf("weight         %.10g pb over the events tried; hit or miss against %.10g pb\n", event->weight,
           event->largest);
    if (event->kept != 0)
        printf("kept           with the weight %.10g\n", event->kept);
    else
        printf("kept           no: only files of weighted events have it\n");
    if (event->scale > 0 || event->scale_r > 0)
        printf("scales         factorization %.8g GeV, renormalization %.8g GeV\n", event->scale,
               event->scale_r);
    if (event->alpha > 0 || event->alpha_s > 0)
        printf("couplings      alpha %.8g, alpha_s %.8g\n", event->alpha, event->alpha_s);
    if (isfinite(event->matrix_element_squared))
        printf(
            "|M|^2          %.12g GeV^%d, summed over final and averaged over initial helicities and colours\n",
            event->matrix_element_squared, 4 - 2 * final_count(event));
    else
        printf("|M|^2          not known: %s\n", event->problem);
    print_particles(event->particles, event->particle_count);
}

static json_t *again_json(const ts_event_again *event)
{
    json_t *root = json_pack("{s:I, s:s, s:s, s:i, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o}",
                             "number", (json_int_t)event->number, "process", event->process, "of", event->of,
                             "channel", event->channel, "number_of_channel", (json_int_t)event->of_number,
                             "weight", event->weight, "largest", event->largest, "kept", event->kept, "scale",
                             event->scale, "renormalization_scale", event->scale_r, "alpha", event->alpha,
                             "alpha_s", event->alpha_s, "matrix_element_squared",
                             json_number_or_null(event->matrix_element_squared), "particles",
                             particles_json(event->particles, event->particle_count));
    return root;
}

int run_event(ts_context *context, const struct arguments *arguments, const ts_card *card)
{
    static const char *const idle[] = {"out", "force", "resume", "checkpoint", "no-report"};
    struct progress_words words = {"events", " pb"};
    const ts_run_settings settings = {
        .size = sizeof settings,
        .device = arguments_text(arguments, "device"),
        .threads = (int)arguments_count(arguments, "threads", 0),
        .progress = arguments_has(arguments, "quiet") ? NULL : progress_show,
        .progress_data = &words,
    };
    ts_event_again event;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (arguments_has(arguments, idle[i]))
            return complain(EXIT_WRONG, "--event shows an event and writes nothing: leave out --%s.",
                            idle[i]);
    const ts_status status = ts_run_event(context, card, &settings, arguments_count(arguments, "event", 0),
                                          &event);
    progress_clear();
    if (status != TS_OK)
        return complain_of(context, status);
    int exit_status = EXIT_DONE;
    if (arguments_has(arguments, "json"))
        exit_status = print_json(again_json(&event));
    else
        print_again(&event);
    ts_event_again_destroy(&event);
    return exit_status;
}
